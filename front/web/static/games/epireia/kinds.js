// What Epireia's drawings share: leagues with their colours, resources, kinds of army tokens and buildings.

export const RESOURCES = ["wheat", "wood", "copper"];
export const LEAGUES = ["delian", "peloponnesian"];
export const KIND_ICONS = { hoplites: "hoplites", cavalry: "cavalry", triremes: "triremes" };
export const TYPE_ICONS = {
  military: "helmet",
  religious: "temple",
  civil: "wheat",
  political: "scroll",
  administrator: "laurel",
};

export const leagueTone = (league) => (league ? `tone-${LEAGUES.indexOf(league)}` : "");
export const isSolo = (view) => view.options.seats === 1;

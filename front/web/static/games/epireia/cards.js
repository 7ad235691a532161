// Epireia's cards in force: the act's or the augur's, and the scenario of a solo game; what they make things cost.

import { sum } from "../../dom.js";
import { effectWords, RESOURCES } from "./words.js";

export const isSolo = (view) => view.options.seats === 1;

/** The scenario of a solo game. */
export const scenario = ({ data, view }) =>
  data.rows("scenario", "solo.toml").find(({ id }) => id === view.options.scenario);

/** The card that lies open. */
export const openRow = ({ data, view }) =>
  data.rows("card").find(({ id }) => id === view.card) ||
  data.rows("scenario", "acts.toml").find(({ id }) => id === view.card);

/** An effect, talent, bonus or ability in the words of this game. */
export const inWords = (t, effect) => effectWords(effect, t.data, { alone: isSolo(t.view) });

/** A cost as the cards have it now (`word`: building_cost or army_cost); alone they concern the player only. */
export function costNow(t, cost, word) {
  if (isSolo(t.view) && t.you === "enemy") return cost;
  const card = openRow(t);
  const inForce = [...(card?.constraint || card?.effects || []), ...((isSolo(t.view) && scenario(t).constraint) || [])];
  const changes = inForce.filter((effect) => effect.do === word);
  return cost.map((amount, i) =>
    Math.max(0, amount + sum(changes.filter(({ of }) => of === RESOURCES[i]).map(({ n }) => n))),
  );
}

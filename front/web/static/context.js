// What a game's module draws with. A game that is played and a replay give it the same things.

const TELLING = { past: null, told: [], current: [], untold: [] };
const NOTHING = { label: "", notes: [], says: "", cost: {}, price: "" };

/**
 * `known`: the seat's `view`, `described` (all that people read of it), `summary` and `events`, `you` (the seat),
 * `seating` (who sits where), `teams`, `asked` (whether the seat must decide; `d` numbers its decisions), `before` (what
 * it knew at the last drawing, or null) and, while something is told bit by bit, `telling`: what the seat knew before it
 * (`past`), and the events that are `told`, `current` and `untold`.
 *
 * The answer, called `t` everywhere, has these and `data` (the game's components), `seats`, `result`,
 * `seatSetup(seat)`, `name(seat)`, `thing(key)` (the words of what is drawn, never undefined) and `tone(seat)`, the
 * class of a seat's colour.
 */
export function makeContext(module, data, known) {
  const { described } = known;
  const t = {
    telling: TELLING,
    ...known,
    data,
    seats: known.seating.map(({ seat }) => seat),
    result: described.result,
  };
  t.thing = (key) => ({ ...NOTHING, ...described.things?.[key] });
  t.seatSetup = (who) => known.seating.find(({ seat }) => seat === who);
  t.name = (who) => t.seatSetup(who)?.name || described.names?.[who] || t.thing(who).label;
  t.tone = (who) => `tone-${module.tone ? module.tone(who, t) : Number(who.slice(1))}`;
  return t;
}

// What a game's module draws with. A game that is played and a replay give it the same things.

/**
 * `known`: the seat's `view` and `events`, `you` (the seat), `seating` (who sits where), `teams`, the `result` if there
 * is one, `asked` (whether the seat must decide; `d` numbers its decisions) and `before` (what it knew at the last drawing, or null).
 *
 * The answer, called `t` everywhere, has these and `data` (the game's components), `seats`, `seatSetup(seat)`, `name(seat)` and
 * `tone(seat)`, the class of a seat's colour.
 */
export function makeContext(module, data, known) {
  const t = { ...known, data, seats: known.seating.map(({ seat }) => seat) };
  t.seatSetup = (who) => known.seating.find(({ seat }) => seat === who);
  t.name = (who) => (who ? t.seatSetup(who)?.name || module.seatName(who, t) : "");
  t.tone = (who) => `tone-${module.tone ? module.tone(who, t) : Number(who.slice(1))}`;
  return t;
}

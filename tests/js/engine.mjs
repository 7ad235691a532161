// The engine that the tests talk to. PETTEIA_ENGINE is its command as a JSON array.

import { Engine } from "../../protocols/js/index.js";

export const COMMAND = JSON.parse(process.env.PETTEIA_ENGINE ?? '["petteia", "engine"]');

export function start(options = {}) {
  return Engine.start([...COMMAND, ...(options.msgpack ? ["--msgpack"] : [])], options);
}

/** Numbers below n that are always the same. */
export function numbers(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % n;
  };
}

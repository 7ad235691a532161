// Lines and frames without an engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as frames from "../../protocols/js/msgpack.js";
import { formatRequest, parseMessage, writeValue } from "../../protocols/js/text.js";

test("values survive msgpack", () => {
  const values = [
    null, true, false, 0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32, Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n, -1,
    -32, -33, -128, -129, -(2 ** 31), -(2n ** 60n), 0.5, -1e300, "", "é\u{1f3db}", "x".repeat(31), "x".repeat(300),
    "x".repeat(70_000), [], [1, [2, ["3"]]], Array(70_000).fill(1), {}, { a: { b: [null] } },
  ]; // biome-ignore format: a table
  for (const value of values) assert.deepEqual(frames.decode(frames.encode(value)), value);
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key${n}`, n]));
  assert.deepEqual(frames.decode(frames.encode(wide)), wide);
  assert.throws(() => frames.decode(new Uint8Array([0xc1])), /does not use/);
  assert.throws(() => frames.decode(new Uint8Array([1, 2])), /more than one/);
});

test("requests are written as the engine reads them", () => {
  const cases = [
    ["play", { seat: "s0", d: 2, move: "guess:1,2" }, "@1 play s0 d=2 guess:1,2"],
    ["go", { seat: "s1", nodes: 5, moves: ["a", "b"] }, "@1 go s1 nodes=5 moves=a,b"],
    ["go", { seat: "s1", moves: ["guess:1,2"], infinite: true }, '@1 go s1 moves=["guess:1,2"] infinite'],
    ["go", { seat: "s1", nodes: undefined, infinite: false }, "@1 go s1"],
    ["obs", { n: 3, text: "draw s0 ?", game: "g2" }, "@1 obs game=g2 3 draw s0 ?"],
    ["setoption", { name: "DataDir", value: "my games" }, '@1 setoption name DataDir value "my games"'],
    ["stop", { id: "7" }, "@1 stop @7"],
    ["position", { name: "epix", moves: ["a", "s1=b"] }, "@1 position epix moves a s1=b"],
    ["close", { game: "g1" }, "@1 close g1"],
  ];
  for (const [verb, args, line] of cases) assert.equal(formatRequest("1", verb, args), line);
  assert.equal(writeValue([]), '""');
});

test("lines are read into fields", () => {
  const cases = [
    ["@7 bestmove pass d=1 p=0.50", { id: "7", kind: "bestmove", fields: { move: "pass", d: 1, p: 0.5 } }],
    ["event s0 3 move s1 a=b  c", { id: null, kind: "event", fields: { seat: "s0", n: 3, text: "move s1 a=b  c" } }],
    [
      'error illegal move="a b" reason=x',
      { id: null, kind: "error", fields: { code: "illegal", move: "a b", reason: "x" } },
    ],
    ["error busy id=@7", { id: null, kind: "error", fields: { code: "busy", id: "7" } }],
    ['result winners="" reason=house', { id: null, kind: "result", fields: { winners: [], reason: "house" } }],
    ["result none", { id: null, kind: "result", fields: { none: true } }],
    [
      "legal s0 d=2 guess:1,2 pass",
      { id: null, kind: "legal", fields: { seat: "s0", d: 2, moves: ["guess:1,2", "pass"] } },
    ],
    [
      'belief hand "a=b"=0.25 c=0.75',
      { id: null, kind: "belief", fields: { name: "hand", chances: { "a=b": 0.25, c: 0.75 } } },
    ],
    ['view s0 n=2 {"a":"} \\" {"}', { id: null, kind: "view", fields: { seat: "s0", n: 2, view: { a: '} " {' } } }],
    ["id name odd 7", { id: null, kind: "id", fields: { name: "odd", version: "7" } }],
    ["ok", { id: null, kind: "ok", fields: {} }],
    ["frob x key=1", { id: null, kind: "frob", fields: { x: true, key: "1" } }],
  ];
  for (const [line, message] of cases) assert.deepEqual(parseMessage(line), message);
  assert.throws(() => parseMessage(""), /not a message/);
  assert.throws(() => parseMessage('view s0 {"a'), SyntaxError);
});

// The JavaScript client against the real engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, EngineDied, EngineError, EngineTimeout } from "../../protocols/js/index.js";
import { COMMAND, numbers, start } from "./engine.mjs";

const GAMES = ["epireia", "egemonia", "epix", "ephyran"];
const KINDS = ["view", "legal", "describe", "summary", "events", "story"];

/** A whole game of random moves; everything that the engine said. */
async function playWhole(engine, name) {
  const choose = numbers(7);
  const game = await engine.new(name, { seats: 2, deal: 11 });
  const said = [];
  while (!game.result) {
    const seat = game.waiting[choose(game.waiting.length)];
    const moves = await game.legal(seat);
    const wanted = choose(8) === 0 ? { with: KINDS, for: ["s0", "pub"] } : {};
    const reply = await game.play(seat, moves[choose(moves.length)], wanted);
    said.push(reply.fields, ...reply.data.map(({ kind, fields }) => ({ kind, fields })));
  }
  return { game, said };
}

for (const name of GAMES) {
  test(`a whole game of ${name} is the same in text and msgpack`, async () => {
    const found = [];
    for (const msgpack of [false, true]) {
      const engine = await start({ msgpack });
      const { game, said } = await playWhole(engine, name);
      assert.ok(game.result.reason);
      assert.deepEqual(game.waiting, []);
      found.push(said);
      assert.equal(await engine.quit(), 0);
    }
    assert.ok(found[0].length > 100);
    assert.deepEqual(found[0], found[1]);
  });
}

test("the handshake is the same in text and msgpack", async () => {
  const [text, packed] = [await start(), await start({ msgpack: true })];
  assert.deepEqual(text.hello, packed.hello);
  assert.equal(text.hello.options.AISeed.max, 2n ** 63n - 1n);
  assert.equal(text.hello.options.Threads.default, 1);
  assert.deepEqual(await text.components("epix"), await packed.components("epix"));
  assert.equal(await text.primer("epix"), await packed.primer("epix"));
  await text.quit();
  await packed.quit();
});

for (const msgpack of [false, true]) {
  test(`a review, ${msgpack ? "msgpack" : "text"}`, async () => {
    const engine = await start({ msgpack });
    await engine.setOption("InfoEvery", 1);
    const { game } = await playWhole(engine, "epix");
    const infos = [];
    const found = await game.review("s0", { nodes: 20, onInfo: (info) => infos.push(info) });
    assert.equal(infos.at(-1).done, infos.at(-1).of);
    assert.equal(found.over, true);
    assert.ok(found.judged.length > 3 && found.swings.length > 0);
    const { result, ...terms } = found.ledger;
    const sum = Object.values(terms).reduce((a, b) => a + b, 0);
    assert.ok(Math.abs(sum - result) < 1e-9);
    assert.equal(found.graph.at(-1).chances[found.team], result);
    await engine.quit();
  });

  test(`searching, analysing and stopping, ${msgpack ? "msgpack" : "text"}`, async () => {
    const engine = await start({ msgpack });
    await engine.setOption("Level", 5);
    const game = await engine.new("egemonia", { deal: 7 });
    const best = await game.go("s0", { nodes: 60, clock: { s0: 60_000, s1: 50_000 } });
    assert.ok((await game.legal("s0")).includes(best.move));
    assert.equal(best.info.nodes, 60);
    assert.equal(best.info.wp.length, 2);
    const only = await game.go("s0", { nodes: 20, moves: ["setup:corinth"] });
    assert.equal(only.move, "setup:corinth");
    const stopping = new AbortController();
    const endless = game.go("s0", { infinite: true }, { signal: stopping.signal });
    await engine.request("ping");
    stopping.abort();
    assert.equal(typeof (await endless).move, "string");
    let thoughts = 0;
    for await (const thought of game.analyze("s0", { multipv: 3, every: 10, level: 10 })) {
      assert.equal(thought.lines.length, 3);
      thoughts += 1;
      if (thoughts === 2) break;
    }
    await game.play("s0", best.move); // it is not busy any more
    await engine.quit();
  });

  test(`errors have a code and keys, ${msgpack ? "msgpack" : "text"}`, async () => {
    const engine = await start({ msgpack });
    const game = await engine.new("egemonia", { deal: 7 });
    await assert.rejects(game.play("s1", "setup:delos"), (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.code, "wrong-seat");
      assert.deepEqual(error.keys, { seat: "s1", waiting: ["s0"] });
      return true;
    });
    await assert.rejects(game.play("s0", "fly"), { code: "illegal", message: "illegal move=fly reason=not-a-move" });
    await engine.quit();
  });

  test(`one seat of somebody else's table, ${msgpack ? "msgpack" : "text"}`, async () => {
    const engine = await start({ msgpack });
    const game = await engine.new("egemonia", { seat: "s1" });
    assert.equal(await game.observe(1, "influence corinth athens 1"), false);
    assert.equal(await game.observe(2, "next setup s1 0"), true);
    assert.equal((await game.go("s1", { d: 4, nodes: 20 })).d, 4);
    assert.equal((await game.describe("s1")).asked, true);
    await assert.rejects(game.observe(9, "syracuse"), { code: "gap" });
    await engine.quit();
  });

  test(`a subscription tells what a seat knows, ${msgpack ? "msgpack" : "text"}`, async () => {
    const engine = await start({ msgpack });
    const game = await engine.new("egemonia", { deal: 7 });
    const heard = [];
    for await (const update of game.subscribe("s1", ["view", "story", "describe"])) {
      heard.push(update);
      if (heard.length === 1) game.play("s0", "setup:corinth");
      else break;
    }
    assert.deepEqual(
      heard.map((update) => update.description.asked),
      [false, true],
    );
    assert.equal(heard[1].d, 1);
    assert.equal(heard[1].story.length, 1);
    await game.undo({ with: ["view"], for: ["s0"] });
    assert.equal(game.updates.s0.view.you, "s0");
    assert.deepEqual(game.decisions, { s0: 2 });
    await engine.quit();
  });
}

test("a process that died is started again with its options and games", async () => {
  const engine = await start();
  await engine.setOption("OpenHands", true);
  const game = await engine.new("egemonia"); // the deal is drawn by the client
  const other = await engine.new("epix", { seats: 2 });
  await game.play("s0", "setup:corinth");
  const before = await game.view("all");
  const pid = engine.pid;
  process.kill(pid, "SIGKILL");
  assert.deepEqual(await game.view("all"), before);
  assert.notEqual(engine.pid, pid);
  assert.deepEqual(game.waiting, ["s1"]);
  process.kill(engine.pid, "SIGKILL");
  await Promise.all([game.legal("s1"), other.view("pub"), engine.ready()]); // one restart is enough for all
  await engine.quit();
});

test("a process that may not be started again stays dead", async () => {
  const engine = await start({ restarts: false });
  process.kill(engine.pid, "SIGKILL");
  await assert.rejects(engine.ready(), EngineDied);
  await assert.rejects(engine.ready(), EngineDied);
});

test("an answer that does not come in time is an error, and the search is stopped", async () => {
  const engine = await start();
  const game = await engine.new("egemonia", { deal: 7 });
  await assert.rejects(game.go("s0", { infinite: true }, { timeout: 50 }), EngineTimeout);
  assert.equal(typeof (await game.go("s0", { nodes: 10 })).move, "string");
  await engine.quit();
});

test("what does not speak the protocol is named", async () => {
  await assert.rejects(Engine.start(["no-such-engine"]), /cannot start no-such-engine: .*not on the PATH/);
  await assert.rejects(Engine.start(["true"]), /ended with status 0/);
  await assert.rejects(Engine.start(["echo", "Welcome"]), /ended with status 0/);
  await assert.rejects(
    Engine.start(COMMAND, { msgpack: true, stderr: "ignore", timeout: 1000 }),
    /speaks lines of text|no answer|ended/,
  );
  await assert.rejects(Engine.start([...COMMAND, "--msgpack"]), /the engine speaks msgpack/);
});

"""What viewers know comes with the answer to a change, or is pushed: over the session and over the client."""

from __future__ import annotations

import asyncio

import pytest

from petteia.engine import Block, Description, new
from petteia.protocols.client import Engine, EngineError, SimpleEngine, Update
from petteia.protocols.verbs import looking
from petteia.protocols.verbs.syntax import KINDS

from .talk import ENCODINGS, Talk

EVERYTHING = list(KINDS)


def test_every_kind_can_be_told() -> None:
    assert set(looking.TELLERS) == set(KINDS)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_comes_with_an_answer_is_what_the_verbs_tell(encoding: str) -> None:
    talk = Talk(encoding)
    talk.ask("new egemonia deal=7")
    told = talk.ask("play s0 d=1 setup:corinth with=view,legal,describe,summary,eval for=s1")
    asked = [
        line
        for verb in ("view", "legal", "describe", "summary", "eval")
        for line in talk.ask(f"{verb} s1")
        if not line.startswith("ok")
    ]
    assert [line for line in told if line in asked] == asked


def test_a_fault_in_words_does_not_undo_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is made: the answer says so, and the log says where the words failed."""
    talk = Talk()

    def broken(*_: object) -> None:
        raise RuntimeError("no words")

    talk.ask("new egemonia deal=7")
    monkeypatch.setitem(looking.TELLERS, "describe", broken)
    assert talk.end("play s0 d=1 setup:corinth with=describe for=s0") == "ok waiting=s1"
    assert "RuntimeError" in talk.log.getvalue()


def test_a_fault_in_words_ends_a_subscription_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk()
    talk.ask("new egemonia deal=7")
    talk.send("@sub subscribe s0 with=describe")

    def broken(*_: object) -> None:
        raise RuntimeError("no words")

    monkeypatch.setitem(looking.TELLERS, "describe", broken)
    answer = talk.ask("play s0 d=1 setup:corinth")
    assert "ok waiting=s1" in answer
    assert answer[-1].startswith("@sub error internal ref=")
    assert talk.ask("play s1 d=1 setup:delos")[-1].startswith("ok")


def test_subscriptions_are_answered_at_the_end() -> None:
    talk = Talk()
    talk.ask("new egemonia deal=7")
    talk.send("@a subscribe s0 with=view")
    talk.send("@b subscribe pub with=story")
    assert talk.ask("@q quit")[-3:] == ["@a ok", "@b ok", "@q ok"]


def test_a_game_that_is_replaced_ends_its_subscriptions() -> None:
    talk = Talk()
    talk.ask("position egemonia deal=7 moves setup:corinth")
    talk.send("@a subscribe s0 with=view")
    assert talk.ask("position egemonia deal=8")[-1] == "@a ok closed=1"


def test_undo_is_pushed_with_its_sentence() -> None:
    talk = Talk()
    talk.ask("new egemonia deal=7")
    talk.ask("play s0 d=1 setup:corinth")
    talk.send("@a subscribe s1 with=story from=3")
    assert talk.ask("undo")[-2:] == ["@a sentence s1 3 That is taken back.", "@a update s1 n=3"]


def check_update(update: Update) -> None:
    """That everything is there, and typed."""
    assert update.view is not None
    assert update.view["game"] == "egemonia"
    assert isinstance(update.description, Description)
    assert update.summary
    assert isinstance(update.summary[0], Block)
    assert update.wp is not None
    assert sum(update.wp) == pytest.approx(1, abs=0.01)
    assert update.story == [(1, "You have 1 influence in Corinth now.")]
    assert [n for n, _ in update.events] == [1, 2]
    assert update.n == 2


@pytest.mark.parametrize("msgpack", [False, True])
def test_the_blocking_client(msgpack: bool) -> None:
    with SimpleEngine.popen(msgpack=msgpack) as engine:
        assert engine.hello.caps["describe"]
        assert engine.hello.games["egemonia"]["title"] == "Egemonia"
        assert engine.primer("epireia") != engine.primer("epireia", seats=1)
        game = engine.new("egemonia", deal=7, with_=["describe"], for_=["s0"])
        described = game.updates["s0"].description
        assert described is not None
        assert described.asked
        assert described.to_dict() == new("egemonia", seed=7).observation("s0").describe().to_dict()
        assert game.describe("s1").waiting == ("s0",)
        assert game.summary("pub", brief=True)
        with game.subscribe("s1", ["story", "describe"]) as updates:
            pushed = iter(updates)
            assert next(pushed).n == 0
            game.play("s0", "setup:corinth", with_=EVERYTHING, for_=["s0"])
            check_update(game.updates["s0"])
            noticed = next(pushed)
            assert noticed.story == [(1, "Athens has 1 influence in Corinth now.")]
            assert noticed.d == 1
            check_update(game.look("s0", EVERYTHING))
        game.undo(with_=["view"], for_=["pub"])
        assert game.updates["pub"].view is not None
        with pytest.raises(EngineError, match="bad-arg"):
            game.look("s7", ["view"])


def test_a_subscription_outlives_the_engine_process() -> None:
    """The process is started again, the game set up as it was, and told of again."""

    async def follow() -> None:
        async with Engine() as engine:
            game = await engine.new("egemonia", deal=7)
            async with game.subscribe("s1", ["story"]) as updates:
                assert (await anext(updates)).n == 0
                assert engine._process is not None
                engine._process.kill()
                assert (await anext(updates)).n == 0
                await game.play("s0", "setup:corinth")
                assert (await anext(updates)).story == [(1, "Athens has 1 influence in Corinth now.")]
                await game.close()
                with pytest.raises(StopAsyncIteration):
                    await anext(updates)

    asyncio.run(asyncio.wait_for(follow(), 60))

"""The client: both encodings, streaming, time-outs, crashes, and whole games between processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from petteia.engine import GAMES, ruleset
from petteia.protocols import text
from petteia.protocols.client import Engine, EngineDied, EngineError, EngineTimeout, SimpleEngine, SimpleGame

from ..patience import wait_until
from .standin import BELIEVED

ROOT = Path(__file__).parent.parent.parent
CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.argv[0] = 'standin'; "
RUN = "from tests.protocol.standin import counting; from petteia.protocols import process; process.main({}, counting)"


def standin(msgpack: bool = False) -> list[str]:
    return [sys.executable, "-c", CODE + RUN.format(msgpack)]


@pytest.fixture(params=[False, True], ids=["text", "msgpack"])
def packed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def test_start_options_play_and_errors(packed: bool) -> None:
    with SimpleEngine.popen(standin(packed), msgpack=packed) as engine:
        assert engine.hello.name == "petteia"
        assert engine.hello.caps["seatmode"]
        assert engine.hello.games["egemonia"]["options"]["scenario"] == ["standard", "historical"]
        assert engine.hello.games["egemonia"]["seats"] == [2]
        assert engine.hello.options["Threads"]["max"] == 256
        assert engine.hello.options["Ponder"]["default"] is True
        engine.ready()
        engine.set_option("Level", 3)
        with pytest.raises(EngineError) as refused:
            engine.set_option("Level", 30)
        assert refused.value.code == "bad-arg"
        assert refused.value.keys["want"] == "1..10"
        game = engine.new("egemonia", deal=7)
        assert game.teams == ["s0", "s1"]
        assert game.waiting == ["s0"]
        assert "setup:corinth" in game.legal("s0")
        before = game.hash()
        with pytest.raises(EngineError, match="illegal move=setup:sicily reason=not-there"):
            game.play("s0", "setup:sicily")
        assert game.hash() == before
        game.play("s0", "setup:corinth")
        assert game.waiting == ["s1"]
        assert game.events["s1"] == ["influence corinth athens 1", "next setup s1 0"]
        best = game.go("s1", nodes=7)
        assert best.d == 1
        assert best.thought is not None
        assert best.thought.nodes == 7
        assert game.hash() != before
        game.undo()
        assert game.hash() == before
        assert game.decisions == {"s0": 2}
        assert game.view("s0")["you"] == "s0"
        other = engine.load(record=game.save())
        assert other.hash() == before
        other.close()
        with pytest.raises(EngineError, match="no-game"):
            other.hash()


def test_a_whole_game(packed: bool) -> None:
    with SimpleEngine.popen(standin(packed), msgpack=packed) as engine:
        game = engine.new("egemonia", deal=7)
        while game.result is None:
            seat = game.waiting[0]
            game.play(seat, game.go(seat, nodes=1).move)
        winners, reason = game.result
        assert winners
        assert reason
        assert game.waiting == []


def test_words_for_people_and_what_is_in_the_box(packed: bool) -> None:
    with SimpleEngine.popen(standin(packed), msgpack=packed) as engine:
        game = engine.new("egemonia", deal=7)
        game.play("s0", "setup:corinth")
        assert game.told("s1") == [(1, "influence corinth athens 1"), (2, "next setup s1 0")]
        assert game.story("s1") == [(1, "Athens has 1 influence in Corinth now.")]
        game.undo()
        assert game.story("s1", 2) == [(3, "That is taken back.")]
        box = engine.components("egemonia")
        assert {"file": "areas.toml", "table": "area"}.items() <= box[0].items()
        assert box[0]["row"] == ruleset("egemonia").components.table("area")[0].values


def test_nobody_can_win() -> None:
    """In solo, against a house without a seat, the list of winners may be empty."""
    assert text.parse_message("result winners= reason=fronts").fields == {"winners": [], "reason": "fronts"}


def test_analysis_streams_and_stops(packed: bool) -> None:
    with SimpleEngine.popen(standin(packed), msgpack=packed) as engine:
        game = engine.new("ephyran", seats=2, deal=7)
        [seat] = game.waiting
        nodes = []
        with game.analyse(seat, every=20, multipv=3) as thoughts:
            for thought in thoughts:
                nodes.append(thought.nodes)
                assert len(thought.lines) == 3
                assert thought.lines[0]["rank"] == 1
                assert [list(each.values()) for each in thought.beliefs.values()] == [[BELIEVED]] * 2  # both hands
                assert abs(sum(thought.wp) - 1) < 1e-9
                engine.ping()  # while it runs
                if len(nodes) == 4:
                    break
        assert nodes == sorted(nodes)
        game.play(seat, game.legal(seat)[0])  # the search is over: not busy
        [seat] = game.waiting
        with game.analyse(seat, nodes=5) as thoughts:
            assert [thought.nodes for thought in thoughts][-1] == 5
        [other] = {"s0", "s1"} - {seat}
        with pytest.raises(EngineError, match="wrong-seat"), game.analyse(other) as thoughts:
            list(thoughts)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_crash_is_survived(packed: bool, how: signal.Signals) -> None:
    with SimpleEngine.popen(standin(packed), msgpack=packed, stderr=subprocess.DEVNULL) as engine:
        engine.set_option("InfoEvery", 77)
        first = engine.new("egemonia")  # the client draws the deal, so that it can be dealt again
        second = engine.new("egemonia", seat="s1")
        second.observe(1, "influence corinth athens 1")
        first.play("s0", "setup:corinth")
        first.undo()
        first.play("s0", "setup:megara")
        first.play("s1", "setup:delos")
        before = first.hash(), second.hash(), first.decisions, first.events
        assert engine.pid is not None
        os.kill(engine.pid, how)
        assert (first.hash(), second.hash(), first.decisions, first.events) == before
        first.play("s0", first.legal("s0")[0])
        second.observe(2, "next setup s1 0")


def test_a_crash_during_a_search_repeats_it() -> None:
    async def scene() -> None:
        async with Engine(standin(), stderr=subprocess.DEVNULL) as engine:
            game = await engine.new("egemonia", deal=7)
            search = asyncio.create_task(game.go("s0", nodes=4000))
            other = asyncio.create_task(game.view("s0"))
            await asyncio.sleep(0.1)  # the search takes eight times as long at least
            first = engine.pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            assert (await search).move
            assert (await other)["you"] == "s0"
            assert engine.pid != first

    asyncio.run(scene())


def test_without_restarts_a_crash_is_raised() -> None:
    with SimpleEngine.popen(standin(), restarts=False, stderr=subprocess.DEVNULL) as engine:
        game = engine.new("egemonia")
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineDied):
            game.view("s0")


def is_free(game: SimpleGame) -> bool:
    """Whether no search of this game runs."""
    try:
        return bool(game.go("s0", nodes=1).move)
    except EngineError as error:
        if error.code == "busy":
            return False
        raise


def test_time_outs() -> None:
    deaf = [sys.executable, "-c", "import time; time.sleep(60)"]
    began = time.monotonic()
    with pytest.raises(EngineTimeout):
        SimpleEngine.popen(deaf, timeout=0.3)
    assert time.monotonic() - began < 40
    with SimpleEngine.popen(standin()) as engine:
        game = engine.new("egemonia")
        with pytest.raises(EngineTimeout):
            engine.request("go", {"seat": "s0", "infinite": True}, timeout=0.2)
        wait_until(lambda: is_free(game))  # the search was stopped


def test_something_else_than_an_engine() -> None:
    with pytest.raises(EngineDied):
        SimpleEngine.popen([sys.executable, "-c", "print('hello')"])
    with pytest.raises(EngineDied):
        SimpleEngine.popen([sys.executable, "-c", "print('view s0 {{{')"])
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen(["/no/such/engine"])


def test_an_engine_that_speaks_the_other_encoding() -> None:
    engine = [sys.executable, "-m", "petteia.protocols"]
    with pytest.raises(EngineDied, match="pass msgpack=True"):
        SimpleEngine.popen([*engine, "--msgpack"])
    with SimpleEngine.popen([*engine, "--msgpack"], msgpack=True) as fine:
        fine.ping()
    with pytest.raises(EngineDied, match="leave out msgpack=True"):
        SimpleEngine.popen([sys.executable, "-c", "print('id name other 1')"], msgpack=True)


def follow(referee: SimpleGame, player: SimpleGame, seat: str, told: dict[str, int]) -> None:
    """Pass on what the referee sent to a seat."""
    for event in referee.events.get(seat, [])[told[seat] :]:
        told[seat] += 1
        player.observe(told[seat], event)


@pytest.mark.parametrize("name", GAMES)
def test_two_engines_play_a_game_that_a_third_referees(name: str) -> None:
    """Each player's process is told its own seat's events and nothing else."""
    with SimpleEngine.popen() as judge, SimpleEngine.popen(msgpack=True) as first, SimpleEngine.popen() as second:
        referee = judge.new(name, deal=11)
        seats = sorted({seat for team in referee.teams for seat in team.split("+") if seat != "house"})
        engines = [first, second]
        players = {}
        for number, seat in enumerate(seats):
            engine = engines[number % 2]
            engine.set_option("Level", 2)
            players[seat] = engine.new(name, seat=seat)
        told = dict.fromkeys(seats, 0)
        moves = 0
        while referee.result is None:
            seat = referee.waiting[0]
            follow(referee, players[seat], seat, told)
            assert sorted(players[seat].legal(seat)) == sorted(referee.legal(seat))
            best = players[seat].go(seat, nodes=20, d=referee.decisions[seat])
            assert best.d == referee.decisions[seat]
            referee.play(seat, best.move)
            moves += 1
        for seat in seats:
            follow(referee, players[seat], seat, told)
            assert players[seat].hash(seat) == referee.hash(seat)
            assert players[seat].view(seat) == referee.view(seat)
        assert moves > 10


@pytest.mark.parametrize("msgpack", [False, True])
def test_an_option_can_be_switched_on_and_off_and_changes_what_is_offered(msgpack: bool) -> None:
    with SimpleEngine.popen(msgpack=msgpack) as engine:
        assert "siege" not in engine.hello.games
        engine.set_option("Toys", True)
        assert engine.greet().games["siege"]["title"] == "Siege"
        engine.restart()
        assert "siege" in engine.hello.games
        engine.set_option("Toys", False)
        assert "siege" not in engine.greet().games

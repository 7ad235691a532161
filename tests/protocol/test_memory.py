"""An engine process stays within its memory, however many games it has seen."""

from __future__ import annotations

import gc
import itertools
import types
from pathlib import Path

import pytest

from petteia.engine import GAMES, Observation, Ruleset
from petteia.protocols.client import SimpleEngine, SimpleGame
from petteia.protocols.verbs.search import search_player

from .talk import Talk

MEMORY = 8  # megabytes
POOL = 64  # megabytes of dropped trees that the search keeps for its next ones
SLACK = 24  # megabytes for the games themselves, and for what Python holds back
OPEN = 55  # games that the page leaves open


def resident(pid: int) -> float:
    """Megabytes that a process has in memory."""
    fields = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024


def play_as_the_page(engine: SimpleEngine, number: int, movetime: int) -> SimpleGame:
    """A few decisions of a game: the engine's by timed searches, with a hint for the person now and then."""
    names = list(GAMES)
    game = engine.new(names[number % len(names)], deal=number)
    for step in range(4):
        if not game.waiting:
            break
        seat = game.waiting[0]
        game.play(seat, game.go(seat, movetime=movetime).move if step % 2 == 0 else game.legal(seat)[0])
    return game


def fill(engine: SimpleEngine, games: int, movetime: int) -> list[float]:
    """The process's size after each tenth of the games. Some are closed, the others left open until there are many."""
    open_games: list[SimpleGame] = []
    sizes = []
    for number in range(games):
        open_games.append(play_as_the_page(engine, number, movetime))
        if number % 3 == 0:
            open_games.pop().close()
        if len(open_games) > OPEN:
            open_games.pop(0).close()
        if number % max(1, games // 10) == 0:
            assert engine.pid is not None
            sizes.append(resident(engine.pid))
    return sizes


def stays_within(games: int, movetime: int, memory: int) -> None:
    with SimpleEngine.popen() as engine:
        engine.set_option("MemoryMB", memory)
        engine.set_option("MoveOverhead", 0)
        engine.ready()
        assert engine.pid is not None
        before = resident(engine.pid)
        sizes = fill(engine, games, movetime)
    # What runs takes as much as what is kept, at most.
    assert max(sizes) <= before + 2 * memory + POOL + SLACK, sizes


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_process_stays_within_its_memory() -> None:
    stays_within(75, 100, MEMORY)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_process_stays_within_its_memory_over_a_thousand_games() -> None:
    stays_within(1000, 100, 64)


def test_kept_trees_share_one_limit_and_go_with_their_games() -> None:
    """Before, every game kept a tree of up to MemoryMB for each of its seats."""
    talk = Talk(players=search_player)
    talk.ask(f"setoption name MemoryMB value {MEMORY}")
    talk.ask("setoption name MoveOverhead value 0")
    trees = talk.session.trees
    most = 0
    for deal, name in zip(range(12), itertools.cycle(GAMES), strict=False):
        talk.ask(f"new {name} deal={deal}")
        seat = talk.session.find_game({}).waiting()[0]
        talk.ask(f"go {seat} movetime={5 if deal < 4 else 120}")
        assert trees.memory <= MEMORY << 20
        most = max(most, len(trees))
    assert most > 1  # small trees stay beside each other
    talk.ask("setoption name MemoryMB value 1")
    assert trees.memory <= 1 << 20
    talk.ask(f"go {seat} movetime=5")
    assert len(trees) >= 1
    for handle in list(talk.session.games):
        talk.ask(f"close {handle}")
    assert len(trees) == 0
    talk.close()


def test_a_story_keeps_one_observation() -> None:
    """Before, it kept one for every event: in Egemonia, where they are large, 7 MB after a few moves."""
    talk = Talk()
    talk.ask("new egemonia deal=7")
    opened = talk.session.find_game({})
    for _ in range(30):
        seat = opened.waiting()[0]
        move = talk.fields(f"legal {seat}", "legal")["moves"][0]
        talk.ask(f"play {seat} d={opened.decision(seat)} {move} with=story")
    assert len(opened.told("s0")) > 60
    gc.collect()
    kept = [each for each in referenced(opened) if isinstance(each, Observation)]
    assert len(kept) <= len(opened.viewers)


def referenced(start: object) -> list[object]:
    """Everything that an object holds on to, the rules left out: they are shared."""
    found, left = {id(start): start}, [start]
    while left:
        for each in gc.get_referents(left.pop()):
            if id(each) not in found and not isinstance(each, type | types.ModuleType | types.FunctionType | Ruleset):
                found[id(each)] = each
                left.append(each)
    return list(found.values())

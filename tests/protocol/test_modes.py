"""Referee mode and seat mode are one search: the same information gives the same answers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from petteia.ai.levels import LEVELS
from petteia.engine import GAMES, new
from petteia.engine.registry import TOYS, find
from petteia.protocols.verbs.search import search_player

from ..tools.layout import ROOT
from .talk import Talk


@pytest.fixture(scope="module")
def thinker() -> Talk:
    talk = Talk(players=search_player)
    talk.ask("setoption name Deterministic value true")
    return talk


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_the_same_information_gives_the_same_search(thinker: Talk, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, name, find(name))
    chooser = random.Random(name)
    thinker.ask(f"new {name} deal={chooser.randrange(1000)}")
    [*_, table] = thinker.session.games.values()
    seats = {}
    for seat in table.ruleset.seats:
        seats[seat] = thinker.end(f"new {name} seat={seat}").removeprefix("ok game=")
    told = dict.fromkeys(seats, 0)
    for step in range(24):
        if table.outcome() is not None:
            break
        seat = table.waiting()[0]
        for line in table.told(seat)[told[seat] :]:
            told[seat] += 1
            assert thinker.end(f"obs game={seats[seat]} {told[seat]} {line}").startswith("ok")
        d = table.decision(seat)
        if step % 4 == 0:
            for command in (
                f"go {seat} d={d} nodes=80",
                f"analyze {seat} nodes=80 multipv=4",
                f"legal {seat}",
                f"view {seat}",
            ):
                here = thinker.ask(f"@x {command} game={table.handle}")
                there = thinker.ask(f"@x {command} game={seats[seat]}")
                if command.startswith("legal"):
                    here = [line.replace(f" d={d}", "") for line in here]  # the referee counts
                assert here == there
                assert not here[-1].startswith("@x error")
        move = chooser.choice(thinker.fields(f"legal {seat} game={table.handle}", "legal")["moves"])
        thinker.ask(f"play {seat} d={d} {move} game={table.handle}")
    for handle in (table.handle, *seats.values()):
        thinker.ask(f"close {handle}")


def test_the_same_seeds_give_the_same_game_whatever_came_before(thinker: Talk) -> None:
    """Search randomness comes from the AI's seed and the information, not from the deal or from earlier searches."""
    thinker.ask("new egemonia deal=5")
    first = thinker.ask("go s0 nodes=50")
    thinker.ask("new egemonia deal=6")  # another deal, but nothing has been seen of it
    assert thinker.ask("go s0 nodes=50") == first
    thinker.ask("setoption name AISeed value 9")
    other = thinker.ask("analyze s0 nodes=50")
    thinker.ask("setoption name AISeed value -1")
    assert thinker.ask("go s0 nodes=50") == first
    assert thinker.ask("analyze s0 nodes=50") != other


def test_position_is_the_same_game(thinker: Talk) -> None:
    thinker.ask("new egemonia deal=5")
    thinker.ask("play s0 d=1 setup:corinth")
    thinker.ask("play s1 d=1 setup:delos")
    state, first = thinker.hash(), thinker.ask("go s0 d=2 nodes=50")
    events = [
        f'"{event}"'
        for event in new("egemonia", seed=5).with_moves([("s0", "setup:corinth"), ("s1", "setup:delos")]).events("s0")
    ]
    assert thinker.end("position egemonia deal=5 moves setup:corinth setup:delos") == "ok game=g0"
    assert thinker.hash() == state
    assert thinker.ask("go s0 nodes=50") == first
    assert thinker.end(f"position egemonia seat=s0 obs {' '.join(events)}") == "ok game=g0"
    assert thinker.ask("go s0 d=2 nodes=50") == first


def test_levels_styles_and_selection(thinker: Talk) -> None:
    thinker.ask("new egemonia deal=5")
    thinker.ask("play s0 d=1 setup:corinth")
    thinker.ask("play s1 d=1 setup:delos")
    assert thinker.ask("go s0 level=1")[0].startswith(f"info nodes={LEVELS[1].nodes} ")
    assert thinker.end("go s0 level=11") == "error bad-arg arg=level got=11 want=1..10"
    assert thinker.end("go s0 nodes=40 style=cautious").startswith("bestmove ")
    thinker.ask("setoption name Select value best")
    lines = [message for message in thinker.ask("analyze s0 nodes=60 multipv=200") if message.startswith("line ")]
    policy = {line.split()[2]: float(line.split("policy=")[1].split()[0]) for line in lines}
    best = thinker.end("go s0 nodes=60").split()
    assert best[-1] == "p=1.00"
    assert policy[best[1]] == max(policy.values())
    thinker.ask("setoption name Select value sample")


def test_bench_is_reproducible(thinker: Talk) -> None:
    first = thinker.ask("bench nodes=30")
    second = thinker.ask("bench nodes=30")

    def signatures(lines: list[str]) -> list[str]:
        return [line.split("signature=")[1] for line in lines]

    assert signatures(first) == signatures(second)
    assert len(first) == len(GAMES) + 1
    assert signatures(thinker.ask("bench nodes=40")) != signatures(first)


def test_shares_add_up(thinker: Talk) -> None:
    thinker.ask("new egemonia deal=5")
    for line in ("go s0 nodes=33", "eval s0", "eval pub"):
        wp = [message.fields["wp"] for message in _messages(thinker, line) if "wp" in message.fields]
        assert wp
        assert all(abs(sum(shares) - 1) < 1e-9 for shares in wp)


def _messages(talk: Talk, line: str) -> list:  # type: ignore[type-arg]
    start = len(talk.said)
    talk.ask(line)
    return talk.said[start:]


def test_components_come_from_a_folder(talk: Talk, tmp_path: Path) -> None:
    """DataDir: games that are opened from then on, records too; a folder that cannot be is told."""
    areas = (ROOT / "engine" / "games" / "egemonia" / "data" / "areas.toml").read_text("utf-8")
    (tmp_path / "areas.toml").write_text(areas.replace('name = "Argos"', 'name = "Argolis"'), "utf-8")
    talk.ask("new egemonia deal=7")
    talk.ask(f"setoption name DataDir value {json.dumps(str(tmp_path))}")
    talk.ask("new egemonia deal=7")
    first, second = talk.session.games.values()
    assert "Argolis" not in first.ruleset.draw(first.observation("pub").view())
    assert "Argolis" in second.ruleset.draw(second.observation("pub").view())
    record = json.dumps(second.record(None))
    assert talk.end(f"load record={record}").startswith("ok game=g3")
    assert "Argolis" in " ".join(talk.ask("components egemonia"))
    assert talk.end("setoption name DataDir value /nowhere") == (
        'error bad-arg arg=DataDir got=/nowhere want="a folder with component or language files"'
    )
    (tmp_path / "areas.toml").write_text("")
    assert talk.end("new egemonia").startswith("error bad-arg arg=DataDir got=")
    (tmp_path / "areas.toml").write_text("[[area]]")
    assert talk.end("components egemonia").startswith("error bad-arg arg=DataDir got=")
    assert talk.end(f"load record={record}").startswith("error bad-record")


def own_scenario(folder: Path) -> None:
    """A folder with one more solo scenario of Epireia, `my_own`."""
    scenarios = (ROOT / "engine" / "games" / "epireia" / "data" / "solo.toml").read_text("utf-8")
    first = scenarios[scenarios.index("[[scenario]]") :].split("\n[[scenario]]")[0]
    own = first.replace('id = "harvest_road"', 'id = "my_own"').replace('name = "The harvest road"', 'name = "Mine"')
    (folder / "solo.toml").write_text(f"{scenarios}\n{own}\n", "utf-8")


def test_a_scenario_of_ones_own_can_be_opened(talk: Talk, tmp_path: Path) -> None:
    own_scenario(tmp_path)
    assert talk.end("new epireia seats=1 scenario=my_own").startswith("error bad-arg arg=scenario got=my_own want=")
    talk.ask(f"setoption name DataDir value {json.dumps(str(tmp_path))}")
    assert talk.end("new epireia seats=1 scenario=my_own") == "ok game=g1"


@pytest.mark.parametrize(
    ("given", "blamed"),
    [
        ("seats=1 city=troy", "arg=city got=troy want=athens,sparta,corinth,delphi,larissa,elis"),
        ("seats=1 enemy=nobody", "arg=enemy got=nobody want=die,ai,rival"),
        ("seats=1 league=achaean", "arg=league got=achaean want=delian,peloponnesian"),
        ("seats=2 city=athens", 'arg=city got=athens want="only a game for one player has this option"'),
    ],
)
def test_the_argument_that_is_wrong_is_named(either: Talk, given: str, blamed: str) -> None:
    assert either.end(f"new epireia {given}") == f"error bad-arg {blamed}"

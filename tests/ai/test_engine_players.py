"""Engine processes as players: they play as they would here, are told what their seat saw, and fail within bounds."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from petteia.ai.executor import Processes
from petteia.ai.journal import Journal
from petteia.ai.match import Plan, Played, Report, run_match
from petteia.ai.player import Analysis, Limits, PlayerFailed
from petteia.ai.registry import make_player, option_help, parse_player
from petteia.ai.stop import Stop
from petteia.cli.engine import conformance
from petteia.cli.match import match
from petteia.engine import GAMES, Game, GameError, Observation, new
from petteia.protocols import engine_player
from petteia.protocols.engine_player import UhiPlayer, UhiSettings, end_engines
from petteia.protocols.shapes import write_value

from ..protocol.twins import find_twins

THIS = f"{shlex.quote(sys.executable)} -m petteia.protocols"
ODD = f"{shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).with_name('odd_engine.py')))}"


def uhi(command: str, *options: str) -> str:
    """A player's text; the command is quoted, so that anything may be in it."""
    return ",".join([f"uhi:{json.dumps(command)}", *options])


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    end_engines()


def played(plan: Plan) -> tuple[Report, list[Played]]:
    games: list[Played] = []
    return run_match(plan, on_deal=lambda _, deal: games.extend(deal)), games


def tapped(log: Path, engine: str = THIS) -> str:
    """This build (or another engine) in another process, with all that it is sent in a file."""
    return f"sh -c {shlex.quote(f'tee {shlex.quote(str(log))} | {engine}')}"
    """This build in another process, with all that it is sent in a file."""
    return f"sh -c {shlex.quote(f'tee {shlex.quote(str(log))} | {THIS}')}"


# How it is written.


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("uhi:petteia engine", UhiSettings("petteia engine")),
        ("uhi:petteia engine,nodes=5", UhiSettings("petteia engine", nodes=5)),
        ('uhi:"petteia engine",nodes=5,Level=3', UhiSettings("petteia engine", nodes=5, options={"Level": "3"})),
        ('uhi:"a --b=c,d:e \\"f g\\""', UhiSettings('a --b=c,d:e "f g"')),
        ('uhi:x,timeout=2.5,Style="a,b"', UhiSettings("x", timeout=2.5, options={"Style": "a,b"})),
    ],
)
def test_a_command_survives_its_commas_and_colons(text: str, want: UhiSettings) -> None:
    found = parse_player(text)
    assert found == want
    assert isinstance(found, UhiSettings)
    assert found.options == want.options


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("uhi", "nothing stands after 'uhi'"),
        ("uhi:", "nothing stands after 'uhi'"),
        ("uhi:,nodes=5", "nothing stands after 'uhi'"),
        ('uhi:"x', "want a JSON string"),
        ('uhi:"x"y', "'y' stands after the quotation mark"),
        ("uhi:x,nodes=0", "nodes='0': want a whole number from 1"),
        ("uhi:x,fast", "'fast' is not an option"),
        ("uhi:x,Level=1,Level=2", "'Level' comes twice"),
        ("uhi:x 'y", "is no command: No closing quotation"),
        ("rnd", "no player 'rnd': want random or greedy or pimc or ismcts or python or uhi"),
    ],
)
def test_a_wrong_text_is_said(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        parse_player(text)


def test_the_help_of_match_tells_of_it() -> None:
    names = [name for name, _ in option_help()]
    assert {"uhi:COMMAND", "uhi:COMMAND,nodes=", "python:MODULE:CLASS", "ismcts:level="} <= set(names)
    shown = CliRunner().invoke(match, ["--help"]).output
    assert "uhi:" in shown
    assert "python:" in shown


# How it plays.


@pytest.mark.parametrize(("game", "seats"), [("egemonia", 2), ("epix", 3)])
def test_this_build_in_another_process_plays_as_it_does_here(game: str, seats: int) -> None:
    """The same seeds and the same information give the same moves, so both matches are the same to the byte."""
    here = Plan(game, ("ismcts", "random"), games=2, seed=5, seats=seats, nodes=20)
    there = Plan(**{**vars(here), "players": (uhi(THIS), "random")})
    report, games = played(there)
    assert games == played(here)[1]
    assert report.lost_deals == []
    assert len(engine_player._running) == 1  # one process for all seats of all games


def test_options_of_the_engine_and_limits_of_the_player_count(twins: tuple[Game, Game]) -> None:
    observation = twins[0].observation("s0")
    for spec, same in ((uhi(THIS, "nodes=60"), "ismcts:nodes=60"), (uhi(THIS, "Level=2"), "ismcts:level=2")):
        there, here = (make_player(text, seed=11).decide(observation) for text in (spec, same))
        assert (there.move, there.policy) == (here.move, pytest.approx(here.policy, abs=1e-4))
        assert there.analysis is not None
        assert here.analysis is not None
        assert there.analysis.nodes == here.analysis.nodes
        assert there.analysis.values == pytest.approx(here.analysis.values, abs=1e-3)
    for spec, message in (
        (uhi(THIS, "Lvl=2"), "the engine has no option 'Lvl'; its options: Threads, "),
        (uhi(THIS, "Level=99"), "Level=99: the engine answers 'error bad-arg arg=Level got=99 want=1..10'"),
    ):
        with pytest.raises(GameError, match=message):
            make_player(spec).decide(observation)


def test_a_player_follows_another_game_and_a_search_can_be_stopped() -> None:
    one, other = new("egemonia", seed=1), new("egemonia", seed=2, scenario="historical")
    player = make_player(uhi(THIS), seed=4)
    for game in (one, other, one):
        seat = game.pending[0]
        assert player.decide(game.observation(seat), Limits(nodes=10)).move in game.legal(seat)
    heard: list[Analysis] = []
    stop = Stop()
    threading.Timer(0.3, stop.set).start()
    decision = player.decide(one.observation("s0"), Limits(infinite=True), heard.append, stop)
    assert decision.move in one.legal("s0")
    assert heard
    assert player.decide(one.observation("s0"), Limits(infinite=True), None, stop).move in one.legal("s0")
    player.close()


def test_an_owners_files_are_given_to_the_engine(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "engine" / "games" / "egemonia" / "data" / "events.toml"
    rows = source.read_text("utf-8")
    changed = (
        rows.replace("count = 5", "count = 4", 1) if "count = 5" in rows else rows.replace("count = 4", "count = 5", 1)
    )
    assert changed != rows
    (tmp_path / "events.toml").write_text(changed, "utf-8")
    plan = Plan("egemonia", (uhi(THIS), "random"), games=2, seed=3, data=tmp_path, nodes=5)
    here = Plan(**{**vars(plan), "players": ("ismcts", "random")})
    assert played(plan)[1] == played(here)[1]


def test_a_match_of_engines_is_the_same_in_any_process_and_in_its_journal(tmp_path: Path) -> None:
    plan = Plan("egemonia", (uhi(THIS), "random"), games=4, seed=3, nodes=5)
    reports = []
    for name in ("serial", "processes"):
        with Journal(tmp_path / name, plan.to_dict()) as journal:
            if name == "serial":
                reports.append(run_match(plan, journal=journal))
            else:
                with Processes(2) as work:
                    reports.append(run_match(plan, work, journal=journal))
    assert reports[0].to_dict() == reports[1].to_dict()
    assert (tmp_path / "serial").read_bytes() == (tmp_path / "processes").read_bytes()
    assert json.loads((tmp_path / "serial").read_text().splitlines()[0])["plan"]["players"] == list(plan.players)


# What it is told.


def test_what_is_hidden_changes_nothing_that_is_sent(tmp_path: Path, twins: tuple[Game, Game]) -> None:
    sent = []
    for number, game in enumerate(twins):
        log = tmp_path / f"twin{number}"
        make_player(uhi(tapped(log)), seed=7).decide(game.observation("s0"), Limits(nodes=5))
        end_engines()
        sent.append(log.read_text())
    assert "go s0" in sent[0]
    assert sent[0] == sent[1]
    assert str(twins[0].seed) not in sent[0]


def test_a_seed_that_is_named_stands_and_keeps_the_matchs_from_the_engine(tmp_path: Path) -> None:
    log, game = tmp_path / "sent", new("egemonia", seed=3)
    make_player(uhi(tapped(log), "aiseed=-1"), seed=123456789).decide(game.observation("s0"), Limits(nodes=5))
    end_engines()
    assert "123456789" not in log.read_text()
    assert "setoption name AISeed value -1" in log.read_text()


@pytest.mark.parametrize(
    ("game", "options"),
    [("egemonia", {}), ("epix", {"seats": 3}), ("ephyran", {"seats": 2}), ("epireia", {"seats": 4})],
)
def test_twins_of_every_game_look_the_same_to_an_engine(game: str, options: dict[str, int]) -> None:
    """All that an engine is told is the observation's events; of games that a seat cannot tell apart they are equal."""
    for seed in range(4):
        pair = find_twins(game, options, seed)
        told = []
        for moves in (pair.one, pair.other):
            table = new(game, chance="client", **options)  # type: ignore[arg-type]
            for seat, move in moves:
                table.play(seat, move)
            told.append(table.observation(pair.viewer).events())
            assert told[-1] == table.events(pair.viewer)
        assert told[0] == told[1]


def test_an_engine_is_sent_the_events_of_its_seat_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "sent"
    plan = Plan("epix", (uhi(tapped(log)), "random"), games=2, seed=9, seats=2, nodes=3)
    _, games = played(plan)
    end_engines()
    followed: list[tuple[str, list[str]]] = []  # of each engine game: its seat, and what it was told
    handed: list[str] = []  # the moves that each question named
    for line in log.read_text().splitlines():
        _, verb, rest = line.split(" ", 2) if line.count(" ") > 1 else (*line.split(" "), "")
        assert verb in {"uhi", "setoption", "new", "obs", "go", "close", "quit"}
        assert verb != "setoption" or rest.startswith(("name AISeed value ", "name MoveOverhead value 0"))
        if verb == "new":
            assert rest.split() == [
                "epix",
                "seats=2",
                f"seat={rest.split('seat=')[1].split()[0]}",
                "rules=basic",
                "readings=ours",
            ]
            followed.append((rest.split("seat=")[1].split()[0], []))
        elif verb == "go":
            handed.append(rest.split("moves=")[1].split(" game=")[0])
        elif verb == "obs":
            followed[-1][1].append(rest.split(" ", 2)[2])
    assert [seat for seat, _ in followed] == [f"s{one.seating.index(0)}" for one in games]
    asked = iter(handed)
    for one, (seat, told) in zip(games, followed, strict=True):
        game = new("epix", seats=2, seed=one.seed)
        for mover, move in one.moves:
            if mover == seat:
                assert next(asked) == write_value(game.legal(seat))
            if mover != "chance":
                game.play(mover, move)
        assert len(told) > 20
        assert told == game.events(seat)[: len(told)]
        assert str(one.seed) not in log.read_text()


# How it fails.


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("illegal", r"uhi:.*odd_engine.py illegal at s\d answered 'bestmove fly:athens', which is not legal: want "),
        ("hang", r"uhi:.*odd_engine.py hang at s\d: no answer to 'go' within 5.005 s"),
        ("die", r"uhi:.*odd_engine.py die at s\d: the engine ended with status 9"),
        ("nonsense", r"uhi:.*odd_engine.py nonsense at s\d: .* not UHI: b'\\xff\\xfe bestmove"),
        ("words", r"uhi:.*odd_engine.py words at s\d: no answer to 'go' within 5.005 s; it said b'I resign!"),
        ("partial", r"uhi:.*odd_engine.py partial at s\d gave an answer without .*'move'"),
    ],
)
def test_a_failing_engine_loses_the_deal_and_says_why(way: str, message: str, tmp_path: Path) -> None:
    slow = way in ("hang", "words")
    engine = uhi(f"{ODD} {way}", "timeout=5" if slow else "timeout=30")
    plan = Plan("egemonia", (engine, "random"), games=2 if slow else 4, seed=3, nodes=5)
    journal = tmp_path / "journal"
    with Journal(journal, plan.to_dict()) as kept:
        report = run_match(plan, journal=kept)
    assert [deal for deal, _, _ in report.lost_deals] == ([0] if slow else [0, 1])
    assert report.games == 0
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(report.lost_deals[0][2])
    lost = [json.loads(line) for line in journal.read_text("utf-8").splitlines()[1:]]
    assert [entry["lost"] for entry in lost] == [why for _, _, why in report.lost_deals]


def test_events_that_the_engine_refuses_are_quoted() -> None:
    game = new("egemonia", seed=3)
    game.play("s0", game.legal("s0")[0])
    with pytest.raises(PlayerFailed, match=r"odd_engine.py gap at s1 answered 'error gap want=7'"):
        make_player(uhi(f"{ODD} gap", "timeout=30")).decide(game.observation("s1"))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-engine --fast", "cannot start 'no-such-engine': No such file or directory"),
        (f"{ODD} mute", "mute: no handshake: no answer to 'uhi' within 4 s"),
        (f"{ODD} chatter", "no answer to 'uhi' within 4 s; it said b'Welcome to the odd engine, version 7"),
        (f"{ODD} no-game", "no-game: the engine does not play egemonia; its games: none"),
        (f"{ODD} other", "other: the engine plays version 99 of egemonia's rules: want 1, as here"),
        ("cat", "uhi:cat: no handshake: "),
        ("true", "uhi:true: no handshake: the engine ended with status 0"),
    ],
)
def test_an_engine_that_cannot_play_at_all_ends_the_match(command: str, message: str) -> None:
    timeout = "timeout=30" if command.endswith(("no-game", "other")) else "timeout=4"
    plan = Plan("egemonia", ("random", uhi(command, timeout)), games=2, seed=3, nodes=5)
    with pytest.raises(GameError, match=message):
        run_match(plan)


def test_an_engine_that_died_is_started_again_and_asked_once_more(tmp_path: Path) -> None:
    game = new("egemonia", seed=3)
    lives = tmp_path / "lives"
    lives.write_text(f"0\n{game.legal('s0')[-1]}\n")
    player = make_player(uhi(f"{ODD} die-once {lives}", "timeout=60"))
    assert player.decide(game.observation("s0")).move == game.legal("s0")[-1]
    assert lives.read_text().splitlines()[0] == "2"


def test_a_player_is_given_an_observation() -> None:
    hints = UhiPlayer.decide.__annotations__
    assert hints["observation"] == Observation.__name__


# An engine without rules.

EXAMPLE = Path(__file__).parents[2] / "examples" / "frequency_engine.mjs"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
@pytest.mark.parametrize("name", GAMES)
def test_an_engine_without_rules_plays_by_the_moves_that_it_is_handed(name: str) -> None:
    plan = Plan(name, (uhi(f"node {EXAMPLE}"), "random"), games=2, seed=9, seats=2)
    report, games = played(plan)
    end_engines()
    assert report.lost_deals == []
    assert [game.moves for game in games] == [game.moves for game in played(plan)[1]]  # it keeps to its seed


def test_an_engine_that_says_nothing_of_moves_is_handed_none(tmp_path: Path) -> None:
    log, game = tmp_path / "sent", new("egemonia", seed=3)
    with pytest.raises(PlayerFailed, match="is not legal"):
        make_player(uhi(tapped(log, f"{ODD} illegal"), "timeout=30")).decide(game.observation("s0"))
    assert "go s0" in log.read_text()
    assert "moves=" not in log.read_text()


def test_the_engine_without_rules_passes_its_part_of_the_conformance_suite() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no Node")
    result = CliRunner().invoke(conformance, ["--seat-engine", "--", "node", str(EXAMPLE)])
    assert result.output == "ok    13-seat-engine (text)\n"

"""Solved endings: the sets are right, by the reference that made them and by the kernel, and so is what is lost."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.endings import making, regret, sets
from bench.endings.__main__ import main
from bench.endings.sets import Ending, EndingSet, Played
from petteia.ai.player import Analysis, Decision, Line
from petteia.engine import GAMES, Game, GameError
from petteia.ext import core
from petteia.ext.search.equilibrium import bid_equilibrium

from .reference import SOLVERS
from .reference.solved import Bid, Choice, Guess, Solved, read, rounded

every_game = pytest.mark.parametrize("name", GAMES)
A_FEW = 5
WORLDS = 600  # that the kernel samples for one ending
NEAR = 0.08  # three standard errors of a mean over so many


def some(endings: EndingSet, n: int) -> Iterator[Played]:
    """A few games from all over the set, each with its last ending only: those are the quickest to solve."""
    for played in endings.played[:: len(endings.played) // n][:n]:
        yield Played(played.seats, played.options, played.seed, played.moves, played.endings[-1:])


def solved_again(name: str, played: Played) -> list[Solved]:
    choices = [(ending.ply, ending.seat) for ending in played.endings]
    solver = SOLVERS[name]()
    positions = list(making.positions(name, played, choices))
    return [rounded(solver.solve(game, seat)) for _, seat, game in reversed(positions)][::-1]


def check_same(found: Solved, stored: Solved) -> None:
    assert found.kind == stored.kind
    for key, values in stored.numbers().items():
        assert found.numbers()[key] == pytest.approx(values, abs=2e-6)


# ---------------------------------------------------------------------------------------------------------------
# The sets.


@every_game
def test_a_set_is_fresh_and_every_ending_a_choice_that_matters(name: str) -> None:
    endings = sets.read(name)
    assert endings.n_endings >= 200
    seen = set()
    solver = SOLVERS[name]()
    for played in endings.played:
        for ending, game in played.positions(name):
            assert ending.seat in game.pending
            assert len(game.legal(ending.seat)) == ending.solved.n_moves
            assert solver.is_ending(game.view(ending.seat))
            assert ending.solved.regret(ending.solved.optimal()) == pytest.approx(0, abs=1e-6)
            assert ending.solved.blind_loss() >= making.LEAST_LOSS
            seen.add((game.digest, ending.seat))
    assert len(seen) == endings.n_endings


@every_game
def test_the_reference_finds_the_same_values_again(name: str) -> None:
    for played in some(sets.read(name), A_FEW):
        (found,) = solved_again(name, played)
        check_same(found, played.endings[0].solved)


@pytest.mark.long
@pytest.mark.timeout(7200)
@every_game
def test_the_reference_finds_all_values_again(name: str) -> None:
    for played in sets.read(name).played:
        for found, ending in zip(solved_again(name, played), played.endings, strict=True):
            check_same(found, ending.solved)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"components": "0123456789abcdef"}, "solved with version 1 of the rules and components 0123456789abcdef"),
        ({"version": 99}, "solved with version 99 of the rules"),
        ({"game": "epireia"}, "the endings are of epireia, not of epix"),
        ({"seed": None}, None),
    ],
)
def test_a_stale_set_is_refused(change: dict[str, object], sentence: str | None, tmp_path: Path) -> None:
    head, *rows = sets.path_of("epix").read_text("utf-8").splitlines()
    path = tmp_path / "epix.jsonl"
    path.write_text("\n".join([json.dumps(json.loads(head) | change), *rows]))
    if sentence is None:
        assert sets.read("epix", path).n_endings == sets.read("epix").n_endings
        return
    with pytest.raises(GameError, match=sentence) as error:
        sets.read("epix", path)
    assert "--make" in str(error.value)


def test_another_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no set"):
        sets.read("epix", tmp_path / "none.jsonl")
    (tmp_path / "other.jsonl").write_text("{}\n")
    with pytest.raises(GameError, match="not a set of solved endings"):
        sets.read("epix", tmp_path / "other.jsonl")


def test_a_set_is_what_was_written(tmp_path: Path) -> None:
    endings = sets.read("epix")
    endings.write(tmp_path / "epix.jsonl")
    assert sets.read("epix", tmp_path / "epix.jsonl") == endings


def test_the_same_seed_plays_the_same_games() -> None:
    table = next(each for each in making.tables("epix", 5) if each.player.startswith("greedy"))
    (one, choices), (other, others) = making.play(table), making.play(table)
    assert one.moves == other.moves
    assert choices == others


# ---------------------------------------------------------------------------------------------------------------
# The kernel finds the same values on its own: by its own rules, and worlds that it samples itself.


class KernelWorlds:
    """A decision in worlds that the kernel samples: the seat cannot tell them apart, the others answer best."""

    def __init__(self, game: Game, seat: str) -> None:
        self.observation = game.observation(seat)
        self.seat = game.ruleset.seat_number(seat)
        self.words = game.ruleset.format_move

    def values(self) -> list[float]:
        """What each move is worth to the seat."""
        worlds = [self.observation.sample(1, index) for index in range(WORLDS)]
        moves = self.observation.core.legal()
        return [sum(self.after(worlds, [move] * WORLDS, self.seat)) / WORLDS for move in moves]

    def after(self, worlds: list[core.State], moves: list[int], mover: int) -> list[float]:
        """The worth of each world after its move; worlds in which the seat was told the same are one to it."""
        alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
        moved = [world.clone() for world in worlds]
        for index, (world, move) in enumerate(zip(moved, moves, strict=True)):
            alike[tuple(world.apply_told(mover, move)[self.seat])].append(index)
        found = [0.0] * len(worlds)
        for indices in alike.values():
            for index, value in zip(indices, self.worth([moved[index] for index in indices]), strict=True):
                found[index] = value
        return found

    def worth(self, worlds: list[core.State]) -> list[float]:
        pending = worlds[0].pending()
        if not pending:
            return [world.returns()[world.rules.teams[self.seat]] for world in worlds]
        if pending == core.PENDING_CHANCE:
            drawn = [core.DealRng(index).draw(world) for index, world in enumerate(worlds)]
            return self.after(worlds, drawn, core.CHANCE)
        mover = pending.bit_length() - 1
        if mover == self.seat:
            moves = worlds[0].legal(mover)
            return max((self.after(worlds, [move] * len(worlds), mover) for move in moves), key=sum)
        return self.after(worlds, self.answers(worlds, mover), mover)

    def answers(self, worlds: list[core.State], mover: int) -> list[int]:
        """What another seat does in each world. Before a token is drawn it knows no more than that it can stop that."""
        alike: dict[object, list[core.State]] = defaultdict(list)
        for number, world in enumerate(worlds):
            moves = tuple(world.legal(mover))
            alike[moves if self.words(moves[0]) == "pass" else number].append(world)
        found = {}
        for some_worlds in alike.values():
            moves = tuple(some_worlds[0].legal(mover))
            worst = min(moves, key=lambda move: sum(self.after(some_worlds, [move] * len(some_worlds), mover)))
            found.update(dict.fromkeys(map(id, some_worlds), worst))
        return [found[id(world)] for world in worlds]


@pytest.mark.parametrize("name", ["epireia", "egemonia", "ephyran"])
def test_the_kernel_samples_the_same_values(name: str) -> None:
    for played in some(sets.read(name), A_FEW):
        for ending, game in played.positions(name):
            assert isinstance(ending.solved, Choice)
            assert KernelWorlds(game, ending.seat).values() == pytest.approx(ending.solved.values, abs=NEAR)


class KernelEpix:
    """The last turn of Winter by the kernel's rules and the kernel's solution of a fight."""

    def __init__(self, game: Game) -> None:
        self.player = game.ruleset.seat_number(str(game.view("pub")["turn"]))
        self.words = game.ruleset.format_move
        self.worths: dict[int, float] = {}

    def worth(self, state: core.State) -> float:
        if not state.pending():
            return state.returns()[self.player]
        if state.digest() not in self.worths:
            defender = 1 - self.player
            if state.pending() >> defender & 1:
                missed, named, guesses = self.fight(state)
                self.worths[state.digest()] = bid_equilibrium(missed, named, guesses)[0]
            else:
                self.worths[state.digest()] = max(self.values(state))
        return self.worths[state.digest()]

    def values(self, state: core.State) -> list[float]:
        return [self.worth(self.moved(state, self.player, move)) for move in state.legal(self.player)]

    def fight(self, state: core.State) -> tuple[list[float], list[float], int]:
        guesses = {move: self.amounts(move) for move in state.legal(1 - self.player)}
        missed: list[float] = []
        named: list[float] = []
        for bid in state.legal(self.player):
            (amount,) = self.amounts(bid)
            made = self.moved(state, self.player, bid)
            for worths, is_named in ((missed, False), (named, True)):
                guess = next(move for move, amounts in guesses.items() if (amount in amounts) == is_named)
                worths.append(self.worth(self.moved(made, 1 - self.player, guess)))
        return missed, named, len(next(iter(guesses.values())))

    def amounts(self, move: int) -> list[str]:
        return self.words(move).partition(":")[2].split(",")

    @staticmethod
    def moved(state: core.State, seat: int, move: int) -> core.State:
        following = state.clone()
        following.apply(seat, move)
        return following


@pytest.mark.parametrize("kind", ["choice", "bid", "guess"])
def test_the_kernel_solves_epix_alike(kind: str) -> None:
    n_compared = 0
    for played in sets.read("epix").played:
        for ending, game in played.positions("epix"):
            if ending.solved.kind != kind or n_compared == A_FEW:
                continue
            n_compared += 1
            kernel = KernelEpix(game)
            if isinstance(ending.solved, Choice):
                assert kernel.values(game.state) == pytest.approx(ending.solved.values, abs=2e-6)
            else:
                missed, named, guesses = kernel.fight(game.state)
                check_same(read(kind, {"missed": missed, "named": named, "guesses": guesses}), ending.solved)
    assert n_compared == A_FEW


# ---------------------------------------------------------------------------------------------------------------
# Regret.


def test_a_fight_is_solved_as_the_kernel_solves_it() -> None:
    numbers = random.Random(3)
    for _ in range(200):
        n = numbers.randint(2, 9)
        k = numbers.randint(1, 2)
        named = [numbers.choice((0.0, numbers.random() / 2)) for _ in range(n)]
        missed = [low + numbers.choice((0.0, numbers.random() * (1 - low))) for low in named]
        bid, guess = Bid(tuple(missed), tuple(named), k), Guess(tuple(missed), tuple(named), k)
        assert bid.best == pytest.approx(bid_equilibrium(missed, named, k)[0], abs=1e-7)
        assert guess.best == pytest.approx(1 - bid.best, abs=1e-7)
        assert bid.regret(bid.optimal()) == pytest.approx(0, abs=1e-6)
        assert guess.regret(guess.optimal()) == pytest.approx(0, abs=1e-6)
        assert sum(guess.optimal()) == pytest.approx(1)
        assert bid.blind_loss() >= -1e-7
        assert guess.blind_loss() >= -1e-7


def test_a_bid_that_is_known_is_named() -> None:
    fight = Bid((1.0, 1.0), (0.0, 0.0), 1)
    assert fight.best == pytest.approx(0.5)
    assert fight.regret([1.0, 0.0]) == pytest.approx(0.5)
    assert Guess((1.0, 1.0), (0.0, 0.0), 1).regret([0.75, 0.25]) == pytest.approx(0.25)
    with pytest.raises(ValueError, match="policy of 3 moves"):
        fight.regret([1, 0, 0])


def test_a_policy_is_what_the_player_means_to_play() -> None:
    moves = ["a", "b", "c"]
    lines = (Line("c", 0.75, 0.5, 10), Line("a", 0.25, 0.4, 3))
    thought = Analysis("s0", 13, 0.0, (0.5, 0.5), 0.0, lines)
    assert regret.policy(Decision("a", 0.25, thought), moves) == [0.25, 0, 0.75]
    assert regret.policy(Decision("c", 1.0, thought), moves) == [0, 0, 1]  # it says what it thinks, and always plays c
    assert regret.policy(Decision("b", 1 / 3), moves) == pytest.approx([1 / 3] * 3)


def small(name: str, folder: Path) -> EndingSet:
    """A few games of a set, in a folder of their own."""
    endings = sets.read(name)
    few = EndingSet(name, endings.version, endings.components, endings.seed, tuple(some(endings, A_FEW)))
    few.write(folder / f"{name}.jsonl")
    return few


@every_game
def test_the_command_says_what_blind_play_loses(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = small(name, tmp_path)
    monkeypatch.setattr(sets, "FOLDER", tmp_path)
    done = CliRunner().invoke(main, [name, "--player", "random", "--seeds", "2", "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    blind = [ending.solved.blind_loss() for played in few.played for ending in played.endings]
    assert said["positions"] == len(blind)
    assert said["total"] == pytest.approx(sum(blind), abs=1e-4) != 0
    assert sum(part["positions"] for part in said["phases"].values()) == len(blind)
    assert said["worst"][0]["losses"] == pytest.approx([max(blind)] * 2)
    words = CliRunner().invoke(main, [name, "--nodes", "50"])
    assert words.exit_code == 0, words.output
    assert "regret in all" in words.output


def test_the_command_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no player 'nobody'" in CliRunner().invoke(main, ["epix", "--player", "nobody"]).output
    monkeypatch.setattr(sets, "FOLDER", tmp_path)
    assert "--make" in CliRunner().invoke(main, ["epix"]).output


def test_endings_of_a_game_are_cut_to_what_there_is_room_for() -> None:
    endings = tuple(Ending(ply, "s0", Choice((0.0, 1.0))) for ply in (3, 5, 8))
    played = Played(2, {}, 1, tuple(("s0", str(n)) for n in range(20)), endings)
    cut = making.shortened(played, 2)
    assert cut.endings == endings[-2:]
    assert len(cut.moves) == 8

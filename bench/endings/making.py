"""Make a set of solved endings: play games, and solve what can be solved in them by the reference rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice, product

from petteia.ai.executor import completed, make_executor
from petteia.ai.match import derived_seed
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.engine import Game, Observation, new, ruleset
from tests.reference import REFERENCES, SOLVERS
from tests.reference.base import CHANCE, Deal, Reference, settle
from tests.reference.solved import TooLarge, Unsolved, rounded

from .sets import Ending, EndingSet, Played

LEAST_LOSS = 0.025  # an ending matters if choosing blindly loses as much: of two moves one is better by 0.05
MOST_OF_A_GAME = 4  # endings: those of one game are much alike
BATCH = 24  # games played before the endings are counted
PROBES = 16  # worlds in which every move is tried at random before a position is worth solving
PLAYERS = ("ismcts:nodes=100", "greedy:worlds=4")  # by turns: both sides of a game are one of them
SEATS = {"epireia": 1, "egemonia": 2, "epix": 2, "ephyran": 2}
SHAPES: dict[str, dict[str, tuple[str, ...]]] = {  # options, each combination in its turn
    "epireia": {"enemy": ("die",), "scenario": ruleset("epireia").options["scenario"]},
    "egemonia": {"scenario": ruleset("egemonia").options["scenario"]},
    "epix": {"rules": ("basic",)},
    "ephyran": {"gods": ("dealt",)},
}


@dataclass(frozen=True)
class Table:
    """One game to be played."""

    game: str
    options: tuple[tuple[str, str], ...]
    player: str
    seed: int
    deal: int


def tables(game: str, seed: int) -> Iterator[Table]:
    """The games that are played, one after the other and without end."""
    shapes = [dict(zip(SHAPES[game], values, strict=True)) for values in product(*SHAPES[game].values())]
    for deal, options in enumerate(cycle(shapes)):
        player = PLAYERS[deal // len(shapes) % len(PLAYERS)]
        yield Table(game, tuple(options.items()), player, seed, deal)


def make(game: str, seed: int, count: int, jobs: int = 1) -> Iterator[EndingSet]:
    """The set as it grows; the last one has ``count`` endings."""
    rules = ruleset(game)
    found = EndingSet(game, rules.version, rules.components.digest, seed, ())
    games = tables(game, seed)
    with make_executor(jobs=jobs) as pool:
        while found.n_endings < count:
            for played in completed(pool.map(play_and_solve, list(islice(games, BATCH)))):
                room = count - found.n_endings
                if played.endings and room > 0:
                    found = replace(found, played=(*found.played, shortened(played, room)))
            yield found


def shortened(played: Played, room: int) -> Played:
    """Without the endings for which there is no room, and without the moves after the last one."""
    endings = played.endings[-room:]
    return replace(played, endings=endings, moves=played.moves[: endings[-1].ply])


def play_and_solve(table: Table) -> Played:
    game, choices = play(table)
    moves = tuple((seat, move) for seat, move in game.moves if seat != CHANCE)
    played = Played(len(game.seats), dict(table.options), game.seed, moves, ())
    return replace(played, endings=tuple(solve(table.game, played, choices)))


def play(table: Table) -> tuple[Game, list[tuple[int, str]]]:
    """A finished game, and its decisions that can be solved and seem to matter: moves of seats before, and whose."""
    seed = derived_seed(table.seed, "deal", table.deal)
    game = new(table.game, seats=SEATS[table.game], seed=seed, **dict(table.options))
    players = {
        seat: make_player(table.player, derived_seed(table.seed, "player", table.deal, seat)) for seat in game.seats
    }
    solver, choices, n_moves = SOLVERS[table.game](), [], 0
    while asked := game.pending:
        for seat in asked:
            observation = game.observation(seat)
            if solver.is_ending(observation.view()) and may_matter(observation):
                choices.append((n_moves, seat))
        # Those who choose together all choose from here.
        decided = [(seat, players[seat].decide(game.observation(seat), Limits()).move) for seat in asked]
        for seat, move in decided:
            game.play(seat, move)
            n_moves += 1
    return game, choices


def may_matter(observation: Observation) -> bool:
    """Whether the moves of a choice, played on at random in a few worlds, do not all end in the same way."""
    moves, seat = observation.core.legal(), observation.core.viewer
    if len(moves) < 2:
        return False
    ends = set()
    for number in range(PROBES):
        world = observation.sample(0, number)
        for move in moves:
            after = world.clone()
            after.apply(seat, move)
            after.playout(number)
            ends.add(tuple(after.returns()))
        if len(ends) > 1:
            return True
    return False


def solve(name: str, played: Played, choices: list[tuple[int, str]]) -> list[Ending]:
    """The endings among these decisions that matter, the earliest first. The last are the smallest: they are solved
    first, and help with those before.
    """
    solver = SOLVERS[name]()
    found: list[Ending] = []
    for ply, seat, game in reversed(list(positions(name, played, choices))):
        if len(found) == MOST_OF_A_GAME:
            break
        try:
            solved = rounded(solver.solve(game, seat))
        except Unsolved:
            continue
        except TooLarge:
            break
        if solved.blind_loss() >= LEAST_LOSS:
            found.append(Ending(ply, seat, solved))
    return found[::-1]


def positions(name: str, played: Played, choices: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, Reference]]:
    """The same game by the reference rules, at each of these decisions."""
    game, deal = REFERENCES[name](played.seats, dict(played.options)), Deal(played.seed)
    settle(game, deal)
    done = 0
    for ply, seat in choices:
        for mover, move in played.moves[done:ply]:
            game.play(mover, move)
            settle(game, deal)
        done = ply
        yield ply, seat, game.clone()

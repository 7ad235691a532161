"""A set of solved endings: games as they were played, and in each the decisions whose values are known.

A file has one line of JSON for each game, after a line that says what the set was made from. A set that was made from
other components or rules than the present ones is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from petteia.engine import Game, GameError, new, ruleset
from tests.reference import solved
from tests.reference.solved import Solved

FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Ending:
    """A decision of a seat, and what every choice is worth to it."""

    ply: int  # moves of seats before it
    seat: str
    solved: Solved


@dataclass(frozen=True)
class Played:
    """A game from the deal up to its last ending. Chance follows from the deal's seed."""

    seats: int
    options: dict[str, str]
    seed: int
    moves: tuple[tuple[str, str], ...]  # of seats
    endings: tuple[Ending, ...]  # the earliest first

    def positions(self, name: str) -> Iterator[tuple[Ending, Game]]:
        """The game at each of its endings. It goes on: whoever wants to keep it makes a copy."""
        game = new(name, seats=self.seats, seed=self.seed, **self.options)
        played = 0
        for ending in self.endings:
            for seat, move in self.moves[played : ending.ply]:
                game.play(seat, move)
            played = ending.ply
            yield ending, game


@dataclass(frozen=True)
class EndingSet:
    """All solved endings of one game."""

    game: str
    version: int  # of the rules
    components: str  # their digest
    seed: int  # `--make --seed`
    played: tuple[Played, ...]

    @property
    def n_endings(self) -> int:
        return sum(len(each.endings) for each in self.played)

    def write(self, path: Path) -> None:
        head = {"game": self.game, "version": self.version, "components": self.components, "seed": self.seed}
        lines = [head, *map(_played_to_dict, self.played)]
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), "utf-8")


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.jsonl"


def read(game: str, path: Path | None = None) -> EndingSet:
    """A game's set; GameError says why it cannot be used."""
    path = path or path_of(game)
    remedy = f"`python -m bench.endings {game} --make` makes it anew"
    try:
        head, *rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found = EndingSet(head["game"], head["version"], head["components"], head["seed"], tuple(map(_played, rows)))
    except FileNotFoundError:
        raise GameError(f"{path}: there is no set of solved endings; {remedy}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise GameError(f"{path}: not a set of solved endings ({error!r}); {remedy}") from None
    rules = ruleset(game)
    if found.game != game:
        raise GameError(f"{path}: the endings are of {found.game}, not of {game}; {remedy}")
    if (found.version, found.components) != (rules.version, rules.components.digest):
        raise GameError(
            f"{path}: solved with version {found.version} of the rules and components {found.components}; "
            f"now they are {rules.version} and {rules.components.digest}, and the values may be wrong; {remedy}"
        )
    return found


def _played_to_dict(played: Played) -> dict[str, Any]:
    return {
        "seats": played.seats,
        "options": played.options,
        "seed": played.seed,
        "moves": " ".join(f"{seat}={move}" for seat, move in played.moves),
        "endings": [
            {"ply": ending.ply, "seat": ending.seat, "kind": ending.solved.kind, **ending.solved.numbers()}
            for ending in played.endings
        ],
    }


def _played(row: dict[str, Any]) -> Played:
    pairs = [word.partition("=") for word in row["moves"].split()]
    endings = tuple(Ending(one["ply"], one["seat"], solved.read(one["kind"], one)) for one in row["endings"])
    return Played(row["seats"], row["options"], row["seed"], tuple((seat, move) for seat, _, move in pairs), endings)

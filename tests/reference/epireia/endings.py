"""Epireia alone: who leads, and who engages, in the Great Battle against an army that stands.

The enemy has no figures there and decides nothing; its tokens were placed before the first turn. So all that the player
does not know is the powers of those tokens, and every one of them not turned up yet is a random one of `unseen` of its
deck (RULES.md, the law of sampling). The columns are filled one by one, when the rules turn them up.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

from ..base import CHANCE, Reference
from ..solved import Choice, Solver
from .battle import COLUMNS
from .core import LEAGUES
from .rules import Epireia

Unseen = dict[str, tuple[int, ...]]  # deck -> how many of each power the player has not seen

STANDING = ("die", "ai")  # modes in which the enemy's army stands


class Veiled(Epireia):
    """A battle as the player knows it: tokens of the enemy that were not turned up are `i?` or `ii?`.

    Where the rules turn up a column that is not known, chance is asked what it is (`show_column`).
    """

    is_turning_up = False

    def pending(self) -> list[str]:
        return [CHANCE] if self.is_turning_up else super().pending()

    def step_battle(self) -> bool:
        return self.is_turning_up or super().step_battle()

    def reveal_column(self) -> None:
        if any(token.endswith("?") for league in LEAGUES for token in self.next_column_of(league)):
            self.is_turning_up = True
        else:
            super().reveal_column()

    def next_column_of(self, league: str) -> list[str]:
        """The tokens that are turned up next."""
        return self.slots[league][list(self.front_rows)[self.revealed // COLUMNS]][self.revealed % COLUMNS]

    def show_column(self, league: str, tokens: tuple[str, ...]) -> None:
        """The next column of a league is known now, and the battle goes on."""
        front, column = list(self.front_rows)[self.revealed // COLUMNS], self.revealed % COLUMNS
        self.slots[league][front][column] = list(tokens)
        self.is_turning_up = False
        self.reveal_column()
        self.advance()

    def clone(self) -> Veiled:
        """A copy that shares what the battle does not change."""
        other = copy.copy(self)
        other.__dict__.pop("position", None)
        other.slots = {league: {f: list(c) for f, c in fronts.items()} for league, fronts in self.slots.items()}
        other.leaders = {league: dict(fronts) for league, fronts in self.leaders.items()}
        other.engaged = {front: dict(sides) for front, sides in self.engaged.items()}
        other.columns = {front: dict(sides) for front, sides in self.columns.items()}
        other.power, other.fronts = dict(self.power), dict(self.fronts)
        return other

    @functools.cached_property
    def position(self) -> Any:
        """All that the rest of the battle depends on, but for what is unseen. The slots are the same all the time, what
        happened on fronts that are over matters no more, and of what was won only the difference does.
        """
        present = self.fronts_to_come[0]
        first, second = self.columns[present].values()
        return (
            self.is_turning_up,
            self.revealed,
            () if self.is_turning_up else (self.stage, self.first, *self.power.values()),
            tuple(self.engaged[present].values()),
            first - second,
            self.lead(),
            tuple(self.leaders[league].get(front) for league in LEAGUES for front in self.fronts_to_come),
        )

    @property
    def fronts_to_come(self) -> list[str]:
        """With the present one."""
        n_columns_over = max(self.revealed - (not self.is_turning_up), 0)
        return list(self.front_rows)[n_columns_over // COLUMNS :]

    def lead(self) -> int:
        """By how many fronts the player is ahead."""
        mine = self.board("s0").league
        won = [league for league in self.fronts.values() if league != "none"]
        return 2 * won.count(mine) - len(won)

    def is_front_decided(self) -> bool:
        """Whether the column that is turned up next cannot change who wins its front."""
        first, second = self.columns[self.fronts_to_come[0]].values()
        return bool(abs(first - second) > COLUMNS - self.revealed % COLUMNS)

    def is_decided(self) -> bool:
        """Whether the player, who wins with more fronts only, has won or lost whatever comes."""
        n_left = len(self.front_rows) - len(self.fronts)
        return self.lead() > n_left or self.lead() <= -n_left


class Endings(Solver):
    about = "who leads and who engages, alone against an army that stands (`enemy=die`); only chance is against one"

    def __init__(self) -> None:
        self.worths: dict[Any, float] = {}
        self.games: dict[Any, Veiled] = {}  # after a move or a column, which do not depend on what is unseen

    def is_ending(self, view: dict[str, Any]) -> bool:
        options = view["options"]
        return options["seats"] == 1 and options["enemy"] in STANDING and view["phase"] in ("leaders", "battle")

    def solve(self, game: Reference, seat: str) -> Choice:
        assert isinstance(game, Epireia)
        veiled, unseen = seen_by(game, seat)
        return Choice(tuple(self.after(veiled, unseen, move) for move in veiled.legal(seat)))

    def worth(self, game: Veiled, unseen: Unseen) -> float:
        """The player's share with the best play from here on."""
        if game.is_decided():
            return float(game.lead() > 0)
        kinds = {game.front_rows[front]["kind"] for front in game.fronts_to_come}
        key = game.position, tuple(counts for deck, counts in unseen.items() if game.deck_rows[deck]["kind"] in kinds)
        if key not in self.worths:
            if game.is_turning_up:
                self.worths[key] = self.turned_up(game, unseen)
            else:
                self.worths[key] = max(self.after(game, unseen, move) for move in game.legal("s0"))
        return self.worths[key]

    def after(self, game: Veiled, unseen: Unseen, move: str) -> float:
        if (game.position, move) not in self.games:
            following = self.games[game.position, move] = game.clone()
            following.play("s0", move)
        return self.worth(self.games[game.position, move], unseen)

    def turned_up(self, game: Veiled, unseen: Unseen) -> float:
        """The same over all that the next column may be."""
        (league,) = [side for side in LEAGUES if side != game.board("s0").league]
        value = 0.0
        columns = fillings(game, unseen, game.next_column_of(league))
        if game.is_front_decided():  # any column will do
            (tokens, (_, left)), *_ = columns.items()
            columns = {tokens: (1.0, left)}
        for tokens, (chance, left) in columns.items():
            if (game.position, tokens) not in self.games:
                following = self.games[game.position, tokens] = game.clone()
                following.show_column(league, tokens)
            value += chance * self.worth(self.games[game.position, tokens], left)
        return value


def seen_by(game: Epireia, seat: str) -> tuple[Veiled, Unseen]:
    """The battle as the player knows it, and what may be behind the backs."""
    view, fields = game.view(seat), game.fields()
    mine = LEAGUES.index(game.board(seat).league)
    fields["slots"][1 - mine] = view["slots"][1 - mine]
    veiled = Veiled.from_fields(fields, game.data)
    assert isinstance(veiled, Veiled)
    return veiled, {deck: tuple(counts) for deck, counts in view["unseen"].items()}


def fillings(game: Veiled, unseen: Unseen, backs: list[str]) -> dict[tuple[str, ...], tuple[float, Unseen]]:
    """All that the next column may be, whatever the order, with the chance and what is unseen then."""
    kind = game.front_rows[list(game.front_rows)[game.revealed // COLUMNS]]["kind"]
    found: dict[tuple[str, ...], tuple[float, Unseen]] = {(): (1.0, unseen)}
    for back in backs:
        (deck,) = [id for id, row in game.deck_rows.items() if (row["kind"], row["level"]) == (kind, back.count("i"))]
        longer: dict[tuple[str, ...], tuple[float, Unseen]] = {}
        for tokens, (chance, left) in found.items():
            for power, n in enumerate(left[deck], start=1):
                if n:
                    column = tuple(sorted((*tokens, back.replace("?", str(power)))))
                    before, _ = longer.get(column, (0.0, left))
                    after = left | {deck: less_one(left[deck], power)}
                    longer[column] = before + chance * n / sum(left[deck]), after
        found = longer
    return found


def less_one(counts: tuple[int, ...], power: int) -> tuple[int, ...]:
    return tuple(n - (at == power) for at, n in enumerate(counts, start=1))

"""Epix: seats, who is first in Winter, and the abilities of the advanced rules.

With ``--lots`` every seat gets an ability for nothing, drawn by lot from those that were dealt, or none; the draft goes
on without bids. What each ability brings, compared with none, is then estimated from all games at once.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from petteia.ai.match import Plan, Played, deal_seed, derived_seed
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.ai.stats import Z95, Interval
from petteia.engine import GAMES, Game, Ruleset
from petteia.engine.components import Replacements, own_files

from .facts import Balance, Bounds, Estimate, Fact, equal_share, of_seats, seat_shares

NONE = "none"
NONE_SHARE = 0.18  # of the seats have no ability: about what makes the estimates of 20 abilities most exact
EFFECT = (0.01, 0.10)  # what an ability should bring
SETTINGS = "settings.toml"


class Epix(Balance):
    game = "epix"
    lots = ("ability",)
    about: ClassVar = {
        "seat": "share of the games that a seat takes",
        "first in winter": "share that a seat takes by its place in Winter's order",
        "ability": "share that a seat with this ability takes",
        "effect": "share that the ability adds to that of a seat without one, if others have none",
        "card": "share of action cards that are this one",
        "ended by": "share of the games that are decided so",
    }

    def start(self, plan: Plan, seed: int) -> Game:
        if not plan.drawn:
            return super().start(plan, seed)
        return Game(rules_with_free_bids(plan.seats, plan.data, *plan.options.items()), seed)

    def play(self, plan: Plan, deal: int, seating: tuple[int, ...]) -> Played:
        return play_with_lots(self, plan, deal) if plan.drawn else super().play(plan, deal, seating)

    def facts(self, game: Game, moves: Sequence[tuple[str, str]], returns: Sequence[float]) -> Iterator[Fact]:
        cards = ("recruit", "tax", "move")
        for seat, move in of_seats(moves):
            if move.startswith("card:"):
                played = move.removeprefix("card:")
                yield from (Fact("card", card, float(card == played)) for card in cards)
            game.play(seat, move)
        yield from seat_shares(game, returns)
        view = game.view("pub")
        first = game.seats.index(view["first"])
        for place in range(len(returns)):
            yield Fact("first in winter", str(place + 1), returns[(first + place) % len(returns)])
        for share, abilities in zip(returns, view["abilities"], strict=True):
            yield from (Fact("ability", ability, share) for ability in abilities or [NONE])
        over = next(event for event in reversed(game.events()) if event.startswith("over "))
        yield Fact("ended by", over.split()[-1], 1.0)

    def bounds(self, kind: str, name: str, rules: Ruleset) -> Bounds | None:
        if kind == "effect":
            return EFFECT
        return equal_share(rules) if kind == "seat" else None

    def estimates(self, games: Sequence[Sequence[Fact]], lots: bool) -> Iterator[Estimate]:
        """Of every ability, if they were given by lot."""
        if lots:
            seats = [[(fact.name, fact.value) for fact in facts if fact.kind == "ability"] for facts in games]
            counts = Counter(name for game in seats for name, _ in game)
            for name, effect in effects(seats).items():
                yield Estimate("effect", name, counts[name], effect)


@cache
def rules_with_free_bids(seats: int | None, data: str | Path | None, *options: tuple[str, str]) -> Ruleset:
    """The rules of a plan, but an ability may be had for a bid of nothing."""
    given = None if data is None else Replacements.read(Epix.game, data)
    files = {} if given is None else dict(given.files)
    text = files.get(SETTINGS, own_files(Epix.game)[SETTINGS]).decode()
    free, n = re.subn(r'(id = "min_ability_bid"\s+value = )\d+', r"\g<1>0", text)
    assert n == 1
    files[SETTINGS] = free.encode()
    free_bids = Replacements(tuple(sorted(files.items())), () if given is None else given.languages)
    return GAMES[Epix.game](seats, free_bids, **dict(options))


def play_with_lots(balance: Epix, plan: Plan, deal: int) -> Played:
    """One game in which each seat's first action in the draft is to take what was drawn for it, for nothing."""
    seed = deal_seed(plan, deal)
    game, numbers = balance.start(plan, seed), random.Random(derived_seed(plan.seed, "lots", deal))
    dealt = numbers.sample(game.view("pub")["table"], len(game.seats))
    lots = {
        seat: f"bid:0@{card}" for seat, card in zip(game.seats, dealt, strict=True) if numbers.random() > NONE_SHARE
    }
    players = {seat: make_player(plan.players[0], derived_seed(plan.seed, "player", deal, seat)) for seat in game.seats}

    def decide(seat: str) -> str:
        if game.view("pub")["phase"] != "draft":
            return players[seat].decide(game.observation(seat), plan.limits).move
        if seat in lots:
            return lots.pop(seat)
        moves = tuple(move for move in game.legal(seat) if not move.startswith("bid:"))
        return players[seat].decide(game.observation(seat), Limits(plan.nodes, plan.seconds, moves=moves)).move

    while game.pending:
        for seat, move in [(seat, decide(seat)) for seat in game.pending]:
            game.play(seat, move)
    assert game.result is not None
    seating, returns = (0,) * len(game.seats), game.result.returns
    return Played(deal, seed, seating, returns, (sum(returns) / len(returns),), tuple(game.moves))


def effects(games: Sequence[Sequence[tuple[str, float]]]) -> dict[str, Interval]:
    """What each ability adds to its owner's share, by least squares; ``games`` have each seat's ability and share.

    A seat's share is an equal one, plus the effect of its own ability, less an equal part of the effect of each other
    seat's. The seats of one game depend on each other, so the errors are those of whole games.
    """
    names = sorted({name for game in games for name, _ in game} - {NONE})
    column = {name: number for number, name in enumerate(names)}
    size = len(names)
    products, moments = np.zeros((size, size)), np.zeros(size)
    rows: list[tuple[np.ndarray, np.ndarray]] = []
    for game in games:
        n = len(game)
        x, y = np.zeros((n, size)), np.array([share - 1 / n for _, share in game])
        for seat, (name, _) in enumerate(game):
            if name != NONE:
                x[:, column[name]] -= 1 / (n - 1)
                x[seat, column[name]] += n / (n - 1)
        products += x.T @ x
        moments += x.T @ y
        rows.append((x, y))
    inverse = np.linalg.pinv(products)
    found = inverse @ moments
    spread = np.zeros((size, size))
    for x, y in rows:
        score = x.T @ (y - x @ found)
        spread += np.outer(score, score)
    errors = np.sqrt(np.diag(inverse @ spread @ inverse))
    return {
        name: Interval(float(value), float(value - Z95 * error), float(value + Z95 * error))
        for name, value, error in zip(names, found, errors, strict=True)
    }

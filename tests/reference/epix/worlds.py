"""Epix's law of sampling (RULES.md, 14): the worlds that may be behind a view."""

from __future__ import annotations

from itertools import product
from typing import Any

World = tuple[Any, ...]  # the cards of each seat, then the secret of each seat

ONE = (["recruit"], ["tax"], ["move"])
TWO = (["recruit", "tax"], ["recruit", "move"], ["tax", "move"])
AFTER_CARDS = ("order", "recruit", "act", "unit", "fight", "press")


def _only_secret(view: dict[str, Any], seat: int) -> str | None:
    """9: what a seat has submitted because it had no choice, as everybody can tell."""
    if view["phase"] == "auction":
        return "bid:0" if view["gold"][seat] == 0 else None
    attack = view["attack"]
    gold = view["gold"][int(view["turn"][1])]
    amounts = [n for n in range(1, gold + 1) if attack["parity"] in (None, ("even", "odd")[n % 2])]
    if view["turn"] == f"s{seat}":
        return "bid:1" if gold == 1 else None
    if attack["defender"] != f"s{seat}" or len(amounts) > attack["guesses"]:
        return None
    scouts = "scouts" in view["abilities"][seat]
    return None if scouts and attack["parity"] is None else f"guess:{','.join(map(str, amounts))}"


def worlds(view: dict[str, Any], forget_own: bool = False) -> list[World]:
    """Every world that may be behind a view; one is as likely as another.

    A viewer that forgets what is its own counts as a spectator.
    """
    return list(product(*_possible(view, forget_own)))


def _possible(view: dict[str, Any], forget_own: bool) -> list[list[Any]]:
    """The values that each seat's hidden cards may have, then those of each seat's secret."""
    players = view["players"]
    own = None if forget_own or view["seat"] == "pub" else int(view["seat"][1])
    found: list[list[Any]] = []
    for seat in range(players):
        if seat == own or view["shown"][seat] or view["phase"] not in AFTER_CARDS:
            found.append([view["cards"][seat] if seat == own or view["shown"][seat] else None])
        else:
            found.append(list(TWO if view["season"] == "winter" else ONE))
    for seat in range(players):
        if view["phase"] not in ("auction", "fight"):
            found.append([None])
        elif seat == own:
            found.append([view["secret"][seat]])
        elif view["phase"] == "fight" and view["turn"] == f"s{seat}" and view["attack"]["parity"]:
            parity = view["attack"]["parity"]
            found.append([f"bid:{n}" for n in range(1, view["gold"][seat] + 1) if ("even", "odd")[n % 2] == parity])
        else:
            found.append([_only_secret(view, seat)])
    return found

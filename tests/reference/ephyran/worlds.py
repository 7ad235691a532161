"""Ephyran's law of sampling (RULES.md, 17), by playing every history that looks to a viewer like what it saw."""

from __future__ import annotations

import json
from typing import Any

from ..base import CHANCE
from .rules import Ephyran


def hidden_part(fields: dict[str, Any]) -> str:
    """All that can differ between worlds which look the same to somebody."""
    return json.dumps([fields[key] for key in ("hands", "looked", "unseen", "cities", "held", "unseen_tokens")])


class Observer:
    """One viewer that keeps all worlds which look like what it has seen, each with the weight of its histories."""

    def __init__(self, viewer: str, game: Ephyran) -> None:
        self.viewer = viewer
        self.worlds: dict[str, tuple[Ephyran, float]] = {hidden_part(game.fields()): (game.clone(), 1.0)}

    def observe(self, seat: str, move: str, view: dict[str, Any]) -> None:
        """A seat (or chance) moved, and now the viewer's view is this."""
        after: dict[str, tuple[Ephyran, float]] = {}
        for game, weight in self.worlds.values():
            for choice, share in self._choices(game, seat, move):
                if not self._is_plausible(game, seat, move, choice):
                    continue
                world = game.clone()
                world.play(seat, choice)
                if world.view(self.viewer) == view:
                    key = hidden_part(world.fields())
                    _, before = after.get(key, (world, 0.0))
                    after[key] = world, before + weight * share
        total = sum(weight for _, weight in after.values())
        self.worlds = {key: (game, weight / total) for key, (game, weight) in after.items()}

    def _choices(self, game: Ephyran, seat: str, move: str) -> list[tuple[str, float]]:
        if seat == CHANCE:
            outcomes = game.chance()[1]
            total = sum(weight for _, weight in outcomes)
            return [(outcome, weight / total) for outcome, weight in outcomes]
        legal = game.legal(seat)
        if move.startswith("keep:") and seat != self.viewer:
            return [(choice, 1 / len(legal)) for choice in legal]
        return [(move, 1.0)] if move in legal else []

    def _is_plausible(self, game: Ephyran, seat: str, move: str, choice: str) -> bool:
        """Saves clones: what the viewer sees word for word must be the same."""
        sees = self.viewer in (game.drawer, game.turn) if seat == CHANCE else seat == self.viewer
        return choice == move or not (sees or choice.startswith(("first:", "god:")))

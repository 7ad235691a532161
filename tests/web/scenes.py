"""Positions worth looking at: each game's main decisions, reached without a browser by random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .server import Fields, Server

MOST_DECISIONS = 600
TRIES = 40  # games, until one gets there: deals differ from run to run, and few of them may come to the scene


@dataclass(frozen=True)
class Scene:
    """A game in which the first seat is asked to make a certain move, or which is over."""

    name: str
    game: str
    verb: str  # the first word of a legal move; "over" when the game is
    settings: Fields = field(default_factory=dict)
    begin: str = ""  # a selector of what is clicked first, so that the second half of a choice is seen
    phase: str = ""  # in which the move is made, where its word has several meanings

    def reached(self, state: Fields) -> bool:
        if self.verb == "over":
            return "result" in state
        if "d" not in state or self.phase not in ("", state["view"]["phase"]):
            return False
        return any(move.split(":")[0] == self.verb for move in state["view"]["legal"])


SCENES = [
    Scene("egemonia-setup", "egemonia", "setup"),
    Scene("egemonia-place", "egemonia", "place"),
    Scene("egemonia-where", "egemonia", "place", begin="[data-key^='hand:'].lit"),
    Scene("egemonia-pythia", "egemonia", "pythia"),
    Scene("egemonia-over", "egemonia", "over"),
    Scene("epix-recruit", "epix", "recruit", {"seats": 4, "rules": "advanced"}),
    Scene("epix-where", "epix", "recruit", {"seats": 3}, begin="[data-key^='supply:'].lit"),
    Scene("epix-bid", "epix", "bid", {"seats": 2}),
    Scene("epix-card", "epix", "card", {"seats": 3}),
    Scene("epix-guess", "epix", "guess", {"seats": 4}),
    Scene("epix-offer", "epix", "bid", {"seats": 2, "rules": "advanced"}, phase="draft"),
    Scene("epix-first", "epix", "first", {"seats": 3}),
    Scene("epix-order", "epix", "play", {"seats": 2}),
    Scene("epix-act", "epix", "attack", {"seats": 2}, phase="act"),
    Scene("epix-target", "epix", "attack", {"seats": 2}, begin="[data-key^='unit:'].lit", phase="act"),
    Scene("epix-fight", "epix", "bid", {"seats": 2}, phase="fight"),
    Scene("epix-over", "epix", "over", {"seats": 2}),
    Scene("ephyran-god", "ephyran", "god", {"seats": 2, "gods": "choose"}),
    Scene("ephyran-add", "ephyran", "add", {"seats": 2}),
    Scene("ephyran-where", "ephyran", "add", {"seats": 3}, begin="[data-key^='half:'].lit"),
    Scene("ephyran-keep", "ephyran", "keep", {"seats": 4}),
    Scene("ephyran-answer", "ephyran", "pass", {"seats": 2}),
    Scene("ephyran-swap", "ephyran", "swap", {"seats": 2}),
    Scene("ephyran-put", "ephyran", "put", {"seats": 3}),
    Scene("ephyran-under", "ephyran", "under", {"seats": 2}),
    Scene("ephyran-over", "ephyran", "over", {"seats": 2}),
    Scene("epireia-city", "epireia", "city", {"seats": 1, "scenario": "harvest_road"}),
    Scene("epireia-league", "epireia", "league", {"seats": 1, "scenario": "harvest_road"}),
    Scene("epireia-administrator", "epireia", "administrator", {"seats": 2}),
    Scene("epireia-figure", "epireia", "figure", {"seats": 2}),
    Scene("epireia-build", "epireia", "build", {"seats": 1, "scenario": "the_helots"}),
    Scene("epireia-send", "epireia", "send", {"seats": 2}),
    Scene("epireia-give", "epireia", "give", {"seats": 2}),
    Scene("epireia-place", "epireia", "place", {"seats": 2}),
    Scene("epireia-lead", "epireia", "lead", {"seats": 2}),
    Scene("epireia-engage", "epireia", "engage", {"seats": 2}),
    Scene("epireia-over", "epireia", "over", {"seats": 2}),
    Scene("epireia-solo-over", "epireia", "over", {"seats": 1, "scenario": "harvest_road"}),
]


def reach(server: Server, scene: Scene, done: Callable[[Fields], bool] | None = None) -> Fields:
    """A game that has come to the scene, as `Server.create` gives it."""
    fits = done or scene.reached
    for seed in range(TRIES):
        made = server.create(scene.game, help=False, **scene.settings)
        live: Any = server.live(made)
        rng = random.Random(seed)
        for _ in range(MOST_DECISIONS):
            if fits(live.state) or not live.asked() or fits(live.state):
                break
            live.decide(rng.choice(live.state["view"]["legal"]))
        found = fits(live.state)
        live.close()
        if found:
            return made
    raise AssertionError(f"{scene.name} was not reached")

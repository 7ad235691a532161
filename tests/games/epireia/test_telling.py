"""Epireia's rolls as they are told: the sums agree with what comes of them."""

from __future__ import annotations

import random
import re

import pytest

from petteia.engine import Game, Observation, ruleset
from petteia.engine.epireia.telling import sides

OPTIONS = [
    (1, {"enemy": "ai", "scenario": "harvest_road"}),
    (1, {"enemy": "rival", "scenario": "the_thirty_years"}),
    (1, {"enemy": "die", "scenario": "march_on_the_isthmus"}),
    (2, {}),
    (4, {}),
]


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_an_empire_rewards_who_is_told_to_have_rolled_enough(seats: int, options: dict[str, str]) -> None:
    rules = ruleset("epireia", seats, **options)
    rng = random.Random(1)
    told = {"enough": 0, "not enough": 0}
    for number in range(12):
        game = Game(rules, number)
        while game.pending:
            seat = rng.choice(game.pending)
            moves = game.legal(seat)
            empires = [move for move in moves if move.partition("@")[2] in rules.tables.empires]  # type: ignore[attr-defined]
            game.play(seat, rng.choice(empires or moves))
        events = game.events("pub")
        seen = Observation.start(rules, "pub")
        for event, following in zip(events, [*events[1:], ""], strict=True):
            before = seen.view()
            seen = seen.see(event)
            sentence = rules.narrate(before, event, seen.view()) or ""
            match = re.search(r"needs \d+: (enough|not enough)\.$", sentence)
            if not match or before["phase"] != "empires":
                continue
            empire = rules.tables.empires[before["step"]]  # type: ignore[attr-defined]
            if len(sides(before, empire)) > 1:
                continue  # the higher of both decides
            who = re.search(r"\((\w+)\)", sentence)
            assert who is not None
            silent = seats == 1 and who.group(1) == "enemy" and options["enemy"] != "rival"
            rewarded = following == f"reward {who.group(1)} {empire}"
            told[match.group(1)] += 1
            assert rewarded == (match.group(1) == "enough" and not silent), (sentence, following)
    assert min(told.values()) > 5

"""What Egemonia tells its players."""

from __future__ import annotations

from petteia.engine import ruleset

TOLD = {
    "influence sparta athens 0": "Nobody has influence in Sparta now.",
    "influence sparta athens 2": "Athens has 2 influence in Sparta now.",
    "draw s0 coup": "Athens draws Coup!",
    "pythia s1 coup": "Sparta asks Pythia and discards Coup!",
    "pythia s1 ?": "Sparta asks Pythia and discards an event.",
    "place s0 thebes coup": "Athens places Coup! face down on Thebes.",
    "fate s0 democrats out": "The event Democrats leaves the game.",
}


def test_events_are_told_in_english() -> None:
    """An area may be called like a side, an event may end in a stop of its own or be called by a plural."""
    rules = ruleset("egemonia")
    assert {event: rules.tell(event) for event in TOLD} == TOLD

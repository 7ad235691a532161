"""Why one move may be better than another, from what a description says of both; and estimates in a few words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from petteia.engine.description import Offer

from .moves import does_of

MIDDLE = (0.1, 0.9)  # the range that an estimate gives leaves out what is less likely on either side


def reason(offer: Offer, other: Offer) -> str:
    """In what a move differs from another, of cost, effect and odds; empty if the descriptions tell no difference."""
    parts = [
        offer.price if offer.price != other.price else "",
        does_of(offer) if offer.does != other.does else "",
        offer.chance if offer.odds != other.odds else "",
    ]
    return "; ".join(part.removesuffix(".") for part in parts if part)


def estimate(chances: Mapping[str, float]) -> str:
    """A hidden number as people say it: "about 6 (4 to 9)".

    Of tokens such as ``ii4 i2`` the numbers are added up. Empty if these are no numbers, of which one is true.
    """
    sums = {thing: _number(thing) for thing in chances}
    if None in sums.values() or not 0.98 < sum(chances.values()) < 1.02:
        return ""
    low = high = None
    total = mean = 0.0
    for number, chance in sorted((number, chances[thing]) for thing, number in sums.items() if number is not None):
        total += chance
        mean += number * chance
        low = number if low is None and total >= MIDDLE[0] else low
        high = number if high is None and total >= MIDDLE[1] else high
    return f"about {round(mean)}" if low == high else f"about {round(mean)} ({low} to {high})"


def _number(thing: str) -> int | None:
    found = [re.fullmatch(r"[a-z]*(\d+)", word) for word in thing.split()]
    return sum(int(word[1]) for word in found if word) if found and all(found) else None

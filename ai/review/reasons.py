"""Why a move was better: the differences in effect, cost and odds that the description of the decision tells."""

from __future__ import annotations

from ...engine import Observation
from ...engine.description import Description, Offer
from ...engine.languages import Catalogue


def label_of(described: Description, move: str) -> str:
    """A move in words."""
    return next((offer.label for offer in described.moves if offer.move == move), move)


def reason_for(seen: Observation, described: Description, better: str, chosen: str) -> str:
    """Both moves with what differs between them; empty if nothing that is told does."""
    offers = {offer.move: offer for offer in described.moves}
    if better not in offers or chosen not in offers:
        return ""
    say = seen.ruleset.words
    one, other = (facts(say, described, offers[move]) for move in (better, chosen))
    if offers[better].price or offers[chosen].price:  # what such moves have in common says no more than their price
        one["general"] = other["general"] = ""
    differing = [kind for kind in one if one[kind] != other[kind] and (one[kind] or other[kind])]
    if not differing:
        return ""
    told = [
        say("review.facts", move=offers[move].label, facts=[found[kind] for kind in differing if found[kind]])
        for move, found in ((better, one), (chosen, other))
        if any(found[kind] for kind in differing)
    ]
    return say.join("sentences", told)


def facts(say: Catalogue, described: Description, offer: Offer) -> dict[str, str]:
    """What is told of a move: what it does, what it costs, how often it succeeds."""
    groups = {group.id: group for group in described.groups}
    general = groups[offer.group].does if offer.group else ""
    does = offer.does.removesuffix(".")
    general = general.removesuffix(".")
    return {
        "general": "" if general == does else general,
        "does": does,
        "cost": say("review.costs", price=offer.price) if offer.price else "",
        "odds": say("review.odds", chance=offer.chance) if offer.chance else "",
    }

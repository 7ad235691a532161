"""Epix's events in sentences."""

from __future__ import annotations

from ..rules import Tables
from .words import View, ability, ability_name, card_names, province_name

_REASONS = {
    "castle": "a castle was taken",
    "provinces": "the winner has the most provinces after winter",
    "gold": "others have the same number of provinces, and the winner has more gold",
    "split": "they have the same number of provinces and the same gold",
}
_SOURCES = {
    "tax": "after the Tax",
    "tribute": "after the Tribute",
    "plunder": "after plunder",
    "income": "after the income",
}


def tell(tables: Tables, event: str) -> str | None:
    match event.split(" "):
        case ["move" | "forced", who, move]:
            return _tell_move(tables, who, move)
        case ["secret", who, move]:
            return _tell_secret(who, move)
        case ["bid", who, amount]:
            return f"{who} has bid {amount}."
        case ["guess", who, named]:
            return f"{who} has guessed {named.replace(',', ' or ')}."
        case ["parity", who, parity]:
            return f"{who}'s bid is {parity}."
        case ["turn", who, cards]:
            return f"{who} shows {card_names(cards)}."
        case ["loss", who, what]:
            return f"{who} loses {_unit_in(tables, what)}."
        case ["capture", who, what, fate]:
            return f"{who} {'captures' if fate == 'replaced' else 'removes'} {_unit_in(tables, what)}."
        case ["gold", who, amount, source] if source in _SOURCES:
            return f"{who} has {amount} gold {_SOURCES[source]}."
        case ["owner", who, card]:
            return f"{who} owns {ability_name(tables, card)}."
        case ["season", season]:
            return f"{season.title()} begins."
        case ["skip", who]:
            return f"{who} cannot win any more and does not act."
        case ["over", who, _]:
            winners = who.split("+")
            return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}."
    return None


def _unit_in(tables: Tables, what: str) -> str:
    """``a camp in the Vale`` for ``camp@vale``."""
    unit, _, where = what.partition("@")
    return f"a {unit} in {province_name(tables, where)}"


def _tell_secret(who: str, move: str) -> str:
    """A secret choice, for who made it."""
    verb, _, what = move.partition(":")
    if verb == "card":
        return f"{who} secretly chooses {card_names(what)}."
    if verb == "guess":
        return f"{who} secretly guesses {what.replace(',', ' or ')}."
    return f"{who} secretly bids {what}."


def _tell_move(tables: Tables, who: str, move: str) -> str | None:
    verb, _, rest = move.partition(":")
    what, at, where = rest.partition("@")
    match verb:
        case "first":
            return f"The First Player card goes to {what}."
        case "ability":
            name, _, text = ability(tables, what).partition(": ")
            return f"{name} lies on the table: {text}"
        case "recruit":
            return f"{who} recruits {_unit_in(tables, rest)}."
        case "bid" if at:
            return f"{who} bids {what} for {ability_name(tables, where)}."
        case "pass":
            return f"{who} passes."
        case "play":
            return f"{who} plays {card_names(what)} first."
        case "move" | "attack" | "fire":
            start, to = (province_name(tables, province) for province in where.split(">"))
            if verb == "move":
                return f"{who}'s {what} goes from {start} to {to}."
            return f"{who}'s {what} in {start} {'fires at' if verb == 'fire' else 'attacks'} {to}."
        case "on":
            return f"{who} goes on."
        case "back":
            return f"{who} falls back."
    return None


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """What the viewer has chosen was told then: that it is shown now needs no words. A bid without a choice does."""
    match event.split(" "):
        case ["bid" | "guess" as verb, who, amounts] if cause == f"secret {who} {verb}:{amounts}":
            return None
    return tell(tables, event)


def because(tables: Tables, reason: str) -> str:
    return _REASONS.get(reason, "")

"""Epix for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ....english import plural
from ..rules import UNITS, Tables
from .words import View, ability, own_number, province_name

PRIMER = """\
You are a noble with a castle, units and gold. First everybody recruits in the draft. Then come four seasons. Each
begins with a secret bid for the First Player card; then all choose an action card secretly (two in winter):
Recruitment, Tax (gold) or Move & Attack, and play them in order.

In a fight the attacker hides a bid and the defender guesses it. A right guess beats the attack, a wrong one lets it
through; the bid is spent either way. Soldiers step and attack, knights ride far and attack again and again, camps bring
gold, catapults fire once from afar.

Who takes an enemy castle wins at once; after winter, who holds the most provinces, then the most gold.
"""

_CARDS = {
    "recruit": "recruit any number of units",
    "tax": "take gold",
    "move": "move and attack with your units",
}
_UNITS = {
    "soldier": "steps and attacks",
    "knight": "rides far, attacks again and again",
    "camp": "1 gold at every income",
    "catapult": "fires once from afar",
}
_QUESTIONS = {
    "draft": "The draft: recruit a unit into your castle or your two lands{bid}, or pass for good.",
    "auction": "The auction of the First Player card: what do you bid? Only the highest pays, and names who begins.",
    "give": "You have won the auction: who is the first player?",
    "cards": "Which action card do you choose? The others see it when your turn comes.",
    "order": "Which of your two cards do you play first?",
    "recruit": "Recruitment: place units, one after the other; `done` ends it.",
    "act": "Move & Attack: each unit once, in any order; `done` ends it.",
    "unit": "The unit goes on: what does it do next?",
    "press": "The defender is beaten, and another one stands there: go on, or fall back?",
}
_MOVES = {
    "pass": "no more in this draft",
    "done": "this card is finished",
    "stop": "this unit is finished",
    "on": "attack the next defender, with a new bid",
    "back": "return to where the attack came from",
}


def question(tables: Tables, view: View) -> str:
    phase = view["phase"]
    if phase == "fight" and view["attack"]:
        return _fight_question(tables, view)
    text = _QUESTIONS.get(phase, "It is your move.")
    return text.format(bid=", bid on an ability card" if view["table"] else "")


def _fight_question(tables: Tables, view: View) -> str:
    attack, own = view["attack"], own_number(view)
    where, empty = province_name(tables, attack["to"]), attack["against"] == "province"
    guesses = plural(attack["guesses"], "guess")
    if attack["defender"] == f"s{own}":
        parity = f" It is {attack['parity']}." if attack["parity"] else ""
        what = f"your {where}" if empty else f"your {attack['against']} in {where}"
        return (
            f"{view['turn']} attacks {what} with up to {view['gold'][int(view['turn'][1:])]} gold. "
            f"What is the bid? You have {guesses}, and a right one beats the attack.{parity}"
        )
    whose = f"{attack['defender']}'s"
    what = f"{whose} {where}" if empty else f"{whose} {attack['against']} in {where}"
    return (
        f"You attack {what}: how much of your {view['gold'][own]} gold do you bid? It is spent either way. "
        f"{attack['defender']} has {guesses}, and a right one beats the attack."
    )


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, _, rest = move.partition(":")
    what, at, where = rest.partition("@")
    if verb == "recruit":
        return _recruit(tables, what, where)
    if verb == "bid" and view["phase"] == "draft":
        return ability(tables, where) if at else f"{what or 'some'} gold for an ability card"
    if verb in ("move", "attack", "fire"):
        return _go(tables, view, verb, what, where)
    if verb == "guess" and move not in view["legal"]:  # the beginning of several that name two amounts
        return f"{what} and a higher amount"
    if verb in ("card", "play") and rest:
        return "; ".join(_CARDS.get(card, card) for card in rest.split("+"))
    if verb == "first" and rest:
        return "you" if rest == view.get("you") else ""
    return _MOVES.get(verb, "")


def _recruit(tables: Tables, unit: str, where: str) -> str:
    if unit not in UNITS:
        return "a unit, for its cost"
    place = ""
    if where in tables.provinces and province_name(tables, where) != where:
        place = f" in {province_name(tables, where)}"
    return f"{tables.costs[UNITS.index(unit)]} gold{place}; {_UNITS[unit]}"


def _go(tables: Tables, view: View, verb: str, unit: str, way: str) -> str:
    start, arrow, to = way.partition(">")
    if not arrow:
        does = {"move": "go to another province", "attack": "attack a neighbour", "fire": "fire from afar"}[verb]
        where = f" in {province_name(tables, start)}" if start else ""
        return f"{does} with the {unit}{where}" if unit else does
    stack = view["board"].get(to)
    there = f"{stack['seat']}'s {', '.join(stack['units'])}" if stack else "nobody"
    if tables.provinces.index(to) in tables.castles and verb != "move":
        there += " and the garrison" if stack else " but the garrison"
    what = {"move": "go to", "attack": "attack", "fire": "fire at"}[verb]
    return f"{what} {province_name(tables, to)}: {there} there"

"""Epix for newcomers: what is asked, what each move would mean, and the position in words."""

from __future__ import annotations

from typing import Any

from ..components import Components
from ..sheet import Sheet, plural
from .rules import Tables

View = dict[str, Any]

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
_REASONS = {
    "castle": "a castle was taken",
    "provinces": "the winner has the most provinces after winter",
    "gold": "as many provinces, and the winner has more gold",
    "split": "they have as many provinces and as much gold",
}


class Guide:
    """The words of one set of components."""

    def __init__(self, tables: Tables, components: Components) -> None:
        self.tables = tables
        self.units = {row.values["id"]: row.values for row in components.table("unit")}
        self.names = dict(zip(tables.provinces, tables.province_names, strict=True))
        texts = zip(tables.ability_names, tables.ability_texts, strict=True)
        self.abilities = dict(zip(tables.abilities, texts, strict=True))

    @staticmethod
    def own(view: View) -> int:
        return int(view["you"][1:]) if str(view.get("you", "")).startswith("s") else 0

    # What is asked.

    def headline(self, view: View) -> str:
        own = self.own(view)
        held = [sum(stack["seat"] == f"s{n}" for stack in view["board"].values()) for n in range(view["players"])]
        seats = [own, *(n for n in range(view["players"]) if n != own)]
        stand = [
            f"{f'you (s{n})' if n == own else f's{n}'}: {plural(held[n], 'province')}, {view['gold'][n]} gold"
            for n in seats
        ]
        return " | ".join([view["season"].title(), *stand])

    def question(self, view: View) -> str:
        phase = view["phase"]
        if phase == "fight" and view["attack"]:
            return self._fight_question(view)
        text = _QUESTIONS.get(phase, "It is your move.")
        return text.format(bid=", bid on an ability card" if view["table"] else "")

    def _fight_question(self, view: View) -> str:
        attack, own = view["attack"], f"s{self.own(view)}"
        where = self.names[attack["to"]]
        if attack["defender"] == own:
            parity = f" It is {attack['parity']}." if attack["parity"] else ""
            return (
                f"{view['turn']} attacks your {attack['against']} in {where} with up to "
                f"{view['gold'][int(view['turn'][1:])]} gold. Guess the bid: a right guess beats the "
                f"attack, and you have {attack['guesses']}.{parity}"
            )
        return (
            f"You attack the {attack['against']} of {attack['defender']} in {where}: how much do you bid? It is spent "
            f"either way; {attack['defender']} has {attack['guesses']} of {view['gold'][self.own(view)]} amounts to "
            "name, and if one is yours the attack fails."
        )

    # What a move means.

    def gloss(self, view: View, move: str) -> str:
        verb, _, rest = move.partition(":")
        what, at, where = rest.partition("@")
        if verb == "recruit":
            return self._recruit(what, where)
        if verb == "bid":
            return self._bid(what, where)
        if verb in ("move", "attack", "fire"):
            return self._go(view, verb, what, where) if at else ""
        if verb in ("card", "play") and rest:
            return " and ".join(_CARDS.get(card, card) for card in rest.split("+"))
        if verb == "first" and rest:
            return "you" if rest == view.get("you") else ""
        return {
            "pass": "no more in this draft",
            "done": "this card is finished",
            "stop": "this unit is finished",
            "on": "attack the next defender, with a new bid",
            "back": "return to where the attack came from",
        }.get(verb, "")

    def _recruit(self, unit: str, where: str) -> str:
        if unit not in self.units:
            return ""
        row = self.units[unit]
        what = {
            "soldier": "steps and attacks",
            "knight": "rides far, attacks again and again",
            "camp": "1 gold at every income",
            "catapult": "fires once from afar",
        }.get(unit, "")
        place = f" in {self.names[where]}" if where in self.names and self.names[where] != where else ""
        return f"{row['cost']} gold{place}; {what}"

    def _bid(self, amount: str, ability: str) -> str:
        if ability in self.abilities:
            name, text = self.abilities[ability]
            return f"{name}: {text}"
        return ""

    def _go(self, view: View, verb: str, unit: str, way: str) -> str:
        _, arrow, to = way.partition(">")
        if not arrow or to not in self.names:
            return ""
        stack = view["board"].get(to)
        there = f"{stack['seat']}'s {', '.join(stack['units'])}" if stack else "nobody"
        if to in [self.tables.provinces[castle] for castle in self.tables.castles] and verb != "move":
            there += " and the garrison" if stack else " but the garrison"
        what = {"move": "go to", "attack": "attack", "fire": "fire at"}[verb]
        return f"{what} {self.names[to]}: {there} there"

    # The position.

    def sheets(self, view: View) -> list[Sheet]:
        found = []
        for number in range(view["players"]):
            seat = f"s{number}"
            stacks = [
                f"{self.names[name]}{f' ({name})' if self.names[name] != name else ''}: {', '.join(stack['units'])}"
                for name, stack in view["board"].items()
                if stack["seat"] == seat
            ]
            lines = [f"{view['gold'][number]} gold", *stacks]
            supply = [plural(n, unit) for unit, n in view["supply"][number].items() if n]
            lines.append(f"In supply: {', '.join(supply) or 'nothing'}")
            if view["cards"][number]:
                lines.append(f"Cards: {', '.join(view['cards'][number])}")
            lines += [f"{self.abilities[a][0]}: {self.abilities[a][1]}" for a in view["abilities"][number]]
            marks = ["you"] if seat == view.get("you") else []
            marks += ["first player"] if view["first"] == seat else []
            title = f"{seat} ({', '.join(marks)})" if marks else seat
            found.append(Sheet(title, lines, seat=seat))
        free = [name for name in self.tables.provinces if name not in view["board"]]
        borders = [
            (
                f"{self.names[name]} ({name})" if self.names[name] != name else name,
                ", ".join(self.tables.provinces[other] for other in self.tables.neighbours[number]),
            )
            for number, name in enumerate(self.tables.provinces)
        ]
        found.append(Sheet("The map", [f"Nobody is in {', '.join(free) or 'no province'}"], ("", "touches"), borders))
        if view["table"]:
            cards = []
            for card in view["table"]:
                bid = view["bids"].get(card)
                standing = f" ({bid['seat']} bids {bid['gold']})" if bid else ""
                cards.append(f"{self.abilities[card][0]}{standing}: {self.abilities[card][1]}")
            found.append(Sheet("Ability cards", cards))
        return found


def because(reason: str) -> str:
    return _REASONS.get(reason, "")

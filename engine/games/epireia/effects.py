"""Epireia's effect words (RULES.md), checked and turned into the kernel's numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....ext.games.epireia import state as kernel
from ...components import Row
from ...numbers import by_number

# What happens at once.
DONE_AT_ONCE = by_number(
    {
        kernel.DO_NOTHING: "",
        kernel.DO_GAIN: "gain",
        kernel.DO_LOSE: "lose",
        kernel.DO_PRESTIGE: "prestige",
        kernel.DO_TREASURY: "treasury",
        kernel.DO_TOKEN: "token",
        kernel.DO_BRIGANDS: "brigands",
        kernel.DO_PACIFY: "pacify",
        kernel.DO_FIGURE: "figure",
        kernel.DO_ACTIONS: "actions",
        kernel.DO_LEVY: "levy",
        kernel.DO_TRADE: "trade",
        kernel.DO_FAVOUR: "favour",
    }
)
ONCE = ("gain", "lose", "prestige", "treasury", "token", "brigands", "pacify")
GOODS = ("wheat", "wood", "copper")

# Standing effects and their parameters.
STANDING: dict[str, tuple[str, ...]] = {
    "actions": ("n",),
    "no_donations": (),
    "donation": ("n",),
    "famine": ("of",),
    "harvest": ("of", "n"),
    "storms": (),
    "closed": ("at",),
    "army_cost": ("of", "n"),
    "building_cost": ("of", "n"),
    "no_building": ("type",),
    "no_level2": (),
    "empire_roll": ("n",),
    "territory_roll": ("n",),
    "city_roll": ("n",),
    "enemy_roll": ("n",),
    "enemy_rests": (),
    "territory_yield": ("n",),
    "tax": ("of", "n"),
}
ONLY_SOLO = ("token", "enemy_roll", "enemy_rests")
NOT_SOLO = ("city_roll",)
NOT_WHOLE_GAME = ("token", "enemy_rests")

EMPTY_ONCE: dict[str, Any] = {
    "what": kernel.DO_NOTHING,
    "n": 0,
    "deck": 0,
    "goods": [0, 0, 0],
    "less": [0, 0, 0],
    "territories": 0,
}


def amounts(row: Row, key: str, most: int) -> list[int]:
    """Wheat, wood and copper."""
    value = row.get(key, list)
    if len(value) != 3 or not all(type(n) is int and 0 <= n <= most for n in value):
        row.fail(f"{key} = {value!r}: want wheat, wood, copper, each from 0 to {most}")
    return [int(n) for n in value]


@dataclass(frozen=True)
class Names:
    """The ids that effects can name."""

    empires: tuple[str, ...]
    territories: tuple[str, ...]
    buildings: tuple[str, ...]
    decks: tuple[str, ...]
    types: tuple[str, ...]
    resources: tuple[str, ...]

    def space(self, name: str) -> int:
        """The number of an empire or a territory as a space."""
        if name in self.empires:
            return self.empires.index(name)
        return kernel.TERRITORY_0 + self.territories.index(name)


def plain_standing(costs: dict[str, Any]) -> dict[str, Any]:
    """No standing effect at all."""
    return {
        "building_cost": [list(cost) for cost in costs["buildings"]],
        "deck_cost": [list(cost) for cost in costs["decks"]],
        "harvest": [0, 0, 0], "dearth": [0, 0, 0], "famine": [0, 0, 0], "tax": [0, 0, 0],
        "barred": 0, "may_build": (1 << len(costs["buildings"])) - 1, "may_produce": (1 << len(costs["decks"])) - 1,
        "may_donate": 1, "actions": 0, "donation": 0, "empire_roll": 0, "territory_roll": 0, "city_roll": 0,
        "enemy_roll": 0, "enemy_rests": 0, "territory_yield": 1,
    }  # fmt: skip


class Effects:
    """Reads effect tables such as ``{ do = "harvest", of = "wheat", n = 1 }``."""

    def __init__(self, names: Names, territory_sets: dict[str, int], costs: dict[str, Any]) -> None:
        self.names = names
        self.sets = territory_sets
        self.costs = costs

    def territories(self, row: Row, given: Any) -> int:
        """The set of the named territories."""
        if not isinstance(given, list) or not given:
            row.fail(f"at = {given!r}: want a list of territories")
        found = 0
        for name in given:
            if name not in self.names.territories:
                row.fail(f"at has {name!r}: want territories, {', '.join(self.names.territories)}")
            found |= 1 << self.names.territories.index(name)
        return found

    def _inner(self, row: Row, given: Any, words: tuple[str, ...] | list[str]) -> tuple[str, Row]:
        if not isinstance(given, dict):
            row.fail(f"{given!r} is no effect: want a table such as {{ do = {words[0]!r} }}")
        inner = Row(row.file, row.table, row.index, {"id": row.values["id"], **given})
        return inner.choice("do", list(words)), inner

    def _takes(self, row: Row, word: str, given: dict[str, Any], wanted: tuple[str, ...]) -> None:
        if set(given) != {"do", *wanted}:
            row.fail(
                f"the effect {word!r} takes {', '.join(wanted) or 'nothing'}, not {', '.join(set(given) - {'do'})}"
            )

    def once(self, row: Row, given: Any, words: tuple[str, ...]) -> dict[str, Any]:
        """An effect that happens at once."""
        word, inner = self._inner(row, given, words)
        found = {**EMPTY_ONCE, "what": DONE_AT_ONCE.index(word)}
        if word in ("gain", "lose", "treasury"):
            self._takes(row, word, given, GOODS)
            low = -60 if word == "treasury" else 0
            values = [inner.number(name, low, 60) for name in GOODS]
            found["goods"] = [max(n, 0) for n in values]
            found["less"] = [max(-n, 0) for n in values]
        elif word == "token":
            wanted = ("deck", "cost") if "cost" in given else ("deck",)
            self._takes(row, word, given, wanted)
            found["deck"] = self.names.decks.index(inner.choice("deck", self.names.decks))
            if "cost" in given:
                found["goods"] = amounts(inner, "cost", 60)
        elif word == "brigands":
            self._takes(row, word, given, ("at",))
            found["territories"] = self.territories(row, given["at"])
        elif word in ("prestige", "actions", "favour"):
            self._takes(row, word, given, ("n",))
            found["n"] = inner.number("n", -60 if word == "prestige" else 0, 60)
        elif word == "trade":
            self._takes(row, word, given, ("give", "get"))
            found["n"], found["deck"] = inner.number("give", 1, 60), inner.number("get", 0, 60)
        else:
            self._takes(row, word, given, ())
        return found

    def bonus(self, row: Row, given: dict[str, Any]) -> dict[str, Any]:
        """A prestige bonus of an administrator."""
        if given.get("do") == "token" and "cost" not in given:
            row.fail("a bonus 'token' takes deck and cost")
        return self.once(row, given, ("gain", "treasury", "token", "figure", "actions"))

    def ability(self, row: Row, given: dict[str, Any]) -> dict[str, Any]:
        return self.once(row, given, ("levy", "actions", "prestige", "trade", "gain", "favour"))

    def split(
        self, row: Row, given: list[Any], solo: bool, whole_game: bool = False
    ) -> tuple[list[dict[str, Any]], list[tuple[str, dict[str, Any]]]]:
        """The effects of a card or scenario that happen at once, and those that stand."""
        if len(given) > kernel.MAX_EFFECTS:
            row.fail(f"{len(given)} effects: at most {kernel.MAX_EFFECTS} fit")
        barred = (NOT_SOLO if solo else ONLY_SOLO) + (NOT_WHOLE_GAME if whole_game else ())
        words = [word for word in (*ONCE, *STANDING) if word not in barred]
        once, standing = [], []
        for effect in given:
            word, _ = self._inner(row, effect, words)
            if word in ONCE:
                if word == "token" and "cost" in effect:
                    row.fail("the effect 'token' takes deck")
                once.append(self.once(row, effect, ONCE))
            else:
                standing.append((word, self._standing(row, word, effect)))
        return once, standing

    def _standing(self, row: Row, word: str, given: dict[str, Any]) -> dict[str, Any]:
        """The checked parameters of a standing effect."""
        self._takes(row, word, given, STANDING[word])
        _, inner = self._inner(row, given, (word,))
        found: dict[str, Any] = {}
        if "of" in STANDING[word]:
            found["of"] = GOODS.index(inner.choice("of", GOODS))
        if "at" in STANDING[word]:
            found["at"] = self.names.empires.index(inner.choice("at", self.names.empires))
        if "type" in STANDING[word]:
            found["type"] = self.names.types.index(inner.choice("type", self.names.types))
        if "n" in STANDING[word]:
            low, high = {"territory_yield": (0, 2), "tax": (0, 15)}.get(word, (-15, 15))
            found["n"] = inner.number("n", low, high)
        return found

    def standing(self, effects: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
        """Several standing effects together: they add up, yields are multiplied."""
        found = plain_standing(self.costs)
        extra = {"army_cost": [0, 0, 0], "building_cost": [0, 0, 0], "harvest": [0, 0, 0]}
        for word, given in effects:
            if word in extra:
                extra[word][given["of"]] += given["n"]
            elif word == "tax":
                found["tax"][given["of"]] += given["n"]
            elif word == "famine":
                found["famine"][given["of"]] = 255
            elif word == "territory_yield":
                found[word] *= given["n"]
            elif word == "storms":
                found["barred"] |= self.sets["sea"] << kernel.TERRITORY_0
            elif word == "closed":
                found["barred"] |= 1 << given["at"]
            elif word == "no_donations":
                found["may_donate"] = 0
            elif word == "enemy_rests":
                found["enemy_rests"] = 1
            elif word == "no_level2":
                for deck, level in enumerate(self.costs["levels"]):
                    found["may_produce"] &= ~((level == 2) << deck)
            elif word == "no_building":
                for building, type_ in enumerate(self.costs["types"]):
                    found["may_build"] &= ~((type_ == given["type"]) << building)
            else:
                found[word] += given["n"]
        found["harvest"] = [max(n, 0) for n in extra["harvest"]]
        found["dearth"] = [max(-n, 0) for n in extra["harvest"]]
        for costs, word in (("building_cost", "building_cost"), ("deck_cost", "army_cost")):
            found[costs] = [
                [max(n + more, 0) for n, more in zip(cost, extra[word], strict=True)] for cost in found[costs]
            ]
        return found

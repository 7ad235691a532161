"""Epireia's components, checked and turned into the kernel's tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from ....ext import core
from ....ext.games.epireia import packing
from ....ext.games.epireia import state as kernel
from ...components import OURS, READINGS, Components, Row, unique
from ...errors import BadData, UnknownGame
from ...languages import Catalogue
from ...numbers import by_number
from .effects import Effects, Names, amounts

LEAGUES = by_number({kernel.DELIAN: "delian", kernel.PELOPONNESIAN: "peloponnesian"})
RESOURCES = ("wheat", "wood", "copper")
MODES = by_number({kernel.DIE: "die", kernel.AI: "ai", kernel.RIVAL: "rival"})
KINDS = ("hoplites", "cavalry", "triremes")
TYPES = ("military", "religious", "civil", "political", "administrator")

# The leagues of the seats (RULES.md, Seats).
SEATING = {1: (0, 1), 2: (0, 1), 3: (0, 1, 0), 4: (0, 1, 1, 0)}

TALENTS = by_number(
    {
        kernel.NO_TALENT: "",
        kernel.LAND_TALENT: "land",
        kernel.SEA_TALENT: "sea",
        kernel.BRIGAND_TALENT: "brigand",
        kernel.EMPIRE_TALENT: "empire",
        kernel.CITY_TALENT: "city",
        kernel.FRONT_TALENT: "front",
        kernel.FORAGE_TALENT: "forage",
        kernel.GIFT_TALENT: "gift",
        kernel.HOME_TALENT: "home",
    }
)
BUILDING_EFFECTS = ("level2", "prestige", "harvest", "figure", "empire_roll", "city_roll", "ability")
OBJECTIVES = by_number(
    {
        kernel.NO_OBJECTIVE: "",
        kernel.OBJ_BUILDINGS: "buildings",
        kernel.OBJ_TERRITORIES: "territories",
        kernel.OBJ_HOLD: "hold",
        kernel.OBJ_PRESTIGE: "prestige",
        kernel.OBJ_DONATIONS: "donations",
        kernel.OBJ_TREASURY: "treasury",
        kernel.OBJ_TOTAL: "total",
        kernel.OBJ_TOKENS: "tokens",
        kernel.OBJ_EMPIRES: "empires",
        kernel.OBJ_CITIES: "cities",
        kernel.OBJ_VICTORIES: "victories",
        kernel.OBJ_FIGURES: "figures",
    }
)


@dataclass(frozen=True)
class Solo:
    """A solo scenario, as people read it."""

    id: str
    name: str
    story: str
    turns: int
    grade: int  # of difficulty, from 1
    goals: tuple[dict[str, Any], ...]  # the objectives
    enemy_cities: tuple[int, ...]


@dataclass(frozen=True)
class Tables:
    """The names behind the kernel's numbers, in order, the words for people, and the packed rules."""

    say: Catalogue
    n_seats: int  # of the players; a solo game may have the seat `enemy` beside
    mode: int
    options: dict[str, Any]  # as RULES.md shows them
    seats: tuple[str, ...]  # of the boards
    cities: tuple[str, ...]
    figures: tuple[str, ...]
    administrators: tuple[str, ...]
    empires: tuple[str, ...]
    territories: tuple[str, ...]
    buildings: tuple[str, ...]
    decks: tuple[str, ...]
    fronts: tuple[str, ...]
    cards: tuple[str, ...]  # of the acts, or the augur cards
    names: dict[str, str]  # what people call each of these
    numbers: dict[str, Any]  # the kernel's tables
    rows: dict[str, dict[str, Any]]  # the values of each component, by its id
    solo: Solo | None
    die: int
    rules: core.Rules

    @property
    def is_solo(self) -> bool:
        return self.n_seats == 1


def read(components: Components, n_seats: int, options: dict[str, str]) -> Tables:
    """Check every row and pack the rules; BadData names the file, the row and the reason."""
    readings = options.get("readings") or OURS
    if readings not in READINGS:
        _refuse(f"readings={readings!r}: want one of {', '.join(READINGS)}")
    readers = {reading: _Reader(components, reading) for reading in READINGS}
    for reading, reader in readers.items():  # what only other games use is checked too
        for seats in SEATING:
            if (reading, seats) != (readings, n_seats):
                reader.shape(seats, {})
    return readers[readings].game(n_seats, options)


def _fits(rows: dict[str, Row], most: int) -> dict[str, Row]:
    row = list(rows.values())[-1]
    if len(rows) > most:
        row.fail(f"at most {most} rows fit")
    return rows


def _refuse(message: str) -> NoReturn:
    raise UnknownGame(message)


class _Reader:
    """Reads the tables that all games share; `game` adds what depends on seats and options."""

    def __init__(self, components: Components, readings: str) -> None:
        def table(name: str, most: int, file: str) -> dict[str, Row]:
            rows = [row for row in components.table(name) if row.file == file]
            if not rows:
                raise BadData(f"{file}: no [[{name}]]")
            return _fits(unique(rows), most)

        self.words = components.words
        self.readings = readings
        self.settings = components.settings(readings)
        self.cities = table("city", kernel.MAX_CITIES, "cities.toml")
        self.figures = table("figure", kernel.MAX_FIGURES, "figures.toml")
        self.administrators = table("administrator", kernel.MAX_ADMINISTRATORS, "administrators.toml")
        self.empires = table("empire", kernel.MAX_EMPIRES, "empires.toml")
        self.territories = table("territory", kernel.MAX_TERRITORIES, "territories.toml")
        self.buildings = table("building", kernel.MAX_BUILDINGS, "buildings.toml")
        self.decks = table("deck", kernel.N_DECKS, "army.toml")
        self.fronts = table("front", kernel.N_FRONTS, "fronts.toml")
        self.acts = table("scenario", kernel.MAX_CARDS, "acts.toml")
        self.augur = table("card", kernel.MAX_CARDS, "augur.toml")
        self.scenarios = table("scenario", 99, "solo.toml")
        self.die_rows = [row for row in components.table("row") if row.file == "die.toml"]
        self.names = Names(
            tuple(self.empires), tuple(self.territories), tuple(self.buildings), tuple(self.decks), TYPES, RESOURCES
        )
        named = self._check_words(components)
        self.values: dict[str, dict[str, Any]] = {name: row.values for name, row in named.items()}
        self.deck_rows = [self._deck(row) for row in self.decks.values()]
        self.building_rows = [self._building(row) for row in self.buildings.values()]
        self.effects = Effects(self.names, self._territory_kinds(), self._costs())
        self.numbers = self._shared()

    def _check_words(self, components: Components) -> dict[str, Row]:
        """All rows by id. Ids differ, also between tables, because moves and texts name a thing by its id alone; those
        in moves are plain words."""
        named: dict[str, Row] = {}
        for row in components:
            if "id" in row.values and named.setdefault(row.values["id"], row) is not row:
                row.fail(f"{row.values['id']!r} is also the id of {named[row.values['id']].where}")
        for rows in (self.empires, self.territories, self.cities, self.figures, self.administrators, self.buildings,
                     self.decks, self.fronts, self.acts, self.augur, self.scenarios):  # fmt: skip
            for name, row in rows.items():
                if not name or not all(letter.islower() or letter.isdigit() or letter == "_" for letter in name):
                    row.fail(f"id = {name!r}: want lower-case letters, digits and _")
                if name in ("none", "chance", "road"):
                    row.fail(f"id = {name!r}: has another meaning")
        if len(self.cities) < 6:
            raise BadData(f"cities.toml: {len(self.cities)} cities; four players and neutral ones need 6")
        return named

    # --- Settings

    def _shared(self) -> dict[str, Any]:
        steps = self.settings["prestige_steps"]
        if len(steps.get("value", list)) > 4 or not all(
            isinstance(n, int) and 0 < n < 64 for n in steps.values["value"]
        ):
            steps.fail(f"value = {steps.values['value']!r}: want up to four numbers from 1 to 63")
        numbers: dict[str, Any] = {
            "start_resources": amounts(self.settings["start_resources"], "value", 15),
            "prestige_steps": steps.values["value"],
            "resource_cap": self.settings.number("resource_cap", 1, 60),
            "treasury_cap": self.settings.number("treasury_cap", 1, 60),
            "prestige_cap": self.settings.number("prestige_cap", 1, 60),
            "actions": self.settings.number("actions", 0, 9),
            "donate_min": self.settings.number("donate_min", 1, 60),
            "donate_max": self.settings.number("donate_max", 1, 20),
            "donate_prestige": self.settings.number("donate_prestige", 0, 9),
            "trade_posts": self.settings.number("trade_posts", 1, kernel.MAX_TERRITORIES),
            "figures_max": self.settings.number("figures_max", 1, kernel.MAX_IN_PLAY),
            "die": self.settings.number("die", 1, kernel.MAX_DIE),
            "brigand_power": self.settings.number("brigand_power", 0, 99),
            "treasury_pays": self.settings.flag("treasury_pays"),
            "assembly_alone": self.settings.flag("assembly_alone"),
        }
        for name, count in zip(RESOURCES, numbers["start_resources"], strict=True):
            if count > numbers["resource_cap"]:
                self.settings["start_resources"].fail(f"{count} {name} is more than the resource_cap")
        numbers["cities"] = [self._city(row) for row in self.cities.values()]
        numbers["figures"] = [self._figure(row) for row in self.figures.values()]
        numbers["administrators"] = [self._administrator(row) for row in self.administrators.values()]
        numbers["empires"] = [
            {
                "target": row.number("target", 0, 99),
                "reward": amounts(row, "reward", 15),
                "deck": self._deck_number(row, "token") if row.get("token", str) else kernel.NONE,
            }
            for row in self.empires.values()
        ]
        numbers["territories"] = [
            {"yield": amounts(row, "yield", 15), "sea": int(row.choice("kind", ("land", "sea")) == "sea")}
            for row in self.territories.values()
        ]
        numbers["buildings"], numbers["decks"] = self.building_rows, self.deck_rows
        numbers["fronts"] = self._fronts()
        if len(self.administrators) < 4:
            raise BadData(f"administrators.toml: {len(self.administrators)} administrators; four players need 4")
        for number, city in enumerate(self.cities):
            if not any(figure["city"] == number for figure in numbers["figures"]):
                raise BadData(f"figures.toml: {city} has no figure")
        return numbers

    # --- Components

    def _deck_number(self, row: Row, key: str) -> int:
        return self.names.decks.index(row.choice(key, self.names.decks))

    def _deck_list(self, row: Row, key: str, most: int = kernel.MAX_LIST) -> list[int]:
        found = row.get(key, list)
        for name in found:
            if name not in self.names.decks:
                row.fail(f"{key} has {name!r}: want decks of army.toml, {', '.join(self.names.decks)}")
        if len(found) > most:
            row.fail(f"{key} has {len(found)} decks: at most {most} fit")
        return [self.names.decks.index(name) for name in found]

    def _city(self, row: Row) -> dict[str, Any]:
        league = row.choice("league", ("", *LEAGUES))
        return {
            "yield": amounts(row, "yield", 15),
            "first": RESOURCES.index(row.choice("first", RESOURCES)),
            "prestige_every": row.number("prestige_every", 0, 99),
            "league": LEAGUES.index(league) if league else kernel.NOBODY,
            "target": row.number("target", 0, 99),
            "tribute": amounts(row, "tribute", 60),
            "brings": self._deck_list(row, "brings"),
        }

    def _figure(self, row: Row) -> dict[str, Any]:
        row.get("text", str)
        city = list(self.cities).index(row.choice("city", list(self.cities)))
        talent = row.get("talent", dict)
        inner = Row(row.file, row.table, row.index, {"id": row.values["id"], **talent})
        word = inner.choice("do", TALENTS[1:])
        found: dict[str, Any] = {
            "city": city,
            "power": row.number("power", 0, 30),
            "diplomacy": row.number("diplomacy", 0, 30),
            "talent": TALENTS.index(word),
            "at": 0,
            "n": inner.number("n", 0, 15),
            "goods": [0, 0, 0],
        }
        wanted = {"do", "n"}
        if word == "empire":
            found["at"] = self.names.empires.index(inner.choice("at", self.names.empires))
            wanted.add("at")
        elif word == "front":
            found["at"] = list(self.fronts).index(inner.choice("at", list(self.fronts)))
            wanted.add("at")
        elif word in ("forage", "gift", "home"):
            found["goods"][RESOURCES.index(inner.choice("of", RESOURCES))] = found["n"]
            wanted.add("of")
        if set(talent) != wanted:
            row.fail(f"the talent {word!r} takes {', '.join(sorted(wanted - {'do'}))}")
        return found

    def _administrator(self, row: Row) -> dict[str, Any]:
        row.get("text", str)
        bonuses = row.get("bonus", list)
        if len(bonuses) != 4 or not all(isinstance(bonus, dict) for bonus in bonuses):
            row.fail("bonus: want four tables")
        levels = [
            Row(row.file, row.table, row.index, {"id": row.values["id"], **b}).number("at", 1, 60) for b in bonuses
        ]
        if levels != sorted(set(levels)):
            row.fail(f"the levels of the bonuses are {levels}: want them to rise")
        ability = row.get("ability", dict)
        return {
            "bonus_at": levels,
            "bonus": [self.effects.bonus(row, {k: v for k, v in bonus.items() if k != "at"}) for bonus in bonuses],
            "ability": self.effects.ability(row, ability),
        }

    def _building(self, row: Row) -> dict[str, Any]:
        effect = row.get("effect", dict)
        inner = Row(row.file, row.table, row.index, {"id": row.values["id"], **effect})
        word = inner.choice("do", BUILDING_EFFECTS)
        wanted = {
            "level2": {"kind"}, "harvest": {"of", "n"}, "prestige": {"n"}, "empire_roll": {"n"}, "city_roll": {"n"},
        }.get(word, set())  # fmt: skip
        if set(effect) != wanted | {"do"}:
            row.fail(f"the effect {word!r} takes {', '.join(sorted(wanted)) or 'nothing'}")
        n = inner.number("n", 0, 12) if "n" in wanted else 0
        harvest = [0, 0, 0]
        if word == "harvest":
            harvest[RESOURCES.index(inner.choice("of", RESOURCES))] = n
        if word == "level2":
            kind = inner.choice("kind", KINDS)
            for deck, values in zip(self.deck_rows, self.decks.values(), strict=True):
                if values.values["kind"] == kind and deck["level"] == 2:
                    deck["level2_by"] |= 1 << row.index
        return {
            "type": TYPES.index(row.choice("type", TYPES)),
            "effect": {"prestige": kernel.DO_PRESTIGE, "figure": kernel.DO_FIGURE}.get(word, kernel.DO_NOTHING),
            "prestige": n if word == "prestige" else 0,
            "harvest": harvest,
            "empire_roll": n if word == "empire_roll" else 0,
            "city_roll": n if word == "city_roll" else 0,
            "ability": int(word == "ability"),
        }

    def _deck(self, row: Row) -> dict[str, Any]:
        powers = row.get("powers", list)
        if (
            len(powers) != kernel.MAX_POWER
            or not all(isinstance(n, int) and 0 <= n <= 40 for n in powers)
            or sum(powers) > 60
        ):
            row.fail(f"powers = {powers!r}: want how many tokens of power 1 to 6, at most 60 together")
        row.choice("kind", KINDS)
        return {"powers": powers, "level": row.number("level", 1, 2), "level2_by": 0}

    def _fronts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        kinds: list[str] = []
        for row in self.fronts.values():
            kind = row.choice("kind", KINDS)
            if kind in kinds:
                row.fail(f"{kind} stand on another front already")
            kinds.append(kind)
            decks = []
            for level in (1, 2):
                fitting = [
                    number
                    for number, deck in enumerate(self.decks.values())
                    if deck.values["kind"] == kind and deck.values["level"] == level
                ]
                if len(fitting) != 1:
                    raise BadData(f"army.toml: {len(fitting)} decks of {kind} of level {level}; want one")
                decks += fitting
            found.append({"decks": decks, "seat": row.number("seat", 1, 2) - 1, "tie": row.number("tie", 0, 1)})
        if len(found) != 3 or sum(front["tie"] for front in found) != 1:
            raise BadData("fronts.toml: want three fronts, one of them with tie = 1")
        return found

    def _territory_kinds(self) -> dict[str, int]:
        """The sets of land, sea and all territories."""
        sets = {"land": 0, "sea": 0}
        for number, row in enumerate(self.territories.values()):
            sets[row.choice("kind", ("land", "sea"))] |= 1 << number
        return sets | {"any": sets["land"] | sets["sea"]}

    def _costs(self) -> dict[str, Any]:
        """What standing effects change."""
        return {
            "buildings": [amounts(row, "cost", 60) for row in self.buildings.values()],
            "types": [building["type"] for building in self.building_rows],
            "decks": [amounts(row, "cost", 60) for row in self.decks.values()],
            "levels": [deck["level"] for deck in self.deck_rows],
        }

    # --- Objectives

    def objective(self, row: Row, given: Any, solo: bool) -> dict[str, Any]:
        if not isinstance(given, dict):
            row.fail("an objective is a table such as { kind = 'prestige', n = 4 }")
        inner = Row(row.file, row.table, row.index, {"id": row.values["id"], **given})
        kinds = [kind for kind in OBJECTIVES[1:] if kind != "total" and not (solo and kind == "cities")]
        kind = inner.choice("kind", kinds)
        wanted = {
            "buildings": {"type", "n"}, "territories": {"where", "n"}, "hold": {"at"}, "treasury": {"of", "n"},
            "tokens": {"army", "level", "n"},
        }.get(kind, {"n"}) | {"kind"} | ({"when"} if solo else set())  # fmt: skip
        if set(given) != wanted:
            row.fail(f"the objective {kind!r} takes {', '.join(sorted(wanted - {'kind'}))}")
        which = 0
        if kind == "buildings":
            type_ = inner.choice("type", ("any", *TYPES))
            for number, building in enumerate(self.building_rows):
                which |= (type_ == "any" or TYPES[building["type"]] == type_) << number
        elif kind == "territories":
            which = self._territory_kinds()[inner.choice("where", ("any", "land", "sea"))]
        elif kind == "hold":
            which = self.effects.territories(row, given["at"])
        elif kind == "treasury":
            of = inner.choice("of", ("each", "total", *RESOURCES))
            which = 7 if of in ("each", "total") else 1 << RESOURCES.index(of)
            kind = "total" if of == "total" else kind
        elif kind == "tokens":
            army, level = inner.choice("army", ("any", *KINDS)), inner.number("level", 0, 2)
            for number, deck in enumerate(self.decks.values()):
                which |= (army in ("any", deck.values["kind"]) and level in (0, deck.values["level"])) << number
        return {
            "kind": OBJECTIVES.index(kind),
            "n": inner.number("n", 0, 200) if "n" in wanted else 0,
            "which": which,
            "at_end": int(solo and inner.choice("when", ("once", "end")) == "end"),
        }

    # --- Games

    def game(self, n_seats: int, options: dict[str, str]) -> Tables:
        shape = self.shape(n_seats, options)
        numbers = self.numbers | shape
        solo = None
        if n_seats == 1:
            row = self.scenarios[shape["scenario"]]
            solo = Solo(
                id=shape["scenario"],
                name=row.values["name"],
                story=row.values["story"],
                turns=shape["turns"],
                grade=row.number("grade", 1, 4),
                goals=tuple(row.values["objectives"]),
                enemy_cities=tuple(i for i in range(len(self.cities)) if shape["solo"]["enemy_cities"] >> i & 1),
            )
        every = (self.cities, self.figures, self.administrators, self.empires, self.territories, self.buildings,
                 self.decks, self.fronts, self.augur if n_seats == 1 else self.acts)  # fmt: skip
        return Tables(
            say=self.words,
            n_seats=n_seats,
            mode=shape["mode"],
            options={"seats": n_seats, **shape["options"]},
            seats=("s0", "enemy") if n_seats == 1 else tuple(f"s{number}" for number in range(n_seats)),
            cities=tuple(self.cities),
            figures=tuple(self.figures),
            administrators=tuple(self.administrators),
            empires=tuple(self.empires),
            territories=tuple(self.territories),
            buildings=tuple(self.buildings),
            decks=tuple(self.decks),
            fronts=tuple(self.fronts),
            cards=tuple(self.augur if n_seats == 1 else self.acts),
            names={name: str(row.get("name", str)) for rows in every for name, row in rows.items()},
            numbers=numbers,
            rows=self.values,
            solo=solo,
            die=numbers["die"],
            rules=core.Rules("epireia", packing.make_rules(numbers)),
        )

    def shape(self, n_seats: int, options: dict[str, str]) -> dict[str, Any]:
        """What depends on seats and options."""
        if n_seats == 1:
            return self._solo(options)
        given = [name for name, value in options.items() if value and name != "readings"]
        if given:
            _refuse(f"{given[0]}={options[given[0]]!r}: only a game for one player has this option")
        leagues = SEATING[n_seats]
        sides = [[seat for seat in range(n_seats) if leagues[seat] == league] for league in (0, 1)]
        alone = n_seats == 3
        lone = self.settings.number("lone_turns", 1, 4)
        times = self.settings.number("lone_yield", 1, 4)
        cards = [self._act_card(row) for row in self.acts.values()]
        for act in range(1, kernel.N_ACTS + 1):
            if not any(card["act"] == act for card in cards):
                raise BadData(f"acts.toml: no scenario of act {act}")
        return {
            "options": {"scenario": "", "city": "", "league": "", "enemy": "", "readings": self.readings},
            "n_seats": n_seats,
            "mode": 0,
            "teams": list(leagues),
            "dev_turn": sides[0] + sides[1] * (lone if alone else 1),
            "dev_order": sides[0] + sides[1],
            "dip_order": sides[1] + sides[0],
            "lone_yield": [times if alone and len(sides[league]) == 1 else 1 for league in leagues],
            "late_army": self._deck_list(self.settings[f"late_army_{n_seats}"], "value"),
            "turns": self.settings.number("turns", 1, 99),
            "start_prestige": self._start_prestige("start_prestige"),
            "cards": cards,
            "standing": self.effects.standing([]),
            "plain": self.effects.standing([]),
            "solo": None,
        }

    def _start_prestige(self, name: str) -> int:
        return self.settings.number(name, 0, self.settings.number("prestige_cap", 1, 60))

    def _act_card(self, row: Row) -> dict[str, Any]:
        once, standing = self.effects.split(row, row.get("constraint", list), solo=False)
        row.get("story", str)
        return {
            "act": row.number("act", 1, kernel.N_ACTS),
            "once": once,
            "standing": self.effects.standing(standing),
            "reward": self._deck_list(row, "reward"),
            "objective": self.objective(row, row.get("objective", dict), solo=False),
        }

    # --- Solo

    def _solo(self, options: dict[str, str]) -> dict[str, Any]:
        scenario = options.get("scenario") or next(iter(self.scenarios))
        enemy = options.get("enemy") or MODES[0]
        if scenario not in self.scenarios:
            _refuse(f"scenario={scenario!r}: want one of {', '.join(self.scenarios)}")
        if enemy not in MODES:
            _refuse(f"enemy={enemy!r}: want one of {', '.join(MODES)}")
        die_table = self._die_table()
        shapes = {id: self._scenario(row, MODES.index(enemy)) for id, row in self.scenarios.items()}
        shape = shapes[scenario]
        self._choices(shape, self.scenarios[scenario], options)
        constraint = shape["standing"]
        shape["standing"] = self.effects.standing(constraint)
        shape["cards"] = [
            card | {"standing": self.effects.standing(constraint + card["standing"])} for card in self._augur_cards()
        ]
        shape["solo"]["die_table"] = die_table
        city, league = options.get("city") or "", options.get("league") or ""
        shape["options"] = {
            "scenario": scenario, "city": city, "league": league, "enemy": enemy, "readings": self.readings,
        }  # fmt: skip
        shape["scenario"] = scenario
        return shape

    def _augur_cards(self) -> list[dict[str, Any]]:
        """The cards with their effects, not yet joined with a scenario's constraint."""
        cards = []
        for card in self.augur.values():
            card.choice("omen", ("good", "bad", "mixed"))
            card.get("text", str)
            once, standing = self.effects.split(card, card.get("effects", list), solo=True)
            nothing = {"kind": 0, "n": 0, "which": 0, "at_end": 0}
            cards.append({"act": 0, "once": once, "standing": standing, "reward": [], "objective": nothing})
        return cards

    def _choices(self, shape: dict[str, Any], row: Row, options: dict[str, str]) -> None:
        """The cities and leagues that scenario and options leave."""
        city, league = options.get("city") or "", options.get("league") or ""
        if city and city not in self.cities:
            _refuse(f"city={city!r}: want one of {', '.join(self.cities)}")
        if league and league not in LEAGUES:
            _refuse(f"league={league!r}: want one of {', '.join(LEAGUES)}")
        fixed_city, fixed_league = row.values["city"], row.values["league"]
        leagues = 0
        cities = 0
        for number, word in enumerate(LEAGUES):
            if fixed_league in ("", word) and league in ("", word):
                leagues |= 1 << number
        for number, (word, other) in enumerate(self.cities.items()):
            if shape["solo"]["enemy_cities"] >> number & 1 or (fixed_city and word != fixed_city):
                continue
            if city and word != city:
                continue
            only = self.numbers["cities"][number]["league"]
            if leagues & (3 if only == kernel.NOBODY else 1 << only):
                cities |= 1 << number
            elif city:
                _refuse(f"city={city!r} cannot be in the league of this game: {other.where}")
        if not leagues:
            _refuse(f"league={league!r}: the scenario {row.values['id']!r} is played with {fixed_league!r}")
        if not cities:
            _refuse(f"city={city!r}: the scenario {row.values['id']!r} cannot be played with it")
        shape["solo"]["city_choices"], shape["solo"]["league_choices"] = cities, leagues

    def _die_table(self) -> list[list[int]]:
        sides = self.settings.number("die", 1, kernel.MAX_DIE)
        if [row.values.get("roll") for row in self.die_rows] != list(range(1, sides + 1)):
            raise BadData(f"die.toml: want rows for the rolls 1 to {sides}, in this order")
        spaces = self.names.empires + self.names.territories
        return [
            [self.names.space(row.choice(city, spaces)) for city in self.cities]
            for row in self.die_rows
        ]  # fmt: skip

    def _enemies(self, row: Row) -> tuple[list[int], list[int]]:
        """The enemy cities and figures."""
        cities, figures = [], []
        for enemy in row.get("enemies", list):
            if not isinstance(enemy, dict) or set(enemy) != {"city", "figures"}:
                row.fail("enemies: want tables with city and figures")
            if enemy["city"] not in self.cities or list(self.cities).index(enemy["city"]) in cities:
                row.fail(f"enemies: {enemy['city']!r} is no city, or comes twice")
            cities.append(list(self.cities).index(enemy["city"]))
            for name in enemy["figures"]:
                if name not in self.figures or self.figures[name].values["city"] != enemy["city"]:
                    row.fail(f"enemies: {name!r} is no figure of {enemy['city']}")
                figures.append(list(self.figures).index(name))
        if not cities or len(set(figures)) != len(figures):
            row.fail("enemies: want at least one city, and no figure twice")
        return cities, figures

    def _scenario(self, row: Row, mode: int) -> dict[str, Any]:
        """A row of solo.toml."""
        for key in ("name", "story"):
            row.get(key, str)
        row.choice("city", ("", *self.cities))
        league = row.choice("league", ("", *LEAGUES))
        cities, figures = self._enemies(row)
        room = kernel.MAX_IN_PLAY - self.settings.number("figures_max", 1, kernel.MAX_IN_PLAY)
        if len(figures) > room:
            row.fail(f"enemies: {len(figures)} figures; at most {room} fit beside new ones")
        for city in cities:
            only = self.numbers["cities"][city]["league"]
            if only != kernel.NOBODY and league == LEAGUES[only]:
                row.fail(f"the enemy city {list(self.cities)[city]!r} cannot be in the other league")
        own = row.values["city"]
        if own and list(self.cities).index(own) in cities:
            row.fail(f"city = {own!r} is an enemy city")
        objectives = row.get("objectives", list)
        if not 1 <= len(objectives) <= kernel.MAX_LIST:
            row.fail(f"{len(objectives)} objectives: want 1 to {kernel.MAX_LIST}")
        once, standing = self.effects.split(row, row.get("constraint", list), solo=True, whole_game=True)
        army, rival = self._muster(row), self._rival_army(row)
        administrator = row.choice("administrator", list(self.administrators))
        return {
            "n_seats": 1 if MODES[mode] == "die" else 2,
            "mode": mode,
            "teams": [0, 1],
            "dev_turn": [],
            "dev_order": [0, 1],
            "dip_order": [0, 1],
            "lone_yield": [1, 1],
            "late_army": [],
            "turns": row.number("turns", 1, 99),
            "start_prestige": self._start_prestige("start_prestige_solo"),
            "standing": standing,
            "plain": self.effects.standing([]),
            "solo": {
                "enemy_cities": sum(1 << city for city in cities),
                "leader": cities[0],
                "enemy_figures": figures,
                "enemy_administrator": list(self.administrators).index(administrator),
                "rival_income": amounts(row, "rival_income", 15),
                "muster": rival if MODES[mode] == "rival" else army,
                "once": once,
                "goals": [self.objective(row, goal, solo=True) for goal in objectives],
            },
        }

    def _muster(self, row: Row) -> list[tuple[int, int]]:
        """The enemy army of `die` and `ai`: (deck, column of nine) by front, column and the listed tokens."""
        found = []
        for number, (front, other) in enumerate(self.fronts.items()):
            columns = row.get(front, list)
            if len(columns) != 3 or not all(isinstance(column, list) and len(column) <= 2 for column in columns):
                row.fail(f"{front}: want three columns of at most two decks")
            for place, column in enumerate(columns):
                for deck in column:
                    if deck not in self.decks or self.decks[deck].values["kind"] != other.values["kind"]:
                        row.fail(f"{front}: {deck!r} is no deck of {other.values['kind']}")
                    found.append((list(self.decks).index(deck), 3 * number + place))
        self._enough(row, [deck for deck, _ in found])
        return found

    def _rival_army(self, row: Row) -> list[tuple[int, int]]:
        decks = self._deck_list(row, "rival_army", kernel.MAX_MUSTER)
        self._enough(row, decks)
        return [(deck, kernel.NONE) for deck in decks]

    def _enough(self, row: Row, decks: list[int]) -> None:
        for deck in set(decks):
            if decks.count(deck) > sum(self.deck_rows[deck]["powers"]):
                row.fail(
                    f"the enemy's army needs {decks.count(deck)} tokens of {list(self.decks)[deck]}; there are fewer"
                )

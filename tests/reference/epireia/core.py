"""Epireia, the slow plain reading: the position, the data, and what every phase uses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..base import Reference, components

RESOURCES = ("wheat", "wood", "copper")
LEAGUES = ("delian", "peloponnesian")
DELIAN, PELOPONNESIAN = LEAGUES
ENEMY = "enemy"
HOME = ""
ROAD = "road"  # a figure that left its space and walks home

# The draft order is the seat order: D P, D P D, D P P D.
SEATING = {
    2: (DELIAN, PELOPONNESIAN),
    3: (DELIAN, PELOPONNESIAN, DELIAN),
    4: (DELIAN, PELOPONNESIAN, PELOPONNESIAN, DELIAN),
}

# Chance: the sources behind the decks (0 to 5, in the order of army.toml).
SOURCE_ACTS = 6  # and 7, 8: the piles of acts I, II, III
SOURCE_AUGUR = 9
SOURCE_ROLL = {DELIAN: 10, PELOPONNESIAN: 11, "brigands": 12}
SOURCE_TRAVEL = 13

TURN_PHASES = ("reveal", "development", "diplomacy", "empires", "territories", "cities", "collection")


@dataclass
class Figure:
    id: str
    at: str = HOME  # HOME, ROAD or the id of a space


@dataclass
class Board:
    """One seat's board (in solo the second one is the enemy's, whoever moves its figures)."""

    seat: str
    league: str = ""
    city: str = ""
    administrator: str = ""
    resources: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESOURCES, 0))
    prestige: int = 0
    bonuses: int = 0  # prestige bonuses reached so far
    buildings: list[str] = field(default_factory=list)
    uses: int = 0  # of the administrator's ability
    actions: int = 0  # left in the present development turn
    favour: int = 0  # this turn's help by the ability `favour`
    figures: list[Figure] = field(default_factory=list)
    donations: int = 0
    empires: list[str] = field(default_factory=list)
    cities: int = 0  # Greek cities that joined through this seat's figures
    victories: int = 0  # conflicts and brigand fights won


@dataclass
class Territory:
    holder: str = ""  # a city
    since: int = 0  # the turn in which the holder's token came
    brigands: bool = False
    passing: bool = False  # the brigands leave when the turn ends


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in rows}


def amounts(row: dict[str, Any]) -> dict[str, int]:
    """The resources named in an effect."""
    return {resource: row.get(resource, 0) for resource in RESOURCES}


def listed(values: list[int]) -> dict[str, int]:
    """A cost or yield of the data files, by resource."""
    return dict(zip(RESOURCES, values, strict=True))


class Core(Reference):
    """The position of one game and the rules that several phases share."""

    NAME = "epireia"
    SEATS = (1, 2, 3, 4)

    def __init__(
        self, seats: int = 2, options: dict[str, Any] | None = None, data: dict[str, Any] | None = None
    ) -> None:
        if seats not in self.SEATS:
            raise ValueError(f"seats is 1, 2, 3 or 4, not {seats}")
        self.data = components(self.NAME) if data is None else data
        options = dict(options or {})
        self.readings: str = options.get("readings") or "ours"
        if self.readings not in ("ours", "book"):
            raise ValueError(f"readings is ours or book, not {self.readings!r}")
        self.read_data()
        self.seats = seats
        self.solo = seats == 1
        self.scenario: dict[str, Any] = {}
        self.mode = ""
        self.read_options(options)

        self.phase = "city"
        self.turn = 0
        self.step = 0
        self.substep = 0
        self.treasury = {league: dict.fromkeys(RESOURCES, 0) for league in LEAGUES}
        self.territories = {id: Territory() for id in self.territory_rows}
        self.joined: dict[str, str] = {}
        self.decks: dict[str, list[int]] = {id: list(row["powers"]) for id, row in self.deck_rows.items()}
        self.army = {league: {id: [0] * 6 for id in self.deck_rows} for league in LEAGUES}
        self.act = 0
        self.card = ""
        self.met = False
        self.drawn: list[str] = []
        self.goals = [False] * len(self.scenario.get("objectives", []))
        self.chosen: dict[str, str] = {}
        self.agenda: list[tuple[str, ...]] = []
        self.rolls = {PELOPONNESIAN: 0, DELIAN: 0, "brigands": 0}
        self.slots: dict[str, dict[str, list[list[str]]]] = {
            league: {front: [] for front in self.front_rows} for league in LEAGUES
        }
        self.leaders: dict[str, dict[str, str]] = {league: {} for league in LEAGUES}
        self.revealed = 0
        self.stage = ""
        self.first = ""
        self.power = dict.fromkeys(LEAGUES, 0)
        self.engaged = {front: dict.fromkeys(LEAGUES, False) for front in self.front_rows}
        self.columns = {front: dict.fromkeys(LEAGUES, 0) for front in self.front_rows}
        self.fronts: dict[str, str] = {}
        self.result: list[float] = []
        self.boards = self.first_boards()

    # --- data and options

    def read_data(self) -> None:
        data = self.data
        self.city_rows = by_id(data["cities"]["city"])
        self.figure_rows = by_id(data["figures"]["figure"])
        self.administrator_rows = by_id(data["administrators"]["administrator"])
        self.building_rows = by_id(data["buildings"]["building"])
        self.deck_rows = by_id(data["army"]["deck"])
        self.front_rows = by_id(data["fronts"]["front"])
        self.empire_rows = by_id(data["empires"]["empire"])
        self.territory_rows = by_id(data["territories"]["territory"])
        self.act_rows = by_id(data["acts"]["scenario"])
        self.solo_rows = by_id(data["solo"]["scenario"])
        self.augur_rows = by_id(data["augur"]["card"])
        self.die_rows = {row["roll"]: row for row in data["die"]["row"]}
        self.settings = {
            row["id"]: row["book"] if self.readings == "book" and "book" in row else row["value"]
            for row in data["settings"]["setting"]
        }

    def read_options(self, options: dict[str, Any]) -> None:
        unknown = set(options) - {"seats", "scenario", "city", "league", "enemy", "readings"}
        if unknown:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        self.option_city: str = options.get("city") or ""
        self.option_league: str = options.get("league") or ""
        if not self.solo:
            if options.get("scenario") or options.get("enemy") or self.option_city or self.option_league:
                raise ValueError("scenario, city, league and enemy are options of the solo game")
            return
        name = options.get("scenario") or next(iter(self.solo_rows))
        if name not in self.solo_rows:
            raise ValueError(f"no solo scenario {name!r}; there are {', '.join(self.solo_rows)}")
        self.scenario = self.solo_rows[name]
        self.mode = options.get("enemy") or "die"
        if self.mode not in ("die", "ai", "rival"):
            raise ValueError(f"enemy is die, ai or rival, not {self.mode!r}")
        if self.option_city and self.option_city not in self.city_rows:
            raise ValueError(f"no city {self.option_city!r}")
        if self.option_league and self.option_league not in LEAGUES:
            raise ValueError(f"league is delian or peloponnesian, not {self.option_league!r}")
        if not self.solo_cities():
            raise ValueError("city and league do not fit the scenario or each other")

    def first_boards(self) -> list[Board]:
        if not self.solo:
            prestige = self.settings["start_prestige"]
            start = listed(self.settings["start_resources"])
            return [
                Board(f"s{i}", league=league, resources=dict(start), prestige=prestige)
                for i, league in enumerate(SEATING[self.seats])
            ]
        prestige = self.settings["start_prestige_solo"]
        start = listed(self.settings["start_resources"])
        player = Board("s0", resources=dict(start), prestige=prestige)
        enemy = Board(ENEMY, city=self.scenario["enemies"][0]["city"])
        for row in self.scenario["enemies"]:
            enemy.figures += [Figure(id) for id in row["figures"]]
        if self.mode == "rival":
            enemy.administrator = self.scenario["administrator"]
            enemy.resources = dict(start)
            enemy.prestige = prestige
        return [player, enemy]

    # --- solo: which city and league may be chosen

    def enemy_cities(self) -> list[str]:
        return [row["city"] for row in self.scenario["enemies"]]

    def solo_leagues(self, city: str) -> list[str]:
        wanted = [self.option_league, self.scenario["league"], self.city_rows[city]["league"]]
        return [league for league in LEAGUES if all(want in ("", league) for want in wanted)]

    def solo_cities(self) -> list[str]:
        return [
            city
            for city in self.city_rows
            if city not in self.enemy_cities()
            and self.option_city in ("", city)
            and self.scenario["city"] in ("", city)
            and self.solo_leagues(city)
        ]

    # --- who is who

    def board(self, seat: str) -> Board:
        return next(board for board in self.boards if board.seat == seat)

    def of_league(self, league: str) -> list[Board]:
        return [board for board in self.boards if board.league == league]

    def is_inert(self, board: Board) -> bool:
        """The enemy of `die` and `ai`: it moves figures and has an army, but no city to develop."""
        return board.seat == ENEMY and self.mode != "rival"

    def developing(self) -> list[Board]:
        """Delian boards, then Peloponnesian ones."""
        return [board for league in LEAGUES for board in self.of_league(league) if not self.is_inert(board)]

    def travelling(self) -> list[Board]:
        """Peloponnesian boards, then Delian ones; in solo the enemy moves last."""
        if self.solo:
            return list(self.boards)
        return [board for league in (PELOPONNESIAN, DELIAN) for board in self.of_league(league)]

    def is_lone(self, board: Board) -> bool:
        return self.seats == 3 and board.league == PELOPONNESIAN

    def owner_of_city(self, city: str) -> Board | None:
        for board in self.boards:
            if board.city == city:
                return board
        if self.solo and city in self.enemy_cities():
            return self.board(ENEMY)
        return None

    def is_neutral(self, city: str) -> bool:
        return self.owner_of_city(city) is None and city not in self.joined

    def held_by(self, board: Board) -> list[str]:
        return [id for id, t in self.territories.items() if t.holder and self.owner_of_city(t.holder) is board]

    def at_space(self, league: str, space: str) -> list[tuple[Board, Figure]]:
        return [(board, figure) for board in self.of_league(league) for figure in board.figures if figure.at == space]

    # --- effects of the open cards

    def standing(self, board: Board | None) -> list[dict[str, Any]]:
        """The effects in force for a board; ``None`` asks for those on the map, which concern everybody."""
        if not self.solo:
            return list(self.act_rows[self.card]["constraint"]) if self.card else []
        if board is not None and board.seat == ENEMY:
            return []
        return list(self.scenario["constraint"]) + (list(self.augur_rows[self.card]["effects"]) if self.card else [])

    def has_effect(self, board: Board | None, word: str, **match: str) -> bool:
        return any(
            row["do"] == word and all(row[key] == value for key, value in match.items()) for row in self.standing(board)
        )

    def sum_effect(self, board: Board | None, word: str, **match: str) -> int:
        return sum(
            row["n"]
            for row in self.standing(board)
            if row["do"] == word and all(row[key] == value for key, value in match.items())
        )

    def building_effects(self, board: Board, word: str) -> list[dict[str, Any]]:
        effects = [self.building_rows[id]["effect"] for id in board.buildings]
        return [effect for effect in effects if effect["do"] == word]

    def is_open(self, space: str) -> bool:
        if self.has_effect(None, "closed", at=space):
            return False
        row = self.territory_rows.get(space)
        return not (row and row["kind"] == "sea" and self.has_effect(None, "storms"))

    def turn_up(self, effects: list[dict[str, Any]], for_one_turn: bool = False) -> None:
        """Do the effects that happen once, when a card is turned up (or a solo game starts).

        New brigands of what lasts one turn leave when it ends; those that stood there stay.
        """
        boards = self.developing() if not self.solo else [self.board("s0")]
        leagues = [league for league in LEAGUES if any(board.league == league for board in boards)]
        for row in effects:
            word = row["do"]
            if word == "gain":
                for board in boards:
                    self.gain(board, amounts(row))
            elif word == "lose":
                for board in boards:
                    self.lose(board, amounts(row))
            elif word == "prestige":
                for board in boards:
                    self.add_prestige(board, row["n"])
            elif word == "treasury":
                for league in leagues:
                    self.fill_treasury(league, amounts(row))
            elif word == "token":
                for board in boards:
                    self.agenda.append(("draw", board.league, row["deck"]))
            elif word == "brigands":
                for id in row["at"]:
                    before = self.territories[id]
                    passing = before.passing if before.brigands else for_one_turn
                    self.territories[id] = Territory(brigands=True, passing=passing)
            elif word == "pacify":
                for territory in self.territories.values():
                    territory.brigands = territory.passing = False

    # --- resources and prestige

    def gain(self, board: Board, what: dict[str, int]) -> None:
        if self.is_inert(board):
            return
        for resource in RESOURCES:
            board.resources[resource] = min(self.settings["resource_cap"], board.resources[resource] + what[resource])

    def lose(self, board: Board, what: dict[str, int]) -> None:
        """Lose as much as there is."""
        for resource in RESOURCES:
            board.resources[resource] = max(0, board.resources[resource] - what[resource])

    def can_pay(self, board: Board, cost: dict[str, int]) -> bool:
        return all(board.resources[resource] >= cost[resource] for resource in RESOURCES)

    def fill_treasury(self, league: str, what: dict[str, int]) -> None:
        chest = self.treasury[league]
        for resource in RESOURCES:
            chest[resource] = max(0, min(self.settings["treasury_cap"], chest[resource] + what[resource]))

    def add_prestige(self, board: Board, n: int) -> None:
        """Change prestige; bonuses reached for the first time are due at once, in their order."""
        board.prestige = max(0, min(self.settings["prestige_cap"], board.prestige + n))
        bonuses = self.administrator_rows[board.administrator]["bonus"]
        while board.bonuses < len(bonuses) and board.prestige >= bonuses[board.bonuses]["at"]:
            bonus = bonuses[board.bonuses]
            board.bonuses += 1
            self.give_bonus(board, bonus)

    def give_bonus(self, board: Board, bonus: dict[str, Any]) -> None:
        word = bonus["do"]
        if word == "gain":
            self.gain(board, amounts(bonus))
        elif word == "treasury":
            self.fill_treasury(board.league, amounts(bonus))
        elif word == "token":
            cost = listed(bonus["cost"])
            if self.can_pay(board, cost) and sum(self.decks[bonus["deck"]]) > 0:  # otherwise it is lost
                self.lose(board, cost)
                self.agenda.append(("draw", board.league, bonus["deck"]))
        elif word == "figure":
            self.agenda.append(("figure", board.seat))
        elif word == "actions" and self.phase == "development" and self.development_turns()[self.step] is board:
            board.actions += bonus["n"]

    def development_turns(self) -> list[Board]:
        """Whose development turns a turn has; with three players the lone Peloponnesian has several."""
        turns: list[Board] = []
        for board in self.developing():
            turns += [board] * (self.settings["lone_turns"] if self.is_lone(board) else 1)
        return turns

    # --- the agenda: draws and choices that are due before the phase goes on

    def new_figures(self, board: Board) -> list[str]:
        """The figures that could come into play for the board's (leading) city."""
        own = [id for id, row in self.figure_rows.items() if row["city"] == board.city]
        in_play = [figure.id for figure in board.figures if figure.id in own]
        if len(in_play) >= self.settings["figures_max"]:
            return []
        return [id for id in own if id not in in_play]

    def is_void(self, task: tuple[str, ...]) -> bool:
        if task[0] == "draw":
            return sum(self.decks[task[2]]) == 0
        if task[0] == "figure":
            return not self.new_figures(self.board(task[1]))
        return False

    def deck_outcomes(self, deck: str) -> list[tuple[str, int]]:
        counts = self.decks[deck]
        return [(f"draw:{power}@{deck}", counts[power - 1]) for power in range(1, 7) if counts[power - 1]]

    # --- objectives

    def n_tokens(self, league: str, objective: dict[str, Any]) -> int:
        return sum(sum(self.army[league][id]) for id in self.decks_of(objective))

    def decks_of(self, objective: dict[str, Any]) -> list[str]:
        return [
            id
            for id, row in self.deck_rows.items()
            if objective["army"] in ("any", row["kind"]) and objective["level"] in (0, row["level"])
        ]

    def meets(self, board: Board, objective: dict[str, Any]) -> bool:
        kind = objective["kind"]
        n: int = objective.get("n", 0)
        if kind == "buildings":
            types = [self.building_rows[id]["type"] for id in board.buildings]
            return sum(objective["type"] in ("any", type) for type in types) >= n
        if kind == "territories":
            kinds = [self.territory_rows[id]["kind"] for id in self.held_by(board)]
            return sum(objective["where"] in ("any", each) for each in kinds) >= n
        if kind == "hold":
            return set(objective["at"]) <= set(self.held_by(board))
        if kind == "prestige":
            return board.prestige >= n
        if kind == "donations":
            return board.donations >= n
        if kind == "treasury":
            chest = self.treasury[board.league]
            if objective["of"] == "total":
                return sum(chest.values()) >= n
            if objective["of"] == "each":
                return min(chest.values()) >= n
            return chest[objective["of"]] >= n
        if kind == "tokens":
            return self.n_tokens(board.league, objective) >= n
        if kind == "empires":
            return len(board.empires) >= n
        if kind == "cities":
            return board.cities >= n
        if kind == "victories":
            return board.victories >= n
        if kind == "figures":
            return len(board.figures) >= n
        raise ValueError(f"no objective of kind {kind!r}")

    def is_possible(self, card: str) -> bool:
        """Whether some seat can still meet the card; only cities and tokens can run out."""
        objective = self.act_rows[card]["objective"]
        n: int = objective.get("n", 0)
        if objective["kind"] == "cities":
            neutral = sum(self.is_neutral(city) for city in self.city_rows)
            return any(board.cities + neutral >= n for board in self.boards)
        if objective["kind"] == "tokens":
            left = sum(sum(self.decks[id]) for id in self.decks_of(objective))
            return any(self.n_tokens(league, objective) + left >= n for league in LEAGUES)
        return True

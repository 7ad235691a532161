"""Epireia's positions as plain data and as numbers (RULES.md, Fields)."""

from __future__ import annotations

from typing import Any

from ....ext import core
from ....ext.games.epireia import packing
from ....ext.games.epireia import state as kernel
from ...encoding import Feature, in_order
from ...errors import BadPosition
from ...numbers import by_number
from .fields import PHASES, STAGES, Board, Columns, Position, Powers, Public, Totals, View
from .notation import ARMY_TOKENS
from .rules import LEAGUES, Tables

TASKS = {kernel.TASK_DRAW: "draw", kernel.TASK_FIGURE: "figure", kernel.TASK_GIVE: "give"}
RESULTS: tuple[list[float], ...] = by_number(
    {
        kernel.PLAYING: [],
        kernel.TEAM_0_WINS: [1.0, 0.0],
        kernel.TEAM_1_WINS: [0.0, 1.0],
        kernel.DRAWN: [0.5, 0.5],
    }
)


def _name(names: tuple[str, ...], number: int) -> str:
    return "" if number == kernel.NONE else names[number]


def _number(names: tuple[str, ...], name: str) -> int:
    return kernel.NONE if name == "" else names.index(name)


def _members(names: tuple[str, ...], set_: int) -> list[str]:
    return [name for number, name in enumerate(names) if set_ >> number & 1]


def _set(names: tuple[str, ...], members: list[str]) -> int:
    return sum(1 << names.index(name) for name in set(members))


def space_word(tables: Tables, space: int) -> str:
    """Where a figure is."""
    if space == kernel.HOME:
        return ""
    if space == kernel.ROAD:
        return "road"
    if space >= kernel.CITY_0:
        return tables.cities[space - kernel.CITY_0]
    return tables.territories[space - kernel.TERRITORY_0] if space >= kernel.TERRITORY_0 else tables.empires[space]


def space_number(tables: Tables, word: str) -> int:
    if word in ("", "road"):
        return kernel.HOME if word == "" else kernel.ROAD
    if word in tables.empires:
        return tables.empires.index(word)
    if word in tables.territories:
        return kernel.TERRITORY_0 + tables.territories.index(word)
    return kernel.CITY_0 + tables.cities.index(word)


def _league(number: int) -> str:
    return "" if number == kernel.NOBODY else LEAGUES[number]


def _board(tables: Tables, seat: str, raw: dict[str, Any]) -> Board:
    return {
        "seat": seat,
        "league": _league(raw["league"]),
        "city": _name(tables.cities, raw["city"]),
        "administrator": _name(tables.administrators, raw["administrator"]),
        "resources": raw["resources"],
        "prestige": raw["prestige"],
        "bonuses": raw["bonuses"],
        "buildings": _members(tables.buildings, raw["buildings"]),
        "uses": raw["uses"],
        "actions": raw["actions"],
        "favour": raw["favour"],
        "figures": [[tables.figures[figure], space_word(tables, at)] for figure, at in raw["figures"]],
        "donations": raw["donations"],
        "empires": _members(tables.empires, raw["empires"]),
        "cities": raw["cities"],
        "victories": raw["victories"],
    }


def _public(tables: Tables, raw: dict[str, Any]) -> Public:
    """What everybody sees, from the kernel's numbers."""
    n_goals = len(tables.solo.goals) if tables.solo else 0
    return {
        "options": dict(tables.options),
        "phase": PHASES[raw["phase"]],
        "turn": raw["turn"],
        "step": raw["step"],
        "substep": raw["substep"],
        "boards": [_board(tables, seat, raw["boards"][number]) for number, seat in enumerate(tables.seats)],
        "treasury": raw["treasury"],
        "territories": {
            name: {
                "holder": _name(tables.cities, raw["holder"][number]),
                "since": raw["since"][number],
                "brigands": bool(raw["brigands"] >> number & 1),
                "passing": bool(raw["passing"] >> number & 1),
            }
            for number, name in enumerate(tables.territories)
        },
        "joined": {
            city: LEAGUES[league]
            for number, city in enumerate(tables.cities)
            for league in (0, 1)
            if raw["joined"][league] >> number & 1
        },
        "act": raw["act"],
        "card": _name(tables.cards, raw["card"]),
        "met": bool(raw["met"]),
        "drawn": _members(tables.cards, raw["drawn"]),
        "goals": [bool(raw["goals"] >> goal & 1) for goal in range(n_goals)],
        "agenda": [_task(tables, *task) for task in raw["agenda"]],
        "rolls": dict(zip((*LEAGUES, "brigands"), raw["rolls"], strict=True)),
        "battle": {
            "revealed": raw["revealed"],
            "stage": STAGES[raw["stage"]],
            "first": _league(raw["first"]),
            "power": raw["power"],
            "engaged": {
                front: [bool(raw["engaged"][number] >> league & 1) for league in (0, 1)]
                for number, front in enumerate(tables.fronts)
            },
            "columns": dict(zip(tables.fronts, raw["won"], strict=True)),
            "fronts": {
                front: "none" if raw["front"][number] == kernel.NOBODY else LEAGUES[raw["front"][number]]
                for number, front in enumerate(tables.fronts)
                if raw["front"][number] != kernel.UNDECIDED
            },
        },
        "result": list(RESULTS[raw["outcome"]]),
    }


def _task(tables: Tables, task: int, who: int, deck: int) -> list[str]:
    if TASKS[task] == "draw":
        return ["draw", LEAGUES[who], tables.decks[deck]]
    return [TASKS[task], tables.seats[who]]


def _slots(tables: Tables, raw: dict[str, Any], league: int) -> Columns:
    return {
        front: [
            [ARMY_TOKENS.format(token) for token in raw["slot"][league][3 * number + column] if token]
            for column in range(raw["n_columns"][league][number])
        ]
        for number, front in enumerate(tables.fronts)
    }


def _leaders(tables: Tables, raw: dict[str, Any], league: int) -> dict[str, str]:
    return {
        front: "" if raw["leader"][league][number] == kernel.EMPTY else tables.figures[raw["leader"][league][number]]
        for number, front in enumerate(tables.fronts)
        if raw["leader"][league][number] != kernel.NONE
    }


def _counts(tables: Tables, counts: list[list[int]]) -> Powers:
    return {deck: counts[number][1:] for number, deck in enumerate(tables.decks)}


def _totals(tables: Tables, counts: list[list[int]]) -> Totals:
    return {deck: counts[number][0] for number, deck in enumerate(tables.decks)}


def _chosen(tables: Tables, raw: dict[str, Any]) -> dict[str, str]:
    return {
        seat: tables.figures[raw["chosen"][number]]
        for number, seat in enumerate(tables.seats)
        if raw["chosen"][number] != kernel.NONE
    }


def fields(tables: Tables, state: core.State) -> Position:
    """The whole position."""
    raw = packing.unpack(state.raw())
    return {
        **_public(tables, raw),
        "decks": _counts(tables, raw["deck"]),
        "army": [_counts(tables, raw["army"][league]) for league in (0, 1)],
        "chosen": _chosen(tables, raw),
        "slots": [_slots(tables, raw, league) for league in (0, 1)],
        "leaders": [_leaders(tables, raw, league) for league in (0, 1)],
    }


def _rank(token: str) -> tuple[int, int]:
    """Tokens by level and power, both downwards, as in moves; the order in which they lie in a column means nothing."""
    return -token.count("i"), -int(token[-1])


def secrets(fields: dict[str, Any]) -> dict[str, list[str]]:
    """Figures that were chosen, armies, and the columns and leaders of the Great Battle."""
    found = {f"chosen {seat}": [figure] for seat, figure in fields["chosen"].items()}
    for league, army, slots, leaders in zip(LEAGUES, fields["army"], fields["slots"], fields["leaders"], strict=True):
        for deck, counts in army.items():
            found[f"army {league} {deck}"] = [str(power) for power, count in enumerate(counts, 1) if count]
        for front, columns in slots.items():
            for number, column in enumerate(columns, 1):
                found[f"column {league} {front} {number}"] = [" ".join(sorted(column, key=_rank))] if column else []
        for front, figure in leaders.items():
            found[f"leader {league} {front}"] = [figure or "none"]
    return found


def view(tables: Tables, obs: core.Obs) -> View:
    """What a viewer knows, built from its observation."""
    raw = packing.unpack(obs.raw_state())
    viewer = obs.viewer
    own = kernel.NOBODY if viewer == core.SPECTATOR else raw["boards"][viewer]["league"]
    seen: View = {
        "you": "pub" if viewer == core.SPECTATOR else tables.seats[viewer],
        **_public(tables, raw),
        "decks": _totals(tables, raw["deck"]),
        "army": [
            _counts(tables, raw["army"][league]) if league == own else _totals(tables, raw["army"][league])
            for league in (0, 1)
        ],
        "chosen": _chosen(tables, raw),
        "slots": [
            _slots(tables, raw, league) if league == own else _backs(tables, raw, league) for league in (0, 1)
        ],
        "leaders": [
            {} if league != own and PHASES[raw["phase"]] == "leaders" else _leaders(tables, raw, league)
            for league in (0, 1)
        ],
    }  # fmt: skip
    if viewer != core.SPECTATOR:
        seen["unseen"] = _counts(tables, packing.unpack_obs(obs.raw())["unseen"])
    return seen


def _places(tables: Tables, raw: dict[str, Any], league: int) -> bool:
    """Whether the league places tokens: all but the enemy of `die` and `ai`."""
    return not tables.is_solo or tables.options["enemy"] == "rival" or raw["boards"][0]["league"] == league


def _backs(tables: Tables, raw: dict[str, Any], league: int) -> Columns:
    """Another league's columns: of those not revealed the backs, level II first; nothing while they are placed."""
    if PHASES[raw["phase"]] == "placement" and _places(tables, raw, league):
        return {front: [] for front in tables.fronts}
    found = _slots(tables, raw, league)
    for number, columns in enumerate(found.values()):
        for place, column in enumerate(columns):
            if 3 * number + place >= raw["revealed"]:
                column[:] = sorted((f"{token.rstrip('123456?')}?" for token in column), reverse=True)
    return found


# ---------------------------------------------------------------------------------------------------------------
# Positions set up by hand.


def from_fields(tables: Tables, position: dict[str, Any]) -> core.State:
    """The inverse of `fields`."""
    try:
        if position["options"] != tables.options:
            raise ValueError(f"its options are {position['options']}, not {tables.options}")
        return tables.rules.state(packing.pack(tables.rules.packed(), _raw(tables, position)))
    except (KeyError, ValueError, TypeError, OverflowError, IndexError) as error:
        raise BadPosition(f"not a position of Epireia: {error}") from None


def _raw_board(tables: Tables, board: dict[str, Any]) -> dict[str, Any]:
    return {
        **{key: board[key] for key in ("resources", "prestige", "bonuses", "uses", "actions", "favour", "donations",
                                       "cities", "victories")},
        "league": LEAGUES.index(board["league"]) if board["league"] else kernel.NOBODY,
        "city": _number(tables.cities, board["city"]),
        "administrator": _number(tables.administrators, board["administrator"]),
        "buildings": _set(tables.buildings, board["buildings"]),
        "figures": [(tables.figures.index(figure), space_number(tables, at)) for figure, at in board["figures"]],
        "empires": _set(tables.empires, board["empires"]),
    }  # fmt: skip


def _raw(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    territories = [position["territories"][name] for name in tables.territories]
    battle = position["battle"]

    def counts(named: dict[str, list[int]]) -> list[list[int]]:
        return [[sum(named[deck]), *named[deck]] for deck in tables.decks]

    def task(given: list[str]) -> tuple[int, int, int]:
        if given[0] == "draw":
            return kernel.TASK_DRAW, LEAGUES.index(given[1]), tables.decks.index(given[2])
        numbers = {word: number for number, word in TASKS.items()}
        return numbers[given[0]], tables.seats.index(given[1]), 0

    def columns(league: int) -> list[tuple[int, int]]:
        found = []
        for front in tables.fronts:
            placed = position["slots"][league].get(front, [])
            for column in [*placed, [], [], []][:3]:
                tokens = [ARMY_TOKENS.parse(token) for token in column]
                found.append((tokens[0] if tokens else 0, tokens[1] if len(tokens) > 1 else 0))
        return found

    def leader(league: int, front: str) -> int:
        if front not in position["leaders"][league]:
            return kernel.NONE
        figure = position["leaders"][league][front]
        return tables.figures.index(figure) if figure else kernel.EMPTY

    return {
        "boards": [_raw_board(tables, board) for board in position["boards"]],
        "chosen": [
            tables.figures.index(position["chosen"][seat]) if seat in position["chosen"] else kernel.NONE
            for seat in tables.seats
        ],
        "treasury": position["treasury"],
        "joined": [
            _set(tables.cities, [city for city, side in position["joined"].items() if side == league])
            for league in LEAGUES
        ],
        "drawn": _set(tables.cards, position["drawn"]),
        "brigands": sum(territory["brigands"] << number for number, territory in enumerate(territories)),
        "passing": sum(territory["passing"] << number for number, territory in enumerate(territories)),
        "holder": [_number(tables.cities, territory["holder"]) for territory in territories],
        "since": [territory["since"] for territory in territories],
        "phase": PHASES.index(position["phase"]),
        **{key: position[key] for key in ("turn", "step", "substep", "act")},
        "card": _number(tables.cards, position["card"]),
        "met": int(position["met"]),
        "goals": sum(met << number for number, met in enumerate(position["goals"])),
        "rolls": [position["rolls"][who] for who in (*LEAGUES, "brigands")],
        "agenda": [task(given) for given in position["agenda"]],
        "revealed": battle["revealed"],
        "stage": STAGES.index(battle["stage"]),
        "first": LEAGUES.index(battle["first"]) if battle["first"] else kernel.NOBODY,
        "power": battle["power"],
        "engaged": [sum(on << league for league, on in enumerate(battle["engaged"][front])) for front in tables.fronts],
        "won": [battle["columns"][front] for front in tables.fronts],
        "front": [
            kernel.UNDECIDED if front not in battle["fronts"]
            else kernel.NOBODY if battle["fronts"][front] == "none"
            else LEAGUES.index(battle["fronts"][front])
            for front in tables.fronts
        ],
        "outcome": RESULTS.index(list(position["result"])),
        "army": [counts(position["army"][league]) for league in (0, 1)],
        "deck": counts(position["decks"]),
        "n_columns": [[len(position["slots"][league].get(front, [])) for front in tables.fronts] for league in (0, 1)],
        "slot": [columns(league) for league in (0, 1)],
        "leader": [[leader(league, front) for front in tables.fronts] for league in (0, 1)],
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------
# Numbers for people who learn from games.


def layout(tables: Tables) -> list[Feature]:
    """The layout of what ext/games/epireia/encoding writes; docs/observations.md shows it and a test compares."""
    boards, cards = len(tables.seats), len(tables.cards)
    shapes: list[tuple[str, tuple[int, ...], str]] = [
        ("resources", (boards, 3), "wheat, wood and copper of each board, the viewer's first, then in seat order"),
        ("prestige", (boards,), "prestige of each board"),
        ("buildings", (boards, len(tables.buildings)), "buildings of each board"),
        ("administrator", (boards, len(tables.administrators)), "administrator of each board, one-hot"),
        ("city", (boards, len(tables.cities)), "city of each board, one-hot"),
        ("uses", (boards,), "uses of the administrator's ability"),
        ("actions", (boards,), "actions left in the present development turn"),
        ("favour", (boards,), "favour of this turn"),
        ("counts", (boards, 4), "donations, empires, joined cities and victories of each board"),
        ("own_league", (boards,), "1 for the boards of the viewer's league"),
        ("figures", (boards, len(tables.figures)), "figures in play of each board"),
        ("destinations", (boards, 32), "spaces with a figure of the board: empires from 0, territories from 8, "
                                       "cities from 24"),
        ("treasury", (2, 3), "treasuries, own league and the other"),
        ("held", (boards, len(tables.territories)), "territories held by each board"),
        ("brigands", (len(tables.territories),), "territories with brigands"),
        ("joined", (2, len(tables.cities)), "joined cities, own league and the other"),
        ("decks", (6,), "tokens left in each deck"),
        ("army", (6, 6), "own league's tokens by deck and power"),
        ("other_army", (6,), "the other league's tokens by deck"),
        ("unseen", (6, 6), "tokens by deck and power that the own league has not seen"),
        ("slots", (2, 9, 2, 2), "columns, own league's and the other's: level and power (0: not known) of two tokens"),
        ("leaders", (2, 3), "power of the figures on the fronts, own league and the other"),
        ("battle", (4,), "columns revealed, whether the own league is first, own and the other's power"),
        ("fronts", (3, 2), "columns won on each front, own league and the other"),
        ("turn", (1,), "turn, as a part of all turns"),
        ("act", (1,), "act, 0 to 3"),
        ("card", (cards,), "the open card, one-hot"),
        ("drawn", (cards,), "cards drawn"),
        ("goals", (4,), "solo: objectives met"),
        ("phase", (len(PHASES),), f"one-hot: {', '.join(PHASES)}"),
        ("delian", (1,), "1 if the viewer's league is the Delian"),
        ("to_move", (1,), "1 if the viewer is to decide"),
    ]  # fmt: skip
    return in_order(shapes)

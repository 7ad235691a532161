"""What threatens in Epireia: objectives that are not met or hang on one territory, rivals, and the last turns."""

from __future__ import annotations

from collections.abc import Iterator

from ....description import Threat
from ..rules import LEAGUES, Tables
from . import reckoning, words
from .reckoning import Board, Effect, View

NEAR = 2  # turns from the end at which it is told of


def threats(tables: Tables, view: View) -> list[Threat]:
    if view["phase"] in reckoning.BATTLE or not view["turn"]:
        return []
    board = reckoning.own_board(view)
    found: list[Threat] = []
    if tables.solo is not None:
        if view["you"] != "enemy":
            found += _objectives(tables, view, view["boards"][0])
            found += _no_army(tables, view, view["boards"][0])
    else:
        found += _race(tables, view)
        found += _last_turns(tables, view)
    if view["you"] == board["seat"]:
        found += _intruders(tables, view, board)
    return found


def turns_left(tables: Tables, view: View) -> int:
    """How many turns are left, this one included."""
    last = tables.solo.turns if tables.solo is not None else tables.numbers["turns"]
    return int(last - view["turn"] + 1)


# ---------------------------------------------------------------------------------------------------------------
# Alone: what the scenario asks for.


def _objectives(tables: Tables, view: View, board: Board) -> Iterator[Threat]:
    """Objectives that would fail if the game ended with this turn, or if one territory were lost."""
    assert tables.solo is not None
    left = turns_left(tables, view)
    for goal, met in zip(tables.solo.goals, view["goals"], strict=True):
        if met:
            continue
        have, need = reckoning.progress(tables, view, goal, board)
        asks = words.goal(tables, goal)
        if have < need:
            told = tables.say("threats.objective", goal=asks, have=have, need=need, turns=left)
            yield Threat("objective", told, left <= NEAR, _keys(tables, view, goal, board), turns=left)
        elif goal["kind"] in ("territories", "hold") and goal["when"] == "end" and have == need:
            told = tables.say("threats.hangs", goal=asks, turns=left)
            yield Threat("territory", told, left <= NEAR, _keys(tables, view, goal, board), turns=left)


def _keys(tables: Tables, view: View, goal: Effect, board: Board) -> tuple[str, ...]:
    """The spaces that an objective is about."""
    if goal["kind"] == "hold":
        return tuple(f"space:{at}" for at in goal["at"])
    if goal["kind"] != "territories":
        return ()
    held = [name for name, now in view["territories"].items() if now["holder"] and now["holder"] == board["city"]]
    return tuple(f"space:{name}" for name in held if goal["where"] in ("any", tables.rows[name]["kind"]))


# ---------------------------------------------------------------------------------------------------------------
# Among several: the race for the act's objective, and the end.


def _race(tables: Tables, view: View) -> Iterator[Threat]:
    """Rivals who need one more thing for the objective of the act, or have it when the turn ends."""
    if not view["card"] or view["met"]:
        return
    goal = tables.rows[view["card"]]["objective"]
    own = reckoning.own_board(view)["league"] if view["you"] != "pub" else ""
    for board in view["boards"]:
        if not board["city"] or board["league"] == own:
            continue
        have, need = reckoning.progress(tables, view, goal, board)
        if have >= need - 1:
            told = tables.say(
                "threats.race", who=words.seat_name(tables, view, board["seat"]), goal=words.goal(tables, goal),
                n=max(need - have, 0), last=view["act"] == 3,
            )  # fmt: skip
            yield Threat("objective", told, view["act"] == 3, seats=(board["seat"],))


def _last_turns(tables: Tables, view: View) -> Iterator[Threat]:
    left = turns_left(tables, view)
    if view["act"] == 3 and view["met"]:
        left = 1
    if left <= NEAR:
        yield Threat("battle", tables.say("threats.battle", turns=left), True, turns=left)


def _no_army(tables: Tables, view: View, board: Board) -> Iterator[Threat]:
    """Too few fronts of the Great Battle for which there is a token."""
    army, left = view["army"][LEAGUES.index(board["league"])], turns_left(tables, view)
    kinds = {tables.rows[deck]["kind"] for deck, n in army.items() if (n if isinstance(n, int) else sum(n))}
    empty = [front for front in tables.fronts if tables.rows[front]["kind"] not in kinds]
    if len(empty) > 1:
        fronts = [words.front(tables, front) for front in empty]
        yield Threat("army", tables.say("threats.army", fronts=fronts, turns=left), left <= NEAR, turns=left)


# ---------------------------------------------------------------------------------------------------------------
# On the map.


def _intruders(tables: Tables, view: View, board: Board) -> Iterator[Threat]:
    """Enemy figures in territories that the viewer holds, with who of its own is there."""
    if view["phase"] != "diplomacy":
        return
    for name, now in view["territories"].items():
        if not board["city"] or now["holder"] != board["city"]:
            continue
        rival = reckoning.rival(tables, view, board, name)
        if rival is None:
            continue
        defended = any(at == name for other in view["boards"] if other["league"] == board["league"]
                       for _, at in other["figures"])  # fmt: skip
        figure, who, _ = rival
        told = tables.say(
            "threats.intruder", figure=tables.names[figure], space=tables.names[name], defended=defended
        )  # fmt: skip
        yield Threat("intruder", told, False, (f"space:{name}",), (who["seat"],))

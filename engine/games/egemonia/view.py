"""Egemonia's positions as plain data and as numbers."""

from __future__ import annotations

from typing import Any

from ....ext import core
from ....ext.games.egemonia import packing
from ....ext.games.egemonia import state as kernel
from ...encoding import Feature, in_order
from ...errors import BadPosition
from .fields import Placement, Position, Public, View
from .notation import PHASES, REASONS
from .rules import FACTIONS, Tables


def _counts(tables: Tables, counts: list[int]) -> dict[str, int]:
    return {name: count for name, count in zip(tables.events, counts, strict=False) if count}


def _unknown(count: int) -> dict[str, int]:
    return {"?": count} if count else {}


def _faction(number: int) -> str | None:
    return None if number == kernel.NOBODY else FACTIONS[number]


def _public(tables: Tables, raw: dict[str, Any]) -> Public:
    """What everybody sees, from the kernel's numbers."""
    influence: dict[str, list[str | int]] = {}
    for number, area in enumerate(tables.areas):
        for seat, faction in enumerate(FACTIONS):
            if raw["one"][seat] >> number & 1:
                influence[area] = [faction, 1 + (raw["two"][seat] >> number & 1)]
    over = PHASES[raw["phase"]] == "over"
    return {
        "turn": raw["turn"],
        "phase": PHASES[raw["phase"]],
        "influence": influence,
        "syracuse": bool(raw["syracuse"]),
        "to_draw": {faction: n for faction, n in zip(FACTIONS, raw["to_draw"], strict=True) if n},
        "oracle": _faction(raw["oracle"]) or "delphi",
        "favoured": _faction(raw["favoured"]),
        "winner": (_faction(raw["winner"]) or "draw") if over else None,
        "reason": REASONS[raw["reason"]],
    }


def _placed(tables: Tables, placed: list[tuple[int, int, int]]) -> list[Placement]:
    """Face-down or revealed events: an unknown kind is ``?``, a pass has neither event nor area."""
    return [
        [FACTIONS[seat], None, None]
        if area == kernel.NO_AREA
        else [FACTIONS[seat], "?" if kind == kernel.NO_KIND else tables.events[kind], tables.areas[area]]
        for seat, kind, area in placed
    ]


def fields(tables: Tables, state: core.State) -> Position:
    """The whole position (RULES.md, Fields)."""
    raw = packing.unpack(state.raw())
    somewhere = [
        raw["cup"][k] + raw["held"][0][k] + raw["held"][1][k] + (raw["discard"] == k)
        + sum(kind == k for _, kind, _ in raw["placed"])
        for k in range(len(tables.events))
    ]  # fmt: skip
    return {
        **_public(tables, raw),
        "hands": {faction: _counts(tables, raw["held"][seat]) for seat, faction in enumerate(FACTIONS)},
        "cup": _counts(tables, raw["cup"]),
        "out": [name for k, name in enumerate(tables.events) for _ in range(tables.counts[k] - somewhere[k])],
        "placed": _placed(tables, raw["placed"]),
        "discard": None if raw["discard"] == kernel.NO_KIND else tables.events[raw["discard"]],
    }


def from_fields(tables: Tables, position: dict[str, Any]) -> core.State:
    """The inverse of `fields`. Who is to decide follows from the rest."""
    try:
        raw = _raw(tables, position)
        return tables.rules.state(packing.pack(tables.rules.packed(), raw))
    except (KeyError, ValueError, TypeError, OverflowError, IndexError) as error:
        raise BadPosition(f"not a position of Egemonia: {error}") from None


def _raw(tables: Tables, position: dict[str, Any]) -> dict[str, Any]:
    def number(faction: str | None) -> int:
        return kernel.NOBODY if faction is None else FACTIONS.index(faction)

    def counts(named: dict[str, int]) -> list[int]:
        found = [0] * len(tables.events)
        for name, count in named.items():
            found[tables.events.index(name)] = count
        return found

    one, two = [0, 0], [0, 0]
    for area, (faction, count) in position["influence"].items():
        bit = 1 << tables.areas.index(area)
        one[number(faction)] |= bit
        if count == 2:
            two[number(faction)] |= bit
    phase = PHASES.index(position["phase"])
    placed = [
        (number(faction), kernel.NO_KIND, kernel.NO_AREA)
        if area is None
        else (number(faction), tables.events.index(event), tables.areas.index(area))
        for faction, event, area in position["placed"]
    ]
    held = [counts(position["hands"][faction]) for faction in FACTIONS]
    favoured = number(position["favoured"])
    oracle = kernel.NOBODY if position["oracle"] == "delphi" else number(position["oracle"])
    to_draw = [position["to_draw"].get(faction, 0) for faction in FACTIONS]
    active = 0
    if position["phase"] == "setup":  # Athens chooses first
        active = int(one[0].bit_count() + two[0].bit_count() > 1)
    elif position["phase"] == "draw":
        active = int(not to_draw[0])
    elif position["phase"] in ("pythia", "pythia_draw"):
        active = oracle
    elif position["phase"] == "action":
        active = favoured if len(placed) % 2 == 0 else 1 - favoured
    winner = position["winner"]
    return {
        "one": one, "two": two, "turn": position["turn"], "phase": phase, "active": active, "favoured": favoured,
        "oracle": oracle, "syracuse": position["syracuse"], "placed": placed, "held": held,
        "cup": counts(position["cup"]), "to_draw": to_draw,
        "winner": kernel.NOBODY if winner in (None, "draw") else number(winner),
        "reason": REASONS.index(position["reason"]),
        "discard": kernel.NO_KIND if position["discard"] is None else tables.events.index(position["discard"]),
    }  # fmt: skip


def secrets(fields: dict[str, Any]) -> dict[str, list[str]]:
    """Hands, and what lies face down: the n-th placement, by whom and where."""
    found = {f"hands {faction}": list(hand) for faction, hand in fields["hands"].items()}
    for number, (faction, event, area) in enumerate(fields["placed"], 1):
        if area is not None:
            found[f"placed {number} {faction} {area}"] = [event]
    if fields["discard"] is not None:
        found["discard"] = [fields["discard"]]
    return found


def view(tables: Tables, obs: core.Obs) -> View:
    """What a viewer knows (RULES.md, Fields), built from its observation."""
    raw = packing.unpack(obs.raw_state())
    known = packing.unpack_obs(obs.raw())
    viewer = obs.viewer
    discard = None
    if PHASES[raw["phase"]] == "pythia_draw":
        discard = "?" if raw["discard"] == kernel.NO_KIND else tables.events[raw["discard"]]
    return {
        **_public(tables, raw),
        "hands": {
            faction: _counts(tables, raw["held"][seat]) if seat == viewer else _unknown(raw["n_hand"][seat])
            for seat, faction in enumerate(FACTIONS)
        },
        "cup_size": raw["n_cup"],
        "out": [name for k, name in enumerate(tables.events) for _ in range(tables.counts[k] - known["in_play"][k])],
        "placed": _placed(tables, raw["placed"]),
        "revealed": _placed(tables, known["revealed"]),
        "discard": discard,
        "divine_help": _faction(known["divine_help"]),
    }


# ---------------------------------------------------------------------------------------------------------------
# Numbers for people who learn from games.


def layout(tables: Tables) -> list[Feature]:
    """The layout of what ext/games/egemonia/encoding writes; docs/observations.md shows it and a test compares."""
    areas, kinds = len(tables.areas), len(tables.events)
    shapes: list[tuple[str, tuple[int, ...], str]] = [
        ("influence", (areas, 2), "influence in each area, own and enemy, 0 to 2"),
        ("face_down", (areas, 2), "events lying face down in each area, own and enemy"),
        ("own_face_down", (areas, kinds), "own face-down events in each area by kind"),
        ("hand", (kinds,), "own hand by kind"),
        ("unseen", (kinds,), "events by kind that are in the cup or with the enemy"),
        ("revealed", (2, kinds), "the last confrontation's events by kind, own and enemy"),
        ("enemy_hand", (1,), "events in the enemy's hand"),
        ("cup", (1,), "events in the cup"),
        ("turn", (1,), "turn, as a part of all turns"),
        ("phase", (len(PHASES),), f"one-hot: {', '.join(PHASES)}"),
        ("favoured", (2,), "who has the favour of the gods, own and enemy"),
        ("oracle", (2,), "who holds the Oracle, own and enemy"),
        ("divine_help", (2,), "who is known to hold Divine help, own and enemy"),
        ("syracuse", (1,), "1 while Syracuse stands in Sicily"),
        ("athens", (1,), "1 if the viewer is Athens"),
        ("to_move", (1,), "1 if the viewer is to decide"),
    ]
    return in_order(shapes)

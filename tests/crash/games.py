"""The games of the crash tests, how the people in them decide, and what an undisturbed one looks like."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from petteia.engine import Game
from petteia.protocols.client import SimpleEngine
from petteia.protocols.records import uhg

from ..kept import kept_games, kept_record
from ..tools.layout import ROOT
from .launch import AI_SEED, DEAL

LEVEL = 1
PERSON = "s0"
LAUNCH = [str(Path(__file__).with_name("launch.py"))]
IMPORTS = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


@dataclass(frozen=True)
class Kind:
    """One of the four games."""

    name: str
    seats: int
    options: dict[str, str] = field(default_factory=dict, hash=False)


KINDS = (Kind("epireia", 1, {"enemy": "ai"}), Kind("egemonia", 2), Kind("epix", 2), Kind("ephyran", 2))


def choose(n_events: int, legal: list[str]) -> str:
    """What a person does: always the same where the same was seen, however often it is asked."""
    return legal[zlib.crc32(f"{n_events} {' '.join(legal)}".encode()) % len(legal)]


def moves_by_seat(game: Game) -> dict[str, list[str]]:
    """All decisions. Who of several is first with a secret choice is not the same every time, and does not matter."""
    found: dict[str, list[str]] = {}
    for seat, move in game.moves:
        found.setdefault(seat, []).append(move)
    return found


@cache
def undisturbed(kind: Kind, nodes: int | None) -> dict[str, list[str]]:
    """The game as it goes if nothing happens, played through the protocol alone."""
    limits = {} if nodes is None else {"nodes": nodes, "style": "balanced"}
    with SimpleEngine.popen() as engine:
        engine.set_option("AISeed", AI_SEED)
        game = engine.new(kind.name, seats=kind.seats, deal=DEAL, **kind.options)
        while game.waiting:
            seat = PERSON if PERSON in game.waiting else game.waiting[0]
            if seat == PERSON:
                game.play(seat, choose(len(game.told(seat)), game.legal(seat)))
            else:
                game.play(seat, game.go(seat, level=LEVEL, **limits).move)
        return moves_by_seat(uhg.read(game.save()).replay())


def kept(folder: Path, id: str | None = None) -> Game:
    """The game that a store holds, the only one unless it is named."""
    if id is None:
        [only] = kept_games(folder)
        id = only.id
    record, _, changes = kept_record(folder, id)
    assert changes == []
    return uhg.read(record).replay()

"""What only Egemonia's kernel has: perft as fast as it should be, its sizes, its numbers in words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import ruleset
from petteia.engine.egemonia import notation, rules, view
from petteia.ext import core, perft
from tests.kernel import KernelGame
from tests.reference.base import CHANCE

HERE = Path(__file__).parent
ROWS = tomllib.loads((HERE / "perft.toml").read_text("utf-8"))["perft"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_perft(row: dict[str, Any]) -> None:
    """The reference counted these; chance comes from the deal."""
    game = KernelGame(ruleset("egemonia", scenario=row["scenario"]))
    luck = core.Luck(row["deal"])
    for move in row["prefix"]:
        while game.pending() == [CHANCE]:
            game.play(CHANCE, game.ruleset.format_move(luck.draw(game.state)))
        game.play(game.pending()[0], move)
    assert perft.perft(game.state, luck, row["depth"]) == row["nodes"]
    assert sum(n for *_, n in perft.divide(game.state, luck, row["depth"])) == row["nodes"]


def test_sizes() -> None:
    assert ruleset("egemonia").rules.state_size <= 512


def test_numbers_in_python_are_the_kernels() -> None:
    """notation.py, rules.py and view.py repeat some of the kernel's numbers."""
    header = (Path(rules.__file__).parents[2] / "ext" / "egemonia.pxd").read_text("utf-8")
    value = {name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)", header, re.MULTILINE)}
    moves = ("SETUP", "DRAW", "KEEP", "PYTHIA", "PLACE", "PASS")
    assert [value[f"DO_{name}"] for name in moves] == [getattr(notation, name) for name in moves]
    events = [name for name in vars(notation) if name.startswith("EV_")]
    assert len(events) == 13
    assert {name: value[name] for name in events} == {name: getattr(notation, name) for name in events}
    assert value["NOBODY"] == notation.NOBODY
    assert (value["NO_KIND"], value["NO_AREA"]) == (view.NO_KIND, view.NO_AREA)
    assert (value["MAX_AREAS"], value["MAX_KINDS"]) == (rules.MAX_AREAS, rules.MAX_KINDS)
    assert [value[name.upper()] for name in rules.TYPES] == list(range(6))
    assert [value[name] for name in ("TO_CUP", "OUT_OF_GAME", "TO_OPPONENT")] == [0, 1, 2]
    phases = [value[name.upper()] for name in ("draw", "pythia", "pythia_draw", "action")]
    assert phases == [notation.PHASES.index(name) for name in ("draw", "pythia", "pythia_draw", "action")]


def test_the_table_is_read_as_attacker_by_defender(tmp_path: Path) -> None:
    """An asymmetric table: Military beats Military for the attacker only."""
    text = (Path(rules.__file__).parent / "data" / "table.toml").read_text("utf-8")
    head, tail = text.split('attacker = "military"\ndefender = "military"\nresult = "draw"', 1)
    changed = f'{head}attacker = "military"\ndefender = "military"\nresult = "win"{tail}'
    (tmp_path / "table.toml").write_text(changed, "utf-8")
    for favoured, expected in (("athens", ["athens", 1]), ("sparta", ["sparta", 1])):
        game = ruleset("egemonia", data=tmp_path)
        start = game.fields(game.rules.start())
        extra = (
            {"athens": ["athens", 1], "corinth": ["athens", 1]} if favoured == "athens" else {"athens": ["athens", 1]}
        )
        lead = {} if favoured == "athens" else {"elis": ["sparta", 1]}
        cup = dict(start["cup"])
        cup["military"] -= 2
        placed = [
            [favoured, "military", "megara"],
            ["sparta" if favoured == "athens" else "athens", "military", "megara"],
        ]
        position = {
            **start,
            "turn": 1,
            "phase": "action",
            "influence": {"sparta": ["sparta", 1], **extra, **lead},
            "favoured": favoured,
            "cup": cup,
            "placed": placed,
        }
        kernel = KernelGame(game, game.from_fields(position))
        while kernel.fields()["phase"] == "action":
            kernel.play(kernel.pending()[0], "pass")
        assert kernel.fields()["influence"]["megara"] == expected

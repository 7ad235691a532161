"""Behaviour is what was recorded, and the same wherever it is asked for."""

from __future__ import annotations

import re
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.signature import COMMAND
from petteia.ai.measure.signature import positions, recorded, signatures, tally
from petteia.cli import main
from petteia.engine import GAMES
from petteia.ext import core

from .protocol.talk import Talk


def test_behaviour_is_as_recorded() -> None:
    found, before = signatures(), recorded()
    changed = [name for name in {**found, **before} if found.get(name) != before.get(name)]
    assert not changed, (
        f"behaviour changed: {', '.join(changed)}. If that is meant, run `{COMMAND}` (python -m bench.signature), "
        f"commit ai/measure/signature.toml, and end the commit message with `Bench: {found['all']}`."
    )


def test_the_command_and_the_protocol_give_the_same() -> None:
    found = signatures(50)
    output = CliRunner().invoke(main, ["bench", "--signature", "--nodes", "50"]).output
    assert output == found["all"] + "\n"
    answers = [line.rpartition("signature=")[2] for line in Talk().ask("bench nodes=50")]
    assert answers == [*(found[name] for name in GAMES), found["all"]]
    one = [line.rpartition("signature=")[2] for line in Talk().ask("bench epix nodes=50")]
    assert one == [found["epix"]] * 2
    assert signatures(50, ["epix"]) == {"epix": found["epix"], "all": found["epix"]}


@pytest.mark.parametrize("name", GAMES)
def test_positions_have_a_choice_and_all_numbers_of_players(name: str) -> None:
    found = list(positions(name))
    assert all(len(observation.legal()) > 1 for observation in found)
    assert {len(observation.ruleset.seats) for observation in found} == set(GAMES[name].seat_counts)


def test_another_search_has_another_signature() -> None:
    assert tally("egemonia", 50).signature != tally("egemonia", 51).signature


def test_no_kernel_calls_what_the_c_library_may_round_in_another_way() -> None:
    """Powers, logarithms and the like differ in the last bit from system to system; the four operations and roots do
    not.
    """
    inexact = re.compile(rb"\0(?:pow|exp|exp2|expm1|log|log2|log10|log1p|sin|cos|tan|tanh|cbrt|fma)f?\0")
    folder = Path(core.__file__ or "").parent
    kernels = [path for path in folder.iterdir() if path.name.endswith(tuple(EXTENSION_SUFFIXES))]
    assert kernels
    found = {path.name: inexact.findall(path.read_bytes()) for path in kernels}
    assert {name: called for name, called in found.items() if called} == {}

"""How long it takes to start, beside a Python that does nothing: the figures in brackets are the ratios."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from .conftest import CLOCK

pytestmark = CLOCK

COMMAND = str(Path(sys.executable).with_name("petteia"))
# As it is when installed: with bytecode, which the warm-up rounds write if nobody has.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
STARTS = {
    "bare": ([sys.executable, "-c", "pass"], ""),
    "import": ([sys.executable, "-c", "import petteia"], ""),
    "help": ([COMMAND, "--help"], ""),
    "engine": ([COMMAND, "engine"], "uhi 1\n"),
}


@pytest.mark.parametrize("what", STARTS)
def test_start(benchmark: BenchmarkFixture, what: str) -> None:
    command, sent = STARTS[what]

    def start() -> None:
        subprocess.run(command, input=sent, stdout=subprocess.DEVNULL, text=True, check=True, env=ENVIRONMENT)

    benchmark.pedantic(start, warmup_rounds=2, rounds=15)

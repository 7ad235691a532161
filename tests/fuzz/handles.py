"""The Python handles of the kernels, with any numbers: the fuzzer of tests/core, whose choices are the input's bytes.

Kernels are compiled, so no branch of theirs guides the search; a checked or sanitized build looks deeper:
``PYTHONPATH=build/checked/site python -m tests.fuzz handles``.
"""

from __future__ import annotations

import random

from petteia.engine import GAMES

from ..core.test_checked import Fuzzer

MAX_CALLS = 300


class Exhausted(Exception):
    """The input has no more choices."""


class Choices(random.Random):
    """A generator whose numbers are the bytes of an input."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._data = data
        self._at = 0

    def getrandbits(self, k: int) -> int:
        n_bytes = (k + 7) // 8
        taken = self._data[self._at : self._at + n_bytes]
        if len(taken) < n_bytes:
            raise Exhausted
        self._at += n_bytes
        return int.from_bytes(taken, "little") & (1 << k) - 1

    def random(self) -> float:
        return self.getrandbits(8) / 256


def run(data: bytes) -> None:
    choices = Choices(data)
    try:
        fuzzer = Fuzzer(choices.choice(list(GAMES)), choices)
        for _ in range(MAX_CALLS):
            if choices.random() < 0.4:
                fuzzer.step()
            else:
                fuzzer.call()
    except Exhausted:
        return


def mutate(data: bytes, chooser: random.Random) -> bytes:
    """Other choices somewhere, and more of them."""
    changed = bytearray(data)
    for _ in range(chooser.randrange(1, 6)):
        at = chooser.randrange(len(changed) + 1)
        changed[at : at + chooser.randrange(3)] = chooser.randbytes(chooser.randrange(1, 8))
    if chooser.random() < 0.3:
        changed += chooser.randbytes(chooser.randrange(200))
    return bytes(changed)

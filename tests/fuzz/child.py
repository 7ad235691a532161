"""The process that fuzzes one target: ``python -m tests.fuzz.child TARGET`` and libFuzzer's flags, for `__main__`."""

from __future__ import annotations

import random
import sys

import atheris

from . import sandbox
from .targets import TARGETS

PLAIN = 0.25  # of the inputs are changed without regard to their grammar


def main() -> None:
    target = TARGETS[sys.argv[1]]
    with atheris.instrument_imports(include=list(target.watched)):
        harness = target.load()
    sandbox.close()

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        chooser = random.Random(seed)
        if chooser.random() < PLAIN:
            return bytes(atheris.Mutate(data, max_size))
        return harness.mutate(data, chooser)[:max_size]

    atheris.Setup([sys.argv[0], *sys.argv[2:]], harness.run, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

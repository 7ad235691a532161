"""The command ``petteia``, also as ``python -m petteia``."""

import gc
import sys


def main() -> None:
    if sys.argv[1:] == ["engine"]:
        # Programs start an engine often and wait for it: it does without the library for command lines, and without a
        # look for garbage among modules, which are none.
        gc.disable()
        from .protocols.process import main as serve

        gc.freeze()
        gc.enable()
        sys.exit(serve())
    from .cli import main as run

    run(prog_name="petteia")


if __name__ == "__main__":
    main()

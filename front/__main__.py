"""``python -m petteia`` is the command ``petteia``."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="petteia")

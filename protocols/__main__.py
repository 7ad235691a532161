"""``python -m petteia.protocols [--msgpack]``: the engine on stdin and stdout, without the rest of the commands."""

import sys

from .process import main

if __name__ == "__main__":
    sys.exit(main(msgpack="--msgpack" in sys.argv[1:]))

"""A frontend for the crash tests: ``python launch.py play ...`` or ``web ...`` with all that is random fixed.

CRASH_PIDS   a file for the number of the engine process
CRASH_BYTES  no file of the frontend may become longer: to it, this is a full disk
"""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path
from typing import Any

from petteia.__main__ import main
from petteia.protocols.client import Engine, Hello, RemoteGame

AI_SEED = DEAL = 11


class FixedEngine(Engine):
    """Every process that is started searches with the same seed; every game is the same deal."""

    async def start(self) -> Hello:
        hello = await super().start()
        await self.request("setoption", {"name": "AISeed", "value": AI_SEED})
        Path(os.environ["CRASH_PIDS"]).write_text(str(self.pid))
        return hello

    async def new(self, name: str, **more: Any) -> RemoteGame:
        return await super().new(name, **{"deal": DEAL, **more})


def launch() -> None:
    if limit := int(os.environ.get("CRASH_BYTES", "0")):
        # The soft limit alone: the engine process, which inherits it, writes no files.
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    import petteia.protocols.client.blocking as blocking

    blocking.Engine = FixedEngine  # type: ignore[misc]
    if sys.argv[1] == "web":
        import petteia.web.lobby as lobby

        lobby.Engine = FixedEngine  # type: ignore[misc]
    main()


if __name__ == "__main__":
    launch()

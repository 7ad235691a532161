"""What a server and its engine process use, as Linux tells it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """Of one process."""

    megabytes: float
    files: int
    threads: int
    seconds: float  # of processor time so far


def usage(pid: int) -> Usage:
    folder = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
    times = (folder / "stat").read_text().rpartition(")")[2].split()
    return Usage(
        int(status["VmRSS"].split()[0]) / 1024,
        len(os.listdir(folder / "fd")),
        int(status["Threads"]),
        (int(times[11]) + int(times[12])) / TICKS,
    )


def engine_of(server: int) -> int:
    """The engine process that a server has started."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has ended meanwhile
                continue
            if parent == server:
                return int(folder.name)
    raise RuntimeError(f"process {server} has started no engine")

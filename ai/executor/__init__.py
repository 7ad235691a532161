"""Where games are played: here, in other processes, or on a cluster. The results are the same, and in the same order.

serial               one task after the other, in this process
processes            on several cores of this machine
ray                  on a Ray instance that is started here
ray:HOST:PORT        on a Ray cluster that runs already
"""

from __future__ import annotations

from ...engine import GameError
from .base import Executor, Lost, WrongBuild, completed
from .processes import Processes
from .serial import Serial

NAMES = ("serial", "processes", "ray")

__all__ = ["NAMES", "Executor", "Lost", "Processes", "Serial", "WrongBuild", "completed", "make_executor"]


def make_executor(name: str | None = None, jobs: int = 1) -> Executor:
    """An executor by its name, ``NAME[:ADDRESS]``. Without a name: processes where there is more than one job.

    >>> type(make_executor(jobs=1)).__name__
    'Serial'
    """
    kind, colon, address = (name or ("serial" if jobs <= 1 else "processes")).partition(":")
    if kind not in NAMES or (colon and (kind != "ray" or not address)):
        raise GameError(f"executor {name!r}: want serial, processes, ray or ray:HOST:PORT")
    if kind == "ray":
        from .cluster import Ray  # Ray takes a second to import

        return Ray(address or None, jobs)
    return Serial() if kind == "serial" else Processes(jobs)

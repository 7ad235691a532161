"""What systems do differently about signals, process groups and standard input; one place for each system.

POSIX: a signal's number is written into a pipe, for the thread that waits for commands. Windows: `select` takes no
pipes, and whoever ends a process there ends it at once; so there is nothing to wait for but the input.
"""

from __future__ import annotations

import os
import signal
from importlib import import_module
from typing import Any

CREATE_NEW_PROCESS_GROUP = 0x200  # of Windows; `subprocess` has the name there only
TERMINATED = 128 + signal.SIGTERM  # the exit status of a process that was asked to end


def watch_by_pipe() -> int | None:
    """POSIX: a descriptor from which the numbers of signals can be read. A second SIGTERM ends the process at once."""
    ending, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    return ending


def watch_nothing() -> int | None:
    """Windows: there is no such descriptor."""
    return None


def group_by_number(own: bool) -> dict[str, Any]:
    """POSIX: settings of a subprocess; ``own``: Ctrl-C in this terminal does not reach it."""
    return {"process_group": 0} if own else {}


def group_by_flag(own: bool) -> dict[str, Any]:
    """Windows: the same."""
    return {"creationflags": CREATE_NEW_PROCESS_GROUP} if own else {}


def leave_bytes(*descriptors: int) -> None:
    """POSIX: bytes are bytes."""


def set_binary(*descriptors: int) -> None:
    """Windows: unless told otherwise, it turns line ends into others, also inside frames."""
    msvcrt = import_module("msvcrt")
    for descriptor in descriptors:
        msvcrt.setmode(descriptor, getattr(os, "O_BINARY", 0x8000))


if os.name == "nt":
    watch_for_the_end, group_settings, use_bytes = watch_nothing, group_by_flag, set_binary
else:
    watch_for_the_end, group_settings, use_bytes = watch_by_pipe, group_by_number, leave_bytes

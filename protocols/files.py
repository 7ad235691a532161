"""Files that a client names: plain ones only.

A pipe, a terminal or a device could keep whoever opens it waiting for ever, and with it the whole session.
"""

from __future__ import annotations

import os
import stat
from typing import TextIO


def open_plain(path: str, mode: str) -> TextIO:
    """Open a file as text, UTF-8 with plain line ends, and never wait for it; OSError if it is no plain file."""
    file = open(path, mode, encoding="utf-8", newline="\n", opener=_open_at_once)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError("not a plain file")
    return file  # type: ignore[return-value]


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)

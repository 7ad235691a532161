"""Locks on open files, by the means of the system that this runs on. A lock ends with its process, whatever happens."""

from __future__ import annotations

import os
from importlib import import_module

MUST_CLOSE_FIRST = os.name == "nt"  # Windows removes no file that is open


def lock_by_flock(descriptor: int) -> bool:
    """POSIX: the whole file."""
    fcntl = import_module("fcntl")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def lock_far_byte(descriptor: int) -> bool:
    """Windows: one byte, which need not exist. It stands far behind what anybody writes, for others cannot read it."""
    msvcrt = import_module("msvcrt")
    before = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, FAR, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(descriptor, before, os.SEEK_SET)
    return True


FAR = 1 << 30

# Take the lock of an open file for this process; False if somebody else has it.
try_lock = lock_far_byte if os.name == "nt" else lock_by_flock

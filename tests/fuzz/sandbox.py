"""What an input may touch: files of its own in one folder. All else is refused, as an operating system would."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

FOLDER = os.path.realpath(tempfile.mkdtemp(prefix="petteia-fuzz-"))
CANARY = "the canary sings 31415926535"  # in a file that somebody may name, and in no answer ever

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
_NEVER = {"os.system", "os.exec", "os.fork", "os.posix_spawn", "subprocess.Popen", "socket.connect", "shutil.rmtree"}

_closed = False


def path(name: str) -> str:
    """A file of the sandbox."""
    return os.path.join(FOLDER, name)


def close() -> None:
    """From now on nothing outside is changed."""
    global _closed
    sys.addaudithook(_look)
    _closed = True


@contextlib.contextmanager
def left_open() -> Iterator[None]:
    """For what a harness does itself."""
    global _closed
    before, _closed = _closed, False
    yield
    _closed = before


@atexit.register
def _remove() -> None:
    with left_open():
        shutil.rmtree(FOLDER, ignore_errors=True)


def _look(event: str, args: tuple[Any, ...]) -> None:
    if not _closed or (event != "open" and event not in _CHANGES and event not in _NEVER):
        return
    if event in _NEVER:
        raise PermissionError(errno.EPERM, f"an input led to {event}")
    if event == "open" and not (isinstance(args[2], int) and args[2] & _WRITING):
        return
    for place in args[:2] if event in ("os.rename", "os.link") else args[:1]:
        if isinstance(place, int):
            continue
        if not os.path.realpath(os.fsdecode(place)).startswith(FOLDER + os.sep):
            raise PermissionError(errno.EACCES, "outside of the sandbox")


with open(path("canary"), "w", encoding="utf-8") as file:
    file.write(f'{CANARY}\n[Format "{CANARY}"]\n')

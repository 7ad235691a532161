"""Files of games that outlive the program: where they lie, how they are written, who is using one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from petteia.engine.locking import MUST_CLOSE_FIRST, try_lock


def state_folder() -> Path:
    """The folder for what petteia keeps from one start to the next. XDG: a relative path in the variable is ignored."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "petteia"
    if os.name == "nt" and (local := os.environ.get("LOCALAPPDATA", "")):
        return Path(local) / "petteia"
    return Path.home() / ".local" / "state" / "petteia"


def write_atomically(path: Path, text: str) -> None:
    """Write a file that only its owner may read. A crash at any moment leaves the old content or the new one."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class FileLock:
    """A claim on a file. It ends with the process, however that ends; a file beside the locked one carries it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """Lock a file; None if somebody else holds it."""
        while True:
            descriptor = os.open(lock_path(path), os.O_CREAT | os.O_RDWR, 0o600)
            if not try_lock(descriptor):
                os.close(descriptor)
                return None
            if _is_still_there(lock_path(path), descriptor):
                return cls(path, descriptor)
            os.close(descriptor)  # whoever had it removed it after we opened it: what we hold is nothing

    def release(self) -> None:
        """Let go of the file. A second call does nothing."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        if MUST_CLOSE_FIRST:
            os.close(descriptor)
            with contextlib.suppress(PermissionError):  # somebody has it already
                lock_path(self.path).unlink(missing_ok=True)
            return
        lock_path(self.path).unlink(missing_ok=True)
        os.close(descriptor)


def _is_still_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")

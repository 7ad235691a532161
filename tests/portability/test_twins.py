"""What Windows does instead, simulated: the modules that it has and this system has not are stood in for."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from petteia.engine import locking
from petteia.protocols import process, signals
from petteia.shared import files

from ..tools.layout import CODE, ROOT, package_files

POSIX_ONLY = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "posix", "syslog"}


class Msvcrt(SimpleNamespace):
    """Microsoft's runtime: locks on bytes of files, the mode of descriptors."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__()
        self.locked: set[tuple[int, int]] = set()
        self.modes: dict[int, int] = {}

    def locking(self, descriptor: int, mode: int, n_bytes: int) -> None:
        assert (mode, n_bytes) == (self.LK_NBLCK, 1)
        place = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if place in self.locked:
            raise PermissionError(13, "Permission denied")
        self.locked.add(place)

    def setmode(self, descriptor: int, mode: int) -> None:
        self.modes[descriptor] = mode


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    fake = Msvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)  # type: ignore[arg-type]
    return fake


@pytest.mark.parametrize("lock", [locking.lock_by_flock, locking.lock_far_byte])
def test_a_file_is_locked_once(tmp_path: Path, msvcrt: Msvcrt, lock: object) -> None:
    descriptors = [os.open(tmp_path / "file", os.O_CREAT | os.O_RDWR) for _ in range(2)]
    os.write(descriptors[0], b"text")
    assert [lock(each) for each in descriptors] == [True, False]  # type: ignore[operator]
    assert os.lseek(descriptors[0], 0, os.SEEK_CUR) == 4  # where it was
    for each in descriptors:
        os.close(each)


def test_locks_where_open_files_cannot_be_removed(
    tmp_path: Path, msvcrt: Msvcrt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "try_lock", locking.lock_far_byte)
    monkeypatch.setattr(files, "MUST_CLOSE_FIRST", True)
    closed = []
    close, unlink = os.close, Path.unlink
    monkeypatch.setattr(os, "close", lambda descriptor: (closed.append(descriptor), close(descriptor)))

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if not closed:
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    lock = files.FileLock.take(tmp_path / "game")
    assert lock is not None
    lock.release()
    assert not files.lock_path(tmp_path / "game").exists()


def test_games_are_kept_where_windows_programs_keep_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt", environ=os.environ, path=os.path))
    assert files.state_folder() == tmp_path / "petteia"


def test_an_engine_without_signals_talks_until_its_input_ends() -> None:
    assert signals.watch_nothing() is None
    (source, into), (out, sink) = os.pipe(), os.pipe()
    os.write(into, b"ping\n")
    os.close(into)
    assert process.serve(source, sink, ending=signals.watch_nothing()) == process.EXIT_OK
    os.close(sink)
    assert os.read(out, 100).startswith(b"ok")
    for each in (source, out):
        os.close(each)


def test_frames_pass_through_unchanged(msvcrt: Msvcrt) -> None:
    signals.set_binary(0, 1)
    assert msvcrt.modes == {0: 0x8000, 1: 0x8000}


def test_a_process_that_ctrl_c_does_not_reach() -> None:
    assert signals.group_by_number(True) == {"process_group": 0}
    assert signals.group_by_flag(True) == {"creationflags": 0x200}
    assert signals.group_by_number(False) == signals.group_by_flag(False) == {}


def test_no_module_needs_what_only_posix_has() -> None:
    """Imported when it is called for, in the twin for POSIX alone."""
    found = []
    for source, _ in package_files(CODE - {".pyi"}):
        for node in ast.walk(ast.parse((ROOT / source).read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            found += [(str(source), name) for name in names if name.partition(".")[0] in POSIX_ONLY]
    assert found == []

"""The C headers in ext/core, compiled by whatever compilers there are, in each of their branches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from ..tools.layout import ROOT

PROGRAM = Path(__file__).with_name("twins.c")
FLAGS = [
    "-std=c11",
    "-D_GNU_SOURCE",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused-function",
    f"-I{ROOT / 'ext' / 'core'}",
]
OWN = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]


def compiler(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here")
    return found


def output(tmp_path: Path, name: str, *flags: str) -> str:
    program = tmp_path / "twins"
    subprocess.run([compiler(name), *FLAGS, *flags, str(PROGRAM), "-o", str(program)], check=True, timeout=120)
    return subprocess.run([str(program)], check=True, timeout=60, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", [OWN, "clang"])
def test_every_branch_computes_the_same(tmp_path: Path, name: str) -> None:
    usual = output(tmp_path, name)
    assert output(tmp_path, name, "-DPETTEIA_PLAIN_C") == usual
    assert usual.splitlines()[0].endswith(" 63 31 31")
    assert usual.splitlines()[1:] == ["clock 1 1", "memory 1", "flag 0 1", "build 1 0"]


@pytest.mark.parametrize("name", ["x86_64-w64-mingw32-gcc", "i686-w64-mingw32-gcc"])
def test_the_branch_for_windows_compiles(tmp_path: Path, name: str) -> None:
    subprocess.run([compiler(name), *FLAGS, str(PROGRAM), "-o", str(tmp_path / "twins.exe")], check=True, timeout=120)


def test_no_kernel_goes_past_the_headers() -> None:
    """What is one system's or one compiler's own stands in the headers, and nowhere else."""
    own = ("__builtin_", "__atomic_", "volatile", "__asm__", "sys/mman", "from posix", "unistd", "pthread")
    files = [path for path in (ROOT / "ext").rglob("*") if path.suffix in (".pyx", ".pxd")]
    assert len(files) > 100
    found = {str(path.relative_to(ROOT)): word for path in files for word in own if word in path.read_text("utf-8")}
    assert found == {}

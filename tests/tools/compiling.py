"""Compile a Cython module against the installed headers, as somebody else's package would."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

from setuptools import Distribution, Extension

import petteia

SITE = Path(petteia.__file__).parents[1]  # where the headers lie, below petteia/ext


def compiler() -> str:
    """The compiler that Python asks for, where it exists; otherwise cc."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return wanted if shutil.which(wanted.split()[0]) else "cc"


def compiled(pyx: Path, folder: Path) -> ModuleType:
    """The module that a ``.pyx`` makes, built in a folder of its own."""
    c_file = folder / f"{pyx.stem}.c"
    subprocess.run([sys.executable, "-m", "cython", "-3", f"-I{SITE}", "-o", str(c_file), str(pyx)], check=True)
    extension = Extension(pyx.stem, [str(c_file)], include_dirs=[str(SITE / "petteia" / "ext" / "core")])
    build = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
    build.build_lib = build.build_temp = str(folder)
    before = os.environ.get("CC")
    os.environ["CC"] = compiler()
    try:
        build.ensure_finalized()
        build.run()
    finally:
        if before is None:
            del os.environ["CC"]
        else:
            os.environ["CC"] = before
    spec = importlib.util.spec_from_file_location(pyx.stem, build.get_ext_fullpath(pyx.stem))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

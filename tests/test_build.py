"""An incremental build compiles what a change touches, and nothing else."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from types import ModuleType

import pytest
from Cython.Build.Dependencies import DependencyTree
from Cython.Compiler.Main import CompilationOptions, Context, default_options

from .tools.layout import ROOT

CIMPORT = re.compile(r"^from petteia\.(ext\.[\w.]+) cimport |^cimport petteia\.(ext\.[\w.]+)", re.MULTILINE)


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The functions of setup.py, which work in the checkout; what they write goes elsewhere."""
    monkeypatch.chdir(ROOT)
    spec = importlib.util.spec_from_file_location("petteia_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "BUILD", tmp_path)
    return module


def headers_by_text() -> dict[str, set[str]]:
    """The headers that each module cimports, directly or through another header, by reading the files."""

    def cimported(path: Path) -> set[str]:
        names = {first or second for first, second in CIMPORT.findall(path.read_text("utf-8"))}
        return {f"{name.replace('.', '/')}.pxd" for name in names}

    direct = {str(path.relative_to(ROOT)): cimported(path) for path in (ROOT / "ext").rglob("*.p[xy][dx]")}
    found = {}
    for module in [name for name in direct if name.endswith(".pyx")]:
        reached: set[str] = set()
        wanted = direct[module] | ({f"{module.removesuffix('.pyx')}.pxd"} & direct.keys())
        while wanted:
            header = wanted.pop()
            if header not in reached:
                reached.add(header)
                wanted |= direct[header]
        found[module] = reached
    return found


def dependencies(build: ModuleType) -> DependencyTree:
    """What `cythonize` knows of the modules."""
    options = CompilationOptions(default_options, include_path=[str(build.copy_headers())])
    return DependencyTree(Context.from_options(options), quiet=True)


def headers_by_cython(build: ModuleType) -> dict[str, set[str]]:
    """The same, as `cythonize` finds them when it decides what to translate."""
    tree = dependencies(build)
    found = {}
    for extension in build.find_extensions():
        source = extension.sources[0]
        files = {re.sub(r".*/petteia/(?=ext/)", "", str(file)) for file in tree.all_dependencies(source)}
        found[source] = {file for file in files if file.endswith(".pxd") and file.startswith("ext/")}
    return found


def test_every_module_depends_on_the_headers_that_it_cimports(build: ModuleType) -> None:
    by_text = headers_by_text()
    assert headers_by_cython(build) == by_text
    users = {
        header: {module for module, headers in by_text.items() if header in headers}
        for header in ("ext/games/epix/state.pxd", "ext/core/types.pxd")
    }
    epix = {str(path.relative_to(ROOT)) for path in (ROOT / "ext" / "games" / "epix").glob("*.pyx")}
    assert users["ext/games/epix/state.pxd"] <= epix, "another game would be compiled for a change of Epix"
    assert len(users["ext/games/epix/state.pxd"]) > 4
    assert users["ext/core/types.pxd"] > users["ext/games/epix/state.pxd"]


def test_headers_in_c_are_followed_through_those_that_name_them(build: ModuleType) -> None:
    """bits.pxd names petteia_bits.h: when that changes, the kernels that use the one compile again."""
    tree, header = dependencies(build), "ext/core/petteia_bits.h"
    for module, is_user in (("ext/games/epix/rules.pyx", True), ("ext/core/build.pyx", False)):
        files = tree.distutils_info(module, None, None).values.get("depends", ())
        assert any(str(file).endswith(header) for file in files) == is_user


def test_copied_headers_keep_their_times(build: ModuleType) -> None:
    """A copy that looked new would make every module translate again."""
    copied = build.copy_headers() / "petteia"
    headers = list((ROOT / "ext").rglob("*.pxd"))
    assert len(headers) > 20
    for header in headers:
        assert (copied / header.relative_to(ROOT)).stat().st_mtime == header.stat().st_mtime


def test_new_directives_translate_again_but_leftovers_do_not(build: ModuleType, tmp_path: Path) -> None:
    older, newer = (Path("setup.py").stat().st_mtime + change for change in (-100, 100))

    def translated(name: str, time: float) -> None:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (time, time))

    translated("ext/core/handles.c", newer)
    translated("ext/gone.c", older)
    assert not build.directives_changed(tmp_path)
    translated("ext/core/perft.c", older)
    assert build.directives_changed(tmp_path)

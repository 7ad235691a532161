"""The install is complete and is what the tests run on."""

import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
import yaml

import petteia

from .tools.layout import CODE, DATA, KERNELS, ROOT, package_files, source_of
from .tools.reproducible import differences
from .tools.wheel import platform_of, problems

SITE = Path(petteia.__file__).parents[1]


@pytest.mark.parametrize(("source", "place"), [pytest.param(s, p, id=str(s)) for s, p in package_files(CODE | DATA)])
def test_file_is_installed_and_current(source: Path, place: Path) -> None:
    assert (SITE / place).read_bytes() == (ROOT / source).read_bytes()


@pytest.mark.parametrize("place", [pytest.param(p, id=p.stem) for _, p in package_files(KERNELS)])
def test_kernel_is_compiled_from_this_install(place: Path) -> None:
    module = import_module(str(place.with_suffix("")).replace("/", "."))
    assert module.__file__ is not None
    assert Path(module.__file__).parent == SITE / place.parent
    assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def test_every_folder_with_code_is_a_package() -> None:
    folders = {(ROOT / source).parent for source, _ in package_files(CODE)}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_installed_names_map_back_to_sources() -> None:
    assert [source_of(str(place)) for _, place in package_files(CODE)] == [str(s) for s, _ in package_files(CODE)]


def test_incomplete_wheel_is_noticed() -> None:
    names = [str(place) for _, place in package_files(CODE | DATA)]
    names += [f"{place.with_suffix('')}.so" for _, place in package_files(KERNELS)]
    assert problems(names) == []
    assert problems(names[1:]) == [f"missing: {names[0]}"]
    assert problems(names[:-1]) == [f"not compiled: {names[-1].removesuffix('.so')}"]
    assert problems([*names, "petteia/ext/left.pyx"]) == ["unexpected: petteia/ext/left.pyx"]
    assert problems([*names, "engine/game.py"]) == ["outside the package: engine/game.py"]


@pytest.mark.parametrize("tag", ["manylinux_2_17_x86_64", "linux_x86_64"])
def test_the_platform_of_a_wheel_is_read_from_what_auditwheel_says(tag: str) -> None:
    said = f"""
    petteia-1-cp311-cp311-linux_x86_64.whl is consistent with the following
    platform tag: "{tag}".

    The wheel references external versioned symbols in these
    system-provided shared libraries: libc.so.6 with versions {{'GLIBC_2.14'}}

    This constrains the platform tag to "manylinux_2_17_x86_64". In order to
    achieve a more compatible tag, you would need to recompile a new wheel."""
    assert platform_of(said) == tag


def test_version_is_that_of_the_project() -> None:
    assert f'\nversion = "{petteia.__version__}"\n' in (ROOT / "pyproject.toml").read_text()


def test_workflows_are_switched_on_by_hand_and_build_what_is_promised() -> None:
    """A maintainer starts them; what is built is set in pyproject.toml, for every Python that the classifiers name."""
    workflows = {path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
    assert set(workflows) == {"wheels.yml", "checks.yml"}
    for text in workflows.values():
        jobs = yaml.safe_load(text)["jobs"]
        assert all(job["runs-on"] and job["steps"] for job in jobs.values())
        assert "on:\n  workflow_dispatch:\n\n" in text
    for word in ("ubuntu-24.04,", "ubuntu-24.04-arm", "macos-", "windows-", "pypa/cibuildwheel@"):
        assert word in workflows["wheels.yml"]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    versions = [line.rpartition(" ")[2] for line in settings["project"]["classifiers"] if ":: 3." in line]
    assert settings["tool"]["cibuildwheel"]["build"].split() == [f"cp{each.replace('.', '')}-*" for each in versions]
    assert settings["tool"]["cibuildwheel"]["test-command"] == "petteia doctor"


def test_the_same_sources_give_the_same_sdist() -> None:
    """`make reproducible` compares wheels too, which takes minutes."""
    assert differences("sdist") == []

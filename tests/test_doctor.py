"""`petteia doctor`: what is installed, a self-test, the store; problems are named and the status says so."""

from __future__ import annotations

import json
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from petteia import __version__
from petteia.cli import main
from petteia.engine import GAMES
from petteia.shared import checkup

from .tools.layout import ROOT


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "petteia"


def doctor(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["doctor", *arguments])


def test_all_is_well(home: Path) -> None:
    done = doctor("--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert found["version"] == __version__
    assert found["problems"] == []
    assert found["store"] == {"path": str(home / "games.db"), "games": 0, "finished": 0}
    assert [test["name"] for test in found["tests"]] == [name for name, _ in checkup.self_test()]
    assert len(found["tests"]) == len(GAMES) + 3
    assert all(test["ok"] for test in found["tests"])
    assert found["build"]["optimized"]
    assert found["build"]["compiler"].split()[0] in ("gcc", "clang", "MSVC")
    assert found["build"]["cython"].count(".") == 2
    assert not home.exists()  # it only looks


def test_what_people_read(home: Path) -> None:
    done = doctor("--quick")
    assert done.exit_code == 0
    told = " ".join(done.output.split())
    assert f"Installed petteia {__version__} in " in told
    assert " Extras web: petteia web starlette " in told
    assert "none yet" in done.output
    assert "All is well." in done.output


def test_a_search_that_decides_otherwise_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "signatures", lambda: {**checkup.recorded(), "epix": "0"})
    test = checkup.check_signature()
    assert test.problem is not None
    assert "should: epix." in test.problem.what


def test_an_engine_that_does_not_start_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    test = checkup.talk_to_engine(msgpack=False)
    assert test.problem is not None
    assert "engine ended with status 1" in test.problem.what
    assert "again" in test.problem.advice


def test_a_game_that_fails_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.uhg, "read", lambda _: 1 / 0)
    test = checkup.play_a_game("epix")
    assert test.problem is not None
    assert "ZeroDivisionError" in test.problem.what


def test_damage_and_broken_extras_make_the_status_1(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (home / "games.db").write_bytes(b"no database" * 1000)
    monkeypatch.setattr(checkup, "EXTRAS", {"web": ("starlette",), "broken": ("petteia_broken",)})
    monkeypatch.setitem(checkup.EXTRA_USES, "broken", "nothing")
    monkeypatch.setattr(checkup, "import_module", _fail)
    done = doctor("--quick")
    assert done.exit_code == 1
    told = " ".join(done.output.split())
    assert "file is not a database" in told
    assert "petteia_broken, of the extra broken, cannot be imported: OSError: no library." in told
    assert "Problems: 2." in told


def _fail(name: str) -> None:
    if name == "petteia_broken":
        raise OSError("no library")


def test_what_is_missing_is_said() -> None:
    assert checkup.import_problem("petteia_nothing") == "not installed"
    assert checkup.import_problem("json") == ""


def test_processor_features(tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text("processor: 0\nflags\t\t: fpu avx2 sse4_2 strange\n")
    assert checkup.cpu_features(tmp_path / "cpuinfo") == ["sse4_2", "avx2"]
    assert checkup.cpu_features(tmp_path / "none") == []


# Extras.


def test_every_extra_is_known_by_what_is_imported() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(checkup.EXTRAS) == set(checkup.EXTRA_USES) == set(extras) - {"dev"}
    for name, modules in checkup.EXTRAS.items():
        assert len(modules) == len(extras[name])


@pytest.mark.parametrize(
    ("extra", "module"), [(extra, name) for extra, names in checkup.EXTRAS.items() for name in names]
)
def test_an_extra_imports(extra: str, module: str) -> None:
    package = {"pyspiel": "open_spiel"}.get(module, module)
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{package}, of the extra {extra}, is not installed")
    assert checkup.import_problem(module) == ""

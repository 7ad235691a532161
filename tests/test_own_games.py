"""A game in a package of its own: `examples/bluff`, installed with pip beside petteia; and packages that are broken."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .tools.compiling import compiler
from .tools.layout import ROOT

PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example game, as pip installs it."""
    source, target = tmp_path_factory.mktemp("source") / "bluff", tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "examples" / "bluff", source, ignore=shutil.ignore_patterns("build", "*.c", "*.egg-info"))
    command = [*PIP, "--target", str(target), str(source)]
    done = subprocess.run(command, env={**os.environ, "CC": compiler()}, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    return target


def run(site: Path, *command: str, sent: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "100"}
    done = subprocess.run(command, env=env, input=sent, capture_output=True, text=True, timeout=200)
    assert done.returncode == status, done.stderr
    return done


def petteia(site: Path, *arguments: str, sent: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
    return run(site, sys.executable, "-m", "petteia", *arguments, sent=sent, status=status)


def python(site: Path, code: str) -> str:
    return run(site, sys.executable, "-c", code).stdout


def test_it_is_listed(site: Path) -> None:
    found = json.loads(petteia(site, "games", "--json").stdout)
    assert [game["game"] for game in found] == ["epireia", "egemonia", "epix", "ephyran", "bluff"]
    assert found[-1]["title"] == "Bluff"


def test_it_passes_the_contract(site: Path) -> None:
    found = json.loads(petteia(site, "contract", "bluff", "--json").stdout)
    assert found["ok"] is True
    assert len(found["checks"]) == 18
    assert all(one["ok"] and one["wrong"] is None for one in found["checks"])


def test_it_is_played(site: Path) -> None:
    assert re.search(r"^Result: (You win|Player \d)", petteia(site, "play", "bluff", "--seed", "3").stdout, re.M)
    assert "A six cannot be believed" in petteia(site, "rules", "bluff", "--page").stdout
    assert "claim:" in petteia(site, "analyze", "--game", "bluff", "--seed", "3", "--nodes", "300").stdout
    talk = petteia(site, "engine", sent="uhi 1\nnew bluff deal=7\ngo s0 nodes=300\nquit\n").stdout
    assert "\ngame bluff rules=1 seats=2" in talk
    assert "bestmove claim:" in talk


def test_it_plays_matches_in_other_processes(site: Path) -> None:
    """The rules travel by name: a worker finds the package by itself."""
    players = ("ismcts:nodes=400", "random")
    found = petteia(site, "match", *players, "--game", "bluff", "--games", "40", "--jobs", "2", "--seed", "1", "--json")
    report = json.loads(found.stdout)
    assert report["score"]["value"] > 0.6
    assert report["won"] + report["drawn"] + report["lost"] == 40


def test_it_travels(site: Path) -> None:
    code = (
        "import pickle, petteia; game = petteia.new('bluff', seed=3); again = pickle.loads(pickle.dumps(game));"
        "assert again.state == game.state;"
        "assert petteia.Game.load(game.save()).view('s1') == game.view('s1'); print(again.view('s1')['die'])"
    )
    assert python(site, code) == "0\n"  # which the other seat rolled


# ---------------------------------------------------------------------------------------------------------------
# Broken packages.

MODULES = {
    "raises": ("raise RuntimeError('no ink')", "RuntimeError: no ink"),
    "number": ("Own = 3", "TypeError: broken_number:Own is 3: want a class that is a Ruleset"),
    "other": (
        "from petteia.engine.games.toys import Coin\nclass Own(Coin): pass",
        "ValueError: broken_other:Own calls itself 'coin': want 'other', as the entry point says",
    ),
    "silent": (
        "from petteia.engine import Ruleset\nclass Own(Ruleset):\n name = 'silent'\n seat_counts = (2,)",
        "TypeError: broken_silent:Own lacks result, why_not",
    ),
    "empty": (
        "from petteia.engine.games.toys import Coin\nclass Own(Coin):\n name = 'empty'",
        "ValueError: the game 'empty': <class 'broken_empty.Own'> has no 'kernel'",
    ),
    "wrong": (
        "from petteia.engine.games.toys import Coin\nclass Own(Coin):\n name = 'wrong'\n kernel = 'none'",
        "ValueError: the kernel of wrong is 'none': want a capsule named 'petteia.GameOps'",
    ),
    "old": (
        "import ctypes\nfrom petteia.engine.games.toys import Coin\nfrom petteia.ext.games.registry import find_ops\n"
        "new = ctypes.pythonapi.PyCapsule_New\nnew.restype = ctypes.py_object\n"
        "new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]\n"
        "title = b'petteia.GameOps'\nclass Own(Coin):\n name = 'old'\n kernel = new(1, title, None)",
        "ValueError: the kernel of old was compiled against another version of petteia: compile it again",
    ),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages that are all broken in a way of their own; one takes the name of a game of ours."""
    folder = tmp_path_factory.mktemp("broken")
    for name, (code, _) in {**MODULES, "egemonia": ("raise RuntimeError('never loaded')", "")}.items():
        package = folder / f"broken_{name}"
        package.mkdir()
        (package / "__init__.py").write_text(code, "utf-8")
        info = folder / f"broken_{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: broken-{name}\nVersion: 1\n", "utf-8")
        (info / "entry_points.txt").write_text(f"[petteia.games]\n{name} = broken_{name}:Own\n", "utf-8")
    return folder


def test_broken_games_are_named_and_do_no_harm(broken: Path) -> None:
    done = petteia(broken, "games", "--json")
    assert [game["game"] for game in json.loads(done.stdout)] == ["epireia", "egemonia", "epix", "ephyran"]
    for name, (_, why) in MODULES.items():
        assert f"Warning: the game '{name}' of the package 'broken-{name}' cannot be used: {why}" in done.stderr
    assert "never loaded" not in done.stderr
    assert "bestmove setup:" in petteia(broken, "engine", sent="new egemonia deal=1\ngo s0 nodes=50\nquit\n").stdout
    python(broken, "import petteia; petteia.new('egemonia', seed=1)")


def test_a_broken_game_that_is_asked_for_says_why(broken: Path) -> None:
    code = "import petteia\ntry:\n petteia.new('raises')\nexcept petteia.GameError as error:\n print(error)"
    assert (
        python(broken, code)
        == "the game 'raises' of the package 'broken-raises' cannot be used: RuntimeError: no ink\n"
    )
    found = petteia(broken, "contract", "raises", status=2).stderr
    assert "'raises' is not one of 'epireia', 'egemonia', 'epix', 'ephyran'" in found


def test_a_contract_that_is_broken_fails(site: Path, tmp_path: Path) -> None:
    """All moves have the same words: the check of the notation says so, and the command's status is 1."""
    shutil.copytree(site, tmp_path / "site")
    module = tmp_path / "site" / "petteia_bluff" / "__init__.py"
    slip = "\n    def format_move(self, move):\n        return 'believe'\n"
    module.write_text(module.read_text("utf-8") + slip, "utf-8")
    done = petteia(tmp_path / "site", "contract", "bluff", "--check", "notation_round_trips", status=1)
    assert "FAIL" in done.stdout
    assert "Error: 1 of 1 checks of bluff do not hold" in done.stderr

"""What is installed here, and does it work? The facts and the self-test behind `petteia doctor`."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from petteia import __version__
from petteia.ai.measure.signature import recorded, signatures
from petteia.ai.player import Limits
from petteia.ai.registry import make_player
from petteia.engine import GAMES, Game, ruleset
from petteia.ext.core.build import build_info
from petteia.protocols.client import EngineDied, EngineError, EngineTimeout, SimpleEngine
from petteia.protocols.records import uhg

from .store.check import Problem

# What each extra is for: the modules that its users import.
EXTRAS = {
    "web": ("starlette", "uvicorn", "websockets"),
    "ray": ("ray",),
    "research": ("pyspiel", "pettingzoo", "gymnasium"),
    "peers": ("pyspiel", "rlcard", "pettingzoo"),
    "fuzz": ("atheris",),
    "train": ("torch",),
}
EXTRA_USES = {
    "web": "petteia web",
    "ray": "matches on a Ray cluster",
    "research": "other projects' interfaces",
    "peers": "benchmarks beside others",
    "fuzz": "python -m tests.fuzz",
    "train": "examples/egemonia_net.py",
}
CPU_FEATURES = ("sse4_2", "popcnt", "avx", "avx2", "bmi2", "avx512f", "neon", "asimd")
GAME_NODES = 20  # for a decision in the games of the self-test
ENGINE_SECONDS = 60.0
SEARCH = "decisions of the search"


@dataclass(frozen=True)
class Test:
    """One part of the self-test: a problem, or what was found."""

    name: str
    found: str
    problem: Problem | None = None

    @property
    def ok(self) -> bool:
        return self.problem is None


@dataclass
class Installed:
    """What is installed."""

    version: str
    python: str
    system: str
    place: str
    build: dict[str, Any]
    cpu: list[str]
    packages: dict[str, str]
    extras: dict[str, dict[str, str]]  # by extra: its modules, and their versions or why they cannot be imported
    problems: list[Problem] = field(default_factory=list)


def look_at_installation() -> Installed:
    """Versions, the build, the processor, and which extras can be imported."""
    found = Installed(
        __version__,
        f"{platform.python_implementation()} {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        str(Path(__file__).parents[1]),
        dict(build_info()),
        cpu_features(),
        {name: _version_of(name) for name in ("numpy", "msgpack", "click", "rich")},
        {extra: {name: _version_of(name) for name in names} for extra, names in EXTRAS.items()},
    )
    for extra, modules in EXTRAS.items():
        for name in modules:
            if reason := import_problem(name):
                found.extras[extra][name] = reason
                if not reason.startswith("not installed"):
                    advice = f"Install it again: pip install --force-reinstall 'petteia[{extra}]'."
                    found.problems.append(
                        Problem(f"{name}, of the extra {extra}, cannot be imported: {reason}.", advice)
                    )
    if found.build["fast_math"]:
        advice = "Build it without -ffast-math: results would depend on the machine."
        found.problems.append(Problem("The kernels were compiled with inexact arithmetic.", advice))
    if not found.build["optimized"]:
        found.problems.append(Problem("The kernels were compiled without optimization.", "Build it with -O2 or -O3."))
    return found


def import_problem(module: str) -> str:
    """Why a module cannot be imported; nothing if it can."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        return "not installed" if (error.name or "").partition(".")[0] == module else f"it needs {error.name}"
    except Exception as error:  # a package that is broken may raise anything
        return f"{type(error).__name__}: {error}"
    return ""


def _version_of(module: str) -> str:
    package = {"pyspiel": "open_spiel"}.get(module, module)
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def cpu_features(info: Path = Path("/proc/cpuinfo")) -> list[str]:
    """Those of interest that the processor has; none where the system does not say."""
    try:
        text = info.read_text("utf-8", "replace")
    except OSError:
        return []
    flags = re.search(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE)
    words = set(flags.group(1).split()) if flags else set()
    return [name for name in CPU_FEATURES if name in words]


# The self-test.


def self_test() -> list[tuple[str, Callable[[], Test]]]:
    """Its parts, in order: what each is called, and how it is done. All together take about ten seconds."""
    games = [(f"a game of {kind.title}", lambda name=name: play_a_game(name)) for name, kind in GAMES.items()]
    return [
        (SEARCH, check_signature),
        *games,
        ("engine process, text", lambda: talk_to_engine(False)),
        ("engine process, msgpack", lambda: talk_to_engine(True)),
    ]


def check_signature() -> Test:
    """Does the search decide here as it did where this version was made?"""
    expected, found = recorded(), signatures()
    changed = [name for name, value in expected.items() if found.get(name) != value]
    if not changed:
        return Test(SEARCH, found["all"])
    what = f"The search decides otherwise than this version should: {', '.join(changed)}."
    return Test(SEARCH, found["all"], Problem(what, "Install it again; if that does not help, report it."))


def play_a_game(name: str) -> Test:
    """From the deal to the result, decided by the search; then its record is played again."""
    label = f"a game of {GAMES[name].title}"
    try:
        game = Game(ruleset(name), 1)
        player = make_player("ismcts:level=3", seed=1)
        while game.pending:
            seat = game.pending[0]
            game.play(seat, player.decide(game.observation(seat), Limits(nodes=GAME_NODES)).move)
        again = uhg.read(uhg.write(game)).replay()
        if again.result != game.result or again.moves != game.moves:
            return Test(label, "", _broken(label, "its record tells another game"))
    except Exception as error:  # whatever it is, it is what the doctor was asked for
        return Test(label, "", _broken(label, f"{type(error).__name__}: {error}"))
    return Test(label, f"{len(game.moves)} moves")


def talk_to_engine(msgpack: bool) -> Test:
    """A process is started, a game begun, decided, saved and loaded; both are the same."""
    label = f"engine process, {'msgpack' if msgpack else 'text'}"
    command = [sys.executable, "-m", "petteia.protocols", *(["--msgpack"] if msgpack else [])]
    try:
        with SimpleEngine.popen(command, msgpack=msgpack, timeout=ENGINE_SECONDS) as engine:
            game = engine.new(next(iter(GAMES)), deal=1)
            for _ in range(3):
                seat = game.waiting[0]
                game.play(seat, game.go(seat, nodes=GAME_NODES).move)
            if engine.load(record=game.save()).hash() != game.hash():
                return Test(label, "", _broken(label, "a game that was saved and loaded is another"))
            assert engine.engine.hello is not None
            return Test(label, f"{engine.hello.name} {engine.hello.version}")
    except (EngineDied, EngineError, EngineTimeout, OSError) as error:
        return Test(label, "", _broken(label, str(error)))


def _broken(label: str, reason: str) -> Problem:
    advice = "Install petteia again; if that does not help, report it."
    return Problem(f"{label[:1].upper()}{label[1:]}: {reason}.", advice)

"""What starts quickly loads little: which modules are not loaded, for times depend on the machine."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARIES = {"numpy", "rich", "msgpack", "asyncio", "uvicorn", "starlette", "statistics", "importlib.metadata"}
LIBRARIES |= {"xml", "email", "http", "ssl", "multiprocessing", "concurrent", "zipfile"}
SEARCH = {
    "click",
    "petteia.ext.search.searcher",
    "petteia.ai.measure",
    "petteia.ai.players",
    "petteia.protocols.client",
}

REPORT = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
CLI = "from petteia.__main__ import main; sys.argv[1:] = {!r}; main()"


@pytest.mark.parametrize(
    ("code", "sent", "heard", "absent"),
    [
        ("import petteia", "", "", {"petteia.engine", "petteia.ext", "click"}),
        (CLI.format(["--help"]), "", "Commands:", {"petteia.engine", "petteia.ext"}),
        (CLI.format(["--version"]), "", "petteia ", {"petteia.engine", "petteia.ext"}),
        (CLI.format(["engine"]), "uhi 1\n", "uhiok 1", SEARCH),
        ("import petteia; petteia.new('egemonia').legal('s0')", "", "", {"click", "petteia.ai", "petteia.protocols"}),
    ],
    ids=["import", "help", "version", "engine", "game"],
)
def test_start(code: str, sent: str, heard: str, absent: set[str]) -> None:
    command = [sys.executable, "-c", REPORT + code]
    done = subprocess.run(command, input=sent, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert heard in done.stdout
    loaded = set(done.stderr.split())
    assert "sys" in loaded
    # A game reads its data files, and a handshake the words of the games, for which Python unpacks its own tools.
    wanted = LIBRARIES - {"zipfile"} if "new" in code or sent else LIBRARIES
    assert sorted(loaded & (wanted | absent)) == []


def test_an_engine_looks_for_garbage_only_when_it_runs() -> None:
    """What is loaded is none: to look through it again and again takes a tenth of the start."""
    report = "import atexit, gc, sys; atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 10_000)); "
    command = [sys.executable, "-c", report + CLI.format(["engine"])]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=120)
    assert done.stderr == "True True\n", "stdout is the protocol's: what else is printed goes to stderr"


def test_what_is_asked_for_is_loaded_then() -> None:
    import petteia

    assert set(petteia.__all__) <= set(dir(petteia))
    for name in petteia.__all__:
        assert getattr(petteia, name) is not None
    with pytest.raises(AttributeError, match="module 'petteia' has no attribute 'nothing'"):
        _ = petteia.nothing

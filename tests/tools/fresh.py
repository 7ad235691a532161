"""Try a wheel as somebody does who installs it: ``python -m tests.tools.fresh FILE.whl [PYTHON]``.

It goes into an environment of its own, far from the checkout, where no compiler can be found.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

INSTALL_SECONDS = 60  # of processor time: how long it takes depends on the network, and on others
PATIENCE = 600  # seconds for one command
SESSION = "new egemonia deal=1\ngo s0 nodes=50\nquit\n"


@dataclass
class Environment:
    """An environment that holds the wheel, what it needs, and nothing else."""

    folder: Path

    @classmethod
    def create(cls, folder: Path, python: str) -> Environment:
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        return cls(folder)

    @property
    def variables(self) -> dict[str, str]:
        left_out = ("PATH", "PYTHONPATH", "CC")
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        return {**kept, "PATH": str(self.folder / "venv" / "bin"), "XDG_STATE_HOME": str(self.folder / "state")}

    def command(self, *words: str) -> list[str]:
        return [str(self.folder / "venv" / "bin" / words[0]), *words[1:]]

    def run(self, *words: str, said: str = "") -> str:
        """What a command prints; an error if it fails."""
        done = subprocess.run(
            self.command(*words), input=said, capture_output=True, text=True, timeout=PATIENCE,
            cwd=self.folder, env=self.variables,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout


def processor_seconds() -> float:
    """Of all processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def install(there: Environment, wheel: Path) -> str:
    began, used = time.monotonic(), processor_seconds()
    there.run("python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", f"{wheel}[web]")
    used = processor_seconds() - used
    assert used < INSTALL_SECONDS, f"{used:.0f} s of processor time to install"
    return f"{time.monotonic() - began:.1f} s, of which {used:.1f} s of processor time"


def versions(there: Environment) -> str:
    found = there.run("petteia", "--version")
    assert there.run("python", "-m", "petteia", "--version") == found
    return found.strip()


def doctor(there: Environment) -> str:
    found: dict[str, list[object]] = json.loads(there.run("petteia", "doctor", "--json"))
    assert found["problems"] == []
    return f"{len(found['tests'])} tests"


def solo_game(there: Environment) -> str:
    told = there.run("petteia", "play", "epireia", "--seats", "1", "--seed", "1", "--nodes", "10")
    [result] = re.findall(r"^Result: .*", told, re.MULTILINE)
    return str(result)


def engine_session(there: Environment) -> str:
    told = there.run("petteia", "engine", said=SESSION)
    assert "\nok game=g1" in f"\n{told}"
    [move] = re.findall(r"^bestmove (\S+)", told, re.MULTILINE)
    return f"bestmove {move}"


def web(there: Environment) -> str:
    """The server gives out its page and the games, and ends when it is told to."""
    command = there.command("petteia", "web", "--no-open", "--port", "0", "--dir", str(there.folder / "games"))
    unbuffered = {**there.variables, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=there.folder, env=unbuffered) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            [address] = re.findall(r"http://127\.0\.0\.1:\d+/", said)
            with urlopen(address, timeout=PATIENCE) as page:
                assert b"<title>" in page.read()
            with urlopen(f"{address}api/catalog", timeout=PATIENCE) as catalog:
                games = [game["title"] for game in json.load(catalog)["games"]]
        finally:
            server.send_signal(signal.SIGINT)
    return ", ".join(games)


PARTS = {
    "version": versions,
    "petteia doctor": doctor,
    "a solo game": solo_game,
    "an engine session": engine_session,
    "petteia web": web,
}


def main() -> None:
    wheel = Path(sys.argv[1]).resolve()
    python = sys.argv[2] if len(sys.argv) > 2 else sys.executable
    with tempfile.TemporaryDirectory(prefix="petteia-fresh-") as folder:
        there = Environment.create(Path(folder), python)
        print(f"installed in {install(there, wheel)}", flush=True)
        for name, part in PARTS.items():
            print(f"{name}: {part(there)}", flush=True)


if __name__ == "__main__":
    main()

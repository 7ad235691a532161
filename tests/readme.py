"""Run the README's commands as written: ``python -m tests.readme [--done "make test"]``.

Fenced ``python`` blocks are run one after the other, as one program. Fenced ``console`` blocks are read: a line
``$ command`` (continued by lines ``> more``) is run, and the lines that follow, if any, are what it must print. ``...``
stands for anything within a line, and alone on a line for any number of lines. Commands run without input
in a copy of the checkout that shares its environment; those given with ``--done`` were run before and are passed over.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_BEHIND = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
TIME_LIMIT = 600  # seconds for one command


@dataclass
class Command:
    """A command of the README and the lines it is said to print."""

    line: int
    text: str
    output: list[str] = field(default_factory=list)


def commands(markdown: str) -> list[Command]:
    """The commands of all ``console`` blocks, in order."""
    found: list[Command] = []
    in_console = in_other = False
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.startswith("```"):
            opens = not (in_console or in_other)
            in_console, in_other = opens and line.strip() == "```console", opens and line.strip() != "```console"
            fresh = True  # output before the first command of a block belongs to nothing
        elif in_console and line.startswith("$ "):
            found.append(Command(number, line[2:]))
            fresh = False
        elif in_console and fresh:
            raise ValueError(f"line {number}: a console block starts with `$ `, not {line!r}")
        elif in_console and line.startswith("> ") and not found[-1].output:
            found[-1].text += "\n" + line[2:]
        elif in_console:
            found[-1].output.append(line.rstrip())
    for command in found:
        while command.output and not command.output[-1]:
            command.output.pop()
    return found


def programs(markdown: str) -> list[str]:
    """The ``python`` blocks, in order."""
    return re.findall(r"^```python\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)


def program(markdown: str) -> str:
    """All of them as one."""
    return "\n".join(programs(markdown))


def matches(expected: list[str], printed: str) -> bool:
    """Whether the printed text is the expected lines, ``...`` being a wildcard."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"[ \t]*\n"
        for line in expected
    )
    return re.fullmatch(pattern, printed.rstrip() + "\n") is not None


def run(command: Command, folder: Path) -> bool:
    """Run one command, say how it went, and return whether that is what the README says."""
    path = f"{folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    # Inside `make`, a README's own `make` must not take over the outer one's flags.
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    # Width and colour as on a plain terminal of 80 columns, whatever CI has.
    env |= {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1"}
    start = time.monotonic()
    done = subprocess.run(
        ["bash", "-c", command.text],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIME_LIMIT,
    )
    as_told = done.returncode == 0 and (not command.output or matches(command.output, done.stdout))
    print(f"{'ok  ' if as_told else 'FAIL'} {time.monotonic() - start:6.1f} s  {command.text}", flush=True)
    if not as_told:
        print(f"README.md, line {command.line}: exit status {done.returncode}; it printed\n{done.stdout}")
        if command.output:
            print("where the README says\n" + "\n".join(command.output))
    return as_told


def main() -> int:
    """Run all commands; 0 when all did what the README says."""
    parser = argparse.ArgumentParser(description="Run the README's commands.")
    parser.add_argument("--done", action="append", default=[], metavar="COMMAND", help="pass over this command")
    done = parser.parse_args().done
    markdown = (ROOT / "README.md").read_text("utf-8")
    found = commands(markdown)
    if not found:
        print("README.md has no console block.")
        return 1
    # What `make` finds out of date in the copy it would install from there, into the environment of both.
    subprocess.run(["make", "--silent", "install"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "petteia"
        # Times of files and folders are kept, so that make finds the shared environment up to date.
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        (folder / ".venv").symlink_to(ROOT / ".venv")
        (folder / "readme_blocks.py").write_text(program(markdown), "utf-8")
        found.append(Command(0, ".venv/bin/python readme_blocks.py"))
        results = [run(command, folder) for command in found if command.text not in done]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())

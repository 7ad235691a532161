"""A person at a real pseudo-terminal: types, waits for prompts, remembers all that was printed."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from pathlib import Path
from typing import ClassVar

import pexpect
from rich.cells import cell_len

ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[()][A-B0-2]|[=>])")
HAND_OVER = r"Enter when ready(> |\r\n)"
PROMPTS = [
    r"Your move \(help for more\)(> |\r\n)",
    r"\(Enter goes back\)(> |\r\n)",
    HAND_OVER,
    r"Result: [^\r\n]*",
]
WHAT_NOW = r"What now\? \(Enter leaves\)(> |\r\n)"
MOVE, GROUP, LOOK_AWAY, RESULT = range(4)


class Terminal:
    """``petteia play`` in a terminal of 80 columns."""

    program: ClassVar[list[str]] = ["-m", "petteia"]

    def __init__(self, home: Path, *arguments: str, columns: int = 80, rows: int = 40, **env: str) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "LINES")},
            "XDG_STATE_HOME": str(home),
            "TERM": "xterm-256color",
            **env,
        }
        self.child: pexpect.spawn[str] = pexpect.spawn(
            sys.executable,
            [*self.program, "play", *arguments],
            dimensions=(rows, columns),
            env=environment,
            cwd=str(home),
            encoding="utf-8",
            codec_errors="replace",
            timeout=120,  # a machine that others use too
            # A background job of a shell inherits that Ctrl-C is ignored; at a terminal it is not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.child.delaybeforesend = None
        self.output = ""

    def wait(self, *patterns: str) -> int:
        """Until one of these is printed; which."""
        found = self.child.expect(list(patterns or PROMPTS))
        self.raw = self.child.before + self.child.after
        self.last = plain(self.raw)
        self.output += self.child.before + self.child.after
        return found

    def type(self, text: str) -> str:
        """Answer a prompt; what is printed until the next one."""
        self.child.sendline(text)
        self.wait()
        return self.last

    def end(self) -> int:
        """Until the program ends; its exit status."""
        said = ""
        while self.child.expect([pexpect.EOF, WHAT_NOW]):
            said += self.child.before + self.child.after
            self.child.sendline("")
        said += self.child.before
        self.output += said
        self.last = plain(said)
        self.child.wait()  # pexpect itself waits for a tenth of a second, and kills what has not ended by then
        self.child.close()
        return -1 if self.child.exitstatus is None else self.child.exitstatus

    def kill(self) -> None:
        """As the power goes."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def close(self) -> None:
        """However it stands: nothing of it is left."""
        if not self.child.closed:
            self.kill()
            self.child.close()

    def pick(self, rng: random.Random) -> str:
        """A number at random from those that are shown; if there are none, what goes back or shows them again."""
        shown = re.findall(r"(?:^|\s{2,})\s*(\d+)(?:\.| ) ?\S", self.last, re.MULTILINE)
        back = "" if "(Enter goes back)" in self.last else "moves"
        return rng.choice(shown) if shown else back

    def play_on(self, seed: int = 1, most: int = 2000) -> bool:
        """Answer with numbers drawn at random from those that are shown; whether there is a result then."""
        rng = random.Random(seed)
        at = self.wait()
        for _ in range(most):
            if at == RESULT:
                return True
            if at == LOOK_AWAY:
                self.child.sendline("")
            else:
                self.child.sendline(self.pick(rng))
            at = self.wait()
        return at == RESULT

    @property
    def lines(self) -> list[str]:
        """What was printed, line by line, without colours; a line that was drawn again counts each time."""
        return re.split(r"[\r\n]+", plain(self.output))

    def longest(self) -> str:
        return max(self.lines, key=cell_len)


def plain(text: str) -> str:
    return ESCAPE.sub("", text)

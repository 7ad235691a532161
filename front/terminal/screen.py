"""What stands on the screen: a terminal with colours and lines, a plain one, or one that is read aloud."""

from __future__ import annotations

import contextlib
import itertools
import re
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from petteia.engine import Block

from ..shared.markdown import Page
from ..shared.tables import fitted_table

WIDTH = 100  # columns that are used at most
PLAIN_WIDTH = 80
PATIENCE = 2.0  # seconds after which a plain screen says that somebody thinks
COLOURS = {"s0": "cyan", "s1": "red", "s2": "green", "s3": "yellow", "enemy": "red"}
FRAMES = "-\\|/"
NO_BREAK = "\xa0"  # a blank at which no line ends; printed as an ordinary one


class Thinking:
    """A line that shows that the engine is at work: who, how long, and how far if it tells."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.nodes = 0
        self._start = time.monotonic()

    def __rich__(self) -> Text:
        seconds = time.monotonic() - self._start
        frame = FRAMES[int(seconds * 8) % len(FRAMES)]
        nodes = f", {self.nodes:,} positions looked at" if self.nodes else ""
        return Text(f"{frame} {self.who} ({seconds:.1f} s{nodes})", style="dim")


class Screen:
    """Where the game is shown and answers are typed."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        self.console = Console(highlight=False, markup=False, emoji=False, color_system=None if plain else "auto")
        self.is_terminal = sys.stdin.isatty()  # somebody can answer
        self._moves = not plain and self.console.is_terminal and not self.console.is_dumb_terminal
        self._ascii = not self.console.encoding.lower().startswith("utf")
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        if self.is_terminal and self._moves:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (lets `input` edit its line and remember the last ones)

    @property
    def width(self) -> int:
        return min(self.console.width, WIDTH) if not self.plain else min(self.console.width, PLAIN_WIDTH)

    # Text.

    def say(self, text: str = "", style: str = "", indent: str = "") -> None:
        """A paragraph."""
        for line in text.split("\n"):
            wrapped = textwrap.wrap(line, self.width - 1, subsequent_indent=indent, break_on_hyphens=False) or [""]
            for part in (part.replace(NO_BREAK, " ") for part in wrapped):
                self._print(Text(part, style=style) if style and not self.plain else Text(part))

    def _print(self, what: Text | Table) -> None:
        self.console.print(what, width=self.width, soft_wrap=isinstance(what, Text))

    def bar(self, text: str) -> None:
        """Where the game stands, above a decision."""
        parts = text.split(" | ")
        if self.plain:
            self.say(" ".join(f"{part[:1].upper()}{part[1:]}." for part in parts))
            return
        whole = " | ".join(part.replace(" ", NO_BREAK) for part in parts)  # lines end between parts, if they can
        for line in textwrap.wrap(whole, self.width - 2):
            self._print(Text(f" {line}".replace(NO_BREAK, " ").ljust(self.width - 1), style="reverse"))

    def heading(self, title: str, style: str = "bold") -> None:
        if self.plain:
            self.say(title if title.endswith((".", "?", "!")) else f"{title}.")
            return
        line = "-" if self._ascii else "─"
        title = title[: self.width - 6]
        rule = line * max(2, self.width - len(title) - 5)
        self._print(Text.assemble((f"{line * 2} ", "dim"), (title, style), (f" {rule}", "dim")))

    def tell(self, lines: Sequence[str]) -> None:
        """What happened. What happened several times in a row is said once, with how often."""
        dot = "-" if self._ascii else "·"
        for line in (_times(line, len(list(again))) for line, again in itertools.groupby(lines)):
            new_turn = re.match(r"(Turn|Round) \d", line) or line.endswith(" begins.")
            if self.plain:
                self.say(line)
            else:
                self.say(line if new_turn else f"{dot} {line}", style="bold" if new_turn else "", indent="  ")

    def markdown(self, text: str) -> None:
        if self.plain:
            self.say(text)
        else:
            self.console.print(Page(text), width=self.width)

    # The position.

    def blocks(self, blocks: Sequence[Block]) -> None:
        for block in blocks:
            self.heading(block.title, style=f"bold {COLOURS.get(block.seat, '')}".strip())
            if self.plain:
                for sentence in block.sentences():
                    self.say(sentence)
                continue
            for line in block.lines:
                self.say(f"   {line}", indent="     ")
            if block.rows:
                self._print(self._rows(block))

    def _rows(self, block: Block) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=any(block.heads[1:]))
        table.add_column("", width=1)
        used = [n for n, _ in enumerate(block.heads) if any(row[n] for row in block.rows)]
        for n in used:
            table.add_column(block.heads[n] if n else "", header_style="dim", overflow="fold")
        for row in block.rows:
            table.add_row("", *(row[n] for n in used))
        return table

    def drawing(self, text: str, seats: dict[str, str]) -> None:
        """A board in plain text, its seats in their colours; ``seats`` are patterns and the seats they stand for."""
        for line in text.strip("\n").split("\n"):
            drawn = Text(line[: self.width])
            for pattern, seat in seats.items():
                drawn.highlight_regex(pattern, COLOURS.get(seat, ""))
            self._print(drawn)

    def options(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Numbered choices, each with what it means."""
        if self.plain:
            for number, words, gloss in rows:
                self.say(f"{number}. {words}{': ' if gloss else ''}{gloss}".rstrip())
            return
        if not any(gloss for _, _, gloss in rows):
            self._columns(rows)
            return
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold", width=2)
        longest = max(len(words) for _, words, _ in rows)
        table.add_column(min_width=min(longest, self.width // 2), overflow="fold")
        table.add_column(overflow="fold")
        for number, words, gloss in rows:
            table.add_row(str(number), Text(words, style="cyan"), gloss)
        self._print(table)

    def _columns(self, rows: Sequence[tuple[int, str, str]]) -> None:
        width = max(len(words) for _, words, _ in rows) + 6
        columns = max(1, self.width // width)
        for start in range(0, len(rows), columns):
            cells = [f"{number:3} {words}".ljust(width) for number, words, _ in rows[start : start + columns]]
            self._print(Text("".join(cells).rstrip()))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Figures in columns."""
        if self.plain:
            for row in rows:
                cells = [f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell]
                self.say(f"{', '.join(cells)}.")
            return
        self._print(fitted_table(heads, [[cell.replace(NO_BREAK, " ") for cell in row] for row in rows], self.width))

    # Answers.

    def ask(self, prompt: str) -> str:
        """One typed line. EOFError at the end of input, KeyboardInterrupt at Ctrl-C."""
        if self.plain:
            self.say(prompt)
            return input()
        return input(f"{prompt}> ")

    def clear(self) -> None:
        """Nothing of what was shown or typed is left for the next person."""
        if "readline" in sys.modules:
            readline = sys.modules["readline"]
            readline.clear_history()  # the Up key would bring the answers back
            # What was cut from a line stays where nobody can empty it; Ctrl-Y, or `p` in vi's way, would paste it.
            readline.parse_and_bind("set editing-mode emacs")
            readline.parse_and_bind(r'"\C-y": ""')
        if not self._moves:
            for _ in range(max(60, self.console.height)):
                self.console.print()
        else:
            # The screen, then what can be scrolled back to: some terminals put there what is wiped from the screen.
            sys.stdout.write("\033[H\033[2J\033[3J")
            sys.stdout.flush()

    @contextlib.contextmanager
    def thinking(self, who: str) -> Iterator[Thinking]:
        """While the engine is at work: a line that moves, or on a plain screen one line if it takes long."""
        shown = Thinking(who)
        if not self._moves:
            timer = threading.Timer(PATIENCE, lambda: self.say(f"{who}..."))
            timer.daemon = True
            if self.is_terminal:
                timer.start()
            try:
                yield shown
            finally:
                timer.cancel()
            return
        with Live(shown, console=self.console, refresh_per_second=8, transient=True):
            yield shown


def _times(sentence: str, n: int) -> str:
    """The sentence, and how often it is meant."""
    return sentence if n == 1 else f"{sentence} ({n} times)"

"""What stands on the screen: a terminal with colours and lines, a plain one, or one that is read aloud."""

from __future__ import annotations

import contextlib
import itertools
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
MANY = 8  # choices of which a few may be too long for their column
NUMBERS = r"(?:^|  )[ \d]\d(?=\xa0)"  # in a list
MORE = "Enter for more, anything else to stop"
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

    @property
    def moves(self) -> bool:
        """Whether lines may be drawn again."""
        return self._moves

    # Text.

    def say(self, text: str = "", style: str = "", indent: str = "") -> None:
        """A paragraph."""
        for line in text.split("\n"):
            wrapped = textwrap.wrap(line, self.width - 1, subsequent_indent=indent, break_on_hyphens=False) or [""]
            for part in (part.replace(NO_BREAK, " ") for part in wrapped):
                self._print(Text(part, style=style) if style and not self.plain else Text(part))

    def line(self, text: str) -> None:
        """A line that is not wrapped, however long."""
        self._print(Text(text))

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

    def warn(self, text: str, grave: bool) -> None:
        """What threatens; what may decide the game stands out."""
        self.say(text if self.plain else f"! {text}", style="bold red" if grave else "yellow", indent="  ")

    @contextlib.contextmanager
    def paged(self) -> Iterator[None]:
        """What is printed here is shown screen by screen, where there is one and somebody to turn the pages."""
        if self.plain or not self._moves or not self.is_terminal:
            yield
            return
        with self.console.capture() as captured:
            yield
        lines = captured.get().splitlines()
        room = max(self.console.height - 2, 5)
        for start in range(0, len(lines), room):
            sys.stdout.write("\n".join(lines[start : start + room]) + "\n")
            sys.stdout.flush()
            if start + room < len(lines) and self.ask(MORE).strip():
                return

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
            self.say(line if self.plain else f"{dot} {line}", indent="" if self.plain else "  ")

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
        """Numbered choices, each with what it means. Short ones stand side by side."""
        meanings = [tells for _, _, tells in rows]
        if len(rows) > MANY and 2 * len(set(meanings)) <= len(rows):
            self._by_meaning(rows)
            return
        if self.plain:
            for number, words, tells in rows:
                self.say(f"{number}. {words}{': ' if tells else ''}{tells}".rstrip())
            return
        items = [f"{number:>2}{NO_BREAK}{words}{': ' if tells else ''}{tells}" for number, words, tells in rows]
        columns = max(2, min(4, self.width // (max(map(len, items), default=0) + 2)))
        cell = self.width // columns
        line = ""
        for item in items:
            if len(line) + len(item) > self.width - 1 or len(item) > cell - 2 or len(line) > cell * (columns - 1):
                self._hanging(line.rstrip(), NUMBERS)
                line = ""
            line += item.ljust(cell) if len(item) <= cell - 2 else item.ljust(self.width)
        self._hanging(line.rstrip(), NUMBERS)

    def _by_meaning(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """What means the same stands together: the meaning, then the choices."""
        for meaning in dict.fromkeys(tells for _, _, tells in rows):
            choices = [f"{number}{NO_BREAK}{words.replace(' ', NO_BREAK)}" for number, words, _ in rows if _ == meaning]
            if self.plain:
                told = ",  ".join(choices)
                self.say(f"{meaning}:  {told}." if meaning else f"{told}.")
                continue
            self._hanging("  ".join([f"{meaning}:", *choices] if meaning else choices), r"\b\d+(?=\xa0)")

    def _hanging(self, text: str, numbers: str) -> None:
        """A paragraph whose later lines are indented, with the ``numbers`` that can be typed."""
        for part in textwrap.wrap(text, self.width - 1, subsequent_indent="   ", break_on_hyphens=False):
            line = Text(part)
            line.highlight_regex(numbers, "bold")
            line.plain = part.replace(NO_BREAK, " ")
            self._print(line)

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

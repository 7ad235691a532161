"""A game at the terminal. The engine process referees it and plays the seats that no person has.

The terminal is a client like any other (`petteia.protocols.client`). A person's screen shows what that seat was told.
"""

from __future__ import annotations

import contextlib
import shlex
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from petteia.engine import Ruleset
from petteia.protocols.client import EngineError, SimpleEngine, SimpleGame
from petteia.protocols.messages import Message

from ..shared.taking_back import CannotTakeBack, last_own_move, reason_of
from . import store
from .dialog import AskAgain, MoveDialog
from .leaving import Leave, Switch, ask_whether_to_leave
from .narrator import Narrator
from .screen import Screen
from .settings import PlaySettings, settings_of
from .store import Autosave, BadSave, Saved

UNWATCHED_NODES = 300  # for a decision in a game that nobody watches
BUSY_TRIES, BUSY_PAUSE = 100, 0.05  # while a search that was interrupted is still ending; seconds


@contextlib.contextmanager
def interrupt_delayed() -> Iterator[None]:
    """Ctrl-C waits until the engine process and this program agree again on what was played."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


@dataclass
class TerminalGame:
    """One game and the people at this terminal who play it."""

    screen: Screen
    engine: SimpleEngine
    game: SimpleGame
    settings: PlaySettings
    ruleset: Ruleset
    autosave: Autosave | None = None
    history: list[tuple[str, str]] = field(default_factory=list)  # seats and moves, for taking back
    earlier: dict[str, list[str]] = field(default_factory=dict)  # events from before the game was opened here
    watched: bool = True  # False: nobody is there, the engine plays for the people too
    welcome: list[str] = field(default_factory=list)  # said once more at the first hand-over, which wipes the screen
    narrators: dict[str, Narrator] = field(default_factory=dict)
    _shown: dict[str, object] = field(default_factory=dict)  # the scene that each seat saw last
    _at_screen: str = ""
    _warned: bool = False

    @classmethod
    def open(
        cls,
        screen: Screen,
        engine: SimpleEngine,
        settings: PlaySettings,
        saved: Saved | None = None,
        autosave: Autosave | None = None,
    ) -> TerminalGame:
        """A new game, or a saved one as it was."""
        engine.set_option("DataDir", settings.data or "")
        if saved is None:
            rules = settings.settle()
            wanted: dict[str, Any] = {"seats": settings.seats, "deal": settings.seed, **settings.options}
            game = engine.new(
                settings.game, **{name: value for name, value in wanted.items() if value not in (None, "")}
            )
            return cls(screen, engine, game, settings, rules, autosave)
        game = engine.load(record=saved.record)
        opened = cls(screen, engine, game, settings, settings.settle(), autosave)
        opened.history = [(seat, move) for seat, move in saved.settings.get("history", [])]
        heard = saved.settings.get("heard")
        for seat in settings.people:
            reply = engine.request("events", {"seat": seat, "game": game.game.handle})
            opened.earlier[seat] = [fields["text"] for fields in reply.only("event")]
            narrator = opened.narrator(seat)
            narrator.news()  # all is known, unless it was kept how much
            if isinstance(heard, dict) and isinstance(heard.get(seat), int):
                narrator.heard = min(max(heard[seat], 0), narrator.heard)
        return opened

    # What the people know.

    def narrator(self, seat: str) -> Narrator:
        """What the seat was told, up to now."""
        if seat not in self.narrators:
            self.narrators[seat] = Narrator(self.ruleset, seat, self.name)
        self.narrators[seat].follow(self.earlier.get(seat, []) + self.game.events.get(seat, []))
        return self.narrators[seat]

    def name(self, seat: str) -> str:
        return "the enemy" if seat == "enemy" else seat

    def title(self, seat: str) -> str:
        """A seat as people are called to it."""
        name = self.ruleset.seat_name(seat)
        return seat if name == seat else f"{seat} ({name})"

    def news(self, seat: str) -> list[str]:
        """What the seat has been told since it was last looked at, in sentences."""
        return self.narrator(seat).news()

    # The game.

    def play(self) -> None:
        """Play to the end; `Leave` or `Switch` if a person goes before."""
        self.keep()
        try:
            while self.game.waiting:
                self._turn()
        except (Leave, Switch):
            self.keep()  # with what was heard since the last move
            raise
        self._end()

    def _turn(self) -> None:
        try:
            self._next_move()
        except AskAgain:
            return
        except KeyboardInterrupt:
            self.interrupted()

    def _next_move(self) -> None:
        waiting = self.game.waiting
        person = next((seat for seat in self.settings.people if seat in waiting), None) if self.watched else None
        if len(self.settings.people) == 1 and self.watched:
            self.screen.tell(self.news(self.settings.people[0]))
        if person is not None:
            self.play_move(person, self.person_move(person))
        else:
            seat = waiting[0]
            self.play_move(seat, self.engine_move(seat))

    def play_move(self, seat: str, move: str) -> None:
        """Play a move and keep the game: all of it, whatever is typed meanwhile."""
        with interrupt_delayed():
            self._play_move(seat, move)

    def _play_move(self, seat: str, move: str) -> None:
        self.game.play(seat, move)
        self.history.append((seat, move))
        self.keep()

    def engine_move(self, seat: str) -> str:
        """The engine's move for a seat."""
        limits: dict[str, Any] = {"level": self.settings.level_of(seat), "style": self.settings.style}
        if self.settings.nodes is not None:
            limits["nodes"] = self.settings.nodes
        elif not self.watched:
            limits["nodes"] = UNWATCHED_NODES
        who = "The enemy" if seat == "enemy" else self.ruleset.seat_name(seat)
        with self.screen.thinking(f"{who} thinks") as shown:

            def listen(message: Message) -> None:
                if message.kind == "info":
                    shown.nodes = message.fields["nodes"]

            for _ in range(BUSY_TRIES):
                try:
                    return self.game.go(seat, listener=listen, **limits).move
                except EngineError as error:
                    if error.code != "busy":
                        raise
                    time.sleep(BUSY_PAUSE)
            return self.game.go(seat, listener=listen, **limits).move

    def _end(self) -> None:
        seat = self.settings.people[0]
        if self.watched and len(self.settings.people) > 1:
            self.hand_over(None)
        self.screen.tell(self.news(seat))
        self.screen.say()
        self.board(seat, brief=True)
        self.screen.say()
        for line in self.outcome():
            self.screen.say(line, style="bold")

    def outcome(self) -> list[str]:
        """The result in words, `Result: ...` last."""
        assert self.game.result is not None
        winners, reason = self.game.result
        people = self.settings.people if self.watched else []
        lines = []
        if self.settings.is_solo:
            won = "s0" in winners
            lines.append(f"Result: {'won' if won else 'lost'} ({reason}).")
        elif len(winners) == len(self.ruleset.seats):
            lines.append(f"Result: drawn ({reason}).")
        else:
            names = " and ".join(self.ruleset.seat_name(winner) for winner in winners)
            you = " That is you." if len(people) == 1 and people[0] in winners else ""
            lines.append(f"Result: {names} {'wins' if len(winners) == 1 else 'win'} ({reason}).{you}")
        because = self.ruleset.because(reason)
        return [f"{because[:1].upper()}{because[1:]}.", *lines] if because else lines

    # A person's seat.

    def person_move(self, seat: str) -> str:
        """A person's move."""
        if len(self.settings.people) > 1 and self._at_screen != seat:
            self.hand_over(seat)
            self._shown.pop(seat, None)  # what the seat saw is gone from the screen
        self.screen.tell(self.news(seat))
        self._at_screen = seat
        return MoveDialog(self, seat).ask()

    def show(self, seat: str, view: dict[str, Any]) -> None:
        """The board, if the scene has changed."""
        scene = self.ruleset.scene(view)
        if scene is None or self._shown.get(seat) != scene:
            self._shown[seat] = scene
            self.screen.say()
            self.board(seat, brief=True)

    def board(self, seat: str, brief: bool = False) -> None:
        """The position as the seat sees it."""
        view = self.narrator(seat).view
        if self.screen.plain or not self.ruleset.has_map:
            self.screen.blocks(self.ruleset.summary(view, brief))
            return
        patterns = {rf"\b{other}\b(:\w+)?": other for other in self.ruleset.seats}
        for other in self.ruleset.seats:
            name = self.ruleset.seat_name(other)
            if name != other:
                patterns[rf"\b{name}\b"] = other
        self.screen.drawing(self.ruleset.draw(view, min(self.screen.width, 80)), patterns)

    def take_back(self, seat: str) -> bool:
        """Take back to the seat's last decision that was a choice: all of it, or nothing. Says how it went."""
        with interrupt_delayed():
            return self._take_back(seat)

    def _take_back(self, seat: str) -> bool:
        before = list(self.history)
        heard = {person: self.narrator(person).heard for person in self.settings.people}
        try:
            while len(self.history) == len(before) or len(self.game.legal(seat)) == 1:
                place = last_own_move(self.history, seat, self.settings.people)
                while len(self.history) > place:
                    self.game.undo()
                    self.history.pop()
        except (CannotTakeBack, EngineError) as error:
            for mover, move in before[len(self.history) :]:
                self._play_move(mover, move)
            for person, count in heard.items():
                self.narrator(person).heard = count  # nobody hears the same again
            self.keep()
            self.screen.say(f"Your last move cannot be taken back: {reason_of(error)}.")
            return False
        self._shown.pop(seat, None)
        self.keep()
        self.screen.say(f"Taken back: {before[len(self.history)][1]}.")
        return True

    # Keeping.

    def keep(self) -> None:
        """Write the autosave; a game that is over is not offered again."""
        if self.autosave is None:
            return
        try:
            if self.game.result is None:
                self.autosave.write(self.game.save(), self.kept_settings())
            else:
                self.autosave.path.unlink(missing_ok=True)
        except OSError as error:  # a full disk does not end a game
            if not self._warned:
                self.screen.say(f"The game cannot be kept in {self.autosave.path}: {error.strerror}. `save FILE` may.")
            self._warned = True

    def kept_settings(self) -> dict[str, Any]:
        """What is kept beside the record."""
        where = ""
        if self.settings.people:
            where = self.ruleset.headline(self.narrator(self.settings.people[0]).view).partition(" | ")[0]
        heard = {seat: self.narrator(seat).heard for seat in self.settings.people}
        kept = {"history": self.history, "heard": heard, "title": self.ruleset.title, "where": where}
        return {**self.settings.to_dict(), **kept}

    def problem_with(self, saved: Saved) -> str:
        """Why a saved game cannot be opened; empty if it can."""
        try:
            settings_of(saved)
            self.engine.load(record=saved.record).close()
        except (BadSave, EngineError) as error:
            return str(error.keys.get("reason") or error) if isinstance(error, EngineError) else str(error)
        return ""

    def save(self, name: str) -> bool:
        """Write the game to a file; says how it went."""
        path = store.path_of(name or f"{self.settings.game}-{time.strftime('%Y%m%d-%H%M%S')}.uhg")
        try:
            if path.exists():
                store.read(path)  # nothing but a saved game is replaced
            store.write(path, self.game.save(), self.kept_settings())
        except (OSError, BadSave) as error:
            reason = error.strerror if isinstance(error, OSError) else f"{error}; it is not replaced"
            self.screen.say(f"{str(path)!r} was not written: {reason}. `save FILE` takes another name.")
            return False
        self.screen.say(f"Saved to {path}. `petteia play --resume {shlex.quote(str(path))}` goes on.")
        return True

    # Leaving.

    def quit(self) -> None:
        """`quit` was typed: a game that is kept, or over, is left at once."""
        if self.autosave is not None or self.game.result is not None:
            raise Leave(keep=self.game.result is None)
        self.interrupted()

    def interrupted(self) -> None:
        """Ctrl-C was pressed."""
        ask_whether_to_leave(self.screen, self.autosave is not None, lambda: self.save(""))

    # Several people.

    def greet(self) -> None:
        """What is played, and by whom."""
        for number, line in enumerate(self.welcome):
            self.screen.say(line, style="" if number else "bold")

    def hand_over(self, seat: str | None) -> None:
        """Nobody sees what is meant for another: an empty screen until the next person is there."""
        self.screen.clear()
        self.greet()
        who = (
            "The game is over: everybody may look" if seat is None else f"Now {self.title(seat)}; the others look away"
        )
        while self._wants_to_quit(f"{who}. Enter when ready"):
            self.quit()
        self.welcome = []

    def _wants_to_quit(self, prompt: str) -> bool:
        try:
            answer = self.screen.ask(prompt).strip().lower()
        except EOFError:
            raise Leave(keep=self.game.result is None) from None
        return bool(answer) and "quit".startswith(answer)

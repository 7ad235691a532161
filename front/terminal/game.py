"""A game at the terminal. The engine process referees it and plays the seats that no person has.

The terminal is a client like any other (`petteia.protocols.client`). A person's screen shows what that seat was told.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from petteia.protocols.client import EngineError, SimpleEngine, SimpleGame
from petteia.protocols.messages import Message

from ..shared.store import CannotKeep
from ..shared.taking_back import CannotTakeBack, last_own_move, reason_of
from . import after, store
from .dialog import AskAgain, MoveDialog
from .leaving import Leave, Switch, ask_whether_to_leave
from .moves import tells_of
from .narrator import KINDS, Narrator
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
    autosave: Autosave | None = None
    history: list[tuple[str, str]] = field(default_factory=list)  # seats and moves, for taking back
    labels: dict[str, str] = field(default_factory=dict)  # of the moves that people made, in words
    watched: bool = True  # False: nobody is there, the engine plays for the people too
    welcome: list[str] = field(default_factory=list)  # said once more at the first hand-over, which wipes the screen
    narrators: dict[str, Narrator] = field(default_factory=dict)
    _at_screen: str = ""
    _not_kept: bool = False
    _n_restarts: int = 0  # of the engine, as far as the people know

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
        settings.settle()
        words: dict[str, Any] = {"with_": KINDS, "for_": settings.people, "lang": settings.lang}
        if saved is None:
            wanted: dict[str, Any] = {"seats": settings.seats, "deal": settings.seed, **settings.options}
            given = {name: value for name, value in wanted.items() if value not in (None, "")}
            opened = cls(screen, engine, engine.new(settings.game, **given, **words), settings, autosave)
            opened.listen()
            return opened
        words["with_"] = (*KINDS, "events")
        opened = cls(screen, engine, engine.load(record=saved.record, **words), settings, autosave)
        opened.listen()
        opened.history = [(seat, move) for seat, move in saved.settings.get("history", [])]
        heard = saved.settings.get("heard")
        for seat, narrator in opened.narrators.items():
            narrator.news()  # all is known, unless it was kept how much
            if isinstance(heard, dict) and isinstance(heard.get(seat), int):
                narrator.heard = min(max(heard[seat], 0), narrator.heard)
        return opened

    # What the people know. It comes with the answer to every change, so that one exchange tells it all.

    def listen(self) -> None:
        """Take what came with the last change."""
        for seat in self.settings.people:
            if seat not in self.narrators:
                self.narrators[seat] = Narrator(seat)
            self.narrators[seat].follow(self.game.events.get(seat, []), self.game.updates.get(seat))

    def narrator(self, seat: str) -> Narrator:
        """What the seat was told, up to now."""
        return self.narrators[seat]

    @property
    def names(self) -> dict[str, str]:
        """What people call each seat."""
        return dict(self.narrator(self.settings.people[0]).description.names)

    @property
    def title(self) -> str:
        """What people call the game."""
        return str(self.engine.hello.games[self.settings.game]["title"])

    def primer(self) -> str:
        """The rules in short."""
        return self.engine.primer(self.settings.game, self.settings.seats, self.settings.lang)

    def why_not(self, seat: str, move: str) -> str:
        """Why words that are no move of the list cannot be played: the engine refuses them, and nothing has changed."""
        try:
            self.game.play(seat, move)
        except EngineError as error:
            return f"{move!r} cannot be played now: {str(error.keys.get('reason', error)).replace('-', ' ')}."
        raise AssertionError(f"{move!r} was in no list, but it was played")

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
        if len(self.settings.people) == 1 and self.watched and not self.narrator(self.settings.people[0]).board_is_due:
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
        if seat in self.settings.people:
            offers = self.narrator(seat).description.moves
            self.labels[move] = next((offer.label for offer in offers if offer.move == move), move)
        self.game.play(seat, move, with_=KINDS, for_=self.settings.people)
        self.say_what_happened()
        self.listen()
        self.history.append((seat, move))
        self.keep()

    def engine_move(self, seat: str) -> str:
        """The engine's move for a seat."""
        limits: dict[str, Any] = {"level": self.settings.level_of(seat), "style": self.settings.style}
        if self.settings.nodes is not None:
            limits["nodes"] = self.settings.nodes
        elif not self.watched:
            limits["nodes"] = UNWATCHED_NODES
        who = self.names.get(seat, "The enemy")
        with self.screen.thinking(f"{who[:1].upper()}{who[1:]} thinks") as shown:

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
        """The last board, then what happened and who won, which stay in sight."""
        seat = self.settings.people[0]
        if self.watched and len(self.settings.people) > 1:
            self.hand_over(None)
        self.board(seat, brief=True)
        self.screen.tell(self.news(seat))
        self.screen.say()
        ending = self.narrator(seat).description.result
        assert ending is not None
        if self.watched:
            self.screen.say(f"Result: {ending.words}", style="bold")
            figures = self.narrator(seat).description.headline.split(" | ")[1:]
            if figures:
                told = "; ".join(figures)
                self.screen.say(f"{told[:1].upper()}{told[1:]}.")
            after.ask_what_now(self)
        else:
            self.screen.line(f"Result: {ending.words}")  # where a script finds it

    # A person's seat.

    def person_move(self, seat: str) -> str:
        """A person's move."""
        if len(self.settings.people) > 1 and self._at_screen != seat:
            self.hand_over(seat)
            self.narrator(seat).board_is_due = True  # what the seat saw is gone from the screen
        self._at_screen = seat
        known = self.narrator(seat)
        moves = known.description.moves
        if len(moves) == 1:
            told = tells_of(moves[0]).removesuffix(".")
            self.screen.tell(known.news())
            self.screen.say(f"Your only move: {moves[0].label}{f' ({told})' if told else ''}.")
            return moves[0].move
        if known.board_is_due:
            self.board(seat, brief=True)
            known.board_is_due, known.decisions = False, 0
        known.decisions += 1
        self.screen.tell(known.news())
        return MoveDialog(self, seat).ask()

    def board(self, seat: str, brief: bool = False) -> None:
        """The position as the seat sees it: drawn, or in sentences."""
        if self.screen.plain:
            self.screen.blocks(self.game.summary(seat, brief))
            return
        patterns = {rf"\b{re.escape(name)}\b": other for other, name in self.names.items()}
        self.screen.drawing(self.game.draw(seat), patterns)

    def take_back(self, seat: str) -> bool:
        """Take back to the seat's last decision that was a choice: all of it, or nothing. Says how it went."""
        with interrupt_delayed():
            return self._take_back(seat)

    def _take_back(self, seat: str) -> bool:
        before = list(self.history)
        heard = {person: self.narrator(person).heard for person in self.settings.people}
        try:
            while len(self.history) == len(before) or len(self.narrator(seat).description.moves) == 1:
                place = last_own_move(self.history, seat, self.settings.people)
                while len(self.history) > place:
                    self.game.undo(with_=KINDS, for_=self.settings.people)
                    self.listen()
                    self.history.pop()
        except (CannotTakeBack, EngineError) as error:
            for mover, move in before[len(self.history) :]:
                self._play_move(mover, move)
            for person, count in heard.items():
                self.narrator(person).heard = count  # nobody hears the same again
            self.keep()
            self.screen.say(f"Your last move cannot be taken back: {reason_of(error)}.")
            return False
        self.keep()
        move = before[len(self.history)][1]
        self.screen.say(f"Taken back: {self.labels.get(move, move)}.")
        return True

    # Keeping.

    def keep(self) -> None:
        """Write the autosave, also when the game is over."""
        if self.autosave is None:
            return
        try:
            self.autosave.write(self.game.save(), self.kept_settings(), self.game.result)
        except CannotKeep as error:  # a full disk does not end a game
            if self.is_kept:
                self.screen.say(f"The game cannot be kept: {error}. It goes on; `save FILE` may keep it elsewhere.")
            self._not_kept = True
            return
        if self._not_kept:
            self.screen.say("The game is kept again.")
        self._not_kept = False

    @property
    def is_kept(self) -> bool:
        """Whether all of it is in the store."""
        return self.autosave is not None and not self._not_kept

    def say_what_happened(self) -> None:
        """A word if the engine process ended and was started again."""
        if self.engine.engine.n_restarts != self._n_restarts:
            self._n_restarts = self.engine.engine.n_restarts
            self.screen.say("The engine had stopped and was started again. The game goes on.")

    def kept_settings(self) -> dict[str, Any]:
        """What is kept beside the record."""
        where = self.narrator(self.settings.people[0]).turn if self.settings.people else ""
        heard = {seat: self.narrator(seat).heard for seat in self.settings.people}
        kept = {"history": self.history, "heard": heard, "title": self.title, "where": where}
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
        if self.is_kept or self.game.result is not None:
            raise Leave(keep=self.game.result is None)
        self.interrupted()

    def interrupted(self) -> None:
        """Ctrl-C was pressed."""
        ask_whether_to_leave(self.screen, self.is_kept, lambda: self.save(""))

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
            "The game is over: everybody may look" if seat is None else f"Now {self.names[seat]}; the others look away"
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

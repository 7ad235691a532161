"""A game at the terminal: the engine process referees it and plays the seats that nobody sits at.

The table is a client like any other (`petteia.protocols.client`). A person's screen shows what that seat was told.
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

from . import play_store
from .play_person import Again, Decision, Leave, Switch
from .play_screen import Screen
from .play_setup import Plan, plan_of
from .play_store import Autosave, BadSave, Saved
from .play_words import Narrator

AUTO_NODES = 300  # for a decision in a game that nobody watches
REASONS = {
    "chance": "a die was rolled or a card was drawn since",
    "revealed": "somebody has learned something from it",
    "nothing-to-undo": "you have not chosen anything yet",
    "others-moved": "somebody else at this table has moved since",
}


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Ctrl-C waits until the engine and the table agree again."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


@dataclass
class Table:
    """One game and the people at it."""

    screen: Screen
    engine: SimpleEngine
    game: SimpleGame
    plan: Plan
    ruleset: Ruleset
    autosave: Autosave | None = None
    history: list[tuple[str, str]] = field(default_factory=list)  # seats and moves, for taking back
    told: dict[str, list[str]] = field(default_factory=dict)  # events from before the game was opened here
    watched: bool = True  # False: nobody is there, the engine plays for the people too
    welcome: list[str] = field(default_factory=list)  # said once more at the first curtain, which wipes it
    narrators: dict[str, Narrator] = field(default_factory=dict)
    _shown: dict[str, object] = field(default_factory=dict)  # the scene that each seat saw last
    _at_screen: str = ""
    _warned: bool = False

    @classmethod
    def open(
        cls,
        screen: Screen,
        engine: SimpleEngine,
        plan: Plan,
        saved: Saved | None = None,
        autosave: Autosave | None = None,
    ) -> Table:
        """A new game, or a saved one as it was."""
        engine.set_option("DataDir", plan.data or "")
        if saved is None:
            rules = plan.settle()
            args: dict[str, Any] = {"seats": plan.seats, **{k: v for k, v in plan.options.items() if v}}
            if plan.seed is not None:
                args["deal"] = plan.seed
            return cls(screen, engine, engine.new(plan.game, **args), plan, rules, autosave)
        game = engine.load(record=saved.record)
        table = cls(screen, engine, game, plan, plan.settle(), autosave)
        table.history = [(seat, move) for seat, move in saved.plan.get("history", [])]
        heard = saved.plan.get("heard")
        for seat in plan.people:
            reply = engine.request("events", {"seat": seat, "game": game.game.handle})
            table.told[seat] = [fields["text"] for fields in reply.only("event")]
            narrator = table.narrator(seat)
            narrator.news()  # all is known, unless it was kept how much
            if isinstance(heard, dict) and isinstance(heard.get(seat), int):
                narrator.heard = min(max(heard[seat], 0), narrator.heard)
        return table

    # What is known at the table.

    def narrator(self, seat: str) -> Narrator:
        """What the seat was told, up to now."""
        if seat not in self.narrators:
            self.narrators[seat] = Narrator(self.ruleset, seat, self.name)
        self.narrators[seat].follow(self.told.get(seat, []) + self.game.events.get(seat, []))
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
        """Until the end; `Leave` if a person goes before."""
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
            self._step()
        except Again:
            return
        except KeyboardInterrupt:
            self.interrupted()

    def _step(self) -> None:
        waiting = self.game.waiting
        person = next((seat for seat in self.plan.people if seat in waiting), None) if self.watched else None
        if len(self.plan.people) == 1 and self.watched:
            self.screen.tell(self.news(self.plan.people[0]))
        if person is not None:
            self.make(person, self.decide(person))
        else:
            seat = waiting[0]
            self.make(seat, self.think(seat))

    def make(self, seat: str, move: str) -> None:
        """Play a move and keep the game: all of it, whatever is typed meanwhile."""
        with held_back():
            self._make(seat, move)

    def _make(self, seat: str, move: str) -> None:
        self.game.play(seat, move)
        self.history.append((seat, move))
        self.keep()

    def think(self, seat: str) -> str:
        """The engine's move for a seat."""
        limits: dict[str, Any] = {"level": self.plan.level_of(seat), "style": self.plan.style}
        if self.plan.nodes is not None:
            limits["nodes"] = self.plan.nodes
        elif not self.watched:
            limits["nodes"] = AUTO_NODES
        who = "The enemy" if seat == "enemy" else self.ruleset.seat_name(seat)
        with self.screen.thinking(f"{who} thinks") as shown:

            def listen(message: Message) -> None:
                if message.kind == "info":
                    shown.nodes = message.fields["nodes"]

            for attempt in range(100):
                try:
                    return self.game.go(seat, listener=listen, **limits).move
                except EngineError as error:
                    if error.code != "busy" or attempt == 99:
                        raise
                    time.sleep(0.05)  # a search that was interrupted is still ending
        raise AssertionError("not reached")

    def _end(self) -> None:
        seat = self.plan.people[0]
        if self.watched and len(self.plan.people) > 1:
            self.curtain(None)
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
        people = self.plan.people if self.watched else []
        lines = []
        if self.plan.is_solo:
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

    def decide(self, seat: str) -> str:
        """A person's move."""
        if len(self.plan.people) > 1 and self._at_screen != seat:
            self.curtain(seat)
            self._shown.pop(seat, None)  # what the seat saw is gone from the screen
        self.screen.tell(self.news(seat))
        self._at_screen = seat
        return Decision(self, seat).make()

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
            self.screen.sheets(self.ruleset.sheets(view, brief))
            return
        patterns = {rf"\b{other}\b(:\w+)?": other for other in self.ruleset.seats}
        for other in self.ruleset.seats:
            name = self.ruleset.seat_name(other)
            if name != other:
                patterns[rf"\b{name}\b"] = other
        self.screen.drawing(self.ruleset.draw(view, min(self.screen.width, 80)), patterns)

    def take_back(self, seat: str) -> bool:
        """Take back to the seat's last decision that was a choice: all of it, or nothing."""
        with held_back():
            return self._take_back(seat)

    def _take_back(self, seat: str) -> bool:
        taken: list[tuple[str, str]] = []
        heard = {person: self.narrator(person).heard for person in self.plan.people}
        while not taken or taken[-1][0] != seat or len(self.game.legal(seat)) == 1:
            try:
                taken.append(self._take_one_back(seat))
            except EngineError as error:
                for mover, move in reversed(taken):
                    self._make(mover, move)
                for person, count in heard.items():
                    self.narrator(person).heard = count  # nobody hears the same again
                self.keep()
                reason = REASONS.get(str(error.keys.get("reason")), str(error))
                self.screen.say(f"Your last move cannot be taken back: {reason}.")
                return False
        self._shown.pop(seat, None)
        self.keep()
        self.screen.say(f"Taken back: {taken[-1][1]}.")
        return True

    def _take_one_back(self, seat: str) -> tuple[str, str]:
        """Take back the last move at the table for a seat; EngineError if it cannot be, or is another person's."""
        if not any(mover == seat for mover, _ in self.history):
            raise EngineError("denied", {"reason": "nothing-to-undo"})
        if self.history[-1][0] in set(self.plan.people) - {seat}:
            raise EngineError("denied", {"reason": "others-moved"})
        self.game.undo()
        return self.history.pop()

    # Keeping.

    def keep(self) -> None:
        """Write the autosave; a game that is over is not offered again."""
        if self.autosave is None:
            return
        try:
            if self.game.result is None:
                self.autosave.write(self.game.save(), self.settings())
            else:
                self.autosave.path.unlink(missing_ok=True)
        except OSError as error:  # a full disk does not end a game
            if not self._warned:
                self.screen.say(f"The game cannot be kept in {self.autosave.path}: {error.strerror}. `save FILE` may.")
            self._warned = True

    def settings(self) -> dict[str, Any]:
        """What is kept beside the record."""
        where = ""
        if self.plan.people:
            where = self.ruleset.headline(self.narrator(self.plan.people[0]).view).partition(" | ")[0]
        heard = {seat: self.narrator(seat).heard for seat in self.plan.people}
        kept = {"history": self.history, "heard": heard, "title": self.ruleset.title, "where": where}
        return {**self.plan.to_dict(), **kept}

    def can_open(self, saved: Saved) -> str:
        """Why a saved game cannot be opened; empty if it can."""
        try:
            plan_of(saved)
            self.engine.load(record=saved.record).close()
        except (BadSave, EngineError) as error:
            return str(error.keys.get("reason") or error) if isinstance(error, EngineError) else str(error)
        return ""

    def save(self, name: str) -> bool:
        """Write the game to a file; says how it went."""
        path = play_store.named(name or f"{self.plan.game}-{time.strftime('%Y%m%d-%H%M%S')}.uhg")
        try:
            if path.exists():
                play_store.read(path)  # nothing but a saved game is replaced
            play_store.write(path, self.game.save(), self.settings())
        except (OSError, BadSave) as error:
            reason = error.strerror if isinstance(error, OSError) else f"{error}; it is not replaced"
            self.screen.say(f"{str(path)!r} was not written: {reason}. `save FILE` takes another name.")
            return False
        self.screen.say(f"Saved to {path}. `petteia play --resume {shlex.quote(str(path))}` goes on.")
        return True

    # Leaving.

    def quit(self) -> None:
        if self.autosave is not None or self.game.result is not None:
            raise Leave(keep=self.game.result is None)
        self.interrupted()

    def interrupted(self) -> None:
        """Ctrl-C: what now?"""
        self.screen.say()
        self.screen.say("Leave the game?")
        is_kept = self.autosave is not None
        labels = {1: "save and quit", 2: "throw this game away" if is_kept else "quit without saving", 3: "go on"}
        words = {label: number for number, label in labels.items()} | {str(number): number for number in labels}
        words |= {"": 3, "save": 1, "quit": 1 if is_kept else 2}  # `quit` in the game keeps it, too
        while True:
            self.screen.options([(number, label, "") for number, label in labels.items()])
            try:
                answer = self.screen.ask("1, 2 or 3 (Enter: go on)").strip().lower()
            except KeyboardInterrupt:
                self.screen.say()
                continue
            except EOFError:
                answer = "1"
            match words.get(answer):
                case 1:
                    if is_kept or self.save(""):
                        raise Leave(keep=True)
                case 2:
                    if not is_kept or self._throws_away():
                        raise Leave(keep=False)
                    return
                case 3:
                    return
                case _:
                    self.screen.say(f"{answer!r}: want 1, 2 or 3.")

    def _throws_away(self) -> bool:
        """Whether the person means it: what was kept, perhaps for days, is gone then."""
        self.screen.say("Then it cannot be resumed any more; only a file that you saved yourself stays.")
        try:
            answer = self.screen.ask("Type yes to throw it away (Enter: go on)").strip().lower()
        except KeyboardInterrupt:
            self.screen.say()
            return False
        except EOFError:
            raise Leave(keep=True) from None
        return answer in ("y", "yes")

    # Several people.

    def greet(self) -> None:
        """What is played, and by whom."""
        for number, line in enumerate(self.welcome):
            self.screen.say(line, style="" if number else "bold")

    def curtain(self, seat: str | None) -> None:
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

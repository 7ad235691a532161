"""Asking a person for a move: the moves are shown, what is typed is understood, commands are carried out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from petteia.engine.description import Group, Offer, Unpaid
from petteia.protocols.client import Thought

from ..shared.rulebook import paragraphs, players_page
from ..shared.seating import team_of
from ..shared.store import CannotKeep
from . import store
from .leaving import Leave, Switch
from .moves import Menu, MoveList, NoMove, tells_of
from .reasons import estimate, reason
from .screen import NO_BREAK
from .store import BadSave, Saved

if TYPE_CHECKING:
    from .game import TerminalGame

HINT_NODES = 4000  # for `hint` and `why`
HINT_LINES = 4  # moves that `why` tells about
BELIEFS = 5  # of a hidden thing's likeliest natures that `why` names
DIGITS = re.compile(r"\d+")
COMMANDS = {
    "help": "this list",
    "moves": "your moves again",
    "board": "the whole board",
    "threats": "what may go wrong for you",
    "story": "what happened so far",
    "hint": "what the engine would do in your place",
    "why": "the engine's best lines, how it judges them, and what it thinks is hidden",
    "rules": "the rules in short, and what is asked now; `rules page`: all of them",
    "undo": "take your last choice back, if nobody has learned anything from it",
    "save": "`save FILE`: write the game to a file",
    "resume": "`resume FILE`: go on with a saved game instead; without FILE: choose one",
    "quit": "leave; the game is kept and can be resumed",
}
NOT_KEPT = {"quit": "leave; it asks whether to save"}  # what is other without an autosave


class AskAgain(Exception):
    """The decision is another one now: look who is asked."""


class MoveDialog:
    """One decision of a person."""

    def __init__(self, game: TerminalGame, seat: str) -> None:
        self.game = game
        self.screen = game.screen
        self.seat = seat
        self.known = game.narrator(seat)
        self.description = self.known.description
        self.menu = Menu(self.description, self.known.said)
        self._inside: Group | None = None  # a group that was opened
        self._shown = MoveList((), ())
        self._thought: Thought | None = None

    def ask(self) -> str:
        """The move that the person chooses."""
        self.screen.bar(self.description.headline)
        self._ask_question()
        self._warn()
        self._offer(None)
        while True:
            move = self._answer()
            if move is not None:
                return move

    def _ask_question(self) -> None:
        """What is asked. What was said before of the rules is not said again: `rules` has it."""
        first, *rest = sentences(self.description.question)
        if not self.known.fresh([first]) and not rest and self.description.prompt:
            first = self.description.prompt
        self.screen.say(" ".join([first, *self.known.fresh(rest)]))

    def _warn(self) -> None:
        """What threatens, if it did not at the last decision."""
        threats = {
            (DIGITS.sub("", threat.words), threat.grave): threat for threat in self.description.threats
        }  # figures change from turn to turn
        for key, threat in threats.items():
            if key not in self.known.threats:
                self.screen.warn(threat.words, threat.grave)
        self.known.threats = set(threats)

    def _answer(self) -> str | None:
        """What one typed line means: a move, or None if something else was done."""
        prompt = "Your move (help for more)"
        if self._inside is not None:
            prompt = f"{self._inside.ask or self._inside.label} (Enter goes back)"
        try:
            answer = self.screen.ask(prompt).strip()
        except EOFError:
            self.screen.say()
            raise Leave(keep=True) from None
        if not answer:
            if self._inside is None:
                self.screen.say("Type a move's number or name, `moves`, `board` or `help`.")
            else:
                self._offer(None)
            return None
        if self._is_command(answer):
            self._command(answer)
            return None
        found = self._find(answer)
        if found is None or self._may_be_a_command(answer, found):
            return None
        if isinstance(found, Group):
            self._offer(found)
            return None
        return found.move

    def _find(self, answer: str) -> Offer | Group | None:
        """What was typed; None if it was no move and something else was said or done instead."""
        inside = "" if self._inside is None else self._inside.id
        try:
            return self.menu.find(answer, self._shown.lines, inside)
        except NoMove as error:
            word, _, rest = answer.partition(" ")
            commands = [name for name in COMMANDS if name.startswith(word.lower())]
            if len(commands) == 1 and "fits" not in str(error):
                self._command(f"{commands[0]} {rest}".strip())
                return None
            self.screen.say(str(error))
            if ":" in answer:
                self.screen.say(self.game.why_not(self.seat, answer))
            return None

    def _may_be_a_command(self, answer: str, found: Offer | Group) -> bool:
        """One letter is too little for a move if a command begins with it: `s` for `save` would stay at home."""
        commands = [name for name in COMMANDS if name.startswith(answer.lower())]
        if len(answer) > 1 or not commands:
            return False
        self.screen.say(f"{answer!r} may be {found.label}, or {' or '.join(commands)}: type more of it.")
        return True

    def _offer(self, group: Group | None) -> None:
        """Show the moves, or those of a group."""
        self._inside = group
        self._shown = self.menu.listed("" if group is None else group.id)
        self.screen.options([(line.number, capital(line.name), line.tells) for line in self._shown.lines])
        self.known.fresh([line.thing.does for line in self._shown.lines])
        dear = "; ".join(map(unpaid, self._shown.unpaid))
        if dear and (group is not None or self.known.fresh([dear])):
            self.screen.say(f"Cannot be paid yet: {dear}.", indent="  ")

    # Commands.

    @staticmethod
    def _is_command(answer: str) -> bool:
        return answer == "?" or answer.split()[0].lower() in COMMANDS

    def _command(self, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        word, rest = word.lower(), rest.strip()
        match "help" if word == "?" else word:
            case "help":
                self._help()
            case "moves":
                self.menu = Menu(self.description)  # with all that was said before
                self._offer(None)
            case "threats":
                self._threats()
            case "board":
                with self.screen.paged():
                    self.game.board(self.seat)
            case "story":
                with self.screen.paged():
                    self.screen.tell(self.known.story or ["Nothing has happened yet."])
            case "hint":
                self._hint()
            case "why":
                self._why()
            case "rules":
                self._rules(rest)
            case "undo":
                if self.game.take_back(self.seat):
                    raise AskAgain
            case "save":
                self.game.save(rest)
            case "resume":
                self._resume(rest)
            case "quit":
                self.game.quit()

    def _help(self) -> None:
        self.screen.say(
            "Type a move's number, its name, or the beginning of one of its words if that is clear (`persia`). Besides:"
        )
        width = max(map(len, COMMANDS))
        is_kept = self.game.is_kept
        for name, meaning in {**COMMANDS, **({} if is_kept else NOT_KEPT)}.items():
            line = f"{name}: {meaning}" if self.screen.plain else f"  {name:<{width}}  {meaning}"
            self.screen.say(line, indent="" if self.screen.plain else " " * (width + 4))
        gone = "the game is kept" if is_kept else "nothing is kept"
        self.screen.say(f"Ctrl-C asks whether to leave; Ctrl-D leaves at once, and {gone}.")

    def _analyse(self) -> Thought:
        """What the engine thinks of the decision, from what this seat knows."""
        if self._thought is None:
            limit = self.game.settings.nodes
            nodes = HINT_NODES if limit is None else min(HINT_NODES, limit)
            with (
                self.screen.thinking("The engine looks at it from your seat") as shown,
                self.game.game.analyse(self.seat, multipv=HINT_LINES, nodes=nodes, every=100, words=True) as thoughts,
            ):
                for thought in thoughts:
                    shown.nodes = thought.nodes
            self._thought = thoughts.last
        assert self._thought is not None
        return self._thought

    def _label(self, move: str) -> str:
        """A move in words, if it is one of this decision."""
        return next((offer.label for offer in self.description.moves if offer.move == move), move)

    def _lines(self, thought: Thought) -> list[tuple[Offer, float, float]]:
        """The moves that the engine tells about, with the chance to win after each and how often it is chosen."""
        offers = {offer.move: offer for offer in self.description.moves}
        return [(offers[line["move"]], line["ev"], line["policy"]) for line in thought.lines if line["move"] in offers]

    def _hint(self) -> None:
        (best, chance, _), *others = self._lines(self._analyse())
        told = tells_of(best)
        self.screen.say(f"Perhaps {best.label}{f' ({told})' if told else ''}: {percent(chance)} to win.")
        if others:
            other, chance, _ = others[0]
            why = reason(other, best)
            self.screen.say(f"The next best is {other.label}{f' ({why})' if why else ''}: {percent(chance)}.")

    def _why(self) -> None:
        thought = self._analyse()
        with self.screen.paged():
            self._explain(thought)

    def _explain(self, thought: Thought) -> None:
        """How the engine judges the decision, and what it thinks is hidden."""
        team = team_of(self.game.game.teams, self.seat)
        self.screen.say(
            f"After {thought.nodes:,} looks ahead, from what your seat knows, your chance to win is "
            f"{percent(thought.wp[team])}: the mean over the moves that it tried, so the best one may promise more."
        )
        lines = self._lines(thought)
        rows = []
        for offer, chance, share in lines:
            told = tells_of(offer) if offer is lines[0][0] else reason(offer, lines[0][0])
            rows.append((offer.label, percent(chance), percent(share), told))
        self.screen.table(("move", "win", "choice", "what it does"), rows)
        self.screen.say(
            "Win: your chance after the move. Choice: how often the engine would choose it (where a choice is secret "
            "it mixes, so that nobody can guess it). What it does: of the first all, of the others what differs."
        )
        if thought.beliefs:
            self.screen.say("What is hidden from you: what it adds up to, or how likely each thing is.")
        for name, chances in thought.beliefs.items():
            likely = sorted(chances.items(), key=lambda item: -item[1])[:BELIEFS]
            words = thought.hidden[name]
            shown = estimate(chances) or ", ".join(
                f"{words.things[thing]} {percent(chance)}" for thing, chance in likely
            )
            self.screen.say(f"{words.title}: {shown}", indent="  ")

    def _threats(self) -> None:
        for threat in self.description.threats:
            self.screen.warn(threat.words, threat.grave)
        if not self.description.threats:
            self.screen.say("Nothing threatens you that your seat could know of.")

    def _rules(self, rest: str) -> None:
        if rest.lower() in ("page", "all"):
            with self.screen.paged():
                self.screen.markdown(players_page(self.game.settings.game))
            return
        if rest:
            self.screen.say(f"'rules {rest}': want `rules`, or `rules page` for the whole page.")
            return
        with self.screen.paged():
            for paragraph in paragraphs(self.game.primer()):
                self.screen.say(paragraph)
                self.screen.say()
            self.screen.say(f"Now: {self.description.question}")
            self.screen.say("`rules page` shows the whole rules page.")

    def _resume(self, name: str) -> None:
        try:
            saved = store.read(store.path_of(name)) if name else self._choose_saved()
        except (BadSave, CannotKeep) as error:
            self.screen.say(f"{error}.")
            return
        if saved is None:
            return
        problem = self.game.problem_with(saved)
        if not problem:
            raise Switch(saved)
        self.screen.say(f"{saved.name} cannot be resumed: {problem}. This game goes on.")

    def _choose_saved(self) -> Saved | None:
        found = store.unfinished_games()
        if not found:
            self.screen.say("There is no other game that was left; `resume FILE` reads a file.")
            return None
        self.screen.options([(number, saved.label, "") for number, saved in enumerate(found, 1)])
        try:
            answer = self.screen.ask("Which (Enter: none)").strip()
        except EOFError:
            raise Leave(keep=True) from None
        if answer.isdecimal() and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1]
        if answer:
            self.screen.say(f"{answer!r} is none of them: want 1 to {len(found)}.")
        return None


def sentences(text: str) -> list[str]:
    """A text in its sentences."""
    return re.split(r"(?<=[.!?]) +", text.strip())


def unpaid(thing: Unpaid) -> str:
    """What cannot be paid, with its price; the headline says what there is."""
    return f"{thing.label} ({thing.price})"


def capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def percent(share: float) -> str:
    return f"{round(100 * share)}{NO_BREAK}%"

"""A person's decision at the terminal: the moves are shown, what is typed is understood, commands are carried out."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from petteia.protocols.client import Thought

from . import play_store
from .play_moves import Choice, NoMove, choices, find, labels, numbers
from .play_store import BadSave, Saved

if TYPE_CHECKING:
    from .play_table import Table

HINT_NODES = 4000
COMMANDS = {
    "help": "this list",
    "moves": "your moves again",
    "board": "the whole board",
    "story": "what happened so far",
    "hint": "what the engine would do in your place",
    "why": "the engine's best lines, how it judges them, and what it thinks is hidden",
    "rules": "the rules in short, and what is asked now; `rules page`: all of them",
    "undo": "take your last choice back, if nobody has learned anything from it",
    "save": "`save FILE`: write the game to a file",
    "resume": "`resume FILE`: go on with a saved game instead; without FILE: choose one",
    "quit": "leave; the game is kept and can be resumed",
}


class Leave(Exception):
    """The person leaves the table; ``keep``: the game is to be resumed later."""

    def __init__(self, keep: bool) -> None:
        super().__init__()
        self.keep = keep


class Again(Exception):
    """The decision is another one now: look who is asked."""


class Switch(Exception):
    """The person goes on with another game."""

    def __init__(self, saved: Saved) -> None:
        super().__init__()
        self.saved = saved


class Decision:
    """One decision of a person."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table = table
        self.screen = table.screen
        self.rules = table.ruleset
        self.seat = seat
        self.view = table.narrator(seat).view
        self.legal = table.game.legal(seat)
        self._inside: Choice | None = None  # a group that was opened
        self._offered: list[Choice] = []
        self._thought: Thought | None = None

    def make(self) -> str:
        """The person's move."""
        if len(self.legal) == 1:
            self.screen.say(f"Your only move: {self._with_gloss(self.legal[0])}.")
            return self.legal[0]
        self.table.show(self.seat, self.view)
        self.screen.say()
        self.screen.bar(self.rules.headline(self.view))
        self.screen.say(self.rules.question(self.view))
        self._offer(None)
        while True:
            move = self._answer()
            if move is not None:
                return move

    def _answer(self) -> str | None:
        """What one typed line means: a move, or None if something else was done."""
        prompt = "Your move (help for more)"
        if self._inside is not None:
            prompt = "Which one (Enter goes back)"
        try:
            answer = self.screen.ask(prompt).strip()
        except EOFError:
            self.screen.say()
            raise Leave(keep=True) from None
        if not answer:
            if self._inside is None:
                self.screen.say("Type a move's number or name, or `help`.")
            else:
                self._offer(None)
            return None
        if self._is_command(answer):
            self._command(answer)
            return None
        choice = self._find(answer)
        if choice is None or self._may_be_a_command(answer, choice):
            return None
        if choice.is_group:
            self._offer(choice)
            return None
        return choice.words

    def _find(self, answer: str) -> Choice | None:
        """The choice that was typed; None if it was none and something else was said or done instead."""
        moves = list(self._inside.moves) if self._inside is not None else self.legal
        try:
            return find(answer, moves, self._offered)
        except NoMove as error:
            if self._inside is not None and not answer.isdecimal():
                try:  # a move of another group is a move, too
                    return find(answer, self.legal, [])
                except NoMove:
                    pass
            word, _, rest = answer.partition(" ")
            commands = [name for name in COMMANDS if name.startswith(word.lower())]
            if len(commands) == 1 and not find_any(answer, self.legal):
                self._command(f"{commands[0]} {rest}".strip())
                return None
            self.screen.say(str(error))
            if ":" in answer:
                self.screen.say(self.table.narrator(self.seat).why_not(answer))
            return None

    def _may_be_a_command(self, answer: str, choice: Choice) -> bool:
        """One letter is too little for a move if a command begins with it: `s` for `save` would stay at home."""
        commands = [name for name in COMMANDS if name.startswith(answer.lower())]
        if len(answer) > 1 or not commands or choice.words.lower() == answer.lower():
            return False
        self.screen.say(f"{answer!r} may be {choice.words}, or {' or '.join(commands)}: type more of it.")
        return True

    def _offer(self, group: Choice | None) -> None:
        """Show the moves, or those of a group."""
        self._inside = group
        self._offered = choices(list(group.moves) if group is not None else self.legal)
        words = labels([choice.words for choice in self._offered])
        rows = []
        for number, choice, label in zip(numbers(self._offered), self._offered, words, strict=True):
            gloss = self.rules.gloss(self.view, choice.words)
            if choice.is_group:
                label = f"{label}..."
                gloss = f"{gloss} ({len(choice.moves)} moves)" if gloss else ""
            rows.append((number, label, gloss))
        self.screen.options(rows)

    def _with_gloss(self, move: str) -> str:
        gloss = self.rules.gloss(self.view, move).removesuffix(".")  # the sentence around it has its own
        return f"{move} ({gloss})" if gloss else move

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
                self._offer(None)
            case "board":
                self.table.board(self.seat)
            case "story":
                self.screen.tell(self.table.narrator(self.seat).story or ["Nothing has happened yet."])
            case "hint":
                self._hint()
            case "why":
                self._why()
            case "rules":
                self._rules(rest)
            case "undo":
                if self.table.take_back(self.seat):
                    raise Again
            case "save":
                self.table.save(rest)
            case "resume":
                self._resume(rest)
            case "quit":
                self.table.quit()

    def _help(self) -> None:
        self.screen.say(
            "Type a move's number, its name, or the beginning of its name or of one of its words if that is clear "
            "(`persia` for send:pericles@persia). Besides:"
        )
        width = max(map(len, COMMANDS))
        for name, meaning in COMMANDS.items():
            line = f"{name}: {meaning}" if self.screen.plain else f"  {name:<{width}}  {meaning}"
            self.screen.say(line, indent="" if self.screen.plain else " " * (width + 4))
        self.screen.say("Ctrl-C asks whether to leave; Ctrl-D leaves at once, and the game is kept.")

    def _analyse(self) -> Thought:
        """What the engine thinks of the decision, from what this seat knows."""
        if self._thought is None:
            limit = self.table.plan.nodes
            nodes = HINT_NODES if limit is None else min(HINT_NODES, limit)
            with (
                self.screen.thinking("The engine looks at it from your seat") as shown,
                self.table.game.analyse(self.seat, multipv=4, nodes=nodes, every=100) as thoughts,
            ):
                for thought in thoughts:
                    shown.nodes = thought.nodes
            self._thought = thoughts.last
        assert self._thought is not None
        return self._thought

    def _hint(self) -> None:
        best = self._analyse().lines[0]
        self.screen.say(f"Perhaps {self._with_gloss(best['move'])}.")
        self.screen.say(f"With it the engine gives you a chance of {percent(best['ev'])} to win; `why` tells more.")

    def _why(self) -> None:
        thought = self._analyse()
        team = next(n for n, members in enumerate(self.table.game.teams) if self.seat in members.split("+"))
        self.screen.say(
            f"After {thought.nodes:,} looks ahead, from what your seat knows, your chance to win is "
            f"{percent(thought.wp[team])}: the mean over the moves that it tried, so the best one may promise more."
        )
        rows = []
        for line in thought.lines:
            follow = [move for move in str(line.get("pv", "")).split() if move != line["move"]][:3]
            rows.append((line["move"], percent(line["ev"]), percent(line["policy"]), ", ".join(follow)))
        self.screen.table(("move", "win", "choice", "may go on with"), rows)
        self.screen.say(
            "Win: your chance after the move. Choice: how often the engine would choose it (where a choice is secret "
            "it mixes, so that nobody can guess it). A ? is a move that you will not see."
        )
        if thought.beliefs:
            self.screen.say("What is hidden from you, and how likely it thinks that each of these is there:")
        for name, chances in thought.beliefs.items():
            likely = sorted(chances.items(), key=lambda item: -item[1])[:5]
            shown = ", ".join(f"{thing} {percent(chance)}" for thing, chance in likely)
            self.screen.say(f"{name}: {shown}", indent="  ")

    def _rules(self, rest: str) -> None:
        if rest.lower() in ("page", "all"):
            self.screen.markdown((files("petteia.engine") / self.rules.name / "RULES.md").read_text("utf-8"))
            return
        if rest:
            self.screen.say(f"'rules {rest}': want `rules`, or `rules page` for the whole page.")
            return
        for paragraph in self.rules.lesson().strip().split("\n\n"):
            self.screen.say(" ".join(paragraph.split()))
            self.screen.say()
        self.screen.say(f"Now: {self.rules.question(self.view)}")
        self.screen.say("`rules page` shows the whole rules page.")

    def _resume(self, name: str) -> None:
        try:
            saved = play_store.read(play_store.named(name)) if name else self._choose_saved()
        except BadSave as error:
            self.screen.say(f"{error}.")
            return
        if saved is None:
            return
        problem = self.table.can_open(saved)
        if not problem:
            raise Switch(saved)
        self.screen.say(f"{str(saved.path)!r} cannot be resumed: {problem}. This game goes on.")

    def _choose_saved(self) -> Saved | None:
        found = play_store.left_behind()
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


def find_any(answer: str, legal: list[str]) -> bool:
    """Whether words fit some move, be it several."""
    return any(move.lower().startswith(answer.lower()) for move in legal)


def percent(share: float) -> str:
    return f"{round(100 * share)} %"

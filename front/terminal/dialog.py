"""Asking a person for a move: the moves are shown, what is typed is understood, commands are carried out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from petteia.protocols.client import Thought

from ..shared.rulebook import paragraphs, rules_page
from ..shared.seating import team_of
from . import store
from .leaving import Leave, Switch
from .moves import Choice, NoMove, amount_of, choices, find, group_gloss, labels, numbers
from .screen import NO_BREAK
from .store import BadSave, Saved

if TYPE_CHECKING:
    from .game import TerminalGame

HINT_NODES = 4000  # for `hint` and `why`
HINT_LINES = 4  # moves that `why` tells about
CONTINUATION = 3  # moves of a line beyond the first that `why` shows
BELIEFS = 5  # of a hidden thing's likeliest natures that `why` names
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
NOT_KEPT = {"quit": "leave; it asks whether to save"}  # what is other without an autosave


class AskAgain(Exception):
    """The decision is another one now: look who is asked."""


class MoveDialog:
    """One decision of a person."""

    def __init__(self, game: TerminalGame, seat: str) -> None:
        self.game = game
        self.screen = game.screen
        self.rules = game.ruleset
        self.seat = seat
        self.view = game.narrator(seat).view
        self.legal = game.game.legal(seat)
        self._inside: Choice | None = None  # a group that was opened
        self._offered: list[Choice] = []
        self._thought: Thought | None = None

    def ask(self) -> str:
        """The move that the person chooses."""
        if len(self.legal) == 1:
            self.screen.say(f"Your only move: {self._with_gloss(self.legal[0])}.")
            return self.legal[0]
        self.game.show(self.seat, self.view)
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
            if len(commands) == 1 and not begins_any(answer, self.legal):
                self._command(f"{commands[0]} {rest}".strip())
                return None
            self.screen.say(str(error))
            if ":" in answer:
                self.screen.say(self.game.narrator(self.seat).why_not(answer))
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
            if choice.is_group:
                rows.append((number, f"{label}...", self._group_gloss(choice)))
            else:
                rows.append((number, label, self.rules.gloss(self.view, choice.words)))
        self.screen.options(rows)

    def _group_gloss(self, group: Choice) -> str:
        """What the moves of a group have in common, and how many they are."""
        gloss, count = group_gloss(group, partial(self.rules.gloss, self.view)), f"{len(group.moves)} moves"
        if amount_of(group.moves[0])[1] == group.words:
            return gloss  # which says from how many to how many
        return f"{gloss} ({count})" if gloss else count

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
                self.game.board(self.seat)
            case "story":
                self.screen.tell(self.game.narrator(self.seat).story or ["Nothing has happened yet."])
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
            "Type a move's number, its name, or the beginning of its name or of one of its words if that is clear "
            "(`persia` for send:pericles@persia). Besides:"
        )
        width = max(map(len, COMMANDS))
        is_kept = self.game.autosave is not None
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
                self.game.game.analyse(self.seat, multipv=HINT_LINES, nodes=nodes, every=100) as thoughts,
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
        team = team_of(self.game.game.teams, self.seat)
        self.screen.say(
            f"After {thought.nodes:,} looks ahead, from what your seat knows, your chance to win is "
            f"{percent(thought.wp[team])}: the mean over the moves that it tried, so the best one may promise more."
        )
        rows = []
        for line in thought.lines:
            follow = [move for move in str(line.get("pv", "")).split() if move != line["move"]][:CONTINUATION]
            rows.append((line["move"], percent(line["ev"]), percent(line["policy"]), ", ".join(follow)))
        self.screen.table(("move", "win", "choice", "may go on with"), rows)
        self.screen.say(
            "Win: your chance after the move. Choice: how often the engine would choose it (where a choice is secret "
            "it mixes, so that nobody can guess it). A ? is a move that you will not see."
        )
        if thought.beliefs:
            self.screen.say("What is hidden from you, and how likely it thinks that each of these is there:")
        for name, chances in thought.beliefs.items():
            likely = sorted(chances.items(), key=lambda item: -item[1])[:BELIEFS]
            shown = ", ".join(f"{thing} {percent(chance)}" for thing, chance in likely)
            self.screen.say(f"{name}: {shown}".replace("_", " "), indent="  ")

    def _rules(self, rest: str) -> None:
        if rest.lower() in ("page", "all"):
            self.screen.markdown(rules_page(self.rules.name))
            return
        if rest:
            self.screen.say(f"'rules {rest}': want `rules`, or `rules page` for the whole page.")
            return
        for paragraph in paragraphs(self.rules.lesson()):
            self.screen.say(paragraph)
            self.screen.say()
        self.screen.say(f"Now: {self.rules.question(self.view)}")
        self.screen.say("`rules page` shows the whole rules page.")

    def _resume(self, name: str) -> None:
        try:
            saved = store.read(store.path_of(name)) if name else self._choose_saved()
        except BadSave as error:
            self.screen.say(f"{error}.")
            return
        if saved is None:
            return
        problem = self.game.problem_with(saved)
        if not problem:
            raise Switch(saved)
        self.screen.say(f"{str(saved.path)!r} cannot be resumed: {problem}. This game goes on.")

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


def begins_any(answer: str, legal: list[str]) -> bool:
    """Whether the words are the beginning of a move, or of several."""
    return any(move.lower().startswith(answer.lower()) for move in legal)


def percent(share: float) -> str:
    return f"{round(100 * share)}{NO_BREAK}%"

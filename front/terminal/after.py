"""After a game: looking back at it, and another one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from petteia.protocols.client import EngineError
from petteia.protocols.messages import Message
from petteia.protocols.records import uhg

from ..shared.told_review import tell_review
from .settings import PlaySettings

if TYPE_CHECKING:
    from .game import TerminalGame

REVIEW, AGAIN, SAME_DEAL, NEXT, LEAVE = "review", "another game", "the same deal again", "next scenario", "leave"
TELL_EVERY = 10.0  # seconds between two words on how far a review is, where nothing moves


class Again(Exception):
    """The person wants another game."""

    def __init__(self, settings: PlaySettings) -> None:
        super().__init__()
        self.settings = settings


def ask_what_now(game: TerminalGame) -> None:
    """Ask until the person leaves; `Again` if they want another game."""
    screen = game.screen
    while True:
        offers = _offers(game)
        screen.say()
        screen.options([(number, label, tells) for number, (label, tells) in enumerate(offers, 1)])
        try:
            answer = screen.ask("What now? (Enter leaves)").strip().lower()
        except (EOFError, KeyboardInterrupt):
            screen.say()
            return
        labels = [label for label, _ in offers]
        meant = _meant(answer, labels)
        if meant == LEAVE:
            return
        if meant == REVIEW:
            review(game)
        elif meant is None:
            screen.say(f"{answer!r}: want a number from 1 to {len(labels)}, or the beginning of one of these.")
        else:
            raise Again(_settings(game, meant))


def _meant(answer: str, labels: list[str]) -> str | None:
    if not answer or "quit".startswith(answer):
        return LEAVE
    if answer.isdecimal():
        return labels[int(answer) - 1] if 0 < int(answer) <= len(labels) else None
    found = [label for label in labels if label.startswith(answer)]
    return found[0] if len(found) == 1 else None


def _offers(game: TerminalGame) -> list[tuple[str, str]]:
    following = _next_scenario(game)
    found = [
        (REVIEW, "where it turned, what was better, what was luck"),
        (AGAIN, "the same people and settings"),
        (SAME_DEAL, "the same dice and cards, to try another plan"),
    ]
    if following:
        words = game.engine.hello.games[game.settings.game].get("words", {})
        found.append((NEXT, words["scenario"]["values"][following]["title"]))
    return [*found, (LEAVE, "the game is kept: `petteia history` lists it" if game.is_kept else "")]


def _next_scenario(game: TerminalGame) -> str:
    """The scenario after this one; empty if there is none."""
    scenarios = list(game.settings.kind.options.get("scenario", ()))
    if not scenarios:
        return ""
    at = scenarios.index(game.settings.options.get("scenario") or scenarios[0])
    return scenarios[at + 1] if at + 1 < len(scenarios) else ""


def _settings(game: TerminalGame, meant: str) -> PlaySettings:
    settings = game.settings.copy()
    settings.seed = None
    if meant == SAME_DEAL:
        settings.seed = uhg.read(game.game.save()).deal
    elif meant == NEXT:
        settings.options["scenario"] = _next_scenario(game)
    return settings


def review(game: TerminalGame) -> None:
    """Look back, for the first person of this terminal, and show it page by page."""
    screen, seat = game.screen, game.settings.people[0]
    told = time.monotonic()
    try:
        with screen.thinking("Looking back") as shown:

            def listen(message: Message) -> None:
                nonlocal told
                if message.kind != "info" or not message.fields.get("of"):
                    return
                share = message.fields["done"] / message.fields["of"]
                shown.who = f"Looking back, {share:.0%} done"
                if not screen.moves and time.monotonic() - told > TELL_EVERY:
                    told = time.monotonic()
                    screen.say(f"{share:.0%} done...")

            found = game.game.review(seat, listener=listen)
    except KeyboardInterrupt:
        screen.say("The review was stopped.")
        return
    except EngineError as error:
        screen.say(f"There is no review of this game: {error}.")
        return
    ending = game.narrator(seat).description.result
    words = ending.words if ending is not None else ""
    heading = f"{game.title}. {words[:1].upper()}{words[1:]}"
    with screen.paged():
        tell_review(heading, lambda each: game.names.get(each, each), [found], screen.console, screen.plain)

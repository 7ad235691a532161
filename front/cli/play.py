"""``petteia play``: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from petteia.engine.languages import ENGLISH

from ..shared.errors import RunFailed
from ..shared.files import state_folder
from ..shared.store import CannotKeep
from ..terminal import questions, store
from ..terminal.screen import Screen
from ..terminal.session import play_games
from ..terminal.settings import LEVEL, PlaySettings, parse_levels, parse_style
from ..terminal.store import BadSave, Saved
from .arguments import OfferedGame, game_options, read_options, toys_option

LAST = "last"  # --resume without a file


@click.command()
@click.argument("game", type=OfferedGame(), metavar="[GAME]", required=False)
@click.option("--people", metavar="SEATS", help="Seats that people play, such as s0,s1; the first one by default.")
@click.option("--seat", metavar="SEAT", help="The seat of the only person; the same as --people SEAT.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="[SEAT=]1..10",
    help=f"How strong the engine's seats are; default {LEVEL}.",
)
@click.option("--style", default="balanced", show_default=True, help="How they play: balanced, aggressive, cautious.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="At most so many iterations for a decision.")
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), metavar="N", help="Of the deal; else no two are alike.")
@click.option("--plain", is_flag=True, help="Sentences only, for screen readers: no boxes, colours or moving lines.")
@click.option("--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Go on with a saved game.")
@click.option("--no-autosave", is_flag=True, help="Keep nothing after each move.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing, start at once.")
@click.option("--lang", default=ENGLISH, metavar="XX", help="The game's language; --data may bring others.")
@toys_option
@game_options
def play(
    game: str | None,
    people: str | None,
    seat: str | None,
    levels: tuple[str, ...],
    style: str,
    nodes: int | None,
    seed: int | None,
    plain: bool,
    resume: str | None,
    no_autosave: bool,
    yes: bool,
    lang: str,
    toys: bool,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Play a game in the terminal.

    Without settings a few questions are asked, and Enter takes what is proposed: solo Epireia, your city against
    enemy cities that the engine plays (by the printed rule, enemy=die, a die does). With settings the game starts at
    once; what they leave open is the default.

    The game is kept after every move (in $XDG_STATE_HOME/petteia or ~/.local/state/petteia), so that nothing is lost
    whatever happens; the next start offers to go on. In the game `help` lists what else can be typed.

    Without a terminal (in a script, or with input from /dev/null) the engine plays your seat too, quickly, to the end.

    \b
    Examples:
      petteia play                    questions first
      petteia play epireia --seats 1 -o scenario=wooden_walls --level 6
      petteia play egemonia --seat s1 -o scenario=historical
      petteia play epix --seats 3 --people s0,s2 --level s1=8
      petteia play --resume           the last game that was left
      petteia play --plain            for a screen reader
      petteia play --toys siege       a small game that is not listed
    """
    screen = Screen(plain)
    level, levels_of_seats = parse_levels(levels)
    chosen = list(dict.fromkeys(name.strip() for name in (people or seat or "").split(",") if name.strip()))
    settings = PlaySettings(
        game or "epireia", seats, read_options(options), chosen, level, levels_of_seats,
        parse_style(style), nodes, seed, str(Path(data).resolve()) if data else None, toys, lang,
    )  # fmt: skip
    is_given = bool(yes or people or seat or levels or seed is not None or seats or options)
    saved = None
    try:
        if resume is not None:
            saved = _find_saved(resume)
        elif screen.is_terminal:
            saved = None if no_autosave or yes or seed is not None else _offer_saved(screen)
            if saved is None and not is_given:
                questions.ask_all(screen, settings, game is not None)
    except BadSave as error:
        raise RunFailed(str(error)) from None
    except (EOFError, KeyboardInterrupt, click.Abort):
        click.echo()
        return
    given: dict[str, Any] = {"people": chosen, "nodes": nodes}
    if levels:
        given |= {"level": level, "levels": levels_of_seats}
    if style != "balanced":
        given["style"] = style
    given = {name: value for name, value in given.items() if value}
    play_games(screen, settings, saved, given, autosaves=not no_autosave)


def _find_saved(resume: str) -> Saved:
    """The game that --resume names, or the last that was left."""
    if resume != LAST:
        path = store.path_of(resume)
        if not path.exists():
            raise click.UsageError(f"--resume {resume!r}: there is no such file")
        return store.read(path)
    try:
        found = store.unfinished_games()
    except CannotKeep as error:
        raise BadSave(f"the games that were kept cannot be read: {error}; `petteia doctor` says more") from None
    if not found:
        raise BadSave(f"no game was left in {state_folder()}; --resume FILE reads a saved one")
    return found[0]


def _offer_saved(screen: Screen) -> Saved | None:
    """The game that was left, if the person wants to go on with it."""
    try:
        found = store.unfinished_games()
    except CannotKeep as error:
        screen.say(f"The games that were kept cannot be read: {error}. `petteia doctor` says more.")
        found = []
    if not found:
        return None
    screen.say(f"A game was left: {found[0].label}.")
    while True:
        answer = questions.ask(screen, "Go on with it? Enter or yes; no for another game", "Type yes or no.").lower()
        if answer in ("", "y", "yes"):
            return found[0]
        if answer in ("n", "no"):
            screen.say("It is kept; `resume` in the game, or `petteia play --resume`, goes on with it.")
            return None
        screen.say(f"{answer!r}: want yes or no.")

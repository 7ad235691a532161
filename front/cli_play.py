"""``petteia play``: a game in the terminal."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import click

from petteia.engine import GameError
from petteia.protocols.client import EngineDied, EngineError, EngineTimeout, SimpleEngine

from . import play_setup, play_store
from .common import GAME, game_options, read_options
from .play_person import Leave, Switch
from .play_screen import Screen
from .play_setup import Plan
from .play_store import Autosave, BadSave, Saved
from .play_table import Table

LAST = "last"  # --resume without a file
PATIENCE = 600.0  # seconds for an answer of the engine; the strongest level on a busy machine takes long


@click.command()
@click.argument("game", type=GAME, metavar="[GAME]", required=False)
@click.option("--people", metavar="SEATS", help="Seats that people play, such as s0,s1; the first one by default.")
@click.option("--seat", metavar="SEAT", help="The seat of the only person; the same as --people SEAT.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    metavar="[SEAT=]1..10",
    help=f"How strong the engine's seats are; default {play_setup.LEVEL}.",
)
@click.option("--style", default="balanced", show_default=True, help="How they play: balanced, aggressive, cautious.")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="At most so many iterations for a decision.")
@click.option("--seed", type=click.IntRange(0, (1 << 63) - 1), metavar="N", help="Of the deal; else no two are alike.")
@click.option("--plain", is_flag=True, help="Sentences only, for screen readers: no boxes, colours or moving lines.")
@click.option("--resume", is_flag=False, flag_value=LAST, metavar="[FILE]", help="Go on with a saved game.")
@click.option("--no-autosave", is_flag=True, help="Keep nothing after each move.")
@click.option("-y", "--yes", is_flag=True, help="Ask nothing, start at once.")
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
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Play a game in the terminal.

    Without settings a few questions are asked, and Enter takes what is proposed: solo Epireia, your city against enemy
    cities that the engine plays. With settings the game starts at once; what they leave open is the default.

    The game is kept after every move (in $XDG_STATE_HOME/petteia or ~/.local/state/petteia), so that nothing is lost
    whatever happens; the next start offers to go on. In the game `help` lists what else can be typed.

    Without a terminal (in a script, or with input from /dev/null) the engine plays your seat too, quickly, to the end.

    \b
    Examples:
      petteia play                                       questions first
      petteia play epireia --seats 1 -o scenario=wooden_walls -o enemy=rival --level 6
      petteia play egemonia --seat s1 -o scenario=historical
      petteia play epix --seats 3 --people s0,s2 --level s1=8
      petteia play --resume                              the last game that was left
      petteia play --plain                               for a screen reader
    """
    screen = Screen(plain)
    level, single = play_setup.parse_levels(levels)
    chosen = list(dict.fromkeys(name.strip() for name in (people or seat or "").split(",") if name.strip()))
    plan = Plan(
        game or "epireia", seats, read_options(options), chosen, level, single,
        play_setup.parse_style(style), nodes, seed, str(Path(data).resolve()) if data else None,
    )  # fmt: skip
    given = yes or people or seat or levels or seed is not None or seats or options
    saved = None
    try:
        if resume is not None:
            saved = _find_saved(resume)
        elif screen.is_terminal:
            saved = None if no_autosave or yes or seed is not None else _offer_saved(screen)
            if saved is None and not given:
                play_setup.ask_all(screen, plan, game is not None)
    except BadSave as error:
        raise GameError(str(error)) from None
    except (EOFError, KeyboardInterrupt, click.Abort):
        click.echo()
        return
    settings: dict[str, Any] = {"people": chosen, "nodes": nodes}
    if levels:
        settings |= {"level": level, "levels": single}
    if style != "balanced":
        settings["style"] = style
    _run(screen, plan, saved, {name: value for name, value in settings.items() if value}, autosaves=not no_autosave)


def _find_saved(resume: str) -> Saved:
    if resume != LAST:
        return play_store.read(play_store.named(resume))
    found = play_store.left_behind()
    if not found:
        raise BadSave(f"no game was left in {play_store.state_folder()}; --resume FILE reads a saved one")
    return found[0]


def _offer_saved(screen: Screen) -> Saved | None:
    """Whether to go on with the game that was left."""
    found = play_store.left_behind()
    if not found:
        return None
    screen.say(f"A game was left: {found[0].label}.")
    while True:
        answer = play_setup.ask(screen, "Go on with it? Enter or yes; no for another game", "Type yes or no.").lower()
        if answer in ("", "y", "yes"):
            return found[0]
        if answer in ("n", "no"):
            screen.say("It is kept; `resume` in the game, or `petteia play --resume`, goes on with it.")
            return None
        screen.say(f"{answer!r}: want yes or no.")


def _run(screen: Screen, plan: Plan, saved: Saved | None, settings: dict[str, Any], autosaves: bool) -> None:
    """Play, and go over to other games as the person likes; ``settings`` were given and hold for saved games too."""
    if saved is None:
        plan.settle()
    try:
        with SimpleEngine.popen(own_group=True, timeout=PATIENCE) as engine:
            while True:
                if saved is not None:
                    plan = dataclasses.replace(play_setup.plan_of(saved), **settings)
                    plan.settle()
                saved = _one_game(screen, engine, plan, saved, autosaves)
                if saved is None:
                    return
    except BadSave as error:
        raise GameError(str(error)) from None
    except (EngineDied, EngineTimeout, EngineError) as error:
        raise GameError(f"the engine: {error}; `petteia play --resume` goes on") from None


def _one_game(screen: Screen, engine: SimpleEngine, plan: Plan, saved: Saved | None, autosaves: bool) -> Saved | None:
    """A game to its end; the saved one to go on with, if the person asked for one."""
    watched = screen.is_terminal
    autosave = _autosave(screen, saved) if autosaves and watched else None
    try:
        table = Table.open(screen, engine, plan, saved, autosave)
    except EngineError as error:
        if autosave is not None:
            autosave.close(keep=True)
        what = str(saved.path) if saved is not None else plan.game
        raise GameError(f"{what!r} cannot be opened: {error.keys.get('reason') or error}") from None
    table.watched = watched
    if watched:
        table.welcome = _welcome(table, saved)
        screen.say()
        table.greet()
    keep = True
    try:
        table.play()
        keep = False
        return None
    except Switch as switch:
        return switch.saved
    except Leave as leave:
        keep = leave.keep
        if leave.keep and autosave is not None:
            screen.say("The game is kept. `petteia play` or `petteia play --resume` goes on with it.")
        return None
    finally:
        if autosave is not None:
            autosave.close(keep)


def _autosave(screen: Screen, saved: Saved | None) -> Autosave | None:
    """Where the game is kept; None if that cannot be, which is no reason not to play."""
    try:
        return Autosave(path=saved.path if saved is not None and _is_kept(saved) else None)
    except OSError as error:
        screen.say(f"The game will not be kept: {play_store.state_folder()}: {error.strerror}. `save FILE` may.")
        return None


def _is_kept(saved: Saved) -> bool:
    """Whether it is an autosave: the game goes on in the same file."""
    return saved.path.parent == play_store.state_folder()


def _welcome(table: Table, saved: Saved | None) -> list[str]:
    """The first lines; everybody may read them."""
    rules, people = table.ruleset, table.plan.people
    you = f"you are {table.title(people[0])}" if len(people) == 1 else f"people play {', '.join(people)}"
    level = f" Level {table.plan.level}."
    if table.plan.is_solo:
        you = "you lead one city, the engine the others"
    if table.plan.is_solo and table.plan.options.get("enemy") == "die":
        you, level = "you lead one city, and a die moves the figures of the others", ""
    lines = [
        f"{rules.title}: {you}.{level}",
        "Answer with a number or a name; `help` shows what else can be typed, `rules` what it is all about.",
    ]
    return lines if saved is None else [*lines, "The game goes on where it was left."]

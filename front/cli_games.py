"""Commands that show what the games are: games, rules, show, perft."""

from __future__ import annotations

import random
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.markdown import Markdown
from rich.table import Table

from petteia.engine import GAMES, Game, GameError, Ruleset
from petteia.engine.components import MARKS, Row
from petteia.engine.registry import TOYS
from petteia.ext import core
from petteia.ext import perft as counting

from .common import GAME, find_rules, game_options, make_console, print_json


@click.command()
@click.option("--all", "every", is_flag=True, help="Also the small games that the search is checked with.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(every: bool, as_json: bool) -> None:
    """List the games and their options."""
    listed = [*GAMES.values(), *(TOYS.values() if every else ())]
    if as_json:
        print_json([describe(game) for game in listed])
        return
    table = Table("game", "players", "options, default first", "what it is", box=box.SIMPLE_HEAD)
    for game in listed:
        table.add_row(game.name, _range(game.seat_counts), "\n".join(_options(game)), game.about)
    make_console().print(table)


def describe(game: type[Ruleset]) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "about": game.about,
        "rules": game.version,
        "seats": list(game.seat_counts),
        "options": {name: list(values) for name, values in game.options.items()},
    }


def _options(game: type[Ruleset]) -> list[str]:
    """Each option with its values; some have no default but are left to the players."""
    chosen = game(min(game.seat_counts)).chosen if game.options else {}
    return [
        f"{name}: {', '.join(values)}" + ("" if chosen[name] in values else " (by default chosen in the game)")
        for name, values in game.options.items()
    ]


def _range(counts: tuple[int, ...]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"


@click.command()
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--page", is_flag=True, help="The rules page instead of the components.")
@click.option("--mark", type=click.Choice(MARKS), help="Only components with this mark.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@game_options
def rules(
    game: str,
    page: bool,
    mark: str | None,
    as_json: bool,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Show a game's components, each with its mark.

    A component is from the book, our reading of it (read), or authored by us because the printed one is lost. If
    you own the printed game, copy a data file into a folder, put the printed values in, and pass the folder with
    --data.

    \b
    Examples:
      petteia rules egemonia --mark authored
      petteia rules egemonia --data my-egemonia --json
      petteia rules egemonia --page
    """
    if page:
        text = (files("petteia.engine") / game / "RULES.md").read_text("utf-8")
        console = make_console()
        if console.is_terminal:
            console.print(Markdown(text))
        else:
            click.echo(text, nl=False)  # the file as it is: its tables keep their lines
        return
    components = find_rules(game, seats, options, data).components
    rows = [row for row in components if mark is None or row.mark == mark]
    if as_json:
        yours = {name: {"yours": True} for name in components.overridden}
        print_json([{"file": row.file, "table": row.table, **yours.get(row.file, {}), **row.values} for row in rows])
        return
    console = make_console()
    for file, table in dict.fromkeys((row.file, row.table) for row in rows):
        origin = " (yours)" if file in components.overridden else ""
        title, chosen = f"{file}{origin}: {table}", [r for r in rows if (r.file, r.table) == (file, table)]
        shown = _table(title, chosen)
        too_wide = console.measure(shown, options=console.options.update_width(10_000)).maximum > 1.5 * console.width
        console.print(_sheet(title, chosen) if too_wide else shown)


def _table(title: str, rows: list[Row]) -> Table:
    """One table of a data file: the mark last but one, the note last."""
    columns = [
        name for name in dict.fromkeys(key for row in rows for key in row.values) if name not in ("mark", "note")
    ]
    if any("note" in row.values for row in rows):
        table = Table(*columns, "mark", "note", title=title, title_justify="left", box=box.SIMPLE_HEAD)
    else:
        table = Table(*columns, "mark", title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for row in rows:
        cells = [_cell(row.values.get(name, "")) for name in columns]
        notes = [str(row.values.get("note", ""))] if len(table.columns) > len(columns) + 1 else []
        table.add_row(*cells, row.mark, *notes)
    return table


def _sheet(title: str, rows: list[Row]) -> Table:
    """The same for rows too long for columns: one value under the other, and a line between rows."""
    sheet = Table("", "", title=title, title_justify="left", box=box.SIMPLE_HEAD, show_header=False)
    for row in rows:
        for name, value in row.values.items():
            sheet.add_row(name, _cell(value))
        sheet.add_section()
    return sheet


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{name}={_cell(part)}" for name, part in value.items())
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        return "; ".join(_cell(part) or "-" for part in value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@click.command()
@click.argument("game", type=GAME, metavar="GAME")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the deal.")
@click.option("--random", "n_random", type=click.IntRange(0), default=0, metavar="N", help="Play N random moves first.")
@click.option("--move", "moves", multiple=True, metavar="MOVE", help="Then play this move (repeat for more).")
@click.option("--seat", default="pub", show_default=True, help="Who looks: a seat, or pub for a spectator.")
@click.option("--events", is_flag=True, help="Also what this seat saw so far.")
@click.option("--json", "as_json", is_flag=True, help="The view as JSON, for programs.")
@click.option("--svg", type=click.Path(dir_okay=False, writable=True), help="Also write a picture to this file.")
@game_options
def show(
    game: str,
    seed: int,
    n_random: int,
    moves: tuple[str, ...],
    seat: str,
    events: bool,
    as_json: bool,
    svg: str | None,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Show a position as one seat sees it.

    \b
    Examples:
      petteia show egemonia --seat s0
      petteia show egemonia --random 30 --seat s1 --events
      petteia show egemonia --move setup:delos --move setup:corinth --json
    """
    position = Game(find_rules(game, seats, options, data), seed)
    rng = random.Random(seed)
    for _ in range(n_random):
        if position.pending:
            who = rng.choice(position.pending)
            position.play(who, rng.choice(position.legal(who)))
    for move in moves:
        if not position.pending:
            raise GameError(f"--move {move}: the game is over")
        position.play(position.pending[0], move)
    if svg:
        Path(svg).write_text(position.ruleset.picture(position.view(seat)), "utf-8")
    if as_json:
        print_json(position.view(seat) | ({"events": position.events(seat)} if events else {}))
        return
    if events:
        for number, event in enumerate(position.events(seat), 1):
            click.echo(f"{number:4} {event}")
    click.echo(position.draw(seat), nl=False)
    # Who looks may not know who of the others has chosen already: what it has seen tells.
    pending = position.observation(seat).pending
    if seat in pending:
        legal = position.legal(seat)
        click.echo(f"\n{seat} is to decide: {len(legal)} moves, such as {', '.join(legal[:3])}.")
    elif pending:
        click.echo(f"\nWaiting for {', '.join(pending)}.")


@click.command()
@click.argument("game", type=GAME, metavar="GAME")
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--seed", type=int, default=1, show_default=True, help="Of the deal.")
@click.option("--divide", is_flag=True, help="The count below each first move.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@game_options
def perft(
    game: str,
    depth: int,
    seed: int,
    divide: bool,
    as_json: bool,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Count the move sequences of DEPTH decisions from the start.

    Two programs that read the rules in the same way count the same. Chance comes from the deal's seed and is not
    counted; of several seats that are asked at once, the first decides first.

    \b
    Examples:
      petteia perft egemonia 3
      petteia perft egemonia 2 --divide --seed 5
    """
    position = Game(find_rules(game, seats, options, data), seed, chance="client")
    start = time.perf_counter()
    luck = core.Luck(seed)
    parts = counting.divide(position.state, luck, depth) if divide else []
    total = sum(count for *_, count in parts) if divide else counting.perft(position.state, luck, depth)
    seconds = time.perf_counter() - start
    named = [(position.ruleset.seat_word(seat), position.ruleset.format_move(move), n) for seat, move, n in parts]
    if as_json:
        moves = [{"seat": seat, "move": move, "nodes": count} for seat, move, count in named]
        print_json({"game": game, "depth": depth, "seed": seed, "nodes": total, **({"moves": moves} if divide else {})})
        return
    for seat, move, count in named:
        click.echo(f"{seat} {move}: {count}")
    click.echo(f"{total} sequences of {depth} decisions ({seconds:.2f} s)")

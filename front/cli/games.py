"""``petteia games`` and ``petteia rules``: what can be played, and with which components."""

from __future__ import annotations

import shlex
import textwrap
from pathlib import Path
from typing import Any

import click

from petteia.engine import Ruleset, available
from petteia.engine.components import MARKS, Row, own_files
from petteia.engine.registry import TOYS

from ..shared.errors import RunFailed
from ..shared.rulebook import players_page, rules_page
from .arguments import GAME, find_rules, game_options, toys_option
from .output import make_console, print_json, print_table


@click.command()
@toys_option
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(toys: bool, as_json: bool) -> None:
    """List the games and their options."""
    listed = [*available().values(), *(TOYS.values() if toys else ())]
    if as_json:
        print_json([describe(game) for game in listed])
        return
    rows = [(game.name, _range(game.seat_counts), "\n".join(_options(game)), game.about) for game in listed]
    print_table(("game", "players", "options, default first", "what it is"), rows, most_wrapping=4)
    for game in listed:
        if notes := _notes(game):
            click.echo(f"\n{game.title}, beside the printed rules:")
            for note in notes:
                click.echo(textwrap.fill(note, 78, initial_indent="- ", subsequent_indent="  "))


def describe(game: type[Ruleset]) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "about": game.about,
        "rules": game.version,
        "seats": list(game.seat_counts),
        "options": {name: list(values) for name, values in game.options.items()},
        "notes": {str(seats): game(seats).setup_notes() for seats in sorted(game.seat_counts)},
    }


def _notes(game: type[Ruleset]) -> list[str]:
    """What is told of a game with its default options; what not all numbers of players are told, with the number."""
    told = {seats: game(seats).setup_notes() for seats in sorted(game.seat_counts)}
    counts: dict[str, list[int]] = {}
    for seats, notes in told.items():
        for note in notes:
            counts.setdefault(note, []).append(seats)
    return [
        note if len(whom) == len(told) else f"{_players(whom)}: {note}"
        for note, whom in sorted(counts.items(), key=lambda item: -len(item[1]))
    ]


def _players(counts: list[int]) -> str:
    """Who is meant by so many players, in ascending order."""
    if counts == [1]:
        return "Alone"
    in_a_row = counts == list(range(counts[0], counts[-1] + 1))
    return f"{_range(tuple(counts)) if in_a_row else ' or '.join(map(str, counts))} players"


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
@click.option("--page", is_flag=True, help="The rules page; into a file, with what programs need.")
@click.option(
    "--export",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the component files into this folder, for your values.",
)
@click.option("--mark", type=click.Choice(MARKS), help="Only components with this mark.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@game_options
def rules(
    game: str,
    page: bool,
    export: Path | None,
    mark: str | None,
    as_json: bool,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
) -> None:
    """Show a game's components, each with its mark.

    A component is from the book, our reading of it (read), or authored by us because the printed one is lost. If
    you own the printed game, --export writes the files into a folder: put the printed values in, leave out the files
    that you do not change, and pass the folder with --data.

    \b
    Examples:
      petteia rules egemonia --mark authored
      petteia rules egemonia --data my-egemonia --json
      petteia rules egemonia --page
      petteia rules egemonia --export my-egemonia
    """
    if export is not None:
        _export(game, export)
        return
    if page:
        _print_page(game)
        return
    components = find_rules(game, seats, options, data).components
    rows = [row for row in components if mark is None or row.mark == mark]
    if as_json:
        yours = {name: {"yours": True} for name in components.overridden}
        print_json([{"file": row.file, "table": row.table, **yours.get(row.file, {}), **row.values} for row in rows])
        return
    for file, table in dict.fromkeys((row.file, row.table) for row in rows):
        origin = " (yours)" if file in components.overridden else ""
        _print_components(f"{file}{origin}: {table}", [row for row in rows if (row.file, row.table) == (file, table)])


def _export(game: str, folder: Path) -> None:
    """Write our component files into a folder; none that is there is replaced."""
    there = [name for name in own_files(game) if (folder / name).exists()]
    if there:
        raise click.UsageError(f"--export {folder}: {', '.join(there)} is there already; want a folder without it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in own_files(game).items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise RunFailed(f"--export {folder}: {error.strerror}") from None
    click.echo(f"{len(own_files(game))} files of {game} are in {folder}: {', '.join(own_files(game))}.")
    click.echo(f"Put the printed values in, then: petteia play {game} --data {shlex.quote(str(folder))}")


def _print_page(game: str) -> None:
    """For somebody at a terminal what players need; else the file as it is, its tables keep their lines."""
    console = make_console()
    if not console.is_terminal:
        click.echo(rules_page(game), nl=False)
        return
    from ..shared.markdown import Page

    console.print(Page(players_page(game)))
    console.print(f"What programs need besides (fields, sampling) is in: petteia rules {game} --page > FILE")


def _print_components(title: str, rows: list[Row]) -> None:
    """One table of a data file. The mark and the note stand last; a mark that all rows share stands in the title."""
    names = list(dict.fromkeys(name for row in rows for name in row.values if name not in ("mark", "note")))
    marks = {row.mark for row in rows}
    if len(marks) == 1 and len(rows) > 1:
        title += f" (all {marks.pop()})"
    else:
        names.append("mark")
    if any("note" in row.values for row in rows):
        names.append("note")
    print_table(names, [[_cell(row.values.get(name, "")) for name in names] for row in rows], title=title)


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{name}={_cell(part)}" for name, part in value.items())
    if isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        return "; ".join(_cell(part) or "-" for part in value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

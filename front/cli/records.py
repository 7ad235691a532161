"""``petteia replay`` and ``petteia convert``: records of games, of any kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from petteia.engine import Observation

from ..shared.records import KINDS, load, read_text
from .output import print_json


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", help="What this seat saw (default: what everybody saw).")
@click.option("--moves", "count", type=click.IntRange(0), help="Stop after so many moves, chance's included.")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="A folder with the components it used.")
@click.option("--json", "as_json", is_flag=True, help="The story and the last view as JSON, for programs.")
def replay(file: Path, seat: str | None, count: int | None, data: str | None, as_json: bool) -> None:
    """Play a record again, check it, and tell it as a story.

    FILE is a .uhg, .save or .json record.

    \b
    Examples:
      petteia replay game.uhg
      petteia replay game.uhg --seat s1 --moves 40
    """
    from petteia.protocols.records import uhg

    if file.suffix == ".uhg":
        kept = uhg.read(read_text(file))
        if kept.seat is not None:
            if seat not in (None, kept.seat):
                raise click.UsageError(f"--seat {seat}: this is what {kept.seat} saw; nothing is known of {seat}")
            if count is not None:
                raise click.UsageError(f"--moves: this is what {kept.seat} saw, which does not tell all moves")
            _tell(kept.events, kept.observe(data), as_json)
            return
    game = load(file, data)
    if count is not None:
        game = game.with_moves(game.moves[:count])
    viewer = seat or "pub"
    _tell(game.events(viewer), game.observation(viewer), as_json)


def _tell(events: Sequence[str], seen: Observation, as_json: bool) -> None:
    """All that a viewer saw, in the sentences that it was told during the game, and what it knows at the end."""
    from petteia.engine.narration import Narration

    story = [sentence for sentence in Narration(seen.ruleset, seen.seat).follow(events) if sentence]
    if as_json:
        print_json({"story": story, "view": seen.view()})
        return
    for sentence in story:
        click.echo(sentence)
    click.echo()
    click.echo(seen.draw(), nl=False)


@click.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seat", help="Write only what this seat saw (to a .uhg record).")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="A folder with the components it used.")
def convert(source: Path, target: Path, seat: str | None, data: str | None) -> None:
    """Turn a record into another kind: .uhg (text), .save (bytes) or .json, by the names of the files.

    The game is played again and checked on the way.

    \b
    Examples:
      petteia convert game.save game.uhg
      petteia convert game.uhg mine.uhg --seat s1
    """
    from petteia.protocols.records import uhg

    game = load(source, data)
    if seat is not None and target.suffix != ".uhg":
        raise click.UsageError("only a .uhg record can hold what one seat saw")
    if target.suffix == ".uhg":
        kept = uhg.read(read_text(source)) if source.suffix == ".uhg" else None
        if seat is not None:
            target.write_text(uhg.write_seat(game, seat), "utf-8")
        else:
            target.write_text(uhg.write(game, kept.comments if kept else None), "utf-8")
    elif target.suffix == ".save":
        target.write_bytes(game.save())
    elif target.suffix == ".json":
        target.write_text(json.dumps(game.record().to_dict(), indent=1) + "\n", "utf-8")
    else:
        raise click.UsageError(f"{target.name}: want a name that ends in {' or '.join(KINDS)}")

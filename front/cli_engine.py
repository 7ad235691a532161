"""``petteia engine``, ``replay``, ``convert``, ``conformance``: the engine as a process, and game records."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from petteia.engine import BadPosition, Game, Observation, Record

from .common import print_json

if TYPE_CHECKING:
    from petteia.protocols.uhg import Kept

RECORDS = (".uhg", ".save", ".json")


@click.command()
@click.option("--msgpack", is_flag=True, help="Speak msgpack frames instead of lines of text.")
def engine(msgpack: bool) -> None:
    """Run the engine for a program: UHI on stdin and stdout.

    The protocol is in docs/protocol.md. Lines can be typed by hand, too: new egemonia, go s0 movetime=1000, quit.

    \b
    Examples:
      petteia engine              lines of text
      petteia engine --msgpack    frames
    """
    from petteia.protocols.process import main

    sys.exit(main(msgpack))


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
    from petteia.protocols import uhg

    if file.suffix == ".uhg":
        kept = uhg.read(_text(file))
        if kept.seat is not None:
            if seat not in (None, kept.seat):
                raise BadPosition(f"this is what {kept.seat} saw; nothing is known of {seat}")
            if count is not None:
                raise click.UsageError(f"--moves: this is what {kept.seat} saw, which does not tell all moves")
            _tell(_story_of(kept, data), kept.observe(data), as_json)
            return
    game = read_game(file, data)
    if count is not None:
        game = game.with_moves(game.moves[:count])
    viewer = seat or "pub"
    _tell(game.story(viewer), game.observation(viewer), as_json)


def _story_of(kept: Kept, data: str | None) -> list[str]:
    """What a seat's record tells, in sentences."""
    rules = kept.ruleset(data)
    told = (rules.tell(rules.parse_token(event)) for event in kept.events)
    return [sentence for sentence in told if sentence]


def _tell(story: list[str], seen: Observation, as_json: bool) -> None:
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
    from petteia.protocols import uhg

    game = read_game(source, data)
    if seat is not None and target.suffix != ".uhg":
        raise click.UsageError("only a .uhg record can hold what one seat saw")
    if target.suffix == ".uhg":
        kept = uhg.read(_text(source)) if source.suffix == ".uhg" else None
        if seat is not None:
            target.write_text(uhg.write_seat(game, seat), "utf-8")
        else:
            target.write_text(uhg.write(game, kept.comments if kept else None), "utf-8")
    elif target.suffix == ".save":
        target.write_bytes(game.save())
    elif target.suffix == ".json":
        target.write_text(json.dumps(game.record().to_dict(), indent=1) + "\n", "utf-8")
    else:
        raise click.UsageError(f"{target.name}: want a name that ends in {' or '.join(RECORDS)}")


def read_game(file: Path, data: str | None = None) -> Game:
    """A game from a record of any kind, by the file's name; BadPosition if it cannot be."""
    from petteia.protocols import uhg

    if file.suffix == ".uhg":
        return uhg.read(_text(file)).replay(data)
    if file.suffix == ".save":
        return Game.load(file.read_bytes(), data)
    if file.suffix == ".json":
        try:
            values = json.loads(_text(file))
        except (ValueError, RecursionError):
            raise BadPosition(f"{file.name}: not JSON") from None
        return Game.replay(Record.from_dict(values), data)
    raise BadPosition(f"{file.name}: want a name that ends in {' or '.join(RECORDS)}")


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadPosition(f"{file.name}: not text") from None


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--msgpack", "packed", is_flag=True, help="The command speaks msgpack: run the suite in that encoding.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def conformance(packed: bool, command: tuple[str, ...]) -> None:
    """Run the protocol's transcripts against an engine.

    Without a command: against this engine, in both encodings.

    \b
    Examples:
      petteia conformance
      petteia conformance -- ./my-engine --uhi
      petteia conformance --msgpack -- ./my-engine --uhi --msgpack
    """
    from petteia.protocols import conformance as suite

    own = [sys.executable, "-m", "petteia.protocols"]
    runs = (
        [("msgpack" if packed else "text", list(command))]
        if command
        else [("text", own), ("msgpack", [*own, "--msgpack"])]
    )
    failed = 0
    for encoding, started in runs:
        for transcript in suite.transcripts():
            if encoding not in transcript.encodings:
                continue
            try:
                suite.run(transcript, started, encoding)
            except (suite.Mismatch, OSError) as error:
                failed += 1
                click.echo(f"FAIL  {error}")
            else:
                click.echo(f"ok    {transcript.name} ({encoding})")
    if failed:
        raise click.ClickException(f"{failed} transcripts failed")

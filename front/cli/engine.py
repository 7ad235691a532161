"""``petteia engine`` and ``petteia conformance``: the engine as a process for other programs."""

from __future__ import annotations

import sys

import click


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


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--msgpack", "packed", is_flag=True, help="The command speaks msgpack: run the suite in that encoding.")
@click.option("--seat-engine", is_flag=True, help="Only what an engine needs that sits at one seat in matches.")
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def conformance(packed: bool, seat_engine: bool, command: tuple[str, ...]) -> None:
    """Run the protocol's transcripts against an engine.

    Without a command: against this engine, in both encodings.

    \b
    Examples:
      petteia conformance
      petteia conformance -- ./my-engine --uhi
      petteia conformance --msgpack -- ./my-engine --uhi --msgpack
      petteia conformance --seat-engine -- node examples/frequency_engine.mjs
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
            if encoding not in transcript.encodings or (seat_engine and not transcript.seat_engine):
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

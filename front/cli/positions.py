"""``petteia show`` and ``petteia perft``: a position, and how many ways lead on from one."""

from __future__ import annotations

import random
import time
from pathlib import Path

import click

from petteia.engine import Game, GameError
from petteia.ext import core
from petteia.ext.core import perft as counting

from .arguments import GAME, find_rules, game_options
from .output import print_json


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
    luck = core.DealRng(seed)
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

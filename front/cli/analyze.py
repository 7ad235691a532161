"""``petteia analyze``: what a player thinks of a position, from one seat's knowledge."""

from __future__ import annotations

from pathlib import Path

import click

from petteia.ai.beliefs import beliefs
from petteia.ai.player import Analysis, Limits
from petteia.ai.registry import make_player
from petteia.engine import Game, GameError, Observation

from ..shared.errors import RunFailed
from ..shared.records import load
from .arguments import GAME, find_rules, game_options
from .output import make_console, print_json, print_table

BAR = 40  # characters, at most
LIKELIEST = 6  # of what a hidden thing may be


@click.command()
@click.option("--game", type=GAME, help="The game; --seed and --moves say how far it has come.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The deal.")
@click.option(
    "--moves", default="", help="Moves in order, with spaces between; 'SEAT=MOVE' where several seats are asked."
)
@click.option(
    "--save",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A saved game instead: a .uhg, .save or .json record.",
)
@game_options
@click.option("--seat", help="Whose knowledge and decision (default: the first seat that is asked).")
@click.option("--player", default="ismcts", show_default=True, help="Who thinks, as for 'petteia match'.")
@click.option("--nodes", type=click.IntRange(1), help="Iterations.")
@click.option("--movetime", type=click.IntRange(1), metavar="MS", help="Milliseconds.")
@click.option(
    "--ai-seed", type=click.IntRange(0), help="Same seed, same thoughts (default: the operating system chooses)."
)
@click.option("--lines", "n_lines", default=5, show_default=True, type=click.IntRange(1), help="Moves to show.")
@click.option("--json", "as_json", is_flag=True, help="Print the analysis as JSON.")
def analyze(
    game: str | None,
    seed: int,
    moves: str,
    save: Path | None,
    seats: int | None,
    options: tuple[str, ...],
    data: str | None,
    seat: str | None,
    player: str,
    nodes: int | None,
    movetime: int | None,
    ai_seed: int | None,
    n_lines: int,
    as_json: bool,
) -> None:
    """Say what a seat should do and why: each side's chances, the best moves, and what the hidden things may be.

    Only what the seat knows is used, never the position itself.

    \b
    Examples:
      petteia analyze --game egemonia -o scenario=historical --nodes 5000
      petteia analyze --save game.uhg --seat s1 --movetime 1000 --json
    """
    if (game is None) == (save is None):
        raise click.UsageError("want --game or --save, and not both")
    position = load(save, data) if save else Game(find_rules(str(game), seats, options, data), seed)
    play_moves(position, moves)
    if not position.pending:
        raise RunFailed("the game is over: there is nothing to decide")
    observation = position.observation(seat or position.pending[0])
    limits = Limits(nodes, None if movetime is None else movetime / 1000)
    decision = make_player(player, ai_seed).decide(observation, limits)
    hidden = beliefs(observation)
    if as_json:
        thought = {} if decision.analysis is None else decision.analysis.to_dict()
        if "lines" in thought:
            thought["lines"] = thought["lines"][:n_lines]
        print_json({"move": decision.move, "policy": decision.policy, **thought, "beliefs": hidden})
        return
    if decision.analysis is not None:
        _print_values(observation, decision.analysis)
        if decision.analysis.lines:  # an engine process tells none
            _print_lines(decision.analysis, n_lines)
    if hidden:
        _print_beliefs(hidden)
    make_console().print(f"plays {decision.move}")


def play_moves(position: Game, moves: str) -> None:
    """Play ``moves``: each for the first seat that is asked, or for the one named before ``=``."""
    for text in moves.split():
        named, equals, move = text.partition("=")
        if not position.pending:
            raise GameError(f"{text!r}: the game is over before that move")
        position.play(named if equals else position.pending[0], move if equals else text)


def _print_values(observation: Observation, analysis: Analysis) -> None:
    """A bar for each team: the share of the game that it may expect."""
    console = make_console()
    rules = observation.ruleset
    console.print(
        f"{rules.title}, {rules.seat_name(analysis.seat)} to decide: {analysis.nodes} nodes, {analysis.seconds:.2f} s"
    )
    full, empty, give_or_take = ("#", ".", "+-") if console.options.ascii_only else ("█", "░", "±")
    rows = []
    for team, value in enumerate(analysis.values):
        members = [rules.seat_name(seat) for seat, of in zip(rules.seats, rules.rules.teams, strict=True) if of == team]
        rows.append((" and ".join(members) or "the game", value, f"{value:.3f} {give_or_take} {analysis.error:.3f}"))
    name_width = max(len(name) for name, _, _ in rows)
    figure_width = max(len(figure) for _, _, figure in rows)
    bar = max(1, min(BAR, console.width - name_width - figure_width - 6))
    for name, value, figure in rows:
        filled = round(bar * value)
        console.print(f" {name:<{name_width}}  {full * filled + empty * (bar - filled)}  {figure}", soft_wrap=True)


def _print_lines(analysis: Analysis, n_lines: int) -> None:
    rows = [
        (line.move, f"{line.policy:.3f}", f"{line.value:.3f}", str(line.visits), " ".join(line.continuation))
        for line in analysis.lines[:n_lines]
    ]
    if len(analysis.lines) > n_lines:
        rows.append((f"({len(analysis.lines) - n_lines} more)", "", "", "", ""))
    figures = ("policy", "value", "visits")
    print_table(("move", *figures, "then"), rows, right=figures, most_wrapping=4)


def _print_beliefs(hidden: dict[str, dict[str, float]]) -> None:
    rows = []
    for name, possible in hidden.items():
        likely = list(possible.items())
        shown = ", ".join(f"{what} {chance:.0%}" for what, chance in likely[:LIKELIEST])
        rows.append((name, shown + (f", {len(likely) - LIKELIEST} more" if len(likely) > LIKELIEST else "")))
    print_table(("hidden", "may be"), rows, most_wrapping=4)

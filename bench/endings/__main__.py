"""``python -m bench.endings GAME``: what a player loses in the solved endings of a game, or make those anew."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.progress import Progress, track

from petteia.ai.executor import completed, make_executor
from petteia.ai.registry import parse_player
from petteia.cli.output import print_table
from petteia.engine import GAMES, GameError
from tests.reference import SOLVERS

from . import making, sets
from .regret import WRONG, Asked, Regret, answers, work

COLUMNS = ("", "positions", "regret in all", "mean", "standard error", "wrong")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--player", default="ismcts", show_default=True, help="As in `petteia match`.")
@click.option("--nodes", type=click.IntRange(1), help="A decision. Without it: the player's own budget.")
@click.option("--seeds", default=1, show_default=True, type=click.IntRange(1), help="Of the player, in each position.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1))
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--make", "is_made", is_flag=True, help="Play and solve: make the set anew from the present components.")
@click.option("--count", default=200, show_default=True, type=click.IntRange(1), help="With --make: endings.")
@click.option("--seed", default=0, show_default=True, help="With --make: of the games.")
def main(
    game: str, player: str, nodes: int | None, seeds: int, jobs: int, as_json: bool, is_made: bool, count: int,
    seed: int,
) -> None:  # fmt: skip
    """Ask a player about the solved endings of a game, and say what its choices lose.

    \b
    Examples:
      python -m bench.endings epireia --nodes 4000 --seeds 4 --jobs 2
      python -m bench.endings egemonia --player greedy:worlds=64
      python -m bench.endings epix --make
    """
    try:
        if is_made:
            make(game, seed, count, jobs)
            return
        parse_player(player)
        endings = sets.read(game)
    except GameError as error:
        raise click.ClickException(str(error)) from None
    asked = Asked(player, nodes, seeds)
    console = Console(stderr=True)
    with make_executor(jobs=jobs) as pool:
        done = completed(pool.map(answers, list(work(endings, asked))))
        found = [each for some in track(done, "games", len(endings.played), console=console) for each in some]
    regret = Regret(game, asked, tuple(found))
    if as_json:
        click.echo(json.dumps(regret.to_dict(), indent=1))
    else:
        show(regret)


def show(regret: Regret) -> None:
    click.echo(f"{SOLVERS[regret.game].about}")
    rows = [["all", *cells(regret)], *([phase, *cells(part)] for phase, part in regret.by_phase())]
    print_table(COLUMNS, rows, right=COLUMNS[1:])
    click.echo(f"wrong: the share of choices that lose more than {WRONG}. The worst:")
    for answer in regret.worst():
        if answer.regret > WRONG:
            click.echo(f"- {answer.words()}")


def cells(regret: Regret) -> list[str]:
    error = f"{regret.error:.4f}" if regret.asked.seeds > 1 else ""
    return [str(len(regret.answers)), f"{regret.total:.2f}", f"{regret.mean:.4f}", error, f"{regret.wrong:.3f}"]


def make(game: str, seed: int, count: int, jobs: int) -> None:
    """Play and solve until there are enough, and write the set."""
    endings = None
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("endings", total=count)
        for endings in making.make(game, seed, count, jobs):
            progress.update(task, completed=endings.n_endings)
    assert endings is not None
    path = sets.path_of(game)
    endings.write(path)
    click.echo(f"{path}: {endings.n_endings} endings of {len(endings.played)} games")


if __name__ == "__main__":
    main()

"""``petteia history``: the games that were played here, how they came out, and what can still be done with them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from petteia.engine import available

from ..shared.errors import RunFailed
from ..shared.files import state_folder, write_atomically
from ..shared.finished import OPEN, kind_of, outcome, statistics, suggestion
from ..shared.store import CannotKeep, GameStore
from ..shared.store.games import KeptGame
from .output import print_json, print_table

NO_GAMES = "No game was played here yet: `petteia play` begins one."


@click.command()
@click.argument("which", metavar="[NUMBER]", required=False)
@click.option("--review", "do", flag_value="review", help="What the game taught.")
@click.option("--replay", "do", flag_value="replay", help="The game as a story.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write its .uhg record.")
@click.option("--again", "do", flag_value="again", help="Play the same deal again.")
@click.option("--delete", "do", flag_value="delete", help="Throw it away; it is asked first.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--plain", is_flag=True, help="Sentences only, for screen readers.")
@click.option("--json", "as_json", is_flag=True, help="The list, for programs.")
@click.option(
    "--dir", "folder", type=click.Path(file_okay=False, path_type=Path), help="Where games are kept, if elsewhere."
)
def history(
    which: str | None,
    do: str | None,
    save: Path | None,
    yes: bool,
    plain: bool,
    as_json: bool,
    folder: Path | None,
) -> None:
    """List the games that were played here, how they came out, and what to play next.

    NUMBER is a game's in the list, 1 for the latest. With it and one of --review, --replay, --save, --again and
    --delete, something is done with that game.

    \b
    Examples:
      petteia history
      petteia history 1 --review
      petteia history 3 --save ours.uhg
    """
    where = folder or state_folder()
    if not where.exists():
        if which is not None:
            raise click.UsageError(NO_GAMES)
        click.echo("[]" if as_json else NO_GAMES)
        return
    store = GameStore(where)
    try:
        games = store.games()
        if which is None:
            if do is not None or save is not None:
                raise click.UsageError("say which game, by its number in `petteia history`")
            _list(games, plain, as_json)
        else:
            _act(store, _find(games, which), do, save, yes, plain)
    except CannotKeep as error:
        raise RunFailed(f"the games that were kept cannot be read: {error}; `petteia doctor` says more") from None
    finally:
        store.close()


def _find(games: list[KeptGame], which: str) -> KeptGame:
    if which.isdecimal() and 0 < int(which) <= len(games):
        return games[int(which) - 1]
    raise click.UsageError(f"{which!r}: want a number from 1 to {len(games)}, as in `petteia history`")


def _list(games: list[KeptGame], plain: bool, as_json: bool) -> None:
    if as_json:
        print_json([{"number": number, **_row(game)} for number, game in enumerate(games, 1)])
        return
    if not games:
        click.echo(NO_GAMES)
        return
    rows = []
    for number, game in enumerate(games, 1):
        title, kind = _named(game.name, kind_of(game))
        against = str(_row(game)["against"]).removeprefix("engine, ")
        rows.append({**_row(game), "number": str(number), "game": title, "kind": kind, "against": against})
    if plain:
        for row in rows:
            click.echo(
                f"{row['number']}. {row['game']}, {row['kind']}, against {row['against']}: {row['result']}, "
                f"{row['decisions']} decisions, {row['when']}."
            )
    else:
        heads = ("number", "when", "game", "kind", "against", "result", "decisions")
        labels = ("no.", *heads[1:-1], "length")  # they fit beside each other at 80 columns
        print_table(labels, [[str(row[head]) for head in heads] for row in rows], right=("no.", "length"))
    told = statistics(games)
    if told:
        click.echo()
        if plain:
            for each in told:
                title, kind = _named(each.name, each.kind)
                click.echo(
                    f"{title}, {kind}, level {each.level or 'none'}: {each.played} played, {each.won} won, "
                    f"{each.lost} lost, {each.drawn} drawn."
                )
        else:
            columns = ("game", "kind", "level", "played", "won", "lost", "drawn")
            cells = [
                [
                    *_named(each.name, each.kind),
                    str(each.level or ""),
                    *map(str, (each.played, each.won, each.lost, each.drawn)),
                ]
                for each in told
            ]
            print_table(columns, cells, right=("level", "played", "won", "lost", "drawn"))
    last = next((game for game in games if outcome(game) != OPEN), None)
    scenarios = available()[last.name].options.get("scenario", ()) if last and last.name in available() else ()
    found = suggestion(games, scenarios)
    if found is not None:
        click.echo()
        click.echo(f"Next? {found.why}")
        given = "".join(f" -o {name}={value}" for name, value in found.options.items() if value)
        seats = f" --seats {found.seats}" if found.seats else ""
        click.echo(f"  petteia play {found.name}{seats} --level {found.level}{given}")


def _named(name: str, kind: str) -> tuple[str, str]:
    """What people call a game and its kind."""
    if name not in available():
        return name, kind
    words = available()[name].option_words()
    scenarios = words["scenario"].values if "scenario" in words else {}
    return available()[name].title, scenarios.get(kind, kind)


def _row(game: KeptGame) -> dict[str, str | int]:
    return {
        "id": game.id,
        "when": time.strftime("%Y-%m-%d %H:%M", time.localtime(game.changed)),
        "game": game.name,
        "kind": kind_of(game),
        "against": f"{game.opponent}{f', level {game.level}' if game.level else ''}",
        "result": "goes on" if outcome(game) == OPEN else outcome(game),
        "decisions": game.length,
    }


def _act(store: GameStore, game: KeptGame, do: str | None, save: Path | None, yes: bool, plain: bool) -> None:
    if do == "delete":
        _delete(store, game, yes)
        return
    record, _, changes = store.record(game.id)
    if changes:
        raise RunFailed("its last moves are not in its record yet: open it once more in the browser")
    if save is not None:
        try:
            write_atomically(save, record)
        except OSError as error:
            raise RunFailed(f"--save {save}: {error.strerror}") from None
        click.echo(f"Saved to {save}.")
    elif do == "again":
        _play_again(game, record)
    else:
        _tell(game, record, do, plain)


def _tell(game: KeptGame, record: str, do: str | None, plain: bool) -> None:
    from petteia.protocols.records import uhg

    played = uhg.read(record).replay(game.settings.get("data"))
    if do == "review":
        if played.result is None:
            raise click.UsageError("that game is not over yet")
        from petteia.ai.review import review as review_game

        from .review import print_review, showing_progress

        with showing_progress() as listener:
            found = review_game(played, list(game.people)[:1] or None, listener=listener)
        print_review(played, found, plain)
        return
    if played.result is None:  # who plays on should not be told what is hidden
        raise click.UsageError(
            "that game is not over yet; `petteia play --resume` goes on with the last one that was left"
        )
    for sentence in played.story(game.people[0] if game.people else "pub"):
        click.echo(sentence)


def _delete(store: GameStore, game: KeptGame, yes: bool) -> None:
    row = _row(game)
    if not store.claim(game.id):
        raise RunFailed("that game is being played in another window")
    title, _ = _named(game.name, "")
    if not yes and not click.confirm(f"Throw {title} of {row['when']} ({row['result']}) away for good?"):
        store.release(game.id)
        return
    store.remove(game.id)
    click.echo("It is gone.")


def _play_again(game: KeptGame, record: str) -> None:
    """The same deal with the same people, at this terminal."""
    from petteia.protocols.records import uhg

    from ..terminal.screen import Screen
    from ..terminal.session import play_games
    from ..terminal.settings import LEVEL, PlaySettings

    if game.result is None:
        raise click.UsageError("that game is not over yet: the same deal would tell what comes in it")
    kept = uhg.read(record)
    options = {name: value for name, value in kept.options.items() if value}
    people = list(game.people)
    settings = PlaySettings(
        game.name, kept.seats, options, people, game.level or LEVEL, dict(game.levels), seed=kept.deal,
        data=game.settings.get("data"), lang=str(game.settings.get("lang") or "en"),
    )  # fmt: skip
    play_games(Screen(), settings, None, {}, autosaves=True)

"""The command web: the browser frontend."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from petteia.engine import GAMES
from petteia.engine.languages import ENGLISH, brought_files, languages

from ..shared.data_folder import check_data_of_all
from .arguments import toys_option


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0: any free one.")
@click.option("--open/--no-open", "open_page", default=True, help="Open the page in your browser.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games are kept; by default below your state directory.",
)
@click.option(
    "--pace", type=click.FloatRange(0, 10), default=0.6, show_default=True, help="Least seconds of an engine's move."
)
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path, resolve_path=True),
    help="Folder with component files of yours, for each game in a folder of its name.",
)
@click.option(
    "--lang", default=ENGLISH, show_default=True, metavar="XX", help="Language of new games; --data may bring some."
)
@toys_option
@click.option("--allow-host", "names", multiple=True, metavar="NAME[:PORT]", help="A name that a proxy of yours uses.")
def web(
    port: int,
    open_page: bool,
    folder: Path | None,
    pace: float,
    data: Path | None,
    lang: str,
    toys: bool,
    names: tuple[str, ...],
) -> None:
    """Play in the browser.

    A server on this machine, for this machine: it listens on the loopback address only. Games are kept as they
    go; stop the server when you like and start it again.

    \b
    Examples:
      petteia web
      petteia web --port 9000 --no-open
      petteia web --data mine       your values for Epireia are in mine/epireia
      petteia web --data my-greek --lang el
    """
    if data is not None:
        check_data_of_all(data)
    files = {game: brought_files(game, data) if data is not None else () for game in GAMES}
    known = dict.fromkeys(code for game in GAMES for code in languages(game, files[game]))
    if lang not in known:
        raise click.ClickException(f"--lang {lang}: want {', '.join(known)}; --data FOLDER may bring others")
    try:
        from petteia.web.serve import bind, serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] not in ("starlette", "uvicorn", "websockets"):
            raise
        raise click.ClickException(
            f"the browser frontend needs {error.name}, which is not installed: pip install 'petteia[web]'"
        ) from None
    from petteia.shared.files import state_folder

    try:
        listener = bind(port)
    except OSError as error:
        raise click.ClickException(f"--port {port}: {error.strerror or error}; try another") from None

    def ready(address: str) -> None:
        click.echo(f"petteia is at {address} (Ctrl-C stops it)")
        if open_page:
            webbrowser.open(address)

    folder = folder or state_folder()
    serve(listener, folder, pace=pace, names=names, data=data, lang=lang, toys=toys, ready=ready)

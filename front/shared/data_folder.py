"""A folder with component files of the player's own, as ``--data`` names it: is there anything of use in it?"""

from __future__ import annotations

from pathlib import Path

from petteia.engine import GAMES, BadData, GameError, Ruleset


class UselessFolder(GameError):
    """A data folder that changes nothing, so that it cannot be the one that was meant."""


def check_data(rules: Ruleset, data: str | None) -> Ruleset:
    """The rules, unless a folder was given for them that has none of their files and no language for them."""
    if data is not None and not rules.components.overridden and not rules.components.brought:
        files = ", ".join(dict.fromkeys(row.file for row in rules.components))
        raise UselessFolder(f"--data {data}: no file of {rules.name} is there; want some of {files}")
    return rules


def check_data_of_all(data: Path) -> None:
    """Where all games are offered, all must be able to use the folder, and one at least must find something in it."""
    found: list[str] = []
    for name, game in GAMES.items():
        try:
            components = game(data=data).components
            found += [*components.overridden, *components.brought]
        except BadData as error:
            below = "" if (data / name).is_dir() else f" (one game's files belong in a folder of its name, {data}/GAME)"
            raise BadData(f"--data {data}: {name}: {error}{below}") from None
    if not found:
        raise UselessFolder(f"--data {data}: no game has files there; want a folder {' or '.join(GAMES)} in it")

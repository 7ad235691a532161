"""A game's rules for people: a few paragraphs for somebody who begins, and the whole page."""

from __future__ import annotations

import re
from typing import Any

from petteia.engine import Ruleset, available
from petteia.engine.homes import home
from petteia.engine.registry import TOYS


def rules_page(name: str) -> str:
    """The whole page, in Markdown as it was written; KeyError if there is no such game.

    The small games, and perhaps those of other packages, have no page: the paragraphs of the primer say all.
    """
    kind = _kind(name)
    page = home(kind.folder or name) / "RULES.md"
    if name in TOYS or not page.is_file():
        return f"# {kind.title}\n\n{kind.primer.strip()}\n"
    return page.read_text("utf-8")


def _kind(name: str) -> type[Ruleset]:
    return TOYS[name] if name in TOYS else available()[name]


# Headings of rules pages, without their numbers, under which programmers read: what people need for playing is above.
_FOR_PROGRAMMERS = {
    "Decisions",
    "Fields",
    "Chance",
    "Flow",
    "Balance",
    "Length",
    "Sampling",
    "Hidden information",
    "Hidden information, and the law of sampling",
    "The law of sampling",
    "What must always hold",
    "What people read",
    "Effect words",
    "Silences and contradictions of the book",
}


_CONTENTS = re.compile(r"^Contents: .*?\n\n", re.MULTILINE | re.DOTALL)


def players_page(name: str) -> str:
    """The rules page for people who play: without fields, notation and laws of sampling."""
    first, *sections = re.split(r"^(?=## )", rules_page(name), flags=re.MULTILINE)
    kept = [section for section in sections if _heading(section) not in _FOR_PROGRAMMERS]
    return "".join([_CONTENTS.sub("", first), *kept])  # a list of contents names what is left out


def _heading(section: str) -> str:
    """The title of a section, without its number and its mark."""
    title = section.partition("\n")[0].removeprefix("## ")
    return re.sub(r"^[\d.]+ +| *\[[^]]*\]$", "", title)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each in one line."""
    return [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]


def rulebook(name: str) -> dict[str, Any]:
    """Both, with the game's title; KeyError if there is no such game."""
    kind = _kind(name)
    return {"title": kind.title, "primer": paragraphs(kind.primer), "page": rules_page(name)}

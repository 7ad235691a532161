"""A game whose words for people come from a guide of its own: what is asked, what a move means, where things stand."""

from __future__ import annotations

from typing import Any, Protocol

from .sheet import Sheet
from .worded import WordedRuleset


class Guide(Protocol):
    """The words of one set of components."""

    def headline(self, view: dict[str, Any]) -> str: ...

    def sheets(self, view: dict[str, Any]) -> list[Sheet]: ...

    def question(self, view: dict[str, Any]) -> str: ...

    def gloss(self, view: dict[str, Any], move: str) -> str: ...


class GuidedRuleset(WordedRuleset):
    """Passes on what the guide says; `Ruleset` has what each of these means."""

    guide: Guide

    def headline(self, view: dict[str, Any]) -> str:
        return self.guide.headline(view)

    def sheets(self, view: dict[str, Any], brief: bool = False) -> list[Sheet]:
        return self.guide.sheets(view)

    def question(self, view: dict[str, Any]) -> str:
        return self.guide.question(view)

    def gloss(self, view: dict[str, Any], move: str) -> str:
        return self.guide.gloss(view, move)

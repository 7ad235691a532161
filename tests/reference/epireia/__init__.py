"""Epireia: a second reading of the rules page.

`core` holds the position, `development` setup, cards, development and diplomacy, `resolution` the resolution phase,
`battle` the Great Battle, `rules` the flow between them, `worlds` what may lie behind a view.
"""

from .rules import Epireia

__all__ = ["Epireia"]

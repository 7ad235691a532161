"""Ephyran: `rules`, and the worlds behind what a seat saw (`worlds`)."""

from .rules import Ephyran

__all__ = ["Ephyran"]

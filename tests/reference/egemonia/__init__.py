"""Egemonia: `rules`, and the worlds behind what a seat saw (`worlds`)."""

from .rules import Egemonia

__all__ = ["Egemonia"]

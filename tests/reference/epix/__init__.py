"""Epix: `rules`, the test of the last player (`last_player`), and the worlds behind a view (`worlds`)."""

from .rules import Epix

__all__ = ["Epix"]

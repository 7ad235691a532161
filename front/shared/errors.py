"""What can go wrong outside the rules of a game."""

from __future__ import annotations


class RunFailed(Exception):
    """What was asked for is right, but it could not be done: the sentence says why."""

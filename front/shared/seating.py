"""Seats of a game as the protocol names them: teams are words such as ``s0`` or ``s0+s2``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HOUSE = "house"  # the team of the game itself, which has no seat


def seats_of(teams: Iterable[str]) -> list[str]:
    """Every seat of the teams, the numbered ones first."""
    seats = {seat for team in teams if team != HOUSE for seat in team.split("+")}
    return sorted(seats, key=lambda seat: (not seat[1:].isdigit(), seat))


def team_of(teams: Sequence[str], seat: str) -> int:
    """The place of the team that a seat belongs to."""
    return next(number for number, team in enumerate(teams) if seat in team.split("+"))

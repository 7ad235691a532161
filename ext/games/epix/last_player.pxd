"""Epix: the last player of Winter (RULES.md, 8)."""

from petteia.ext.games.epix.state cimport EpixRules, EpixState


cdef bint may_win(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil

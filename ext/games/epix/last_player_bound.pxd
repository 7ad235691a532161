"""Epix: a quick look at whether the last player of Winter can possibly win (RULES.md, 8)."""

from petteia.ext.games.epix.state cimport EpixRules, EpixState


cdef bint might_win(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil

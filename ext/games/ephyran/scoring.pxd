"""Ephyran: prestige."""

from petteia.ext.games.ephyran.state cimport EphyranRules, EphyranState


cdef int score(const EphyranRules* rules, const EphyranState* state, int seat, int* sheet) noexcept nogil

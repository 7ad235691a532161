"""Epireia: the resolution of a turn."""

from petteia.ext.core.types cimport Events
from petteia.ext.games.epireia.state cimport EpireiaRules, EpireiaState


cdef int next_roller(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef bint resolve(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil

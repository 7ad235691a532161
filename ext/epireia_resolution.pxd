"""Epireia: the resolution of a turn."""

from petteia.ext.epireia cimport EpireiaRules, EpireiaState
from petteia.ext.types cimport Events

cdef int next_roller(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef bint resolve(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil

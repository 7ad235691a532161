"""Epireia: what a position is worth, and whether it is sound."""

from petteia.ext.epireia cimport EpireiaRules

cdef float mean_power(const EpireiaRules* rules, int deck) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef int check(const void* rules, const void* state) noexcept nogil

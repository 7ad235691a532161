"""Ephyran: scoring and evaluation."""

from petteia.ext.ephyran cimport EphyranRules, EphyranState

cdef int score(const EphyranRules* rules, const EphyranState* state, int seat, int* sheet) noexcept nogil
cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil

"""Epix: how a game stands."""

from petteia.ext.core.game cimport GameOps


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void add_evaluation(GameOps* ops) noexcept

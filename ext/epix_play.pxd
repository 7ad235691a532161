"""Epix: how a game stands, random games, and whether a state is sound."""

from petteia.ext.rng cimport Rng


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef int playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil
cdef int check(const void* rules, const void* state) noexcept nogil

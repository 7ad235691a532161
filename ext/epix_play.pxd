"""Epix: how a game stands, random games, and whether a state is sound."""

from petteia.ext.epix cimport EpixRules, EpixState, Menu
from petteia.ext.rng cimport Rng


cdef void decide_at_random(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil

cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef int playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil
cdef int check(const void* rules, const void* state) noexcept nogil

"""Egemonia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them."""

from libc.stdint cimport uint64_t

from petteia.ext.rng cimport Rng
from petteia.ext.types cimport move_t

cdef uint64_t secrets(const void* rules, const void* state, int seat) noexcept nogil
cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil
cdef double plausible(const void* rules, const void* state, int viewer) noexcept nogil
cdef int rollout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil

"""Ephyran: the legal moves."""

from petteia.ext.core.types cimport move_t

cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil

"""Epireia: what a position is worth, and whether it is sound."""

cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef int check(const void* rules, const void* state) noexcept nogil

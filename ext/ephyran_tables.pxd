"""Ephyran: soundness of a state."""

cdef int check(const void* rules, const void* state) noexcept nogil

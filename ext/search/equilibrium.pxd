"""The exact equilibrium of a bid against guesses."""

from petteia.ext.core.rng cimport Rng

cdef enum:
    MAX_BIDS = 128


cdef double solve(const double* miss, const double* hit, int n, int k, double* bid, double* cover) noexcept nogil
cdef int draw_guesses(const double* cover, int n, double offset, int* out) noexcept nogil

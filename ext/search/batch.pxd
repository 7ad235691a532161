"""Leaves of the search that wait to be judged together."""

from libc.stdint cimport uint64_t

from petteia.ext.core.handles cimport Rules
from petteia.ext.search.worker cimport Step, Worker


# One leaf: the way to it, for the way up.
cdef struct Leaf:
    size_t first_step                       # in `steps`
    size_t first_mixed                      # in `mixed`
    int n_steps
    int n_mixed
    bint resample_own


cdef class Collector:
    cdef Rules rules
    cdef int size                           # leaves that it takes
    cdef int n                              # that it has
    cdef Leaf* leaves
    cdef Step* steps                        # of all leaves, one after the other,
    cdef double* mixed                      # and their strategies
    cdef size_t n_steps
    cdef size_t n_mixed
    cdef size_t step_room
    cdef size_t mixed_room
    cdef object states                      # the arrays that will be handed out,
    cdef object seats
    cdef unsigned char* states_at           # and where their numbers are
    cdef signed char* seats_at

    cdef int begin(self) except -1
    cdef int collect(self, Worker* w, uint64_t goal, int* stopped) except -1 nogil
    cdef int keep(self, Worker* w, bint resample_own) except -1 nogil
    cdef int judge(self, Worker* w, object evaluate) except -1
    cdef void take(self, Worker* w, int number) noexcept nogil
    cdef void abandon(self, Worker* w) noexcept nogil
    cdef void clear(self, Worker* w) noexcept nogil

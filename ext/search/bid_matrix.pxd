"""A hidden bid against a guess, decided together: the exact equilibrium of what their nodes have seen."""

from petteia.ext.core.handles cimport Obs
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport pending_t
from petteia.ext.search.worker cimport Step, Worker


cdef int pair_of(const Worker* w, pending_t pending) noexcept nogil
cdef bint bid_and_guess(Worker* w, int bidder, int guesser, Rng* rng) noexcept nogil
cdef void learn_matrix(Worker* w, const Step* step, const double* raw, double* corrected) noexcept nogil
cdef list matrix_rows(Worker* workers, int n_workers, Obs obs)

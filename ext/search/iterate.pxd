"""One iteration of the search."""

from petteia.ext.core.rng cimport Rng
from petteia.ext.search.worker cimport Worker


cdef void iterate(Worker* w) noexcept nogil

# Its parts, for a search whose leaves are judged many at a time.
cdef bint draws_own(const Worker* w) noexcept nogil
cdef bint walk_down(Worker* w, bint resample_own, Rng* rng) noexcept nogil
cdef void play_on(Worker* w, Rng* rng, float* per_team) noexcept nogil
cdef bint are_shares(const float* per_team, int n_teams) noexcept nogil
cdef void learn(Worker* w, const float* per_team, bint resample_own) noexcept nogil

"""One iteration of the search."""

from petteia.ext.search.worker cimport Worker


cdef void iterate(Worker* w) noexcept nogil

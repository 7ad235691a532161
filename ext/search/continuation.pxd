"""What a search expects after a move, for people who want to see its plan."""

from petteia.ext.core.types cimport move_t
from petteia.ext.search.worker cimport Worker


cdef list expected_line(Worker* w, move_t move, int length)
cdef void start_line(Worker* w) noexcept nogil

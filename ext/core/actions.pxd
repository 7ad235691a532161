"""The fixed set of actions of one rule set: from a kernel's move to its action id and back."""

from libc.stdint cimport int32_t, uint32_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.types cimport move_t


# An open hash table with room for four times as many moves as there are. A place holds an id, or NO_ACTION.
cdef struct Actions:
    int n
    int shift                               # the top bits of a move's hash are its first place
    uint32_t last_place
    move_t* move                            # by id
    int32_t* place

cdef enum:
    NO_ACTION = -1


cdef Actions* make_actions(const GameOps* ops, const void* rules) except NULL
cdef void free_actions(Actions* actions) noexcept nogil


cdef inline int action_of(const Actions* actions, move_t move) noexcept nogil:
    """The id of a move, or NO_ACTION if no seat can ever make it."""
    cdef uint32_t at = (move * <uint32_t>0x9E3779B1) >> actions.shift
    cdef int32_t found = actions.place[at]
    while found != NO_ACTION and actions.move[found] != move:
        at = (at + 1) & actions.last_place
        found = actions.place[at]
    return found

"""The fixed set of actions of one rule set, built from the game's list of all moves."""

from libc.stdint cimport int32_t, uint32_t
from libc.stdlib cimport calloc, free, malloc

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.types cimport move_t

cdef enum:
    ROOM = 4              # places for each move: most are found at the first


cdef Actions* make_actions(const GameOps* ops, const void* rules) except NULL:
    """MemoryError if there is no room; AssertionError if a game lists a move twice, whose ids would be ambiguous."""
    cdef Actions* made = <Actions*>calloc(1, sizeof(Actions))
    cdef int bits = 1, i
    if made == NULL:
        raise MemoryError
    made.n = ops.all_moves(rules, NULL)
    while <uint32_t>1 << bits < <uint32_t>(ROOM * made.n):
        bits += 1
    made.shift, made.last_place = 32 - bits, (<uint32_t>1 << bits) - 1
    made.move = <move_t*>malloc(made.n * sizeof(move_t))
    made.place = <int32_t*>malloc((<size_t>made.last_place + 1) * sizeof(int32_t))
    if made.move == NULL or made.place == NULL:
        free_actions(made)
        raise MemoryError
    ops.all_moves(rules, made.move)
    for i in range(<int>made.last_place + 1):
        made.place[i] = NO_ACTION
    for i in range(made.n):
        if action_of(made, made.move[i]) != NO_ACTION:
            twice = made.move[i]
            free_actions(made)
            raise AssertionError(f"move {twice:#x} is listed twice among all moves")
        enter(made, i)
    return made


cdef void enter(Actions* made, int action) noexcept nogil:
    """Put an id into the first free place for its move."""
    cdef uint32_t at = (made.move[action] * <uint32_t>0x9E3779B1) >> made.shift
    while made.place[at] != NO_ACTION:
        at = (at + 1) & made.last_place
    made.place[at] = action


cdef void free_actions(Actions* actions) noexcept nogil:
    if actions != NULL:
        free(actions.move)
        free(actions.place)
        free(actions)

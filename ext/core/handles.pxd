"""The Python handles of rules, states and observations, for use by other extension modules."""

from libc.stdint cimport uint64_t

from petteia.ext.core.actions cimport Actions
from petteia.ext.core.game cimport GameOps, RulesHead
from petteia.ext.core.rng cimport Deal
from petteia.ext.core.types cimport move_t, pending_t, token_t

cdef enum:
    MAX_STATE = 1024                        # bytes; every game's state fits


cdef class Rules:
    cdef const GameOps* ops
    cdef void* c                            # the game's own immutable struct, which starts with a RulesHead
    cdef Actions* actions                   # made when somebody first asks
    cdef readonly str game

    cdef const RulesHead* head(self) noexcept nogil
    cdef uint64_t digest(self) noexcept nogil
    cdef tuple sizes(self)
    cdef const Actions* want_actions(self) except NULL


cdef class DealRng:
    cdef Deal c


cdef class State:
    cdef readonly Rules rules
    cdef unsigned char c[MAX_STATE]

    cdef pending_t asks(self) noexcept nogil
    cdef bint allows(self, int seat, move_t move) noexcept nogil
    cdef object refusal(self, int seat, move_t move)
    cdef int want_chance(self) except -1
    cdef uint64_t rules_and_bytes(self) noexcept nogil


cdef class Obs:
    cdef readonly Rules rules
    cdef readonly int viewer
    cdef readonly int n_tokens              # how many it was folded from
    cdef int misfit                         # why the last token cannot be; 0: all is well
    cdef uint64_t key                       # their running hash
    cdef token_t* seen                      # the tokens themselves, so that it can be folded again elsewhere
    cdef int room                           # for so many
    cdef unsigned char* c

    cdef int want_sound(self) except -1
    cdef int remember(self, token_t seen) except -1


cdef bint same_rules(Rules one, Rules other)

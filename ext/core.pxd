"""The Python handles of rules, states and observations, for use by other extension modules."""

from libc.stdint cimport uint64_t

from petteia.ext.game cimport GameOps, RulesHead
from petteia.ext.rng cimport Deal

cdef enum:
    MAX_STATE = 1024                        # bytes; every game's state fits


cdef class Rules:
    cdef const GameOps* ops
    cdef void* c                            # the game's own immutable struct, which starts with a RulesHead
    cdef readonly str game

    cdef const RulesHead* head(self) noexcept


cdef class Luck:
    cdef Deal c


cdef class State:
    cdef readonly Rules rules
    cdef unsigned char c[MAX_STATE]


cdef class Obs:
    cdef readonly Rules rules
    cdef readonly int viewer
    cdef readonly int n_tokens              # how many it was folded from
    cdef uint64_t key                       # their running hash
    cdef unsigned char* c

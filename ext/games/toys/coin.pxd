"""A sure thing against a guess in the dark: the layout of rules and state."""

from libc.stdint cimport uint8_t

from petteia.ext.core.game cimport RulesHead

cdef enum Phase:
    TOSS = 0
    CHOOSE = 1
    CALL = 2
    FINISHED = 3

# Moves.
cpdef enum:
    DO_TOSS = 1           # | side << 4
    DO_SURE = 2
    DO_LATER = 3
    DO_CALL = 4           # | side << 4

# Events.
cpdef enum:
    EV_TOSS = 1           # + side, which nobody sees
    EV_CHOICE = 2         # verb | side << 4
    EV_OVER = 3           # the first seat's share in percent


cdef struct CoinRules:
    RulesHead head
    uint8_t sure                            # what the sure thing is worth, in percent


cdef struct CoinState:
    uint8_t side                            # hidden from all
    uint8_t phase
    uint8_t share                           # of the first seat, in percent, when finished


cdef struct CoinObs:
    CoinState known
    uint8_t viewer

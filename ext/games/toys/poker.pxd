"""Kuhn's and Leduc poker: the layout of rules and state."""

from libc.stdint cimport uint8_t

from petteia.ext.core.game cimport RulesHead

cdef enum:
    MAX_RANKS = 8
    NO_CARD = 255
    HIDDEN_CARD = 254     # dealt, but the viewer does not know it

cdef enum Phase:
    DEAL = 0              # to the active seat
    BET = 1
    BOARD = 2
    FINISHED = 3

# Moves. A deal is DO_DEAL | rank << 4.
cpdef enum:
    DO_FOLD = 1
    DO_CALL = 2           # or check
    DO_RAISE = 3          # or bet
    DO_DEAL = 4

# Events.
cpdef enum:
    EV_DEAL = 1           # + rank
    EV_BOARD = 2          # rank
    EV_ACT = 3            # verb
    EV_OVER = 4           # 64 + what the first seat won


cdef struct PokerRules:
    RulesHead head
    uint8_t n_ranks
    uint8_t suits                           # cards of each rank
    uint8_t rounds                          # of betting; a board card lies open in the second
    uint8_t raises                          # at most, in a round
    uint8_t bet[2]                          # size in each round
    double chip                             # what one is worth: the most that can be won makes the share 1


cdef struct PokerState:
    uint8_t card[2]                         # private: ranks, NO_CARD before the deal
    uint8_t board
    uint8_t phase
    uint8_t active
    uint8_t round
    uint8_t raised                          # raises in this round
    uint8_t acted                           # calls and checks in a row
    uint8_t paid[2]                         # into the pot, with the ante of 1
    uint8_t result                          # 64 + what the first seat won, when finished


cdef struct PokerObs:
    PokerState known
    uint8_t viewer

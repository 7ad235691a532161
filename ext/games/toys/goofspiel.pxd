"""Goofspiel with hidden bids: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint16_t

from petteia.ext.core.game cimport RulesHead

cdef enum:
    MAX_CARDS = 13

# Moves.
cpdef enum:
    DO_CARD = 1           # | card << 4, cards from 1

# Events.
cpdef enum:
    EV_CARD = 1           # card: only its owner notices
    EV_PRIZE = 2          # who won the prize: 0, 1, or 2 for nobody
    EV_OVER = 3           # 0, 1 or 2: who won the game


cdef struct GoofspielRules:
    RulesHead head
    uint8_t n_cards


cdef struct GoofspielState:
    uint16_t hand[2]                        # private: a bit for each card, the lowest is card 1
    uint8_t chosen[2]                       # private: 0 while not chosen
    uint8_t round                           # prizes go from the highest down
    uint8_t points[2]
    uint8_t over


cdef struct GoofspielObs:
    GoofspielState known
    uint8_t viewer
    uint8_t prize_to[MAX_CARDS]             # of each round so far
    uint8_t played[MAX_CARDS]               # the viewer's own cards, by round

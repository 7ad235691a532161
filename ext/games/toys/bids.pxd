"""Attacks with a hidden bid against guesses: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint32_t

from petteia.ext.core.game cimport RulesHead

cpdef enum:
    MAX_GOLD = 15
    NO_BID = 255

# Moves. A bid is DO_BID | gold << 4; a guess is DO_GUESS | the set of amounts named << 4.
cpdef enum:
    DO_BID = 1
    DO_GUESS = 2

# Events.
cpdef enum:
    EV_BID = 1            # amount: only the attacker notices
    EV_GUESS = 2          # the set of amounts: only the defender notices
    EV_OUTCOME = 3        # bid | 16 if it was guessed
    EV_OVER = 4           # 1 if the attack succeeded


# The attacker (seat 0) must get through so many defences, one bid for each, out of one purse. A bid that is
# guessed ends it. At the end the attacker has `prize` if it got through, loses `unit` if not, and every coin that it
# bid counts `coin`.
cdef struct BidsRules:
    RulesHead head
    uint8_t gold
    uint8_t guesses                         # amounts that the defender names each time
    uint8_t defences
    uint8_t prize
    uint8_t unit
    uint8_t coin


cdef struct BidsState:
    uint32_t named                          # private to seat 1: the guess, 0 while not made
    uint8_t bid                             # private to seat 0: NO_BID while not made
    uint8_t gold
    uint8_t left                            # defences
    uint8_t over
    uint8_t won


cdef struct BidsObs:
    BidsState known
    uint8_t viewer

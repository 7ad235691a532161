"""Attacks with a hidden bid against guesses: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.game cimport RulesHead
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport Events, move_t, pending_t, token_t

cdef enum:
    MAX_GOLD = 15
    NO_BID = 255

# Moves. A bid is DO_BID | gold << 4; a guess is DO_GUESS | the set of amounts named << 4.
cdef enum Verb:
    DO_BID = 1
    DO_GUESS = 2

cdef enum EventKind:
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


cdef void init(const void* rules, void* state) noexcept nogil
cdef pending_t pending(const void* rules, const void* state) noexcept nogil
cdef int kind(const void* rules, const void* state, int seat) noexcept nogil
cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil
cdef int source(const void* rules, const void* state) noexcept nogil
cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil
cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil
cdef void apply(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil
cdef void obs_init(const void* rules, void* obs, int viewer) noexcept nogil
cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil
cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef int playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil
cdef int check(const void* rules, const void* state) noexcept nogil
cdef uint64_t secrets(const void* rules, const void* state, int seat) noexcept nogil
cdef bint covers(const void* rules, const void* state, move_t guess, move_t bid) noexcept nogil

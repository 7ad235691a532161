"""Kuhn's and Leduc poker: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.game cimport RulesHead
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport Events, move_t, pending_t, token_t

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
cdef enum Verb:
    DO_FOLD = 1
    DO_CALL = 2           # or check
    DO_RAISE = 3          # or bet
    DO_DEAL = 4

cdef enum EventKind:
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

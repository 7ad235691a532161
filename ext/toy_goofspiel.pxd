"""Goofspiel with hidden bids: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.game cimport RulesHead
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport Events, move_t, pending_t, token_t

cdef enum:
    MAX_CARDS = 13

cdef enum Verb:
    DO_CARD = 1           # | card << 4, cards from 1

cdef enum EventKind:
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

"""A sure thing against a guess in the dark: the layout of rules and state."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.game cimport RulesHead
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport Events, move_t, pending_t, token_t

cdef enum Phase:
    TOSS = 0
    CHOOSE = 1
    CALL = 2
    FINISHED = 3

cdef enum Verb:
    DO_TOSS = 1           # | side << 4
    DO_SURE = 2
    DO_LATER = 3
    DO_CALL = 4           # | side << 4

cdef enum EventKind:
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

"""Epix: the legal moves."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epix.state cimport EpixRules, EpixState

cdef enum:
    MAX_GROUPS = 24       # of moves of one kind: 12 of units, or 4 kinds of unit and 8 cards


# The legal moves of a public decision, as groups of one kind, and last a single move.
cdef struct Group:
    uint8_t verb
    uint8_t unit
    uint8_t at                              # where the unit is; the ability of an offer
    uint8_t low                             # the least amount of an offer
    uint16_t to                             # set of provinces
    int n


cdef struct Menu:
    int n
    int total                               # moves in all, the last one included
    Group group[MAX_GROUPS]
    move_t last


cdef void menu_of(const EpixRules* rules, const EpixState* state, Menu* menu) noexcept nogil
cdef int legal_chance(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil
cdef int legal_cards(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil

# Draws a number below n: each as likely (`rng_below`), or as the caller likes it.
ctypedef uint32_t (*below_t)(Rng* rng, uint32_t n) noexcept nogil

cdef move_t pick(const Menu* menu, Rng* rng) noexcept nogil
cdef void draw_guess(const EpixRules* rules, EpixState* state, Rng* rng, below_t below) noexcept nogil

cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil

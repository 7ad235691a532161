"""Epix: who is asked, and what it may do."""

from libc.stdint cimport uint32_t

from petteia.ext.epix cimport EpixRules, EpixState, Menu
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport move_t, pending_t


cdef void menu_of(const EpixRules* rules, const EpixState* state, Menu* menu) noexcept nogil
cdef int legal_cards(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil
cdef move_t pick(const Menu* menu, Rng* rng) noexcept nogil
cdef void guess_at_random(const EpixRules* rules, EpixState* state, Rng* rng) noexcept nogil

cdef pending_t pending(const void* rules, const void* state) noexcept nogil
cdef int kind(const void* rules, const void* state, int seat) noexcept nogil
cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil
cdef int source(const void* rules, const void* state) noexcept nogil
cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil
cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil

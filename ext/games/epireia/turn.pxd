"""Epireia: cards, development and diplomacy."""

from libc.stdint cimport uint32_t

from petteia.ext.core.types cimport Events, move_t
from petteia.ext.games.epireia.state cimport EpireiaRules, EpireiaState


cdef uint32_t cards_left(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef void begin_turn(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef void turn_up_card(const EpireiaRules* rules, EpireiaState* state, int card) noexcept nogil
cdef void tax(const EpireiaRules* rules, EpireiaState* state) noexcept nogil
cdef int legal_development(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil
cdef bint develop(const EpireiaRules* rules, EpireiaState* state) noexcept nogil
cdef void end_development(const EpireiaRules* rules, EpireiaState* state, int board) noexcept nogil
cdef void donate(const EpireiaRules* rules, EpireiaState* state, int seat, int resource, int n) noexcept nogil
cdef void build(const EpireiaRules* rules, EpireiaState* state, int seat, int building) noexcept nogil
cdef void produce(const EpireiaRules* rules, EpireiaState* state, int seat, int deck, bint by_treasury) noexcept nogil
cdef void use_ability(const EpireiaRules* rules, EpireiaState* state, int seat, int a, int b) noexcept nogil
cdef bint send_next(const EpireiaRules* rules, EpireiaState* state) noexcept nogil
cdef int legal_diplomacy(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil
cdef void send(const EpireiaRules* rules, EpireiaState* state, int board, int space) noexcept nogil
cdef void send_by_die(const EpireiaRules* rules, EpireiaState* state, int roll) noexcept nogil

"""Epireia: what changes a board or a league, and when an objective is met."""

from petteia.ext.core.types cimport Events
from petteia.ext.games.epireia.state cimport capped, EpireiaRules, EpireiaState, goods_t, Objective, Once


cdef inline void gain(const EpireiaRules* rules, EpireiaState* state, int board, goods_t goods) noexcept nogil:
    """A city holds at most its cap of each resource."""
    state.board[board].goods = capped(state.board[board].goods + goods, rules.goods_cap)


cdef void change_prestige(const EpireiaRules* rules, EpireiaState* state, int board, int n) noexcept nogil
cdef void fill_treasury(const EpireiaRules* rules, EpireiaState* state, int league, goods_t more,
                        goods_t less) noexcept nogil
cdef void leave_territory(const EpireiaRules* rules, EpireiaState* state, int territory) noexcept nogil
cdef int board_of_city(const EpireiaRules* rules, const EpireiaState* state, int city) noexcept nogil
cdef void apply_once(const EpireiaRules* rules, EpireiaState* state, const Once* once, int n,
                     bint for_a_turn) noexcept nogil
cdef bint can_have_figure(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil
cdef int done_for(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective, int board,
                  int* needed) noexcept nogil
cdef bint meets(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective,
                int board) noexcept nogil
cdef bint can_be_met(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective) noexcept nogil
cdef void award_objectives(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef int neutral_cities(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil

"""Epireia: what changes a board or a league, and when an objective is met."""

from petteia.ext.epireia cimport EpireiaRules, EpireiaState, Objective, Once, goods_t
from petteia.ext.types cimport Events


cdef inline void take(const EpireiaRules* rules, EpireiaState* state, int board, goods_t goods) noexcept nogil:
    """A city holds at most its cap of each resource."""
    cdef goods_t total = state.board[board].goods + goods
    cdef goods_t over = (((total | <goods_t>0x808080) - rules.goods_cap) & 0x808080) >> 7
    over *= 0xFF
    state.board[board].goods = (total & ~over) | (rules.goods_cap & over)


cdef void change_prestige(const EpireiaRules* rules, EpireiaState* state, int board, int n) noexcept nogil
cdef void fill_treasury(const EpireiaRules* rules, EpireiaState* state, int league, goods_t more,
                        goods_t less) noexcept nogil
cdef void leave_territory(const EpireiaRules* rules, EpireiaState* state, int territory) noexcept nogil
cdef int board_of_city(const EpireiaRules* rules, const EpireiaState* state, int city) noexcept nogil
cdef void happen(const EpireiaRules* rules, EpireiaState* state, const Once* once, int n) noexcept nogil
cdef bint can_have_figure(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil
cdef bint is_own_turn(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil
cdef bint meets(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective,
                int board) noexcept nogil
cdef bint can_be_met(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective) noexcept nogil
cdef void look_at_objectives(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef int neutral_cities(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil

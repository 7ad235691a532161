"""Epireia: what a position is worth to each side."""

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epireia.state cimport EpireiaRules


cdef float mean_power(const EpireiaRules* rules, int deck) noexcept nogil
cdef float talent_worth(const EpireiaRules* rules, int figure) noexcept nogil
cdef float battle_power(const EpireiaRules* rules, int figure) noexcept nogil
cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil
cdef void add_evaluation(GameOps* ops) noexcept

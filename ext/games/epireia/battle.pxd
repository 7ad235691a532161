"""Epireia: the Great Battle."""

from petteia.ext.core.types cimport Events, move_t, pending_t
from petteia.ext.games.epireia.state cimport EpireiaRules, EpireiaState


cdef bint league_places(const EpireiaRules* rules, const EpireiaState* state, int league) noexcept nogil
cdef void begin_battle(const EpireiaRules* rules, EpireiaState* state) noexcept nogil
cdef pending_t pending_in_battle(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef int legal_in_battle(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil
cdef void place(const EpireiaRules* rules, EpireiaState* state, int league, int column, int a, int b) noexcept nogil
cdef bint placement_done(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef void end_placement(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef bint leaders_done(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef void end_leaders(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef void show_column(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef void engage(const EpireiaRules* rules, EpireiaState* state, bint engaging, Events* events) noexcept nogil

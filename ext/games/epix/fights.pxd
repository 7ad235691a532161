"""Epix: what the rest of the rules uses of Move & Attack and of fights."""

from petteia.ext.core.types cimport Events
from petteia.ext.games.epix.state cimport EpixRules, EpixState


cdef void begin_attack(const EpixRules* rules, EpixState* state, int unit, int at, int target,
                       Events* events) noexcept nogil
cdef void step_or_ride(const EpixRules* rules, EpixState* state, int unit, int at, int to,
                       Events* events) noexcept nogil
cdef int guesses_of(const EpixRules* rules, const EpixState* state, int seat, int unit, int province) noexcept nogil
cdef void unit_done(EpixState* state, bint alive) noexcept nogil
cdef void fall_back(EpixState* state) noexcept nogil
cdef void end_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil
cdef bint go_on_fighting(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil

"""Egemonia: the confrontation."""

from libc.stdint cimport uint32_t

from petteia.ext.core.types cimport CHANCE, Events, tell
from petteia.ext.games.egemonia.state cimport EgemoniaRules, EgemoniaState, EV_INFLUENCE


cdef inline void tell_influence(const EgemoniaState* state, Events* events, int area, int faction) noexcept nogil:
    cdef uint32_t count = ((state.one[faction] >> area) & 1) + ((state.two[faction] >> area) & 1)
    tell(events, EV_INFLUENCE, CHANCE, area | (faction << 5) | (count << 7))


cdef void confront(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil

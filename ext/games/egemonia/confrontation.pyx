"""Egemonia: the confrontation (5): what the events of a turn do when they are turned up."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.types cimport CHANCE, Events, tell
from petteia.ext.games.egemonia.state cimport (
    ATHENS, EgemoniaRules, EgemoniaState, EV_CLASH, EV_FATE, EV_ORACLE, EV_REVEAL, EV_SYRACUSE, FALSE_ALARM, MAX_PLACED,
    NO_AREA, NO_KIND, NOBODY, one_of, SPARTA, TO_CUP, TO_OPPONENT,
)


cdef void act(const EgemoniaRules* rules, EgemoniaState* state, int area, int faction, Events* events) noexcept nogil:
    """5: remove one enemy influence; else Syracuse (5.2); else add one, up to two (5.1)."""
    cdef uint32_t here = <uint32_t>1 << area
    cdef int enemy = 1 - faction
    if state.one[enemy] & here:
        if state.two[enemy] & here:
            state.two[enemy] &= ~here
        else:
            state.one[enemy] &= ~here
        tell_influence(state, events, area, enemy)
    elif state.syracuse and area == rules.sicily:
        state.syracuse = 0
        tell(events, EV_SYRACUSE, CHANCE, 0)
    elif not state.two[faction] & here:
        if state.one[faction] & here:
            state.two[faction] |= here
        else:
            state.one[faction] |= here
        tell_influence(state, events, area, faction)


cdef inline int clash(const EgemoniaRules* rules, const EgemoniaState* state, int area, int type_a,
                      int type_s) noexcept nogil:
    """5: +1 if Athens' event beats Sparta's in this area, 0 for a draw, -1 if it loses."""
    cdef int result
    if state.favoured == ATHENS:
        result = rules.table[type_a][type_s]
    else:
        result = -rules.table[type_s][type_a]
    if result == 0 and rules.capital_wins_draws:
        if area == rules.capital[ATHENS]:                                # 6
            result = 1
        elif area == rules.capital[SPARTA]:
            result = -1
    return result


cdef void confront_area(const EgemoniaRules* rules, EgemoniaState* state, int area, Events* events) noexcept nogil:
    """The n-th event of Athens meets the n-th of Sparta; what is left acts in order of placement."""
    cdef int line[2][MAX_PLACED]                  # places in the order of placement, for each faction
    cdef int length[2]
    cdef int alive = 0                            # bits: places whose event is left
    cdef int i, n, kind, faction, result, first, second
    length[0] = length[1] = 0
    for i in range(state.n_placed):
        if state.placed_area[i] == area:
            kind = state.placed_kind[i]
            faction = rules.favours[kind]                                # 4.7
            if faction == NOBODY:
                faction = state.placed_seat[i]
            line[faction][length[faction]] = i
            length[faction] += 1
            alive |= 1 << i
    for n in range(min(length[ATHENS], length[SPARTA])):
        first, second = line[ATHENS][n], line[SPARTA][n]
        result = clash(rules, state, area, rules.type[state.placed_kind[first]], rules.type[state.placed_kind[second]])
        if result <= 0:
            alive &= ~(1 << first)
        if result >= 0:
            alive &= ~(1 << second)
        tell(events, EV_CLASH, CHANCE, first | (second << 4) | ((result + 1) << 8))
    for i in range(state.n_placed):
        kind = state.placed_kind[i]
        if (alive >> i) & 1 and rules.type[kind] != FALSE_ALARM:         # 4.4
            faction = rules.favours[kind]
            act(rules, state, area, state.placed_seat[i] if faction == NOBODY else faction, events)


cdef inline void act_alone(const EgemoniaRules* rules, EgemoniaState* state, int i, Events* events) noexcept nogil:
    """The only event in its area meets no other."""
    cdef int kind = state.placed_kind[i]
    cdef int faction = rules.favours[kind]
    if rules.type[kind] != FALSE_ALARM:                                  # 4.4
        act(rules, state, state.placed_area[i], state.placed_seat[i] if faction == NOBODY else faction, events)


cdef void return_events(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    """5, 4.5, 4.7: back to the cup, out of the game, or to the opponent."""
    cdef int i, kind, owner, fate
    for i in range(state.n_placed):
        kind = state.placed_kind[i]
        if kind == NO_KIND:
            continue
        fate = rules.fate[kind]
        if fate == TO_CUP:
            state.cup += one_of(kind)
            state.n_cup += 1
        elif fate == TO_OPPONENT:
            owner = 1 - state.placed_seat[i]
            state.held[owner] += one_of(kind)
            state.n_hand[owner] += 1
            state.given[owner] += 1
        tell(events, EV_FATE, state.placed_seat[i], kind | (fate << 4))


cdef void confront(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    cdef int seat, i, area
    cdef uint32_t here, seen = 0, contested = 0, done = 0
    cdef uint32_t delphi = <uint32_t>1 << rules.delphi
    cdef uint32_t before[2]
    before[0], before[1] = state.one[0], state.one[1]
    if events != NULL:
        for i in range(state.n_placed):
            if state.placed_kind[i] != NO_KIND:
                tell(events, EV_REVEAL, state.placed_seat[i],
                     state.placed_kind[i] | (state.placed_area[i] << 4) | (i << 9))
    for i in range(state.n_placed):
        here = <uint32_t>1 << state.placed_area[i]                       # NO_AREA is not on the map
        contested |= seen & here
        seen |= here
    for i in range(state.n_placed):
        area = state.placed_area[i]
        if area == NO_AREA:
            continue
        here = <uint32_t>1 << area
        if not contested & here:
            act_alone(rules, state, i, events)
        elif not done & here:
            done |= here
            confront_area(rules, state, area, events)
    return_events(rules, state, events)
    for seat in range(2):
        if state.one[seat] & ~before[seat] & delphi:                     # 4.8
            state.oracle = seat
            tell(events, EV_ORACLE, seat, 0)
    state.n_placed = 0
    memset(state.placed_area, NO_AREA, MAX_PLACED)
    memset(state.placed_kind, NO_KIND, MAX_PLACED)
    memset(state.placed_seat, 0, MAX_PLACED)
    memset(state.military, 0, sizeof(state.military))
    memset(state.influence, 0, sizeof(state.influence))
    state.favoured = NOBODY

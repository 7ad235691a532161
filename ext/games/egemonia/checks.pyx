"""Egemonia: whether a state is sound."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.egemonia.rules cimport favour_of_the_gods, find_ranges
from petteia.ext.games.egemonia.state cimport (
    ACTION, count_of, DRAW, EgemoniaRules, EgemoniaState, FINISHED, MAX_PLACED, NO_AREA, NO_KIND, NOBODY, OUT_OF_GAME,
    PYTHIA_DRAW,
)


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef EgemoniaState copy
    cdef int k, seat, total, n_cup = 0
    cdef int n_hand[2]
    n_hand[0] = n_hand[1] = 0
    if not is_within_bounds(rules, state):
        return 9                                  # before anything is looked up with its numbers
    if state.one[0] & state.one[1]:
        return 1                                  # two factions in one area
    for seat in range(2):
        if state.two[seat] & ~state.one[seat] or state.one[seat] & ~rules.all_areas:
            return 2
    if state.syracuse and (state.one[0] | state.one[1]) >> rules.sicily & 1:
        return 3                                  # Syracuse keeps others out of Sicily
    for k in range(rules.n_kinds):
        total = count_of(state.cup, k) + (state.discard == k)
        n_cup += count_of(state.cup, k)
        for seat in range(2):
            total += count_of(state.held[seat], k)
            n_hand[seat] += count_of(state.held[seat], k)
        for seat in range(state.n_placed):
            total += state.placed_kind[seat] == k
        if total > rules.count[k] or (total < rules.count[k] and rules.fate[k] != OUT_OF_GAME):
            return 4                              # an event too many, or lost
    if n_cup != state.n_cup or n_hand[0] != state.n_hand[0] or n_hand[1] != state.n_hand[1]:
        return 5
    if state.phase == DRAW or state.phase == PYTHIA_DRAW:
        if state.n_cup == 0 or (state.phase == DRAW and state.to_draw[state.active] == 0):
            return 6                              # 3.1: nothing to draw
    elif state.to_draw[0] or state.to_draw[1]:
        return 6                                  # all is drawn
    if state.phase == ACTION:
        memcpy(&copy, state, sizeof(EgemoniaState))
        find_ranges(rules, &copy)
        for seat in range(2):
            if copy.military[seat] != state.military[seat] or copy.influence[seat] != state.influence[seat]:
                return 7
        if state.favoured != favour_of_the_gods(rules, state):
            return 8
    return 0


cdef bint is_within_bounds(const EgemoniaRules* rules, const EgemoniaState* state) noexcept nogil:
    """Whether every number could be what it stands for: a phase, a seat, an area, a kind."""
    cdef int i
    cdef uint64_t kinds = ~<uint64_t>0 >> (64 - 4 * rules.n_kinds)
    if state.phase > FINISHED or state.turn > rules.turns or state.active > 1 or state.n_placed > MAX_PLACED:
        return False
    if state.oracle > NOBODY or state.favoured > NOBODY or state.winner > NOBODY or state.syracuse > 1:
        return False
    if (state.cup | state.held[0] | state.held[1]) & ~kinds:
        return False
    if state.discard >= rules.n_kinds and state.discard != NO_KIND:
        return False
    for i in range(state.n_placed):
        if state.placed_seat[i] > 1 or (state.placed_area[i] >= rules.n_areas and state.placed_area[i] != NO_AREA):
            return False
        if state.placed_kind[i] >= rules.n_kinds and state.placed_kind[i] != NO_KIND:
            return False
    return True


cdef void add_checks(GameOps* ops) noexcept:
    """Enter the check into the game's table of functions."""
    ops.check = check

"""Egemonia: whether a state is sound."""

from libc.string cimport memcpy

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.egemonia.rules cimport favour_of_the_gods, find_ranges
from petteia.ext.games.egemonia.state cimport (
    ACTION, count_of, DRAW, EgemoniaRules, EgemoniaState, FINISHED, NOBODY, OUT_OF_GAME, PYTHIA_DRAW,
)


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef EgemoniaState copy
    cdef int k, seat, total, n_cup = 0
    cdef int n_hand[2]
    n_hand[0] = n_hand[1] = 0
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
        if state.n_cup == 0:
            return 6                              # 3.1: the cup never runs short
    if state.phase == ACTION:
        memcpy(&copy, state, sizeof(EgemoniaState))
        find_ranges(rules, &copy)
        for seat in range(2):
            if copy.military[seat] != state.military[seat] or copy.influence[seat] != state.influence[seat]:
                return 7
        if state.favoured != favour_of_the_gods(rules, state):
            return 8
    if state.phase > FINISHED or state.turn > rules.turns or state.oracle > NOBODY:
        return 9
    return 0


cdef void add_checks(GameOps* ops) noexcept:
    """Enter the check into the game's table of functions."""
    ops.check = check

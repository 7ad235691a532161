"""Egemonia: what a position is worth to each side."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.win_chance cimport win_chance
from petteia.ext.games.egemonia.confrontation cimport confront
from petteia.ext.games.egemonia.state cimport (
    ATHENS, count_of, DIVINE_HELP, EgemoniaRules, EgemoniaState, FALSE_ALARM, FINISHED, next_kind, NOBODY, OLYMPICS,
    SPARTA, without,
)
from petteia.ext.games.egemonia.weights cimport (
    AREA_LEAD, AREA_LEAD_LATE, AREA_LEAD_NEAR, HAND_BASE, HAND_COMMON, HAND_ENEMY_SPECIAL, HAND_FALSE_ALARM,
    HAND_OWN_SPECIAL, HAND_STRONG, ORACLE, SECOND_BASE, SECOND_FROM, SECOND_LATE, SICILY_LATE,
)


cdef void returns(const void* rules, const void* state_, float* per_team) noexcept nogil:
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef float athens = 0.5
    if state.winner != NOBODY:
        athens = 1.0 if state.winner == ATHENS else 0.0
    per_team[ATHENS] = athens
    per_team[SPARTA] = 1 - athens


cdef float hand_value(const EgemoniaRules* rules, const EgemoniaState* state, int seat) noexcept nogil:
    """What the events in a hand are worth, before the factor that `evaluate` gives them."""
    cdef uint64_t counts = state.held[seat]
    cdef float total = 0, worth
    cdef int k
    while counts:
        k = next_kind(counts)
        if rules.favours[k] != NOBODY:
            worth = HAND_OWN_SPECIAL if rules.favours[k] == seat else HAND_ENEMY_SPECIAL
        elif rules.type[k] == FALSE_ALARM:
            worth = HAND_FALSE_ALARM
        elif rules.type[k] == DIVINE_HELP or rules.type[k] == OLYMPICS:
            worth = HAND_STRONG
        else:
            worth = HAND_COMMON
        total += worth * count_of(counts, k)
        counts = without(counts, k)
    return total


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """The chance to win by areas and hands.

    A lead in areas counts for more the nearer somebody is to Nike. A second influence counts only when few turns are
    left. Events that lie on the map act as if no more were to come.
    """
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef EgemoniaState later
    cdef float lead, near, late
    cdef int athens, sparta
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    if state.n_placed > 0:
        memcpy(&later, state, sizeof(EgemoniaState))
        confront(rules, &later, NULL)
        state = &later
    athens, sparta = popcount(state.one[ATHENS]), popcount(state.one[SPARTA])
    near = <float>(athens if athens > sparta else sparta) / rules.nike
    late = <float>state.turn / rules.turns
    lead = (athens - sparta) * (AREA_LEAD + AREA_LEAD_NEAR * near + AREA_LEAD_LATE * late)
    if late > SECOND_FROM:
        lead += (popcount(state.two[ATHENS]) - popcount(state.two[SPARTA])) * (SECOND_LATE * late - SECOND_BASE)
    lead += SICILY_LATE * late * (<int>(state.one[ATHENS] >> rules.sicily & 1)
                                  - <int>(state.one[SPARTA] >> rules.sicily & 1))
    lead += ORACLE * ((state.oracle == ATHENS) - (state.oracle == SPARTA))
    lead += (HAND_BASE + near) * (hand_value(rules, state, ATHENS) - hand_value(rules, state, SPARTA))
    per_team[ATHENS] = win_chance(lead)
    per_team[SPARTA] = 1 - per_team[ATHENS]


cdef void add_evaluation(GameOps* ops) noexcept:
    """Enter the evaluation into the game's table of functions."""
    ops.evaluate = evaluate
    ops.returns = returns

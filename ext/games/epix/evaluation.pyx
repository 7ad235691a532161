"""Epix: how a game stands, and who has won."""

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.win_chance cimport share_by_standing
from petteia.ext.games.epix.state cimport (
    anywhere, CAMP, CATAPULT, counted, defended, EpixRules, EpixState, FINISHED, foes, KNIGHT, MAX_PLAYERS, SOLDIER,
    units_t, where,
)
from petteia.ext.games.epix.weights cimport (
    ABILITY_PER_SEASON, CAMP_LATE, CAMP_WORTH, CASTLE_THREAT, CASTLE_THREAT_LATE, CATAPULT_WORTH, FIRST_PLAYER_LATE,
    GOLD_LATE, GOLD_WORTH, INCOME_PROVINCE_LATE, INCOME_PROVINCE_WORTH, KNIGHT_LATE, KNIGHT_WORTH, PROVINCE_LATE,
    SOLDIER_LATE, SOLDIER_WORTH,
)


cdef void returns(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef int seat, n = popcount(state.winners)
    for seat in range(rules.head.n_seats):
        per_team[seat] = <float>1.0 / n if (state.winners >> seat) & 1 else 0


cdef float standing(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """How well a seat stands, in log odds.

    Units count for themselves and for the provinces that they hold; both, and gold, count for more the later it is. The
    First Player card is no boon in Winter, when who comes last knows what it takes.
    """
    cdef units_t own = state.units[seat], foe = foes(rules, state, seat)
    cdef float late = <float>state.season / rules.n_seasons
    cdef float found = state.gold[seat] * (GOLD_WORTH + GOLD_LATE * late)
    found += popcount(where(own, SOLDIER)) * (SOLDIER_WORTH + SOLDIER_LATE * late)
    found += popcount(where(own, KNIGHT)) * (KNIGHT_WORTH + KNIGHT_LATE * late)
    found += popcount(where(own, CAMP)) * (CAMP_WORTH + CAMP_LATE * late)
    found += CATAPULT_WORTH * popcount(where(own, CATAPULT))
    found += PROVINCE_LATE * late * popcount(counted(rules, seat, own))
    found += popcount(anywhere(own) & rules.with_income) * (INCOME_PROVINCE_WORTH - INCOME_PROVINCE_LATE * late)
    found += ABILITY_PER_SEASON * (rules.n_seasons - state.season) * popcount(state.owns[seat])
    if state.first == seat:
        found -= FIRST_PLAYER_LATE * late
    if ((where(foe, SOLDIER) | where(foe, KNIGHT)) & rules.next[rules.castle[seat]]
            and not (defended(own) >> rules.castle[seat]) & 1):
        found -= CASTLE_THREAT - CASTLE_THREAT_LATE * late
    return found


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Each seat's share is how well it stands against each other."""
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef float stands[MAX_PLAYERS]
    cdef int seat, n = rules.head.n_seats
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    for seat in range(n):
        stands[seat] = standing(rules, state, seat)
    share_by_standing(stands, n, 1, per_team)


cdef void add_evaluation(GameOps* ops) noexcept:
    """Enter the evaluation into the game's table of functions."""
    ops.evaluate = evaluate
    ops.returns = returns

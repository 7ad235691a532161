"""Ephyran: prestige (RULES.md, 10)."""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.games.ephyran.state cimport (
    EphyranRules, EphyranState, is_card_half, is_unknown, kind_of, MAX_PLAYERS, N_TERRITORIES, NO_GOD, NO_TOKEN,
    territory_of, territory_places,
)


cdef int score(const EphyranRules* rules, const EphyranState* state, int seat, int* sheet) noexcept nogil:
    """The seat's prestige; `sheet` (unless NULL) gets the sum of each territory and the bonus for the city."""
    cdef int t, place, half, counts, sum, creatures, total = 0, bonus = 0
    cdef int his_territory = N_TERRITORIES, own = N_TERRITORIES
    cdef uint32_t kinds
    if state.god[seat] != NO_GOD:
        own = rules.god_territory[state.god[seat]]
    if state.with_dionysus[seat]:                                                # Dionysus counts once, best at home
        his_territory = territory_of(ctz32(state.with_dionysus[seat]))
        if own < N_TERRITORIES and state.with_dionysus[seat] & territory_places(own):
            his_territory = own
    for t in range(N_TERRITORIES):
        sum, kinds = 0, 0
        for place in range(4 * t, 4 * t + 4):     # without a branch: what lies where cannot be foreseen
            half = state.area[seat][place]
            counts = is_card_half(half)
            kinds |= <uint32_t>counts << rules.creature[half & -counts]
            sum += rules.magic[half & -counts] & -counts
            if state.token[seat][place] != NO_TOKEN and not is_unknown(state.token[seat][place]):
                sum += rules.token_value[kind_of(state.token[seat][place])]
        creatures = popcount(kinds)
        sum += rules.creature_points * (creatures + (t == his_territory))
        if creatures == 4:
            sum += rules.creatures_bonus
        if t == own:
            sum *= rules.own_times
        total += sum
        if sheet != NULL:
            sheet[t] = sum
    for t in range(MAX_PLAYERS):                                         # 10.3
        if state.completed[t] == seat:
            bonus = rules.bonus_others if t else rules.bonus_first
    if sheet != NULL:
        sheet[N_TERRITORIES] = bonus
    return total + bonus

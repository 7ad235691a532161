"""Ephyran: scoring (RULES.md, 10) and a guess at who will win."""

from libc.stdint cimport uint32_t

from petteia.ext.bits cimport ctz32, popcount
from petteia.ext.ephyran cimport (
    CardSet, DIONYSUS, EphyranRules, EphyranState, FINISHED, MAX_PLAYERS, N_PLACES, N_TERRITORIES, NO_GOD, NO_HALF,
    NO_TOKEN, NOBODY, SCORE_SHIFT, UNKNOWN, is_empty, next_areas, pop_lowest,
)


cdef int score(const EphyranRules* rules, const EphyranState* state, int seat, int* sheet) noexcept nogil:
    """The seat's prestige; `sheet` (unless NULL) gets the sum of each territory and the bonus for the city."""
    cdef int t, place, half, sum, creatures, total = 0, merry = N_TERRITORIES, own = N_TERRITORIES, bonus = 0
    cdef uint32_t kinds
    if state.god[seat] != NO_GOD:
        own = rules.god_territory[state.god[seat]]
    if state.drunk[seat]:                                                # Dionysus counts once
        merry = ctz32(state.drunk[seat]) >> 2
        if own < N_TERRITORIES and (state.drunk[seat] >> (4 * own)) & 15:
            merry = own
    for t in range(N_TERRITORIES):
        sum, kinds = 0, 0
        for place in range(4 * t, 4 * t + 4):
            half = state.area[seat][place]
            if half == NO_HALF:
                break
            if half != DIONYSUS:
                kinds |= <uint32_t>1 << rules.creature[half]
                sum += rules.magic[half]
            if state.token[seat][place] != NO_TOKEN and state.token[seat][place] & 7 != UNKNOWN:
                sum += rules.token_value[(state.token[seat][place] & 7) - 1]
        creatures = popcount(kinds)
        sum += rules.creature_points * (creatures + (t == merry))
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


cdef void returns(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """10.4: tied players share the win."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef int scores[MAX_PLAYERS]
    cdef int seat, best = -SCORE_SHIFT, n = 0
    for seat in range(rules.head.n_seats):
        scores[seat] = score(rules, state, seat, NULL)
        if scores[seat] > best:
            best = scores[seat]
            n = 0
        n += scores[seat] == best
    for seat in range(rules.head.n_seats):
        per_team[seat] = <float>1.0 / n if scores[seat] == best else 0


cdef float prospect(const EphyranRules* rules, const EphyranState* state, int seat) noexcept nogil:
    """What a seat's prestige may come to: what lies there, what the hand can add at once, how near the city is."""
    cdef CardSet cards = state.hand[seat]
    cdef uint32_t places = next_areas(state, seat), fitting = 0
    cdef int half, n = popcount(state.filled[seat]), own = N_TERRITORIES
    cdef float worth = score(rules, state, seat, NULL)
    while not is_empty(&cards):
        half = 2 * pop_lowest(&cards)
        fitting |= (<uint32_t>1 << rules.place[half]) | (<uint32_t>1 << rules.place[half + 1])
    fitting &= places
    worth += 0.5 * popcount(fitting) + 0.75 * state.dionysus[seat]
    if state.god[seat] != NO_GOD:                                        # the own territory counts double
        own = rules.god_territory[state.god[seat]]
        worth += 0.5 * popcount(fitting & (15 << (4 * own)))
        if state.shut[seat] >> (4 * own) & 1 and ~<uint32_t>state.filled[seat] >> (4 * own) & 15:
            worth -= 1                                                   # nothing more can be added to it
    if state.completed[0] == NOBODY:
        worth += rules.bonus_first * (n * n) / <float>512
    return worth


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Each seat's share is how well it stands against each other; a lead counts for more as pile and places run out."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef float worth[MAX_PLAYERS]
    cdef float left, doubt, lead, total = 0
    cdef int seat, other, fullest = 0, n = rules.head.n_seats
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    for seat in range(n):
        worth[seat] = prospect(rules, state, seat)
        fullest = max(fullest, popcount(state.filled[seat]))
    left = <float>state.pile / (rules.n_cards - rules.left_out)
    left = min(left, <float>(N_PLACES - fullest) / N_PLACES)
    doubt = 2 + 12 * left
    for seat in range(n):
        per_team[seat] = 1
        for other in range(n):
            if other != seat:
                lead = worth[seat] - worth[other]
                per_team[seat] *= <float>0.5 + <float>0.5 * lead / (doubt + (lead if lead > 0 else -lead))
        total += per_team[seat]
    for seat in range(n):
        per_team[seat] /= total

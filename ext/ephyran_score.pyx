"""Ephyran: scoring (RULES.md, 10) and a guess at who will win."""

from libc.stdint cimport uint32_t

from petteia.ext.bits cimport ctz32, popcount
from petteia.ext.ephyran cimport (
    CardSet, DIONYSUS, EXCHANGE, EphyranRules, EphyranState, FINISHED, HECATE, MAX_PLAYERS, N_PLACES, N_TERRITORIES,
    NO_GOD, NO_HALF, NO_TOKEN, SCORE_SHIFT, STEAL, TAKE, UNKNOWN, is_empty, next_areas, pop_lowest, size_of,
)
from petteia.ext.odds cimport odds


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
    """What a seat's prestige may come to: what lies there, and what the hand promises.

    The weights are fitted to 500 games that the search played against itself (log loss 0.541, by prestige alone 0.553).
    """
    cdef CardSet cards = state.hand[seat]
    cdef uint32_t places = next_areas(state, seat), fitting = 0, shut = state.shut[seat]
    cdef int half, card, magic = 0, own = N_TERRITORIES
    cdef float worth = score(rules, state, seat, NULL) + <float>2.2 * state.dionysus[seat]
    if state.god[seat] != NO_GOD:
        own = rules.god_territory[state.god[seat]]
    for half in range(2):                                                # supports that take something or keep it
        cards.at[half] &= (rules.support_cards[EXCHANGE].at[half] | rules.support_cards[TAKE].at[half]
                           | rules.support_cards[STEAL].at[half] | rules.support_cards[HECATE].at[half])
    worth += <float>1.25 * size_of(&cards)
    cards = state.hand[seat]
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        for half in range(2 * card, 2 * card + 2):
            if places >> rules.place[half] & 1:
                fitting |= <uint32_t>1 << rules.place[half]
                magic += rules.magic[half] * (rules.own_times if rules.place[half] >> 2 == own else 1)
    worth += <float>0.75 * popcount(fitting) + magic
    worth -= <float>2.4 * popcount(shut & ~<uint32_t>state.filled[seat] & 0x8888)   # nothing can be added there
    if state.turn == seat:
        worth += <float>0.8
    return worth


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Each seat's share is how well it stands against each other; a lead counts for more as pile and places run out."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef float worth[MAX_PLAYERS]
    cdef float left, weight, total = 0
    cdef int seat, other, fullest = 0, n = rules.head.n_seats
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    for seat in range(n):
        worth[seat] = prospect(rules, state, seat)
        fullest = max(fullest, popcount(state.filled[seat]))
    left = <float>state.pile / (rules.n_cards - rules.left_out)
    left = min(left, <float>(N_PLACES - fullest) / N_PLACES)
    weight = <float>0.07 / (<float>0.15 + left)
    for seat in range(n):
        per_team[seat] = 1
        for other in range(n):
            if other != seat:
                per_team[seat] *= odds(weight * (worth[seat] - worth[other]))
        total += per_team[seat]
    for seat in range(n):
        per_team[seat] /= total

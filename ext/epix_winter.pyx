"""Epix: whether the last player of Winter can possibly win (RULES.md, 8).

The test errs on the player's side: every attack succeeds, and what each unit can do is counted apart. It must be
exactly the one of the rules page, or two engines would play different games. Costs are in gold.
"""

from libc.stdint cimport uint32_t

from petteia.ext.bits cimport ctz32, popcount
from petteia.ext.epix cimport (
    CAMP, CATAPULT, EpixRules, EpixState, KNIGHT, MAX_PROVINCES, MOVE_CARD, N_UNITS, RECRUIT_CARD, SOLDIER, TAX_CARD,
    anywhere, banned, beside, bit, enemy_castles, foes, in_range, in_supply, income_of, recruit_places,
    units_t, where,
)

cdef enum:
    NEVER = 10_000        # more than any purse; sums of a few of them still fit
    MAX_UNITS = 64        # of one player


# The words of 8.1, for one player.
cdef struct Hopes:
    int seat
    bint moves
    bint recruits
    bint fights
    int purse
    int fee
    uint32_t places
    uint32_t in_shot
    uint32_t reach
    int toll[MAX_PROVINCES]
    int knight[MAX_PROVINCES]               # the least cost to bring a knight there,
    int soldier[MAX_PROVINCES]              # a soldier, in so many steps that it may attack then
    int beside[MAX_PROVINCES]               # to bring either beside it


cdef void find_starts(const EpixRules* rules, const EpixState* state, const Hopes* hopes, int unit,
                      int* cost) noexcept nogil:
    """starts(u): where the unit stands, for nothing, and where it could be recruited, at its price."""
    cdef int province
    cdef uint32_t own = where(state.units[hopes.seat], unit), fresh = 0
    if hopes.recruits and in_supply(rules, state, hopes.seat, unit) > 0:
        fresh = hopes.places & ~banned(rules, state, hopes.seat, unit)
    for province in range(rules.n_provinces):
        cost[province] = NEVER
        if hopes.moves:
            if own & bit(province):
                cost[province] = 0
            elif fresh & bit(province):
                cost[province] = state.power[hopes.seat].price[unit]


cdef bint step_on(const EpixRules* rules, const Hopes* hopes, uint32_t open_to, const int* before,
                  int* after) noexcept nogil:
    """One step more: `after` is the least of staying and of entering from a neighbour. Whether anything got cheaper."""
    cdef int province, cost
    cdef uint32_t neighbours
    cdef bint better = False
    for province in range(rules.n_provinces):
        cost = before[province]
        if (open_to >> province) & 1:
            neighbours = rules.next[province]
            while neighbours:
                cost = min(cost, before[ctz32(neighbours)] + hopes.toll[province])
                neighbours &= neighbours - 1
        better |= cost < before[province]
        after[province] = cost
    return better


cdef void find_ways(const EpixRules* rules, const EpixState* state, Hopes* hopes) noexcept nogil:
    """knight(X), soldier(X, e), beside(X) and the reach."""
    cdef int further[MAX_PROVINCES]
    cdef int seat = hopes.seat, province
    cdef uint32_t open_to = rules.provinces & ~enemy_castles(rules, seat)
    cdef uint32_t for_knights = open_to & ~banned(rules, state, seat, KNIGHT)
    cdef uint32_t for_soldiers = open_to & ~banned(rules, state, seat, SOLDIER), neighbours
    find_starts(rules, state, hopes, KNIGHT, hopes.knight)
    while step_on(rules, hopes, for_knights, hopes.knight, further):
        for province in range(rules.n_provinces):
            hopes.knight[province] = further[province]
    find_starts(rules, state, hopes, SOLDIER, hopes.soldier)
    if state.power[seat].steps:                                          # 11: Forced march
        step_on(rules, hopes, for_soldiers, hopes.soldier, further)
        for province in range(rules.n_provinces):
            hopes.soldier[province] = further[province]
    step_on(rules, hopes, for_soldiers, hopes.soldier, further)
    hopes.reach = 0
    for province in range(rules.n_provinces):
        if hopes.knight[province] <= hopes.purse or further[province] <= hopes.purse:
            hopes.reach |= bit(province)
        hopes.beside[province] = NEVER
        neighbours = rules.next[province]
        while neighbours:
            hopes.beside[province] = min(hopes.beside[province], hopes.soldier[ctz32(neighbours)])
            if not (banned(rules, state, seat, KNIGHT) >> province) & 1:
                hopes.beside[province] = min(hopes.beside[province], hopes.knight[ctz32(neighbours)])
            neighbours &= neighbours - 1


cdef void find_hopes(const EpixRules* rules, const EpixState* state, int seat, Hopes* hopes) noexcept nogil:
    """8.1."""
    cdef int cost[MAX_PROVINCES]
    cdef int province, defenders
    cdef units_t foe = foes(rules, state, seat)
    cdef uint32_t empty = rules.provinces & ~anywhere(state.units[seat] | foe) & ~enemy_castles(rules, seat), more
    hopes.seat = seat
    hopes.moves = (state.card[seat] & MOVE_CARD) != 0
    hopes.recruits = (state.card[seat] & RECRUIT_CARD) != 0
    hopes.purse = state.gold[seat] + (state.power[seat].tax if state.card[seat] & TAX_CARD else 0)
    hopes.fights = hopes.moves and hopes.purse >= rules.min_attack_bid
    hopes.fee = max(rules.min_attack_bid - state.power[seat].plunder, 0)
    hopes.places = recruit_places(rules, state, seat)
    if state.power[seat].vassals:
        more = beside(rules, hopes.places) & empty & ~hopes.places
        while more:
            hopes.places |= more
            more = beside(rules, hopes.places) & empty & ~hopes.places
    hopes.in_shot = 0
    find_starts(rules, state, hopes, CATAPULT, cost)
    for province in range(rules.n_provinces):
        if cost[province] < NEVER:
            hopes.in_shot |= in_range(rules, state, seat, province)
    for province in range(rules.n_provinces):
        defenders = <int>(((where(foe, SOLDIER) >> province) & 1) + ((where(foe, KNIGHT) >> province) & 1)
                          + ((where(foe, CAMP) >> province) & 1))
        if defenders == 0:
            hopes.toll[province] = 0
        elif not hopes.fights:
            hopes.toll[province] = NEVER
        elif (hopes.in_shot >> province) & 1:
            hopes.toll[province] = hopes.fee
        else:
            hopes.toll[province] = hopes.fee * defenders
    find_ways(rules, state, hopes)


cdef void sort(int* numbers, int n) noexcept nogil:
    """Ascending; a few dozen at most."""
    cdef int i, j, number
    for i in range(1, n):
        number = numbers[i]
        j = i
        while j > 0 and numbers[j - 1] > number:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = number


cdef int affordable(const int* costs, int n, int purse) noexcept nogil:
    """How many of the cheapest (they are sorted) add up to at most the purse."""
    cdef int i
    for i in range(n):
        purse -= costs[i]
        if purse < 0:
            return i
    return n


cdef int find_prices(const EpixRules* rules, const EpixState* state, const Hopes* hopes, int* prices) noexcept nogil:
    """8.3: what P may yet recruit, cheapest first; how many."""
    cdef int unit, n = 0, number
    if hopes.recruits:
        for unit in range(<int>N_UNITS):
            number = in_supply(rules, state, hopes.seat, unit)
            if hopes.moves and unit != CAMP:
                number = rules.count[unit]
            for _ in range(number):
                prices[n] = state.power[hopes.seat].price[unit]
                n += 1
    sort(prices, n)
    return n


cdef int find_kept(const EpixRules* rules, const EpixState* state, const Hopes* hopes) noexcept nogil:
    """8.3: provinces that P's units on the board, and what they may capture, could hold."""
    cdef units_t own = state.units[hopes.seat], foe = foes(rules, state, hopes.seat)
    cdef int kept
    if not hopes.moves:
        return popcount(anywhere(own))
    kept = popcount(where(own, SOLDIER)) + popcount(where(own, KNIGHT))
    kept += popcount(where(own, CAMP) | where(own, CATAPULT))
    kept += min(popcount(where(foe, CAMP) & hopes.reach), in_supply(rules, state, hopes.seat, CAMP))
    return kept + min(popcount(where(foe, CATAPULT) & hopes.reach), rules.count[<int>CATAPULT])


cdef int find_fewest(const EpixRules* rules, const EpixState* state, const Hopes* hopes, int rival) noexcept nogil:
    """8.3: the provinces that are left to a rival at the least."""
    cdef int tolls[MAX_PROVINCES]
    cdef int province, n = 0, way
    cdef uint32_t held = anywhere(state.units[rival])
    if not hopes.moves:
        return popcount(held)
    for province in range(rules.n_provinces):
        if (held >> province) & 1:
            way = 0 if (hopes.in_shot >> province) & 1 else hopes.beside[province]
            if way + hopes.toll[province] <= hopes.purse:
                tolls[n] = hopes.toll[province]
                n += 1
    sort(tolls, n)
    return popcount(held) - affordable(tolls, n, hopes.purse)


cdef bint may_win(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """8: False if the player cannot possibly win, whatever is bid and guessed."""
    cdef Hopes hopes
    cdef int prices[MAX_UNITS]
    cdef int n_prices, kept, most, fewest, richest, poorest, rival, castle, i
    cdef uint32_t holdable
    find_hopes(rules, state, seat, &hopes)
    if hopes.fights:                                                     # 8.2
        for rival in range(rules.head.n_seats):
            castle = rules.castle[rival]
            if rival != seat and hopes.beside[castle] + hopes.toll[castle] + hopes.fee <= hopes.purse:
                return True
    holdable = anywhere(state.units[seat])
    if hopes.recruits:
        holdable |= hopes.places
    if hopes.moves:
        holdable |= hopes.reach
        if hopes.recruits:
            holdable |= rules.lands[seat]
            if state.power[seat].vassals:
                holdable |= rules.provinces & ~enemy_castles(rules, seat)
    n_prices = find_prices(rules, state, &hopes, prices)
    kept = find_kept(rules, state, &hopes)
    most = min(popcount(holdable), kept + affordable(prices, n_prices, hopes.purse))
    for rival in range(rules.head.n_seats):
        if rival == seat:
            continue
        fewest = find_fewest(rules, state, &hopes, rival)
        if most < fewest:
            return False
        if most == fewest:
            richest = hopes.purse + income_of(rules, state, seat, holdable, rules.count[<int>CAMP])
            for i in range(min(fewest - kept, n_prices)):
                richest -= prices[i]
            poorest = state.gold[rival]
            if not hopes.moves:
                poorest += income_of(rules, state, rival, anywhere(state.units[rival]),
                                     popcount(where(state.units[rival], CAMP)))
            elif state.power[seat].plunder:
                poorest = 0
            if richest < poorest:
                return False
    return True


# ---------------------------------------------------------------------------------------------------------------
# The Python boundary.

def possible(const unsigned char[::1] rules_raw, const unsigned char[::1] raw, int seat) -> bool:
    """The test on a state whose seat has shown its cards: for tests and for people who ask why."""
    return may_win(<const EpixRules*>&rules_raw[0], <const EpixState*>&raw[0], seat)

"""Epix: a quick look at whether the last player of Winter can possibly win (RULES.md, 8).

It errs on the player's side: every attack succeeds, and what each unit can do is counted apart. So it never rules out
somebody who can win; of the others it rules out most, and `last_player` searches the rest. Costs are in gold.
P is the player, and R a rival:

purse       P's gold, plus its Tax, plus all that Plunder could bring where that is more than a bid
fee         the least attack bid less what Plunder brings, but not below 0
places      where P may recruit, whatever the unit; Vassals go on through empty provinces
starts(u)   where a unit u stands, for nothing, and where it could be recruited, at its price
in shot     within the range of a catapult at one of its starts
toll(X)     the least to rid X of its soldier, knight and camp: a fee for each, or one in all if X is in shot
knight(X)   the least to bring a knight to X: its start and the tolls on the way
soldier(X)  the same for a soldier, in so many steps that it may attack then
beside(X)   the least of both over the neighbours of X
reach       where a soldier or a knight may get
kept        the provinces that P's units on the board, and camps and catapults that they capture, could hold
holdable    the provinces where P might have a unit in the end
most        the lesser of the number of holdable provinces, and kept + what the purse can recruit
fewest(R)   R's provinces less those that can be hit, the cheapest tolls first, as far as the purse goes
"""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.games.epix.state cimport (
    anywhere, banned, beside, bit, CAMP, CATAPULT, counted, enemy_castles, EpixRules, EpixState, foes, in_range,
    in_supply, income_of, KNIGHT, MAX_PROVINCES, MOVE_CARD, N_UNITS, RECRUIT_CARD, recruit_places, SOLDIER, TAX_CARD,
    units_t, where,
)

cdef enum:
    NEVER = 10_000        # more than any purse; sums of a few of them still fit
    MAX_UNITS = 64        # of one player


# The words above, for the player whose turn would be the last.
cdef struct LastTurn:
    int seat
    bint moves                              # Move & Attack is among its cards,
    bint recruits                           # Recruitment,
    bint fights                             # and it has the gold for an attack
    int purse                               # the gold that it may spend
    int fee                                 # what an attack costs at the least
    uint32_t places                         # where it may recruit
    uint32_t in_shot                        # what its catapults may hit
    uint32_t reach                          # where a soldier or knight may get
    int toll[MAX_PROVINCES]                 # the least cost to enter each province,
    int knight[MAX_PROVINCES]               # to bring a knight there,
    int soldier[MAX_PROVINCES]              # a soldier, in so many steps that it may attack then,
    int beside[MAX_PROVINCES]               # to bring either beside it


cdef void find_starts(const EpixRules* rules, const EpixState* state, const LastTurn* turn, int unit,
                      int* cost) noexcept nogil:
    """starts(u): where the unit stands, for nothing, and where it could be recruited, at its price."""
    cdef int province
    cdef uint32_t own = where(state.units[turn.seat], unit), fresh = 0
    if turn.recruits and in_supply(rules, state, turn.seat, unit) > 0:
        fresh = turn.places & ~banned(rules, state, turn.seat, unit)
    for province in range(rules.n_provinces):
        cost[province] = NEVER
        if turn.moves:
            if own & bit(province):
                cost[province] = 0
            elif fresh & bit(province):
                cost[province] = state.power[turn.seat].price[unit]


cdef bint step_on(const EpixRules* rules, const LastTurn* turn, uint32_t open_to, const int* before,
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
                cost = min(cost, before[ctz32(neighbours)] + turn.toll[province])
                neighbours &= neighbours - 1
        better |= cost < before[province]
        after[province] = cost
    return better


cdef void find_ways(const EpixRules* rules, const EpixState* state, LastTurn* turn) noexcept nogil:
    """knight(X), soldier(X, e), beside(X) and the reach."""
    cdef int further[MAX_PROVINCES]
    cdef int seat = turn.seat, province
    cdef uint32_t open_to = rules.provinces & ~enemy_castles(rules, seat)
    cdef uint32_t for_knights = open_to & ~banned(rules, state, seat, KNIGHT)
    cdef uint32_t for_soldiers = open_to & ~banned(rules, state, seat, SOLDIER), neighbours
    find_starts(rules, state, turn, KNIGHT, turn.knight)
    while step_on(rules, turn, for_knights, turn.knight, further):
        for province in range(rules.n_provinces):
            turn.knight[province] = further[province]
    find_starts(rules, state, turn, SOLDIER, turn.soldier)
    if state.power[seat].steps:                                          # 11: Forced march
        step_on(rules, turn, for_soldiers, turn.soldier, further)
        for province in range(rules.n_provinces):
            turn.soldier[province] = further[province]
    step_on(rules, turn, for_soldiers, turn.soldier, further)
    turn.reach = 0
    for province in range(rules.n_provinces):
        if turn.knight[province] <= turn.purse or further[province] <= turn.purse:
            turn.reach |= bit(province)
        turn.beside[province] = NEVER
        neighbours = rules.next[province]
        while neighbours:
            turn.beside[province] = min(turn.beside[province], turn.soldier[ctz32(neighbours)])
            if not (banned(rules, state, seat, KNIGHT) >> province) & 1:
                turn.beside[province] = min(turn.beside[province], turn.knight[ctz32(neighbours)])
            neighbours &= neighbours - 1


cdef void find_last_turn(const EpixRules* rules, const EpixState* state, int seat, LastTurn* turn) noexcept nogil:
    """All that the bound is made of."""
    cdef int cost[MAX_PROVINCES]
    cdef int province, defenders, rival
    cdef units_t foe = foes(rules, state, seat)
    cdef uint32_t empty = rules.provinces & ~anywhere(state.units[seat] | foe) & ~enemy_castles(rules, seat), more
    turn.seat = seat
    turn.moves = (state.card[seat] & MOVE_CARD) != 0
    turn.recruits = (state.card[seat] & RECRUIT_CARD) != 0
    turn.purse = state.gold[seat] + (state.power[seat].tax if state.card[seat] & TAX_CARD else 0)
    turn.fights = turn.moves and turn.purse >= rules.min_attack_bid
    turn.fee = max(rules.min_attack_bid - state.power[seat].plunder, 0)
    if state.power[seat].plunder > rules.min_attack_bid:
        for rival in range(rules.head.n_seats):
            turn.purse += state.gold[rival] if rival != seat else 0
    turn.places = recruit_places(rules, state, seat)
    if state.power[seat].vassals:
        more = beside(rules, turn.places) & empty & ~turn.places
        while more:
            turn.places |= more
            more = beside(rules, turn.places) & empty & ~turn.places
    turn.in_shot = 0
    find_starts(rules, state, turn, CATAPULT, cost)
    for province in range(rules.n_provinces):
        if cost[province] < NEVER:
            turn.in_shot |= in_range(rules, state, seat, province)
    for province in range(rules.n_provinces):
        defenders = <int>(((where(foe, SOLDIER) >> province) & 1) + ((where(foe, KNIGHT) >> province) & 1)
                          + ((where(foe, CAMP) >> province) & 1))
        if defenders == 0:
            turn.toll[province] = 0
        elif not turn.fights:
            turn.toll[province] = NEVER
        elif (turn.in_shot >> province) & 1:
            turn.toll[province] = turn.fee
        else:
            turn.toll[province] = turn.fee * defenders
    find_ways(rules, state, turn)


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


cdef int find_prices(const EpixRules* rules, const EpixState* state, const LastTurn* turn, int* prices) noexcept nogil:
    """What P may yet recruit, cheapest first; how many."""
    cdef int unit, n = 0, number
    if turn.recruits:
        for unit in range(<int>N_UNITS):
            number = in_supply(rules, state, turn.seat, unit)
            if turn.moves and unit != CAMP:
                number = rules.count[unit]
            for _ in range(number):
                prices[n] = state.power[turn.seat].price[unit]
                n += 1
    sort(prices, n)
    return n


cdef int find_kept(const EpixRules* rules, const EpixState* state, const LastTurn* turn) noexcept nogil:
    """Provinces that P's units on the board, and what they may capture, could hold."""
    cdef units_t own = state.units[turn.seat], foe = foes(rules, state, turn.seat)
    cdef int kept
    if not turn.moves:
        return popcount(counted(rules, turn.seat, own))
    kept = popcount(where(own, SOLDIER)) + popcount(where(own, KNIGHT))
    kept += popcount(where(own, CAMP) | where(own, CATAPULT)) + rules.empty_castles
    kept += min(popcount(where(foe, CAMP) & turn.reach), in_supply(rules, state, turn.seat, CAMP))
    return kept + min(popcount(where(foe, CATAPULT) & turn.reach), rules.count[<int>CATAPULT])


cdef int find_fewest(const EpixRules* rules, const EpixState* state, const LastTurn* turn, int rival) noexcept nogil:
    """The provinces that are left to a rival at the least."""
    cdef int tolls[MAX_PROVINCES]
    cdef int province, n = 0, way
    cdef uint32_t held = counted(rules, rival, state.units[rival])
    if not turn.moves:
        return popcount(held)
    for province in range(rules.n_provinces):
        if (held >> province) & 1 and not (rules.empty_castles and province == rules.castle[rival]):
            way = 0 if (turn.in_shot >> province) & 1 else turn.beside[province]
            if way + turn.toll[province] <= turn.purse:
                tolls[n] = turn.toll[province]
                n += 1
    sort(tolls, n)
    return popcount(held) - affordable(tolls, n, turn.purse)


cdef bint might_win(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """False only if the player cannot possibly win, whatever is bid and guessed."""
    cdef LastTurn turn
    cdef int prices[MAX_UNITS]
    cdef int n_prices, kept, most, fewest, richest, poorest, rival, castle, i
    cdef uint32_t holdable
    find_last_turn(rules, state, seat, &turn)
    if turn.fights:
        for rival in range(rules.head.n_seats):
            castle = rules.castle[rival]
            if rival != seat and turn.beside[castle] + turn.toll[castle] + turn.fee <= turn.purse:
                return True
    holdable = counted(rules, seat, state.units[seat])
    if turn.recruits:
        holdable |= turn.places
    if turn.moves:
        holdable |= turn.reach
        if turn.recruits:
            holdable |= rules.lands[seat]
            if state.power[seat].vassals:
                holdable |= rules.provinces & ~enemy_castles(rules, seat)
    n_prices = find_prices(rules, state, &turn, prices)
    kept = find_kept(rules, state, &turn)
    most = min(popcount(holdable), kept + affordable(prices, n_prices, turn.purse))
    for rival in range(rules.head.n_seats):
        if rival == seat:
            continue
        fewest = find_fewest(rules, state, &turn, rival)
        if most < fewest:
            return False
        if most == fewest:
            richest = turn.purse
            if rules.last_income:
                richest += income_of(rules, state, seat, holdable, rules.count[<int>CAMP])
            for i in range(min(fewest - kept, n_prices)):
                richest -= prices[i]
            poorest = state.gold[rival]
            if not turn.moves and rules.last_income:
                poorest += income_of(rules, state, rival, anywhere(state.units[rival]),
                                     popcount(where(state.units[rival], CAMP)))
            if turn.moves and state.power[seat].plunder:
                poorest = 0
            if richest < poorest:
                return False
    return True

"""Epix: whether the last player of Winter has won, and whether it cannot win any more (RULES.md, 8).

`is_won` tries all recruits. `is_hopeless` is a bound between moves: it errs on the player's side.
"""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32, ctz64, popcount
from petteia.ext.games.epix.state cimport (
    anywhere, beside, bit, CAMP, CATAPULT, counted, defended, EpixRules, income_of, KNIGHT, N_UNITS, Powers, SOLDIER,
    unit_at, units_t, where,
)

cdef enum:
    MANY = 64             # attacks: more than anybody makes


# ---------------------------------------------------------------------------------------------------------------
# The end.

cdef bint wins_now(const Search* search, const Place* place) noexcept nogil:
    """6: whether the player has won, or shares, if nothing more is done."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t held
    cdef int mine = popcount(counted(rules, search.seat, place.own)), gold = -1, seat, theirs, their_gold
    for seat in range(rules.head.n_seats):
        if seat == search.seat:
            continue
        held = anywhere(place.foe) & search.held[seat]
        theirs = popcount(held | (bit(rules.castle[seat]) if rules.empty_castles else 0))
        if theirs > mine:
            return False
        if theirs == mine:
            if gold < 0:
                gold = place.gold
                if rules.last_income:
                    gold += income_of(rules, search.state, search.seat, anywhere(place.own),
                                      popcount(where(place.own, CAMP)))
            their_gold = place.theirs[seat]
            if rules.last_income:
                their_gold += income_of(rules, search.state, seat, held,
                                        popcount(where(place.foe, CAMP) & search.held[seat]))
            if their_gold > gold:
                return False
    return True


cdef uint32_t places_to_recruit(const Search* search, const Place* place) noexcept nogil:
    """5.2, with Vassals (11)."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t own = anywhere(place.own), foe = anywhere(place.foe)
    cdef uint32_t found = own | (rules.lands[search.seat] & ~foe)
    if search.state.power[search.seat].vassals:
        found |= beside(rules, own) & ~foe & ~search.castles
    return found


cdef units_t recruits_of(const Search* search, const Place* place) noexcept nogil:
    """All units that can be recruited now, by kind and province."""
    cdef const Powers* power = &search.state.power[search.seat]
    cdef uint32_t places = places_to_recruit(search, place)
    cdef units_t found = 0
    cdef int unit
    for unit in range(<int>N_UNITS):
        if power.price[unit] <= place.gold and left_over(search, place, unit) > 0:
            found |= <units_t>(places & ~where(place.own, unit) & ~search.bans[unit]) << (16 * unit)
    return found


cdef int n_payable(const Search* search, const Place* place, int gold) noexcept nogil:
    """How many more units so much gold could buy at the best."""
    cdef const Powers* power = &search.state.power[search.seat]
    cdef int price = 255, unit, supply = 0
    for unit in range(<int>N_UNITS):
        if left_over(search, place, unit) > 0:
            supply += left_over(search, place, unit)
            price = min(price, <int>power.price[unit])
    return supply if price == 0 else min(supply, gold // price)


cdef bint settles(const Search* search, const Place* place, units_t refused) noexcept nogil:
    """The last card is Recruitment: whether some units make the player win. Those refused are not to be recruited."""
    cdef const EpixRules* rules = search.rules
    cdef const Powers* power = &search.state.power[search.seat]
    cdef Place after
    cdef units_t choices
    cdef uint32_t more
    cdef int wanted = 0, seat, mine, province, unit
    if wins_now(search, place):
        return True
    mine = popcount(counted(rules, search.seat, place.own))
    for seat in range(rules.head.n_seats):
        if seat != search.seat:
            more = anywhere(place.foe) & search.held[seat]
            if rules.empty_castles:
                more |= bit(rules.castle[seat])
            wanted = max(wanted, popcount(more) - mine)
    if wanted > n_payable(search, place, place.gold):
        return False
    choices = recruits_of(search, place) & ~refused
    # A unit where there is one already brings nothing, but for a camp that yields more than it costs.
    more = anywhere(place.own)
    for unit in range(<int>N_UNITS):
        if unit != CAMP or power.price[unit] >= rules.camp_income:
            choices &= ~(<units_t>more << (16 * unit))
    while choices:
        province = ctz64(choices)
        unit, province = province >> 4, province & 15
        after = place[0]
        after.own |= unit_at(unit, province)
        after.gold -= power.price[unit]
        if settles(search, &after, refused):
            return True
        refused |= unit_at(unit, province)
        choices &= ~unit_at(unit, province)
    return False


# ---------------------------------------------------------------------------------------------------------------
# Hope.

cdef inline int gold_at_best(const Search* search, const Place* place) noexcept nogil:
    """The gold, and all that Plunder could bring where it is more than a bid."""
    cdef int gold = place.gold, seat
    if search.state.power[search.seat].plunder > search.low:
        for seat in range(search.rules.head.n_seats):
            gold += place.theirs[seat] if seat != search.seat else 0
    return gold


cdef int most_attacks(const Search* search, int gold, int guesses) noexcept nogil:
    """How many attacks may succeed, the last of them against so many guesses."""
    if gold < search.low + guesses:
        return 0
    if search.fee == 0:
        return MANY
    return (gold - search.low - guesses) // search.fee + 1


cdef bint can_reach_a_castle(const Search* search, const Place* place) noexcept nogil:
    """Whether gold and ways could be enough to beat a garrison."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t castles = search.castles, near, castle_bit, region, edge
    cdef uint32_t knights = where(place.ready, KNIGHT), soldiers = where(place.ready, SOLDIER)
    cdef uint32_t guarded = defended(place.foe)
    cdef uint32_t rideable = rules.provinces & ~search.castles & ~search.bans[<int>KNIGHT]
    cdef int castle, left, gold = gold_at_best(search, place)
    if place.unit == SOLDIER and not place.extra:
        soldiers &= ~bit(place.at)
    if search.state.power[search.seat].steps:
        soldiers |= beside(rules, soldiers)
    if place.unit == SOLDIER:
        soldiers |= bit(place.at)
    while castles:
        castle = ctz32(castles)
        castle_bit = bit(castle)
        castles &= castles - 1
        near = rules.next[castle]
        left = most_attacks(search, gold, rules.garrison_defence) - 1
        if left >= 0 and guarded & castle_bit:
            left -= 1 if where(place.ready, CATAPULT) else (
                <int>((place.foe >> castle) & 1) + <int>((place.foe >> (16 * KNIGHT + castle)) & 1))
        if left < 0:
            continue
        if near & soldiers & ~search.bans[<int>SOLDIER]:
            return True
        region = knights
        if castle_bit & search.bans[<int>KNIGHT] or not region:
            continue
        while True:
            while True:                            # what can be ridden to without an attack
                edge = beside(rules, region) & rideable & ~guarded & ~region
                if not edge:
                    break
                region |= edge
            if region & near:
                return True
            left -= 1
            edge = beside(rules, region) & rideable & ~region
            if left < 0 or not edge:
                break
            region |= edge
    return False


cdef int most_by_moves(const Search* search, const Place* place) noexcept nogil:
    """How many provinces may be held if nothing can be attacked: those that units stand in or can get to."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t soldiers = where(place.ready, SOLDIER), region = where(place.ready, KNIGHT), edge
    cdef uint32_t ways = rules.provinces & ~defended(place.foe) & ~search.castles
    cdef uint32_t found = counted(rules, search.seat, place.own)
    if soldiers:
        found |= beside(rules, soldiers) & ways
        if search.state.power[search.seat].steps:
            found |= beside(rules, beside(rules, soldiers)) & ways
    ways &= ~search.bans[<int>KNIGHT]
    edge = region
    while edge:
        edge = beside(rules, edge) & ways & ~region
        region |= edge
    return popcount(found | region)


# What the player could do at the best from here, when attacks succeed as far as its gold goes.
cdef struct Means:
    int gold                                # with all that Plunder could bring
    int income                              # of the last collection
    int attacks                             # that it can pay
    int recruits                            # units that it can still recruit
    int least                               # provinces that it may come to hold for nothing,
    int most                                # and with all its means
    bint shoots                             # a catapult may fire, which clears a province at once


cdef Means means_of(const Search* search, const Place* place) noexcept nogil:
    """Counted apart, each as high as it could be."""
    cdef const EpixRules* rules = search.rules
    cdef Means means
    cdef uint32_t mobile = <uint32_t>place.ready           # soldiers and knights
    cdef uint32_t stay = counted(rules, search.seat, place.own & ~<units_t>mobile)
    cdef int catapults = popcount(where(place.ready, CATAPULT)), captures = 0, camps
    means.gold = gold_at_best(search, place)
    means.attacks = most_attacks(search, means.gold, rules.single_defence)
    means.shoots = catapults != 0 or place.recruits == BEFORE
    means.least = popcount(stay) + popcount(mobile)
    if mobile or place.recruits == BEFORE:
        means.least += min(popcount(where(place.foe, CATAPULT)), <int>rules.count[<int>CATAPULT])
        captures = min(min(popcount(where(place.foe, CAMP)), means.attacks), left_over(search, place, CAMP))
    means.recruits = 0
    if place.recruits:
        means.recruits = search.all_units - popcount(where(place.own, SOLDIER)) - popcount(where(place.own, KNIGHT))
        means.recruits -= popcount(where(place.own, CAMP)) + popcount(where(place.own, CATAPULT))
        if place.recruits == AFTER:
            means.recruits += popcount(mobile) + catapults  # back in the supply by then
            if not search.state.power[search.seat].vassals:
                means.recruits = min(means.recruits, popcount(rules.lands[search.seat] & ~stay))
        if search.cheapest:
            means.recruits = min(means.recruits, means.gold // search.cheapest)
    means.most = means.least + captures + means.recruits
    if means.attacks == 0 and not place.recruits:
        means.most = min(means.most, most_by_moves(search, place))
    means.income = search.most_income
    if rules.last_income:
        camps = popcount(where(place.own, CAMP)) + captures + means.recruits
        means.income += min(camps, <int>rules.count[<int>CAMP]) * rules.camp_income
    return means


cdef int attacks_left(const Search* search, const Place* place, const Means* means, int seat,
                      int attacks) noexcept nogil:
    """Of so many attacks, how many are left when this rival is overtaken; below 0 if they are too few for it."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t soldiers = where(place.foe, SOLDIER), knights = where(place.foe, KNIGHT)
    cdef uint32_t camps = where(place.foe, CAMP), held = anywhere(place.foe) & search.held[seat]
    cdef uint32_t two = (soldiers & knights) | (soldiers & camps) | (knights & camps)    # defenders or more,
    cdef uint32_t one = (soldiers | knights | camps) & ~two
    cdef int theirs = popcount(held), their_gold = place.theirs[seat], undefended = popcount(held & ~(one | two))
    cdef int surplus, cheap, cost, n
    if rules.empty_castles and not held & bit(rules.castle[seat]):
        theirs += 1
    if theirs < means.least:
        return attacks
    # Whoever has less gold in the end must have more provinces.
    if attacks == 0 and undefended == 0 and not means.shoots and rules.last_income:
        their_gold += income_of(rules, search.state, seat, held, popcount(camps & held))
    n = theirs - undefended - means.least                  # is missing, and each costs something
    if (not search.state.power[search.seat].plunder
            and means.gold + means.income - search.least_cost * max(n, 0) < their_gold):
        n += 1
        theirs += 1
    # An attack brings two provinces at the best, one less for the rival and one more for the player.
    if n > 0:
        cost = min((n + 1) // 2, means.attacks)
        n -= 2 * cost
        cost = cost * min(search.fee, 2 * search.cheapest) + max(n, 0) * search.cheapest
        if n > means.recruits or cost > means.gold:
            return -1
    # So many of its provinces must be cleared, the cheapest first.
    surplus = theirs - means.most - undefended
    if surplus <= 0:
        return attacks
    cheap = popcount(held & (one | two) if means.shoots else held & one)
    return attacks - (surplus if surplus <= cheap else cheap + 2 * (surplus - cheap))


cdef bint is_hopeless(const Search* search, const Place* place) noexcept nogil:
    """Between moves: True only if the player cannot win any more."""
    cdef Means means = means_of(search, place)
    cdef int attacks = means.attacks, seat
    for seat in range(search.rules.head.n_seats):
        if seat == search.seat:
            continue
        attacks = attacks_left(search, place, &means, seat, attacks)
        if attacks < 0:
            if place.recruits == BEFORE:
                return means.gold < search.low + search.rules.garrison_defence
            return not can_reach_a_castle(search, place)
    return False

"""Epix: whether the last player of Winter can possibly win (RULES.md, 8): a search over all that it can still do.

Everybody else is as kind as the rules let them be. A bid is always the least one: more gold never hurts, and of both
parities the least amount's has the more amounts. It is missed if there are more amounts than guesses; else it is named.
An attack that need not fail may fail all the same, which brings a unit back to the supply: that is tried where a
Recruitment is still to come, and nowhere else (whoever needs a unit out of its way could do with it what the other
unit would do). Tax comes first, for the same reason. Of Recruitment and Move & Attack both orders are tried.

Nothing limits the search but the bounds: `last_player_bound` before the moves, and `is_hopeless` between them.
Positions that were searched in vain are remembered in a table of fixed size on the stack, which may forget but never
errs.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from petteia.ext.core.bits cimport ctz32, ctz64, popcount
from petteia.ext.games.epix.fights cimport guesses_of
from petteia.ext.games.epix.last_player_bound cimport might_win
from petteia.ext.games.epix.state cimport (
    all_at, anywhere, banned, beside, bit, CAMP, CATAPULT, counted, defended, enemy_castles, EpixRules, EpixState, foes,
    GARRISON, in_range, income_of, KNIGHT, MAX_PLAYERS, MOVE_CARD, N_UNITS, NO_PROVINCE, NO_UNIT, Powers, RECRUIT_CARD,
    SOLDIER, TAX_CARD, unit_at, units_t, where,
)

cdef enum:
    MEMO_BITS = 8         # 256 positions, 10 kB
    FEW = 32              # positions: smaller searches do without the memory
    MANY = 64             # attacks: more than anybody makes
    AFTER = 1
    BEFORE = 2


# What the last player has come to. 40 bytes without padding: equal if every byte is.
cdef struct Place:
    units_t own
    units_t foe                             # of all others: nobody's units move meanwhile
    units_t ready                           # own ones that have not acted yet
    uint8_t gold
    uint8_t valour                          # failures that do not cost a knight, left
    uint8_t unit                            # in action, or NO_UNIT;
    uint8_t at                              # where it stands,
    uint8_t may_move                        # whether it may move (again),
    uint8_t extra                           # whether its next move is an extra step,
    uint16_t barred                         # and what it may not attack
    uint8_t theirs[MAX_PLAYERS]             # gold that Plunder has left them
    uint32_t recruits                       # whether a Recruitment is still to come: AFTER the moves, BEFORE them


# What stays the same in one search.
cdef struct Search:
    const EpixRules* rules
    const EpixState* state
    int seat
    int low                                 # the least bid
    int fee                                 # what an attack costs at the least; 0 only with Plunder, or for nothing
    int cheapest                            # unit's price
    int least_cost                          # what an attack or a recruit costs at the least
    int most_income                         # but for camps
    int all_units                           # of the player, on the board or not
    uint32_t castles                        # of enemies
    uint32_t held[MAX_PLAYERS]              # what the rivals occupied at the beginning
    uint32_t bans[N_UNITS]
    EpixState* world                        # a copy of the state, for the bound
    int positions                           # searched
    bint remembers
    Place memo[1 << MEMO_BITS]


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


cdef inline int left_over(const Search* search, const Place* place, int unit) noexcept nogil:
    """How many of a kind are in the supply."""
    return search.rules.count[unit] - popcount(where(place.own, unit))


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


cdef inline bint is_won(const Search* search, const Place* place) noexcept nogil:
    """Whether the player wins if it moves and attacks no more."""
    return settles(search, place, 0) if place.recruits else wins_now(search, place)


# ---------------------------------------------------------------------------------------------------------------
# Bounds and memory.

cdef inline int gold_at_best(const Search* search, const Place* place) noexcept nogil:
    """The gold, and all that Plunder could bring where it is more than a bid."""
    cdef int gold = place.gold, seat
    if search.state.power[search.seat].plunder > search.low:
        for seat in range(search.rules.head.n_seats):
            gold += place.theirs[seat] if seat != search.seat else 0
    return gold


cdef inline int gold_to_miss(const Search* search, int seat, int guesses) noexcept nogil:
    """7, 9: the least gold with which the least bid is one of more amounts than that defender may name."""
    return search.low + guesses * (2 if search.state.power[seat].parity else 1)


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


cdef int most_by_moves(const Search* search, const Place* place, uint32_t mobile) noexcept nogil:
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


cdef bint is_hopeless(const Search* search, const Place* place) noexcept nogil:
    """Between moves: True only if the player cannot win any more."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t mobile = <uint32_t>place.ready           # soldiers and knights
    cdef uint32_t soldiers = where(place.foe, SOLDIER), knights = where(place.foe, KNIGHT)
    cdef uint32_t camps = where(place.foe, CAMP), stay = counted(rules, search.seat, place.own & ~<units_t>mobile)
    cdef uint32_t held, two, one
    cdef int least, most, recruits = 0, captures = 0, attacks, most_made, seat, theirs, their_gold
    cdef int surplus, cheap, cost, n
    cdef int gold = gold_at_best(search, place), income = search.most_income
    cdef int catapults = popcount(where(place.ready, CATAPULT))
    cdef bint shoots = catapults != 0 or place.recruits == BEFORE
    attacks = most_made = most_attacks(search, gold, rules.single_defence)
    # The provinces that the player may come to: for nothing, and with what it can pay.
    least = popcount(stay) + popcount(mobile)
    if mobile or place.recruits == BEFORE:
        least += min(popcount(where(place.foe, CATAPULT)), <int>rules.count[<int>CATAPULT])
        captures = min(min(popcount(camps), attacks), left_over(search, place, CAMP))
    if place.recruits:
        recruits = search.all_units - popcount(where(place.own, SOLDIER)) - popcount(where(place.own, KNIGHT))
        recruits -= popcount(where(place.own, CAMP)) + popcount(where(place.own, CATAPULT))
        if place.recruits == AFTER:
            recruits += popcount(mobile) + catapults       # back in the supply by then
            if not search.state.power[search.seat].vassals:
                recruits = min(recruits, popcount(rules.lands[search.seat] & ~stay))
        if search.cheapest:
            recruits = min(recruits, gold // search.cheapest)
    most = least + captures + recruits
    if attacks == 0 and not place.recruits:
        most = min(most, most_by_moves(search, place, mobile))
    two = (soldiers & knights) | (soldiers & camps) | (knights & camps)
    one = (soldiers | knights | camps) & ~two
    if rules.last_income:
        n = popcount(where(place.own, CAMP)) + captures + recruits
        income += min(n, <int>rules.count[<int>CAMP]) * rules.camp_income
    for seat in range(rules.head.n_seats):
        if seat == search.seat:
            continue
        held = anywhere(place.foe) & search.held[seat]
        theirs = popcount(held)
        if rules.empty_castles and not held & bit(rules.castle[seat]):
            theirs += 1
        if theirs < least:
            continue
        cheap = popcount(held & ~(one | two))
        # Whoever has less gold in the end must have more provinces.
        their_gold = place.theirs[seat]
        if attacks == 0 and cheap == 0 and not shoots and rules.last_income:
            their_gold += income_of(rules, search.state, seat, held, popcount(camps & held))
        n = theirs - cheap - least                         # is missing, and each costs something
        if not search.state.power[search.seat].plunder and gold + income - search.least_cost * max(n, 0) < their_gold:
            n += 1
            theirs += 1
        # An attack brings two provinces at the best, one less for the rival and one more for the player.
        if n > 0:
            cost = min((n + 1) // 2, most_made)
            n -= 2 * cost
            cost = cost * min(search.fee, 2 * search.cheapest) + max(n, 0) * search.cheapest
            if n > recruits or cost > gold:
                attacks = -1
        # So many of its provinces must be cleared, the cheapest first.
        surplus = theirs - most - cheap
        if surplus > 0:
            cheap = popcount(held & (one | two) if shoots else held & one)
            attacks -= surplus if surplus <= cheap else cheap + 2 * (surplus - cheap)
        if attacks < 0:
            if place.recruits == BEFORE:
                return gold < search.low + rules.garrison_defence
            return not can_reach_a_castle(search, place)
    return False


cdef inline uint32_t slot_of(const Place* place) noexcept nogil:
    cdef const uint64_t* words = <const uint64_t*>place
    cdef uint64_t key = 0
    cdef int i
    for i in range(5):
        key = (key ^ words[i]) * <uint64_t>0x9E3779B97F4A7C15
        key ^= key >> 29
    return <uint32_t>(key >> (64 - MEMO_BITS))


cdef bint was_searched(Search* search, const Place* place) noexcept nogil:
    """Whether the place was searched in vain; the memory begins when a search turns out not to be small."""
    search.positions += 1
    if search.remembers:
        return memcmp(&search.memo[slot_of(place)], place, sizeof(Place)) == 0
    if search.positions > FEW:
        memset(search.memo, 0xFF, sizeof(search.memo))
        search.remembers = True
    return False


cdef inline bint in_vain(Search* search, const Place* place) noexcept nogil:
    if search.remembers:
        search.memo[slot_of(place)] = place[0]
    return False


# ---------------------------------------------------------------------------------------------------------------
# Fights (7).

cdef inline int owner_of(const Search* search, int province) noexcept nogil:
    """Whose units are there; of an empty castle its owner."""
    cdef int seat
    for seat in range(search.rules.head.n_seats):
        if (search.held[seat] | bit(search.rules.castle[seat])) & bit(province) and seat != search.seat:
            return seat
    return search.seat


cdef inline void beat(const Search* search, Place* place, int owner) noexcept nogil:
    """The least bid is spent, and Plunder takes its share."""
    cdef int loot = min(search.state.power[search.seat].plunder, place.theirs[owner])
    place.gold += loot - search.low
    place.theirs[owner] -= loot


cdef inline void rest(Place* place) noexcept nogil:
    """No unit is in action."""
    place.unit, place.at, place.may_move, place.extra, place.barred = NO_UNIT, NO_PROVINCE, 0, 0, 0


cdef inline void finish_unit(Place* place) noexcept nogil:
    """The unit in action is spent."""
    place.ready &= ~unit_at(place.unit, place.at)
    rest(place)


cdef bint wants_units(const Search* search, const Place* place) noexcept nogil:
    """Whether a unit more in the supply could help: not if there is one of the cheapest for every land."""
    cdef const EpixRules* rules = search.rules
    cdef const Powers* power = &search.state.power[search.seat]
    cdef uint32_t lands = rules.lands[search.seat]
    cdef int unit, price = 255, units = 0, n_lands = popcount(lands)
    cdef int for_camps = popcount(lands & ~search.bans[<int>CAMP])
    if not place.recruits:
        return False
    if power.vassals:
        return True
    for unit in range(<int>N_UNITS):
        price = min(price, <int>power.price[unit])
    for unit in range(<int>N_UNITS):
        if unit != CAMP and power.price[unit] == price and not search.bans[unit] & lands:
            units += left_over(search, place, unit)
    if units < n_lands - for_camps:
        return True
    if power.price[<int>CAMP] == price:
        units += min(left_over(search, place, CAMP), for_camps)
    return units < n_lands


cdef bint fails(Search* search, const Place* place) noexcept nogil:
    """The unit in action fails on purpose, or because it must. That helps only a Recruitment to come."""
    cdef Place after
    if not wants_units(search, place):
        return False
    after = place[0]
    if not search.state.power[search.seat].refund:
        after.gold -= search.low
    after.ready &= ~unit_at(place.unit, place.at)
    if place.unit == KNIGHT and place.valour:
        after.valour -= 1
    else:
        after.own &= ~unit_at(place.unit, place.at)
    rest(&after)
    return acts(search, &after)


cdef void enter(const Search* search, Place* place, int to) noexcept nogil:
    """The unit in action goes to a province; camps and catapults there are captured while the supply lasts."""
    cdef int unit
    place.own &= ~unit_at(place.unit, place.at)
    place.ready &= ~unit_at(place.unit, place.at)
    for unit in range(<int>CAMP, <int>N_UNITS):
        if place.foe & unit_at(unit, to):
            place.foe &= ~unit_at(unit, to)
            if left_over(search, place, unit) > 0:
                place.own |= unit_at(unit, to)
    place.own |= unit_at(place.unit, to)
    place.ready |= unit_at(place.unit, to)
    place.at = to


cdef bint fights(Search* search, const Place* place, int target, bint has_beaten) noexcept nogil:
    """The unit in action attacks the next defender there, or falls back after it has beaten one."""
    cdef Place after
    cdef int against, owner = owner_of(search, target)
    cdef bint is_castle = (search.castles >> target) & 1
    for against in range(<int>CATAPULT):
        if place.foe & unit_at(against, target):
            break
    else:
        against = GARRISON
    if place.gold >= search.low:
        if place.gold >= gold_to_miss(search, owner, guesses_of(search.rules, search.state, owner, against, target)):
            after = place[0]
            beat(search, &after, owner)
            if against == GARRISON:
                return True
            if against != CAMP:
                after.foe &= ~unit_at(against, target)
            if against != CAMP and (is_castle or (defended(after.foe) >> target) & 1):
                if fights(search, &after, target, True):
                    return True
            else:
                enter(search, &after, target)
                if after.unit == SOLDIER:
                    finish_unit(&after)
                    if acts(search, &after):
                        return True
                else:
                    after.may_move = 1
                    if goes_on(search, &after):
                        return True
        if fails(search, place):
            return True
    if not has_beaten:
        return False
    after = place[0]
    if after.unit == SOLDIER:
        finish_unit(&after)
        return acts(search, &after)
    after.barred |= bit(target)
    after.may_move = 1
    return goes_on(search, &after)


cdef bint fires(Search* search, const Place* place, int at) noexcept nogil:
    """5.4: a catapult at one target after the other."""
    cdef Place after
    cdef uint32_t targets = in_range(search.rules, search.state, search.seat, at) & anywhere(place.foe)
    cdef int target, owner, unit, guesses
    while targets:
        target = ctz32(targets)
        targets &= targets - 1
        after = place[0]
        after.own &= ~unit_at(CATAPULT, at)
        after.ready &= ~unit_at(CATAPULT, at)
        if (defended(place.foe) >> target) & 1:
            if place.gold < search.low:
                continue
            owner = owner_of(search, target)
            guesses = 0
            for unit in range(<int>CATAPULT):
                if place.foe & unit_at(unit, target):
                    guesses = max(guesses, guesses_of(search.rules, search.state, owner, unit, target))
            if wants_units(search, place):         # named: all stay there, but the catapult is back in the supply
                if not search.state.power[search.seat].refund:
                    after.gold -= search.low
                if acts(search, &after):
                    return True
                after.gold = place.gold
            if place.gold < gold_to_miss(search, owner, guesses):
                continue
            beat(search, &after, owner)
        after.foe &= ~all_at(target)
        if acts(search, &after):
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------
# Moves (5.4).

cdef uint32_t ride_of(const Search* search, const Place* place) noexcept nogil:
    """Where the knight in action can ride in one go."""
    cdef uint32_t foe = anywhere(place.foe), bans = search.bans[<int>KNIGHT]
    cdef uint32_t ways = search.rules.provinces & ~foe & ~search.castles & ~bans
    cdef uint32_t found = bit(place.at), edge = found, seen = 0
    while edge:
        edge = beside(search.rules, edge)
        seen |= edge
        edge &= ways & ~found
        found |= edge
    return (found | (seen & foe & ~defended(place.foe) & ~search.castles & ~bans)) & ~where(place.own, KNIGHT)


cdef inline bint goes_on(Search* search, const Place* place) noexcept nogil:
    """The unit in action stops, or does something more."""
    cdef Place after = place[0]
    finish_unit(&after)
    return acts(search, &after) or acts_with(search, place, False)


cdef bint acts_with(Search* search, const Place* place, bint is_first) noexcept nogil:
    """The unit in action does something; it is its first action, or one more."""
    cdef Place after
    cdef uint32_t foe = anywhere(place.foe), goals, targets
    cdef int unit = place.unit, to
    if not is_first:
        if was_searched(search, place):
            return False
        if is_hopeless(search, place):
            return in_vain(search, place)
    targets = search.rules.next[place.at] & ~search.bans[unit] & (defended(place.foe) | search.castles) & ~place.barred
    if place.gold < search.low:
        targets = 0
    while targets:
        to = ctz32(targets)
        targets &= targets - 1
        after = place[0]
        after.may_move = after.extra = 0
        if fights(search, &after, to, False):
            return True
    if not place.may_move:
        return not is_first and in_vain(search, place)
    if unit == SOLDIER:
        goals = search.rules.next[place.at] & ~search.bans[unit] & ~search.castles & ~defended(place.foe)
        goals &= ~where(place.own, SOLDIER)
    else:
        goals = ride_of(search, place)
    while goals:
        to = ctz32(goals)
        goals &= goals - 1
        after = place[0]
        enter(search, &after, to)
        if unit == KNIGHT:
            after.may_move = (foe >> to) & 1       # a capture lets it go on
        elif place.extra and not (foe >> to) & 1:
            after.extra = 0
        else:
            finish_unit(&after)
            if acts(search, &after):
                return True
            continue
        if goes_on(search, &after):
            return True
    return not is_first and in_vain(search, place)


cdef bint acts(Search* search, const Place* place) noexcept nogil:
    """No unit is in action: the card is finished, or some unit acts."""
    cdef Place after
    cdef units_t ready
    cdef int unit, at
    if not place.ready:
        return is_won(search, place)
    if was_searched(search, place):
        return False
    if is_hopeless(search, place):
        return in_vain(search, place)
    if is_won(search, place):
        return True
    ready = place.ready
    while ready:
        at = ctz64(ready)
        ready &= ready - 1
        unit, at = at >> 4, at & 15
        if unit == CATAPULT:
            if fires(search, place, at):
                return True
            continue
        after = place[0]
        after.unit, after.at, after.may_move = unit, at, 1
        after.extra = unit == SOLDIER and search.state.power[search.seat].steps > 0
        if acts_with(search, &after, True):
            return True
    return in_vain(search, place)


# ---------------------------------------------------------------------------------------------------------------
# Lines that are seen at once: most of those who can win have one.

cdef bint spreads(const Search* search, const Place* place) noexcept nogil:
    """Whether it is enough that units that do not stand alone go to empty provinces."""
    cdef Place after = place[0]
    cdef units_t moving = <uint32_t>place.ready
    cdef uint32_t goals, foe = anywhere(place.foe)
    cdef int unit, at, to
    while moving:
        at = ctz64(moving)
        moving &= moving - 1
        unit, at = at >> 4, at & 15
        if not after.own & all_at(at) & ~unit_at(unit, at):
            continue
        after.unit, after.at = unit, at
        if unit == SOLDIER:
            goals = search.rules.next[at] & ~search.castles & ~search.bans[<int>SOLDIER]
        else:
            goals = ride_of(search, &after)
        goals &= ~foe & ~anywhere(after.own)
        if goals:
            to = ctz32(goals)
            after.own = (after.own & ~unit_at(unit, at)) | unit_at(unit, to)
            after.ready &= ~unit_at(unit, at)
            if is_won(search, &after):
                return True
    return False


cdef bint storms(const Search* search, const Place* place) noexcept nogil:
    """Whether a soldier beside an enemy castle, or a knight that can ride there, beats all that defend it."""
    cdef const EpixRules* rules = search.rules
    cdef uint32_t castles, near, ways, region, edge
    cdef Place after
    cdef int castle, owner, unit
    if place.gold < search.low + rules.garrison_defence:
        return False
    ways = rules.provinces & ~anywhere(place.foe) & ~search.castles & ~search.bans[<int>KNIGHT]
    region = edge = where(place.ready, KNIGHT)
    while edge:
        edge = beside(rules, edge) & ways & ~region
        region |= edge
    castles = search.castles
    while castles:
        castle = ctz32(castles)
        castles &= castles - 1
        near = rules.next[castle]
        if not (near & where(place.ready, SOLDIER) & ~search.bans[<int>SOLDIER]) and (
                not near & region or (search.bans[<int>KNIGHT] >> castle) & 1):
            continue
        after = place[0]
        owner = owner_of(search, castle)
        for unit in range(<int>GARRISON + 1):
            if unit == CAMP or unit == CATAPULT or (unit != GARRISON and not after.foe & unit_at(unit, castle)):
                continue
            if after.gold < gold_to_miss(search, owner, guesses_of(rules, search.state, owner, unit, castle)):
                break
            if unit == GARRISON:
                return True
            beat(search, &after, owner)
    return False


# ---------------------------------------------------------------------------------------------------------------
# Both cards.

cdef inline bint leaves_hope(Search* search, const Place* place, int cards) noexcept nogil:
    """The bound, with these cards still to play."""
    search.world.units[search.seat] = place.own
    search.world.gold[search.seat] = place.gold
    search.world.card[search.seat] = cards
    return might_win(search.rules, search.world, search.seat)


cdef bint gathers(Search* search, const Place* place, units_t refused) noexcept nogil:
    """Recruitment comes first: whether some more units, and then Move & Attack, make the player win."""
    cdef Place after
    cdef units_t choices = recruits_of(search, place) & ~refused
    cdef int unit, province
    while choices:
        province = ctz64(choices)
        unit, province = province >> 4, province & 15
        after = place[0]
        after.own |= unit_at(unit, province)
        after.gold -= search.state.power[search.seat].price[unit]
        after.ready = after.own & ~(<units_t>0xFFFF << (16 * CAMP))
        if not is_hopeless(search, &after) and (
                search.positions < FEW or leaves_hope(search, &after, RECRUIT_CARD | MOVE_CARD)):
            after.recruits = 0
            if acts(search, &after):
                return True
            after.recruits = BEFORE
            if gathers(search, &after, refused):
                return True
        refused |= unit_at(unit, province)
        choices &= ~unit_at(unit, province)
    return False


cdef bint wins(Search* search, const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """Whether any way to play the cards makes the player win."""
    cdef EpixState world
    cdef Place place
    cdef int cards = state.card[seat], other, unit
    cdef bint after_moves, before_moves
    memset(&place, 0, sizeof(place))
    search.rules, search.state, search.seat = rules, state, seat
    search.low = rules.min_attack_bid
    search.positions, search.remembers = 0, False
    for other in range(rules.head.n_seats):
        search.held[other] = anywhere(state.units[other]) if other != seat else 0
        place.theirs[other] = state.gold[other] if other != seat else 0
    place.own, place.foe = state.units[seat], foes(rules, state, seat)
    place.gold = state.gold[seat] + (state.power[seat].tax if cards & TAX_CARD else 0)
    place.recruits = AFTER if cards & RECRUIT_CARD else 0
    for unit in range(<int>N_UNITS):
        search.bans[unit] = banned(rules, state, seat, unit)
    search.castles = enemy_castles(rules, seat)
    rest(&place)
    if is_won(search, &place):
        return True
    if not cards & MOVE_CARD:
        return False
    search.fee = max(search.low - <int>state.power[seat].plunder, 0)
    search.cheapest, search.all_units, search.most_income = state.power[seat].price[0], 0, 0
    for unit in range(<int>N_UNITS):
        search.cheapest = min(search.cheapest, <int>state.power[seat].price[unit])
        search.all_units += rules.count[unit]
    search.least_cost = min(search.fee, search.cheapest)
    if rules.last_income:
        search.most_income = income_of(rules, state, seat, rules.provinces, 0)
    place.valour = state.power[seat].valour - state.valour[seat]
    place.ready = place.own & ~(<units_t>0xFFFF << (16 * CAMP))
    if storms(search, &place) or spreads(search, &place):
        return True
    if not cards & RECRUIT_CARD:
        return acts(search, &place)
    after_moves = not is_hopeless(search, &place)
    place.recruits = BEFORE
    before_moves = not is_hopeless(search, &place)
    if not (after_moves or before_moves) or not might_win(rules, state, seat):
        return False
    place.recruits = AFTER
    if after_moves and acts(search, &place):
        return True
    if not before_moves:
        return False
    world = state[0]
    search.world = &world
    place.recruits = BEFORE
    return gathers(search, &place, 0)


cdef bint may_win(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """8: whether the player wins, or shares the win, in some line of play."""
    cdef Search search
    return wins(&search, rules, state, seat)


# ---------------------------------------------------------------------------------------------------------------
# The Python boundary.

def possible(const unsigned char[::1] rules_raw, const unsigned char[::1] raw, int seat) -> bool:
    """The answer in a state whose seat has shown its cards: for tests and for people who ask why."""
    return may_win(<const EpixRules*>&rules_raw[0], <const EpixState*>&raw[0], seat)


def searched(const unsigned char[::1] rules_raw, const unsigned char[::1] raw, int seat) -> int:
    """How many positions are searched for it."""
    cdef Search search
    wins(&search, <const EpixRules*>&rules_raw[0], <const EpixState*>&raw[0], seat)
    return search.positions

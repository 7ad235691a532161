"""Epix: whether the last player of Winter can possibly win (RULES.md, 8): a search over all that it can still do.

Everybody else is as kind as the rules let them be. A bid is always the least one: more gold never hurts, and of both
parities the least amount's has the more amounts. It is missed if there are more amounts than guesses; else it is named.
An attack that need not fail may fail all the same, which brings a unit back to the supply: that is tried where a
Recruitment is still to come, and nowhere else (whoever needs a unit out of its way could do with it what the other
unit would do). Tax comes first, for the same reason. Of Recruitment and Move & Attack both orders are tried.

Nothing limits the search but the bounds: `last_player_bound` before the moves, and `last_player_hope` between them.
Positions that were searched in vain are remembered in a table of fixed size on the stack, which may forget but never
errs.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp, memset

from petteia.ext.core.bits cimport ctz32, ctz64, popcount
from petteia.ext.games.epix.fights cimport guesses_of
from petteia.ext.games.epix.last_player_bound cimport might_win
from petteia.ext.games.epix.last_player_hope cimport (
    AFTER, BEFORE, gold_to_miss, is_hopeless, is_won, left_over, MEMO_BITS, Place, recruits_of, Search,
)
from petteia.ext.games.epix.state cimport (
    all_at, anywhere, banned, beside, bit, CAMP, CATAPULT, defended, enemy_castles, EpixRules, EpixState, foes,
    GARRISON, in_range, income_of, KNIGHT, MOVE_CARD, N_UNITS, NO_PROVINCE, NO_UNIT, Powers, RECRUIT_CARD, SOLDIER,
    TAX_CARD, unit_at, units_t, where,
)

cdef enum:
    FEW = 32              # positions: smaller searches do without the memory


# ---------------------------------------------------------------------------------------------------------------
# Memory.

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

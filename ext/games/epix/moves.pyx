"""Epix: the legal moves (RULES.md, 9 and 10)."""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32, nth_bit, popcount
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epix.state cimport (
    ACT, anywhere, AUCTION, banned, beside, bit, CAMP, CARDS, CATAPULT, DEAL_ABILITY, DEAL_FIRST, defended, DO_ABILITY,
    DO_ATTACK, DO_BACK, DO_BID, DO_CARD, DO_DONE, DO_FIRST, DO_GUESS, DO_MOVE, DO_OFFER, DO_ON, DO_PASS, DO_PLAY,
    DO_RECRUIT, DO_STOP, DRAFT, enemy_castles, EpixRules, EpixState, FIGHT, foes, GIVE, in_range, in_supply, KNIGHT,
    MOVE_CARD, move_of, n_amounts, N_UNITS, NO_AMOUNT, NO_SEAT, ORDER, PRESS, RECRUIT, RECRUIT_CARD, recruit_places,
    SOLDIER, TAX_CARD, UNIT, unit_at, units_t, where,
)


# ---------------------------------------------------------------------------------------------------------------
# The moves of public decisions, in groups (9).

cdef inline void add_group(Menu* menu, int verb, int unit, int at, uint32_t to) noexcept nogil:
    """The moves of a unit to any of these provinces, if there are any."""
    if to:
        menu.group[menu.n] = Group(verb, unit, at, 0, to, popcount(to))
        menu.total += menu.group[menu.n].n
        menu.n += 1


cdef void menu_of_recruits(const EpixRules* rules, const EpixState* state, int seat, uint32_t places,
                           Menu* menu) noexcept nogil:
    """2, 5.2: units that can be paid, not twice in a province, not where they are banned."""
    cdef int unit
    for unit in range(<int>N_UNITS):
        if state.power[seat].price[unit] <= state.gold[seat] and in_supply(rules, state, seat, unit) > 0:
            add_group(menu, DO_RECRUIT, unit, 0,
                      places & ~where(state.units[seat], unit) & ~banned(rules, state, seat, unit))


cdef void menu_of_draft(const EpixRules* rules, const EpixState* state, Menu* menu) noexcept nogil:
    """3: recruit at home, or outbid somebody for an ability; each bid needs a marker from the supply."""
    cdef int seat = state.turn, card, unit, markers = 0, low, most
    for unit in range(<int>N_UNITS):
        markers += in_supply(rules, state, seat, unit)
    for card in range(state.n_table):
        markers -= state.offerer[card] == seat
    if markers > 0:
        menu_of_recruits(rules, state, seat, rules.lands[seat], menu)
    for card in range(state.n_table):
        low, most = rules.min_offer, state.gold[seat]
        if state.offerer[card] != NO_SEAT:
            low = state.offer[card] + 1
        if state.offerer[card] == seat:
            most += state.offer[card]
        elif markers <= 0:
            continue
        if most >= low:
            menu.group[menu.n] = Group(DO_OFFER, 0, state.table[card], low, 0, most - low + 1)
            menu.total += menu.group[menu.n].n
            menu.n += 1


# The provinces as the units of one seat find them.
cdef struct Field:
    uint32_t ways                           # empty or friendly
    uint32_t undefended                     # with enemy catapults only: a unit walks in and captures them
    uint32_t foes                           # with enemy units
    uint32_t targets                        # where something defends; none without the gold for a bid
    uint32_t shots                          # that a catapult may fire at


cdef inline Field survey(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """An enemy castle is never walked into, with or without units (7)."""
    cdef Field field
    cdef units_t foe = foes(rules, state, seat)
    cdef uint32_t castles = enemy_castles(rules, seat)
    field.foes = anywhere(foe)
    field.ways = rules.provinces & ~field.foes & ~castles
    field.targets = defended(foe) | castles
    field.undefended = field.foes & ~field.targets
    field.shots = field.foes
    if state.gold[seat] < rules.min_attack_bid:
        field.targets = 0
        field.shots &= ~defended(foe)
    return field


cdef uint32_t ride(const EpixRules* rules, const EpixState* state, const Field* field, int seat,
                   int at) noexcept nogil:
    """5.4: where a knight can ride in one go."""
    cdef uint32_t bans = banned(rules, state, seat, KNIGHT)
    cdef uint32_t ways = field.ways & ~bans, found = bit(at), edge = found, seen = 0
    while edge:
        edge = beside(rules, edge)
        seen |= edge
        edge &= ways & ~found
        found |= edge
    return (found | (seen & field.undefended & ~bans)) & ~where(state.units[seat], KNIGHT)


cdef inline void menu_of_unit(const EpixRules* rules, const EpixState* state, const Field* field, int unit, int at,
                              bint may_move, uint32_t barred, Menu* menu) noexcept nogil:
    """5.4: what one unit may do; a province that is barred it may not attack."""
    cdef int seat = state.turn
    cdef uint32_t bans = banned(rules, state, seat, unit)
    if unit == CATAPULT:
        add_group(menu, DO_ATTACK, unit, at, in_range(rules, state, seat, at) & field.shots)
        return
    if may_move:
        if unit == SOLDIER:
            add_group(menu, DO_MOVE, unit, at,
                      rules.next[at] & ~bans & (field.undefended | (field.ways & ~where(state.units[seat], SOLDIER))))
        else:
            add_group(menu, DO_MOVE, unit, at, ride(rules, state, field, seat, at))
    add_group(menu, DO_ATTACK, unit, at, rules.next[at] & ~bans & field.targets & ~barred)


cdef void menu_of(const EpixRules* rules, const EpixState* state, Menu* menu) noexcept nogil:
    """The legal moves of `turn` in the phases DRAFT, RECRUIT, ACT and UNIT, in order."""
    cdef int seat = state.turn, at, unit
    cdef units_t ready
    cdef uint32_t provinces
    cdef Field field
    menu.n = 0
    menu.total = 1
    if state.phase == DRAFT:
        menu_of_draft(rules, state, menu)
        menu.last = DO_PASS
    elif state.phase == RECRUIT:
        menu_of_recruits(rules, state, seat, recruit_places(rules, state, seat), menu)
        menu.last = DO_DONE
    elif state.phase == ACT:
        field = survey(rules, state, seat)
        ready = state.units[seat] & ~state.spent & ~(<units_t>0xFFFF << (16 * CAMP))
        provinces = anywhere(ready)
        while provinces:
            at = ctz32(provinces)
            provinces &= provinces - 1
            for unit in range(<int>N_UNITS):
                if ready & unit_at(unit, at):
                    menu_of_unit(rules, state, &field, unit, at, True, 0, menu)
        menu.last = DO_DONE
    else:
        field = survey(rules, state, seat)
        menu_of_unit(rules, state, &field, state.active, state.at, state.may_move, state.barred, menu)
        menu.last = DO_STOP


cdef inline move_t move_in(const Group* group, int n) noexcept nogil:
    """The n-th move of a group."""
    if group.verb == DO_OFFER:
        return move_of(DO_OFFER, group.low + n, group.at, 0)
    if group.verb == DO_RECRUIT:
        return move_of(DO_RECRUIT, group.unit, nth_bit(group.to, n), 0)
    return move_of(group.verb, group.unit, group.at, nth_bit(group.to, n))


# ---------------------------------------------------------------------------------------------------------------
# All legal moves.

cdef int legal_chance(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil:
    """10: any first player, any ability that is not on the table."""
    cdef int i, n = 0
    cdef uint32_t dealt = 0
    if state.phase == DEAL_FIRST:
        for i in range(rules.head.n_seats):
            out[i] = move_of(DO_FIRST, i, 0, 0)
        return rules.head.n_seats
    for i in range(state.n_table):
        dealt |= bit(state.table[i])
    for i in range(rules.n_abilities):
        if not (dealt >> i) & 1:
            out[n] = move_of(DO_ABILITY, i, 0, 0)
            n += 1
    return n


cdef int legal_guesses(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil:
    """9: one amount, or two in ascending order that leave a third if there is to be one."""
    cdef int low, step, i, j, count = 0, n = n_amounts(rules, state, &low, &step)
    cdef int k = min(<int>state.guesses, n)
    if state.n_named or k == 1:
        for i in range(n):
            if state.n_named == 0 or low + i * step > state.named[state.n_named - 1]:
                out[count] = move_of(DO_GUESS, low + i * step, NO_AMOUNT, 0)
                count += 1
        return count
    n -= k - 2
    for i in range(n):
        for j in range(i + 1, n):
            out[count] = move_of(DO_GUESS, low + i * step, low + j * step, 0)
            count += 1
    return count


cdef int legal_cards(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil:
    """5.1: one card, or in Winter two different ones, in card order."""
    if rules.cards_chosen[state.season] == 1:
        out[0], out[1], out[2] = RECRUIT_CARD, TAX_CARD, MOVE_CARD
    else:
        out[0], out[1], out[2] = RECRUIT_CARD | TAX_CARD, RECRUIT_CARD | MOVE_CARD, TAX_CARD | MOVE_CARD
    for i in range(3):
        out[i] = move_of(DO_CARD, out[i], 0, 0)
    return 3


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef Menu menu
    cdef int i, j, n = 0, phase = state.phase, low, step
    if phase <= DEAL_ABILITY:
        return legal_chance(rules, state, out)
    if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
        menu_of(rules, state, &menu)
        for i in range(menu.n):
            for j in range(menu.group[i].n):
                out[n] = move_in(&menu.group[i], j)
                n += 1
        out[n] = menu.last
        return n + 1
    if phase == AUCTION:
        for i in range(rules.min_auction_bid, max(state.gold[seat], rules.min_auction_bid) + 1):
            out[n] = move_of(DO_BID, i, 0, 0)
            n += 1
    elif phase == GIVE:
        for i in range(rules.head.n_seats):
            out[n] = move_of(DO_FIRST, i, 0, 0)
            n += 1
    elif phase == CARDS:
        n = legal_cards(rules, state, out)
    elif phase == ORDER:
        for i in range(3):
            if (state.card[seat] >> i) & 1:
                out[n] = move_of(DO_PLAY, 1 << i, 0, 0)
                n += 1
    elif phase == PRESS:
        out[0], out[1] = DO_ON, DO_BACK
        n = 2
    elif phase == FIGHT and seat == state.turn:
        n = n_amounts(rules, state, &low, &step)
        for i in range(n):
            out[i] = move_of(DO_BID, low + i * step, 0, 0)
    elif phase == FIGHT:
        n = legal_guesses(rules, state, out)
    return n


# ---------------------------------------------------------------------------------------------------------------
# Moves drawn at random, without listing them.

cdef move_t pick(const Menu* menu, Rng* rng) noexcept nogil:
    """Any move of the menu, each as likely."""
    cdef int r = rng_below(rng, menu.total), i
    for i in range(menu.n):
        if r < menu.group[i].n:
            return move_in(&menu.group[i], r)
        r -= menu.group[i].n
    return menu.last


cdef void draw_guess(const EpixRules* rules, EpixState* state, Rng* rng, below_t below) noexcept nogil:
    """Name one of the guesses that `legal_guesses` lists, without listing them; the third amount is any."""
    cdef int low, step, i, j, n = n_amounts(rules, state, &low, &step), k = min(<int>state.guesses, n)
    if state.n_named == 2:
        i = (state.named[1] - low) // step + 1
        state.named[2] = low + (i + rng_below(rng, n - i)) * step
        state.n_named = 3
    elif k == 1:
        state.named[0] = low + below(rng, n) * step
        state.n_named = 1
    else:
        n -= k - 2
        i = below(rng, n)
        j = below(rng, n - 1)
        if j >= i:
            j += 1
        state.named[0], state.named[1] = low + min(i, j) * step, low + max(i, j) * step
        state.n_named = 2

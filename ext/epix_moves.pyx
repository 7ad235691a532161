"""Epix: who is asked, and what it may do (RULES.md, 9 and 10)."""

from libc.stdint cimport uint32_t

from petteia.ext.bits cimport ctz32, nth_bit, popcount
from petteia.ext.epix cimport (
    ACT, anywhere, AUCTION, banned, beside, BETWEEN, bid_is_in, bit, CAMP, CARDS, CATAPULT, DEAL_ABILITY, DEAL_FIRST,
    defended, DO_ABILITY, DO_ATTACK, DO_BACK, DO_BID, DO_CARD, DO_DONE, DO_FIRST, DO_GUESS, DO_MOVE, DO_OFFER,
    DO_ON, DO_PASS, DO_PLAY, DO_RECRUIT, DO_STOP, DRAFT, enemy_castles, EpixRules, EpixState, FIGHT, FINISHED,
    foes, GIVE, Group, in_range, in_supply, KNIGHT, MAX_ABILITIES, may_guess, Menu, MOVE_CARD, move_of, n_amounts,
    N_UNITS, NO_AMOUNT, NO_SEAT, ORDER, PRESS, RECRUIT, RECRUIT_CARD, recruit_places, SOLDIER, TAX_CARD, UNIT,
    unit_at, units_t, where,
)
from petteia.ext.rng cimport Rng, rng_below
from petteia.ext.types cimport (
    BID, CHANCE_EVENT, GUESS, OVER, PENDING_CHANCE, PUBLIC_CHOICE, SIMULTANEOUS, move_t, pending_t,
)


# ---------------------------------------------------------------------------------------------------------------
# The moves of public decisions, in groups (9).

cdef inline void offer_moves(Menu* menu, int verb, int unit, int at, uint32_t to) noexcept nogil:
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
            offer_moves(menu, DO_RECRUIT, unit, 0,
                        places & ~where(state.units[seat], unit) & ~banned(rules, state, seat, unit))


cdef void menu_of_draft(const EpixRules* rules, const EpixState* state, Menu* menu) noexcept nogil:
    """3."""
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


# What the units of a seat find on the board.
cdef struct Field:
    uint32_t ways                           # provinces that are empty or friendly
    uint32_t prey                           # catapults alone, to be walked in over
    uint32_t foes                           # provinces with enemy units,
    uint32_t targets                        # where something defends, 0 without the gold for a bid
    uint32_t shots                          # provinces that a catapult may fire at


cdef inline Field survey(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    cdef Field field
    cdef units_t foe = foes(rules, state, seat)
    cdef uint32_t castles = enemy_castles(rules, seat)
    field.foes = anywhere(foe)
    field.ways = rules.provinces & ~field.foes & ~castles
    field.targets = defended(foe) | castles
    field.prey = field.foes & ~field.targets
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
    return (found | (seen & field.prey & ~bans)) & ~where(state.units[seat], KNIGHT)


cdef inline void menu_of_unit(const EpixRules* rules, const EpixState* state, const Field* field, int unit, int at,
                              bint may_move, uint32_t barred, Menu* menu) noexcept nogil:
    """5.4: what one unit may do."""
    cdef int seat = state.turn
    cdef uint32_t bans = banned(rules, state, seat, unit)
    if unit == CATAPULT:
        offer_moves(menu, DO_ATTACK, unit, at, in_range(rules, state, seat, at) & field.shots)
        return
    if may_move:
        if unit == SOLDIER:
            offer_moves(menu, DO_MOVE, unit, at,
                        rules.next[at] & ~bans & (field.prey | (field.ways & ~where(state.units[seat], SOLDIER))))
        else:
            offer_moves(menu, DO_MOVE, unit, at, ride(rules, state, field, seat, at))
    offer_moves(menu, DO_ATTACK, unit, at, rules.next[at] & ~bans & field.targets & ~barred)


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
# The kernel interface.

cdef pending_t pending(const void* rules_, const void* state_) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef pending_t found = 0
    cdef int seat, phase = state.phase
    if phase == FINISHED:
        return OVER
    if phase <= DEAL_ABILITY:
        return PENDING_CHANCE
    if phase == AUCTION or phase == CARDS:
        for seat in range(rules.head.n_seats):
            if state.bid[seat] == NO_AMOUNT if phase == AUCTION else state.card[seat] == 0:
                found |= <pending_t>1 << seat
        return found
    if phase == FIGHT:
        if not bid_is_in(state):
            found |= <pending_t>1 << state.turn
        if may_guess(rules, state):
            found |= <pending_t>1 << state.defender
        return found
    if phase == BETWEEN:                          # an observation that waits for the next cards to be shown
        return <pending_t>1 << ((state.turn + 1) % rules.head.n_seats)
    return <pending_t>1 << state.turn


cdef int kind(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef const EpixState* state = <const EpixState*>state_
    if state.phase <= DEAL_ABILITY:
        return CHANCE_EVENT
    if state.phase == AUCTION or state.phase == CARDS:
        return SIMULTANEOUS
    if state.phase == FIGHT:
        return BID if seat == state.turn else GUESS
    return PUBLIC_CHOICE


cdef int legal_chance(const EpixRules* rules, const EpixState* state, move_t* out) noexcept nogil:
    """10."""
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


cdef int source(const void* rules, const void* state) noexcept nogil:
    return 0 if (<const EpixState*>state).phase == DEAL_FIRST else 1


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    cdef move_t outcomes[MAX_ABILITIES]
    cdef int n = legal_chance(<const EpixRules*>rules, <const EpixState*>state, outcomes)
    return outcomes[rng_below(rng, n)]


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return 1


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


cdef void guess_at_random(const EpixRules* rules, EpixState* state, Rng* rng) noexcept nogil:
    """As `legal_guesses` lists them, without listing them."""
    cdef int low, step, i, j, n = n_amounts(rules, state, &low, &step), k = min(<int>state.guesses, n)
    if state.n_named == 2:
        i = (state.named[1] - low) // step + 1
        state.named[2] = low + (i + rng_below(rng, n - i)) * step
        state.n_named = 3
        return
    if k == 1:
        state.named[0] = low + rng_below(rng, n) * step
        state.n_named = 1
        return
    n -= k - 2
    i = rng_below(rng, n)
    j = rng_below(rng, n - 1)
    if j >= i:
        j += 1
    state.named[0], state.named[1] = low + min(i, j) * step, low + max(i, j) * step
    state.n_named = 2

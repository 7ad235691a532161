"""Epix: the rules kernel. Section numbers are those of engine/epix/RULES.md."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.bits cimport popcount
from petteia.ext.epix_moves cimport menu_of
from petteia.ext.epix_winter cimport may_win
from petteia.ext.types cimport CHANCE, Events, move_t, tell, tell_only


cdef inline int next_seat(const EpixRules* rules, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < rules.head.n_seats else 0


cdef inline void set_gold(EpixState* state, int seat, int gold, int why, Events* events) noexcept nogil:
    state.gold[seat] = gold
    tell(events, EV_GOLD, seat, gold | (why << 8))


# ---------------------------------------------------------------------------------------------------------------
# Abilities (11): worked out once, when the draft is over.

cdef void empower(const EpixRules* rules, EpixState* state, int seat) noexcept nogil:
    """What a seat's cards come to. The same effect twice: the lowest price, the sum of incomes, else the highest."""
    cdef Powers* power = &state.power[seat]
    cdef int card, effect, value, unit
    memset(power, 0, sizeof(Powers))
    memcpy(power.price, rules.cost, N_UNITS)
    power.tax = rules.tax
    for card in range(rules.n_abilities):
        if not (state.owns[seat] >> card) & 1:
            continue
        effect, value = rules.effect[card], rules.value[card]
        for unit in range(<int>N_UNITS):
            if (rules.about[card] >> unit) & 1:
                if effect == PRICE:
                    power.price[unit] = min(power.price[unit], value)
                elif effect == GUESSES:
                    power.guesses[unit] = max(power.guesses[unit], value)
                elif effect == ENTER:
                    power.enter |= 1 << unit
        if effect == TAX:
            power.tax = max(power.tax, value)
        elif effect == INCOME:
            power.income += value
        elif effect == PROVINCE_INCOME:
            power.province_income = max(power.province_income, value)
        elif effect == TRIBUTE:
            power.tribute = max(power.tribute, value)
        elif effect == CASTLE_GUESSES:
            power.castle_guesses = max(power.castle_guesses, value)
        elif effect == EXTRA_STEPS:
            power.steps = max(power.steps, value)
        elif effect == CATAPULT_RANGE:
            power.range = max(power.range, value)
        elif effect == VALOUR:
            power.valour = max(power.valour, value)
        elif effect == PARITY:
            power.parity = 1
        elif effect == HERALD:
            power.herald = max(power.herald, value)
        elif effect == REFUND:
            power.refund = 1
        elif effect == VASSALS:
            power.vassals = 1
        elif effect == PLUNDER:
            power.plunder = max(power.plunder, value)


# ---------------------------------------------------------------------------------------------------------------
# Units come and go.

cdef inline void remove(EpixState* state, int seat, int unit, int province, Events* events) noexcept nogil:
    """To its owner's supply."""
    state.units[seat] &= ~unit_at(unit, province)
    tell(events, EV_LOSS, seat, unit | (province << 4))


cdef inline int owner_of(const EpixRules* rules, const EpixState* state, int province) noexcept nogil:
    """Whose units are there; of an empty castle its owner; else NO_SEAT."""
    cdef int seat
    for seat in range(rules.head.n_seats):
        if state.units[seat] & all_at(province):
            return seat
    for seat in range(rules.head.n_seats):
        if rules.castle[seat] == province:
            return seat
    return NO_SEAT


cdef void raze(EpixState* state, int seat, int province, Events* events) noexcept nogil:
    """7: a catapult removes every unit there."""
    cdef int unit
    for unit in range(<int>N_UNITS):
        if state.units[seat] & unit_at(unit, province):
            remove(state, seat, unit, province, events)


cdef bint capture(const EpixRules* rules, EpixState* state, int seat, int province, Events* events) noexcept nogil:
    """5.4: camps and catapults where the seat walks in become its own while its supply lasts. Whether it found any."""
    cdef int owner = owner_of(rules, state, province), unit
    cdef bint replaced, found = False
    if owner == NO_SEAT or owner == seat:
        return False
    for unit in range(<int>CAMP, <int>N_UNITS):
        if state.units[owner] & unit_at(unit, province):
            found = True
            state.units[owner] &= ~unit_at(unit, province)
            replaced = in_supply(rules, state, seat, unit) > 0
            if replaced:
                state.units[seat] |= unit_at(unit, province)
                if unit == CATAPULT:
                    state.spent |= unit_at(unit, province)
            tell(events, EV_CAPTURE, seat, unit | (province << 4) | (replaced << 9))
    return found


# ---------------------------------------------------------------------------------------------------------------
# Seasons and turns (3, 4, 5.1, 6).

cdef void clear_unit(EpixState* state) noexcept nogil:
    """No unit is in action."""
    state.active, state.at, state.may_move, state.barred = NO_UNIT, NO_PROVINCE, 0, 0


cdef void clear_attack(EpixState* state) noexcept nogil:
    state.target, state.defender, state.against, state.guesses = NO_PROVINCE, NO_SEAT, NO_UNIT, 0
    state.parity = UNTOLD
    state.stake = NO_AMOUNT
    state.n_named = 0
    memset(state.named, NO_AMOUNT, MAX_GUESSES)


cdef void clear_turns(EpixState* state) noexcept nogil:
    """All cards are back in hand."""
    state.turn = NO_SEAT
    state.shown = 0
    state.todo[0] = state.todo[1] = 0
    state.spent = 0
    memset(state.card, 0, MAX_PLAYERS)
    clear_unit(state)
    clear_attack(state)


cdef void finish(EpixState* state, int winners, int reason, Events* events) noexcept nogil:
    clear_turns(state)
    state.phase = FINISHED
    state.winners = winners
    state.reason = reason
    tell(events, EV_OVER, CHANCE, winners | (reason << 4))


cdef void score(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """6: most provinces, then most gold, then the win is split."""
    cdef int seat, mine, best = -1, winners = 0, leaders = 0, most = -1
    for seat in range(rules.head.n_seats):
        mine = popcount(anywhere(state.units[seat]))
        if mine > most:
            most, leaders = mine, 0
        if mine == most:
            leaders |= 1 << seat
    for seat in range(rules.head.n_seats):
        if (leaders >> seat) & 1:
            if state.gold[seat] > best:
                best, winners = state.gold[seat], 0
            if state.gold[seat] == best:
                winners |= 1 << seat
    if winners & (winners - 1):
        finish(state, winners, SPLIT, events)
    else:
        finish(state, winners, BY_GOLD if leaders != winners else BY_PROVINCES, events)


cdef void begin_season(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """4: Tribute, and the auction is open."""
    cdef int seat, other, due
    state.season += 1
    tell(events, EV_SEASON, CHANCE, state.season)
    memset(state.bid, NO_AMOUNT, MAX_PLAYERS)
    memset(state.valour, 0, MAX_PLAYERS)
    for seat in range(rules.head.n_seats):
        if state.power[seat].tribute:
            for other in range(rules.head.n_seats):
                due = min(state.power[seat].tribute, state.gold[other])
                if other != seat and due:
                    set_gold(state, other, state.gold[other] - due, BY_TRIBUTE, events)
                    set_gold(state, seat, state.gold[seat] + due, BY_TRIBUTE, events)
    state.turn = NO_SEAT
    state.phase = AUCTION


cdef void end_draft(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """3: the standing bidders own their cards."""
    cdef int card, seat
    for card in range(state.n_table):
        if state.offerer[card] != NO_SEAT:
            state.owns[state.offerer[card]] |= bit(state.table[card])
            tell(events, EV_OWNER, state.offerer[card], state.table[card])
    for seat in range(rules.head.n_seats):
        empower(rules, state, seat)
    state.n_table = state.passed = 0
    memset(state.table, 0, MAX_TABLE)
    memset(state.offer, 0, MAX_TABLE)
    memset(state.offerer, NO_SEAT, MAX_TABLE)
    begin_season(rules, state, events)


cdef void next_drafter(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """3: clockwise to the next who has not passed."""
    if state.passed == (1 << rules.head.n_seats) - 1:
        end_draft(rules, state, events)
        return
    state.turn = next_seat(rules, state.turn)
    while (state.passed >> state.turn) & 1:
        state.turn = next_seat(rules, state.turn)


cdef void end_auction(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """4: the highest bid wins; tied: Herald, else the nearest clockwise from the holder, who comes first."""
    cdef int seat = state.first, winner = state.first, price
    for _ in range(rules.head.n_seats):
        if state.bid[seat] > state.bid[winner] or (
                state.bid[seat] == state.bid[winner] and state.power[seat].herald
                and not state.power[winner].herald):
            winner = seat
        seat = next_seat(rules, seat)
    price = state.bid[winner]
    if state.power[winner].herald > 1:
        price = (price + state.power[winner].herald - 1) // state.power[winner].herald
    if price:
        set_gold(state, winner, state.gold[winner] - price, BY_BID, events)
    state.turn = winner
    state.phase = GIVE


cdef void end_season(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """6: income for all; then the next season, or the end."""
    cdef int seat, income
    for seat in range(rules.head.n_seats):
        income = income_of(rules, state, seat, anywhere(state.units[seat]), popcount(where(state.units[seat], CAMP)))
        if income:
            set_gold(state, seat, state.gold[seat] + income, BY_INCOME, events)
    clear_turns(state)
    if state.season == rules.n_seasons:
        score(rules, state, events)
    else:
        begin_season(rules, state, events)


cdef void start_card(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """The first card to do; a Tax is paid at once. After the last card the turn is over."""
    while state.todo[0] == TAX_CARD:                                     # 5.3
        set_gold(state, state.turn, state.gold[state.turn] + state.power[state.turn].tax, BY_TAX, events)
        state.todo[0], state.todo[1] = state.todo[1], 0
    if state.todo[0] == RECRUIT_CARD:
        state.phase = RECRUIT
    elif state.todo[0] == MOVE_CARD:
        state.phase = ACT
    else:
        state.phase = BETWEEN


cdef void finish_card(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    state.spent = 0
    state.todo[0], state.todo[1] = state.todo[1], 0
    start_card(rules, state, events)


cdef void begin_turn(const EpixRules* rules, EpixState* state, int seat, Events* events) noexcept nogil:
    """5.1: the seat shows its cards; 8: the last of Winter acts only if it may yet win."""
    cdef int cards = state.card[seat]
    state.turn = seat
    state.shown |= 1 << seat
    tell(events, EV_TURN, seat, cards)
    if (rules.last_player_rule and state.season == rules.n_seasons and next_seat(rules, seat) == state.first
            and not may_win(rules, state, seat)):
        tell(events, EV_SKIP, seat, 0)
        end_season(rules, state, events)
    elif cards & (cards - 1):
        state.phase = ORDER
    else:
        state.todo[0] = cards
        start_card(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# Fights (7).

cdef int guesses_of(const EpixRules* rules, const EpixState* state, int seat, int unit, int province) noexcept nogil:
    """How many amounts the seat may name for that unit, or GARRISON, there."""
    cdef const Powers* power = &state.power[seat]
    cdef int found = rules.garrison_defence
    if unit != GARRISON:
        found = max(rules.single_defence, power.guesses[unit])
        if rules.double[unit] & bit(province):
            found = max(found, rules.double_defence)
    if rules.castle[seat] == province and unit != CAMP:                  # 11: Citadel
        found = max(found, power.castle_guesses)
    return found


cdef void face_defender(const EpixRules* rules, EpixState* state) noexcept nogil:
    """The next defender of the province attacked: soldier, knight, camp, then the garrison of an enemy castle."""
    cdef units_t there = state.units[state.defender] & all_at(state.target)
    cdef int unit
    state.parity = UNTOLD
    state.stake = NO_AMOUNT
    state.n_named = 0
    memset(state.named, NO_AMOUNT, MAX_GUESSES)
    if state.active == CATAPULT:
        state.against = PROVINCE
        state.guesses = 0
        for unit in range(<int>CATAPULT):
            if there & unit_at(unit, state.target):
                state.guesses = max(state.guesses, guesses_of(rules, state, state.defender, unit, state.target))
        return
    state.against = NO_UNIT
    for unit in range(<int>CATAPULT):
        if there & unit_at(unit, state.target):
            state.against = unit
            break
    if state.against == NO_UNIT and rules.castle[state.defender] == state.target:
        state.against = GARRISON
    state.guesses = 0
    if state.against != NO_UNIT:
        state.guesses = guesses_of(rules, state, state.defender, state.against, state.target)


cdef void begin_attack(const EpixRules* rules, EpixState* state, int unit, int at, int target,
                       Events* events) noexcept nogil:
    cdef int seat = state.turn, owner = owner_of(rules, state, target)
    if unit == CATAPULT and not (defended(state.units[owner]) >> target) & 1:
        raze(state, owner, target, events)                               # 5.4: without a bid
        remove(state, seat, CATAPULT, at, events)
        clear_unit(state)
        state.phase = ACT
        return
    state.active, state.at, state.may_move = unit, at, 0
    state.target, state.defender = target, owner
    face_defender(rules, state)
    state.phase = FIGHT


cdef inline void unit_done(EpixState* state, bint alive) noexcept nogil:
    """The active unit has finished; it is spent if it is still there."""
    if alive:
        state.spent |= unit_at(state.active, state.at)
    clear_unit(state)
    state.phase = ACT


cdef void move_in_after_attack(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """7: nothing defends any more."""
    cdef int seat = state.turn, unit = state.active, to = state.target, owner = state.defender
    state.units[seat] &= ~unit_at(unit, state.at)
    capture(rules, state, seat, to, events)
    state.units[seat] |= unit_at(unit, to)
    state.at = to
    clear_attack(state)
    if rules.castle[owner] == to:
        finish(state, 1 << seat, BY_CASTLE, events)
    elif unit == SOLDIER:
        unit_done(state, True)
    else:
        state.may_move = 1
        state.phase = UNIT


cdef void win_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    cdef int seat = state.turn, owner = state.defender, loot
    loot = min(state.power[seat].plunder, state.gold[owner])             # 11: Plunder
    if loot:
        set_gold(state, owner, state.gold[owner] - loot, BY_PLUNDER, events)
        set_gold(state, seat, state.gold[seat] + loot, BY_PLUNDER, events)
    if state.against == PROVINCE:
        raze(state, owner, state.target, events)
        remove(state, seat, CATAPULT, state.at, events)
        clear_attack(state)
        unit_done(state, False)
        return
    if state.against == GARRISON:
        move_in_after_attack(rules, state, events)
        return
    if state.against == CAMP:                     # the last defender of a province: captured as the attacker moves in
        move_in_after_attack(rules, state, events)
        return
    remove(state, owner, state.against, state.target, events)
    face_defender(rules, state)
    if state.against == NO_UNIT:
        move_in_after_attack(rules, state, events)
    else:
        state.phase = PRESS


cdef void lose_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    cdef int seat = state.turn
    cdef bint alive = False
    if state.power[seat].refund:                                         # 11: Paymaster
        set_gold(state, seat, state.gold[seat] + state.stake, BY_REFUND, events)
    if state.active == KNIGHT and state.valour[seat] < state.power[seat].valour:
        state.valour[seat] += 1                                          # 11: Valour
        alive = True
    else:
        remove(state, seat, state.active, state.at, events)
    clear_attack(state)
    unit_done(state, alive)


cdef void end_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """7.3, 7.4: the bid is spent; one of the amounts named is the bid, or the attack succeeds."""
    cdef int i
    cdef bint guessed = False
    for i in range(state.n_named):
        guessed |= state.named[i] == state.stake
    if state.stake:
        set_gold(state, state.turn, state.gold[state.turn] - state.stake, BY_BID, events)
    if guessed:
        lose_fight(rules, state, events)
    else:
        win_fight(rules, state, events)


cdef void name_the_only_ones(const EpixRules* rules, EpixState* state) noexcept nogil:
    """9: amounts that are named without being asked for, because no others are left."""
    cdef int low, step, i, n = n_amounts(rules, state, &low, &step), k = min(<int>state.guesses, n)
    if k == n:
        for i in range(k):
            state.named[i] = low + i * step
        state.n_named = k
    elif k == 3 and state.n_named == 2 and state.named[1] + 2 * step == low + n * step:
        state.named[2] = state.named[1] + step
        state.n_named = 3


cdef bint go_on_fighting(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """Forced bids and guesses, the parity, and the decision when both are complete. False: somebody is asked."""
    cdef int low, step, i
    cdef uint32_t all_named = 0
    if state.stake == NO_AMOUNT and state.parity == UNTOLD and n_amounts(rules, state, &low, &step) == 1:
        state.stake = low
    if (state.stake != NO_AMOUNT and state.power[state.defender].parity and state.parity == UNTOLD
            and not state.folding):
        state.parity = state.stake & 1
        tell(events, EV_PARITY, state.turn, state.parity)
    if may_guess(rules, state):
        name_the_only_ones(rules, state)
    if state.folding or state.stake == NO_AMOUNT or may_guess(rules, state):
        return False
    if state.power[state.defender].parity and state.parity == UNTOLD:
        return False
    tell(events, EV_BID, state.turn, state.stake)
    for i in range(<int>MAX_GUESSES):
        all_named |= <uint32_t>state.named[i] << (7 * i)
    tell(events, EV_GUESS, state.defender, all_named)
    end_fight(rules, state, events)
    return True


# ---------------------------------------------------------------------------------------------------------------
# Making moves.

cdef inline void recruit(const EpixRules* rules, EpixState* state, int seat, int unit, int province,
                         Events* events) noexcept nogil:
    state.units[seat] |= unit_at(unit, province)
    set_gold(state, seat, state.gold[seat] - state.power[seat].price[unit], BY_PRICE, events)


cdef void make_offer(const EpixRules* rules, EpixState* state, int seat, int amount, int ability,
                     Events* events) noexcept nogil:
    """3: the new bidder puts down its gold, the old one gets its own back."""
    cdef int card = 0, old
    while state.table[card] != ability:
        card += 1
    old = state.offerer[card]
    if old != NO_SEAT:
        set_gold(state, old, state.gold[old] + state.offer[card], BY_REFUND, events)
    set_gold(state, seat, state.gold[seat] - amount, BY_OFFER, events)
    state.offer[card], state.offerer[card] = amount, seat


cdef void step_or_ride(const EpixRules* rules, EpixState* state, int unit, int at, int to,
                       Events* events) noexcept nogil:
    """5.4: a unit moves; 11: Forced march gives a soldier a step before its move."""
    cdef int seat = state.turn
    cdef bint extra = state.phase == ACT and state.power[seat].steps > 0
    cdef bint captured
    state.units[seat] &= ~unit_at(unit, at)
    captured = capture(rules, state, seat, to, events)
    state.units[seat] |= unit_at(unit, to)
    state.active, state.at = unit, to
    if unit == SOLDIER and (captured or not extra):
        unit_done(state, True)
    else:
        state.may_move = captured if unit == KNIGHT else 1
        state.phase = UNIT


cdef void fall_back(EpixState* state) noexcept nogil:
    """7: a soldier is spent, a knight goes on, but not against that province."""
    cdef int from_there = state.target
    clear_attack(state)
    if state.active == SOLDIER:
        unit_done(state, True)
    else:
        state.barred |= bit(from_there)
        state.may_move = 1
        state.phase = UNIT


cdef void begin_draft(const EpixRules* rules, EpixState* state) noexcept nogil:
    if state.n_table < rules.n_dealt:
        state.phase = DEAL_ABILITY
    else:
        state.phase = DRAFT
        state.turn = state.first


cdef void perform(const EpixRules* rules, EpixState* state, int seat, move_t move, Events* events) noexcept nogil:
    """A move that everybody sees."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move)
    if verb == DO_RECRUIT:
        recruit(rules, state, seat, a, b, events)
        if state.phase == DRAFT:
            next_drafter(rules, state, events)
    elif verb == DO_MOVE:
        step_or_ride(rules, state, a, b, move_c(move), events)
    elif verb == DO_ATTACK:
        begin_attack(rules, state, a, b, move_c(move), events)
    elif verb == DO_DONE:
        finish_card(rules, state, events)
    elif verb == DO_STOP:
        unit_done(state, True)
    elif verb == DO_ON:
        state.phase = FIGHT
    elif verb == DO_BACK:
        fall_back(state)
    elif verb == DO_PASS:
        state.passed |= 1 << seat
        next_drafter(rules, state, events)
    elif verb == DO_OFFER:
        make_offer(rules, state, seat, a, b, events)
        next_drafter(rules, state, events)
    elif verb == DO_PLAY:
        state.todo[0], state.todo[1] = a, state.card[seat] & ~a
        start_card(rules, state, events)
    elif verb == DO_FIRST:
        state.first = a
        if state.phase == GIVE:
            state.turn = NO_SEAT
            state.phase = CARDS
        else:
            begin_draft(rules, state)
    elif verb == DO_ABILITY:
        state.table[state.n_table] = a
        state.n_table += 1
        begin_draft(rules, state)


cdef void submit(const EpixRules* rules, EpixState* state, int seat, move_t move) noexcept nogil:
    """A choice that stays secret for now."""
    cdef int verb = move_verb(move), a = move_a(move)
    if verb == DO_CARD:
        state.card[seat] = a
    elif verb == DO_GUESS:
        state.named[state.n_named] = a
        state.n_named += 1
        if move_b(move) != NO_AMOUNT:
            state.named[state.n_named] = move_b(move)
            state.n_named += 1
    elif state.phase == AUCTION:
        state.bid[seat] = a
    else:
        state.stake = a


cdef bint go_on_bidding(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """4: who has nothing to bid with bids that; the auction is decided when all have bid. False: somebody is asked."""
    cdef int seat
    cdef bint complete = True
    for seat in range(rules.head.n_seats):
        if state.bid[seat] == NO_AMOUNT and state.gold[seat] <= rules.min_auction_bid:
            state.bid[seat] = rules.min_auction_bid
        complete &= state.bid[seat] != NO_AMOUNT
    if not complete or state.folding:
        return False
    for seat in range(rules.head.n_seats):
        tell(events, EV_BID, seat, state.bid[seat])
    end_auction(rules, state, events)
    return True


cdef bint all_have_cards(const EpixRules* rules, const EpixState* state) noexcept nogil:
    cdef int seat
    for seat in range(rules.head.n_seats):
        if state.card[seat] == 0:
            return False
    return True


cdef void run(const EpixRules* rules, EpixState* state, Menu* menu, Events* events) noexcept nogil:
    """9: go on until somebody has a choice. In a public decision of many moves, `menu` holds them then."""
    cdef int phase
    while True:
        phase = state.phase
        if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
            menu_of(rules, state, menu)
            if menu.total > 1:
                return
            tell(events, EV_FORCED, state.turn, menu.last)
            perform(rules, state, state.turn, menu.last, events)
        elif phase == FIGHT:
            if not go_on_fighting(rules, state, events):
                return
        elif phase == PRESS:
            if state.gold[state.turn] >= rules.min_attack_bid:
                return
            tell(events, EV_FORCED, state.turn, DO_BACK)
            fall_back(state)
        elif phase == AUCTION:
            if not go_on_bidding(rules, state, events):
                return
        elif phase == CARDS:
            if state.folding or not all_have_cards(rules, state):
                return
            begin_turn(rules, state, state.first, events)
        elif phase == BETWEEN:
            if next_seat(rules, state.turn) == state.first:
                end_season(rules, state, events)
            elif state.folding:
                return
            else:
                begin_turn(rules, state, next_seat(rules, state.turn), events)
        else:
            return


# ---------------------------------------------------------------------------------------------------------------
# The kernel interface.

cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef int seat
    memset(state, 0, sizeof(EpixState))
    for seat in range(rules.head.n_seats):
        state.units[seat] = unit_at(rules.start_unit, rules.castle[seat])
        state.gold[seat] = rules.start_gold
        empower(rules, state, seat)
    state.first = NO_SEAT
    memset(state.offerer, NO_SEAT, MAX_TABLE)
    memset(state.bid, NO_AMOUNT, MAX_PLAYERS)
    clear_turns(state)
    state.phase = DEAL_FIRST


cdef inline bint is_secret(const EpixState* state, move_t move) noexcept nogil:
    cdef int verb = move_verb(move)
    return verb == DO_BID or verb == DO_CARD or verb == DO_GUESS


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef Menu menu
    if is_secret(state, move):
        tell_only(events, EV_SECRET, seat, 1 << seat, 0, move)
        submit(rules, state, seat, move)
    else:
        tell(events, EV_MOVE, seat, move)
        perform(rules, state, seat, move, events)
    run(rules, state, &menu, events)

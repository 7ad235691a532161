"""Epix: the rules kernel. Section numbers are those of engine/games/epix/RULES.md."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport enter_rules, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    BID, CHANCE, CHANCE_EVENT, Events, GUESS, move_t, OVER, PENDING_CHANCE, pending_t, PUBLIC_CHOICE, SIMULTANEOUS,
    tell, tell_only,
)
from petteia.ext.games.epix.fights cimport begin_attack, fall_back, go_on_fighting, step_or_ride, unit_done
from petteia.ext.games.epix.last_player cimport may_win
from petteia.ext.games.epix.moves cimport draw_guess, legal, legal_cards, legal_chance, Menu, menu_of, pick
from petteia.ext.games.epix.state cimport (
    ACT, anywhere, AUCTION, BETWEEN, bid_is_in, bit, BY_ABILITY, BY_BID, BY_GOLD, BY_INCOME, BY_OFFER, BY_PRICE,
    BY_PROVINCES, BY_REFUND, BY_TAX, BY_TRIBUTE, CAMP, CARDS, CASTLE_GUESSES, CATAPULT_RANGE, counted, DEAL_ABILITY,
    DEAL_FIRST, DO_ABILITY, DO_ATTACK, DO_BACK, DO_BID, DO_CARD, DO_DONE, DO_FIRST, DO_GUESS, DO_MOVE, DO_OFFER, DO_ON,
    DO_PASS, DO_PLAY, DO_RECRUIT, DO_STOP, DRAFT, ENTER, EpixRules, EpixState, EV_BID, EV_FORCED, EV_MOVE, EV_OWNER,
    EV_SEASON, EV_SECRET, EV_SKIP, EV_TURN, EXTRA_STEPS, FIGHT, FINISHED, GIVE, GUESSES, HERALD, INCOME, income_of,
    MAX_ABILITIES, MAX_PLAYERS, MAX_TABLE, may_guess, move_a, move_b, move_c, MOVE_CARD, move_of, move_verb, n_amounts,
    N_UNITS, NO_AMOUNT, NO_SEAT, ORDER, PARITY, PLUNDER, Powers, PRESS, PRICE, PROVINCE_INCOME, RECRUIT, RECRUIT_CARD,
    REFUND, SPLIT, TAX, TAX_CARD, TRIBUTE, UNIT, unit_at, VALOUR, VASSALS, where,
)
from petteia.ext.games.epix.steps cimport clear_turns, finish, next_seat, set_gold


# ---------------------------------------------------------------------------------------------------------------
# Abilities (11): worked out once, when the draft is over.

cdef void set_powers(const EpixRules* rules, EpixState* state, int seat) noexcept nogil:
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
# Seasons and turns (3, 4, 5.1, 6).

cdef void score(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """6: most provinces (an empty castle may count for its owner), then most gold, then the win is split."""
    cdef int seat, mine, best = -1, winners = 0, leaders = 0, most = -1
    for seat in range(rules.head.n_seats):
        mine = popcount(counted(rules, seat, state.units[seat]))
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
    """3: the standing bidders own their cards, some of which bring gold or cost it."""
    cdef int card, seat, gold
    for card in range(state.n_table):
        if state.offerer[card] != NO_SEAT:
            state.owns[state.offerer[card]] |= bit(state.table[card])
            tell(events, EV_OWNER, state.offerer[card], state.table[card])
    for seat in range(rules.head.n_seats):
        set_powers(rules, state, seat)
        gold = 0
        for card in range(rules.n_abilities):
            if (state.owns[seat] >> card) & 1:
                gold += rules.gold[card]
        if gold:
            set_gold(state, seat, max(state.gold[seat] + gold, 0), BY_ABILITY, events)
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
        if state.season == rules.n_seasons and not rules.last_income:
            break
        income = income_of(rules, state, seat, anywhere(state.units[seat]), popcount(where(state.units[seat], CAMP)))
        if income:
            set_gold(state, seat, state.gold[seat] + income, BY_INCOME, events)
    clear_turns(state)
    if state.season == rules.n_seasons:
        score(rules, state, events)
    else:
        begin_season(rules, state, events)


cdef void start_card(EpixState* state, Events* events) noexcept nogil:
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


cdef void finish_card(EpixState* state, Events* events) noexcept nogil:
    state.spent = 0
    state.todo[0], state.todo[1] = state.todo[1], 0
    start_card(state, events)


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
        start_card(state, events)


# ---------------------------------------------------------------------------------------------------------------
# Making moves.

cdef inline void recruit(EpixState* state, int seat, int unit, int province, Events* events) noexcept nogil:
    """5.2: a unit from the supply, for its price."""
    state.units[seat] |= unit_at(unit, province)
    set_gold(state, seat, state.gold[seat] - state.power[seat].price[unit], BY_PRICE, events)


cdef void make_offer(EpixState* state, int seat, int amount, int ability, Events* events) noexcept nogil:
    """3: the new bidder puts down its gold, the old one gets its own back."""
    cdef int card = 0, old
    while state.table[card] != ability:
        card += 1
    old = state.offerer[card]
    if old != NO_SEAT:
        set_gold(state, old, state.gold[old] + state.offer[card], BY_REFUND, events)
    set_gold(state, seat, state.gold[seat] - amount, BY_OFFER, events)
    state.offer[card], state.offerer[card] = amount, seat


cdef void go_on_dealing(const EpixRules* rules, EpixState* state) noexcept nogil:
    """3: the ability cards, then the draft begins."""
    if state.n_table < rules.n_dealt:
        state.phase = DEAL_ABILITY
    else:
        state.phase = DRAFT
        state.turn = state.first


cdef void perform(const EpixRules* rules, EpixState* state, int seat, move_t move, Events* events) noexcept nogil:
    """Make a move that everybody sees."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move)
    if verb == DO_RECRUIT:
        recruit(state, seat, a, b, events)
        if state.phase == DRAFT:
            next_drafter(rules, state, events)
    elif verb == DO_MOVE:
        step_or_ride(rules, state, a, b, move_c(move), events)
    elif verb == DO_ATTACK:
        begin_attack(rules, state, a, b, move_c(move), events)
    elif verb == DO_DONE:
        finish_card(state, events)
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
        make_offer(state, seat, a, b, events)
        next_drafter(rules, state, events)
    elif verb == DO_PLAY:
        state.todo[0], state.todo[1] = a, state.card[seat] & ~a
        start_card(state, events)
    elif verb == DO_FIRST:
        state.first = a
        if state.phase == GIVE:
            state.turn = NO_SEAT
            state.phase = CARDS
        else:
            go_on_dealing(rules, state)
    elif verb == DO_ABILITY:
        state.table[state.n_table] = a
        state.n_table += 1
        go_on_dealing(rules, state)


cdef void submit(EpixState* state, int seat, move_t move) noexcept nogil:
    """A choice that stays secret until it is shown."""
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


cdef void run_to_choice(const EpixRules* rules, EpixState* state, Menu* menu, Events* events) noexcept nogil:
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
# Who is asked, and chance (9, 10).

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


cdef int source(const void* rules, const void* state) noexcept nogil:
    return 0 if (<const EpixState*>state).phase == DEAL_FIRST else 1


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    cdef move_t outcomes[MAX_ABILITIES]
    cdef int n = legal_chance(<const EpixRules*>rules, <const EpixState*>state, outcomes)
    return outcomes[rng_below(rng, n)]


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return 1


# ---------------------------------------------------------------------------------------------------------------
# The start, and a move.

cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef int seat
    memset(state, 0, sizeof(EpixState))
    for seat in range(rules.head.n_seats):
        state.units[seat] = unit_at(rules.start_unit, rules.castle[seat])
        state.gold[seat] = rules.start_gold
        set_powers(rules, state, seat)
    state.first = NO_SEAT
    memset(state.offerer, NO_SEAT, MAX_TABLE)
    memset(state.bid, NO_AMOUNT, MAX_PLAYERS)
    clear_turns(state)
    state.phase = DEAL_FIRST


cdef inline bint is_secret(move_t move) noexcept nogil:
    cdef int verb = move_verb(move)
    return verb == DO_BID or verb == DO_CARD or verb == DO_GUESS


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef Menu menu
    if is_secret(move):
        tell_only(events, EV_SECRET, seat, 1 << seat, 0, move)
        submit(state, seat, move)
    else:
        tell(events, EV_MOVE, seat, move)
        perform(rules, state, seat, move, events)
    run_to_choice(rules, state, &menu, events)


# ---------------------------------------------------------------------------------------------------------------
# Random play.

cdef void decide_any(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """A uniformly random move of the first pending seat."""
    cdef move_t moves[4]
    cdef int phase = state.phase, seat = 0, low, step, n
    if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
        perform(rules, state, state.turn, pick(menu, rng), NULL)
    elif phase == AUCTION:
        while state.bid[seat] != NO_AMOUNT:
            seat += 1
        state.bid[seat] = rules.min_auction_bid + rng_below(rng, state.gold[seat] - rules.min_auction_bid + 1)
    elif phase == CARDS:
        while state.card[seat]:
            seat += 1
        legal_cards(rules, state, moves)
        state.card[seat] = move_a(moves[rng_below(rng, 3)])
    elif phase == GIVE:
        perform(rules, state, state.turn, move_of(DO_FIRST, rng_below(rng, rules.head.n_seats), 0, 0), NULL)
    elif phase == FIGHT:
        if may_guess(rules, state) and (bid_is_in(state) or state.defender < state.turn):
            draw_guess(rules, state, rng, rng_below)
        else:
            n = n_amounts(rules, state, &low, &step)
            state.stake = low + rng_below(rng, n)
    elif phase == PRESS:
        perform(rules, state, state.turn, DO_ON if rng_below(rng, 2) else DO_BACK, NULL)
    else:
        legal(rules, state, state.turn, moves)
        perform(rules, state, state.turn, moves[rng_below(rng, 2)], NULL)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EpixRules*>rules, <EpixState*>state, rng, cutoff, per_team, decide_any, ANY_PHASE)


cdef void add_rules(GameOps* ops) noexcept:
    enter_rules(ops, sizeof(EpixRules), sizeof(EpixState), init, pending, kind, legal, source, draw, weight,
                apply, random_playout)

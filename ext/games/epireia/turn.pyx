"""Epireia: cards, development and diplomacy (RULES.md, A turn: 0 to 2)."""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.types cimport CHANCE, Events, move_t, tell
from petteia.ext.games.epireia.effects cimport (
    apply_once, can_be_met, change_prestige, fill_treasury, gain, neutral_cities,
)
from petteia.ext.games.epireia.state cimport (
    add_task, amount, Board, can_pay, CITY_0, dev_turn, DIPLOMACY, DO_ABILITY, DO_ACTIONS, DO_BUILD, DO_DONATE,
    DO_DONE, DO_EXCHANGE, DO_FAVOUR, DO_FIGURE, DO_GAIN, DO_LEVY, DO_LEVY_FROM, DO_PRESTIGE, DO_PRODUCE, DO_SEND,
    DO_STAY, DO_TRADE, EMPIRES, ENEMY, EpireiaRules, EpireiaState, EV_TURN, goods_of, goods_t, HOME, in_force, minus,
    move_of, N_DECKS, n_dev_turns, N_RESOURCES, NONE, nth_to_send, Once, PELOPONNESIAN, REVEAL, Standing,
    standing_for, TASK_DRAW, TASK_FIGURE, TERRITORY_0,
)


# ---------------------------------------------------------------------------------------------------------------
# 0. Cards.

cdef uint32_t cards_left(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The cards that can be drawn: of the act, in solo all augur cards."""
    return rules.act_cards[state.act] & ~state.drawn


cdef void ask_for_card(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """A card is to be drawn. If there is none left, the act counts as met."""
    state.card = NONE
    state.step = 0
    if cards_left(rules, state) == 0:
        state.step = 1
        state.met = not rules.solo


cdef void begin_turn(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    cdef int b, i
    state.turn += 1
    tell(events, EV_TURN, CHANCE, state.turn)
    for b in range(rules.n_boards):
        state.board[b].favour = 0
    if state.turn == 1:
        for i in range(rules.n_late):
            add_task(state, TASK_DRAW, PELOPONNESIAN, rules.late_army[i])
    state.phase = REVEAL
    state.step, state.substep = 1, 0
    if rules.solo:
        ask_for_card(rules, state)
    elif state.turn == 1 or state.met:
        state.act += 1
        state.met = 0
        ask_for_card(rules, state)
    elif not can_be_met(rules, state, &rules.card[state.card].objective):
        ask_for_card(rules, state)


cdef void turn_up_card(const EpireiaRules* rules, EpireiaState* state, int card) noexcept nogil:
    """A card is drawn: put away if nobody can fulfil it, else open, with its once effects."""
    state.drawn |= <uint32_t>1 << card
    if not rules.solo and not can_be_met(rules, state, &rules.card[card].objective):
        ask_for_card(rules, state)
        return
    state.card = card
    state.step = 1
    apply_once(rules, state, &rules.card[card].once[0], rules.card[card].n_once, rules.solo)


cdef void tax(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    cdef int b
    for b in range(1 if rules.solo else rules.n_boards):
        state.board[b].goods = minus(state.board[b].goods, in_force(rules, state).tax)


# ---------------------------------------------------------------------------------------------------------------
# 1. Development.

cdef inline bint may_use_ability(const EpireiaRules* rules, const EpireiaState* state, const Board* own) noexcept nogil:
    """One use for each Administrator building; a favour not again while it lasts."""
    if own.uses >= popcount(own.buildings & rules.abilities):
        return False
    return rules.ability[own.administrator].what != DO_FAVOUR or own.favour == 0


cdef inline bint may_produce(const EpireiaRules* rules, const EpireiaState* state, const Standing* standing,
                             const Board* own, goods_t purse, int deck) noexcept nogil:
    """Whether a token can be produced and the purse pays for it: the city's resources, or its league's treasury."""
    return (state.deck[deck][0] and standing.may_produce >> deck & 1 and can_pay(purse, standing.deck_cost[deck])
            and (rules.level2_by[deck] == 0 or own.buildings & rules.level2_by[deck]))


cdef int legal_abilities(const EpireiaRules* rules, const EpireiaState* state, const Board* own,
                         move_t* out) noexcept nogil:
    cdef const Once* ability = &rules.ability[own.administrator]
    cdef int n = 0, i, k
    if not may_use_ability(rules, state, own):
        return 0
    if ability.what == DO_LEVY:
        for i in range(<int>N_DECKS):
            if rules.level1 >> i & 1 and state.deck[i][0]:
                out[n] = move_of(DO_LEVY_FROM, i, 0, 0)
                n += 1
    elif ability.what == DO_TRADE:
        for i in range(<int>N_RESOURCES):
            if amount(own.goods, i) >= ability.n:
                for k in range(<int>N_RESOURCES):
                    if k != i:
                        out[n] = move_of(DO_EXCHANGE, i, k, 0)
                        n += 1
    else:
        out[n] = DO_ABILITY
        n += 1
    return n


cdef int legal_development(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil:
    cdef const Board* own = &state.board[seat]
    cdef const Standing* standing = standing_for(rules, state, seat)
    cdef int n = 0, i, k
    cdef uint32_t open_buildings
    if own.actions:
        if standing.may_donate:
            for i in range(<int>N_RESOURCES):
                for k in range(rules.donate_min, min(<int>rules.donate_max, amount(own.goods, i)) + 1):
                    out[n] = move_of(DO_DONATE, k, i, 0)
                    n += 1
        open_buildings = standing.may_build & ~own.buildings
        while open_buildings:
            i = ctz32(open_buildings)
            open_buildings &= open_buildings - 1
            out[n] = move_of(DO_BUILD, i, 0, 0)   # in any case: a branch on what can be paid is often guessed wrong
            n += can_pay(own.goods, standing.building_cost[i])
        for i in range(<int>N_DECKS):
            if may_produce(rules, state, standing, own, own.goods, i):
                out[n] = move_of(DO_PRODUCE, i, 0, 0)
                n += 1
        if rules.treasury_pays:
            for i in range(<int>N_DECKS):
                if may_produce(rules, state, standing, own, state.treasury[own.league], i):
                    out[n] = move_of(DO_PRODUCE, i, 1, 0)
                    n += 1
    n += legal_abilities(rules, state, own, out + n)
    out[n] = DO_DONE
    return n + 1


cdef bint can_develop(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil:
    """Whether anything but `done` is legal."""
    cdef const Board* own = &state.board[board]
    cdef const Standing* standing = standing_for(rules, state, board)
    cdef move_t moves[16]
    cdef uint32_t open_buildings
    cdef int i
    if own.actions:
        if standing.may_donate:
            for i in range(<int>N_RESOURCES):
                if amount(own.goods, i) >= rules.donate_min:
                    return True
        open_buildings = standing.may_build & ~own.buildings
        while open_buildings:
            if can_pay(own.goods, standing.building_cost[ctz32(open_buildings)]):
                return True
            open_buildings &= open_buildings - 1
        for i in range(<int>N_DECKS):
            if may_produce(rules, state, standing, own, own.goods, i):
                return True
            if rules.treasury_pays and may_produce(rules, state, standing, own, state.treasury[own.league], i):
                return True
    return legal_abilities(rules, state, own, moves) > 0


cdef bint develop(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """Begin or end a development turn; False if its seat must decide."""
    cdef int b
    if state.substep == 0 and state.step == n_dev_turns(rules):
        state.phase, state.step = DIPLOMACY, 0
        return True
    b = dev_turn(rules, state, state.step)
    if state.substep == 0:
        state.board[b].actions = max(0, rules.actions + standing_for(rules, state, b).actions)
        state.substep = 1
        return True
    if can_develop(rules, state, b):
        return False
    end_development(rules, state, b)
    return True


cdef void end_development(const EpireiaRules* rules, EpireiaState* state, int board) noexcept nogil:
    state.board[board].actions = 0
    state.step += 1
    state.substep = 0


cdef void donate(const EpireiaRules* rules, EpireiaState* state, int seat, int resource, int n) noexcept nogil:
    cdef Board* own = &state.board[seat]
    own.actions -= 1
    own.goods -= goods_of(resource, n)
    own.donations += 1
    fill_treasury(rules, state, own.league, goods_of(resource, n), 0)
    change_prestige(rules, state, seat, rules.donate_prestige + standing_for(rules, state, seat).donation)


cdef void build(const EpireiaRules* rules, EpireiaState* state, int seat, int building) noexcept nogil:
    cdef Board* own = &state.board[seat]
    own.actions -= 1
    own.goods -= standing_for(rules, state, seat).building_cost[building]
    own.buildings |= 1 << building
    if rules.building_effect[building] == DO_PRESTIGE:
        change_prestige(rules, state, seat, rules.building_prestige[building])
    elif rules.building_effect[building] == DO_FIGURE:
        add_task(state, TASK_FIGURE, seat, 0)


cdef void produce(const EpireiaRules* rules, EpireiaState* state, int seat, int deck, bint by_treasury) noexcept nogil:
    cdef Board* own = &state.board[seat]
    cdef goods_t cost = standing_for(rules, state, seat).deck_cost[deck]
    own.actions -= 1
    if by_treasury:
        state.treasury[own.league] -= cost
    else:
        own.goods -= cost
    add_task(state, TASK_DRAW, own.league, deck)


cdef void use_ability(const EpireiaRules* rules, EpireiaState* state, int seat, int a, int b) noexcept nogil:
    cdef Board* own = &state.board[seat]
    cdef const Once* ability = &rules.ability[own.administrator]
    own.uses += 1
    if ability.what == DO_LEVY:
        add_task(state, TASK_DRAW, own.league, a)
    elif ability.what == DO_TRADE:
        own.goods -= goods_of(a, ability.n)
        gain(rules, state, seat, goods_of(b, ability.deck))
    elif ability.what == DO_ACTIONS:
        own.actions += ability.n
    elif ability.what == DO_PRESTIGE:
        change_prestige(rules, state, seat, ability.n)
    elif ability.what == DO_GAIN:
        gain(rules, state, seat, ability.goods)
    elif ability.what == DO_FAVOUR:
        own.favour = ability.n


# ---------------------------------------------------------------------------------------------------------------
# 2. Diplomacy.

cdef bint send_next(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """On to the next board; False if a figure waits for its orders."""
    cdef int b
    if state.step == rules.n_boards:
        state.phase, state.step = EMPIRES, 0
        return True
    b = nth_to_send(rules, state.step)
    if state.substep < state.board[b].n_figures and not (
            rules.solo and b == ENEMY and in_force(rules, state).enemy_rests):
        return False
    state.step += 1
    state.substep = 0
    return True


cdef uint32_t destinations(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil:
    """The spaces to which a board's figure can be sent."""
    cdef int league = state.board[board].league, b
    cdef uint32_t spaces = rules.spaces, cities
    if not rules.solo:
        for b in range(rules.n_boards):
            if b != board and state.board[b].league == league:
                spaces &= ~(<uint32_t>state.board[b].held << TERRITORY_0)
        cities = neutral_cities(rules, state)
        while cities:
            b = ctz32(cities)
            cities &= cities - 1
            if can_pay(state.treasury[league], rules.city_tribute[b]):
                spaces |= <uint32_t>1 << (CITY_0 + b)
    return spaces & ~(state.there[league] | in_force(rules, state).barred)


cdef int legal_diplomacy(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil:
    cdef int figure = state.board[seat].figure[state.substep], n = 0
    cdef uint32_t spaces = destinations(rules, state, seat)
    while spaces:
        out[n] = move_of(DO_SEND, figure, ctz32(spaces), 0)
        n += 1
        spaces &= spaces - 1
    out[n] = move_of(DO_STAY, figure, 0, 0)
    return n + 1


cdef void send(const EpireiaRules* rules, EpireiaState* state, int board, int space) noexcept nogil:
    """The next figure goes to a space, or stays at HOME."""
    cdef Board* own = &state.board[board]
    own.at[state.substep] = space
    if space != HOME:
        state.there[own.league] |= <uint32_t>1 << space
    state.substep += 1


cdef void send_by_die(const EpireiaRules* rules, EpireiaState* state, int roll) noexcept nogil:
    """Solo, `die`: the table says where it goes; a closed space keeps it at home."""
    cdef int figure = state.board[ENEMY].figure[state.substep]
    cdef int space = rules.die_space[roll][rules.figure_city[figure]]
    if in_force(rules, state).barred >> space & 1:
        space = HOME
    send(rules, state, ENEMY, space)

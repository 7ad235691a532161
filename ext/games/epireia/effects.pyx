"""Epireia: what changes a board or a league, and when an objective is met (RULES.md, Objectives and Effect words)."""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.types cimport Events, tell
from petteia.ext.games.epireia.state cimport (
    add_task, amount, Board, can_pay, capped, dev_turn, DEVELOPMENT, DO_ACTIONS, DO_BRIGANDS, DO_FIGURE, DO_GAIN,
    DO_LOSE, DO_PACIFY, DO_PRESTIGE, DO_TOKEN, DO_TREASURY, ENEMY, EpireiaRules, EpireiaState, EV_MET, goods_t, minus,
    N_BONUSES, N_DECKS, N_RESOURCES, NOBODY, NONE, nth_to_develop, nth_to_send, OBJ_BUILDINGS, OBJ_CITIES,
    OBJ_DONATIONS, OBJ_EMPIRES, OBJ_FIGURES, OBJ_HOLD, OBJ_PRESTIGE, OBJ_TERRITORIES, OBJ_TOKENS, OBJ_TOTAL,
    OBJ_TREASURY, OBJ_VICTORIES, Objective, Once, PLAYER, REVEAL, TASK_DRAW, TASK_FIGURE, total_goods,
)


# ---------------------------------------------------------------------------------------------------------------
# Prestige, treasury, figures.

cdef bint is_own_turn(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil:
    """Whether the board has its development turn now."""
    return state.phase == DEVELOPMENT and state.substep and dev_turn(rules, state, state.step) == board


cdef void bonus(const EpireiaRules* rules, EpireiaState* state, int board, const Once* due) noexcept nogil:
    """A prestige bonus: paid and taken if it can be, else lost."""
    cdef Board* own = &state.board[board]
    if due.what == DO_GAIN:
        gain(rules, state, board, due.goods)
    elif due.what == DO_TREASURY:
        fill_treasury(rules, state, own.league, due.goods, due.less)
    elif due.what == DO_TOKEN:
        if can_pay(own.goods, due.goods) and state.deck[due.deck][0]:
            own.goods -= due.goods
            add_task(state, TASK_DRAW, own.league, due.deck)
    elif due.what == DO_FIGURE:
        add_task(state, TASK_FIGURE, board, 0)
    elif due.what == DO_ACTIONS:
        if is_own_turn(rules, state, board):
            own.actions += due.n


cdef void change_prestige(const EpireiaRules* rules, EpireiaState* state, int board, int n) noexcept nogil:
    """Prestige within its bounds, and the bonuses of the levels that it reaches for the first time."""
    cdef Board* own = &state.board[board]
    cdef int after = own.prestige + n
    own.prestige = max(0, min(after, <int>rules.prestige_cap))
    while own.bonuses < N_BONUSES and own.prestige >= rules.bonus_at[own.administrator][own.bonuses]:
        own.bonuses += 1
        bonus(rules, state, board, &rules.bonus[own.administrator][own.bonuses - 1])


cdef void fill_treasury(const EpireiaRules* rules, EpireiaState* state, int league, goods_t more,
                        goods_t less) noexcept nogil:
    """One sum for each resource, within 0 and the cap."""
    state.treasury[league] = capped(minus(state.treasury[league] + more, less), rules.treasury_cap)


cdef bint can_have_figure(const EpireiaRules* rules, const EpireiaState* state, int board) noexcept nogil:
    """Whether one more figure of the (leading) city can come into play."""
    cdef const Board* own = &state.board[board]
    cdef uint64_t left = rules.figures_of[own.city]
    cdef int i, n = 0
    for i in range(own.n_figures):
        if rules.figure_city[own.figure[i]] == own.city:
            n += 1
            left &= ~(<uint64_t>1 << own.figure[i])
    return left != 0 and n < rules.figures_max


# ---------------------------------------------------------------------------------------------------------------
# Territories and cities.

cdef int board_of_city(const EpireiaRules* rules, const EpireiaState* state, int city) noexcept nogil:
    """The board that plays a city; -1 for a neutral one."""
    cdef int b
    if rules.solo:
        if rules.enemy_cities >> city & 1:
            return ENEMY
        return PLAYER if state.board[PLAYER].city == city else -1
    for b in range(rules.n_boards):
        if state.board[b].city == city:
            return b
    return -1


cdef void leave_territory(const EpireiaRules* rules, EpireiaState* state, int territory) noexcept nogil:
    """Take a city's token off."""
    cdef int b
    if state.holder[territory] != NONE:
        b = board_of_city(rules, state, state.holder[territory])
        if b >= 0:
            state.board[b].held &= ~(1 << territory)
        state.holder[territory] = NONE
        state.since[territory] = 0


cdef int neutral_cities(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The cities that nobody plays and that have not joined a league."""
    cdef int cities = (1 << rules.n_cities) - 1, b
    for b in range(rules.n_boards):
        if state.board[b].city != NONE:
            cities &= ~(1 << state.board[b].city)
    if rules.solo:
        cities &= ~rules.enemy_cities
    return cities & ~(state.joined[0] | state.joined[1])


# ---------------------------------------------------------------------------------------------------------------
# Once effects: to every board in development order, or to both leagues; in solo to the player and its league.

cdef void apply_once(const EpireiaRules* rules, EpireiaState* state, const Once* once, int n,
                     bint for_a_turn) noexcept nogil:
    """Apply the n effects of a card or a scenario that happen at once. Of an augur's card, brigands stay for a turn."""
    cdef int i, k, b
    cdef int n_boards = 1 if rules.solo else rules.n_boards
    cdef uint32_t territories
    for i in range(n):
        for k in range(n_boards):
            b = PLAYER if rules.solo else rules.dev_order[k]
            if once[i].what == DO_GAIN:
                gain(rules, state, b, once[i].goods)
            elif once[i].what == DO_LOSE:
                state.board[b].goods = minus(state.board[b].goods, once[i].goods)
            elif once[i].what == DO_PRESTIGE:
                change_prestige(rules, state, b, once[i].n)
        if once[i].what == DO_TREASURY:
            if rules.solo:
                fill_treasury(rules, state, state.board[PLAYER].league, once[i].goods, once[i].less)
            else:
                fill_treasury(rules, state, 0, once[i].goods, once[i].less)
                fill_treasury(rules, state, 1, once[i].goods, once[i].less)
        elif once[i].what == DO_TOKEN:
            add_task(state, TASK_DRAW, state.board[PLAYER].league, once[i].deck)
        elif once[i].what == DO_BRIGANDS:
            territories = once[i].territories
            if for_a_turn:
                state.passing |= territories & ~state.brigands
            state.brigands |= territories
            while territories:
                leave_territory(rules, state, ctz32(territories))
                territories &= territories - 1
        elif once[i].what == DO_PACIFY:
            state.brigands = state.passing = 0


# ---------------------------------------------------------------------------------------------------------------
# Objectives.

cdef inline int count_tokens(const EpireiaState* state, int league, int decks) noexcept nogil:
    cdef int d, n = 0
    for d in range(<int>N_DECKS):
        if decks >> d & 1:
            n += state.army[league][d][0]
    return n


cdef int done_for(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective, int board,
                  int* needed) noexcept nogil:
    """How much a board has done for an objective, and how much is needed to meet it."""
    cdef const Board* own = &state.board[board]
    cdef int n = objective.n, done = 0, r
    cdef goods_t treasury
    needed[0] = n
    if objective.kind == OBJ_BUILDINGS:
        return popcount(own.buildings & objective.which)
    elif objective.kind == OBJ_TERRITORIES:
        return popcount(own.held & objective.which)
    elif objective.kind == OBJ_HOLD:
        needed[0] = popcount(objective.which)
        return popcount(own.held & objective.which)
    elif objective.kind == OBJ_PRESTIGE:
        return own.prestige
    elif objective.kind == OBJ_DONATIONS:
        return own.donations
    elif objective.kind == OBJ_TREASURY:
        needed[0] = n * popcount(objective.which)
        treasury = state.treasury[own.league]
        for r in range(<int>N_RESOURCES):
            if objective.which >> r & 1:
                done += min(n, amount(treasury, r))
        return done
    elif objective.kind == OBJ_TOTAL:
        return total_goods(state.treasury[own.league])
    elif objective.kind == OBJ_TOKENS:
        return count_tokens(state, own.league, objective.which)
    elif objective.kind == OBJ_EMPIRES:
        return popcount(own.empires)
    elif objective.kind == OBJ_CITIES:
        return own.cities
    elif objective.kind == OBJ_VICTORIES:
        return own.victories
    elif objective.kind == OBJ_FIGURES:
        return own.n_figures
    needed[0] = 1                                 # there is no objective
    return 0


cdef bint meets(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective,
                int board) noexcept nogil:
    """Whether a board meets an objective now."""
    cdef int needed
    return done_for(rules, state, objective, board, &needed) >= needed


cdef bint can_be_met(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective) noexcept nogil:
    """Cards 1: whether anybody can fulfil it still."""
    cdef int b, d, left = 0
    if objective.kind == OBJ_CITIES:
        left = popcount(neutral_cities(rules, state))
        for b in range(rules.n_boards):
            if state.board[b].cities + left >= objective.n:
                return True
        return False
    if objective.kind == OBJ_TOKENS:
        for d in range(<int>N_DECKS):
            if objective.which >> d & 1:
                left += state.deck[d][0]
        return (count_tokens(state, 0, objective.which) + left >= objective.n
                or count_tokens(state, 1, objective.which) + left >= objective.n)
    return True


cdef void award_goals(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """Solo: objectives marked `once` are met for good."""
    cdef int i
    if state.board[PLAYER].league == NOBODY:
        return
    for i in range(rules.n_goals):
        if not state.goals >> i & 1 and not rules.goal[i].at_end and meets(rules, state, &rules.goal[i], PLAYER):
            state.goals |= 1 << i
            tell(events, EV_MET, PLAYER, i)


cdef void award_objectives(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """The first seat to meet the open card's objective wins the reward; solo: the scenario's objectives."""
    cdef int i, k, b
    cdef bint early = state.phase == REVEAL or state.phase == DEVELOPMENT
    if rules.solo:
        award_goals(rules, state, events)
        return
    if state.card == NONE or state.met:
        return
    for i in range(rules.n_boards):
        b = nth_to_develop(rules, state, i) if early else nth_to_send(rules, i)
        if meets(rules, state, &rules.card[state.card].objective, b):
            state.met = 1
            tell(events, EV_MET, b, 0)
            for k in range(rules.card[state.card].n_reward):
                add_task(state, TASK_DRAW, state.board[b].league, rules.card[state.card].reward[k])
            return

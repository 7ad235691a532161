"""Epireia: whether a state is sound."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epireia.effects cimport board_of_city
from petteia.ext.games.epireia.state cimport (
    amount, army_level, army_power, Board, COLUMNS_EACH, deck_of_token, EpireiaRules, EpireiaState, FINISHED, HOME,
    MAX_AGENDA, MAX_IN_PLAY, MAX_POWER, N_BONUSES, N_COLUMNS, N_DECKS, N_RESOURCES, N_SPACES, NOBODY, NONE, ROAD,
    task_deck, TASK_DRAW, TASK_GIVE, task_of, task_who,
)


cdef int check_tokens(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """No token is in two places: deck, army or slot. (A position set up by hand may lack some.)"""
    cdef int left[N_DECKS][MAX_POWER + 1]
    cdef int d, power, league, column, token, sum
    for d in range(<int>N_DECKS):
        for power in range(1, MAX_POWER + 1):
            left[d][power] = rules.power_count[d][power] - state.deck[d][power]
            for league in range(2):
                left[d][power] -= state.army[league][d][power]
    for league in range(2):
        for column in range(2 * N_COLUMNS):
            token = state.slot[league][column >> 1][column & 1]
            if token:
                if not 1 <= army_level(token) <= 2 or not 1 <= army_power(token) <= MAX_POWER:
                    return 1
                left[deck_of_token(rules, (column >> 1) // COLUMNS_EACH, token)][army_power(token)] -= 1
    for d in range(<int>N_DECKS):
        sum = 0
        for power in range(1, MAX_POWER + 1):
            sum += state.deck[d][power]
            if left[d][power] < 0:
                return 2
        if sum != state.deck[d][0]:
            return 3
        for league in range(2):
            sum = 0
            for power in range(1, MAX_POWER + 1):
                sum += state.army[league][d][power]
            if sum != state.army[league][d][0]:
                return 4
    return 0


cdef int check_board(const EpireiaRules* rules, const EpireiaState* state, int b) noexcept nogil:
    cdef const Board* own = &state.board[b]
    cdef int i, t
    cdef uint32_t held = 0
    for i in range(<int>N_RESOURCES):
        if amount(own.goods, i) > amount(rules.goods_cap, i) or own.goods & <uint32_t>0xFF808080:
            return 5
    if own.prestige > rules.prestige_cap or own.bonuses > N_BONUSES or own.n_figures > MAX_IN_PLAY:
        return 6
    for t in range(rules.n_territories):
        if state.holder[t] != NONE:
            if state.holder[t] >= rules.n_cities:
                return 7
            if board_of_city(rules, state, state.holder[t]) == b:
                held |= <uint32_t>1 << t
    if held != own.held:
        return 8
    for i in range(own.n_figures):
        if own.figure[i] >= rules.n_figures or (own.at[i] >= N_SPACES and own.at[i] != HOME and own.at[i] != ROAD):
            return 9
    return 0


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef uint32_t there[2]
    cdef int b, i, wrong
    memset(there, 0, sizeof(there))
    if state.veiled:
        return 10                                 # an observation is no state
    wrong = check_tokens(rules, state)
    if wrong:
        return wrong
    for b in range(rules.n_boards):
        wrong = check_board(rules, state, b)
        if wrong:
            return wrong
        for i in range(state.board[b].n_figures):
            if state.board[b].at[i] < N_SPACES:
                if state.board[b].league == NOBODY:
                    return 11
                there[state.board[b].league] |= <uint32_t>1 << state.board[b].at[i]
    if there[0] != state.there[0] or there[1] != state.there[1]:
        return 12
    for i in range(rules.n_territories):
        if state.brigands >> i & 1 and state.holder[i] != NONE:
            return 13                             # brigands take the tokens off
    if state.brigands >> rules.n_territories or state.passing & ~state.brigands:
        return 14
    if state.phase > FINISHED or state.n_agenda > MAX_AGENDA:
        return 14
    for i in range(state.n_agenda):
        if not TASK_DRAW <= task_of(state.agenda[i]) <= TASK_GIVE or task_deck(state.agenda[i]) >= N_DECKS:
            return 15
        if task_who(state.agenda[i]) >= (2 if task_of(state.agenda[i]) == TASK_DRAW else <int>rules.n_boards):
            return 15
    if state.turn > rules.turns or (state.card != NONE and not state.drawn >> state.card & 1):
        return 16
    if state.phase == FINISHED and state.outcome == 0:
        return 17
    return 0


cdef void add_checks(GameOps* ops) noexcept:
    """Enter the check into the game's table of functions."""
    ops.check = check

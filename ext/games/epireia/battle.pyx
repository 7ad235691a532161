"""Epireia: the Great Battle (RULES.md): tokens and figures placed face down, then front by front."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.types cimport CHANCE, Events, move_t, OVER, pending_t, tell
from petteia.ext.games.epireia.state cimport (
    amount, army_level, army_power, army_token, ASK_ANSWER, ASK_FIRST, ASK_REPLY, ASK_SECOND, asked_league, BATTLE,
    Board, COLUMNS_EACH, deck_of_token, DELIAN, DO_ENGAGE, DO_HOLD, DO_LEAD, DO_PLACE, DRAWN, EMPTY, enemy_army_stands,
    EpireiaRules, EpireiaState, EV_BACKS, EV_COLUMN, EV_FRONT, EV_GO, EV_LEADER, EV_OVER, FINISHED, front_power,
    front_shown, LEADERS, MAX_POWER, move_of, N_COLUMNS, N_FRONTS, NO_LEADER, NO_STAGE, NOBODY, NONE, PELOPONNESIAN,
    PLACEMENT, PLAYER, TEAM_0_WINS, TEAM_1_WINS,
)


# ---------------------------------------------------------------------------------------------------------------
# Who decides.

cdef int league_size(const EpireiaRules* rules, const EpireiaState* state, int league) noexcept nogil:
    cdef int b, n = 0
    for b in range(rules.n_boards):
        n += state.board[b].league == league
    return n


cdef bint league_places(const EpireiaRules* rules, const EpireiaState* state, int league) noexcept nogil:
    """Whether the league places tokens and figures: all but the enemy of `die` and `ai`."""
    return not enemy_army_stands(rules) or state.board[PLAYER].league == league


cdef int seat_deciding(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    """The seat of the league that decides for the front: of two the first or the second."""
    cdef int b, found = 0, number = rules.front_seat[front]
    if league_size(rules, state, league) < 2:
        number = 0
    for b in range(rules.n_boards):
        if state.board[b].league == league:
            found = b
            if number == 0:
                break
            number -= 1
    return found


cdef inline int n_led(const EpireiaState* state, int league) noexcept nogil:
    """The fronts for which a league has decided on a figure."""
    cdef int front = 0
    while front < N_FRONTS and state.leader[league][front] != NONE:
        front += 1
    return front


cdef pending_t pending_in_battle(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    cdef pending_t seats = 0
    cdef int league, front
    if state.phase == BATTLE:
        if state.stage == NO_STAGE:
            return OVER                           # an observation between two events
        return <pending_t>1 << seat_deciding(rules, state, asked_league(state), front_shown(state))
    for league in range(2):
        if not league_places(rules, state, league):
            continue
        if state.phase == PLACEMENT:
            for front in range(<int>N_FRONTS):
                if state.n_columns[league][front] < COLUMNS_EACH:
                    seats |= <pending_t>1 << seat_deciding(rules, state, league, front)
        else:
            front = n_led(state, league)
            if front < N_FRONTS:
                seats |= <pending_t>1 << seat_deciding(rules, state, league, front)
    return seats


# ---------------------------------------------------------------------------------------------------------------
# 1. Tokens.

cdef inline int tokens_left(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    return (state.army[league][rules.deck_of[front][0]][0] + state.army[league][rules.deck_of[front][1]][0])


cdef void begin_battle(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """Fronts for which a league has no token are passed over."""
    cdef int league, front
    state.phase = PLACEMENT
    state.step = state.substep = 0
    for league in range(2):
        if league_places(rules, state, league):
            for front in range(<int>N_FRONTS):
                if tokens_left(rules, state, league, front) == 0:
                    state.n_columns[league][front] = COLUMNS_EACH


cdef int legal_placements(const EpireiaRules* rules, const EpireiaState* state, int league, int front,
                          move_t* out) noexcept nogil:
    cdef int column = state.n_columns[league][front], after = COLUMNS_EACH - 1 - column
    cdef int left = tokens_left(rules, state, league, front)
    cdef int least = max(min(left, 2 * after + 2) - 2 * after, 0)
    cdef int tokens[2 * MAX_POWER]
    cdef int counts[2 * MAX_POWER]
    cdef int n_tokens = 0, n = 0, i, k, level, power
    for level in range(2, 0, -1):
        for power in range(<int>MAX_POWER, 0, -1):
            k = state.army[league][rules.deck_of[front][level - 1]][power]
            if k:
                tokens[n_tokens], counts[n_tokens] = army_token(level, power), k
                n_tokens += 1
    column += COLUMNS_EACH * front
    for i in range(n_tokens):
        for k in range(i, n_tokens):
            if k > i or counts[i] > 1:
                out[n] = move_of(DO_PLACE, tokens[i], tokens[k], column)
                n += 1
    if least <= 1:
        for i in range(n_tokens):
            out[n] = move_of(DO_PLACE, tokens[i], 0, column)
            n += 1
    if least == 0:
        out[n] = move_of(DO_PLACE, 0, 0, column)
        n += 1
    return n


cdef void place(const EpireiaRules* rules, EpireiaState* state, int league, int column, int a, int b) noexcept nogil:
    """Up to two tokens into a column."""
    cdef int front = column // COLUMNS_EACH, token, deck, i
    for i in range(2):
        token = b if i else a
        state.slot[league][column][i] = token
        if token:
            deck = deck_of_token(rules, front, token)
            state.army[league][deck][0] -= 1
            if army_power(token):
                state.army[league][deck][army_power(token)] -= 1
    state.n_columns[league][front] += 1


cdef bint placement_done(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    cdef int league, front
    for league in range(2):
        for front in range(<int>N_FRONTS):
            if state.n_columns[league][front] < COLUMNS_EACH and league_places(rules, state, league):
                return False
    return True


cdef void end_placement(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """When all are done the backs can be seen."""
    cdef int league, front, column, i
    cdef uint32_t levels
    if events != NULL:
        for league in range(2):
            if league_places(rules, state, league):
                for front in range(<int>N_FRONTS):
                    levels = 0
                    for i in range(2 * COLUMNS_EACH):
                        column = COLUMNS_EACH * front + (i >> 1)
                        levels |= army_level(state.slot[league][column][i & 1]) << (2 * i)
                    tell(events, EV_BACKS, CHANCE, league | front << 1 | levels << 3)
        tell(events, EV_GO, CHANCE, 0)
    state.phase = LEADERS


# ---------------------------------------------------------------------------------------------------------------
# 2. Figures.

cdef int legal_leaders(const EpireiaRules* rules, const EpireiaState* state, int league, int front,
                       move_t* out) noexcept nogil:
    cdef const Board* own
    cdef int b, i, k, n = 0
    for b in range(rules.n_boards):
        own = &state.board[b]
        if own.league != league:
            continue
        for i in range(own.n_figures):
            for k in range(front):
                if state.leader[league][k] == own.figure[i]:
                    break
            else:
                out[n] = move_of(DO_LEAD, own.figure[i], front, 0)
                n += 1
    if n < N_FRONTS - front:
        out[n] = move_of(DO_LEAD, NO_LEADER, front, 0)
        n += 1
    return n


cdef bint leaders_done(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    cdef int league
    for league in range(2):
        if league_places(rules, state, league) and n_led(state, league) < N_FRONTS:
            return False
    return True


cdef void end_leaders(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """All figures are revealed; the enemy of `die` and `ai` has none."""
    cdef int league, front, figure
    for league in range(2):
        for front in range(<int>N_FRONTS):
            figure = state.leader[league][front]
            if figure == NONE:
                state.leader[league][front] = EMPTY
            else:
                tell(events, EV_LEADER, CHANCE,
                     league | front << 1 | (NO_LEADER if figure == EMPTY else figure) << 3)
    tell(events, EV_GO, CHANCE, 0)
    state.phase = BATTLE


cdef int legal_in_battle(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil:
    cdef int league = state.board[seat].league, front
    if state.phase == BATTLE:
        out[0], out[1] = DO_ENGAGE, DO_HOLD
        return 2
    if state.phase == LEADERS:
        return legal_leaders(rules, state, league, n_led(state, league), out)
    for front in range(<int>N_FRONTS):
        if state.n_columns[league][front] < COLUMNS_EACH and seat_deciding(rules, state, league, front) == seat:
            return legal_placements(rules, state, league, front, out)
    return 0


# ---------------------------------------------------------------------------------------------------------------
# 3. Fronts.

cdef inline bint can_engage(const EpireiaState* state, int league) noexcept nogil:
    cdef int front = front_shown(state)
    return state.leader[league][front] < EMPTY and not state.engaged[front] >> league & 1


cdef inline bint front_is_decided(const EpireiaState* state) noexcept nogil:
    """Whether neither the column turned up last nor those after it can change who wins the front."""
    cdef int front = front_shown(state), left = COLUMNS_EACH * (front + 1) - state.revealed + 1
    return abs(<int>state.won[front][DELIAN] - <int>state.won[front][PELOPONNESIAN]) > left


cdef void finish(EpireiaState* state, int outcome, Events* events) noexcept nogil:
    state.phase = FINISHED
    state.outcome = outcome
    tell(events, EV_OVER, CHANCE, outcome)


cdef int best_of(const EpireiaRules* rules, const EpireiaState* state, int league, bint copper) noexcept nogil:
    """The highest prestige, or the most copper, of any seat of a league."""
    cdef int b, best = -1, value
    for b in range(rules.n_boards):
        if state.board[b].league == league:
            value = amount(state.board[b].goods, 2) if copper else state.board[b].prestige
            best = max(best, value)
    return best


cdef void end_game(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """4: more fronts win; ties by the maritime front, prestige, copper. A solo player must win more fronts."""
    cdef int fronts[3]
    cdef int front, lead, copper
    memset(fronts, 0, sizeof(fronts))
    for front in range(<int>N_FRONTS):
        fronts[state.front[front]] += 1
    lead = fronts[DELIAN] - fronts[PELOPONNESIAN]
    if rules.solo:
        if state.board[PLAYER].league == PELOPONNESIAN:
            lead = -lead
        finish(state, TEAM_0_WINS if lead > 0 else TEAM_1_WINS, events)
        return
    if lead == 0 and state.front[rules.tie_front] != NOBODY:
        lead = 1 if state.front[rules.tie_front] == DELIAN else -1
    for copper in range(2):
        if lead == 0:
            lead = best_of(rules, state, DELIAN, copper) - best_of(rules, state, PELOPONNESIAN, copper)
    finish(state, DRAWN if lead == 0 else TEAM_0_WINS if lead > 0 else TEAM_1_WINS, events)


cdef void close_column(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """The higher power wins the column, more columns the front."""
    cdef int front = front_shown(state)
    state.stage = NO_STAGE
    if state.power[DELIAN] != state.power[PELOPONNESIAN]:
        state.won[front][DELIAN if state.power[DELIAN] > state.power[PELOPONNESIAN] else PELOPONNESIAN] += 1
    if state.revealed % COLUMNS_EACH == 0:
        if state.won[front][DELIAN] == state.won[front][PELOPONNESIAN]:
            state.front[front] = NOBODY
        else:
            state.front[front] = DELIAN if state.won[front][DELIAN] > state.won[front][PELOPONNESIAN] else PELOPONNESIAN
        tell(events, EV_FRONT, CHANCE, front | state.front[front] << 2)
    if state.revealed == N_COLUMNS:
        end_game(rules, state, events)


cdef void show_column(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """The tokens of the next column are turned up; then the weaker league is asked first."""
    cdef int column = state.revealed, league, i
    cdef uint32_t seen = column
    for league in range(2):
        state.power[league] = 0
        for i in range(2):
            state.power[league] += army_power(state.slot[league][column][i])
            seen |= <uint32_t>state.slot[league][column][i] << (4 + 10 * league + 5 * i)
    tell(events, EV_COLUMN, CHANCE, seen)
    state.revealed += 1
    state.first = DELIAN if state.power[DELIAN] < state.power[PELOPONNESIAN] else PELOPONNESIAN
    if front_is_decided(state):
        close_column(rules, state, events)
    elif can_engage(state, state.first):
        state.stage = ASK_FIRST
    elif can_engage(state, 1 - state.first):
        state.stage = ASK_SECOND
    else:
        close_column(rules, state, events)


cdef void engage(const EpireiaRules* rules, EpireiaState* state, bint engaging, Events* events) noexcept nogil:
    """The asked league engages its figure, or holds it back."""
    cdef int front = front_shown(state), league = asked_league(state), stage = state.stage
    if engaging:
        state.engaged[front] |= 1 << league
        state.power[league] += front_power(rules, state.leader[league][front], front)
    if engaging and stage == ASK_FIRST and can_engage(state, 1 - league):
        state.stage = ASK_ANSWER
    elif engaging and stage == ASK_SECOND and can_engage(state, 1 - league):
        state.stage = ASK_REPLY
    elif not engaging and stage == ASK_FIRST and can_engage(state, 1 - league):
        state.stage = ASK_SECOND
    else:
        close_column(rules, state, events)

"""Epireia: what a position is worth, and whether it is sound."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.bits cimport popcount
from petteia.ext.epireia cimport (
    BATTLE, Board, DELIAN, DRAWN, EMPTY, EpireiaRules, EpireiaState, FINISHED, FRONT_TALENT, HOME, MAX_AGENDA,
    MAX_IN_PLAY, MAX_POWER, MUSTER, NOBODY, NONE, N_BONUSES, N_COLUMNS, N_DECKS, N_FRONTS, OBJ_BUILDINGS, OBJ_CITIES,
    OBJ_DONATIONS, OBJ_EMPIRES, OBJ_FIGURES, OBJ_HOLD, OBJ_PRESTIGE, OBJ_TERRITORIES, OBJ_TOKENS, OBJ_TOTAL,
    OBJ_TREASURY, OBJ_VICTORIES, Objective, PELOPONNESIAN, PLAYER, ROAD, TASK_DRAW, TASK_GIVE, TEAM_0_WINS, UNDECIDED,
    amount, stands, task_deck, task_of, task_who,
)
from petteia.ext.epireia_effects cimport board_of_city, meets


cdef void returns(const void* rules, const void* state_, float* per_team) noexcept nogil:
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef float share = 0.0
    if state.outcome == TEAM_0_WINS:
        share = 1.0
    elif state.outcome == DRAWN:
        share = 0.5
    per_team[0] = share
    per_team[1] = 1 - share


# ---------------------------------------------------------------------------------------------------------------
# Evaluation: each front by the strength that stands for it, then the chance to win more fronts than the other league.

cdef float mean_power(const EpireiaRules* rules, int deck) noexcept nogil:
    """What a token of a deck has on the average."""
    cdef int power, sum = 0
    for power in range(1, MAX_POWER + 1):
        sum += rules.power_count[deck][power] * power
    return <float>sum / max(rules.n_deck[deck], 1)


cdef float to_muster(const EpireiaRules* rules, const EpireiaState* state, int front) noexcept nogil:
    """Solo: what the standing army's tokens for a front that are not drawn yet will have on the average."""
    cdef float strength = 0
    cdef int i
    for i in range(state.step if state.phase == MUSTER else 0, rules.n_muster):
        if rules.muster_column[i] // 3 == front:
            strength += mean_power(rules, rules.muster_deck[i])
    return strength


cdef float army_strength(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    """The powers of the league's tokens for a front, the best six of them (there are six slots)."""
    cdef int level, power, n, room = 6, column, i
    cdef float strength = 0
    for column in range(3 * front, 3 * front + 3):
        for i in range(2):
            if state.slot[league][column][i]:
                strength += state.slot[league][column][i] & 7
                room -= 1
    for power in range(<int>MAX_POWER, 0, -1):
        for level in range(2):
            n = min(room, <int>state.army[league][rules.deck_of[front][level]][power])
            strength += n * power
            room -= n
    return strength


cdef float progress(const EpireiaRules* rules, const EpireiaState* state, const Objective* goal,
                    int seat) noexcept nogil:
    """How much of an objective a seat has done, from 0 to 1."""
    cdef const Board* own = &state.board[seat]
    cdef int have = 0, want = goal.n, i
    if meets(rules, state, goal, seat):
        return 1
    if goal.kind == OBJ_BUILDINGS:
        have = popcount(own.buildings & goal.which)
    elif goal.kind == OBJ_TERRITORIES:
        have = popcount(own.held & goal.which)
    elif goal.kind == OBJ_HOLD:
        have, want = popcount(own.held & goal.which), popcount(goal.which)
    elif goal.kind == OBJ_PRESTIGE:
        have = own.prestige
    elif goal.kind == OBJ_DONATIONS:
        have = own.donations
    elif goal.kind == OBJ_TREASURY:
        want = goal.n * popcount(goal.which)
        for i in range(3):
            if goal.which >> i & 1:
                have += min(<int>goal.n, amount(state.treasury[own.league], i))
    elif goal.kind == OBJ_TOTAL:
        for i in range(3):
            have += amount(state.treasury[own.league], i)
    elif goal.kind == OBJ_TOKENS:
        for i in range(<int>N_DECKS):
            if goal.which >> i & 1:
                have += state.army[own.league][i][0]
    elif goal.kind == OBJ_EMPIRES:
        have = popcount(own.empires)
    elif goal.kind == OBJ_CITIES:
        have = own.cities
    elif goal.kind == OBJ_VICTORIES:
        have = own.victories
    elif goal.kind == OBJ_FIGURES:
        have = own.n_figures
    return <float>have / want if want else 1


cdef float turns_left(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """How many turns are still to come: likely, where the acts decide it (means of games that the engine played)."""
    cdef float last = rules.turns - state.turn, likely = 0
    if rules.solo:
        return last
    if state.act <= 1:
        likely = 7.3 if state.met else 8.2
    elif state.act == 2:
        likely = 3.7 if state.met else 5.6
    elif not state.met:
        likely = 3.0
    if rules.n_boards > 2:                        # more cities meet the acts' cards sooner
        likely *= 0.7
    return min(likely, last)


cdef float board_worth(const EpireiaRules* rules, const Board* own, float left) noexcept nogil:
    """What a city is good for, in powers of tokens for each front; `left` are the turns to come, in eights."""
    cdef float value
    cdef int i
    value = left * (0.17 * (amount(own.goods, 0) + amount(own.goods, 1) + amount(own.goods, 2))
                    + 0.2 * popcount(own.held) + 0.45 * popcount(own.buildings) + 0.05 * own.prestige
                    + 0.55 * own.n_figures + 0.4 * own.actions)
    value += 0.3 * own.n_figures + 1.0 * popcount(own.buildings & rules.barracks)
    for i in range(own.n_figures):
        value += 0.04 * rules.figure_power[own.figure[i]]
    return value


cdef float league_worth(const EpireiaRules* rules, const EpireiaState* state, int league, float left) noexcept nogil:
    """What a league has besides its army. The weights are fitted to games that the engine played against itself."""
    cdef float value, done, most = 0
    cdef int b
    value = 0.28 * left * (amount(state.treasury[league], 0) + amount(state.treasury[league], 1)
                           + amount(state.treasury[league], 2))
    for b in range(rules.n_boards):
        if state.board[b].league != league:
            continue
        # A lone city with two development turns counts as one and a half.
        value += board_worth(rules, &state.board[b], left) * 0.5 * (1 + rules.lone_yield[b])
        if not rules.solo and state.card != NONE and not state.met:
            done = progress(rules, state, &rules.card[state.card].objective, b)
            most = max(most, done)
    return value + 1.4 * most                     # who is near the open card's reward


cdef float against_standing(const EpireiaRules* rules, const EpireiaState* state, int league) noexcept nogil:
    """The same in solo against an army that stands there from the start: less, for nobody takes anything away."""
    cdef const Board* own
    cdef float value = 0, left = 1.0 - <float>state.turn / rules.turns
    cdef int b, i
    for b in range(rules.n_boards):
        own = &state.board[b]
        if own.league != league:
            continue
        value += left * (0.05 * (amount(own.goods, 0) + amount(own.goods, 1) + amount(own.goods, 2))
                         + 0.5 * popcount(own.held) + 0.3 * popcount(own.buildings) + 0.1 * own.prestige)
        for i in range(own.n_figures):
            value += 0.33 * rules.figure_power[own.figure[i]]
    return value + 0.02 * left * (amount(state.treasury[league], 0) + amount(state.treasury[league], 1)
                                  + amount(state.treasury[league], 2))


cdef float leader_strength(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    """In the battle: the figure on a front, if it can be engaged still."""
    cdef int figure = state.leader[league][front]
    if figure >= EMPTY or state.engaged[front] >> league & 1:
        return 0
    return rules.figure_power[figure] + (
        rules.talent_n[figure] if rules.talent[figure] == FRONT_TALENT and rules.talent_at[figure] == front else 0)


cdef inline float squash(float lead) noexcept nogil:
    """A lead as a chance to win."""
    return 0.5 + 0.5 * lead / (1 + (lead if lead > 0 else -lead))


cdef inline float due(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Solo, where the enemy's army stands from the start: the part of it that the player's should match by now."""
    return 1 - 0.7 * min(<float>1, <float>(rules.turns + 1 - state.turn) / rules.turns)


cdef float front_chance(const EpireiaRules* rules, const EpireiaState* state, int front, float boards,
                        float sure) noexcept nogil:
    """The chance of the Delian league on a front, where `boards` is its lead besides the army and a lead counts `sure`
    times its size.
    """
    cdef float lead, strength[2]
    cdef int enemy = state.board[PLAYER].league != PELOPONNESIAN     # of a solo player
    if state.front[front] != UNDECIDED:
        return 0.5 if state.front[front] == NOBODY else 1.0 if state.front[front] == DELIAN else 0.0
    strength[0], strength[1] = army_strength(rules, state, 0, front), army_strength(rules, state, 1, front)
    if stands(rules) and state.phase < BATTLE:
        if state.phase <= MUSTER:
            strength[enemy] += to_muster(rules, state, front)
        strength[enemy] *= due(rules, state)
    lead = strength[0] - strength[1]
    if state.phase == BATTLE:
        lead += leader_strength(rules, state, 0, front) - leader_strength(rules, state, 1, front)
        lead += 6.0 * (state.won[front][0] - state.won[front][1])
    else:
        lead += boards
    return squash(sure * lead)


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Two of three fronts win; in solo all objectives are needed too."""
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef float chance[N_FRONTS]
    cdef float share, boards, sure, left, late
    cdef int front, i
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    if state.phase == BATTLE:
        boards, sure = 0, 0.5 if stands(rules) else 0.3
    elif stands(rules):                           # only the player arranges an army, and has figures in the battle
        boards = against_standing(rules, state, 0) - against_standing(rules, state, 1)
        boards += -4 if state.board[PLAYER].league == PELOPONNESIAN else 4
        sure = 0.5
    else:
        # A lead may be lost again in the turns to come. (Truer chances fall off four times as fast, and play worse.)
        left = turns_left(rules, state) / 8
        boards = league_worth(rules, state, 0, left) - league_worth(rules, state, 1, left)
        sure = 0.4 / (1 + left)
    for front in range(<int>N_FRONTS):
        chance[front] = front_chance(rules, state, front, boards, sure)
    share = (chance[0] * chance[1] + chance[0] * chance[2] + chance[1] * chance[2]
             - 2 * chance[0] * chance[1] * chance[2])
    share = max(<float>0.0, min(share, <float>1.0))                  # what rounding may have added
    if rules.solo:
        if state.board[PLAYER].league == PELOPONNESIAN:
            share = 1 - share
        if state.turn and state.phase < BATTLE:
            late = <float>state.turn / rules.turns
            late *= late                                             # while there is time it can be made good
            for i in range(rules.n_goals):
                if not state.goals >> i & 1:
                    share *= 1 - late * 0.9 * (1 - progress(rules, state, &rules.goal[i], PLAYER))
    per_team[0] = share
    per_team[1] = 1 - share


# ---------------------------------------------------------------------------------------------------------------
# Soundness.

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
                if not 1 <= token >> 3 <= 2 or not 1 <= token & 7 <= MAX_POWER:
                    return 1
                left[rules.deck_of[column // 6][(token >> 3) - 1]][token & 7] -= 1
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
    for i in range(3):
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
        if own.figure[i] >= rules.n_figures or (own.at[i] >= 32 and own.at[i] != HOME and own.at[i] != ROAD):
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
            if state.board[b].at[i] < 32:
                if state.board[b].league == NOBODY:
                    return 11
                there[state.board[b].league] |= <uint32_t>1 << state.board[b].at[i]
    if there[0] != state.there[0] or there[1] != state.there[1]:
        return 12
    for i in range(rules.n_territories):
        if state.brigands >> i & 1 and state.holder[i] != NONE:
            return 13                             # brigands take the tokens off
    if state.brigands >> rules.n_territories or state.phase > FINISHED or state.n_agenda > MAX_AGENDA:
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

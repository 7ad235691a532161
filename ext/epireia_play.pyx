"""Epireia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here is an opinion, not a rule. Values are shares of the game: a token of level I counts 0.02.
"""

from libc.stdint cimport uint64_t

from petteia.ext.bits cimport ctz32
from petteia.ext.epireia cimport (
    ASK_FIRST, ASK_REPLY, Board, CITY_0, DO_ABILITY, DO_BUILD, DO_BUY, DO_CHOOSE, DO_DONATE, DO_DONE, DO_ENGAGE,
    DO_EXCHANGE, DO_FIGURE, DO_GIVE, DO_LEAD, DO_LEVY_FROM, DO_PLACE, DO_PRESTIGE, DO_PRODUCE, DO_SEND, DO_STAY,
    EMPIRE_TALENT, EpireiaRules, EpireiaState, FIGURE_PICK, FRONT_TALENT, HOME_TALENT, LEADERS, MAX_OPTIONS,
    MAX_POWER, NONE, NO_LEADER, N_COLUMNS, N_DECKS, N_FRONTS, OBJ_BUILDINGS, OBJ_CITIES, OBJ_DONATIONS, OBJ_EMPIRES,
    OBJ_FIGURES, OBJ_HOLD, OBJ_PRESTIGE, OBJ_TERRITORIES, OBJ_TOKENS, OBJ_TOTAL, OBJ_TREASURY, OBJ_VICTORIES,
    Objective, PLACEMENT, PLAYER, TERRITORY_0, amount, apply, draw, goods_t, legal, move_a, move_b, move_c, move_verb,
    pending, stands,
)
from petteia.ext.epireia_effects cimport can_have_figure
from petteia.ext.epireia_value cimport evaluate, mean_power, returns
from petteia.ext.rng cimport Rng, hash_token, rng_below
from petteia.ext.types cimport CHANCE, OVER, PENDING_CHANCE, move_t, pending_t


cdef uint64_t secrets(const void* rules_, const void* state_, int seat) noexcept nogil:
    """In the battle the league's tokens and what it has chosen; before it only the seat's starting figure.

    Before the battle nothing that a seat can do depends on the powers of its tokens, so positions that differ in
    those alone are looked at together.
    """
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef uint64_t key = hash_token(seat, state.phase)
    cdef int league = state.board[seat].league, d, p
    if state.phase == FIGURE_PICK:
        return hash_token(key, state.chosen[seat])
    if state.phase < PLACEMENT or league > 1:
        return key
    for d in range(<int>N_DECKS):
        for p in range(1, MAX_POWER + 1):
            key = hash_token(key, state.army[league][d][p])
    for d in range(<int>N_COLUMNS):
        key = hash_token(key, state.slot[league][d][0] | state.slot[league][d][1] << 8)
    if state.phase == LEADERS:
        for d in range(<int>N_FRONTS):
            key = hash_token(key, state.leader[league][d])
    return key


# ---------------------------------------------------------------------------------------------------------------
# What a move is good for.

cdef inline int sum_of(goods_t goods) noexcept nogil:
    return amount(goods, 0) + amount(goods, 1) + amount(goods, 2)


cdef inline float chance_of(const EpireiaRules* rules, int value, int target) noexcept nogil:
    """The chance that the die and a value reach a target."""
    cdef int good = rules.die + 1 + value - target
    return <float>max(0, min(good, <int>rules.die)) / rules.die


cdef float for_objective(const EpireiaRules* rules, const EpireiaState* state, const Objective* goal, int seat,
                         int verb, int a, int b) noexcept nogil:
    """How much a move does for an objective: 1 is a step on the way."""
    cdef const Board* own = &state.board[seat]
    cdef int kind = goal.kind, territory
    if verb == DO_BUILD:
        if kind == OBJ_BUILDINGS:
            return goal.which >> a & 1
        if kind == OBJ_PRESTIGE:
            return rules.building_effect[a] == DO_PRESTIGE
        return kind == OBJ_FIGURES and rules.building_effect[a] == DO_FIGURE
    if verb == DO_DONATE:
        if kind == OBJ_TREASURY:
            return 0.3 * a if goal.which >> b & 1 and amount(state.treasury[own.league], b) < goal.n else 0
        return 0.3 * a if kind == OBJ_TOTAL else kind == OBJ_DONATIONS or kind == OBJ_PRESTIGE
    if verb == DO_PRODUCE or verb == DO_BUY or verb == DO_LEVY_FROM:
        return kind == OBJ_TOKENS and goal.which >> a & 1
    if verb == DO_SEND:
        if b >= CITY_0:
            return kind == OBJ_CITIES
        if b < TERRITORY_0:
            return kind == OBJ_EMPIRES and not own.empires >> b & 1
        territory = b - TERRITORY_0
        if kind == OBJ_TERRITORIES or kind == OBJ_HOLD:
            return goal.which >> territory & 1 and not own.held >> territory & 1
        return kind == OBJ_VICTORIES and (state.brigands >> territory & 1
                                          or state.there[1 - own.league] >> b & 1)
    return 0


cdef float send_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int figure, int space,
                      float left) noexcept nogil:
    cdef const Board* own = &state.board[seat]
    cdef bint contested = state.there[1 - own.league] >> space & 1
    cdef int value = rules.figure_diplomacy[figure], territory
    cdef float gain
    if space >= CITY_0:
        return 0.05 * chance_of(rules, value, rules.city_target[space - CITY_0]) * (0.6 if contested else 1)
    if space < TERRITORY_0:
        if rules.talent[figure] == EMPIRE_TALENT and rules.talent_at[figure] == space:
            value += rules.talent_n[figure]
        gain = 0.005 * sum_of(rules.empire_reward[space]) + (0.02 if rules.empire_deck[space] != NONE else 0)
        return gain * chance_of(rules, value, rules.empire_target[space]) * (0.6 if contested else 1)
    territory = space - TERRITORY_0
    gain = 0.005 * sum_of(rules.territory_goods[territory]) * (1 + 6 * left)
    if own.held >> territory & 1:
        return 0.8 * gain if contested else 0
    if state.holder[territory] != NONE:
        gain *= 1.5                               # it is taken from somebody
    if state.brigands >> territory & 1:
        gain *= chance_of(rules, rules.figure_power[figure], 7 + rules.brigand_power)
    return gain * (0.5 if contested else 1)


cdef float build_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int building,
                       float left) noexcept nogil:
    if rules.building_effect[building] == DO_FIGURE:
        return 0.06 * left if can_have_figure(rules, state, seat) else -0.01
    if rules.building_effect[building] == DO_PRESTIGE:
        return 0.012 * rules.building_prestige[building]
    if rules.building_harvest[building]:
        return 0.04 * left
    return 0.025 * left


cdef float engage_value(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Engage to turn a column, not one that is won or beyond reach."""
    cdef int league = state.first if state.stage == ASK_FIRST or state.stage == ASK_REPLY else 1 - state.first
    cdef int front = (state.revealed - 1) // 3, figure = state.leader[league][front]
    cdef int own = state.power[league], other = state.power[1 - league], more = rules.figure_power[figure]
    if rules.talent[figure] == FRONT_TALENT and rules.talent_at[figure] == front:
        more += rules.talent_n[figure]
    if own > other:
        return -0.1
    return 0.15 if own + more > other else -0.05


cdef float back_power(const EpireiaRules* rules, int front, int token) noexcept nogil:
    """What a token of which only the back is seen has on the average."""
    return mean_power(rules, rules.deck_of[front][(token >> 3) - 1]) if token else 0


cdef float place_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int column, int a,
                       int b) noexcept nogil:
    """Solo: win a column of the army that stands there with little, or lose it with less."""
    cdef int enemy = 1 - state.board[seat].league, power = (a & 7) + (b & 7)
    cdef float lead = power - (back_power(rules, column // 3, state.slot[enemy][column][0])
                               + back_power(rules, column // 3, state.slot[enemy][column][1]))
    return 0.1 - 0.01 * lead if lead > 0.5 else -0.01 * power


cdef float value_of(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t move) noexcept nogil:
    """A cheap opinion of one legal move."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move), i
    cdef float left = 1.0 - <float>state.turn / rules.turns, value = 0
    if verb == DO_DONE:
        return -0.02 if state.board[seat].actions else 0
    elif verb == DO_BUILD:
        value = build_value(rules, state, seat, a, left)
    elif verb == DO_DONATE:
        value = (0.002 if stands(rules) else 0.012) - 0.003 * a
    elif verb == DO_PRODUCE or verb == DO_BUY or verb == DO_LEVY_FROM:
        value = (0.04 if stands(rules) else 0.02) * rules.deck_level[a]
    elif verb == DO_ABILITY or verb == DO_EXCHANGE:
        value = 0.015
    elif verb == DO_SEND:
        value = send_value(rules, state, seat, a, b, left)
    elif verb == DO_STAY:
        return 0.005 if rules.talent[a] == HOME_TALENT else 0
    elif verb == DO_GIVE:
        return -0.01 * sum_of(rules.territory_goods[a])
    elif verb == DO_CHOOSE:
        return 0.004 * rules.figure_power[a] + 0.003 * rules.figure_diplomacy[a]
    elif verb == DO_LEAD:
        return 0 if a == NO_LEADER else 0.004 * rules.figure_power[a] + (
            0.004 * rules.talent_n[a] if rules.talent[a] == FRONT_TALENT and rules.talent_at[a] == b else 0)
    elif verb == DO_ENGAGE:
        return engage_value(rules, state)
    elif verb == DO_PLACE:
        return place_value(rules, state, seat, move_c(move), a, b) if stands(rules) else 0
    if rules.solo:
        if seat == PLAYER:
            for i in range(rules.n_goals):
                if not state.goals >> i & 1:
                    value += 0.04 * for_objective(rules, state, &rules.goal[i], seat, verb, a, b)
    elif state.card != NONE and not state.met:
        value += 0.02 * for_objective(rules, state, &rules.card[state.card].objective, seat, verb, a, b)
    return value


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef int i
    for i in range(n):
        prior[i] = value_of(<const EpireiaRules*>rules, <const EpireiaState*>state, seat, moves[i])


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline move_t sensible(const EpireiaRules* rules, const EpireiaState* state, int seat, const move_t* moves, int n,
                            Rng* rng) noexcept nogil:
    """The best of eight random moves; placements against an army that nobody has seen are any.

    (Of three: 0.375 in 120 games at equal nodes. Of sixteen: no better at equal time.)
    """
    cdef move_t best = moves[rng_below(rng, n)], other
    cdef float value, most
    if state.phase == PLACEMENT and not stands(rules):
        return best
    most = value_of(rules, state, seat, best)
    for _ in range(7):
        other = moves[rng_below(rng, n)]
        value = value_of(rules, state, seat, other)
        if value > most:
            best, most = other, value
    return best


cdef int rollout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """In the battle it goes on to the end: `evaluate` sees what stands for a front, not how it is arranged.

    But from before the battle it stops there in solo: only the player arranges an army, and would do it badly here.
    """
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef EpireiaState* state = <EpireiaState*>state_
    cdef move_t moves[MAX_OPTIONS]
    cdef int decisions = 0, n, seat
    cdef pending_t who
    cdef bint stop_at_battle = stands(rules) and state.phase < PLACEMENT
    while True:
        who = pending(rules, state)
        if who == PENDING_CHANCE:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
            continue
        if who == OVER:
            returns(rules, state, per_team)
            return decisions
        if (decisions >= cutoff >= 0 and state.phase < PLACEMENT) or (stop_at_battle and state.phase == PLACEMENT):
            evaluate(rules, state, per_team)
            return decisions
        seat = ctz32(who)
        n = legal(rules, state, seat, moves)
        apply(rules, state, seat, sensible(rules, state, seat, moves, n, rng) if n > 1 else moves[0], NULL)
        decisions += n > 1

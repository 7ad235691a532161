"""Epireia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here is an opinion, not a rule; the numbers are in `weights`. Values are shares of the game.
"""

from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport hash_token, Rng, rng_below
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epireia.effects cimport can_have_figure
from petteia.ext.games.epireia.evaluation cimport battle_power, mean_power, talent_worth
from petteia.ext.games.epireia.rules cimport play_out
from petteia.ext.games.epireia.state cimport (
    amount, army_power, asked_league, Board, CITY_0, COLUMNS_EACH, deck_of_token, DO_ABILITY, DO_BUILD, DO_CHOOSE,
    DO_DONATE, DO_DONE, DO_ENGAGE, DO_EXCHANGE, DO_FIGURE, DO_GIVE, DO_LEAD, DO_LEVY_FROM, DO_PLACE, DO_PRESTIGE,
    DO_PRODUCE, DO_SEND, DO_STAY, EMPIRE_TALENT, ENEMY, enemy_army_stands, EpireiaRules, EpireiaState, FIGURE_PICK,
    front_power, front_shown, FRONT_TALENT, HOME_TALENT, LEADERS, MAX_LIST, MAX_POWER, move_a, move_b, move_c,
    move_verb, N_COLUMNS, N_DECKS, N_FRONTS, N_RESOURCES, NO_LEADER, NOBODY, NONE, OBJ_BUILDINGS, OBJ_CITIES,
    OBJ_DONATIONS, OBJ_EMPIRES, OBJ_FIGURES, OBJ_HOLD, OBJ_PRESTIGE, OBJ_TERRITORIES, OBJ_TOKENS, OBJ_TOTAL,
    OBJ_TREASURY, OBJ_VICTORIES, Objective, PLACEMENT, PLAYER, TERRITORY_0, total_goods,
)
from petteia.ext.games.epireia.weights cimport (
    ABILITY, BRIGAND_ROLL, BUILD_ABILITY, BUILD_FIGURE, BUILD_FIGURE_NONE, BUILD_HARVEST, BUILD_OTHER,
    BUILD_PRESTIGE, BUILD_ROLLS, COLUMN_LEAD, COLUMN_POWER, COLUMN_TAKEN, CONTESTED_TALKS, CONTESTED_TERRITORY,
    DEFENDED_TERRITORY, DONATED_GOODS, DONATION, DONATION_STANDING, DONE_EARLY, ENGAGE_LOST, ENGAGE_TURNS,
    ENGAGE_WON, FIGURE_DIPLOMACY, FIGURE_POWER, GIVEN_GOODS, GOODS, IDLE_JOURNEY, JOINED_CITY, MEET_AT_EMPIRE,
    MEET_AT_HELD, MEET_IN_TERRITORY, PLAYOUT_TRIES, STAY_WITH_TALENT, STEP_OF_CARD, STEP_OF_GOAL, STEP_PER_GOODS,
    TAKE_FROM_PLAYER, TAKEN_TERRITORY, TERRITORY_TURNS, TOKEN, TOKEN_OF_EMPIRE, TOKEN_STANDING,
)


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

cdef inline float roll_chance(const EpireiaRules* rules, int value, int target) noexcept nogil:
    """The chance that the die and a value reach a target."""
    cdef int good = rules.die + 1 + value - target
    return <float>max(0, min(good, <int>rules.die)) / rules.die


# What an objective counts for one seat, as sets of what a move can do, so that to look at a move takes no branch: which
# move a playout looks at cannot be foreseen.
cdef enum Aimed:
    AT_NOTHING = 0
    AT_BUILDINGS = 1
    AT_DECKS = 2
    AT_SPACES = 3         # where figures are sent
    AT_DONATIONS = 4      # of any resource: member 0
    N_AIMED = 5


# Spaces as a set: empires below TERRITORY_0, cities from CITY_0 on.
cdef enum:
    EMPIRE_SPACES = 0xFF
    CITY_SPACES = 0xFF000000


cdef struct Aim:
    uint32_t step[N_AIMED]                  # a move that does one of these is an ordinary step
    double goods[N_RESOURCES + 1]           # steps for each wheat, wood or copper donated; the last: no donation


# The objectives that a seat may still meet: the open card's, or the scenario's.
cdef struct Aims:
    int n
    double worth                            # of a step
    Aim at[MAX_LIST]


cdef void take_aim(const EpireiaRules* rules, const EpireiaState* state, const Objective* goal, int seat,
                   Aims* aims) noexcept nogil:
    """Add an objective."""
    cdef const Board* own = &state.board[seat]
    cdef Aim* aim = &aims.at[aims.n]
    cdef int kind = goal.kind, i
    aims.n += 1
    memset(aim, 0, sizeof(Aim))
    if kind == OBJ_BUILDINGS:
        aim.step[<int>AT_BUILDINGS] = goal.which
    elif kind == OBJ_PRESTIGE or kind == OBJ_FIGURES:
        for i in range(rules.n_buildings):
            aim.step[<int>AT_BUILDINGS] |= <uint32_t>(
                rules.building_effect[i] == (DO_PRESTIGE if kind == OBJ_PRESTIGE else DO_FIGURE)) << i
        aim.step[<int>AT_DONATIONS] = kind == OBJ_PRESTIGE
    elif kind == OBJ_DONATIONS:
        aim.step[<int>AT_DONATIONS] = 1
    elif kind == OBJ_TREASURY or kind == OBJ_TOTAL:
        for i in range(<int>N_RESOURCES):
            if kind == OBJ_TOTAL or (goal.which >> i & 1 and amount(state.treasury[own.league], i) < goal.n):
                aim.goods[i] = STEP_PER_GOODS
    elif kind == OBJ_TOKENS:
        aim.step[<int>AT_DECKS] = goal.which
    elif kind == OBJ_CITIES:
        aim.step[<int>AT_SPACES] = CITY_SPACES
    elif kind == OBJ_EMPIRES:
        aim.step[<int>AT_SPACES] = EMPIRE_SPACES & ~<uint32_t>own.empires
    elif kind == OBJ_TERRITORIES or kind == OBJ_HOLD:
        aim.step[<int>AT_SPACES] = (goal.which & ~<uint32_t>own.held) << TERRITORY_0
    elif kind == OBJ_VICTORIES:
        aim.step[<int>AT_SPACES] = (<uint32_t>state.brigands << TERRITORY_0) | (
            state.there[1 - own.league] & ~(EMPIRE_SPACES | CITY_SPACES))


cdef void find_aims(const EpireiaRules* rules, const EpireiaState* state, int seat, Aims* aims) noexcept nogil:
    cdef int i
    aims.n = 0
    aims.worth = STEP_OF_GOAL if rules.solo else STEP_OF_CARD
    if state.board[seat].league == NOBODY:
        return                                    # nothing counts before leagues are chosen
    if not rules.solo:
        if state.card != NONE and not state.met:
            take_aim(rules, state, &rules.card[state.card].objective, seat, aims)
    elif seat == PLAYER:
        for i in range(rules.n_goals):
            if not state.goals >> i & 1:
                take_aim(rules, state, &rules.goal[i], seat, aims)


cdef int building_help(const Board* own, uint32_t which, const int8_t* bonus) noexcept nogil:
    """What the city's buildings of a set add to a roll."""
    cdef uint32_t helping = own.buildings & which
    cdef int sum = 0
    while helping:
        sum += bonus[ctz32(helping)]
        helping &= helping - 1
    return sum


cdef float standing_enemy_value(const EpireiaRules* rules, const EpireiaState* state, int space) noexcept nogil:
    """Solo, for an enemy whose army stands: it gains nothing itself, but can keep the player from something."""
    cdef int territory = space - TERRITORY_0
    cdef bint met = state.there[state.board[PLAYER].league] >> space & 1
    if space < TERRITORY_0:
        return MEET_AT_EMPIRE if met else IDLE_JOURNEY
    if state.board[PLAYER].held >> territory & 1:
        return MEET_AT_HELD if met else TAKE_FROM_PLAYER
    return MEET_IN_TERRITORY if met else IDLE_JOURNEY


cdef float send_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int figure, int space,
                      float left) noexcept nogil:
    cdef const Board* own = &state.board[seat]
    cdef bint contested = state.there[1 - own.league] >> space & 1
    cdef int value = rules.figure_diplomacy[figure], territory
    cdef float gain
    if enemy_army_stands(rules) and seat == ENEMY:
        return standing_enemy_value(rules, state, space)
    if space >= CITY_0:
        value += own.favour + building_help(own, rules.assemblies, rules.building_city)
        return (JOINED_CITY * roll_chance(rules, value, rules.city_target[space - CITY_0])
                * (CONTESTED_TALKS if contested else 1))
    if space < TERRITORY_0:
        value += own.favour + building_help(own, rules.embassies, rules.building_empire)
        if rules.talent[figure] == EMPIRE_TALENT and rules.talent_at[figure] == space:
            value += rules.talent_n[figure]
        gain = GOODS * total_goods(rules.empire_reward[space]) + (
            TOKEN_OF_EMPIRE if rules.empire_deck[space] != NONE else 0)
        return gain * roll_chance(rules, value, rules.empire_target[space]) * (CONTESTED_TALKS if contested else 1)
    territory = space - TERRITORY_0
    gain = GOODS * total_goods(rules.territory_goods[territory]) * (1 + TERRITORY_TURNS * left)
    if own.held >> territory & 1:
        return DEFENDED_TERRITORY * gain if contested else 0
    if state.holder[territory] != NONE:
        gain *= TAKEN_TERRITORY
    if state.brigands >> territory & 1:
        gain *= roll_chance(rules, rules.figure_power[figure], BRIGAND_ROLL + rules.brigand_power)
    return gain * (CONTESTED_TERRITORY if contested else 1)


# What a building is for: the first of these that it is. Looked up, because which building is asked about cannot be
# foreseen, and branches that are guessed wrong would take longer than all the rest.
cdef enum Use:
    FOR_PRESTIGE = 0
    FOR_HARVEST = 1
    FOR_ROLLS = 2
    FOR_ABILITY = 3
    FOR_OTHER = 4
    N_USES = 5

cdef double use_worth[N_USES]
use_worth[:] = [BUILD_PRESTIGE, BUILD_HARVEST, BUILD_ROLLS, BUILD_ABILITY, BUILD_OTHER]


cdef float build_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int building,
                       float left) noexcept nogil:
    cdef double factor[N_USES]
    cdef int use, i
    if rules.building_effect[building] == DO_FIGURE:
        return BUILD_FIGURE * left if can_have_figure(rules, state, seat) else BUILD_FIGURE_NONE
    use = ctz32(<uint32_t>(rules.building_effect[building] == DO_PRESTIGE) << FOR_PRESTIGE
                | <uint32_t>(rules.building_harvest[building] != 0) << FOR_HARVEST
                | <uint32_t>((rules.building_empire[building] | rules.building_city[building]) != 0) << FOR_ROLLS
                | <uint32_t>(rules.abilities >> building & 1) << FOR_ABILITY | 1 << FOR_OTHER)
    for i in range(<int>N_USES):
        factor[i] = left
    factor[<int>FOR_PRESTIGE], factor[<int>FOR_ABILITY] = rules.building_prestige[building], 1
    return use_worth[use] * factor[use] * (state.board[seat].n_figures if use == FOR_ROLLS else 1)


cdef float engage_value(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Engage to turn a column, not one that is won or beyond reach."""
    cdef int league = asked_league(state), front = front_shown(state)
    cdef int own = state.power[league], other = state.power[1 - league]
    if own > other:
        return ENGAGE_WON
    return ENGAGE_TURNS if own + front_power(rules, state.leader[league][front], front) > other else ENGAGE_LOST


cdef float back_power(const EpireiaRules* rules, int front, int token) noexcept nogil:
    """What an army token of which only the back is seen has on the average."""
    return mean_power(rules, deck_of_token(rules, front, token)) if token else 0


cdef float place_value(const EpireiaRules* rules, const EpireiaState* state, int seat, int column, int a,
                       int b) noexcept nogil:
    """Solo: win a column of the army that stands there with little, or lose it with less."""
    cdef int enemy = 1 - state.board[seat].league, power = army_power(a) + army_power(b)
    cdef int front = column // COLUMNS_EACH
    cdef float lead = power - (back_power(rules, front, state.slot[enemy][column][0])
                               + back_power(rules, front, state.slot[enemy][column][1]))
    return COLUMN_TAKEN - COLUMN_POWER * lead if lead > COLUMN_LEAD else -COLUMN_POWER * power


cdef float value_of(const EpireiaRules* rules, const EpireiaState* state, const Aims* aims, int seat,
                    move_t move) noexcept nogil:
    """A cheap opinion of one legal move."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move), i
    cdef float left = 1.0 - <float>state.turn / rules.turns, value = 0, steps
    cdef int what = AT_NOTHING, member = 0, resource = N_RESOURCES
    if verb == DO_DONE:
        return DONE_EARLY if state.board[seat].actions else 0
    elif verb == DO_BUILD:
        value = build_value(rules, state, seat, a, left)
        what, member = AT_BUILDINGS, a
    elif verb == DO_DONATE:
        value = (DONATION_STANDING if enemy_army_stands(rules) else DONATION) - DONATED_GOODS * a
        what, resource = AT_DONATIONS, b
    elif verb == DO_PRODUCE or verb == DO_LEVY_FROM:
        value = (TOKEN_STANDING if enemy_army_stands(rules) else TOKEN) * rules.deck_level[a]
        what, member = AT_DECKS, a
    elif verb == DO_ABILITY or verb == DO_EXCHANGE:
        value = ABILITY
    elif verb == DO_SEND:
        value = send_value(rules, state, seat, a, b, left)
        what, member = AT_SPACES, b
    elif verb == DO_STAY:
        return STAY_WITH_TALENT if rules.talent[a] == HOME_TALENT else 0
    elif verb == DO_GIVE:
        return -GIVEN_GOODS * total_goods(rules.territory_goods[a])
    elif verb == DO_CHOOSE:
        return FIGURE_POWER * battle_power(rules, a) + FIGURE_DIPLOMACY * (
            rules.figure_diplomacy[a] + talent_worth(rules, a))
    elif verb == DO_LEAD:
        return 0 if a == NO_LEADER else FIGURE_POWER * rules.figure_power[a] + (
            FIGURE_POWER * rules.talent_n[a] if rules.talent[a] == FRONT_TALENT and rules.talent_at[a] == b else 0)
    elif verb == DO_ENGAGE:
        return engage_value(rules, state)
    elif verb == DO_PLACE:
        return place_value(rules, state, seat, move_c(move), a, b) if enemy_army_stands(rules) else 0
    for i in range(aims.n):
        steps = aims.at[i].goods[resource] * a
        steps += aims.at[i].step[what] >> member & 1
        value += aims.worth * steps
    return value


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef Aims aims
    cdef int i
    find_aims(<const EpireiaRules*>rules, <const EpireiaState*>state, seat, &aims)
    for i in range(n):
        prior[i] = value_of(<const EpireiaRules*>rules, <const EpireiaState*>state, &aims, seat, moves[i])


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef move_t choose_sensibly(const EpireiaRules* rules, const EpireiaState* state, int seat, const move_t* moves, int n,
                            Rng* rng) noexcept nogil:
    """The best of a few random moves. Placements against an army that nobody has seen are any."""
    cdef move_t best = moves[rng_below(rng, n)], other
    cdef float value, most
    cdef Aims aims
    cdef bint better
    if state.phase == PLACEMENT and not enemy_army_stands(rules):
        return best
    find_aims(rules, state, seat, &aims)
    most = value_of(rules, state, &aims, seat, best)
    for _ in range(PLAYOUT_TRIES - 1):
        other = moves[rng_below(rng, n)]
        value = value_of(rules, state, &aims, seat, other)
        better = value > most
        best = other if better else best
        most = value if better else most
    return best


cdef int guided_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EpireiaRules*>rules, <EpireiaState*>state, rng, cutoff, per_team, choose_sensibly, True)


cdef void add_heuristics(GameOps* ops) noexcept:
    """Enter the heuristics into the game's table of functions."""
    ops.secrets = secrets
    ops.suggest = suggest
    ops.guided_playout = guided_playout

"""Epireia: what a position is worth to each side."""

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epireia.effects cimport done_for
from petteia.ext.games.epireia.state cimport (
    army_power, BATTLE, Board, BRIGAND_TALENT, CITY_TALENT, COLUMNS_EACH, DELIAN, DRAWN, EMPIRE_TALENT, EMPIRES,
    EMPTY, enemy_army_stands, EpireiaRules, EpireiaState, FINISHED, FORAGE_TALENT, front_power, FRONT_TALENT,
    GIFT_TALENT, HOME_TALENT, LAND_TALENT, MAX_POWER, MUSTER, N_FRONTS, NOBODY, NONE, Objective, PELOPONNESIAN,
    PLAYER, SEA_TALENT, TEAM_0_WINS, total_goods, UNDECIDED,
)
from petteia.ext.games.epireia.weights cimport (
    BOARD_ABILITY, BOARD_ACTION, BOARD_ASSEMBLY, BOARD_BARRACKS, BOARD_BUILDING, BOARD_EMBASSY, BOARD_FAVOUR,
    BOARD_FIGURE, BOARD_FIGURE_DIPLOMACY, BOARD_FIGURE_NOW, BOARD_FIGURE_POWER, BOARD_GOODS, BOARD_INCOME,
    BOARD_PRESTIGE, BOARD_TERRITORY, COLUMN_WON, GOAL_MISSING, LEAGUE_OBJECTIVE, LEAGUE_TREASURY, LONE_CITY_EXTRA,
    STANDING_ABILITY, STANDING_ASSEMBLY, STANDING_BARRACKS, STANDING_BUILDING, STANDING_EDGE, STANDING_EMBASSY,
    STANDING_FAVOUR, STANDING_FIGURE, STANDING_FIGURE_DIPLOMACY, STANDING_FIGURE_POWER, STANDING_FIRST_FIGURE,
    STANDING_GOODS, STANDING_INCOME, STANDING_PRESTIGE, STANDING_TERRITORY, STANDING_TREASURY, STANDING_UNDUE,
    SURE_BATTLE, SURE_BEFORE_BATTLE, SURE_STANDING, TALENT_EMPIRE, TALENT_GOODS, TALENT_PLACE, TURNS_AFTER_ACT_1,
    TURNS_AFTER_ACT_2, TURNS_IN_ACT_1, TURNS_IN_ACT_2, TURNS_IN_ACT_3, TURNS_MANY_CITIES, TURNS_UNIT, USUAL_YIELD,
)


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
        if rules.muster_column[i] // COLUMNS_EACH == front:
            strength += mean_power(rules, rules.muster_deck[i])
    return strength


cdef float army_strength(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    """The powers of the league's tokens for a front: the best of them, as many as there are slots."""
    cdef int level, power, n, room = 2 * COLUMNS_EACH, column, i
    cdef float strength = 0
    for column in range(COLUMNS_EACH * front, COLUMNS_EACH * front + COLUMNS_EACH):
        for i in range(2):
            if state.slot[league][column][i]:
                strength += army_power(state.slot[league][column][i])
                room -= 1
    for power in range(<int>MAX_POWER, 0, -1):
        for level in range(2):
            n = min(room, <int>state.army[league][rules.deck_of[front][level]][power])
            strength += n * power
            room -= n
    return strength


cdef float progress(const EpireiaRules* rules, const EpireiaState* state, const Objective* objective,
                    int board) noexcept nogil:
    """How much of an objective a board has done, from 0 to 1."""
    cdef int needed, done = done_for(rules, state, objective, board, &needed)
    return <float>done / needed if done < needed else 1


cdef float turns_left(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """How many turns are still to come: likely, where the acts decide it."""
    cdef float last = rules.turns - state.turn, likely = 0
    if rules.solo:
        return last
    if state.act <= 1:
        likely = TURNS_AFTER_ACT_1 if state.met else TURNS_IN_ACT_1
    elif state.act == 2:
        likely = TURNS_AFTER_ACT_2 if state.met else TURNS_IN_ACT_2
    elif not state.met:
        likely = TURNS_IN_ACT_3
    if rules.n_boards > 2:
        likely *= TURNS_MANY_CITIES
    return min(likely, last)


cdef float income(const EpireiaRules* rules, const Board* own) noexcept nogil:
    """What a city collects each turn without its territories: its yield, by prestige, and by its buildings."""
    cdef int i, found = 0
    cdef int harvesting = own.buildings & rules.harvesting
    if own.city != NONE:
        found = total_goods(rules.city_yield[own.city])
    for i in range(rules.n_steps):
        found += own.prestige >= rules.prestige_steps[i]
    while harvesting:
        found += total_goods(rules.building_harvest[ctz32(harvesting)])
        harvesting &= harvesting - 1
    return found


cdef int unused_abilities(const EpireiaRules* rules, const Board* own) noexcept nogil:
    return popcount(own.buildings & rules.abilities) - own.uses


cdef float talent_worth(const EpireiaRules* rules, int figure) noexcept nogil:
    """A figure's talent, in points of diplomacy."""
    cdef int talent = rules.talent[figure]
    cdef float n = rules.talent_n[figure]
    if talent == EMPIRE_TALENT:
        return n * TALENT_EMPIRE
    if talent == LAND_TALENT or talent == SEA_TALENT or talent == BRIGAND_TALENT or talent == CITY_TALENT:
        return n * TALENT_PLACE
    if talent == FORAGE_TALENT or talent == GIFT_TALENT or talent == HOME_TALENT:
        return n * TALENT_GOODS
    return 0


cdef float battle_power(const EpireiaRules* rules, int figure) noexcept nogil:
    """What a figure can add to a column on its best front."""
    cdef int n = rules.talent_n[figure] if rules.talent[figure] == FRONT_TALENT else 0
    return rules.figure_power[figure] + n


cdef int favoured(const EpireiaState* state, const Board* own) noexcept nogil:
    """What a favour adds to the rolls of this turn that are still to come, over all figures."""
    return own.favour * own.n_figures if state.phase <= EMPIRES else 0


cdef float board_worth(const EpireiaRules* rules, const Board* own, float left, int times) noexcept nogil:
    """What a city is good for, in powers of tokens for each front.

    `left`: the turns to come, in TURNS_UNIT; `times`: how often the city's yield is collected.
    """
    cdef float value, each_figure
    cdef int i
    value = left * (BOARD_GOODS * total_goods(own.goods) + BOARD_TERRITORY * popcount(own.held)
                    + BOARD_INCOME * income(rules, own) + BOARD_BUILDING * popcount(own.buildings)
                    + BOARD_PRESTIGE * own.prestige + BOARD_FIGURE * own.n_figures + BOARD_ACTION * own.actions)
    if own.city != NONE:
        if times > 1:
            value += left * BOARD_INCOME * (times - 1) * total_goods(rules.city_yield[own.city])
        if rules.city_prestige[own.city]:
            value += left * left * TURNS_UNIT * BOARD_PRESTIGE / rules.city_prestige[own.city]
    value += BOARD_FIGURE_NOW * own.n_figures + BOARD_BARRACKS * popcount(own.buildings & rules.barracks)
    value += BOARD_ABILITY * unused_abilities(rules, own)
    each_figure = left * (BOARD_EMBASSY * popcount(own.buildings & rules.embassies)
                          + BOARD_ASSEMBLY * popcount(own.buildings & rules.assemblies))
    for i in range(own.n_figures):
        value += each_figure + BOARD_FIGURE_POWER * battle_power(rules, own.figure[i])
        value += left * BOARD_FIGURE_DIPLOMACY * (
            rules.figure_diplomacy[own.figure[i]] + talent_worth(rules, own.figure[i]))
    return value


cdef float league_worth(const EpireiaRules* rules, const EpireiaState* state, int league, float left) noexcept nogil:
    """What a league has besides its army, in powers of tokens for each front."""
    cdef float value, done, most = 0
    cdef int b
    value = LEAGUE_TREASURY * left * total_goods(state.treasury[league])
    for b in range(rules.n_boards):
        if state.board[b].league != league:
            continue
        value += board_worth(rules, &state.board[b], left, rules.lone_yield[b]) * (
            1 + LONE_CITY_EXTRA * (rules.lone_yield[b] - 1))
        value += BOARD_FAVOUR * favoured(state, &state.board[b])
        if not rules.solo and state.card != NONE and not state.met:
            done = progress(rules, state, &rules.card[state.card].objective, b)
            most = max(most, done)
    return value + LEAGUE_OBJECTIVE * most


cdef float worth_against_standing(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The same of a lone player against an army that stands from the start. The enemy's board then counts for
    nothing: what its figures do matters by what the player has less.
    """
    cdef const Board* own = &state.board[PLAYER]
    cdef float value, each_figure, left = 1.0 - <float>state.turn / rules.turns
    cdef int i
    value = left * (STANDING_GOODS * total_goods(own.goods) + STANDING_TERRITORY * popcount(own.held)
                    + STANDING_INCOME * income(rules, own) + STANDING_BUILDING * popcount(own.buildings)
                    + STANDING_PRESTIGE * own.prestige + STANDING_FIGURE * own.n_figures)
    if own.city != NONE and rules.city_prestige[own.city]:
        value += left * left * rules.turns * STANDING_PRESTIGE / rules.city_prestige[own.city]
    if own.league != NOBODY:
        value += STANDING_TREASURY * left * total_goods(state.treasury[own.league])
    value += STANDING_BARRACKS * popcount(own.buildings & rules.barracks) * left
    value += STANDING_ABILITY * unused_abilities(rules, own) + STANDING_FAVOUR * favoured(state, own)
    each_figure = left * (STANDING_EMBASSY * popcount(own.buildings & rules.embassies)
                          + STANDING_ASSEMBLY * popcount(own.buildings & rules.assemblies))
    if own.city == NONE:
        value += left * STANDING_INCOME * USUAL_YIELD
    if own.n_figures == 0:                                           # the first is still to be chosen
        value += STANDING_FIRST_FIGURE
    for i in range(own.n_figures):
        value += each_figure + STANDING_FIGURE_POWER * battle_power(rules, own.figure[i])
        value += left * STANDING_FIGURE_DIPLOMACY * (
            rules.figure_diplomacy[own.figure[i]] + talent_worth(rules, own.figure[i]))
    return value


cdef float leader_strength(const EpireiaRules* rules, const EpireiaState* state, int league, int front) noexcept nogil:
    """In the battle: the figure on a front, if it can be engaged still."""
    cdef int figure = state.leader[league][front]
    if figure >= EMPTY or state.engaged[front] >> league & 1:
        return 0
    return front_power(rules, figure, front)


cdef inline float squash(float lead) noexcept nogil:
    """A lead as a chance to win."""
    return 0.5 + 0.5 * lead / (1 + (lead if lead > 0 else -lead))


cdef inline float part_due(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Solo, where the enemy's army stands from the start: the part of it that the player's should match by now."""
    return 1 - STANDING_UNDUE * min(<float>1, <float>(rules.turns + 1 - state.turn) / rules.turns)


cdef float front_chance(const EpireiaRules* rules, const EpireiaState* state, int front, float board_lead,
                        float sure) noexcept nogil:
    """The chance of the Delian league on a front. `board_lead` is its lead besides the army; a lead counts `sure` times
    its size.
    """
    cdef float lead
    cdef float strength[2]
    cdef int enemy = state.board[PLAYER].league != PELOPONNESIAN     # of a solo player
    if state.front[front] != UNDECIDED:
        return 0.5 if state.front[front] == NOBODY else 1.0 if state.front[front] == DELIAN else 0.0
    strength[0], strength[1] = army_strength(rules, state, 0, front), army_strength(rules, state, 1, front)
    if enemy_army_stands(rules) and state.phase < BATTLE:
        if state.phase <= MUSTER:
            strength[enemy] += to_muster(rules, state, front)
        strength[enemy] *= part_due(rules, state)
    lead = strength[0] - strength[1]
    if state.phase == BATTLE:
        lead += leader_strength(rules, state, 0, front) - leader_strength(rules, state, 1, front)
        lead += COLUMN_WON * (state.won[front][0] - state.won[front][1])
    else:
        lead += board_lead
    return squash(sure * lead)


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Two of three fronts win; in solo all objectives are needed too."""
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef float chance[N_FRONTS]
    cdef float share, board_lead, sure, left, late
    cdef int front, i
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    if state.phase == BATTLE:
        board_lead, sure = 0, SURE_STANDING if enemy_army_stands(rules) else SURE_BATTLE
    elif enemy_army_stands(rules):
        board_lead = worth_against_standing(rules, state) + STANDING_EDGE
        if state.board[PLAYER].league == PELOPONNESIAN:
            board_lead = -board_lead
        sure = SURE_STANDING
    else:
        left = turns_left(rules, state) / TURNS_UNIT
        board_lead = league_worth(rules, state, 0, left) - league_worth(rules, state, 1, left)
        sure = SURE_BEFORE_BATTLE / (1 + left)
    for front in range(<int>N_FRONTS):
        chance[front] = front_chance(rules, state, front, board_lead, sure)
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
                    share *= 1 - late * GOAL_MISSING * (1 - progress(rules, state, &rules.goal[i], PLAYER))
    per_team[0] = share
    per_team[1] = 1 - share


cdef void add_evaluation(GameOps* ops) noexcept:
    """Enter the evaluation into the game's table of functions."""
    ops.evaluate = evaluate
    ops.returns = returns

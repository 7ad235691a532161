"""Epireia: the resolution of a turn (RULES.md, 3): empires, territories, Greek cities, collection."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.types cimport Events, tell
from petteia.ext.games.epireia.effects cimport change_prestige, gain, leave_territory, neutral_cities
from petteia.ext.games.epireia.state cimport (
    add_task, AT_BRIGANDS, AT_CITY, AT_EMPIRE, AT_TERRITORY, Board, BRIGAND_TALENT, can_pay, CITIES, CITY_0,
    CITY_TALENT, COLLECTION, DELIAN, EMPIRE_TALENT, EMPIRES, ENEMY, enemy_army_stands, EpireiaRules, EpireiaState,
    EV_HELD, EV_JOINED, EV_LOST, EV_REWARD, EV_WON, FORAGE_TALENT, GIFT_TALENT, goods_of, goods_t, HOME, HOME_TALENT,
    in_force, LAND_TALENT, minus, n_playing, NONE, nth_to_develop, PELOPONNESIAN, ROAD, SEA_TALENT, Standing,
    standing_for, TASK_DRAW, TASK_GIVE, TERRITORIES, TERRITORY_0, times,
)


cdef enum:
    BRIGANDS = 2          # as a side: its place in the rolls


# The figure that rolls for a side.
cdef struct Champion:
    int board
    int figure
    int value             # power or diplomacy with its talent


cdef inline int trial_value(const EpireiaRules* rules, int figure, int trial, int place) noexcept nogil:
    """A figure's power or diplomacy plus its talent for this roll; place: the empire or territory."""
    cdef int talent = rules.talent[figure], n = rules.talent_n[figure]
    cdef int value
    if trial == AT_EMPIRE or trial == AT_CITY:
        value = rules.figure_diplomacy[figure]
        if trial == AT_EMPIRE:
            if talent == EMPIRE_TALENT and rules.talent_at[figure] == place:
                value += n
        elif talent == CITY_TALENT:
            value += n
        return value
    value = rules.figure_power[figure]
    if talent == LAND_TALENT:
        if not rules.sea >> place & 1:
            value += n
    elif talent == SEA_TALENT:
        if rules.sea >> place & 1:
            value += n
    elif talent == BRIGAND_TALENT:
        if trial == AT_BRIGANDS:
            value += n
    elif talent == CITY_TALENT:
        if rules.solo:
            value += n
    return value


cdef Champion champion(const EpireiaRules* rules, const EpireiaState* state, int league, int space, int trial,
                       int place) noexcept nogil:
    """Of a side the figure with the highest value, the first of equals (among several players there is one)."""
    cdef Champion best
    cdef const Board* own
    cdef int b, i, value
    best.board = best.figure = 0
    best.value = -1000
    for b in range(rules.n_boards):
        own = &state.board[b]
        if own.league != league:
            continue
        for i in range(own.n_figures):
            if own.at[i] == space:
                value = trial_value(rules, own.figure[i], trial, place)
                if value > best.value:
                    best.board, best.figure, best.value = b, own.figure[i], value
    return best


cdef int trial_total(const EpireiaRules* rules, const EpireiaState* state, const Champion* who, int league,
                     int trial) noexcept nogil:
    """The roll, the champion's value, and what its board and the cards add."""
    cdef const Board* own = &state.board[who.board]
    cdef const Standing* standing = standing_for(rules, state, who.board)
    cdef int sum = state.rolls[league] + who.value
    cdef uint32_t helping = 0
    if trial == AT_EMPIRE:
        sum += own.favour + standing.empire_roll
        helping = own.buildings & rules.embassies
        while helping:
            sum += rules.building_empire[ctz32(helping)]
            helping &= helping - 1
    else:
        if trial == AT_CITY:
            sum += own.favour + standing.city_roll
        else:
            sum += standing.territory_roll
        if trial == AT_CITY or rules.assembly_alone:
            helping = own.buildings & rules.assemblies
        while helping:
            sum += rules.building_city[ctz32(helping)]
            helping &= helping - 1
    if rules.solo and who.board == ENEMY:
        sum += in_force(rules, state).enemy_roll
    return sum


cdef void leave(const EpireiaRules* rules, EpireiaState* state, int league, int space, Events* events) noexcept nogil:
    """All figures of a side take the road."""
    cdef Board* own
    cdef int b, i
    cdef bint left
    for b in range(rules.n_boards):
        own = &state.board[b]
        if own.league == league:
            left = False
            for i in range(own.n_figures):
                if own.at[i] == space:
                    own.at[i] = ROAD
                    left = True
            if left:
                tell(events, EV_LOST, b, space - TERRITORY_0)
    state.there[league] &= ~(<uint32_t>1 << space)


# ---------------------------------------------------------------------------------------------------------------
# Who rolls.

cdef inline int sides_at(const EpireiaState* state, int space) noexcept nogil:
    """The set of leagues with figures in a space."""
    return (state.there[DELIAN] >> space & 1) | (state.there[PELOPONNESIAN] >> space & 1) << 1


cdef int rollers(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The set of those who roll in the row that is being resolved."""
    cdef int sides, league
    if state.phase == EMPIRES:
        return sides_at(state, state.step)
    if state.phase == TERRITORIES:
        sides = sides_at(state, TERRITORY_0 + state.step)
        if sides and state.brigands >> state.step & 1:
            return sides | 1 << BRIGANDS
        return sides if sides == 3 else 0
    sides = sides_at(state, CITY_0 + state.step)
    for league in range(2):
        if not can_pay(state.treasury[league], rules.city_tribute[state.step]):
            sides &= ~(1 << league)
    return sides


cdef int next_roller(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Who must roll next (a league or BRIGANDS), or -1: the brigands, the Peloponnesian league, the Delian."""
    cdef int who = rollers(rules, state)
    if who >> BRIGANDS & 1 and not state.rolls[BRIGANDS]:
        return BRIGANDS
    if who >> PELOPONNESIAN & 1 and not state.rolls[PELOPONNESIAN]:
        return PELOPONNESIAN
    if who >> DELIAN & 1 and not state.rolls[DELIAN]:
        return DELIAN
    return -1


# ---------------------------------------------------------------------------------------------------------------
# 3.1 Empires.

cdef void resolve_empire(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    cdef int empire = state.step, sides = sides_at(state, empire)
    cdef Champion who[2]
    cdef int totals[2]
    cdef int league, winner
    totals[0] = totals[1] = -1000
    for league in range(2):
        if sides >> league & 1:
            who[league] = champion(rules, state, league, empire, AT_EMPIRE, empire)
            totals[league] = trial_total(rules, state, &who[league], league, AT_EMPIRE)
    if totals[0] == totals[1]:
        return
    winner = DELIAN if totals[DELIAN] > totals[PELOPONNESIAN] else PELOPONNESIAN
    if totals[winner] < rules.empire_target[empire]:
        return
    if enemy_army_stands(rules) and who[winner].board == ENEMY:
        return                                    # it only keeps the reward from the player
    gain(rules, state, who[winner].board, rules.empire_reward[empire])
    if rules.talent[who[winner].figure] == GIFT_TALENT:
        gain(rules, state, who[winner].board, rules.talent_goods[who[winner].figure])
    state.board[who[winner].board].empires |= 1 << empire
    tell(events, EV_REWARD, who[winner].board, empire)
    if rules.empire_deck[empire] != NONE:
        add_task(state, TASK_DRAW, winner, rules.empire_deck[empire])


# ---------------------------------------------------------------------------------------------------------------
# 3.2 Territories.

cdef void fight(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """3.2 step 1: each side against the brigands, or step 2: the sides against each other."""
    cdef int territory = state.step, space = TERRITORY_0 + territory, sides = sides_at(state, space)
    cdef bint brigands = state.brigands >> territory & 1
    cdef int trial = AT_BRIGANDS if brigands else AT_TERRITORY
    cdef Champion who[2]
    cdef int totals[2]
    cdef int other[2]
    cdef int league
    totals[0] = totals[1] = 0
    for league in range(2):
        if sides >> league & 1:
            who[league] = champion(rules, state, league, space, trial, territory)
            totals[league] = trial_total(rules, state, &who[league], league, trial)
    other[0], other[1] = totals[1], totals[0]
    if brigands:
        other[0] = other[1] = state.rolls[BRIGANDS] + rules.brigand_power
    for league in range(2):
        if not sides >> league & 1:
            continue
        if totals[league] > other[league]:
            state.board[who[league].board].victories += 1
            state.brigands &= ~(1 << territory)
            state.passing &= ~(1 << territory)
            tell(events, EV_WON, who[league].board, territory)
        else:
            leave(rules, state, league, space, events)


cdef void limit_enemy(const EpireiaRules* rules, EpireiaState* state, int city) noexcept nogil:
    """Solo: an enemy city that holds too many gives up the oldest."""
    cdef int t, n = 0, oldest = NONE
    for t in range(rules.n_territories):
        if state.holder[t] == city:
            n += 1
            if oldest == NONE or state.since[t] < state.since[oldest]:
                oldest = t
    if n > rules.trade_posts:
        leave_territory(rules, state, oldest)


cdef void occupy(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """3.2 step 3: the side that stays puts its city's token there."""
    cdef int territory = state.step, space = TERRITORY_0 + territory, sides = sides_at(state, space)
    cdef Champion who
    cdef Board* own
    cdef bint enemy
    cdef int city
    if sides == 0:
        return
    who = champion(rules, state, sides - 1, space, AT_TERRITORY, territory)
    own = &state.board[who.board]
    enemy = rules.solo and who.board == ENEMY
    if not own.held >> territory & 1:
        leave_territory(rules, state, territory)
        city = rules.figure_city[who.figure]
        state.holder[territory] = city
        state.since[territory] = state.turn
        own.held |= 1 << territory
        tell(events, EV_HELD, who.board, territory | city << 4)
        if enemy:
            limit_enemy(rules, state, city)
        elif popcount(own.held) > rules.trade_posts:
            add_task(state, TASK_GIVE, who.board, 0)
    if rules.talent[who.figure] == FORAGE_TALENT and not (enemy and enemy_army_stands(rules)):
        gain(rules, state, who.board, rules.talent_goods[who.figure])


cdef void yield_territories(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """3.2 step 4."""
    cdef int b, t
    cdef uint32_t held
    for b in range(n_playing(rules)):
        held = state.board[b].held
        while held:
            t = ctz32(held)
            held &= held - 1
            gain(rules, state, b, times(rules.territory_goods[t], standing_for(rules, state, b).territory_yield))


# ---------------------------------------------------------------------------------------------------------------
# 3.3 Greek cities.

cdef void resolve_city(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    cdef int city = state.step
    cdef Champion who[2]
    cdef int totals[2]
    cdef int league, winner, i
    totals[0] = totals[1] = -1000
    for league in range(2):
        if state.rolls[league]:
            who[league] = champion(rules, state, league, CITY_0 + city, AT_CITY, city)
            totals[league] = trial_total(rules, state, &who[league], league, AT_CITY)
    if totals[0] == totals[1]:
        return
    winner = DELIAN if totals[DELIAN] > totals[PELOPONNESIAN] else PELOPONNESIAN
    if totals[winner] < rules.city_target[city]:
        return
    state.treasury[winner] -= rules.city_tribute[city]
    state.joined[winner] |= 1 << city
    state.board[who[winner].board].cities += 1
    tell(events, EV_JOINED, who[winner].board, city)
    for i in range(rules.n_brings[city]):
        add_task(state, TASK_DRAW, winner, rules.brings[city][i])


# ---------------------------------------------------------------------------------------------------------------
# 3.4 Collection.

cdef void collect(const EpireiaRules* rules, EpireiaState* state, int b) noexcept nogil:
    cdef Board* own = &state.board[b]
    cdef const Standing* standing = standing_for(rules, state, b)
    cdef goods_t goods = times(rules.city_yield[own.city], rules.lone_yield[b]) + standing.harvest
    cdef uint32_t civil = own.buildings & rules.harvesting
    cdef int i, every
    for i in range(rules.n_steps):
        if own.prestige >= rules.prestige_steps[i]:
            goods += goods_of(rules.city_first[own.city], 1)
    while civil:
        goods += rules.building_harvest[ctz32(civil)]
        civil &= civil - 1
    if rules.solo and b == ENEMY:
        goods += rules.rival_income
    gain(rules, state, b, minus(goods, standing.dearth) & ~standing.famine)
    for i in range(own.n_figures):
        if own.at[i] == HOME and rules.talent[own.figure[i]] == HOME_TALENT:
            gain(rules, state, b, rules.talent_goods[own.figure[i]])
    every = rules.city_prestige[own.city]
    if every and state.turn % every == 0:
        change_prestige(rules, state, b, 1)


# ---------------------------------------------------------------------------------------------------------------
# One step.

cdef inline void next_row(EpireiaState* state) noexcept nogil:
    memset(state.rolls, 0, sizeof(state.rolls))
    state.step += 1


cdef inline int first_of(uint32_t rows, int start, int n) noexcept nogil:
    """The first row from `start` on that is in the set, or n."""
    rows &= <uint32_t>0xFFFFFFFF << start
    return min(ctz32(rows), n) if rows else n


cdef bint resolve(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """One step of the resolution; False if it needs a roll. Rows where nothing can happen are passed over at once."""
    cdef uint32_t there = state.there[DELIAN] | state.there[PELOPONNESIAN]
    if state.phase == EMPIRES:
        state.step = first_of(there & 0xFF, state.step, rules.n_empires)
        if state.step == rules.n_empires:
            state.phase, state.step = TERRITORIES, 0
            return True
        if next_roller(rules, state) >= 0:
            return False
        resolve_empire(rules, state, events)
        next_row(state)
    elif state.phase == TERRITORIES:
        state.step = first_of(there >> TERRITORY_0 & 0xFFFF, state.step, rules.n_territories)
        if state.step == rules.n_territories:
            yield_territories(rules, state)
            state.phase, state.step = COLLECTION if rules.solo else CITIES, 0
            return True
        if next_roller(rules, state) >= 0:
            return False
        if state.brigands >> state.step & 1:
            fight(rules, state, events)           # who is left goes on with the next step, in the same row
            memset(state.rolls, 0, sizeof(state.rolls))
            return True
        if rollers(rules, state):
            fight(rules, state, events)
        occupy(rules, state, events)
        next_row(state)
    elif state.phase == CITIES:
        state.step = first_of(there >> CITY_0 & neutral_cities(rules, state), state.step, rules.n_cities)
        if state.step == rules.n_cities:
            state.phase, state.step = COLLECTION, 0
            return True
        if next_roller(rules, state) >= 0:
            return False
        resolve_city(rules, state, events)
        next_row(state)
    else:
        collect(rules, state, nth_to_develop(rules, state, state.step))
        state.step += 1
    return True

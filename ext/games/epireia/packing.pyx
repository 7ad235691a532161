"""Epireia at the Python boundary: rules from tables, states to and from plain numbers. Not for the hot path."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.games.epireia.effects cimport board_of_city
from petteia.ext.games.epireia.observation cimport EpireiaObs
from petteia.ext.games.epireia.rules cimport init
from petteia.ext.games.epireia.state cimport (
    amount, Board, EpireiaRules, EpireiaState, goods_t, MAX_BOARDS, MAX_CARDS, MAX_POWER, MAX_TERRITORIES, N_BONUSES,
    N_COLUMNS, N_DECKS, N_FRONTS, N_RESOURCES, N_ROLLERS, N_SOURCES, N_SPACES, NOBODY, NONE, Objective, Once, Standing,
    task_deck, task_of, task_who, TERRITORY_0,
)


cdef goods_t packed(values) except? 0xFFFFFFFF:
    """Wheat, wood and copper in one number."""
    return values[0] | values[1] << 8 | values[2] << 16


cdef list unpacked(goods_t goods):
    return [amount(goods, 0), amount(goods, 1), amount(goods, 2)]


cdef int put_once(Once* once, dict row) except -1:
    once.what, once.n, once.deck = row["what"], row["n"], row["deck"]
    once.goods, once.less = packed(row["goods"]), packed(row["less"])
    once.territories = row["territories"]
    return 0


cdef int put_objective(Objective* objective, dict row) except -1:
    objective.kind, objective.n, objective.which, objective.at_end = row["kind"], row["n"], row["which"], row["at_end"]
    return 0


cdef int put_standing(Standing* standing, dict row) except -1:
    cdef int i
    for i, cost in enumerate(row["building_cost"]):
        standing.building_cost[i] = packed(cost)
    for i, cost in enumerate(row["deck_cost"]):
        standing.deck_cost[i] = packed(cost)
    standing.harvest, standing.dearth = packed(row["harvest"]), packed(row["dearth"])
    standing.famine, standing.tax = packed(row["famine"]), packed(row["tax"])
    standing.barred = row["barred"]
    standing.may_build, standing.may_produce, standing.may_donate = (
        row["may_build"], row["may_produce"], row["may_donate"])
    standing.actions, standing.donation = row["actions"], row["donation"]
    standing.empire_roll, standing.territory_roll = row["empire_roll"], row["territory_roll"]
    standing.city_roll, standing.enemy_roll = row["city_roll"], row["enemy_roll"]
    standing.enemy_rests, standing.territory_yield = row["enemy_rests"], row["territory_yield"]
    return 0


cdef int put_settings(EpireiaRules* rules, dict tables) except -1:
    cdef int i
    rules.turns, rules.start_goods = tables["turns"], packed(tables["start_resources"])
    rules.start_prestige = tables["start_prestige"]
    rules.goods_cap = packed([tables["resource_cap"]] * N_RESOURCES)
    rules.treasury_cap = packed([tables["treasury_cap"]] * N_RESOURCES)
    rules.prestige_cap, rules.actions = tables["prestige_cap"], tables["actions"]
    rules.donate_min, rules.donate_max = tables["donate_min"], tables["donate_max"]
    rules.donate_prestige, rules.trade_posts = tables["donate_prestige"], tables["trade_posts"]
    rules.figures_max, rules.die, rules.brigand_power = tables["figures_max"], tables["die"], tables["brigand_power"]
    rules.n_steps = len(tables["prestige_steps"])
    rules.treasury_pays, rules.assembly_alone = tables["treasury_pays"], rules.solo and tables["assembly_alone"]
    for i in range(rules.n_steps):
        rules.prestige_steps[i] = tables["prestige_steps"][i]
    return 0


cdef int put_people(EpireiaRules* rules, dict tables) except -1:
    """Cities, figures and administrators."""
    cdef int i, k
    rules.n_cities, rules.n_figures = len(tables["cities"]), len(tables["figures"])
    for i, row in enumerate(tables["cities"]):
        rules.city_yield[i], rules.city_first[i] = packed(row["yield"]), row["first"]
        rules.city_prestige[i], rules.city_league[i] = row["prestige_every"], row["league"]
        rules.city_target[i], rules.city_tribute[i] = row["target"], packed(row["tribute"])
        rules.n_brings[i] = len(row["brings"])
        for k in range(rules.n_brings[i]):
            rules.brings[i][k] = row["brings"][k]
    for i, row in enumerate(tables["figures"]):
        rules.figure_city[i] = row["city"]
        rules.figures_of[rules.figure_city[i]] |= <uint64_t>1 << i
        rules.figure_power[i], rules.figure_diplomacy[i] = row["power"], row["diplomacy"]
        rules.talent[i], rules.talent_at[i], rules.talent_n[i] = row["talent"], row["at"], row["n"]
        rules.talent_goods[i] = packed(row["goods"])
    rules.n_administrators = len(tables["administrators"])
    for i, row in enumerate(tables["administrators"]):
        put_once(&rules.ability[i], row["ability"])
        for k in range(<int>N_BONUSES):
            rules.bonus_at[i][k] = row["bonus_at"][k]
            put_once(&rules.bonus[i][k], row["bonus"][k])
    return 0


cdef int put_places(EpireiaRules* rules, dict tables) except -1:
    """Empires, territories, buildings, decks and fronts."""
    cdef int i, k
    rules.n_empires, rules.n_territories = len(tables["empires"]), len(tables["territories"])
    for i, row in enumerate(tables["empires"]):
        rules.empire_target[i], rules.empire_reward[i] = row["target"], packed(row["reward"])
        rules.empire_deck[i] = row["deck"]
        rules.spaces |= <uint32_t>1 << i
    for i, row in enumerate(tables["territories"]):
        rules.territory_goods[i] = packed(row["yield"])
        rules.sea |= row["sea"] << i
        rules.spaces |= <uint32_t>1 << (TERRITORY_0 + i)
    rules.n_buildings = len(tables["buildings"])
    for i, row in enumerate(tables["buildings"]):
        rules.building_effect[i], rules.building_prestige[i] = row["effect"], row["prestige"]
        rules.building_harvest[i] = packed(row["harvest"])
        rules.building_empire[i], rules.building_city[i] = row["empire_roll"], row["city_roll"]
        rules.harvesting |= (rules.building_harvest[i] != 0) << i
        rules.embassies |= (rules.building_empire[i] != 0) << i
        rules.assemblies |= (rules.building_city[i] != 0) << i
        rules.abilities |= row["ability"] << i
    for i, row in enumerate(tables["decks"]):
        rules.n_deck[i] = sum(row["powers"])
        for k in range(<int>MAX_POWER):
            rules.power_count[i][k + 1] = row["powers"][k]
        rules.deck_level[i], rules.level2_by[i] = row["level"], row["level2_by"]
        rules.barracks |= rules.level2_by[i]
        rules.level1 |= (rules.deck_level[i] == 1) << i
    for i, row in enumerate(tables["fronts"]):
        rules.deck_of[i][0], rules.deck_of[i][1] = row["decks"][0], row["decks"][1]
        rules.front_seat[i] = row["seat"]
        if row["tie"]:
            rules.tie_front = i
    return 0


cdef int put_cards(EpireiaRules* rules, dict tables) except -1:
    cdef int i, k
    for i, row in enumerate(tables["cards"]):
        rules.card[i].act = row["act"]
        rules.act_cards[rules.card[i].act] |= <uint32_t>1 << i
        rules.card[i].n_once, rules.card[i].n_reward = len(row["once"]), len(row["reward"])
        for k in range(rules.card[i].n_once):
            put_once(&rules.card[i].once[k], row["once"][k])
        for k in range(rules.card[i].n_reward):
            rules.card[i].reward[k] = row["reward"][k]
        put_objective(&rules.card[i].objective, row["objective"])
        put_standing(&rules.force[i], row["standing"])
    put_standing(&rules.force[<int>MAX_CARDS], tables["standing"])
    put_standing(&rules.plain, tables["plain"])
    return 0


cdef int put_solo(EpireiaRules* rules, dict solo) except -1:
    cdef int i, k
    rules.city_choices, rules.league_choices = solo["city_choices"], solo["league_choices"]
    rules.enemy_cities, rules.leader = solo["enemy_cities"], solo["leader"]
    rules.n_enemies, rules.enemy_administrator = len(solo["enemy_figures"]), solo["enemy_administrator"]
    for i in range(rules.n_enemies):
        rules.enemy_figure[i] = solo["enemy_figures"][i]
    rules.rival_income = packed(solo["rival_income"])
    rules.n_muster, rules.n_constraint, rules.n_goals = len(solo["muster"]), len(solo["once"]), len(solo["goals"])
    for i in range(rules.n_muster):
        rules.muster_deck[i], rules.muster_column[i] = solo["muster"][i]
    for i in range(rules.n_constraint):
        put_once(&rules.constraint[i], solo["once"][i])
    for i in range(rules.n_goals):
        put_objective(&rules.goal[i], solo["goals"][i])
    for i, spaces in enumerate(solo["die_table"]):
        for k in range(rules.n_cities):
            rules.die_space[i + 1][k] = spaces[k]
    return 0


def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/games/epireia/rules.py) into the immutable struct that the kernel reads."""
    cdef EpireiaRules rules
    cdef int i
    memset(&rules, 0, sizeof(rules))
    rules.head.n_seats, rules.head.n_teams, rules.head.n_sources = tables["n_seats"], 2, N_SOURCES
    rules.solo, rules.mode, rules.n_boards = tables["solo"] is not None, tables["mode"], len(tables["teams"])
    rules.n_turns = len(tables["dev_turn"])
    for i in range(rules.n_turns):
        rules.dev_turn[i] = tables["dev_turn"][i]
    for i in range(rules.n_boards):
        rules.head.team[i] = rules.league[i] = tables["teams"][i]
        rules.dev_order[i], rules.dip_order[i] = tables["dev_order"][i], tables["dip_order"][i]
        rules.lone_yield[i] = tables["lone_yield"][i]
    rules.n_late = len(tables["late_army"])
    for i in range(rules.n_late):
        rules.late_army[i] = tables["late_army"][i]
    put_settings(&rules, tables)
    put_people(&rules, tables)
    put_places(&rules, tables)
    put_cards(&rules, tables)
    rules.administrator_choices = (1 << rules.n_administrators) - 1
    if tables["solo"] is not None:
        put_solo(&rules, tables["solo"])
    return (<char*>&rules)[:sizeof(rules)]


# ---------------------------------------------------------------------------------------------------------------
# States.

cdef dict board_numbers(const Board* own):
    cdef int i
    return {
        "league": own.league, "city": own.city, "administrator": own.administrator,
        "resources": unpacked(own.goods), "prestige": own.prestige, "bonuses": own.bonuses,
        "buildings": own.buildings, "uses": own.uses, "actions": own.actions,
        "favour": own.favour, "figures": [(own.figure[i], own.at[i]) for i in range(own.n_figures)],
        "donations": own.donations, "empires": own.empires, "cities": own.cities, "victories": own.victories,
        "held": own.held,
    }


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; view.py gives them their names. A count list starts with the total."""
    cdef EpireiaState state
    cdef int i, k, f
    assert raw.shape[0] >= <Py_ssize_t>sizeof(EpireiaState)
    memcpy(&state, &raw[0], sizeof(state))
    return {
        "boards": [board_numbers(&state.board[i]) for i in range(MAX_BOARDS)],
        "treasury": [unpacked(state.treasury[i]) for i in range(2)],
        "drawn": state.drawn, "brigands": state.brigands, "passing": state.passing,
        "holder": [state.holder[i] for i in range(MAX_TERRITORIES)],
        "since": [state.since[i] for i in range(MAX_TERRITORIES)],
        "joined": [state.joined[0], state.joined[1]],
        "phase": state.phase, "turn": state.turn, "step": state.step, "substep": state.substep,
        "act": state.act, "card": state.card, "met": state.met, "goals": state.goals,
        "rolls": [state.rolls[i] for i in range(N_ROLLERS)],
        "agenda": [(task_of(state.agenda[i]), task_who(state.agenda[i]), task_deck(state.agenda[i]))
                   for i in range(state.n_agenda)],
        "revealed": state.revealed, "stage": state.stage, "first": state.first,
        "power": [state.power[0], state.power[1]],
        "engaged": [state.engaged[f] for f in range(N_FRONTS)],
        "won": [[state.won[f][0], state.won[f][1]] for f in range(N_FRONTS)],
        "front": [state.front[f] for f in range(N_FRONTS)],
        "outcome": state.outcome,
        "army": [[[state.army[i][k][f] for f in range(MAX_POWER + 1)] for k in range(N_DECKS)] for i in range(2)],
        "deck": [[state.deck[k][f] for f in range(MAX_POWER + 1)] for k in range(N_DECKS)],
        "chosen": [state.chosen[i] for i in range(MAX_BOARDS)],
        "n_columns": [[state.n_columns[i][f] for f in range(N_FRONTS)] for i in range(2)],
        "slot": [[[state.slot[i][k][f] for f in range(2)] for k in range(N_COLUMNS)] for i in range(2)],
        "leader": [[state.leader[i][f] for f in range(N_FRONTS)] for i in range(2)],
    }


cdef int put_board(Board* own, dict row) except -1:
    cdef int i
    memset(own, 0, sizeof(Board))
    own.league, own.city, own.administrator = row["league"], row["city"], row["administrator"]
    own.goods, own.prestige, own.bonuses = packed(row["resources"]), row["prestige"], row["bonuses"]
    own.buildings, own.uses, own.actions = row["buildings"], row["uses"], row["actions"]
    own.favour, own.donations = row["favour"], row["donations"]
    own.empires, own.cities, own.victories = row["empires"], row["cities"], row["victories"]
    own.n_figures = len(row["figures"])
    for i in range(own.n_figures):
        own.figure[i], own.at[i] = row["figures"][i]
    return 0


cdef int put_battle(EpireiaState* state, dict fields) except -1:
    cdef int i, k, f
    state.revealed, state.stage, state.first = fields["revealed"], fields["stage"], fields["first"]
    state.outcome = fields["outcome"]
    for i in range(2):
        state.power[i] = fields["power"][i]
        for f in range(<int>N_FRONTS):
            state.n_columns[i][f], state.leader[i][f] = fields["n_columns"][i][f], fields["leader"][i][f]
        for k in range(<int>N_COLUMNS):
            state.slot[i][k][0], state.slot[i][k][1] = fields["slot"][i][k]
    for f in range(<int>N_FRONTS):
        state.engaged[f], state.front[f] = fields["engaged"][f], fields["front"][f]
        state.won[f][0], state.won[f][1] = fields["won"][f]
    return 0


cdef int put_tokens(EpireiaState* state, dict fields) except -1:
    cdef int i, k, p
    for k in range(<int>N_DECKS):
        state.deck[k][0] = sum(fields["deck"][k][1:])
        for p in range(1, MAX_POWER + 1):
            state.deck[k][p] = fields["deck"][k][p]
        for i in range(2):
            state.army[i][k][0] = sum(fields["army"][i][k][1:])
            for p in range(1, MAX_POWER + 1):
                state.army[i][k][p] = fields["army"][i][k][p]
    return 0


def pack(const unsigned char[::1] rules_raw, dict fields) -> bytes:
    """A state from the fields that `unpack` gives; what is derived is derived anew."""
    cdef const EpireiaRules* rules = <const EpireiaRules*>&rules_raw[0]
    cdef EpireiaState state
    cdef int i, k
    init(rules, &state)
    for i in range(rules.n_boards):
        put_board(&state.board[i], fields["boards"][i])
        state.chosen[i] = fields["chosen"][i]
    for i in range(2):
        state.treasury[i], state.joined[i] = packed(fields["treasury"][i]), fields["joined"][i]
    state.drawn, state.brigands, state.passing = fields["drawn"], fields["brigands"], fields["passing"]
    for i in range(rules.n_territories):
        state.holder[i], state.since[i] = fields["holder"][i], fields["since"][i]
        if state.holder[i] != NONE:
            k = board_of_city(rules, &state, state.holder[i])
            if k < 0:
                raise ValueError("a territory is held by a city that nobody plays")
            state.board[k].held |= 1 << i
    state.phase, state.turn, state.step, state.substep = (
        fields["phase"], fields["turn"], fields["step"], fields["substep"])
    state.act, state.card, state.met, state.goals = fields["act"], fields["card"], fields["met"], fields["goals"]
    for i in range(<int>N_ROLLERS):
        state.rolls[i] = fields["rolls"][i]
    state.n_agenda = len(fields["agenda"])
    memset(state.agenda, 0, sizeof(state.agenda))
    for i in range(state.n_agenda):
        state.agenda[i] = fields["agenda"][i][0] | fields["agenda"][i][1] << 2 | fields["agenda"][i][2] << 5
    state.there[0] = state.there[1] = 0
    for i in range(rules.n_boards):
        for k in range(state.board[i].n_figures):
            if state.board[i].at[k] < N_SPACES and state.board[i].league != NOBODY:
                state.there[state.board[i].league] |= <uint32_t>1 << state.board[i].at[k]
    put_battle(&state, fields)
    put_tokens(&state, fields)
    return (<char*>&state)[:sizeof(state)]


# ---------------------------------------------------------------------------------------------------------------
# Observations.

def unpack_obs(const unsigned char[::1] raw) -> dict:
    """What an observation knows beside its state, as numbers; engine/games/epireia gives them their names."""
    cdef const EpireiaObs* obs
    cdef int d, p
    assert raw.shape[0] == <Py_ssize_t>sizeof(EpireiaObs)
    obs = <const EpireiaObs*>&raw[0]
    return {
        "viewer": obs.viewer,
        "unseen": [[obs.unseen[d][p] for p in range(MAX_POWER + 1)] for d in range(N_DECKS)],
    }


def sizes() -> tuple[int, int]:
    """Bytes of the rules and of a state."""
    return sizeof(EpireiaRules), sizeof(EpireiaState)

"""Epix at the Python boundary: rules from tables, states to and from plain numbers. Not for the hot path."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.games.epix.moves cimport Menu
from petteia.ext.games.epix.rules cimport init, run_to_choice, set_powers
from petteia.ext.games.epix.state cimport (
    beside, bit, EpixRules, EpixState, in_supply, MAX_RANGE, N_UNITS, units_t, where,
)


def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/games/epix/rules.py) into the immutable struct that the kernel reads."""
    cdef EpixRules rules
    cdef int i, j, unit, seat
    cdef uint32_t found
    memset(&rules, 0, sizeof(rules))
    rules.head.n_seats = rules.head.n_teams = tables["seats"]
    for seat in range(rules.head.n_seats):
        rules.head.team[seat] = seat
        rules.castle[seat] = tables["castle"][seat]
        rules.castles |= bit(rules.castle[seat])
        rules.lands[seat] = tables["lands"][seat]
    rules.head.n_sources = 2
    rules.n_provinces = len(tables["next"])
    rules.provinces = (<uint32_t>1 << rules.n_provinces) - 1
    for i in range(rules.n_provinces):
        rules.next[i] = tables["next"][i]
        rules.range[i], rules.income[i] = tables["range"][i], tables["income"][i]
        if rules.income[i]:
            rules.with_income |= bit(i)
    for i in range(rules.n_provinces):
        found = bit(i)
        for j in range(1, MAX_RANGE + 1):
            found |= beside(&rules, found)
            rules.within[i][j] = found & ~bit(i)
    rules.catapult_proof = tables["catapult_proof"]
    for unit in range(<int>N_UNITS):
        rules.bans[unit], rules.double[unit] = tables["bans"][unit], tables["double"][unit]
        rules.count[unit], rules.cost[unit] = tables["count"][unit], tables["cost"][unit]
    rules.camp_income = tables["camp_income"]
    rules.n_abilities = len(tables["effect"])
    for i in range(rules.n_abilities):
        rules.effect[i], rules.value[i] = tables["effect"][i], tables["value"][i]
        rules.about[i], rules.gold[i] = tables["about"][i], tables["gold"][i]
    rules.n_dealt = tables["n_dealt"]
    rules.n_seasons = len(tables["cards_chosen"])
    for i in range(rules.n_seasons):
        rules.cards_chosen[i + 1] = tables["cards_chosen"][i]
    rules.start_gold, rules.start_unit = tables["start_gold"], tables["start_unit"]
    rules.min_offer, rules.min_auction_bid = tables["min_ability_bid"], tables["min_auction_bid"]
    rules.min_attack_bid, rules.tax = tables["min_attack_bid"], tables["tax"]
    rules.single_defence, rules.double_defence = tables["single_defence"], tables["double_defence"]
    rules.garrison_defence, rules.last_player_rule = tables["garrison_defence"], tables["last_player_rule"]
    rules.last_income, rules.empty_castles = tables["last_income"], tables["empty_castles"]
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] rules_raw, const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; engine/games/epix gives them their names."""
    cdef const EpixRules* rules = <const EpixRules*>&rules_raw[0]
    cdef EpixState state
    cdef int i, unit, n = rules.head.n_seats
    assert raw.shape[0] >= <Py_ssize_t>sizeof(EpixState)
    memcpy(&state, &raw[0], sizeof(state))
    return {
        "units": [[where(state.units[i], unit) for unit in range(<int>N_UNITS)] for i in range(n)],
        "supply": [[in_supply(rules, &state, i, unit) for unit in range(<int>N_UNITS)] for i in range(n)],
        "spent": [where(state.spent, unit) for unit in range(<int>N_UNITS)],
        "owns": [state.owns[i] for i in range(n)],
        "gold": [state.gold[i] for i in range(n)],
        "valour": [state.valour[i] for i in range(n)],
        "season": state.season, "phase": state.phase, "first": state.first, "turn": state.turn,
        "winners": state.winners, "reason": state.reason,
        "table": [(state.table[i], state.offer[i], state.offerer[i]) for i in range(state.n_table)],
        "passed": state.passed, "shown": state.shown,
        "todo": [state.todo[i] for i in range(2) if state.todo[i]],
        "active": state.active, "at": state.at, "may_move": state.may_move, "barred": state.barred,
        "target": state.target, "defender": state.defender, "against": state.against, "guesses": state.guesses,
        "parity": state.parity,
        "bid": [state.bid[i] for i in range(n)],
        "card": [state.card[i] for i in range(n)],
        "stake": state.stake,
        "named": [state.named[i] for i in range(state.n_named)],
    }


def pack(const unsigned char[::1] rules_raw, dict fields) -> bytes:
    """A state from the fields that `unpack` gives, the supply apart; who has no choice has made it (RULES.md, 9)."""
    cdef const EpixRules* rules = <const EpixRules*>&rules_raw[0]
    cdef EpixState state
    cdef Menu menu
    cdef int i, unit
    init(rules, &state)
    for i in range(rules.head.n_seats):
        state.units[i] = 0
        for unit in range(<int>N_UNITS):
            state.units[i] |= <units_t>(<uint32_t>fields["units"][i][unit]) << (16 * unit)
        state.owns[i] = fields["owns"][i]
        state.gold[i], state.valour[i] = fields["gold"][i], fields["valour"][i]
        state.bid[i], state.card[i] = fields["bid"][i], fields["card"][i]
        set_powers(rules, &state, i)
    for unit in range(<int>N_UNITS):
        state.spent |= <units_t>(<uint32_t>fields["spent"][unit]) << (16 * unit)
    state.season, state.phase = fields["season"], fields["phase"]
    state.first, state.turn = fields["first"], fields["turn"]
    state.winners, state.reason = fields["winners"], fields["reason"]
    state.n_table = len(fields["table"])
    for i in range(state.n_table):
        state.table[i], state.offer[i], state.offerer[i] = fields["table"][i]
    state.passed, state.shown = fields["passed"], fields["shown"]
    for i in range(len(fields["todo"])):
        state.todo[i] = fields["todo"][i]
    state.active, state.at, state.may_move = fields["active"], fields["at"], fields["may_move"]
    state.barred = fields["barred"]
    state.target, state.defender, state.against = fields["target"], fields["defender"], fields["against"]
    state.guesses, state.parity = fields["guesses"], fields["parity"]
    state.stake = fields["stake"]
    state.n_named = len(fields["named"])
    for i in range(state.n_named):
        state.named[i] = fields["named"][i]
    run_to_choice(rules, &state, &menu, NULL)
    return (<char*>&state)[:sizeof(state)]

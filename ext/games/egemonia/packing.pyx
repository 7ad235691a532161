"""Egemonia at the Python boundary: rules from tables, states and observations as plain numbers.

Not for the hot path.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.games.egemonia.observation cimport EgemoniaObs
from petteia.ext.games.egemonia.rules cimport find_ranges, init
from petteia.ext.games.egemonia.state cimport (
    ACTION, beside_any, count_of, EgemoniaRules, EgemoniaState, MAX_KINDS, N_TYPES, one_of,
)
from petteia.ext.games.egemonia.weights cimport N_TYPES


def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/games/egemonia/rules.py) into the immutable struct that the kernel reads."""
    cdef EgemoniaRules rules
    cdef int a, b, k, seat
    memset(&rules, 0, sizeof(rules))
    rules.head.n_seats = rules.head.n_teams = 2
    rules.head.team[1] = 1
    rules.head.n_sources = 2
    rules.n_areas = len(tables["land"])
    rules.all_areas = (<uint32_t>1 << rules.n_areas) - 1
    for a in range(rules.n_areas):
        for b in tables["land"][a]:
            rules.land[a] |= <uint32_t>1 << b
        for b in tables["sea"][a]:
            rules.sea[a] |= <uint32_t>1 << b
        rules.beside[a] = rules.land[a] | rules.sea[a]
    rules.delphi, rules.sicily = tables["delphi"], tables["sicily"]
    rules.n_kinds = len(tables["count"])
    for k in range(rules.n_kinds):
        rules.count[k], rules.type[k] = tables["count"][k], tables["type"][k]
        rules.favours[k], rules.fate[k] = tables["favours"][k], tables["fate"][k]
        rules.full_cup += rules.count[k] * one_of(k)
        rules.n_events += rules.count[k]
    for a in range(<int>N_TYPES):
        for b in range(<int>N_TYPES):
            rules.table[a][b] = tables["table"][a][b]
    for seat in range(2):
        rules.capital[seat] = tables["capital"][seat]
        rules.own_way_is_sea[seat] = tables["own_way_is_sea"][seat]
        for a in tables["start_one"][seat]:
            rules.start_one[seat] |= <uint32_t>1 << a
        for a in tables["start_two"][seat]:
            rules.start_two[seat] |= <uint32_t>1 << a
        for a in tables["choice"][seat]:
            rules.choice[seat] |= <uint32_t>1 << a
    rules.turns, rules.hand, rules.placements = tables["turns"], tables["hand"], tables["placements"]
    rules.draws, rules.hand_limit = tables["draws"], tables["hand_limit"]
    rules.draw_up_to_hand = tables["draw_up_to_hand"]
    rules.nike, rules.sicily_counts = tables["nike"], tables["sicily_counts"]
    rules.military_range, rules.own_way_range = tables["military_range"], tables["own_way_range"]
    rules.military_on_own, rules.influence_on_own = tables["military_on_own"], tables["influence_on_own"]
    rules.blocked_ways, rules.capital_wins_draws = tables["blocked_ways"], tables["capital_wins_draws"]
    for seat in range(2):
        for a in range(rules.n_areas):
            rules.own_reach[seat][a] = walk(&rules.sea[0] if rules.own_way_is_sea[seat] else &rules.land[0], a,
                                            rules.own_way_range)
            rules.reach[seat][a] = rules.own_reach[seat][a] | walk(rules.beside, a, rules.military_range)
    return (<char*>&rules)[:sizeof(rules)]


cdef uint32_t walk(const uint32_t* lines, int area, int steps) noexcept nogil:
    """The other areas within so many lines of this one."""
    cdef uint32_t found = <uint32_t>1 << area
    for _ in range(steps):
        found |= beside_any(lines, found)
    return found & ~(<uint32_t>1 << area)


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; engine/games/egemonia gives them their names."""
    cdef EgemoniaState state
    cdef int i, k, seat
    assert raw.shape[0] >= <Py_ssize_t>sizeof(EgemoniaState)
    memcpy(&state, &raw[0], sizeof(state))
    return {
        "one": [state.one[0], state.one[1]], "two": [state.two[0], state.two[1]],
        "turn": state.turn, "phase": state.phase, "active": state.active, "favoured": state.favoured,
        "oracle": state.oracle, "syracuse": state.syracuse, "winner": state.winner, "reason": state.reason,
        "placed": [(state.placed_seat[i], state.placed_kind[i], state.placed_area[i]) for i in range(state.n_placed)],
        "to_draw": [state.to_draw[0], state.to_draw[1]],
        "n_hand": [state.n_hand[0], state.n_hand[1]], "n_cup": state.n_cup,
        "held": [[count_of(state.held[seat], k) for k in range(MAX_KINDS)] for seat in range(2)],
        "cup": [count_of(state.cup, k) for k in range(MAX_KINDS)],
        "discard": state.discard,
    }


def pack(const unsigned char[::1] rules_raw, dict fields) -> bytes:
    """A state from the fields that `unpack` gives; what is derived is derived anew."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>&rules_raw[0]
    cdef EgemoniaState state
    cdef int i, k, seat
    init(rules, &state)
    state.cup = state.n_cup = state.n_placed = 0
    for seat in range(2):
        state.one[seat], state.two[seat] = fields["one"][seat], fields["two"][seat]
        state.to_draw[seat] = fields["to_draw"][seat]
        state.n_hand[seat] = sum(fields["held"][seat])
        for k, i in enumerate(fields["held"][seat]):
            state.held[seat] += i * one_of(k)
    for k, i in enumerate(fields["cup"]):
        state.cup += i * one_of(k)
        state.n_cup += i
    state.turn, state.phase, state.active = fields["turn"], fields["phase"], fields["active"]
    state.favoured, state.oracle, state.syracuse = fields["favoured"], fields["oracle"], fields["syracuse"]
    state.winner, state.reason, state.discard = fields["winner"], fields["reason"], fields["discard"]
    for seat, k, i in fields["placed"]:
        state.placed_seat[state.n_placed], state.placed_kind[state.n_placed] = seat, k
        state.placed_area[state.n_placed] = i
        state.n_placed += 1
    if state.phase == ACTION:
        find_ranges(rules, &state)
    return (<char*>&state)[:sizeof(state)]


def unpack_obs(const unsigned char[::1] raw) -> dict:
    """What an observation knows beside its state, as numbers; engine/games/egemonia gives them their names."""
    cdef const EgemoniaObs* obs
    cdef int i, k
    assert raw.shape[0] == <Py_ssize_t>sizeof(EgemoniaObs)
    obs = <const EgemoniaObs*>&raw[0]
    return {
        "viewer": obs.viewer, "divine_help": obs.divine_help,
        "revealed": [(obs.revealed_seat[i], obs.revealed_kind[i], obs.revealed_area[i])
                     for i in range(obs.n_revealed)],
        "in_play": [count_of(obs.in_play, k) for k in range(MAX_KINDS)],
        "pool": [count_of(obs.pool, k) for k in range(MAX_KINDS)],
    }


def unpack_holdings(const unsigned char[::1] raw) -> list:
    """The enemy's possible holdings (hand and face-down events together), as (counts, chance)."""
    cdef const EgemoniaObs* obs
    cdef int i, k
    cdef double total, before = 0
    assert raw.shape[0] == <Py_ssize_t>sizeof(EgemoniaObs)
    obs = <const EgemoniaObs*>&raw[0]
    total = obs.enemy.upto[obs.enemy.n - 1]
    found = []
    for i in range(obs.enemy.n):
        found.append(([count_of(obs.enemy.counts[i], k) for k in range(MAX_KINDS)],
                      (obs.enemy.upto[i] - before) / total))
        before = obs.enemy.upto[i]
    return found

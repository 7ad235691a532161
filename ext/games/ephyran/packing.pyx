"""Ephyran at the Python boundary: rules from tables, states to and from plain numbers. Not for the hot path."""

from libc.string cimport memcpy, memset

from petteia.ext.games.ephyran.rules cimport init
from petteia.ext.games.ephyran.scoring cimport score
from petteia.ext.games.ephyran.state cimport (
    CardSet, DIONYSUS_HALF, EphyranRules, EphyranState, has, is_empty, MAX_CARDS, MAX_PLAYERS, N_PLACES, N_TERRITORIES,
    N_TOKENS, NO_CARD, NO_HALF, NO_PLACE, NO_TOKEN, NOBODY, pop_lowest, put_in, size_of, territory_places,
)


def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/games/ephyran/rules.py) into the immutable struct that the kernel reads."""
    cdef EphyranRules rules
    cdef int card, half, i
    memset(&rules, 0, sizeof(rules))
    rules.head.n_seats = rules.head.n_teams = tables["seats"]
    for i in range(rules.head.n_seats):
        rules.head.team[i] = i
    rules.head.n_sources = 4
    memset(rules.place, NO_PLACE, sizeof(rules.place))
    rules.n_cards = len(tables["cards"])
    for card, (halves, support) in enumerate(tables["cards"]):
        put_in(&rules.all_cards, card)
        if support is not None:
            put_in(&rules.support_cards[<int>support], card)
        for i, (place, creature, magic) in enumerate(halves):
            half = 2 * card + i
            rules.place[half], rules.creature[half], rules.magic[half] = place, creature, magic
    rules.n_creatures = tables["n_creatures"]
    for i in range(N_TOKENS):
        rules.token_count[i], rules.token_value[i] = tables["token_count"][i], tables["token_value"][i]
        rules.god_territory[i] = tables["god_territory"][i]
    rules.choose_gods, rules.hand, rules.left_out = tables["choose_gods"], tables["hand"], tables["left_out"]
    rules.rounds, rules.dry_turns = tables["rounds"], tables["dry_turns"]
    rules.retake_own = tables["retake_own"]
    rules.twins_draws, rules.graeae_looks = tables["twins_draws"], tables["graeae_looks"]
    rules.destroyed_to_discard = tables["destroyed_to_discard"]
    rules.creature_points, rules.creatures_bonus = tables["creature_points"], tables["creatures_bonus"]
    rules.own_times = tables["own_times"]
    rules.bonus_first, rules.bonus_others = tables["bonus_first"], tables["bonus_others"]
    return (<char*>&rules)[:sizeof(rules)]


cdef list members(CardSet cards):
    found = []
    while not is_empty(&cards):
        found.append(pop_lowest(&cards))
    return found


cdef CardSet card_set(cards):
    cdef CardSet found
    memset(&found, 0, sizeof(found))
    for card in cards:
        if not 0 <= card < MAX_CARDS:
            raise ValueError(f"no card {card}")
        if has(&found, card):
            raise ValueError(f"card {card} twice in one place")
        put_in(&found, card)
    return found


# Plain numbers of the state, by the names that `unpack` and `pack` share with engine/games/ephyran/view.py.

def unpack(const unsigned char[::1] rules_raw, const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; engine/games/ephyran gives them their names."""
    cdef const EphyranRules* rules = <const EphyranRules*>&rules_raw[0]
    cdef EphyranState state
    cdef int n = rules.head.n_seats, seat, i
    cdef int sheet[5]
    assert raw.shape[0] >= <Py_ssize_t>sizeof(EphyranState)
    memcpy(&state, &raw[0], sizeof(state))
    sheets = []
    for seat in range(n):
        score(rules, &state, seat, sheet)
        sheets.append([sheet[i] for i in range(5)])
    return {
        "phase": state.phase, "round": state.round, "first": state.first, "turn": state.turn,
        "god": [state.god[seat] for seat in range(n)],
        "hand": [members(state.hand[seat]) for seat in range(n)],
        "known": [members(state.known[seat]) for seat in range(n)],
        "n_hand": [state.n_hand[seat] for seat in range(n)],
        "dionysus": [state.dionysus[seat] for seat in range(n)],
        "area": [[state.area[seat][i] for i in range(N_PLACES)] for seat in range(n)],
        "token": [[state.token[seat][i] for i in range(N_PLACES)] for seat in range(n)],
        "lock": [[state.lock[seat][i] for i in range(N_TERRITORIES)] for seat in range(n)],
        "unseen": members(state.unseen), "pile": state.pile,
        "discard": [state.discard[i] for i in range(state.n_discard)],
        "tartarus": members(state.tartarus), "dionysus_tartarus": state.dionysus_tartarus,
        "unseen_tokens": [state.unseen_tokens[i] for i in range(N_TOKENS)], "supply": state.supply,
        "lost": [state.lost[i] for i in range(N_TOKENS)],
        "support": state.support, "target": state.target, "asked": state.asked, "drawer": state.drawer,
        "draws": state.draws, "looked": members(state.looked), "n_looked": state.n_looked, "held": state.held,
        "dry": state.dry, "fresh": state.fresh, "ending": state.ending,
        "completed": [state.completed[i] for i in range(MAX_PLAYERS) if state.completed[i] != NOBODY],
        "sheets": sheets,
    }


def pack(const unsigned char[::1] rules_raw, dict fields) -> bytes:
    """A state from the fields that `unpack` gives; what is derived is derived anew."""
    cdef const EphyranRules* rules = <const EphyranRules*>&rules_raw[0]
    cdef EphyranState state
    cdef int n = rules.head.n_seats, seat, i, half
    init(rules, &state)
    for seat in range(n):
        state.hand[seat], state.known[seat] = card_set(fields["hand"][seat]), card_set(fields["known"][seat])
        state.n_hand[seat] = size_of(&state.hand[seat])
        state.dionysus[seat], state.god[seat] = fields["dionysus"][seat], fields["god"][seat]
        for i in range(N_PLACES):
            half = state.area[seat][i] = fields["area"][seat][i]
            state.token[seat][i] = fields["token"][seat][i]
            state.filled[seat] |= (half != NO_HALF) << i
            state.with_dionysus[seat] |= (half == DIONYSUS_HALF) << i
            state.with_token[seat] |= (state.token[seat][i] != NO_TOKEN) << i
        for i in range(N_TERRITORIES):
            state.lock[seat][i] = fields["lock"][seat][i]
            if state.lock[seat][i] != NO_CARD:
                state.locked[seat] |= territory_places(i)
    state.unseen, state.tartarus = card_set(fields["unseen"]), card_set(fields["tartarus"])
    state.looked = card_set(fields["looked"])
    state.n_looked = size_of(&state.looked)
    state.n_discard = len(fields["discard"])
    if len(fields["discard"]) > MAX_CARDS:
        raise ValueError("too many cards on the discard")
    for i in range(state.n_discard):
        state.discard[i] = fields["discard"][i]
    for i in range(N_TOKENS):
        state.unseen_tokens[i], state.lost[i] = fields["unseen_tokens"][i], fields["lost"][i]
    state.supply, state.pile, state.held = fields["supply"], fields["pile"], fields["held"]
    state.dionysus_tartarus = fields["dionysus_tartarus"]
    state.phase, state.round = fields["phase"], fields["round"]
    state.first, state.turn = fields["first"], fields["turn"]
    state.support, state.target, state.asked = fields["support"], fields["target"], fields["asked"]
    state.drawer, state.draws = fields["drawer"], fields["draws"]
    state.dry, state.fresh, state.ending = fields["dry"], fields["fresh"], fields["ending"]
    if len(fields["completed"]) > n:
        raise ValueError("more cities are completed than there are")
    for i, seat in enumerate(fields["completed"]):
        state.completed[i] = seat
    return (<char*>&state)[:sizeof(state)]

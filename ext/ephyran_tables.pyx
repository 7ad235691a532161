"""Ephyran: rules from tables, states to and from plain numbers, and what must always hold (RULES.md, 18)."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.ephyran cimport (
    CardSet, DIONYSUS, EphyranRules, EphyranState, FINISHED, GODS, MAX_CARDS, MAX_PLAYERS, N_PHASES,
    N_PLACES, N_TERRITORIES, N_TOKENS, NO_CARD, NO_GOD, NO_HALF, NO_PLACE, NO_SUPPORT, NO_TOKEN, NOBODY,
    SHIELD, decider, has, init, is_empty, pop_lowest, put_in, size_of,
)
from petteia.ext.ephyran_moves cimport legal
from petteia.ext.ephyran_score cimport score
from petteia.ext.types cimport CHANCE, MAX_MOVES, move_t


# ---------------------------------------------------------------------------------------------------------------
# Soundness.

cdef inline bint add_card(CardSet* cards, int card) noexcept nogil:
    """Whether the card was not in the set; then it is."""
    if card >= MAX_CARDS or has(cards, card):
        return False
    put_in(cards, card)
    return True


cdef inline bint add_cards(CardSet* cards, CardSet more) noexcept nogil:
    if cards.at[0] & more.at[0] or cards.at[1] & more.at[1]:
        return False
    cards.at[0] |= more.at[0]
    cards.at[1] |= more.at[1]
    return True


cdef bint check_cards(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    """Each card lies in exactly one place."""
    cdef CardSet found
    cdef int seat, i, half
    memset(&found, 0, sizeof(found))
    if not add_cards(&found, state.unseen) or not add_cards(&found, state.looked):
        return False
    if not add_cards(&found, state.tartarus) or state.n_discard > MAX_CARDS:
        return False
    for i in range(state.n_discard):
        if not add_card(&found, state.discard[i]):
            return False
    for seat in range(rules.head.n_seats):
        if not add_cards(&found, state.hand[seat]):
            return False
        for i in range(N_PLACES):
            half = state.area[seat][i]
            if half != NO_HALF and half != DIONYSUS and not add_card(&found, half >> 1):
                return False
        for i in range(N_TERRITORIES):
            if state.lock[seat][i] != NO_CARD and not add_card(&found, state.lock[seat][i]):
                return False
    return found.at[0] == rules.all_cards.at[0] and found.at[1] == rules.all_cards.at[1]


cdef int check_city(const EphyranRules* rules, const EphyranState* state, int seat) noexcept nogil:
    """Areas in their places, without gaps; locks are shields; the derived sets are right."""
    cdef uint32_t filled = 0, shut = 0, drunk = 0, charmed = 0
    cdef int i, half
    for i in range(N_PLACES):
        half = state.area[seat][i]
        if half != NO_HALF:
            filled |= 1 << i
            if half == DIONYSUS:
                drunk |= 1 << i
            elif rules.place[half] != i:
                return 5                          # an area in a wrong place
            if i & 3 and not filled >> (i - 1) & 1:
                return 6                          # a gap
        if state.token[seat][i] != NO_TOKEN:
            charmed |= 1 << i
            if half == NO_HALF:
                return 7                          # a token without an area
    for i in range(N_TERRITORIES):
        if state.lock[seat][i] != NO_CARD:
            shut |= 15 << (4 * i)
            if not has(&rules.support_cards[SHIELD], state.lock[seat][i]) or not filled >> (4 * i) & 1:
                return 8                          # a lock that is no shield, or on nothing
    if filled != state.filled[seat] or shut != state.shut[seat] or drunk != state.drunk[seat] \
            or charmed != state.charmed[seat]:
        return 9
    return 0


cdef bint count_token(int token, int* counts) noexcept nogil:
    if token == NO_TOKEN:
        return True
    if not 1 <= token & 7 <= N_TOKENS:
        return False
    counts[(token & 7) - 1] += 1
    return True


cdef bint check_tokens(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    """Each token is in the supply, in a city, held or lost."""
    cdef int counts[N_TOKENS]
    cdef int seat, i, supply = 0
    for i in range(N_TOKENS):
        counts[i] = state.unseen_tokens[i] + state.lost[i]
        supply += state.unseen_tokens[i]
    for seat in range(rules.head.n_seats):
        for i in range(N_PLACES):
            if not count_token(state.token[seat][i], counts):
                return False
    if not count_token(state.held, counts) or supply != state.supply:
        return False
    for i in range(N_TOKENS):
        if counts[i] != rules.token_count[i]:
            return False
    return True


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef move_t moves[MAX_MOVES]
    cdef int seat, wrong, n = rules.head.n_seats, dionysus = state.dionysus_tartarus
    if not check_cards(rules, state):
        return 1                                  # a card in two places, or in none
    if size_of(&state.unseen) != state.pile + rules.left_out or size_of(&state.looked) != state.n_looked:
        return 2
    for seat in range(n):
        if state.n_hand[seat] != size_of(&state.hand[seat]):
            return 3
        if state.known[seat].at[0] & ~state.hand[seat].at[0] or state.known[seat].at[1] & ~state.hand[seat].at[1]:
            return 4                              # known to be in a hand, but not there
        wrong = check_city(rules, state, seat)
        if wrong:
            return wrong
        dionysus += state.dionysus[seat]
        for i in range(N_PLACES):
            dionysus += state.area[seat][i] == DIONYSUS
    if dionysus != n:
        return 10
    if not check_tokens(rules, state):
        return 11
    if state.phase >= N_PHASES or state.support > NO_SUPPORT or state.round > rules.rounds:
        return 12
    if state.phase != FINISHED:
        if state.phase > GODS and (state.first >= n or state.god[state.first] == NO_GOD):
            return 13
        seat = decider(rules, state)
        if (seat >= n and seat != CHANCE) or legal(rules, state, seat, moves) == 0:
            return 14                             # nobody can go on
    return 0


# ---------------------------------------------------------------------------------------------------------------
# The Python boundary. Not for the hot path.

def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/ephyran/rules.py) into the immutable struct that the kernel reads."""
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
    for i in range(N_TOKENS):
        rules.token_count[i], rules.token_value[i] = tables["token_count"][i], tables["token_value"][i]
        rules.god_territory[i] = tables["god_territory"][i]
    rules.choose_gods, rules.hand, rules.left_out = tables["choose_gods"], tables["hand"], tables["left_out"]
    rules.rounds, rules.dry_turns = tables["rounds"], tables["dry_turns"]
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
        if not add_card(&found, card):
            raise ValueError(f"card {card} twice in one place")
    return found


# Plain numbers of the state, by the names that `unpack` and `pack` share with engine/ephyran/view.py.

def unpack(const unsigned char[::1] rules_raw, const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; engine/ephyran gives them their names."""
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
            state.drunk[seat] |= (half == DIONYSUS) << i
            state.charmed[seat] |= (state.token[seat][i] != NO_TOKEN) << i
        for i in range(N_TERRITORIES):
            state.lock[seat][i] = fields["lock"][seat][i]
            if state.lock[seat][i] != NO_CARD:
                state.shut[seat] |= 15 << (4 * i)
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


def sizes() -> tuple[int, int]:
    """Bytes of a state and of the rules."""
    return sizeof(EphyranState), sizeof(EphyranRules)

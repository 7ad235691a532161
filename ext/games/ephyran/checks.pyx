"""Ephyran: what must hold in every state (RULES.md, 18)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.types cimport CHANCE, MAX_MOVES, move_t
from petteia.ext.games.ephyran.moves cimport legal
from petteia.ext.games.ephyran.state cimport (
    CardSet, decider, DIONYSUS_CARD, DIONYSUS_HALF, EphyranRules, EphyranState, FINISHED, GODS, has, kind_of, MAX_CARDS,
    N_PHASES, N_PLACES, N_TERRITORIES, N_TOKENS, NO_CARD, NO_GOD, NO_HALF, NO_SUPPORT, NO_TOKEN, put_in,
    SHIELD, size_of, territory_places,
)


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
        if state.discard[i] != DIONYSUS_CARD and not add_card(&found, state.discard[i]):
            return False
    for seat in range(rules.head.n_seats):
        if not add_cards(&found, state.hand[seat]):
            return False
        for i in range(N_PLACES):
            half = state.area[seat][i]
            if half != NO_HALF and half != DIONYSUS_HALF and not add_card(&found, half >> 1):
                return False
        for i in range(N_TERRITORIES):
            if state.lock[seat][i] != NO_CARD and not add_card(&found, state.lock[seat][i]):
                return False
    return found.at[0] == rules.all_cards.at[0] and found.at[1] == rules.all_cards.at[1]


cdef int check_city(const EphyranRules* rules, const EphyranState* state, int seat) noexcept nogil:
    """Areas in their places, without gaps; locks are shields; the derived sets are right."""
    cdef uint32_t filled = 0, locked = 0, with_dionysus = 0, with_token = 0
    cdef int i, half
    for i in range(N_PLACES):
        half = state.area[seat][i]
        if half != NO_HALF:
            filled |= 1 << i
            if half == DIONYSUS_HALF:
                with_dionysus |= 1 << i
            elif rules.place[half] != i:
                return 5                          # an area in a wrong place
            if i & 3 and not filled >> (i - 1) & 1:
                return 6                          # a gap
        if state.token[seat][i] != NO_TOKEN:
            with_token |= 1 << i
            if half == NO_HALF:
                return 7                          # a token without an area
    for i in range(N_TERRITORIES):
        if state.lock[seat][i] != NO_CARD:
            locked |= territory_places(i)
            if not has(&rules.support_cards[<int>SHIELD], state.lock[seat][i]) or not filled >> (4 * i) & 1:
                return 8                          # a lock that is no shield, or on nothing
    if filled != state.filled[seat] or locked != state.locked[seat] or with_dionysus != state.with_dionysus[seat] \
            or with_token != state.with_token[seat]:
        return 9
    return 0


cdef bint count_token(int token, int* counts) noexcept nogil:
    if token == NO_TOKEN:
        return True
    if not 0 <= kind_of(token) < N_TOKENS:
        return False
    counts[kind_of(token)] += 1
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
            dionysus += state.area[seat][i] == DIONYSUS_HALF
    for i in range(state.n_discard):
        dionysus += state.discard[i] == DIONYSUS_CARD
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


cdef void add_checks(GameOps* ops) noexcept:
    """Enter the check into the game's table of functions."""
    ops.check = check

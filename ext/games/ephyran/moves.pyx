"""Ephyran: the legal moves, in the order of engine/games/ephyran/RULES.md, 13.1."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, ctz64
from petteia.ext.core.types cimport move_t
from petteia.ext.games.ephyran.state cimport (
    ACTION, can_draw_discard, CardSet, common, DESTROY, DIONYSUS_CARD, DIONYSUS_HALF, DO_ADD, DO_CARD, DO_CHANGE,
    DO_DESTROY, DO_DIONYSUS, DO_DISCARD, DO_DRAW_DISCARD, DO_DRAW_PILE, DO_EXCHANGE, DO_EXCHANGE_DIONYSUS, DO_FIRST,
    DO_GOD, DO_GRAB, DO_GRAEAE, DO_HECATE, DO_KEEP, DO_LOCK, DO_LOSE, DO_PASS, DO_PUT, DO_SHIELD, DO_STEAL, DO_SWAP,
    DO_TAKE, DO_TOKEN, DO_TWINS, DO_UNDER, DO_UNLOCK, DRAW, EphyranRules, EphyranState, EXCHANGE, exchange_of, EXTRA,
    FINISHED, FIRST, FIRST_AREAS, GODS, gods_left, GRAB, GRAEAE, HECATE, is_empty, KEEP, LOSE, MAX_CARDS, MAX_PLAYERS,
    move_of, N_TERRITORIES, N_TOKENS, next_areas, NO_PLACE, open_filled, pop_lowest, PUT, REACT, room_for_token, SHIELD,
    STEAL, SWAP, TAKE, TOKEN, TWINS, uncovered, UNDER,
)


# A hand cannot be foreseen, so a branch for each card would be guessed wrong every other time, which takes longer than
# all the rest. Where a move may be legal or not it is written in any case, and counted if it is.

cdef inline int at_places(uint32_t places, int verb, int what, int seat, move_t* out) noexcept nogil:
    """One move for each place, in place order."""
    cdef int n = 0
    while places:
        out[n] = move_of(verb, what, seat, ctz32(places))
        places &= places - 1
        n += 1
    return n


cdef inline int with_cards(CardSet cards, int verb, move_t* out) noexcept nogil:
    """One move for each card of a hand, in card order."""
    cdef int n = 0
    while not is_empty(&cards):
        out[n] = move_of(verb, pop_lowest(&cards), 0, 0)
        n += 1
    return n


cdef inline int with_many_cards(CardSet cards, int verb, move_t* out) noexcept nogil:
    """The same for half a deck, where each card counts more than how the loops end."""
    cdef int n = 0, word
    cdef uint64_t left
    for word in range(2):
        left = cards.at[word]
        while left:
            out[n] = move_of(verb, 64 * word + ctz64(left), 0, 0)
            left &= left - 1
            n += 1
    return n


cdef inline int aimed(CardSet cards, uint32_t seats, int verb, move_t* out) noexcept nogil:
    """One move for each card and seat."""
    cdef int n = 0, card
    cdef uint32_t left
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        left = seats
        while left:
            out[n] = move_of(verb, card, ctz32(left), 0)
            left &= left - 1
            n += 1
    return n


# The territory halves of a hand, in card order, the upper before the lower.
cdef struct Halves:
    int n
    uint8_t half[2 * MAX_CARDS]
    uint8_t place[2 * MAX_CARDS]


cdef inline void find_halves(const EphyranRules* rules, CardSet cards, Halves* found) noexcept nogil:
    cdef int half, n = 0
    while not is_empty(&cards):
        half = 2 * pop_lowest(&cards)
        found.half[n], found.place[n] = half, rules.place[half]
        n += 1
        found.half[n], found.place[n] = half + 1, rules.place[half + 1]
        n += rules.place[half + 1] != NO_PLACE
    found.n = n


cdef int exchanges(const EphyranRules* rules, const EphyranState* state, int seat, CardSet cards, const Halves* halves,
                   move_t* out) noexcept nogil:
    """7.3: with an opponent, or with the hand."""
    cdef uint32_t own = open_filled(state, seat)
    cdef int n = 0, card, other, i
    if not own:
        return 0
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        for other in range(rules.head.n_seats):
            out[n] = move_of(DO_EXCHANGE, card, other, 0)
            n += <int>(other != seat) & <int>((own & open_filled(state, other)) != 0)
        for i in range(halves.n):
            out[n] = exchange_of(card, halves.half[i])
            n += <int>(own >> halves.place[i]) & <int>(halves.half[i] >> 1 != card)
        if state.dionysus[seat]:
            n += at_places(own, DO_EXCHANGE_DIONYSUS, card, 0, out + n)
    return n


cdef int athena_and_ares(const EphyranRules* rules, const EphyranState* state, int seat, const Halves* halves,
                         move_t* out) noexcept nogil:
    """5.2: the supports, groups 2 to 7. They are playable by what all can see (7)."""
    cdef const CardSet* hand = &state.hand[seat]
    cdef CardSet cards = common(hand, &rules.support_cards[<int>TWINS])
    cdef uint32_t room = room_for_token(state, seat), seats
    cdef int n = with_cards(cards, DO_TWINS, out), other
    if state.pile > 0:
        n += with_cards(common(hand, &rules.support_cards[<int>GRAEAE]), DO_GRAEAE, out + n)
    cards = common(hand, &rules.support_cards[<int>EXCHANGE])
    if not is_empty(&cards):
        n += exchanges(rules, state, seat, cards, halves, out + n)
    if state.supply > 0 and room:
        n += with_cards(common(hand, &rules.support_cards[<int>TAKE]), DO_TAKE, out + n)
    cards = common(hand, &rules.support_cards[<int>DESTROY])
    if not is_empty(&cards):
        seats = 0
        for other in range(rules.head.n_seats):
            if other != seat and open_filled(state, other):
                seats |= 1 << other
        n += aimed(cards, seats, DO_DESTROY, out + n)
    cards = common(hand, &rules.support_cards[<int>STEAL])
    if room and not is_empty(&cards):
        seats = 0
        for other in range(rules.head.n_seats):
            if other != seat and state.with_token[other] & open_filled(state, other):
                seats |= 1 << other
        n += aimed(cards, seats, DO_STEAL, out + n)
    return n


cdef int dionysus_taken(const EphyranRules* rules, const EphyranState* state, int seat, const Halves* halves,
                        move_t* out) noexcept nogil:
    """5.5: half by half, opponent by opponent, place by place of the own city."""
    cdef uint32_t uncovered_ones[MAX_PLAYERS]
    cdef uint32_t places = next_areas(state, seat), anywhere = 0
    cdef int n = 0, i, other
    for other in range(rules.head.n_seats):
        uncovered_ones[other] = 0
        if state.with_dionysus[other] and other != seat:
            uncovered_ones[other] = state.with_dionysus[other] & uncovered(state, other)
            anywhere |= uncovered_ones[other]
    if not anywhere or not places:
        return 0
    for i in range(halves.n):
        if (anywhere >> halves.place[i]) & 1:
            for other in range(rules.head.n_seats):
                if (uncovered_ones[other] >> halves.place[i]) & 1:
                    n += at_places(places, DO_DIONYSUS, halves.half[i], other, out + n)
    return n


cdef int locks(const EphyranRules* rules, const EphyranState* state, int seat, move_t* out) noexcept nogil:
    """5.6: lock an own territory, unlock anybody's."""
    cdef CardSet cards = common(&state.hand[seat], &rules.support_cards[<int>SHIELD])
    cdef uint32_t own = open_filled(state, seat) & FIRST_AREAS
    cdef int n = 0, card, other, t
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        for t in range(N_TERRITORIES):
            out[n] = move_of(DO_LOCK, card, 0, t)
            n += (own >> (4 * t)) & 1                                    # its first area is filled, so it has one
    cards = common(&state.hand[seat], &rules.support_cards[<int>HECATE])
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        for other in range(rules.head.n_seats):
            if state.locked[other]:
                for t in range(N_TERRITORIES):
                    if (state.locked[other] >> (4 * t)) & 1:
                        out[n] = move_of(DO_UNLOCK, card, other, t)
                        n += 1
    return n


cdef int actions(const EphyranRules* rules, const EphyranState* state, int seat, move_t* out) noexcept nogil:
    cdef Halves halves
    cdef uint32_t places = next_areas(state, seat), tops = uncovered(state, seat)
    cdef int n = 0, i
    cdef bint full_action = state.phase == ACTION
    if state.n_hand[seat] + state.dionysus[seat] == 0:                   # 5.7
        out[0] = DO_PASS
        return 1
    find_halves(rules, state.hand[seat], &halves)
    for i in range(halves.n):                                            # 5.1
        out[n] = move_of(DO_ADD, halves.half[i], 0, halves.place[i])
        n += (places >> halves.place[i]) & 1
    if state.dionysus[seat]:
        n += at_places(places, DO_ADD, DIONYSUS_HALF, 0, out + n)
    if full_action:
        n += athena_and_ares(rules, state, seat, &halves, out + n)
    for i in range(halves.n):                                            # 5.3
        out[n] = move_of(DO_CHANGE, halves.half[i], 0, halves.place[i])
        n += (tops >> halves.place[i]) & 1
    if state.dionysus[seat]:
        n += at_places(tops, DO_CHANGE, DIONYSUS_HALF, 0, out + n)
    for i in range(halves.n):                                            # 5.4: a card by its upper half
        out[n] = move_of(DO_DISCARD, halves.half[i] >> 1, 0, 0)
        n += not halves.half[i] & 1
    if state.dionysus[seat]:
        out[n] = move_of(DO_DISCARD, DIONYSUS_CARD, 0, 0)
        n += 1
    n += dionysus_taken(rules, state, seat, &halves, out + n)
    if full_action:
        n += locks(rules, state, seat, out + n)
    return n


cdef int reactions(const EphyranRules* rules, const EphyranState* state, int seat, move_t* out) noexcept nogil:
    """8.1, 8.2: everyone asked may pass."""
    cdef int defence = SHIELD if state.support == EXCHANGE or state.support == DESTROY else HECATE
    out[0] = DO_PASS
    return 1 + with_cards(common(&state.hand[seat], &rules.support_cards[defence]),
                          DO_SHIELD if defence == SHIELD else DO_HECATE, out + 1)


cdef int chances(const EphyranRules* rules, const EphyranState* state, move_t* out) noexcept nogil:
    """14: the outcomes; also the choice of a god."""
    cdef int n = 0, i, seat
    cdef uint32_t left
    if state.phase == FIRST:
        for seat in range(rules.head.n_seats):
            out[seat] = move_of(DO_FIRST, seat, 0, 0)
        return rules.head.n_seats
    if state.phase == GODS:
        left = gods_left(rules, state)
        while left:
            out[n] = move_of(DO_GOD, ctz32(left), 0, 0)
            left &= left - 1
            n += 1
        return n
    if state.phase == TOKEN:
        for i in range(N_TOKENS):
            if state.unseen_tokens[i]:
                out[n] = move_of(DO_TOKEN, i, 0, 0)
                n += 1
        return n
    return with_many_cards(state.unseen, DO_CARD, out)


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef int phase = state.phase, n = 0
    if phase == ACTION or phase == EXTRA:
        return actions(rules, state, seat, out)
    if phase == DRAW:
        if state.pile > 0:
            out[0] = DO_DRAW_PILE
            n = 1
        if can_draw_discard(rules, state):
            out[n] = DO_DRAW_DISCARD
            n += 1
        return n
    if phase == REACT:
        return reactions(rules, state, seat, out)
    if phase == SWAP:
        return at_places(open_filled(state, seat) & open_filled(state, state.target), DO_SWAP, 0, 0, out)
    if phase == LOSE:
        return at_places(uncovered(state, seat), DO_LOSE, 0, 0, out)
    if phase == GRAB:
        return at_places(open_filled(state, state.target) & state.with_token[state.target], DO_GRAB, 0, 0, out)
    if phase == PUT:
        return at_places(room_for_token(state, seat), DO_PUT, 0, 0, out)
    if phase == KEEP or phase == UNDER:
        return with_cards(state.looked, DO_KEEP if phase == KEEP else DO_UNDER, out)
    if phase == FINISHED:
        return 0
    return chances(rules, state, out)

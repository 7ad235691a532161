"""Ephyran: every move that a seat can ever make, in the order of the action ids."""

from petteia.ext.core.game cimport GameOps, listed
from petteia.ext.core.types cimport move_t
from petteia.ext.games.ephyran.state cimport (
    CardSet, DESTROY, DIONYSUS_CARD, DIONYSUS_HALF, DO_ADD, DO_CHANGE, DO_DESTROY, DO_DIONYSUS, DO_DISCARD,
    DO_DRAW_DISCARD, DO_DRAW_PILE, DO_EXCHANGE, DO_EXCHANGE_DIONYSUS, DO_GOD, DO_GRAB, DO_GRAEAE, DO_HECATE, DO_KEEP,
    DO_LOCK, DO_LOSE, DO_PASS, DO_PUT, DO_SHIELD, DO_STEAL, DO_SWAP, DO_TAKE, DO_TWINS, DO_UNDER, DO_UNLOCK,
    EphyranRules, EXCHANGE, exchange_of, GRAEAE, has, HECATE, move_of, N_PLACES, N_TERRITORIES, NO_PLACE, SHIELD, STEAL,
    TAKE, TWINS,
)

cdef enum:
    N_GODS = 4


cdef int with_cards(const EphyranRules* rules, const CardSet* cards, int verb, int n_seats, int n_places, move_t* out,
                    int n) noexcept nogil:
    """One move for each card of a set, seat and place."""
    cdef int card, seat, place
    for card in range(rules.n_cards):
        if has(cards, card):
            for seat in range(n_seats):
                for place in range(n_places):
                    n = listed(out, n, move_of(verb, card, seat, place))
    return n


cdef int with_support(const EphyranRules* rules, int support, int verb, move_t* out, int n) noexcept nogil:
    """One move for each card with that support."""
    return with_cards(rules, &rules.support_cards[support], verb, 1, 1, out, n)


cdef int at_places(int verb, int what, move_t* out, int n) noexcept nogil:
    cdef int place
    for place in range(N_PLACES):
        n = listed(out, n, move_of(verb, what, 0, place))
    return n


cdef int with_halves(const EphyranRules* rules, int verb, move_t* out, int n) noexcept nogil:
    """5.1, 5.3: a territory half has one place, Dionysus any."""
    cdef int half
    for half in range(2 * rules.n_cards):
        if rules.place[half] != NO_PLACE:
            n = listed(out, n, move_of(verb, half, 0, rules.place[half]))
    return at_places(verb, DIONYSUS_HALF, out, n)


cdef int exchanges(const EphyranRules* rules, move_t* out, int n) noexcept nogil:
    """7.3: with an opponent, with a half of the hand, with Dionysus."""
    cdef const CardSet* cards = &rules.support_cards[<int>EXCHANGE]
    cdef int card, half
    n = with_cards(rules, cards, DO_EXCHANGE, rules.head.n_seats, 1, out, n)
    for card in range(rules.n_cards):
        if has(cards, card):
            for half in range(2 * rules.n_cards):
                if rules.place[half] != NO_PLACE and half >> 1 != card:
                    n = listed(out, n, exchange_of(card, half))
    return with_cards(rules, cards, DO_EXCHANGE_DIONYSUS, 1, N_PLACES, out, n)


cdef int dionysus_taken(const EphyranRules* rules, move_t* out, int n) noexcept nogil:
    """5.5: a half for a Dionysus of somebody's, which goes to a place of the own city."""
    cdef int half, seat, place
    for half in range(2 * rules.n_cards):
        if rules.place[half] != NO_PLACE:
            for seat in range(rules.head.n_seats):
                for place in range(N_PLACES):
                    n = listed(out, n, move_of(DO_DIONYSUS, half, seat, place))
    return n


cdef int all_moves(const void* rules_, move_t* out) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef int n = 0, i, n_seats = rules.head.n_seats
    if rules.choose_gods:
        for i in range(<int>N_GODS):
            n = listed(out, n, move_of(DO_GOD, i, 0, 0))
    n = with_halves(rules, DO_ADD, out, n)
    n = with_support(rules, TWINS, DO_TWINS, out, n)
    n = with_support(rules, GRAEAE, DO_GRAEAE, out, n)
    n = exchanges(rules, out, n)
    n = with_support(rules, TAKE, DO_TAKE, out, n)
    n = with_cards(rules, &rules.support_cards[<int>DESTROY], DO_DESTROY, n_seats, 1, out, n)
    n = with_cards(rules, &rules.support_cards[<int>STEAL], DO_STEAL, n_seats, 1, out, n)
    n = with_halves(rules, DO_CHANGE, out, n)
    n = with_cards(rules, &rules.all_cards, DO_DISCARD, 1, 1, out, n)
    n = listed(out, n, move_of(DO_DISCARD, DIONYSUS_CARD, 0, 0))
    n = dionysus_taken(rules, out, n)
    n = with_cards(rules, &rules.support_cards[<int>SHIELD], DO_LOCK, 1, N_TERRITORIES, out, n)
    n = with_cards(rules, &rules.support_cards[<int>HECATE], DO_UNLOCK, n_seats, N_TERRITORIES, out, n)
    n = listed(out, n, DO_PASS)
    n = with_support(rules, SHIELD, DO_SHIELD, out, n)
    n = with_support(rules, HECATE, DO_HECATE, out, n)
    n = at_places(DO_SWAP, 0, out, n)
    n = at_places(DO_LOSE, 0, out, n)
    n = at_places(DO_GRAB, 0, out, n)
    n = at_places(DO_PUT, 0, out, n)
    n = listed(out, n, DO_DRAW_PILE)
    n = listed(out, n, DO_DRAW_DISCARD)
    n = with_cards(rules, &rules.all_cards, DO_KEEP, 1, 1, out, n)
    return with_cards(rules, &rules.all_cards, DO_UNDER, 1, 1, out, n)


cdef void add_actions(GameOps* ops) noexcept:
    ops.all_moves = all_moves

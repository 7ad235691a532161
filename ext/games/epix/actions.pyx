"""Epix: every move that a seat can ever make, in the order of the action ids."""

from libc.stdint cimport uint32_t

from petteia.ext.core.game cimport GameOps, listed
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epix.state cimport (
    bit, CATAPULT, DO_ATTACK, DO_BACK, DO_BID, DO_CARD, DO_DONE, DO_FIRST, DO_GUESS, DO_MOVE, DO_OFFER, DO_ON, DO_PASS,
    DO_PLAY, DO_RECRUIT, DO_STOP, EpixRules, KNIGHT, MAX_BID, MAX_RANGE, move_of, N_UNITS, NO_AMOUNT, SOLDIER,
)

cdef enum:
    N_CARDS = 3           # action cards


cdef int moves_to(int verb, int unit, int at, uint32_t provinces, move_t* out, int n) noexcept nogil:
    """A unit's moves or attacks from one province."""
    cdef int to
    for to in range(16):
        if provinces >> to & 1:
            n = listed(out, n, move_of(verb, unit, at, to))
    return n


cdef int unit_moves(const EpixRules* rules, move_t* out, int n) noexcept nogil:
    """5.4: a soldier goes one step at a time, a knight anywhere; catapults fire as far as any ability lets them."""
    cdef int at
    for at in range(rules.n_provinces):
        n = moves_to(DO_MOVE, SOLDIER, at, rules.next[at], out, n)
    for at in range(rules.n_provinces):
        n = moves_to(DO_MOVE, KNIGHT, at, rules.provinces & ~bit(at), out, n)
    for at in range(rules.n_provinces):
        n = moves_to(DO_ATTACK, SOLDIER, at, rules.next[at], out, n)
    for at in range(rules.n_provinces):
        n = moves_to(DO_ATTACK, KNIGHT, at, rules.next[at], out, n)
    for at in range(rules.n_provinces):
        n = moves_to(DO_ATTACK, CATAPULT, at, rules.within[at][<int>MAX_RANGE], out, n)
    return n


cdef int guesses(move_t* out, int n) noexcept nogil:
    """9: one amount, or two in ascending order; of three, the last is named alone."""
    cdef int i, j
    for i in range(MAX_BID + 1):
        n = listed(out, n, move_of(DO_GUESS, i, NO_AMOUNT, 0))
    for i in range(MAX_BID + 1):
        for j in range(i + 1, MAX_BID + 1):
            n = listed(out, n, move_of(DO_GUESS, i, j, 0))
    return n


cdef int all_moves(const void* rules_, move_t* out) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef int n = 0, i, j
    for i in range(rules.head.n_seats):
        n = listed(out, n, move_of(DO_FIRST, i, 0, 0))
    for i in range(<int>N_UNITS):
        for j in range(rules.n_provinces):
            n = listed(out, n, move_of(DO_RECRUIT, i, j, 0))
    if rules.n_dealt:
        for j in range(rules.n_abilities):
            for i in range(MAX_BID + 1):
                n = listed(out, n, move_of(DO_OFFER, i, j, 0))
    n = listed(out, n, DO_PASS)
    for i in range(MAX_BID + 1):
        n = listed(out, n, move_of(DO_BID, i, 0, 0))
    for i in range(1, (1 << <int>N_CARDS) - 1):                          # 5.1: one card or two
        n = listed(out, n, move_of(DO_CARD, i, 0, 0))
    for i in range(<int>N_CARDS):
        n = listed(out, n, move_of(DO_PLAY, 1 << i, 0, 0))
    n = listed(out, n, DO_DONE)
    n = unit_moves(rules, out, n)
    n = listed(out, n, DO_STOP)
    n = guesses(out, n)
    n = listed(out, n, DO_ON)
    return listed(out, n, DO_BACK)


cdef void add_actions(GameOps* ops) noexcept:
    ops.all_moves = all_moves

"""Perft: count the move sequences of a depth, to compare two readings of the rules."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.handles cimport MAX_STATE, DealRng, State
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Deal, Rng, deal_rng
from petteia.ext.core.types cimport CHANCE, MAX_MOVES, OVER, PENDING_CHANCE, move_t, pending_t


cdef enum:
    MAX_DEPTH = 64        # of the counting, which calls itself


cdef int check_depth(int depth) except -1:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth={depth}: want 0 to {MAX_DEPTH}")
    return 0


cdef pending_t settle(const GameOps* ops, const void* rules, void* state, Deal* deal) noexcept nogil:
    """Let the deal answer for chance; who is pending then."""
    cdef pending_t pending = ops.pending(rules, state)
    cdef Rng rng
    while pending == PENDING_CHANCE:
        rng = deal_rng(deal, ops.source(rules, state))
        ops.apply(rules, state, CHANCE, ops.draw(rules, state, &rng), NULL)
        pending = ops.pending(rules, state)
    return pending


cdef uint64_t count(const GameOps* ops, const void* rules, void* state, Deal* deal, int depth) noexcept nogil:
    cdef unsigned char after[MAX_STATE]
    cdef move_t moves[MAX_MOVES]
    cdef Deal luck
    cdef int i, n, seat
    cdef uint64_t total = 0
    cdef pending_t pending = settle(ops, rules, state, deal)
    if depth == 0:
        return 1
    if pending == OVER:
        return 0
    seat = ctz32(pending)                         # of several pending seats, the first decides first
    n = ops.legal(rules, state, seat, moves)
    for i in range(n):
        memcpy(after, state, ops.state_size)
        luck = deal[0]
        ops.apply(rules, after, seat, moves[i], NULL)
        total += count(ops, rules, after, &luck, depth - 1)
    return total


def perft(State state not None, DealRng luck not None, int depth) -> int:
    """The number of sequences of `depth` decisions from here; chance comes from the deal and is not counted."""
    cdef State copy = state.clone()
    cdef Deal deal = luck.c
    cdef uint64_t total
    check_depth(depth)
    with nogil:
        total = count(copy.rules.ops, copy.rules.c, copy.c, &deal, depth)
    return total


def divide(State state not None, DealRng luck not None, int depth) -> list[tuple[int, int, int]]:
    """As perft, for each first move apart: (seat, move, count)."""
    cdef State here = state.clone(), after
    cdef Deal deal = luck.c, later
    cdef pending_t pending
    cdef uint64_t total
    check_depth(depth)
    pending = settle(here.rules.ops, here.rules.c, here.c, &deal)
    found = []
    if pending != OVER and depth > 0:
        seat = ctz32(pending)
        for move in here.legal(seat):
            after = here.clone()
            after.apply_unchecked(seat, move)
            later = deal
            with nogil:
                total = count(after.rules.ops, after.rules.c, after.c, &later, depth - 1)
            found.append((seat, move, total))
    return found

"""What a search expects after a move, for people who want to see its plan."""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.rng cimport Rng, hash_token, rng_keyed
from petteia.ext.core.types cimport MAX_MOVES, OVER, PENDING_CHANCE, PUBLIC_CHOICE, REACTION, move_t, pending_t
from petteia.ext.search.tree cimport Edge, Node, edges_of, find
from petteia.ext.search.worker cimport Worker, hash_moves, make_move, public_node_key, start_keys


cdef void start_line(Worker* w) noexcept nogil:
    """Draw a world to walk through, always the same one."""
    cdef Rng rng = rng_keyed(w.stream, 0)
    w.ops.sample(w.rules, w.obs, False, w.state, &rng)
    start_keys(w, False)


cdef int most_tried(Worker* w, uint32_t number, const move_t* moves, int n) noexcept nogil:
    """Which of these moves was tried most at a node; -1 if none was."""
    cdef const Node* node = &w.tree.nodes[number]
    cdef const Edge* edges = edges_of(&w.tree, node)
    cdef int i, a, best = -1
    cdef uint32_t most = 0
    for a in range(node.n_edges):
        for i in range(n):
            if moves[i] == edges[a].move and edges[a].visits > most:
                best, most = i, edges[a].visits
    return best


cdef int best_known(Worker* w, int seat, move_t* moves) noexcept nogil:
    """Which of the seat's legal moves (written to `moves`) was tried most, at its node or else at the public one; or
    -1."""
    cdef int n = w.ops.legal(w.rules, w.state, seat, moves)
    cdef uint64_t key = w.key[seat]
    cdef int best = -1
    cdef uint32_t number
    if n == 1:
        return 0
    if w.by_moves:
        key = hash_token(key, hash_moves(moves, n))
    number = find(&w.tree, seat, key)
    if number != 0:
        best = most_tried(w, number, moves, n)
    if best < 0:
        number = find(&w.tree, w.n_seats, public_node_key(w.key[w.n_seats], seat))
        if number != 0:
            best = most_tried(w, number, moves, n)
    return best


cdef list expected_line(Worker* w, move_t move, int length):
    """(seat, move) from a move of the viewer on, the move None where the viewer will not see it.

    Ends where chance decides or the tree does.
    """
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t transitions = w.transitions
    cdef pending_t pending
    cdef int seat, number
    start_line(w)
    found = [(w.viewer, move)]
    make_move(w, w.viewer, move)
    while len(found) < length:
        pending = w.ops.pending(w.rules, w.state)
        if pending == OVER or pending == PENDING_CHANCE:
            break
        seat = ctz32(pending)
        number = best_known(w, seat, moves)
        if number < 0:
            break
        seen = seat == w.viewer or w.ops.kind(w.rules, w.state, seat) in (PUBLIC_CHOICE, REACTION)
        found.append((seat, moves[number] if seen else None))
        make_move(w, seat, moves[number])
    w.transitions = transitions                   # looking back is not thinking
    return found

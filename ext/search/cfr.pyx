"""Counterfactual regret minimisation with external sampling: solves small closed games from their start.

Each iteration is about one seat: of its own decisions it looks at every move, of all others' and of chance's at one
that is drawn. It uses the search's tree, with all information sets known by the keys that an observation has, so it
can be compared with the search move by move. Later strategies count for more in the average, because the early ones
are guesses.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.handles cimport MAX_STATE, Rules
from petteia.ext.core.game cimport GameOps, RulesHead
from petteia.ext.core.rng cimport Rng, hash_token, mix64, rng_keyed, rng_unit
from petteia.ext.search.params import MAX_MEMORY_MB
from petteia.ext.search.tree cimport Edge, Node, Tree, add_edge, edges_of, find, insert, make_tree, release_tree
from petteia.ext.core.types cimport (
    CHANCE, Events, MAX_MOVES, MAX_SEATS, OVER, PENDING_CHANCE, move_t, pending_t, token, token_t,
)

cdef enum:
    MOST_MOVES = 64       # of one decision; a game with more is not small


cdef struct Walk:
    Tree* tree
    const GameOps* ops
    const void* rules
    int n_seats
    int seat                                # whose regrets are updated
    double weight                           # of this iteration in the average
    Rng rng
    Events events


# A position on the way: the state, and what each seat saw.
cdef struct Place:
    unsigned char state[MAX_STATE]
    uint64_t key[MAX_SEATS]


cdef void step(Walk* w, Place* at, int seat, move_t move) noexcept nogil:
    cdef int i, viewer
    cdef token_t seen
    w.events.n = 0
    w.ops.apply(w.rules, at.state, seat, move, &w.events)
    for i in range(w.events.n):
        for viewer in range(w.n_seats):
            seen = token(&w.events.at[i], viewer)
            if seen:
                at.key[viewer] = hash_token(at.key[viewer], seen)


cdef uint32_t node_of(Walk* w, const Place* at, int seat) except 0 nogil:
    """The node of who decides, with an edge for every move."""
    cdef move_t moves[MAX_MOVES]
    cdef uint32_t number = find(w.tree, seat, at.key[seat])
    cdef int i, n
    if number == 0:
        n = w.ops.legal(w.rules, at.state, seat, moves)
        if n > MOST_MOVES:
            with gil:
                raise ValueError(f"a decision with {n} moves: want at most {MOST_MOVES}")
        number = insert(w.tree, seat, at.key[seat], 0, 0)
        for i in range(n):
            if number == 0 or add_edge(w.tree, number, moves[i], 0) == NULL:
                with gil:
                    raise MemoryError("the game does not fit the solver's memory")
    return number


cdef void strategy_of(Walk* w, uint32_t number, double* out) noexcept nogil:
    cdef Node* node = &w.tree.nodes[number]
    cdef Edge* edges = edges_of(w.tree, node)
    cdef double total = 0
    cdef int a
    for a in range(node.n_edges):
        out[a] = edges[a].regret if edges[a].regret > 0 else 0
        total += out[a]
    for a in range(node.n_edges):
        out[a] = out[a] / total if total > 0 else 1.0 / node.n_edges


cdef double traverse(Walk* w, Place* at) except? -1 nogil:
    """The value of a position for the seat whose iteration it is; moves on in place."""
    cdef float per_team[MAX_SEATS]
    cdef double strategy[MOST_MOVES]
    cdef double value[MOST_MOVES]
    cdef double mean = 0, r
    cdef Place after
    cdef pending_t pending
    cdef uint32_t number
    cdef Edge* edges
    cdef int seat, a, n
    while True:
        pending = w.ops.pending(w.rules, at.state)
        if pending == OVER:
            w.ops.returns(w.rules, at.state, per_team)
            return per_team[(<const RulesHead*>w.rules).team[w.seat]]
        if pending == PENDING_CHANCE:
            step(w, at, CHANCE, w.ops.draw(w.rules, at.state, &w.rng))
            continue
        seat = ctz32(pending)
        number = node_of(w, at, seat)
        n = w.tree.nodes[number].n_edges
        strategy_of(w, number, strategy)
        edges = edges_of(w.tree, &w.tree.nodes[number])
        if seat == w.seat:
            break
        r = rng_unit(&w.rng)
        a = 0
        while a < n - 1 and r >= strategy[a]:
            r -= strategy[a]
            a += 1
        for number in range(<uint32_t>n):
            edges[number].strategy += w.weight * strategy[number]
        step(w, at, seat, edges[a].move)
    for a in range(n):
        memcpy(after.state, at.state, w.ops.state_size)
        memcpy(after.key, at.key, sizeof(at.key))
        step(w, &after, seat, edges_of(w.tree, &w.tree.nodes[number])[a].move)
        value[a] = traverse(w, &after)
        mean += strategy[a] * value[a]
    edges = edges_of(w.tree, &w.tree.nodes[number])
    for a in range(n):
        edges[a].regret += value[a] - mean
    return mean


cdef class Solver:
    """Approaches an equilibrium of a small game with two teams."""

    cdef Tree tree
    cdef readonly Rules rules
    cdef readonly uint64_t iterations
    cdef uint64_t seed

    def __cinit__(self, Rules rules not None, *, seed: int = 0, memory_mb: int = 64):
        if not 1 <= memory_mb <= MAX_MEMORY_MB:
            raise ValueError(f"memory_mb={memory_mb}: want 1 to {MAX_MEMORY_MB}")
        self.rules = rules
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        make_tree(&self.tree, <size_t>memory_mb * 1024 * 1024, rules.head().n_seats)

    def __dealloc__(self):
        release_tree(&self.tree)

    def run(self, uint64_t iterations) -> None:
        """So many walks, each for one seat in turn."""
        cdef Walk w
        cdef Place start
        cdef int seat
        w.tree, w.ops, w.rules, w.n_seats = &self.tree, self.rules.ops, self.rules.c, self.rules.head().n_seats
        with nogil:
            for _ in range(iterations):
                w.rng = rng_keyed(self.seed, self.iterations)
                w.seat = <int>(self.iterations % w.n_seats)
                w.weight = <double>(self.iterations + 1)
                self.iterations += 1
                w.ops.init(w.rules, start.state)
                for seat in range(w.n_seats):
                    start.key[seat] = mix64(seat)
                traverse(&w, &start)

    def policy(self, uint64_t key) -> dict[int, float]:
        """The average strategy at an information set (an `Obs.info_key`); empty if it was never met."""
        cdef Node* node
        cdef Edge* edges
        cdef uint32_t number
        cdef int seat, a
        for seat in range(self.rules.head().n_seats):
            number = find(&self.tree, seat, key)
            if number:
                node = &self.tree.nodes[number]
                edges = edges_of(&self.tree, node)
                total = sum([edges[a].strategy for a in range(node.n_edges)])
                if total <= 0:
                    return {}
                return {edges[a].move: edges[a].strategy / total for a in range(node.n_edges)}
        return {}

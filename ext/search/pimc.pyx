"""Determinised UCT (perfect-information Monte Carlo): the baseline that the search must beat.

Some worlds are sampled from the observation, each gets a tree of its own and is searched as if all its cards lay
open, and the worlds vote. What is wrong with that is known: a world's tree plans as if the seat knew the world
("strategy fusion"), hidden moves are worth nothing, and a bid is answered by its reader. The information-set search
has to do better.

    trees    one for each world; all share one arena of nodes and one of edges
    node     a position: its edges are contiguous for a decision, linked by `next` for chance (met outcomes only)
    edge     a move or an outcome, its visits, the sum of the mover's team's values, and the node that it leads to
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from petteia.ext.core.clock cimport wall_seconds
from petteia.ext.core.flag cimport is_set, set_flag
from petteia.ext.core.handles cimport MAX_STATE, Obs, Rules
from petteia.ext.core.game cimport GameOps, RulesHead
from petteia.ext.search.selection cimport logarithm
from petteia.ext.core.rng cimport Rng, mix64, rng_below, rng_keyed
from petteia.ext.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, OVER, PENDING_CHANCE, move_t, pending_t

cdef enum:
    NONE = -1
    MAX_DEPTH = 512           # edges of one descent
    CLOCK_EVERY = 64          # iterations between looks at the clock


MAX_WORLDS = 10_000
MAX_MEMORY_MB = 1 << 15       # nodes and edges have numbers of 31 bits
MAX_EXPLORATION = 10


cdef struct Node:
    int32_t first             # edge, or NONE while a chance node has met nothing
    int32_t n_edges           # 0: not expanded
    uint32_t visits


cdef struct Edge:
    move_t move
    uint32_t visits
    double value              # sum for the team of the seat that decides
    int32_t child             # NONE until the second visit
    int32_t next              # of a chance node


cdef inline int first_seat(pending_t pending) noexcept nogil:
    """In an open world the seats of a simultaneous decision choose one after the other."""
    cdef int seat = 0
    while not pending >> seat & 1:
        seat += 1
    return seat


@cython.final
cdef class Pimc:
    """Determinised UCT for the viewer of an observation, who must be asked.

    ``worlds`` trees grow in turn, so that stopping at any time leaves all of them about equally large.
    """

    cdef Rules rules
    cdef Obs obs
    cdef const GameOps* ops
    cdef const RulesHead* head
    cdef uint64_t seed
    cdef int n_worlds, cutoff, n_moves, max_nodes, max_edges, n_nodes, n_edges
    cdef double exploration
    cdef double total[MAX_SEATS]           # of each team's results, over all iterations
    cdef double squares[MAX_SEATS]
    cdef unsigned char* worlds
    cdef Node* node
    cdef Edge* edge
    cdef int stopping                      # a flag that any thread may set
    cdef readonly long nodes
    cdef readonly double seconds

    def __cinit__(self, Obs obs not None, *, ai_seed: int, int worlds=16, int memory_mb=64, double exploration=0.5,
                  int cutoff=-1):
        cdef move_t moves[MAX_MOVES]
        cdef Rng rng
        cdef int w
        obs.want_sound()
        if not obs.rules.ops.pending(obs.rules.c, obs.c) >> obs.viewer & 1:
            raise ValueError(f"viewer {obs.viewer} is not asked now: want an observation of who must decide")
        if not 1 <= worlds <= MAX_WORLDS:
            raise ValueError(f"worlds={worlds}: want 1 to {MAX_WORLDS}")
        if not 1 <= memory_mb <= MAX_MEMORY_MB:
            raise ValueError(f"memory_mb={memory_mb}: want 1 to {MAX_MEMORY_MB}")
        if not 0 <= exploration <= MAX_EXPLORATION:
            raise ValueError(f"exploration={exploration}: want 0 to {MAX_EXPLORATION}")
        if cutoff < -1:
            raise ValueError(f"cutoff={cutoff}: want a number of decisions, or -1 for the end of the game")
        self.rules, self.obs, self.ops = obs.rules, obs, obs.rules.ops
        self.head = <const RulesHead*>self.rules.c
        self.seed = mix64((ai_seed & 0xFFFFFFFFFFFFFFFF) ^ mix64(obs.key + obs.viewer))
        self.n_worlds, self.cutoff, self.exploration = worlds, cutoff, exploration
        self.n_moves = self.ops.legal(self.rules.c, obs.c, obs.viewer, moves)
        self.max_edges = <int>((<size_t>memory_mb << 20) // (sizeof(Edge) + sizeof(Node) // 4))
        self.max_nodes = self.max_edges // 4 + worlds
        self.max_edges += worlds * self.n_moves       # the roots always fit
        self.worlds = <unsigned char*>malloc(worlds * <size_t>MAX_STATE)
        self.node = <Node*>malloc(self.max_nodes * sizeof(Node))
        self.edge = <Edge*>malloc(self.max_edges * sizeof(Edge))
        if self.worlds == NULL or self.node == NULL or self.edge == NULL:
            raise MemoryError
        for w in range(worlds):
            rng = rng_keyed(self.seed, 2 * w)
            self.ops.sample(self.rules.c, obs.c, False, self.worlds + w * MAX_STATE, &rng)
            self.new_node()
            self.expand(w, moves, self.n_moves)

    def __dealloc__(self):
        free(self.worlds)
        free(self.node)
        free(self.edge)

    cdef int new_node(self) noexcept nogil:
        if self.n_nodes == self.max_nodes:
            return NONE
        self.node[self.n_nodes] = Node(NONE, 0, 0)
        self.n_nodes += 1
        return self.n_nodes - 1

    cdef bint expand(self, int at, const move_t* moves, int n) noexcept nogil:
        """Give a node its edges; False if there is no room."""
        cdef int i
        if self.n_edges + n > self.max_edges:
            return False
        self.node[at].first, self.node[at].n_edges = self.n_edges, n
        for i in range(n):
            self.edge[self.n_edges + i] = Edge(moves[i], 0, 0, NONE, NONE)
        self.n_edges += n
        return True

    cdef int outcome(self, int at, move_t drawn) noexcept nogil:
        """The edge of a chance node for what was drawn, made if it is new; NONE if there is no room."""
        cdef int e = self.node[at].first
        while e != NONE and self.edge[e].move != drawn:
            e = self.edge[e].next
        if e == NONE and self.n_edges < self.max_edges:
            e = self.n_edges
            self.n_edges += 1
            self.edge[e] = Edge(drawn, 0, 0, NONE, self.node[at].first)
            self.node[at].first = e
            self.node[at].n_edges += 1
        return e

    cdef int select(self, int at, Rng* rng) noexcept nogil:
        """UCB1; what was not tried comes first, in random order."""
        cdef const Node* node = &self.node[at]
        cdef const Edge* edge
        cdef int i, best = NONE, n_new = 0, offset = rng_below(rng, node.n_edges)
        cdef double score, best_score = -1, total
        for i in range(node.n_edges):
            if self.edge[node.first + i].visits == 0:
                n_new += 1
                if rng_below(rng, n_new) == 0:
                    best = node.first + i
        if n_new:
            return best
        total = logarithm(node.visits)
        for i in range(node.n_edges):             # from a random edge on: ties go to no particular move
            edge = &self.edge[node.first + (i + offset) % node.n_edges]
            score = edge.value / edge.visits + self.exploration * sqrt(total / edge.visits)
            if score > best_score:
                best_score = score
                best = node.first + (i + offset) % node.n_edges
        return best

    cdef void iterate(self, int world, Rng* rng) noexcept nogil:
        cdef unsigned char state[MAX_STATE]
        cdef move_t moves[MAX_MOVES]
        cdef float result[MAX_SEATS]
        cdef int path_edge[MAX_DEPTH]
        cdef int path_team[MAX_DEPTH]             # NONE for chance
        cdef int path_node[MAX_DEPTH]
        cdef int depth = 0, at = world, e, seat
        cdef pending_t pending
        cdef const void* rules = self.rules.c
        cdef move_t drawn
        memcpy(state, self.worlds + world * MAX_STATE, self.ops.state_size)
        while depth < MAX_DEPTH and at != NONE:
            pending = self.ops.pending(rules, state)
            if pending == OVER:
                break
            if pending == PENDING_CHANCE:
                drawn = self.ops.draw(rules, state, rng)
                e = self.outcome(at, drawn)
                if e == NONE:
                    break
                path_team[depth] = NONE
                self.ops.apply(rules, state, CHANCE, drawn, NULL)
            else:
                seat = first_seat(pending)
                if self.node[at].n_edges == 0 and not self.expand(
                        at, moves, self.ops.legal(rules, state, seat, moves)):
                    break
                e = self.select(at, rng)
                path_team[depth] = self.head.team[seat]
                self.ops.apply(rules, state, seat, self.edge[e].move, NULL)
            path_edge[depth], path_node[depth] = e, at
            depth += 1
            if self.edge[e].child == NONE:
                # A new leaf, unless the move was a forced step to chance: then the position after it is the leaf.
                self.edge[e].child = self.new_node()
                if path_team[depth - 1] != NONE:
                    break
            at = self.edge[e].child
        self.ops.random_playout(rules, state, rng, self.cutoff, result)
        for e in range(self.head.n_teams):
            self.total[e] += result[e]
            self.squares[e] += result[e] * result[e]
        while depth > 0:
            depth -= 1
            self.node[path_node[depth]].visits += 1
            self.edge[path_edge[depth]].visits += 1
            if path_team[depth] != NONE:
                self.edge[path_edge[depth]].value += result[path_team[depth]]

    cdef void grow(self, long most, double seconds) noexcept nogil:
        """Iterate until `most` are done or the time is over (a negative limit is none)."""
        cdef Rng rng
        cdef double start = wall_seconds()
        while not is_set(&self.stopping) and self.nodes != most:
            if self.nodes % CLOCK_EVERY == 0 and seconds >= 0 and wall_seconds() - start >= seconds:
                break
            rng = rng_keyed(self.seed, 2 * self.nodes + 1)
            self.iterate(self.nodes % self.n_worlds, &rng)
            self.nodes += 1
        self.seconds += wall_seconds() - start

    def run(self, nodes: int | None = None, seconds: float | None = None) -> None:
        """Think until `nodes` iterations are done in all, or the time is over, or `stop` is called."""
        cdef long most
        if nodes is not None and nodes < 0:
            raise ValueError(f"nodes={nodes}: want a number of iterations, or None")
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds={seconds}: want a time, or None")
        most = -1 if nodes is None else max(<long>nodes, self.nodes)
        cdef double time = -1 if seconds is None else seconds
        with nogil:
            self.grow(most, time)
        set_flag(&self.stopping, 0)

    def stop(self) -> None:
        set_flag(&self.stopping, 1)

    def root(self) -> list[tuple[int, float, int, float]]:
        """(move, share of the votes, visits, value) of each move, best first; a world votes with its visits."""
        cdef int i, w
        cdef long visits
        cdef double value
        cdef const Edge* edge
        found = []
        for i in range(self.n_moves):
            visits, value = 0, 0
            for w in range(self.n_worlds):
                edge = &self.edge[self.node[w].first + i]
                visits += edge.visits
                value += edge.value
            found.append((self.edge[self.node[0].first + i].move, <double>visits / max(self.nodes, 1), visits,
                          value / max(visits, 1)))
        return sorted(found, key=lambda row: (-row[2], -row[3]))

    def values(self) -> list[float]:
        """What each team expects."""
        return [self.total[t] / max(self.nodes, 1) for t in range(self.head.n_teams)]

    def error(self) -> float:
        """The standard error of the values, as if the iterations were independent."""
        cdef double n = max(self.nodes, 2), mean = self.total[0] / n
        return sqrt(max(self.squares[0] / n - mean * mean, 0) / (n - 1))

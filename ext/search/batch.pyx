"""Leaves of the search that wait to be judged together, by a function of Python's.

The search walks down again and again, and keeps the way to each leaf. When it has enough of them the function is called
once, and what it says goes up each of these ways as after any other iteration.

Meanwhile the open moves on the way to a leaf count one visit more, which gave nothing. So the next walk looks
elsewhere (a *virtual loss*); the visit is taken back before the true one is learnt. Where a strategy is mixed, chance
alone leads to other leaves. What lives for one iteration (tree.pxd) lives for a batch here.
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.flag cimport is_set
from petteia.ext.core.handles cimport Rules, State, same_rules
from petteia.ext.core.rng cimport Rng, rng_keyed
from petteia.ext.core.types cimport MAX_SEATS, OVER
from petteia.ext.search.iterate cimport are_shares, draws_own, learn, play_on, walk_down
from petteia.ext.search.selection cimport REGRETS, UCB
from petteia.ext.search.tree cimport Edge, Node, edges_of, end_iteration
from petteia.ext.search.worker cimport NOT_KEPT, Step, Worker

MAX_BATCH = 4096
cdef enum:
    PATIENCE = 8          # walks for each leaf of a batch: then it is judged as it is, since most walks end the game
    FIRST_ROOM = 1024     # steps, and chances, that there is room for at first


@cython.final
cdef class Leaves:
    """Positions that an evaluation is to judge: all of worlds that were sampled from the search's observation."""

    cdef readonly Rules rules
    cdef readonly object states             # bytes of the kernel's states, a row each
    cdef readonly object seats              # who decides, or decides first, in each

    def __init__(self):
        raise TypeError("Leaves come from a Searcher, or from Leaves.of")

    @staticmethod
    def of(list states not None) -> Leaves:
        """States of one game as an evaluation gets them. In none of them may the game be over."""
        cdef Leaves leaves = Leaves.__new__(Leaves)
        cdef unsigned char[:, ::1] rows
        cdef signed char[::1] seats
        cdef State state
        cdef int i
        import numpy as np
        if not states:
            raise ValueError("no states: want one at least")
        leaves.rules = (<State?>states[0]).rules
        leaves.states = rows = np.empty((len(states), leaves.rules.ops.state_size), np.uint8)
        leaves.seats = seats = np.empty(len(states), np.int8)
        for i in range(len(states)):
            state = <State?>states[i]
            if not same_rules(state.rules, leaves.rules):
                raise ValueError(f"state {i} is of {state.rules.game}: want the same rules of {leaves.rules.game}")
            if state.asks() == OVER:
                raise ValueError(f"state {i}: the game is over, so there is nothing to judge")
            memcpy(&rows[i, 0], state.c, leaves.rules.ops.state_size)
            seats[i] = ctz32(state.asks())
        return leaves

    def __len__(self) -> int:
        return len(self.seats)

    def state(self, Py_ssize_t number) -> State:
        """One of them as a `State`: slow, and easy to ask."""
        cdef State state
        cdef const unsigned char[::1] row
        if not 0 <= number < len(self):
            raise IndexError(f"no leaf {number}: want 0 to {len(self) - 1}")
        row = self.states[number]
        state = State.__new__(State)
        state.rules = self.rules
        memcpy(state.c, &row[0], self.rules.ops.state_size)
        return state


cdef void count_pending(Worker* w, uint32_t visits) noexcept nogil:
    """Add so many visits (one, or one less than none) to the open moves on the way that the worker has."""
    cdef Node* node
    cdef Edge* edge
    cdef int i
    for i in range(w.n_steps):
        if w.steps[i].rule != UCB:
            continue
        node = &w.tree.nodes[w.steps[i].node]
        edge = &edges_of(&w.tree, node)[w.steps[i].edge]
        node.visits += visits
        edge.visits += visits
        if node.public != 0:
            node = &w.tree.nodes[node.public]
            node.visits += visits
            if edge.public_edge != 0:
                edges_of(&w.tree, node)[edge.public_edge - 1].visits += visits


cdef class Collector:
    """The batches of one worker."""

    def __cinit__(self, Rules rules not None, int size):
        self.rules = rules
        self.size = size
        self.step_room = self.mixed_room = FIRST_ROOM
        self.leaves = <Leaf*>malloc(size * sizeof(Leaf))
        self.steps = <Step*>malloc(FIRST_ROOM * sizeof(Step))
        self.mixed = <double*>malloc(FIRST_ROOM * sizeof(double))
        if self.leaves == NULL or self.steps == NULL or self.mixed == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.leaves)
        free(self.steps)
        free(self.mixed)

    cdef int begin(self) except -1:
        """Make arrays for a batch. Whoever got the last ones may keep them."""
        cdef unsigned char[:, ::1] states
        cdef signed char[::1] seats
        import numpy as np                        # most searches do without
        self.states = states = np.empty((self.size, self.rules.ops.state_size), np.uint8)
        self.seats = seats = np.empty(self.size, np.int8)
        self.states_at, self.seats_at = &states[0, 0], &seats[0]
        return 0

    cdef int collect(self, Worker* w, uint64_t goal, int* stopped) except -1 nogil:
        """Walk until the batch is full, or for long enough. What ends a game is learnt at once."""
        cdef Rng rng
        cdef float per_team[MAX_SEATS]
        cdef bint resample_own, over
        cdef int walks = 0
        while self.n < self.size and walks < PATIENCE * self.size and w.iterations < goal and not is_set(stopped):
            walks += 1
            rng = rng_keyed(w.stream, w.iterations)
            resample_own = draws_own(w)
            over = walk_down(w, resample_own, &rng)
            if not over:
                play_on(w, &rng, per_team)
                over = w.ops.pending(w.rules, w.state) == OVER
            w.decisions += w.transitions          # what the playout added to them
            if not over:
                self.keep(w, resample_own)
                continue
            w.ops.returns(w.rules, w.state, per_team)
            learn(w, per_team, resample_own)
            if self.n == 0:
                end_iteration(&w.tree)
        return 0

    cdef int keep(self, Worker* w, bint resample_own) except -1 nogil:
        """Keep the leaf where the worker stands, and the way to it."""
        cdef Leaf* leaf = &self.leaves[self.n]
        cdef Step* steps = self.steps
        cdef double* mixed = self.mixed
        cdef int i
        if self.n_steps + w.n_steps > self.step_room:
            self.step_room = 2 * (self.n_steps + w.n_steps)
            steps = <Step*>realloc(self.steps, self.step_room * sizeof(Step))
            self.steps = steps if steps != NULL else self.steps
        if self.n_mixed + w.n_mixed > self.mixed_room:
            self.mixed_room = 2 * (self.n_mixed + w.n_mixed)
            mixed = <double*>realloc(self.mixed, self.mixed_room * sizeof(double))
            self.mixed = mixed if mixed != NULL else self.mixed
        if steps == NULL or mixed == NULL:
            with gil:
                raise MemoryError
        for i in range(w.n_steps):
            if w.steps[i].rule == REGRETS:        # how many chances were kept; `other` is free in such a step
                w.steps[i].other = w.tree.nodes[w.steps[i].node].n_edges
        leaf.first_step, leaf.n_steps = self.n_steps, w.n_steps
        leaf.first_mixed, leaf.n_mixed = self.n_mixed, w.n_mixed
        leaf.resample_own = resample_own
        memcpy(self.steps + self.n_steps, w.steps, w.n_steps * sizeof(Step))
        memcpy(self.mixed + self.n_mixed, w.mixed, w.n_mixed * sizeof(double))
        memcpy(self.states_at + self.n * w.ops.state_size, w.state, w.ops.state_size)
        self.seats_at[self.n] = ctz32(w.ops.pending(w.rules, w.state))
        self.n_steps += w.n_steps
        self.n_mixed += w.n_mixed
        self.n += 1
        count_pending(w, 1)
        return 0

    cdef int judge(self, Worker* w, object evaluate) except -1:
        """Have the batch judged, and learn from it."""
        cdef Leaves leaves
        cdef const float[:, ::1] shares
        cdef int i
        if self.n == 0:
            return 0
        leaves = Leaves.__new__(Leaves)
        leaves.rules = self.rules
        leaves.states, leaves.seats = self.states[:self.n], self.seats[:self.n]
        self.states = self.seats = None
        shares = checked_shares(evaluate(leaves), self.n, w.n_teams)
        with nogil:
            for i in range(self.n):
                self.take(w, i)
                learn(w, &shares[i, 0], self.leaves[i].resample_own)
            self.clear(w)
        return 0

    cdef void take(self, Worker* w, int number) noexcept nogil:
        """Give the worker the way to a leaf again, and take its pending visits back."""
        cdef const Leaf* leaf = &self.leaves[number]
        cdef int i
        w.n_steps, w.n_mixed = leaf.n_steps, leaf.n_mixed
        memcpy(w.steps, self.steps + leaf.first_step, leaf.n_steps * sizeof(Step))
        memcpy(w.mixed, self.mixed + leaf.first_mixed, leaf.n_mixed * sizeof(double))
        for i in range(w.n_steps):                # a full tree may have found room for more moves meanwhile
            if w.steps[i].rule == REGRETS and w.steps[i].other != w.tree.nodes[w.steps[i].node].n_edges:
                w.steps[i].mixed = NOT_KEPT
        count_pending(w, <uint32_t>-1)

    cdef void abandon(self, Worker* w) noexcept nogil:
        """Forget the leaves that nobody judged, as if they had never been walked to."""
        cdef int i
        for i in range(self.n):
            self.take(w, i)
        w.iterations -= self.n
        self.clear(w)

    cdef void clear(self, Worker* w) noexcept nogil:
        self.n = 0
        self.n_steps = self.n_mixed = 0
        end_iteration(&w.tree)


def checked_shares(given: object, int n, int n_teams) -> object:
    """What an evaluation gave, as an array of shares; ValueError or TypeError says what would have been right."""
    cdef const float[:, ::1] shares
    cdef int i
    import numpy as np
    want = f"want an array of shape {(n, n_teams)}, a share for each team of each leaf"
    try:
        found = np.ascontiguousarray(given, np.float32)
    except (TypeError, ValueError) as error:
        raise TypeError(f"evaluate gave a {type(given).__name__}: {want}") from error
    if found.shape != (n, n_teams):
        raise ValueError(f"evaluate gave an array of shape {found.shape}: {want}")
    shares = found
    for i in range(n):
        if not are_shares(&shares[i, 0], n_teams):
            raise ValueError(f"evaluate gave leaf {i} the shares {found[i].tolist()}: want numbers from 0 to 1 that add"
                             " up to 1")
    return found

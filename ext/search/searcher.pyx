"""The search as Python sees it: a Searcher thinks about one observation and says what it found.

It gets an observation and nothing else. Threads grow independent trees; their roots are added up.
"""

from threading import Thread

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from petteia.ext.core.clock cimport wall_seconds
from petteia.ext.core.flag cimport is_set, set_flag
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.handles cimport Obs, same_rules
from petteia.ext.core.rng cimport Rng, rng_keyed
from petteia.ext.core.types cimport BID, GUESS, HIDDEN_CHOICE, MAX_MOVES, move_t
from petteia.ext.search.batch cimport Collector
from petteia.ext.search.batch import MAX_BATCH
from petteia.ext.search.bid_matrix cimport matrix_rows, pair_of
from petteia.ext.search.continuation cimport expected_line, start_line
from petteia.ext.search.iterate cimport iterate
from petteia.ext.search.judgement cimport put_into
from petteia.ext.search.params cimport Params, read_params
from petteia.ext.search.params import MAX_MEMORY_MB, MAX_THREADS
from petteia.ext.search.selection cimport MEANS, REGRETS, rule_of, widen_node
from petteia.ext.search.tree cimport (
    TRANSIENT_EDGES, Edge, Node, clear_tree, edges_of, find, keep_subtree, make_tree, release_tree,
    touched_bytes,
)
from petteia.ext.search.worker cimport Worker, set_root, public_key_of, ensure_root, root_key

cdef enum:
    BETWEEN_CLOCKS = 64   # iterations between two looks at the clock

MAX_NODES = 10**12                  # of one run

# How the root's statistics become a policy.
cdef double LEAST_SHARE = 0.02      # of a mixed strategy: what is played less was only tried
cdef double LEAST_VISITS = 0.5      # of a hidden choice by visits, as a part of the most visited move's,
cdef int VISITS_POWER = 4           # and how much sharper than in proportion

cdef class Searcher:
    """Thinks about what one seat knows. Same seed, nodes and threads: same result."""

    cdef Worker* workers
    cdef readonly int threads
    cdef readonly double seconds                  # spent in `run` since the observation came
    cdef readonly Obs obs
    cdef uint64_t ai_seed
    cdef int stopped                              # a flag that any thread may set
    cdef bint running
    cdef list moves                               # of the root, if not all that are legal
    cdef readonly object evaluate                 # somebody else's judgement, or None
    cdef readonly object prior
    cdef list collectors                          # of leaves, one for each worker, where a function judges batches
    cdef object failure                           # what that function raised

    def __cinit__(self, Obs obs not None, *, ai_seed: int, memory_mb: int = 64, threads: int = 1,
                  params: dict[str, float] | None = None, moves: list[int] | None = None, evaluate=None, prior=None,
                  batch: int = 16):
        """``moves``: those of the seat's next decision that are looked at; None: all that are legal.

        ``evaluate`` and ``prior`` take the place of the game's own judgement of positions and of moves: capsules with C
        functions (`judgement`). ``evaluate`` may also be a function in Python that judges up to ``batch`` leaves in a
        call: it gets `Leaves` and gives an array with a row for each, the share of each team.
        """
        cdef Worker* w
        cdef Params chosen
        cdef GameOps ops = obs.rules.ops[0]
        cdef bint judged = put_into(&ops, evaluate, prior)
        cdef int i, seat
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads={threads}: want 1 to {MAX_THREADS}")
        if not threads <= memory_mb <= MAX_MEMORY_MB:
            raise ValueError(f"memory_mb={memory_mb}, threads={threads}: want a megabyte for each thread, and at most"
                             f" {MAX_MEMORY_MB}")
        if not 1 <= batch <= MAX_BATCH:
            raise ValueError(f"batch={batch}: want 1 to {MAX_BATCH}")
        obs.want_sound()
        read_params(params, obs.rules.ops, judged, &chosen)
        self.moves = None
        if moves is not None:
            legal = obs.legal()
            self.moves = [move for move in legal if move in moves]
            if not moves or len(self.moves) < len(set(moves)):
                raise ValueError(f"moves={moves}: want some of {legal}")
        self.threads = threads
        self.evaluate, self.prior = evaluate, prior
        self.collectors = []
        if callable(evaluate):
            self.collectors = [Collector(obs.rules, batch) for _ in range(threads)]
        self.ai_seed = ai_seed & 0xFFFFFFFFFFFFFFFF
        self.workers = <Worker*>calloc(threads, sizeof(Worker))
        if self.workers == NULL:
            raise MemoryError
        self.obs = obs.clone()
        for i in range(threads):
            w = &self.workers[i]
            w.own_ops, w.judged = ops, judged
            w.ops = obs.rules.ops if evaluate is None and prior is None else &w.own_ops
            w.rules, w.obs = obs.rules.c, self.obs.c
            w.viewer, w.n_seats, w.n_teams = obs.viewer, obs.rules.head().n_seats, obs.rules.head().n_teams
            for seat in range(8):
                w.team[seat] = obs.rules.head().team[seat]
            w.params = chosen
            make_tree(&w.tree, <size_t>memory_mb * 1024 * 1024 // threads - sizeof(Worker), w.n_seats + 1)
            set_root(w, self.ai_seed, i, self.obs.key, self.obs.n_tokens == 0)
            ensure_root(w)
            self._restrict_root(w)

    cdef void _restrict_root(self, Worker* w):
        """Give a new root edges for the chosen moves alone: it takes itself for complete and never adds another.

        A bid against a guess is solved as a whole, because the other side does not know what was left out (`root`).
        """
        cdef move_t moves[MAX_MOVES]
        cdef Rng rng = rng_keyed(w.stream, 0)
        cdef int i
        if self.moves is None or w.root == 0:
            return
        start_line(w)
        if pair_of(w, w.ops.pending(w.rules, w.state)) >= 0:
            return
        for i in range(len(self.moves)):
            moves[i] = self.moves[i]
        widen_node(&w.tree, w.root, True, w.ops, w.rules, w.state, w.viewer, moves, len(self.moves), &w.params, &rng)
        w.tree.nodes[w.root].n_legal = w.tree.nodes[w.root].n_edges

    def __dealloc__(self):
        cdef int i
        if self.workers != NULL:
            for i in range(self.threads):
                release_tree(&self.workers[i].tree)
            free(self.workers)

    # Thinking.

    def run(self, nodes: int | None = None, seconds: float | None = None, listener=None, double every=0.5) -> None:
        """Think until so many iterations were made (all threads together), so long, or `stop`.

        The listener is called now and then from this thread, and once at the end.
        """
        cdef double start = wall_seconds(), deadline = start + (1e9 if seconds is None else seconds), until
        cdef uint64_t goal
        if nodes is not None and not 0 <= nodes <= MAX_NODES:
            raise ValueError(f"nodes={nodes}: want 0 to {MAX_NODES}, or None")
        if seconds is not None and not seconds >= 0:
            raise ValueError(f"seconds={seconds}: want a time, or None")
        if self.running:
            raise RuntimeError("this Searcher is running already")
        self.running = True
        # Each thread has its fixed share of the nodes, so that the result does not depend on how fast they are.
        done = [self.workers[i].iterations for i in range(self.threads)]
        goals = []
        for i in range(self.threads):
            goal = 0xFFFFFFFFFFFFFFFF
            if nodes is not None:
                goal = done[i] + nodes // self.threads + (i < nodes % self.threads)
            goals.append(goal)
        try:
            while True:
                until = deadline
                if listener is not None and wall_seconds() + every < deadline:
                    until = wall_seconds() + every
                self._slice(goals, until)
                self.seconds += wall_seconds() - start
                start = wall_seconds()
                self._want_judged()
                if listener is not None:
                    listener(self)
                if (is_set(&self.stopped) or wall_seconds() >= deadline
                        or all(self.workers[i].iterations >= goals[i] for i in range(self.threads))):
                    break
        finally:
            self.running = False
            set_flag(&self.stopped, 0)
            self.failure = None
            for i in range(self.threads):
                self.workers[i].misjudged = False

    def _want_judged(self) -> None:
        """Raise what an evaluation raised; ValueError if it gave what no shares of a game can be."""
        if self.failure is not None:
            raise self.failure
        if any(self.workers[i].misjudged for i in range(self.threads)):
            raise ValueError(f"evaluate gave something else than {self.workers[0].n_teams} shares: want numbers from 0"
                             " to 1 that add up to 1")

    def _slice(self, goals: list[int], until: float) -> None:
        work = self._work_in_batches if self.collectors else self._work
        others = [Thread(target=work, args=(i, goals[i], until)) for i in range(1, self.threads)]
        for thread in others:
            thread.start()
        work(0, goals[0], until)
        for thread in others:
            thread.join()

    def _work(self, int number, uint64_t goal, double until) -> None:
        cdef Worker* w = &self.workers[number]
        cdef int i = 0
        with nogil:
            while w.iterations < goal and not is_set(&self.stopped) and not w.misjudged:
                iterate(w)
                i += 1
                if i == BETWEEN_CLOCKS:
                    i = 0
                    if wall_seconds() >= until:
                        break
        if w.misjudged:
            set_flag(&self.stopped, 1)           # the other threads too

    def _work_in_batches(self, int number, uint64_t goal, double until) -> None:
        """The same where a function in Python judges the leaves. It stops between two batches, so that what is in one
        never depends on the clock."""
        cdef Worker* w = &self.workers[number]
        cdef Collector leaves = self.collectors[number]
        try:
            while w.iterations < goal and not is_set(&self.stopped):
                leaves.begin()
                with nogil:
                    leaves.collect(w, goal, &self.stopped)
                if is_set(&self.stopped):
                    break
                leaves.judge(w, self.evaluate)
                if wall_seconds() >= until:
                    break
        except BaseException as error:            # `run` raises it, when all threads have ended
            if self.failure is None:
                self.failure = error
            set_flag(&self.stopped, 1)
        finally:
            leaves.abandon(w)

    def stop(self) -> None:
        """From any thread: the run that is on, or else the next one, ends at once."""
        set_flag(&self.stopped, 1)

    def advance(self, Obs obs not None) -> bool:
        """Go on to a later observation of the same game and seat, keeping what is still of use.

        False if nothing was known of it and the search starts anew.
        """
        cdef Worker* w
        cdef uint32_t root
        cdef int i
        cdef bint kept = False
        if self.running:
            raise RuntimeError("this Searcher is running")
        if obs.viewer != self.obs.viewer or not same_rules(obs.rules, self.obs.rules):
            raise ValueError(f"an observation of {obs.rules.game} by viewer {obs.viewer}: want one of the same rules"
                             f" of {self.obs.rules.game} by viewer {self.obs.viewer}")
        obs.want_sound()
        self.moves = None
        self.obs = obs.clone()
        set_flag(&self.stopped, 0)
        self.seconds = 0
        for i in range(self.threads):
            w = &self.workers[i]
            w.rules, w.obs = self.obs.rules.c, self.obs.c
            set_root(w, self.ai_seed, i, self.obs.key, self.obs.n_tokens == 0)
            root = 0
            if w.viewer < w.n_seats and w.ops.pending(w.rules, w.obs) >> w.viewer & 1:
                root = find(&w.tree, w.viewer, root_key(w))
            if root != 0 and w.tree.nodes[root].visits > 0 and w.tree.nodes[root].public != 0:
                w.public_key = public_key_of(w.tree.nodes[w.tree.nodes[root].public].key, w.viewer)
                keep_subtree(&w.tree, root, w.tree.nodes[root].public)
                kept = True
            else:
                clear_tree(&w.tree)
            ensure_root(w)
        return kept

    # What it found.

    @property
    def nodes(self) -> int:
        """Iterations since the observation came."""
        return sum([self.workers[i].iterations for i in range(self.threads)])

    @property
    def transitions(self) -> int:
        """Moves made in the tree and decisions made in playouts."""
        return sum([self.workers[i].transitions for i in range(self.threads)])

    @property
    def decisions(self) -> int:
        """Those of the transitions at which there was a choice: neither chance nor the only move."""
        return sum([self.workers[i].decisions for i in range(self.threads)])

    @property
    def copies(self) -> int:
        """States copied: one for each iteration, when its world is drawn."""
        return sum([self.workers[i].copies for i in range(self.threads)])

    @property
    def memory(self) -> int:
        """Bytes taken, whether in use or not."""
        return sum([self.workers[i].tree.bytes + sizeof(Worker) for i in range(self.threads)])

    @property
    def touched(self) -> int:
        """Bytes of that which were ever written to: what the search costs the machine."""
        return sum([touched_bytes(&self.workers[i].tree) + sizeof(Worker) for i in range(self.threads)])

    @property
    def used(self) -> tuple[int, int]:
        """Nodes and edges in use."""
        return (sum([self.workers[i].tree.n_nodes - 1 for i in range(self.threads)]),
                sum([self.workers[i].tree.n_edges - 1 - TRANSIENT_EDGES for i in range(self.threads)]))

    def root(self) -> list[tuple[int, float, int, float]]:
        """(move, policy, visits, value for the deciding team), best first; empty if the seat is not asked."""
        cdef Worker* w = &self.workers[0]
        if w.root == 0:
            return []
        kind = w.tree.nodes[w.root].kind
        if kind == BID or kind == GUESS:
            found = matrix_rows(self.workers, self.threads, self.obs)
            if found:
                return found if self.moves is None else self._chosen_rows(found)
        policy = self._policy_of_root()
        rows = self._rows([self.workers[i].root for i in range(self.threads)])
        rows = {move: rows.get(move, (0, 0.0, 0.0)) for move in policy}
        mean = self.values()[w.team[w.viewer]] if self.nodes else 0.5
        found = [(move, policy[move], n, value / n if n else mean) for move, (n, value, _) in rows.items()]
        found.sort(key=lambda row: (-row[1], -row[2], -row[3], row[0]))
        return found

    def _chosen_rows(self, rows: list[tuple[int, float, int, float]]) -> list[tuple[int, float, int, float]]:
        """Of a solved bid or guess the moves to choose from; if none of them is ever played, the one worth most."""
        rows = [row for row in rows if row[0] in self.moves]
        total = sum([row[1] for row in rows])
        if total <= 0:
            best = max(rows, key=lambda row: row[3])[0]
            rows = [(move, float(move == best), n, value) for move, _, n, value in rows]
            total = 1.0
        return sorted([(move, share / total, n, value) for move, share, n, value in rows],
                      key=lambda row: (-row[1], -row[3], row[0]))

    def _legal(self) -> list[int]:
        """The moves of the root."""
        return self.obs.legal() if self.moves is None else self.moves

    def _rows(self, numbers: list[int]) -> dict[int, tuple[int, float, float]]:
        """For each move of a node in each tree, added up: visits, sum of values, sum of strategies."""
        cdef Node* node
        cdef Edge* edge
        cdef int i, a
        rows: dict = {}
        for i in range(self.threads):
            if numbers[i]:
                node = &self.workers[i].tree.nodes[<uint32_t>numbers[i]]
                for a in range(node.n_edges):
                    edge = &edges_of(&self.workers[i].tree, node)[a]
                    n, value, strategy = rows.get(edge.move, (0, 0.0, 0.0))
                    rows[edge.move] = (n + edge.visits, value + edge.value, strategy + edge.strategy)
        return rows

    def policy(self, uint64_t key) -> dict[int, float]:
        """The average strategy at an information set (an `Obs.info_key`) of any seat; empty if it was never met.

        The other seats' keys are known only to a search from the start of the game.
        """
        cdef int seat
        for seat in range(self.workers[0].n_seats):
            numbers = [find(&self.workers[i].tree, seat, key) for i in range(self.threads)]
            if any(numbers):
                rows = self._rows(numbers)
                sums = {move: strategy for move, (_, _, strategy) in rows.items()}
                return as_shares(sums if sum(sums.values()) > 0 else {move: n for move, (n, _, _) in rows.items()}, 0)
        return {}

    def values(self) -> list[float]:
        """The share that each team expects, adding up to 1."""
        cdef Worker* w = &self.workers[0]
        cdef int i, a, t, n_teams = w.n_teams
        total = [sum([self.workers[i].value_sum[t] for i in range(self.threads)]) for t in range(n_teams)]
        n = sum([self.workers[i].n_values for i in range(self.threads)])
        if n == 0:
            return [1.0 / n_teams] * n_teams
        average = [x / n for x in total]
        if w.root == 0 or w.root_guesses:
            return average
        # What the seat means to play, not what the search tried: exploration costs.
        visits, sums = {}, {}
        for i in range(self.threads):
            w = &self.workers[i]
            for a in range(w.tree.nodes[w.root].n_edges):
                move = edges_of(&w.tree, &w.tree.nodes[w.root])[a].move
                visits[move] = visits.get(move, 0) + w.root_visits[a]
                sums[move] = [x + w.root_sum[a][t] for t, x in enumerate(sums.get(move, [0.0] * n_teams))]
        chances = self._policy_of_root()
        weight = sum([chances.get(move, 0.0) for move, n in visits.items() if n])
        if weight <= 0:
            return average
        return [sum([chances[move] * sums[move][t] / n for move, n in visits.items() if n]) / weight
                for t in range(n_teams)]

    def _policy_of_root(self) -> dict[int, float]:
        cdef Worker* w = &self.workers[0]
        rows = self._rows([self.workers[i].root for i in range(self.threads)])
        rows = {move: rows.get(move, (0, 0.0, 0.0)) for move in self._legal()}
        visits = {move: row[0] for move, row in rows.items()}
        if rule_of(&w.tree.nodes[w.root], True, &w.params) in (REGRETS, MEANS):
            return as_shares({move: row[2] for move, row in rows.items()}, LEAST_SHARE)
        if w.tree.nodes[w.root].kind == HIDDEN_CHOICE:
            most = max(1, max(visits.values()))
            return as_shares({move: (n / most) ** VISITS_POWER if n >= LEAST_VISITS * most else 0.0
                              for move, n in visits.items()}, 0)
        return as_shares(visits, 0)

    def error(self) -> float:
        """The standard error of `values`."""
        n = sum([self.workers[i].n_values for i in range(self.threads)])
        if n < 2:
            return 0.5
        mean = sum([self.workers[i].value_sum[0] for i in range(self.threads)]) / n
        square = sum([self.workers[i].squares for i in range(self.threads)]) / n
        return sqrt(max(0.0, square - mean * mean) / n)

    def priors(self) -> list[tuple[int, float]]:
        """(move, the game's cheap opinion of it), best first: all that is known before the first iteration."""
        cdef Worker* w = &self.workers[0]
        cdef move_t moves[MAX_MOVES]
        cdef float prior[MAX_MOVES]
        cdef int i, n
        if w.root == 0:
            return []
        start_line(w)
        n = w.ops.legal(w.rules, w.state, w.viewer, moves)
        memset(prior, 0, sizeof(prior))
        if w.ops.suggest != NULL:
            w.ops.suggest(w.rules, w.state, w.viewer, moves, n, prior)
        chosen = self._legal()
        return sorted([(moves[i], prior[i]) for i in range(n) if moves[i] in chosen], key=lambda row: -row[1])

    def line(self, move_t move, int length=8) -> list[tuple[int, int | None]]:
        """What is expected after a root move: (seat, move), the move None where the seat will not see it.

        Ends where chance decides or the tree does.
        """
        if self.workers[0].root == 0:
            return []
        legal = self.obs.legal()
        if move not in legal:
            raise ValueError(f"{move} is not a legal move at the root: want {', '.join([str(m) for m in legal])}")
        return expected_line(&self.workers[0], move, length)


def as_shares(weights: dict[int, float], least: float) -> dict[int, float]:
    """Weights as parts of 1; those below `least` are dropped, which clears away what was only tried."""
    total = sum(weights.values())
    if total <= 0:
        return {move: 1.0 / len(weights) for move in weights}
    kept = {move: weight if weight >= least * total else 0.0 for move, weight in weights.items()}
    total = sum(kept.values())
    return {move: weight / total for move, weight in kept.items()}

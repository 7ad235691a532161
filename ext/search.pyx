"""The search as Python sees it: a Searcher thinks about one observation and says what it found.

It gets an observation and nothing else. Threads grow independent trees; their roots are added up.
"""

from threading import Thread

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from petteia.ext.bits cimport ctz32
from petteia.ext.core cimport Obs
from petteia.ext.equilibrium cimport MAX_BIDS, solve
from petteia.ext.equilibrium import guess_sets
from petteia.ext.ismcts cimport Worker, aim, best_known, iterate, make_move, plant, root_key, start_line
from petteia.ext.policy cimport MEANS, REGRETS, rule_of, smooth
from petteia.ext.tree cimport GUEST_EDGES, Edge, Node, clear, drop, edges_of, find, keep_below, make
from petteia.ext.types cimport (
    BID, GUESS, HIDDEN_CHOICE, MAX_MOVES, OVER, PENDING_CHANCE, PUBLIC_CHOICE, REACTION, move_t,
)

cdef enum:
    BETWEEN_CLOCKS = 64   # iterations between two looks at the clock

cdef double USUAL_UCB = 0.45

DEFAULTS: dict[str, float] = {
    "ucb": 0, "first": -1, "explore": 0.3, "bias": 3.0, "belief": 0, "widen": 1.0, "narrow": 4, "small": 8,
    "blend": 16, "deep": -1, "resample": 4, "cutoff": 0, "mixed": 0, "rollout": 1,
}


cdef double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef class Searcher:
    """Thinks about what one seat knows. Same seed, nodes and threads: same result."""

    cdef Worker* workers
    cdef readonly int threads
    cdef readonly double seconds                  # spent in `run` since the observation came
    cdef readonly Obs obs
    cdef uint64_t ai_seed
    cdef volatile int stopped
    cdef bint running

    def __cinit__(self, Obs obs, *, ai_seed: int, memory_mb: int = 64, threads: int = 1,
                  params: dict[str, float] | None = None):
        cdef Worker* w
        cdef int i, seat
        if threads < 1 or memory_mb < threads:
            raise ValueError(f"threads={threads}, memory_mb={memory_mb}: want a thread, and a megabyte for each")
        chosen = dict(DEFAULTS)
        for name, value in (params or {}).items():
            if name not in chosen:
                raise ValueError(f"no parameter {name!r}: want {', '.join(DEFAULTS)}")
            chosen[name] = value
        self.threads = threads
        self.ai_seed = ai_seed & 0xFFFFFFFFFFFFFFFF
        self.workers = <Worker*>calloc(threads, sizeof(Worker))
        if self.workers == NULL:
            raise MemoryError
        self.obs = obs.clone()
        for i in range(threads):
            w = &self.workers[i]
            w.ops, w.rules, w.obs = obs.rules.ops, obs.rules.c, self.obs.c
            w.viewer, w.n_seats, w.n_teams = obs.viewer, obs.rules.head().n_seats, obs.rules.head().n_teams
            for seat in range(8):
                w.team[seat] = obs.rules.head().team[seat]
            w.params = chosen
            if w.params.cutoff == 0:
                w.params.cutoff = w.ops.cutoff if w.ops.cutoff > 0 else -1
            if w.params.ucb == 0:
                w.params.ucb = w.ops.ucb if w.ops.ucb > 0 else USUAL_UCB
            if w.params.deep < 0:
                w.params.deep = w.ops.deep
            if w.params.first < 0:                # won or lost says less than a position judged
                w.params.first = 3 if w.params.cutoff < 0 else 0
            make(&w.tree, <size_t>memory_mb * 1024 * 1024 // threads - sizeof(Worker), w.n_seats + 1)
            aim(w, self.ai_seed, i, self.obs.key, self.obs.n_tokens == 0)
            plant(w)

    def __dealloc__(self):
        cdef int i
        if self.workers != NULL:
            for i in range(self.threads):
                drop(&self.workers[i].tree)
            free(self.workers)

    # Thinking.

    def run(self, nodes: int | None = None, seconds: float | None = None, listener=None, double every=0.5) -> None:
        """Think until so many iterations were made (all threads together), so long, or `stop`.

        The listener is called now and then from this thread, and once at the end.
        """
        cdef double start = now(), deadline = start + (1e9 if seconds is None else seconds), until
        cdef uint64_t goal
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
                if listener is not None and now() + every < deadline:
                    until = now() + every
                self._slice(goals, until)
                self.seconds += now() - start
                start = now()
                if listener is not None:
                    listener(self)
                if (self.stopped or now() >= deadline
                        or all(self.workers[i].iterations >= goals[i] for i in range(self.threads))):
                    break
        finally:
            self.running = False
            self.stopped = 0

    def _slice(self, goals: list[int], until: float) -> None:
        others = [Thread(target=self._work, args=(i, goals[i], until)) for i in range(1, self.threads)]
        for thread in others:
            thread.start()
        self._work(0, goals[0], until)
        for thread in others:
            thread.join()

    def _work(self, int number, uint64_t goal, double until) -> None:
        cdef Worker* w = &self.workers[number]
        cdef int i = 0
        with nogil:
            while w.iterations < goal and not self.stopped:
                iterate(w)
                i += 1
                if i == BETWEEN_CLOCKS:
                    i = 0
                    if now() >= until:
                        break

    def stop(self) -> None:
        """From any thread: the run that is on, or else the next one, ends at once."""
        self.stopped = 1

    def advance(self, Obs obs) -> bool:
        """Go on to a later observation of the same game and seat, keeping what is still of use.

        False if nothing was known of it and the search starts anew.
        """
        cdef Worker* w
        cdef uint64_t public_key
        cdef uint32_t root
        cdef int i
        cdef bint kept = False
        if self.running:
            raise RuntimeError("this Searcher is running")
        if obs.viewer != self.obs.viewer or obs.rules.ops != self.obs.rules.ops:
            raise ValueError("advance wants the same game and seat")
        self.obs = obs.clone()
        self.stopped = 0
        self.seconds = 0
        for i in range(self.threads):
            w = &self.workers[i]
            w.rules, w.obs = self.obs.rules.c, self.obs.c
            aim(w, self.ai_seed, i, self.obs.key, self.obs.n_tokens == 0)
            root = 0
            if w.viewer < w.n_seats and w.ops.pending(w.rules, w.obs) >> w.viewer & 1:
                root = find(&w.tree, w.viewer, root_key(w))
            if root != 0 and w.tree.nodes[root].visits > 0 and w.tree.nodes[root].public != 0:
                public_key = w.tree.nodes[w.tree.nodes[root].public].key
                w.public_key = public_key - <uint64_t>(w.viewer + 1) * <uint64_t>0x9E3779B97F4A7C15
                keep_below(&w.tree, root, w.tree.nodes[root].public)
                kept = True
            else:
                clear(&w.tree)
            plant(w)
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
    def used(self) -> tuple[int, int]:
        """Nodes and edges in use."""
        return (sum([self.workers[i].tree.n_nodes - 1 for i in range(self.threads)]),
                sum([self.workers[i].tree.n_edges - 1 - GUEST_EDGES for i in range(self.threads)]))

    def root(self) -> list[tuple[int, float, int, float]]:
        """(move, policy, visits, value for the deciding team), best first; empty if the seat is not asked."""
        cdef Worker* w = &self.workers[0]
        if w.root == 0:
            return []
        kind = w.tree.nodes[w.root].kind
        if kind == BID or kind == GUESS:
            found = self._matrix_root()
            if found:
                return found
        policy = self._policy_of_root()
        rows = self._rows([self.workers[i].root for i in range(self.threads)])
        rows = {move: rows.get(move, (0, 0.0, 0.0)) for move in policy}
        mean = self.values()[w.team[w.viewer]] if self.nodes else 0.5
        found = [(move, policy[move], n, value / n if n else mean) for move, (n, value, _) in rows.items()]
        found.sort(key=lambda row: (-row[1], -row[2], -row[3], row[0]))
        return found

    def _rows(self, numbers: list[int]) -> dict[int, tuple[int, float, float]]:
        """For each move of a node in each tree, added up: visits, sum of values, sum of strategies."""
        cdef Node* node
        cdef Edge* edge
        cdef int i, a
        rows: dict = {}
        for i in range(self.threads):
            if numbers[i]:
                node = &self.workers[i].tree.nodes[<uint32_t>numbers[i]]
                for a in range(node.n):
                    edge = &edges_of(&self.workers[i].tree, node)[a]
                    n, value, strategy = rows.get(edge.move, (0, 0.0, 0.0))
                    rows[edge.move] = (n + edge.visits, value + edge.value, strategy + edge.strategy)
        return rows

    def _matrix_root(self) -> list[tuple[int, float, int, float]]:
        """The equilibrium of a bid against a guess, from all threads' values; empty if it was not met as such."""
        cdef Worker* w = &self.workers[0]
        cdef Edge* edges
        cdef double miss[MAX_BIDS]
        cdef double hit[MAX_BIDS]
        cdef double bid[MAX_BIDS]
        cdef double cover[MAX_BIDS]
        cdef double counts[2][MAX_BIDS]
        cdef double totals[2][MAX_BIDS]
        cdef int i, b, n = w.tree.nodes[w.root].n
        if w.root_guesses == 0:
            return []
        for b in range(n):
            counts[0][b] = counts[1][b] = totals[0][b] = totals[1][b] = 0
            for i in range(self.threads):
                w = &self.workers[i]
                if b < w.tree.nodes[w.root].n:
                    edges = edges_of(&w.tree, &w.tree.nodes[w.root])
                    counts[0][b] += edges[b].born
                    totals[0][b] += edges[b].regret
                    counts[1][b] += edges[b].visits
                    totals[1][b] += edges[b].value
        smooth(totals[0], counts[0], n, 0.75, miss)
        smooth(totals[1], counts[1], n, 0.25, hit)
        w = &self.workers[0]
        solve(miss, hit, n, w.root_guesses, bid, cover)
        edges = edges_of(&w.tree, &w.tree.nodes[w.root])
        bids = [edges[b].move for b in range(n)]
        if w.tree.nodes[w.root].kind == BID:
            found = [(bids[b], bid[b], <int>(counts[0][b] + counts[1][b]),
                      cover[b] * hit[b] + (1 - cover[b]) * miss[b]) for b in range(n)]
        else:
            moves = self.obs.legal()
            chances = {}
            for chance, named in guess_sets([cover[b] for b in range(n)]):
                best = max(moves, key=lambda move: sum([self._covers(move, bids[b]) for b in named]))
                chances[best] = chances.get(best, 0.0) + chance
            total = sum([counts[0][b] + counts[1][b] for b in range(n)])
            saved = [bid[b] * (miss[b] - hit[b]) for b in range(n)]
            worth = sum([bid[b] * miss[b] for b in range(n)])
            found = []
            for move in moves:
                chance = chances.get(move, 0.0)
                now_named = [b for b in range(n) if self._covers(move, bids[b])]
                later = sorted([saved[b] for b in range(n) if b not in now_named], reverse=True)
                gain = sum([saved[b] for b in now_named]) + sum(later[:w.root_guesses - len(now_named)])
                found.append((move, chance, <int>(total * chance), 1 - worth + gain))
        found.sort(key=lambda row: (-row[1], -row[3], row[0]))
        return found

    def _covers(self, move_t guess, move_t bid) -> bool:
        return self.workers[0].ops.covers(self.obs.rules.c, self.obs.c, guess, bid)

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
                return share(sums if sum(sums.values()) > 0 else {move: n for move, (n, _, _) in rows.items()}, 0)
        return {}

    def values(self) -> list[float]:
        """The share that each team expects, adding up to 1."""
        cdef Worker* w = &self.workers[0]
        cdef int i, a, t, n_teams = w.n_teams
        total = [sum([self.workers[i].sum[t] for i in range(self.threads)]) for t in range(n_teams)]
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
            for a in range(w.tree.nodes[w.root].n):
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
        rows = {move: rows.get(move, (0, 0.0, 0.0)) for move in self.obs.legal()}
        visits = {move: row[0] for move, row in rows.items()}
        if rule_of(&w.tree.nodes[w.root], True, &w.params) in (REGRETS, MEANS):
            return share({move: row[2] for move, row in rows.items()}, 0.02)
        if w.tree.nodes[w.root].kind == HIDDEN_CHOICE:
            most = max(1, max(visits.values()))
            return share({move: (n / most) ** 4 if 2 * n >= most else 0.0 for move, n in visits.items()}, 0)
        return share(visits, 0)

    def error(self) -> float:
        """The standard error of `values`."""
        n = sum([self.workers[i].n_values for i in range(self.threads)])
        if n < 2:
            return 0.5
        mean = sum([self.workers[i].sum[0] for i in range(self.threads)]) / n
        square = sum([self.workers[i].squares for i in range(self.threads)]) / n
        return sqrt(max(0.0, square - mean * mean) / n)

    def line(self, move_t move, int length=8) -> list[tuple[int, int | None]]:
        """What is expected after a root move: (seat, move), the move None where the seat will not see it.

        Ends where chance decides or the tree does.
        """
        cdef Worker* w = &self.workers[0]
        cdef move_t moves[MAX_MOVES]
        cdef int seat
        if w.root == 0:
            return []
        transitions = w.transitions
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
        w.transitions = transitions               # looking back is not thinking
        return found


def share(weights: dict[int, float], least: float) -> dict[int, float]:
    """Weights as parts of 1; those below `least` are dropped, which clears away what was only tried."""
    total = sum(weights.values())
    if total <= 0:
        return {move: 1.0 / len(weights) for move in weights}
    kept = {move: weight if weight >= least * total else 0.0 for move, weight in weights.items()}
    total = sum(kept.values())
    return {move: weight / total for move, weight in kept.items()}

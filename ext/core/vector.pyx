"""Many games at once, for who learns from them: steps, vectors, masks and rewards without Python and without the GIL.

Each game has a block of memory of its own: a `Slot`, the state, and a lean observation for each seat. A step makes the
given move, lets the deal answer for chance, folds what each seat saw, and writes the next decision into the caller's
arrays. Threads share out the games and nothing else, so results do not depend on their number.
"""

cimport cython
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from petteia.ext.core.actions cimport action_of, Actions
from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport GameOps, RulesHead, vector_size, write_vector
from petteia.ext.core.handles cimport Rules
from petteia.ext.core.rng cimport Deal, deal_rng, Rng, rng_below, rng_keyed
from petteia.ext.core.threads cimport join_thread, start_thread, thread_t
from petteia.ext.core.types cimport (
    CHANCE, Events, MAX_MOVES, MAX_SEATS, move_t, OVER, PENDING_CHANCE, pending_t, token, token_t,
)


cdef extern from "stdlib.h" nogil:
    void* aligned_alloc(size_t alignment, size_t size)

cpdef enum:
    MAX_GAMES = 1 << 20
    MAX_THREADS = 64

cdef enum:
    LINE = 64             # bytes of a cache line

cdef uint64_t CHOICES = 0x63686F69636573    # keys the random actions, so that they never follow the deal


# One game in progress.
cdef struct Slot:
    Deal deal
    Rng choices                             # of `choose`
    int seat                                # that acts now
    int n_legal


# All games, and where their arrays are.
cdef struct Games:
    const GameOps* ops
    const void* rules
    const Actions* actions
    int n
    int n_seats
    int n_features
    size_t stride                           # bytes of a game's block
    size_t state_at                         # where in it the state is,
    size_t obs_at                           # the first observation,
    size_t obs_stride                       # and the next
    uint8_t* blocks
    int most_legal
    int32_t* legal                          # ids of the legal moves, `most_legal` for each game
    float* observations
    uint8_t* masks
    float* rewards
    int8_t* to_act
    uint8_t* done
    uint64_t* seeds
    int64_t* given                          # actions of this step: a copy, which nobody changes once it was checked
    int32_t* wanted                         # where `choose` writes


ctypedef void (*task_t)(Games* games, int i) noexcept nogil


# The share of one thread.
cdef struct Job:
    Games* games
    task_t task
    int first
    int after


cdef inline Slot* slot_of(const Games* games, int i) noexcept nogil:
    return <Slot*>(games.blocks + i * games.stride)


cdef inline void* state_of(const Games* games, int i) noexcept nogil:
    return games.blocks + i * games.stride + games.state_at


cdef inline void* obs_of(const Games* games, int i, int seat) noexcept nogil:
    return games.blocks + i * games.stride + games.obs_at + seat * games.obs_stride


cdef inline void make_move(Games* games, int i, int seat, move_t move) noexcept nogil:
    """Make a move and tell every seat what it sees of it."""
    cdef Events events
    cdef token_t seen
    cdef int k, viewer, misfit
    cdef void* obs
    events.n = 0
    games.ops.apply(games.rules, state_of(games, i), seat, move, &events)
    for viewer in range(games.n_seats):
        obs = obs_of(games, i, viewer)
        for k in range(events.n):
            seen = token(&events.at[k], viewer)
            if seen:
                misfit = games.ops.obs_fold(games.rules, obs, seen)
                assert misfit == 0


cdef pending_t settle(Games* games, int i) noexcept nogil:
    """Let the deal answer for chance; who must decide then."""
    cdef void* state = state_of(games, i)
    cdef pending_t pending = games.ops.pending(games.rules, state)
    cdef Rng rng
    while pending == PENDING_CHANCE:
        rng = deal_rng(&slot_of(games, i).deal, games.ops.source(games.rules, state))
        make_move(games, i, CHANCE, games.ops.draw(games.rules, state, &rng))
        pending = games.ops.pending(games.rules, state)
    return pending


cdef pending_t begin(Games* games, int i, uint64_t seed) noexcept nogil:
    """A new game of that deal, up to its first decision."""
    cdef Slot* slot = slot_of(games, i)
    cdef int seat
    memset(&slot.deal, 0, sizeof(Deal))
    slot.deal.seed = games.seeds[i] = seed
    games.ops.init(games.rules, state_of(games, i))
    for seat in range(games.n_seats):
        games.ops.lean_init(games.rules, obs_of(games, i, seat), seat)
    return settle(games, i)


cdef void ask(Games* games, int i, pending_t pending) noexcept nogil:
    """Write the decision of the first seat that must decide: who it is, its mask, and what it knows."""
    cdef Slot* slot = slot_of(games, i)
    cdef int32_t* legal = games.legal + <size_t>i * games.most_legal
    cdef uint8_t* mask = games.masks + <size_t>i * games.actions.n
    cdef move_t moves[MAX_MOVES]
    cdef int k
    for k in range(slot.n_legal):
        mask[legal[k]] = 0
    slot.seat = ctz32(pending)
    slot.n_legal = games.ops.legal(games.rules, state_of(games, i), slot.seat, moves)
    for k in range(slot.n_legal):
        legal[k] = action_of(games.actions, moves[k])
        mask[legal[k]] = 1
    games.to_act[i] = slot.seat
    write_vector(games.ops, games.rules, obs_of(games, i, slot.seat),
                 games.observations + <size_t>i * games.n_features)


cdef void reset_game(Games* games, int i) noexcept nogil:
    """The deal's seed is in `seeds`."""
    cdef Slot* slot = slot_of(games, i)
    slot.choices = rng_keyed(games.seeds[i], CHOICES)
    slot.n_legal = 0
    memset(games.masks + <size_t>i * games.actions.n, 0, games.actions.n)
    memset(games.rewards + <size_t>i * games.n_seats, 0, games.n_seats * sizeof(float))
    games.done[i] = 0
    ask(games, i, begin(games, i, games.seeds[i]))


cdef void step_game(Games* games, int i) noexcept nogil:
    """The action is known to be legal. A game that ends is followed by the next of its row."""
    cdef const RulesHead* head = <const RulesHead*>games.rules
    cdef float* rewards = games.rewards + <size_t>i * games.n_seats
    cdef float per_team[MAX_SEATS]
    cdef pending_t pending
    cdef int seat
    make_move(games, i, slot_of(games, i).seat, games.actions.move[games.given[i]])
    pending = settle(games, i)
    games.done[i] = pending == OVER
    if pending == OVER:
        games.ops.returns(games.rules, state_of(games, i), per_team)
        for seat in range(games.n_seats):
            rewards[seat] = per_team[head.team[seat]]
        pending = begin(games, i, games.seeds[i] + games.n)
    else:
        for seat in range(games.n_seats):
            rewards[seat] = 0
    ask(games, i, pending)


cdef void choose_action(Games* games, int i) noexcept nogil:
    cdef Slot* slot = slot_of(games, i)
    games.wanted[i] = games.legal[<size_t>i * games.most_legal + rng_below(&slot.choices, slot.n_legal)]


cdef void* run_job(void* job_) noexcept nogil:
    cdef Job* job = <Job*>job_
    cdef int i
    for i in range(job.first, job.after):
        job.task(job.games, i)
    return NULL


cdef void run(Games* games, task_t task, int threads) noexcept nogil:
    """Do it for all games; the caller's thread takes the last share, and those that cannot be started."""
    cdef Job jobs[MAX_THREADS]
    cdef thread_t started[MAX_THREADS]
    cdef bint runs[MAX_THREADS]
    cdef int t
    for t in range(threads):
        jobs[t] = Job(games, task, <int>(<int64_t>games.n * t // threads), <int>(<int64_t>games.n * (t + 1) // threads))
        runs[t] = t < threads - 1 and start_thread(&started[t], run_job, &jobs[t])
    for t in range(threads):
        if not runs[t]:
            run_job(&jobs[t])
    for t in range(threads):
        if runs[t]:
            join_thread(started[t])


cdef inline size_t rounded(size_t size) noexcept nogil:
    return (size + LINE - 1) // LINE * LINE


@cython.final
cdef class Batch:
    """n games by the same rules. The arrays belong to the caller and are written at every step."""

    cdef readonly Rules rules
    cdef readonly int threads
    cdef Games c
    cdef bint begun
    cdef bint busy                          # somebody's call is under way, without the GIL
    cdef float[:, ::1] observations
    cdef uint8_t[:, ::1] masks
    cdef float[:, ::1] rewards
    cdef int8_t[::1] to_act
    cdef uint8_t[::1] done
    cdef uint64_t[::1] seeds

    def __cinit__(self, Rules rules not None, int n, int threads, float[:, ::1] observations not None,
                  uint8_t[:, ::1] masks not None, float[:, ::1] rewards not None, int8_t[::1] to_act not None,
                  uint8_t[::1] done not None, uint64_t[::1] seeds not None):
        cdef Games* c = &self.c
        if not 1 <= n <= MAX_GAMES:
            raise ValueError(f"n={n}: want 1 to {MAX_GAMES} games")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"threads={threads}: want 1 to {MAX_THREADS}")
        self.rules, self.threads = rules, threads
        c.actions = rules.want_actions()
        c.ops, c.rules, c.n, c.n_seats = rules.ops, rules.c, n, rules.head().n_seats
        c.n_features = vector_size(c.ops, c.rules)
        want_shape("observations", observations.shape[0], observations.shape[1], n, c.n_features)
        want_shape("masks", masks.shape[0], masks.shape[1], n, c.actions.n)
        want_shape("rewards", rewards.shape[0], rewards.shape[1], n, c.n_seats)
        for name, length in (("to_act", to_act.shape[0]), ("done", done.shape[0]), ("seeds", seeds.shape[0])):
            want_shape(name, length, 1, n, 1)
        self.observations, self.masks, self.rewards = observations, masks, rewards
        self.to_act, self.done, self.seeds = to_act, done, seeds
        c.observations, c.masks, c.rewards = &observations[0, 0], &masks[0, 0], &rewards[0, 0]
        c.to_act, c.done, c.seeds = &to_act[0], &done[0], &seeds[0]
        c.state_at = rounded(sizeof(Slot))
        c.obs_at = c.state_at + rounded(c.ops.state_size)
        c.obs_stride = rounded(c.ops.lean_size)
        c.stride = c.obs_at + c.n_seats * c.obs_stride
        c.most_legal = min(<int>MAX_MOVES, c.actions.n)
        c.blocks = <uint8_t*>aligned_alloc(LINE, n * c.stride)
        c.legal = <int32_t*>malloc(<size_t>n * c.most_legal * sizeof(int32_t))
        c.given = <int64_t*>malloc(n * sizeof(int64_t))
        if c.blocks == NULL or c.legal == NULL or c.given == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.c.blocks)
        free(self.c.legal)
        free(self.c.given)

    cdef int run_all(self, task_t task, int threads) except -1:
        """Do it for all games, without the GIL."""
        self.busy = True
        with nogil:
            run(&self.c, task, threads)
        self.busy = False
        return 0

    cdef int want_idle(self) except -1:
        if self.busy:
            raise ValueError("another thread is using these games: want one at a time")
        return 0

    cdef int want_begun(self) except -1:
        self.want_idle()
        if not self.begun:
            raise ValueError("no games yet: reset first")
        return 0

    def reset(self) -> None:
        """Begin the games whose deals are in `seeds`."""
        self.want_idle()
        self.run_all(reset_game, self.threads)
        self.begun = True

    cdef int refused(self, const int64_t[::1] actions) except -2:
        """Take the actions of a step; the first game whose action is not legal now, or -1."""
        cdef int i
        self.want_begun()
        want_shape("actions", actions.shape[0], 1, self.c.n, 1)
        for i in range(self.c.n):
            self.c.given[i] = actions[i]
            if not is_legal(&self.c, i, self.c.given[i]):
                return i
        return -1

    def step(self, const int64_t[::1] actions not None) -> int:
        """One decision in each game: -1, or the first game whose action is not legal; then nothing has changed."""
        cdef int wrong = self.refused(actions)
        if wrong < 0:
            self.run_all(step_game, self.threads)
        return wrong

    def choose(self, int32_t[::1] out not None) -> None:
        """A random legal action for each game, by a stream of its own."""
        self.want_begun()
        want_shape("actions", out.shape[0], 1, self.c.n, 1)
        self.c.wanted = &out[0]
        self.run_all(choose_action, 1)
        self.c.wanted = NULL


cdef inline bint is_legal(const Games* games, int i, int64_t action) noexcept nogil:
    cdef const int32_t* legal = games.legal + <size_t>i * games.most_legal
    cdef int k
    for k in range(slot_of(games, i).n_legal):
        if legal[k] == action:
            return True
    return False


cdef int want_shape(str name, Py_ssize_t rows, Py_ssize_t columns, Py_ssize_t n, Py_ssize_t size) except -1:
    if rows != n or columns != size:
        has, want = (f"{rows} x {columns}", f"{n} x {size}") if size > 1 or columns > 1 else (rows, n)
        raise ValueError(f"{name} is {has}: want {want}")
    return 0

"""The Python handles of rules, states and observations: the boundary of the kernels.

Moves and tokens are plain integers here; engine/ gives them words. Nothing here checks that a move is legal: that is
`petteia.engine.Game.play`.
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from petteia.ext.game cimport RulesHead
from petteia.ext.games cimport find_ops
from petteia.ext.rng cimport Deal, Rng, deal_rng, hash_token, mix64, rng_below, rng_keyed, rng_next
from petteia.ext.types cimport (
    CHANCE as CHANCE_SEAT, Events, MAX_MOVES, MAX_SEATS, MAX_SOURCES, PENDING_CHANCE as CHANCE_BIT,
    SPECTATOR as SPECTATOR_VIEWER, move_t, token, token_t,
)

CHANCE = CHANCE_SEAT
PENDING_CHANCE = CHANCE_BIT
SPECTATOR = SPECTATOR_VIEWER


@cython.final
cdef class Rules:
    """The rules of one game with one set of components: immutable, shared by all that play by them."""

    def __cinit__(self, str game, bytes packed):
        self.ops = find_ops(game)
        self.game = game
        if <size_t>len(packed) != self.ops.rules_size or self.ops.state_size > MAX_STATE:
            raise ValueError(f"the packed rules of {game} have {len(packed)} bytes, not {self.ops.rules_size}")
        self.c = malloc(self.ops.rules_size)
        if self.c == NULL:
            raise MemoryError
        memcpy(self.c, <const char*>packed, self.ops.rules_size)

    def __dealloc__(self):
        free(self.c)

    cdef const RulesHead* head(self) noexcept:
        return <const RulesHead*>self.c

    @property
    def n_seats(self) -> int:
        return self.head().n_seats

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return tuple([self.head().team[seat] for seat in range(self.head().n_seats)])

    @property
    def n_teams(self) -> int:
        """How many share the result; a team may have no seat (a solo enemy that only rolls dice)."""
        return self.head().n_teams

    @property
    def state_size(self) -> int:
        return self.ops.state_size

    @property
    def obs_size(self) -> int:
        return self.ops.obs_size

    def packed(self) -> bytes:
        return (<char*>self.c)[:self.ops.rules_size]

    def start(self) -> State:
        """The position at the start, before any chance."""
        cdef State state = State.__new__(State)
        state.rules = self
        self.ops.init(self.c, state.c)
        return state

    def state(self, bytes raw) -> State:
        """A state from its bytes; ValueError if the kernel's own check finds something wrong."""
        cdef State state = State.__new__(State)
        cdef int wrong
        if <size_t>len(raw) != self.ops.state_size:
            raise ValueError(f"a state of {self.game} has {self.ops.state_size} bytes, not {len(raw)}")
        state.rules = self
        memcpy(state.c, <const char*>raw, self.ops.state_size)
        wrong = self.ops.check(self.c, state.c)
        if wrong:
            raise ValueError(f"not a possible state of {self.game}: check {wrong}")
        return state

    def observe(self, int viewer) -> Obs:
        """What a viewer knows at the start (SPECTATOR: what all know)."""
        if viewer != SPECTATOR_VIEWER and not 0 <= viewer < self.head().n_seats:
            raise ValueError(f"no viewer {viewer}")
        cdef Obs obs = Obs.__new__(Obs)
        obs.rules = self
        obs.viewer = viewer
        obs.c = <unsigned char*>malloc(self.ops.obs_size)
        if obs.c == NULL:
            raise MemoryError
        self.ops.obs_init(self.c, obs.c, viewer)
        obs.key = mix64(viewer)
        return obs


@cython.final
cdef class Luck:
    """The deal's random numbers: the n-th draw of a source depends on (seed, source, n) and on nothing else."""

    def __cinit__(self, seed: int = 0):
        memset(&self.c, 0, sizeof(Deal))
        self.c.seed = seed & 0xFFFFFFFFFFFFFFFF

    @property
    def seed(self) -> int:
        return self.c.seed

    @property
    def drawn(self) -> tuple[int, ...]:
        """How many draws each source has had."""
        return tuple([self.c.drawn[i] for i in range(MAX_SOURCES)])

    def clone(self) -> Luck:
        cdef Luck other = Luck.__new__(Luck)
        other.c = self.c
        return other

    def draw(self, State state) -> int:
        """The outcome of the chance that is pending, by its weight."""
        cdef const void* rules = state.rules.c
        cdef Rng rng = deal_rng(&self.c, state.rules.ops.source(rules, state.c))
        return state.rules.ops.draw(rules, state.c, &rng)

    def skip(self, State state) -> None:
        """Count a draw that was answered elsewhere (by real dice and cards)."""
        self.c.drawn[state.rules.ops.source(state.rules.c, state.c)] += 1


@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class State:
    """A whole position, secrets included: for the referee. Players get an `Obs`."""

    def clone(self) -> State:
        cdef State other = State.__new__(State)
        other.rules = self.rules
        memcpy(other.c, self.c, self.rules.ops.state_size)
        return other

    def noop(self) -> State:
        """Does nothing: what a call into the extension costs at the least."""
        return self

    def __eq__(self, other: object) -> bool:
        cdef State that
        if not isinstance(other, State):
            return NotImplemented
        that = <State>other
        if self.rules is not that.rules and (self.rules.ops != that.rules.ops or memcmp(
                self.rules.c, that.rules.c, self.rules.ops.rules_size) != 0):
            return False
        return memcmp(self.c, that.c, self.rules.ops.state_size) == 0

    def __hash__(self) -> int:
        return hash(self.raw())

    def raw(self) -> bytes:
        return (<char*>self.c)[:self.rules.ops.state_size]

    def digest(self) -> int:
        """64 bits that tell states apart, the same on every machine."""
        cdef uint64_t key = 0
        cdef size_t i
        cdef unsigned char* at = self.c
        for i in range(self.rules.ops.state_size):
            key = hash_token(key, at[i] + 1)
        return key

    def pending(self) -> int:
        """A bit for each seat that must decide; PENDING_CHANCE; 0 when the game is over."""
        return self.rules.ops.pending(self.rules.c, self.c)

    def kind(self, int seat) -> int:
        return self.rules.ops.kind(self.rules.c, self.c, seat)

    def legal(self, int seat) -> list[int]:
        cdef move_t moves[MAX_MOVES]
        cdef int i, n = self.rules.ops.legal(self.rules.c, self.c, seat, moves)
        return [moves[i] for i in range(n)]

    def source(self) -> int:
        return self.rules.ops.source(self.rules.c, self.c)

    def weight(self, move_t outcome) -> int:
        return self.rules.ops.weight(self.rules.c, self.c, outcome)

    def apply(self, int seat, move_t move) -> None:
        self.rules.ops.apply(self.rules.c, self.c, seat, move, NULL)

    def apply_told(self, int seat, move_t move) -> list[list[int]]:
        """Make a move; what each seat, and last the spectator, sees of what happened."""
        cdef Events events
        cdef int i, viewer, n_seats = self.rules.head().n_seats
        cdef token_t seen
        events.n = 0
        self.rules.ops.apply(self.rules.c, self.c, seat, move, &events)
        told = []
        for viewer in [*range(n_seats), SPECTATOR_VIEWER]:
            tokens = []
            for i in range(events.n):
                seen = token(&events.at[i], viewer)
                if seen:
                    tokens.append(seen)
            told.append(tokens)
        return told

    def evaluate(self) -> list[float]:
        cdef float per_team[MAX_SEATS]
        cdef int i
        self.rules.ops.evaluate(self.rules.c, self.c, per_team)
        return [per_team[i] for i in range(self.rules.head().n_teams)]

    def plausible(self, int viewer) -> float:
        """How much likelier the others' secret choices are than random ones; 1 where the game says nothing."""
        if self.rules.ops.plausible == NULL:
            return 1.0
        return self.rules.ops.plausible(self.rules.c, self.c, viewer)

    def returns(self) -> list[float]:
        cdef float per_team[MAX_SEATS]
        cdef int i
        self.rules.ops.returns(self.rules.c, self.c, per_team)
        return [per_team[i] for i in range(self.rules.head().n_teams)]

    def playout(self, uint64_t seed, int cutoff=-1) -> int:
        """Play on at random, in place; the number of decisions with two or more options."""
        cdef float per_team[MAX_SEATS]
        cdef Rng rng = rng_keyed(seed, 0)
        return self.rules.ops.playout(self.rules.c, self.c, &rng, cutoff, per_team)

    def check(self) -> int:
        """0 if the state is sound, else the number of the kernel's check that failed."""
        return self.rules.ops.check(self.rules.c, self.c)


@cython.final
@cython.no_gc
cdef class Obs:
    """What one viewer knows, folded from what it saw."""

    def __dealloc__(self):
        free(self.c)

    def clone(self) -> Obs:
        cdef Obs other = Obs.__new__(Obs)
        other.rules = self.rules
        other.viewer, other.key, other.n_tokens = self.viewer, self.key, self.n_tokens
        other.c = <unsigned char*>malloc(self.rules.ops.obs_size)
        if other.c == NULL:
            raise MemoryError
        memcpy(other.c, self.c, self.rules.ops.obs_size)
        return other

    def fold(self, token_t seen) -> int:
        """Take in one token: 0, or why it cannot be, and then the observation is spoilt: fold a clone if in doubt."""
        cdef int misfit = self.rules.ops.obs_fold(self.rules.c, self.c, seen)
        self.key = hash_token(self.key, seen)
        self.n_tokens += 1
        return misfit

    @property
    def info_key(self) -> int:
        """64 bits that stand for everything the viewer saw."""
        return self.key

    def raw(self) -> bytes:
        return (<char*>self.c)[:self.rules.ops.obs_size]

    def raw_state(self) -> bytes:
        """The bytes of the state that holds what the viewer knows and nothing else."""
        return (<char*>self.c)[:self.rules.ops.state_size]

    def pending(self) -> int:
        return self.rules.ops.pending(self.rules.c, self.c)

    def kind(self, int seat) -> int:
        return self.rules.ops.kind(self.rules.c, self.c, seat)

    def legal(self) -> list[int]:
        """The viewer's own legal moves, if it is to decide."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, n
        if not self.rules.ops.pending(self.rules.c, self.c) >> self.viewer & 1:
            return []
        n = self.rules.ops.legal(self.rules.c, self.c, self.viewer, moves)
        return [moves[i] for i in range(n)]

    def sample(self, uint64_t seed, uint64_t stream=0, bint resample_own=False) -> State:
        """A full state that the viewer cannot tell from the true one."""
        cdef Rng rng = rng_keyed(seed, stream)
        cdef State state = State.__new__(State)
        state.rules = self.rules
        self.rules.ops.sample(self.rules.c, self.c, resample_own, state.c, &rng)
        return state


def random_numbers(uint64_t seed, int n, uint32_t below=0) -> list[int]:
    """The first n numbers of the stream that starts at `seed`, as they are or below a bound: for golden values."""
    cdef Rng rng
    rng.state = seed
    if below:
        return [rng_below(&rng, below) for _ in range(n)]
    return [rng_next(&rng) for _ in range(n)]

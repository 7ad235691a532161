"""The Python handles of rules, states and observations: the boundary of the kernels.

Moves and tokens are plain integers here; engine/ gives them words. Every method checks its arguments, because the
kernels do not, and raises ValueError, or Python's own TypeError, OverflowError or BufferError. `State.apply_unchecked`
alone trusts its caller.

Handles can be pickled, to send them to another process of the same build. Bytes carry a checksum and are looked at by
the kernel's own check; an observation is folded anew from what its viewer saw. So what was damaged, or comes from
another layout, is a ValueError and nothing worse. To keep a game for years there are records (`petteia.Game.save`).
"""

cimport cython
from cpython.pycapsule cimport PyCapsule_GetContext, PyCapsule_GetPointer, PyCapsule_IsValid
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from petteia.ext.core.actions cimport action_of, Actions, free_actions, make_actions, NO_ACTION
from petteia.ext.core.game cimport GameOps, OPS_CAPSULE, RulesHead, vector_size, write_vector
from petteia.ext.core.rng cimport Deal, Rng, deal_rng, hash_token, mix64, rng_below, rng_keyed, rng_next
from petteia.ext.core.types cimport (
    CHANCE, Events, MAX_MOVES, MAX_SEATS, MAX_SOURCES, OVER, PENDING_CHANCE, SPECTATOR, move_t, pending_t, token,
    token_t,
)

from petteia.ext.games.registry import find_ops

PICKLE = 1                          # the version of a pickled handle: a change of any layout raises it
MOST_NUMBERS = 10_000_000           # that random_numbers gives at once
SHOWN = 8                           # moves that an error names
cdef enum:
    FIRST_ROOM = 64                 # tokens that an observation has room for at first


cdef inline bint is_asked(pending_t pending, const RulesHead* head, int seat) noexcept nogil:
    """Whether a seat, or CHANCE, must decide."""
    if seat == CHANCE:
        return pending == PENDING_CHANCE
    return 0 <= seat < head.n_seats and pending >> seat & 1


cdef bint same_rules(Rules one, Rules other):
    """Whether both are the same game with the same components."""
    return one is other or (one.ops == other.ops and memcmp(one.c, other.c, one.ops.rules_size) == 0)


cdef uint64_t checksum(uint64_t key, const unsigned char* at, size_t n) noexcept nogil:
    """64 bits that depend on every byte, the same on every machine."""
    cdef size_t i
    for i in range(n):
        key = hash_token(key, at[i] + 1)
    return key


cdef int want_version(str what, object version) except -1:
    if version != PICKLE:
        raise ValueError(f"a pickled {what} of version {version!r}: this build reads version {PICKLE}")
    return 0


cdef object not_asked(pending_t pending, const RulesHead* head, int seat):
    """The error about a seat that need not decide."""
    asked = [str(other) for other in [*range(head.n_seats), CHANCE] if is_asked(pending, head, other)]
    if not asked:
        return ValueError(f"seat {seat} is not asked: the game is over")
    return ValueError(f"seat {seat} is not asked now: want {' or '.join(asked)}")


cdef object no_viewer(const RulesHead* head, int viewer):
    """The error about a viewer that there is not."""
    return ValueError(f"no viewer {viewer}: want 0 to {head.n_seats - 1}, or {SPECTATOR} for a spectator")


cdef inline bint is_viewer(const RulesHead* head, int viewer) noexcept nogil:
    return 0 <= viewer < head.n_seats or viewer == SPECTATOR


cdef list ids_of(Rules rules, const void* state, int seat):
    """The ids of a seat's legal moves; none if it need not decide now."""
    cdef const Actions* actions = rules.want_actions()
    cdef move_t moves[MAX_MOVES]
    cdef int i, n
    if not is_asked(rules.ops.pending(rules.c, state), rules.head(), seat):
        return []
    n = rules.ops.legal(rules.c, state, seat, moves)
    return [action_of(actions, moves[i]) for i in range(n)]


cdef const GameOps* table_of(str game, object capsule) except NULL:
    """The table in a game's capsule, which may be anybody's; ValueError if it cannot be used."""
    cdef const GameOps* ops
    if not PyCapsule_IsValid(capsule, OPS_CAPSULE):
        raise ValueError(f"the kernel of {game} is {capsule!r}: want a capsule named {OPS_CAPSULE.decode()!r}")
    if <size_t>PyCapsule_GetContext(capsule) != sizeof(GameOps):
        raise ValueError(f"the kernel of {game} was compiled against another version of petteia: compile it again")
    ops = <const GameOps*>PyCapsule_GetPointer(capsule, OPS_CAPSULE)
    if (ops.init == NULL or ops.pending == NULL or ops.kind == NULL or ops.legal == NULL or ops.source == NULL
            or ops.draw == NULL or ops.weight == NULL or ops.apply == NULL or ops.obs_init == NULL
            or ops.obs_fold == NULL or ops.sample == NULL or ops.evaluate == NULL or ops.returns == NULL
            or ops.random_playout == NULL or ops.check == NULL):
        raise ValueError(f"the kernel of {game} lacks a function that every game has: want all of GameOps up to check")
    if not (0 < ops.state_size <= MAX_STATE and ops.obs_size >= ops.state_size and ops.rules_size >= sizeof(RulesHead)):
        raise ValueError(f"the kernel of {game} has a state of {ops.state_size} bytes, in an observation of"
                         f" {ops.obs_size}, by rules of {ops.rules_size}: want at most {MAX_STATE}, at least as many as"
                         f" the state, and at least {sizeof(RulesHead)}")
    return ops


cdef int want_head(str game, const RulesHead* head) except -1:
    """The rules begin with numbers that the search can trust."""
    cdef int seat
    if not (1 <= head.n_seats <= MAX_SEATS and 1 <= head.n_teams <= MAX_SEATS and head.n_sources <= MAX_SOURCES):
        raise ValueError(f"the packed rules of {game} have {head.n_seats} seats, {head.n_teams} teams and"
                         f" {head.n_sources} sources: want at most {MAX_SEATS}, {MAX_SEATS} and {MAX_SOURCES}")
    for seat in range(head.n_seats):
        if head.team[seat] >= head.n_teams:
            raise ValueError(f"the packed rules of {game} have seat {seat} in team {head.team[seat]}: want one of"
                             f" {head.n_teams}")
    return 0


@cython.final
cdef class Rules:
    """The rules of one game with one set of components: immutable, shared by all that play by them."""

    def __cinit__(self, str game not None, bytes packed not None):
        self.ops = table_of(game, find_ops(game))
        self.game = game
        if <size_t>len(packed) != self.ops.rules_size:
            raise ValueError(f"the packed rules of {game} have {len(packed)} bytes, not {self.ops.rules_size}")
        want_head(game, <const RulesHead*><const char*>packed)
        self.c = malloc(self.ops.rules_size)
        if self.c == NULL:
            raise MemoryError
        memcpy(self.c, <const char*>packed, self.ops.rules_size)

    def __dealloc__(self):
        free(self.c)
        free_actions(self.actions)

    cdef const RulesHead* head(self) noexcept nogil:
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

    cdef uint64_t digest(self) noexcept nogil:
        return checksum(0, <const unsigned char*>self.c, self.ops.rules_size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return same_rules(self, <Rules>other)

    def __hash__(self) -> int:
        return hash((self.game, self.digest()))

    def __copy__(self) -> Rules:
        return self                 # nothing in it can change

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self):
        return load_rules, (PICKLE, self.game, self.sizes(), self.packed(), self.digest())

    cdef tuple sizes(self):
        """Bytes of the rules, of a state and of an observation."""
        return self.ops.rules_size, self.ops.state_size, self.ops.obs_size

    cdef const Actions* want_actions(self) except NULL:
        """The table of actions, made now if it is not there yet."""
        if self.actions == NULL:
            if self.ops.all_moves == NULL:
                raise ValueError(f"{self.game} has no list of all moves, hence no fixed actions")
            self.actions = make_actions(self.ops, self.c)
        return self.actions

    @property
    def n_actions(self) -> int:
        """How many moves there are that any seat can ever make."""
        return self.want_actions().n

    def action_of(self, move_t move) -> int:
        """The id of a move: its place among all moves."""
        cdef int found = action_of(self.want_actions(), move)
        if found == NO_ACTION:
            raise ValueError(f"{move} is not a move that a seat of {self.game} can ever make")
        return found

    def move_of(self, int action) -> int:
        """The move with that id."""
        cdef const Actions* actions = self.want_actions()
        if not 0 <= action < actions.n:
            raise ValueError(f"no action {action}: want 0 to {actions.n - 1}")
        return actions.move[action]

    @property
    def n_features(self) -> int:
        """How many numbers `Obs.encode` writes."""
        return vector_size(self.ops, self.c)

    def start(self) -> State:
        """The position at the start, before any chance."""
        cdef State state = State.__new__(State)
        state.rules = self
        self.ops.init(self.c, state.c)
        return state

    def state(self, bytes raw not None) -> State:
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
        if not is_viewer(self.head(), viewer):
            raise no_viewer(self.head(), viewer)
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
cdef class DealRng:
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

    def clone(self) -> DealRng:
        cdef DealRng other = DealRng.__new__(DealRng)
        other.c = self.c
        return other

    def draw(self, State state not None) -> int:
        """The outcome of the chance that is pending, by its weight."""
        cdef const void* rules = state.rules.c
        cdef Rng rng
        state.want_chance()
        rng = deal_rng(&self.c, state.rules.ops.source(rules, state.c))
        return state.rules.ops.draw(rules, state.c, &rng)

    def skip(self, State state not None) -> None:
        """Count a draw that was answered elsewhere (by real dice and cards)."""
        state.want_chance()
        self.c.drawn[state.rules.ops.source(state.rules.c, state.c)] += 1


@cython.final
@cython.no_gc
@cython.freelist(256)
cdef class State:
    """A whole position, secrets included: for the referee. Players get an `Obs`."""

    def __init__(self):
        raise TypeError("a State comes from Rules.start, Rules.state or Obs.sample")

    cdef pending_t asks(self) noexcept nogil:
        return self.rules.ops.pending(self.rules.c, self.c)

    cdef bint allows(self, int seat, move_t move) noexcept nogil:
        """Whether it is one of the seat's legal moves, or an outcome that CHANCE can have."""
        cdef move_t moves[MAX_MOVES]
        cdef move_t found = 0
        cdef int i, n
        if not is_asked(self.asks(), self.rules.head(), seat):
            return False
        n = self.rules.ops.legal(self.rules.c, self.c, seat, moves)
        for i in range(n):                        # to the end: several at once are faster than to stop at the first
            found |= moves[i] == move
        return found != 0

    cdef object refusal(self, int seat, move_t move):
        """The error about a move that is not allowed."""
        if not is_asked(self.asks(), self.rules.head(), seat):
            return not_asked(self.asks(), self.rules.head(), seat)
        legal = self.legal(seat)
        shown = ", ".join([str(other) for other in legal[:SHOWN]]) + (", ..." if len(legal) > SHOWN else "")
        return ValueError(f"{move} is not a legal move of seat {seat} now: want {shown}")

    cdef int want_chance(self) except -1:
        if self.asks() != PENDING_CHANCE:
            raise ValueError("chance does not decide now: want a state whose pending() is PENDING_CHANCE")
        return 0

    def clone(self) -> State:
        cdef State other = State.__new__(State)
        other.rules = self.rules
        memcpy(other.c, self.c, self.rules.ops.state_size)
        return other

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self):
        return load_state, (PICKLE, self.rules, self.raw(), self.rules_and_bytes())

    cdef uint64_t rules_and_bytes(self) noexcept nogil:
        """A checksum of the bytes and of the rules by which they mean something."""
        return checksum(self.rules.digest(), self.c, self.rules.ops.state_size)

    def noop(self) -> State:
        """Does nothing: what a call into the extension costs at the least."""
        return self

    def __eq__(self, other: object) -> bool:
        cdef State that
        if not isinstance(other, State):
            return NotImplemented
        that = <State>other
        if not same_rules(self.rules, that.rules):
            return False
        return memcmp(self.c, that.c, self.rules.ops.state_size) == 0

    def __hash__(self) -> int:
        return hash(self.raw())

    def raw(self) -> bytes:
        return (<char*>self.c)[:self.rules.ops.state_size]

    def digest(self) -> int:
        """64 bits that tell states apart, the same on every machine."""
        return checksum(0, self.c, self.rules.ops.state_size)

    def pending(self) -> int:
        """A bit for each seat that must decide; PENDING_CHANCE; 0 when the game is over."""
        return self.rules.ops.pending(self.rules.c, self.c)

    def kind(self, int seat) -> int:
        """The DecisionKind of what a seat must decide now."""
        if not is_asked(self.asks(), self.rules.head(), seat):
            raise not_asked(self.asks(), self.rules.head(), seat)
        return self.rules.ops.kind(self.rules.c, self.c, seat)

    def legal(self, int seat) -> list[int]:
        """The moves of a seat, or the outcomes of CHANCE; none if it need not decide now."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, n
        if not is_asked(self.asks(), self.rules.head(), seat):
            if seat != CHANCE and not 0 <= seat < self.rules.head().n_seats:
                raise ValueError(f"no seat {seat}: want 0 to {self.rules.head().n_seats - 1}, or {CHANCE} for chance")
            return []
        n = self.rules.ops.legal(self.rules.c, self.c, seat, moves)
        return [moves[i] for i in range(n)]

    def legal_actions(self, int seat) -> list[int]:
        """As `legal`, by their ids, for a seat only."""
        if not 0 <= seat < self.rules.head().n_seats:
            raise ValueError(f"no seat {seat}: want 0 to {self.rules.head().n_seats - 1}")
        return ids_of(self.rules, self.c, seat)

    def secrets(self, int seat) -> int:
        """64 bits that stand for what only this seat knows: its hand, what it placed face down."""
        if not 0 <= seat < self.rules.head().n_seats:
            raise ValueError(f"no seat {seat}: want 0 to {self.rules.head().n_seats - 1}")
        if self.rules.ops.secrets == NULL:
            return hash(tuple(self.legal(seat))) & 0xFFFFFFFFFFFFFFFF
        return self.rules.ops.secrets(self.rules.c, self.c, seat)

    def source(self) -> int:
        """The number of the deck, cup or die that chance draws from now."""
        self.want_chance()
        return self.rules.ops.source(self.rules.c, self.c)

    def weight(self, move_t outcome) -> int:
        """How likely an outcome of chance is, in relation to the others'."""
        self.want_chance()
        if not self.allows(CHANCE, outcome):
            raise self.refusal(CHANCE, outcome)
        return self.rules.ops.weight(self.rules.c, self.c, outcome)

    def apply(self, int seat, move_t move) -> None:
        """Make a legal move, or let CHANCE have one of its outcomes."""
        if not self.allows(seat, move):
            raise self.refusal(seat, move)
        self.rules.ops.apply(self.rules.c, self.c, seat, move, NULL)

    def apply_unchecked(self, int seat, move_t move) -> None:
        """As apply, for who knows that the move is legal: any other may end the program."""
        self.rules.ops.apply(self.rules.c, self.c, seat, move, NULL)

    def apply_told(self, int seat, move_t move) -> list[list[int]]:
        """Make a move; what each seat, and last the spectator, sees of what happened."""
        cdef Events events
        cdef int i, viewer, n_seats = self.rules.head().n_seats
        cdef token_t seen
        if not self.allows(seat, move):
            raise self.refusal(seat, move)
        events.n = 0
        self.rules.ops.apply(self.rules.c, self.c, seat, move, &events)
        told = []
        for viewer in [*range(n_seats), SPECTATOR]:
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
        if not is_viewer(self.rules.head(), viewer):
            raise no_viewer(self.rules.head(), viewer)
        if self.rules.ops.plausible == NULL:
            return 1.0
        return self.rules.ops.plausible(self.rules.c, self.c, viewer)

    def returns(self) -> list[float]:
        """Each team's share of a finished game."""
        cdef float per_team[MAX_SEATS]
        cdef int i
        if self.asks() != OVER:
            raise ValueError("the game is not over: want evaluate, or returns when pending() is 0")
        self.rules.ops.returns(self.rules.c, self.c, per_team)
        return [per_team[i] for i in range(self.rules.head().n_teams)]

    def playout(self, uint64_t seed, int cutoff=-1) -> int:
        """Play on at random, in place; the number of decisions with two or more options.

        After `cutoff` of them it stops; -1: at the end of the game. A game that is over stays as it is.
        """
        cdef float per_team[MAX_SEATS]
        cdef Rng rng = rng_keyed(seed, 0)
        if cutoff < -1:
            raise ValueError(f"cutoff={cutoff}: want a number of decisions, or -1")
        if self.asks() == OVER:
            return 0
        return self.rules.ops.random_playout(self.rules.c, self.c, &rng, cutoff, per_team)

    def check(self) -> int:
        """0 if the state is sound, else the number of the kernel's check that failed."""
        return self.rules.ops.check(self.rules.c, self.c)


@cython.final
@cython.no_gc
cdef class Obs:
    """What one viewer knows, folded from what it saw."""

    def __init__(self):
        raise TypeError("an Obs comes from Rules.observe or Obs.clone")

    cdef int want_sound(self) except -1:
        """An observation that took in what cannot be is of no use."""
        if self.misfit:
            raise ValueError(f"this observation took in a token that no game shows there (misfit {self.misfit}): "
                             "fold a clone where that may happen")
        return 0

    def __dealloc__(self):
        free(self.c)
        free(self.seen)

    cdef int remember(self, token_t seen) except -1:
        """Add a token to those that were folded."""
        cdef int room = 2 * self.room if self.room else FIRST_ROOM
        cdef token_t* wider
        if self.n_tokens == self.room:
            wider = <token_t*>realloc(self.seen, room * sizeof(token_t))
            if wider == NULL:
                raise MemoryError
            self.seen, self.room = wider, room
        self.seen[self.n_tokens] = seen
        self.n_tokens += 1
        return 0

    def clone(self) -> Obs:
        cdef Obs other = Obs.__new__(Obs)
        other.rules = self.rules
        other.viewer, other.key, other.n_tokens, other.misfit = self.viewer, self.key, self.n_tokens, self.misfit
        other.c = <unsigned char*>malloc(self.rules.ops.obs_size)
        other.seen = <token_t*>malloc(max(self.n_tokens, FIRST_ROOM) * sizeof(token_t))
        other.room = max(self.n_tokens, FIRST_ROOM)
        if other.c == NULL or other.seen == NULL:
            raise MemoryError
        memcpy(other.c, self.c, self.rules.ops.obs_size)
        if self.n_tokens:
            memcpy(other.seen, self.seen, self.n_tokens * sizeof(token_t))
        return other

    def __copy__(self) -> Obs:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Obs:
        return self.clone()

    def __reduce__(self):
        self.want_sound()
        return load_obs, (PICKLE, self.rules, self.viewer, self.tokens(), self.key)

    def tokens(self) -> list[int]:
        """What it was folded from, in order."""
        return [self.seen[i] for i in range(self.n_tokens)]

    def fold(self, token_t seen) -> int:
        """Take in one token: 0, or a number that says why it cannot be.

        The observation is then spoilt and refuses every other call: fold a clone where a token may be wrong.
        """
        self.want_sound()
        self.remember(seen)
        self.misfit = self.rules.ops.obs_fold(self.rules.c, self.c, seen)
        self.key = hash_token(self.key, seen)
        return self.misfit

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
        """As State.pending, as far as the viewer knows."""
        self.want_sound()
        return self.rules.ops.pending(self.rules.c, self.c)

    def kind(self, int seat) -> int:
        """The DecisionKind of what a seat must decide now."""
        cdef pending_t pending
        self.want_sound()
        pending = self.rules.ops.pending(self.rules.c, self.c)
        if not is_asked(pending, self.rules.head(), seat):
            raise not_asked(pending, self.rules.head(), seat)
        return self.rules.ops.kind(self.rules.c, self.c, seat)

    def legal(self) -> list[int]:
        """The viewer's own legal moves, if it is to decide."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, n
        self.want_sound()
        if not is_asked(self.rules.ops.pending(self.rules.c, self.c), self.rules.head(), self.viewer):
            return []
        n = self.rules.ops.legal(self.rules.c, self.c, self.viewer, moves)
        return [moves[i] for i in range(n)]

    def legal_actions(self) -> list[int]:
        """As `legal`, by their ids."""
        self.want_sound()
        return ids_of(self.rules, self.c, self.viewer)

    def encode(self, float[::1] out not None) -> None:
        """Write what the viewer knows as numbers, `Rules.n_features` of them."""
        cdef int size = vector_size(self.rules.ops, self.rules.c)
        self.want_sound()
        if out.shape[0] != size:
            raise ValueError(f"a vector of {out.shape[0]} numbers: want {size}")
        write_vector(self.rules.ops, self.rules.c, self.c, &out[0])

    def sample(self, uint64_t seed, uint64_t stream=0, bint resample_own=False) -> State:
        """A full state that the viewer cannot tell from the true one.

        With `resample_own` the viewer's own secrets are drawn too; a spectator has none.
        """
        cdef Rng rng = rng_keyed(seed, stream)
        cdef State state
        self.want_sound()
        state = State.__new__(State)
        state.rules = self.rules
        self.rules.ops.sample(self.rules.c, self.c, resample_own and self.viewer != SPECTATOR, state.c, &rng)
        return state


def random_numbers(uint64_t seed, int n, uint32_t below=0) -> list[int]:
    """The first n numbers of the stream that starts at `seed`, as they are or below a bound: for golden values."""
    cdef Rng rng
    if not 0 <= n <= MOST_NUMBERS:
        raise ValueError(f"n={n}: want 0 to {MOST_NUMBERS}")
    rng.state = seed
    if below:
        return [rng_below(&rng, below) for _ in range(n)]
    return [rng_next(&rng) for _ in range(n)]


# What pickles name. The arguments are what somebody's bytes say, so all of them are checked.


def load_rules(version: object, str game not None, sizes: object, bytes packed not None, uint64_t digest) -> Rules:
    """The rules from their pickle."""
    cdef Rules rules
    want_version("Rules", version)
    rules = Rules(game, packed)
    if sizes != rules.sizes():
        raise ValueError(f"pickled rules of {game} by a build whose sizes are {sizes}: want {rules.sizes()}, as here")
    if rules.digest() != digest:
        raise ValueError(f"the pickled rules of {game} are damaged: their checksum does not match")
    return rules


def load_state(version: object, Rules rules not None, bytes raw not None, uint64_t digest) -> State:
    """A state from its pickle."""
    want_version("State", version)
    # Before the kernel looks at them: its check is for positions that cannot be, not for any bytes at all.
    if checksum(rules.digest(), <const unsigned char*><const char*>raw, <size_t>len(raw)) != digest:
        raise ValueError(f"the pickled state of {rules.game} is damaged, or was of other rules: "
                         "its checksum does not match")
    return rules.state(raw)


def load_obs(version: object, Rules rules not None, int viewer, list tokens not None, uint64_t key) -> Obs:
    """An observation from its pickle, folded anew."""
    cdef Obs obs
    want_version("Obs", version)
    obs = rules.observe(viewer)
    if key_of(viewer, tokens) != key:
        raise ValueError(f"the pickled observation of {rules.game} is damaged: its key does not match its tokens")
    for number, seen in enumerate(tokens, 1):
        if obs.fold(seen):
            raise ValueError(f"token {number} of the pickled observation of {rules.game} does not fit those before it "
                             f"(misfit {obs.misfit})")
    return obs


def key_of(int viewer, list tokens not None) -> int:
    """The `info_key` of an observation that would have seen these tokens, without folding them."""
    cdef uint64_t key = mix64(viewer)
    for seen in tokens:
        key = hash_token(key, <token_t>seen)
    return key

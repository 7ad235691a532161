"""GameOps: what a game is to the search, perft, the contract suite and the Python handles.

It is a table of functions. Every function takes the game's rules first and is safe without the GIL. None checks its
arguments. States and observations are flat structs without pointers; a copy is one memcpy of the size given here.
"""

from cpython.pycapsule cimport PyCapsule_New, PyCapsule_SetContext
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport Events, MAX_SEATS, move_t, pending_t, token_t


# Every game's Rules struct starts with this.
cdef struct RulesHead:
    uint8_t n_seats
    uint8_t n_teams
    uint8_t team[8]                     # of each seat
    uint8_t n_sources                   # of chance: decks, cups and dice


# The functions of a game, by what they are called with. GameOps says what each does.
ctypedef void (*init_t)(const void* rules, void* state) noexcept nogil
ctypedef pending_t (*ask_pending_t)(const void* rules, const void* state) noexcept nogil
ctypedef int (*kind_t)(const void* rules, const void* state, int seat) noexcept nogil
ctypedef int (*legal_t)(const void* rules, const void* state, int seat, move_t* out) noexcept nogil
ctypedef int (*all_moves_t)(const void* rules, move_t* out) noexcept nogil
ctypedef int (*n_features_t)(const void* rules) noexcept nogil
ctypedef void (*encode_t)(const void* rules, const void* obs, float* out) noexcept nogil
ctypedef int (*source_t)(const void* rules, const void* state) noexcept nogil
ctypedef uint32_t (*weight_t)(const void* rules, const void* state, move_t outcome) noexcept nogil
ctypedef move_t (*draw_t)(const void* rules, const void* state, Rng* rng) noexcept nogil
ctypedef void (*apply_t)(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil
ctypedef void (*obs_init_t)(const void* rules, void* obs, int viewer) noexcept nogil
ctypedef int (*obs_fold_t)(const void* rules, void* obs, token_t seen) noexcept nogil
ctypedef void (*sample_t)(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil
ctypedef void (*shares_t)(const void* rules, const void* state, float* per_team) noexcept nogil
ctypedef int (*playout_t)(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil
ctypedef int (*check_t)(const void* rules, const void* state) noexcept nogil
ctypedef uint64_t (*secrets_t)(const void* rules, const void* state, int seat) noexcept nogil
ctypedef void (*suggest_t)(const void* rules, const void* state, int seat, const move_t* moves, int n,
                           float* prior) noexcept nogil


cdef struct GameOps:
    size_t rules_size
    size_t state_size
    size_t obs_size

    # The start of the game, before any chance.
    init_t init

    # Who must decide now: a bit for each such seat, or PENDING_CHANCE, or OVER.
    ask_pending_t pending

    # The DecisionKind of a pending seat's decision.
    kind_t kind

    # Writes the legal moves of a pending seat in a fixed order and returns their number, never 0. While chance is
    # pending, the seat CHANCE has its outcomes as moves.
    # It reads only what the seat knows: called on that seat's observation it gives the same.
    legal_t legal

    # Every move that any seat can ever make with these rules, in a fixed order; the result is their number (`out` NULL:
    # only that). A move's place in this list is its action id, so that learners have a fixed set of actions.
    all_moves_t all_moves

    # While chance is pending: its source (which deck, cup or die), an outcome drawn by its weight, and the weight of an
    # outcome.
    source_t source
    draw_t draw
    weight_t weight

    # Makes a move that is known to be legal. What happened is added to `events` unless that is NULL.
    apply_t apply

    # An observation is folded from what its viewer saw, token by token, and from nothing else. Its first member is a
    # state that holds what the viewer knows and nothing more, so that pending, kind and legal (for the viewer) can be
    # called on it. obs_fold returns 0, or a number that says why no game shows this token here. After that the
    # observation is of no use: fold a copy where a token may be wrong.
    obs_init_t obs_init
    obs_fold_t obs_fold

    # The same for who writes vectors of many games: nothing is kept for `sample`. Tokens are not checked, so they must
    # come from `apply`. Only the first lean_size bytes are used. obs_fold folds these, too.
    size_t lean_size
    obs_init_t lean_init

    # What the viewer knows as n_features numbers, its own side first; the game's view.py has their layout. `out` holds
    # zeros before. NULL for both: the bytes of the state that holds what the viewer knows (see `write_vector`).
    n_features_t n_features
    encode_t encode

    # A full state, drawn from those that the observation allows; how likely each is stands in the game's RULES.md.
    # With resample_own the viewer's own secrets are drawn too, from what the others know of them.
    sample_t sample

    # Each team's share of the result (they add up to 1): a cheap estimate at any time, and the true one of a finished
    # game.
    shares_t evaluate
    shares_t returns

    # Plays uniformly random moves in place, at most `cutoff` decisions (-1: to the end), then writes evaluate or
    # returns. The result counts the decisions that had two or more options; chance is not counted.
    playout_t random_playout

    # Recomputes what is derived and counts what must add up; 0 if all is well, else the number of the check that
    # failed.
    check_t check

    # The rest is for the search, which can do without: NULL or 0.

    # Decisions of a playout after which `evaluate` can judge the position; 0: play on to the end.
    int cutoff

    # Width of the search's confidence bounds, found by matches; 0: the search's own.
    double ucb

    # Visits that a public node needs before the search passes through a new private node below it, instead of ending
    # its tree there; 0: never. For games whose hidden hands are rarely met twice; the values were found by matches.
    int expand_through

    # A number that stands for what only this seat knows in a state (its hand, its face-down counters) and for nothing
    # else. Without this function the search tells a seat's hidden hands apart by the seat's legal moves.
    secrets_t secrets

    # A cheap opinion of each legal move from what the seat knows: how much of its team's share it gains (0: nothing).
    # The search looks at the best of these first and leans towards them while it knows little.
    suggest_t suggest

    # As random_playout, but with sensible instead of uniformly random moves; it may go on past the cutoff to where the
    # position can be judged.
    playout_t guided_playout

    # Whether a guess names a bid, which lets the search solve a bid against a guess exactly; and, where one guess is
    # followed by others, how many bids will be named in all.
    bint (*guess_covers_bid)(const void* rules, const void* state, move_t guess, move_t bid) noexcept nogil
    int (*n_guesses)(const void* rules, const void* state) noexcept nogil

    # How well the secret choices in this state fit sensible players: their chance if all seats but the viewer
    # (SPECTATOR: all seats) chose sensibly, divided by their chance if they chose at random; 1 if nothing can be said.
    double (*plausible)(const void* rules, const void* state, int viewer) noexcept nogil


# The names of the capsules: with a game's table, and with functions that a search uses in place of the game's own.
cdef extern from *:
    """
    #define PETTEIA_OPS_CAPSULE "petteia.GameOps"
    #define PETTEIA_EVALUATE_CAPSULE "petteia.evaluate"
    #define PETTEIA_PRIOR_CAPSULE "petteia.prior"
    """
    const char* OPS_CAPSULE "PETTEIA_OPS_CAPSULE"
    const char* EVALUATE_CAPSULE "PETTEIA_EVALUATE_CAPSULE"     # a shares_t
    const char* PRIOR_CAPSULE "PETTEIA_PRIOR_CAPSULE"           # a suggest_t


cdef inline void enter_rules(GameOps* ops, size_t rules_size, size_t state_size, init_t init, ask_pending_t pending,
                             kind_t kind, legal_t legal, source_t source, draw_t draw, weight_t weight, apply_t apply,
                             playout_t random_playout) noexcept:
    """Enter the rules into a game's table of functions."""
    ops.rules_size, ops.state_size = rules_size, state_size
    ops.init, ops.pending, ops.kind, ops.legal = init, pending, kind, legal
    ops.source, ops.draw, ops.weight, ops.apply = source, draw, weight, apply
    ops.random_playout = random_playout


cdef inline void enter_observation(GameOps* ops, size_t obs_size, obs_init_t obs_init, obs_fold_t obs_fold,
                                   sample_t sample) noexcept:
    """Enter what concerns observations. A game whose lean ones differ sets these after this."""
    ops.obs_size = ops.lean_size = obs_size
    ops.obs_init, ops.obs_fold, ops.sample = obs_init, obs_fold, sample
    ops.lean_init = obs_init


cdef inline int vector_size(const GameOps* ops, const void* rules) noexcept nogil:
    """How many numbers an observation is."""
    return <int>ops.state_size if ops.n_features == NULL else ops.n_features(rules)


cdef inline void write_vector(const GameOps* ops, const void* rules, const void* obs, float* out) noexcept nogil:
    """What the viewer knows as numbers."""
    cdef size_t i
    if ops.encode == NULL:
        for i in range(ops.state_size):
            out[i] = (<const uint8_t*>obs)[i]
        return
    memset(out, 0, ops.n_features(rules) * sizeof(float))
    ops.encode(rules, obs, out)


cdef inline int listed(move_t* out, int n, move_t move) noexcept nogil:
    """Enter the n-th move into the list of `all_moves`, if one is wanted; the number so far."""
    if out != NULL:
        out[n] = move
    return n + 1


cdef inline object capsule_of(GameOps* ops):
    """A game's table for Python: its `ops` module offers it as `OPS`."""
    capsule = PyCapsule_New(ops, OPS_CAPSULE, NULL)
    PyCapsule_SetContext(capsule, <void*>sizeof(GameOps))   # by which Rules sees that headers and kernel fit
    return capsule


cdef inline object evaluate_capsule(shares_t function):
    """An evaluation for `Searcher(evaluate=...)`."""
    return PyCapsule_New(<void*>function, EVALUATE_CAPSULE, NULL)


cdef inline object prior_capsule(suggest_t function):
    """An opinion of moves for `Searcher(prior=...)`."""
    return PyCapsule_New(<void*>function, PRIOR_CAPSULE, NULL)

"""GameOps: what a game is to the search, perft, the contract suite and the Python wrappers.

Every function takes the game's rules first and is safe without the GIL. States and observations are flat structs
without pointers; a copy is one memcpy of the size given here.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.rng cimport Rng
from petteia.ext.types cimport Events, MAX_SEATS, move_t, pending_t, token_t


# Every game's Rules struct starts with this.
cdef struct RulesHead:
    uint8_t n_seats
    uint8_t n_teams
    uint8_t team[8]                     # of each seat
    uint8_t n_sources                   # of chance


cdef struct GameOps:
    size_t rules_size
    size_t state_size
    size_t obs_size

    # The start of the game, before any chance.
    void (*init)(const void* rules, void* state) noexcept nogil

    # Which seats must decide now, as bits; PENDING_CHANCE; or OVER.
    pending_t (*pending)(const void* rules, const void* state) noexcept nogil

    # The DecisionKind of a pending seat's decision.
    int (*kind)(const void* rules, const void* state, int seat) noexcept nogil

    # Writes the legal moves of a pending seat in a fixed order and returns their number, never 0.
    # For a seat it reads only what that seat knows: called on an observation it gives the same.
    int (*legal)(const void* rules, const void* state, int seat, move_t* out) noexcept nogil

    # While chance is pending: its source, an outcome drawn with its weight, and the weight of an outcome.
    int (*source)(const void* rules, const void* state) noexcept nogil
    move_t (*draw)(const void* rules, const void* state, Rng* rng) noexcept nogil
    uint32_t (*weight)(const void* rules, const void* state, move_t outcome) noexcept nogil

    # Makes a move that is known to be legal. What happened is told to `events` unless that is NULL.
    void (*apply)(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil

    # An observation is folded from what its viewer saw, token by token, and from nothing else. It begins with
    # a state that holds what the viewer knows and nothing more, so that pending, kind and legal (for
    # the viewer) can be called on it. obs_fold returns 0, or a reason why the token cannot be (the
    # observation is then spoilt: fold a copy).
    void (*obs_init)(const void* rules, void* obs, int viewer) noexcept nogil
    int (*obs_fold)(const void* rules, void* obs, token_t seen) noexcept nogil

    # A full state drawn from those that the observation allows, by the law of sampling (see the game's RULES.md).
    # With resample_own the viewer's own secrets are drawn too, from what the others know of them.
    void (*sample)(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil

    # A cheap guess of each team's share (they add up to 1), and the true one of a finished game.
    void (*evaluate)(const void* rules, const void* state, float* per_team) noexcept nogil
    void (*returns)(const void* rules, const void* state, float* per_team) noexcept nogil

    # Plays uniformly random moves in place, at most `cutoff` decisions (-1: to the end), then writes evaluate or
    # returns. The result counts the decisions that had two or more options; chance is not counted.
    int (*playout)(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil

    # Recomputes what is derived and counts what must add up; 0 if all is well, else the number of the check.
    int (*check)(const void* rules, const void* state) noexcept nogil

    # The rest may be NULL or 0.

    # After how many decisions of a playout `evaluate` can judge; 0: play on to the end.
    int cutoff

    # How wide the search's confidence bounds should be, by matches; 0: as usual.
    double ucb

    # From how many visits of a public node on the search walks on through a seat's node that is new there, instead of
    # ending its tree: for games whose hidden hands are rarely met twice, by matches; 0: never.
    int deep

    # A number that stands for what only this seat knows in a state (its hand, its face-down counters), and for nothing
    # else. Without it the search tells a seat's hidden hands apart by the seat's legal moves.
    uint64_t (*secrets)(const void* rules, const void* state, int seat) noexcept nogil

    # A cheap opinion of each legal move, in units of a team's share (0: nothing gained), from what the seat knows.
    # The search looks at the likeliest moves first and leans towards them while it knows little.
    void (*suggest)(const void* rules, const void* state, int seat, const move_t* moves, int n,
                    float* prior) noexcept nogil

    # As playout, but with sensible instead of uniformly random moves; it may go on past the cutoff to where the
    # position can be judged.
    int (*rollout)(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil

    # Whether that bid is named after a guess: lets the search solve a bid against a guess exactly. And how many bids
    # will be named in all, if one guess does not name them all.
    bint (*covers)(const void* rules, const void* state, move_t guess, move_t bid) noexcept nogil
    int (*named)(const void* rules, const void* state) noexcept nogil

    # How much likelier the seats but the viewer (SPECTATOR: all seats) are to have made the secret choices that lie
    # in this world if they are sensible than if they chose at random; 1 if nothing can be said.
    double (*plausible)(const void* rules, const void* state, int viewer) noexcept nogil

"""What the kernels of the small games share: two teams of one seat, and at most one source of chance."""

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport (
    apply_t, ask_pending_t, check_t, draw_t, GameOps, init_t, kind_t, legal_t, playout_t, RulesHead, secrets_t,
    shares_t,
)
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport CHANCE, MAX_MOVES, move_t, OVER, PENDING_CHANCE, pending_t

# Why a token cannot be; engine/games/toys/toy.py has the words.
cpdef enum:
    FITS = 0
    MALFORMED = 1         # no such thing in this game
    NOT_NOW = 2           # not at this point of the game


cdef void add_rules(GameOps* ops, size_t rules_size, size_t state_size, init_t init, ask_pending_t pending, kind_t kind,
                    legal_t legal, apply_t apply) noexcept
cdef void add_values(GameOps* ops, shares_t evaluate, shares_t returns, playout_t random_playout) noexcept
cdef void add_checks(GameOps* ops, check_t check, secrets_t secrets) noexcept
cdef void set_head(RulesHead* head) noexcept


cdef inline void set_shares(float* per_team, double first) noexcept nogil:
    """Two teams: the first one's share, and the rest."""
    per_team[0] = first
    per_team[1] = 1 - per_team[0]


cdef inline void even_until_over(const void* rules, const void* state, float* per_team, ask_pending_t pending,
                                 shares_t returns) noexcept nogil:
    """An evaluation that knows nothing before the end."""
    if pending(rules, state) == OVER:
        returns(rules, state, per_team)
    else:
        set_shares(per_team, 0.5)


cdef inline int play_out(const void* rules, void* state, Rng* rng, int cutoff, float* per_team, ask_pending_t pending,
                         legal_t legal, draw_t draw, apply_t apply, shares_t evaluate) noexcept nogil:
    """GameOps.random_playout, with the game's own functions (`draw` NULL where nothing is drawn).

    Given these as constants, the compiler makes each game a loop of its own, without calls through pointers.
    """
    cdef move_t moves[MAX_MOVES]
    cdef int decisions = 0, n, seat
    cdef pending_t who = pending(rules, state)
    while who != OVER:
        if who == PENDING_CHANCE:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
        else:
            if decisions == cutoff:
                break
            seat = ctz32(who)
            n = legal(rules, state, seat, moves)
            apply(rules, state, seat, moves[rng_below(rng, n)], NULL)
            decisions += n > 1
        who = pending(rules, state)
    evaluate(rules, state, per_team)
    return decisions

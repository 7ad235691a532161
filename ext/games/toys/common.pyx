"""What the kernels of the small games share: functions for games without chance, and filling the table."""

from libc.stdint cimport uint32_t

from petteia.ext.core.game cimport (
    apply_t, ask_pending_t, check_t, GameOps, init_t, kind_t, legal_t, playout_t, RulesHead, secrets_t, shares_t,
)
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport move_t


cdef int only_source(const void* rules, const void* state) noexcept nogil:
    return 0


cdef move_t draw_nothing(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return 0


cdef uint32_t weigh_nothing(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return 0


cdef void add_rules(GameOps* ops, size_t rules_size, size_t state_size, init_t init, ask_pending_t pending, kind_t kind,
                    legal_t legal, apply_t apply) noexcept:
    """Enter the rules of a game in which nothing is drawn; a game with chance sets `draw` and `weight` after this."""
    ops.rules_size = rules_size
    ops.state_size = state_size
    ops.init = init
    ops.pending = pending
    ops.kind = kind
    ops.legal = legal
    ops.source = only_source
    ops.draw = draw_nothing
    ops.weight = weigh_nothing
    ops.apply = apply


cdef void add_values(GameOps* ops, shares_t evaluate, shares_t returns, playout_t random_playout) noexcept:
    ops.evaluate = evaluate
    ops.returns = returns
    ops.random_playout = random_playout


cdef void add_checks(GameOps* ops, check_t check, secrets_t secrets) noexcept:
    ops.check = check
    ops.secrets = secrets


cdef void set_head(RulesHead* head) noexcept:
    """Two seats against each other, and one source of chance."""
    head.n_seats = head.n_teams = 2
    head.team[1] = 1
    head.n_sources = 1

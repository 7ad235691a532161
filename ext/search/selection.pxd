"""How the search chooses among a node's moves, one rule for each kind of decision."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport BID, GUESS, HIDDEN_CHOICE, SIMULTANEOUS, move_t
from petteia.ext.search.params cimport MOST_REGRETS, Params
from petteia.ext.search.tree cimport Node, Tree

cdef enum:
    ALL_AT_ONCE = 64      # without a prior, so many moves are looked at from the start
    TABLE_BITS = 12
    TABLE_SIZE = 4096     # logarithms and inverses of smaller numbers (of so many bits) come from a table

cdef enum Rule:
    UCB = 0               # upper confidence bounds: for what everybody sees
    REGRETS = 1           # regret matching, unbiased by importance weights: for small secret choices
    MEANS = 2             # regret matching on mean values: for large secret choices at the root
    MATRIX = 3            # the exact equilibrium of a bid against a guess


cdef double* inverse_of   # 1 / n for n below TABLE_SIZE; 0 for 0


cdef inline double inverse(uint32_t n) noexcept nogil:
    """1 / n; 0 for 0. Most nodes have few visits, and a division takes longer than a look at a table."""
    return inverse_of[n] if n < TABLE_SIZE else 1.0 / n


cdef inline Rule rule_of(const Node* node, bint at_root, const Params* params) noexcept nogil:
    cdef int kind = node.kind
    if kind == HIDDEN_CHOICE:
        if node.n_legal <= params.regret_moves:
            return REGRETS
        return MEANS if at_root and params.mix_root else UCB
    if kind == SIMULTANEOUS or kind == BID or kind == GUESS:
        return REGRETS if node.n_legal <= MOST_REGRETS else MEANS
    return UCB


cdef inline int n_at_first(const GameOps* ops, bint all_moves, int n, const Params* params) noexcept nogil:
    """How many of n moves a node without visits looks at."""
    if all_moves or n <= params.first_moves or (ops.suggest == NULL and n <= ALL_AT_ONCE):
        return n
    return params.first_moves


cdef inline int n_wanted(const Node* node, const Params* params) noexcept nogil:
    """How many moves a node should look at by now, if it has so many."""
    return max(<int>(params.widen * sqrt(<double>node.visits)), params.first_moves)


cdef bint widen_node(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                     const void* state, int seat, move_t* moves, int n, const Params* params,
                     Rng* rng) noexcept nogil


cdef inline bint ensure_edges(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                              const void* state, int seat, move_t* moves, int n, const Params* params,
                              Rng* rng) noexcept nogil:
    """Make sure that the node has edges for as many moves as it should look at by now; False if there is no room."""
    cdef const Node* node = &tree.nodes[number]
    return (node.n_edges >= node.n_legal > 0
            or widen_node(tree, number, all_moves, ops, rules, state, seat, moves, n, params, rng))


cdef int choose_ucb(Tree* tree, const Node* node, bint at_root, const Params* params,
                    Rng* rng) noexcept nogil
cdef void current_strategy(Tree* tree, const Node* node, const Params* params, double* out) noexcept nogil
cdef int choose_mixed(const double* strategy, int n, double explore, Rng* rng) noexcept nogil
cdef double logarithm(uint32_t n) noexcept nogil

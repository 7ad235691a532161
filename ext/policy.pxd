"""How the search chooses among a node's moves, one rule for each kind of decision."""

from libc.stdint cimport uint32_t

from petteia.ext.game cimport GameOps
from petteia.ext.rng cimport Rng
from petteia.ext.tree cimport Edge, Node, Tree
from petteia.ext.types cimport BID, GUESS, HIDDEN_CHOICE, SIMULTANEOUS, move_t

cdef enum:
    MANY = 1024           # no node has more edges
    MOST_REGRETS = 48     # importance weights of more moves are too wild
    TABLED_BITS = 12
    TABLED = 4096         # logarithms and inverses of smaller numbers (of so many bits) come from a table

cdef enum Rule:
    UCB = 0               # upper confidence bounds: for what everybody sees
    REGRETS = 1           # regret matching, unbiased by importance weights: for small secret choices
    MEANS = 2             # regret matching on mean values: for large secret choices at the root
    MATRIX = 3            # the exact equilibrium of a bid against a guess


cdef struct Params:
    double ucb            # width of the confidence bounds (0: as the game says),
    double first          # and how much wider they are after a first visit, against bad luck; -1: by cutoff
    double explore        # share of uniform choices where a strategy is mixed
    double bias           # how much a prior counts while there are few visits
    double belief         # share of the worlds that are drawn by how plausible the others' choices are in them
    double widen          # a node looks at widen * sqrt(visits) moves,
    int narrow            # and at no fewer than this
    int small             # a hidden choice among at most so many moves is learnt by regret matching everywhere
    int blend             # below so many visits a node also listens to its public node
    int deep              # a new node is walked through if its public node has so many visits; 0: never; -1: by game
    int resample          # every so many iterations the seat's own secrets are drawn anew; 0: never
    int cutoff            # decisions in a playout; -1: to the end; 0: as the game says
    int mixed             # 1: a large hidden choice at the root is learnt by regret matching; 0: by UCB
    int rollout           # 1: sensible playouts where the game has them; 0: uniformly random ones


cdef double* inverse_of   # 1 / n for n below TABLED; 0 for 0


cdef inline double inverse(uint32_t n) noexcept nogil:
    """1 / n; 0 for 0. Most nodes have few visits, and a division takes longer than a look at a table."""
    return inverse_of[n] if n < TABLED else 1.0 / n


cdef inline Rule rule_of(const Node* node, bint at_root, const Params* params) noexcept nogil:
    cdef int kind = node.kind
    if kind == HIDDEN_CHOICE:
        if node.n_legal <= params.small:
            return REGRETS
        return MEANS if at_root and params.mixed else UCB
    if kind == SIMULTANEOUS or kind == BID or kind == GUESS:
        return REGRETS if node.n_legal <= MOST_REGRETS else MEANS
    return UCB


cdef bint look_further(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                       const void* state, int seat, move_t* moves, int n, const Params* params,
                       Rng* rng) noexcept nogil


cdef inline bint look_around(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                             const void* state, int seat, move_t* moves, int n, const Params* params,
                             Rng* rng) noexcept nogil:
    """Make sure that the node has edges for as many moves as it should look at by now; False if there is no room."""
    cdef const Node* node = &tree.nodes[number]
    return (node.n >= node.n_legal > 0
            or look_further(tree, number, all_moves, ops, rules, state, seat, moves, n, params, rng))


cdef int choose_ucb(Tree* tree, const Node* node, const Params* params, Rng* rng) noexcept nogil
cdef void current(Tree* tree, const Node* node, const Params* params, double* out) noexcept nogil
cdef int choose_mixed(const double* strategy, int n, double explore, Rng* rng) noexcept nogil
cdef void smooth(const double* total, const double* count, int n, double otherwise, double* out) noexcept nogil
cdef void matrix_values(Tree* tree, const Node* node, double* miss, double* hit) noexcept nogil
cdef double logarithm(uint32_t n) noexcept nogil

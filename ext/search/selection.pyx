"""How the search chooses among a node's moves, one rule for each kind of decision."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.bits cimport clz32
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng, rng_below, rng_unit
from petteia.ext.search.tree cimport TRANSIENT_EDGES, Edge, Node, Tree, add_edge, edges_of, public_edge_of
from petteia.ext.core.types cimport MAX_MOVES, move_t

# ---------------------------------------------------------------------------------------------------------------
# Logarithms from a table made with the four basic operations only: the same on every machine.

cdef double log_of[TABLE_SIZE]
cdef double inverses[TABLE_SIZE]
cdef double LOG2 = 0


cdef double series(double x) noexcept nogil:
    """ln x for 1/2 <= x <= 2, by 2 artanh((x - 1) / (x + 1))."""
    cdef double y = (x - 1) / (x + 1), power = y, total = 0
    cdef int i
    for i in range(1, 60, 2):
        total += power / i
        power *= y * y
    return 2 * total


cdef void fill_logs() noexcept nogil:
    global LOG2
    cdef int n, doublings
    cdef double x
    LOG2 = series(2)
    log_of[0] = inverses[0] = 0
    for n in range(1, TABLE_SIZE):
        inverses[n] = 1.0 / n
        x, doublings = n, 0
        while x > 2:
            x /= 2
            doublings += 1
        log_of[n] = series(x) + doublings * LOG2


fill_logs()
inverse_of = inverses


cdef double logarithm(uint32_t n) noexcept nogil:
    cdef int doublings
    if n < TABLE_SIZE:
        return log_of[n]
    doublings = 32 - TABLE_BITS - clz32(n)
    return log_of[n >> doublings] + doublings * LOG2


# ---------------------------------------------------------------------------------------------------------------
# Which moves.

cdef inline int drop_moves_had(Tree* tree, const Node* node, move_t* moves, float* prior, int n) noexcept nogil:
    """Take out of a list of n moves those that the node has edges for; how many are left."""
    cdef int i, a
    for i in range(node.n_edges):
        for a in range(n):
            if moves[a] == edges_of(tree, node)[i].move:
                n -= 1
                moves[a], prior[a] = moves[n], prior[n]
                break
    return n


cdef inline bint is_better(float prior, move_t move, float other_prior, move_t other) noexcept nogil:
    """Whether a move comes before another: by its prior, and of equals by its number."""
    return <int>(prior > other_prior) | (<int>(prior == other_prior) & <int>(move < other))


cdef inline void bring_forward(move_t* moves, float* prior, int n, int k) noexcept nogil:
    """Bring the k best of n moves to the front, the best first."""
    cdef float value
    cdef move_t move
    cdef int a, i
    for a in range(n):
        if a >= k and not is_better(prior[a], moves[a], prior[k - 1], moves[k - 1]):
            continue
        value, move = prior[a], moves[a]
        i = a
        if a >= k:                                # the last of the k makes room
            i = k - 1
            prior[a], moves[a] = prior[i], moves[i]
        while i > 0 and is_better(value, move, prior[i - 1], moves[i - 1]):
            prior[i], moves[i] = prior[i - 1], moves[i - 1]
            i -= 1
        prior[i], moves[i] = value, move


cdef inline bint append_edge(Tree* tree, uint32_t number, move_t move, float prior) noexcept nogil:
    """A further edge of a node, joined to that of its public node. False if there is no room."""
    cdef Node* node = &tree.nodes[number]
    cdef uint32_t public_edge
    if add_edge(tree, number, move, prior) == NULL:
        return False
    if node.public != 0:
        public_edge = public_edge_of(tree, node.public, move)
        edges_of(tree, node)[node.n_edges - 1].public_edge = public_edge
    return True


cdef bint widen_node(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                     const void* state, int seat, move_t* moves, int n, const Params* params,
                     Rng* rng) noexcept nogil:
    """Add edges for as many moves as the node should look at by now, those with the best priors first.

    `moves` are the legal ones, or room for them if n is 0. False if the node has no edge and there is no room for one.
    """
    cdef Node* node = &tree.nodes[number]
    cdef float prior[MAX_MOVES]
    cdef int next = 0, want
    if node.n_edges > 0 and node.first_edge <= TRANSIENT_EDGES:
        return True                               # lent to it with just this room, and met again in one batch
    want = n_wanted(node, params)
    if node.n_legal != 0:
        if all_moves or want > node.n_legal:
            want = node.n_legal
        if node.n_edges >= want:
            return True
    if n == 0:
        n = ops.legal(rules, state, seat, moves)
    node.n_legal = n
    if ops.suggest != NULL:
        ops.suggest(rules, state, seat, moves, n, prior)
    else:
        all_moves |= n <= ALL_AT_ONCE
        memset(prior, 0, n * sizeof(float))
    if all_moves or want > n:
        want = n
    n = drop_moves_had(tree, node, moves, prior, n)
    if not all_moves and ops.suggest != NULL and want > node.n_edges:
        bring_forward(moves, prior, n, min(want - node.n_edges, n))
    while node.n_edges < want:                    # all moves: in the order of the rules page
        if not all_moves and ops.suggest == NULL:
            next = rng_below(rng, n)
        if not append_edge(tree, number, moves[next], prior[next]):
            return node.n_edges > 0
        if not all_moves and ops.suggest == NULL:
            n -= 1
            moves[next] = moves[n]
        else:
            next += 1
    return True


# ---------------------------------------------------------------------------------------------------------------
# Upper confidence bounds.

cdef double UNTRIED = 1000          # the score of a move that nothing is known of: all of them come first
cdef double FIRST_SPREAD = 0.5      # what two values at the ends of the scale would add to the sum of squares


cdef inline double bound(const Edge* edge, uint32_t n, double value, double log_n, double width,
                         double early, const Params* params) noexcept nogil:
    """The upper bound of an edge that has, with what it borrowed, n visits which gave `value`.

    The width follows how much the move's own values vary, starting from the most that they can.
    """
    cdef double spread = FIRST_SPREAD, share = inverse(n), later = inverse(edge.visits + 1)
    cdef double mean = edge.value * inverse(edge.visits)
    if edge.visits:
        spread += max(0.0, edge.squares - edge.value * mean)
    spread *= inverse(edge.visits + 2)
    return (value * share + (width + early * later) * sqrt(spread * log_n * share)
            + params.prior * edge.prior * later)


cdef inline int n_to_borrow(const Node* node, const Params* params) noexcept nogil:
    """How many visits a young node takes over from its public node."""
    if node.public == 0 or node.visits >= <uint32_t>params.borrow_until:
        return 0
    return params.borrow_until - <int>node.visits


cdef int choose_ucb(Tree* tree, const Node* node, bint at_root, const Params* params,
                    Rng* rng) noexcept nogil:
    """The edge with the highest bound; a young node borrows visits from its public node."""
    cdef const Edge* edges = edges_of(tree, node)
    cdef const Edge* public_edges = edges_of(tree, &tree.nodes[node.public])
    cdef const Edge* public_edge
    cdef double score, best_score = -1e300, value, log_n = 0
    cdef double width = params.root_ucb if at_root else params.ucb
    cdef double early = params.root_early_ucb if at_root else params.early_ucb
    cdef uint32_t n
    cdef int i, best = 0, ties = 0
    cdef int borrow = n_to_borrow(node, params), borrowed
    cdef uint32_t visits_before = 0xFFFFFFFF
    for i in range(node.n_edges):
        n, value = edges[i].visits, edges[i].value
        if borrow > 0 and edges[i].public_edge != 0:
            public_edge = &public_edges[edges[i].public_edge - 1]
            borrowed = borrow if public_edge.visits > <uint32_t>borrow else public_edge.visits
            n += borrowed
            value += borrowed * public_edge.value * inverse(public_edge.visits)
        if n == 0:
            score = UNTRIED + edges[i].prior
        else:
            if edges[i].visits_before != visits_before:
                visits_before = edges[i].visits_before
                log_n = logarithm(node.visits - visits_before + 2 + borrow)
            score = bound(&edges[i], n, value, log_n, width, early, params)
        if score > best_score:
            best, best_score, ties = i, score, 1
        elif score == best_score:
            ties += 1
            if rng_below(rng, ties) == 0:
                best = i
    return best


# ---------------------------------------------------------------------------------------------------------------
# Regret matching.

cdef void current_strategy(Tree* tree, const Node* node, const Params* params, double* out) noexcept nogil:
    """What the node means to play: in proportion to positive regrets. A young node adds those of its public node."""
    cdef Edge* edges = edges_of(tree, node)
    cdef Edge* public_edges = edges_of(tree, &tree.nodes[node.public])
    cdef double total = 0, regret, share = 0, scale, rest
    cdef int i
    if n_to_borrow(node, params) > 0:
        share = 1 - <double>node.visits / params.borrow_until
    for i in range(node.n_edges):
        regret = edges[i].regret
        if share > 0 and edges[i].public_edge != 0:
            regret += share * public_edges[edges[i].public_edge - 1].regret
        out[i] = regret if regret > 0 else 0
        total += out[i]
    if total > 1e-300:
        scale, rest = 1 / total, 0
    else:
        scale, rest = 0, inverse(node.n_edges)
    for i in range(node.n_edges):
        out[i] = out[i] * scale + rest


cdef int choose_mixed(const double* strategy, int n, double explore, Rng* rng) noexcept nogil:
    """Draw from a strategy, or now and then from all moves."""
    cdef double r = rng_unit(rng)
    cdef int i
    if r < explore:
        return rng_below(rng, n)
    r = (r - explore) / (1 - explore)
    for i in range(n):
        r -= strategy[i]
        if r < 0:
            return i
    for i in range(n - 1, -1, -1):                # rounding left a crumb
        if strategy[i] > 0:
            return i
    return 0

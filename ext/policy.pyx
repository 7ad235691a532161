"""How the search chooses among a node's moves, one rule for each kind of decision."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from petteia.ext.bits cimport clz32
from petteia.ext.game cimport GameOps
from petteia.ext.rng cimport Rng, rng_below, rng_unit
from petteia.ext.tree cimport Edge, Node, Tree, add_edge, edges_of, shadow_of
from petteia.ext.types cimport MAX_MOVES, move_t

cdef enum:
    ALL_AT_ONCE = 64      # without a prior, so many moves are looked at from the start


# ---------------------------------------------------------------------------------------------------------------
# Logarithms from a table made with the four basic operations only: the same on every machine.

cdef double log_of[TABLED]
cdef double inverses[TABLED]
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
    for n in range(1, TABLED):
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
    if n < TABLED:
        return log_of[n]
    doublings = 32 - TABLED_BITS - clz32(n)
    return log_of[n >> doublings] + doublings * LOG2


# ---------------------------------------------------------------------------------------------------------------
# Which moves.

cdef bint look_further(Tree* tree, uint32_t number, bint all_moves, const GameOps* ops, const void* rules,
                       const void* state, int seat, move_t* moves, int n, const Params* params,
                       Rng* rng) noexcept nogil:
    """Add edges for as many moves as the node should look at by now, those with the best priors first.

    `moves` are the legal ones, or room for them if n is 0. False if the node has no edge and there is no room for one.
    """
    cdef Node* node = &tree.nodes[number]
    cdef float prior[MAX_MOVES]
    cdef int i, best, want
    cdef Edge* edge
    cdef uint32_t shadow
    want = <int>(params.widen * sqrt(<double>node.visits))
    if want < params.narrow:
        want = params.narrow
    if node.n_legal != 0:
        if all_moves or want > node.n_legal:
            want = node.n_legal
        if node.n >= want:
            return True
    if n == 0:
        n = ops.legal(rules, state, seat, moves)
    node.n_legal = n
    if ops.suggest != NULL:
        ops.suggest(rules, state, seat, moves, n, prior)
    else:
        all_moves |= n <= ALL_AT_ONCE
        for i in range(n):
            prior[i] = 0
    if all_moves or want > n:
        want = n
    for i in range(node.n):                       # those that it has already
        for best in range(n):
            if moves[best] == edges_of(tree, node)[i].move:
                n -= 1
                moves[best], prior[best] = moves[n], prior[n]
                break
    while node.n < want:
        if all_moves or ops.suggest == NULL:
            best = 0 if all_moves else rng_below(rng, n)
        else:
            best = 0
            for i in range(1, n):
                if prior[i] > prior[best] or (prior[i] == prior[best] and moves[i] < moves[best]):
                    best = i
        edge = add_edge(tree, number, moves[best], prior[best])
        if edge == NULL:
            return node.n > 0
        if node.public != 0:
            shadow = shadow_of(tree, node.public, moves[best])
            edges_of(tree, node)[node.n - 1].shadow = shadow
        n -= 1
        if all_moves:                             # keep the order of the rules page
            for i in range(best, n):
                moves[i], prior[i] = moves[i + 1], prior[i + 1]
        else:
            moves[best], prior[best] = moves[n], prior[n]
    return True


# ---------------------------------------------------------------------------------------------------------------
# Upper confidence bounds.

cdef inline double bound(const Edge* edge, uint32_t n, double value, double log_n, const Params* params) noexcept nogil:
    """The upper bound of an edge that has, with what it borrowed, n visits which gave `value`.

    The width follows how much the move's own values vary, starting from the most that they can.
    """
    cdef double spread = 0.5, share = inverse(n), later = inverse(edge.visits + 1)
    cdef double mean = edge.value * inverse(edge.visits)
    if edge.visits:
        spread += max(0.0, edge.squares - edge.value * mean)
    spread *= inverse(edge.visits + 2)
    return (value * share + (params.ucb + params.first * later) * sqrt(spread * log_n * share)
            + params.bias * edge.prior * later)


cdef int choose_ucb(Tree* tree, const Node* node, const Params* params, Rng* rng) noexcept nogil:
    """The edge with the highest bound; a young node borrows visits from its public node."""
    cdef const Edge* edges = edges_of(tree, node)
    cdef const Edge* shadows = edges_of(tree, &tree.nodes[node.public])
    cdef const Edge* shadow
    cdef double score, best_score = -1e300, value, log_n = 0
    cdef uint32_t n
    cdef int i, best = 0, ties = 0
    cdef int borrow = params.blend - <int>node.visits if node.public != 0 else 0
    cdef int borrowed, most = borrow if borrow > 0 else 0
    cdef uint32_t born = 0xFFFFFFFF
    for i in range(node.n):
        n, value = edges[i].visits, edges[i].value
        if borrow > 0 and edges[i].shadow != 0:
            shadow = &shadows[edges[i].shadow - 1]
            borrowed = borrow if shadow.visits > <uint32_t>borrow else shadow.visits
            n += borrowed
            value += borrowed * shadow.value * inverse(shadow.visits)
        if n == 0:
            score = 1000 + edges[i].prior
        else:
            if edges[i].born != born:
                born = edges[i].born
                log_n = logarithm(node.visits - born + 2 + most)
            score = bound(&edges[i], n, value, log_n, params)
        if score > best_score:
            best, best_score, ties = i, score, 1
        elif score == best_score:
            ties += 1
            if rng_below(rng, ties) == 0:
                best = i
    return best


# ---------------------------------------------------------------------------------------------------------------
# Regret matching.

cdef void current(Tree* tree, const Node* node, const Params* params, double* out) noexcept nogil:
    """The current strategy: in proportion to positive regrets. A young node adds those of its public node."""
    cdef Edge* edges = edges_of(tree, node)
    cdef Edge* shadows = edges_of(tree, &tree.nodes[node.public])
    cdef double total = 0, regret, share = 0, scale, rest
    cdef int i
    if node.public != 0 and <int>node.visits < params.blend:
        share = 1 - <double>node.visits / params.blend
    for i in range(node.n):
        regret = edges[i].regret
        if share > 0 and edges[i].shadow != 0:
            regret += share * shadows[edges[i].shadow - 1].regret
        out[i] = regret if regret > 0 else 0
        total += out[i]
    if total > 1e-300:
        scale, rest = 1 / total, 0
    else:
        scale, rest = 0, inverse(node.n)
    for i in range(node.n):
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


# ---------------------------------------------------------------------------------------------------------------
# A bid against a guess: edges are bids, with what they brought when missed and when guessed.

cdef void smooth(const double* total, const double* count, int n, double otherwise, double* out) noexcept nogil:
    """Means of neighbouring bids are alike: each is drawn a little towards its neighbours'."""
    cdef double near_total, near_count, all_total = 0, all_count = 0, mean
    cdef int b
    for b in range(n):
        all_total += total[b]
        all_count += count[b]
    for b in range(n):
        near_total = near_count = 0
        if b > 0:
            near_total += total[b - 1]
            near_count += count[b - 1]
        if b + 1 < n:
            near_total += total[b + 1]
            near_count += count[b + 1]
        if near_count > 0:
            mean = near_total / near_count
        else:
            mean = all_total / all_count if all_count > 0 else otherwise
        out[b] = (total[b] + 2 * mean) / (count[b] + 2)


cdef void matrix_values(Tree* tree, const Node* node, double* miss, double* hit) noexcept nogil:
    """What each bid is worth to the bidder, missed and guessed."""
    cdef double total[MANY]
    cdef double count[MANY]
    cdef Edge* edges = edges_of(tree, node)
    cdef int b
    for b in range(node.n):
        total[b], count[b] = edges[b].regret, edges[b].born
    smooth(total, count, node.n, 0.75, miss)
    for b in range(node.n):
        total[b], count[b] = edges[b].value, edges[b].visits
    smooth(total, count, node.n, 0.25, hit)

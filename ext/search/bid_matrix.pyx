"""A hidden bid against a guess, decided together: the exact equilibrium of what their nodes have seen.

Both nodes, the bidder's and the guesser's, have an edge for each bid. It counts what the bidder got when that bid was
named and when it was missed; the guess itself is in no key. From the two means of each bid `equilibrium.pyx` computes
how often to make it and how often to name it. Guesses that take several moves are drawn at once, as one set of bids.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.handles cimport Obs
from petteia.ext.core.rng cimport Rng, hash_token, rng_below, rng_unit
from petteia.ext.core.types cimport BID, GUESS, MAX_MOVES, move_t, pending_t
from petteia.ext.search.equilibrium cimport MAX_BIDS, draw_guesses, solve
from petteia.ext.search.equilibrium import guess_sets
from petteia.ext.search.selection cimport MATRIX, choose_mixed
from petteia.ext.search.tree cimport BidEdge, Node, Tree, add_edge, bid_edges_of, find
from petteia.ext.search.worker cimport MAX_STEPS, Step, Worker, hash_moves, make_move, new_node, others_ratio

# What a bid is taken to be worth to the bidder, as a share, before any like it was tried.
cdef double WORTH_MISSED = 0.75
cdef double WORTH_NAMED = 0.25
cdef double NEIGHBOURS = 2                  # visits that the mean of a bid's neighbours counts for


# One bid against one guess, on the way down.
cdef struct Contest:
    int bidder
    int guesser
    int n_bids
    int n_guesses                           # legal moves of the guesser
    int n_named                             # bids that the guesser will name in all
    move_t bids[MAX_MOVES]
    move_t guesses[MAX_MOVES]
    double missed[MAX_BIDS]                 # what each bid is worth to the bidder by its own node, missed
    double named[MAX_BIDS]                  # and named
    double chance[MAX_BIDS]                 # how often the bidder means to make it,
    double cover[MAX_BIDS]                  # and the guesser to name it
    double expected                         # the value of both meaning that
    int drawn[MAX_BIDS]                     # the bids that the guesser sets out to name,
    int n_drawn                             # so many


cdef int pair_of(const Worker* w, pending_t pending) noexcept nogil:
    """bidder | guesser << 4 if exactly these two are pending, else -1."""
    cdef int first = ctz32(pending), second
    cdef pending_t rest = pending & (pending - 1)
    if w.ops.guess_covers_bid == NULL or rest == 0 or rest & (rest - 1):
        return -1
    second = ctz32(rest)
    if w.ops.kind(w.rules, w.state, first) == BID and w.ops.kind(w.rules, w.state, second) == GUESS:
        return first | second << 4
    if w.ops.kind(w.rules, w.state, first) == GUESS and w.ops.kind(w.rules, w.state, second) == BID:
        return second | first << 4
    return -1


# ---------------------------------------------------------------------------------------------------------------
# What the nodes know.

cdef uint32_t matrix_node(Worker* w, int seat, int kind, const Contest* c) noexcept nogil:
    """The node of a bidder or guesser, with an edge for each bid; 0 if there is no room."""
    cdef uint64_t key = w.key[seat]
    cdef uint32_t number
    cdef Node* node
    if w.by_moves:
        key = hash_token(key, hash_moves(c.bids, c.n_bids))
    if seat == w.viewer and w.root != 0 and w.key[seat] == w.own_key:
        number = w.root
    else:
        number = find(&w.tree, seat, key)
    if number == 0:
        number = new_node(w, seat, key, kind, c.n_bids)
        if number == 0:
            return 0
    node = &w.tree.nodes[number]
    while node.n_edges < c.n_bids:
        if add_edge(&w.tree, number, c.bids[node.n_edges], 0) == NULL:
            return 0
        bid_edges_of(&w.tree, node)[node.n_edges - 1].n_missed = 0
    return number


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
        out[b] = (total[b] + NEIGHBOURS * mean) / (count[b] + NEIGHBOURS)


cdef void matrix_values(Tree* tree, uint32_t number, int n, double* missed, double* named) noexcept nogil:
    """What each bid is worth to the bidder by a node, missed and named."""
    cdef double total[MAX_BIDS]
    cdef double count[MAX_BIDS]
    cdef const BidEdge* edges = bid_edges_of(tree, &tree.nodes[number])
    cdef int b
    for b in range(n):
        total[b], count[b] = edges[b].sum_missed, edges[b].n_missed
    smooth(total, count, n, WORTH_MISSED, missed)
    for b in range(n):
        total[b], count[b] = edges[b].sum_named, edges[b].n_named
    smooth(total, count, n, WORTH_NAMED, named)


# ---------------------------------------------------------------------------------------------------------------
# Which guess names which bid.

cdef inline int n_covered(Worker* w, move_t guess, const Contest* c) noexcept nogil:
    """How many of the bids are named after this guess."""
    cdef int b, found = 0
    for b in range(c.n_bids):
        found += w.ops.guess_covers_bid(w.rules, w.state, guess, c.bids[b])
    return found


cdef inline int any_of(int n, int k, int* out, Rng* rng) noexcept nogil:
    """k of n numbers, upwards, every set alike."""
    cdef int b, found = 0
    for b in range(n):
        if <int>rng_below(rng, n - b) < k - found:
            out[found] = b
            found += 1
    return found


cdef move_t guess_for(Worker* w, const Contest* c) noexcept nogil:
    """The guess that names all bids that were drawn; one that names the most of them, if none does."""
    cdef int i, j, found, most = -1, best = 0
    for i in range(c.n_guesses):
        found = 0
        for j in range(c.n_drawn):
            found += w.ops.guess_covers_bid(w.rules, w.state, c.guesses[i], c.bids[c.drawn[j]])
        if found > most:
            most, best = found, i
            if found == c.n_drawn:
                break
    return c.guesses[best]


# ---------------------------------------------------------------------------------------------------------------
# Down.

cdef bint open_contest(Worker* w, Step* step, Contest* c) noexcept nogil:
    """The moves of both, their nodes, and how many bids will be named. False if there is no room."""
    c.n_bids = w.ops.legal(w.rules, w.state, c.bidder, c.bids)
    c.n_guesses = w.ops.legal(w.rules, w.state, c.guesser, c.guesses)
    if c.n_bids > MAX_BIDS:
        return False
    step.node = matrix_node(w, c.bidder, BID, c)
    step.other = matrix_node(w, c.guesser, GUESS, c)
    if step.node == 0 or step.other == 0:
        return False
    if w.ops.n_guesses != NULL:
        c.n_named = w.ops.n_guesses(w.rules, w.state)
    else:
        c.n_named = n_covered(w, c.guesses[0], c)
    if step.node == w.root or step.other == w.root:
        w.root_guesses = c.n_named
    return True


cdef void solve_contest(Worker* w, const Step* step, Contest* c) noexcept nogil:
    """Each side's equilibrium, from its own node's values and from nothing that the other side knows."""
    cdef double unused[MAX_BIDS]
    cdef BidEdge* edges
    cdef int b
    matrix_values(&w.tree, step.other, c.n_bids, c.missed, c.named)
    solve(c.missed, c.named, c.n_bids, c.n_named, unused, c.cover)
    edges = bid_edges_of(&w.tree, &w.tree.nodes[step.other])
    for b in range(c.n_bids):
        edges[b].strategy += c.cover[b]
    matrix_values(&w.tree, step.node, c.n_bids, c.missed, c.named)
    solve(c.missed, c.named, c.n_bids, c.n_named, c.chance, unused)
    edges = bid_edges_of(&w.tree, &w.tree.nodes[step.node])
    c.expected = 0
    for b in range(c.n_bids):
        edges[b].strategy += c.chance[b]
        c.expected += c.chance[b] * (c.cover[b] * c.named[b] + (1 - c.cover[b]) * c.missed[b])


cdef move_t draw_contest(Worker* w, Step* step, Contest* c, Rng* rng) noexcept nogil:
    """Draw the bid and the bids to name, now and then any of them; the guess that begins to name them."""
    cdef double explore = w.params.explore
    cdef move_t guess
    cdef int i
    step.edge = choose_mixed(c.chance, c.n_bids, explore, rng)
    if rng_unit(rng) < explore:
        c.n_drawn = any_of(c.n_bids, c.n_named, c.drawn, rng)
    else:
        c.n_drawn = draw_guesses(c.cover, c.n_bids, rng_unit(rng), c.drawn)
    guess = guess_for(w, c)
    step.hit = w.ops.guess_covers_bid(w.rules, w.state, guess, c.bids[step.edge])
    if n_covered(w, guess, c) < c.n_named:        # more guesses will follow
        for i in range(c.n_drawn):
            step.hit |= c.drawn[i] == step.edge
    return guess


cdef void weigh_contest(Worker* w, Step* step, const Contest* c) noexcept nogil:
    """What was meant against what was explored, for both, as the way up needs it."""
    cdef double explore = w.params.explore
    cdef double chance = c.chance[step.edge], cover = c.cover[step.edge], ratio
    cdef int n = c.n_bids
    cdef double covered = (1 - explore) * cover + explore * (c.n_named if c.n_named < n else n) / n
    step.expected = c.expected
    step.mean = c.named[step.edge] if step.hit else c.missed[step.edge]
    step.weight = others_ratio(w, c.bidder)
    step.own = w.ratio[c.bidder]
    step.ratio = chance / ((1 - explore) * chance + explore / n)
    w.ratio[c.bidder] *= step.ratio
    if step.hit:
        ratio = cover / covered
    elif covered < 1:
        ratio = (1 - cover) / (1 - covered)
    else:
        return
    w.ratio[c.guesser] *= ratio
    step.ratio *= ratio


cdef bint bid_and_guess(Worker* w, int bidder, int guesser, Rng* rng) noexcept nogil:
    """Both decide at once, each from the equilibrium of what its own node knows. False if the tree ends here."""
    cdef Contest c
    cdef Step* step
    cdef move_t guess
    cdef bint done
    if w.n_steps == MAX_STEPS:
        return False
    step = &w.steps[w.n_steps]
    c.bidder, c.guesser = bidder, guesser
    if not open_contest(w, step, &c):
        return False
    solve_contest(w, step, &c)
    guess = draw_contest(w, step, &c, rng)
    weigh_contest(w, step, &c)
    step.rule, step.seat, step.against = MATRIX, bidder, guesser
    w.n_steps += 1
    w.last_node[bidder], w.last_node[guesser] = step.node, step.other
    done = n_covered(w, guess, &c) >= c.n_named
    make_move(w, bidder, c.bids[step.edge])
    make_move(w, guesser, guess)
    w.decisions += 1                              # one step for both
    while not done and w.ops.pending(w.rules, w.state) == 1 << guesser:     # else the last was forced, and is made
        c.n_guesses = w.ops.legal(w.rules, w.state, guesser, c.guesses)
        guess = guess_for(w, &c)
        done = n_covered(w, guess, &c) >= c.n_named
        make_move(w, guesser, guess)
        w.decisions += c.n_guesses > 1
    return True


# ---------------------------------------------------------------------------------------------------------------
# Up.

cdef double value_between(const Worker* w, const double* value, int bidder, int guesser) noexcept nogil:
    """What a bidder and a guesser fight about: with two teams the bidder's share, else its lead over the guesser."""
    if w.n_teams == 2:
        return value[w.team[bidder]]
    return (1 + value[w.team[bidder]] - value[w.team[guesser]]) / 2


cdef void learn_matrix(Worker* w, const Step* step, const double* raw, double* corrected) noexcept nogil:
    cdef double outcome = value_between(w, raw, step.seat, step.against)
    cdef uint32_t numbers[2]
    cdef BidEdge* edge
    cdef int i, team = w.team[step.seat]
    numbers[0], numbers[1] = step.node, step.other
    if w.n_teams == 2:
        outcome = corrected[team]
    for i in range(2):
        w.tree.nodes[numbers[i]].visits += 1
        edge = &bid_edges_of(&w.tree, &w.tree.nodes[numbers[i]])[step.edge]
        if step.hit:
            edge.n_named += 1
            edge.sum_named += outcome
        else:
            edge.n_missed += 1
            edge.sum_missed += outcome
    if w.n_teams == 2:
        corrected[team] = step.expected + step.ratio * (outcome - step.mean)
        corrected[1 - team] = 1 - corrected[team]


# ---------------------------------------------------------------------------------------------------------------
# The root, for Python.

# What all workers together know of a bid, or of a guess, at the root.
cdef struct RootMatrix:
    int n                                   # bids
    int n_named                             # bids that the guesser names in all
    double visits[MAX_BIDS]
    double missed[MAX_BIDS]                 # what each is worth to the bidder,
    double named[MAX_BIDS]
    double chance[MAX_BIDS]                 # how often it should be made,
    double cover[MAX_BIDS]                  # and how often named


cdef void solve_root(Worker* workers, int n_workers, RootMatrix* m) noexcept nogil:
    """Add up what the workers saw of each bid, and solve that."""
    cdef double n_missed[MAX_BIDS]
    cdef double n_named[MAX_BIDS]
    cdef double sum_missed[MAX_BIDS]
    cdef double sum_named[MAX_BIDS]
    cdef const Node* root
    cdef const BidEdge* edges
    cdef int i, b
    m.n = min(workers[0].tree.nodes[workers[0].root].n_edges, MAX_BIDS)
    m.n_named = workers[0].root_guesses
    for b in range(m.n):
        n_missed[b] = n_named[b] = sum_missed[b] = sum_named[b] = 0
        for i in range(n_workers):
            root = &workers[i].tree.nodes[workers[i].root]
            if b < root.n_edges:
                edges = bid_edges_of(&workers[i].tree, root)
                n_missed[b] += edges[b].n_missed
                sum_missed[b] += edges[b].sum_missed
                n_named[b] += edges[b].n_named
                sum_named[b] += edges[b].sum_named
        m.visits[b] = n_missed[b] + n_named[b]
    smooth(sum_missed, n_missed, m.n, WORTH_MISSED, m.missed)
    smooth(sum_named, n_named, m.n, WORTH_NAMED, m.named)
    solve(m.missed, m.named, m.n, m.n_named, m.chance, m.cover)


cdef list matrix_rows(Worker* workers, int n_workers, Obs obs):
    """(move, policy, visits, value) of each move at a root that bids or guesses, best first; empty if it was never met
    as a bid against a guess."""
    cdef RootMatrix m
    cdef const Node* root = &workers[0].tree.nodes[workers[0].root]
    cdef const BidEdge* edges = bid_edges_of(&workers[0].tree, root)
    cdef int b
    if workers[0].root_guesses == 0:
        return []
    solve_root(workers, n_workers, &m)
    bids = [edges[b].move for b in range(m.n)]
    if root.kind == BID:
        rows = [(bids[b], m.chance[b], <int>m.visits[b], m.cover[b] * m.named[b] + (1 - m.cover[b]) * m.missed[b])
                for b in range(m.n)]
    else:
        moves = obs.legal()
        covers = {move: [b for b in range(m.n)
                         if obs.rules.ops.guess_covers_bid(obs.rules.c, obs.c, move, bids[b])] for move in moves}
        rows = guess_rows(&m, moves, covers)
    rows.sort(key=lambda row: (-row[1], -row[3], row[0]))
    return rows


cdef list guess_rows(const RootMatrix* m, list moves, dict covers):
    """The rows of a guesser's root; `covers` has the numbers of the bids that each guess names."""
    cdef int b
    chances: dict = {}
    for chance, named in guess_sets([m.cover[b] for b in range(m.n)]):
        best = max(moves, key=lambda move: sum([b in covers[move] for b in named]))
        chances[best] = chances.get(best, 0.0) + chance
    total = sum([m.visits[b] for b in range(m.n)])
    saved = [m.chance[b] * (m.missed[b] - m.named[b]) for b in range(m.n)]
    worth = sum([m.chance[b] * m.missed[b] for b in range(m.n)])
    rows = []
    for move in moves:
        chance = chances.get(move, 0.0)
        later = sorted([saved[b] for b in range(m.n) if b not in covers[move]], reverse=True)
        gain = sum([saved[b] for b in covers[move]]) + sum(later[:m.n_named - len(covers[move])])
        rows.append((move, chance, <int>(total * chance), 1 - worth + gain))
    return rows

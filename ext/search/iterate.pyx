"""MO-ISMCTS: one iteration of the search, for any game.

An iteration draws a world that the observation allows, walks down, and plays out. On the way down every seat's key
takes in what that seat sees, so each decision is made, and remembered, at the information set of who decides. How a
move is chosen depends on the kind of decision (selection.pyx, and for a bid against a guess bid_matrix.pyx). On the way
up the playout's value goes to every decision made.

Two values go up. The raw one is what the playout gave. The other corrects each mixed decision for exploration: at a
node with strategy s, where move a was drawn with chance c and led to x, and b are the moves' mean values,

    u(a) = b(a) + (x - b(a)) / c,  u(others) = b(others),  value = sum of s * u

is free of bias whatever b is, and has little noise if b is good. Regrets grow by u - value, weighted with the ratio of
what the other seats meant to play and what they explored on the way down.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.memory cimport prefetch
from petteia.ext.core.rng cimport Rng, hash_token, rng_keyed, rng_unit
from petteia.ext.core.types cimport (
    CHANCE, MAX_MOVES, MAX_SEATS, OVER, PENDING_CHANCE, SPECTATOR, move_t, pending_t,
)
from petteia.ext.search.bid_matrix cimport bid_and_guess, learn_matrix, pair_of
from petteia.ext.search.params cimport NO_PLAYOUT
from petteia.ext.search.selection cimport (
    MATRIX, MEANS, REGRETS, UCB, Rule, choose_mixed, choose_ucb, current_strategy, ensure_edges, inverse, n_at_first,
    n_wanted, rule_of,
)
from petteia.ext.search.tree cimport MAX_EDGES, Edge, Node, Tree, edges_of, end_iteration, find, lend_edges
from petteia.ext.search.worker cimport (
    MAX_MIXED, MAX_STEPS, NOT_CHOSEN, NOT_KEPT, Step, Worker, hash_moves, make_move, new_node, others_ratio, start_keys,
)

cdef enum:
    MAX_DRAWS = 2         # of a world in one iteration

# The chance with which a world is kept that is drawn by its plausibility: so much for each unit of its root,
cdef double KEPT_BY_ROOT = 0.5
cdef double KEPT_AT_LEAST = 0.1     # and no less than this

# How far a share may be outside of 0 to 1, and the shares' sum from 1.
cdef double ROUNDING = 1e-6
cdef double SUM_ROUNDING = 1e-3


# ---------------------------------------------------------------------------------------------------------------
# Down.

cdef inline bint well_known(Worker* w, uint32_t public) noexcept nogil:
    """Whether enough is known at a public node for a new node of a seat to be walked through on what it borrows.

    A hidden hand is rarely met twice. If each one that is new ended the tree, no plan would reach past the next
    decision of somebody else. A public node that is not known well enough yet counts this visit.
    """
    if public == 0 or w.params.expand_through == 0:
        return False
    if w.tree.nodes[public].visits >= <uint32_t>w.params.expand_through:
        return True
    w.tree.nodes[public].visits += 1
    return False


cdef void compare_at_root(Worker* w, Rng* rng) noexcept nogil:
    """Where the root's open moves are compared, choose one and take the random numbers of its next world.

    The n-th try of every move meets the same world and begins with the same numbers. So what moves are worth differs by
    what they do there, and not by the luck of the draw.
    """
    cdef const Node* node = &w.tree.nodes[w.root]
    if not w.compares or rule_of(node, True, &w.params) != UCB:
        return
    if node.n_edges == 0 or node.n_edges < min(node.n_legal, n_wanted(node, &w.params)):
        return                                    # the world is wanted for the next moves to look at
    w.root_edge = choose_ucb(&w.tree, node, True, &w.params, rng)
    rng[0] = rng_keyed(~w.stream, edges_of(&w.tree, node)[w.root_edge].visits)


cdef void choose_edge(Worker* w, Step* step, const Node* node, Rng* rng) noexcept nogil:
    """Choose by the step's rule; where that mixes, keep the strategy and the chances for the way up."""
    cdef double* strategy = w.scratch
    if step.rule == UCB:
        if step.node == w.root and w.root_edge != NOT_CHOSEN:
            step.edge = w.root_edge
        else:
            step.edge = choose_ucb(&w.tree, node, step.node == w.root, &w.params, rng)
        return
    step.mixed = NOT_KEPT
    if w.n_mixed + node.n_edges <= MAX_MIXED:
        strategy = w.mixed + w.n_mixed
        step.mixed = w.n_mixed
        w.n_mixed += node.n_edges
    current_strategy(&w.tree, node, &w.params, strategy)
    step.edge = choose_mixed(strategy, node.n_edges, w.params.explore, rng)
    step.chance = (1 - w.params.explore) * strategy[step.edge] + w.params.explore * inverse(node.n_edges)
    step.weight = others_ratio(w, step.seat)
    step.own = w.ratio[step.seat]
    w.ratio[step.seat] *= strategy[step.edge] / step.chance


cdef bint decide(Worker* w, int seat, Rng* rng) noexcept nogil:
    """One decision of one seat. False if the tree ends here."""
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t key = w.key[seat]
    cdef uint32_t number
    cdef Node* node
    cdef const Edge* edge
    cdef Step* step
    cdef Rule rule
    cdef int n = 0
    cdef bint new
    if w.by_moves:
        n = w.ops.legal(w.rules, w.state, seat, moves)
        key = hash_token(key, hash_moves(moves, n))
    number = find(&w.tree, seat, key)
    new = number == 0
    if new:
        if n == 0:
            n = w.ops.legal(w.rules, w.state, seat, moves)
        if n == 1:
            make_move(w, seat, moves[0])          # no choice, no node
            return True
        number = new_node(w, seat, key, w.ops.kind(w.rules, w.state, seat), n)
        if number == 0 or not well_known(w, w.tree.nodes[number].public):
            return False
    node = &w.tree.nodes[number]
    prefetch(edges_of(&w.tree, node))
    prefetch(&w.tree.nodes[node.public])
    rule = rule_of(node, number == w.root, &w.params)
    if new and not lend_edges(&w.tree, number, n_at_first(w.ops, rule == REGRETS, n, &w.params)):
        return False
    if w.n_steps == MAX_STEPS or not ensure_edges(&w.tree, number, rule == REGRETS, w.ops, w.rules, w.state, seat,
                                                  moves, n, &w.params, rng):
        return False
    step = &w.steps[w.n_steps]
    w.n_steps += 1
    step.node, step.seat, step.rule = number, seat, rule
    w.last_node[seat] = number
    if node.public != 0:
        w.last_node[w.n_seats] = node.public
    choose_edge(w, step, node, rng)
    edge = &edges_of(&w.tree, node)[step.edge]
    if edge.public_edge != 0:                     # learns on the way up
        prefetch(&edges_of(&w.tree, &w.tree.nodes[node.public])[edge.public_edge - 1])
    make_move(w, seat, edge.move)
    return True


cdef void draw_world(Worker* w, bint resample_own, Rng* rng) noexcept nogil:
    """A world that the observation allows; most of the time one is drawn again where the others' choices look odd.

    A world is kept with a chance that grows with the root of its plausibility (others are not quite as sensible as the
    model), and with a least chance in any case: nothing that is possible is ever ruled out.
    """
    cdef int tries = 1
    cdef double chance
    if w.params.belief > 0 and w.ops.plausible != NULL and rng_unit(rng) < w.params.belief:
        tries = MAX_DRAWS
    while True:
        w.ops.sample(w.rules, w.obs, resample_own, w.state, rng)
        w.copies += 1
        tries -= 1
        if tries == 0:
            return
        chance = KEPT_BY_ROOT * sqrt(w.ops.plausible(w.rules, w.state, SPECTATOR if resample_own else w.viewer))
        if rng_unit(rng) < max(KEPT_AT_LEAST, chance):
            return


cdef bint draws_own(const Worker* w) noexcept nogil:
    """Whether the next iteration draws the viewer's own secrets anew."""
    return (w.params.resample > 0 and not w.from_start and w.viewer < w.n_seats
            and <int>(w.iterations % w.params.resample) == w.params.resample - 1)


cdef bint walk_down(Worker* w, bint resample_own, Rng* rng) noexcept nogil:
    """Draw a world and walk to where the tree ends (False) or the game does."""
    cdef pending_t pending
    cdef bint inside = True
    cdef int i, pair
    w.root_edge = NOT_CHOSEN
    if not resample_own:
        compare_at_root(w, rng)
    draw_world(w, resample_own, rng)
    w.iterations += 1
    w.n_steps = w.n_mixed = 0
    memset(w.last_node, 0, sizeof(w.last_node))
    for i in range(w.n_seats):
        w.ratio[i] = 1
    start_keys(w, resample_own)
    while inside:
        pending = w.ops.pending(w.rules, w.state)
        if pending == OVER:
            break
        if pending == PENDING_CHANCE:
            make_move(w, CHANCE, w.ops.draw(w.rules, w.state, rng))
            continue
        pair = pair_of(w, pending)
        if pair >= 0:
            inside = bid_and_guess(w, pair & 15, pair >> 4, rng)
        else:
            inside = decide(w, ctz32(pending), rng)
    w.decisions += w.n_steps - w.transitions
    return inside


cdef void play_on(Worker* w, Rng* rng, float* per_team) noexcept nogil:
    """The playout where the tree ends, and what the game's own evaluation says after it (without one: nothing)."""
    if w.params.cutoff == NO_PLAYOUT:
        return
    if w.params.guided and w.ops.guided_playout != NULL:
        w.transitions += w.ops.guided_playout(w.rules, w.state, rng, w.params.cutoff, per_team)
    else:
        w.transitions += w.ops.random_playout(w.rules, w.state, rng, w.params.cutoff, per_team)


cdef bint are_shares(const float* per_team, int n_teams) noexcept nogil:
    """Whether these are parts of one game. A number that is none compares as False."""
    cdef double total = 0
    cdef int t
    for t in range(n_teams):
        if not (per_team[t] >= -ROUNDING and per_team[t] <= 1 + ROUNDING):
            return False
        total += per_team[t]
    return 1 - SUM_ROUNDING <= total <= 1 + SUM_ROUNDING


cdef void learn(Worker* w, const float* per_team, bint resample_own) noexcept nogil:
    """Add what an iteration gave to all that it passed."""
    cdef double value[MAX_SEATS]
    cdef int i
    for i in range(w.n_teams):
        value[i] = per_team[i]
    if not resample_own:
        w.n_values += 1
        w.squares += value[0] * value[0]
        for i in range(w.n_teams):
            w.value_sum[i] += value[i]
    back_up(w, value)


cdef void iterate(Worker* w) noexcept nogil:
    cdef Rng rng = rng_keyed(w.stream, w.iterations)
    cdef bint resample_own = draws_own(w)
    cdef float per_team[MAX_SEATS]
    if walk_down(w, resample_own, &rng):
        w.ops.returns(w.rules, w.state, per_team)
    else:
        play_on(w, &rng, per_team)
        if w.judged or w.params.cutoff == NO_PLAYOUT:
            judge(w, per_team)
    w.decisions += w.transitions                  # what the playout added to them
    if w.misjudged:
        w.iterations -= 1
    else:
        learn(w, per_team, resample_own)
    end_iteration(&w.tree)


cdef void judge(Worker* w, float* per_team) noexcept nogil:
    """Ask `ops.evaluate`, which may be anybody's; the end of a game is for the game's own rules to judge."""
    if w.ops.pending(w.rules, w.state) == OVER:
        w.ops.returns(w.rules, w.state, per_team)
        return
    w.ops.evaluate(w.rules, w.state, per_team)
    w.misjudged = not are_shares(per_team, w.n_teams)


# ---------------------------------------------------------------------------------------------------------------
# Up.

cdef void back_up(Worker* w, double* raw) noexcept nogil:
    cdef double corrected[MAX_SEATS]              # for exploration
    cdef Step* step
    cdef Node* node
    cdef Edge* edge
    cdef int i, t
    for i in range(w.n_teams):
        corrected[i] = raw[i]
    for i in range(w.n_steps - 1, -1, -1):
        step = &w.steps[i]
        node = &w.tree.nodes[step.node]
        edge = &edges_of(&w.tree, node)[step.edge]
        if step.rule == MATRIX:
            learn_matrix(w, step, raw, corrected)
            continue
        if step.rule == REGRETS:
            learn_regrets(w, step, corrected)
        if step.node == w.root and w.root != 0:
            w.root_visits[step.edge] += 1
            for t in range(w.n_teams):
                w.root_sum[step.edge][t] += raw[t]
        node.visits += 1
        edge.visits += 1
        edge.value += raw[w.team[step.seat]]
        edge.squares += raw[w.team[step.seat]] * raw[w.team[step.seat]]
        if step.rule == MEANS:
            learn_means(w, step)
        if node.public != 0:
            node = &w.tree.nodes[node.public]
            node.visits += 1
            if edge.public_edge != 0:
                edge = &edges_of(&w.tree, node)[edge.public_edge - 1]
                edge.visits += 1
                edge.value += raw[w.team[step.seat]]


cdef inline double* strategy_of(Worker* w, const Step* step) noexcept nogil:
    """What the node of a mixed decision meant to play on the way down; nothing has changed it since."""
    if step.mixed != NOT_KEPT:
        return w.mixed + step.mixed
    current_strategy(&w.tree, &w.tree.nodes[step.node], &w.params, w.scratch)
    return w.scratch


cdef double mean_of(const Edge* edges, int n) noexcept nogil:
    """What a node's visits gave on average."""
    cdef double total = 0, visits = 0
    cdef int a
    for a in range(n):
        total += edges[a].value
        visits += edges[a].visits
    return total / visits if visits > 0 else 0.5


cdef void learn_regrets(Worker* w, const Step* step, double* corrected) noexcept nogil:
    cdef Tree* tree = &w.tree
    cdef Node* node = &tree.nodes[step.node]
    cdef Edge* edges = edges_of(tree, node)
    cdef Edge* public_edges = edges_of(tree, &tree.nodes[node.public])
    cdef const double* strategy = strategy_of(w, step)
    cdef int team = w.team[step.seat], a
    cdef double estimate[MAX_EDGES]
    cdef double mean = -1, value = 0, gain
    cdef bint young = node.public != 0 and node.visits < <uint32_t>w.params.borrow_until
    for a in range(node.n_edges):
        if edges[a].visits:
            estimate[a] = edges[a].value * inverse(edges[a].visits)
        else:
            if mean < 0:
                mean = mean_of(edges, node.n_edges)
            estimate[a] = mean
        if a == step.edge:
            estimate[a] += (corrected[team] - estimate[a]) / step.chance
        value += strategy[a] * estimate[a]
    for a in range(node.n_edges):
        gain = step.weight * (estimate[a] - value)
        edges[a].regret += gain
        edges[a].strategy += step.own * strategy[a]
        if young and edges[a].public_edge != 0:
            public_edges[edges[a].public_edge - 1].regret += gain
    corrected[team] = value
    if w.n_teams == 2:
        corrected[1 - team] = 1 - value


cdef void learn_means(Worker* w, const Step* step) noexcept nogil:
    cdef Node* node = &w.tree.nodes[step.node]
    cdef Edge* edges = edges_of(&w.tree, node)
    cdef double* strategy = w.scratch
    cdef double value = 0
    cdef int a
    current_strategy(&w.tree, node, &w.params, strategy)
    for a in range(node.n_edges):
        if edges[a].visits:
            value += strategy[a] * edges[a].value * inverse(edges[a].visits)
        else:
            value += strategy[a] * 0.5
    for a in range(node.n_edges):
        edges[a].strategy += strategy[a]
        if edges[a].visits:
            edges[a].regret += edges[a].value * inverse(edges[a].visits) - value

"""MO-ISMCTS: one iteration of the search, for any game.

An iteration draws a world that the observation allows, walks down, and plays out. On the way down every seat's key
takes in what that seat sees, so each decision is made, and remembered, at the information set of who decides. How a
move is chosen depends on the kind of decision (policy.pyx). On the way up the playout's value goes to every decision
made.

Two values go up. The raw one is what the playout gave. The other corrects each mixed decision for exploration: at a
node with strategy s, where move a was drawn with chance c and led to x, and b are the moves' mean values,

    u(a) = b(a) + (x - b(a)) / c,  u(others) = b(others),  value = sum of s * u

is free of bias whatever b is, and has little noise if b is good. Regrets grow by u - value, weighted with the ratio of
what the other seats meant to play and what they explored on the way down.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.bits cimport ctz32
from petteia.ext.equilibrium cimport MAX_BIDS, draw_guesses, solve
from petteia.ext.policy cimport (
    MATRIX, MEANS, REGRETS, UCB, Rule, choose_mixed, choose_ucb, current, inverse, look_around, matrix_values, rule_of,
)
from petteia.ext.rng cimport Rng, hash_token, mix64, rng_below, rng_keyed, rng_unit
from petteia.ext.tree cimport Edge, Node, Tree, add_edge, edges_of, expect, find, insert, prefetch, receive, send_off
from petteia.ext.types cimport (
    BID, CHANCE, EVERYONE, Event, GUESS, MAX_MOVES, MAX_SEATS, OVER, PENDING_CHANCE, SPECTATOR, move_t, pending_t,
    token, token_t,
)


# ---------------------------------------------------------------------------------------------------------------
# Keys: what each seat knows.

cdef inline uint64_t public_node_key(uint64_t key, int seat) noexcept nogil:
    """Seats that decide together have the same public key; their public nodes differ."""
    return key + <uint64_t>(seat + 1) * <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t hash_moves(const move_t* moves, int n) noexcept nogil:
    cdef uint64_t key = n
    cdef int i
    for i in range(n):
        key = hash_token(key, moves[i])
    return key


cdef void aim(Worker* w, uint64_t ai_seed, int thread, uint64_t own_key, bint fresh) noexcept nogil:
    """Make ready for an observation: its random numbers, and the keys at the root."""
    cdef Rng rng = rng_keyed(ai_seed, w.viewer)
    rng = rng_keyed(rng.state, own_key)
    w.stream = rng_keyed(rng.state, thread).state
    w.fresh = fresh
    w.by_moves = w.ops.secrets == NULL and not fresh
    w.own_key = own_key
    w.own_secret = 0
    if w.ops.secrets != NULL and w.viewer < w.n_seats:
        w.own_secret = w.ops.secrets(w.rules, w.obs, w.viewer)
    w.public_key = mix64(SPECTATOR) if fresh else hash_token(own_key, 1)
    w.iterations = w.transitions = w.copies = w.n_values = 0
    w.decisions = 0
    w.squares = 0
    w.root = w.root_guesses = 0
    memset(w.sum, 0, sizeof(w.sum))
    memset(w.root_visits, 0, sizeof(w.root_visits))
    memset(w.root_sum, 0, sizeof(w.root_sum))


cdef uint64_t root_key(Worker* w) noexcept nogil:
    """The key of the viewer's node at the root."""
    cdef move_t moves[MAX_MOVES]
    if w.by_moves:
        return hash_token(w.own_key, hash_moves(moves, w.ops.legal(w.rules, w.obs, w.viewer, moves)))
    return w.own_key


cdef void plant(Worker* w) noexcept nogil:
    """Make sure that the viewer's node is there if it is asked."""
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t key
    cdef int n
    if w.viewer >= w.n_seats or not w.ops.pending(w.rules, w.obs) >> w.viewer & 1:
        return
    n = w.ops.legal(w.rules, w.obs, w.viewer, moves)
    key = root_key(w)
    w.root = find(&w.tree, w.viewer, key)
    memset(w.last, 0, sizeof(w.last))
    w.key[w.n_seats] = w.public_key
    if w.root == 0:
        w.root = new_node(w, w.viewer, key, w.ops.kind(w.rules, w.obs, w.viewer), n)


cdef inline void start_keys(Worker* w, bint own_too) noexcept nogil:
    """What each seat knows at the root in the world that was drawn."""
    cdef int seat
    cdef uint64_t secret
    w.key[w.n_seats] = w.public_key
    for seat in range(w.n_seats):
        if w.fresh:
            w.key[seat] = mix64(seat)
            continue
        if seat == w.viewer and not own_too:
            w.key[seat] = w.own_key
            continue
        secret = w.ops.secrets(w.rules, w.state, seat) if w.ops.secrets != NULL else 0
        if seat == w.viewer and w.ops.secrets != NULL and secret == w.own_secret:
            w.key[seat] = w.own_key
        else:
            w.key[seat] = hash_token(public_node_key(w.public_key, seat), secret)


cdef void make_move(Worker* w, int seat, move_t move) noexcept nogil:
    """Make a move and let every seat, and the public, see of it what they see."""
    cdef int i, viewer
    cdef const Event* event
    cdef token_t seen
    w.events.n = 0
    w.ops.apply(w.rules, w.state, seat, move, &w.events)
    w.transitions += 1
    for i in range(w.events.n):
        event = &w.events.at[i]
        seen = token(event, SPECTATOR)
        if event.audience == EVERYONE and event.privy == EVERYONE:      # most are open, and look alike to all
            for viewer in range(w.n_seats + 1):
                w.key[viewer] = hash_token(w.key[viewer], seen)
            continue
        for viewer in range(w.n_seats):
            seen = token(event, viewer)
            if seen:
                w.key[viewer] = hash_token(w.key[viewer], seen)
        seen = token(event, SPECTATOR)
        if seen:
            w.key[w.n_seats] = hash_token(w.key[w.n_seats], seen)
    if not w.by_moves:
        for viewer in range(w.n_seats):           # one of them will decide
            expect(&w.tree, viewer, w.key[viewer])


cdef uint32_t new_node(Worker* w, int seat, uint64_t key, int kind, int n_legal) noexcept nogil:
    """A node for a seat's information, tied to its public node; 0 if there is no room."""
    cdef uint64_t public_key = public_node_key(w.key[w.n_seats], seat)
    cdef uint32_t public = find(&w.tree, w.n_seats, public_key)
    cdef uint32_t node
    if public == 0:
        public = insert(&w.tree, w.n_seats, public_key, w.last[w.n_seats], kind)
    node = insert(&w.tree, seat, key, w.last[seat], kind)
    if node != 0:
        w.tree.nodes[node].public = public
        w.tree.nodes[node].n_legal = n_legal
    return node


# ---------------------------------------------------------------------------------------------------------------
# Down.

cdef inline double others_ratio(const Worker* w, int seat) noexcept nogil:
    cdef double product = 1
    cdef int other
    for other in range(w.n_seats):
        if other != seat:
            product *= w.ratio[other]
    return product


cdef inline bint well_known(Worker* w, uint32_t public) noexcept nogil:
    """Whether enough is known at a public node for a new node of a seat to be walked through on what it borrows.

    A hidden hand is rarely met twice. If each one that is new ended the tree, no plan would reach past the next
    decision of somebody else. A public node that is not known well enough yet counts this visit.
    """
    if public == 0 or w.params.deep == 0:
        return False
    if <int>w.tree.nodes[public].visits >= w.params.deep:
        return True
    w.tree.nodes[public].visits += 1
    return False


cdef bint decide(Worker* w, int seat, Rng* rng) noexcept nogil:
    """One decision of one seat. False if the tree ends here."""
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t key = w.key[seat]
    cdef uint32_t number
    cdef Node* node
    cdef const Edge* edge
    cdef Step* step
    cdef Rule rule
    cdef double* strategy
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
    if new and not receive(&w.tree, number, n if rule == REGRETS or n < w.params.narrow else w.params.narrow):
        return False
    if w.n_steps == MAX_STEPS or not look_around(&w.tree, number, rule == REGRETS, w.ops, w.rules, w.state, seat,
                                                 moves, n, &w.params, rng):
        return False
    step = &w.steps[w.n_steps]
    w.n_steps += 1
    step.node, step.seat, step.rule = number, seat, rule
    w.last[seat] = number
    if node.public != 0:
        w.last[w.n_seats] = node.public
    if rule == UCB:
        step.edge = choose_ucb(&w.tree, node, &w.params, rng)
    else:
        strategy = w.scratch
        step.mixed = NOT_KEPT
        if w.n_mixed + node.n <= MIXED:
            strategy = w.mixed + w.n_mixed
            step.mixed = w.n_mixed
            w.n_mixed += node.n
        current(&w.tree, node, &w.params, strategy)
        step.edge = choose_mixed(strategy, node.n, w.params.explore, rng)
        step.chance = (1 - w.params.explore) * strategy[step.edge] + w.params.explore * inverse(node.n)
        step.weight = others_ratio(w, seat)
        step.own = w.ratio[seat]
        w.ratio[seat] *= strategy[step.edge] / step.chance
    edge = &edges_of(&w.tree, node)[step.edge]
    if edge.shadow != 0:                          # learns on the way up
        prefetch(&edges_of(&w.tree, &w.tree.nodes[node.public])[edge.shadow - 1])
    make_move(w, seat, edge.move)
    return True


cdef uint32_t matrix_node(Worker* w, int seat, int kind, const move_t* bids, int n) noexcept nogil:
    """The node of a bidder or guesser, with an edge for each bid; 0 if there is no room."""
    cdef uint64_t key = w.key[seat]
    cdef uint32_t number
    cdef Node* node
    cdef Edge* edge
    if w.by_moves:
        key = hash_token(key, hash_moves(bids, n))
    if seat == w.viewer and w.root != 0 and w.key[seat] == w.own_key:
        number = w.root
    else:
        number = find(&w.tree, seat, key)
    if number == 0:
        number = new_node(w, seat, key, kind, n)
        if number == 0:
            return 0
    node = &w.tree.nodes[number]
    while node.n < n:
        edge = add_edge(&w.tree, number, bids[node.n], 0)
        if edge == NULL:
            return 0
        edge.born = 0                             # counts misses here
    return number


cdef inline int n_covered(Worker* w, move_t guess, const move_t* bids, int n) noexcept nogil:
    """How many of the bids are named after this guess."""
    cdef int b, found = 0
    for b in range(n):
        found += w.ops.covers(w.rules, w.state, guess, bids[b])
    return found


cdef inline int any_of(int n, int k, int* out, Rng* rng) noexcept nogil:
    """k of n numbers, upwards, every set alike."""
    cdef int b, found = 0
    for b in range(n):
        if <int>rng_below(rng, n - b) < k - found:
            out[found] = b
            found += 1
    return found


cdef int guess_for(Worker* w, const move_t* guesses, int n, const move_t* bids, const int* named,
                   int count) noexcept nogil:
    """The number of the guess that names all of these bids; of one that names the most, if none does."""
    cdef int i, j, found, most = -1, best = 0
    for i in range(n):
        found = 0
        for j in range(count):
            found += w.ops.covers(w.rules, w.state, guesses[i], bids[named[j]])
        if found > most:
            most, best = found, i
            if found == count:
                break
    return best


cdef bint bid_and_guess(Worker* w, int bidder, int guesser, Rng* rng) noexcept nogil:
    """Both decide at once, each from the equilibrium of what its own node knows. False if the tree ends here."""
    cdef move_t bids[MAX_MOVES]
    cdef move_t guesses[MAX_MOVES]
    cdef double miss[MAX_BIDS]
    cdef double hit[MAX_BIDS]
    cdef double chance[MAX_BIDS]
    cdef double cover[MAX_BIDS]
    cdef double unused[MAX_BIDS]
    cdef int named[MAX_BIDS]
    cdef double explore = w.params.explore, covered, expected = 0
    cdef int b, i, k, n_named
    cdef bint done
    cdef move_t guess
    cdef int n = w.ops.legal(w.rules, w.state, bidder, bids)
    cdef int n_guesses = w.ops.legal(w.rules, w.state, guesser, guesses)
    cdef Step* step
    cdef Edge* edges
    if n > MAX_BIDS or w.n_steps == MAX_STEPS:
        return False
    step = &w.steps[w.n_steps]
    step.node = matrix_node(w, bidder, BID, bids, n)
    step.other = matrix_node(w, guesser, GUESS, bids, n)
    if step.node == 0 or step.other == 0:
        return False
    if w.ops.named != NULL:
        k = w.ops.named(w.rules, w.state)
    else:
        k = n_covered(w, guesses[0], bids, n)
    if step.node == w.root or step.other == w.root:
        w.root_guesses = k
    matrix_values(&w.tree, &w.tree.nodes[step.other], miss, hit)
    solve(miss, hit, n, k, unused, cover)
    edges = edges_of(&w.tree, &w.tree.nodes[step.other])
    for b in range(n):
        edges[b].strategy += cover[b]
    matrix_values(&w.tree, &w.tree.nodes[step.node], miss, hit)
    solve(miss, hit, n, k, chance, unused)
    edges = edges_of(&w.tree, &w.tree.nodes[step.node])
    for b in range(n):
        edges[b].strategy += chance[b]
        expected += chance[b] * (cover[b] * hit[b] + (1 - cover[b]) * miss[b])
    b = choose_mixed(chance, n, explore, rng)
    if rng_unit(rng) < explore:
        n_named = any_of(n, k, named, rng)
    else:
        n_named = draw_guesses(cover, n, rng_unit(rng), named)
    step.rule, step.seat, step.against, step.edge = MATRIX, bidder, guesser, b
    guess = guesses[guess_for(w, guesses, n_guesses, bids, named, n_named)]
    done = n_covered(w, guess, bids, n) >= k
    step.hit = w.ops.covers(w.rules, w.state, guess, bids[b])
    if not done:                                  # more guesses will follow
        for i in range(n_named):
            step.hit |= named[i] == b
    step.expected = expected
    step.mean = hit[b] if step.hit else miss[b]
    covered = (1 - explore) * cover[b] + explore * (k if k < n else n) / n
    step.weight = others_ratio(w, bidder)
    step.own = w.ratio[bidder]
    step.ratio = chance[b] / ((1 - explore) * chance[b] + explore / n)
    w.ratio[bidder] *= step.ratio
    if step.hit:
        w.ratio[guesser] *= cover[b] / covered
        step.ratio *= cover[b] / covered
    elif covered < 1:
        w.ratio[guesser] *= (1 - cover[b]) / (1 - covered)
        step.ratio *= (1 - cover[b]) / (1 - covered)
    w.n_steps += 1
    w.last[bidder], w.last[guesser] = step.node, step.other
    make_move(w, bidder, bids[b])
    make_move(w, guesser, guess)
    w.decisions += 1                              # one step for both
    while not done and w.ops.pending(w.rules, w.state) == 1 << guesser:     # else the last was forced, and is made
        n_guesses = w.ops.legal(w.rules, w.state, guesser, guesses)
        guess = guesses[guess_for(w, guesses, n_guesses, bids, named, n_named)]
        done = n_covered(w, guess, bids, n) >= k
        make_move(w, guesser, guess)
        w.decisions += n_guesses > 1
    return True


cdef inline int pair_of(const Worker* w, pending_t pending) noexcept nogil:
    """bidder | guesser << 4 if exactly these two are pending, else -1."""
    cdef int first = ctz32(pending), second
    cdef pending_t rest = pending & (pending - 1)
    if w.ops.covers == NULL or rest == 0 or rest & (rest - 1):
        return -1
    second = ctz32(rest)
    if w.ops.kind(w.rules, w.state, first) == BID and w.ops.kind(w.rules, w.state, second) == GUESS:
        return first | second << 4
    if w.ops.kind(w.rules, w.state, first) == GUESS and w.ops.kind(w.rules, w.state, second) == BID:
        return second | first << 4
    return -1


cdef void draw_world(Worker* w, bint own_too, Rng* rng) noexcept nogil:
    """A world that the observation allows; most of the time one is drawn again where the others' choices look odd.

    A world is kept with a chance that grows with the root of its plausibility (others are not quite as sensible as the
    model), and with a tenth at least: nothing that is possible is ever ruled out.
    """
    cdef int tries = 1
    cdef double chance
    if w.params.belief > 0 and w.ops.plausible != NULL and rng_unit(rng) < w.params.belief:
        tries = DRAWS
    while True:
        w.ops.sample(w.rules, w.obs, own_too, w.state, rng)
        w.copies += 1
        tries -= 1
        if tries == 0:
            return
        chance = 0.5 * sqrt(w.ops.plausible(w.rules, w.state, SPECTATOR if own_too else w.viewer))
        if rng_unit(rng) < max(0.1, chance):
            return


cdef void iterate(Worker* w) noexcept nogil:
    cdef Rng rng = rng_keyed(w.stream, w.iterations)
    cdef bint own_too = (w.params.resample > 0 and not w.fresh and w.viewer < w.n_seats
                         and <int>(w.iterations % w.params.resample) == w.params.resample - 1)
    cdef float per_team[MAX_SEATS]
    cdef double value[MAX_SEATS]
    cdef pending_t pending
    cdef bint inside = True
    cdef int i, pair
    draw_world(w, own_too, &rng)
    w.iterations += 1
    w.n_steps = w.n_mixed = 0
    memset(w.last, 0, sizeof(w.last))
    for i in range(w.n_seats):
        w.ratio[i] = 1
    start_keys(w, own_too)
    while inside:
        pending = w.ops.pending(w.rules, w.state)
        if pending == OVER:
            break
        if pending == PENDING_CHANCE:
            make_move(w, CHANCE, w.ops.draw(w.rules, w.state, &rng))
            continue
        pair = pair_of(w, pending)
        if pair >= 0:
            inside = bid_and_guess(w, pair & 15, pair >> 4, &rng)
        else:
            inside = decide(w, ctz32(pending), &rng)
    w.decisions += w.n_steps - w.transitions
    if inside:
        w.ops.returns(w.rules, w.state, per_team)
    elif w.params.rollout and w.ops.rollout != NULL:
        w.transitions += w.ops.rollout(w.rules, w.state, &rng, w.params.cutoff, per_team)
    else:
        w.transitions += w.ops.playout(w.rules, w.state, &rng, w.params.cutoff, per_team)
    w.decisions += w.transitions                  # what the playout added to them
    for i in range(w.n_teams):
        value[i] = per_team[i]
    if not own_too:
        w.n_values += 1
        w.squares += value[0] * value[0]
        for i in range(w.n_teams):
            w.sum[i] += value[i]
    back_up(w, value)
    send_off(&w.tree)


# ---------------------------------------------------------------------------------------------------------------
# Up.

cdef double value_between(const Worker* w, const double* value, int bidder, int guesser) noexcept nogil:
    """What a bidder and a guesser fight about: with two teams the bidder's share, else its lead over the guesser."""
    if w.n_teams == 2:
        return value[w.team[bidder]]
    return (1 + value[w.team[bidder]] - value[w.team[guesser]]) / 2


cdef void back_up(Worker* w, double* raw) noexcept nogil:
    cdef double fair[MAX_SEATS]                   # corrected for exploration
    cdef Step* step
    cdef Node* node
    cdef Edge* edge
    cdef int i, t
    for i in range(w.n_teams):
        fair[i] = raw[i]
    for i in range(w.n_steps - 1, -1, -1):
        step = &w.steps[i]
        node = &w.tree.nodes[step.node]
        edge = &edges_of(&w.tree, node)[step.edge]
        if step.rule == MATRIX:
            learn_matrix(w, step, raw, fair)
            continue
        if step.rule == REGRETS:
            learn_regrets(w, step, fair)
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
            if edge.shadow != 0:
                edge = &edges_of(&w.tree, node)[edge.shadow - 1]
                edge.visits += 1
                edge.value += raw[w.team[step.seat]]


cdef inline double* strategy_of(Worker* w, const Step* step) noexcept nogil:
    """What the node of a mixed decision meant to play on the way down; nothing has changed it since."""
    if step.mixed != NOT_KEPT:
        return w.mixed + step.mixed
    current(&w.tree, &w.tree.nodes[step.node], &w.params, w.scratch)
    return w.scratch


cdef double mean_of(const Edge* edges, int n) noexcept nogil:
    """What a node's visits gave on average."""
    cdef double total = 0, visits = 0
    cdef int a
    for a in range(n):
        total += edges[a].value
        visits += edges[a].visits
    return total / visits if visits > 0 else 0.5


cdef void learn_regrets(Worker* w, const Step* step, double* fair) noexcept nogil:
    cdef Tree* tree = &w.tree
    cdef Node* node = &tree.nodes[step.node]
    cdef Edge* edges = edges_of(tree, node)
    cdef Edge* shadows = edges_of(tree, &tree.nodes[node.public])
    cdef const double* strategy = strategy_of(w, step)
    cdef int team = w.team[step.seat], a
    cdef double guess[64]
    cdef double mean = -1, value = 0, gain
    cdef bint young = node.public != 0 and <int>node.visits < w.params.blend
    for a in range(node.n):
        if edges[a].visits:
            guess[a] = edges[a].value * inverse(edges[a].visits)
        else:
            if mean < 0:
                mean = mean_of(edges, node.n)
            guess[a] = mean
        if a == step.edge:
            guess[a] += (fair[team] - guess[a]) / step.chance
        value += strategy[a] * guess[a]
    for a in range(node.n):
        gain = step.weight * (guess[a] - value)
        edges[a].regret += gain
        edges[a].strategy += step.own * strategy[a]
        if young and edges[a].shadow != 0:
            shadows[edges[a].shadow - 1].regret += gain
    fair[team] = value
    if w.n_teams == 2:
        fair[1 - team] = 1 - value


cdef void learn_means(Worker* w, const Step* step) noexcept nogil:
    cdef Node* node = &w.tree.nodes[step.node]
    cdef Edge* edges = edges_of(&w.tree, node)
    cdef double* strategy = w.scratch
    cdef double value = 0
    cdef int a
    current(&w.tree, node, &w.params, strategy)
    for a in range(node.n):
        if edges[a].visits:
            value += strategy[a] * edges[a].value * inverse(edges[a].visits)
        else:
            value += strategy[a] * 0.5
    for a in range(node.n):
        edges[a].strategy += strategy[a]
        if edges[a].visits:
            edges[a].regret += edges[a].value * inverse(edges[a].visits) - value


cdef void learn_matrix(Worker* w, const Step* step, const double* raw, double* fair) noexcept nogil:
    cdef double outcome = value_between(w, raw, step.seat, step.against)
    cdef uint32_t numbers[2]
    cdef Edge* edge
    cdef int i, team = w.team[step.seat]
    numbers[0], numbers[1] = step.node, step.other
    if w.n_teams == 2:
        outcome = fair[team]
    for i in range(2):
        w.tree.nodes[numbers[i]].visits += 1
        edge = &edges_of(&w.tree, &w.tree.nodes[numbers[i]])[step.edge]
        if step.hit:
            edge.visits += 1
            edge.value += outcome
        else:
            edge.born += 1
            edge.regret += outcome
    if w.n_teams == 2:
        fair[team] = step.expected + step.ratio * (outcome - step.mean)
        fair[1 - team] = 1 - fair[team]


# ---------------------------------------------------------------------------------------------------------------
# Looking back.

cdef void start_line(Worker* w) noexcept nogil:
    """Draw a world to walk through, always the same one."""
    cdef Rng rng = rng_keyed(w.stream, 0)
    w.ops.sample(w.rules, w.obs, False, w.state, &rng)
    start_keys(w, False)


cdef int best_known(Worker* w, int seat, move_t* moves) noexcept nogil:
    """Which of the seat's legal moves (written to `moves`) was tried most, at its node or else at the public one; or
    -1."""
    cdef int n = w.ops.legal(w.rules, w.state, seat, moves)
    cdef uint64_t key = w.key[seat]
    cdef uint32_t number
    cdef Node* node
    cdef int i, a, best = -1, turn
    cdef uint32_t most = 0
    if n == 1:
        return 0
    if w.by_moves:
        key = hash_token(key, hash_moves(moves, n))
    for turn in range(2):
        if turn == 0:
            number = find(&w.tree, seat, key)
        else:
            number = find(&w.tree, w.n_seats, public_node_key(w.key[w.n_seats], seat))
        if number != 0 and best < 0:
            node = &w.tree.nodes[number]
            for a in range(node.n):
                for i in range(n):
                    if moves[i] == edges_of(&w.tree, node)[a].move and edges_of(&w.tree, node)[a].visits > most:
                        best, most = i, edges_of(&w.tree, node)[a].visits
    return best

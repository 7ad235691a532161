"""Where a worker of the search stands: the keys of what each seat knows, and the nodes that they lead to."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from petteia.ext.core.rng cimport Rng, hash_token, mix64, rng_keyed
from petteia.ext.core.types cimport MAX_MOVES, SPECTATOR, move_t, pending_t
from petteia.ext.search.tree cimport find


cdef void set_root(Worker* w, uint64_t ai_seed, int thread, uint64_t own_key, bint from_start) noexcept nogil:
    """Make ready for an observation: its random numbers, and the keys at the root."""
    cdef Rng rng = rng_keyed(ai_seed, w.viewer)
    rng = rng_keyed(rng.state, own_key)
    w.stream = rng_keyed(rng.state, thread).state
    w.from_start = from_start
    w.by_moves = w.ops.secrets == NULL and not from_start
    w.own_key = own_key
    w.own_secret = 0
    if w.ops.secrets != NULL and w.viewer < w.n_seats:
        w.own_secret = w.ops.secrets(w.rules, w.obs, w.viewer)
    w.public_key = mix64(SPECTATOR) if from_start else hash_token(own_key, 1)
    w.iterations = w.transitions = w.copies = w.n_values = 0
    w.decisions = 0
    w.squares = 0
    w.root = w.root_guesses = 0
    w.compares = False
    w.root_edge = NOT_CHOSEN
    memset(w.value_sum, 0, sizeof(w.value_sum))
    memset(w.root_visits, 0, sizeof(w.root_visits))
    memset(w.root_sum, 0, sizeof(w.root_sum))


cdef uint64_t root_key(Worker* w) noexcept nogil:
    """The key of the viewer's node at the root."""
    cdef move_t moves[MAX_MOVES]
    if w.by_moves:
        return hash_token(w.own_key, hash_moves(moves, w.ops.legal(w.rules, w.obs, w.viewer, moves)))
    return w.own_key


cdef void ensure_root(Worker* w) noexcept nogil:
    """Make sure that the viewer's node is there if it is asked."""
    cdef move_t moves[MAX_MOVES]
    cdef uint64_t key
    cdef int n
    if w.viewer >= w.n_seats or not w.ops.pending(w.rules, w.obs) >> w.viewer & 1:
        return
    w.compares = w.params.same_worlds and w.ops.pending(w.rules, w.obs) == <pending_t>1 << w.viewer
    n = w.ops.legal(w.rules, w.obs, w.viewer, moves)
    key = root_key(w)
    w.root = find(&w.tree, w.viewer, key)
    memset(w.last_node, 0, sizeof(w.last_node))
    w.key[w.n_seats] = w.public_key
    if w.root == 0:
        w.root = new_node(w, w.viewer, key, w.ops.kind(w.rules, w.obs, w.viewer), n)


cdef void start_keys(Worker* w, bint resample_own) noexcept nogil:
    """What each seat knows at the root in the world that was drawn."""
    cdef int seat
    cdef uint64_t secret
    w.key[w.n_seats] = w.public_key
    for seat in range(w.n_seats):
        if w.from_start:
            w.key[seat] = mix64(seat)
            continue
        if seat == w.viewer and not resample_own:
            w.key[seat] = w.own_key
            continue
        secret = w.ops.secrets(w.rules, w.state, seat) if w.ops.secrets != NULL else 0
        if seat == w.viewer and w.ops.secrets != NULL and secret == w.own_secret:
            w.key[seat] = w.own_key
        else:
            w.key[seat] = hash_token(public_node_key(w.public_key, seat), secret)

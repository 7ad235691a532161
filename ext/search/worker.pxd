"""One worker of the search: its tree, where it stands, what every seat knows there, what it counts."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport hash_token
from petteia.ext.search.params cimport Params
from petteia.ext.search.tree cimport MAX_EDGES, MAX_TABLES, Tree, find, insert, prefetch_slot
from petteia.ext.core.types cimport EVERYONE, Event, Events, MAX_SEATS, SPECTATOR, move_t, token, token_t

cdef enum:
    MAX_STEPS = 512                         # decisions in the tree in one iteration; then a playout
    COPY_BYTES = 1024                       # of a state
    MAX_MIXED = 2048                        # chances of mixed decisions in one iteration
    NOT_KEPT = 0xFFFF
    NOT_CHOSEN = 0xFFFF


# One decision on the way down.
cdef struct Step:
    uint32_t node
    uint32_t other                          # MATRIX: the guesser's node
    uint16_t edge
    uint8_t seat                            # MATRIX: the bidder
    uint8_t rule
    uint8_t hit                             # MATRIX: the bid was guessed
    uint8_t against                         # MATRIX: the guesser
    uint16_t mixed                          # where its strategy stands in `mixed`, or NOT_KEPT
    double chance                           # of the edge, exploration included
    double weight                           # what the others meant to play against what they explored, up to here
    double own                              # the same for the seat itself
    double expected                         # MATRIX: the value by means, and the mean of what happened
    double mean
    double ratio                            # MATRIX: meant against explored


cdef struct Worker:
    Tree tree
    Params params
    const GameOps* ops
    const void* rules
    const unsigned char* obs
    int viewer
    int n_seats
    int n_teams
    uint8_t team[8]
    # Keys.
    uint64_t stream                         # of random numbers: (AI seed, seat, observation, thread)
    bint from_start                         # the game has not begun: every key is known
    bint by_moves                           # keys take in the legal moves, because the game names no secrets
    uint64_t own_key
    uint64_t own_secret
    uint64_t public_key
    uint64_t key[MAX_TABLES]                # of this iteration: each seat's, and last the public's
    uint32_t last_node[MAX_TABLES]          # the last node on the way, in each table
    int root_guesses                        # how many bids a guess names, if the viewer bids or guesses; else 0
    uint32_t root                           # the viewer's node, 0 if it is not asked
    bint compares                           # it alone is asked, and its moves are tried in the same worlds
    # The iteration.
    uint16_t root_edge                      # of the root, chosen before the world was drawn, or NOT_CHOSEN
    int n_steps
    Step steps[MAX_STEPS]
    int n_mixed
    double mixed[MAX_MIXED]                 # strategies of the way down, for the way up
    double ratio[MAX_SEATS]                 # of each seat: the chance it meant against the chance it explored
    double scratch[MAX_EDGES]
    unsigned char state[COPY_BYTES]
    Events events
    # Counts since the observation came.
    uint64_t iterations
    uint64_t transitions
    uint64_t decisions                      # with a choice, in the tree and in playouts; chance is not counted
    uint64_t copies
    uint64_t n_values                       # iterations with the viewer's own secrets
    double value_sum[MAX_SEATS]             # of the teams' values in them
    double squares                          # sum of the squares of the first team's
    uint32_t root_visits[MAX_EDGES]        # for each edge of the root,
    double root_sum[MAX_EDGES][MAX_SEATS]  # per team
    # Somebody else's judgement.
    GameOps own_ops                         # the game's table with that in it
    bint judged                             # `ops.evaluate` is asked after a playout, whatever the playout says
    bint misjudged                          # it gave what no shares can be


cdef inline uint64_t public_node_key(uint64_t key, int seat) noexcept nogil:
    """Seats that decide together have the same public key; their public nodes differ."""
    return key + <uint64_t>(seat + 1) * <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t public_key_of(uint64_t key, int seat) noexcept nogil:
    """The public key, from the key of a seat's public node."""
    return key - <uint64_t>(seat + 1) * <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t hash_moves(const move_t* moves, int n) noexcept nogil:
    cdef uint64_t key = n
    cdef int i
    for i in range(n):
        key = hash_token(key, moves[i])
    return key


cdef inline double others_ratio(const Worker* w, int seat) noexcept nogil:
    cdef double product = 1
    cdef int other
    for other in range(w.n_seats):
        if other != seat:
            product *= w.ratio[other]
    return product


cdef void set_root(Worker* w, uint64_t ai_seed, int thread, uint64_t own_key, bint from_start) noexcept nogil
cdef void ensure_root(Worker* w) noexcept nogil
cdef uint64_t root_key(Worker* w) noexcept nogil
cdef void start_keys(Worker* w, bint resample_own) noexcept nogil


# Here and not in worker.pyx, so that the compiler makes one piece of them and of the iteration that calls them.

cdef inline void make_move(Worker* w, int seat, move_t move) noexcept nogil:
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
            prefetch_slot(&w.tree, viewer, w.key[viewer])


cdef inline uint32_t new_node(Worker* w, int seat, uint64_t key, int kind, int n_legal) noexcept nogil:
    """A node for a seat's information, tied to its public node; 0 if there is no room."""
    cdef uint64_t public_key = public_node_key(w.key[w.n_seats], seat)
    cdef uint32_t public = find(&w.tree, w.n_seats, public_key)
    cdef uint32_t node
    if public == 0:
        public = insert(&w.tree, w.n_seats, public_key, w.last_node[w.n_seats], kind)
    node = insert(&w.tree, seat, key, w.last_node[seat], kind)
    if node != 0:
        w.tree.nodes[node].public = public
        w.tree.nodes[node].n_legal = n_legal
    return node

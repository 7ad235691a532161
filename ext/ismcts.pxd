"""One worker of the search: its tree, where it stands, what it counts."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.game cimport GameOps
from petteia.ext.policy cimport Params
from petteia.ext.tree cimport MAX_TABLES, Tree
from petteia.ext.types cimport Events, MAX_SEATS, move_t

cdef enum:
    MAX_STEPS = 512                         # decisions in the tree in one iteration; then a playout
    ROOT_MOVES = 1024
    COPY_BYTES = 1024                       # of a state
    MIXED = 2048                            # chances of mixed decisions in one iteration
    NOT_KEPT = 0xFFFF
    DRAWS = 2                               # of a world in one iteration, at most


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
    bint fresh                              # the game has not begun: every key is known
    bint by_moves                           # keys take in the legal moves, because the game names no secrets
    uint64_t own_key
    uint64_t own_secret
    uint64_t public_key
    uint64_t key[MAX_TABLES]                # of this iteration: each seat's, and last the public's
    uint32_t last[MAX_TABLES]               # the last node on the way, in each table
    int root_guesses                        # how many bids a guess names, if the viewer bids or guesses; else 0
    uint32_t root                           # the viewer's node, 0 if it is not asked
    # The iteration.
    int n_steps
    Step steps[MAX_STEPS]
    int n_mixed
    double mixed[MIXED]                     # strategies of the way down, for the way up
    double ratio[MAX_SEATS]                 # of each seat: the chance it meant against the chance it explored
    double scratch[ROOT_MOVES]
    unsigned char state[COPY_BYTES]
    Events events
    # Counts since the observation came.
    uint64_t iterations
    uint64_t transitions
    uint64_t decisions                      # with a choice, in the tree and in playouts; chance is not counted
    uint64_t copies
    uint64_t n_values                       # iterations with the viewer's own secrets
    double sum[MAX_SEATS]                   # of the teams' values in them
    double squares                          # of the first team's
    uint32_t root_visits[ROOT_MOVES]        # for each edge of the root,
    double root_sum[ROOT_MOVES][MAX_SEATS]  # per team


cdef void iterate(Worker* w) noexcept nogil
cdef void aim(Worker* w, uint64_t ai_seed, int thread, uint64_t own_key, bint fresh) noexcept nogil
cdef void plant(Worker* w) noexcept nogil
cdef uint64_t root_key(Worker* w) noexcept nogil
cdef void make_move(Worker* w, int seat, move_t move) noexcept nogil
cdef void start_line(Worker* w) noexcept nogil
cdef int best_known(Worker* w, int seat, move_t* moves) noexcept nogil

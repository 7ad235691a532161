"""The search's memory: nodes and edges in two arenas, found by index, and a hash table for each seat.

    tables                  nodes (32 bytes)              edges (48 bytes)
    seat 0  [tag|node] --.  0: nobody                     0: nobody
    seat 1  [tag|node]   |                                1 to TRANSIENT_EDGES: lent for one iteration
    ...                  `-> key                          then the nodes' blocks of 2, 4, 8, ... edges:
    public  [tag|node]       first_edge ---------------------> move, visits, visits_before, prior
                             parent                            value, regret, strategy
                             public -> the public node         public_edge -> an edge of the public node; squares
                             visits                            move, visits, ...
                             n_edges, n_legal
                             room, table, kind

A block of edges that is full moves to one twice as large.

A seat's node stands for one of its information sets: all that it saw, folded into a key. So the node's legal moves are
the same whenever it is met. The public node stands for what everybody saw; its edges are the moves that any of the
hidden hands allowed. With perfect recall each table is a forest, and `parent` (a lower number) is the node's
predecessor in it: what hangs below a node can be found without walking the game.

A seat's node that the search passes through when it is new is transient: its edges live for one iteration, at the start
of the arena, and what it learns stays with its public node. Most are never met again. (The node itself stays, without
edges.)
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.core.memory cimport prefetch
from petteia.ext.core.types cimport move_t

cdef enum:
    MAX_TABLES = 6                          # five seats and the public
    MAX_ROOM = 11                           # the largest block of edges is 2 ** 10:
    MAX_EDGES = 1024                        # no node has more
    MAX_TRANSIENTS = 128                    # transient nodes of one iteration,
    TRANSIENT_EDGES = 512                   # and edges for them together
    NOT_FULL = 0x7FFFFFFF                   # all nodes are kept
    SPARE_NODES = 64                        # of a full tree, for one iteration


cdef struct Edge:
    move_t move
    uint32_t visits
    uint32_t visits_before                  # visits that the node had when the edge was added
    float prior                             # the game's cheap opinion
    double value                            # sum of what the deciding team got
    double regret                           # cumulative
    double strategy                         # sum of the strategies played
    uint32_t public_edge                    # 1 + the number of the public node's edge for the same move; 0: none
    float squares                           # sum of the squares of what `value` sums up


# The edge of a node where a bid and a guess are decided together (bid_matrix.pyx). It stands for a bid, also at the
# guesser's node, and takes the place of an Edge: fields that both have lie at the same place.
cdef struct BidEdge:
    move_t move                             # the bid
    uint32_t n_named                        # how often it was made and named,
    uint32_t n_missed                       # and made and missed
    float unused
    double sum_named                        # of what the bidder got when it was named,
    double sum_missed                       # and when it was missed
    double strategy                         # sum of the chances with which it was made (bidder) or named (guesser)
    uint32_t unused_too[2]


cdef struct Node:
    uint64_t key
    uint32_t first_edge                     # where its block of edges begins; 0: it has none yet
    uint32_t parent                         # the node before it in the same table; 0: none
    uint32_t public                         # 0: none, or this is a public node
    uint32_t visits
    uint16_t n_edges                        # in use
    uint16_t n_legal                        # moves that it could have; 0: not counted yet
    uint8_t room                            # its block holds 2 ** room edges
    uint8_t table
    uint8_t kind                            # DecisionKind
    uint8_t spare


cdef struct Slot:
    uint32_t tag                            # the key's upper half
    uint32_t node                           # 0: free


cdef struct Tree:
    Node* nodes
    Edge* edges
    Slot* slots                             # n_tables runs of max_slots, of which a run uses the first mask + 1
    uint32_t n_nodes
    uint32_t max_nodes
    uint32_t n_edges
    uint32_t max_edges
    uint32_t max_slots
    uint32_t n_tables
    uint32_t mask[MAX_TABLES]               # grows with the table, so that a small search stays in the cache
    uint32_t used[MAX_TABLES]               # nodes in each table
    uint32_t free_block[MAX_ROOM]           # heads of the lists of free blocks, linked through `public_edge`
    uint32_t transient[MAX_TRANSIENTS]      # nodes that have edges for this iteration only
    uint32_t n_transients
    uint32_t n_transient_edges
    uint32_t overflow                       # nodes from here on came when the tree was full: for this iteration only
    uint32_t most_nodes                     # that were ever in use before the tree was last cleared,
    uint32_t most_edges                     # and likewise: what was written to once takes memory
    uint32_t most_slots[MAX_TABLES]
    size_t bytes


cdef bint grow_table(Tree* tree, int table) noexcept nogil
cdef void discard_transients(Tree* tree) noexcept nogil


cdef inline Slot* slot_of(Tree* tree, int table, uint64_t key) noexcept nogil:
    """The slot of a key, or the free one where it would go."""
    cdef Slot* run = tree.slots + <size_t>table * tree.max_slots
    cdef uint32_t mask = tree.mask[table]
    cdef uint32_t at = <uint32_t>key & mask
    cdef uint32_t tag = <uint32_t>(key >> 32)
    while run[at].node != 0:
        if run[at].tag == tag and tree.nodes[run[at].node].key == key:
            break
        at = (at + 1) & mask
    return &run[at]


cdef inline void prefetch_slot(Tree* tree, int table, uint64_t key) noexcept nogil:
    """Say that a key will be looked for soon."""
    prefetch(tree.slots + <size_t>table * tree.max_slots + (<uint32_t>key & tree.mask[table]))


cdef inline uint32_t find(Tree* tree, int table, uint64_t key) noexcept nogil:
    """The number of a node, or 0."""
    return slot_of(tree, table, key).node


cdef inline uint32_t insert(Tree* tree, int table, uint64_t key, uint32_t parent, int kind) noexcept nogil:
    """A new node for a key that is not there yet; 0 if even what is spared for an iteration is full."""
    cdef Slot* slot
    cdef Node* node
    cdef uint32_t number = tree.n_nodes
    if (number >= tree.max_nodes - SPARE_NODES
            or (tree.used[table] > tree.mask[table] >> 1 and not grow_table(tree, table))):
        if number == tree.max_nodes or tree.used[table] == tree.mask[table]:
            return 0
        if tree.overflow > number:
            tree.overflow = number
    slot = slot_of(tree, table, key)
    slot.tag = <uint32_t>(key >> 32)
    slot.node = number
    node = &tree.nodes[number]
    node.key = key
    node.first_edge = node.visits = node.public = 0
    node.parent = parent
    node.n_edges = node.n_legal = 0
    node.room = 0
    node.table = table
    node.kind = kind
    tree.n_nodes += 1
    tree.used[table] += 1
    return number


cdef inline Edge* edges_of(Tree* tree, const Node* node) noexcept nogil:
    return tree.edges + node.first_edge


cdef inline BidEdge* bid_edges_of(Tree* tree, const Node* node) noexcept nogil:
    return <BidEdge*>(tree.edges + node.first_edge)


cdef inline void end_iteration(Tree* tree) noexcept nogil:
    """Take back what was for this iteration only."""
    if tree.n_transients != 0 or tree.overflow != NOT_FULL:
        discard_transients(tree)


cdef int make_tree(Tree* tree, size_t bytes, int n_tables) except -1
cdef void release_tree(Tree* tree) noexcept
cdef void clear_tree(Tree* tree) noexcept nogil
cdef size_t touched_bytes(const Tree* tree) noexcept nogil
cdef Edge* add_edge(Tree* tree, uint32_t number, move_t move, float prior) noexcept nogil
cdef bint lend_edges(Tree* tree, uint32_t number, int n_edges) noexcept nogil
cdef uint32_t public_edge_of(Tree* tree, uint32_t public, move_t move) noexcept nogil
cdef int keep_subtree(Tree* tree, uint32_t own, uint32_t public) except -1 nogil

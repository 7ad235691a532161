"""The search's memory: nodes and edges in two arenas, found by index, and a hash table for each seat.

    tables                 nodes (32 bytes)                edges (48 bytes)
    seat 0  [tag|node]--.  0: nobody                       0: nobody
    seat 1  [tag|node]   `-> key | first ------------------> move visits born prior | value | regret | strategy |
    ...                      parent public visits              shadow squares
    public  [tag|node]       n n_legal room table kind       move ...
                                |                          (a block of 2, 4, 8, ... edges; when it is full,
                                |                           it moves to one twice as large)
                                `---> the public node, whose edge number shadow - 1 is about the same move

A seat's node stands for one of its information sets: all that it saw, folded into a key. So the node's legal moves are
the same whenever it is met. The public node stands for what everybody saw; its edges are the moves that any of the
hidden hands allowed. With perfect recall each table is a forest, and `parent` (a lower number) is the node's
predecessor in it: what hangs below a node can be told without walking the game.

A seat's node that is walked through when it is met for the first time is a guest: its edges live for one iteration, at
the start of the arena, and what it learns stays with its public node. Most are never met again.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.types cimport move_t

cdef extern from *:
    """
    #define petteia_prefetch(p) __builtin_prefetch(p)
    """
    void prefetch "petteia_prefetch"(const void*) noexcept nogil    # it will be read soon

cdef enum:
    MAX_TABLES = 6                          # five seats and the public
    MAX_ROOM = 11                           # the largest block of edges is 2 ** 10
    GUESTS = 128                            # nodes that are new and walked through in one iteration,
    GUEST_EDGES = 512                       # and edges for them together: the first ones
    NO_END = 0x7FFFFFFF                     # all nodes are kept
    SPARE_NODES = 64                        # of a full tree, for one iteration


cdef struct Edge:
    move_t move
    uint32_t visits                         # at a bid: how often it was guessed
    uint32_t born                           # visits of the node when the edge was added; at a bid: how often missed
    float prior                             # the game's cheap opinion
    double value                            # sum of what the deciding team got. At a bid: the bidder's, when guessed
    double regret                           # cumulative. At a bid: sum of what the bidder got when missed
    double strategy                         # sum of the strategies played
    uint32_t shadow                         # 1 + the number of the public node's edge for the same move; 0: none
    float squares                           # sum of the squares of those values


cdef struct Node:
    uint64_t key
    uint32_t first                          # its block of edges; 0: none yet
    uint32_t parent                         # the node before it in the same table; 0: none
    uint32_t public                         # 0: none, or this is a public node
    uint32_t visits
    uint16_t n                              # edges in use
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
    uint32_t free_block[MAX_ROOM]           # heads of the lists of free blocks, linked through `shadow`
    uint32_t guest[GUESTS]                  # nodes that have edges for this iteration only,
    uint32_t n_guests
    uint32_t n_guest_edges
    uint32_t keep                           # nodes from here on came when the tree was full: for this iteration only
    size_t bytes


cdef bint grow(Tree* tree, int table) noexcept nogil
cdef void take_back(Tree* tree) noexcept nogil


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


cdef inline void expect(Tree* tree, int table, uint64_t key) noexcept nogil:
    """A key that will be looked for."""
    prefetch(tree.slots + <size_t>table * tree.max_slots + (<uint32_t>key & tree.mask[table]))


cdef inline uint32_t find(Tree* tree, int table, uint64_t key) noexcept nogil:
    """The number of a node, or 0."""
    return slot_of(tree, table, key).node


cdef inline uint32_t insert(Tree* tree, int table, uint64_t key, uint32_t parent, int kind) noexcept nogil:
    """A new node for a key that is not there yet; 0 if even what is spared for an iteration is full."""
    cdef Slot* slot
    cdef Node* node
    cdef uint32_t number = tree.n_nodes
    if number >= tree.max_nodes - SPARE_NODES or (tree.used[table] > tree.mask[table] >> 1 and not grow(tree, table)):
        if number == tree.max_nodes or tree.used[table] == tree.mask[table]:
            return 0
        if tree.keep > number:
            tree.keep = number
    slot = slot_of(tree, table, key)
    slot.tag = <uint32_t>(key >> 32)
    slot.node = number
    node = &tree.nodes[number]
    node.key = key
    node.first = node.visits = node.public = 0
    node.parent = parent
    node.n = node.n_legal = 0
    node.room = 0
    node.table = table
    node.kind = kind
    tree.n_nodes += 1
    tree.used[table] += 1
    return number


cdef inline Edge* edges_of(Tree* tree, const Node* node) noexcept nogil:
    return tree.edges + node.first


cdef inline void send_off(Tree* tree) noexcept nogil:
    """The end of an iteration."""
    if tree.n_guests != 0 or tree.keep != NO_END:
        take_back(tree)


cdef int make(Tree* tree, size_t bytes, int n_tables) except -1
cdef void drop(Tree* tree) noexcept
cdef void clear(Tree* tree) noexcept nogil
cdef Edge* add_edge(Tree* tree, uint32_t number, move_t move, float prior) noexcept nogil
cdef bint receive(Tree* tree, uint32_t number, int n_edges) noexcept nogil
cdef uint32_t shadow_of(Tree* tree, uint32_t public, move_t move) noexcept nogil
cdef int keep_below(Tree* tree, uint32_t own, uint32_t public) except -1 nogil

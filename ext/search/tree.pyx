"""The search's memory: making it, adding edges, and keeping the part below a node. The layout is in tree.pxd."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memcpy, memmove, memset

from petteia.ext.core.memory cimport map_memory, unmap_memory
from petteia.ext.core.types cimport move_t

cdef enum:
    EDGES_PER_NODE = 3     # most nodes are met once and have none, a few have dozens
    FEWEST_SLOTS = 1024
    FEWEST_NODES = 1024
    MOST_NODES = 0x3FFFFFFF  # so that their edges have 32-bit numbers too
    KEPT_TREES = 8         # whose memory is kept for the next searches,
    KEPT_BYTES = 64 << 20  # and how large they may be together
    HUGE_PAGE = 2 << 20


cdef int make_tree(Tree* tree, size_t bytes, int n_tables) except -1:
    """Take at most `bytes` of memory (and at least what a tree of a thousand nodes needs)."""
    cdef size_t per_node = sizeof(Node) + EDGES_PER_NODE * sizeof(Edge)
    cdef size_t slots = FEWEST_SLOTS, n_nodes
    cdef int table
    # The tables together have at least one slot for each node, each a power of two.
    while (2 * slots * n_tables * sizeof(Slot) + slots * n_tables * per_node) <= bytes:
        slots *= 2
    if bytes > slots * n_tables * sizeof(Slot):
        n_nodes = (bytes - slots * n_tables * sizeof(Slot)) // per_node
    else:
        n_nodes = FEWEST_NODES
    memset(tree, 0, sizeof(Tree))
    tree.max_slots = <uint32_t>slots
    tree.n_tables = n_tables
    for table in range(n_tables):
        tree.mask[table] = FEWEST_SLOTS - 1
    tree.max_nodes = <uint32_t>min(max(n_nodes, FEWEST_NODES), MOST_NODES)
    tree.max_edges = EDGES_PER_NODE * tree.max_nodes
    tree.bytes = slots * n_tables * sizeof(Slot) + <size_t>tree.max_nodes * per_node
    tree.overflow = NOT_FULL
    tree.n_nodes = 1                              # number 0 is nobody
    tree.n_edges = 1 + TRANSIENT_EDGES
    if reuse_tree(tree):
        return 0
    tree.slots = <Slot*>map_memory(slots * n_tables * sizeof(Slot))
    tree.nodes = <Node*>map_memory(tree.max_nodes * sizeof(Node))
    tree.edges = <Edge*>map_memory(tree.max_edges * sizeof(Edge))
    if tree.slots == NULL or tree.nodes == NULL or tree.edges == NULL:
        unmap_tree(tree)
        raise MemoryError
    return 0


cdef void unmap_tree(Tree* tree) noexcept:
    """To the system."""
    if tree.slots != NULL:
        unmap_memory(tree.slots, <size_t>tree.max_slots * tree.n_tables * sizeof(Slot))
    if tree.nodes != NULL:
        unmap_memory(tree.nodes, tree.max_nodes * sizeof(Node))
    if tree.edges != NULL:
        unmap_memory(tree.edges, tree.max_edges * sizeof(Edge))
    memset(tree, 0, sizeof(Tree))


# A search often follows another of the same size, and the system takes longer to clear fresh pages than a short search
# takes: the last few trees are kept for the next ones. Only touched with the GIL.
cdef Tree kept[KEPT_TREES]
cdef int n_kept = 0
cdef size_t kept_bytes = 0


cdef bint reuse_tree(Tree* tree) noexcept:
    """Memory of a dropped tree of just this size, emptied."""
    global n_kept, kept_bytes
    cdef int i
    for i in range(n_kept - 1, -1, -1):
        if (kept[i].max_slots == tree.max_slots and kept[i].n_tables == tree.n_tables
                and kept[i].max_nodes == tree.max_nodes):
            tree[0] = kept[i]
            n_kept -= 1
            memmove(&kept[i], &kept[i + 1], (n_kept - i) * sizeof(Tree))
            kept_bytes -= tree.bytes
            clear_tree(tree)
            return True
    return False


cdef void release_tree(Tree* tree) noexcept:
    """Keep the memory for the next tree, or give it back; the oldest goes first."""
    global n_kept, kept_bytes
    if tree.slots == NULL or tree.bytes > KEPT_BYTES:
        unmap_tree(tree)
        return
    while n_kept == KEPT_TREES or kept_bytes + tree.bytes > KEPT_BYTES:
        kept_bytes -= kept[0].bytes
        unmap_tree(&kept[0])
        n_kept -= 1
        memmove(&kept[0], &kept[1], n_kept * sizeof(Tree))
    kept[n_kept] = tree[0]
    n_kept += 1
    kept_bytes += tree.bytes
    memset(tree, 0, sizeof(Tree))


cdef void clear_tree(Tree* tree) noexcept nogil:
    """Forget everything."""
    cdef uint32_t table
    tree.most_nodes = max(tree.most_nodes, tree.n_nodes)
    tree.most_edges = max(tree.most_edges, tree.n_edges)
    for table in range(tree.n_tables):
        tree.most_slots[table] = max(tree.most_slots[table], tree.mask[table] + 1)
        memset(tree.slots + <size_t>table * tree.max_slots, 0, (<size_t>tree.mask[table] + 1) * sizeof(Slot))
        tree.mask[table] = FEWEST_SLOTS - 1
    memset(tree.used, 0, sizeof(tree.used))
    memset(tree.free_block, 0, sizeof(tree.free_block))
    tree.n_transients = tree.n_transient_edges = 0
    tree.overflow = NOT_FULL
    tree.n_nodes = 1
    tree.n_edges = 1 + TRANSIENT_EDGES


cdef inline size_t paged(size_t used, size_t mapped) noexcept nogil:
    """Bytes that the system gives for the first `used` ones of a mapping: large ones get huge pages (`map_memory`)."""
    return used if mapped <= 2 * HUGE_PAGE or used <= HUGE_PAGE else (used // HUGE_PAGE + 2) * HUGE_PAGE


cdef size_t touched_bytes(const Tree* tree) noexcept nogil:
    """Bytes that were ever written to, by this tree or by an older one in the same memory. The rest costs nothing."""
    cdef size_t slots = 0
    cdef uint32_t table
    for table in range(tree.n_tables):
        slots += max(tree.most_slots[table], tree.mask[table] + 1) * sizeof(Slot)
    return (paged(slots, <size_t>tree.max_slots * tree.n_tables * sizeof(Slot))
            + paged(max(tree.most_nodes, tree.n_nodes) * sizeof(Node), tree.max_nodes * sizeof(Node))
            + paged(max(tree.most_edges, tree.n_edges) * sizeof(Edge), tree.max_edges * sizeof(Edge)))


cdef bint grow_table(Tree* tree, int table) noexcept nogil:
    """Double a table, or say whether it may be filled further as it is."""
    cdef uint32_t mask = tree.mask[table], i
    cdef Slot* slot
    if 2 * (<size_t>mask + 1) > tree.max_slots:
        return tree.used[table] <= mask - (mask >> 3)
    memset(tree.slots + <size_t>table * tree.max_slots, 0, (<size_t>mask + 1) * sizeof(Slot))
    tree.mask[table] = 2 * mask + 1
    for i in range(1, tree.n_nodes):
        if tree.nodes[i].table == table:
            slot = slot_of(tree, table, tree.nodes[i].key)
            slot.tag = <uint32_t>(tree.nodes[i].key >> 32)
            slot.node = i
    return True


cdef uint32_t take_block(Tree* tree, int room) noexcept nogil:
    """A block of 2 ** room edges; 0 if there is none left."""
    cdef uint32_t block = tree.free_block[room]
    if block != 0:
        tree.free_block[room] = tree.edges[block].public_edge
    elif (<uint32_t>1 << room) <= tree.max_edges - tree.n_edges:
        block = tree.n_edges
        tree.n_edges += <uint32_t>1 << room
    return block


cdef inline void free_edges(Tree* tree, const Node* node) noexcept nogil:
    tree.edges[node.first_edge].public_edge = tree.free_block[node.room]
    tree.free_block[node.room] = node.first_edge


cdef Edge* add_edge(Tree* tree, uint32_t number, move_t move, float prior) noexcept nogil:
    """One more edge of a node; NULL if the arena is full."""
    cdef Node* node = &tree.nodes[number]
    cdef uint32_t block
    cdef int room = node.room
    cdef Edge* edge
    if node.first_edge == 0 or node.n_edges == <uint32_t>1 << room:
        room = 1 if node.first_edge == 0 else room + 1
        if room >= MAX_ROOM:
            return NULL
        block = take_block(tree, room)
        if block == 0:
            return NULL
        if node.first_edge != 0:
            memcpy(tree.edges + block, tree.edges + node.first_edge, node.n_edges * sizeof(Edge))
            free_edges(tree, node)
        node.first_edge = block
        node.room = room
    edge = tree.edges + node.first_edge + node.n_edges
    memset(edge, 0, sizeof(Edge))
    edge.move = move
    edge.prior = prior
    edge.visits_before = node.visits
    node.n_edges += 1
    return edge


cdef uint32_t public_edge_of(Tree* tree, uint32_t public, move_t move) noexcept nogil:
    """1 + the number of a public node's edge for a move, added if need be; 0 if there is no room."""
    cdef Node* node = &tree.nodes[public]
    cdef Edge* edges = edges_of(tree, node)
    cdef uint32_t i
    for i in range(node.n_edges):
        if edges[i].move == move:
            return i + 1
    if add_edge(tree, public, move, 0) == NULL:
        return 0
    return node.n_edges


# ---------------------------------------------------------------------------------------------------------------
# What lives for one iteration.

cdef bint lend_edges(Tree* tree, uint32_t number, int n_edges) noexcept nogil:
    """Lend a node without edges a block for so many of them, until `end_iteration`; False if there is no room."""
    cdef Node* node = &tree.nodes[number]
    cdef int room = 1
    while 1 << room < n_edges:
        room += 1
    if tree.n_transients == MAX_TRANSIENTS or tree.n_transient_edges + (<uint32_t>1 << room) > TRANSIENT_EDGES:
        return False
    node.first_edge = 1 + tree.n_transient_edges
    node.room = room
    tree.n_transient_edges += <uint32_t>1 << room
    tree.transient[tree.n_transients] = number
    tree.n_transients += 1
    return True


cdef void discard_transients(Tree* tree) noexcept nogil:
    """What was lent; and of a full tree the last nodes, so that the next iteration can walk as far."""
    cdef uint32_t i
    cdef Node* node
    cdef Slot* slot
    for i in range(tree.n_transients):
        node = &tree.nodes[tree.transient[i]]
        node.first_edge = node.visits = 0
        node.n_edges = 0
        node.room = 0
    tree.n_transients = tree.n_transient_edges = 0
    while tree.n_nodes > tree.overflow:
        tree.n_nodes -= 1                         # the last to come: no other key had to make way for it
        node = &tree.nodes[tree.n_nodes]
        slot = slot_of(tree, node.table, node.key)
        slot.tag = slot.node = 0
        tree.used[node.table] -= 1
        if node.first_edge != 0:
            free_edges(tree, node)
    tree.overflow = NOT_FULL


# ---------------------------------------------------------------------------------------------------------------
# Keeping a part, between two moves of a game.

cdef int by_block(const void* a, const void* b) noexcept nogil:
    cdef uint64_t first = (<const uint64_t*>a)[0], second = (<const uint64_t*>b)[0]
    return (first > second) - (first < second)


cdef int keep_subtree(Tree* tree, uint32_t own, uint32_t public) except -1 nogil:
    """Keep what hangs below one node of the searching seat and one public node, and forget the rest.

    The other seats' nodes go: their keys hold secrets of theirs, which the next search will draw anew.
    """
    cdef uint32_t* moved = <uint32_t*>calloc(tree.n_nodes, sizeof(uint32_t))     # old number to new
    cdef uint64_t* blocks = <uint64_t*>malloc(tree.n_nodes * sizeof(uint64_t))   # first edge << 32 | new node
    cdef uint32_t i, n = 1, n_blocks = 0, first, size
    cdef Node* node
    cdef Slot* slot
    if moved == NULL or blocks == NULL:
        free(moved)
        free(blocks)
        with gil:
            raise MemoryError
    for i in range(1, tree.n_nodes):              # parents come before their children
        node = &tree.nodes[i]
        if i == own or i == public or (node.parent != 0 and moved[node.parent] != 0):
            moved[i] = n
            tree.nodes[n] = node[0]
            node = &tree.nodes[n]
            node.parent = 0 if i == own or i == public else moved[node.parent]
            if node.first_edge != 0:
                blocks[n_blocks] = (<uint64_t>node.first_edge << 32) | n
                n_blocks += 1
            n += 1
    clear_tree(tree)
    tree.n_nodes = n
    for i in range(1, n):
        tree.used[tree.nodes[i].table] += 1
    for i in range(tree.n_tables):
        while tree.used[i] > tree.mask[i] >> 1 and 2 * (<size_t>tree.mask[i] + 1) <= tree.max_slots:
            tree.mask[i] = 2 * tree.mask[i] + 1
    for i in range(1, n):
        node = &tree.nodes[i]
        node.public = moved[node.public]
        slot = slot_of(tree, node.table, node.key)
        slot.tag = <uint32_t>(node.key >> 32)
        slot.node = i
    qsort(blocks, n_blocks, sizeof(uint64_t), by_block)
    for i in range(n_blocks):                     # in order of place, so that no block runs over one not moved yet
        node = &tree.nodes[<uint32_t>blocks[i]]
        first, size = <uint32_t>(blocks[i] >> 32), <uint32_t>1 << node.room
        memmove(tree.edges + tree.n_edges, tree.edges + first, size * sizeof(Edge))
        node.first_edge = tree.n_edges
        tree.n_edges += size
    free(moved)
    free(blocks)
    return 0


def sizes() -> dict[str, int]:
    """Bytes of the structs, for tests."""
    return {"node": sizeof(Node), "edge": sizeof(Edge), "bid edge": sizeof(BidEdge), "slot": sizeof(Slot)}

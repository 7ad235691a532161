"""How lucky an event was: for the referee of a match, who knows the whole position.

An event is a draw of chance, a choice that a player left to a lot whose chances are known, or such a lot itself where
other random numbers would have led to other chances. With w what came less what could have come, by its chances, and V
a guess of what a position is worth to each team,

    luck = sum of w(i) V(i) = share * (mean of V where w > 0, by w, less mean of V where w < 0, by -w)

has the mean zero whatever V is; `share` is the sum of the positive w. The right-hand form needs few guesses where what
came was likely, and none at all for what could not be otherwise.

V is a mean of sensible playouts, each judged where the search would judge it. A playout that reaches the end of the
game is replaced by one that ends where the rest can be solved, as if both sides knew everything. The playouts' random
numbers depend on the seed and on the position before the event, not on what came. So V is the same function for
everything that could come, which is what makes the mean zero. What could come meets the same numbers, which takes some
noise out of the difference; and two games have the same luck as long as they are the same. Guesses near the end are
better than others; `ends_soon` tells them apart by the position before the event alone.
"""

from libc.math cimport ceil, sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport GameOps, RulesHead
from petteia.ext.core.handles cimport MAX_STATE, State, same_rules
from petteia.ext.core.rng cimport Rng, mix64, rng_below, rng_keyed, rng_unit
from petteia.ext.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, OVER, PENDING_CHANCE, SIMULTANEOUS, move_t, pending_t

cdef enum:
    MOST = 1_000_000          # playouts for one event; the stream of this number places the others
    TRIES = 8                 # random moves of which a playout to the end makes the one that looks best
    FEW_MOVES = 4             # a choice among so many may be part of an ending that is solved,
    MOST_SOLVED = 20_000      # if that has so many positions at the most
    UNSOLVED = -1
    KNOWN = 1024              # solved endings that are remembered during an event: the same few come up often

cdef double ROUNDING = 1e-9   # of chances that add up to 1

MAX_PLAYOUTS = MOST


cdef struct Ending:
    uint64_t key              # of the position, 0: none
    double value              # or UNSOLVED


cdef struct Judge:
    const GameOps* ops
    const RulesHead* head     # of the rules
    uint64_t stream           # of the event
    bint settled              # judge positions where somebody has a choice, or the end: see `settle`
    double total[MAX_SEATS]   # of V(c) - V(i), added up
    move_t moves[MAX_MOVES]   # of the position just looked at
    Ending known[KNOWN]       # by the lowest bits of the key


cdef inline bint one_decides(pending_t pending) noexcept nogil:
    return pending != OVER and pending != PENDING_CHANCE and not pending & (pending - 1)


cdef double solve(Judge* at, const unsigned char* position, double low, double high, int* left) noexcept nogil:
    """The first team's share if both teams know everything and play their best: alpha-beta, within low and high.

    UNSOLVED if chance, a choice by several at once or one among many comes, or if that takes too many positions.
    """
    cdef unsigned char state[MAX_STATE]
    cdef float per_team[MAX_SEATS]
    cdef move_t moves[FEW_MOVES]
    cdef pending_t pending = at.ops.pending(at.head, position)
    cdef double value, best
    cdef bint first
    cdef int i, n, seat
    if pending == OVER:
        at.ops.returns(at.head, position, per_team)
        return per_team[0]
    left[0] -= 1
    if left[0] < 0 or not one_decides(pending):
        return UNSOLVED
    seat = ctz32(pending)
    n = at.ops.legal(at.head, position, seat, at.moves)
    if n > FEW_MOVES:
        return UNSOLVED
    memcpy(moves, at.moves, n * sizeof(move_t))
    first = at.head.team[seat] == 0
    best = low if first else high
    for i in range(n):
        memcpy(state, position, at.ops.state_size)
        at.ops.apply(at.head, state, seat, moves[i], NULL)
        value = solve(at, state, best if first else low, high if first else best, left)
        if value == UNSOLVED:
            return UNSOLVED
        best = max(best, value) if first else min(best, value)
        if best >= high if first else best <= low:
            break
    return best


cdef uint64_t key_of(const unsigned char* position, size_t size) noexcept nogil:
    """64 bits that tell positions apart, never 0."""
    cdef uint64_t key = size, word
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, position + i, min(sizeof(word), size - i))
        key = mix64(key ^ word)
        i += sizeof(word)
    return key | 1


cdef double value_if_solved(Judge* at, const unsigned char* position) noexcept nogil:
    """The first team's share in an ending that can be solved, or UNSOLVED."""
    cdef pending_t pending = at.ops.pending(at.head, position)
    cdef uint64_t key
    cdef Ending* known
    cdef int left = MOST_SOLVED
    if at.head.n_teams != 2 or not one_decides(pending) \
            or at.ops.legal(at.head, position, ctz32(pending), at.moves) > FEW_MOVES:
        return UNSOLVED
    key = key_of(position, at.ops.state_size)
    known = &at.known[(key >> 1) % KNOWN]
    if known.key != key:
        known.key, known.value = key, solve(at, position, 0, 1, &left)
    return known.value


cdef void move_sensibly(Judge* at, unsigned char* state, int seat, Rng* rng) noexcept nogil:
    """Make the move that looks best of a few. What several choose at once is anything."""
    cdef move_t some[TRIES]
    cdef float prior[TRIES]
    cdef int i, best = 0, n = at.ops.legal(at.head, state, seat, at.moves)
    if n == 1 or at.ops.kind(at.head, state, seat) == SIMULTANEOUS:
        some[0] = at.moves[rng_below(rng, n)]
    else:
        for i in range(<int>TRIES):
            some[i] = at.moves[rng_below(rng, n)]
        if at.ops.suggest != NULL:
            at.ops.suggest(at.head, state, seat, some, TRIES, prior)
            for i in range(1, <int>TRIES):
                if prior[i] > prior[best]:
                    best = i
    at.ops.apply(at.head, state, seat, some[best], NULL)


cdef void play_to_the_end(Judge* at, unsigned char* state, Rng* rng, float* per_team) noexcept nogil:
    """Play sensible moves up to where the rest can be solved, and write what it is worth to each of two teams."""
    cdef pending_t pending = at.ops.pending(at.head, state)
    cdef double value
    while pending != OVER:
        if pending == PENDING_CHANCE:
            at.ops.apply(at.head, state, CHANCE, at.ops.draw(at.head, state, rng), NULL)
        else:
            value = value_if_solved(at, state)
            if value != UNSOLVED:
                per_team[0], per_team[1] = value, 1 - value
                return
            move_sensibly(at, state, ctz32(pending), rng)
        pending = at.ops.pending(at.head, state)
    at.ops.returns(at.head, state, per_team)


cdef void settle(Judge* at, unsigned char* state, Rng* rng) noexcept nogil:
    """Let chance answer, and make moves that are the only ones, up to a choice or the end.

    A playout that is cut off sees a little further from a later position. Judged where the next choice is, a position
    before a draw is worth the mean of what may be drawn, and one before a forced move as much as after it.
    """
    cdef pending_t pending = at.ops.pending(at.head, state)
    while pending != OVER:
        if pending == PENDING_CHANCE:
            at.ops.apply(at.head, state, CHANCE, at.ops.draw(at.head, state, rng), NULL)
        elif one_decides(pending) and at.ops.legal(at.head, state, ctz32(pending), at.moves) == 1:
            at.ops.apply(at.head, state, ctz32(pending), at.moves[0], NULL)
        else:
            return
        pending = at.ops.pending(at.head, state)


cdef void judge(Judge* at, const unsigned char* given, int number, double sign) noexcept nogil:
    """Add what one playout from a position gives each team."""
    cdef unsigned char position[MAX_STATE]
    cdef unsigned char state[MAX_STATE]
    cdef float per_team[MAX_SEATS]
    cdef Rng rng = rng_keyed(at.stream, number)
    cdef double value
    cdef int t, cutoff = at.ops.cutoff if at.ops.cutoff else -1
    memcpy(position, given, at.ops.state_size)
    if at.settled:
        settle(at, position, &rng)
    value = value_if_solved(at, position)
    memcpy(state, position, at.ops.state_size)
    if value != UNSOLVED:
        per_team[0], per_team[1] = value, 1 - value
    elif at.ops.pending(at.head, state) == OVER:
        at.ops.returns(at.head, state, per_team)
    elif at.ops.guided_playout != NULL:
        at.ops.guided_playout(at.head, state, &rng, cutoff, per_team)
        if at.head.n_teams == 2 and at.ops.pending(at.head, state) == OVER:
            memcpy(state, position, at.ops.state_size)
            play_to_the_end(at, state, &rng, per_team)
    else:
        at.ops.random_playout(at.head, state, &rng, cutoff, per_team)
    for t in range(at.head.n_teams):
        at.total[t] += sign * per_team[t]


def ends_soon(State before not None, uint64_t seed) -> bool:
    """Whether a sensible playout from a position reaches the end of the game before it would be judged."""
    cdef unsigned char state[MAX_STATE]
    cdef float per_team[MAX_SEATS]
    cdef const GameOps* ops = before.rules.ops
    cdef int cutoff = ops.cutoff if ops.cutoff else -1
    cdef Rng rng = rng_keyed(mix64(seed ^ mix64(<uint64_t>before.digest())), MOST)
    memcpy(state, before.c, ops.state_size)
    if ops.guided_playout != NULL:
        ops.guided_playout(before.rules.head(), state, &rng, cutoff, per_team)
    else:
        ops.random_playout(before.rules.head(), state, &rng, cutoff, per_team)
    return ops.pending(before.rules.head(), state) == OVER


cdef int at_place(const double* weights, int n, int sign, double place) noexcept nogil:
    """What has the place (0 to 1) among all weights of this sign, each as wide as its weight."""
    cdef int i, last = 0
    cdef double left = 0
    for i in range(n):
        left += max(0.0, sign * weights[i])
    left *= place
    for i in range(n):
        if sign * weights[i] > 0:
            last = i
            left -= sign * weights[i]
            if left < 0:
                break
    return last


cdef double positive(const double* weights, int n) noexcept nogil:
    cdef double share = 0
    cdef int i
    for i in range(n):
        share += max(0.0, weights[i])
    return share


cdef int set_judge(Judge* at, State before, uint64_t seed, bint settled=False) except -1:
    at.settled = settled
    at.ops, at.head = before.rules.ops, before.rules.head()
    at.stream = mix64(seed ^ mix64(<uint64_t>before.digest()))
    memset(at.total, 0, sizeof(at.total))
    memset(at.known, 0, sizeof(at.known))
    return 0


cdef double offset(const Judge* at) noexcept nogil:
    """Where in the first of the equal parts of all that could come each part is looked at."""
    cdef Rng rng = rng_keyed(at.stream, MOST)
    return rng_unit(&rng)


cdef list luck_in(const Judge* at, double share, int n):
    """The luck that n pairs of playouts found."""
    cdef int t
    return [share * at.total[t] / max(n, 1) for t in range(at.head.n_teams)]


cdef int check_playouts(int playouts) except -1:
    if not 1 <= playouts <= MAX_PLAYOUTS:
        raise ValueError(f"playouts={playouts}: want 1 to {MAX_PLAYOUTS}")
    return 0


def luck_of_chance(State before not None, move_t outcome, int playouts, uint64_t seed,
                   bint settled=False) -> list[float]:
    """Each team's luck when chance had this outcome; `settled`: by the values of `value_of`."""
    cdef move_t outcomes[MAX_MOVES]
    cdef double weights[MAX_MOVES]
    cdef unsigned char came[MAX_STATE]
    cdef unsigned char other[MAX_STATE]
    cdef Judge at
    cdef double total = 0, share, start
    cdef int i, n, n_outcomes, chosen = -1
    check_playouts(playouts)
    before.want_chance()
    set_judge(&at, before, seed, settled)
    n_outcomes = at.ops.legal(at.head, before.c, CHANCE, outcomes)
    for i in range(n_outcomes):
        weights[i] = -<double>at.ops.weight(at.head, before.c, outcomes[i])
        total -= weights[i]
        if outcomes[i] == outcome:
            chosen = i
    if chosen < 0:
        raise before.refusal(CHANCE, outcome)
    share = 1 + weights[chosen] / total
    weights[chosen] = 0
    n = <int>ceil(playouts * share)
    with nogil:
        start = offset(&at)
        memcpy(came, before.c, at.ops.state_size)
        at.ops.apply(at.head, came, CHANCE, outcome, NULL)
        for i in range(n):
            memcpy(other, before.c, at.ops.state_size)
            at.ops.apply(at.head, other, CHANCE, outcomes[at_place(weights, n_outcomes, -1, (i + start) / n)], NULL)
            judge(&at, came, i, 1)
            judge(&at, other, i, -1)
    return luck_in(&at, share, n)


def luck_of_choice(State before not None, list after not None, list weights not None, int playouts,
                   uint64_t seed) -> list[float]:
    """Each team's luck in a choice between positions: what came less what could have come, as weights that add up to 0.
    """
    cdef double weight[MAX_MOVES]
    cdef Judge at
    cdef State one, other
    cdef double share, start
    cdef int i, n, n_after = len(after)
    check_playouts(playouts)
    if not 0 < n_after == len(weights) <= MAX_MOVES:
        raise ValueError(f"{n_after} positions, {len(weights)} weights: want as many, 1 to {MAX_MOVES}")
    if abs(sum(weights)) > ROUNDING:
        raise ValueError(f"weights add up to {sum(weights)}: want 0")
    for i, one in enumerate(after):
        if not same_rules(one.rules, before.rules):
            raise ValueError(f"position {i} is of other rules")
        weight[i] = weights[i]
    set_judge(&at, before, seed)
    share = positive(weight, n_after)
    n = <int>ceil(playouts * share) if share > ROUNDING else 0
    start = offset(&at)
    for i in range(n):
        one = after[at_place(weight, n_after, 1, (i + start) / n)]
        other = after[at_place(weight, n_after, -1, (i + start) / n)]
        judge(&at, one.c, i, 1)
        judge(&at, other.c, i, -1)
    return luck_in(&at, share, n)


def value_of(State position not None, int playouts, uint64_t seed) -> tuple[list[float], float]:
    """What a position is worth to each team, and the standard error of that: the mean of sensible playouts from where
    the next choice is.

    Its random numbers depend on the seed alone, not on the position. So two positions meet the same numbers, which
    takes some noise out of their difference.
    """
    cdef Judge at
    cdef double before, square = 0, mean, error
    cdef int i, t
    check_playouts(playouts)
    set_judge(&at, position, seed, True)
    at.stream = mix64(seed)
    with nogil:
        for i in range(playouts):
            before = at.total[0]
            judge(&at, position.c, i, 1)
            square += (at.total[0] - before) ** 2
    mean = at.total[0] / playouts
    error = sqrt(max(0.0, square / playouts - mean ** 2) / playouts)
    return [at.total[t] / playouts for t in range(at.head.n_teams)], error

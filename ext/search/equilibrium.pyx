"""The exact equilibrium of a bid against guesses.

The attacker hides one of n bids; the defender names k of them. A bid b is worth S_b to the attacker when it is missed
and F_b when it is named. If the defender covers b with chance c_b, the attacker can have S_b - c_b (S_b - F_b); to
hold the attacker down to v the defender must cover every bid at least

    c_b = (S_b - v) / (S_b - F_b)      where S_b > v,

and it can do so as long as no c_b exceeds 1 (so v >= F_b) and they add up to at most k. The value is the least such v.
The attacker makes the defender indifferent: on the bids that are covered, p_b is proportional to 1 / (S_b - F_b).
Where a bound other than the sum decides, the attacker simply plays the bid that sets it.
"""

from libc.math cimport INFINITY


cdef double solve(const double* miss, const double* hit, int n, int k, double* bid, double* cover) noexcept nogil:
    """Writes the attacker's strategy and the defender's chance of covering each bid (they add up to at most k).

    Returns the value for the attacker.
    """
    cdef double value = -INFINITY, level, weight, sum_weight = 0, sum_ratio = 0, left, most, room
    cdef int b, best = 0, next_bid
    cdef unsigned char inside[MAX_BIDS]
    if n <= k:                                    # all bids are named
        for b in range(n):
            cover[b], bid[b] = 1, 0
            if hit[b] > hit[best]:
                best = b
        bid[best] = 1
        return hit[best]
    # What the attacker has for sure: a bid whose naming hurts less than missing it, or the best of the named.
    for b in range(n):
        inside[b] = 0
        level = miss[b] if miss[b] < hit[b] else hit[b]
        if level > value:
            value, best = level, b
    # Water-filling: take bids in by falling S_b while the level that they make is below the next one.
    level = -INFINITY
    for _ in range(n):
        next_bid = -1
        for b in range(n):
            if not inside[b] and miss[b] > hit[b] and (next_bid < 0 or miss[b] > miss[next_bid]):
                next_bid = b
        if next_bid < 0 or miss[next_bid] <= level:
            break
        inside[next_bid] = 1
        weight = 1 / (miss[next_bid] - hit[next_bid])
        sum_weight += weight
        sum_ratio += miss[next_bid] * weight
        level = (sum_ratio - k) / sum_weight
    if level > value:
        value = level
        for b in range(n):
            bid[b] = 1 / (miss[b] - hit[b]) / sum_weight if inside[b] else 0
    else:
        for b in range(n):
            bid[b] = 0
        bid[best] = 1
    left = k
    for b in range(n):
        cover[b] = 0
        if miss[b] > hit[b] and miss[b] > value:
            most = (miss[b] - value) / (miss[b] - hit[b])
            cover[b] = most if most < 1 else 1
            left -= cover[b]
    # Guesses to spare go where they can only help; what is left then stays unused.
    for b in range(n):
        if left > 0 and cover[b] < 1 and miss[b] >= hit[b]:
            room = 1 - cover[b]
            if room > left:
                room = left
            cover[b] += room
            left -= room
    return value


cdef int draw_guesses(const double* cover, int n, double offset, int* out) noexcept nogil:
    """The bids to name, from an offset in [0, 1): each bid b in cover[b] of all offsets, as many as cover adds up
    to."""
    cdef double total = 0, mark = offset
    cdef int b, found = 0
    for b in range(n):
        total += cover[b]
        if total > mark + 1e-12:
            out[found] = b
            found += 1
            mark += 1
    return found


def bid_equilibrium(list miss, list hit, int k) -> tuple[float, list[float], list[float]]:
    """(value for the attacker, its chance of each bid, the defender's chance of covering each bid).

    ``miss[b]`` and ``hit[b]`` are what bid number b is worth to the attacker when it is missed and when it is among
    the k guesses.
    """
    cdef double s[MAX_BIDS]
    cdef double f[MAX_BIDS]
    cdef double bid[MAX_BIDS]
    cdef double cover[MAX_BIDS]
    cdef int b, n = len(miss)
    cdef double value
    if not 0 < n <= MAX_BIDS or len(hit) != n or k < 0:
        raise ValueError(f"{n} bids, {len(hit)} values when guessed, {k} guesses: want 1..{MAX_BIDS} bids and values")
    for b in range(n):
        s[b], f[b] = miss[b], hit[b]
    value = solve(s, f, n, k, bid, cover)
    return value, [bid[b] for b in range(n)], [cover[b] for b in range(n)]


def guess_sets(list cover) -> list[tuple[float, tuple[int, ...]]]:
    """A mixed strategy over sets of guesses that covers each bid with the given chance: (chance, bids named)."""
    cdef double c[MAX_BIDS]
    cdef int chosen[MAX_BIDS]
    cdef int b, i, count, n = len(cover)
    cdef double total = 0
    if n > MAX_BIDS:
        raise ValueError(f"{n} bids: want at most {MAX_BIDS}")
    marks = {0.0, 1.0}
    for b in range(n):
        c[b] = cover[b]
        total += c[b]
        if total - <int>total > 1e-12:
            marks.add(total - <int>total)
    ends = sorted(marks)
    found: dict = {}
    for low, high in zip(ends, ends[1:]):
        if high - low > 1e-12:
            count = draw_guesses(c, n, (low + high) / 2, chosen)
            key = tuple([chosen[i] for i in range(count)])
            found[key] = found.get(key, 0.0) + high - low
    return [(chance, key) for key, chance in found.items()]

"""What the machine and the kernels can do, in loops without Python: the yardsticks of the benchmarks."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from petteia.ext.core.clock cimport cpu_seconds, wall_seconds
from petteia.ext.core.handles cimport MAX_STATE, State
from petteia.ext.core.memory cimport keep
from petteia.ext.core.rng cimport Rng, rng_keyed, rng_next
from petteia.ext.core.types cimport MAX_SEATS, OVER


def memcpy_ns(size_t size=512, int n=2_000_000) -> float:
    """Nanoseconds to copy `size` bytes that lie in the cache, at the start of a line of it: a copy across lines takes a
    quarter longer, and one across pages three times as long."""
    cdef unsigned char room[2 * 4096 + 64]
    cdef unsigned char* a = room + (64 - (<size_t>room & 63))
    cdef unsigned char* b = a + 4096
    cdef double start
    cdef int i
    if not 0 < size <= 4096 or n < 1:
        raise ValueError(f"size={size}, n={n}: want 1 to 4096 bytes, copied at least once")
    with nogil:
        for i in range(4096):
            a[i] = i & 255
        start = cpu_seconds()
        for _ in range(n):
            keep(a)
            memcpy(b, a, size)
            keep(b)
        start = cpu_seconds() - start
    return start * 1e9 / n


def random_ns(int n=5_000_000) -> float:
    """Nanoseconds for one random number."""
    cdef Rng rng = rng_keyed(1, 1)
    cdef uint64_t total = 0
    cdef double start
    if n < 1:
        raise ValueError(f"n={n}: want at least one number")
    with nogil:
        start = cpu_seconds()
        for _ in range(n):
            total += rng_next(&rng)
        keep(&total)
        start = cpu_seconds() - start
    return start * 1e9 / n


def spin(double seconds) -> tuple[int, float]:
    """Random numbers for about so long by the clock, and nothing else: (numbers, seconds)."""
    cdef Rng rng = rng_keyed(1, 1)
    cdef uint64_t total = 0
    cdef double start, spent = 0
    cdef long numbers = 0
    with nogil:
        start = wall_seconds()
        while spent < seconds:
            for _ in range(4096):
                total += rng_next(&rng)
            keep(&total)
            numbers += 4096
            spent = wall_seconds() - start
    return numbers, spent


def playouts(State state not None, double seconds, uint64_t seed=1) -> tuple[int, int, float]:
    """Random games from a position for about so many seconds of processor time.

    The result: games, decisions with two or more options, seconds.
    """
    cdef unsigned char copy[MAX_STATE]
    cdef float per_team[MAX_SEATS]
    cdef double start, spent = 0
    cdef long games = 0, decisions = 0
    cdef Rng rng
    if state.asks() == OVER:
        raise ValueError("the game is over: want a position to play on from")
    with nogil:
        start = cpu_seconds()
        while spent < seconds:
            for _ in range(64):
                rng = rng_keyed(seed, games)
                memcpy(copy, state.c, state.rules.ops.state_size)
                decisions += state.rules.ops.random_playout(state.rules.c, copy, &rng, -1, per_team)
                games += 1
            spent = cpu_seconds() - start
    return games, decisions, spent

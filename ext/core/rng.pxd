"""Random numbers: SplitMix64, used both as a stream and as a counter-based generator.

The n-th number of the stream that starts at `state` is mix64(state + n * GAMMA), so any number of any stream can be
had without the ones before it. Two streams never share a purpose: the deal's is keyed by (deal seed, source, n), a
search's by (AI seed, seat, information, thread, iteration).
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.types cimport MAX_SOURCES


cdef struct Rng:
    uint64_t state


# The luck of one game: its seed, and how many draws each source (a deck, a cup, a die) has had.
cdef struct Deal:
    uint64_t seed
    uint32_t drawn[MAX_SOURCES]


cdef inline uint64_t mix64(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mix64(rng.state)


cdef inline uint32_t rng_below(Rng* rng, uint32_t n) noexcept nogil:
    """An unbiased number below n (n > 0): Lemire's multiplication with rejection."""
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t floor
    if low < n:
        floor = (<uint32_t>0 - n) % n
        while low < floor:
            product = (rng_next(rng) >> 32) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline double rng_unit(Rng* rng) noexcept nogil:
    """A number in [0, 1), 53 bits."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline Rng rng_keyed(uint64_t a, uint64_t b) noexcept nogil:
    """The stream number b of key a."""
    cdef Rng rng
    rng.state = mix64(a + (b + 1) * <uint64_t>0x9E3779B97F4A7C15)
    return rng


cdef inline Rng deal_rng(Deal* deal, int source) noexcept nogil:
    """The stream of the next draw from a source; counts that draw."""
    cdef Rng rng = rng_keyed(deal.seed, <uint64_t>source)
    rng = rng_keyed(rng.state, deal.drawn[source])
    deal.drawn[source] += 1
    return rng


cdef inline uint64_t hash_token(uint64_t key, uint64_t seen) noexcept nogil:
    """Fold one more token into the running hash of what a viewer saw (its `info_key`)."""
    return mix64(key ^ (seen * <uint64_t>0x9E3779B97F4A7C15)) + seen

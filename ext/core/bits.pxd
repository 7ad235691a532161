"""Sets of up to 32 members as bits of a number."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "petteia_bits.h":
    int ctz64 "petteia_ctz64"(uint64_t) noexcept nogil    # number of the lowest set bit; not for 0
    int ctz32 "petteia_ctz32"(uint32_t) noexcept nogil
    int clz32 "petteia_clz32"(uint32_t) noexcept nogil    # how many zeros stand before the highest set bit; not for 0


cdef inline uint32_t running_counts(uint32_t x) noexcept nogil:
    """In each byte, how many bits are set in it and in those below."""
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    return ((x + (x >> 4)) & 0x0F0F0F0F) * <uint32_t>0x01010101


cdef inline int popcount(uint32_t x) noexcept nogil:
    """How many bits are set. In plain arithmetic: the portable build has no such instruction, and a call costs more."""
    return <int>(running_counts(x) >> 24)


cdef inline int nth_of_byte(uint32_t x, uint32_t n) noexcept nogil:
    """The n-th member of a set of numbers below 8, from 0; the set must have more than n. By halves and without a
    branch, which no processor could foresee."""
    cdef uint32_t below = <uint32_t>(<uint64_t>0x4332322132212110 >> (4 * (x & 15))) & 15    # bits in the lower half
    cdef uint32_t beyond = <uint32_t>0 - <uint32_t>(n >= below)
    cdef uint32_t at = 4 & beyond
    n -= below & beyond
    x >>= at
    below = (x & 1) + ((x >> 1) & 1)
    beyond = <uint32_t>0 - <uint32_t>(n >= below)
    at += 2 & beyond
    n -= below & beyond
    x >>= 2 & beyond
    return <int>(at + <uint32_t>(n >= (x & 1)))


cdef inline int nth_bit(uint32_t x, int n) noexcept nogil:
    """The n-th member of a set, from 0; the set must have more than n: first its byte, then the bit in it."""
    cdef uint32_t counts = running_counts(x)
    cdef uint32_t beyond = (counts | <uint32_t>0x80808080) - <uint32_t>(n + 1) * <uint32_t>0x01010101
    cdef int shift = ctz32(beyond & <uint32_t>0x80808080) & ~7    # to the first byte whose running count exceeds n
    return shift + nth_of_byte((x >> shift) & 255, n - <int>(((counts << 8) >> shift) & 255))

"""Sets of up to 32 members as bits of a number."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "petteia_bits.h":
    int ctz64 "petteia_ctz64"(uint64_t) noexcept nogil    # number of the lowest set bit; not for 0
    int ctz32 "petteia_ctz32"(uint32_t) noexcept nogil
    int clz32 "petteia_clz32"(uint32_t) noexcept nogil    # how many zeros stand before the highest set bit; not for 0


cdef inline int popcount(uint32_t x) noexcept nogil:
    """How many bits are set. In plain arithmetic: the portable build has no such instruction, and a call costs more."""
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    return <int>((((x + (x >> 4)) & 0x0F0F0F0F) * <uint32_t>0x01010101) >> 24)


cdef inline int nth_bit(uint32_t x, int n) noexcept nogil:
    """The n-th member of a set, from 0; the set must have more than n."""
    while n > 0:
        x &= x - 1
        n -= 1
    return ctz32(x)

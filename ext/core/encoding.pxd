"""Writing vectors part by part. Vectors hold zeros before; each function gives the place after the part."""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, ctz64


cdef inline float* number(float* out, double x) noexcept nogil:
    out[0] = <float>x
    return out + 1


cdef inline float* one_hot(float* out, int which, int n) noexcept nogil:
    """1 at that place of n; none if there is no such place."""
    if 0 <= which < n:
        out[which] = 1
    return out + n


cdef inline float* seat_hot(float* out, int seat, int own, int n) noexcept nogil:
    """One-hot, in seat order from the viewer on; none for nobody."""
    return one_hot(out, (seat - own + n) % n if seat < n else -1, n)


cdef inline float* bits(float* out, uint32_t members, int n) noexcept nogil:
    """1 for each member of a set of up to n."""
    while members:
        out[ctz32(members)] = 1
        members &= members - 1
    return out + n


cdef inline void bits64(float* out, uint64_t members) noexcept nogil:
    while members:
        out[ctz64(members)] = 1
        members &= members - 1

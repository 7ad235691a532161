"""Clocks, in seconds."""

from posix.time cimport CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID, clock_gettime, clockid_t, timespec


cdef inline double seconds_of(clockid_t clock) noexcept nogil:
    cdef timespec t
    clock_gettime(clock, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


cdef inline double wall_seconds() noexcept nogil:
    """Seconds of the clock on the wall, from some moment on; it is never set back."""
    return seconds_of(CLOCK_MONOTONIC)


cdef inline double cpu_seconds() noexcept nogil:
    """Processor time of this thread: others who use the machine count less than by the clock on the wall."""
    return seconds_of(CLOCK_THREAD_CPUTIME_ID)

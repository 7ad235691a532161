"""Clocks, in seconds."""

cdef extern from "petteia_clock.h":
    # The clock on the wall, from some moment on; it is never set back.
    double wall_seconds "petteia_wall_seconds"() noexcept nogil
    # Processor time of this thread: others who use the machine count less than by the clock on the wall.
    double cpu_seconds "petteia_cpu_seconds"() noexcept nogil

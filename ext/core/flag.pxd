"""A flag that one thread sets and others look at while they work."""

cdef extern from "petteia_flag.h":
    void set_flag "petteia_set_flag"(int*, int) noexcept nogil
    int is_set "petteia_is_set"(int*) noexcept nogil

"""Threads that run one function each, below Python."""

cdef extern from "petteia_threads.h":
    ctypedef struct thread_t "petteia_thread":
        pass
    # Whether it was started; if not, the caller does the work itself.
    bint start_thread "petteia_start_thread"(thread_t*, void* (*run)(void*) noexcept nogil,
                                             void* argument) noexcept nogil
    void join_thread "petteia_join_thread"(thread_t) noexcept nogil

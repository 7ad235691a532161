"""Memory by the means of the system and the compiler."""

cdef extern from "petteia_memory.h":
    void* map_memory "petteia_map"(size_t) noexcept nogil               # zeroed, and free until it is touched
    void unmap_memory "petteia_unmap"(void*, size_t) noexcept nogil
    void prefetch "petteia_prefetch"(const void*) noexcept nogil        # it will be read soon
    void keep "petteia_keep"(void*) noexcept nogil                      # work whose result nobody reads is not dropped

/* Memory by the means of the system and the compiler. PETTEIA_PLAIN_C takes the last resort, for tests.

   petteia_map     zeroed memory that costs nothing until it is touched; NULL if there is none
   petteia_unmap   gives it back
   petteia_prefetch(p)   p will be read soon
   petteia_keep(p)       keeps the optimizer from dropping work whose result nobody reads */
#ifndef PETTEIA_MEMORY_H
#define PETTEIA_MEMORY_H

#include <stddef.h>

#if defined(PETTEIA_PLAIN_C)

#include <stdlib.h>

static inline void *petteia_map(size_t bytes)
{
    return calloc(1, bytes);
}

static inline void petteia_unmap(void *at, size_t bytes)
{
    (void)bytes;
    free(at);
}

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static inline void *petteia_map(size_t bytes)
{
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static inline void petteia_unmap(void *at, size_t bytes)
{
    (void)bytes;
    VirtualFree(at, 0, MEM_RELEASE);
}

#else

#include <sys/mman.h>
#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* What lies beyond the first two megabytes comes in huge pages where the system has them: a large tree is walked at
   random, and with small pages each step would miss the table of pages too. A small tree stays in small pages, for a
   huge one takes longer to clear. */
static inline void *petteia_map(size_t bytes)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    const size_t huge = (size_t)2 << 20;
    if (bytes > 2 * huge) {
        char *from = (char *)(((size_t)at + 2 * huge - 1) & ~(huge - 1));
        madvise(from, (size_t)((char *)at + bytes - from), MADV_HUGEPAGE);
    }
#endif
    return at;
}

static inline void petteia_unmap(void *at, size_t bytes)
{
    munmap(at, bytes);
}

#endif

#if defined(PETTEIA_PLAIN_C) || (defined(_MSC_VER) && !defined(__clang__))

#define petteia_prefetch(p) ((void)(p))
static void *volatile petteia_kept;
#define petteia_keep(p) (petteia_kept = (void *)(p))

#else

#define petteia_prefetch(p) __builtin_prefetch(p)
#define petteia_keep(p) __asm__ volatile("" : : "g"(p) : "memory")

#endif
#endif

/* Bits of a number: what compilers call by different names. PETTEIA_PLAIN_C takes the last resort, for tests. */
#ifndef PETTEIA_BITS_H
#define PETTEIA_BITS_H

#include <stdint.h>

#if defined(PETTEIA_PLAIN_C)

static inline int petteia_ctz64(uint64_t x)
{
    int n = 0;
    while (!(x & 1)) {
        x >>= 1;
        n++;
    }
    return n;
}

static inline int petteia_ctz32(uint32_t x)
{
    return petteia_ctz64(x);
}

static inline int petteia_clz32(uint32_t x)
{
    int n = 0;
    while (!(x & 0x80000000u)) {
        x <<= 1;
        n++;
    }
    return n;
}

#elif defined(_MSC_VER) && !defined(__clang__)

#include <intrin.h>

static __forceinline int petteia_ctz64(uint64_t x)
{
    unsigned long n;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&n, x);
#else
    if (_BitScanForward(&n, (unsigned long)x) == 0) {
        _BitScanForward(&n, (unsigned long)(x >> 32));
        n += 32;
    }
#endif
    return (int)n;
}

static __forceinline int petteia_ctz32(uint32_t x)
{
    unsigned long n;
    _BitScanForward(&n, x);
    return (int)n;
}

static __forceinline int petteia_clz32(uint32_t x)
{
    unsigned long n;
    _BitScanReverse(&n, x);
    return 31 - (int)n;
}

#else

#define petteia_ctz64(x) __builtin_ctzll(x)
#define petteia_ctz32(x) __builtin_ctz(x)
#define petteia_clz32(x) __builtin_clz(x)

#endif
#endif

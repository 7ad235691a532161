/* Prints what the portable headers compute: every branch must print the same. Times are only compared with themselves. */
#include <stdio.h>
#include <string.h>

#include "petteia_bits.h"
#include "petteia_build.h"
#include "petteia_clock.h"
#include "petteia_flag.h"
#include "petteia_memory.h"

int main(void)
{
    uint64_t x = 0x9E3779B97F4A7C15u;
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        uint64_t shifted = (x | 1) << (x >> 58);
        uint32_t half = (uint32_t)(x >> 32) | 1;
        sum = sum * 31 + (unsigned)petteia_ctz64(shifted);
        sum = sum * 31 + (unsigned)petteia_ctz32(half << (x & 31));
        sum = sum * 31 + (unsigned)petteia_clz32(half >> (x & 31) | 1);
    }
    printf("bits %u %d %d %d\n", sum, petteia_ctz64((uint64_t)1 << 63), petteia_ctz32(0x80000000u), petteia_clz32(1));

    double wall = petteia_wall_seconds(), cpu = petteia_cpu_seconds();
    for (int i = 0; i < 1000000; i++)
        petteia_keep(&sum);
    printf("clock %d %d\n", petteia_wall_seconds() >= wall, petteia_cpu_seconds() >= cpu);

    size_t bytes = (size_t)9 << 20;
    unsigned char *at = petteia_map(bytes);
    int zero = at != NULL && at[0] == 0 && at[bytes - 1] == 0 && memcmp(at, at + 1, bytes - 1) == 0;
    petteia_prefetch(at);
    if (at != NULL) {
        memset(at, 1, bytes);
        petteia_unmap(at, bytes);
    }
    printf("memory %d\n", zero);
    int flag = 0, before = petteia_is_set(&flag);
    petteia_set_flag(&flag, 1);
    printf("flag %d %d\n", before, petteia_is_set(&flag));
    printf("build %d %d\n", (int)sizeof(PETTEIA_COMPILER) > 4, PETTEIA_FAST_MATH);
    return 0;
}

/* Clocks, in seconds, by the means of the system. PETTEIA_PLAIN_C takes the last resort, for tests. */
#ifndef PETTEIA_CLOCK_H
#define PETTEIA_CLOCK_H

#if defined(_WIN32) && !defined(PETTEIA_PLAIN_C)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static inline double petteia_wall_seconds(void)
{
    LARGE_INTEGER ticks, a_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&a_second);
    return (double)ticks.QuadPart / (double)a_second.QuadPart;
}

static inline double petteia_cpu_seconds(void)
{
    FILETIME made, ended, kernel, user;
    ULARGE_INTEGER k, u;
    if (!GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user))
        return petteia_wall_seconds();
    k.LowPart = kernel.dwLowDateTime;
    k.HighPart = kernel.dwHighDateTime;
    u.LowPart = user.dwLowDateTime;
    u.HighPart = user.dwHighDateTime;
    return 1e-7 * (double)(k.QuadPart + u.QuadPart);
}

#else

#include <time.h>

#if defined(CLOCK_MONOTONIC) && defined(CLOCK_THREAD_CPUTIME_ID) && !defined(PETTEIA_PLAIN_C)

static inline double petteia_seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define petteia_wall_seconds() petteia_seconds_of(CLOCK_MONOTONIC)
#define petteia_cpu_seconds() petteia_seconds_of(CLOCK_THREAD_CPUTIME_ID)

#else

static inline double petteia_wall_seconds(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

#define petteia_cpu_seconds() ((double)clock() / CLOCKS_PER_SEC)

#endif
#endif
#endif

/* How this was compiled, as numbers and a name. */
#ifndef PETTEIA_BUILD_H
#define PETTEIA_BUILD_H

#if defined(__clang__)
#define PETTEIA_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define PETTEIA_COMPILER "gcc " __VERSION__
#elif defined(_MSC_VER)
#define PETTEIA_COMPILER "MSVC"
#else
#define PETTEIA_COMPILER "unknown"
#endif

#if defined(__OPTIMIZE__) || (defined(_MSC_VER) && !defined(_DEBUG))
#define PETTEIA_OPTIMIZED 1
#else
#define PETTEIA_OPTIMIZED 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define PETTEIA_SANITIZER "address"
#elif defined(__SANITIZE_THREAD__)
#define PETTEIA_SANITIZER "thread"
#else
#define PETTEIA_SANITIZER ""
#endif

#if defined(__FAST_MATH__)
#define PETTEIA_FAST_MATH 1
#else
#define PETTEIA_FAST_MATH 0
#endif

/* Instructions beyond the baseline that the compiler was allowed to use. */
#if defined(__AVX512F__)
#define PETTEIA_INSTRUCTIONS "avx512f"
#elif defined(__AVX2__)
#define PETTEIA_INSTRUCTIONS "avx2"
#elif defined(__AVX__)
#define PETTEIA_INSTRUCTIONS "avx"
#elif defined(__SSE4_2__)
#define PETTEIA_INSTRUCTIONS "sse4_2"
#else
#define PETTEIA_INSTRUCTIONS ""
#endif
#endif

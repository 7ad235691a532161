/* A flag that one thread raises and others look at, without a lock and without order: all it says is "end soon".
   PETTEIA_PLAIN_C takes the last resort, for tests. */
#ifndef PETTEIA_FLAG_H
#define PETTEIA_FLAG_H

#if (defined(_MSC_VER) && !defined(__clang__)) || defined(PETTEIA_PLAIN_C)

#define petteia_set_flag(flag, value) (*(volatile int *)(flag) = (value))
#define petteia_is_set(flag) (*(volatile int *)(flag))

#else

#define petteia_set_flag(flag, value) __atomic_store_n((flag), (value), __ATOMIC_RELAXED)
#define petteia_is_set(flag) __atomic_load_n((flag), __ATOMIC_RELAXED)

#endif
#endif

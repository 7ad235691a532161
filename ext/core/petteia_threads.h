/* A thread that runs one function and is waited for. Where there are no POSIX threads none can be started, and the
   caller does the work itself: slower, with the same result. PETTEIA_PLAIN_C takes that branch, for tests. */
#ifndef PETTEIA_THREADS_H
#define PETTEIA_THREADS_H

#if defined(_WIN32) || defined(PETTEIA_PLAIN_C)

typedef int petteia_thread;
#define petteia_start_thread(thread, run, argument) ((void)(thread), (void)(run), (void)(argument), 0)
#define petteia_join_thread(thread) ((void)(thread))

#else

#include <pthread.h>
typedef pthread_t petteia_thread;
#define petteia_start_thread(thread, run, argument) (pthread_create((thread), NULL, (run), (argument)) == 0)
#define petteia_join_thread(thread) ((void)pthread_join((thread), NULL))

#endif
#endif

"""A lead as a chance to win, for evaluations."""

from libc.math cimport sqrtf


cdef inline float win_chance(float lead) noexcept nogil:
    """Close to the logistic function of a lead in log odds, but made of operations that give the same everywhere."""
    cdef float x = <float>0.5 * lead * (1 + <float>0.03 * lead * lead)
    return <float>0.5 + <float>0.5 * x / sqrtf(1 + x * x)

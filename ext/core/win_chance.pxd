"""How well teams stand as their chances to win, for evaluations."""

from libc.math cimport sqrtf


cdef inline float win_chance(float lead) noexcept nogil:
    """Close to the logistic function of a lead in log odds, but made of operations that give the same everywhere."""
    cdef float x = <float>0.5 * lead * (1 + <float>0.03 * lead * lead)
    return <float>0.5 + <float>0.5 * x / sqrtf(1 + x * x)


cdef inline void share_by_standing(const float* stands, int n, float per_lead, float* share) noexcept nogil:
    """The share of each of n teams, by its chance against each other; `per_lead` makes log odds of leads."""
    cdef float total = 0
    cdef int team, other
    for team in range(n):
        share[team] = 1
        for other in range(n):
            if other != team:
                share[team] *= win_chance(per_lead * (stands[team] - stands[other]))
        total += share[team]
    for team in range(n):
        share[team] /= total

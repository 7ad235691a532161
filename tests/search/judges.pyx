"""Evaluations and priors in C, as somebody who compiles would write them; compiled by test_judgement.py."""

from cpython.pycapsule cimport PyCapsule_GetPointer

from petteia.ext.core.game cimport GameOps, OPS_CAPSULE, evaluate_capsule, prior_capsule
from petteia.ext.core.types cimport move_t
from petteia.ext.games.egemonia.state cimport EgemoniaState

cdef const GameOps* ops_of(object capsule):
    return <const GameOps*>PyCapsule_GetPointer(capsule, OPS_CAPSULE)


def own_evaluate(capsule):
    """The evaluation of a game itself."""
    return evaluate_capsule(ops_of(capsule).evaluate)


def own_prior(capsule):
    return prior_capsule(ops_of(capsule).suggest)


cdef void loves_delos(const void* rules, const void* state_, float* per_team) noexcept nogil:
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    per_team[0] = 0.9 if state.one[0] > state.one[1] else 0.1
    per_team[1] = 1 - per_team[0]


cdef void says_nothing(const void* rules, const void* state, float* per_team) noexcept nogil:
    per_team[0] = per_team[1] = 0


cdef void likes_the_last(const void* rules, const void* state, int seat, const move_t* moves, int n,
                         float* prior) noexcept nogil:
    cdef int i
    for i in range(n):
        prior[i] = i == n - 1


LOVES_DELOS = evaluate_capsule(loves_delos)
SAYS_NOTHING = evaluate_capsule(says_nothing)
LIKES_THE_LAST = prior_capsule(likes_the_last)

"""Somebody else's judgement in the search, as C functions that come in capsules.

A capsule named "petteia.evaluate" has a `shares_t`, one named "petteia.prior" a `suggest_t` (core/game.pxd, which has
functions that make such capsules). They get what the game's own functions get: the rules, and a state of a world that
was sampled from the observation. They are called without the GIL, from every thread of the search at once.
"""

from cpython.pycapsule cimport PyCapsule_CheckExact, PyCapsule_GetName, PyCapsule_GetPointer, PyCapsule_IsValid

from petteia.ext.core.game cimport EVALUATE_CAPSULE, GameOps, PRIOR_CAPSULE, shares_t, suggest_t


cdef void* function_in(object capsule, const char* name, str argument) except NULL:
    """The pointer in a capsule of that name; TypeError if it is none."""
    cdef const char* other
    if PyCapsule_IsValid(capsule, name):
        return PyCapsule_GetPointer(capsule, name)
    shown = repr(capsule)
    if PyCapsule_CheckExact(capsule):
        other = PyCapsule_GetName(capsule)
        shown = "a capsule without a name" if other == NULL else f"a capsule named {other.decode()!r}"
    raise TypeError(f"{argument}={shown}: want a capsule named {name.decode()!r}"
                    f"{', or a function of a batch of leaves' if argument == 'evaluate' else ''}")


cdef bint put_into(GameOps* ops, object evaluate, object prior) except -1:
    """Put C functions into a copy of a game's table; whether positions are judged by somebody else from now on."""
    if prior is not None:
        ops.suggest = <suggest_t>function_in(prior, PRIOR_CAPSULE, "prior")
    if evaluate is None:
        return False
    if callable(evaluate):
        return True                               # the leaves are collected for it (batch.pyx)
    ops.evaluate = <shares_t>function_in(evaluate, EVALUATE_CAPSULE, "evaluate")
    return True

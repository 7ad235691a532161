"""Somebody else's judgement in the search, as C functions: an evaluation of positions, an opinion of moves."""

from petteia.ext.core.game cimport GameOps


cdef bint put_into(GameOps* ops, object evaluate, object prior) except -1

"""The games that the engine knows."""

from petteia.ext.game cimport GameOps

cdef const GameOps* find_ops(str name) except NULL

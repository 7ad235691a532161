"""The small games by which the search is checked."""

from petteia.ext.game cimport GameOps

cdef const GameOps* find_toy(str name) except NULL

"""Ephyran for the search: secrets, suggestions and guided playouts."""

from petteia.ext.core.game cimport GameOps


cdef void add_heuristics(GameOps* ops) noexcept

"""Epireia for the search: a seat's secrets, sensible moves, and playouts that make them."""

from petteia.ext.core.game cimport GameOps


cdef void add_heuristics(GameOps* ops) noexcept

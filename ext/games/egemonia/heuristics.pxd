"""Egemonia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them."""

from petteia.ext.core.game cimport GameOps


cdef void add_heuristics(GameOps* ops) noexcept

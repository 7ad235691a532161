"""Ephyran: soundness of a state."""

from petteia.ext.core.game cimport GameOps


cdef void add_checks(GameOps* ops) noexcept

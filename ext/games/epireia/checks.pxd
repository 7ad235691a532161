"""Epireia: whether a state is sound."""

from petteia.ext.core.game cimport GameOps


cdef void add_checks(GameOps* ops) noexcept

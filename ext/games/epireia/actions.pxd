"""What the rest of Epireia uses of its list of actions."""

from petteia.ext.core.game cimport GameOps

cdef void add_actions(GameOps* ops) noexcept

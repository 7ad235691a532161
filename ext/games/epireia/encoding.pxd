"""What the rest of Epireia uses of its vectors."""

from petteia.ext.core.game cimport GameOps

cdef void add_encoding(GameOps* ops) noexcept

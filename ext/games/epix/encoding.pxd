"""What the rest of Epix uses of its vectors."""

from petteia.ext.core.game cimport GameOps

cdef void add_encoding(GameOps* ops) noexcept

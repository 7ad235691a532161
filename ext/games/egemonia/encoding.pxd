"""What the rest of Egemonia uses of its vectors."""

from petteia.ext.core.game cimport GameOps

cdef void add_encoding(GameOps* ops) noexcept

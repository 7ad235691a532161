"""What the rest of Ephyran uses of its vectors."""

from petteia.ext.core.game cimport GameOps

cdef void add_encoding(GameOps* ops) noexcept

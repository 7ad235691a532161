"""Ephyran: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.ephyran.state cimport EphyranState


cdef struct EphyranObs:
    # First: what the viewer knows. Of other hands it holds the known cards; `unseen` are all cards, `unseen_tokens` all
    # tokens, that the viewer cannot place. A state that the observation allows deals these out (RULES.md, 17).
    EphyranState known
    uint8_t viewer
    uint8_t lean                            # 1 if moves come from the kernel itself, see GameOps.lean_init


cdef void add_observation(GameOps* ops) noexcept

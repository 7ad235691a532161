"""Epix: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epix.state cimport EpixState


cdef struct EpixObs:
    EpixState known                         # first: what the viewer knows; all else in it is empty
    uint8_t viewer
    uint8_t lean                            # 1 if moves come from the kernel itself, see GameOps.lean_init
    uint8_t n_shown                         # bids shown so far of the auction or fight that is being decided


cdef void add_observation(GameOps* ops) noexcept

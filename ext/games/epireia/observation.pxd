"""Epireia: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epireia.state cimport EpireiaState, MAX_POWER, N_DECKS


cdef struct EpireiaObs:
    EpireiaState known                      # first: what the viewer knows; all else in it is empty
    uint8_t viewer
    uint8_t lean                            # 1 if moves come from the kernel itself, see GameOps.lean_init
    # Tokens of each power that the viewer's league has not seen, and those that nobody has turned up for all to see
    # (to a spectator these are the same); [0] is their number.
    uint8_t unseen[N_DECKS][MAX_POWER + 2]
    uint8_t covered[N_DECKS][MAX_POWER + 2]


cdef void add_observation(GameOps* ops) noexcept

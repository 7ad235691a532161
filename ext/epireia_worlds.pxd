"""Epireia: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.epireia cimport EpireiaState, MAX_POWER, N_DECKS
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport token_t

# Why a token cannot be; engine/epireia/notation.py has the words.
cdef enum Misfit:
    FITS = 0
    MALFORMED = 1         # no such thing, seat or move
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # against the rules, or against what is known


cdef struct EpireiaObs:
    EpireiaState known                      # first: what the viewer knows; all else in it is empty
    uint8_t viewer
    # Tokens of each power that the viewer's league has not seen, and those that nobody has turned up for all to see
    # (to a spectator these are the same); [0] is their number.
    uint8_t unseen[N_DECKS][MAX_POWER + 2]
    uint8_t covered[N_DECKS][MAX_POWER + 2]


cdef void obs_init(const void* rules, void* obs, int viewer) noexcept nogil
cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil
cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil

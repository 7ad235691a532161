"""Epix: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.epix cimport EpixState
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport token_t

# Why a token cannot be; engine/epix/notation.py has the words.
cdef enum Misfit:
    FITS = 0
    MALFORMED = 1         # no such move, amount or seat
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # against the rules, or against what was seen before


cdef struct EpixObs:
    EpixState known                         # first: what the viewer knows; all else in it is empty
    uint8_t viewer
    uint8_t n_shown                         # bids shown so far of the auction or fight that is being decided


cdef void obs_init(const void* rules, void* obs, int viewer) noexcept nogil
cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil
cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil

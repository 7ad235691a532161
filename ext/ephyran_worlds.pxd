"""Ephyran: the layout of an observation."""

from libc.stdint cimport uint8_t

from petteia.ext.ephyran cimport EphyranState
from petteia.ext.rng cimport Rng
from petteia.ext.types cimport token_t

# Why a token cannot be; engine/ephyran/notation.py has the words.
cdef enum Misfit:
    FITS = 0
    MALFORMED = 1         # no such card, place or seat
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # no deal and no choices could have led to it


cdef struct EphyranObs:
    # First: what the viewer knows. Of other hands it holds the known cards; `unseen` are all cards, `unseen_tokens` all
    # tokens, that the viewer cannot place. That is all: the worlds are the ways to deal these out (RULES.md, 17).
    EphyranState known
    uint8_t viewer


cdef void obs_init(const void* rules, void* obs, int viewer) noexcept nogil
cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil
cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil

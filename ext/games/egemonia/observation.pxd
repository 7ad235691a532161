"""Egemonia: the layout of an observation, and what can be known of a hidden hand."""

from libc.stdint cimport uint8_t, uint64_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.egemonia.state cimport EgemoniaState, MAX_HOLDINGS, MAX_PLACED, MAX_SLOTS

# A holding is what a player has taken from the cup and not shown yet, in hand or face down, as packed counts. Its
# weight is the number of labelled histories that lead to it, up to a factor that all holdings share.
cdef struct Holdings:
    int n
    uint64_t counts[MAX_HOLDINGS]
    double weight[MAX_HOLDINGS]             # before this turn's placements
    double upto[MAX_HOLDINGS]               # running sum of weight times the ways to have placed as seen


# What all can see of one player's hidden events this turn.
cdef struct Cover:
    int n_slots
    uint64_t allowed[MAX_SLOTS]             # the kinds that each face-down event can be: 15 in the nibble of each
    uint64_t placeable                      # after a pass: the kinds that could have been placed, else 0
    bint passed
    bint pythia                             # asked Pythia and has not drawn yet


cdef struct EgemoniaObs:
    EgemoniaState known                     # first: what the viewer knows; all else in it is empty
    uint8_t viewer
    uint8_t divine_help                     # who is known to hold it, or NOBODY
    uint8_t lean                            # 1 if nothing below `cover` is kept, see GameOps.lean_init
    uint8_t closed                          # 1 once this turn's events have been revealed
    uint8_t n_revealed                      # the last confrontation, for people
    uint8_t revealed_seat[MAX_PLACED]
    uint8_t revealed_kind[MAX_PLACED]
    uint8_t revealed_area[MAX_PLACED]
    uint64_t in_play                        # events that have not left the game
    uint64_t pool                           # of these, those that the viewer does not hold: the cup and the enemy's
    Cover cover[2]
    # Last, because lean observations end before them.
    Holdings enemy                          # what the viewer knows of the other player's
    Holdings seen_by_all[2]                 # what a spectator knows of each player's


cdef void add_observation(GameOps* ops) noexcept

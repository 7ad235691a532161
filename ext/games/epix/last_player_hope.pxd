"""Epix: where the last player of Winter stands in the search for a win (RULES.md, 8)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from petteia.ext.core.bits cimport popcount
from petteia.ext.games.epix.state cimport EpixRules, EpixState, MAX_PLAYERS, N_UNITS, units_t, where

cdef enum:
    MEMO_BITS = 8         # 256 positions, 10 kB
    AFTER = 1
    BEFORE = 2


# What the last player has come to. 40 bytes without padding: equal if every byte is.
cdef struct Place:
    units_t own
    units_t foe                             # of all others: nobody's units move meanwhile
    units_t ready                           # own ones that have not acted yet
    uint8_t gold
    uint8_t valour                          # failures that do not cost a knight, left
    uint8_t unit                            # in action, or NO_UNIT;
    uint8_t at                              # where it stands,
    uint8_t may_move                        # whether it may move (again),
    uint8_t extra                           # whether its next move is an extra step,
    uint16_t barred                         # and what it may not attack
    uint8_t theirs[MAX_PLAYERS]             # gold that Plunder has left them
    uint32_t recruits                       # whether a Recruitment is still to come: AFTER the moves, BEFORE them


# What stays the same in one search.
cdef struct Search:
    const EpixRules* rules
    const EpixState* state
    int seat
    int low                                 # the least bid
    int fee                                 # what an attack costs at the least; 0 only with Plunder, or for nothing
    int cheapest                            # unit's price
    int least_cost                          # what an attack or a recruit costs at the least
    int most_income                         # but for camps
    int all_units                           # of the player, on the board or not
    uint32_t castles                        # of enemies
    uint32_t held[MAX_PLAYERS]              # what the rivals occupied at the beginning
    uint32_t bans[N_UNITS]
    EpixState* world                        # a copy of the state, for the bound
    int positions                           # searched
    bint remembers
    Place memo[1 << MEMO_BITS]


cdef bint wins_now(const Search* search, const Place* place) noexcept nogil
cdef bint settles(const Search* search, const Place* place, units_t refused) noexcept nogil
cdef units_t recruits_of(const Search* search, const Place* place) noexcept nogil
cdef bint is_hopeless(const Search* search, const Place* place) noexcept nogil


cdef inline int left_over(const Search* search, const Place* place, int unit) noexcept nogil:
    """How many of a kind are in the supply."""
    return search.rules.count[unit] - popcount(where(place.own, unit))


cdef inline int gold_to_miss(const Search* search, int seat, int guesses) noexcept nogil:
    """7, 9: the least gold with which the least bid is one of more amounts than that defender may name."""
    return search.low + guesses * (2 if search.state.power[seat].parity else 1)


cdef inline bint is_won(const Search* search, const Place* place) noexcept nogil:
    """Whether the player wins if it moves and attacks no more."""
    return settles(search, place, 0) if place.recruits else wins_now(search, place)

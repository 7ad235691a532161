"""Egemonia: the layout of rules, state and moves. The rules are in engine/games/egemonia/RULES.md."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, ctz64
from petteia.ext.core.game cimport RulesHead
from petteia.ext.core.types cimport move_t

# The enums are `cpdef` and have no names: so Python reads the same numbers from the module `state`.

# Seats and factions have the same numbers.
cpdef enum:
    ATHENS = 0
    SPARTA = 1
    NOBODY = 2

cpdef enum:
    MAX_AREAS = 31        # an area set is one uint32_t
    MAX_KINDS = 14        # kinds of event; the counts of a hand are 14 nibbles, the byte above is spare
    MAX_PLACED = 6        # face-down events of one turn, passes included
    MAX_SLOTS = 3         # face-down events of one player
    MAX_HOLDINGS = 6144   # hidden hands told apart; with the printed events 5,421 hands of seven are possible

cpdef enum:
    NO_AREA = 31
    NO_KIND = 15

# Types of event: how one fights, and which range it has.
cpdef enum:
    MILITARY = 0
    INFLUENCE = 1
    COUP = 2
    FALSE_ALARM = 3
    DIVINE_HELP = 4
    OLYMPICS = 5
    N_TYPES = 6

# Where an event goes after the confrontation.
cpdef enum:
    TO_CUP = 0
    OUT_OF_GAME = 1
    TO_OPPONENT = 2

# Phases.
cpdef enum:
    SETUP = 0
    DRAW = 1
    PYTHIA = 2
    PYTHIA_DRAW = 3
    ACTION = 4
    FINISHED = 5

# Why the game ended.
cpdef enum:
    NO_REASON = 0
    BY_AREAS = 1
    BY_SICILY = 2
    DRAWN = 3

# A move needs 13 bits.
#
#   bits 0-3   verb
#   bits 4-8   area      (setup, place)
#   bits 9-12  event     (draw, pythia, place)
cpdef enum:
    DO_SETUP = 1
    DO_DRAW = 2
    DO_KEEP = 3           # Pythia not asked
    DO_PYTHIA = 4
    DO_PLACE = 5
    DO_PASS = 6

# Events, with their open part ("+ secret" is what only the seat itself sees).
cpdef enum:
    EV_INFLUENCE = 1      # area | faction << 5 | count << 7: what now stands there
    EV_DRAW = 2           # + kind: the seat drew one from the cup
    EV_PYTHIA = 3         # 1 if asked, + kind discarded
    EV_FAVOUR = 4         # the seat has the favour of the gods; the action begins
    EV_PLACE = 5          # area, + kind
    EV_PASS = 6
    EV_REVEAL = 7         # kind | area << 4 | place in the order << 9
    EV_CLASH = 8          # first | second << 4 (places in the order) | result for the first << 8
    EV_SYRACUSE = 9       # Syracuse has left Sicily
    EV_FATE = 10          # kind | Fate << 4: the seat's event went there
    EV_ORACLE = 11        # the seat took the Oracle
    EV_NEXT = 12          # phase | active seat << 4 | turn << 8: what is to be done now
    EV_OVER = 13          # winner | reason << 4

# Why a token cannot be; engine/games/egemonia/notation.py has the words.
cpdef enum:
    FITS = 0
    MALFORMED = 1         # no such area, event or seat
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # no deal and no choices could have led to it


cdef struct EgemoniaRules:
    RulesHead head
    # The map.
    uint32_t all_areas                      # the set of all
    uint32_t land[MAX_AREAS]                # neighbours of each area by land,
    uint32_t sea[MAX_AREAS]                 # by sea,
    uint32_t beside[MAX_AREAS]              # by either
    uint32_t reach[2][MAX_AREAS]            # Military range of each faction from one area, ways not blocked,
    uint32_t own_reach[2][MAX_AREAS]        # and the part of it that goes all by land (Sparta) or all by sea (Athens)
    uint8_t n_areas
    uint8_t capital[2]
    uint8_t delphi
    uint8_t sicily
    # The events.
    uint8_t n_kinds
    uint8_t count[MAX_KINDS]
    uint8_t type[MAX_KINDS]
    uint8_t favours[MAX_KINDS]              # a faction for specials, else NOBODY
    uint8_t fate[MAX_KINDS]
    uint64_t full_cup                       # packed counts
    uint8_t n_events
    signed char table[N_TYPES][N_TYPES]     # attacker by defender: +1 win, 0 draw, -1 lose
    # Setup.
    uint32_t start_one[2]                   # areas with influence at the start,
    uint32_t start_two[2]                   # with two
    uint32_t choice[2]                      # where the second influence may go; 0 if nothing is chosen
    # Settings.
    uint8_t turns
    uint8_t hand                            # events drawn on the first turn
    uint8_t draws                           # and on the others, less those that were given
    uint8_t draw_up_to_hand                 # instead: up to `hand` on every turn
    uint8_t hand_limit
    uint8_t placements
    uint8_t nike
    uint8_t military_range
    uint8_t own_way_range
    uint8_t own_way_is_sea[2]
    uint8_t military_on_own
    uint8_t influence_on_own
    uint8_t sicily_counts
    uint8_t blocked_ways
    uint8_t capital_wins_draws


cdef struct EgemoniaState:
    # Public.
    uint32_t one[2]                         # areas where each faction has influence,
    uint32_t two[2]                         # where it has two (a subset of `one`)
    uint32_t military[2]                    # derived, during the action: each faction's Military range,
    uint32_t influence[2]                   # and its Influence range
    uint8_t turn                            # 0 during setup
    uint8_t phase
    uint8_t active                          # the seat that decides or draws
    uint8_t favoured                        # during the action, else NOBODY
    uint8_t oracle                          # who holds it; NOBODY: it lies at Delphi
    uint8_t syracuse                        # 1 while it stands in Sicily
    uint8_t winner                          # a faction; NOBODY while playing and for a drawn game
    uint8_t reason
    uint8_t n_placed                        # placements and passes made this turn
    uint8_t placed_area[MAX_PLACED]         # NO_AREA for a pass
    uint8_t placed_seat[MAX_PLACED]
    uint8_t to_draw[2]                      # events that each still takes from the cup this turn
    uint8_t given[2]                        # events that each was given in this turn's confrontation (4.5)
    uint8_t n_hand[2]
    uint8_t n_cup
    # Private: packed counts, 4 bits a kind.
    uint64_t held[2]                        # the hand of each seat
    uint8_t placed_kind[MAX_PLACED]         # NO_KIND for a pass, or where the viewer does not know
    uint8_t discard                         # during PYTHIA_DRAW: the event that waits to return, else NO_KIND
    # Hidden from all.
    uint64_t cup


cdef inline move_t move_of(int verb, int area, int kind) noexcept nogil:
    return verb | (area << 4) | (kind << 9)


cdef inline int move_verb(move_t move) noexcept nogil:
    return move & 15


cdef inline int move_area(move_t move) noexcept nogil:
    return (move >> 4) & 31


cdef inline int move_kind(move_t move) noexcept nogil:
    return (move >> 9) & 15


# Packed counts: how many of each kind, a nibble each.

cdef inline uint64_t one_of(int kind) noexcept nogil:
    return <uint64_t>1 << (4 * kind)


cdef inline int count_of(uint64_t counts, int kind) noexcept nogil:
    return <int>((counts >> (4 * kind)) & 15)


cdef inline int next_kind(uint64_t counts) noexcept nogil:
    """The first kind of which there is any; counts must not be 0. Clear it with `without`."""
    return ctz64(counts) >> 2


cdef inline uint64_t without(uint64_t counts, int kind) noexcept nogil:
    """The counts with that kind taken out altogether."""
    return counts & ~(<uint64_t>15 << (4 * kind))


cdef inline uint32_t beside_any(const uint32_t* beside, uint32_t areas) noexcept nogil:
    """The areas joined by one line to any of these."""
    cdef uint32_t found = 0
    while areas:
        found |= beside[ctz32(areas)]
        areas &= areas - 1
    return found


cdef inline uint32_t range_of(const EgemoniaRules* rules, const EgemoniaState* state, int seat,
                              int kind) noexcept nogil:
    """The areas where that seat may place an event of that kind (4)."""
    cdef int type = rules.type[kind]
    if type == MILITARY:
        return state.military[seat]
    if type == INFLUENCE:
        return state.influence[seat]
    return rules.all_areas


cdef inline void fill_ranges(const EgemoniaRules* rules, const EgemoniaState* state, int seat,
                             uint32_t* ranges) noexcept nogil:
    """The same for every type of event, to be looked up: a hand cannot be foreseen, and branches on it cost much."""
    cdef int type
    for type in range(N_TYPES):
        ranges[type] = rules.all_areas
    ranges[MILITARY] = state.military[seat]
    ranges[INFLUENCE] = state.influence[seat]

"""Ephyran: the layout of rules, state and moves. The rules are in engine/games/ephyran/RULES.md."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz64, nth_of_byte
from petteia.ext.core.game cimport RulesHead
from petteia.ext.core.types cimport CHANCE, move_t

# Python uses the enums that are `cpdef`; it finds them in petteia.ext.games.ephyran.state. One without a name gives it
# plain numbers, one with a name a class whose members engine/games/ephyran turns into words.

cdef enum:
    MAX_PLAYERS = 4
    N_PLACES = 16         # place = 4 * territory + area - 1; a set of places is one uint16_t
    NO_PLACE = 16         # of a support half
    N_TOKENS = 4          # kinds of token
    N_SUPPORTS = 8
    N_PHASES = 18

cpdef enum:
    N_TERRITORIES = 4     # of a city
    N_AREAS = 4           # of a territory
    NOBODY = 4            # where a seat is named and there is none
    NO_GOD = 4
    NO_SUPPORT = 8

    MAX_CARDS = 112       # besides Dionysus; a card is a number below this, its halves are 2 * card (upper) and + 1
    DIONYSUS_CARD = MAX_CARDS
    DIONYSUS_HALF = 2 * DIONYSUS_CARD
    NO_CARD = 127         # a card that the viewer does not know; no lock
    NO_HALF = 255         # an empty place

# A token is one byte: kind + 1 in bits 0-2 (0: none, UNKNOWN: a kind that the viewer has not seen), and a bit for
# each seat that has seen it in bits 3-6.
cpdef enum:
    NO_TOKEN = 0
    UNKNOWN = 7
    KIND_MASK = 7
    SEEN_SHIFT = 3

# Sets of places.
cdef enum:
    ALL_PLACES = 0xFFFF
    FIRST_AREAS = 0x1111  # the first area of each territory,
    LATER_AREAS = 0xEEEE  # all others,
    LAST_AREAS = 0x8888   # and the fourth,
    EARLIER_AREAS = 0x7777    # and all but that

# The supports; they index a table.
cpdef enum Support:
    TWINS = 0
    GRAEAE = 1
    EXCHANGE = 2
    TAKE = 3
    DESTROY = 4
    STEAL = 5
    SHIELD = 6
    HECATE = 7

cpdef enum Phase:
    FIRST = 0
    GODS = 1
    DEAL = 2
    ACTION = 3
    REACT = 4
    REFILL = 5
    SWAP = 6
    LOSE = 7
    GRAB = 8
    TOKEN = 9
    PUT = 10
    DRAW = 11
    PILE = 12
    LOOK = 13
    KEEP = 14
    UNDER = 15
    EXTRA = 16
    FINISHED = 17

# A move needs 24 bits, so that it fits the open part of an event.
#
#   bits  0-5   verb
#   bits  6-13  what: a half or a card; for first, god and token their number
#   bits 14-16  seat that it is aimed at
#   bits 17-20  place (lock, unlock: territory)
#
# A half brings its place with it. In an exchange of a half with the hand, bits 14-20 hold the card that plays it.
cpdef enum:
    DO_FIRST = 1
    DO_GOD = 2
    DO_CARD = 3
    DO_TOKEN = 4
    DO_ADD = 5
    DO_TWINS = 6
    DO_GRAEAE = 7
    DO_EXCHANGE = 8       # with an opponent
    DO_EXCHANGE_HALF = 9  # with the hand
    DO_EXCHANGE_DIONYSUS = 10
    DO_TAKE = 11
    DO_DESTROY = 12
    DO_STEAL = 13
    DO_CHANGE = 14
    DO_DISCARD = 15
    DO_DIONYSUS = 16
    DO_LOCK = 17
    DO_UNLOCK = 18
    DO_PASS = 19
    DO_SHIELD = 20
    DO_HECATE = 21
    DO_SWAP = 22
    DO_LOSE = 23
    DO_GRAB = 24
    DO_PUT = 25
    DO_DRAW_PILE = 26
    DO_DRAW_DISCARD = 27
    DO_KEEP = 28
    DO_UNDER = 29

# Events, with their open part ("+ secret" is what only the seat itself sees). What a move turns up for all to see comes
# before it, so that who replays the events can make the move.
cpdef enum:
    EV_MOVE = 1           # the move, of the seat or of chance
    EV_DRAW = 2           # + card: the seat got one from the pile
    EV_TOKEN = 3          # + kind: the seat took one from the supply
    EV_KEEP = 4           # + card: of those that the seat looked at
    EV_GRAB = 5           # place, + kind: the seat stole the target's token
    EV_SHOW_TOKEN = 6     # place | kind << 4: the token in the seat's city is turned up
    EV_SHOW_CARD = 7      # card: one that the seat looked at and will discard
    EV_TURN = 8           # round: the seat's turn begins
    EV_SCORE = 9          # prestige + SCORE_SHIFT: of the seat, at the end

cpdef enum:
    SCORE_SHIFT = 1000    # an open part has no sign

# Why an observation refuses a token.
cpdef enum:
    FITS = 0
    MALFORMED = 1         # no such card, place or seat
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # no deal and no choices could have led to it


# A set of cards: card c is bit c & 63 of word c >> 6.
cdef struct CardSet:
    uint64_t at[2]


cdef struct EphyranRules:
    RulesHead head
    # The cards.
    CardSet all_cards
    CardSet support_cards[N_SUPPORTS]       # the cards whose lower half is that support
    uint8_t n_cards
    uint8_t place[2 * MAX_CARDS]            # of each half; NO_PLACE for supports
    uint8_t creature[2 * MAX_CARDS]         # of each half, numbered within its territory
    uint8_t n_creatures                     # more than the highest of these numbers
    int8_t magic[2 * MAX_CARDS]             # the printed magic, as prestige
    # Tokens and gods.
    uint8_t token_count[N_TOKENS]
    int8_t token_value[N_TOKENS]
    uint8_t god_territory[4]
    # Settings.
    uint8_t choose_gods
    uint8_t hand                            # cards dealt to each
    uint8_t left_out                        # cards at the bottom of the pile that are never drawn
    uint8_t rounds
    uint8_t dry_turns                       # 6.3: turns without the pile that close the discard
    uint8_t retake_own                      # 6.2: a card put on the discard may be drawn in the same turn
    uint8_t twins_draws
    uint8_t graeae_looks
    uint8_t destroyed_to_discard
    uint8_t creature_points
    uint8_t creatures_bonus
    uint8_t own_times
    uint8_t bonus_first
    uint8_t bonus_others


cdef struct EphyranState:
    # Private. In an observation `hand` of another seat holds only what all know of it, and `unseen` all cards that the
    # viewer cannot place; so a card that turns up is taken out of both.
    CardSet hand[MAX_PLAYERS]               # without Dionysus
    CardSet unseen                          # the pile and the cards left out
    CardSet looked                          # with the Graeae, not yet kept or discarded
    uint8_t unseen_tokens[N_TOKENS]         # the supply by kind; in an observation all that the viewer has not seen
    # Public.
    CardSet known[MAX_PLAYERS]              # the part of each hand that all know
    CardSet tartarus
    uint8_t area[MAX_PLAYERS][N_PLACES]     # the half (or DIONYSUS_HALF) in each place of each city, NO_HALF if empty
    uint8_t token[MAX_PLAYERS][N_PLACES]    # the token on it; its kind is private to those who have seen it
    uint8_t lock[MAX_PLAYERS][N_TERRITORIES]    # Athena's shield, or NO_CARD
    # Sets of places, derived from the above.
    uint16_t filled[MAX_PLAYERS]            # places with an area,
    uint16_t locked[MAX_PLAYERS]            # all places of locked territories,
    uint16_t with_dionysus[MAX_PLAYERS]     # places with a Dionysus,
    uint16_t with_token[MAX_PLAYERS]        # places with a token
    # The rest of what all can see.
    uint8_t n_hand[MAX_PLAYERS]             # cards in hand without Dionysus
    uint8_t dionysus[MAX_PLAYERS]           # Dionysus in hand
    uint8_t god[MAX_PLAYERS]                # NO_GOD before it is dealt
    uint8_t completed[MAX_PLAYERS]          # seats that have filled sixteen places, in order, then NOBODY
    uint8_t lost[N_TOKENS]
    uint8_t dionysus_tartarus
    uint8_t supply                          # tokens face down
    uint8_t pile                            # cards that may still be drawn
    uint8_t n_looked
    uint8_t phase
    uint8_t round                           # 0 before the first turn
    uint8_t first                           # first player, NOBODY before it is drawn
    uint8_t turn                            # NOBODY before the first
    uint8_t support                         # being carried out, else NO_SUPPORT
    uint8_t target                          # the opponent that it is aimed at, else NOBODY
    uint8_t asked                           # who may stop it now, else NOBODY
    uint8_t drawer                          # who gets the next card of the pile, else NOBODY
    uint8_t draws                           # draws to come, this one included
    uint8_t held                            # the token to be put, else NO_TOKEN
    uint8_t dry                             # 6.3: turns since a card last left the pile
    uint8_t fresh                           # 6.2: the top of the discard was put there this turn
    uint8_t ending                          # 10.1: this round is the last
    uint8_t n_discard
    # The top last; 0 beyond. All cards and everybody's Dionysus would be more, but so many never lie here: each hand
    # has at least two cards when the pile ends, and at most n - 1 turns follow.
    uint8_t discard[MAX_CARDS]


cdef inline move_t move_of(int verb, int what, int seat, int place) noexcept nogil:
    return verb | (what << 6) | (seat << 14) | (place << 17)


cdef inline move_t exchange_of(int card, int half) noexcept nogil:
    return DO_EXCHANGE_HALF | (half << 6) | (card << 14)


cdef inline int move_verb(move_t move) noexcept nogil:
    return move & 63


cdef inline int move_what(move_t move) noexcept nogil:
    return (move >> 6) & 255


cdef inline int move_seat(move_t move) noexcept nogil:
    return (move >> 14) & 7


cdef inline int move_place(move_t move) noexcept nogil:
    return (move >> 17) & 15


cdef inline int exchange_card(move_t move) noexcept nogil:
    return (move >> 14) & 127


# Sets of cards.

cdef inline bint has(const CardSet* cards, int card) noexcept nogil:
    return (cards.at[card >> 6] >> (card & 63)) & 1


cdef inline void put_in(CardSet* cards, int card) noexcept nogil:
    cards.at[card >> 6] |= <uint64_t>1 << (card & 63)


cdef inline void take_out(CardSet* cards, int card) noexcept nogil:
    cards.at[card >> 6] &= ~(<uint64_t>1 << (card & 63))


cdef inline bint is_empty(const CardSet* cards) noexcept nogil:
    return not (cards.at[0] | cards.at[1])


cdef inline CardSet common(const CardSet* a, const CardSet* b) noexcept nogil:
    cdef CardSet both
    both.at[0] = a.at[0] & b.at[0]
    both.at[1] = a.at[1] & b.at[1]
    return both


cdef inline int pop_lowest(CardSet* cards) noexcept nogil:
    """Take the first card in card order out of a set that is not empty. No branch, for none could be foreseen."""
    cdef uint64_t low = cards.at[0], high = cards.at[1]
    cdef uint64_t is_low = <uint64_t>0 - <uint64_t>(low != 0)            # all bits, or none
    cards.at[0] = low & (low - 1)
    cards.at[1] = high & ((high - 1) | is_low)
    return ctz64(low | (high & ~is_low)) + <int>(64 & ~is_low)


cdef inline uint64_t byte_counts(uint64_t x) noexcept nogil:
    """In byte k, how many bits are set in bytes 0 to k of x."""
    x = x - ((x >> 1) & <uint64_t>0x5555555555555555)
    x = (x & <uint64_t>0x3333333333333333) + ((x >> 2) & <uint64_t>0x3333333333333333)
    return ((x + (x >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0F) * <uint64_t>0x0101010101010101


cdef inline int size_of(const CardSet* cards) noexcept nogil:
    return <int>(byte_counts(cards.at[0]) >> 56) + <int>(byte_counts(cards.at[1]) >> 56)


cdef inline int select64(uint64_t x, int n) noexcept nogil:
    """The n-th set bit, from 0: first its byte (the first whose running count exceeds n), then the bit in it."""
    cdef uint64_t counts = byte_counts(x)
    cdef uint64_t beyond = ((counts | <uint64_t>0x8080808080808080) - <uint64_t>(n + 1) * <uint64_t>0x0101010101010101)
    cdef int shift = ctz64(beyond & <uint64_t>0x8080808080808080) & ~7
    return shift + nth_of_byte(<uint32_t>(x >> shift) & 255, n - <int>(((counts << 8) >> shift) & 255))


cdef inline int nth_card(const CardSet* cards, int n) noexcept nogil:
    """The n-th card of a set in card order, from 0; the set must have more than n."""
    cdef int low = <int>(byte_counts(cards.at[0]) >> 56)
    cdef int high = n >= low
    return 64 * high + select64(cards.at[high], n - (low & -high))


# Tokens.

cdef inline int kind_of(int token) noexcept nogil:
    """The kind of a token that is known."""
    return (token & KIND_MASK) - 1


cdef inline bint is_unknown(int token) noexcept nogil:
    return token & KIND_MASK == UNKNOWN


cdef inline int with_kind(int token, int kind) noexcept nogil:
    """The same token, of that kind."""
    return (token & ~KIND_MASK) | (kind + 1)


cdef inline bint has_seen(int token, int seat) noexcept nogil:
    return (token >> (SEEN_SHIFT + seat)) & 1


cdef inline int seen_by(int token, int seat) noexcept nogil:
    """The same token, seen by that seat too."""
    return token | (1 << (SEEN_SHIFT + seat))


cdef inline bint is_card_half(int half) noexcept nogil:
    """Whether an area in a place is a card's half: not Dionysus, and not an empty place."""
    return half < DIONYSUS_HALF


# Sets of places (2).

cdef inline uint32_t territory_places(int territory) noexcept nogil:
    return <uint32_t>15 << (4 * territory)


cdef inline int territory_of(int place) noexcept nogil:
    return place >> 2


cdef inline bint is_full(const EphyranState* state, int seat, int territory) noexcept nogil:
    """Whether all areas of a territory are filled."""
    return (state.filled[seat] >> (4 * territory)) & 15 == 15


cdef inline uint32_t open_filled(const EphyranState* state, int seat) noexcept nogil:
    """The areas of a city in open territories."""
    return state.filled[seat] & ~<uint32_t>state.locked[seat]


cdef inline uint32_t uncovered(const EphyranState* state, int seat) noexcept nogil:
    """The highest area of each open territory: the one above it is not filled."""
    cdef uint32_t filled = state.filled[seat]
    return filled & ~((filled >> 1) & EARLIER_AREAS) & ~<uint32_t>state.locked[seat]


cdef inline uint32_t next_areas(const EphyranState* state, int seat) noexcept nogil:
    """The lowest empty place of each open territory."""
    cdef uint32_t filled = state.filled[seat]
    return (((filled << 1) & LATER_AREAS) | FIRST_AREAS) & ~filled & ~<uint32_t>state.locked[seat]


cdef inline uint32_t room_for_token(const EphyranState* state, int seat) noexcept nogil:
    return open_filled(state, seat) & ~<uint32_t>state.with_token[seat]


# Whose turn, and whose decision.

cdef inline int after(const EphyranRules* rules, int seat) noexcept nogil:
    """The next in turn order."""
    return seat + 1 if seat + 1 < rules.head.n_seats else 0


cdef inline int seat_without_god(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    """The first seat in turn order from the first player that has no god, or NOBODY."""
    cdef int seat = state.first
    for _ in range(rules.head.n_seats):
        if state.god[seat] == NO_GOD:
            return seat
        seat = after(rules, seat)
    return NOBODY


cdef inline uint32_t gods_left(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    cdef uint32_t left = 15
    cdef int seat
    for seat in range(rules.head.n_seats):
        if state.god[seat] != NO_GOD:
            left &= ~(<uint32_t>1 << state.god[seat])
    return left


cdef inline int decider(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    """The seat that decides, or CHANCE (13)."""
    cdef int phase = state.phase
    if phase == ACTION or phase == DRAW:
        return state.turn
    if phase == REACT:
        return state.asked
    if phase == LOSE:
        return state.target
    if phase == GODS and rules.choose_gods:
        return seat_without_god(rules, state)
    if phase == FIRST or phase == GODS or phase == DEAL or phase == REFILL or phase == TOKEN or phase == PILE \
            or phase == LOOK:
        return CHANCE
    return state.turn


cdef inline bint can_draw_discard(const EphyranRules* rules, const EphyranState* state) noexcept nogil:
    """6.2: not a card put there this turn; 6.3: not after too many turns without the pile, while it lasts."""
    return (state.n_discard > 0 and (rules.retake_own or not state.fresh)
            and not (state.dry > rules.dry_turns and state.pile > 0))

"""The small vocabulary that every kernel and the search share."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# A move is one number. Its bits mean what the game's own table says (in its state.pxd); nothing outside the game and
# its notation looks inside.
ctypedef uint32_t move_t

# What one viewer sees of one event, as one number; 0 means that the viewer sees nothing.
#
#   bits  0-23  secret part, 0 unless the viewer is privy to it
#   bits 24-47  open part
#   bits 48-51  the seat that the event is about (CHANCE where it is about none)
#   bit     52  set if the viewer is privy to the secret part
#   bits 56-63  type, one of the game's own, never 0
ctypedef uint64_t token_t

cpdef enum:
    PART_MASK = 0xFFFFFF  # a part has 24 bits
    OPEN_SHIFT = 24
    SEAT_SHIFT = 48
    SEAT_MASK = 15
    PRIVY_SHIFT = 52
    TYPE_SHIFT = 56

# Seats and viewers. A game's own seats are 0, 1, ...
cpdef enum:
    CHANCE = 6            # the seat that draws and rolls
    SPECTATOR = 7         # a viewer that sees what everybody sees

cdef enum:
    MAX_SEATS = 5         # four players, or a player and the solo enemy
    EVERYONE = 0xFF       # as an audience: all seats and the spectator
    MAX_MOVES = 4096      # no decision of any game has more options
    MAX_EVENTS = 128      # no move of any game causes more events
    MAX_SOURCES = 32      # decks, cups and dice of one game

# Who must decide: a bit for each pending seat, or PENDING_CHANCE, or OVER.
ctypedef uint32_t pending_t

cpdef enum:
    OVER = 0
    PENDING_CHANCE = 1 << CHANCE

# What kind of decision it is; the search chooses its selection rule by this.
cpdef enum DecisionKind:
    PUBLIC_CHOICE = 0     # the others see the move
    HIDDEN_CHOICE = 1     # the others see part of it: a counter face down, a card kept
    SIMULTANEOUS = 2      # several seats at once, revealed together
    BID = 3               # the attacker's hidden bid ...
    GUESS = 4             # ... against the defender's guess
    REACTION = 5          # out of turn, asked also of those who cannot
    CHANCE_EVENT = 6


cdef struct Event:
    uint8_t type          # one of the game's own, never 0
    uint8_t seat          # the seat it is about, or CHANCE
    uint8_t audience      # viewers that notice it at all
    uint8_t privy         # viewers that also see `secret`
    uint32_t open         # 24 bits
    uint32_t secret       # 24 bits


cdef struct Events:
    int n
    Event at[MAX_EVENTS]


cdef inline void tell(Events* events, uint8_t type, uint8_t seat, uint32_t open_part) noexcept nogil:
    """Add an event that everybody sees. Without a listener (`events` NULL) nothing happens."""
    if events != NULL:
        events.at[events.n] = Event(type, seat, EVERYONE, EVERYONE, open_part, 0)
        events.n += 1


cdef inline void tell_secret(Events* events, uint8_t type, uint8_t seat, uint8_t privy,
                             uint32_t open_part, uint32_t secret_part) noexcept nogil:
    """Add an event that everybody notices and whose secret part only `privy` see."""
    if events != NULL:
        events.at[events.n] = Event(type, seat, EVERYONE, privy, open_part, secret_part)
        events.n += 1


cdef inline void tell_only(Events* events, uint8_t type, uint8_t seat, uint8_t audience,
                           uint32_t open_part, uint32_t secret_part) noexcept nogil:
    """Add an event that the others do not notice (a secret choice that waits for its reveal)."""
    if events != NULL:
        events.at[events.n] = Event(type, seat, audience, audience, open_part, secret_part)
        events.n += 1


cdef inline token_t token(const Event* event, int viewer) noexcept nogil:
    """What a viewer sees of an event. The only place where the two parts of an event are told apart."""
    cdef token_t seen
    if not (event.audience >> viewer) & 1:
        return 0
    seen = <token_t>event.type << TYPE_SHIFT | <token_t>event.seat << SEAT_SHIFT | <token_t>event.open << OPEN_SHIFT
    if (event.privy >> viewer) & 1:
        seen |= <token_t>1 << PRIVY_SHIFT | event.secret
    return seen


cdef inline int token_type(token_t t) noexcept nogil:
    return <int>(t >> TYPE_SHIFT)


cdef inline int token_seat(token_t t) noexcept nogil:
    return <int>(t >> SEAT_SHIFT & SEAT_MASK)


cdef inline bint token_privy(token_t t) noexcept nogil:
    return t >> PRIVY_SHIFT & 1


cdef inline uint32_t token_open(token_t t) noexcept nogil:
    return <uint32_t>(t >> OPEN_SHIFT & PART_MASK)


cdef inline uint32_t token_secret(token_t t) noexcept nogil:
    return <uint32_t>(t & PART_MASK)

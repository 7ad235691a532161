from enum import IntEnum

PART_MASK: int
OPEN_SHIFT: int
SEAT_SHIFT: int
SEAT_MASK: int
PRIVY_SHIFT: int
TYPE_SHIFT: int
CHANCE: int
SPECTATOR: int
OVER: int
PENDING_PART_MASK: int
OPEN_SHIFT: int
SEAT_SHIFT: int
SEAT_MASK: int
PRIVY_SHIFT: int
TYPE_SHIFT: int
CHANCE: int

class DecisionKind(IntEnum):
    PUBLIC_CHOICE = ...
    HIDDEN_CHOICE = ...
    SIMULTANEOUS = ...
    BID = ...
    GUESS = ...
    REACTION = ...
    CHANCE_EVENT = ...

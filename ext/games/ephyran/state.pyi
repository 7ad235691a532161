from enum import IntEnum

N_TERRITORIES: int
N_AREAS: int
NOBODY: int
NO_GOD: int
NO_SUPPORT: int
MAX_CARDS: int
DIONYSUS_CARD: int
DIONYSUS_HALF: int
NO_CARD: int
NO_HALF: int
NO_TOKEN: int
UNKNOWN: int
KIND_MASK: int
SEEN_SHIFT: int
DO_FIRST: int
DO_GOD: int
DO_CARD: int
DO_TOKEN: int
DO_ADD: int
DO_TWINS: int
DO_GRAEAE: int
DO_EXCHANGE: int
DO_EXCHANGE_HALF: int
DO_EXCHANGE_DIONYSUS: int
DO_TAKE: int
DO_DESTROY: int
DO_STEAL: int
DO_CHANGE: int
DO_DISCARD: int
DO_DIONYSUS: int
DO_LOCK: int
DO_UNLOCK: int
DO_PASS: int
DO_SHIELD: int
DO_HECATE: int
DO_SWAP: int
DO_LOSE: int
DO_GRAB: int
DO_PUT: int
DO_DRAW_PILE: int
DO_DRAW_DISCARD: int
DO_KEEP: int
DO_UNDER: int
EV_MOVE: int
EV_DRAW: int
EV_TOKEN: int
EV_KEEP: int
EV_GRAB: int
EV_SHOW_TOKEN: int
EV_SHOW_CARD: int
EV_TURN: int
EV_SCORE: int
SCORE_SHIFT: int
FITS: int
MALFORMED: int
NOT_NOW: int
IMPOSSIBLE: int

class Support(IntEnum):
    TWINS = ...
    GRAEAE = ...
    EXCHANGE = ...
    TAKE = ...
    DESTROY = ...
    STEAL = ...
    SHIELD = ...
    HECATE = ...

class Phase(IntEnum):
    FIRST = ...
    GODS = ...
    DEAL = ...
    ACTION = ...
    REACT = ...
    REFILL = ...
    SWAP = ...
    LOSE = ...
    GRAB = ...
    TOKEN = ...
    PUT = ...
    DRAW = ...
    PILE = ...
    LOOK = ...
    KEEP = ...
    UNDER = ...
    EXTRA = ...
    FINISHED = ...

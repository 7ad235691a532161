"""The numbers of `state.pxd`."""

ATHENS: int
SPARTA: int
NOBODY: int

MAX_AREAS: int
MAX_KINDS: int
MAX_PLACED: int
MAX_SLOTS: int
MAX_HOLDINGS: int

NO_AREA: int
NO_KIND: int

MILITARY: int
INFLUENCE: int
COUP: int
FALSE_ALARM: int
DIVINE_HELP: int
OLYMPICS: int
N_TYPES: int

TO_CUP: int
OUT_OF_GAME: int
TO_OPPONENT: int

SETUP: int
DRAW: int
PYTHIA: int
PYTHIA_DRAW: int
ACTION: int
FINISHED: int

NO_REASON: int
BY_AREAS: int
BY_SICILY: int
DRAWN: int

DO_SETUP: int
DO_DRAW: int
DO_KEEP: int
DO_PYTHIA: int
DO_PLACE: int
DO_PASS: int

EV_INFLUENCE: int
EV_DRAW: int
EV_PYTHIA: int
EV_FAVOUR: int
EV_PLACE: int
EV_PASS: int
EV_REVEAL: int
EV_CLASH: int
EV_SYRACUSE: int
EV_FATE: int
EV_ORACLE: int
EV_NEXT: int
EV_OVER: int

FITS: int
MALFORMED: int
NOT_NOW: int
IMPOSSIBLE: int

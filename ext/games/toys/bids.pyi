from typing import Any

MAX_GOLD: int
NO_BID: int
DO_BID: int
DO_GUESS: int
EV_BID: int
EV_GUESS: int
EV_OUTCOME: int
EV_OVER: int

def make_rules(gold: int, guesses: int, defences: int, prize: int, unit: int, coin: int) -> bytes: ...
def unpack(raw: bytes) -> dict[str, Any]: ...

from typing import Any

DO_CARD: int
EV_CARD: int
EV_PRIZE: int
EV_OVER: int

def make_rules(n_cards: int) -> bytes: ...
def unpack(raw: bytes) -> dict[str, Any]: ...

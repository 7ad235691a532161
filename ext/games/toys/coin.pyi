from typing import Any

DO_TOSS: int
DO_SURE: int
DO_LATER: int
DO_CALL: int
EV_TOSS: int
EV_CHOICE: int
EV_OVER: int

def make_rules(sure: int) -> bytes: ...
def unpack(raw: bytes) -> dict[str, Any]: ...

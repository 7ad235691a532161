from typing import Any

OPS: object
DO_ROLL: int
DO_CLAIM: int
DO_BELIEVE: int
DO_DOUBT: int
EV_ROLL: int
EV_CLAIM: int
EV_BELIEVE: int
EV_DOUBT: int

def make_rules() -> bytes: ...
def unpack(raw: bytes) -> dict[str, Any]: ...

from typing import Any

DO_FOLD: int
DO_CALL: int
DO_RAISE: int
DO_DEAL: int
EV_DEAL: int
EV_BOARD: int
EV_ACT: int
EV_OVER: int

def make_rules(n_ranks: int, suits: int, rounds: int, raises: int, bets: tuple[int, int]) -> bytes: ...
def unpack(raw: bytes) -> dict[str, Any]: ...

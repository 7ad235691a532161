"""The beginnings that several moves of a decision share, in notation: games have words for them, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

MANY = 16  # moves; fewer are told one by one


def beginnings(moves: list[str], depth: int = 1) -> Iterator[str]:
    """What many moves begin with: `place` of place:coup@samos and others, then `place:coup`."""
    if len(moves) <= MANY:
        return
    pieces = {move: re.findall(r"^[^:@>,]+|[:@>,][^:@>,]*", move) for move in moves}
    deepest = max(map(len, pieces.values()))
    while depth < deepest:
        groups: dict[str, list[str]] = {}
        for move in moves:
            groups.setdefault("".join(pieces[move][:depth]), []).append(move)
        depth += 1
        if len(groups) > 1:
            for beginning, found in groups.items():
                if len(found) > 1:
                    yield beginning
                    yield from beginnings(found, depth)
            return

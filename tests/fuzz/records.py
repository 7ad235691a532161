"""Records as text. In an input ``$components`` stands for the digest of the game's own components."""

from __future__ import annotations

import random
import re

from petteia.engine import GAMES, GameError, ruleset
from petteia.protocols.records import uhg

from .hearing import MAX_ERROR
from .mutation import TEXTS, mutate_lines

SEED = re.compile(rb'^\[Deal "(\d{4,})"\]', re.MULTILINE)
MAX_MOVES = 400
LINES = (
    b'[Format "uhg 1"]', b'[Format "uhg 2"]', b'[Seat "s0"]', b'[Chance "client"]', b'[Options "{}"]', b'[Seats "3"]',
    b'[Deal "18446744073709551615"]', b'[Result "*"]', b"; a remark", b"1. s0 pass", b"2. s0 pass & s1 pass",
    b"3. chance draw:coup #0123456789abcdef", b"0. chance x y z", b"4. s0 {wp=0.5} pass", b"99. s1",
)  # fmt: skip
WORDS = (
    *LINES, *(name.encode() for name in GAMES), b"s0", b"s1", b"s3", b"chance", b"&", b"pass", b"{", b"}",
    b"#0123456789abcdef", b"1.", b"$components", b"?", *(text.encode() for text in TEXTS),
)  # fmt: skip


def run(data: bytes) -> None:
    text = _filled(data)
    try:
        kept = uhg.read(text)
        if kept.seat is None:
            kept.moves = kept.moves[:MAX_MOVES]
            game = kept.replay()
            again = uhg.read(uhg.write(game, _remarks(kept)))
            assert again.replay().digest == game.digest
        else:
            seen = kept.observe()
            told = uhg.write_events(seen.ruleset, kept.seat, seen.events(), _remarks(kept))
            assert uhg.read(told).observe().key == seen.key
    except GameError as error:
        check_sentence(error, data)


def _filled(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    name = next((name for name in GAMES if f'[Game "{name}"]' in text), "egemonia")
    return text.replace("$components", ruleset(name).components.digest)


def _remarks(kept: uhg.TextRecord) -> dict[int, str]:
    return {place: remark for place, remark in kept.comments.items() if place >= 0}


def check_sentence(error: Exception, data: bytes) -> None:
    """A refusal is a sentence of a bearable length, and does not tell the deal."""
    said = str(error)
    assert " " in said.strip(), f"no sentence: {said!r}"
    assert len(said.encode("utf-8", "replace")) <= MAX_ERROR, f"a refusal of {len(said)} characters: {said[:300]}"
    deal = SEED.search(data)
    if deal is not None and data.count(deal.group(1)) == 1:  # else it may be quoted as something else
        assert deal.group(1).decode() not in said, f"the deal's seed is told: {said[:300]}"


def fresh(chooser: random.Random) -> bytes:
    return chooser.choice(LINES)


def mutate(data: bytes, chooser: random.Random) -> bytes:
    return mutate_lines(data, chooser, fresh, WORDS)

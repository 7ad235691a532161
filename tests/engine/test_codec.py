"""Numbers in words and back, from patterns."""

from __future__ import annotations

import pytest

from petteia.engine.codec import Bits, Codec
from petteia.engine.errors import InvalidMove
from petteia.engine.tokens import event_codec, hidden, join
from petteia.engine.vocabulary import Names, Pair, numbers

COLOURS = Names("colour", ("red", None, "blue"))
CODEC = Codec(
    "move of Test",
    InvalidMove,
    verb=Bits.run(0, 1),
    layout={"colour": Bits.run(2, 3)},
    words={"colour": COLOURS, "n": numbers(-1, 2, zero=1), "hex": Pair("{:x}".format, lambda word: int(word, 16))},
    patterns={"paint:{colour},{n:4-6}": 1, "paint:{colour}": 1 | 7 << 4, "stop": 2, "mark:{hex:2-9}": 3},
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1 | 2 << 2 | 3 << 4, "paint:blue,2"),
        (1 | 0 << 2 | 0 << 4, "paint:red,-1"),
        (1 | 2 << 2 | 7 << 4, "paint:blue"),  # 7 is no number of the first pattern: the second fits
        (2, "stop"),
        (3 | 0xAB << 2, "mark:ab"),
    ],
)
def test_both_ways(number: int, text: str) -> None:
    assert CODEC.format(number) == text
    assert CODEC.parse(text) == number


@pytest.mark.parametrize(
    "number", [0, 1 | 1 << 2, 2 | 1 << 2, 1 << 20], ids=["no verb", "no name", "a bit too many", "far too high"]
)
def test_numbers_without_words(number: int) -> None:
    with pytest.raises(InvalidMove, match=f"{number:#x}: not the number of any move of Test"):
        CODEC.format(number)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("paint:green", "'paint:green' is not a move of Test: no colour 'green'; want red, blue"),
        ("paint:None", "no colour 'None'"),
        ("paint:red,3", "no number '3'; want a number from -1 to 2"),
        ("paint:red,02", "no number '02'"),
        ("stop:it", "want stop$"),
        ("paint", "want paint:COLOUR,N or paint:COLOUR$"),
        ("paint:red ", "want paint:COLOUR,N or paint:COLOUR$"),
        ("", "want paint:COLOUR,N or paint:COLOUR or stop or mark:HEX$"),
    ],
)
def test_words_that_mean_nothing(text: str, reason: str) -> None:
    with pytest.raises(InvalidMove, match=reason):
        CODEC.parse(text)


def test_a_long_vocabulary_is_not_listed_whole() -> None:
    with pytest.raises(ValueError, match=r"no card 'x'; want c0, c1, c2, c3, c4, c5, \.\.\.$"):
        Names("card", [f"c{number}" for number in range(99)]).parse("x")


def test_a_secret_is_a_question_mark_to_who_does_not_see_it() -> None:
    seats = Names("seat", ("s0", "s1"))
    events = event_codec("Test", {"seat": seats, "colour?": hidden(COLOURS)}, {"draw {seat} {colour?:secret}": join(5)})
    assert events.format(join(5, 1, secret=2)) == "draw s1 blue"
    assert events.format(join(5, 1, secret=None)) == "draw s1 ?"
    assert events.parse("draw s1 ?") == join(5, 1, secret=None)
    assert events.parse("draw s1 red") == join(5, 1)

"""Messages: placeholders, plurals, selects and lists, and what is wrong with a text that is none."""

from __future__ import annotations

import pytest

from petteia.engine.languages import catalogue
from petteia.engine.messages import LIST, NUMBER, PLURALS, WORD, BadMessage, Id, Value, parse

EVENTS = "{n, plural, =0 {nothing} one {# event} other {# events}}"
DRAWS = "{who, select, you {You draw} other {{who, capital} draws}} {n, plural, one {a card} other {# cards}}."


@pytest.mark.parametrize(
    ("text", "values", "written"),
    [
        ("It is your move.", {}, "It is your move."),
        ("to {place}!", {"place": "Thebes"}, "to Thebes!"),
        ("{ who , capital } goes", {"who": "the enemy"}, "The enemy goes"),
        ("{who, capital} goes", {"who": Id("s1")}, "s1 goes"),
        ("{who, capital} goes", {"who": ""}, " goes"),
        ("draws {event, stop}", {"event": "Coup!"}, "draws Coup!"),
        ("draws {event, stop}", {"event": "Influence"}, "draws Influence."),
        ("turn {n, number}", {"n": 3}, "turn 3"),
        ("{n, signed}, {m, signed}", {"n": 2, "m": -1}, "+2, -1"),
        ("{n, signed}", {"n": 0}, "+0"),
        (EVENTS, {"n": 0}, "nothing"),
        (EVENTS, {"n": 1}, "1 event"),
        (EVENTS, {"n": 2}, "2 events"),
        (EVENTS, {"n": -1}, "-1 event"),
        (DRAWS, {"who": "you", "n": 1}, "You draw a card."),
        (DRAWS, {"who": "the enemy", "n": 5}, "The enemy draws 5 cards."),
        ("{n, plural, other {#, or {m, plural, other {#}} of #}}", {"n": 1, "m": 2}, "1, or 2 of 1"),
        ("{full, select, yes {full} other {empty}} #1", {"full": True}, "full #1"),
        ("{full, select, yes {full} other {empty}}", {"full": False}, "empty"),
        ("{level, select, 1 {I} 2 {II} other {}}", {"level": 2}, "II"),
        ("{x, list, and}", {"x": []}, ""),
        ("{x, list, and}", {"x": ["a"]}, "a"),
        ("{x, list, and}", {"x": ["a", "b"]}, "a and b"),
        ("{x, list, or}", {"x": ["a", "b", "c", "d"]}, "a, b, c or d"),
        ("{x, list, comma}", {"x": ["a", "b", "c"]}, "a, b, c"),
        ("{x, list, semicolon}", {"x": ["a", "b", "c"]}, "a; b; c"),
    ],
)
def test_what_a_message_says(text: str, values: dict[str, Value], written: str) -> None:
    assert parse(text).write(values, catalogue("egemonia")) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a } b", "a brace is closed that was not opened, at '} b'"),
        ("{a", "want '}'"),
        ("{}", "want a name, at '}'"),
        ("{a b}", "want '}', at 'b}'"),
        ("{a, long}", "'long': want capital, stop, number, signed, list, plural or select, at '}'"),
        ("{a, list}", "want ',', at '}'"),
        ("{a, list, nor}", "'nor' is no kind of list: want and, or, comma, semicolon"),
        ("{a, plural, one {x}}", "the plural of 'a' has no 'other'"),
        ("{a, plural, few {x} other {y}}", "'few' is no plural form of the language: want one, other"),
        ("{a, plural, one {x} one {y} other {z}}", "'one' comes twice"),
        ("{a, plural, =x {x} other {z}}", "'=x' is no number"),
        ("{a, select, you {x}}", "the select of 'a' has no 'other'"),
        ("{a, select, you x other {y}}", "want '{', at 'x other {y}}'"),
        ("{a, select, other {x}", "want '}'"),
        ("{a, select, other {{b}", "a brace is not closed"),
    ],
)
def test_what_is_no_message(text: str, reason: str) -> None:
    with pytest.raises(BadMessage) as raised:
        parse(text)
    assert reason in str(raised.value)


def test_placeholders_with_what_they_are_taken_for() -> None:
    text = "{who, select, you {{n, plural, other {#}}} other {{who} {x, list, and}}} {n}"
    assert parse(text).placeholders() == {"who": {WORD}, "n": {NUMBER, WORD}, "x": {LIST}}


# Some numbers with the form that CLDR has for them.
FORMS = {
    "same": {0: "other", 1: "other", 2: "other"},
    "one": {0: "other", 1: "one", 2: "other", 11: "other"},
    "zero-one": {0: "one", 1: "one", 2: "other"},
    "czech": {0: "other", 1: "one", 2: "few", 4: "few", 5: "other", 22: "other"},
    "polish": {0: "many", 1: "one", 2: "few", 5: "many", 12: "many", 21: "many", 22: "few", 112: "many"},
    "slavic": {0: "many", 1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 22: "few", 111: "many"},
    "arabic": {0: "zero", 1: "one", 2: "two", 3: "few", 10: "few", 11: "many", 99: "many", 100: "other", 103: "few"},
}


@pytest.mark.parametrize("name", PLURALS)
def test_plural_forms_of_other_languages(name: str) -> None:
    plurals = PLURALS[name]
    assert {n: plurals.form(n) for n in FORMS[name]} == FORMS[name]
    assert {plurals.form(n) for n in range(300)} <= set(plurals.forms)
    cases = " ".join(f"{form} {{# {form}}}" for form in plurals.forms)
    message = parse(f"{{n, plural, {cases}}}", name)
    for n, form in FORMS[name].items():
        assert message.write({"n": n}, catalogue("egemonia")) == f"{n} {form}"

"""What the component files of Ephyran hold (RULES.md, 1)."""

from __future__ import annotations

from collections import Counter

from tests.reference.ephyran import Ephyran

from .variants import RULES

TERRITORIES = ("lagoon", "lands", "forest", "mountain")


def test_1_cards_are_72_with_a_support_and_36_of_two_different_territories() -> None:
    game = Ephyran(data=RULES)
    rows = list(game.cards.values())
    assert len(rows) == 108
    assert all(row["id"] == row["upper"] for row in rows)
    two = [row for row in rows if row["lower"] in game.halves]
    assert len(two) == 36
    assert all(game.halves[row["upper"]].territory != game.halves[row["lower"]].territory for row in two)
    kinds = Counter(row["lower"] for row in rows if row["lower"] not in game.halves)
    assert kinds == {kind: row["count"] for kind, row in game.supports.items()}
    assert kinds.total() == 72
    assert kinds == {
        "twins": 8,
        "graeae": 8,
        "exchange": 9,
        "take": 14,
        "destroy": 8,
        "steal": 8,
        "shield": 9,
        "hecate": 8,
    }


def test_1_each_creature_lives_once_in_each_area_of_its_territory() -> None:
    game = Ephyran(data=RULES)
    assert Counter(row["territory"] for row in RULES["creatures"]["creature"]) == dict.fromkeys(TERRITORIES, 9)
    expected = {f"{row['id']}-{area}" for row in RULES["creatures"]["creature"] for area in (1, 2, 3, 4)}
    printed = [row[side] for row in game.cards.values() for side in ("upper", "lower")]
    assert sorted(half for half in printed if half not in game.supports) == sorted(expected)


def test_1_each_territory_has_seven_magical_halves() -> None:
    game = Ephyran(data=RULES)
    for territory in TERRITORIES:
        magical = [half for half in game.halves.values() if half.territory == territory and half.magic != "none"]
        assert Counter(half.magic for half in magical) == {"thunderbolt": 1, "trident": 2, "owl": 4}
        assert len({half.creature for half in magical}) == 7
    for token in RULES["tokens"]["token"]:
        assert sum(half.magic == token["id"] for half in game.halves.values()) == 4 * token["printed"]


def test_1_the_pairing_is_even() -> None:
    """What the head of cards.toml says of its method."""
    game = Ephyran(data=RULES)
    with_support = [half for half in game.halves.values() if game.cards[half.card]["lower"] in game.supports]
    assert set(Counter(half.territory for half in with_support).values()) == {18}
    assert set(Counter(half.area for half in with_support).values()) == {18}
    assert set(Counter(half.slot for half in with_support).values()) == {4, 5}
    assert set(Counter(half.creature for half in with_support).values()) == {2}
    for kind, row in game.supports.items():
        cards = [half for half in with_support if game.cards[half.card]["lower"] == kind]
        for count in (Counter(half.territory for half in cards), Counter(half.area for half in cards)):
            assert len(count) == 4
            assert max(count.values()) - min(count.values()) <= (row["count"] % 4 > 0)
        points = sum(game.tokens[half.magic]["value"] for half in cards if half.magic != "none")
        assert 2 <= points <= 5
    pairs = [
        (game.halves[row["upper"]], game.halves[row["lower"]])
        for row in game.cards.values()
        if row["lower"] in game.halves
    ]
    kinds = {(one.territory, two.territory, frozenset((one.area, two.area))) for one, two in pairs}
    assert len(kinds) == 36
    assert all(one.area != two.area for one, two in pairs)
    assert not any(one.magic != "none" and two.magic != "none" for one, two in pairs)
    values = Counter(half.area for half in game.halves.values() for _ in range(_value(game, half.magic)))
    assert values == {1: 11, 2: 11, 3: 11, 4: 11}


def _value(game: Ephyran, magic: str) -> int:
    return 0 if magic == "none" else int(game.tokens[magic]["value"])


def test_1_tokens() -> None:
    tokens = {row["id"]: (row["count"], row["value"]) for row in RULES["tokens"]["token"]}
    assert tokens == {"thunderbolt": (4, 3), "trident": (6, 2), "owl": (8, 1), "helmet": (6, -1)}

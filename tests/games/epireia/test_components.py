"""What the component files of Epireia hold; one changed file is used, a broken one is refused with a reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import BadData, new, ruleset
from tests.reference.base import data_folder

from .position import OWN_ROWS as ROWS

FOLDER = data_folder("epireia")


def change(folder: Path, file: str, old: str, new: str) -> Path:
    """Put a copy of a data file with one change into a folder."""
    text = (FOLDER / file).read_text("utf-8")
    assert old in text, f"{file} has no {old!r}"
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def test_a_changed_file_is_used(tmp_path: Path) -> None:
    changed = ruleset("epireia", 2, change(tmp_path, "settings.toml", "value = [2, 2, 2]", "value = [3, 0, 7]"))
    board = changed.fields(changed.rules.start())["boards"][0]
    assert board["resources"] == [3, 0, 7]
    assert changed.components.overridden == ("settings.toml",)


def test_other_scenarios_can_be_played(tmp_path: Path) -> None:
    change(tmp_path, "solo.toml", 'id = "harvest_road"', 'id = "bread_road"')
    assert ruleset("epireia", 1, tmp_path, scenario="bread_road").seats == ("s0",)


def test_a_card_can_take_an_action_away(tmp_path: Path) -> None:
    """No card for several players does, but one of an owner's may (alone, an augur card does)."""
    text = (FOLDER / "acts.toml").read_text("utf-8")
    text = re.sub(r"^constraint = .*$", 'constraint = [{ do = "actions", n = -1 }]', text, flags=re.MULTILINE)
    (tmp_path / "acts.toml").write_text(text, "utf-8")
    left = []
    for data in (None, tmp_path):
        game = new("epireia", seats=3, seed=1, data=data)
        while game.ruleset.fields(game.state)["phase"] != "development":
            game.play(game.pending[0], game.legal(game.pending[0])[0])
        left.append(game.ruleset.fields(game.state)["boards"][0]["actions"])
    assert left == [2, 1]


def test_people_scenarios_and_omens_have_a_sentence_of_their_own() -> None:
    told = [row[1] for name in ("figures", "administrators", "acts", "augur", "solo") for row in stories(name)]
    assert len(told) == 30 + 6 + 15 + 24 + 8
    assert len(set(told)) == len(told)
    assert all(text[0].isupper() and text.endswith((".", "!", "?", "'")) for text in told)


def test_a_player_reads_who_can_be_chosen() -> None:
    game = new("epireia", seats=2, seed=1)
    asked = dict(stories("figures")) | dict(stories("administrators"))
    seen = set()
    while game.pending and game.view("pub")["phase"] in ("city", "administrator", "figure"):
        seat = game.pending[0]
        for move in game.legal(seat):
            verb, _, name = move.partition(":")
            if verb in ("administrator", "figure"):
                gloss, introduced = game.ruleset.gloss(game.view(seat), move), asked[name]
                told = game.ruleset.tell(f"move {seat} {move}") or ""
                assert (gloss if verb == "figure" else told).endswith(introduced)
                seen.add(verb)
        game.play(seat, game.legal(seat)[0])
    assert seen == {"administrator", "figure"}


def stories(name: str) -> list[tuple[str, str]]:
    """The ids and sentences of a data file."""
    rows = next(iter(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")).values()))
    return [(row["id"], row["text"] if "text" in row else row["story"]) for row in rows]


BROKEN = [
    ("settings.toml", 'id = "actions"', 'id = "action"', "the setting 'actions' is missing"),
    ("settings.toml", "value = 16", "value = -1", r"\[\[setting\]\] 1 \(turns\): value = -1: want 1..99"),
    ("settings.toml", "value = [2, 2, 2]", "value = [2, 2]", r"\(start_resources\): value = \[2, 2\]"),
    ("settings.toml", "value = [4, 8]", 'value = ["x"]', r"\(prestige_steps\): .* want up to four numbers"),
    ("army.toml", "powers = [5, 6, 5, 0, 0, 0]", "powers = [5, 6]", r"\(hoplites1\): powers = .* want how many"),
    ("army.toml", 'kind = "hoplites"', 'kind = "elephants"', r"\(hoplites1\): kind = 'elephants': want one of"),
    ("army.toml", "level = 1", "level = 2", "army.toml: 0 decks of hoplites of level 1; want one"),
    ("settings.toml", "value = true", "value = 1", r"\(treasury_pays\): value = 1: want true or false"),
    ("settings.toml", "book = false", "book = 0", r"\(assembly_alone\): value = 0: want true or false"),
    ("army.toml", "cost = [2, 0, 1]", "cost = [2, 0, -1]", r"\(hoplites1\): cost = .* each from 0 to 60"),
    ("figures.toml", "text = ", "texts = ", r"\(themistocles\): 'text' is missing"),
    ("administrators.toml", "text = ", "texts = ", r"\(strategos\): 'text' is missing"),
    ("cities.toml", 'first = "copper"', 'first = "silver"', r"\(athens\): first = 'silver'"),
    (
        "cities.toml",
        'brings = ["triremes2", "hoplites1"]',
        'brings = ["triremes3"]',
        r"\(athens\): brings has 'triremes3'",
    ),
    ("cities.toml", 'id = "sparta"', 'id = "athens"', r"cities.toml, .*: id 'athens' is already used"),
    ("cities.toml", 'id = "elis"', 'id = "persia"', r"'persia' is also the id of"),
    ("figures.toml", 'id = "pericles"', 'id = "larissa"', r"'larissa' is also the id of cities.toml, .*\(larissa\)"),
    ("empires.toml", 'token = "triremes1"', 'token = "biremes"', r"\(phoenicia\): token = 'biremes'"),
    ("empires.toml", "target = 10", 'target = "ten"', r"\(persia\): target = 'ten': want a whole number"),
    ("fronts.toml", "tie = 1", "tie = 0", "want three fronts, one of them with tie = 1"),
    ("fronts.toml", 'kind = "cavalry"', 'kind = "hoplites"', r"\(center\): hoplites stand on another front"),
    ("territories.toml", 'kind = "land"', 'kind = "lake"', r"\(epirus\): kind = 'lake': want one of land, sea"),
    (
        "buildings.toml",
        'do = "level2", kind = "hoplites"',
        'do = "level2"',
        r"\(barracks\): the effect 'level2' takes kind",
    ),
    ("buildings.toml", 'type = "military"', 'type = "naval"', r"\(barracks\): type = 'naval'"),
    ("buildings.toml", 'do = "figure"', 'do = "fly"', r"\(agora\): do = 'fly': want one of"),
    ("administrators.toml", "at = 3,", "at = 6,", r"\(strategos\): the levels of the bonuses are"),
    ("administrators.toml", '{ do = "levy" }', '{ do = "lavish" }', r"\(strategos\): do = 'lavish'"),
    ("administrators.toml", "give = 1, get = 5", "give = 1", r"\(emporos\): the effect 'trade' takes give, get"),
    ("figures.toml", 'city = "athens"', 'city = "thebes"', r"\(themistocles\): city = 'thebes'"),
    ("figures.toml", 'talent = { do = "sea", n = 3 }', 'talent = { do = "sea" }', r"\(themistocles\): 'n' is missing"),
    ("figures.toml", 'at = "maritime", n = 2', "n = 2", r"\(cimon\): 'at' is missing"),
    (
        "acts.toml",
        'kind = "buildings", type = "any"',
        'kind = "statues", type = "any"',
        r"\(first_stones\): kind = 'statues'",
    ),
    ("acts.toml", 'at = ["euboea"]', 'at = ["atlantis"]', r"\(island_roads\): at has 'atlantis'"),
    ("acts.toml", '{ do = "no_donations" }', '{ do = "enemy_rests" }', r"\(broken_oath\): do = 'enemy_rests'"),
    ("acts.toml", 'n = 1 }, { do = "closed"', 'n = 99 }, { do = "closed"', r"\(last_neutrals\): n = 99: want"),
    ("augur.toml", 'omen = "good"', 'omen = "funny"', r"\(white_ox\): omen = 'funny'"),
    ("augur.toml", '{ do = "storms" }', '{ do = "city_roll", n = 1 }', r"\(trident\): do = 'city_roll'"),
    (
        "augur.toml",
        '{ do = "token", deck = "hoplites1" }',
        '{ do = "token" }',
        r"\(volunteers\): the effect 'token' takes deck",
    ),
    ("die.toml", "roll = 2", "roll = 3", "die.toml: want rows for the rolls 1 to 12"),
    ("die.toml", 'athens = "epirus"', 'athens = "sparta"', r"die.toml, \[\[row\]\] 1: athens = 'sparta'"),
    (
        "solo.toml",
        'figures = ["timoleon"]',
        'figures = ["timon"]',
        r"\(harvest_road\): enemies: 'timon' is no figure of corinth",
    ),
    (
        "solo.toml",
        'flank = [["cavalry2", "cavalry1"], ["cavalry1", "cavalry1"], ["cavalry2", "cavalry1"]]',
        'flank = [["cavalry1"]]',
        r"\(harvest_road\): flank: want three",
    ),
    ("solo.toml", 'when = "end"', 'when = "never"', r"\(harvest_road\): when = 'never'"),
    (
        "solo.toml",
        'constraint = [{ do = "brigands"',
        'constraint = [{ do = "brigade"',
        r"\(horsemen_of_the_north\): do = 'brigade'",
    ),
    ("solo.toml", "rival_income = [0, 0, 0]", "rival_income = [0, 0, 99]", r"\(harvest_road\): rival_income"),
    ("solo.toml", 'city = "athens"\n', 'city = "sparta"\n', r"\(the_helots\): city = 'sparta' is an enemy city"),
]


@pytest.mark.parametrize(("file", "old", "new", "reason"), BROKEN)
def test_a_broken_file_is_refused(tmp_path: Path, file: str, old: str, new: str, reason: str) -> None:
    """Whatever is played: what only other games use is checked too."""
    change(tmp_path, file, old, new)
    for seats in (2, 1):
        with pytest.raises(BadData, match=reason) as error:
            ruleset("epireia", seats, tmp_path)
        assert re.match(rf"{file}\b|\w+\.toml", str(error.value))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cities.toml", "tribute = ", "tribut = "),
        ("solo.toml", "rival_army = ", "rival_arms = "),
        ("augur.toml", "effects = ", "effect = "),
    ],
)
def test_a_misspelt_key_is_missed(tmp_path: Path, file: str, old: str, new: str) -> None:
    with pytest.raises(BadData, match="is missing"):
        ruleset("epireia", 2, change(tmp_path, file, old, new))


# ---------------------------------------------------------------------------------------------------------------
# The rows.


def test_the_numbers_of_components() -> None:
    assert [len(ROWS[stem]) for stem in ("cities", "empires", "administrators", "buildings", "augur", "solo")] == [
        6,
        6,
        6,
        15,
        24,
        8,
    ]
    assert [sum(row["act"] == act for row in ROWS["acts"].values()) for act in (1, 2, 3)] == [5, 5, 5]
    assert [sum(row["grade"] == grade for row in ROWS["solo"].values()) for grade in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert all(8 <= row["turns"] <= 12 and 2 <= len(row["objectives"]) <= 3 for row in ROWS["solo"].values())


def test_figures_are_five_for_each_city_and_of_about_equal_worth() -> None:
    for city in ROWS["cities"]:
        assert sum(row["city"] == city for row in ROWS["figures"].values()) == 5
    for row in ROWS["figures"].values():
        assert 2 <= row["power"] <= 6
        assert 0 <= row["diplomacy"] <= 4
        assert row["power"] + row["diplomacy"] in (6, 7)
        assert 1 <= row["talent"]["n"] <= 4
    templates = [
        sorted((row["power"], row["diplomacy"]) for row in ROWS["figures"].values() if row["city"] == city)
        for city in ROWS["cities"]
    ]
    assert all(len(set(template)) >= 3 for template in templates)  # they differ within a city,
    assert all(templates.count(template) == 1 for template in templates)  # and no two cities have the same
    named = {"themistocles", "brasidas", "timoleon", "pheidon", "xenoclea", "eupolemos"}
    homes = {ROWS["figures"][id]["city"] for id in named}
    assert homes == set(ROWS["cities"])


def test_administrators_have_bonuses_at_three_five_seven_nine() -> None:
    for row in ROWS["administrators"].values():
        assert [bonus["at"] for bonus in row["bonus"]] == [3, 5, 7, 9]
        assert [bonus["at"] for bonus in row["bonus"] if bonus["do"] == "figure"] in ([5], [7])


# The closed lists of RULES.md, "Effect words": word, and the names of its parameters.
RESOURCE_NAMES = {"wheat", "wood", "copper"}
ONCE = {
    "gain": RESOURCE_NAMES,
    "lose": RESOURCE_NAMES,
    "treasury": RESOURCE_NAMES,
    "prestige": {"n"},
    "token": {"deck"},
    "brigands": {"at"},
    "pacify": set(),
}
STANDING: dict[str, set[str]] = {
    **{key: set() for key in ("no_donations", "storms", "no_level2", "enemy_rests")},
    **{key: {"n"} for key in ("actions", "donation", "empire_roll", "territory_roll", "city_roll", "enemy_roll")},
    **{key: {"of", "n"} for key in ("harvest", "army_cost", "building_cost", "tax")},
    "famine": {"of"},
    "closed": {"at"},
    "no_building": {"type"},
    "territory_yield": {"n"},
}
TALENTS = {
    **{key: {"n"} for key in ("land", "sea", "brigand", "city")},
    **{key: {"at", "n"} for key in ("empire", "front")},
    **{key: {"of", "n"} for key in ("forage", "gift", "home")},
}
BUILDINGS = {
    "level2": {"kind"},
    "prestige": {"n"},
    "harvest": {"of", "n"},
    "figure": set(),
    "empire_roll": {"n"},
    "city_roll": {"n"},
    "ability": set(),
}
BONUSES = {
    "gain": RESOURCE_NAMES,
    "treasury": RESOURCE_NAMES,
    "token": {"deck", "cost"},
    "figure": set(),
    "actions": {"n"},
}
ABILITIES = {
    "levy": set(),
    "actions": {"n"},
    "prestige": {"n"},
    "trade": {"give", "get"},
    "gain": RESOURCE_NAMES,
    "favour": {"n"},
}
OBJECTIVES = {
    **{key: {"n"} for key in ("prestige", "donations", "empires", "cities", "victories", "figures")},
    "buildings": {"type", "n"},
    "territories": {"where", "n"},
    "hold": {"at"},
    "treasury": {"of", "n"},
    "tokens": {"army", "level", "n"},
}


def fits(row: dict[str, Any], words: dict[str, set[str]], key: str = "do", but: str = "") -> bool:
    """Whether an effect or objective is a word of the list with exactly its parameters."""
    return row[key] in words and set(row) - {key, but} == words[row[key]]


def test_every_effect_is_of_the_closed_lists() -> None:
    for row in ROWS["acts"].values():
        assert all(fits(effect, ONCE | STANDING) for effect in row["constraint"]), row["id"]
        assert fits(row["objective"], OBJECTIVES, "kind"), row["id"]
        assert {"token", "enemy_rests", "enemy_roll"}.isdisjoint(effect["do"] for effect in row["constraint"])
    for row in ROWS["augur"].values():
        assert all(fits(effect, ONCE | STANDING) for effect in row["effects"]), row["id"]
    for row in ROWS["solo"].values():
        assert all(fits(effect, ONCE | STANDING) for effect in row["constraint"]), row["id"]
        assert all(fits(objective, OBJECTIVES, "kind", but="when") for objective in row["objectives"]), row["id"]
    assert all(fits(row["talent"], TALENTS) for row in ROWS["figures"].values())
    assert all(fits(row["effect"], BUILDINGS) for row in ROWS["buildings"].values())
    for row in ROWS["administrators"].values():
        assert all(fits(bonus, BONUSES, but="at") for bonus in row["bonus"]), row["id"]
        assert fits(row["ability"], ABILITIES), row["id"]


def test_what_rows_name_exists() -> None:
    for row in [*ROWS["figures"].values()]:
        at = row["talent"].get("at")
        assert at is None or at in ROWS["empires"] or at in ROWS["fronts"]
    for row in ROWS["acts"].values():
        assert set(row["reward"]) <= set(ROWS["army"])
    for row in ROWS["solo"].values():
        for enemy in row["enemies"]:
            assert all(ROWS["figures"][id]["city"] == enemy["city"] for id in enemy["figures"])
            assert row["league"] != ROWS["cities"][enemy["city"]]["league"] or row["league"] == ""
            # An enemy that has its league leaves the player the other one.
            assert not ROWS["cities"][enemy["city"]]["league"] or row["league"]
        assert row["administrator"] in ROWS["administrators"]
        for front, front_row in ROWS["fronts"].items():
            assert len(row[front]) == 3
            for column in row[front]:
                assert len(column) <= 2
                assert all(ROWS["army"][deck]["kind"] == front_row["kind"] for deck in column)


def test_no_solo_constraint_forbids_an_objective() -> None:
    for row in ROWS["solo"].values():
        words = {effect["do"] for effect in row["constraint"]}
        kinds = {objective["kind"] for objective in row["objectives"]}
        assert not ({"donations", "treasury"} & kinds and "no_donations" in words)
        assert not ({"territories", "hold"} & kinds and "storms" in words)
        assert "cities" not in kinds

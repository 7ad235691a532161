"""Rule sets are kept: a second game by the same rules parses nothing, and whatever is different is noticed."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import GAMES, BadData, Game, UnknownGame, languages, new, registry, ruleset
from petteia.engine.narration import Narration


class Parses:
    """Counts the files that are parsed."""

    def __init__(self) -> None:
        self.count = 0

    def loads(self, text: str) -> dict[str, Any]:
        self.count += 1
        return tomllib.loads(text)

    TOMLDecodeError = tomllib.TOMLDecodeError


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Iterator[Parses]:
    """Counted from an empty store on."""
    counter = Parses()
    monkeypatch.setattr("petteia.engine.toml.tomllib", counter)
    registry._kept.cache_clear()
    yield counter
    registry._kept.cache_clear()


def own(game: str, file: str) -> str:
    return (files("petteia.engine.games") / game / "data" / file).read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_second_game_parses_nothing(name: str, parses: Parses) -> None:
    first = new(name)
    assert parses.count > 0
    parses.count = 0
    assert new(name).ruleset is first.ruleset
    assert ruleset(name) is first.ruleset
    assert parses.count == 0
    saved = new(name, seed=1).save()
    loaded = Game.load(saved).ruleset  # by seats and options that are all named
    parses.count = 0
    assert Game.load(saved).ruleset is loaded
    assert parses.count == 0


def test_a_language_file_is_parsed_once(parses: Parses) -> None:
    """Also the one that all games share, and those with the names of components beside the messages."""
    languages._tables.cache_clear()
    languages._kept.cache_clear()
    for name in GAMES:
        words = languages.catalogue(name)
        assert words("title")
        list(words.components())
    assert parses.count == len({file.name for name in GAMES for file in languages.own_files(name) if file.lang == "en"})


def test_the_order_of_options_does_not_matter(parses: Parses) -> None:
    first = ruleset("epireia", 1, scenario="harvest_road", enemy="ai")
    parses.count = 0
    assert ruleset("epireia", 1, enemy="ai", scenario="harvest_road") is first
    assert ruleset("epireia", 1, enemy="die", scenario="harvest_road") is not first
    assert ruleset("epireia", 2) is not ruleset("epireia", 3)


def test_a_changed_added_or_removed_file_is_noticed(tmp_path: Path, parses: Parses) -> None:
    """Also one of the same length that is written again within the same tick of the clock."""

    def turns() -> Any:
        return ruleset("egemonia", data=tmp_path).tables.turns

    settings = own("egemonia", "settings.toml")
    assert turns() == 10
    changed = tmp_path / "settings.toml"
    for n in ("3", "4", "5"):
        changed.write_text(settings.replace("value = 10", f"value = {n}", 1), "utf-8")
        assert turns() == int(n)
    parses.count = 0
    assert turns() == 5
    assert parses.count == 0
    changed.unlink()
    assert turns() == 10
    (tmp_path / "arees.toml").write_text("")
    with pytest.raises(BadData, match="egemonia has no such file"):
        turns()


def test_the_same_files_elsewhere_are_the_same_rules(tmp_path: Path, parses: Parses) -> None:
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "settings.toml").write_text(own("egemonia", "settings.toml"), "utf-8")
    first = ruleset("egemonia", data=tmp_path / "here")
    assert ruleset("egemonia", data=str(tmp_path / "there")) is first
    assert ruleset("egemonia").components.overridden == ()


def test_wrong_options_say_what_is_wrong_each_time(parses: Parses) -> None:
    for _ in range(2):
        with pytest.raises(UnknownGame, match="want one of standard, historical"):
            ruleset("egemonia", scenario="modern")
        with pytest.raises(UnknownGame, match=r"scenario=\['standard'\]: want one of standard"):
            ruleset("egemonia", scenario=["standard"])  # type: ignore[arg-type]
        with pytest.raises(UnknownGame, match=r"scenario=\{\}: want a word"):
            ruleset("epireia", scenario={})  # type: ignore[arg-type]
        with pytest.raises(UnknownGame, match=r"seats=\[2\]: want 2"):
            ruleset("egemonia", [2])  # type: ignore[arg-type]
        with pytest.raises(UnknownGame, match="no option 'kind'; its options: scenario"):
            ruleset("egemonia", kind="x")
    ruleset("egemonia", 2)
    assert isinstance(ruleset("egemonia", 2.0).n_seats, float)  # type: ignore[arg-type]  # what equals is not the same


def test_the_store_is_bounded(parses: Parses) -> None:
    first = ruleset("coin")
    for gold in range(16):
        for guesses in ("1", "2", "3"):
            ruleset("attack", gold=str(gold), guesses=guesses)
    assert registry._kept.cache_info().currsize == registry.KEPT
    assert ruleset("coin") is not first


def test_threads_get_rules_by_which_the_same_games_are_played(parses: Parses) -> None:
    def play(seed: int) -> int:
        game = new("ephyran", seed=seed % 4)
        rng = random.Random(seed % 4)
        for _ in range(30):
            game.play(game.pending[0], rng.choice(game.legal(game.pending[0])))
        return game.digest

    with ThreadPoolExecutor(8) as pool:
        played = list(pool.map(play, range(32)))
    assert played == [play(seed) for seed in range(32)]


def _snapshot(rules: Any) -> str:
    """All that a rule set holds, but for memos of words and seats."""
    memos = ("_moves", "_events", "_words", "_seat_numbers", "_pending_seats", "seats", "components")
    held = {name: value for name, value in vars(rules).items() if name not in memos}
    return repr((held, rules.components.rows, rules.rules.packed()))


def _spoil(data: Any) -> None:
    """Change everything in plain data that can be changed."""
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        _spoil(value)
    if isinstance(data, dict | list):
        data.clear()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_leaves_its_rules_as_they_were(name: str) -> None:
    """Whatever is asked of it, and whatever is done to the answers: other games have the same rules."""
    for seats, options in GAMES[name].shapes()[:4]:
        rules = ruleset(name, seats, **options)
        before = _snapshot(rules)
        game, rng = Game(rules, 1), random.Random(1)
        while game.pending:
            seat = game.pending[0]
            view = game.view(seat)
            for words in (rules.question, rules.headline, rules.draw, rules.summary):
                words(view)
            moves = game.legal(seat)
            rules.gloss(view, moves[0])
            game.play(seat, rng.choice(moves))
            answers = [game.view("pub"), rules.fields(game.state), rules.chosen]
            wanted = deepcopy(answers)
            _spoil([*answers, view, moves])
            assert [game.view("pub"), rules.fields(game.state), rules.chosen] == wanted
        Narration(rules, "pub").follow(game.events("pub"))
        assert _snapshot(rules) == before

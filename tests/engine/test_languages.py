"""Language files: English is whole, a data folder brings another, and a broken file is refused with its reason."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from petteia.engine import GAMES, BadData, Game, UnknownGame, new, ruleset
from petteia.engine.components import Components, Replacements
from petteia.engine.languages import Catalogue, catalogue, languages, own_files
from petteia.engine.messages import BadMessage, parse, placeholders
from petteia.engine.registry import TOYS
from tests.tools import pseudo
from tests.tools.layout import ROOT

HEAD = 'language = "Testish"\nplural = "one"\n'


def bring(folder: Path, text: str, game: str = "egemonia", lang: str = "xx", head: str = HEAD) -> Path:
    """A data folder that brings a language."""
    (folder / "lang").mkdir(exist_ok=True)
    (folder / "lang" / f"{game}.{lang}.toml").write_text(head + text, "utf-8")
    return folder


# ---------------------------------------------------------------------------------------------------------------
# English.


@pytest.mark.parametrize("game", [*GAMES, "toys"])
def test_every_english_message_can_be_read(game: str) -> None:
    for key, text in catalogue(game).texts.items():
        try:
            parse(text.text)
        except BadMessage as error:
            pytest.fail(f"{text.file}, {key}: {error}")


def test_every_game_has_its_titles_and_option_words() -> None:
    for kind in (*GAMES.values(), *TOYS.values()):
        assert kind.title
        assert kind.about
    for kind in GAMES.values():
        words = kind.option_words()
        assert list(words) == list(kind.options)
        for option, values in kind.options.items():
            assert words[option].name != option
            assert [value for value in values if words[option].values[value] == value] == []


def keys_of(node: ast.expr) -> list[str | re.Pattern[str]]:
    """The keys that an argument can be: literally, or by a pattern where a part of one is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*keys_of(node.body), *keys_of(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+?" for part in node.values]
        return [re.compile("".join(parts) + r"\Z")] if parts[0] != ".+?" else []
    return []


@cache
def calls() -> list[tuple[Path, ast.Call, str | re.Pattern[str]]]:
    """Every place in the code where a message is asked for, with its key."""
    found: list[tuple[Path, ast.Call, str | re.Pattern[str]]] = []
    for path in [*ROOT.glob("engine/**/*.py"), *ROOT.glob("protocols/**/*.py"), *ROOT.glob("front/**/*.py")]:
        callees = ("say", "words", "Worded") if "engine" in path.parts else ("words",)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            by = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "get" else node.func
            name = by.attr if isinstance(by, ast.Attribute) else by.id if isinstance(by, ast.Name) else ""
            if name in callees:
                found += [(path, node, key) for key in keys_of(node.args[0])]
    return found


def english_of(path: Path) -> Catalogue:
    """The messages that a module can ask for."""
    inside = path.relative_to(ROOT).parts
    return catalogue(inside[2] if inside[:2] == ("engine", "games") and len(inside) > 3 else "egemonia")


def test_the_code_asks_for_messages_that_exist_with_all_their_placeholders() -> None:
    asked = 0
    for path, call, key in calls():
        texts = english_of(path).texts
        where = f"{path.relative_to(ROOT)}:{call.lineno}"
        if isinstance(key, re.Pattern):
            if not isinstance(call.func, ast.Attribute) or call.func.attr != "get":
                assert any(map(key.match, texts)), f"{where}: no message {key.pattern}"
            continue
        assert key in texts, f"{where}: no message {key!r}"
        given = {keyword.arg for keyword in call.keywords}
        if None not in given:  # no ** among them
            missing = set(placeholders(texts[key].text)) - {str(name) for name in given}
            assert not missing, f"{where}: {key!r} needs {missing}"
        asked += 1
    assert asked > 400


@cache
def literals(game: str) -> set[str]:
    """All texts in the code of a game: a key may be chosen before its message is asked for."""
    trees = [ast.parse(path.read_text("utf-8")) for path in ROOT.glob(f"engine/games/{game}/**/*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


@pytest.mark.parametrize("game", [*GAMES, "toys"])
def test_every_message_is_asked_for_somewhere(game: str) -> None:
    """By its key, or by a pattern (whether those are all in use, tests/contract/test_pseudo.py knows)."""
    found = [key for path, _, key in calls() if english_of(path).game == game or "games" not in path.parts]
    patterns = [key for key in found if isinstance(key, re.Pattern)]
    for key, text in catalogue(game).texts.items():
        if not text.file.startswith(game) or key.split(".")[-1] in ("title", "about", "primer") or "option." in key:
            continue
        named = key in found or key in literals(game) or any(pattern.match(key) for pattern in patterns)
        assert named, f"{text.file}: nobody asks for {key!r}"


# ---------------------------------------------------------------------------------------------------------------
# A second language.


def test_a_data_folder_brings_a_language(tmp_path: Path) -> None:
    data = bring(tmp_path, 'title = "Igimonia"\n[turn]\nsetup = "Sit-up"\n[components.area]\nthebes.name = "Thivi"\n')
    bring(data, 'list.comma.end = "{a} + {b}"\nlist.comma.two = "{a} + {b}"\n', "shared")
    game = new("egemonia", data=data, lang="xx", seed=7)
    rules = game.ruleset
    assert (rules.lang, rules.title, GAMES["egemonia"].title) == ("xx", "Igimonia", "Egemonia")
    assert (
        rules.headline(game.view("s0")) == "Sit-up | you are Athens | areas: Athens 1, Sparta 1"
    )  # the rest is English
    assert "Thivi" in game.draw()
    assert "Plataea, Delphi + Potidaea" in rules.gloss(game.view("s0"), "setup:thebes")
    assert languages("egemonia", Replacements.read("egemonia", data).languages) == {"en": "English", "xx": "Testish"}
    english = new("egemonia", data=data, seed=7)
    assert english.ruleset.lang == "en"
    assert "Thivi" not in english.draw()
    assert english.ruleset.components.digest == rules.components.digest == ruleset("egemonia").components.digest


def test_english_can_be_changed_too(tmp_path: Path) -> None:
    data = bring(tmp_path, 'turn.setup = "Before the war"\n', lang="en", head="")
    assert ruleset("egemonia", data=data).headline(new("egemonia").view("pub")).startswith("Before the war | ")
    assert ruleset("egemonia").headline(new("egemonia").view("pub")).startswith("Setup | ")


def test_a_record_is_of_no_language(tmp_path: Path) -> None:
    data = bring(tmp_path, 'title = "Igimonia"\n')
    saved = new("egemonia", data=data, lang="xx", seed=3).save()
    assert saved == new("egemonia", seed=3).save()
    assert Game.load(saved).ruleset.title == "Egemonia"
    assert Game.load(saved, data, "xx").ruleset.title == "Igimonia"


def test_rule_sets_are_kept_by_their_language(tmp_path: Path) -> None:
    data = bring(tmp_path, 'title = "Igimonia"\n')
    first = ruleset("egemonia", data=data, lang="xx")
    assert ruleset("egemonia", data=data, lang="xx") is first
    assert ruleset("egemonia", lang="en") is ruleset("egemonia") is not first
    bring(tmp_path, 'title = "Other"\n')
    assert ruleset("egemonia", data=data, lang="xx").title == "Other"
    assert first.title == "Igimonia"


def test_words_are_read_when_they_are_used() -> None:
    english = Catalogue("egemonia", "en", own_files("egemonia"))
    assert "texts" not in vars(english)
    assert english("move") == "It is your move."
    assert english.used == {"move"}


BROKEN = [
    ("title = ", "lang/egemonia.xx.toml: not TOML: "),
    ("title = 3", "lang/egemonia.xx.toml, title = 3: want text"),
    ('titel = "x"', "lang/egemonia.xx.toml, titel: there is no such message in English"),
    ('turn.turn = "{n}"', "lang/egemonia.xx.toml, turn.turn: no placeholder {n}; it has {turn}, {turns}"),
    ('move = "{n}"', "lang/egemonia.xx.toml, move: no placeholder {n}; it has none"),
    ('turn.turn = "{turn"', "lang/egemonia.xx.toml, turn.turn: want '}'"),
    ('turn.turn = "{turn, list, and}"', "lang/egemonia.xx.toml, turn.turn: {turn} is a number, not a list"),
    ('headline.you = "{side, number}"', "lang/egemonia.xx.toml, headline.you: {side} is a word, not a number"),
    ('gloss.beats = "{kinds}"', "lang/egemonia.xx.toml, gloss.beats: {kinds} is a list, not a word"),
    ('turn.turn = "{turn, plural, few {x} other {y}}"', "turn.turn: 'few' is no plural form of the language"),
    ('[components.area]\nthebes = "x"', "lang/egemonia.xx.toml, [components.area]: want a table for each component"),
    ('[components.area]\nthebes.at = "x"', "[components.area] thebes.at = 'x': want text for name, text, story"),
    ('[components.area]\ntroy.name = "x"', "lang/egemonia.xx.toml, [components.area] troy: egemonia has no such"),
    ('[components.area]\nthebes.text = "x"', "[components.area] thebes.text: the component has no 'text'"),
    ('components = "x"', "lang/egemonia.xx.toml, [components.]: want a table"),
]


@pytest.mark.parametrize(("text", "reason"), BROKEN)
def test_a_broken_file_is_refused_with_its_key_and_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadData) as raised:
        ruleset("egemonia", data=bring(tmp_path, text), lang="xx")
    assert reason in str(raised.value)


def test_a_file_must_name_its_plurals_and_its_game(tmp_path: Path) -> None:
    bring(tmp_path, 'title = "x"', head="")
    with pytest.raises(BadData, match=r"egemonia.xx.toml, plural = None: want one of same, one, zero-one"):
        ruleset("egemonia", data=tmp_path, lang="xx")
    bring(tmp_path, "", head='plural = "klingon"')
    with pytest.raises(BadData, match=r"egemonia.xx.toml, plural = 'klingon': want one of same"):
        ruleset("egemonia", data=tmp_path, lang="xx")
    bring(tmp_path, "", head='language = 1\nplural = "one"')
    with pytest.raises(BadData, match=r"egemonia.xx.toml, language = 1: want text"):
        ruleset("egemonia", data=tmp_path, lang="xx")
    bring(tmp_path, "", game="egemoni")
    with pytest.raises(BadData, match=r"lang/egemoni.xx.toml: want GAME.LANGUAGE.toml, such as egemonia.xx.toml"):
        ruleset("egemonia", data=tmp_path)
    (tmp_path / "lang" / "egemoni.xx.toml").unlink()
    (tmp_path / "lang" / "egemonia.xx.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(BadData, match=r"lang/egemonia.xx.toml: not UTF-8 at byte 9"):
        ruleset("egemonia", data=tmp_path, lang="xx")


def test_a_language_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"lang='zz': want one of en$"):
        new("egemonia", lang="zz")
    data = bring(tmp_path, 'title = "x"', game="epix")
    with pytest.raises(UnknownGame, match=r"lang='xx': want one of en$"):
        new("egemonia", data=data, lang="xx")
    with pytest.raises(UnknownGame, match=r"lang='zz': want one of en, xx$"):
        new("epix", data=data, lang="zz")


def test_a_component_of_ours_may_be_missing_from_an_owners_files(tmp_path: Path) -> None:
    """The language file names all of ours; with other components some of those are not there."""
    data = pseudo.write_folder(tmp_path)
    own = (ROOT / "engine/games/epix/data/abilities.toml").read_text("utf-8")
    (data / "abilities.toml").write_text(own.replace('id = "herald"', 'id = "crier"'), "utf-8")
    rules = ruleset("epix", data=data, lang="xx", rules="advanced")
    assert "crier" in rules.tables.abilities
    assert Components("epix").overridden == ()


# ---------------------------------------------------------------------------------------------------------------
# The pseudo-language (what it is for, tests/contract/test_pseudo.py shows).


def test_the_pseudo_language_keeps_placeholders() -> None:
    text = "Do {n, plural, =0 {it} one {# thing} other {# things}}: {x, list, or}, {who, select, a {A} other {{who}}}"
    assert pseudo.pseudo(text) == (
        "[Ďó {n, plural, =0 {íť} one {# ťĥíńĝ} other {# ťĥíńĝś}}: {x, list, or}, {who, select, a {Á} other {{who}}}]"
    )
    assert pseudo.pseudo("{a}, {b, signed}") == "{a}, {b, signed}"
    assert pseudo.pseudo("type `done`") == "[ťýƥé `done`]"
    for game in (*GAMES, "toys"):
        english = catalogue(game).texts
        for key, made in pseudo.messages(game).items():
            assert placeholders(made) == placeholders(english[key].text), key

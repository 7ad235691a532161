"""Everything that people read of a game comes from its language: games in the pseudo-language have no other word."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from petteia.engine import GAMES, Game, Ruleset, ruleset
from petteia.engine.languages import Catalogue, catalogue
from petteia.engine.messages import NUMBER, WORD, Value, placeholders
from petteia.engine.narration import Narration
from tests.tools.beginnings import beginnings
from tests.tools.pseudo import LANG, write_folder
from tests.tools.random_play import random_positions

from .test_description import texts

# What is the same in every language: seats, tokens of an army, what people type (in backquotes).
SAME = re.compile(r"\bs\d\b|\bi{1,2}[1-6?]?(?!\w)|`[^`]*`")
# In drawings also the signs on the map and the ids of which moves are made.
DRAWN = {
    "epireia": re.compile(r"\[x\]|\bi{1,2}[1-6?]?(?!\w)"),
    "egemonia": re.compile(r"\b(?:A|AA|S|SS)\b|\[[as]+\]"),
    "epix": re.compile(r":[skcx]+\b|\b[skcx] |\b(?:bid|guess|card):[\w,+]+"),
    "ephyran": re.compile(r"$^"),
}
LETTERS = re.compile(r"[A-Za-z]+")
NOT_PLAYED = ("option.", "seats.", "why.", "picture.")  # messages of set-up, errors and pictures

GAMES_PLAYED = {"epireia": 1, "egemonia": 2, "epix": 3, "ephyran": 1}  # of each shape; short games more often

# Messages that the random games here do not come to. Each is named in the code (tests/engine/test_languages.py).
RARE = {
    "epireia": """
        act.3 because.copper because.draw because.fronts_alone because.prestige chance.none drawing.player_won
        effect.army_cost effect.enemy_rests effect.lose effect.no_building effect.no_level2 effect.storms
        effect.territory_yield gloss.donate_any gloss.group.lead gloss.group.place gloss.send.met
        gloss.token_unknown goal.cities goal.treasury_total phase.cities phase.collection phase.empires
        phase.league phase.muster phase.reveal phase.territories question.back question.backs
        question.leaders_next question.your_figure story.act_put_away story.bonus.why_figure
        story.bonus.why_none story.bonus.why_turn story.draw_power_late story.drawn story.driven_out
        story.enemys_city story.gives_front story.lead story.meets_last story.place story.places
        story.player_wins story.roll.brigands story.roll.enough_but story.roll.equal story.roll.would_send
        story.turn_tax offers.ability_draw offers.league offers.prompt.league summary.last_act summary.on_road
        summary.storms because.front gloss.no_figure story.bonus.why_cost story.brigands_leave story.cut_short
        story.front_drawn story.front_nobody story.roll.not_enough_but summary.drawn things.front_drawn
    """,
    "egemonia": """
        addition.draw_up_to_hand addition.influence_on_own_area story.favour_delphi
        because.draw because.sicily believed.discard gloss.pass offers.pass offers.prompt.pass story.clash_alarm
        story.clash_capital kind.divine_help kind.olympics story.drawn story.pass summary.holds_none
        summary.placed_none uncovered.discard
    """,
    "epix": """
        because.castle because.split offers.back offers.guess_two offers.on offers.prompt.press
        offers.second_guess gloss.back gloss.bid gloss.bid_any gloss.go.attack gloss.go.fire gloss.go.move
        gloss.go.with gloss.go.with_in gloss.guess gloss.on gloss.recruit gloss.recruit_any phase.between phase.unit
        phase.deal_ability phase.deal_first phase.draft phase.press question.press story.back story.fire
        story.gold.plunder story.gold.tribute story.on story.removes story.win summary.none_free
        summary.supply_empty unit.garrison unit.province
    """,
    "ephyran": """
        drawing.completed offers.pass threats.last_place gloss.dionysus_fits gloss.group.graeae
        gloss.group.hecate gloss.group.shield gloss.group.take question.put summary.hand_empty thing.support
        uncovered.hand_empty
    """,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("pseudo"))


@pytest.fixture
def misused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Filled with placeholders for which something else was given than the message takes them for."""
    found: list[str] = []
    say = Catalogue.__call__

    def watched(self: Catalogue, key: str, /, **values: Value) -> str:
        text = self.texts[key].text
        for name, takes in placeholders(text).items():
            if (NUMBER in takes) > isinstance(values[name], int):
                found.append(f"{key}: {name}={values[name]!r} is no number")
            if takes == {WORD} and type(values[name]) is int and f"{name}, select" not in text:
                found.append(f"{key}: {name}={values[name]!r} is a number, and the message does not say so")
        return say(self, key, **values)

    monkeypatch.setattr(Catalogue, "__call__", watched)
    return found


def play(rules: Ruleset, seed: int) -> Iterator[Game]:
    """The positions of a random game."""
    return random_positions(rules, seed, random.Random(f"{rules.name} {seed}"))


def said(rules: Ruleset, seed: int) -> Iterator[tuple[str, str]]:
    """All that is said in a game, with what it is."""
    yield from (("title", rules.title), ("about", rules.about), ("aim", rules.aim))
    yield from (("primer", rules.primer), ("lesson", rules.lesson()))
    yield from (("note", note) for note in rules.setup_notes())
    yield from (("seat", rules.seat_name(seat)) for seat in rules.seats)
    for number, game in enumerate(play(rules, seed)):
        yield from said_of_moves(rules, game, number)
        for seat in game.pending if number % 3 == 0 else ():
            yield from said_of_decision(rules, game, seat)
        secrets = rules.secrets(rules.fields(game.state))
        for words in rules.uncover(game.view("pub"), secrets):
            yield "hidden", words
        for name, things in secrets.items():
            believed = rules.believed(game.view(rules.seats[0]), name, things)
            yield from ((f"belief {name}", words) for words in (believed.title, *believed.things.values()))
        if number % 8 == 0 or not game.pending:
            for viewer in (rules.seats[number % len(rules.seats)], "pub"):
                yield from said_of_position(rules, game.view(viewer))
                yield from said_of_decision(rules, game, viewer)
    for viewer in (rules.seats[seed % len(rules.seats)], "pub"):
        events = game.events(viewer)
        for event, told in zip(events, Narration(rules, viewer).follow(events), strict=True):
            yield f"story of {event}", told or ""
            if viewer == "pub":
                yield f"event {event}", rules.tell(event) or ""
    assert game.result is not None
    yield "reason", rules.because(game.result.reason)


def said_of_moves(rules: Ruleset, game: Game, number: int) -> Iterator[tuple[str, str]]:
    for seat in game.pending:
        view, moves = game.view(seat), game.legal(seat)
        yield "question", rules.question(view)
        some = moves if len(moves) < 8 else random.Random(number).sample(moves, 8)
        for move in [*some, *(beginnings(moves) if number % 4 == 0 else ())]:
            yield f"gloss of {move}", rules.gloss(view, move)


def said_of_decision(rules: Ruleset, game: Game, viewer: str) -> Iterator[tuple[str, str]]:
    told = game.observation(viewer).describe()
    yield from (("name of a seat", name) for name in told.names.values())
    parts = (told, *told.groups, *told.moves, *told.unpaid, *told.threats, *told.things.values())
    for part in (*parts, *([told.result] if told.result else ())):
        yield from ((f"description, {type(part).__name__}", text) for text in texts(part))


def said_of_position(rules: Ruleset, view: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "headline", rules.headline(view)
    for block in rules.summary(view):
        yield "title of a summary", block.title
        yield from (("summary", text) for text in (*block.heads, *block.sentences()))
    yield "drawing", rules.draw(view)


def foreign(rules: Ruleset, what: str, text: str) -> list[str]:
    """The words in a text that are in no pseudo-language and no id."""
    provinces = getattr(rules.tables, "provinces", ())  # Epix's moves name them by their ids
    ids = {letters for province in provinces for letters in LETTERS.findall(province)}
    same = DRAWN[rules.name] if what == "drawing" else SAME
    return [word for word in LETTERS.findall(same.sub("", text)) if word not in ids]


@pytest.mark.parametrize("name", GAMES)
def test_every_word_comes_from_the_language_and_every_message_is_used(
    name: str, folder: Path, misused: list[str]
) -> None:
    for seats, options in GAMES[name].shapes():
        rules = ruleset(name, seats, folder, lang=LANG, **options)
        for seed in range(GAMES_PLAYED[name]):
            for what, text in said(rules, seed):
                assert not foreign(rules, what, text), f"{what}: {text!r}"
    assert misused[:5] == []
    own = [key for key, text in catalogue(name).texts.items() if text.file.startswith(name)]
    unused = {key for key in own if not key.startswith(NOT_PLAYED)} - rules.words.used
    assert sorted(unused - set(RARE[name].split())) == []


@pytest.mark.parametrize("name", GAMES)
def test_english_words_would_be_noticed(name: str) -> None:
    rules = ruleset(name)
    game = Game(rules, 1)
    view = game.view(game.pending[0])
    found = {"question": rules.question(view), "headline": rules.headline(view), "drawing": game.draw()}
    for what, text in found.items():
        assert foreign(rules, what, text), f"{what}: {text!r}"

"""Epireia's rolls as they are told: the sums agree with what comes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from petteia.engine import Game, Observation
from petteia.engine.games.epireia.text.reckoning import sides
from petteia.engine.narration import Narration
from tests.tools.random_play import random_positions

from .position import Position, rules

OPTIONS = [
    (1, {"enemy": "ai", "scenario": "harvest_road"}),
    (1, {"enemy": "rival", "scenario": "the_thirty_years"}),
    (1, {"enemy": "die", "scenario": "march_on_the_isthmus"}),
    (2, {}),
    (4, {}),
]


@pytest.mark.parametrize(("seats", "options"), OPTIONS, ids=str)
def test_an_empire_rewards_who_is_told_to_have_rolled_enough(seats: int, options: dict[str, str]) -> None:
    game_rules = rules(seats, **options)
    rng = random.Random(1)
    told = {"enough": 0, "not enough": 0}
    for number in range(12):
        game = Game(game_rules, number)
        while game.pending:
            seat = rng.choice(game.pending)
            moves = game.legal(seat)
            empires = [move for move in moves if move.partition("@")[2] in game_rules.tables.empires]  # type: ignore[attr-defined]
            game.play(seat, rng.choice(empires or moves))
        events = game.events("pub")
        seen = Observation.start(game_rules, "pub")
        for event, following in zip(events, [*events[1:], ""], strict=True):
            before = seen.view()
            seen = seen.see(event)
            sentence = game_rules.narrate(before, event, seen.view()) or ""
            match = re.search(r"needs \d+: (enough|not enough)(, though its city gains nothing)?\.$", sentence)
            if not match or before["phase"] != "empires":
                continue
            empire = game_rules.tables.empires[before["step"]]  # type: ignore[attr-defined]
            if len(sides(game_rules.tables, before, empire)) > 1:
                continue  # the higher of both decides
            named = re.search(r"\(([\w ]+)\)", sentence)
            assert named is not None
            # A die's enemy has no seat, and no name but this.
            seated = {name: seat for seat, name in game_rules.names(before).items()} | {"the enemy": "enemy"}
            who = seated[named.group(1)]
            silent = seats == 1 and who == "enemy" and options["enemy"] != "rival"
            rewarded = following == f"reward {who} {empire}"
            told[match.group(1)] += 1
            assert rewarded == (match.group(1) == "enough" and not silent), (sentence, following)
            assert bool(match.group(2)) == (match.group(1) == "enough" and silent), sentence
    assert min(told.values()) > 5


def told(position: Position, roll: int) -> str:
    """How a roll is told to somebody who watches."""
    before = position.fields
    after = position.roll(roll).fields
    who = {"you": "pub"}
    return rules(**before["options"]).narrate(before | who, f"move chance roll:{roll}", after | who) or ""


def at_egypt() -> Position:
    """Cimon (diplomacy 0) and Gorgo (3) in Egypt, which needs 7."""
    return Position.league_game(figures="cimon gorgo").send(gorgo="egypt", cimon="egypt")


def at_corinth() -> Position:
    """Aspasia and Gorgo (diplomacy 3 each) at Corinth, which needs 9 and a tribute of 3 of each."""
    position = Position.league_game(figures="aspasia gorgo")
    return position.set_treasury(0, 3, 3, 3).set_treasury(1, 3, 3, 3).send(gorgo="corinth", aspasia="corinth")


CONTESTS = [
    (at_egypt, 8, 12, "enough so far", "enough, and more than the 11 of Gorgo", "s0"),
    (at_egypt, 10, 12, "enough so far", "enough, but Gorgo has 13", "s1"),
    (at_egypt, 10, 6, "enough so far", "not enough, but Gorgo has 13", "s1"),
    (at_egypt, 9, 12, "enough so far", "as much as Gorgo, and equal totals get nothing", ""),
    (at_egypt, 3, 6, "not enough", "not enough, like the other", ""),
    (at_egypt, 3, 7, "not enough", "enough, and more than the 6 of Gorgo", "s0"),
    (at_corinth, 8, 7, "enough so far", "enough, but Gorgo has 11", "s1"),
    (at_corinth, 7, 7, "enough so far", "as much as Gorgo, and equal totals get nothing", ""),
]


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(("start", "first", "second", "so_far", "verdict", "winner"), CONTESTS)
def test_of_two_rolls_the_second_tells_who_has_the_higher_total(
    start: Callable[[], Position], first: int, second: int, so_far: str, verdict: str, winner: str
) -> None:
    position = start()
    assert told(position, first).endswith(f": {so_far}.")
    assert told(position, second).endswith(f": {verdict}.")
    assert [
        board["seat"] for board in position.fields["boards"] if board["empires"] or board["cities"]
    ] == winner.split()


@pytest.mark.usefixtures("kernel")
def test_who_cannot_pay_a_citys_tribute_is_not_told_to_roll() -> None:
    position = at_corinth().set_treasury(1, 3, 2, 3)
    assert told(position, 6) == "Corinth: Aspasia (Athens) rolls 6 + 3 = 9, needs 9: enough."
    assert position.fields["joined"] == {"corinth": "delian"}


def story(seats: int, options: dict[str, str], seed: int, viewer: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The events of a random game with their sentences and the viewer's position after each."""
    game_rules = rules(seats, **options)
    *_, game = random_positions(game_rules, seed, random.Random(seed))
    events, narration = game.events(viewer), Narration(game_rules, viewer)
    for number, event in enumerate(events, 1):
        sentences = narration.follow(events[:number])
        yield event, sentences[-1] or "", narration.view


BATTLES = [(1, {"enemy": "die"}), (1, {"enemy": "ai"}), (1, {"enemy": "rival"}), (2, {}), (4, {})]


@pytest.mark.parametrize(("seats", "options"), BATTLES, ids=str)
def test_the_battle_is_told_with_its_sums_and_a_verdict_for_every_column(seats: int, options: dict[str, str]) -> None:
    fought = verdicts = begun = engaged = 0
    for seed in range(24 if seats == 1 else 6):  # most scenarios are lost before
        for event, sentence, view in story(seats, options, seed, "s0"):
            assert not re.search(r"\bi+\d", sentence), sentence  # tokens are named as the board shows them
            begun += sentence == "The armies stand face to face: the Great Battle begins."
            fought += event.startswith("column ")
            verdict = re.search(r"(Nobody|\w+ league|\w+) wins? the column\.$", sentence)
            verdicts += verdict is not None
            if verdict and view["battle"]["power"][0] == view["battle"]["power"][1]:
                assert verdict.group(1) == "Nobody"
            if re.search(r" engages? ", sentence):
                engaged += 1
                sums = [int(n) for n in re.findall(r": (\d+) against (\d+)\.", sentence)[0]]
                assert sorted(sums) == sorted(view["battle"]["power"])
    assert verdicts == fought > 0
    assert fought == 9 * begun
    assert engaged > 0


@pytest.mark.usefixtures("kernel")
def test_taxes_are_told() -> None:
    def told_of(position: Position, event: str) -> str:
        view = position.fields | {"you": "s0"}
        return rules(**view["options"]).narrate(view, event, view) or ""

    helots = Position.solo_game("the_helots", city="athens", augur="caravans")
    assert told_of(helots, "move chance card:caravans").endswith(
        " 1 copper at the start of the turn) A tax of 1 wheat is due."
    )
    assert "tax" not in told_of(Position.solo_game(augur="laurel"), "move chance card:laurel")
    taxed = Position.league_game()
    assert told_of(taxed, "turn 1") == "Turn 1. You have 2 wheat, 2 wood and 2 copper."
    taxed.edit(lambda fields: fields.update(act=2, card="masterless_men", drawn=["masterless_men"])).next_turn()
    assert told_of(taxed, "turn 2").endswith(" after a tax of 1 wood.")
    assert taxed.board()["resources"] == [3, 2, 4]  # 1 1 2 collected, 1 wood paid


def test_a_dies_enemy_is_called_the_enemy() -> None:
    """It has no seat, so that nobody else puts the article."""
    told = 0
    for seed in range(24):
        for _, sentence, _ in story(1, {"enemy": "die"}, seed, "s0"):
            assert not re.search(r"(?<![Tt]he )\benemy\b|the the|[.!?] the ", sentence), sentence
            told += "The enemy wins" in sentence
    assert told > 3


SHAPES = [(1, {"enemy": "die"}), (1, {"enemy": "rival"}), (2, {}), (3, {}), (4, {})]


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_each_prestige_bonus_is_told_when_it_comes(seats: int, options: dict[str, str]) -> None:
    """One sentence for each that was reached; a token that it brings is drawn, unless it is said to be lost."""
    brought = 0
    for seed in range(12):
        events = list(story(seats, options, seed, "pub"))
        bonus = r"[Pp]restige \d+ (brings|would bring) (?:the )?\w+ ([^.]*)\."
        told = [re.findall(bonus, sentence) for _, sentence, _ in events]
        assert sum(map(len, told)) == sum(board["bonuses"] for board in events[-1][2]["boards"])
        for number, bonuses in enumerate(told):
            for verb, what in bonuses:
                token = re.match(r"(Hoplites|Cavalry|Triremes) (I+)\b", what)
                assert (verb == "brings") == (not what.endswith(": it is lost"))
                if token and verb == "brings":
                    deck = f"{token.group(1).lower()}{len(token.group(2))}"
                    following = [event for event, _, _ in events[number + 1 : number + 9]]
                    assert any(event.startswith("draw ") and f" {deck} " in event for event in following), following
                    brought += 1
    assert brought > 0


@pytest.mark.parametrize(("seats", "options"), SHAPES, ids=str)
def test_who_has_actions_left_and_nothing_to_pay_with_is_told(seats: int, options: dict[str, str]) -> None:
    """As often as the referee sees a development turn end by itself with actions left."""
    game_rules, rng = rules(seats, **options), random.Random(1)
    cut = told = 0
    for seed in range(30):
        if seed >= 6 and told:
            break
        game = Game(game_rules, seed)
        known, heard = Observation.start(game_rules, "pub"), 0
        while game.pending:
            before = game_rules.fields(game.state)
            move = rng.choice([move for move in game.legal(game.pending[0]) if move != "done"] or ["done"])
            acts = move.startswith(("build:", "produce:", "donate:"))
            left = sum(board["actions"] for board in before["boards"]) - acts
            game.play(game.pending[0], move)
            after = game_rules.fields(game.state)
            where = [(fields["phase"], fields["step"]) for fields in (before, after)]
            ability = move.startswith("ability")  # may bring actions, or a turn of its own
            cut += (
                before["phase"] == "development"
                and where[0] != where[1]
                and left > 0
                and move != "done"
                and not ability
            )
            for event in game.events("pub")[heard:]:
                seen = known.view()
                known = known.see(event)
                sentence = game_rules.narrate(seen, event, known.view()) or ""
                told += "Nothing more can be paid" in sentence and not ability
                heard += 1
    assert told == cut
    assert told > 0


def test_who_held_a_territory_before_is_told() -> None:
    """As the referee's positions say, from one decision to the next."""
    game_rules, rng = rules(4), random.Random(3)
    names, taken, given = game_rules.tables.names, 0, 0  # type: ignore[attr-defined]
    for seed in range(12):
        game, narration, heard = Game(game_rules, seed), Narration(game_rules, "pub"), 0
        while game.pending:
            before = game_rules.fields(game.state)["territories"]
            move = rng.choice(game.legal(game.pending[0]))
            game.play(game.pending[0], move)
            after = game_rules.fields(game.state)["territories"]
            said = narration.follow(game.events("pub"))[heard:]
            heard += len(said)
            for name, now in after.items():
                was = before[name]["holder"]
                if now["holder"] and now["holder"] != was and not now["brigands"]:
                    holder, place = names[now["holder"]], names[name]
                    taken += bool(was)
                    given += move == f"give:{name}"
                    if was and move != f"give:{name}":  # a territory that was given up is taken from nobody
                        assert f"{holder} takes {place} from {names[was]}." in said
                    else:
                        assert f"{holder} holds {place} now." in said
    assert taken > 5
    assert given


def test_the_late_leagues_tokens_are_explained() -> None:
    told = [sentence for event, sentence, _ in story(2, {}, 1, "s0") if event.startswith("draw ")]
    late = [sentence for sentence in told if sentence.endswith(", because it develops last.")]
    assert len(late) == 2
    assert late == told[:2]


def test_who_plays_which_city_is_told_without_calling_the_city_twice() -> None:
    """A frontend may call a seat by its city: "Athens plays Athens." is no news."""
    for seats in (2, 4):
        for viewer in ("s0", "pub"):
            chosen = [(event, said) for event, said, _ in story(seats, {}, 3, viewer) if " city:" in event]
            assert len(chosen) == seats
            for event, said in chosen:
                assert not re.search(r"\bs\d\b", said)
                own = event.split(" ")[1] == viewer
                assert re.fullmatch(r"You play \w+\." if own else r"\w+ fights in the \w+ league\.", said)
    [alone] = [said for event, said, _ in story(1, {"enemy": "die"}, 3, "s0") if " city:" in event]
    assert alone.startswith("You play ")


def test_a_seat_without_a_city_is_named_as_in_a_sentence() -> None:
    """Events that are told without their context know no cities."""
    two, four, alone = rules(2), rules(4), rules(1)
    assert two.tell("move s0 build:mine") == "The Delian league builds the Mine."
    assert two.tell("reward s1 persia") == "Persia rewards the Peloponnesian league."
    assert four.tell("move s2 build:mine") == "The Peloponnesian league's second city builds the Mine."
    assert alone.tell("reward s0 persia") == "Persia rewards the player."
    assert alone.seat_name("s0") == "The player"


def test_who_leaves_a_territory_is_told_by_name() -> None:
    told = 0
    for seed in range(8):
        for event, said, _ in story(4, {}, seed, "pub"):
            if event.startswith("lost "):
                assert re.fullmatch(r"\w+ \(\w+\) leaves \w[\w ]*\.", said), said
                told += 1
    assert told > 0


@pytest.mark.usefixtures("kernel")
def test_several_figures_leave_together() -> None:
    """A die may send several of the enemy's to one territory."""
    fields = Position.solo_game().fields | {"you": "s0"}
    enemy = next(board for board in fields["boards"] if board["seat"] == "enemy")
    figures = [["brasidas", "ionia"], ["gorgo", "ionia"], ["lysander", ""]]
    view = {**fields, "boards": [fields["boards"][0], {**enemy, "figures": figures}]}
    assert rules(**fields["options"]).narrate(view, "lost enemy ionia", view) == (
        "Brasidas and Gorgo (the enemy) leave Ionia."
    )


@pytest.mark.usefixtures("kernel")
def test_a_bonus_that_costs_something_is_paid_without_asking() -> None:
    """RULES.md, Prestige bonuses: it must be paid and taken if it can be."""
    position = Position.league_game(administrators="strategos tamias").rich()
    view = position.fields | {"you": "s0"}
    gloss = rules(2).gloss(view, "administrator:strategos")
    assert "Bonuses when prestige reaches 3: Hoplites II (1 wheat is paid for it; without that it is lost);" in gloss

    def reached(**more: Any) -> str:
        """Prestige 3, with what the move has left on the agenda."""
        before = position.set_board(prestige=2, bonuses=0).fields | {"you": "s0"}
        board = {**before["boards"][0], "prestige": 3, "bonuses": 1}
        after = {**before, "boards": [board, *before["boards"][1:]], **more}
        return rules(2).narrate(before, "move s0 donate:2@wheat", after) or ""

    paid = reached(agenda=[["draw", "delian", "hoplites2"]])
    assert paid.endswith("Prestige 3 brings you Hoplites II; 1 wheat is paid for it.")
    lost = reached(agenda=[])
    assert lost.endswith("Prestige 3 would bring you Hoplites II, but 1 wheat cannot be paid for it: it is lost.")


@pytest.mark.usefixtures("kernel")
def test_a_bonus_of_actions_is_for_the_own_development_turn() -> None:
    before = Position.league_game(administrators="archon tamias").rich().fields | {"you": "s0"}
    after = before | {"boards": [before["boards"][0] | {"bonuses": 1}, before["boards"][1]]}

    def told(event: str, phase: str) -> str:
        return rules(2).narrate(before | {"phase": phase}, event, after) or ""

    assert told("move s0 donate:2@wheat", "development").endswith("Prestige 3 brings you 1 more action.")
    lost = "would bring you 1 more action, but this is not your development turn: it is lost."
    assert told("move s0 stay:aspasia", "diplomacy").endswith(lost)

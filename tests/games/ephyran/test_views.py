"""What seats and spectators see of Ephyran, in games played from the start."""

from __future__ import annotations

import itertools
import random

import pytest

from .position import DIONYSUS, Layout, Position, card_of, in_order

pytestmark = pytest.mark.usefixtures("implementation")


def deal(box: Layout, *hands: list[str]) -> Position:
    """Each seat is dealt these cards, and others from the box up to four."""
    others = iter(list(box.box))
    return Position.dealt(*([*hand, *itertools.islice(others, 4 - len(hand))] for hand in hands))


def turn(game: Position, *moves: str, but: tuple[str, ...] = ()) -> None:
    """Play a turn, all but its last drawing of a card from the pile, which is the last that is not in ``but``."""
    game.do(*moves, "draw:pile")
    game.do(next(move for move in reversed(game.legal()) if move.removeprefix("card:") not in but))


def throw_away(game: Position) -> str:
    """The move that discards a Dionysus, which tells nobody anything."""
    return f"discard:{DIONYSUS}" if DIONYSUS in game.hands[game.turn] else game.verb("discard")[-1]


def test_6_1_a_card_from_the_discard_is_seen_by_all() -> None:
    box = Layout()
    thrown, half = card_of(box.half("lands-3")), box.half("lagoon-1")
    game = deal(box, [thrown], [card_of(half)])
    turn(game, f"discard:{thrown}")
    game.do(f"add:{half}", "draw:discard")
    for viewer in ("s0", "s1", "pub"):
        assert thrown in game.view(viewer)["hands"]["s1"]


def test_6_1_a_card_from_the_pile_is_seen_by_its_drawer_only() -> None:
    box = Layout()
    half = box.half("forest-1")
    game = deal(box, [card_of(half)], [])
    before = game.hands["s0"]
    game.do(f"add:{half}", "draw:pile")
    card = game.unseen[7]
    game.do(f"card:{card}")
    assert game.view("s0")["hands"]["s0"] == in_order([card, *(each for each in before if each != card_of(half))])
    for viewer in ("s1", "pub"):
        assert game.view(viewer)["hands"]["s0"] == [DIONYSUS, *["?"] * 4]
        assert card in game.view(viewer)["unseen"]
    assert card not in game.view("s0")["unseen"]


def test_7_2_what_the_graeae_look_at_is_seen_by_who_asked_them() -> None:
    box = Layout()
    card = box.support(None, "graeae")
    game = deal(box, [card], []).do(f"graeae:{card}")
    looked = [game.unseen[i] for i in (8, 1, 5)]
    game.do(*(f"card:{one}" for one in looked))
    assert game.view("s0")["looked"] == in_order(looked)
    assert game.view("s1")["looked"] == game.view("pub")["looked"] == ["?"] * 3
    game.do(f"keep:{looked[0]}")
    assert looked[0] in game.view("s0")["hands"]["s0"]
    assert game.view("s1")["hands"]["s0"] == [DIONYSUS, *["?"] * 4]
    game.do(f"under:{looked[1]}")
    assert game.view("s1")["discard"] == looked[1:]


def with_token(*more: str) -> tuple[Position, list[str]]:
    """s0 has an area in the lagoon, plays Take and holds a thunderbolt; ``more`` are halves for places in its hand."""
    box = Layout()
    half, card = box.half("lagoon-1"), box.support(None, "take")
    others = [box.half(slot) for slot in more]
    game = deal(box, [card_of(half), card, *map(card_of, others)], [])
    turn(game, f"add:{half}")
    turn(game, throw_away(game))
    return game.do(f"take:{card}", "pass", "token:thunderbolt"), others


def test_7_4_a_token_is_seen_by_who_took_it() -> None:
    game, _ = with_token()
    assert game.view("s0")["held"] == {"kind": "thunderbolt", "seen_by": ["s0"]}
    assert game.view("s1")["held"] == game.view("pub")["held"] == {"kind": "?", "seen_by": ["s0"]}
    game.do("put:lagoon-1")
    assert [game.view(viewer)["unseen_tokens"]["thunderbolt"] for viewer in ("s0", "s1", "pub")] == [3, 4, 4]
    laid = [game.view(viewer)["cities"]["s0"]["lagoon"]["areas"][0]["token"]["kind"] for viewer in ("s0", "s1", "pub")]
    assert laid == ["thunderbolt", "?", "?"]


def test_5_3_all_see_the_token_that_is_lost_with_a_changed_area() -> None:
    game, (other,) = with_token("lagoon-1")
    turn(game, "put:lagoon-1")
    turn(game, throw_away(game))
    assert game.view("s1")["lost"]["thunderbolt"] == 0
    game.do(f"change:{other}")
    assert [game.view(viewer)["lost"]["thunderbolt"] for viewer in ("s0", "s1", "pub")] == [1, 1, 1]


def test_5_5_the_token_on_a_taken_dionysus_is_still_known_to_its_former_owner_only() -> None:
    box = Layout()
    half, card = box.half("mountain-1"), box.support(None, "take")
    game = deal(box, [card_of(half)], [card])
    turn(game, f"discard:{DIONYSUS}")
    turn(game, f"add:{DIONYSUS}@mountain-1")
    turn(game, next(move for move in game.verb("discard") if move != f"discard:{card_of(half)}"))
    turn(game, f"take:{card}", "pass", "token:trident", "put:mountain-1")
    game.do(f"dionysus:{half}@s1>lagoon-1")
    kinds = [game.view(viewer)["cities"]["s0"]["lagoon"]["areas"][0]["token"]["kind"] for viewer in ("s0", "s1", "pub")]
    assert kinds == ["?", "trident", "?"]


def test_7_6_a_stolen_token_is_seen_by_thief_and_victim() -> None:
    box = Layout(3)
    mine, theirs = box.half("lagoon-1"), box.half("forest-1")
    steal, take = box.support(None, "steal"), box.support(None, "take")
    game = deal(box, [card_of(mine), steal], [card_of(theirs), take], [])
    turn(game, f"add:{mine}")
    turn(game, f"add:{theirs}")
    turn(game, throw_away(game))
    turn(game, throw_away(game))
    turn(game, f"take:{take}", "pass", "pass", "token:thunderbolt", "put:forest-1")
    turn(game, throw_away(game))
    game.do(f"steal:{steal}@s1", "pass")
    assert game.view("s0")["cities"]["s1"]["forest"]["areas"][0]["token"]["kind"] == "?"
    game.do("grab:forest-1")
    held = [game.view(viewer)["held"]["kind"] for viewer in ("s0", "s1", "s2", "pub")]
    assert held == ["thunderbolt", "thunderbolt", "?", "?"]


@pytest.mark.parametrize("kind", ["exchange", "destroy", "steal", "take"])
def test_8_2_who_cannot_stop_it_is_asked_all_the_same(kind: str) -> None:
    views = []
    for holds in (False, True):
        box = Layout()
        mine, theirs = box.half("lands-1"), box.half("lands-1")
        support, take = box.support(None, kind), box.support(None, "take")
        held = box.support(None, "graeae"), box.support(None, box.game.supports[kind]["stopped_by"])
        game = deal(box, [card_of(mine), support], [card_of(theirs), take, held[holds]])
        turn(game, f"add:{mine}", but=held)
        turn(game, f"add:{theirs}", but=held)
        turn(game, throw_away(game), but=held)
        turn(game, f"take:{take}", "pass", "token:owl", "put:lands-1", but=held)
        game.do(f"{kind}:{support}" + ("" if kind == "take" else "@s1"))
        assert game.pending() == ["s1"]
        assert (len(game.legal("s1")) > 1) == holds
        views.append([game.view(viewer) for viewer in ("s0", "pub")])
        game.do("pass")
        views[-1] += [game.view(viewer) for viewer in ("s0", "pub")]
    assert views[0] == views[1]


def test_10_2_all_tokens_are_turned_up_at_the_end() -> None:
    game, rng = Position.new(3), random.Random(3)
    while game.pending():
        wanted = [move for move in game.legal() if move.startswith(("add", "take", "put"))]
        game.do(rng.choice(wanted or game.legal()))
    for viewer in ("s0", "s1", "s2", "pub"):
        cities = game.view(viewer)["cities"]
        tokens = [area["token"] for city in cities.values() for row in city.values() for area in row["areas"]]
        kinds = [token["kind"] for token in tokens if token]
        assert len(kinds) > 3
        assert "?" not in kinds

"""Whether a seat can stop a support is its own secret until it does (RULES.md, 8.2)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from petteia.engine import Game, GameError, Ruleset, ruleset
from petteia.ext import core

DEFENCES = {"exchange": "shield", "destroy": "shield", "steal": "hecate", "take": "hecate"}


def reactions(rules: Ruleset, games: int) -> Iterator[Game]:
    """Positions in which a seat is asked whether it stops a support."""
    for seed in range(games):
        rng = random.Random(f"reactions {seed}")
        game = Game(rules, seed)
        while game.pending:
            (seat,) = game.pending
            moves = game.legal(seat)
            if game.view(seat)["phase"] == "react":
                yield game
                moves = ["pass"] if rng.random() < 0.7 else moves
            raids = [move for move in moves if move.startswith((*DEFENCES, "add", "put"))]
            game.play(seat, rng.choice(raids or moves))


def worlds(game: Game, viewer: str, asked: str, rng: random.Random) -> dict[bool, Game]:
    """The game as it may be for all that a viewer knows: once the seat asked can stop the support, once not."""
    found: dict[bool, Game] = {}
    for _ in range(60):
        other = game.clone()
        other.state = game.observation(viewer).sample(rng.getrandbits(60))
        found.setdefault(len(other.legal(asked)) > 1, other)
        if len(found) == 2:
            break
    return found


def told(game: Game, seat: str, move: str) -> list[list[int]]:
    """What each viewer is told of a move, in seat order, the spectator last; the move is not made."""
    return game.state.clone().apply_told(game.ruleset.seat_number(seat), game.ruleset.parse_move(move))


def refusals(game: Game, viewer: str) -> list[str]:
    """What a seat hears that wants to move, or to know its moves, while another is asked."""
    heard = []
    for attempt in (lambda: game.legal(viewer), lambda: game.clone().play(viewer, "pass")):
        try:
            heard.append(str(attempt()))
        except GameError as error:
            heard.append(f"{type(error).__name__} {error}")
    return heard


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_8_2_letting_it_through_looks_the_same_with_and_without_the_card(seats: int) -> None:
    rules = ruleset("ephyran", seats)
    rng = random.Random(seats)
    compared: Counter[str] = Counter()
    for game in reactions(rules, 4):
        (asked,) = game.pending
        number = rules.seat_number(asked)
        for viewer in (*rules.seats, "pub"):
            if viewer == asked:
                continue
            pair = worlds(game, viewer, asked, rng)
            if len(pair) < 2:
                continue
            without, with_card = pair[False], pair[True]
            column = [*rules.seats, "pub"].index(viewer)
            # Who is asked, what kind of question it is, and all that the viewer can ask for.
            assert without.pending == with_card.pending == game.pending
            assert without.state.kind(number) == with_card.state.kind(number)
            assert without.view(viewer) == with_card.view(viewer)
            assert without.draw(viewer) == with_card.draw(viewer)
            assert without.events(viewer) == with_card.events(viewer)
            if viewer != "pub":
                assert refusals(without, viewer) == refusals(with_card, viewer)
            # It lets the support through: the same events, to the bit and in number, for viewer and spectator.
            events = told(without, asked, "pass"), told(with_card, asked, "pass")
            assert events[0][column] == events[1][column]
            assert events[0][-1] == events[1][-1]
            assert [len(tokens) for tokens in events[0]] == [len(tokens) for tokens in events[1]]
            # And the turn goes on the same.
            for world in pair.values():
                world.state.apply(number, rules.parse_move("pass"))
            assert without.pending == with_card.pending
            if without.pending == (viewer,):
                assert without.legal(viewer) == with_card.legal(viewer)
            compared[game.view("pub")["support"]] += 1
    assert set(compared) == set(DEFENCES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_8_3_the_card_that_a_defender_draws_is_its_own(seats: int) -> None:
    rules = ruleset("ephyran", seats)
    seen = 0
    for game in reactions(rules, 3):
        (asked,) = game.pending
        stops = game.legal(asked)[1:]
        if not stops or game.view(asked)["pile_size"] == 0:
            continue
        state = game.state.clone()
        state.apply(rules.seat_number(asked), rules.parse_move(stops[0]))
        outcomes = state.legal(core.CHANCE)
        tellings = [state.clone().apply_told(core.CHANCE, outcome) for outcome in outcomes]
        for column, viewer in enumerate((*rules.seats, "pub")):
            different = {tuple(telling[column]) for telling in tellings}
            assert len(different) == (len(outcomes) if viewer == asked else 1)
        seen += 1
    assert seen > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_7_2_what_is_kept_with_the_graeae_is_told_to_nobody_else(seats: int) -> None:
    rules = ruleset("ephyran", seats)
    rng = random.Random(7)
    seen = 0
    for seed in range(3):
        game = Game(rules, seed)
        while game.pending:
            (seat,) = game.pending
            moves = game.legal(seat)
            if game.view(seat)["phase"] == "keep" and len(moves) == 3:
                tellings = [told(game, seat, move) for move in moves]
                for column, viewer in enumerate((*rules.seats, "pub")):
                    assert len({tuple(telling[column]) for telling in tellings}) == (3 if viewer == seat else 1)
                seen += 1
            wanted = [move for move in moves if move.startswith("graeae")]
            game.play(seat, rng.choice(wanted or moves))
    assert seen > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_13_2_a_token_taken_or_stolen_is_seen_by_its_taker_alone(seats: int) -> None:
    """Put any kind under what the others saw: what they are told as it is taken or stolen is the same."""
    rules = ruleset("ephyran", seats)
    rng = random.Random(8)
    seen: Counter[str] = Counter()
    for seed in range(6):
        game = Game(rules, seed, chance="client")
        while game.pending:
            (seat,) = game.pending
            moves = game.legal(seat)
            phase = game.view("pub")["phase"]
            if phase == "token":
                tellings = [told(game, seat, move) for move in moves]
                column = rng.choice([n for n in range(seats + 1) if n != rules.seat_number(game.view("pub")["turn"])])
                assert len({tuple(telling[column]) for telling in tellings}) == 1
                seen[phase] += 1
            if phase == "grab":
                for viewer in [viewer for viewer in (*rules.seats, "pub") if viewer != seat]:
                    column = [*rules.seats, "pub"].index(viewer)
                    stories = set()
                    for number in range(8):
                        other = game.clone()
                        other.state = game.observation(viewer).sample(number)
                        stories.add(tuple(told(other, seat, moves[0])[column]))
                    assert len(stories) == 1
                seen[phase] += 1
            wanted = [move for move in moves if move.startswith(("take", "steal", "add", "put", "pass"))]
            game.play(seat, rng.choice(wanted or moves))
    assert seen["token"]
    assert seen["grab"]

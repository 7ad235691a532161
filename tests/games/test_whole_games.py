"""Random games of every game, from start to end, on the kernel and on the reference."""

from __future__ import annotations

import json
import random
from importlib import import_module
from itertools import islice

import pytest

from petteia.engine import GAMES
from tests.reference import REFERENCES
from tests.reference.base import CHANCE

from .kernel import KernelGame, kernel_rules
from .lockstep import Shape
from .position import Position, random_game

SHAPES = [(name, Shape(*shape)) for name, game in GAMES.items() for shape in game.shapes()]
both = pytest.mark.usefixtures("implementation")
every_shape = pytest.mark.parametrize(
    ("game", "shape"),
    SHAPES,
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, [value.seats, *value.options.values()])),
)


def start(game: str, shape: Shape) -> Position:
    found: type[Position] = import_module(f"tests.games.{game}.position").Position
    return found.new(shape.seats, **shape.options)


@both
@every_shape
def test_random_games_end_within_the_bound(game: str, shape: Shape) -> None:
    for seed in range(3):
        position = start(game, shape)
        moves = [0, 0]
        for seat, _ in random_game(position, seed):
            position.game.check()
            moves[seat == CHANCE] += 1
        assert position.phase == "over"
        assert sum(position.returns()) == pytest.approx(1)
        most = position.most_moves(shape.seats)
        assert moves[0] <= most[0]
        assert moves[1] <= most[1]


@both
@every_shape
def test_a_position_survives_its_fields(game: str, shape: Shape) -> None:
    """Written down as JSON and set up again, it goes on in the same way."""
    position = start(game, shape)
    for seat, move in random_game(position, 7):
        fields = position.fields
        assert json.loads(json.dumps(fields)) == fields
        again = position.again(fields)
        assert again.fields == fields
        assert again.pending() == position.pending()
        for each in position.pending():
            assert again.legal(each) == position.legal(each)
        after = position.clone().play(seat, move)
        assert again.play(seat, move).fields == after.fields
        assert position.fields == fields, "a copy is independent"


@both
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_is_independent_to_the_end_of_the_game(game: str) -> None:
    position = start(game, dict(SHAPES)[game])
    assert len(list(islice(random_game(position, 2), 20))) == 20
    before = position.fields, position.view("s0"), position.view("pub")
    copy = position.clone()
    assert list(random_game(copy, 3))
    assert copy.phase == "over"
    assert (position.fields, position.view("s0"), position.view("pub")) == before


# What a view tells of the past that fields do not: Egemonia's last confrontation, and where Divine help was seen to go.
REMEMBERED = {"egemonia": ("revealed", "divine_help")}


@every_shape
def test_what_is_hidden_changes_no_view_of_the_reference(game: str, shape: Shape) -> None:
    """Put another world under what a seat has seen: the reference shows it the same and lets it do the same."""
    kernel = KernelGame(kernel_rules(game, shape.seats, shape.options))
    reference, rng = REFERENCES[game](shape.seats, shape.options), random.Random(11)
    position = Position(kernel)
    compared = 0
    for seat, move in random_game(position, 3):
        if rng.random() < 0.25 and position.pending() != [CHANCE]:
            for viewer, obs in kernel.obs.items():
                sampled = kernel.ruleset.fields(obs.sample(rng.getrandbits(60)))
                world = REFERENCES[game].from_fields(sampled, options=shape.options)
                world.check()
                seen = reference.view(viewer)
                kept = {name: seen[name] for name in REMEMBERED.get(game, ())}
                assert world.view(viewer) | kept == seen
                if viewer in reference.pending():
                    assert world.legal(viewer) == reference.legal(viewer)
                compared += 1
        reference.play(seat, move)
    assert compared > 5

"""What every game must keep to. A new game gets this suite by standing in the registry."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from xml.etree import ElementTree

import numpy as np
import pytest

from petteia.engine import Game, GameError, Observation, Ruleset
from petteia.ext import core
from tests.games.frequencies import check_frequencies
from tests.games.lockstep import SECRET_KINDS

LONGEST = 5_000  # decisions of a game; each game's rules page states its own bound


def positions(rules: Ruleset, games: int, seed: int = 0, share: float = 1.0) -> Iterator[Game]:
    """Positions of random games with a decision to make; about ``share`` of all."""
    for number in range(games):
        rng = random.Random(f"{rules.name} {seed} {number}")
        game = Game(rules, number + 1000 * seed)
        for _ in range(LONGEST):
            if not game.pending:
                break
            if rng.random() < share:
                yield game
            seat = rng.choice(game.pending)
            game.play(seat, rng.choice(game.legal(seat)))
        assert not game.pending, f"game {number} does not end"


def viewers(rules: Ruleset) -> tuple[str, ...]:
    return (*rules.seats, "pub")


def test_random_games_end_and_every_state_is_sound(rules: Ruleset) -> None:
    for game in positions(rules, 30):
        assert game.state.check() == 0
        for seat in game.pending:
            moves = game.state.legal(rules.seat_number(seat))
            assert moves, f"{seat} is asked and has no move"
            assert len(set(moves)) == len(moves)
        assert game.result is None


def test_a_state_is_small(rules: Ruleset) -> None:
    """A search copies it at every step."""
    assert rules.rules.state_size <= 512


def test_results_add_up(rules: Ruleset) -> None:
    for number in range(40):
        game = Game(rules, number)
        game.state.playout(number)
        assert game.state.pending() == 0
        assert sum(game.state.returns()) == pytest.approx(1)
        assert game.state.evaluate() == game.state.returns()


def test_evaluation_is_a_share_for_each_team(rules: Ruleset) -> None:
    for game in positions(rules, 5):
        shares = game.state.evaluate()
        assert len(shares) == rules.rules.n_teams
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert all(0 <= share <= 1 for share in shares)


def test_copies_are_independent(rules: Ruleset) -> None:
    rng = random.Random(1)
    for game in positions(rules, 3, share=0.3):
        before, saved = game.state.raw(), game.save()
        copy = game.clone()
        while copy.pending:
            seat = copy.pending[0]
            copy.play(seat, rng.choice(copy.legal(seat)))
        state = game.state.clone()
        state.playout(5)
        assert game.state.raw() == before
        assert game.save() == saved


def test_notation_round_trips(rules: Ruleset) -> None:
    for game in positions(rules, 10):
        for seat in game.pending:
            moves = game.state.legal(rules.seat_number(seat))
            words = [rules.format_move(move) for move in moves]
            assert [rules.parse_move(word) for word in words] == moves
            assert len(set(words)) == len(words)
            assert all(word == word.strip() and " " not in word for word in words)
    for viewer in viewers(rules):
        events = game.events(viewer)
        assert [rules.format_token(rules.parse_token(event)) for event in events] == events


def test_the_same_seed_gives_the_same_game(rules: Ruleset) -> None:
    def story(seed: int) -> list[tuple[str, str]]:
        rng = random.Random(3)
        game = Game(rules, seed)
        while game.pending:
            seat = game.pending[0]
            game.play(seat, rng.choice(game.legal(seat)))
        return game.moves

    assert story(5) == story(5)
    # A game may have little chance (two outcomes in all), so that a few seeds can give the same deal.
    assert any(story(5) != story(seed) for seed in range(6, 26))


def test_saves_round_trip(rules: Ruleset) -> None:
    for game in positions(rules, 4, share=0.15):
        loaded = Game.load(game.save())
        assert loaded.state == game.state
        assert loaded.moves == game.moves
        for viewer in viewers(rules):
            assert loaded.view(viewer) == game.view(viewer)
            assert loaded.events(viewer) == game.events(viewer)
        # The deal goes on as it would have.
        ahead, seat = game.clone(), game.pending[0]
        for copy in (ahead, loaded):
            copy.play(seat, copy.legal(seat)[0])
        assert loaded.state == ahead.state


def test_chance_by_the_caller_gives_the_same_game(rules: Ruleset) -> None:
    game = next(game for game in positions(rules, 2) if len(game.moves) > 25)
    client = Game(rules, 99, chance="client")
    for seat, move in game.moves:
        assert seat in client.pending
        client.play(seat, move)
    assert client.state == game.state
    for viewer in viewers(rules):
        assert client.view(viewer) == game.view(viewer)


def test_chance_follows_its_weights(rules: Ruleset) -> None:
    game = Game(rules, 1, chance="client")
    rng = random.Random(2)
    while game.pending and game.pending != ("chance",):
        game.play(game.pending[0], rng.choice(game.legal(game.pending[0])))
    outcomes = game.state.legal(core.CHANCE)
    weights = [game.state.weight(outcome) for outcome in outcomes]
    n = 4_000
    drawn = Counter(core.DealRng(seed).draw(game.state) for seed in range(n))
    check_frequencies(drawn, dict(zip(outcomes, weights, strict=True)))


# ---------------------------------------------------------------------------------------------------------------
# Secrets.


def test_observations_come_from_the_events_alone(rules: Ruleset) -> None:
    """Folded from the words of its events (as a client in seat mode would), an observation is the same to the bit."""
    game = list(positions(rules, 1))[-1]
    for viewer in viewers(rules):
        observation = Observation.start(rules, viewer)
        for event in game.events(viewer):
            observation = observation.see(event)
        assert observation.core.raw() == game.observation(viewer).core.raw()
        assert observation.key == game.observation(viewer).key
        assert observation.view() == game.view(viewer)


def teams_of_several(rules: Ruleset) -> bool:
    return len(set(rules.rules.teams)) < rules.rules.n_seats


def check_pending(game: Game, observation: Observation, world: core.State) -> None:
    """A viewer knows who is pending, and a world sampled for it agrees.

    In a secret choice it cannot tell who of the others has chosen already: for all it knows they still have to. (Where
    a team's seats choose one after the other, not even which of them is at it.)
    """
    rules = game.ruleset
    assert rules.pending_seats(world.pending()) == observation.pending
    assert (observation.seat in game.pending) == (observation.seat in observation.pending)
    if {game.state.kind(rules.seat_number(seat)) for seat in game.pending} & SECRET_KINDS:
        assert set(game.pending) <= set(observation.pending) or teams_of_several(rules)
    else:
        assert game.pending == observation.pending


def check_nothing_leaks(game: Game, rng: random.Random) -> None:
    """Put another hidden world under what a seat saw: nothing that the seat can ask for may change."""
    rules = game.ruleset
    for viewer in viewers(rules):
        observation = game.observation(viewer)
        other = game.clone()
        other.state = observation.sample(rng.getrandbits(60))
        assert other.state.check() == 0
        check_pending(game, observation, other.state)
        assert other.view(viewer) == game.view(viewer)
        assert np.array_equal(other.observation(viewer).to_numpy(), observation.to_numpy())
        assert other.observation(viewer).key == observation.key
        if viewer in game.pending:
            assert other.legal(viewer) == game.legal(viewer) == observation.legal()
            number = rules.seat_number(viewer)
            assert other.state.kind(number) == game.state.kind(number)
        for bad in bad_moves(game, viewer, rng):
            assert refusal(other, viewer, bad) == refusal(game, viewer, bad)


def bad_moves(game: Game, viewer: str, rng: random.Random) -> list[str]:
    """Moves that others may make, moves of other times, and no moves at all."""
    words = [move for _, move in game.moves]
    return ["", "frob", rng.choice(words) if words else "x", *(game.legal(seat)[-1] for seat in game.pending)]


def refusal(game: Game, seat: str, move: str) -> str:
    """What the seat is told when it tries a move, without making it."""
    try:
        game.clone().play(seat, move)
    except GameError as error:
        return f"{type(error).__name__}: {error}"
    return "fine"


def test_nothing_leaks(rules: Ruleset) -> None:
    rng = random.Random(4)
    for game in islice(positions(rules, 60, seed=1, share=0.2), 150):
        check_nothing_leaks(game, rng)


@pytest.mark.long
@pytest.mark.timeout(0)
def test_nothing_leaks_on_5000_positions(rules: Ruleset) -> None:
    rng = random.Random(5)
    for game in islice(positions(rules, 1_000_000, seed=2, share=0.3), 5_000):
        check_nothing_leaks(game, rng)


def test_resampled_worlds_differ_only_in_what_is_hidden(rules: Ruleset) -> None:
    """A world sampled for a seat, watched by that seat, is its own observation: what it knows of it stays as it was."""
    for game in positions(rules, 3, seed=3, share=0.3):
        for seat in game.pending:
            observation = game.observation(seat)
            number = rules.seat_number(seat)
            own = rules.view(observation.core)
            for stream in range(3):
                world = observation.sample(1, stream)
                assert world.legal(number) == game.state.legal(number)
                check_pending(game, observation, world)
                openly = rules.fields(world)
                for name in own.keys() & openly.keys():
                    if name not in PARTLY_HIDDEN:
                        assert openly[name] == own[name], name


# Fields in which a view says less than the position; all others must be equal.
PARTLY_HIDDEN = {
    *("hands", "placed", "discard", "cup"),  # Egemonia
    *("hands", "cities", "held", "looked", "unseen", "unseen_tokens"),  # Ephyran
    *("secret", "cards"),  # Epix
    *("decks", "army", "slots", "leaders", "chosen"),  # Epireia
}


def test_own_secrets_can_be_resampled(rules: Ruleset) -> None:
    for game in positions(rules, 3, seed=4, share=0.3):
        for viewer in viewers(rules):
            for stream in range(3):
                world = game.observation(viewer).core.sample(2, stream, True)
                assert world.check() == 0
                # Of a secret choice that still goes on a viewer's own part is forgotten too, so it is asked again.
                secret = {game.state.kind(rules.seat_number(seat)) for seat in game.pending} & SECRET_KINDS
                missing = game.state.pending() & ~world.pending()
                if not secret:
                    assert world.pending() == game.state.pending()
                elif not teams_of_several(rules):
                    assert missing == 0
                state = world.clone()
                state.playout(1)
                assert state.pending() == 0


def test_views_are_plain_data(rules: Ruleset) -> None:
    for game in positions(rules, 2, share=0.3):
        for viewer in viewers(rules):
            view = game.view(viewer)
            assert json.loads(json.dumps(view)) == view
            text = game.draw(viewer)
            assert text.endswith("\n")
            ElementTree.fromstring(rules.picture(rules.view(game.observation(viewer).core)))
            assert max(map(len, text.splitlines())) <= 80


def test_vectors_have_the_documented_shape(rules: Ruleset) -> None:
    blocks = Observation.start(rules, rules.seats[0]).layout()
    start = 0
    for block in blocks:
        assert block.start == start
        start += block.size
    for game in positions(rules, 2, share=0.3):
        for viewer in viewers(rules):
            vector = game.observation(viewer).to_numpy()
            assert vector.dtype == np.float32
            assert vector.shape == (start,)
            assert np.isfinite(vector).all()


# ---------------------------------------------------------------------------------------------------------------
# Bad input.


def test_a_failed_call_changes_nothing(rules: Ruleset) -> None:
    rng = random.Random(6)
    letters = "abcdefghijklmnopqrstuvwxyz:@>,+-0123456789? \n\x00é"
    for game in positions(rules, 2, seed=5, share=0.3):
        before = game.save()
        legal = set(game.legal(game.pending[0]))
        for seat in [*rules.seats, "s9", "chance", "pub", "", "S0"]:
            for move in ["", "".join(rng.choices(letters, k=8)), rng.choice(sorted(legal))[:-1], "pass!"]:
                if seat in game.pending and move in game.legal(seat):
                    continue
                with pytest.raises(GameError):
                    game.play(seat, move)
        assert game.save() == before

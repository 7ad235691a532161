"""What every game must keep to, as checks that run anywhere: our tests run them, and so does ``petteia contract GAME``.

Each check takes a rule set and plays random games by it. It raises `ContractBroken` with a sentence where the game does
otherwise than it must.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from xml.etree import ElementTree

from ..ext import core
from ..ext.core import DecisionKind
from ..ext.search.searcher import Searcher
from .errors import GameError
from .game import Game, Observation
from .ruleset import Ruleset

LONGEST = 5_000  # decisions of a game; each game's rules page states its own bound
LARGEST_STATE = 512  # bytes: a search copies one in every iteration
WIDEST = 80  # columns of a board in plain text
DRAWS = 4_000  # by which the weights of chance are compared with what is drawn
MOST_DEVIATIONS = 6  # of chi-squared: beyond them it is no bad luck
NODES = 200  # of a search

# Decisions whose seats choose in secret: whether another has chosen yet is hidden too.
SECRET_KINDS = {DecisionKind.SIMULTANEOUS, DecisionKind.BID, DecisionKind.GUESS}


class ContractBroken(AssertionError):
    """A game does otherwise than every game must."""


Check = Callable[[Ruleset], None]
CHECKS: dict[str, Check] = {}  # by name, in the order in which they are worth running


def check(function: Check) -> Check:
    CHECKS[function.__name__] = function
    return function


def want(holds: object, otherwise: str) -> None:
    if not holds:
        raise ContractBroken(otherwise)


def same(one: Any, other: Any, what: str) -> None:
    if one != other:
        raise ContractBroken(f"{what}: {_short(one)} and {_short(other)} should be the same")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "..."


# ---------------------------------------------------------------------------------------------------------------
# What the checks play.


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
        want(not game.pending, f"game {number} does not end within {LONGEST} decisions")


def viewers(rules: Ruleset) -> tuple[str, ...]:
    return (*rules.seats, "pub")


def chance_position(rules: Ruleset) -> Game | None:
    """A game in which chance is to decide; None if it never does."""
    for seed in range(10):
        game, rng = Game(rules, seed, chance="client"), random.Random(seed)
        while game.pending:
            if game.pending == ("chance",):
                return game
            game.play(game.pending[0], rng.choice(game.legal(game.pending[0])))
    return None


def teams_of_several(rules: Ruleset) -> bool:
    return len(set(rules.rules.teams)) < rules.rules.n_seats


# ---------------------------------------------------------------------------------------------------------------
# Rules.


@check
def random_games_end_and_every_state_is_sound(rules: Ruleset) -> None:
    for game in positions(rules, 30):
        same(game.state.check(), 0, "the kernel's check of a state")
        for seat in game.pending:
            moves = game.state.legal(rules.seat_number(seat))
            want(moves, f"{seat} is asked and has no move")
            want(len(set(moves)) == len(moves), f"{seat} has the same move twice: {moves}")
        same(game.result, None, "the result of a game that goes on")


@check
def a_state_is_small(rules: Ruleset) -> None:
    size = rules.rules.state_size
    want(size <= LARGEST_STATE, f"a state has {size} bytes: want at most {LARGEST_STATE}")


@check
def results_add_up(rules: Ruleset) -> None:
    for number in range(40):
        game = Game(rules, number)
        game.state.playout(number)
        same(game.state.pending(), 0, "who is asked after a playout")
        shares = game.state.returns()
        want(abs(sum(shares) - 1) < 1e-6, f"the shares of a finished game are {shares}: want a sum of 1")
        same(game.state.evaluate(), shares, "the evaluation of a finished game and its result")


@check
def an_evaluation_is_a_share_for_each_team(rules: Ruleset) -> None:
    for game in positions(rules, 5):
        shares = game.state.evaluate()
        same(len(shares), rules.rules.n_teams, "shares and teams")
        want(abs(sum(shares) - 1) < 1e-5, f"an evaluation is {shares}: want a sum of 1")
        want(all(0 <= share <= 1 for share in shares), f"an evaluation is {shares}: want numbers from 0 to 1")


@check
def copies_are_independent(rules: Ruleset) -> None:
    rng = random.Random(1)
    for game in positions(rules, 3, share=0.3):
        before, saved = game.state.raw(), game.save()
        copy = game.clone()
        while copy.pending:
            seat = copy.pending[0]
            copy.play(seat, rng.choice(copy.legal(seat)))
        state = game.state.clone()
        state.playout(5)
        same(game.state.raw(), before, "a state before and after its copy was played on")
        same(game.save(), saved, "a save before and after a copy of the game was played on")


@check
def notation_round_trips(rules: Ruleset) -> None:
    game = Game(rules, 0)
    for game in positions(rules, 10):
        for seat in game.pending:
            moves = game.state.legal(rules.seat_number(seat))
            words = [rules.format_move(move) for move in moves]
            same([rules.parse_move(word) for word in words], moves, f"the moves that the words {words[:3]} mean")
            want(len(set(words)) == len(words), f"two moves have the same words: {words}")
            want(all(word == word.strip() and " " not in word for word in words), f"words with blanks: {words}")
    for viewer in viewers(rules):
        events = game.events(viewer)
        same([rules.format_token(rules.parse_token(event)) for event in events], events, "events read and written")


@check
def the_same_seed_gives_the_same_game(rules: Ruleset) -> None:
    def story(seed: int) -> list[tuple[str, str]]:
        rng = random.Random(3)
        game = Game(rules, seed)
        while game.pending:
            seat = game.pending[0]
            game.play(seat, rng.choice(game.legal(seat)))
        return game.moves

    same(story(5), story(5), "two games with the same seed")
    # A game may have little chance (two outcomes in all), so that a few seeds can give the same deal.
    if chance_position(rules) is not None:
        want(any(story(5) != story(seed) for seed in range(6, 26)), "21 seeds give the same game")


@check
def saves_round_trip(rules: Ruleset) -> None:
    for game in positions(rules, 4, share=0.15):
        loaded = Game.load(game.save())
        same(loaded.state, game.state, "the state of a loaded game and of the game")
        same(loaded.moves, game.moves, "the moves of a loaded game and of the game")
        for viewer in viewers(rules):
            same(loaded.view(viewer), game.view(viewer), f"what {viewer} sees of a loaded game and of the game")
            same(loaded.events(viewer), game.events(viewer), f"what {viewer} saw in a loaded game and in the game")
        # The deal goes on as it would have.
        ahead, seat = game.clone(), game.pending[0]
        for copy in (ahead, loaded):
            copy.play(seat, copy.legal(seat)[0])
        same(loaded.state, ahead.state, "a loaded game played on and the game played on")


@check
def chance_by_the_caller_gives_the_same_game(rules: Ruleset) -> None:
    game = Game(rules, 0)
    for game in positions(rules, 2):
        if len(game.moves) > 25:
            break
    client = Game(rules, 99, chance="client")
    for seat, move in game.moves:
        want(seat in client.pending, f"{seat} is to make {move!r}, but asked is {client.pending}")
        client.play(seat, move)
    same(client.state, game.state, "a game and the same with the caller's chance")
    for viewer in viewers(rules):
        same(client.view(viewer), game.view(viewer), f"what {viewer} sees, by the caller's chance and by the deal")


@check
def chance_follows_its_weights(rules: Ruleset) -> None:
    game = chance_position(rules)
    if game is None:
        return
    outcomes = game.state.legal(core.CHANCE)
    weights = {outcome: game.state.weight(outcome) for outcome in outcomes}
    drawn = Counter(core.DealRng(seed).draw(game.state) for seed in range(DRAWS))
    want(set(drawn) <= set(weights), f"drawn, though it cannot be: {set(drawn) - set(weights)}")
    expected = {outcome: weight * DRAWS / sum(weights.values()) for outcome, weight in weights.items()}
    statistic = sum((drawn[outcome] - n) ** 2 / n for outcome, n in expected.items())
    freedom = max(len(expected) - 1, 1)
    want(
        statistic < freedom + MOST_DEVIATIONS * (2 * freedom) ** 0.5,
        f"{DRAWS} draws gave {_short(dict(drawn))}; the weights are {_short(weights)}",
    )


# ---------------------------------------------------------------------------------------------------------------
# Secrets.


@check
def observations_come_from_the_events_alone(rules: Ruleset) -> None:
    """Folded from the words of its events (as a client in seat mode would), an observation is the same to the bit."""
    game = list(positions(rules, 1))[-1]
    for viewer in viewers(rules):
        observation = Observation.start(rules, viewer)
        for event in game.events(viewer):
            observation = observation.see(event)
            observation.view()  # who tells the story looks after every event
        same(observation.core.raw(), game.observation(viewer).core.raw(), f"what {viewer} knows, folded anew")
        same(observation.key, game.observation(viewer).key, f"{viewer}'s key, folded anew")
        same(observation.view(), game.view(viewer), f"{viewer}'s view, folded anew")


def check_pending(game: Game, observation: Observation, world: core.State) -> None:
    """A viewer knows who is pending, and a world sampled for it agrees.

    In a secret choice it cannot tell who of the others has chosen already: for all it knows they still have to. (Where
    a team's seats choose one after the other, not even which of them is at it.)
    """
    rules = game.ruleset
    same(rules.pending_seats(world.pending()), observation.pending, "who is asked in a sampled world and by the view")
    same(observation.seat in game.pending, observation.seat in observation.pending, "whether the viewer is asked")
    if {game.state.kind(rules.seat_number(seat)) for seat in game.pending} & SECRET_KINDS:
        known = set(game.pending) <= set(observation.pending) or teams_of_several(rules)
        want(known, f"{observation.seat} thinks that {observation.pending} are asked; asked are {game.pending}")
    else:
        same(game.pending, observation.pending, f"who is asked, and what {observation.seat} knows of it")


def check_nothing_leaks(game: Game, rng: random.Random) -> None:
    """Put another hidden world under what a seat saw: nothing that the seat can ask for may change."""
    rules = game.ruleset
    for viewer in viewers(rules):
        observation = game.observation(viewer)
        other = game.clone()
        other.state = observation.sample(rng.getrandbits(60))
        same(other.state.check(), 0, "the kernel's check of a sampled world")
        check_pending(game, observation, other.state)
        leaks = f"what {viewer} can see, in two worlds that it cannot tell apart"
        same(other.view(viewer), game.view(viewer), leaks)
        same(other.observation(viewer).to_numpy().tolist(), observation.to_numpy().tolist(), leaks)
        same(other.observation(viewer).key, observation.key, leaks)
        if viewer in game.pending:
            same(other.legal(viewer), game.legal(viewer), leaks)
            same(game.legal(viewer), observation.legal(), f"{viewer}'s moves by the referee and by what it knows")
            number = rules.seat_number(viewer)
            same(other.state.kind(number), game.state.kind(number), leaks)
        for bad in bad_moves(game, viewer, rng):
            same(refusal(other, viewer, bad), refusal(game, viewer, bad), f"why {viewer} may not {bad!r}")


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


@check
def nothing_leaks(rules: Ruleset) -> None:
    rng = random.Random(4)
    for game in islice(positions(rules, 60, seed=1, share=0.2), 150):
        check_nothing_leaks(game, rng)


@check
def resampled_worlds_differ_only_in_what_is_hidden(rules: Ruleset) -> None:
    """A world sampled for a seat, watched by that seat, is its own observation: what it knows of it stays as it was."""
    for game in positions(rules, 3, seed=3, share=0.3):
        for seat in game.pending:
            observation = game.observation(seat)
            number = rules.seat_number(seat)
            own = rules.view(observation.core)
            for stream in range(3):
                world = observation.sample(1, stream)
                same(world.legal(number), game.state.legal(number), f"{seat}'s moves in a sampled world and in truth")
                check_pending(game, observation, world)
                openly = rules.fields(world)
                for name in sorted((own.keys() & openly.keys()) - rules.partly_hidden):
                    same(openly[name], own[name], f"{name} in a sampled world, and as {seat} sees it")


@check
def own_secrets_can_be_resampled(rules: Ruleset) -> None:
    for game in positions(rules, 3, seed=4, share=0.3):
        for viewer in viewers(rules):
            for stream in range(3):
                world = game.observation(viewer).core.sample(2, stream, True)
                same(world.check(), 0, "the kernel's check of a world with other secrets of the viewer's own")
                # Of a secret choice that still goes on a viewer's own part is forgotten too, so it is asked again.
                secret = {game.state.kind(rules.seat_number(seat)) for seat in game.pending} & SECRET_KINDS
                if not secret:
                    same(world.pending(), game.state.pending(), "who is asked")
                elif not teams_of_several(rules):
                    same(game.state.pending() & ~world.pending(), 0, "who is asked no more")
                state = world.clone()
                state.playout(1)
                same(state.pending(), 0, "who is asked after a playout")


# ---------------------------------------------------------------------------------------------------------------
# What programs and people look at.


@check
def views_are_plain_data(rules: Ruleset) -> None:
    for game in positions(rules, 2, share=0.3):
        for viewer in viewers(rules):
            view = game.view(viewer)
            same(json.loads(json.dumps(view)), view, "a view and the same by way of JSON")
            text = game.draw(viewer)
            want(text.endswith("\n"), "a board does not end with a line break")
            ElementTree.fromstring(rules.picture(rules.view(game.observation(viewer).core)))
            widest = max(map(len, text.splitlines()), default=0)
            want(widest <= WIDEST, f"a board is {widest} columns wide: want at most {WIDEST}")


@check
def vectors_have_the_documented_shape(rules: Ruleset) -> None:
    import numpy as np

    start = 0
    for block in Observation.start(rules, rules.seats[0]).layout():
        same(block.start, start, f"where {block.name} begins in the vector")
        start += block.size
    for game in positions(rules, 2, share=0.3):
        for viewer in viewers(rules):
            vector = game.observation(viewer).to_numpy()
            same((vector.dtype, vector.shape), (np.float32, (start,)), "a vector's type and shape")
            want(np.isfinite(vector).all(), "a vector has numbers that are none")


@check
def a_failed_call_changes_nothing(rules: Ruleset) -> None:
    rng = random.Random(6)
    letters = "abcdefghijklmnopqrstuvwxyz:@>,+-0123456789? \n\x00é"
    for game in positions(rules, 2, seed=5, share=0.3):
        before = game.save()
        legal = set(game.legal(game.pending[0]))
        for seat in [*rules.seats, "s9", "chance", "pub", "", "S0"]:
            for move in ["", "".join(rng.choices(letters, k=8)), rng.choice(sorted(legal))[:-1], "pass!"]:
                if seat in game.pending and move in game.legal(seat):
                    continue
                try:
                    game.play(seat, move)
                except GameError:
                    continue
                raise ContractBroken(f"{seat} may play {move!r}, which is not legal")
        same(game.save(), before, "a save before and after moves that were refused")


@check
def it_can_be_searched(rules: Ruleset) -> None:
    """The search finds the same twice, whatever is hidden, and says a chance for each legal move."""
    rng = random.Random(7)
    for game in islice(positions(rules, 20, seed=6, share=0.1), 10):
        seat = rng.choice(game.pending)
        observation = game.observation(seat)
        found = []
        for _ in range(2):
            search = Searcher(observation.core, ai_seed=1, memory_mb=4)
            search.run(nodes=NODES)
            found.append(search.root())
        same(found[0], found[1], "what two searches with the same seed found")
        same(
            sorted(row[0] for row in found[0]), sorted(observation.core.legal()), "the moves of a search and the legal"
        )
        want(
            abs(sum(row[1] for row in found[0]) - 1) < 1e-6, f"the chances of the moves are {found[0]}: want a sum of 1"
        )

"""Worlds sampled from observations follow the law of sampling (RULES.md)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest

from petteia.engine.games.epireia import Epireia
from tests.reference.base import CHANCE
from tests.reference.epireia.worlds import histories, pieces
from tests.tools.random_play import any_kind

from ..frequencies import check_frequencies
from ..kernel import KernelGame
from .position import rules

KIND = {"flank": "cavalry", "center": "hoplites", "maritime": "triremes"}
LEAGUES = ["delian", "peloponnesian"]
SAMPLES = 3_000


def games(seats: int, options: dict[str, str], seed: int) -> Iterator[KernelGame]:
    """The positions of one random game in which somebody decides."""
    game, rng = KernelGame(rules(seats, **options)), random.Random(seed)
    while pending := game.pending():
        if pending != [CHANCE]:
            yield game
        seat = rng.choice(pending)
        game.play(seat, any_kind(rng, game.legal(seat)))
    yield game


def worlds(game: KernelGame, seat: str, n: int, own: bool = False) -> list[dict[str, Any]]:
    obs = game.obs[seat]
    return [game.ruleset.fields(obs.sample(11, stream, own)) for stream in range(n)]


# ---------------------------------------------------------------------------------------------------------------
# Tokens in an army.


def test_two_drawn_tokens_are_any_two_of_the_unseen() -> None:
    """Counted piece by piece: the viewer has drawn one token of the deck, the other league two."""
    game = KernelGame(rules(2))
    for move in ("city:larissa", "city:sparta", "administrator:archon", "administrator:tamias"):
        game.play(game.pending()[0], move)
    for seat in ("s0", "s1"):
        game.play(seat, game.legal(seat)[0])
    while (moves := game.legal(CHANCE))[0].startswith("draw"):
        game.play(CHANCE, moves[0])
    game.play(CHANCE, "card:first_stones")
    drawn = {"s0": "draw:2@hoplites1", "s1": "draw:1@hoplites1"}
    while sum(game.fields()["army"][1]["hoplites1"]) < 2:
        seat = game.pending()[0]
        moves = game.legal(seat)
        if seat == CHANCE:
            assert moves[0].startswith(("draw", "roll", "card"))
            owner = game.fields()["agenda"][:1]
            who = "s0" if owner and owner[0][1] == "delian" else "s1"
            game.play(CHANCE, drawn[who] if moves[0].startswith("draw") else moves[0])
            continue
        wanted = seat == "s1" or sum(game.fields()["army"][0]["hoplites1"]) < 1
        dull = [move for move in moves if move == "done" or move.startswith("stay")]
        game.play(seat, "produce:hoplites1" if wanted and "produce:hoplites1" in moves else dull[0])
    unseen = game.view("s0")["unseen"]["hoplites1"]
    assert unseen == [5, 5, 5, 0, 0, 0]
    expected = Counter(tuple(sorted(pair)) for pair in combinations(pieces(unseen), 2))
    sampled = Counter(tuple(pieces(world["army"][1]["hoplites1"])) for world in worlds(game, "s0", SAMPLES))
    check_frequencies(sampled, dict(expected))
    assert {tuple(world["army"][0]["hoplites1"]) for world in worlds(game, "s0", 20)} == {(0, 1, 0, 0, 0, 0)}
    # A spectator has seen neither.
    everything = Counter(tuple(sorted(pair)) for pair in combinations(pieces([5, 6, 5, 0, 0, 0]), 2))
    sampled = Counter(tuple(pieces(world["army"][1]["hoplites1"])) for world in worlds(game, "pub", SAMPLES))
    check_frequencies(sampled, dict(everything))


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (1, {"enemy": "rival"}), (1, {"enemy": "die"})])
def test_every_hidden_token_is_any_of_the_unseen(seats: int, options: dict[str, str]) -> None:
    """Wherever it lies, at many moments of a game: in the army or in a slot."""
    rng = random.Random(1)
    moments = [game.clone() for game in games(seats, options, 3) if game.fields()["turn"] > 3 and rng.random() < 0.04]
    assert moments
    for game in moments[:8]:
        for seat in game.ruleset.seats:
            view = game.view(seat)
            board = next(board for board in view["boards"] if board["seat"] == seat)
            other = 1 - LEAGUES.index(board["league"])
            sampled: dict[str, Counter[int]] = {}
            for world in worlds(game, seat, 400):
                for deck, counts in world["army"][other].items():
                    for power in pieces(counts):
                        sampled.setdefault(deck, Counter())[power] += 1
            for deck, drawn in sampled.items():
                shares = {power: n for power, n in enumerate(view["unseen"][deck], 1) if n}
                check_frequencies(drawn, shares)


# ---------------------------------------------------------------------------------------------------------------
# Tokens in slots: all histories of draws and placements, one by one.


def test_tokens_in_slots_follow_from_all_histories() -> None:
    """The other league drew two tokens of level I and one of level II and placed them on one front.

    All draws and all placements of labelled pieces are counted that show the same backs.
    """
    unseen = {1: pieces([5, 6, 5, 0, 0, 0])[:9], 2: pieces([0, 0, 3, 4, 3, 2])[:7]}
    backs = [(2, 1), (), (1,)]
    by_history: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for low in permutations(unseen[1], 2):
        for high in unseen[2]:
            army = ((1, low[0]), (1, low[1]), (2, high))
            for columns in histories(army):
                if [tuple(level for level, _ in column) for column in columns] == backs:
                    by_history[tuple(tuple(power for _, power in column) for column in columns)] += 1
    by_law: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for low in permutations(unseen[1], 2):
        for high in unseen[2]:
            by_law[((high, low[0]), (), (low[1],))] += 1
    factor = sum(by_history.values()) / sum(by_law.values())
    assert by_history == Counter({key: round(n * factor) for key, n in by_law.items()})


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (1, {"enemy": "die"}), (1, {"enemy": "ai"})])
def test_tokens_face_down_in_slots_are_any_of_the_unseen(seats: int, options: dict[str, str]) -> None:
    checked = 0
    for seed in range(1, 30):
        *_, game = (game.clone() for game in games(seats, options, seed) if has_hidden_slots(game))
        if checked == 3:
            break
        checked += check_slots(game)
    assert checked == 3


def has_hidden_slots(game: KernelGame) -> bool:
    fields = game.fields()
    return fields["phase"] in ("leaders", "battle") or (
        fields["options"]["seats"] == 1 and fields["turn"] > 0 and fields["phase"] != "over"
    )


def check_slots(game: KernelGame) -> bool:
    """Every slot by itself, and what stands in two of them together."""
    view = game.view("s0")
    other = 1 - LEAGUES.index(view["boards"][0]["league"])
    hidden = [
        (front, column, place, KIND[front] + str(token.count("i")))
        for front, columns in view["slots"][other].items()
        for column, tokens in enumerate(columns)
        for place, token in enumerate(tokens)
        if token.endswith("?")
    ]
    # Two of one level in a column are written in the order of their powers: they are left to the other test.
    alone = [slot for slot in hidden if view["slots"][other][slot[0]][slot[1]] in (["i?"], ["ii?"], ["ii?", "i?"])]
    if not alone:
        return False
    sampled = worlds(game, "s0", 1_500)

    def token(world: dict[str, Any], slot: tuple[str, int, int, str]) -> int:
        found = sorted(world["slots"][other][slot[0]][slot[1]], key=lambda word: word.count("i"), reverse=True)
        return int(found[slot[2]][-1])

    for slot in alone:
        shares = {power: float(n) for power, n in enumerate(view["unseen"][slot[3]], 1) if n}
        check_frequencies(Counter(token(world, slot) for world in sampled), shares)
    for first, second in combinations(alone, 2):
        if first[3] == second[3]:
            pairs = Counter(permutations(pieces(view["unseen"][first[3]]), 2))
            drawn = Counter((token(world, first), token(world, second)) for world in sampled)
            check_frequencies(drawn, {pair: float(n) for pair, n in pairs.items()})
    return True


# ---------------------------------------------------------------------------------------------------------------
# Choices made at the same time.


@pytest.mark.parametrize(("seats", "options"), Epireia.shapes()[:3])
def test_secret_choices_of_others_are_not_made_yet(seats: int, options: dict[str, str]) -> None:
    for game in games(seats, options, 5):
        fields = game.fields()
        if fields["phase"] not in ("figure", "placement", "leaders"):
            continue
        for board in fields["boards"]:
            seat, side = board["seat"], LEAGUES.index(board["league"])
            world = worlds(game, seat, 1)[0]
            if fields["phase"] == "figure":
                assert world["chosen"] == {key: name for key, name in fields["chosen"].items() if key == seat}
            assert world["leaders"][side] == fields["leaders"][side]
            assert world["slots"][side] == fields["slots"][side]
            if fields["phase"] == "leaders":
                assert world["leaders"][1 - side] == {}
            if fields["phase"] == "placement":
                assert not any(column for columns in world["slots"][1 - side].values() for column in columns)


def test_own_secrets_are_drawn_from_what_all_know() -> None:
    """With its own secrets resampled, a seat's army is any part of what nobody has turned up."""
    *_, game = (game.clone() for game in games(2, {}, 3) if game.fields()["phase"] == "development")
    own = game.fields()["army"][0]
    deck = max(own, key=lambda name: sum(own[name]))
    total = [row["powers"] for row in game.ruleset.tables.numbers["decks"]][list(own).index(deck)]  # type: ignore[attr-defined]
    sampled: Counter[int] = Counter()
    for world in worlds(game, "s0", 600, own=True):
        sampled.update(pieces(world["army"][0][deck]))
    check_frequencies(sampled, {power: float(n) for power, n in enumerate(total, 1) if n})

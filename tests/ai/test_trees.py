"""Trees that wait for their seat's next decision share one limit of memory."""

from __future__ import annotations

from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.trees import KeptTrees
from petteia.engine import Game, new
from petteia.ext.search.searcher import Searcher

MEGABYTE = 1 << 20


def searched(game: Game, memory: int, nodes: int) -> Searcher:
    search = Searcher(game.observation(game.pending[0]).core, ai_seed=1, memory_mb=memory)
    search.run(nodes)
    return search


def test_touched_memory_is_what_was_written_to_and_stays_touched() -> None:
    game = new("egemonia", seed=7)
    search = searched(game, 3, 100)
    little = search.touched
    assert 0 < little < MEGABYTE
    search.run(20_000)
    much = search.touched
    assert little < much <= search.memory
    search.advance(game.observation(game.pending[1 % len(game.pending)]).core)
    assert search.touched >= much


def test_what_waited_longest_goes_first() -> None:
    game = new("egemonia", seed=7)
    players = [IsmctsPlayer(seed=number) for number in range(3)]
    made = [searched(game, 16, 60_000) for _ in players]
    sizes = [search.touched for search in made]
    limit = -(-2 * max(sizes) // MEGABYTE)  # room for two
    assert sum(sizes) > limit * MEGABYTE
    trees = KeptTrees(limit)
    for player, search in zip(players[:2], made[:2], strict=True):
        trees.keep(player, "s0", game.ruleset, search)
    again = trees.take(players[0], "s0", game.ruleset)
    assert again is made[0]
    trees.keep(players[0], "s0", game.ruleset, again)
    trees.keep(players[2], "s0", game.ruleset, made[2])
    assert trees.memory <= limit * MEGABYTE
    assert trees.take(players[1], "s0", game.ruleset) is None
    assert trees.take(players[0], "s0", game.ruleset) is made[0]
    assert trees.take(players[2], "s0", game.ruleset) is made[2]


def test_a_smaller_limit_holds_at_once_and_a_tree_is_for_its_rules() -> None:
    game = new("egemonia", seed=7)
    player, trees = IsmctsPlayer(seed=1), KeptTrees(8)
    trees.keep(player, "s0", game.ruleset, searched(game, 2, 20_000))
    assert trees.memory > 0
    trees.limit(0)
    assert trees.memory == len(trees) == 0
    trees.limit(8)
    trees.keep(player, "s0", game.ruleset, searched(game, 1, 100))
    assert trees.take(player, "s0", new("egemonia", scenario="historical").ruleset) is None

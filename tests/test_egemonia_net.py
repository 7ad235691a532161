"""The example that trains a net for Egemonia: a hundredth of it, and the net in the search without torch."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from petteia.engine import Game, ruleset
from petteia.ext.search.batch import Leaves
from petteia.ext.search.searcher import Searcher

from .tools.layout import ROOT

SCRIPT = ROOT / "examples" / "egemonia_net.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("egemonia_net", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_features_tell_positions_apart(example: ModuleType) -> None:
    learnt = example.self_play(1)
    assert learnt.targets.shape == learnt.positions.shape
    assert 0 <= learnt.targets.min() <= learnt.targets.max() <= 1
    assert learnt.moves.shape == learnt.policy.shape == (len(learnt.sides), example.MOST)
    assert set(learnt.sides) == {-1, 1}
    assert np.all(learnt.policy.max(axis=1) > 0)
    found = np.concatenate(
        [part.reshape(len(learnt.positions), -1) for part in example.features(learnt.positions)], axis=1
    )
    assert found.dtype == np.float32
    states = learnt.positions["now"]
    assert len(np.unique(found, axis=0)) >= 0.98 * len(np.unique(states))  # the order of events is left out
    # Who is where: as the words of the position have it.
    game = Game(ruleset("egemonia"), 1)
    game.play("s0", "setup:delos")
    areas, _ = example.features(example.positions_of([game.state]))
    assert areas[0, :, :2].sum() == len(game.ruleset.fields(game.state)["influence"])


def test_what_lies_face_down_acts(example: ModuleType) -> None:
    """`later` is the position after the turn if everybody passes from here on: here, the last placement is lost."""
    rules, compared = ruleset("egemonia"), 0
    game = Game(rules, 3, chance="client")
    numbers, luck = np.random.default_rng(1), game.deal_rng
    while game.pending and compared < 5:
        before = rules.fields(game.state)
        [seat] = game.pending
        if seat == "chance":
            game.play(seat, rules.format_move(luck.draw(game.state)))
            continue
        [position] = example.positions_of([game.state])
        if not before["placed"]:
            assert position["later"] == position["now"]
        elif len(before["placed"]) == example.MAX_PLACED - 1:
            # A False alarm does nothing where no enemy event lies: as good as a pass, but that it leaves the hand.
            lying = {area for _, _, area in before["placed"]}
            for move in game.legal(seat):
                if move.startswith("place:false_alarm@") and move.split("@")[1] not in lying:
                    after = game.clone()
                    after.play(seat, move)
                    [really] = example.positions_of([after.state])
                    for name in ("one", "two", "turn", "phase", "oracle", "syracuse"):
                        assert np.array_equal(position["later"][name], really["now"][name])
                    compared += 1
                    break
        legal = game.legal(seat)
        kept = [move for move in legal if "false_alarm" not in move] or legal
        game.play(seat, kept[numbers.integers(len(kept))])
        if not game.pending:
            game = Game(rules, int(numbers.integers(1 << 30)), chance="client")
            luck = game.deal_rng
    assert compared == 5


def test_a_net_that_knows_nothing_is_the_games_own_evaluation(example: ModuleType, tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", **{name: np.zeros(shape, np.float32) for name, shape in example.SHAPES.items()})
    states = [ruleset("egemonia").rules.start() for _ in range(20)]
    for number, state in enumerate(states):
        state.playout(number, number)
    states = [state for state in states if state.pending()]
    given = example.Net(str(tmp_path / "net.npz"))(Leaves.of(states))
    assert given == pytest.approx(np.array([state.evaluate() for state in states]), abs=0.002)


def test_the_net_plays_without_torch(example: ModuleType, tmp_path: Path) -> None:
    numbers = np.random.default_rng(1)
    np.savez(tmp_path / "net.npz", **{name: numbers.normal(size=shape) for name, shape in example.SHAPES.items()})
    net = example.Net(str(tmp_path / "net.npz"))
    shares = net(Leaves.of([ruleset("egemonia").rules.start()]))
    assert shares.shape == (1, 2)
    assert shares.sum() == pytest.approx(1)
    search = Searcher(ruleset("egemonia").rules.observe(0), ai_seed=1, evaluate=net)
    search.run(nodes=200)
    assert search.nodes == 200


def test_a_hundredth_of_it(tmp_path: Path) -> None:
    if not os.environ.get("PETTEIA_NEED_TORCH"):
        pytest.importorskip("torch")
    command = [sys.executable, str(SCRIPT), "--games", "26", "--match", "2", "--nodes", "50", "--net", "net.npz"]
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    assert "epoch 4: on games not learnt, ends" in done.stdout
    assert "against greedy" in done.stdout
    assert "against ismcts:nodes=50" in done.stdout

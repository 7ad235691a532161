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
    states, shares, visits = example.self_play(1)
    assert states.shape == (len(shares), ruleset("egemonia").rules.state_size)
    assert 0 <= shares.min() <= shares.max() <= 1
    assert visits[0] == 0
    assert (visits > 0).mean() > 0.5
    found = np.concatenate([part.reshape(len(states), -1) for part in example.features(states)], axis=1)
    assert found.dtype == np.float32
    assert len(np.unique(found, axis=0)) >= 0.98 * len(np.unique(states, axis=0))  # the order of events is left out
    # Who is where: as the words of the position have it.
    game = Game(ruleset("egemonia"), 1)
    game.play("s0", "setup:delos")
    areas, _ = example.features(np.frombuffer(game.state.raw(), np.uint8)[None])
    assert areas[0, :, :2].sum() == len(game.ruleset.fields(game.state)["influence"])


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
    pytest.importorskip("torch")
    command = [sys.executable, str(SCRIPT), "--games", "50", "--match", "2", "--nodes", "50", "--net", "net.npz"]
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    assert "epoch 3: on games not learnt, loss" in done.stdout
    assert "against greedy" in done.stdout
    assert "against ismcts:nodes=50" in done.stdout

"""Train a small net to judge positions of Egemonia, and let the search play with it.

    python examples/egemonia_net.py                              the whole run: play, fit, play matches
    python examples/egemonia_net.py --games 100 --match 2        a hundredth of it, to see that it works

The search plays against itself, and every position is kept with how it ended. torch fits the net (`pip install
'petteia[train]'`); numpy asks it, so playing needs no torch. Then the net plays: one move ahead against `greedy`, and
in the search against the game's own evaluation at equal nodes.
"""

from __future__ import annotations

import argparse
import random
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from petteia.ai.executor import make_executor
from petteia.ai.match import Plan, run_match
from petteia.ai.player import Decision, Limits
from petteia.ai.players.greedy import GreedyPlayer
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.settings import GreedySettings, IsmctsSettings
from petteia.engine import Observation, ruleset
from petteia.ext import core
from petteia.ext.search.batch import Leaves
from petteia.ext.search.searcher import Searcher

RULES = ruleset("egemonia").rules
NODES, RANDOM = 150, 0.06  # of a self-play decision: iterations, and how often any move is made instead
BELIEF = 0.5  # the target: so much of what the search expected, the rest is how the game ended
HIDDEN, EPOCHS, BATCH, RATE = 64, 3, 1024, 2e-3

# The kernel's state, field by field as in ext/games/egemonia/state.pxd.
STATE = np.dtype(
    [("one", "u4", 2), ("two", "u4", 2), ("military", "u4", 2), ("influence", "u4", 2), ("turn", "u1"), ("phase", "u1"),
     ("active", "u1"), ("favoured", "u1"), ("oracle", "u1"), ("syracuse", "u1"), ("winner", "u1"), ("reason", "u1"),
     ("n_placed", "u1"), ("placed_area", "u1", 6), ("placed_seat", "u1", 6), ("to_draw", "u1", 2), ("given", "u1", 2),
     ("n_hand", "u1", 2), ("n_cup", "u1"), ("held", "u8", 2), ("placed_kind", "u1", 6), ("discard", "u1"),
     ("cup", "u8")],
    align=True,
)  # fmt: skip
assert STATE.itemsize == RULES.state_size, "the struct has changed"
AREAS, KINDS = 31, 14


def features(states: np.ndarray) -> np.ndarray:
    """What the net sees of states: who is where, what lies face down, hands and cup, and how far the game is."""
    s = np.ascontiguousarray(states).view(STATE)[:, 0]
    n, rows = len(s), np.arange(len(s))
    bits = (
        np.concatenate([s["one"], s["two"], s["military"], s["influence"]], axis=1)[..., None] >> np.arange(AREAS) & 1
    )
    piles = np.column_stack([s["held"], s["cup"]])[..., None] >> np.arange(
        0, 4 * KINDS, 4, dtype=np.uint64
    ) & np.uint64(15)
    placed = np.zeros((n, AREAS + 1, 2, 16), np.float32)  # the last area and kind are "none"
    for slot in range(6):
        there = np.where(slot < s["n_placed"], s["placed_area"][:, slot], AREAS)
        placed[rows, there, s["placed_seat"][:, slot] & 1, s["placed_kind"][:, slot] & 15] += 1
    words = [s[name][:, None] == np.arange(size) for name, size in
             (("turn", 16), ("phase", 6), ("active", 3), ("favoured", 3), ("oracle", 3), ("syracuse", 2))]  # fmt: skip
    flat = [bits, piles / 2, placed[:, :AREAS, :, :KINDS], s["n_placed"][:, None] / 3]
    return np.concatenate([part.reshape(n, -1).astype(np.float32) for part in (*flat, *words)], axis=1)


def self_play(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """One game of the search against itself: the states at its decisions, and Athens' share in each."""
    numbers, states, expected = random.Random(seed), [], []
    state, seen, deal = RULES.start(), [RULES.observe(seat) for seat in (0, 1)], core.DealRng(seed)
    while pending := state.pending():
        if pending == core.PENDING_CHANCE:
            seat, move = core.CHANCE, deal.draw(state)
        else:
            seat = (pending & -pending).bit_length() - 1
            search = Searcher(seen[seat], ai_seed=seed, memory_mb=1)
            search.run(nodes=NODES)
            moves, policy = zip(*((row[0], row[1]) for row in search.root()), strict=True)
            move = numbers.choice(moves) if numbers.random() < RANDOM else numbers.choices(moves, policy)[0]
            states.append(np.frombuffer(state.raw(), np.uint8))
            expected.append(search.values()[0])
        for observation, tokens in zip(seen, state.apply_told(seat, move), strict=False):
            for token in tokens:
                observation.fold(token)
    return np.array(states), BELIEF * np.array(expected) + (1 - BELIEF) * state.returns()[0]


def fit(states: np.ndarray, targets: np.ndarray) -> dict[str, np.ndarray]:
    """The weights of a net with two hidden layers; the last twentieth of the games says how good it is."""
    import torch

    torch.manual_seed(1)
    width, last = features(states[:1]).shape[1], len(states) * 19 // 20
    layers = [torch.nn.Linear(a, b) for a, b in ((width, HIDDEN), (HIDDEN, HIDDEN // 2), (HIDDEN // 2, 1))]
    net = torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1], torch.nn.ReLU(), layers[2])
    steps = EPOCHS * (last // BATCH + 1)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)

    def loss(chosen: np.ndarray) -> torch.Tensor:
        wanted = torch.from_numpy(targets[chosen].astype(np.float32))
        found = net(torch.from_numpy(features(states[chosen])))[:, 0]
        return torch.nn.functional.binary_cross_entropy_with_logits(found, wanted)

    numbers = np.random.default_rng(1)
    for epoch in range(EPOCHS):
        order, total = numbers.permutation(last), 0.0
        for chosen in np.array_split(order, steps // EPOCHS):
            optimizer.zero_grad()
            found = loss(chosen)
            found.backward()
            optimizer.step()
            schedule.step()
            total += found.item() * EPOCHS / steps
        with torch.no_grad():
            print(f"epoch {epoch + 1}: loss {total:.4f}, on games not learnt {loss(np.arange(last, len(states))):.4f}")
    found = {f"{kind}{i}": part.detach().numpy() for i, layer in enumerate(layers)
             for kind, part in (("w", layer.weight.T), ("b", layer.bias))}  # fmt: skip
    return {name: np.ascontiguousarray(part) for name, part in found.items()}


class Net:
    """The net as an evaluation: a batch of leaves to a share for each team."""

    def __init__(self, path: str) -> None:
        self.weights = dict(np.load(path))

    def __call__(self, leaves: Leaves) -> np.ndarray:
        w = self.weights
        x = np.maximum(features(leaves.states) @ w["w0"] + w["b0"], 0)
        x = np.maximum(x @ w["w1"] + w["b1"], 0) @ w["w2"] + w["b2"]
        athens = 1 / (1 + np.exp(-x))
        return np.hstack([athens, 1 - athens])


class Searching:
    """The search with the net: `python:egemonia_net:Searching,net=net.npz,nodes=500`."""

    def __init__(self, net: str, nodes: int, seed: int, cutoff: int = 0) -> None:
        settings = IsmctsSettings(nodes=nodes, evaluate=Net(net), batch=8, params={"cutoff": cutoff})
        self.player = IsmctsPlayer(settings, seed)

    def decide(self, observation: Observation, limits: Limits | None) -> Decision:
        return self.player.decide(observation, limits)


class OnePly(Searching):
    """One move ahead with the net, judged when the events that lie face down have acted: six random decisions later."""

    def __init__(self, net: str, seed: int) -> None:
        self.player = GreedyPlayer(GreedySettings(evaluate=Net(net), ahead=6), seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="of self-play (10000)")
    parser.add_argument("--match", type=int, default=200, help="games of each match (200)")
    parser.add_argument("--nodes", type=int, default=500, help="iterations of a decision in the match (500)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--net", type=Path, default=Path("egemonia_net.npz"), help="where the net is kept")
    parser.add_argument("--trained", action="store_true", help="take the net that is there: matches only")
    given = parser.parse_args()
    started = time.monotonic()
    if not given.trained:
        with Pool(given.jobs) as pool:
            played = list(pool.imap(self_play, range(given.games), chunksize=8))
        print(f"{given.games} games of self-play, {time.monotonic() - started:.0f} s", flush=True)
        np.savez(given.net, **fit(np.concatenate([p[0] for p in played]), np.concatenate([p[1] for p in played])))
        print(f"trained, {time.monotonic() - started:.0f} s", flush=True)
    ours = f"python:egemonia_net:Searching,net={given.net},nodes={given.nodes}"
    for one, other in (
        (f"python:egemonia_net:OnePly,net={given.net}", "greedy"),
        (ours, f"ismcts:nodes={given.nodes}"),
    ):
        with make_executor(jobs=given.jobs) as executor:
            score = run_match(Plan("egemonia", (one, other), given.match, seed=1), executor).score
        print(f"{one} against {other}: {score.value:.3f} ({score.low:.3f} to {score.high:.3f} with 95 % confidence), "
              f"{time.monotonic() - started:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()

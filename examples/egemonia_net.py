"""Train a small net to judge positions of Egemonia, and let the search play with it.

    python examples/egemonia_net.py                              the whole run: play, fit, play matches
    python examples/egemonia_net.py --games 50 --match 2         a hundredth of it, to see that it works

The search plays against itself, and every position is kept with how it ended. torch fits the net (`pip install
'petteia[train]'`); numpy asks it, so playing needs no torch. Then the net plays: one move ahead against `greedy`, and
in the search against the game's own evaluation at equal nodes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path
from typing import Any

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

GAME = ruleset("egemonia")
RULES, AREAS, KINDS = GAME.rules, len(GAME.tables.areas), 14
NODES, RANDOM = 600, 0.15  # of a self-play decision: iterations, and how often any move is made instead
SIBLINGS, TRIED = 10, 3  # positions after other moves that are kept too: so many, of moves with so many iterations
BELIEF = 0.7  # the target where a decision is made: so much of what the search expected, the rest is how the game ended
DIFFERENCES = 20.0  # how much the differences between a decision's moves count beside the shares
EPOCHS, BATCH, RATE = 3, 48, 3e-3  # of decisions

# The kernel's state, field by field as in ext/games/egemonia/state.pxd.
STATE = np.dtype(
    [("one", "u4", 2), ("two", "u4", 2), ("military", "u4", 2), ("influence", "u4", 2), ("turn", "u1"), ("phase", "u1"),
     ("active", "u1"), ("favoured", "u1"), ("oracle", "u1"), ("syracuse", "u1"), ("winner", "u1"), ("reason", "u1"),
     ("n_placed", "u1"), ("placed_area", "u1", 6), ("placed_seat", "u1", 6), ("to_draw", "u1", 2), ("given", "u1", 2),
     ("n_hand", "u1", 2), ("n_cup", "u1"),
     ("held", "u8", 2), ("placed_kind", "u1", 6), ("discard", "u1"), ("cup", "u8")],
    align=True,
)  # fmt: skip
assert STATE.itemsize == RULES.state_size, "the struct has changed"
HOLDINGS = ("one", "two", "military", "influence")  # sets of areas, each of Athens and of Sparta
WORDS = {"turn": 16, "phase": 6, "active": 3, "favoured": 3, "oracle": 3, "syracuse": 2}  # numbers below these


def features(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the net sees of states: of each area who is there and what lies face down; hands, cup, how far it is."""
    s = np.ascontiguousarray(states).view(STATE)[:, 0]
    n, rows = len(s), np.arange(len(s))
    held = np.concatenate([s[name] for name in HOLDINGS], axis=1)[:, None] >> np.arange(AREAS)[:, None] & 1
    lying = np.zeros((n, AREAS + 1, 2, 16), np.float32)  # behind the last area is "nowhere"
    for slot in range(6):
        there = np.where(slot < s["n_placed"], np.minimum(s["placed_area"][:, slot], AREAS), AREAS)
        lying[rows, there, s["placed_seat"][:, slot] & 1, s["placed_kind"][:, slot] & 15] += 1
    moment = np.stack([s["favoured"] == 0, s["favoured"] == 1, s["n_placed"] / 6, s["syracuse"]], axis=1)
    moment = np.broadcast_to(moment[:, None], (n, AREAS, 4))
    areas = np.concatenate([held, lying[:, :AREAS, :, :KINDS].reshape(n, AREAS, -1), moment], axis=2)
    piles = np.column_stack([s["held"], s["cup"]])[..., None] >> np.arange(
        0, 4 * KINDS, 4, dtype=np.uint64
    ) & np.uint64(15)
    words = [s[name][:, None] == np.arange(size) for name, size in WORDS.items()]
    whole = [piles.reshape(n, -1) / 2, held[:, :, :2].sum(axis=1) / 10, s["n_placed"][:, None] / 3, *words]
    return areas.astype(np.float32), np.concatenate(whole, axis=1).astype(np.float32)


# The net: the same weights look at every area, which has a bias of its own; eight numbers of each and the whole go on.
SHAPES = {"area": (40, 32), "where": (AREAS, 32), "part": (32, 8), "part0": (8,), "board": (8 * AREAS, 64),
          "whole": (78, 64), "whole0": (64,), "deep": (64, 32), "deep0": (32,), "out": (32, 1),
          "out0": (1,)}  # fmt: skip


def judged(w: dict[str, Any], areas: Any, whole: Any, relu: Callable[[Any], Any]) -> Any:
    """The log odds of Athens, in numpy or in torch."""
    x = relu(areas @ w["area"] + w["where"])
    x = relu(x @ w["part"] + w["part0"]).reshape(len(areas), -1)
    x = relu(x @ w["board"] + whole @ w["whole"] + w["whole0"])
    return (relu(x @ w["deep"] + w["deep0"]) @ w["out"] + w["out0"])[:, 0]


def self_play(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One game of the search against itself: states, Athens' share in each, and visits.

    Kept is each position in which somebody decides (with 0 visits), and behind it some of those that its moves lead to,
    with what the search found there in so many visits. What lies face down acts only later: these show what each event
    is worth in each place.
    """
    numbers, states, shares, visits = random.Random(seed), [], [], []
    state, seen, deal = RULES.start(), [RULES.observe(seat) for seat in (0, 1)], core.DealRng(seed)
    while pending := state.pending():
        if pending == core.PENDING_CHANCE:
            seat, move = core.CHANCE, deal.draw(state)
        else:
            seat = (pending & -pending).bit_length() - 1
            search = Searcher(seen[seat], ai_seed=seed, memory_mb=1)
            search.run(nodes=NODES)
            rows = search.root()
            found = [(state, search.values()[0], 0)]
            tried = [row for row in rows if row[2] >= TRIED]
            for other, _, times, value in numbers.sample(tried, min(SIBLINGS, len(tried))):
                after = led_to(state, seat, other, core.DealRng(numbers.getrandbits(60)))
                if after.pending():
                    found.append((after, value if seat == 0 else 1 - value, times))
            for position, share, times in found:
                states.append(position.raw())
                shares.append(share)
                visits.append(times)
            if numbers.random() < RANDOM:
                move = numbers.choice(state.legal(seat))
            else:
                move = numbers.choices([row[0] for row in rows], [row[1] for row in rows])[0]
        for observation, tokens in zip(seen, state.apply_told(seat, move), strict=False):
            for token in tokens:
                observation.fold(token)
    times = np.array(visits)
    part = np.where(times == 0, BELIEF, 1.0)  # of the target is what the search expected
    kept = np.frombuffer(b"".join(states), np.uint8).reshape(len(states), -1)
    return kept, part * np.array(shares) + (1 - part) * state.returns()[0], times


def led_to(state: core.State, seat: int, move: int, luck: core.DealRng) -> core.State:
    """The next decision after a move."""
    after = state.clone()
    after.apply(seat, move)
    while after.pending() == core.PENDING_CHANCE:
        after.apply(core.CHANCE, luck.draw(after))
    return after


def fit(states: np.ndarray, targets: np.ndarray, visits: np.ndarray) -> dict[str, np.ndarray]:
    """The net's weights; the last twentieth of the decisions says how good it is."""
    import torch

    torch.manual_seed(1)
    starts = np.flatnonzero(visits == 0)  # of each decision: its position, then what its moves lead to
    ends = np.append(starts[1:], len(visits))
    last = len(starts) * 19 // 20
    w = {name: torch.randn(shape) * (2 / shape[0]) ** 0.5 for name, shape in SHAPES.items()}
    for name in w:
        w[name] = (w[name] * (name[-1] != "0" and name != "where")).requires_grad_()  # biases begin at 0
    steps = EPOCHS * (last // BATCH + 1)
    optimizer = torch.optim.AdamW(w.values(), RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)

    def losses(chosen: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """How far the shares are off, and how far the differences between the moves of a decision."""
        rows = np.concatenate([np.arange(starts[number], ends[number]) for number in chosen])
        decision = torch.from_numpy(np.repeat(np.arange(len(chosen)), ends[chosen] - starts[chosen]))
        wanted, times = (torch.from_numpy(part[rows].astype(np.float32)) for part in (targets, visits))
        found = judged(w, *map(torch.from_numpy, features(states[rows])), torch.relu)
        counts = torch.where(times == 0, 1.0, 0.3 * times / (times + 20))
        share = torch.nn.functional.binary_cross_entropy_with_logits(found, wanted, counts) / counts.mean()
        off, known = torch.sigmoid(found) - wanted, times / (times + 10)
        sums = torch.zeros(2, len(chosen)).index_add(1, decision, torch.stack([known * off, known]))
        return share, (known * (off - (sums[0] / (sums[1] + 1e-6))[decision]) ** 2).sum() / (known.sum() + 1e-6)

    numbers = np.random.default_rng(1)
    for epoch in range(EPOCHS):
        for chosen in np.array_split(numbers.permutation(last), max(1, steps // EPOCHS)):
            optimizer.zero_grad()
            share, difference = losses(chosen)
            (share + DIFFERENCES * difference).backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            unseen = [losses(part) for part in np.array_split(np.arange(last, len(starts)), 20) if len(part)]
            share, difference = (float(np.mean([loss[i].item() for loss in unseen])) for i in (0, 1))
        print(f"epoch {epoch + 1}: on games not learnt, loss {share:.4f}, differences {difference:.5f}", flush=True)
    return {name: part.detach().numpy() for name, part in w.items()}


class Net:
    """The net as an evaluation: a batch of leaves to a share for each team."""

    def __init__(self, path: str) -> None:
        self.weights = dict(np.load(path))

    def __call__(self, leaves: Leaves) -> np.ndarray:
        odds = judged(self.weights, *features(leaves.states), lambda x: np.maximum(x, 0))
        athens = 1 / (1 + np.exp(-odds))
        return np.stack([athens, 1 - athens], axis=1)


class Searching:
    """The search with the net: `python:egemonia_net:Searching,net=net.npz,nodes=500`."""

    def __init__(self, net: str, nodes: int, seed: int, cutoff: int = 0) -> None:
        settings = IsmctsSettings(nodes=nodes, evaluate=Net(net), batch=8, params={"cutoff": cutoff})
        self.player = IsmctsPlayer(settings, seed)

    def decide(self, observation: Observation, limits: Limits | None) -> Decision:
        return self.player.decide(observation, limits)


class OnePly(Searching):
    """One move ahead with the net, which judges the position at once."""

    def __init__(self, net: str, seed: int) -> None:
        self.player = GreedyPlayer(GreedySettings(evaluate=Net(net)), seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5_000, help="of self-play (5000)")
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
        np.savez(given.net, **fit(*(np.concatenate(parts) for parts in zip(*played, strict=True))))
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

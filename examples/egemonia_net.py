"""Train a small net to judge positions of Egemonia, and let the search play with it.

    python examples/egemonia_net.py                              the whole run: play, fit, play matches
    python examples/egemonia_net.py --games 26 --match 2         a hundredth of it, to see that it works

The search plays against itself. The net learns from it how positions end, and which moves the search prefers. It is
taught what to add to the game's own evaluation: a net that begins from nothing needs far more games to be as good.
torch fits it (`pip install 'petteia[train]'`); numpy asks it, so playing needs no torch. Then the net plays against the
game's own evaluation: one move ahead (`greedy`), and in the search at equal nodes.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from petteia.ai.executor import make_executor
from petteia.ai.match import Plan, run_match
from petteia.ai.player import Decision, Limits
from petteia.ai.players.greedy import GreedyPlayer
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.settings import GreedySettings, IsmctsSettings
from petteia.engine import Observation, ruleset
from petteia.ext import core
from petteia.ext.games.egemonia.state import ACTION, DO_PASS, MAX_PLACED
from petteia.ext.search.batch import Leaves
from petteia.ext.search.searcher import Searcher

GAME = ruleset("egemonia")
RULES, AREAS, KINDS = GAME.rules, len(GAME.tables.areas), 14
DEEP, QUICK, STUDIED = 2400, 200, 0.25  # iterations of a self-play decision: of a quarter, whose moves are learnt; else
RANDOM = 0.1  # how often any move is made instead of the search's
BEST, MOST = 4, 12  # of the moves of a decision the search's best are kept, and others drawn by lot, so many in all
BELIEF = 0.5  # of a position's target is what the search expected, the rest is how the game ended
EPOCHS, BATCH, RATE = 4, 64, 3e-3  # of decisions

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
# What the net is told of a position: how it stands, how it will when what lies face down has acted and nobody has
# placed more, and the log odds of Athens by the game's own evaluation.
POSITION = np.dtype([("now", STATE), ("later", STATE), ("odds", "f4")])
HOLDINGS = ("one", "two", "military", "influence")  # sets of areas, each of Athens and of Sparta
# Numbers below these.
WORDS = {"turn": 16, "phase": 6, "active": 3, "favoured": 3, "oracle": 3, "syracuse": 2, "n_placed": MAX_PLACED + 1}


def positions_of(states: Sequence[core.State]) -> np.ndarray:
    """What the net is told of states."""
    found = np.zeros(len(states), POSITION)
    found["now"] = np.frombuffer(b"".join(state.raw() for state in states), STATE)
    found["later"] = found["now"]
    shares = np.array([state.evaluate()[0] for state in states]).clip(0.001, 0.999)
    found["odds"] = np.log(shares / (1 - shares))
    for row in np.flatnonzero((found["now"]["phase"] == ACTION) & (found["now"]["n_placed"] > 0)):
        state, placed, seat = states[row].clone(), *found["now"][["n_placed", "active"]][row].item()
        for turn in range(MAX_PLACED - placed):
            state.apply_unchecked(int(seat) ^ turn & 1, DO_PASS)  # the last one begins the confrontation
        found["later"][row] = np.frombuffer(state.raw(), STATE)[0]
    return found


def areas_in(state: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Of each position and area, whether it is in each of these sets, Athens' and Sparta's."""
    sets = np.concatenate([state[name] for name in names], axis=1)
    return (sets[:, None] >> np.arange(AREAS)[:, None] & 1).astype(np.float32)


def features(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What the net sees: of each area who is there now and later, and what lies face down; hands, cup, how far it is.

    What concerns all areas alike is told to each of them too, since the same weights look at every area.
    """
    s, n, rows = positions["now"], len(positions), np.arange(len(positions))
    held, later = areas_in(s, HOLDINGS), areas_in(positions["later"], HOLDINGS[:2])
    lying = np.zeros((n, AREAS + 1, 2, 16), np.float32)  # behind the last area is "nowhere"
    for slot in range(MAX_PLACED):
        there = np.where(slot < s["n_placed"], np.minimum(s["placed_area"][:, slot], AREAS), AREAS)
        lying[rows, there, s["placed_seat"][:, slot] & 1, s["placed_kind"][:, slot] & 15] += 1
    moment = [s["favoured"] == 0, s["favoured"] == 1, s["n_placed"] / 6, s["syracuse"], s["turn"] / 10]
    moment += [later[:, :, seat].sum(axis=1) / 10 for seat in (0, 1)] + [positions["odds"] / 3]
    everywhere = np.broadcast_to(np.stack(moment, axis=1)[:, None], (n, AREAS, len(moment)))
    areas = [held, later, lying[:, :AREAS, :, :KINDS].reshape(n, AREAS, -1), everywhere]
    piles = np.column_stack([s["held"], s["cup"]])[..., None] >> np.arange(
        0, 4 * KINDS, 4, dtype=np.uint64
    ) & np.uint64(15)
    words = [s[name][:, None] == np.arange(size) for name, size in WORDS.items()]
    leads = [held[:, :, :2].sum(axis=1) / 10, positions["odds"][:, None]]
    whole = [piles.reshape(n, -1) / 2, *leads, *words]
    return np.concatenate(areas, axis=2, dtype=np.float32), np.concatenate(whole, axis=1, dtype=np.float32)


# The net: the same weights look at every area, which has a bias of its own. Each area adds a number of its own
# (`local`), and hands eight on to the layers that see the whole. How far the game's own evaluation is to be trusted
# depends on the moment (`trust`).
SHAPES = {"area": (48, 48), "where": (AREAS, 48), "local": (48, 1), "part": (48, 8), "part0": (8,),
          "board": (8 * AREAS, 64), "whole": (85, 64), "whole0": (64,), "deep": (64, 32), "deep0": (32,),
          "out": (32, 1), "out0": (1,), "direct": (85, 1), "trust": (85, 1)}  # fmt: skip
SMALL = ("local", "out", "direct", "trust")  # begin small: at first the net adds little to the game's own evaluation


def judged(w: dict[str, Any], odds: Any, areas: Any, whole: Any, relu: Callable[[Any], Any]) -> Any:
    """The log odds of Athens, in numpy or in torch."""
    seen = relu(areas @ w["area"] + w["where"])
    parts = relu(seen @ w["part"] + w["part0"]).reshape(len(areas), -1)
    x = relu(parts @ w["board"] + whole @ w["whole"] + w["whole0"])
    x = relu(x @ w["deep"] + w["deep0"]) @ w["out"] + w["out0"] + whole @ w["direct"]
    return odds * (1 + whole @ w["trust"])[:, 0] + (seen @ w["local"])[:, :, 0].sum(1) + x[:, 0]


class Learnt(NamedTuple):
    """What is learnt from games of self-play."""

    positions: np.ndarray  # in which somebody decides, or the draws of a turn begin
    targets: np.ndarray  # Athens' share in each
    moves: np.ndarray  # of each decision that was studied, positions that some of its moves lead to
    policy: np.ndarray  # how likely the search is to make each of these moves; -1 behind the last
    sides: np.ndarray  # of each such decision: 1 if Athens decides, -1 if Sparta


def self_play(seed: int) -> Learnt:
    """One game of the search against itself."""
    numbers, positions, values = random.Random(seed), [], []
    moves, policy, sides = [], [], []
    state, seen, deal = RULES.start(), [RULES.observe(seat) for seat in (0, 1)], core.DealRng(seed)
    drawing = False
    while pending := state.pending():
        seat = core.CHANCE if pending == core.PENDING_CHANCE else (pending & -pending).bit_length() - 1
        legal = state.legal(seat)
        if seat == core.CHANCE:
            if not drawing:
                positions.append(state.clone())
            move = deal.draw(state)
        elif len(legal) == 1:
            move = legal[0]
        else:
            studied = numbers.random() < STUDIED
            search = Searcher(seen[seat], ai_seed=numbers.getrandbits(60), memory_mb=2)
            search.run(nodes=DEEP if studied else QUICK)
            rows = search.root()
            positions.append(state.clone())
            values += [search.values()[0]] * (len(positions) - len(values))  # also where the draws before it began
            after = led_to(seen[seat], seat, rows, numbers) if studied else []
            if len(after) > 1:
                spare = MOST - len(after)
                moves.append([position for position, _ in after] + [after[0][0]] * spare)
                policy.append([share for _, share in after] + [-1.0] * spare)
                sides.append(1 - 2 * seat)
            if numbers.random() < RANDOM:
                move = numbers.choice(legal)
            else:
                move = numbers.choices([row[0] for row in rows], [row[1] for row in rows])[0]
        drawing = seat == core.CHANCE
        for observation, tokens in zip(seen, state.apply_told(seat, move), strict=False):
            for token in tokens:
                observation.fold(token)
    end = state.returns()[0]
    values += [end] * (len(positions) - len(values))
    return Learnt(
        positions_of(positions), BELIEF * np.array(values, np.float32) + np.float32((1 - BELIEF) * end),
        positions_of([position for row in moves for position in row]).reshape(-1, MOST),
        np.array(policy, np.float32).reshape(-1, MOST), np.array(sides, np.float32),
    )  # fmt: skip


def led_to(
    seen: core.Obs, seat: int, rows: list[tuple[int, float, int, float]], numbers: random.Random
) -> list[tuple[core.State, float]]:
    """What some moves of a decision lead to in one world, before any draws; and how likely the search makes each."""
    kept = rows[:BEST] + numbers.sample(rows[BEST:], max(0, min(MOST, len(rows)) - BEST))
    world, found = seen.sample(numbers.getrandbits(60)), []
    for move, share, *_ in kept:
        after = world.clone()
        after.apply(seat, move)
        if after.pending():
            found.append((after, share))
    return found


def fit(learnt: Learnt) -> dict[str, np.ndarray]:
    """The net's weights; the last twentieth of the games says how good it is."""
    import torch

    torch.manual_seed(1)
    w = {name: torch.randn(shape) * (2 / shape[0]) ** 0.5 for name, shape in SHAPES.items()}
    for name in w:
        w[name] *= (name[-1] != "0" and name != "where") * (0.1 if name in SMALL else 1)  # biases begin at 0
    sharpness = torch.full((MAX_PLACED + 1,), 3.0)  # how strongly the search prefers what is better: learnt as well
    for part in (sharpness, *w.values()):
        part.requires_grad_()
    steps = EPOCHS * max(1, len(learnt.policy) * 19 // 20 // BATCH)
    optimizer = torch.optim.AdamW([sharpness, *w.values()], RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)

    def odds_of(positions: np.ndarray) -> torch.Tensor:
        given = (np.ascontiguousarray(positions["odds"]), *features(positions))
        return judged(w, *map(torch.from_numpy, given), torch.relu)

    def losses(some: np.ndarray, decisions: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """How far the net is from how these positions end, and from what the search plays in these decisions."""
        wanted = torch.from_numpy(learnt.targets[some])
        ends = torch.nn.functional.binary_cross_entropy_with_logits(odds_of(learnt.positions[some]), wanted)
        policy, sides = torch.from_numpy(learnt.policy[decisions]), torch.from_numpy(learnt.sides[decisions])
        sides = sides * sharpness[learnt.moves["now"]["n_placed"][decisions, 0].astype(int)]
        liked = sides[:, None] * odds_of(learnt.moves[decisions].reshape(-1)).reshape(policy.shape)
        chances = torch.log_softmax(liked.masked_fill(policy < 0, -1e9), dim=1)
        wanted = policy.clamp(min=0)
        return ends, -(wanted * chances).sum() / wanted.sum()

    def parts(n: int) -> tuple[np.ndarray, np.ndarray]:
        """Numbers of what is learnt, and of what is not."""
        return np.arange(n * 19 // 20), np.arange(n * 19 // 20, n)

    (known, unseen), (studied, other) = parts(len(learnt.targets)), parts(len(learnt.policy))
    numbers = np.random.default_rng(1)
    for epoch in range(EPOCHS):
        turns = steps // EPOCHS
        for some, decisions in zip(
            np.array_split(numbers.permutation(known), turns),
            np.array_split(numbers.permutation(studied), turns),
            strict=True,
        ):
            optimizer.zero_grad()
            sum(losses(some, decisions)).backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            n = max(1, len(other) // BATCH)
            pieces = zip(np.array_split(unseen, n), np.array_split(other, n), strict=True)
            ends, preferences = np.mean([[loss.item() for loss in losses(*piece)] for piece in pieces], axis=0)
        print(f"epoch {epoch + 1}: on games not learnt, ends {ends:.4f}, preferences {preferences:.4f}", flush=True)
    return {name: part.detach().numpy() for name, part in w.items()}


class Net:
    """The net as an evaluation: a batch of leaves to a share for each team."""

    def __init__(self, path: str) -> None:
        self.weights = dict(np.load(path))

    def __call__(self, leaves: Leaves) -> np.ndarray:
        positions = positions_of([leaves.state(number) for number in range(len(leaves))])
        odds = judged(self.weights, positions["odds"], *features(positions), lambda x: np.maximum(x, 0))
        athens = 1 / (1 + np.exp(-odds.clip(-20, 20)))
        return np.stack([athens, 1 - athens], axis=1)


class Searching:
    """The search with the net: `python:egemonia_net:Searching,net=net.npz,nodes=500`."""

    def __init__(self, net: str, nodes: int, seed: int) -> None:
        self.player = IsmctsPlayer(IsmctsSettings(nodes=nodes, evaluate=Net(net), batch=8), seed)

    def decide(self, observation: Observation, limits: Limits | None) -> Decision:
        return self.player.decide(observation, limits)


class OnePly(Searching):
    """`greedy` with the net in place of the game's own evaluation; nothing else differs."""

    def __init__(self, net: str, seed: int) -> None:
        self.player = GreedyPlayer(GreedySettings(evaluate=Net(net)), seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2_600, help="of self-play (2600)")
    parser.add_argument("--match", type=int, default=200, help="games of each match (200)")
    parser.add_argument("--nodes", type=int, default=500, help="iterations of a decision in the match (500)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--net", type=Path, default=Path("egemonia_net.npz"), help="where the net is kept")
    parser.add_argument("--trained", action="store_true", help="take the net that is there: matches only")
    given = parser.parse_args()
    # For the processes of the matches: two that each ask numpy for both cores are slower than with one each.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    started = time.monotonic()
    if not given.trained:
        with Pool(given.jobs) as pool:
            played = list(pool.imap(self_play, range(given.games), chunksize=8))
        print(f"{given.games} games of self-play, {time.monotonic() - started:.0f} s", flush=True)
        np.savez(given.net, **fit(Learnt(*(np.concatenate(parts) for parts in zip(*played, strict=True)))))
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

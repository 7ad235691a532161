"""``python -m bench.peers.matches``: our search against OpenSpiel's Python IS-MCTS on our games, in equal time.

OpenSpiel's bot plays through our adapter (`petteia.research.openspiel`) as its users would have it: worlds by our
resampler, one random playout for each simulation. Each of its decisions gets so many seconds of processor time, and so
does each of ours; both play every deal from both seats. A position costs the bot far more than us, because all but the
rules is Python there: the score says what one gets in the same time, not which algorithm is better. ``--simulations``
compares these: both sides then have as many simulations.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import click
import numpy as np

from petteia.ai.player import Limits
from petteia.ai.players.ismcts import IsmctsPlayer
from petteia.ai.stats import interval
from petteia.cli.output import print_table
from petteia.engine import GAMES

EXPLORATION = 1.0  # of the bot: the range of a return, which is a share
FIRST = 2_000  # iterations of our first decision, by which its speed is known
COLUMNS = ("game", "score", "games", "95 %", "simulations", "theirs", "seconds", "theirs")


@dataclass
class Spent:
    """What one side's decisions took."""

    decisions: int = 0
    simulations: int = 0
    seconds: float = 0.0

    def add(self, simulations: int, started: float) -> None:
        self.decisions += 1
        self.simulations += simulations
        self.seconds += time.process_time() - started

    def cells(self) -> tuple[str, str]:
        n = max(self.decisions, 1)
        return f"{self.simulations / n:.0f}", f"{self.seconds / n:.3f}"


@dataclass
class Match:
    """One game of ours, two seats."""

    game: str
    seconds: float
    simulations: int | None  # a decision, for both sides; None: by time
    ours: Spent = field(default_factory=Spent)
    theirs: Spent = field(default_factory=Spent)

    def play(self, seed: int, seat: int) -> float:
        """One game, with ours in that seat: its share."""
        import pyspiel

        game = pyspiel.load_game(f"petteia_{self.game}", {"seats": 2})
        bot, player = timed_bot(game, seed), IsmctsPlayer(seed=seed)
        chance, state = np.random.RandomState(seed), game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = chance.choice(outcomes, p=odds)
            elif len(legal) == 1:
                action = legal[0]
            elif state.current_player() == seat:
                action = self._decide(player, state)
            else:
                started = time.process_time()
                action = bot.decide(state, self.seconds, self.simulations)
                self.theirs.add(bot.done, started)
            state.apply_action(action)
        return float(state.returns()[seat])

    def _decide(self, player: IsmctsPlayer, state: Any) -> int:
        """Ours: as many iterations as fit into the time at the speed of its decisions so far."""
        observation = state.petteia.observation(state.petteia.seats[state.current_player()])
        spent, nodes = self.ours, self.simulations
        if nodes is None:
            nodes = int(self.seconds * spent.simulations / spent.seconds) if spent.decisions else FIRST
        started = time.process_time()
        found = player.decide(observation, Limits(nodes=nodes))
        spent.add(nodes, started)
        return int(state.petteia.ruleset.action_id(found.move))


def timed_bot(game: Any, seed: int) -> Any:
    """OpenSpiel's bot with a clock: it has none of its own."""
    from open_spiel.python.algorithms import ismcts, mcts

    from petteia.research import openspiel

    class Timed(ismcts.ISMCTSBot):  # type: ignore[misc]
        done = 0  # simulations of the last decision

        def decide(self, state: Any, seconds: float, simulations: int | None) -> int:
            started, self.done = time.process_time(), 0
            self.reset()
            self._root_node = self.create_new_node(state)
            while self.done < simulations if simulations else time.process_time() - started < seconds:
                self.run_simulation(self.sample_root_state(state))
                self.done += 1
            actions, shares = zip(*self.get_final_policy(state, self._root_node), strict=True)
            return int(self._random_state.choice(actions, p=shares))

    numbers = np.random.RandomState(seed)
    bot = Timed(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, numbers), uct_c=EXPLORATION, max_simulations=1,
        random_state=numbers,
    )  # fmt: skip
    bot.set_resampler(openspiel.resample)
    return bot


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Default: all four.")
@click.option("--games", "n", default=20, show_default=True, help="Games of each, rounded up to pairs.")
@click.option("--seconds", default=0.25, show_default=True, help="Processor time of a decision.")
@click.option("--simulations", type=click.IntRange(1), help="As many for both, instead of time.")
@click.option("--seed", default=1, show_default=True)
def main(games: tuple[str, ...], n: int, seconds: float, simulations: int | None, seed: int) -> None:
    """Play our search against OpenSpiel's Python IS-MCTS on our games (pip install "petteia[research]")."""
    from petteia.research import openspiel

    openspiel.register()
    rows = []
    for game in games or tuple(name for name in GAMES if 2 in GAMES[name].seat_counts):
        match = Match(game, seconds, simulations)
        pairs = []
        for deal in range(seed, seed + (n + 1) // 2):
            pairs.append(sum(match.play(deal, seat) for seat in (0, 1)) / 2)
            click.echo(f"{game}: {sum(pairs) / len(pairs):.3f} of {2 * len(pairs)} games", err=True)
        found = interval(pairs)
        (ours, our_time), (theirs, their_time) = match.ours.cells(), match.theirs.cells()
        between = f"{found.low:.3f} to {found.high:.3f}"
        rows.append(
            [GAMES[game].title, f"{found.value:.3f}", str(2 * len(pairs)), between, ours, theirs, our_time, their_time]
        )
    print_table(COLUMNS, rows)


if __name__ == "__main__":
    main()

"""The player that looks a single move ahead."""

from __future__ import annotations

from ...engine import Observation
from ...ext import core
from ...ext.search.batch import Leaves, checked_shares
from ..player import Analysis, Decision, Limits, Line, Listener, Player, new_seed, randomness
from ..settings import GreedySettings
from ..stop import Stop

TIE = 1e-9  # values that differ less are the same


class GreedyPlayer(Player):
    """Plays the move with the best mean evaluation over worlds that the seat cannot tell apart; ties at random.

    What chance and the others who choose at the same time do next is drawn at random. With ``ahead`` a position is
    judged only after so many random decisions: where events lie face down, a move shows nothing at once.
    """

    name = "greedy"
    repeatable = True

    def __init__(self, settings: GreedySettings | None = None, seed: int | None = None) -> None:
        self.settings = settings or GreedySettings()
        self.seed = new_seed() if seed is None else seed

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        words = self._legal(observation, limits)
        moves = [observation.ruleset.parse_move(word) for word in words]
        seat = observation.ruleset.seat_number(observation.seat)
        team = observation.ruleset.rules.teams[seat]
        numbers = randomness(self.seed, observation)
        totals: list[list[float]] = [[] for _ in moves]  # of each move: each team's values, added up
        worlds = 0
        while worlds < self.settings.worlds and not (worlds and stop is not None and stop.is_set()):
            world, seed = observation.sample(numbers.getrandbits(64)), numbers.getrandbits(64)
            for index, judged in enumerate(self._judge([self._after(world, seat, move, seed) for move in moves])):
                totals[index] = [a + b for a, b in zip(totals[index] or [0.0] * len(judged), judged, strict=True)]
            worlds += 1
        values = [[value / worlds for value in total] for total in totals]
        best = max(value[team] for value in values)
        ties = [index for index, value in enumerate(values) if value[team] >= best - TIE]
        chosen = numbers.choice(ties)
        lines = [
            Line(word, 1 / len(ties) if index in ties else 0.0, value[team], worlds)
            for index, (word, value) in enumerate(zip(words, values, strict=True))
        ]
        lines.sort(key=lambda line: -line.value)
        analysis = Analysis(observation.seat, worlds * len(moves), 0.0, tuple(values[chosen]), 0.0, tuple(lines))
        chances = tuple((words[index], 1 / len(ties)) for index in ties) if len(ties) > 1 else ()
        return Decision(words[chosen], 1 / len(ties), analysis, chances)

    def _judge(self, states: list[core.State]) -> list[list[float]]:
        """Each team's share in every state."""
        evaluate = self.settings.evaluate
        if evaluate is None:
            return [state.evaluate() for state in states]
        found = [state.returns() if state.pending() == 0 else [] for state in states]
        going_on = [index for index, shares in enumerate(found) if not shares]
        if going_on:
            leaves = Leaves.of([states[index] for index in going_on])
            judged = checked_shares(evaluate(leaves), len(leaves), leaves.rules.n_teams)
            for index, shares in zip(going_on, judged.tolist(), strict=True):
                found[index] = shares
        return found

    def _after(self, world: core.State, seat: int, move: int, seed: int) -> core.State:
        """Where a move leads in one world. The same seed for every move: they meet the same luck."""
        after = world.clone()
        together = after.pending() & ~(1 << seat)
        after.apply(seat, move)
        luck = core.DealRng(seed)
        numbers = iter(core.random_numbers(seed, 64))
        while (pending := after.pending()) and (pending == core.PENDING_CHANCE or pending & together == pending):
            if pending == core.PENDING_CHANCE:
                after.apply(core.CHANCE, luck.draw(after))
                continue
            other = (pending & -pending).bit_length() - 1
            together &= ~(1 << other)
            choices = after.legal(other)
            after.apply(other, choices[next(numbers) % len(choices)])
        if self.settings.ahead:
            after.playout(seed, self.settings.ahead)
        return after

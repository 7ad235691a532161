"""The games as OpenSpiel's: ``register()``, then ``pyspiel.load_game("petteia_epix", {"seats": 3})``.

Chance is explicit: its outcomes are numbered by their place among those that are possible now. Seats that decide at
the same time are asked one after the other. A seat's return is its team's share of the result.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ..engine import GAMES, Game, Observation, Ruleset
from ..engine.registry import TOYS, ruleset
from ..ext import core

PREFIX = "petteia_"
MAX_LENGTH = 5_000  # decisions and outcomes; no game is as long
MAX_OUTCOMES = 128  # of one draw or roll


def register() -> list[str]:
    """Tell OpenSpiel about all our games; their names there. Doing so again changes nothing."""
    known = set(pyspiel.registered_names())
    for name, kind in (GAMES | TOYS).items():
        if PREFIX + name not in known:
            pyspiel.register_game(_type_of(kind), _maker(name))
    return [PREFIX + name for name in GAMES | TOYS]


def _maker(name: str) -> Any:
    """What OpenSpiel calls to make a game: a class of its own for each, as its registry wants."""
    return type(f"Petteia{name.capitalize()}", (PetteiaGame,), {"petteia_name": name})


def _parameters(kind: type[Ruleset]) -> dict[str, Any]:
    """Seats and options; an empty option is not given, and the game's own default counts."""
    return {"seats": kind.seat_counts[0], **dict.fromkeys(kind.options, "")}


def _type_of(kind: type[Ruleset], utility: Any = pyspiel.GameType.Utility.GENERAL_SUM) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + kind.name,
        long_name=f"petteia: {kind.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(kind.seat_counts),
        min_num_players=min(kind.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(kind),
    )


class PetteiaGame(pyspiel.Game):
    """One of our games with its options fixed. `ruleset` has its words, `actions_hash` stands for its actions."""

    petteia_name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind = (GAMES | TOYS)[self.petteia_name]
        chosen = {**_parameters(kind), **(params or {})}
        options = {name: str(value) for name, value in chosen.items() if name != "seats" and value != ""}
        self.ruleset = ruleset(self.petteia_name, int(chosen["seats"]), **options)
        self.actions_hash = self.ruleset.actions_hash
        rules = self.ruleset.rules
        alone = rules.n_seats == rules.n_teams  # then the returns add up to 1
        sums = pyspiel.GameType.Utility
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.n_actions,
            max_chance_outcomes=MAX_OUTCOMES,
            num_players=rules.n_seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0 if alone else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_type_of(kind, sums.CONSTANT_SUM if alone else sums.GENERAL_SUM), info, params or {})

    def new_initial_state(self) -> PetteiaState:
        return PetteiaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PetteiaObserver:
        return PetteiaObserver(self.ruleset, iig_obs_type)


class PetteiaState(pyspiel.State):
    """A position. Chance belongs to OpenSpiel."""

    def __init__(self, game: PetteiaGame) -> None:
        super().__init__(game)
        self.petteia = Game(game.ruleset, 0, chance="client")
        self._world_of: int | None = None  # the player for whom the hidden part was drawn anew

    def current_player(self) -> int:
        pending = self.petteia.state.pending()
        if pending == 0:
            return int(pyspiel.PlayerId.TERMINAL)
        if pending == core.PENDING_CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return (pending & -pending).bit_length() - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.petteia.state.legal_actions(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every possible outcome by its place among them, with its chance."""
        state = self.petteia.state
        weights = [state.weight(outcome) for outcome in state.legal(core.CHANCE)]
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.petteia.play("chance", self.petteia.legal("chance")[action])
        else:
            self.petteia.play_action(self.petteia.seats[self.current_player()], action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.petteia.ruleset.move_of(action)
        outcomes = self.petteia.legal("chance") if self.is_chance_node() else []
        return outcomes[action] if action < len(outcomes) else f"outcome:{action}"

    def is_terminal(self) -> bool:
        return self.petteia.state.pending() == 0

    def returns(self) -> list[float]:
        rules = self.petteia.ruleset.rules
        if not self.is_terminal():
            return [0.0] * rules.n_seats
        shares = self.petteia.state.returns()
        return [shares[team] for team in rules.teams]

    def __str__(self) -> str:
        moves = " ".join(f"{seat}:{move}" for seat, move in self.petteia.moves)
        return f"{self.petteia.ruleset.name} {self.petteia.digest:016x} {moves}"

    def information_key(self, player: int) -> str:
        """Stands for all that a player saw.

        Where the hidden part was drawn anew for somebody, what the others saw in that world is told apart by what all
        saw and what only they know there: nothing of the true world is left in it.
        """
        game = self.petteia
        if self._world_of is None or self._world_of == player:
            return f"{player} {self.known(player).key:016x}"
        return f"{player} {game.observation('pub').key:016x} {game.state.secrets(player):016x}"

    def known(self, player: int) -> Observation:
        """What a player knows; ValueError in a world that was drawn for another."""
        if self._world_of not in (None, player):
            raise ValueError(f"this world was drawn for player {self._world_of}: what {player} saw in it is not known")
        return self.petteia.observation(self.petteia.seats[player])

    def resample_from_infostate(self, player: int, sampler: Any) -> PetteiaState:
        """A state that the player cannot tell from this one; ``sampler()`` gives numbers from 0 to 1.

        It has no history: that of this state holds what was hidden.
        """
        self.known(player)
        other: PetteiaState = self.get_game().new_initial_state()
        other.petteia = World(self.petteia, self.petteia.seats[player], int(sampler() * (1 << 53)))
        other._world_of = player
        return other


class World(Game):
    """A game whose hidden part is drawn from what a seat knows.

    It goes on as any other, but of its past there is only what that seat saw and what all saw.
    """

    def __init__(self, game: Game, seat: str, seed: int) -> None:
        super().__init__(game.ruleset, seed, chance="client")
        for viewer in (seat, "pub"):
            known = game.observation(viewer).core
            self._obs[viewer], self._told[viewer] = known, known.tokens()
        self.state = self._obs[seat].sample(seed)


def resample(state: PetteiaState, player: int) -> PetteiaState:
    """The hook of OpenSpiel's Python IS-MCTS: ``bot.set_resampler(resample)``."""
    return state.resample_from_infostate(player, np.random.random)


class PetteiaObserver:
    """What a player knows: ``tensor`` and ``dict`` as `Observation.to_numpy` and its layout have it, and text.

    With perfect recall the text stands for all that the player saw; otherwise it is the board as it sees it.
    """

    def __init__(self, rules: Ruleset, iig_obs_type: Any = None) -> None:
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(rules.rules.n_features, np.float32)
        self.dict = {
            part.name: self.tensor[part.start : part.start + part.size].reshape(part.shape) for part in rules.layout()
        }

    def set_from(self, state: PetteiaState, player: int) -> None:
        self.tensor[:] = state.known(player).to_numpy()

    def string_from(self, state: PetteiaState, player: int) -> str:
        if self._recalls:
            return state.information_key(player)
        return state.known(player).draw()

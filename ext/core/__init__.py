"""What every kernel and the search share, and the Python handles: rules, states, observations, the deal's numbers."""

from .handles import DealRng, Obs, Rules, State, key_of, random_numbers
from .types import CHANCE, PENDING_CHANCE, SPECTATOR, DecisionKind

__all__ = [
    "CHANCE",
    "PENDING_CHANCE",
    "SPECTATOR",
    "DealRng",
    "DecisionKind",
    "Obs",
    "Rules",
    "State",
    "key_of",
    "random_numbers",
]

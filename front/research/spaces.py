"""The spaces that PettingZoo and Gymnasium share."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ..engine import Ruleset

LOWEST, HIGHEST = -128.0, 255.0  # of any number in a vector: most are 0 to 1


def feature_space(rules: Ruleset) -> spaces.Box:
    """The vectors of `Observation.to_numpy`."""
    return spaces.Box(LOWEST, HIGHEST, (rules.rules.n_features,), np.float32)

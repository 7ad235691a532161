"""Egemonia as the search, perft and the Python handles see it: all its functions in one table."""

from petteia.ext.core.game cimport capsule_of, GameOps
from petteia.ext.games.egemonia.actions cimport add_actions
from petteia.ext.games.egemonia.checks cimport add_checks
from petteia.ext.games.egemonia.encoding cimport add_encoding
from petteia.ext.games.egemonia.evaluation cimport add_evaluation
from petteia.ext.games.egemonia.heuristics cimport add_heuristics
from petteia.ext.games.egemonia.observation cimport add_observation
from petteia.ext.games.egemonia.rules cimport add_rules
from petteia.ext.games.egemonia.weights cimport PLAYOUT_CUTOFF, SEARCH_UCB


cdef GameOps ops
add_rules(&ops)
add_actions(&ops)
add_observation(&ops)
add_encoding(&ops)
add_evaluation(&ops)
add_heuristics(&ops)
add_checks(&ops)
ops.cutoff = PLAYOUT_CUTOFF
ops.ucb = SEARCH_UCB

OPS = capsule_of(&ops)

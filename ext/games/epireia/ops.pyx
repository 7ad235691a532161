"""Epireia as the search, perft and the Python handles see it: all its functions in one table."""

from petteia.ext.core.game cimport capsule_of, GameOps
from petteia.ext.games.epireia.actions cimport add_actions
from petteia.ext.games.epireia.checks cimport add_checks
from petteia.ext.games.epireia.encoding cimport add_encoding
from petteia.ext.games.epireia.evaluation cimport add_evaluation
from petteia.ext.games.epireia.heuristics cimport add_heuristics
from petteia.ext.games.epireia.observation cimport add_observation
from petteia.ext.games.epireia.rules cimport add_rules
from petteia.ext.games.epireia.weights cimport EXPAND_THROUGH, PLAYOUT_CUTOFF


cdef GameOps ops
add_rules(&ops)
add_actions(&ops)
add_observation(&ops)
add_encoding(&ops)
add_evaluation(&ops)
add_heuristics(&ops)
add_checks(&ops)
ops.cutoff = PLAYOUT_CUTOFF
ops.expand_through = EXPAND_THROUGH

OPS = capsule_of(&ops)

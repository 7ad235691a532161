"""Epix as the search, perft and the Python handles see it: all its functions in one table."""

from petteia.ext.core.game cimport capsule_of, GameOps
from petteia.ext.games.epix.actions cimport add_actions
from petteia.ext.games.epix.checks cimport add_checks
from petteia.ext.games.epix.encoding cimport add_encoding
from petteia.ext.games.epix.evaluation cimport add_evaluation
from petteia.ext.games.epix.heuristics cimport add_heuristics
from petteia.ext.games.epix.observation cimport add_observation
from petteia.ext.games.epix.rules cimport add_rules
from petteia.ext.games.epix.weights cimport PLAYOUT_CUTOFF

cdef GameOps ops
add_rules(&ops)
add_actions(&ops)
add_observation(&ops)
add_encoding(&ops)
add_evaluation(&ops)
add_checks(&ops)
add_heuristics(&ops)
ops.cutoff = PLAYOUT_CUTOFF

OPS = capsule_of(&ops)

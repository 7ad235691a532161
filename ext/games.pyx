"""The games that the engine knows: an explicit list, one block each."""

from petteia.ext cimport (
    egemonia, egemonia_play, egemonia_worlds, epireia, epireia_play, epireia_value, epireia_worlds,
)
from petteia.ext.game cimport GameOps
from petteia.ext.toy_games cimport find_toy

cdef GameOps EGEMONIA
EGEMONIA.rules_size = sizeof(egemonia.EgemoniaRules)
EGEMONIA.state_size = sizeof(egemonia.EgemoniaState)
EGEMONIA.obs_size = sizeof(egemonia_worlds.EgemoniaObs)
EGEMONIA.init = egemonia.init
EGEMONIA.pending = egemonia.pending
EGEMONIA.kind = egemonia.kind
EGEMONIA.legal = egemonia.legal
EGEMONIA.source = egemonia.source
EGEMONIA.draw = egemonia.draw
EGEMONIA.weight = egemonia.weight
EGEMONIA.apply = egemonia.apply
EGEMONIA.obs_init = egemonia_worlds.obs_init
EGEMONIA.obs_fold = egemonia_worlds.obs_fold
EGEMONIA.sample = egemonia_worlds.sample
EGEMONIA.evaluate = egemonia.evaluate
EGEMONIA.returns = egemonia.returns
EGEMONIA.playout = egemonia.playout
EGEMONIA.check = egemonia.check
EGEMONIA.secrets = egemonia_play.secrets
EGEMONIA.suggest = egemonia_play.suggest
EGEMONIA.rollout = egemonia_play.rollout

cdef GameOps EPIREIA
EPIREIA.rules_size = sizeof(epireia.EpireiaRules)
EPIREIA.state_size = sizeof(epireia.EpireiaState)
EPIREIA.obs_size = sizeof(epireia_worlds.EpireiaObs)
EPIREIA.init = epireia.init
EPIREIA.pending = epireia.pending
EPIREIA.kind = epireia.kind
EPIREIA.legal = epireia.legal
EPIREIA.source = epireia.source
EPIREIA.draw = epireia.draw
EPIREIA.weight = epireia.weight
EPIREIA.apply = epireia.apply
EPIREIA.obs_init = epireia_worlds.obs_init
EPIREIA.obs_fold = epireia_worlds.obs_fold
EPIREIA.sample = epireia_worlds.sample
EPIREIA.evaluate = epireia_value.evaluate
EPIREIA.returns = epireia_value.returns
EPIREIA.playout = epireia.playout
EPIREIA.check = epireia_value.check
EPIREIA.secrets = epireia_play.secrets
EPIREIA.suggest = epireia_play.suggest
EPIREIA.rollout = epireia_play.rollout


cdef const GameOps* find_ops(str name) except NULL:
    if name == "egemonia":
        return &EGEMONIA
    if name == "epireia":
        return &EPIREIA
    return find_toy(name)

"""The games that the engine knows: an explicit list, one block each."""

from petteia.ext cimport (
    egemonia, egemonia_play, egemonia_worlds, ephyran, ephyran_moves, ephyran_policy, ephyran_score, ephyran_tables,
    ephyran_worlds, epireia, epireia_play, epireia_value, epireia_worlds, epix, epix_moves, epix_play, epix_sense,
    epix_worlds,
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
EGEMONIA.cutoff = 1
EGEMONIA.ucb = 0.2
EGEMONIA.secrets = egemonia_play.secrets
EGEMONIA.suggest = egemonia_play.suggest
EGEMONIA.rollout = egemonia_play.rollout
EGEMONIA.plausible = egemonia_play.plausible

cdef GameOps EPHYRAN
EPHYRAN.rules_size = sizeof(ephyran.EphyranRules)
EPHYRAN.state_size = sizeof(ephyran.EphyranState)
EPHYRAN.obs_size = sizeof(ephyran_worlds.EphyranObs)
EPHYRAN.init = ephyran.init
EPHYRAN.pending = ephyran.pending
EPHYRAN.kind = ephyran.kind
EPHYRAN.legal = ephyran_moves.legal
EPHYRAN.source = ephyran.source
EPHYRAN.draw = ephyran.draw
EPHYRAN.weight = ephyran.weight
EPHYRAN.apply = ephyran.apply
EPHYRAN.obs_init = ephyran_worlds.obs_init
EPHYRAN.obs_fold = ephyran_worlds.obs_fold
EPHYRAN.sample = ephyran_worlds.sample
EPHYRAN.evaluate = ephyran_score.evaluate
EPHYRAN.returns = ephyran_score.returns
EPHYRAN.playout = ephyran.playout
EPHYRAN.check = ephyran_tables.check
EPHYRAN.cutoff = 4
EPHYRAN.deep = 4
EPHYRAN.secrets = ephyran_policy.secrets
EPHYRAN.suggest = ephyran_policy.suggest
EPHYRAN.rollout = ephyran_policy.rollout

cdef GameOps EPIX
EPIX.rules_size = sizeof(epix.EpixRules)
EPIX.state_size = sizeof(epix.EpixState)
EPIX.obs_size = sizeof(epix_worlds.EpixObs)
EPIX.init = epix.init
EPIX.pending = epix_moves.pending
EPIX.kind = epix_moves.kind
EPIX.legal = epix_moves.legal
EPIX.source = epix_moves.source
EPIX.draw = epix_moves.draw
EPIX.weight = epix_moves.weight
EPIX.apply = epix.apply
EPIX.obs_init = epix_worlds.obs_init
EPIX.obs_fold = epix_worlds.obs_fold
EPIX.sample = epix_worlds.sample
EPIX.evaluate = epix_play.evaluate
EPIX.returns = epix_play.returns
EPIX.playout = epix_play.playout
EPIX.check = epix_play.check
EPIX.cutoff = 1
EPIX.secrets = epix_sense.secrets
EPIX.suggest = epix_sense.suggest
EPIX.rollout = epix_sense.rollout
EPIX.covers = epix_sense.covers
EPIX.named = epix_sense.named

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
EPIREIA.cutoff = 10
EPIREIA.deep = 1
EPIREIA.secrets = epireia_play.secrets
EPIREIA.suggest = epireia_play.suggest
EPIREIA.rollout = epireia_play.rollout


cdef const GameOps* find_ops(str name) except NULL:
    if name == "egemonia":
        return &EGEMONIA
    if name == "ephyran":
        return &EPHYRAN
    if name == "epix":
        return &EPIX
    if name == "epireia":
        return &EPIREIA
    return find_toy(name)

"""The small games by which the search is checked: an explicit list, one block each."""

from petteia.ext cimport toy_bids, toy_coin, toy_goofspiel, toy_poker
from petteia.ext.game cimport GameOps

cdef GameOps POKER
POKER.rules_size = sizeof(toy_poker.PokerRules)
POKER.state_size = sizeof(toy_poker.PokerState)
POKER.obs_size = sizeof(toy_poker.PokerObs)
POKER.init = toy_poker.init
POKER.pending = toy_poker.pending
POKER.kind = toy_poker.kind
POKER.legal = toy_poker.legal
POKER.source = toy_poker.source
POKER.draw = toy_poker.draw
POKER.weight = toy_poker.weight
POKER.apply = toy_poker.apply
POKER.obs_init = toy_poker.obs_init
POKER.obs_fold = toy_poker.obs_fold
POKER.sample = toy_poker.sample
POKER.evaluate = toy_poker.evaluate
POKER.returns = toy_poker.returns
POKER.playout = toy_poker.playout
POKER.check = toy_poker.check
POKER.secrets = toy_poker.secrets

cdef GameOps GOOFSPIEL
GOOFSPIEL.rules_size = sizeof(toy_goofspiel.GoofspielRules)
GOOFSPIEL.state_size = sizeof(toy_goofspiel.GoofspielState)
GOOFSPIEL.obs_size = sizeof(toy_goofspiel.GoofspielObs)
GOOFSPIEL.init = toy_goofspiel.init
GOOFSPIEL.pending = toy_goofspiel.pending
GOOFSPIEL.kind = toy_goofspiel.kind
GOOFSPIEL.legal = toy_goofspiel.legal
GOOFSPIEL.source = toy_goofspiel.source
GOOFSPIEL.draw = toy_goofspiel.draw
GOOFSPIEL.weight = toy_goofspiel.weight
GOOFSPIEL.apply = toy_goofspiel.apply
GOOFSPIEL.obs_init = toy_goofspiel.obs_init
GOOFSPIEL.obs_fold = toy_goofspiel.obs_fold
GOOFSPIEL.sample = toy_goofspiel.sample
GOOFSPIEL.evaluate = toy_goofspiel.evaluate
GOOFSPIEL.returns = toy_goofspiel.returns
GOOFSPIEL.playout = toy_goofspiel.playout
GOOFSPIEL.check = toy_goofspiel.check
GOOFSPIEL.secrets = toy_goofspiel.secrets

cdef GameOps BIDS
BIDS.rules_size = sizeof(toy_bids.BidsRules)
BIDS.state_size = sizeof(toy_bids.BidsState)
BIDS.obs_size = sizeof(toy_bids.BidsObs)
BIDS.init = toy_bids.init
BIDS.pending = toy_bids.pending
BIDS.kind = toy_bids.kind
BIDS.legal = toy_bids.legal
BIDS.source = toy_bids.source
BIDS.draw = toy_bids.draw
BIDS.weight = toy_bids.weight
BIDS.apply = toy_bids.apply
BIDS.obs_init = toy_bids.obs_init
BIDS.obs_fold = toy_bids.obs_fold
BIDS.sample = toy_bids.sample
BIDS.evaluate = toy_bids.evaluate
BIDS.returns = toy_bids.returns
BIDS.playout = toy_bids.playout
BIDS.check = toy_bids.check
BIDS.secrets = toy_bids.secrets
BIDS.covers = toy_bids.covers

cdef GameOps COIN
COIN.rules_size = sizeof(toy_coin.CoinRules)
COIN.state_size = sizeof(toy_coin.CoinState)
COIN.obs_size = sizeof(toy_coin.CoinObs)
COIN.init = toy_coin.init
COIN.pending = toy_coin.pending
COIN.kind = toy_coin.kind
COIN.legal = toy_coin.legal
COIN.source = toy_coin.source
COIN.draw = toy_coin.draw
COIN.weight = toy_coin.weight
COIN.apply = toy_coin.apply
COIN.obs_init = toy_coin.obs_init
COIN.obs_fold = toy_coin.obs_fold
COIN.sample = toy_coin.sample
COIN.evaluate = toy_coin.evaluate
COIN.returns = toy_coin.returns
COIN.playout = toy_coin.playout
COIN.check = toy_coin.check
COIN.secrets = toy_coin.secrets


cdef const GameOps* find_toy(str name) except NULL:
    if name in ("kuhn", "leduc"):
        return &POKER
    if name == "goofspiel":
        return &GOOFSPIEL
    if name in ("attack", "siege"):
        return &BIDS
    if name == "coin":
        return &COIN
    raise KeyError(name)

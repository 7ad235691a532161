"""A sure thing against a guess in the dark.

A coin is tossed and covered. The first seat takes the sure thing, or waits and calls a side. A search that looks at
one world at a time believes that it will call right, because in each world it knows how; this game catches it
(strategy fusion).
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.game cimport capsule_of, enter_observation, GameOps, listed
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, CHANCE_EVENT, Events, move_t, OVER, PENDING_CHANCE, pending_t, PUBLIC_CHOICE, tell, tell_secret, token_open,
    token_t, token_type,
)
from petteia.ext.games.toys.common cimport (
    add_checks, add_rules, add_values, even_until_over, FITS, MALFORMED, NOT_NOW, play_out,
    set_head, set_shares,
)


cdef void init(const void* rules, void* state) noexcept nogil:
    memset(state, 0, sizeof(CoinState))


cdef pending_t pending(const void* rules, const void* state) noexcept nogil:
    cdef int phase = (<const CoinState*>state).phase
    return PENDING_CHANCE if phase == TOSS else OVER if phase == FINISHED else 1


cdef int kind(const void* rules, const void* state, int seat) noexcept nogil:
    return CHANCE_EVENT if (<const CoinState*>state).phase == TOSS else PUBLIC_CHOICE


cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil:
    cdef int phase = (<const CoinState*>state).phase
    if phase == CHOOSE:
        out[0], out[1] = DO_SURE, DO_LATER
    else:
        out[0] = DO_TOSS if phase == TOSS else DO_CALL
        out[1] = out[0] | 1 << 4
    return 2


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return DO_TOSS | rng_below(rng, 2) << 4


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return 1


cdef void apply(const void* rules, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef CoinState* state = <CoinState*>state_
    cdef int verb = move & 15
    if verb == DO_TOSS:
        state.side = move >> 4
        state.phase = CHOOSE
        tell_secret(events, EV_TOSS, CHANCE, 0, 0, move >> 4)
        return
    tell(events, EV_CHOICE, 0, move)
    if verb == DO_LATER:
        state.phase = CALL
        return
    state.phase = FINISHED
    state.share = (<const CoinRules*>rules).sure if verb == DO_SURE else 100 if state.side == move >> 4 else 0
    tell(events, EV_OVER, CHANCE, state.share)


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef CoinObs* obs = <CoinObs*>obs_
    memset(obs, 0, sizeof(CoinObs))
    obs.viewer = viewer


cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil:
    cdef CoinState* known = <CoinState*>obs
    cdef int type = token_type(seen)
    if known.phase == FINISHED and type != EV_OVER:
        return NOT_NOW
    if type == EV_TOSS:
        known.phase = CHOOSE
    elif type == EV_CHOICE:
        known.phase = CALL if (token_open(seen) & 15) == DO_LATER else FINISHED
    elif type == EV_OVER:
        known.share = token_open(seen)
    else:
        return MALFORMED
    return FITS


cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil:
    memcpy(out, obs, sizeof(CoinState))
    (<CoinState*>out).side = rng_below(rng, 2)


cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil:
    set_shares(per_team, (<const CoinState*>state).share / 100.0)


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil:
    even_until_over(rules, state, per_team, pending, returns)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(rules, state, rng, cutoff, per_team, pending, legal, draw, apply, evaluate)


cdef int check(const void* rules, const void* state_) noexcept nogil:
    cdef const CoinState* state = <const CoinState*>state_
    return 1 if state.side > 1 or state.phase > FINISHED or state.share > 100 else 0


cdef uint64_t secrets(const void* rules, const void* state, int seat) noexcept nogil:
    return 0


def make_rules(int sure) -> bytes:
    cdef CoinRules rules
    memset(&rules, 0, sizeof(rules))
    set_head(&rules.head)
    rules.sure = sure
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state (or of what an observation knows)."""
    cdef const CoinState* state
    assert raw.shape[0] >= <Py_ssize_t>sizeof(CoinState)
    state = <const CoinState*>&raw[0]
    return {"side": state.side, "phase": state.phase, "share": state.share}


cdef int all_moves(const void* rules, move_t* out) noexcept nogil:
    cdef int n = listed(out, listed(out, 0, DO_SURE), DO_LATER)
    return listed(out, listed(out, n, DO_CALL), DO_CALL | 1 << 4)


cdef GameOps ops
add_rules(&ops, sizeof(CoinRules), sizeof(CoinState), init, pending, kind, legal, apply)
enter_observation(&ops, sizeof(CoinObs), obs_init, obs_fold, sample)
add_values(&ops, evaluate, returns, random_playout)
add_checks(&ops, check, secrets)
ops.all_moves = all_moves
ops.draw = draw
ops.weight = weight

OPS = capsule_of(&ops)

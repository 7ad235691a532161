"""Attacks with a hidden bid against guesses: one attack, or a siege of several defences paid from one purse."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport capsule_of, enter_observation, GameOps, listed
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport (
    BID, CHANCE, Events, GUESS, move_t, OVER, pending_t, tell, tell_only, token_open, token_secret, token_t, token_type,
)
from petteia.ext.games.toys.common cimport (
    add_checks, add_rules, add_values, even_until_over, FITS, MALFORMED, NOT_NOW, play_out,
    set_head, set_shares,
)


cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const BidsRules* rules = <const BidsRules*>rules_
    cdef BidsState* state = <BidsState*>state_
    memset(state, 0, sizeof(BidsState))
    state.bid = NO_BID
    state.gold, state.left = rules.gold, rules.defences


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const BidsState* state = <const BidsState*>state_
    if state.over:
        return OVER
    return (state.bid == NO_BID) | (state.named == 0) << 1


cdef int kind(const void* rules, const void* state, int seat) noexcept nogil:
    return BID if seat == 0 else GUESS


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    """Bids from 0 up; guesses by their set of amounts, read as a number."""
    cdef const BidsRules* rules = <const BidsRules*>rules_
    cdef const BidsState* state = <const BidsState*>state_
    cdef int i, n = 0, size = state.gold + 1, want = min(<int>rules.guesses, size)
    cdef uint32_t named
    if seat == 0:
        for i in range(size):
            out[i] = DO_BID | i << 4
        return size
    for named in range(1, <uint32_t>1 << size):
        if popcount(named) == want:
            out[n] = DO_GUESS | named << 4
            n += 1
    return n


cdef bint guess_covers_bid(const void* rules, const void* state, move_t guess, move_t bid) noexcept nogil:
    return (guess >> 4) >> (bid >> 4) & 1


cdef void settle(BidsState* state, int bid, bint guessed, Events* events) noexcept nogil:
    """The bid is spent either way. A guessed one ends the attack."""
    tell(events, EV_OUTCOME, CHANCE, bid | guessed << 4)
    state.gold -= bid
    state.bid = NO_BID
    state.named = 0
    if not guessed:
        state.left -= 1
    if guessed or state.left == 0:
        state.over = 1
        state.won = not guessed
        tell(events, EV_OVER, CHANCE, state.won)


cdef void apply(const void* rules, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef BidsState* state = <BidsState*>state_
    if seat == 0:
        state.bid = move >> 4
        tell_only(events, EV_BID, 0, 1, 0, move >> 4)
    else:
        state.named = move >> 4
        tell_only(events, EV_GUESS, 1, 2, 0, move >> 4)
    if state.bid != NO_BID and state.named:
        settle(state, state.bid, state.named >> state.bid & 1, events)


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef BidsObs* obs = <BidsObs*>obs_
    memset(obs, 0, sizeof(BidsObs))
    init(rules, &obs.known)
    obs.viewer = viewer


cdef int obs_fold(const void* rules, void* obs_, token_t seen) noexcept nogil:
    cdef BidsObs* obs = <BidsObs*>obs_
    cdef BidsState* known = &obs.known
    cdef int type = token_type(seen)
    if known.over and type != EV_OVER:
        return NOT_NOW
    if type == EV_BID:
        if token_secret(seen) > known.gold:
            return MALFORMED
        known.bid = token_secret(seen)
    elif type == EV_GUESS:
        known.named = token_secret(seen)
    elif type == EV_OUTCOME:
        if (token_open(seen) & 15) > known.gold:
            return MALFORMED
        settle(known, token_open(seen) & 15, token_open(seen) >> 4, NULL)
    elif type != EV_OVER:
        return MALFORMED
    return FITS


cdef void sample(const void* rules, const void* obs, bint resample_own, void* out, Rng* rng) noexcept nogil:
    """Nothing is hidden but choices that are not made yet, as far as the viewer knows."""
    memcpy(out, obs, sizeof(BidsState))


cdef void returns(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    cdef const BidsRules* rules = <const BidsRules*>rules_
    cdef const BidsState* state = <const BidsState*>state_
    cdef int worst = rules.unit + rules.coin * rules.gold
    cdef int gain = -<int>(rules.coin * (rules.gold - state.gold))
    gain += <int>rules.prize if state.won else -<int>rules.unit
    set_shares(per_team, <double>(gain + worst) / (worst + rules.prize))


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil:
    even_until_over(rules, state, per_team, pending, returns)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(rules, state, rng, cutoff, per_team, pending, legal, NULL, apply, evaluate)


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const BidsState* state = <const BidsState*>state_
    if state.gold > (<const BidsRules*>rules_).gold or (state.bid != NO_BID and state.bid > state.gold):
        return 1
    return 0


cdef uint64_t secrets(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef const BidsState* state = <const BidsState*>state_
    return state.bid if seat == 0 else state.named


def make_rules(int gold, int guesses, int defences, int prize, int unit, int coin) -> bytes:
    cdef BidsRules rules
    if not 0 <= gold <= MAX_GOLD:
        raise ValueError(f"gold={gold}: want 0..{MAX_GOLD}")
    memset(&rules, 0, sizeof(rules))
    set_head(&rules.head)
    rules.gold, rules.guesses, rules.defences = gold, guesses, defences
    rules.prize, rules.unit, rules.coin = prize, unit, coin
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state (or of what an observation knows)."""
    cdef const BidsState* state
    assert raw.shape[0] >= <Py_ssize_t>sizeof(BidsState)
    state = <const BidsState*>&raw[0]
    return {"gold": state.gold, "left": state.left, "over": state.over, "won": state.won,
            "bid": None if state.bid == NO_BID else state.bid, "named": state.named}


cdef int all_moves(const void* rules_, move_t* out) noexcept nogil:
    """Any bid; any set of as many amounts as are named, or of fewer."""
    cdef const BidsRules* rules = <const BidsRules*>rules_
    cdef int n = 0, i
    cdef uint32_t named
    for i in range(rules.gold + 1):
        n = listed(out, n, DO_BID | i << 4)
    for named in range(1, <uint32_t>1 << (rules.gold + 1)):
        if popcount(named) <= rules.guesses:
            n = listed(out, n, DO_GUESS | named << 4)
    return n


cdef GameOps ops
add_rules(&ops, sizeof(BidsRules), sizeof(BidsState), init, pending, kind, legal, apply)
enter_observation(&ops, sizeof(BidsObs), obs_init, obs_fold, sample)
add_values(&ops, evaluate, returns, random_playout)
add_checks(&ops, check, secrets)
ops.all_moves = all_moves
ops.guess_covers_bid = guess_covers_bid

OPS = capsule_of(&ops)

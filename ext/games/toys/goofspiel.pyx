"""Goofspiel where bids stay hidden: each round both bid a card in secret for a prize, and only the winner is told."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport nth_bit, popcount
from petteia.ext.core.game cimport capsule_of, enter_observation, GameOps, listed
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, Events, move_t, OVER, pending_t, SIMULTANEOUS, tell, tell_only, token_open, token_seat, token_secret,
    token_t, token_type,
)
from petteia.ext.games.toys.common cimport (
    add_checks, add_rules, add_values, FITS, MALFORMED, NOT_NOW, play_out, set_head,
    set_shares,
)


cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef GoofspielState* state = <GoofspielState*>state_
    memset(state, 0, sizeof(GoofspielState))
    state.hand[0] = state.hand[1] = (1 << (<const GoofspielRules*>rules_).n_cards) - 1


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const GoofspielState* state = <const GoofspielState*>state_
    if state.over:
        return OVER
    return (state.chosen[0] == 0) | (state.chosen[1] == 0) << 1


cdef int kind(const void* rules, const void* state, int seat) noexcept nogil:
    return SIMULTANEOUS


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const GoofspielState* state = <const GoofspielState*>state_
    cdef int card, n = 0
    for card in range(1, (<const GoofspielRules*>rules_).n_cards + 1):
        if state.hand[seat] >> (card - 1) & 1:
            out[n] = DO_CARD | card << 4
            n += 1
    return n


cdef void end_round(const GoofspielRules* rules, GoofspielState* state, int winner, Events* events) noexcept nogil:
    """The winner takes the prize: the number of rounds that are left."""
    if winner < 2:
        state.points[winner] += rules.n_cards - state.round
    tell(events, EV_PRIZE, CHANCE, winner)
    state.chosen[0] = state.chosen[1] = 0
    state.round += 1
    if state.round == rules.n_cards:
        state.over = 1
        tell(events, EV_OVER, CHANCE, 2 if state.points[0] == state.points[1] else state.points[0] < state.points[1])


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef GoofspielState* state = <GoofspielState*>state_
    cdef int card = move >> 4
    state.chosen[seat] = card
    state.hand[seat] &= ~(1 << (card - 1))
    tell_only(events, EV_CARD, seat, 1 << seat, 0, card)
    if state.chosen[0] and state.chosen[1]:
        end_round(<const GoofspielRules*>rules_, state,
                  2 if state.chosen[0] == state.chosen[1] else state.chosen[0] < state.chosen[1], events)


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef GoofspielObs* obs = <GoofspielObs*>obs_
    cdef int seat
    memset(obs, 0, sizeof(GoofspielObs))
    init(rules, &obs.known)
    obs.viewer = viewer
    for seat in range(2):
        if seat != viewer:
            obs.known.hand[seat] = 0


cdef int obs_fold(const void* rules_, void* obs_, token_t seen) noexcept nogil:
    cdef const GoofspielRules* rules = <const GoofspielRules*>rules_
    cdef GoofspielObs* obs = <GoofspielObs*>obs_
    cdef GoofspielState* known = &obs.known
    cdef int type = token_type(seen), card = token_secret(seen)
    if type == EV_CARD:
        if token_seat(seen) != obs.viewer or known.over or known.chosen[obs.viewer]:
            return NOT_NOW
        if card < 1 or card > rules.n_cards or not known.hand[obs.viewer] >> (card - 1) & 1:
            return MALFORMED
        known.chosen[obs.viewer] = card
        known.hand[obs.viewer] &= ~(1 << (card - 1))
        obs.played[known.round] = card
    elif type == EV_PRIZE:
        if known.over or token_open(seen) > 2:
            return NOT_NOW
        obs.prize_to[known.round] = token_open(seen)
        end_round(rules, known, token_open(seen), NULL)
    elif type != EV_OVER:
        return MALFORMED
    return FITS


cdef bint play_at_random(const GoofspielRules* rules, const GoofspielObs* obs, int seat, int own, uint8_t* cards,
                         Rng* rng) noexcept nogil:
    """Cards for each round so far, drawn without replacement; for the viewer the true ones, unless `own`."""
    cdef int r, i
    cdef uint32_t hand = (1 << rules.n_cards) - 1
    for r in range(obs.known.round):
        if seat == obs.viewer and not own:
            cards[r] = obs.played[r]
        else:
            i = nth_bit(hand, rng_below(rng, popcount(hand)))
            hand &= ~(<uint32_t>1 << i)
            cards[r] = i + 1
    return True


cdef void sample(const void* rules_, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    """Cards that agree with who won each prize, all equally likely: draw until they do."""
    cdef const GoofspielRules* rules = <const GoofspielRules*>rules_
    cdef const GoofspielObs* obs = <const GoofspielObs*>obs_
    cdef GoofspielState* out = <GoofspielState*>out_
    cdef uint8_t cards[2][MAX_CARDS]
    cdef int r, seat, winner
    cdef bint fits = False
    memcpy(out, &obs.known, sizeof(GoofspielState))
    while not fits:
        fits = True
        for seat in range(2):
            play_at_random(rules, obs, seat, resample_own, cards[seat], rng)
        for r in range(obs.known.round):
            winner = 2 if cards[0][r] == cards[1][r] else cards[0][r] < cards[1][r]
            fits &= winner == obs.prize_to[r]
    for seat in range(2):
        if seat != obs.viewer or resample_own:
            out.hand[seat] = (1 << rules.n_cards) - 1
            for r in range(obs.known.round):
                out.hand[seat] &= ~(1 << (cards[seat][r] - 1))
            if out.chosen[seat]:
                out.chosen[seat] = nth_bit(out.hand[seat], rng_below(rng, popcount(out.hand[seat]))) + 1
                out.hand[seat] &= ~(1 << (out.chosen[seat] - 1))


cdef void returns(const void* rules, const void* state_, float* per_team) noexcept nogil:
    cdef const GoofspielState* state = <const GoofspielState*>state_
    set_shares(per_team, 0.5 if state.points[0] == state.points[1] else state.points[0] > state.points[1])


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil:
    returns(rules, state, per_team)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(rules, state, rng, cutoff, per_team, pending, legal, NULL, apply, evaluate)


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const GoofspielState* state = <const GoofspielState*>state_
    cdef int seat, n_cards = (<const GoofspielRules*>rules_).n_cards
    for seat in range(2):
        if popcount(state.hand[seat]) + state.round + (state.chosen[seat] != 0) != n_cards:
            return 1
    return 0


cdef uint64_t secrets(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef const GoofspielState* state = <const GoofspielState*>state_
    return state.hand[seat] | <uint64_t>state.chosen[seat] << 16


def make_rules(int n_cards) -> bytes:
    cdef GoofspielRules rules
    memset(&rules, 0, sizeof(rules))
    set_head(&rules.head)
    rules.n_cards = n_cards
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state (or of what an observation knows)."""
    cdef const GoofspielState* state
    assert raw.shape[0] >= <Py_ssize_t>sizeof(GoofspielState)
    state = <const GoofspielState*>&raw[0]
    return {"hand": [state.hand[0], state.hand[1]], "chosen": [state.chosen[0], state.chosen[1]],
            "round": state.round, "points": [state.points[0], state.points[1]], "over": state.over}


cdef int all_moves(const void* rules, move_t* out) noexcept nogil:
    cdef int n = 0, card
    for card in range(1, (<const GoofspielRules*>rules).n_cards + 1):
        n = listed(out, n, DO_CARD | card << 4)
    return n


cdef GameOps ops
add_rules(&ops, sizeof(GoofspielRules), sizeof(GoofspielState), init, pending, kind, legal, apply)
enter_observation(&ops, sizeof(GoofspielObs), obs_init, obs_fold, sample)
add_values(&ops, evaluate, returns, random_playout)
add_checks(&ops, check, secrets)
ops.all_moves = all_moves

OPS = capsule_of(&ops)

"""Kuhn's poker (three cards, one bet) and Leduc poker (six cards, two rounds): small games with known values."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.game cimport capsule_of, enter_observation, GameOps, listed
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, CHANCE_EVENT, Events, HIDDEN_CHOICE, move_t, OVER, PENDING_CHANCE, pending_t, tell, tell_secret, token_open,
    token_seat, token_secret, token_t, token_type,
)
from petteia.ext.games.toys.common cimport (
    add_checks, add_rules, add_values, even_until_over, FITS, MALFORMED, NOT_NOW, play_out,
    set_head, set_shares,
)


cdef inline int left_of(const PokerRules* rules, const PokerState* state, int rank) noexcept nogil:
    """Cards of a rank that are still in the deck."""
    return rules.suits - (state.card[0] == rank) - (state.card[1] == rank) - (state.board == rank)


cdef void init(const void* rules, void* state_) noexcept nogil:
    cdef PokerState* state = <PokerState*>state_
    memset(state, 0, sizeof(PokerState))
    state.card[0] = state.card[1] = state.board = NO_CARD
    state.paid[0] = state.paid[1] = 1


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const PokerState* state = <const PokerState*>state_
    if state.phase == FINISHED:
        return OVER
    if state.phase == BET:
        return 1 << state.active
    return PENDING_CHANCE


cdef int kind(const void* rules, const void* state_, int seat) noexcept nogil:
    """A bet is seen, but it speaks of a card that is not: it must be mixed, so it counts as a hidden choice."""
    return HIDDEN_CHOICE if (<const PokerState*>state_).phase == BET else CHANCE_EVENT


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const PokerRules* rules = <const PokerRules*>rules_
    cdef const PokerState* state = <const PokerState*>state_
    cdef int n = 0, rank
    if state.phase == BET:
        if state.paid[1 - seat] > state.paid[seat]:
            out[n] = DO_FOLD
            n += 1
        out[n] = DO_CALL
        n += 1
        if state.raised < rules.raises:
            out[n] = DO_RAISE
            n += 1
    elif state.phase != FINISHED:
        for rank in range(rules.n_ranks):
            if left_of(rules, state, rank) > 0:
                out[n] = DO_DEAL | rank << 4
                n += 1
    return n


cdef inline int draw_rank(const PokerRules* rules, const PokerState* state, Rng* rng) noexcept nogil:
    cdef int n = rules.n_ranks, rank
    cdef int total = n * rules.suits - (state.card[0] < n) - (state.card[1] < n) - (state.board < n)
    total = rng_below(rng, total)
    for rank in range(rules.n_ranks):
        total -= left_of(rules, state, rank)
        if total < 0:
            return rank
    return 0


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return DO_DEAL | draw_rank(<const PokerRules*>rules, <const PokerState*>state, rng) << 4


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return left_of(<const PokerRules*>rules, <const PokerState*>state, outcome >> 4)


cdef void finish(PokerState* state, int winner, Events* events) noexcept nogil:
    """The winner (2: nobody) takes what the other paid."""
    state.phase = FINISHED
    state.result = 64 + (state.paid[1] if winner == 0 else -<int>state.paid[0] if winner == 1 else 0)
    tell(events, EV_OVER, CHANCE, state.result)


cdef void show_down(PokerState* state, Events* events) noexcept nogil:
    """A pair with the board wins, else the higher card."""
    cdef int first = state.card[0] + 16 * (state.card[0] == state.board)
    cdef int second = state.card[1] + 16 * (state.card[1] == state.board)
    finish(state, 2 if first == second else 0 if first > second else 1, events)


cdef void act(const PokerRules* rules, PokerState* state, int seat, int verb, Events* events) noexcept nogil:
    tell(events, EV_ACT, seat, verb)
    state.active = 1 - seat
    if verb == DO_FOLD:
        finish(state, 1 - seat, events)
        return
    state.paid[seat] = max(state.paid[0], state.paid[1])
    if verb == DO_RAISE:
        state.paid[seat] += rules.bet[state.round]
        state.raised += 1
        state.acted = 1
        return
    state.acted += 1
    if state.acted < 2:
        return
    if state.round + 1 == rules.rounds:
        show_down(state, events)
    else:
        state.phase = BOARD


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const PokerRules* rules = <const PokerRules*>rules_
    cdef PokerState* state = <PokerState*>state_
    if state.phase == BET:
        act(rules, state, seat, move, events)
    elif state.phase == DEAL:
        state.card[state.active] = move >> 4
        tell_secret(events, EV_DEAL, state.active, 1 << state.active, 0, move >> 4)
        if state.active == 1:
            state.phase = BET
        state.active = 1 - state.active
    else:
        state.board = move >> 4
        state.phase = BET
        state.round, state.raised, state.acted, state.active = 1, 0, 0, 0
        tell(events, EV_BOARD, CHANCE, move >> 4)


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef PokerObs* obs = <PokerObs*>obs_
    memset(obs, 0, sizeof(PokerObs))
    init(rules, &obs.known)
    obs.viewer = viewer


cdef int obs_fold(const void* rules_, void* obs_, token_t seen) noexcept nogil:
    cdef const PokerRules* rules = <const PokerRules*>rules_
    cdef PokerObs* obs = <PokerObs*>obs_
    cdef PokerState* known = &obs.known
    cdef int type = token_type(seen), seat = token_seat(seen)
    if known.phase == FINISHED and type != EV_OVER:
        return NOT_NOW
    if type == EV_DEAL:
        if known.phase != DEAL or seat != known.active:
            return NOT_NOW
        known.card[seat] = token_secret(seen) if seat == obs.viewer else HIDDEN_CARD
        if seat == 1:
            known.phase = BET
        known.active = 1 - seat
    elif type == EV_BOARD:
        if known.phase != BOARD:
            return NOT_NOW
        apply(rules, known, CHANCE, DO_DEAL | token_open(seen) << 4, NULL)
    elif type == EV_ACT:
        if known.phase != BET or seat != known.active:
            return NOT_NOW
        act(rules, known, seat, token_open(seen), NULL)
    elif type == EV_OVER:
        known.phase = FINISHED
        known.result = token_open(seen)
    else:
        return MALFORMED
    return FITS


cdef void sample(const void* rules_, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    """The hidden cards, drawn from what the viewer has not seen."""
    cdef const PokerRules* rules = <const PokerRules*>rules_
    cdef const PokerObs* obs = <const PokerObs*>obs_
    cdef PokerState* out = <PokerState*>out_
    cdef int seat
    cdef bint hidden[2]
    memcpy(out, &obs.known, sizeof(PokerState))
    for seat in range(2):
        hidden[seat] = out.card[seat] == HIDDEN_CARD or (resample_own and out.card[seat] != NO_CARD)
        if hidden[seat]:
            out.card[seat] = NO_CARD
    for seat in range(2):
        if hidden[seat]:
            out.card[seat] = draw_rank(rules, out, rng)


cdef void returns(const void* rules_, const void* state, float* per_team) noexcept nogil:
    """Chips as shares."""
    set_shares(per_team, 0.5 + (<const PokerRules*>rules_).chip * ((<const PokerState*>state).result - 64))


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil:
    even_until_over(rules, state, per_team, pending, returns)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(rules, state, rng, cutoff, per_team, pending, legal, draw, apply, evaluate)


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const PokerRules* rules = <const PokerRules*>rules_
    cdef const PokerState* state = <const PokerState*>state_
    cdef int rank
    for rank in range(rules.n_ranks):
        if left_of(rules, state, rank) < 0:
            return 1                              # a card dealt twice
    if state.phase > FINISHED or state.active > 1 or state.round >= rules.rounds:
        return 2
    return 0


cdef uint64_t secrets(const void* rules, const void* state, int seat) noexcept nogil:
    return (<const PokerState*>state).card[seat]


def make_rules(int n_ranks, int suits, int rounds, int raises, bets) -> bytes:
    cdef PokerRules rules
    memset(&rules, 0, sizeof(rules))
    set_head(&rules.head)
    rules.n_ranks, rules.suits, rules.rounds, rules.raises = n_ranks, suits, rounds, raises
    rules.bet[0], rules.bet[1] = bets
    rules.chip = 0.5 / (1 + raises * rules.bet[0] + (raises * rules.bet[1] if rounds == 2 else 0))
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state (or of what an observation knows)."""
    cdef const PokerState* state
    assert raw.shape[0] >= <Py_ssize_t>sizeof(PokerState)
    state = <const PokerState*>&raw[0]
    return {"card": [state.card[0], state.card[1]], "board": state.board, "phase": state.phase,
            "active": state.active, "round": state.round, "paid": [state.paid[0], state.paid[1]],
            "result": state.result - 64}


cdef int all_moves(const void* rules, move_t* out) noexcept nogil:
    return listed(out, listed(out, listed(out, 0, DO_FOLD), DO_CALL), DO_RAISE)


cdef GameOps ops
add_rules(&ops, sizeof(PokerRules), sizeof(PokerState), init, pending, kind, legal, apply)
enter_observation(&ops, sizeof(PokerObs), obs_init, obs_fold, sample)
add_values(&ops, evaluate, returns, random_playout)
add_checks(&ops, check, secrets)
ops.all_moves = all_moves
ops.draw = draw
ops.weight = weight

OPS = capsule_of(&ops)

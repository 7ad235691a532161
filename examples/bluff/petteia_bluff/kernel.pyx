"""Bluff: the kernel. RULES.md has the rules; petteia's core/game.pxd says what each function is for."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.game cimport GameOps, RulesHead, capsule_of, enter_observation
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE_EVENT, Events, OVER, PENDING_CHANCE, PUBLIC_CHOICE, move_t, pending_t, tell, tell_secret, token_open,
    token_privy, token_seat, token_secret, token_t, token_type,
)
from petteia.ext.games.toys.common cimport (
    FITS, MALFORMED, NOT_NOW, add_checks, add_rules, add_values, even_until_over, play_out, set_head, set_shares,
)

cdef enum:
    SIDES = 6
    NOBODY = 2

cdef enum Phase:
    ROLL = 0
    CLAIM = 1
    ANSWER = 2
    FINISHED = 3

# Moves.
cpdef enum:
    DO_ROLL = 1           # | number << 4
    DO_CLAIM = 2          # | number << 4
    DO_BELIEVE = 3
    DO_DOUBT = 4

# Events.
cpdef enum:
    EV_ROLL = 1           # + number, which only the roller sees
    EV_CLAIM = 2          # number
    EV_BELIEVE = 3
    EV_DOUBT = 4          # number of the die | winner << 4


cdef struct BluffRules:
    RulesHead head


cdef struct BluffState:
    uint8_t die                             # 0: not rolled, or the viewer does not know it
    uint8_t claim                           # 0: none yet
    uint8_t roller
    uint8_t phase
    uint8_t winner                          # NOBODY while playing


cdef struct BluffObs:
    BluffState known
    uint8_t viewer


cdef void init(const void* rules, void* state) noexcept nogil:
    memset(state, 0, sizeof(BluffState))
    (<BluffState*>state).winner = NOBODY


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const BluffState* state = <const BluffState*>state_
    if state.phase == ROLL:
        return PENDING_CHANCE
    if state.phase == FINISHED:
        return OVER
    return 1 << (state.roller if state.phase == CLAIM else 1 - state.roller)


cdef int kind(const void* rules, const void* state, int seat) noexcept nogil:
    return CHANCE_EVENT if (<const BluffState*>state).phase == ROLL else PUBLIC_CHOICE


cdef int legal(const void* rules, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const BluffState* state = <const BluffState*>state_
    cdef int number, n = 0
    if state.phase == ANSWER:
        if state.claim < SIDES:
            out[0] = DO_BELIEVE
            n = 1
        out[n] = DO_DOUBT
        return n + 1
    for number in range(1 if state.phase == ROLL else state.claim + 1, SIDES + 1):
        out[n] = (DO_ROLL if state.phase == ROLL else DO_CLAIM) | number << 4
        n += 1
    return n


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return DO_ROLL | (1 + rng_below(rng, SIDES)) << 4


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return 1


cdef void apply(const void* rules, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef BluffState* state = <BluffState*>state_
    cdef int verb = move & 15
    if verb == DO_ROLL:
        state.die, state.phase = move >> 4, CLAIM
        tell_secret(events, EV_ROLL, state.roller, 1 << state.roller, 0, state.die)
    elif verb == DO_CLAIM:
        state.claim, state.phase = move >> 4, ANSWER
        tell(events, EV_CLAIM, seat, state.claim)
    elif verb == DO_BELIEVE:
        state.die, state.roller, state.phase = 0, seat, ROLL
        tell(events, EV_BELIEVE, seat, 0)
    else:
        state.phase = FINISHED
        state.winner = state.roller if state.die >= state.claim else 1 - state.roller
        tell(events, EV_DOUBT, seat, state.die | state.winner << 4)


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef BluffObs* obs = <BluffObs*>obs_
    memset(obs, 0, sizeof(BluffObs))
    init(rules, &obs.known)
    obs.viewer = viewer


cdef int obs_fold(const void* rules, void* obs, token_t seen) noexcept nogil:
    cdef BluffState* known = <BluffState*>obs
    cdef int type = token_type(seen), number = token_open(seen)
    if type == EV_ROLL:
        if known.phase != ROLL:
            return NOT_NOW
        if token_secret(seen) > SIDES or token_seat(seen) != known.roller:
            return MALFORMED
        known.die, known.phase = token_secret(seen) if token_privy(seen) else 0, CLAIM
    elif type == EV_CLAIM:
        if known.phase != CLAIM or token_seat(seen) != known.roller:
            return NOT_NOW
        if not known.claim < number <= SIDES:
            return MALFORMED
        known.claim, known.phase = number, ANSWER
    elif type == EV_BELIEVE or type == EV_DOUBT:
        if known.phase != ANSWER or token_seat(seen) != 1 - known.roller:
            return NOT_NOW
        if type == EV_BELIEVE:
            if known.claim == SIDES:
                return MALFORMED
            known.die, known.roller, known.phase = 0, 1 - known.roller, ROLL
        else:
            if not 1 <= number & 15 <= SIDES or number >> 4 >= NOBODY:
                return MALFORMED
            known.die, known.winner, known.phase = number & 15, number >> 4, FINISHED
    else:
        return MALFORMED
    return FITS


cdef void sample(const void* rules, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    cdef const BluffObs* obs = <const BluffObs*>obs_
    cdef BluffState* out = <BluffState*>out_
    memcpy(out, &obs.known, sizeof(BluffState))
    if out.phase == CLAIM or out.phase == ANSWER:
        if out.die == 0 or resample_own:
            out.die = 1 + rng_below(rng, SIDES)


cdef void returns(const void* rules, const void* state, float* per_team) noexcept nogil:
    set_shares(per_team, 1.0 if (<const BluffState*>state).winner == 0 else 0.0)


cdef void evaluate(const void* rules, const void* state, float* per_team) noexcept nogil:
    even_until_over(rules, state, per_team, pending, returns)


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(rules, state, rng, cutoff, per_team, pending, legal, draw, apply, evaluate)


cdef int check(const void* rules, const void* state_) noexcept nogil:
    cdef const BluffState* state = <const BluffState*>state_
    if state.die > SIDES or state.claim > SIDES or state.roller > 1 or state.phase > FINISHED:
        return 1
    if (state.winner == NOBODY) != (state.phase != FINISHED):
        return 2
    if (state.die == 0) != (state.phase == ROLL) or (state.claim == 0 and state.phase >= ANSWER):
        return 3
    return 0


cdef uint64_t secrets(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef const BluffState* state = <const BluffState*>state_
    return state.die if seat == state.roller and state.phase != FINISHED else 0


def make_rules() -> bytes:
    cdef BluffRules rules
    memset(&rules, 0, sizeof(rules))
    set_head(&rules.head)
    return (<char*>&rules)[:sizeof(rules)]


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state (or of what an observation knows)."""
    cdef const BluffState* state
    if raw.shape[0] < <Py_ssize_t>sizeof(BluffState):
        raise ValueError(f"{raw.shape[0]} bytes: want {sizeof(BluffState)}")
    state = <const BluffState*>&raw[0]
    return {"die": state.die, "claim": state.claim, "roller": state.roller, "phase": state.phase,
            "winner": state.winner}


cdef GameOps ops
add_rules(&ops, sizeof(BluffRules), sizeof(BluffState), init, pending, kind, legal, apply)
enter_observation(&ops, sizeof(BluffObs), obs_init, obs_fold, sample)
add_values(&ops, evaluate, returns, random_playout)
add_checks(&ops, check, secrets)
ops.draw = draw
ops.weight = weight

OPS = capsule_of(&ops)

"""What the rest of Egemonia uses of its rules kernel."""

from libc.stdint cimport uint64_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport Events, move_t, tell, tell_secret
from petteia.ext.games.egemonia.confrontation cimport confront
from petteia.ext.games.egemonia.evaluation cimport evaluate, returns
from petteia.ext.games.egemonia.state cimport (
    ACTION, DRAW, EgemoniaRules, EgemoniaState, EV_DRAW, EV_PASS, EV_PLACE, FINISHED, MAX_KINDS, NO_KIND, NOBODY,
    one_of, PYTHIA_DRAW,
)

# How a playout places an event of the active seat: writes its area and kind (NO_AREA and NO_KIND: a pass). The result
# is 2 or more if there was a choice.
ctypedef int (*choose_t)(const EgemoniaRules* rules, const EgemoniaState* state, Rng* rng, int* area,
                         int* kind) noexcept nogil


cdef void find_ranges(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil
cdef int favour_of_the_gods(const EgemoniaRules* rules, const EgemoniaState* state) noexcept nogil
cdef void set_draws(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil
cdef void go_on(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil
cdef void nike(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil

cdef void init(const void* rules, void* state) noexcept nogil
cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil
cdef void apply(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil
cdef void add_rules(GameOps* ops) noexcept


# ---------------------------------------------------------------------------------------------------------------
# Drawing and placing, which are nearly all that a playout does: here so that they are inlined.

cdef inline int draw_kind(const EgemoniaState* state, Rng* rng) noexcept nogil:
    """A random event of the cup."""
    cdef int left = rng_below(rng, state.n_cup)
    cdef uint64_t counts = state.cup
    cdef int k = 0
    while True:
        left -= <int>(counts & 15)
        if left < 0:
            return k
        counts >>= 4
        k += 1


cdef inline void take_from_cup(const EgemoniaRules* rules, EgemoniaState* state, int kind,
                               Events* events) noexcept nogil:
    """3.1, 3.2: the active seat draws; after Pythia's draw the discard and the Oracle go back."""
    cdef int seat = state.active
    state.cup -= one_of(kind)
    state.n_cup -= 1
    state.held[seat] += one_of(kind)
    state.n_hand[seat] += 1
    if state.phase == DRAW:
        state.to_draw[seat] -= 1
    tell_secret(events, EV_DRAW, seat, 1 << seat, 0, kind)
    if state.phase == PYTHIA_DRAW:
        state.cup += one_of(state.discard)
        state.n_cup += 1
        state.discard = NO_KIND
        state.oracle = NOBODY                                            # 4.8: back to Delphi
    go_on(rules, state, events)


cdef inline void place(const EgemoniaRules* rules, EgemoniaState* state, int seat, int area, int kind,
                       Events* events) noexcept nogil:
    """3.4: one event face down (NO_KIND: a pass); after the last, the confrontation."""
    state.placed_seat[state.n_placed] = seat
    state.placed_area[state.n_placed] = area
    state.placed_kind[state.n_placed] = kind
    state.n_placed += 1
    state.active = 1 - seat
    if kind == NO_KIND:
        tell(events, EV_PASS, seat, 0)
    else:
        state.held[seat] -= one_of(kind)
        state.n_hand[seat] -= 1
        tell_secret(events, EV_PLACE, seat, 1 << seat, area, kind)
    if state.n_placed == 2 * rules.placements:
        confront(rules, state, events)
        nike(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline int play_out(const EgemoniaRules* rules, EgemoniaState* state, Rng* rng, int cutoff, float* per_team,
                         choose_t choose, bint between_turns) noexcept nogil:
    """Play with the placements that `choose` picks and uniformly random moves elsewhere, at most `cutoff` decisions of
    two or more options (-1: to the end), then write `evaluate` or `returns`. The result counts these decisions.

    With `between_turns` it goes on past the cutoff to the end of the turn and stops before the next draws: what lies
    face down cannot be judged well, and more draws only add noise.
    """
    cdef move_t moves[MAX_KINDS * 32]
    cdef int decisions = 0, n, area, kind
    cdef bint draws
    while state.phase != FINISHED:
        draws = state.phase == DRAW or state.phase == PYTHIA_DRAW
        if decisions >= cutoff >= 0 and (state.n_placed == 0 if between_turns else not draws):
            evaluate(rules, state, per_team)
            return decisions
        if draws:
            take_from_cup(rules, state, draw_kind(state, rng), NULL)
            continue
        if state.phase == ACTION:
            n = choose(rules, state, rng, &area, &kind)
            place(rules, state, state.active, area, kind, NULL)
        else:
            n = legal(rules, state, state.active, moves)
            apply(rules, state, state.active, moves[rng_below(rng, n)], NULL)
        decisions += n > 1
    returns(rules, state, per_team)
    return decisions

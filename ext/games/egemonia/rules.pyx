"""Egemonia: the rules kernel. Section numbers are the book's, as in engine/games/egemonia/RULES.md."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.core.bits cimport ctz32, nth_bit, popcount
from petteia.ext.core.game cimport enter_rules, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, CHANCE_EVENT, Events, HIDDEN_CHOICE, move_t, OVER, PENDING_CHANCE, pending_t, PUBLIC_CHOICE, tell,
    tell_secret,
)
from petteia.ext.games.egemonia.confrontation cimport tell_influence
from petteia.ext.games.egemonia.state cimport (
    ACTION, ATHENS, beside_any, BY_AREAS, BY_SICILY, count_of, DO_DRAW, DO_KEEP, DO_PASS, DO_PLACE, DO_PYTHIA, DO_SETUP,
    DRAW, DRAWN, EgemoniaRules, EgemoniaState, EV_FAVOUR, EV_NEXT, EV_OVER, EV_PYTHIA, fill_ranges, FINISHED, INFLUENCE,
    MAX_KINDS, MAX_PLACED, MILITARY, move_area, move_kind, move_of, move_verb, N_TYPES, next_kind, NO_AREA, NO_KIND,
    NOBODY, one_of, PYTHIA, PYTHIA_DRAW,
    range_of, SETUP, SPARTA, without,
)


# ---------------------------------------------------------------------------------------------------------------
# Ranges (4): where an event may be placed.

cdef uint32_t blocked_range(const EgemoniaRules* rules, const EgemoniaState* state, int seat) noexcept nogil:
    """4.1 with 6: within the range of Military, but not through enemy areas by the enemy's way.

    Walks outwards, keeping apart the areas entered by the seat's own way and by the other: from an enemy area one
    goes on only if it was entered by the own way, and only by the own way.
    """
    cdef const uint32_t* own_way = &rules.sea[0] if rules.own_way_is_sea[seat] else &rules.land[0]
    cdef const uint32_t* other_way = &rules.land[0] if rules.own_way_is_sea[seat] else &rules.sea[0]
    cdef uint32_t enemy = state.one[1 - seat]
    cdef uint32_t found = beside_any(rules.own_reach[seat], state.one[seat])
    cdef uint32_t free = state.one[seat]          # areas that may be left by any line
    cdef uint32_t passable = 0                    # enemy areas that may be left by the own way only
    cdef uint32_t by_own, by_other
    for _ in range(rules.military_range):
        by_own = beside_any(own_way, free | passable)
        by_other = beside_any(other_way, free)
        found |= by_own | by_other
        free = (by_own | by_other) & ~enemy
        passable = by_own & enemy
    return found


cdef void find_ranges(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil:
    """Both factions' ranges of Military and Influence; nothing on the map moves during the action."""
    cdef int seat
    cdef uint32_t own
    for seat in range(2):
        own = state.one[seat]
        if rules.blocked_ways:
            state.military[seat] = blocked_range(rules, state, seat)
        else:
            state.military[seat] = beside_any(rules.reach[seat], own)
        state.influence[seat] = beside_any(rules.beside, own)
        if rules.military_on_own:
            state.military[seat] |= own
        if rules.influence_on_own:
            state.influence[seat] |= own


# ---------------------------------------------------------------------------------------------------------------
# The sequence of play (3).

cdef void set_draws(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil:
    """3.1: how many events each takes this turn; who was given Divine help takes one less."""
    cdef int seat, n, most
    for seat in range(2):
        if state.turn == 1 or rules.draw_up_to_hand:
            n, most = rules.hand - state.n_hand[seat], rules.hand
        else:
            n, most = rules.draws - state.given[seat], rules.hand_limit
        n = min(n, most - state.n_hand[seat])
        state.to_draw[seat] = n if n > 0 else 0
        state.given[seat] = 0


cdef void next_draw(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil:
    """3.1: Athens, then Sparta, takes its events; 3.2: then the holder of the Oracle may ask Pythia.

    An empty cup ends both.
    """
    cdef int seat
    if state.n_cup == 0:
        memset(state.to_draw, 0, sizeof(state.to_draw))
        return
    for seat in range(2):
        if state.to_draw[seat] > 0:
            state.phase = DRAW
            state.active = seat
            return
    if state.oracle != NOBODY and state.n_hand[state.oracle] > 0:
        state.phase = PYTHIA
        state.active = state.oracle


cdef inline int influence_on_map(const EgemoniaRules* rules, const EgemoniaState* state, int seat) noexcept nogil:
    """3.3: for the favour of the gods, influence in Sicily counts double."""
    cdef uint32_t sicily = <uint32_t>1 << rules.sicily
    cdef int extra = ((state.one[seat] & sicily) != 0) + ((state.two[seat] & sicily) != 0)
    return popcount(state.one[seat]) + popcount(state.two[seat]) + extra * (rules.sicily_counts - 1)


cdef int favour_of_the_gods(const EgemoniaRules* rules, const EgemoniaState* state) noexcept nogil:
    """3.3: who plays first."""
    cdef int lead = popcount(state.one[ATHENS]) - popcount(state.one[SPARTA])
    if lead == 0:
        lead = influence_on_map(rules, state, ATHENS) - influence_on_map(rules, state, SPARTA)
    if lead == 0:
        lead = <int>((state.one[ATHENS] >> rules.delphi) & 1) - <int>((state.one[SPARTA] >> rules.delphi) & 1)
    if lead == 0:
        lead = 1 if state.turn & 1 else -1
    return ATHENS if lead > 0 else SPARTA


cdef void begin_action(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    state.phase = ACTION
    state.favoured = favour_of_the_gods(rules, state)
    state.active = state.favoured
    state.n_placed = 0
    find_ranges(rules, state)
    tell(events, EV_FAVOUR, state.favoured, 0)


cdef void go_on(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    """After a draw or Pythia: more draws, Pythia, or the action."""
    cdef int before = state.phase
    state.phase = ACTION
    if before == DRAW:
        next_draw(rules, state)
    if state.phase == ACTION:
        begin_action(rules, state, events)


cdef void begin_turn(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    state.turn += 1
    set_draws(rules, state)
    state.phase = DRAW
    go_on(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# Nike (3.6, 7): the end of the game.

cdef void finish(EgemoniaState* state, int winner, int reason, Events* events) noexcept nogil:
    state.phase = FINISHED
    state.winner = winner
    state.reason = reason
    memset(state.given, 0, sizeof(state.given))
    tell(events, EV_OVER, CHANCE, winner | (reason << 4))


cdef void nike(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    """3.6, 7: ten areas, or the most after the last turn; then Sicily breaks a tie (7.1).

    On a larger map than ours both may have ten: play goes on.
    """
    cdef int athens = popcount(state.one[ATHENS]), sparta = popcount(state.one[SPARTA])
    if (athens >= rules.nike) != (sparta >= rules.nike) or (state.turn >= rules.turns and athens != sparta):
        finish(state, ATHENS if athens > sparta else SPARTA, BY_AREAS, events)
    elif state.turn < rules.turns:
        begin_turn(rules, state, events)
    elif (state.one[ATHENS] | state.one[SPARTA]) >> rules.sicily & 1:
        finish(state, ATHENS if state.one[ATHENS] >> rules.sicily & 1 else SPARTA, BY_SICILY, events)
    else:
        finish(state, NOBODY, DRAWN, events)


# ---------------------------------------------------------------------------------------------------------------
# The kernel interface.

cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaState* state = <EgemoniaState*>state_
    cdef int seat
    memset(state, 0, sizeof(EgemoniaState))
    for seat in range(2):
        state.one[seat] = rules.start_one[seat]
        state.two[seat] = rules.start_two[seat]
    state.favoured = state.oracle = state.winner = NOBODY
    state.syracuse = 1
    state.cup = rules.full_cup
    state.n_cup = rules.n_events
    state.discard = NO_KIND
    memset(state.placed_area, NO_AREA, MAX_PLACED)
    memset(state.placed_kind, NO_KIND, MAX_PLACED)
    if rules.choice[ATHENS]:
        state.phase = SETUP
        state.active = ATHENS
    else:
        begin_turn(rules, state, NULL)


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    if state.phase == FINISHED:
        return OVER
    if state.phase == DRAW or state.phase == PYTHIA_DRAW:
        return PENDING_CHANCE
    return <pending_t>1 << state.active


cdef int kind(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef int phase = (<const EgemoniaState*>state_).phase
    if phase == SETUP:
        return PUBLIC_CHOICE
    if phase == PYTHIA or phase == ACTION:
        return HIDDEN_CHOICE
    return CHANCE_EVENT


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef int n = 0, k
    cdef uint32_t areas
    cdef uint64_t counts
    if state.phase == SETUP:
        areas = rules.choice[seat] & ~state.one[1 - seat]
        while areas:
            out[n] = move_of(DO_SETUP, ctz32(areas), 0)
            n += 1
            areas &= areas - 1
    elif state.phase == ACTION:
        counts = state.held[seat]
        while counts:
            k = next_kind(counts)
            counts = without(counts, k)
            areas = range_of(rules, state, seat, k)
            while areas:
                out[n] = move_of(DO_PLACE, ctz32(areas), k)
                n += 1
                areas &= areas - 1
        if n == 0:
            out[0] = DO_PASS
            n = 1
    elif state.phase != FINISHED:
        if state.phase == PYTHIA:
            counts = state.held[seat]
            out[0] = DO_KEEP
            n = 1
        else:
            counts = state.cup
        while counts:
            k = next_kind(counts)
            counts = without(counts, k)
            out[n] = move_of(DO_PYTHIA if state.phase == PYTHIA else DO_DRAW, 0, k)
            n += 1
    return n


cdef int source(const void* rules, const void* state) noexcept nogil:
    return (<const EgemoniaState*>state).active


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return move_of(DO_DRAW, 0, draw_kind(<const EgemoniaState*>state, rng))


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return count_of((<const EgemoniaState*>state).cup, move_kind(outcome))


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaState* state = <EgemoniaState*>state_
    cdef int verb = move_verb(move), area = move_area(move), k = move_kind(move)
    cdef int phase = state.phase, active = state.active, turn = state.turn
    if verb == DO_PLACE:
        place(rules, state, seat, area, k, events)
    elif verb == DO_DRAW:
        take_from_cup(rules, state, k, events)
    elif verb == DO_PASS:
        place(rules, state, seat, NO_AREA, NO_KIND, events)
    elif verb == DO_KEEP:
        tell(events, EV_PYTHIA, seat, 0)
        go_on(rules, state, events)
    elif verb == DO_PYTHIA:
        state.held[seat] -= one_of(k)
        state.n_hand[seat] -= 1
        state.discard = k
        state.phase = PYTHIA_DRAW
        tell_secret(events, EV_PYTHIA, seat, 1 << seat, 1, k)
    elif verb == DO_SETUP:                                               # 2
        if state.one[seat] >> area & 1:
            state.two[seat] |= <uint32_t>1 << area
        state.one[seat] |= <uint32_t>1 << area
        tell_influence(state, events, area, seat)
        if seat == ATHENS and rules.choice[SPARTA]:
            state.active = SPARTA
        else:
            begin_turn(rules, state, events)
    if state.phase != FINISHED and (state.phase != phase or state.active != active or state.turn != turn):
        tell(events, EV_NEXT, CHANCE, state.phase | (state.active << 4) | (state.turn << 8))


# ---------------------------------------------------------------------------------------------------------------
# Random games.

cdef inline int choose_any(const EgemoniaRules* rules, const EgemoniaState* state, Rng* rng, int* area,
                           int* kind) noexcept nogil:
    """A uniformly random placement; how many there were to choose from."""
    cdef int seat = state.active
    cdef int options[MAX_KINDS]
    cdef int kinds[MAX_KINDS]
    cdef uint32_t ranges[N_TYPES]
    cdef int sizes[N_TYPES]
    cdef int n = 0, total = 0, r
    cdef uint64_t counts = state.held[seat]
    fill_ranges(rules, state, seat, ranges)
    r = popcount(rules.all_areas)
    for n in range(N_TYPES):
        sizes[n] = r
    sizes[MILITARY] = popcount(ranges[MILITARY])
    sizes[INFLUENCE] = popcount(ranges[INFLUENCE])
    n = 0
    while counts:
        kinds[n] = next_kind(counts)
        counts = without(counts, kinds[n])
        options[n] = sizes[rules.type[kinds[n]]]
        total += options[n]
        n += 1
    if total == 0:
        area[0], kind[0] = NO_AREA, NO_KIND
        return 1
    r = rng_below(rng, total)
    n = 0
    while r >= options[n]:
        r -= options[n]
        n += 1
    area[0], kind[0] = nth_bit(ranges[rules.type[kinds[n]]], r), kinds[n]
    return total


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EgemoniaRules*>rules, <EgemoniaState*>state, rng, cutoff, per_team, choose_any, False)


cdef void add_rules(GameOps* ops) noexcept:
    enter_rules(ops, sizeof(EgemoniaRules), sizeof(EgemoniaState), init, pending, kind, legal, source, draw, weight,
                apply, random_playout)

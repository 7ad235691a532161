"""Egemonia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here is an opinion, not a rule; the numbers are in `weights`. Placements are measured in areas: what is
gained or taken from the enemy.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport nth_bit, popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport hash_token, Rng, rng_below
from petteia.ext.core.types cimport move_t
from petteia.ext.games.egemonia.rules cimport play_out
from petteia.ext.games.egemonia.state cimport (
    ACTION, count_of, DIVINE_HELP, DO_PLACE, DO_PYTHIA, DO_SETUP, EgemoniaRules, EgemoniaState, FALSE_ALARM,
    fill_ranges, MAX_AREAS, MAX_KINDS, move_area, move_kind, move_verb, N_TYPES, next_kind, NO_AREA, NO_KIND,
    NOBODY, OLYMPICS, one_of, PYTHIA_DRAW, range_of, without,
)
from petteia.ext.games.egemonia.weights cimport (
    ACT_AGAINST_SYRACUSE, ACT_AGAINST_TWO, ACT_GAINS_AREA, ACT_SECOND, ACT_TAKES_AREA, ACT_WASTED, AREA_SHARE,
    DIVINE_HELP_PASSES, EAGERNESS, LOSS_CHANCE, MAY_BE_ANSWERED, OLYMPICS_UNOPPOSED, PLAYOUT_TRIES, PYTHIA_BAD,
    PYTHIA_COMMON, PYTHIA_GOOD, SETUP_NEIGHBOUR, WIN_CHANCE,
)


cdef uint64_t secrets(const void* rules, const void* state_, int seat) noexcept nogil:
    """The hand, the own events on the map, and the event waiting to return."""
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef uint64_t key = hash_token(seat, state.held[seat])
    cdef int i
    for i in range(state.n_placed):
        if state.placed_seat[i] == seat:
            key = hash_token(key, state.placed_kind[i])
    if state.phase == PYTHIA_DRAW and state.active == seat:
        key = hash_token(key, 16 + state.discard)
    return key


# ---------------------------------------------------------------------------------------------------------------
# Priors.

cdef float act_values[2][3][3]    # by whether Syracuse stands there, by the own influences and by the enemy's


cdef inline float act_value_of(int own, int enemy, bint syracuse) noexcept nogil:
    """What one act is worth to a faction, in areas, where these influences stand."""
    if enemy == 2:
        return ACT_AGAINST_TWO
    if enemy == 1:
        return ACT_TAKES_AREA
    if syracuse:
        return ACT_AGAINST_SYRACUSE
    return ACT_GAINS_AREA if own == 0 else ACT_SECOND if own == 1 else ACT_WASTED


cdef float acting[N_TYPES]          # 1 if an event of the type acts, else 0
cdef double cost_of[2][N_TYPES]     # of an event, unopposed and opposed, in areas
cdef float[2] for_seat = [-1, 1]    # what another faction gains, and the seat's own


cdef void fill_act_values() noexcept nogil:
    """Looked up, because what stands where cannot be foreseen: branches would take longer than all the rest."""
    cdef int syracuse, own, enemy, type
    for type in range(N_TYPES):
        acting[type] = type != FALSE_ALARM
        cost_of[False][type] = cost_of[True][type] = DIVINE_HELP_PASSES if type == DIVINE_HELP else 0
    cost_of[False][<int>OLYMPICS] = OLYMPICS_UNOPPOSED
    for syracuse in range(2):
        for own in range(3):
            for enemy in range(3):
                act_values[syracuse][own][enemy] = act_value_of(own, enemy, syracuse)


fill_act_values()


cdef inline float act_value(int own, int enemy, bint syracuse) noexcept nogil:
    return act_values[syracuse][own][enemy]


# What one faction's act would find in an area, and how many events of each faction lie there, as far as a seat knows.
cdef struct Outlook:
    int influence[2]
    int lying[2]
    bint syracuse


cdef inline uint32_t busy_areas(const EgemoniaState* state, int n) noexcept nogil:
    """Where the first n events lie (a pass lies in NO_AREA, which is not on the map)."""
    cdef uint32_t found = 0
    cdef int i
    for i in range(n):
        found |= <uint32_t>1 << state.placed_area[i]
    return found


cdef inline void look_at(const EgemoniaRules* rules, const EgemoniaState* state, int n, int seat, int area,
                         uint32_t busy, Outlook* look) noexcept nogil:
    """What a seat can expect in an area when the first n events lie on the map.

    Its own events there act as if unopposed, unless an event of the other faction is there to meet them.
    """
    cdef int i, kind, faction, other
    for i in range(2):
        look.influence[i] = <int>(state.one[i] >> area & 1) + <int>(state.two[i] >> area & 1)
        look.lying[i] = 0
    look.syracuse = state.syracuse and area == rules.sicily
    if not busy >> area & 1:
        return
    for i in range(n):
        if state.placed_area[i] != area:
            continue
        if state.placed_seat[i] != seat:
            look.lying[1 - seat] += 1
            continue
        kind = state.placed_kind[i]
        faction = seat if rules.favours[kind] == NOBODY else rules.favours[kind]
        other = 1 - faction
        look.lying[faction] += 1
        if rules.type[kind] == FALSE_ALARM or look.lying[other] >= look.lying[faction]:
            continue
        if look.influence[other] > 0:
            look.influence[other] -= 1
        elif look.syracuse:
            look.syracuse = False
        elif look.influence[faction] < 2:
            look.influence[faction] += 1


cdef inline float worth_of(const EgemoniaRules* rules, int n, int seat, int kind,
                           const Outlook* look) noexcept nogil:
    """What placing an event of that kind promises, in areas, after n others."""
    cdef int type = rules.type[kind]
    cdef int faction = seat if rules.favours[kind] == NOBODY else rules.favours[kind]
    cdef int other = 1 - faction
    cdef bint opposed = look.lying[other] > look.lying[faction]
    cdef float gain = acting[type] * act_value(look.influence[faction], look.influence[other], look.syracuse)
    if opposed:
        # It meets one: what that would have done is stopped unless ours loses.
        gain = WIN_CHANCE[type] * gain + (1 - LOSS_CHANCE[type]) * act_value(
            look.influence[other], look.influence[faction], look.syracuse)
    else:
        gain *= MAY_BE_ANSWERED if n + 1 < 2 * rules.placements else 1.0
    gain -= cost_of[opposed][type]
    return gain * for_seat[faction == seat]


cdef inline void look_at_all(const EgemoniaRules* rules, const EgemoniaState* state, int n, int seat,
                             Outlook* looks) noexcept nogil:
    cdef uint32_t busy = busy_areas(state, n)
    cdef int area
    for area in range(rules.n_areas):
        look_at(rules, state, n, seat, area, busy, &looks[area])


cdef void suggest_places(const EgemoniaRules* rules, const EgemoniaState* state, int seat, const move_t* moves, int n,
                         float* prior) noexcept nogil:
    cdef Outlook looks[MAX_AREAS]
    cdef int i
    look_at_all(rules, state, state.n_placed, seat, looks)
    for i in range(n):
        prior[i] = 0
        if move_verb(moves[i]) == DO_PLACE:
            prior[i] = AREA_SHARE * worth_of(rules, state.n_placed, seat, move_kind(moves[i]),
                                             &looks[move_area(moves[i])])


cdef void suggest(const void* rules_, const void* state_, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef int i, kind
    if state.phase == ACTION:
        suggest_places(rules, state, seat, moves, n, prior)
        return
    for i in range(n):
        prior[i] = 0
        kind = move_kind(moves[i])
        if move_verb(moves[i]) == DO_SETUP:
            prior[i] = SETUP_NEIGHBOUR * AREA_SHARE * popcount(rules.beside[move_area(moves[i])])
        elif move_verb(moves[i]) == DO_PYTHIA:
            if rules.favours[kind] == 1 - seat or rules.type[kind] == FALSE_ALARM:
                prior[i] = PYTHIA_BAD * AREA_SHARE
            elif rules.favours[kind] == seat or rules.type[kind] == DIVINE_HELP:
                prior[i] = PYTHIA_GOOD * AREA_SHARE
            else:
                prior[i] = PYTHIA_COMMON * AREA_SHARE


# ---------------------------------------------------------------------------------------------------------------
# Beliefs.

cdef enum:
    STEPS = 64                # of the table
    STEPS_PER_AREA = 20       # it reaches from -1.6 to 1.6 areas

cdef double likelihoods[STEPS]    # how much likelier a placement is than one that promises the least


cdef void fill_likelihoods() noexcept nogil:
    """exp(EAGERNESS * worth), with the four basic operations only: the same on every machine."""
    cdef double exponent = EAGERNESS * (1.0 / STEPS_PER_AREA)
    cdef double step = 1 + exponent + exponent ** 2 / 2
    cdef int i
    likelihoods[0] = 1
    for i in range(1, STEPS):
        likelihoods[i] = likelihoods[i - 1] * step


fill_likelihoods()


cdef inline double likelihood(float worth) noexcept nogil:
    cdef int step = <int>(worth * <double>STEPS_PER_AREA + STEPS // 2)
    return likelihoods[0 if step < 0 else STEPS - 1 if step >= STEPS else step]


cdef double plausible(const void* rules_, const void* state_, int viewer) noexcept nogil:
    """How much likelier sensible players are to have laid just these events than random ones: all but the viewer."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef Outlook looks[MAX_AREAS]
    cdef uint64_t counts
    cdef uint32_t areas
    cdef double ratio = 1, total
    cdef int seat, i, k, area, options
    if state.phase != ACTION:
        return 1
    for seat in range(2):
        if seat == viewer:
            continue
        counts = state.held[seat]
        for i in range(state.n_placed - 1, -1, -1):
            if state.placed_seat[i] != seat or state.placed_area[i] == NO_AREA:
                continue
            counts += one_of(state.placed_kind[i])
            look_at_all(rules, state, i, seat, looks)
            total, options = 0, 0
            for k in range(rules.n_kinds):
                if count_of(counts, k) == 0:
                    continue
                areas = range_of(rules, state, seat, k)
                for area in range(rules.n_areas):
                    if areas >> area & 1:
                        total += count_of(counts, k) * likelihood(worth_of(rules, i, seat, k, &looks[area]))
                        options += count_of(counts, k)
            k = state.placed_kind[i]
            ratio *= options * likelihood(worth_of(rules, i, seat, k, &looks[state.placed_area[i]])) / total
    return ratio


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef int choose_sensibly(const EgemoniaRules* rules, const EgemoniaState* state, Rng* rng, int* area,
                         int* kind) noexcept nogil:
    """The best of a few random placements."""
    cdef int seat = state.active
    cdef int kinds[MAX_KINDS]
    cdef uint32_t ranges[N_TYPES]
    cdef int n = 0, k, at, best_area = NO_AREA, best_kind = NO_KIND
    cdef uint64_t counts = state.held[seat]
    cdef uint32_t areas, busy = busy_areas(state, state.n_placed)
    cdef float worth, most = -1e9
    cdef int better
    cdef Outlook look
    area[0], kind[0] = NO_AREA, NO_KIND
    fill_ranges(rules, state, seat, ranges)
    while counts:
        k = next_kind(counts)
        counts = without(counts, k)
        kinds[n] = k
        n += ranges[rules.type[k]] != 0
    if n == 0:
        return 1
    for _ in range(PLAYOUT_TRIES):
        k = kinds[rng_below(rng, n)]
        areas = ranges[rules.type[k]]
        at = nth_bit(areas, rng_below(rng, popcount(areas)))
        look_at(rules, state, state.n_placed, seat, at, busy, &look)
        worth = worth_of(rules, state.n_placed, seat, k, &look)
        better = -<int>(worth > most)             # all bits, or none
        most = worth if worth > most else most
        best_area ^= (best_area ^ at) & better
        best_kind ^= (best_kind ^ k) & better
    area[0], kind[0] = best_area, best_kind
    return 2                                      # counted as a choice, even if it was the only placement


cdef int guided_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EgemoniaRules*>rules, <EgemoniaState*>state, rng, cutoff, per_team, choose_sensibly, True)


cdef void add_heuristics(GameOps* ops) noexcept:
    """Enter the heuristics into the game's table of functions."""
    ops.secrets = secrets
    ops.suggest = suggest
    ops.guided_playout = guided_playout
    ops.plausible = plausible

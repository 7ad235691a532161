"""Egemonia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here is an opinion, not a rule. An area gained or taken from the enemy counts 1, one influence more or less
where it does not change hands counts less.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.bits cimport nth_bit, popcount
from petteia.ext.egemonia cimport (
    ACTION, DIVINE_HELP, DO_PASS, DO_PLACE, DO_PYTHIA, DO_SETUP, DRAW, EgemoniaRules, EgemoniaState, FALSE_ALARM,
    FINISHED, MAX_AREAS, MAX_KINDS, N_TYPES, NO_AREA, NOBODY, OLYMPICS, PYTHIA_DRAW, apply, draw, evaluate, legal,
    move_area, move_kind, move_of, move_verb, next_kind, range_of, returns, without,
)
from petteia.ext.rng cimport Rng, hash_token, rng_below
from petteia.ext.types cimport CHANCE, move_t

cdef float AREA = 0.1         # what an area is worth, as a share of the game


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

cdef inline float act_value(int own, int enemy, bint syracuse) noexcept nogil:
    """What one act is worth to a faction where these influences stand."""
    if enemy == 2:
        return 0.5
    if enemy == 1:
        return 1
    if syracuse:
        return 0.3
    return 1 if own == 0 else 0.35 if own == 1 else 0.02


# Against an event of unknown type: the chance to win and to lose, by type.
cdef float[N_TYPES] WINS = [0.35, 0.35, 0.35, 0, 0.9, 0]
cdef float[N_TYPES] LOSES = [0.3, 0.3, 0.3, 0.85, 0, 0]


cdef void suggest_places(const EgemoniaRules* rules, const EgemoniaState* state, int seat, const move_t* moves, int n,
                         float* prior) noexcept nogil:
    """The own events on the map act as if unopposed; what lies there of the enemy's meets the next one."""
    cdef int influence[2][MAX_AREAS]
    cdef int lying[2][MAX_AREAS]
    cdef bint syracuse = state.syracuse
    cdef int i, a, faction, other, kind, type
    cdef float gain, stop
    cdef bint last = state.n_placed + 1 == 2 * rules.placements
    for a in range(rules.n_areas):
        for i in range(2):
            influence[i][a] = <int>(state.one[i] >> a & 1) + <int>(state.two[i] >> a & 1)
            lying[i][a] = 0
    for i in range(state.n_placed):
        a = state.placed_area[i]
        if a == NO_AREA:
            continue
        if state.placed_seat[i] != seat:
            lying[1 - seat][a] += 1
            continue
        kind = state.placed_kind[i]
        faction = seat if rules.favours[kind] == NOBODY else rules.favours[kind]
        other = 1 - faction
        lying[faction][a] += 1
        if rules.type[kind] == FALSE_ALARM or lying[other][a] >= lying[faction][a]:
            continue
        if influence[other][a] > 0:
            influence[other][a] -= 1
        elif syracuse and a == rules.sicily:
            syracuse = False
        elif influence[faction][a] < 2:
            influence[faction][a] += 1
    for i in range(n):
        if move_verb(moves[i]) != DO_PLACE:
            prior[i] = 0
            continue
        a, kind = move_area(moves[i]), move_kind(moves[i])
        type = rules.type[kind]
        faction = seat if rules.favours[kind] == NOBODY else rules.favours[kind]
        other = 1 - faction
        gain = act_value(influence[faction][a], influence[other][a], syracuse and a == rules.sicily)
        if type == FALSE_ALARM:
            gain = 0
        if lying[other][a] > lying[faction][a]:
            # It meets one: what that would have done is stopped unless ours loses.
            stop = act_value(influence[other][a], influence[faction][a], syracuse and a == rules.sicily)
            gain = WINS[type] * gain + (1 - LOSES[type]) * stop
        elif not last:
            gain *= 0.9
        if type == DIVINE_HELP:
            gain -= 0.3                           # 4.5: the enemy will have it
        elif type == OLYMPICS and lying[other][a] <= lying[faction][a]:
            gain -= 0.1
        prior[i] = AREA * (gain if faction == seat else -gain)


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
        if move_verb(moves[i]) == DO_SETUP:       # a place with many neighbours
            prior[i] = 0.1 * AREA * popcount(rules.beside[move_area(moves[i])])
        elif move_verb(moves[i]) == DO_PYTHIA:
            if rules.favours[kind] == 1 - seat or rules.type[kind] == FALSE_ALARM:
                prior[i] = 0.5 * AREA
            elif rules.favours[kind] == seat or rules.type[kind] == DIVINE_HELP:
                prior[i] = -0.5 * AREA
            else:
                prior[i] = -0.2 * AREA


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline move_t place_sensibly(const EgemoniaRules* rules, const EgemoniaState* state, Rng* rng,
                                  int* options) noexcept nogil:
    """A random event, but rather not one that helps the enemy; most often where it changes who controls an area."""
    cdef int seat = state.active, enemy = 1 - seat
    cdef int kinds[MAX_KINDS]
    cdef int n = 0, useful = 0, k
    cdef uint64_t counts = state.held[seat]
    cdef uint32_t areas, better
    while counts:
        k = next_kind(counts)
        counts = without(counts, k)
        if range_of(rules, state, seat, k) == 0:
            continue
        kinds[n] = k
        if rules.favours[k] != enemy and rules.type[k] != FALSE_ALARM:
            kinds[n], kinds[useful] = kinds[useful], k
            useful += 1
        n += 1
    options[0] = n
    if n == 0:
        return DO_PASS
    k = kinds[rng_below(rng, useful if useful > 0 else n)]
    areas = range_of(rules, state, seat, k)
    options[0] = n + popcount(areas)
    if rules.favours[k] == enemy:
        better = areas & state.two[enemy]
        if not better:
            better = areas & state.one[enemy]
    elif rng_below(rng, 8) < 6:
        better = areas & ~(state.two[enemy] | state.one[seat])           # changes hands, or is new
    else:
        better = areas & (state.two[enemy] | (state.one[seat] & ~state.two[seat]))
    if better:
        areas = better
    return move_of(DO_PLACE, nth_bit(areas, rng_below(rng, popcount(areas))), k)


cdef int rollout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Ends between two turns: what lies face down cannot be judged well."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaState* state = <EgemoniaState*>state_
    cdef move_t moves[MAX_KINDS * 32]
    cdef int decisions = 0, n
    cdef move_t move
    while state.phase != FINISHED:
        if state.phase == DRAW or state.phase == PYTHIA_DRAW:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
            continue
        if decisions >= cutoff >= 0 and state.n_placed == 0:
            evaluate(rules, state, per_team)
            return decisions
        if state.phase == ACTION:
            move = place_sensibly(rules, state, rng, &n)
        else:
            n = legal(rules, state, state.active, moves)
            move = moves[rng_below(rng, n)]
        apply(rules, state, state.active, move, NULL)
        decisions += n > 1
    returns(rules, state, per_team)
    return decisions

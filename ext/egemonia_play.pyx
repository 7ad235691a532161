"""Egemonia for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here is an opinion, not a rule. An area gained or taken from the enemy counts 1, one influence more or less
where it does not change hands counts less.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.bits cimport nth_bit, popcount
from petteia.ext.egemonia cimport (
    ACTION, DIVINE_HELP, DO_PASS, DO_PLACE, DO_PYTHIA, DO_SETUP, DRAW, EgemoniaRules, EgemoniaState, FALSE_ALARM,
    FINISHED, MAX_AREAS, MAX_KINDS, N_TYPES, NO_AREA, NOBODY, OLYMPICS, PYTHIA_DRAW, apply, count_of, draw, evaluate,
    legal, move_area, move_kind, move_of, move_verb, next_kind, one_of, range_of, returns, without,
)
from petteia.ext.rng cimport Rng, hash_token, rng_below
from petteia.ext.types cimport CHANCE, move_t

cdef float AREA = 0.1         # what an area is worth, as a share of the game

cdef enum:
    TRIES = 5                 # placements looked at in a playout


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
    """When n events lay there. The seat's own act as if unopposed, unless one of the other faction is there to meet
    them.
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
    cdef float gain = act_value(look.influence[faction], look.influence[other], look.syracuse)
    if type == FALSE_ALARM:
        gain = 0
    if look.lying[other] > look.lying[faction]:
        # It meets one: what that would have done is stopped unless ours loses.
        gain = WINS[type] * gain + (1 - LOSES[type]) * act_value(look.influence[other], look.influence[faction],
                                                                 look.syracuse)
    elif n + 1 < 2 * rules.placements:
        gain *= 0.9                               # the enemy may still answer
    if type == DIVINE_HELP:
        gain -= 0.3                               # 4.5: the enemy will have it
    elif type == OLYMPICS and look.lying[other] <= look.lying[faction]:
        gain -= 0.1
    return gain if faction == seat else -gain


cdef inline void look_around(const EgemoniaRules* rules, const EgemoniaState* state, int n, int seat,
                             Outlook* looks) noexcept nogil:
    cdef uint32_t busy = busy_areas(state, n)
    cdef int area
    for area in range(rules.n_areas):
        look_at(rules, state, n, seat, area, busy, &looks[area])


cdef void suggest_places(const EgemoniaRules* rules, const EgemoniaState* state, int seat, const move_t* moves, int n,
                         float* prior) noexcept nogil:
    cdef Outlook looks[MAX_AREAS]
    cdef int i
    look_around(rules, state, state.n_placed, seat, looks)
    for i in range(n):
        prior[i] = 0
        if move_verb(moves[i]) == DO_PLACE:
            prior[i] = AREA * worth_of(rules, state.n_placed, seat, move_kind(moves[i]), &looks[move_area(moves[i])])


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
# Beliefs.

cdef enum:
    STEPS = 64                # of the table, for worths from -1.6 to 1.6

cdef double likes[STEPS]      # how much likelier a placement is than one that is worth the least
cdef double EAGER = 3.0       # the larger, the more sensible the others are taken to be


cdef void fill_likes() noexcept nogil:
    """exp(EAGER * worth), with the four basic operations only: the same on every machine."""
    cdef double step = 1 + EAGER * 0.05 + (EAGER * 0.05) ** 2 / 2
    cdef int i
    likes[0] = 1
    for i in range(1, STEPS):
        likes[i] = likes[i - 1] * step


fill_likes()


cdef inline double like(float worth) noexcept nogil:
    cdef int step = <int>(worth * 20 + 32)
    return likes[0 if step < 0 else STEPS - 1 if step >= STEPS else step]


cdef double plausible(const void* rules_, const void* state_, int viewer) noexcept nogil:
    """How much likelier a sensible player is to have laid just these events than a random one, over all of the seats
    but the viewer.
    """
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
            look_around(rules, state, i, seat, looks)
            total, options = 0, 0
            for k in range(rules.n_kinds):
                if count_of(counts, k) == 0:
                    continue
                areas = range_of(rules, state, seat, k)
                for area in range(rules.n_areas):
                    if areas >> area & 1:
                        total += count_of(counts, k) * like(worth_of(rules, i, seat, k, &looks[area]))
                        options += count_of(counts, k)
            k = state.placed_kind[i]
            ratio *= options * like(worth_of(rules, i, seat, k, &looks[state.placed_area[i]])) / total
    return ratio


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline move_t place_sensibly(const EgemoniaRules* rules, const EgemoniaState* state, Rng* rng,
                                  int* options) noexcept nogil:
    """The best of a few random placements."""
    cdef int seat = state.active
    cdef int kinds[MAX_KINDS]
    cdef int n = 0, k, area
    cdef uint64_t counts = state.held[seat]
    cdef uint32_t areas, busy = busy_areas(state, state.n_placed)
    cdef float worth, most = -1e9
    cdef move_t best = DO_PASS
    cdef Outlook look
    while counts:
        k = next_kind(counts)
        counts = without(counts, k)
        if range_of(rules, state, seat, k) != 0:
            kinds[n] = k
            n += 1
    options[0] = n
    if n == 0:
        return DO_PASS
    for _ in range(TRIES):
        k = kinds[rng_below(rng, n)]
        areas = range_of(rules, state, seat, k)
        options[0] = n + popcount(areas)
        area = nth_bit(areas, rng_below(rng, popcount(areas)))
        look_at(rules, state, state.n_placed, seat, area, busy, &look)
        worth = worth_of(rules, state.n_placed, seat, k, &look)
        if worth > most:
            best, most = move_of(DO_PLACE, area, k), worth
    return best


cdef int rollout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Ends between two turns: what lies face down cannot be judged well, and the next draws only add noise."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaState* state = <EgemoniaState*>state_
    cdef move_t moves[MAX_KINDS * 32]
    cdef int decisions = 0, n
    cdef move_t move
    while state.phase != FINISHED:
        if decisions >= cutoff >= 0 and state.n_placed == 0:
            evaluate(rules, state, per_team)
            return decisions
        if state.phase == DRAW or state.phase == PYTHIA_DRAW:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
            continue
        if state.phase == ACTION:
            move = place_sensibly(rules, state, rng, &n)
        else:
            n = legal(rules, state, state.active, moves)
            move = moves[rng_below(rng, n)]
        apply(rules, state, state.active, move, NULL)
        decisions += n > 1
    returns(rules, state, per_team)
    return decisions

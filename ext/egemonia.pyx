"""Egemonia: the rules kernel. Section numbers are the book's, as in engine/egemonia/RULES.md."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.bits cimport ctz32, nth_bit, popcount
from petteia.ext.odds cimport odds
from petteia.ext.rng cimport Rng, rng_below
from petteia.ext.types cimport (
    CHANCE, CHANCE_EVENT, Events, HIDDEN_CHOICE, OVER, PENDING_CHANCE, PUBLIC_CHOICE, move_t, pending_t, tell,
    tell_secret,
)


# ---------------------------------------------------------------------------------------------------------------
# Ranges (4): where an event may be placed.

cdef inline uint32_t beside_any(const uint32_t* beside, uint32_t areas) noexcept nogil:
    """The areas joined by one line to any of these."""
    cdef uint32_t found = 0
    while areas:
        found |= beside[ctz32(areas)]
        areas &= areas - 1
    return found


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

cdef void next_draw(const EgemoniaRules* rules, EgemoniaState* state) noexcept nogil:
    """3.1: Athens, then Sparta, draws up to a full hand; 3.2: then the holder of the Oracle may ask Pythia."""
    cdef int seat
    for seat in range(2):
        if state.n_hand[seat] < rules.hand:
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
    state.phase = DRAW
    go_on(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# Confrontation (5).

cdef inline void tell_influence(const EgemoniaState* state, Events* events, int area, int faction) noexcept nogil:
    cdef uint32_t count = ((state.one[faction] >> area) & 1) + ((state.two[faction] >> area) & 1)
    tell(events, EV_INFLUENCE, CHANCE, area | (faction << 5) | (count << 7))


cdef void act(const EgemoniaRules* rules, EgemoniaState* state, int area, int faction, Events* events) noexcept nogil:
    """5: remove one enemy influence; else Syracuse (5.2); else add one, up to two (5.1)."""
    cdef uint32_t here = <uint32_t>1 << area
    cdef int enemy = 1 - faction
    if state.one[enemy] & here:
        if state.two[enemy] & here:
            state.two[enemy] &= ~here
        else:
            state.one[enemy] &= ~here
        tell_influence(state, events, area, enemy)
    elif state.syracuse and area == rules.sicily:
        state.syracuse = 0
        tell(events, EV_SYRACUSE, CHANCE, 0)
    elif not state.two[faction] & here:
        if state.one[faction] & here:
            state.two[faction] |= here
        else:
            state.one[faction] |= here
        tell_influence(state, events, area, faction)


cdef inline int clash(const EgemoniaRules* rules, const EgemoniaState* state, int area, int type_a,
                      int type_s) noexcept nogil:
    """5: +1 if Athens' event beats Sparta's in this area, 0 for a draw, -1 if it loses."""
    cdef int result
    if state.favoured == ATHENS:
        result = rules.table[type_a][type_s]
    else:
        result = -rules.table[type_s][type_a]
    if result == 0 and rules.capital_wins_draws:
        if area == rules.capital[ATHENS]:                                # 6
            result = 1
        elif area == rules.capital[SPARTA]:
            result = -1
    return result


cdef void confront_area(const EgemoniaRules* rules, EgemoniaState* state, int area, Events* events) noexcept nogil:
    """The n-th event of Athens meets the n-th of Sparta; what is left acts in order of placement."""
    cdef int line[2][MAX_PLACED]                  # places in the order of placement, for each faction
    cdef int length[2]
    cdef int alive = 0                            # bits: places whose event is left
    cdef int i, n, kind, faction, result, first, second
    length[0] = length[1] = 0
    for i in range(state.n_placed):
        if state.placed_area[i] == area:
            kind = state.placed_kind[i]
            faction = rules.favours[kind]                                # 4.7
            if faction == NOBODY:
                faction = state.placed_seat[i]
            line[faction][length[faction]] = i
            length[faction] += 1
            alive |= 1 << i
    for n in range(min(length[ATHENS], length[SPARTA])):
        first, second = line[ATHENS][n], line[SPARTA][n]
        result = clash(rules, state, area, rules.type[state.placed_kind[first]], rules.type[state.placed_kind[second]])
        if result <= 0:
            alive &= ~(1 << first)
        if result >= 0:
            alive &= ~(1 << second)
        tell(events, EV_CLASH, CHANCE, first | (second << 4) | ((result + 1) << 8))
    for i in range(state.n_placed):
        kind = state.placed_kind[i]
        if (alive >> i) & 1 and rules.type[kind] != FALSE_ALARM:         # 4.4
            faction = rules.favours[kind]
            act(rules, state, area, state.placed_seat[i] if faction == NOBODY else faction, events)


cdef void return_events(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    """5, 4.5, 4.7: back to the cup, out of the game, or to the opponent."""
    cdef int i, kind, owner, fate
    for i in range(state.n_placed):
        kind = state.placed_kind[i]
        if kind == NO_KIND:
            continue
        fate = rules.fate[kind]
        if fate == TO_CUP:
            state.cup += one_of(kind)
            state.n_cup += 1
        elif fate == TO_OPPONENT:
            owner = 1 - state.placed_seat[i]
            state.held[owner] += one_of(kind)
            state.n_hand[owner] += 1
        tell(events, EV_FATE, state.placed_seat[i], kind | (fate << 4))


cdef void confront(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    cdef int seat, i, area
    cdef uint32_t done = 0
    cdef uint32_t delphi = <uint32_t>1 << rules.delphi
    cdef uint32_t before[2]
    before[0], before[1] = state.one[0], state.one[1]
    if events != NULL:
        for i in range(state.n_placed):
            if state.placed_kind[i] != NO_KIND:
                tell(events, EV_REVEAL, state.placed_seat[i],
                     state.placed_kind[i] | (state.placed_area[i] << 4) | (i << 9))
    for i in range(state.n_placed):
        area = state.placed_area[i]
        if area != NO_AREA and not (done >> area) & 1:
            done |= <uint32_t>1 << area
            confront_area(rules, state, area, events)
    return_events(rules, state, events)
    for seat in range(2):
        if state.one[seat] & ~before[seat] & delphi:                     # 4.8
            state.oracle = seat
            tell(events, EV_ORACLE, seat, 0)
    state.n_placed = 0
    memset(state.placed_area, NO_AREA, MAX_PLACED)
    memset(state.placed_kind, NO_KIND, MAX_PLACED)
    memset(state.placed_seat, 0, MAX_PLACED)
    memset(state.military, 0, sizeof(state.military))
    memset(state.influence, 0, sizeof(state.influence))
    state.favoured = NOBODY


cdef void finish(EgemoniaState* state, int winner, int reason, Events* events) noexcept nogil:
    state.phase = FINISHED
    state.winner = winner
    state.reason = reason
    tell(events, EV_OVER, CHANCE, winner | (reason << 4))


cdef void nike(const EgemoniaRules* rules, EgemoniaState* state, Events* events) noexcept nogil:
    """3.6, 7: ten areas, or the most after the last turn; Sicily breaks a tie (7.1)."""
    cdef int athens = popcount(state.one[ATHENS]), sparta = popcount(state.one[SPARTA])
    cdef bint last = state.turn >= rules.turns
    if last or athens >= rules.nike or sparta >= rules.nike:
        if athens != sparta:
            finish(state, ATHENS if athens > sparta else SPARTA, BY_AREAS, events)
            return
        if (state.one[ATHENS] | state.one[SPARTA]) >> rules.sicily & 1:
            finish(state, ATHENS if state.one[ATHENS] >> rules.sicily & 1 else SPARTA, BY_SICILY, events)
            return
        if last:
            finish(state, NOBODY, DRAWN, events)
            return
    begin_turn(rules, state, events)


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


cdef inline int draw_kind(const EgemoniaState* state, Rng* rng) noexcept nogil:
    cdef int left = rng_below(rng, state.n_cup)
    cdef uint64_t counts = state.cup
    cdef int k = 0
    while True:
        left -= <int>(counts & 15)
        if left < 0:
            return k
        counts >>= 4
        k += 1


cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil:
    return move_of(DO_DRAW, 0, draw_kind(<const EgemoniaState*>state, rng))


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    return count_of((<const EgemoniaState*>state).cup, move_kind(outcome))


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


cdef inline void take_from_cup(const EgemoniaRules* rules, EgemoniaState* state, int kind,
                               Events* events) noexcept nogil:
    """3.1, 3.2: the active seat draws; after Pythia's draw the discard and the Oracle go back."""
    cdef int seat = state.active
    state.cup -= one_of(kind)
    state.n_cup -= 1
    state.held[seat] += one_of(kind)
    state.n_hand[seat] += 1
    tell_secret(events, EV_DRAW, seat, 1 << seat, 0, kind)
    if state.phase == PYTHIA_DRAW:
        state.cup += one_of(state.discard)
        state.n_cup += 1
        state.discard = NO_KIND
        state.oracle = NOBODY                                            # 4.8: back to Delphi
    go_on(rules, state, events)


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


cdef void returns(const void* rules, const void* state_, float* per_team) noexcept nogil:
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef float athens = 0.5
    if state.winner != NOBODY:
        athens = 1.0 if state.winner == ATHENS else 0.0
    per_team[ATHENS] = athens
    per_team[SPARTA] = 1 - athens


cdef float hand_value(const EgemoniaRules* rules, const EgemoniaState* state, int seat) noexcept nogil:
    """What the events in a hand are worth, in units that `evaluate` adds up."""
    cdef uint64_t counts = state.held[seat]
    cdef float total = 0, worth
    cdef int k
    while counts:
        k = next_kind(counts)
        if rules.favours[k] != NOBODY:
            worth = 0.12 if rules.favours[k] == seat else -0.54
        elif rules.type[k] == FALSE_ALARM:
            worth = -0.65
        elif rules.type[k] == DIVINE_HELP or rules.type[k] == OLYMPICS:
            worth = 0.42
        else:
            worth = 0.22
        total += worth * count_of(counts, k)
        counts = without(counts, k)
    return total


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """The chance to win by areas and hands, fitted to a thousand games that the search played against itself.

    A lead in areas counts for more the nearer somebody is to Nike; a second influence only when few turns are left.
    Events that lie on the map act as if no more were to come.
    """
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef EgemoniaState later
    cdef float lead, near, late
    cdef int athens, sparta
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    if state.n_placed > 0:
        memcpy(&later, state, sizeof(EgemoniaState))
        confront(rules, &later, NULL)
        state = &later
    athens, sparta = popcount(state.one[ATHENS]), popcount(state.one[SPARTA])
    near = <float>(athens if athens > sparta else sparta) / rules.nike
    late = <float>state.turn / rules.turns
    lead = (athens - sparta) * (0.21 + 0.66 * near + 0.17 * late)
    if late > 0.3:
        lead += (popcount(state.two[ATHENS]) - popcount(state.two[SPARTA])) * (1.1 * late - 0.33)
    lead += 0.2 * late * (<int>(state.one[ATHENS] >> rules.sicily & 1) - <int>(state.one[SPARTA] >> rules.sicily & 1))
    lead += 0.22 * ((state.oracle == ATHENS) - (state.oracle == SPARTA))
    lead += (0.3 + near) * (hand_value(rules, state, ATHENS) - hand_value(rules, state, SPARTA))
    per_team[ATHENS] = odds(lead)
    per_team[SPARTA] = 1 - per_team[ATHENS]


cdef inline int place_at_random(const EgemoniaRules* rules, EgemoniaState* state, Rng* rng) noexcept nogil:
    """A uniformly random placement; how many there were to choose from."""
    cdef int seat = state.active
    cdef int options[MAX_KINDS]
    cdef int kinds[MAX_KINDS]
    cdef int n = 0, total = 0, r
    cdef uint64_t counts = state.held[seat]
    while counts:
        kinds[n] = next_kind(counts)
        counts = without(counts, kinds[n])
        options[n] = popcount(range_of(rules, state, seat, kinds[n]))
        total += options[n]
        n += 1
    if total == 0:
        place(rules, state, seat, NO_AREA, NO_KIND, NULL)
        return 1
    r = rng_below(rng, total)
    n = 0
    while r >= options[n]:
        r -= options[n]
        n += 1
    place(rules, state, seat, nth_bit(range_of(rules, state, seat, kinds[n]), r), kinds[n], NULL)
    return total


cdef int playout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaState* state = <EgemoniaState*>state_
    cdef move_t moves[MAX_KINDS * 32]
    cdef int decisions = 0, n
    while state.phase != FINISHED:
        if state.phase == DRAW or state.phase == PYTHIA_DRAW:
            take_from_cup(rules, state, draw_kind(state, rng), NULL)
            continue
        if decisions == cutoff:
            evaluate(rules, state, per_team)
            return decisions
        if state.phase == ACTION:
            n = place_at_random(rules, state, rng)
        else:
            n = legal(rules, state, state.active, moves)
            apply(rules, state, state.active, moves[rng_below(rng, n)], NULL)
        decisions += n > 1
    returns(rules, state, per_team)
    return decisions


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaState* state = <const EgemoniaState*>state_
    cdef EgemoniaState copy
    cdef int k, seat, total, n_cup = 0
    cdef int n_hand[2]
    n_hand[0] = n_hand[1] = 0
    if state.one[0] & state.one[1]:
        return 1                                  # two factions in one area
    for seat in range(2):
        if state.two[seat] & ~state.one[seat] or state.one[seat] & ~rules.all_areas:
            return 2
    if state.syracuse and (state.one[0] | state.one[1]) >> rules.sicily & 1:
        return 3                                  # Syracuse keeps others out of Sicily
    for k in range(rules.n_kinds):
        total = count_of(state.cup, k) + (state.discard == k)
        n_cup += count_of(state.cup, k)
        for seat in range(2):
            total += count_of(state.held[seat], k)
            n_hand[seat] += count_of(state.held[seat], k)
        for seat in range(state.n_placed):
            total += state.placed_kind[seat] == k
        if total > rules.count[k] or (total < rules.count[k] and rules.fate[k] != OUT_OF_GAME):
            return 4                              # an event too many, or lost
    if n_cup != state.n_cup or n_hand[0] != state.n_hand[0] or n_hand[1] != state.n_hand[1]:
        return 5
    if state.phase == DRAW or state.phase == PYTHIA_DRAW:
        if state.n_cup == 0:
            return 6                              # 3.1: the cup never runs short
    if state.phase == ACTION:
        memcpy(&copy, state, sizeof(EgemoniaState))
        find_ranges(rules, &copy)
        for seat in range(2):
            if copy.military[seat] != state.military[seat] or copy.influence[seat] != state.influence[seat]:
                return 7
        if state.favoured != favour_of_the_gods(rules, state):
            return 8
    if state.phase > FINISHED or state.turn > rules.turns or state.oracle > NOBODY:
        return 9
    return 0


# ---------------------------------------------------------------------------------------------------------------
# The Python boundary: rules from tables, states to and from plain numbers. Not for the hot path.

def make_rules(dict tables) -> bytes:
    """Pack checked tables (see engine/egemonia/rules.py) into the immutable struct that the kernel reads."""
    cdef EgemoniaRules rules
    cdef int a, b, k, seat
    memset(&rules, 0, sizeof(rules))
    rules.head.n_seats = rules.head.n_teams = 2
    rules.head.team[1] = 1
    rules.head.n_sources = 2
    rules.n_areas = len(tables["land"])
    rules.all_areas = (<uint32_t>1 << rules.n_areas) - 1
    for a in range(rules.n_areas):
        for b in tables["land"][a]:
            rules.land[a] |= <uint32_t>1 << b
        for b in tables["sea"][a]:
            rules.sea[a] |= <uint32_t>1 << b
        rules.beside[a] = rules.land[a] | rules.sea[a]
    rules.delphi, rules.sicily = tables["delphi"], tables["sicily"]
    rules.n_kinds = len(tables["count"])
    for k in range(rules.n_kinds):
        rules.count[k], rules.type[k] = tables["count"][k], tables["type"][k]
        rules.favours[k], rules.fate[k] = tables["favours"][k], tables["fate"][k]
        rules.full_cup += rules.count[k] * one_of(k)
        rules.n_events += rules.count[k]
    for a in range(<int>N_TYPES):
        for b in range(<int>N_TYPES):
            rules.table[a][b] = tables["table"][a][b]
    for seat in range(2):
        rules.capital[seat] = tables["capital"][seat]
        rules.own_way_is_sea[seat] = tables["own_way_is_sea"][seat]
        for a in tables["start_one"][seat]:
            rules.start_one[seat] |= <uint32_t>1 << a
        for a in tables["start_two"][seat]:
            rules.start_two[seat] |= <uint32_t>1 << a
        for a in tables["choice"][seat]:
            rules.choice[seat] |= <uint32_t>1 << a
    rules.turns, rules.hand, rules.placements = tables["turns"], tables["hand"], tables["placements"]
    rules.nike, rules.sicily_counts = tables["nike"], tables["sicily_counts"]
    rules.military_range, rules.own_way_range = tables["military_range"], tables["own_way_range"]
    rules.military_on_own, rules.influence_on_own = tables["military_on_own"], tables["influence_on_own"]
    rules.blocked_ways, rules.capital_wins_draws = tables["blocked_ways"], tables["capital_wins_draws"]
    for seat in range(2):
        for a in range(rules.n_areas):
            rules.own_reach[seat][a] = walk(&rules.sea[0] if rules.own_way_is_sea[seat] else &rules.land[0], a,
                                            rules.own_way_range)
            rules.reach[seat][a] = rules.own_reach[seat][a] | walk(rules.beside, a, rules.military_range)
    return (<char*>&rules)[:sizeof(rules)]


cdef uint32_t walk(const uint32_t* lines, int area, int steps) noexcept nogil:
    """The other areas within so many lines of this one."""
    cdef uint32_t found = <uint32_t>1 << area
    for _ in range(steps):
        found |= beside_any(lines, found)
    return found & ~(<uint32_t>1 << area)


def unpack(const unsigned char[::1] raw) -> dict:
    """The fields of a state, as numbers; engine/egemonia gives them their names."""
    cdef EgemoniaState state
    cdef int i, k, seat
    assert raw.shape[0] >= <Py_ssize_t>sizeof(EgemoniaState)
    memcpy(&state, &raw[0], sizeof(state))
    return {
        "one": [state.one[0], state.one[1]], "two": [state.two[0], state.two[1]],
        "turn": state.turn, "phase": state.phase, "active": state.active, "favoured": state.favoured,
        "oracle": state.oracle, "syracuse": state.syracuse, "winner": state.winner, "reason": state.reason,
        "placed": [(state.placed_seat[i], state.placed_kind[i], state.placed_area[i]) for i in range(state.n_placed)],
        "n_hand": [state.n_hand[0], state.n_hand[1]], "n_cup": state.n_cup,
        "held": [[count_of(state.held[seat], k) for k in range(MAX_KINDS)] for seat in range(2)],
        "cup": [count_of(state.cup, k) for k in range(MAX_KINDS)],
        "discard": state.discard,
    }


def pack(const unsigned char[::1] rules_raw, dict fields) -> bytes:
    """A state from the fields that `unpack` gives; what is derived is derived anew."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>&rules_raw[0]
    cdef EgemoniaState state
    cdef int i, k, seat
    init(rules, &state)
    state.cup = state.n_cup = state.n_placed = 0
    for seat in range(2):
        state.one[seat], state.two[seat] = fields["one"][seat], fields["two"][seat]
        state.n_hand[seat] = sum(fields["held"][seat])
        for k, i in enumerate(fields["held"][seat]):
            state.held[seat] += i * one_of(k)
    for k, i in enumerate(fields["cup"]):
        state.cup += i * one_of(k)
        state.n_cup += i
    state.turn, state.phase, state.active = fields["turn"], fields["phase"], fields["active"]
    state.favoured, state.oracle, state.syracuse = fields["favoured"], fields["oracle"], fields["syracuse"]
    state.winner, state.reason, state.discard = fields["winner"], fields["reason"], fields["discard"]
    for seat, k, i in fields["placed"]:
        state.placed_seat[state.n_placed], state.placed_kind[state.n_placed] = seat, k
        state.placed_area[state.n_placed] = i
        state.n_placed += 1
    if state.phase == ACTION:
        find_ranges(rules, &state)
    return (<char*>&state)[:sizeof(state)]

"""Egemonia: observations, and the states that they allow.

The law of sampling (RULES.md): think of the events as labelled. Every labelled history that looks to the viewer like
what it saw is equally likely. For one hidden player this is kept exactly: each possible holding has a weight (there
are 757 holdings of four events), which every draw, discard and reveal changes. Face-down events need no holdings of
their own, for a formula says how many ways there were to lay them (`ways_to_place`).
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from petteia.ext.core.game cimport enter_observation, GameOps
from petteia.ext.core.rng cimport mix64, Rng, rng_below, rng_unit
from petteia.ext.core.types cimport SPECTATOR, token_open, token_privy, token_seat, token_secret, token_t, token_type
from petteia.ext.games.egemonia.rules cimport find_ranges, init, set_draws
from petteia.ext.games.egemonia.state cimport (
    ACTION, count_of, DRAW, EgemoniaRules, EgemoniaState, EV_CLASH, EV_DRAW, EV_FATE, EV_FAVOUR, EV_INFLUENCE, EV_NEXT,
    EV_ORACLE, EV_OVER, EV_PASS, EV_PLACE, EV_PYTHIA, EV_REVEAL, EV_SYRACUSE, FINISHED, FITS, IMPOSSIBLE, MALFORMED,
    MAX_PLACED, next_kind, NO_AREA, NO_KIND, NOBODY, NOT_NOW, one_of, OUT_OF_GAME, PYTHIA, PYTHIA_DRAW, range_of,
    TO_CUP, without,
)


cdef enum:
    N_SLOTS = 16384           # of the hash table that merges holdings: a power of two, twice MAX_HOLDINGS or more


cdef inline int total_of(uint64_t counts) noexcept nogil:
    """How many events these packed counts hold."""
    counts = (counts & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((counts >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return <int>((counts * <uint64_t>0x0101010101010101) >> 56)


cdef double ways_to_place(uint64_t holding, const uint64_t* allowed, int n) noexcept nogil:
    """In how many ways n different labelled events of the holding can lie in n slots that each allow some kinds.

    Inclusion and exclusion over which slots share an event, n <= 3.
    """
    cdef double a, b, c
    if n == 0:
        return 1
    a = total_of(holding & allowed[0])
    if n == 1:
        return a
    b = total_of(holding & allowed[1])
    if n == 2:
        return a * b - total_of(holding & allowed[0] & allowed[1])
    c = total_of(holding & allowed[2])
    return (a * b * c
            - a * total_of(holding & allowed[1] & allowed[2])
            - b * total_of(holding & allowed[0] & allowed[2])
            - c * total_of(holding & allowed[0] & allowed[1])
            + 2 * total_of(holding & allowed[0] & allowed[1] & allowed[2]))


# ---------------------------------------------------------------------------------------------------------------
# Holdings. Each step multiplies a weight by the number of ways in which the step can have happened, and returns False
# if no holding is left that could have led to what was seen.

cdef bint keep_possible(Holdings* h, const Cover* cover) noexcept nogil:
    """Drop the holdings that have become impossible, scale the weights, and sum them up for `pick`."""
    cdef int i, n = 0
    cdef double most = 0, ways, total = 0
    for i in range(h.n):
        if h.weight[i] > most:
            most = h.weight[i]
    for i in range(h.n):
        if h.weight[i] > 0:
            ways = ways_to_place(h.counts[i], cover.allowed, cover.n_slots)
            if cover.passed and total_of(h.counts[i] & cover.placeable) != cover.n_slots:
                ways = 0                          # it passed: all that it could place lies on the map
            if ways > 0:
                h.counts[n] = h.counts[i]
                h.weight[n] = h.weight[i] / most
                total += h.weight[n] * ways
                h.upto[n] = total
                n += 1
    h.n = n
    return n > 0


cdef void merge(Holdings* h, uint16_t* slots, uint64_t counts, double weight) noexcept nogil:
    """Add weight to a holding, found by hashing (slots: N_SLOTS numbers, 0 for none)."""
    cdef uint32_t at = <uint32_t>(mix64(counts) & (N_SLOTS - 1))
    while slots[at] != 0:
        if h.counts[slots[at] - 1] == counts:
            h.weight[slots[at] - 1] += weight
            return
        at = (at + 1) & (N_SLOTS - 1)
    h.counts[h.n] = counts
    h.weight[h.n] = weight
    h.n += 1
    slots[at] = h.n


cdef bint draw_unseen(Holdings* h, uint64_t pool, Cover* cover) noexcept nogil:
    """The player drew one event from what is in the pool and not held by it.

    After Pythia, one of its events went first.
    """
    cdef Holdings before
    cdef uint16_t slots[N_SLOTS]
    cdef uint64_t counts, left, cup, discards
    cdef double weight
    cdef int i, k, d
    before.n = h.n
    memcpy(before.counts, h.counts, h.n * sizeof(uint64_t))
    memcpy(before.weight, h.weight, h.n * sizeof(double))
    memset(slots, 0, sizeof(slots))
    h.n = 0
    for i in range(before.n):
        counts, weight = before.counts[i], before.weight[i]
        cup = pool - counts
        left = cup
        while left:
            k = next_kind(left)
            left = without(left, k)
            if not cover.pythia:
                merge(h, slots, counts + one_of(k), weight * count_of(cup, k))
                continue
            discards = counts
            while discards:
                d = next_kind(discards)
                discards = without(discards, d)
                merge(h, slots, counts - one_of(d) + one_of(k), weight * count_of(cup, k) * count_of(counts, d))
    return keep_possible(h, cover)


cdef bint drawn_elsewhere(Holdings* h, uint64_t pool, int kind, const Cover* cover) noexcept nogil:
    """Somebody else drew this kind from the pool: the likelier, the more of it this player does not hold."""
    cdef int i
    for i in range(h.n):
        h.weight[i] *= count_of(pool, kind) - count_of(h.counts[i], kind)
    return keep_possible(h, cover)


cdef bint reveal_first(Holdings* h, int kind, Cover* cover) noexcept nogil:
    """The player's first face-down event turned out to be of this kind."""
    cdef int i
    for i in range(h.n):
        h.weight[i] *= count_of(h.counts[i], kind)
        if h.weight[i] > 0:
            h.counts[i] -= one_of(kind)
    return keep_possible(h, cover)


cdef void add_given(Holdings* h, int kind, const Cover* cover) noexcept nogil:
    """The player was given an event that all could see."""
    cdef int i
    for i in range(h.n):
        h.counts[i] += one_of(kind)
    keep_possible(h, cover)


cdef inline uint64_t pick(const Holdings* h, Rng* rng) noexcept nogil:
    """A holding, each as likely as its weight times the ways to have placed."""
    cdef double r = rng_unit(rng) * h.upto[h.n - 1]
    cdef int low = 0, n = h.n, half
    while n > 1:                                  # the first that goes beyond r; no branch that could not be foreseen
        half = n >> 1
        low += half & -<int>(h.upto[low + half - 1] <= r)
        n -= half
    return h.counts[low]


# ---------------------------------------------------------------------------------------------------------------
# Sampling.

cdef void lay_out(const Cover* cover, uint64_t holding, EgemoniaState* out, int seat, Rng* rng) noexcept nogil:
    """Divide a holding into the seat's face-down events, discard and hand, each way equally likely."""
    cdef int i, k, slot = 0, chosen
    cdef uint64_t kinds
    cdef double r, ways
    for i in range(out.n_placed):
        if out.placed_seat[i] != seat or out.placed_area[i] == NO_AREA:
            continue
        r = rng_unit(rng) * ways_to_place(holding, &cover.allowed[slot], cover.n_slots - slot)
        kinds = holding & cover.allowed[slot]
        chosen = NO_KIND
        while kinds:
            k = next_kind(kinds)
            kinds = without(kinds, k)
            ways = count_of(holding, k) * ways_to_place(holding - one_of(k), &cover.allowed[slot + 1],
                                                        cover.n_slots - slot - 1)
            if ways > 0:
                chosen = k
                r -= ways
                if r < 0:
                    break
        out.placed_kind[i] = chosen
        holding -= one_of(chosen)
        slot += 1
    if cover.pythia:
        chosen = rng_below(rng, total_of(holding))
        kinds = holding
        while True:
            k = next_kind(kinds)
            chosen -= count_of(kinds, k)
            if chosen < 0:
                break
            kinds = without(kinds, k)
        out.discard = k
        holding -= one_of(k)
    out.held[seat] = holding


cdef double share_of_pairs(uint64_t all_events, uint64_t first, uint64_t second) noexcept nogil:
    """The part of the second holding's labelled ways that is left when the first is taken out."""
    cdef double share = 1
    cdef int k, i
    cdef uint64_t kinds = second
    while kinds:
        k = next_kind(kinds)
        kinds = without(kinds, k)
        for i in range(count_of(second, k)):
            share *= <double>(count_of(all_events, k) - count_of(first, k) - i) / (count_of(all_events, k) - i)
            if share <= 0:
                return 0
    return share


cdef void sample_as_spectator(const EgemoniaObs* obs, EgemoniaState* out, Rng* rng) noexcept nogil:
    """A state as a spectator would draw it: both hands are unknown, and no event is in both.

    This is exact on the first turn. Later the pasts of the two hands are taken to be independent.
    """
    cdef uint64_t first, second
    cdef int i
    while True:
        first = pick(&obs.seen_by_all[0], rng)
        second = pick(&obs.seen_by_all[1], rng)
        if rng_unit(rng) < share_of_pairs(obs.in_play, first, second):
            break
    for i in range(out.n_placed):
        out.placed_kind[i] = NO_KIND
    out.discard = NO_KIND
    lay_out(&obs.cover[0], first, out, 0, rng)
    lay_out(&obs.cover[1], second, out, 1, rng)
    out.cup = obs.in_play - first - second


cdef void sample(const void* rules, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    cdef const EgemoniaObs* obs = <const EgemoniaObs*>obs_
    cdef EgemoniaState* out = <EgemoniaState*>out_
    cdef uint64_t holding
    memcpy(out, &obs.known, sizeof(EgemoniaState))
    if resample_own or obs.viewer == SPECTATOR:
        sample_as_spectator(obs, out, rng)
    else:
        holding = pick(&obs.enemy, rng)
        lay_out(&obs.cover[1 - obs.viewer], holding, out, 1 - obs.viewer, rng)
        out.cup = obs.pool - holding


# ---------------------------------------------------------------------------------------------------------------
# Folding: what each token tells the viewer.

cdef enum:
    LEAN_SIZE = sizeof(EgemoniaObs) - 3 * sizeof(Holdings)


cdef void begin(const EgemoniaRules* rules, EgemoniaObs* obs, int viewer) noexcept nogil:
    """All but the holdings."""
    memset(obs, 0, LEAN_SIZE)
    init(rules, &obs.known)
    obs.known.cup = 0                             # hidden from all, though at the start all could tell
    obs.viewer = viewer
    obs.divine_help = NOBODY
    obs.in_play = obs.pool = rules.full_cup


cdef void lean_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef EgemoniaObs* obs = <EgemoniaObs*>obs_
    begin(<const EgemoniaRules*>rules, obs, viewer)
    obs.lean = 1


cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef EgemoniaObs* obs = <EgemoniaObs*>obs_
    cdef Holdings* all_holdings[3]
    memset(&obs.enemy, 0, 3 * sizeof(Holdings))
    begin(<const EgemoniaRules*>rules, obs, viewer)
    all_holdings[0], all_holdings[1], all_holdings[2] = &obs.enemy, &obs.seen_by_all[0], &obs.seen_by_all[1]
    for i in range(3):
        all_holdings[i].n = 1                     # nothing held yet, in one way
        all_holdings[i].weight[0] = 1
        all_holdings[i].upto[0] = 1


cdef int fold_draw(EgemoniaObs* obs, int seat, int kind) noexcept nogil:
    cdef EgemoniaState* known = &obs.known
    cdef bint possible
    if (known.phase != DRAW and known.phase != PYTHIA_DRAW) or known.active != seat:
        return NOT_NOW
    if known.n_cup == 0:
        return IMPOSSIBLE
    if known.phase == DRAW:
        if known.to_draw[seat] == 0:
            return IMPOSSIBLE
        known.to_draw[seat] -= 1
    known.n_hand[seat] += 1
    known.n_cup -= 1
    possible = True
    if not obs.lean:
        possible = draw_unseen(&obs.seen_by_all[seat], obs.in_play, &obs.cover[seat])
    if seat == obs.viewer:
        if count_of(obs.pool, kind) == 0:
            return IMPOSSIBLE
        if not obs.lean:
            possible &= drawn_elsewhere(&obs.enemy, obs.pool, kind, &obs.cover[1 - seat])
        known.held[seat] += one_of(kind)
        obs.pool -= one_of(kind)
    elif obs.viewer != SPECTATOR and not obs.lean:
        possible &= draw_unseen(&obs.enemy, obs.pool, &obs.cover[seat])
    if known.phase == PYTHIA_DRAW:
        known.n_cup += 1
        known.oracle = NOBODY
        if seat == obs.viewer:
            obs.pool += one_of(known.discard)
            known.discard = NO_KIND
        obs.cover[seat].pythia = False
    return FITS if possible else IMPOSSIBLE


cdef int fold_pythia(EgemoniaObs* obs, int seat, bint asked, int kind) noexcept nogil:
    cdef EgemoniaState* known = &obs.known
    if known.phase != PYTHIA or known.active != seat:
        return NOT_NOW
    if not asked:
        return FITS
    known.n_hand[seat] -= 1
    obs.cover[seat].pythia = True
    if obs.divine_help == seat:
        obs.divine_help = NOBODY                  # it may have gone back to the cup
    if seat == obs.viewer:
        if count_of(known.held[seat], kind) == 0:
            return IMPOSSIBLE
        known.held[seat] -= one_of(kind)
        known.discard = kind
    return FITS


cdef uint64_t placeable(const EgemoniaRules* rules, const EgemoniaState* known, int seat, int area) noexcept nogil:
    """The kinds that the seat may place there (NO_AREA: anywhere): 15 in the nibble of each."""
    cdef uint64_t allowed = 0
    cdef uint32_t where
    cdef int k
    for k in range(rules.n_kinds):
        where = range_of(rules, known, seat, k)
        if area != NO_AREA:
            where &= <uint32_t>1 << area
        if where:
            allowed |= <uint64_t>15 << (4 * k)
    return allowed


cdef int fold_place(const EgemoniaRules* rules, EgemoniaObs* obs, int seat, int area, int kind) noexcept nogil:
    """A placement (area NO_AREA: a pass)."""
    cdef EgemoniaState* known = &obs.known
    cdef Cover* cover = &obs.cover[seat]
    cdef uint64_t allowed = 0
    cdef bint possible
    if known.phase != ACTION or known.active != seat or known.n_placed >= 2 * rules.placements:
        return NOT_NOW
    if not obs.lean:
        allowed = placeable(rules, known, seat, area)
    known.placed_seat[known.n_placed] = seat
    known.placed_area[known.n_placed] = area
    known.placed_kind[known.n_placed] = NO_KIND
    if area == NO_AREA:
        cover.passed = True
        cover.placeable = allowed
        if seat == obs.viewer and known.held[seat] & allowed:
            return IMPOSSIBLE
    else:
        cover.allowed[cover.n_slots] = allowed
        cover.n_slots += 1
        known.n_hand[seat] -= 1
        if seat == obs.viewer:
            if not obs.lean and (count_of(known.held[seat], kind) == 0 or not allowed >> (4 * kind) & 15):
                return IMPOSSIBLE
            known.held[seat] -= one_of(kind)
            known.placed_kind[known.n_placed] = kind
    known.n_placed += 1
    if obs.lean:
        return FITS
    possible = keep_possible(&obs.seen_by_all[seat], cover)
    if seat != obs.viewer and obs.viewer != SPECTATOR:
        possible &= keep_possible(&obs.enemy, cover)
    return FITS if possible else IMPOSSIBLE


cdef int fold_reveal(EgemoniaObs* obs, int seat, int kind, int area, int place) noexcept nogil:
    """One event is turned up; each player's come in the order of placement."""
    cdef EgemoniaState* known = &obs.known
    cdef Cover* cover = &obs.cover[seat]
    cdef bint possible
    if place >= known.n_placed or known.placed_seat[place] != seat or known.placed_area[place] != area:
        return IMPOSSIBLE
    if seat == obs.viewer and known.placed_kind[place] != kind:
        return IMPOSSIBLE
    known.placed_kind[place] = kind
    if obs.lean:
        return FITS
    if cover.n_slots == 0 or not cover.allowed[0] >> (4 * kind) & 15:
        return IMPOSSIBLE
    cover.n_slots -= 1
    cover.allowed[0], cover.allowed[1] = cover.allowed[1], cover.allowed[2]
    possible = reveal_first(&obs.seen_by_all[seat], kind, cover)
    possible &= drawn_elsewhere(&obs.seen_by_all[1 - seat], obs.in_play, kind, &obs.cover[1 - seat])
    if seat != obs.viewer and obs.viewer != SPECTATOR:
        possible &= reveal_first(&obs.enemy, kind, cover)
    return FITS if possible else IMPOSSIBLE


cdef void close_action(EgemoniaObs* obs) noexcept nogil:
    """All is revealed: who passed is now known to hold only what it could not place (settled at the last step)."""
    cdef EgemoniaState* known = &obs.known
    if obs.closed:
        return
    obs.closed = 1
    obs.n_revealed = known.n_placed
    memcpy(obs.revealed_seat, known.placed_seat, MAX_PLACED)
    memcpy(obs.revealed_kind, known.placed_kind, MAX_PLACED)
    memcpy(obs.revealed_area, known.placed_area, MAX_PLACED)
    memset(obs.cover, 0, sizeof(obs.cover))
    known.n_placed = 0
    memset(known.placed_area, NO_AREA, MAX_PLACED)
    memset(known.placed_kind, NO_KIND, MAX_PLACED)
    memset(known.placed_seat, 0, MAX_PLACED)
    memset(known.military, 0, sizeof(known.military))
    memset(known.influence, 0, sizeof(known.influence))
    known.favoured = NOBODY


cdef int fold_fate(EgemoniaObs* obs, int seat, int kind, int fate) noexcept nogil:
    cdef EgemoniaState* known = &obs.known
    cdef int other = 1 - seat
    close_action(obs)
    if fate == TO_CUP:
        known.n_cup += 1
        if seat == obs.viewer:
            obs.pool += one_of(kind)
    elif fate == OUT_OF_GAME:
        obs.in_play -= one_of(kind)
        if seat != obs.viewer:
            obs.pool -= one_of(kind)
    else:                                                                # 4.5
        known.n_hand[other] += 1
        known.given[other] += 1
        obs.divine_help = other
        if not obs.lean:
            add_given(&obs.seen_by_all[other], kind, &obs.cover[other])
        if other == obs.viewer:
            known.held[other] += one_of(kind)
            obs.pool -= one_of(kind)
        elif obs.viewer != SPECTATOR:
            obs.pool += one_of(kind)
            if not obs.lean:
                add_given(&obs.enemy, kind, &obs.cover[other])
    return FITS


cdef void fold_influence(EgemoniaState* known, int area, int faction, int count) noexcept nogil:
    cdef uint32_t here = <uint32_t>1 << area
    known.one[faction] &= ~here
    known.two[faction] &= ~here
    if count >= 1:
        known.one[faction] |= here
    if count >= 2:
        known.two[faction] |= here


cdef int fold_open(const EgemoniaRules* rules, EgemoniaObs* obs, int type, int seat,
                   uint32_t part) noexcept nogil:
    """An event of which everybody sees everything."""
    cdef EgemoniaState* known = &obs.known
    if type == EV_FAVOUR:
        known.favoured = seat
        known.n_placed = 0
        obs.closed = 0
        find_ranges(rules, known)
    elif type == EV_INFLUENCE:
        if (part & 31) >= rules.n_areas or (part >> 5 & 3) > 1 or part >> 7 > 2:
            return MALFORMED
        fold_influence(known, part & 31, part >> 5 & 3, part >> 7)
    elif type == EV_SYRACUSE:
        known.syracuse = 0
    elif type == EV_ORACLE:
        known.oracle = seat
    elif type == EV_NEXT:
        if (part & 15) >= FINISHED or (part >> 4 & 15) > 1 or part >> 8 > rules.turns:
            return MALFORMED
        if known.n_placed == 2 * rules.placements:
            close_action(obs)
        known.phase = part & 15
        known.active = part >> 4 & 15
        if known.turn != part >> 8:
            known.turn = part >> 8
            set_draws(rules, known)
        if known.phase != DRAW:                   # nothing is left to draw, or the cup is empty
            memset(known.to_draw, 0, sizeof(known.to_draw))
    elif type == EV_OVER:
        close_action(obs)
        known.phase = FINISHED
        memset(known.given, 0, sizeof(known.given))
        known.winner = part & 15
        known.reason = part >> 4
    elif type != EV_CLASH:
        return MALFORMED
    return FITS


cdef int obs_fold(const void* rules_, void* obs_, token_t seen) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef EgemoniaObs* obs = <EgemoniaObs*>obs_
    cdef int type = token_type(seen), seat = token_seat(seen), kind = token_secret(seen)
    cdef uint32_t part = token_open(seen)
    cdef bint secret = type == EV_DRAW or type == EV_PLACE or (type == EV_PYTHIA and part)
    if obs.known.phase == FINISHED:
        return NOT_NOW
    if (secret or type == EV_PASS or type == EV_PYTHIA or type == EV_REVEAL or type == EV_FATE or type == EV_FAVOUR
            or type == EV_ORACLE) and seat > 1:
        return MALFORMED
    if secret and (token_privy(seen) != (seat == obs.viewer) or kind >= rules.n_kinds):
        return MALFORMED
    if type == EV_DRAW:
        return fold_draw(obs, seat, kind)
    if type == EV_PLACE:
        return fold_place(rules, obs, seat, part, kind) if part < rules.n_areas else MALFORMED
    if type == EV_PASS:
        return fold_place(rules, obs, seat, NO_AREA, NO_KIND)
    if type == EV_PYTHIA:
        return fold_pythia(obs, seat, part, kind)
    if type == EV_REVEAL:
        if obs.known.phase != ACTION or obs.known.n_placed != 2 * rules.placements:
            return NOT_NOW
        if (part & 15) >= rules.n_kinds:
            return MALFORMED
        return fold_reveal(obs, seat, part & 15, (part >> 4) & 31, part >> 9)
    if type == EV_FATE:
        if (part & 15) >= rules.n_kinds or part >> 4 != rules.fate[part & 15]:
            return MALFORMED
        return fold_fate(obs, seat, part & 15, part >> 4)
    return fold_open(rules, obs, type, seat, part)


cdef void add_observation(GameOps* ops) noexcept:
    enter_observation(ops, sizeof(EgemoniaObs), obs_init, obs_fold, sample)
    ops.lean_size, ops.lean_init = LEAN_SIZE, lean_init

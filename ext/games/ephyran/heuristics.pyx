"""Ephyran for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here but `secrets` is an opinion, in points of prestige; its numbers are in weights.pxd. `gain` looks at a
move alone and reads only what the seat knows: its hand, the cities, and the tokens that it has seen.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport hash_token, Rng, rng_below
from petteia.ext.core.types cimport move_t
from petteia.ext.games.ephyran.rules cimport play_out
from petteia.ext.games.ephyran.state cimport (
    ACTION, DIONYSUS_CARD, DIONYSUS_HALF, DO_ADD, DO_CHANGE, DO_DESTROY, DO_DIONYSUS, DO_DISCARD, DO_DRAW_DISCARD,
    DO_EXCHANGE, DO_EXCHANGE_DIONYSUS, DO_EXCHANGE_HALF, DO_GRAB, DO_GRAEAE, DO_HECATE, DO_KEEP, DO_LOCK, DO_LOSE,
    DO_PUT, DO_SHIELD, DO_STEAL, DO_SWAP, DO_TAKE, DO_TWINS, DO_UNLOCK, EphyranRules, EphyranState, has_seen,
    is_card_half, is_full, KIND_MASK, kind_of, LATER_AREAS, move_place, move_seat, move_verb, move_what, N_TOKENS,
    next_areas, NO_GOD, NO_PLACE, NO_TOKEN, open_filled, TAKE, territory_of,
)
from petteia.ext.games.ephyran.weights cimport (
    ADD_DIONYSUS_COST, ADD_GAIN, CARD_DIONYSUS, CARD_LEAST, CARD_SUPPORT, DESTROY_GAIN, DISCARD_GAIN, DRAW_DISCARD_COST,
    EXCHANGE_COST, GAIN_SHARE, GRAEAE_GAIN, LOCK_FULL_GAIN, LOCK_UNFINISHED_COST, PLAYOUT_DRAWS, REPLACE_COST,
    STEAL_GAIN, STOP_GAIN, STOP_TAKE_COST, TAKE_DIONYSUS_GAIN, TAKE_GAIN, TWINS_GAIN, UNLOCK_COST, UNLOCK_GAIN,
)


cdef uint64_t secrets(const void* rules_, const void* state_, int seat) noexcept nogil:
    """The hidden part of the hand, the cards looked at, and the tokens that the seat has seen."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef uint64_t key = seat + 1
    cdef uint32_t places
    cdef int i, owner
    for i in range(2):
        key = hash_token(key, state.hand[seat].at[i] & ~state.known[seat].at[i])
        if state.turn == seat:
            key = hash_token(key, state.looked.at[i])
    for owner in range(rules.head.n_seats):
        places = state.with_token[owner]
        while places:
            i = ctz32(places)
            places &= places - 1
            if has_seen(state.token[owner][i], seat):
                key = hash_token(key, (state.token[owner][i] & KIND_MASK) | (i << 3) | (owner << 7))
    if has_seen(state.held, seat):
        key = hash_token(key, state.held & KIND_MASK)
    return key


# ---------------------------------------------------------------------------------------------------------------
# What things are worth to a seat.

cdef inline int multiplier(const EphyranRules* rules, const EphyranState* state, int seat, int place) noexcept nogil:
    """How often a point in that place counts."""
    if state.god[seat] != NO_GOD and rules.god_territory[state.god[seat]] == territory_of(place):
        return rules.own_times
    return 1


cdef float token_worth(const EphyranRules* rules, const EphyranState* state, int seat, int token) noexcept nogil:
    """What a token is worth to who may not have seen it."""
    cdef int i, n = 0, total = 0
    if token == NO_TOKEN:
        return 0
    if has_seen(token, seat):
        return rules.token_value[kind_of(token)]
    for i in range(N_TOKENS):
        n += rules.token_count[i]
        total += rules.token_count[i] * rules.token_value[i]
    return <float>total / n


cdef float area_worth(const EphyranRules* rules, const EphyranState* state, int seat, int place,
                      int half) noexcept nogil:
    """The prestige that a half (or Dionysus) brings in that place of the seat's city, beside the other areas there."""
    cdef int first = place & ~3, i, other, counts
    cdef uint32_t kinds = 0
    cdef float worth
    for i in range(first, first + 4):             # without a branch: what lies where cannot be foreseen
        other = state.area[seat][i]
        counts = <int>(i != place) & <int>is_card_half(other)
        kinds |= <uint32_t>counts << rules.creature[other & -counts]
    if half == DIONYSUS_HALF:
        worth = 0 if state.with_dionysus[seat] & ~(1 << place) else rules.creature_points
    else:
        worth = rules.magic[half]
        if not kinds >> rules.creature[half] & 1:
            worth += rules.creature_points
            if popcount(kinds) == 3:
                worth += rules.creatures_bonus
    return worth * multiplier(rules, state, seat, place)


cdef float card_worth(const EphyranRules* rules, const EphyranState* state, int seat, int card) noexcept nogil:
    """What a card in hand promises: its better half if it can be added soon, or a support."""
    cdef uint32_t soon = next_areas(state, seat)
    cdef float best = CARD_LEAST, worth
    cdef int half, place
    if card == DIONYSUS_CARD:
        return CARD_DIONYSUS
    soon |= (soon << 1) & LATER_AREAS             # the next area, and the one after it
    for half in range(2 * card, 2 * card + 2):
        place = rules.place[half]
        if place == NO_PLACE:
            worth = CARD_SUPPORT
        elif soon >> place & 1:
            worth = area_worth(rules, state, seat, place, half)
        else:
            continue
        if worth > best:
            best = worth
    return best


cdef float exchange_gain(const EphyranRules* rules, const EphyranState* state, int seat, int target) noexcept nogil:
    """What the best exchange of areas with a target brings the seat."""
    cdef uint32_t places = open_filled(state, seat) & open_filled(state, target)
    cdef float best = 0, worth
    while places:
        worth = swap_gain(rules, state, seat, target, ctz32(places))
        places &= places - 1
        if worth > best:
            best = worth
    return best


cdef float swap_gain(const EphyranRules* rules, const EphyranState* state, int seat, int target,
                     int place) noexcept nogil:
    """What it brings the seat to exchange the areas in that place, each with its token."""
    return (area_worth(rules, state, seat, place, state.area[target][place])
            - area_worth(rules, state, seat, place, state.area[seat][place])
            + (token_worth(rules, state, seat, state.token[target][place])
               - token_worth(rules, state, seat, state.token[seat][place])) * multiplier(rules, state, seat, place))


cdef float replace_gain(const EphyranRules* rules, const EphyranState* state, int seat, int place,
                        int half) noexcept nogil:
    """A half (or Dionysus) from the hand for the area that lies there; its token is lost."""
    return (area_worth(rules, state, seat, place, half) - area_worth(rules, state, seat, place, state.area[seat][place])
            - token_worth(rules, state, seat, state.token[seat][place]) * multiplier(rules, state, seat, place)
            - REPLACE_COST)


cdef float action_gain(const EphyranRules* rules, const EphyranState* state, int seat, int verb,
                       move_t move) noexcept nogil:
    """The moves of an action (5)."""
    cdef int what = move_what(move), place = move_place(move), other = move_seat(move)
    if verb == DO_ADD:
        return ADD_GAIN + area_worth(rules, state, seat, place, what) - (
            ADD_DIONYSUS_COST if what == DIONYSUS_HALF else 0)
    if verb == DO_CHANGE:
        return replace_gain(rules, state, seat, place, what)
    if verb == DO_EXCHANGE_HALF:
        return replace_gain(rules, state, seat, rules.place[what], what)
    if verb == DO_EXCHANGE_DIONYSUS:
        return replace_gain(rules, state, seat, place, DIONYSUS_HALF)
    if verb == DO_DISCARD:
        return DISCARD_GAIN - card_worth(rules, state, seat, what)
    if verb == DO_TWINS:
        return TWINS_GAIN
    if verb == DO_GRAEAE:
        return GRAEAE_GAIN
    if verb == DO_TAKE:
        return TAKE_GAIN
    if verb == DO_EXCHANGE:
        return exchange_gain(rules, state, seat, other) - EXCHANGE_COST
    if verb == DO_DESTROY:
        return DESTROY_GAIN
    if verb == DO_STEAL:
        return STEAL_GAIN
    if verb == DO_DIONYSUS:
        return (area_worth(rules, state, seat, place, DIONYSUS_HALF) + TAKE_DIONYSUS_GAIN
                + token_worth(rules, state, seat, state.token[other][rules.place[what]])
                * multiplier(rules, state, seat, place))
    if verb == DO_LOCK:
        return LOCK_FULL_GAIN if is_full(state, seat, place) else -LOCK_UNFINISHED_COST
    if verb == DO_UNLOCK:
        return UNLOCK_GAIN if other == seat and not is_full(state, seat, place) else -UNLOCK_COST
    return 0


cdef float gain(const EphyranRules* rules, const EphyranState* state, int seat, move_t move) noexcept nogil:
    """What a move seems to bring, in prestige; 0 is an ordinary draw or discard."""
    cdef int verb = move_verb(move), place = move_place(move)
    if verb <= DO_UNLOCK:
        return action_gain(rules, state, seat, verb, move)
    if verb == DO_SHIELD or verb == DO_HECATE:
        return -STOP_TAKE_COST if state.support == TAKE else STOP_GAIN
    if verb == DO_SWAP:
        return swap_gain(rules, state, seat, state.target, place)
    if verb == DO_LOSE:
        return (-area_worth(rules, state, seat, place, state.area[seat][place])
                - token_worth(rules, state, seat, state.token[seat][place]) * multiplier(rules, state, seat, place))
    if verb == DO_GRAB:
        return (token_worth(rules, state, seat, state.token[state.target][place])
                * multiplier(rules, state, state.target, place))
    if verb == DO_PUT:
        return token_worth(rules, state, seat, state.held) * multiplier(rules, state, seat, place)
    if verb == DO_DRAW_DISCARD:
        return card_worth(rules, state, seat, state.discard[state.n_discard - 1]) - DRAW_DISCARD_COST
    if verb == DO_KEEP:
        return card_worth(rules, state, seat, move_what(move))
    return 0


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef int i
    for i in range(n):
        prior[i] = GAIN_SHARE * gain(<const EphyranRules*>rules, <const EphyranState*>state, seat, moves[i])


cdef move_t choose_sensibly(const EphyranRules* rules, const EphyranState* state, int seat, const move_t* moves, int n,
                            Rng* rng) noexcept nogil:
    """Of a few moves drawn at random, the one that seems to bring most."""
    cdef move_t best = moves[rng_below(rng, n)], move
    cdef float highest = gain(rules, state, seat, best), value
    for _ in range(PLAYOUT_DRAWS - 1):
        move = moves[rng_below(rng, n)]
        value = gain(rules, state, seat, move)
        if value > highest:
            highest, best = value, move
    return best


cdef int guided_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Ends between two turns, with full hands."""
    return play_out(<const EphyranRules*>rules, <EphyranState*>state, rng, cutoff, per_team, choose_sensibly, ACTION)


cdef void add_heuristics(GameOps* ops) noexcept:
    """Enter the heuristics into the game's table of functions."""
    ops.secrets = secrets
    ops.suggest = suggest
    ops.guided_playout = guided_playout

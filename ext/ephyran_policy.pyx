"""Ephyran: what a sensible player would think of a move, in prestige, and playouts by it.

`gain` looks at the move alone and reads only what the seat knows: its hand, the cities, and the tokens it has seen.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.bits cimport ctz32, popcount
from petteia.ext.ephyran cimport (
    ACTION, DIONYSUS, DIONYSUS_CARD, DO_ADD, DO_CHANGE, DO_DESTROY, DO_DIONYSUS, DO_DISCARD,
    DO_DRAW_DISCARD, DO_EXCHANGE, DO_EXCHANGE_DIONYSUS, DO_EXCHANGE_HALF, DO_GRAB, DO_GRAEAE, DO_HECATE, DO_KEEP,
    DO_LOCK, DO_LOSE, DO_PUT, DO_SHIELD, DO_STEAL, DO_SWAP, DO_TAKE, DO_TWINS, DO_UNLOCK,
    EphyranRules, EphyranState, FINISHED, N_TOKENS, NO_GOD, NO_HALF, NO_PLACE, NO_TOKEN, TAKE,
    decider, move_place, move_seat, move_verb, move_what, next_areas,
)
from petteia.ext.ephyran cimport apply, draw
from petteia.ext.ephyran_moves cimport legal
from petteia.ext.ephyran_score cimport evaluate, returns
from petteia.ext.rng cimport Rng, hash_token, rng_below
from petteia.ext.types cimport CHANCE, MAX_MOVES, move_t


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
        places = state.charmed[owner]
        while places:
            i = ctz32(places)
            places &= places - 1
            if state.token[owner][i] >> (3 + seat) & 1:
                key = hash_token(key, (state.token[owner][i] & 7) | (i << 3) | (owner << 7))
    if state.held >> (3 + seat) & 1:
        key = hash_token(key, state.held & 7)
    return key


# ---------------------------------------------------------------------------------------------------------------
# What things are worth to a seat.

cdef inline int times(const EphyranRules* rules, const EphyranState* state, int seat, int place) noexcept nogil:
    """How often a point in that place counts."""
    if state.god[seat] != NO_GOD and rules.god_territory[state.god[seat]] == place >> 2:
        return rules.own_times
    return 1


cdef float token_worth(const EphyranRules* rules, const EphyranState* state, int seat, int token) noexcept nogil:
    """What a token is worth to who may not have seen it."""
    cdef int i, n = 0, total = 0
    if token == NO_TOKEN:
        return 0
    if token >> (3 + seat) & 1:
        return rules.token_value[(token & 7) - 1]
    for i in range(N_TOKENS):
        n += rules.token_count[i]
        total += rules.token_count[i] * rules.token_value[i]
    return <float>total / n


cdef float area_worth(const EphyranRules* rules, const EphyranState* state, int seat, int place,
                      int half) noexcept nogil:
    """The prestige that a half (or Dionysus) brings in that place of the seat's city, beside the other areas there."""
    cdef int first = place & ~3, i, other
    cdef uint32_t kinds = 0
    cdef float worth
    for i in range(first, first + 4):
        other = state.area[seat][i]
        if i != place and other != NO_HALF and other != DIONYSUS:
            kinds |= <uint32_t>1 << rules.creature[other]
    if half == DIONYSUS:
        worth = 0 if state.drunk[seat] & ~(1 << place) else rules.creature_points
    else:
        worth = rules.magic[half]
        if not kinds >> rules.creature[half] & 1:
            worth += rules.creature_points
            if popcount(kinds) == 3:
                worth += rules.creatures_bonus
    return worth * times(rules, state, seat, place)


cdef float card_worth(const EphyranRules* rules, const EphyranState* state, int seat, int card) noexcept nogil:
    """What a card in hand promises: its better half if it can be added soon, or a support."""
    cdef uint32_t soon = next_areas(state, seat)
    cdef float best = 0.5, worth
    cdef int half, place
    if card == DIONYSUS_CARD:
        return 1.5
    soon |= (soon << 1) & 0xEEEE                  # the next area, and the one after it
    for half in range(2 * card, 2 * card + 2):
        place = rules.place[half]
        if place == NO_PLACE:
            worth = 1
        elif soon >> place & 1:
            worth = area_worth(rules, state, seat, place, half)
        else:
            continue
        if worth > best:
            best = worth
    return best


cdef float raid_gain(const EphyranRules* rules, const EphyranState* state, int seat, int target) noexcept nogil:
    """The best exchange of areas with a target, for the one and against the other."""
    cdef uint32_t places = state.filled[seat] & ~state.shut[seat] & state.filled[target] & ~state.shut[target]
    cdef float best = 0, worth
    while places:
        worth = swap_gain(rules, state, seat, target, ctz32(places))
        places &= places - 1
        if worth > best:
            best = worth
    return best


cdef float swap_gain(const EphyranRules* rules, const EphyranState* state, int seat, int target,
                     int place) noexcept nogil:
    return (area_worth(rules, state, seat, place, state.area[target][place])
            - area_worth(rules, state, seat, place, state.area[seat][place])
            + (token_worth(rules, state, seat, state.token[target][place])
               - token_worth(rules, state, seat, state.token[seat][place])) * times(rules, state, seat, place))


cdef float gain(const EphyranRules* rules, const EphyranState* state, int seat, move_t move) noexcept nogil:
    """What a move seems to bring, in prestige; 0 is an ordinary draw or discard."""
    cdef int verb = move_verb(move), what = move_what(move), place = move_place(move), other = move_seat(move)
    cdef const EphyranState* s = state
    if verb == DO_ADD:
        return 0.5 + area_worth(rules, s, seat, place, what) - (<float>0.5 if what == DIONYSUS else 0)
    if verb == DO_CHANGE or verb == DO_EXCHANGE_DIONYSUS or verb == DO_EXCHANGE_HALF:
        if verb == DO_EXCHANGE_HALF:
            place = rules.place[what]
        elif verb == DO_EXCHANGE_DIONYSUS:
            what = DIONYSUS
        return (area_worth(rules, s, seat, place, what) - area_worth(rules, s, seat, place, s.area[seat][place])
                - token_worth(rules, s, seat, s.token[seat][place]) * times(rules, s, seat, place) - <float>0.5)
    if verb == DO_DISCARD:
        return <float>0.5 - card_worth(rules, s, seat, what)
    if verb == DO_TWINS:
        return 1
    if verb == DO_GRAEAE:
        return 0.7
    if verb == DO_TAKE:
        return 1
    if verb == DO_EXCHANGE:
        return raid_gain(rules, s, seat, other) - <float>0.5
    if verb == DO_DESTROY:
        return 0.8
    if verb == DO_STEAL:
        return 1.2
    if verb == DO_DIONYSUS:
        return (area_worth(rules, s, seat, place, DIONYSUS) + <float>0.2
                + token_worth(rules, s, seat, s.token[other][rules.place[what]]) * times(rules, s, seat, place))
    if verb == DO_LOCK:                           # a full territory has nothing to lose by it
        return 1 if s.filled[seat] >> (4 * place) & 15 == 15 else -1
    if verb == DO_UNLOCK:
        return 0.5 if other == seat and s.filled[seat] >> (4 * place) & 15 != 15 else -0.5
    if verb == DO_SHIELD or verb == DO_HECATE:
        return -0.3 if s.support == TAKE else <float>1
    if verb == DO_SWAP:
        return swap_gain(rules, s, seat, s.target, place)
    if verb == DO_LOSE:
        return (-area_worth(rules, s, seat, place, s.area[seat][place])
                - token_worth(rules, s, seat, s.token[seat][place]) * times(rules, s, seat, place))
    if verb == DO_GRAB:
        return token_worth(rules, s, seat, s.token[s.target][place]) * times(rules, s, s.target, place)
    if verb == DO_PUT:
        return token_worth(rules, s, seat, s.held) * times(rules, s, seat, place)
    if verb == DO_DRAW_DISCARD:
        return card_worth(rules, s, seat, s.discard[s.n_discard - 1]) - 1
    if verb == DO_KEEP:
        return card_worth(rules, s, seat, what)
    return 0


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    """A point of prestige is worth about a fiftieth of the game, but `gain` knows little: with that weight the search
    scored 0.80 against the greedy player (40 games), with a sixth of it 0.96.
    """
    cdef int i
    for i in range(n):
        prior[i] = <float>0.0035 * gain(<const EphyranRules*>rules, <const EphyranState*>state, seat, moves[i])


cdef int rollout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Of three moves drawn at random, the one that seems to bring most. Ends between two turns, with full hands."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef EphyranState* state = <EphyranState*>state_
    cdef move_t moves[MAX_MOVES]
    cdef move_t move, other
    cdef int decisions = 0, n, seat
    cdef float best, worth
    while state.phase != FINISHED:
        seat = decider(rules, state)
        if seat == CHANCE:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
            continue
        if decisions >= cutoff >= 0 and state.phase == ACTION:
            evaluate(rules, state, per_team)
            return decisions
        n = legal(rules, state, seat, moves)
        move = moves[0]
        if n > 1:
            decisions += 1
            move = moves[rng_below(rng, n)]
            best = gain(rules, state, seat, move)
            for _ in range(2):
                other = moves[rng_below(rng, n)]
                worth = gain(rules, state, seat, other)
                if worth > best:
                    best, move = worth, other
        apply(rules, state, seat, move, NULL)
    returns(rules, state, per_team)
    return decisions

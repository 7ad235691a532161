"""Epix for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here but `secrets` and `covers` is an opinion, not a rule. Opinions are in provinces: one that is gained or
taken from a rival counts 1, a piece of gold about a tenth.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.epix cimport (
    ACT, AUCTION, DEAL_ABILITY, DO_ATTACK, DO_BID, DO_FIRST, DO_GUESS, DO_MOVE, DO_OFFER, DO_ON, DO_RECRUIT,
    DRAFT, EpixRules, EpixState, FIGHT, FINISHED, CATAPULT, KNIGHT, Menu, NO_AMOUNT, PRESS, RECRUIT, UNIT, all_at,
    anywhere, bid_is_in, bit, defended, enemy_castles, foes, may_guess, move_a, move_b, move_c, move_verb, n_amounts,
    perform, run, unit_at,
)
from petteia.ext.epix_moves cimport draw, guess_at_random, legal, pick
from petteia.ext.epix_play cimport decide_at_random, evaluate, returns
from petteia.ext.rng cimport Rng, hash_token, rng_below
from petteia.ext.types cimport CHANCE, move_t

cdef float PROVINCE_SHARE = 0.08  # what a province is worth, as a share of the game


cdef uint64_t secrets(const void* rules, const void* state_, int seat) noexcept nogil:
    """The cards not shown, and a bid or guess that is not decided."""
    cdef const EpixState* state = <const EpixState*>state_
    cdef uint64_t key = hash_token(seat, 0 if (state.shown >> seat) & 1 else state.card[seat])
    cdef int i
    if state.phase == AUCTION:
        key = hash_token(key, state.bid[seat])
    elif state.phase == FIGHT and seat == state.turn:
        key = hash_token(key, state.stake)
    elif state.phase == FIGHT and seat == state.defender:
        for i in range(state.n_named):
            key = hash_token(key, state.named[i])
    return key


cdef bint covers(const void* rules, const void* state_, move_t guess, move_t bid) noexcept nogil:
    """What was named before counts too."""
    cdef const EpixState* state = <const EpixState*>state_
    cdef int amount = move_a(bid), i
    for i in range(state.n_named):
        if state.named[i] == amount:
            return True
    return move_a(guess) == amount or move_b(guess) == amount


cdef int named(const void* rules, const void* state_) noexcept nogil:
    """With three guesses (Citadel) the first move names two of them."""
    cdef const EpixState* state = <const EpixState*>state_
    cdef int low, step
    return min(<int>state.guesses, n_amounts(<const EpixRules*>rules, state, &low, &step))


# ---------------------------------------------------------------------------------------------------------------
# Opinions.

# What is looked at again and again while moves of one decision are compared.
cdef struct Scene:
    uint32_t own
    uint32_t foe
    uint32_t guarded                        # where something of the others defends, castles apart
    uint32_t castles                        # of the others


cdef inline Scene look(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    cdef Scene scene
    scene.own = anywhere(state.units[seat])
    scene.foe = anywhere(foes(rules, state, seat))
    scene.guarded = defended(foes(rules, state, seat))
    scene.castles = enemy_castles(rules, seat)
    return scene


cdef float worth(const EpixRules* rules, const EpixState* state, const Scene* scene, int seat,
                 move_t move) noexcept nogil:
    """How good a move looks; 0 for doing nothing."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move), to = move_c(move), alone
    cdef float found = 0
    if verb == DO_RECRUIT:
        found = 1.1 if not (scene.own >> b) & 1 else 0.2
        if bit(b) & rules.castles and not (defended(state.units[seat]) >> b) & 1:
            found += 0.4                          # somebody should guard the castle
        return found - 0.1 * state.power[seat].price[a] + (0.5 if a == KNIGHT else 0)
    if verb == DO_MOVE:
        if not (scene.own >> to) & 1:
            found = 1 + (0.6 if (scene.foe >> to) & 1 else 0) + (0.2 if rules.income[to] else 0)
        alone = (state.units[seat] & all_at(b)) == unit_at(a, b)
        return found - (1 if alone else 0) - 0.05
    if verb == DO_ATTACK:
        found = 0.6 if state.gold[seat] > 2 else -0.3
        if (scene.castles >> to) & 1 and a != CATAPULT:
            return found + (1.5 if not (scene.guarded >> to) & 1 else 0.3) * (state.gold[seat] > 4)
        if a == CATAPULT:
            return found + (0.5 if not (scene.guarded >> to) & 1 else 0)
        return found + 0.4
    if verb == DO_ON:
        return 0.3 if state.gold[seat] > 2 else -0.2
    if verb == DO_OFFER:
        return 0.5 - 0.12 * a
    if verb == DO_BID:
        return -0.08 * a
    if verb == DO_GUESS:
        return -0.03 * (a + (0 if b == NO_AMOUNT else b))
    if verb == DO_FIRST:
        return 0.1 if a == seat else 0
    return 0


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef Scene scene = look(<const EpixRules*>rules, <const EpixState*>state, seat)
    cdef int i
    for i in range(n):
        prior[i] = PROVINCE_SHARE * worth(<const EpixRules*>rules, <const EpixState*>state, &scene, seat, moves[i])


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline int modest(Rng* rng, int n) noexcept nogil:
    """A number below n, rather a small one."""
    return rng_below(rng, rng_below(rng, n) + 1)


cdef move_t choose_sensibly(const EpixRules* rules, const EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """The best-looking of three random moves; amounts of offers are modest."""
    cdef Scene scene = look(rules, state, state.turn)
    cdef move_t best = pick(menu, rng), move
    cdef float highest = worth(rules, state, &scene, state.turn, best), value
    for _ in range(2):
        move = pick(menu, rng)
        value = worth(rules, state, &scene, state.turn, move)
        if value > highest:
            highest, best = value, move
    return menu.last if highest < 0 else best


cdef void decide_sensibly(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """As `decide_at_random`, with sense: bids are modest, and so are the guesses against them."""
    cdef move_t moves[4]
    cdef int phase = state.phase, seat = 0, low, step, n, k, i, j
    if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
        perform(rules, state, state.turn, choose_sensibly(rules, state, menu, rng), NULL)
    elif phase == AUCTION:
        while state.bid[seat] != NO_AMOUNT:
            seat += 1
        state.bid[seat] = rules.min_auction_bid + modest(rng, state.gold[seat] // 2 - rules.min_auction_bid + 1)
    elif phase == FIGHT:
        n = n_amounts(rules, state, &low, &step)
        k = min(<int>state.guesses, n)
        if not (may_guess(rules, state) and (bid_is_in(state) or state.defender < state.turn)):
            state.stake = low + modest(rng, n)
        elif k == 1:
            state.named[0] = low + modest(rng, n) * step
            state.n_named = 1
        elif state.n_named == 0:
            n -= k - 2
            i = modest(rng, n)
            j = modest(rng, n - 1)
            if j >= i:
                j += 1
            state.named[0], state.named[1] = low + min(i, j) * step, low + max(i, j) * step
            state.n_named = 2
        else:
            guess_at_random(rules, state, rng)
    elif phase == PRESS:
        n = legal(rules, state, state.turn, moves)
        perform(rules, state, state.turn, moves[0 if state.gold[state.turn] > 2 else rng_below(rng, 2)], NULL)
    else:
        decide_at_random(rules, state, menu, rng)


cdef int rollout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Ends between two seasons: all have had their turns and their income."""
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef Menu menu
    cdef int decisions = 0
    run(rules, state, &menu, NULL)
    while state.phase != FINISHED:
        if state.phase <= DEAL_ABILITY:
            perform(rules, state, CHANCE, draw(rules, state, rng), NULL)
        else:
            if decisions >= cutoff >= 0 and state.phase == AUCTION:
                evaluate(rules, state, per_team)
                return decisions
            decide_sensibly(rules, state, &menu, rng)
            decisions += 1
        run(rules, state, &menu, NULL)
    returns(rules, state, per_team)
    return decisions

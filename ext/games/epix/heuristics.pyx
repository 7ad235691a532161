"""Epix for the search: what a seat's secrets are, which moves look sensible, and playouts that make them.

Everything here but `secrets`, `guess_covers_bid` and `n_guesses` is an opinion, not a rule; its numbers are in
weights.pxd.
"""

from libc.stdint cimport uint32_t, uint64_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport hash_token, Rng, rng_below
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epix.moves cimport draw_guess, Menu, pick
from petteia.ext.games.epix.rules cimport decide_any, perform, play_out
from petteia.ext.games.epix.state cimport (
    ACT, all_at, anywhere, AUCTION, bid_is_in, bit, CATAPULT, defended, DO_ATTACK, DO_BACK, DO_BID, DO_FIRST, DO_GUESS,
    DO_MOVE, DO_OFFER, DO_ON, DO_RECRUIT, DRAFT, enemy_castles, EpixRules, EpixState, FIGHT, foes, KNIGHT, may_guess,
    move_a, move_b, move_c, move_verb, n_amounts, n_to_name, NO_AMOUNT, PRESS, RECRUIT, UNIT, unit_at,
)
from petteia.ext.games.epix.weights cimport (
    ABILITY_CARD_WORTH, ATTACK_GOLD, ATTACK_HELD_CASTLE, ATTACK_OPEN_CASTLE, ATTACK_POOR_COST, ATTACK_PROVINCE,
    ATTACK_WORTH, AUCTION_DIVISOR, BID_PER_GOLD, CASTLE_GOLD, FIRE_WITHOUT_BID, GIVE_TO_SELF, GO_ON_POOR_COST,
    GO_ON_POOR_IN, GO_ON_WORTH, GUESS_PER_GOLD, MOVE_CAPTURE, MOVE_EFFORT, MOVE_INCOME, MOVE_LEAVES_PROVINCE,
    MOVE_NEW_PROVINCE, OFFER_PER_GOLD, PLAYOUT_DRAWS, PROVINCE_SHARE, RECRUIT_CASTLE_GUARD, RECRUIT_KNIGHT,
    RECRUIT_NEW_PROVINCE, RECRUIT_PER_GOLD, RECRUIT_REINFORCE,
)


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


cdef bint guess_covers_bid(const void* rules, const void* state_, move_t guess, move_t bid) noexcept nogil:
    """What was named before counts too."""
    cdef const EpixState* state = <const EpixState*>state_
    cdef int amount = move_a(bid), i
    for i in range(state.n_named):
        if state.named[i] == amount:
            return True
    return move_a(guess) == amount or move_b(guess) == amount


cdef int n_guesses(const void* rules, const void* state) noexcept nogil:
    """With three guesses (Citadel) the first move names two of them."""
    return n_to_name(<const EpixRules*>rules, <const EpixState*>state)


# ---------------------------------------------------------------------------------------------------------------
# Opinions.

# Sets of provinces that the worth of every move of one decision needs.
cdef struct Board:
    uint32_t own                            # with units of the seat
    uint32_t foe                            # with units of the others
    uint32_t guarded                        # where something of the others defends, castles apart
    uint32_t castles                        # of the others


cdef inline Board look_at_board(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    cdef Board board
    board.own = anywhere(state.units[seat])
    board.foe = anywhere(foes(rules, state, seat))
    board.guarded = defended(foes(rules, state, seat))
    board.castles = enemy_castles(rules, seat)
    return board


cdef inline float recruit_worth(const EpixRules* rules, const EpixState* state, const Board* board, int seat, int unit,
                                int province) noexcept nogil:
    cdef float found = RECRUIT_REINFORCE if (board.own >> province) & 1 else RECRUIT_NEW_PROVINCE
    if bit(province) & rules.castles and not (defended(state.units[seat]) >> province) & 1:
        found += RECRUIT_CASTLE_GUARD
    return found - RECRUIT_PER_GOLD * state.power[seat].price[unit] + (RECRUIT_KNIGHT if unit == KNIGHT else 0)


cdef inline float move_worth(const EpixRules* rules, const EpixState* state, const Board* board, int seat, int unit,
                             int at, int to) noexcept nogil:
    cdef float found = 0
    cdef bint alone = (state.units[seat] & all_at(at)) == unit_at(unit, at)
    if not (board.own >> to) & 1:
        found = (MOVE_NEW_PROVINCE + (MOVE_CAPTURE if (board.foe >> to) & 1 else 0)
                 + (MOVE_INCOME if rules.income[to] else 0))
    return found - (MOVE_LEAVES_PROVINCE if alone else 0) - MOVE_EFFORT


cdef inline float attack_worth(const EpixState* state, const Board* board, int seat, int unit, int to) noexcept nogil:
    cdef float found = ATTACK_WORTH if state.gold[seat] >= ATTACK_GOLD else -ATTACK_POOR_COST
    cdef bint guarded = (board.guarded >> to) & 1
    if unit == CATAPULT:
        return found + (0 if guarded else FIRE_WITHOUT_BID)
    if (board.castles >> to) & 1:
        return found + (ATTACK_HELD_CASTLE if guarded else ATTACK_OPEN_CASTLE) * (state.gold[seat] >= CASTLE_GOLD)
    return found + ATTACK_PROVINCE


cdef float worth(const EpixRules* rules, const EpixState* state, const Board* board, int seat,
                 move_t move) noexcept nogil:
    """How good a move looks, in provinces; 0 for doing nothing."""
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move)
    if verb == DO_RECRUIT:
        return recruit_worth(rules, state, board, seat, a, b)
    if verb == DO_MOVE:
        return move_worth(rules, state, board, seat, a, b, move_c(move))
    if verb == DO_ATTACK:
        return attack_worth(state, board, seat, a, move_c(move))
    if verb == DO_ON:
        return GO_ON_WORTH if state.gold[seat] >= ATTACK_GOLD else -GO_ON_POOR_COST
    if verb == DO_OFFER:
        return ABILITY_CARD_WORTH - OFFER_PER_GOLD * a
    if verb == DO_BID:
        return -BID_PER_GOLD * a
    if verb == DO_GUESS:
        return -GUESS_PER_GOLD * (a + (0 if b == NO_AMOUNT else b))
    if verb == DO_FIRST:
        return GIVE_TO_SELF if a == seat else 0
    return 0


cdef void suggest(const void* rules, const void* state, int seat, const move_t* moves, int n,
                  float* prior) noexcept nogil:
    cdef Board board = look_at_board(<const EpixRules*>rules, <const EpixState*>state, seat)
    cdef int i
    for i in range(n):
        prior[i] = PROVINCE_SHARE * worth(<const EpixRules*>rules, <const EpixState*>state, &board, seat, moves[i])


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef inline uint32_t modest(Rng* rng, uint32_t n) noexcept nogil:
    """A number below n, rather a small one."""
    return rng_below(rng, rng_below(rng, n) + 1)


cdef move_t choose_sensibly(const EpixRules* rules, const EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """The best-looking of a few random moves, or to stop if none of them looks better than that."""
    cdef Board board = look_at_board(rules, state, state.turn)
    cdef move_t best = pick(menu, rng), move
    cdef float highest = worth(rules, state, &board, state.turn, best), value
    for _ in range(PLAYOUT_DRAWS - 1):
        move = pick(menu, rng)
        value = worth(rules, state, &board, state.turn, move)
        if value > highest:
            highest, best = value, move
    return menu.last if highest < 0 else best


cdef void decide_sensibly(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """As `decide_any`, with sense: bids are modest, and so are the guesses against them."""
    cdef int phase = state.phase, seat = 0, low, step, n
    if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
        perform(rules, state, state.turn, choose_sensibly(rules, state, menu, rng), NULL)
    elif phase == AUCTION:
        while state.bid[seat] != NO_AMOUNT:
            seat += 1
        n = state.gold[seat] // AUCTION_DIVISOR - rules.min_auction_bid + 1
        state.bid[seat] = rules.min_auction_bid + modest(rng, n)
    elif phase == FIGHT:
        if may_guess(rules, state) and (bid_is_in(state) or state.defender < state.turn):
            draw_guess(rules, state, rng, modest)
        else:
            n = n_amounts(rules, state, &low, &step)
            state.stake = low + modest(rng, n)
    elif phase == PRESS:
        if state.gold[state.turn] < ATTACK_GOLD and rng_below(rng, GO_ON_POOR_IN):
            perform(rules, state, state.turn, DO_BACK, NULL)
        else:
            perform(rules, state, state.turn, DO_ON, NULL)
    else:
        decide_any(rules, state, menu, rng)


cdef int guided_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    """Ends between two seasons: all have had their turns and their income."""
    return play_out(<const EpixRules*>rules, <EpixState*>state, rng, cutoff, per_team, decide_sensibly, AUCTION)


cdef void add_heuristics(GameOps* ops) noexcept:
    """Enter the heuristics into the game's table of functions."""
    ops.secrets = secrets
    ops.suggest = suggest
    ops.guided_playout = guided_playout
    ops.guess_covers_bid = guess_covers_bid
    ops.n_guesses = n_guesses

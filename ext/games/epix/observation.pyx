"""Epix: observations, and states drawn from those that an observation allows.

Nearly everything is public, so an observation plays the game along on its own state. A token is a move that all saw, a
choice of the viewer's own, or something shown. What follows from these (forced moves, income, captures) the rules work
out; tokens about it help people. The state is marked as `folding`: where the rules need something hidden (bids, a
player's cards) they wait until it is shown. The state holds none of the others' choices, not even whether they have
been made; but a choice with one option (9) is known to all.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport enter_observation, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, MAX_MOVES, move_t, PENDING_CHANCE, SPECTATOR, token_open, token_privy, token_seat, token_secret, token_t,
    token_type,
)
from petteia.ext.games.epix.fights cimport end_fight
from petteia.ext.games.epix.moves cimport legal, legal_cards, Menu
from petteia.ext.games.epix.rules cimport begin_turn, end_auction, init, pending, perform, run_to_choice, submit
from petteia.ext.games.epix.state cimport (
    AMOUNT_BITS, AUCTION, BETWEEN, CARDS, DO_BID, DO_CARD, DO_GUESS, EpixRules, EpixState, EV_BID, EV_GUESS, EV_MOVE,
    EV_OVER, EV_PARITY, EV_SEASON, EV_SECRET, EV_TURN, FIGHT, FINISHED, FITS, IMPOSSIBLE, MALFORMED, MAX_GUESSES,
    move_a, move_verb, n_amounts, n_to_name, NO_AMOUNT, NOT_NOW, ODD, ORDER, UNTOLD,
)


# ---------------------------------------------------------------------------------------------------------------
# Sampling (14).

cdef void forget_own(EpixState* out, int viewer) noexcept nogil:
    """What the others do not know of the viewer: its choices that are not shown."""
    if not (out.shown >> viewer) & 1:
        out.card[viewer] = 0
    if out.phase == AUCTION:
        out.bid[viewer] = NO_AMOUNT
    elif out.phase == FIGHT and out.turn == viewer:
        out.stake = NO_AMOUNT
    elif out.phase == FIGHT and out.defender == viewer:
        out.n_named = 0
        memset(out.named, NO_AMOUNT, MAX_GUESSES)


cdef void sample(const void* rules_, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixObs* obs = <const EpixObs*>obs_
    cdef EpixState* out = <EpixState*>out_
    cdef move_t choices[4]
    cdef Menu menu
    cdef int seat, low, step, n
    memcpy(out, &obs.known, sizeof(EpixState))
    out.folding = 0
    if resample_own and obs.viewer != SPECTATOR:
        forget_own(out, obs.viewer)
    if out.phase >= ORDER and out.phase != FINISHED:
        for seat in range(rules.head.n_seats):
            if out.card[seat] == 0:
                legal_cards(rules, out, choices)
                out.card[seat] = move_a(choices[rng_below(rng, 3)])
    if out.phase == FIGHT and out.parity != UNTOLD and out.stake == NO_AMOUNT:
        n = n_amounts(rules, out, &low, &step)
        out.stake = low + rng_below(rng, n) * step
    run_to_choice(rules, out, &menu, NULL)        # a choice with one option, if it was forgotten, is made again


# ---------------------------------------------------------------------------------------------------------------
# Folding.

cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef EpixObs* obs = <EpixObs*>obs_
    memset(obs, 0, sizeof(EpixObs))
    init(rules, &obs.known)
    obs.known.folding = 1
    obs.viewer = viewer


cdef void lean_init(const void* rules, void* obs, int viewer) noexcept nogil:
    obs_init(rules, obs, viewer)
    (<EpixObs*>obs).lean = 1


cdef bint is_legal(const EpixRules* rules, const EpixState* known, int seat, move_t move) noexcept nogil:
    cdef move_t moves[MAX_MOVES]
    cdef int i, n = legal(rules, known, seat, moves)
    for i in range(n):
        if moves[i] == move:
            return True
    return False


cdef int fold_move(const EpixRules* rules, EpixObs* obs, int seat, move_t move, bint is_secret) noexcept nogil:
    """A move that all saw, or a secret choice of the viewer's own."""
    cdef EpixState* known = &obs.known
    cdef int verb = move_verb(move)
    if (verb == DO_BID or verb == DO_CARD or verb == DO_GUESS) != is_secret:
        return MALFORMED
    if known.phase == BETWEEN or not (pending(rules, known) >> seat) & 1:
        return NOT_NOW
    if not obs.lean and not is_legal(rules, known, seat, move):
        return IMPOSSIBLE
    if is_secret:
        submit(known, seat, move)
    else:
        perform(rules, known, seat, move, NULL)
    return FITS


cdef int fold_auction_bid(const EpixRules* rules, EpixObs* obs, int seat, int amount) noexcept nogil:
    """All bids are shown, in the order of the seats; with the last the auction is decided."""
    cdef EpixState* known = &obs.known
    if seat != obs.n_shown or (seat == obs.viewer and known.bid[seat] == NO_AMOUNT):
        return NOT_NOW
    if known.bid[seat] != NO_AMOUNT and known.bid[seat] != amount:
        return IMPOSSIBLE
    if amount < rules.min_auction_bid or amount > max(known.gold[seat], rules.min_auction_bid):
        return IMPOSSIBLE
    known.bid[seat] = amount
    obs.n_shown += 1
    if obs.n_shown == rules.head.n_seats:
        obs.n_shown = 0
        end_auction(rules, known, NULL)
    return FITS


cdef bint is_amount(const EpixRules* rules, const EpixState* known, int amount) noexcept nogil:
    """Whether it may be the bid of this fight."""
    cdef int low, step, n = n_amounts(rules, known, &low, &step)
    return low <= amount < low + n * step and (amount - low) % step == 0


cdef int fold_stake(const EpixRules* rules, EpixObs* obs, int seat, int amount) noexcept nogil:
    """The bid of a fight is shown."""
    cdef EpixState* known = &obs.known
    if seat != known.turn or obs.n_shown or (seat == obs.viewer and known.stake == NO_AMOUNT):
        return NOT_NOW
    if known.power[known.defender].parity and known.parity == UNTOLD:
        return NOT_NOW
    if (known.stake != NO_AMOUNT and known.stake != amount) or not is_amount(rules, known, amount):
        return IMPOSSIBLE
    known.stake = amount
    obs.n_shown = 1
    return FITS


cdef int fold_guess(const EpixRules* rules, EpixObs* obs, int seat, uint32_t amounts) noexcept nogil:
    """What was named is shown after the bid; then the fight is decided."""
    cdef EpixState* known = &obs.known
    cdef int i, amount, n, before = -1
    if known.phase != FIGHT or seat != known.defender or not obs.n_shown:
        return NOT_NOW
    n = n_to_name(rules, known)
    if seat == obs.viewer and known.n_named < n:
        return NOT_NOW
    for i in range(<int>MAX_GUESSES):
        amount = (amounts >> (AMOUNT_BITS * i)) & NO_AMOUNT
        if i >= n:
            if amount != NO_AMOUNT:
                return IMPOSSIBLE
            continue
        if amount <= before or not is_amount(rules, known, amount):
            return IMPOSSIBLE
        if i < known.n_named and known.named[i] != amount:
            return IMPOSSIBLE
        known.named[i] = before = amount
    known.n_named = n
    obs.n_shown = 0
    end_fight(rules, known, NULL)
    return FITS


cdef int fold_parity(const EpixRules* rules, EpixObs* obs, int seat, uint32_t parity) noexcept nogil:
    """11: Scouts are told whether the bid is even or odd."""
    cdef EpixState* known = &obs.known
    if seat == obs.viewer and known.stake == NO_AMOUNT:
        return NOT_NOW
    if known.phase != FIGHT or seat != known.turn or known.parity != UNTOLD:
        return NOT_NOW
    if not known.power[known.defender].parity or (known.stake != NO_AMOUNT and <uint32_t>(known.stake & 1) != parity):
        return IMPOSSIBLE
    known.parity = parity
    return FITS


cdef int fold_turn(const EpixRules* rules, EpixObs* obs, int seat, int cards) noexcept nogil:
    """A seat shows its cards; when the first does, all have chosen."""
    cdef EpixState* known = &obs.known
    cdef int due = known.first
    if known.phase == BETWEEN:
        due = known.turn + 1 if known.turn + 1 < rules.head.n_seats else 0
    elif known.phase != CARDS:
        return NOT_NOW
    if seat != due or (obs.viewer != SPECTATOR and known.card[obs.viewer] == 0):
        return NOT_NOW
    if popcount(cards) != rules.cards_chosen[known.season] or (known.card[seat] and known.card[seat] != cards):
        return IMPOSSIBLE
    known.card[seat] = cards
    begin_turn(rules, known, seat, NULL)
    return FITS


cdef int fold(const EpixRules* rules, EpixObs* obs, token_t seen) noexcept nogil:
    cdef EpixState* known = &obs.known
    cdef int type = token_type(seen), seat = token_seat(seen)
    cdef uint32_t part = token_open(seen)
    cdef bint by_chance = pending(rules, known) == PENDING_CHANCE
    if type < EV_MOVE or type > EV_OVER:
        return MALFORMED
    if type == EV_OVER:
        if known.phase != FINISHED:
            return NOT_NOW
        return FITS if part == <uint32_t>(known.winners | (known.reason << 4)) else IMPOSSIBLE
    if type == EV_SEASON:
        return FITS if part <= known.season else NOT_NOW
    if type == EV_MOVE and seat == CHANCE:
        return fold_move(rules, obs, seat, part, False) if by_chance else NOT_NOW
    if seat >= rules.head.n_seats:
        return MALFORMED
    if type == EV_SECRET:
        if seat != obs.viewer or not token_privy(seen):
            return MALFORMED
        return fold_move(rules, obs, seat, token_secret(seen), True)
    if type == EV_MOVE:
        return NOT_NOW if by_chance else fold_move(rules, obs, seat, part, False)
    if type == EV_BID:
        if known.phase == AUCTION:
            return fold_auction_bid(rules, obs, seat, part)
        return fold_stake(rules, obs, seat, part) if known.phase == FIGHT else NOT_NOW
    if type == EV_GUESS:
        return fold_guess(rules, obs, seat, part)
    if type == EV_PARITY:
        return fold_parity(rules, obs, seat, part) if part <= ODD else MALFORMED
    if type == EV_TURN:
        return fold_turn(rules, obs, seat, part) if part <= 7 else MALFORMED
    return FITS                                   # it follows from what was seen before


cdef int obs_fold(const void* rules, void* obs_, token_t seen) noexcept nogil:
    cdef EpixObs* obs = <EpixObs*>obs_
    cdef Menu menu
    cdef int misfit = fold(<const EpixRules*>rules, obs, seen)
    if misfit == FITS:
        run_to_choice(<const EpixRules*>rules, &obs.known, &menu, NULL)
    return misfit


cdef void add_observation(GameOps* ops) noexcept:
    enter_observation(ops, sizeof(EpixObs), obs_init, obs_fold, sample)
    ops.lean_init = lean_init

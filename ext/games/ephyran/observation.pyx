"""Ephyran: observations, and states drawn from those that an observation allows.

The law of sampling (RULES.md, 17): every way to deal the cards that the viewer cannot place into the hands and piles
that it cannot see is equally likely, and the same holds for tokens. So an observation is a state with unknown parts,
which the rules step like any other, and a sample deals out what is unknown.
"""

from libc.string cimport memcpy, memset

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport enter_observation, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, MAX_MOVES, move_t, SPECTATOR, token_open, token_privy, token_seat, token_secret, token_t, token_type,
)
from petteia.ext.games.ephyran.moves cimport legal
from petteia.ext.games.ephyran.rules cimport apply, init
from petteia.ext.games.ephyran.scoring cimport score
from petteia.ext.games.ephyran.state cimport (
    ACTION, CardSet, DEAL, decider, DO_ADD, DO_CARD, DO_CHANGE, DO_DIONYSUS, DO_EXCHANGE_DIONYSUS, DO_EXCHANGE_HALF,
    DO_GRAB, DO_HECATE, DO_KEEP, DO_LOSE, DO_PASS, DO_TOKEN, DO_TWINS, DO_UNDER, EphyranRules, EphyranState, EV_DRAW,
    EV_GRAB, EV_KEEP, EV_MOVE, EV_SCORE, EV_SHOW_CARD, EV_SHOW_TOKEN, EV_TOKEN, EV_TURN, exchange_card, EXTRA, FINISHED,
    FITS, GRAB, has, IMPOSSIBLE, is_empty, is_unknown, KEEP, kind_of, LOOK, LOSE, MALFORMED, MAX_CARDS, move_of,
    move_place, move_verb, move_what, N_PLACES, N_TOKENS, NO_CARD, NO_TOKEN, NOT_NOW, nth_card, open_filled, PILE,
    put_in, REFILL, SCORE_SHIFT, size_of, take_out, TOKEN, UNDER, UNKNOWN, with_kind,
)


cdef inline int n_hidden(const EphyranState* known, int seat) noexcept nogil:
    """How many cards of a hand the viewer does not know."""
    return known.n_hand[seat] - size_of(&known.hand[seat])


# ---------------------------------------------------------------------------------------------------------------
# Sampling.

cdef inline int draw_kind(EphyranState* out, int* left, Rng* rng) noexcept nogil:
    """The kind of one of the tokens that are nowhere yet."""
    cdef int r = rng_below(rng, left[0]), i = 0
    while r >= out.unseen_tokens[i]:
        r -= out.unseen_tokens[i]
        i += 1
    out.unseen_tokens[i] -= 1
    left[0] -= 1
    return i


cdef void forget_tokens(const EphyranRules* rules, EphyranState* out) noexcept nogil:
    """Make unknown what some have seen and the others have not. At the end all are shown."""
    cdef int seat, place
    if out.phase == FINISHED:
        return
    for seat in range(rules.head.n_seats):
        for place in range(N_PLACES):
            if out.token[seat][place] != NO_TOKEN and not is_unknown(out.token[seat][place]):
                out.unseen_tokens[kind_of(out.token[seat][place])] += 1
                out.token[seat][place] |= UNKNOWN
    if out.held != NO_TOKEN and not is_unknown(out.held):
        out.unseen_tokens[kind_of(out.held)] += 1
        out.held |= UNKNOWN


cdef void forget_own(const EphyranRules* rules, EphyranState* out, int viewer) noexcept nogil:
    """Leave what everybody knows: the viewer's hidden cards and tokens are as unknown as all others."""
    cdef int i
    for i in range(2):
        out.unseen.at[i] |= out.hand[viewer].at[i] & ~out.known[viewer].at[i]
    out.hand[viewer] = out.known[viewer]
    if out.turn == viewer:
        for i in range(2):
            out.unseen.at[i] |= out.looked.at[i]
        memset(&out.looked, 0, sizeof(CardSet))
    forget_tokens(rules, out)


cdef void sample(const void* rules_, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranObs* obs = <const EphyranObs*>obs_
    cdef EphyranState* out = <EphyranState*>out_
    cdef CardSet* into
    cdef int seat, i, card, left, missing
    cdef unsigned int places
    memcpy(out, &obs.known, sizeof(EphyranState))
    if resample_own and obs.viewer != SPECTATOR:
        forget_own(rules, out, obs.viewer)
    left = size_of(&out.unseen)
    for seat in range(rules.head.n_seats + 1):    # the hands, and last the cards looked at
        if seat < rules.head.n_seats:
            into = &out.hand[seat]
            missing = out.n_hand[seat] - size_of(into)
        else:
            into = &out.looked
            missing = out.n_looked - size_of(into)
        for _ in range(missing):
            card = nth_card(&out.unseen, rng_below(rng, left))
            take_out(&out.unseen, card)
            put_in(into, card)
            left -= 1
    left = 0
    for i in range(N_TOKENS):
        left += out.unseen_tokens[i]
    for seat in range(rules.head.n_seats):
        places = out.with_token[seat]
        while places:
            i = ctz32(places)
            places &= places - 1
            if is_unknown(out.token[seat][i]):
                out.token[seat][i] = with_kind(out.token[seat][i], draw_kind(out, &left, rng))
    if is_unknown(out.held):
        out.held = with_kind(out.held, draw_kind(out, &left, rng))


# ---------------------------------------------------------------------------------------------------------------
# Folding: what each token tells the viewer.

cdef void obs_init(const void* rules, void* obs_, int viewer) noexcept nogil:
    cdef EphyranObs* obs = <EphyranObs*>obs_
    memset(obs, 0, sizeof(EphyranObs))
    init(rules, &obs.known)                       # at the start nobody has seen any card or token
    obs.viewer = viewer


cdef void lean_init(const void* rules, void* obs, int viewer) noexcept nogil:
    obs_init(rules, obs, viewer)
    (<EphyranObs*>obs).lean = 1


cdef inline void suppose(EphyranState* state, CardSet* where, int card, int hidden) noexcept nogil:
    """If the card can be among those that the viewer does not know there, let it be."""
    if hidden > 0 and card < MAX_CARDS and has(&state.unseen, card):
        take_out(&state.unseen, card)
        put_in(where, card)


cdef bint could_be_legal(const EphyranRules* rules, const EphyranState* known, int seat, bint own,
                         move_t move) noexcept nogil:
    """Whether the seat can have made this move, if it holds the cards that the move shows."""
    cdef EphyranState state
    cdef move_t moves[MAX_MOVES]
    cdef int verb = move_verb(move), what = move_what(move), i
    memcpy(&state, known, sizeof(EphyranState))
    if seat != CHANCE and not own:
        if verb == DO_UNDER:
            suppose(&state, &state.looked, what, state.n_looked - size_of(&state.looked))
        elif verb == DO_ADD or verb == DO_CHANGE or verb == DO_DIONYSUS:
            suppose(&state, &state.hand[seat], what >> 1, n_hidden(&state, seat))
        elif verb == DO_EXCHANGE_HALF:
            suppose(&state, &state.hand[seat], what >> 1, n_hidden(&state, seat))
            suppose(&state, &state.hand[seat], exchange_card(move), n_hidden(&state, seat))
        elif DO_TWINS <= verb <= DO_HECATE and verb != DO_PASS:
            suppose(&state, &state.hand[seat], what, n_hidden(&state, seat))
    for i in range(legal(rules, &state, seat, moves)):
        if moves[i] == move:
            return True
    return False


cdef int fold_move(const EphyranRules* rules, EphyranObs* obs, int seat, move_t move) noexcept nogil:
    """A move that all see word for word."""
    cdef EphyranState* known = &obs.known
    cdef int verb = move_verb(move), place = move_place(move)
    if verb == DO_CARD or verb == DO_TOKEN or verb == DO_KEEP or verb == DO_GRAB:
        return MALFORMED                          # these are never told as plain moves
    if seat != decider(rules, known):
        return NOT_NOW
    if not obs.lean and not could_be_legal(rules, known, seat, seat == obs.viewer, move):
        return IMPOSSIBLE
    if verb == DO_EXCHANGE_HALF:
        place = rules.place[move_what(move)]
    if verb == DO_CHANGE or verb == DO_LOSE or verb == DO_EXCHANGE_HALF or verb == DO_EXCHANGE_DIONYSUS:
        if is_unknown(known.token[seat][place]):
            return IMPOSSIBLE                     # a token that is lost is shown first
    if verb == DO_UNDER and known.n_looked == 2:
        if size_of(&known.looked) - has(&known.looked, move_what(move)) != 1:
            return IMPOSSIBLE                     # so is the card that follows by itself
    apply(rules, known, seat, move, NULL)
    return FITS


cdef int fold_draw(const EphyranRules* rules, EphyranObs* obs, int seat, int card) noexcept nogil:
    cdef EphyranState* known = &obs.known
    if known.phase != DEAL and known.phase != REFILL and known.phase != PILE and known.phase != LOOK:
        return NOT_NOW
    if seat != known.drawer:
        return NOT_NOW
    if seat == obs.viewer:
        if card >= MAX_CARDS or not has(&known.unseen, card):
            return IMPOSSIBLE
    else:
        card = NO_CARD
    apply(rules, known, CHANCE, move_of(DO_CARD, card, 0, 0), NULL)
    return FITS


cdef int fold_keep(const EphyranRules* rules, EphyranObs* obs, int seat, int card) noexcept nogil:
    cdef EphyranState* known = &obs.known
    if known.phase != KEEP or seat != known.turn:
        return NOT_NOW
    if seat == obs.viewer:
        if card >= MAX_CARDS or not has(&known.looked, card):
            return IMPOSSIBLE
    else:
        card = NO_CARD
        if known.n_looked == 2 and is_empty(&known.looked):
            return IMPOSSIBLE                     # the other one is shown first
    apply(rules, known, seat, move_of(DO_KEEP, card, 0, 0), NULL)
    return FITS


cdef int learn_token(EphyranState* known, int seat, int place, int kind) noexcept nogil:
    """The viewer sees what kind of token lies there."""
    cdef int token = known.token[seat][place]
    if token == NO_TOKEN or kind >= N_TOKENS:
        return IMPOSSIBLE
    if is_unknown(token):
        if known.unseen_tokens[kind] == 0:
            return IMPOSSIBLE
        known.unseen_tokens[kind] -= 1
        known.token[seat][place] = with_kind(token, kind)
    elif kind_of(token) != kind:
        return IMPOSSIBLE
    return FITS


cdef int fold_token(const EphyranRules* rules, EphyranObs* obs, int seat, int kind) noexcept nogil:
    """7.4: from the supply."""
    cdef EphyranState* known = &obs.known
    if known.phase != TOKEN or seat != known.turn:
        return NOT_NOW
    if seat == obs.viewer:
        if kind >= N_TOKENS or known.unseen_tokens[kind] == 0:
            return IMPOSSIBLE
    else:
        kind = NO_CARD
    apply(rules, known, CHANCE, move_of(DO_TOKEN, kind, 0, 0), NULL)
    return FITS


cdef int fold_grab(const EphyranRules* rules, EphyranObs* obs, int seat, int place, int kind) noexcept nogil:
    """7.6: from the target's city."""
    cdef EphyranState* known = &obs.known
    if known.phase != GRAB or seat != known.turn:
        return NOT_NOW
    if place >= N_PLACES or not (open_filled(known, known.target) & known.with_token[known.target]) >> place & 1:
        return IMPOSSIBLE
    if seat == obs.viewer and learn_token(known, known.target, place, kind) != FITS:
        return IMPOSSIBLE
    apply(rules, known, seat, move_of(DO_GRAB, 0, 0, place), NULL)
    return FITS


cdef int fold_show_card(EphyranObs* obs, int seat, int card) noexcept nogil:
    """7.2: of the two cards left, the one that will be discarded by itself."""
    cdef EphyranState* known = &obs.known
    if (known.phase != KEEP and known.phase != UNDER) or seat != known.turn or known.n_looked != 2:
        return NOT_NOW
    if card >= MAX_CARDS:
        return MALFORMED
    suppose(known, &known.looked, card, known.n_looked - size_of(&known.looked))
    return FITS if has(&known.looked, card) else IMPOSSIBLE


cdef int fold_show_token(EphyranObs* obs, int seat, int place, int kind) noexcept nogil:
    """9.3, 10.2: a token that is lost, or all of them at the end."""
    cdef EphyranState* known = &obs.known
    cdef int phase = known.phase
    if phase != FINISHED and not ((phase == ACTION or phase == EXTRA) and seat == known.turn) \
            and not (phase == LOSE and seat == known.target):
        return NOT_NOW
    return learn_token(known, seat, place, kind)


cdef int obs_fold(const void* rules_, void* obs_, token_t seen) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef EphyranObs* obs = <EphyranObs*>obs_
    cdef EphyranState* known = &obs.known
    cdef int type = token_type(seen), seat = token_seat(seen)
    cdef int open_part = token_open(seen), secret = token_secret(seen)
    if seat >= rules.head.n_seats and not (type == EV_MOVE and seat == CHANCE):
        return MALFORMED
    if type == EV_DRAW or type == EV_TOKEN or type == EV_KEEP or type == EV_GRAB:
        if token_privy(seen) != (seat == obs.viewer):
            return MALFORMED
    if known.phase == FINISHED and type != EV_SHOW_TOKEN and type != EV_SCORE:
        return NOT_NOW
    if type == EV_MOVE:
        return fold_move(rules, obs, seat, open_part)
    if type == EV_DRAW:
        return fold_draw(rules, obs, seat, secret)
    if type == EV_TOKEN:
        return fold_token(rules, obs, seat, secret)
    if type == EV_KEEP:
        return fold_keep(rules, obs, seat, secret)
    if type == EV_GRAB:
        return fold_grab(rules, obs, seat, open_part, secret)
    if type == EV_SHOW_TOKEN:
        return fold_show_token(obs, seat, open_part & 15, open_part >> 4)
    if type == EV_SHOW_CARD:
        return fold_show_card(obs, seat, open_part)
    if type == EV_TURN:
        return FITS if known.phase == ACTION and seat == known.turn and open_part == known.round else IMPOSSIBLE
    if type == EV_SCORE:
        if known.phase != FINISHED:
            return NOT_NOW
        return FITS if open_part - SCORE_SHIFT == score(rules, known, seat, NULL) else IMPOSSIBLE
    return MALFORMED


cdef void add_observation(GameOps* ops) noexcept:
    enter_observation(ops, sizeof(EphyranObs), obs_init, obs_fold, sample)
    ops.lean_init = lean_init

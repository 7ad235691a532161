"""Ephyran: the rules kernel. Section numbers are those of engine/games/ephyran/RULES.md.

`step` makes a move. Its events are written by `announce` before it and by `conclude` after it. An observation replays
the moves that its viewer saw by the same steps: there a card that the viewer does not know is NO_CARD, and a token
UNKNOWN.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from petteia.ext.core.bits cimport nth_bit, popcount
from petteia.ext.core.game cimport enter_rules, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, CHANCE_EVENT, Events, HIDDEN_CHOICE, move_t, OVER, pending_t, PUBLIC_CHOICE, REACTION, tell, tell_secret,
)
from petteia.ext.games.ephyran.moves cimport legal
from petteia.ext.games.ephyran.scoring cimport score
from petteia.ext.games.ephyran.state cimport (
    ACTION, after, ALL_PLACES, can_draw_discard, CardSet, DEAL, decider, DESTROY, DIONYSUS_CARD, DIONYSUS_HALF, DO_ADD,
    DO_CARD, DO_CHANGE, DO_DESTROY, DO_DIONYSUS, DO_DISCARD, DO_DRAW_DISCARD, DO_DRAW_PILE, DO_EXCHANGE,
    DO_EXCHANGE_DIONYSUS, DO_EXCHANGE_HALF, DO_FIRST, DO_GOD, DO_GRAB, DO_GRAEAE, DO_HECATE, DO_KEEP, DO_LOCK, DO_LOSE,
    DO_PASS, DO_PUT, DO_SHIELD, DO_STEAL, DO_SWAP, DO_TAKE, DO_TOKEN, DO_TWINS, DO_UNDER, DO_UNLOCK, DRAW, EphyranRules,
    EphyranState, EV_DRAW, EV_GRAB, EV_KEEP, EV_MOVE, EV_SCORE, EV_SHOW_CARD, EV_SHOW_TOKEN, EV_TOKEN, EV_TURN,
    EXCHANGE, exchange_card, EXTRA, FINISHED, FIRST, GODS, gods_left, GRAB, GRAEAE, KEEP, kind_of, LOOK, LOSE,
    MAX_CARDS, MAX_PLAYERS, move_of, move_place, move_seat, move_verb, move_what, N_PLACES, N_TOKENS, NO_CARD, NO_GOD,
    NO_HALF, NO_SUPPORT, NO_TOKEN, NOBODY, nth_card, PILE, pop_lowest, PUT, put_in, REACT, REFILL, SCORE_SHIFT,
    seat_without_god, seen_by, SEEN_SHIFT, STEAL, SWAP, TAKE, take_out, territory_places, TOKEN, TWINS, UNDER, UNKNOWN,
)


# ---------------------------------------------------------------------------------------------------------------
# Moving cards and tokens about.

cdef inline void spend(EphyranState* state, int seat, int card) noexcept nogil:
    """A card leaves a hand, openly: nobody has it among the unseen any more."""
    if card == DIONYSUS_CARD:
        state.dionysus[seat] -= 1
        return
    take_out(&state.hand[seat], card)
    take_out(&state.known[seat], card)
    take_out(&state.unseen, card)
    state.n_hand[seat] -= 1


cdef inline void gain_openly(EphyranState* state, int seat, int card) noexcept nogil:
    """16: a card that all see coming is known until it is played."""
    if card == DIONYSUS_CARD:
        state.dionysus[seat] += 1
        return
    put_in(&state.hand[seat], card)
    put_in(&state.known[seat], card)
    state.n_hand[seat] += 1


cdef inline void put_in_tartarus(EphyranState* state, int card) noexcept nogil:
    """The card is out of the game."""
    if card == DIONYSUS_CARD:
        state.dionysus_tartarus += 1
    else:
        put_in(&state.tartarus, card)


cdef inline void put_on_discard(EphyranState* state, int card) noexcept nogil:
    assert state.n_discard < MAX_CARDS
    state.discard[state.n_discard] = card
    state.n_discard += 1


cdef inline void lay_area(EphyranState* state, int seat, int place, int half) noexcept nogil:
    """Put a half, or a Dionysus, on a place, empty or not."""
    cdef uint32_t here = <uint32_t>1 << place
    state.area[seat][place] = half
    state.filled[seat] |= here
    if half == DIONYSUS_HALF:
        state.with_dionysus[seat] |= here
    else:
        state.with_dionysus[seat] &= ~here


cdef inline void set_token(EphyranState* state, int seat, int place, int token) noexcept nogil:
    """Put a token on a place, or NO_TOKEN to take it away."""
    cdef uint32_t here = <uint32_t>1 << place
    state.token[seat][place] = token
    if token != NO_TOKEN:
        state.with_token[seat] |= here
    else:
        state.with_token[seat] &= ~here


cdef inline void lose_token(EphyranState* state, int seat, int place) noexcept nogil:
    """9.3: lost for good."""
    cdef int token = state.token[seat][place]
    if token != NO_TOKEN:
        state.lost[kind_of(token)] += 1
        set_token(state, seat, place, NO_TOKEN)


cdef inline void leave_pile(EphyranState* state) noexcept nogil:
    """6.3, 10.1: one card fewer on the pile."""
    state.pile -= 1
    state.dry = 0
    if state.pile == 0:
        state.ending = 1


cdef inline void draw_into(EphyranState* state, CardSet* into, int card) noexcept nogil:
    """A card of the pile goes there; in an observation that does not know it only the numbers change."""
    if card != NO_CARD:
        take_out(&state.unseen, card)
        put_in(into, card)


cdef inline void note_completed(EphyranState* state, int seat) noexcept nogil:
    """10.1, 10.3: the sixteenth place."""
    cdef int i
    if state.filled[seat] != ALL_PLACES:
        return
    for i in range(MAX_PLAYERS):
        if state.completed[i] == seat:
            return
        if state.completed[i] == NOBODY:
            state.completed[i] = seat
            state.ending = 1
            return


# ---------------------------------------------------------------------------------------------------------------
# The course of a turn (4, 6).

cdef void next_turn(const EphyranRules* rules, EphyranState* state) noexcept nogil:
    cdef int seat, following = after(rules, state.turn), place
    state.support = NO_SUPPORT
    state.target = NOBODY
    state.draws = state.fresh = 0
    if following == state.first:
        if state.ending or state.round >= rules.rounds:                  # 10.1
            state.phase = FINISHED
            for seat in range(rules.head.n_seats):                       # 10.2: all tokens are shown
                for place in range(N_PLACES):
                    if state.token[seat][place] != NO_TOKEN:
                        state.token[seat][place] |= ((1 << rules.head.n_seats) - 1) << SEEN_SHIFT
            return
        state.round += 1
    state.turn = following
    state.dry += 1
    state.phase = ACTION


cdef void begin_draw(const EphyranRules* rules, EphyranState* state, int draws) noexcept nogil:
    """6: draw as long as there is something to draw; then the twins' second action, or the next turn."""
    if draws > 0 and (state.pile > 0 or can_draw_discard(rules, state)):
        state.phase = DRAW
        state.draws = draws
    elif state.support == TWINS:                                         # 7.1
        state.phase = EXTRA
        state.draws = 0
    else:
        next_turn(rules, state)


cdef inline void end_support(const EphyranRules* rules, EphyranState* state) noexcept nogil:
    """Carried out: the turn goes on with the draw."""
    state.support = NO_SUPPORT
    state.target = NOBODY
    begin_draw(rules, state, 1)


cdef inline void end_action(const EphyranRules* rules, EphyranState* state) noexcept nogil:
    """After an action without questions: the draw, but none after the twins' second action."""
    if state.phase == EXTRA:
        next_turn(rules, state)
    else:
        begin_draw(rules, state, 1)


# ---------------------------------------------------------------------------------------------------------------
# The steps.

cdef void get_card(const EphyranRules* rules, EphyranState* state, int card) noexcept nogil:
    """A card from the pile, in one of the four phases that draw."""
    cdef int seat = state.drawer, phase = state.phase
    leave_pile(state)
    if phase == LOOK:                                                    # 7.2
        draw_into(state, &state.looked, card)
        state.n_looked += 1
        if state.n_looked == rules.graeae_looks or state.pile == 0:
            state.phase = KEEP
            state.drawer = NOBODY
        return
    draw_into(state, &state.hand[seat], card)
    state.n_hand[seat] += 1
    if phase == DEAL:                                                    # 3
        if state.n_hand[seat] < rules.hand:
            return
        state.drawer = after(rules, seat)
        if state.drawer == state.first:
            state.drawer = NOBODY
            state.turn = state.first
            state.round = state.dry = 1
            state.phase = ACTION
        return
    state.drawer = NOBODY
    begin_draw(rules, state, 1 if phase == REFILL else state.draws - 1)


cdef void play_support(const EphyranRules* rules, EphyranState* state, int seat, int support, int card,
                       int target) noexcept nogil:
    """7: the card goes to Tartarus as soon as it is played; then whoever may stop it is asked (8.2)."""
    spend(state, seat, card)
    put_in_tartarus(state, card)
    state.support = support
    if support == TWINS:
        begin_draw(rules, state, rules.twins_draws)
    elif support == GRAEAE:
        state.phase = LOOK
        state.drawer = seat
    else:
        state.phase = REACT
        if support == TAKE:
            state.asked = after(rules, seat)
        else:
            state.target = state.asked = target


cdef void exchange_with_hand(const EphyranRules* rules, EphyranState* state, int seat, int card, int half,
                             int place) noexcept nogil:
    """7.3: the old area comes to the hand, known to all, without its token."""
    cdef int old = state.area[seat][place] >> 1
    spend(state, seat, card)
    put_in_tartarus(state, card)
    spend(state, seat, half >> 1)
    lose_token(state, seat, place)
    lay_area(state, seat, place, half)
    gain_openly(state, seat, old)
    begin_draw(rules, state, 1)


cdef void let_through(const EphyranRules* rules, EphyranState* state) noexcept nogil:
    """8.2: not stopped by the seat asked."""
    if state.support == TAKE:
        state.asked = after(rules, state.asked)
        if state.asked != state.turn:
            return
        state.phase = TOKEN
    elif state.support == EXCHANGE:
        state.phase = SWAP
    elif state.support == DESTROY:
        state.phase = LOSE
    else:
        state.phase = GRAB
    state.asked = NOBODY


cdef void stop(const EphyranRules* rules, EphyranState* state, int seat, int card) noexcept nogil:
    """8.3: both are spent, and the defender refills from the pile."""
    spend(state, seat, card)
    put_in_tartarus(state, card)
    state.asked = NOBODY
    if state.pile > 0:
        state.support = NO_SUPPORT
        state.target = NOBODY
        state.phase = REFILL
        state.drawer = seat
    else:
        end_support(rules, state)


cdef void swap_areas(EphyranState* state, int seat, int other, int place) noexcept nogil:
    """7.3: the two cards change places, each with its token."""
    cdef int half = state.area[seat][place], token = state.token[seat][place]
    lay_area(state, seat, place, state.area[other][place])
    set_token(state, seat, place, state.token[other][place])
    lay_area(state, other, place, half)
    set_token(state, other, place, token)


cdef void lose_area(const EphyranRules* rules, EphyranState* state, int seat, int place) noexcept nogil:
    """7.5."""
    cdef int card = state.area[seat][place] >> 1
    lose_token(state, seat, place)
    state.area[seat][place] = NO_HALF
    state.filled[seat] &= ~(1 << place)
    state.with_dionysus[seat] &= ~(1 << place)
    if rules.destroyed_to_discard:
        put_on_discard(state, card)
    else:
        put_in_tartarus(state, card)


cdef void take_dionysus(EphyranState* state, int seat, int half, int other, int place, int there) noexcept nogil:
    """5.5: its token travels with it."""
    spend(state, seat, half >> 1)
    lay_area(state, other, there, half)
    lay_area(state, seat, place, DIONYSUS_HALF)
    set_token(state, seat, place, state.token[other][there])
    set_token(state, other, there, NO_TOKEN)
    note_completed(state, seat)


cdef void keep_card(const EphyranRules* rules, EphyranState* state, int seat, int card) noexcept nogil:
    """7.2: one of those looked at goes to the hand; an observation may not know which."""
    if card != NO_CARD:
        take_out(&state.looked, card)
        put_in(&state.hand[seat], card)
    state.n_looked -= 1
    state.n_hand[seat] += 1
    if state.n_looked > 1:
        state.phase = UNDER
    else:
        discard_last(rules, state)


cdef void discard_last(const EphyranRules* rules, EphyranState* state) noexcept nogil:
    """7.2: the last one looked at follows by itself."""
    if state.n_looked == 1:
        put_on_discard(state, pop_lowest(&state.looked))
        state.n_looked = 0
    next_turn(rules, state)


cdef void lock(EphyranState* state, int seat, int card, int territory) noexcept nogil:
    """5.6: with Athena's shield."""
    spend(state, seat, card)
    state.lock[seat][territory] = card
    state.locked[seat] |= territory_places(territory)


cdef void unlock(EphyranState* state, int seat, int card, int owner, int territory) noexcept nogil:
    """5.6: with Hecate's magic; both cards are spent."""
    spend(state, seat, card)
    put_in_tartarus(state, card)
    put_in_tartarus(state, state.lock[owner][territory])
    state.lock[owner][territory] = NO_CARD
    state.locked[owner] &= ~territory_places(territory)


cdef inline void act(const EphyranRules* rules, EphyranState* state, int seat, int verb, move_t move) noexcept nogil:
    """An action of a turn (5). A support that is played (5.2) goes on with questions or draws, all others are done."""
    cdef int what = move_what(move), place = move_place(move), other = move_seat(move), card
    if verb == DO_TWINS:
        play_support(rules, state, seat, TWINS, what, NOBODY)
        return
    elif verb == DO_GRAEAE:
        play_support(rules, state, seat, GRAEAE, what, NOBODY)
        return
    elif verb == DO_EXCHANGE:
        play_support(rules, state, seat, EXCHANGE, what, other)
        return
    elif verb == DO_TAKE:
        play_support(rules, state, seat, TAKE, what, NOBODY)
        return
    elif verb == DO_DESTROY:
        play_support(rules, state, seat, DESTROY, what, other)
        return
    elif verb == DO_STEAL:
        play_support(rules, state, seat, STEAL, what, other)
        return
    elif verb == DO_EXCHANGE_HALF:
        exchange_with_hand(rules, state, seat, exchange_card(move), what, rules.place[what])
        return
    elif verb == DO_EXCHANGE_DIONYSUS:
        exchange_with_hand(rules, state, seat, what, DIONYSUS_HALF, place)
        return
    elif verb == DO_ADD:                                                 # 5.1
        spend(state, seat, what >> 1)
        lay_area(state, seat, place, what)
        note_completed(state, seat)
    elif verb == DO_CHANGE:                                              # 5.3
        card = state.area[seat][place] >> 1
        spend(state, seat, what >> 1)
        lose_token(state, seat, place)
        lay_area(state, seat, place, what)
        put_on_discard(state, card)
        state.fresh = 1
    elif verb == DO_DISCARD:                                             # 5.4
        spend(state, seat, what)
        put_on_discard(state, what)
        state.fresh = 1
    elif verb == DO_DIONYSUS:
        take_dionysus(state, seat, what, other, place, rules.place[what])
    elif verb == DO_LOCK:
        lock(state, seat, what, place)
    elif verb == DO_UNLOCK:
        unlock(state, seat, what, other, place)
    end_action(rules, state)


cdef inline void carry_out(const EphyranRules* rules, EphyranState* state, int seat, int verb,
                           move_t move) noexcept nogil:
    """An answer to a support (8), or a choice that it asks for (7)."""
    cdef int what = move_what(move), place = move_place(move)
    if verb == DO_SHIELD or verb == DO_HECATE:
        stop(rules, state, seat, what)
    elif verb == DO_SWAP:
        swap_areas(state, seat, state.target, place)
        end_support(rules, state)
    elif verb == DO_LOSE:
        lose_area(rules, state, seat, place)
        end_support(rules, state)
    elif verb == DO_GRAB:                                                # 7.6, 9.4
        state.held = seen_by(state.token[state.target][place], seat)
        set_token(state, state.target, place, NO_TOKEN)
        state.phase = PUT
    elif verb == DO_PUT:
        set_token(state, seat, place, state.held)
        state.held = NO_TOKEN
        end_support(rules, state)
    elif verb == DO_KEEP:
        keep_card(rules, state, seat, what)
    elif verb == DO_UNDER:
        take_out(&state.looked, what)
        take_out(&state.unseen, what)
        put_on_discard(state, what)
        state.n_looked -= 1
        if state.n_looked == 1:
            discard_last(rules, state)


cdef void get_token(EphyranState* state, int kind) noexcept nogil:
    """7.4: from the supply; of a kind that only its new owner sees, NO_CARD for all others."""
    state.supply -= 1
    state.held = seen_by(UNKNOWN if kind == NO_CARD else kind + 1, state.turn)
    if kind != NO_CARD:
        state.unseen_tokens[kind] -= 1
    state.phase = PUT


cdef void get_god(const EphyranRules* rules, EphyranState* state, int god) noexcept nogil:
    """3: dealt or chosen, in turn order; then the cards are dealt."""
    cdef int seat = seat_without_god(rules, state)
    if seat != NOBODY:
        state.god[seat] = god
    if seat_without_god(rules, state) == NOBODY:
        state.phase = DEAL
        state.drawer = state.first


cdef void step(const EphyranRules* rules, EphyranState* state, int seat, move_t move) noexcept nogil:
    """Make a move, and tell nobody."""
    cdef int verb = move_verb(move), what = move_what(move)
    if DO_ADD <= verb <= DO_UNLOCK:
        act(rules, state, seat, verb, move)
    elif verb == DO_DRAW_PILE:                                           # 6.1
        state.phase = PILE
        state.drawer = seat
    elif verb == DO_DRAW_DISCARD:
        state.n_discard -= 1
        gain_openly(state, seat, state.discard[state.n_discard])
        state.discard[state.n_discard] = 0
        begin_draw(rules, state, state.draws - 1)
    elif verb == DO_PASS:
        if state.phase == REACT:
            let_through(rules, state)
        else:
            end_action(rules, state)
    elif verb == DO_CARD:
        get_card(rules, state, what)
    elif verb == DO_TOKEN:
        get_token(state, what)
    elif verb == DO_GOD:
        get_god(rules, state, what)
    elif verb == DO_FIRST:
        state.first = what
        state.phase = GODS
    else:
        carry_out(rules, state, seat, verb, move)


# ---------------------------------------------------------------------------------------------------------------
# What is told of a move (13.2).

cdef inline void show_token(const EphyranState* state, int seat, int place, Events* events) noexcept nogil:
    if state.token[seat][place] != NO_TOKEN:
        tell(events, EV_SHOW_TOKEN, seat, place | (kind_of(state.token[seat][place]) << 4))


cdef void announce(const EphyranRules* rules, const EphyranState* state, int seat, move_t move,
                   Events* events) noexcept nogil:
    """Before the move is made: what it turns up, and the move itself."""
    cdef int verb = move_verb(move), what = move_what(move)
    cdef CardSet others
    if verb == DO_CARD:
        tell_secret(events, EV_DRAW, state.drawer, 1 << state.drawer, 0, what)
        return
    if verb == DO_TOKEN:
        tell_secret(events, EV_TOKEN, state.turn, 1 << state.turn, 0, what)
        return
    if verb == DO_GRAB:
        tell_secret(events, EV_GRAB, seat, 1 << seat, move_place(move),
                    kind_of(state.token[state.target][move_place(move)]))
        return
    if (verb == DO_KEEP or verb == DO_UNDER) and state.n_looked == 2:
        others = state.looked
        take_out(&others, what)
        tell(events, EV_SHOW_CARD, seat, pop_lowest(&others))
    if verb == DO_KEEP:
        tell_secret(events, EV_KEEP, seat, 1 << seat, 0, what)
        return
    if verb == DO_CHANGE or verb == DO_LOSE or verb == DO_EXCHANGE_DIONYSUS:
        show_token(state, seat, move_place(move), events)
    elif verb == DO_EXCHANGE_HALF:
        show_token(state, seat, rules.place[what], events)
    tell(events, EV_MOVE, seat, move)


cdef void conclude(const EphyranRules* rules, const EphyranState* state, Events* events) noexcept nogil:
    """After a move that ended a turn or the game."""
    cdef int seat, place
    if state.phase != FINISHED:
        tell(events, EV_TURN, state.turn, state.round)
        return
    for seat in range(rules.head.n_seats):
        for place in range(N_PLACES):
            show_token(state, seat, place, events)
    for seat in range(rules.head.n_seats):
        tell(events, EV_SCORE, seat, score(rules, state, seat, NULL) + SCORE_SHIFT)


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef EphyranState* state = <EphyranState*>state_
    cdef int turn = state.turn
    if events != NULL:
        announce(rules, state, seat, move, events)
    step(rules, state, seat, move)
    if events != NULL and (state.turn != turn or state.phase == FINISHED):
        conclude(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# The start; who is asked, and chance (13, 14).

cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef EphyranState* state = <EphyranState*>state_
    cdef int seat, i
    memset(state, 0, sizeof(EphyranState))
    memset(state.area, NO_HALF, sizeof(state.area))
    memset(state.lock, NO_CARD, sizeof(state.lock))
    memset(state.god, NO_GOD, sizeof(state.god))
    memset(state.completed, NOBODY, sizeof(state.completed))
    for seat in range(rules.head.n_seats):
        state.dionysus[seat] = 1                                         # 3
    state.unseen = rules.all_cards
    state.pile = rules.n_cards - rules.left_out
    for i in range(N_TOKENS):
        state.unseen_tokens[i] = rules.token_count[i]
        state.supply += rules.token_count[i]
    state.first = state.turn = state.target = state.asked = state.drawer = NOBODY
    state.support = NO_SUPPORT
    state.phase = FIRST


cdef pending_t pending(const void* rules, const void* state_) noexcept nogil:
    cdef const EphyranState* state = <const EphyranState*>state_
    if state.phase == FINISHED:
        return OVER
    return <pending_t>1 << decider(<const EphyranRules*>rules, state)    # PENDING_CHANCE is the bit of CHANCE


cdef int kind(const void* rules, const void* state_, int seat) noexcept nogil:
    cdef int phase = (<const EphyranState*>state_).phase
    if phase == KEEP:
        return HIDDEN_CHOICE
    if phase == REACT:
        return REACTION
    if decider(<const EphyranRules*>rules, <const EphyranState*>state_) == CHANCE:
        return CHANCE_EVENT
    return PUBLIC_CHOICE


cdef int source(const void* rules, const void* state) noexcept nogil:
    cdef int phase = (<const EphyranState*>state).phase
    if phase == FIRST:
        return 0
    if phase == GODS:
        return 1
    return 3 if phase == TOKEN else 2


cdef move_t draw(const void* rules_, const void* state_, Rng* rng) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef int left, i
    cdef uint32_t gods
    if state.phase == FIRST:
        return move_of(DO_FIRST, rng_below(rng, rules.head.n_seats), 0, 0)
    if state.phase == GODS:
        gods = gods_left(rules, state)
        return move_of(DO_GOD, nth_bit(gods, rng_below(rng, popcount(gods))), 0, 0)
    if state.phase == TOKEN:
        left = rng_below(rng, state.supply)
        i = 0
        while left >= state.unseen_tokens[i]:
            left -= state.unseen_tokens[i]
            i += 1
        return move_of(DO_TOKEN, i, 0, 0)
    return move_of(DO_CARD, nth_card(&state.unseen, rng_below(rng, state.pile + rules.left_out)), 0, 0)


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    if move_verb(outcome) == DO_TOKEN:
        return (<const EphyranState*>state).unseen_tokens[move_what(outcome)]
    return 1


# ---------------------------------------------------------------------------------------------------------------
# Playouts.

cdef move_t choose_any(const EphyranRules* rules, const EphyranState* state, int seat, const move_t* moves, int n,
                       Rng* rng) noexcept nogil:
    return moves[rng_below(rng, n)]


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EphyranRules*>rules, <EphyranState*>state, rng, cutoff, per_team, choose_any, ANY_PHASE)


cdef void add_rules(GameOps* ops) noexcept:
    enter_rules(ops, sizeof(EphyranRules), sizeof(EphyranState), init, pending, kind, legal, source, draw, weight,
                apply, random_playout)

"""Epireia: the rules kernel: the sequence of play and the kernel interface (rules: engine/games/epireia/RULES.md)."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from petteia.ext.core.bits cimport ctz32, ctz64, nth_bit, popcount
from petteia.ext.core.game cimport enter_rules, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, CHANCE_EVENT, Events, move_t, OVER, PENDING_CHANCE, pending_t, PUBLIC_CHOICE, SIMULTANEOUS, tell, tell_only,
    tell_secret,
)
from petteia.ext.games.epireia.battle cimport (
    begin_battle, end_leaders, end_placement, engage, leaders_done, league_places, legal_in_battle, pending_in_battle,
    place, placement_done, show_column,
)
from petteia.ext.games.epireia.effects cimport (
    apply_once, award_objectives, can_have_figure, leave_territory, meets, neutral_cities,
)
from petteia.ext.games.epireia.resolution cimport next_roller, resolve
from petteia.ext.games.epireia.state cimport (
    ADMINISTRATOR_PICK, army_token, BATTLE, Board, CITY_PICK, COLLECTION, COLUMNS_EACH, dev_turn, DEVELOPMENT, DIE,
    DIPLOMACY, DO_ABILITY, DO_ADMINISTRATOR, DO_BUILD, DO_CARD, DO_CHOOSE, DO_CITY, DO_DONATE, DO_DONE, DO_DRAW,
    DO_ENGAGE, DO_EXCHANGE, DO_GIVE, DO_HOLD, DO_LEAD, DO_LEAGUE, DO_LEVY_FROM, DO_PLACE, DO_PRODUCE, DO_ROLL, DO_SEND,
    DO_STAY, EMPTY, ENEMY, enemy_army_stands, EpireiaRules, EpireiaState, EV_CHOICE, EV_CHOSEN, EV_DRAW, EV_GO, EV_MET,
    EV_MOVE, EV_OVER, FIGURE_PICK, FINISHED, HOME, LEADERS, LEAGUE_PICK, MAX_BOARDS, MAX_POWER, move_a, move_b, move_c,
    move_of, move_verb, MUSTER, N_ACTS, N_DECKS, N_FRONTS, n_playing, NO_LEADER, NO_STAGE, NOBODY, NONE, nth_to_send,
    PLACEMENT, PLAYER, REVEAL, RIVAL, SOURCE_ACT, SOURCE_AUGUR, SOURCE_ENEMY, SOURCE_ROLL, task_deck, TASK_DRAW,
    TASK_FIGURE, task_of, task_who, TEAM_1_WINS, UNDECIDED,
)
from petteia.ext.games.epireia.turn cimport (
    begin_turn, build, cards_left, develop, donate, end_development, legal_development, legal_diplomacy, produce, send,
    send_by_die, send_next, tax, turn_up_card, use_ability,
)


# ---------------------------------------------------------------------------------------------------------------
# Setup.

cdef void choose_league(const EpireiaRules* rules, EpireiaState* state, int league) noexcept nogil:
    """Solo: enemy cities belong to the other league."""
    state.board[PLAYER].league = league
    state.board[ENEMY].league = 1 - league
    state.phase = ADMINISTRATOR_PICK


cdef int league_choices(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """Solo: the set of leagues that the player's city can be in."""
    cdef int only = rules.city_league[state.board[PLAYER].city]
    return rules.league_choices if only == NOBODY else rules.league_choices & 1 << only


cdef int city_choices(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    return rules.city_choices if rules.solo else neutral_cities(rules, state)


cdef bint set_up(const EpireiaRules* rules, EpireiaState* state) noexcept nogil:
    """One step of the drafts; False if somebody must choose."""
    cdef int choices
    if state.phase == CITY_PICK:
        if rules.solo and state.board[PLAYER].city == NONE:
            choices = rules.city_choices
            if choices & (choices - 1):
                return False
            state.board[PLAYER].city = ctz32(choices)
        elif state.step < rules.n_boards and not rules.solo:
            return False
        state.phase = LEAGUE_PICK if rules.solo else ADMINISTRATOR_PICK
        state.step = 0
        return True
    if state.phase == LEAGUE_PICK:
        choices = league_choices(rules, state)
        if choices == 3:
            return False
        choose_league(rules, state, choices - 1)
        return True
    if state.step < (1 if rules.solo else rules.n_boards):
        return False
    state.phase, state.step = FIGURE_PICK, 0
    return True


cdef bint all_have_chosen(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    cdef int b
    for b in range(1 if rules.solo else rules.n_boards):
        if state.chosen[b] == NONE:
            return False
    return True


cdef void come_into_play(EpireiaState* state, int board, int figure) noexcept nogil:
    cdef Board* own = &state.board[board]
    own.figure[own.n_figures] = figure
    own.at[own.n_figures] = HOME
    own.n_figures += 1


cdef void reveal_figures(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """The starting figures stand at home; then turn 1, in solo after the enemy's army."""
    cdef int b, league, front, n = 1 if rules.solo else rules.n_boards
    for b in range(n):
        tell(events, EV_CHOSEN, b, state.chosen[b])
    tell(events, EV_GO, CHANCE, 0)
    for b in range(n):
        come_into_play(state, b, state.chosen[b])
        state.chosen[b] = NONE
    if rules.solo:
        state.phase = MUSTER
        for league in range(2):
            if not league_places(rules, state, league):
                for front in range(<int>N_FRONTS):
                    state.n_columns[league][front] = COLUMNS_EACH
    else:
        begin_turn(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# The end of a turn.

cdef bint scenario_is_won(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """Solo, after the last turn: whether all objectives are met."""
    cdef int i
    for i in range(rules.n_goals):
        if rules.goal[i].at_end and meets(rules, state, &rules.goal[i], PLAYER):
            state.goals |= 1 << i
            tell(events, EV_MET, PLAYER, i)
    return state.goals == (1 << rules.n_goals) - 1


cdef void end_turn(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """All figures return home, and an augur's brigands leave; the battle, or the next turn."""
    cdef int b
    for b in range(rules.n_boards):
        memset(state.board[b].at, HOME, state.board[b].n_figures)
    state.there[0] = state.there[1] = 0
    state.brigands &= ~state.passing
    state.passing = 0
    if state.turn < rules.turns and (rules.solo or not (state.act == N_ACTS and state.met)):
        begin_turn(rules, state, events)
    elif rules.solo and not scenario_is_won(rules, state, events):
        state.phase, state.step = FINISHED, 0
        state.outcome = TEAM_1_WINS
        tell(events, EV_OVER, CHANCE, TEAM_1_WINS)
    else:
        begin_battle(rules, state)


# ---------------------------------------------------------------------------------------------------------------
# Flow.

cdef bint step(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """The next step of the phase; False if it needs a decision (in an observation also if it needs an event)."""
    cdef int phase = state.phase
    if phase <= ADMINISTRATOR_PICK:
        return set_up(rules, state)
    elif phase == FIGURE_PICK:
        if state.veiled or not all_have_chosen(rules, state):
            return False
        reveal_figures(rules, state, events)
    elif phase == MUSTER:
        if state.step < rules.n_muster:
            return False
        apply_once(rules, state, &rules.constraint[0], rules.n_constraint, False)
        begin_turn(rules, state, events)
    elif phase == REVEAL:
        if state.step == 0:
            return False
        tax(rules, state)
        state.phase, state.step = DEVELOPMENT, 0
    elif phase == DEVELOPMENT:
        return develop(rules, state)
    elif phase == DIPLOMACY:
        return send_next(rules, state)
    elif phase == COLLECTION and state.step == n_playing(rules):
        end_turn(rules, state, events)
    elif phase <= COLLECTION:
        return resolve(rules, state, events)
    elif phase == PLACEMENT:
        if state.veiled or not placement_done(rules, state):
            return False
        end_placement(rules, state, events)
    elif phase == LEADERS:
        if state.veiled or not leaders_done(rules, state):
            return False
        end_leaders(rules, state, events)
    elif phase == BATTLE:
        if state.veiled or state.stage != NO_STAGE:
            return False
        show_column(rules, state, events)
    else:
        return False
    return True


cdef inline bint is_void(const EpireiaRules* rules, const EpireiaState* state, int task) noexcept nogil:
    if task_of(task) == TASK_DRAW:
        return state.deck[task_deck(task)][0] == 0
    if task_of(task) == TASK_FIGURE:
        return not can_have_figure(rules, state, task_who(task))
    return popcount(state.board[task_who(task)].held) <= rules.trade_posts


cdef void finish_task(EpireiaState* state) noexcept nogil:
    """Take the first task off the agenda."""
    cdef int i
    state.n_agenda -= 1
    for i in range(state.n_agenda):
        state.agenda[i] = state.agenda[i + 1]
    state.agenda[state.n_agenda] = 0


cdef void advance(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil:
    """Go on until somebody must decide: the agenda, then the objectives, then the phase's next step."""
    while True:
        while state.n_agenda:
            if not is_void(rules, state, state.agenda[0]):
                return
            finish_task(state)
        award_objectives(rules, state, events)
        if state.n_agenda == 0 and not step(rules, state, events):
            return


# ---------------------------------------------------------------------------------------------------------------
# The kernel interface: start, who decides, what is legal.

cdef void init(const void* rules_, void* state_) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef EpireiaState* state = <EpireiaState*>state_
    cdef int b, d, power, i
    memset(state, 0, sizeof(EpireiaState))
    for b in range(<int>MAX_BOARDS):
        state.board[b].league = NOBODY if rules.solo else rules.league[b]
        state.board[b].city = state.board[b].administrator = NONE
    for b in range(n_playing(rules)):
        state.board[b].goods = rules.start_goods
        state.board[b].prestige = rules.start_prestige
    if rules.solo:
        state.board[ENEMY].city = rules.leader
        if rules.mode == RIVAL:
            state.board[ENEMY].administrator = rules.enemy_administrator
        for i in range(rules.n_enemies):
            come_into_play(state, ENEMY, rules.enemy_figure[i])
    for d in range(<int>N_DECKS):
        state.deck[d][0] = rules.n_deck[d]
        for power in range(1, MAX_POWER + 1):
            state.deck[d][power] = rules.power_count[d][power]
    memset(state.holder, NONE, sizeof(state.holder))
    memset(state.chosen, NONE, sizeof(state.chosen))
    memset(state.leader, NONE, sizeof(state.leader))
    memset(state.front, UNDECIDED, sizeof(state.front))
    state.card = NONE
    state.first = NOBODY
    advance(rules, state, NULL)


cdef pending_t pending(const void* rules_, const void* state_) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef int phase = state.phase, b
    cdef pending_t seats = 0
    if state.n_agenda:
        if task_of(state.agenda[0]) == TASK_DRAW:
            return PENDING_CHANCE
        return <pending_t>1 << task_who(state.agenda[0])
    if phase == DEVELOPMENT:
        return <pending_t>1 << dev_turn(rules, state, state.step)
    elif phase == DIPLOMACY:
        b = nth_to_send(rules, state.step)
        return PENDING_CHANCE if rules.solo and rules.mode == DIE and b == ENEMY else <pending_t>1 << b
    elif phase <= ADMINISTRATOR_PICK:
        return <pending_t>1 << state.step
    elif phase == FIGURE_PICK:
        for b in range(1 if rules.solo else rules.n_boards):
            if state.chosen[b] == NONE:
                seats |= <pending_t>1 << b
        return seats
    elif phase <= COLLECTION:
        return PENDING_CHANCE
    elif phase == FINISHED:
        return OVER
    return pending_in_battle(rules, state)


cdef int kind(const void* rules_, const void* state_, int seat) noexcept nogil:
    """Where nobody else chooses at the same time there is nobody to outguess: alone with the first figure and, against
    an army that stands already, in the battle.
    """
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    if pending(rules, state) == PENDING_CHANCE:
        return CHANCE_EVENT
    if state.phase == FIGURE_PICK:
        return PUBLIC_CHOICE if rules.solo else SIMULTANEOUS
    if state.phase == PLACEMENT or state.phase == LEADERS:
        return PUBLIC_CHOICE if enemy_army_stands(rules) else SIMULTANEOUS
    return PUBLIC_CHOICE


cdef int legal_picks(const EpireiaRules* rules, const EpireiaState* state, move_t* out) noexcept nogil:
    """Cities, leagues and administrators: those free."""
    cdef int verb = DO_CITY, b, n = 0
    cdef uint32_t choices
    if state.phase == CITY_PICK:
        choices = city_choices(rules, state)
    elif state.phase == LEAGUE_PICK:
        verb = DO_LEAGUE
        choices = league_choices(rules, state)
    else:
        verb = DO_ADMINISTRATOR
        choices = rules.administrator_choices
        for b in range(rules.n_boards):
            if state.board[b].administrator != NONE:
                choices &= ~(1 << state.board[b].administrator)
    while choices:
        out[n] = move_of(verb, ctz32(choices), 0, 0)
        n += 1
        choices &= choices - 1
    return n


cdef int legal_figures(const EpireiaRules* rules, const EpireiaState* state, int seat, move_t* out) noexcept nogil:
    """The figures of the seat's (leading) city that are not in play."""
    cdef const Board* own = &state.board[seat]
    cdef uint64_t left = rules.figures_of[own.city]
    cdef int i, n = 0
    for i in range(own.n_figures):
        left &= ~(<uint64_t>1 << own.figure[i])
    while left:
        out[n] = move_of(DO_CHOOSE, ctz64(left), 0, 0)
        n += 1
        left &= left - 1
    return n


cdef int legal_outcomes(const EpireiaRules* rules, const EpireiaState* state, move_t* out) noexcept nogil:
    """What chance can bring, in the order of the rules page."""
    cdef int n = 0, i, deck
    cdef uint32_t cards
    deck = due_deck(rules, state)
    if deck != NONE:
        for i in range(1, MAX_POWER + 1):
            if state.deck[deck][i]:
                out[n] = move_of(DO_DRAW, i, deck, 0)
                n += 1
    elif state.phase == REVEAL:
        cards = cards_left(rules, state)
        while cards:
            out[n] = move_of(DO_CARD, ctz32(cards), 0, 0)
            n += 1
            cards &= cards - 1
    else:
        for i in range(1, rules.die + 1):
            out[n] = move_of(DO_ROLL, i, 0, 0)
            n += 1
    return n


cdef int legal(const void* rules_, const void* state_, int seat, move_t* out) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef int phase = state.phase, n = 0
    cdef uint32_t held
    if seat == CHANCE:
        return legal_outcomes(rules, state, out)
    if state.n_agenda:
        if task_of(state.agenda[0]) == TASK_FIGURE:
            return legal_figures(rules, state, seat, out)
        held = state.board[seat].held
        while held:
            out[n] = move_of(DO_GIVE, ctz32(held), 0, 0)
            n += 1
            held &= held - 1
        return n
    if phase == DEVELOPMENT:
        return legal_development(rules, state, seat, out)
    elif phase == DIPLOMACY:
        return legal_diplomacy(rules, state, seat, out)
    elif phase <= ADMINISTRATOR_PICK:
        return legal_picks(rules, state, out)
    elif phase == FIGURE_PICK:
        return legal_figures(rules, state, seat, out)
    return legal_in_battle(rules, state, seat, out)


# ---------------------------------------------------------------------------------------------------------------
# Chance.

cdef int due_deck(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The deck from which a token must be drawn now, or NONE."""
    if state.n_agenda:
        return task_deck(state.agenda[0])
    if state.phase == MUSTER:
        return rules.muster_deck[state.step]
    return NONE


cdef int source(const void* rules_, const void* state_) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef int deck = due_deck(rules, state)
    if deck != NONE:
        return deck
    if state.phase == REVEAL:
        return SOURCE_AUGUR if rules.solo else SOURCE_ACT + state.act
    if state.phase == DIPLOMACY:
        return SOURCE_ENEMY
    return SOURCE_ROLL + next_roller(rules, state)


cdef move_t draw(const void* rules_, const void* state_, Rng* rng) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaState* state = <const EpireiaState*>state_
    cdef int deck = due_deck(rules, state), left, power = 0
    cdef uint32_t cards
    if deck != NONE:
        left = rng_below(rng, state.deck[deck][0])
        while left >= 0:
            power += 1
            left -= state.deck[deck][power]
        return move_of(DO_DRAW, power, deck, 0)
    if state.phase == REVEAL:
        cards = cards_left(rules, state)
        return move_of(DO_CARD, nth_bit(cards, rng_below(rng, popcount(cards))), 0, 0)
    return move_of(DO_ROLL, 1 + rng_below(rng, rules.die), 0, 0)


cdef uint32_t weight(const void* rules, const void* state, move_t outcome) noexcept nogil:
    if move_verb(outcome) == DO_DRAW:
        return (<const EpireiaState*>state).deck[move_b(outcome)][move_a(outcome)]
    return 1


cdef inline int seats_of(const EpireiaRules* rules, const EpireiaState* state, int league) noexcept nogil:
    """The set of seats of a league, as an audience."""
    cdef int b, seats = 0
    for b in range(rules.head.n_seats):
        if state.board[b].league == league:
            seats |= 1 << b
    return seats


cdef void draw_token(const EpireiaRules* rules, EpireiaState* state, int deck, int power,
                     Events* events) noexcept nogil:
    """A token comes into a league's army or, in solo, into the enemy's columns (power 0: nobody tells)."""
    cdef int league, column
    state.deck[deck][0] -= 1
    if not state.veiled:
        state.deck[deck][power] -= 1
    league = task_who(state.agenda[0]) if state.n_agenda else state.board[ENEMY].league
    if events != NULL:
        tell_secret(events, EV_DRAW, CHANCE, seats_of(rules, state, league), deck | league << 3, power)
    if state.phase == MUSTER and not state.n_agenda:
        column = rules.muster_column[state.step]
        state.step += 1
        if column != NONE:
            state.slot[league][column][state.slot[league][column][0] != 0] = army_token(rules.deck_level[deck], power)
            return
    else:
        finish_task(state)
    state.army[league][deck][0] += 1
    if power:
        state.army[league][deck][power] += 1


cdef void roll(const EpireiaRules* rules, EpireiaState* state, int n) noexcept nogil:
    if state.phase == DIPLOMACY:
        send_by_die(rules, state, n)
    else:
        state.rolls[next_roller(rules, state)] = n


# ---------------------------------------------------------------------------------------------------------------
# Moves.

cdef inline void settle_choice(const EpireiaRules* rules, EpireiaState* state, int seat, int verb, int a, int b,
                               int c) noexcept nogil:
    """A choice that others do not see before the reveal."""
    if verb == DO_PLACE:
        place(rules, state, state.board[seat].league, c, a, b)
    elif verb == DO_LEAD:
        state.leader[state.board[seat].league][b] = EMPTY if a == NO_LEADER else a
    else:
        state.chosen[seat] = a


cdef void apply(const void* rules_, void* state_, int seat, move_t move, Events* events) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef EpireiaState* state = <EpireiaState*>state_
    cdef int verb = move_verb(move), a = move_a(move), b = move_b(move)
    cdef Board* own = &state.board[seat if seat != CHANCE else 0]
    if verb == DO_PLACE or verb == DO_LEAD or (verb == DO_CHOOSE and state.phase == FIGURE_PICK):
        if events != NULL:
            tell_only(events, EV_CHOICE, seat, 1 << seat if verb == DO_CHOOSE else seats_of(rules, state, own.league),
                      move, 0)
        settle_choice(rules, state, seat, verb, a, b, move_c(move))
        advance(rules, state, events)
        return
    if verb != DO_DRAW:
        tell(events, EV_MOVE, seat, move)
    if verb == DO_ROLL:
        roll(rules, state, a)
    elif verb == DO_SEND:
        send(rules, state, seat, b)
    elif verb == DO_STAY:
        send(rules, state, seat, HOME)
    elif verb == DO_DRAW:
        draw_token(rules, state, b, a, events)
    elif verb == DO_DONATE:
        donate(rules, state, seat, b, a)
    elif verb == DO_BUILD:
        build(rules, state, seat, a)
    elif verb == DO_PRODUCE:
        produce(rules, state, seat, a, b)
    elif verb == DO_ABILITY or verb == DO_LEVY_FROM or verb == DO_EXCHANGE:
        use_ability(rules, state, seat, a, b)
    elif verb == DO_DONE:
        end_development(rules, state, seat)
    elif verb == DO_ENGAGE or verb == DO_HOLD:
        engage(rules, state, verb == DO_ENGAGE, events)
    elif verb == DO_CARD:
        turn_up_card(rules, state, a)
    elif verb == DO_CHOOSE:
        finish_task(state)
        come_into_play(state, seat, a)
    elif verb == DO_GIVE:
        finish_task(state)
        leave_territory(rules, state, a)
    elif verb == DO_CITY:
        own.city = a
        state.step += not rules.solo
    elif verb == DO_LEAGUE:
        choose_league(rules, state, a)
    elif verb == DO_ADMINISTRATOR:
        own.administrator = a
        state.step += 1
    advance(rules, state, events)


# ---------------------------------------------------------------------------------------------------------------
# Random games.

cdef inline move_t choose_any(const EpireiaRules* rules, const EpireiaState* state, int seat, const move_t* moves,
                              int n, Rng* rng) noexcept nogil:
    return moves[rng_below(rng, n)]


cdef int random_playout(const void* rules, void* state, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    return play_out(<const EpireiaRules*>rules, <EpireiaState*>state, rng, cutoff, per_team, choose_any, False)


cdef void add_rules(GameOps* ops) noexcept:
    enter_rules(ops, sizeof(EpireiaRules), sizeof(EpireiaState), init, pending, kind, legal, source, draw, weight,
                apply, random_playout)

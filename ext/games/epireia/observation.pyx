"""Epireia: observations folded from what a viewer saw, and worlds sampled from them.

No legal move, objective or cost depends on the power of a token before the battle, so whoever sees the moves can work
out all that is public by the rules themselves: an observation is a state without the secrets, on which
the moves are made. It stops where the next step needs a secret and goes on when an event has told it.

The law of sampling (RULES.md) comes down to this: deck by deck, every token that the viewer's league has not seen is
equally likely to lie in the deck, in the other league's army or in any of its slots.
"""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy, memset

from petteia.ext.core.game cimport enter_observation, GameOps
from petteia.ext.core.rng cimport Rng, rng_below
from petteia.ext.core.types cimport (
    CHANCE, move_t, PENDING_CHANCE, SPECTATOR, token_open, token_privy, token_seat, token_secret, token_t, token_type,
)
from petteia.ext.games.epireia.battle cimport (
    end_leaders, end_placement, leaders_done, league_places, placement_done, show_column,
)
from petteia.ext.games.epireia.rules cimport (
    advance, all_have_chosen, apply, due_deck, init, legal, pending, reveal_figures,
)
from petteia.ext.games.epireia.state cimport (
    army_level, army_power, army_token, BATTLE, COLUMNS_EACH, deck_of_token, DO_CHOOSE, DO_DRAW, DO_LEAD, DO_PLACE,
    EMPTY, EpireiaRules, EpireiaState, EV_BACKS, EV_CHOICE, EV_CHOSEN, EV_COLUMN, EV_DRAW, EV_FRONT, EV_GO, EV_HELD,
    EV_JOINED, EV_LEADER, EV_LOST, EV_MET, EV_MOVE, EV_OVER, EV_REWARD, EV_TURN, EV_WON, FIGURE_PICK, FITS, IMPOSSIBLE,
    LEADERS, MALFORMED, MAX_LIST, MAX_OPTIONS, MAX_POWER, move_of, move_verb, N_COLUMNS, N_DECKS, N_FRONTS, NO_LEADER,
    NO_STAGE, NOBODY, NONE, NOT_NOW, PLACEMENT, task_who,
)


cdef inline int own_league(const EpireiaObs* obs) noexcept nogil:
    """The league whose secrets the viewer knows; NOBODY for a spectator and before a solo player has one."""
    return NOBODY if obs.viewer == SPECTATOR else obs.known.board[obs.viewer].league


# ---------------------------------------------------------------------------------------------------------------
# Sampling.

cdef int pick(uint8_t* pool, Rng* rng) noexcept nogil:
    """Draw one of the tokens of a deck: its power."""
    cdef int left = rng_below(rng, pool[0]), power = 0
    while left >= 0:
        power += 1
        left -= pool[power]
    pool[0] -= 1
    pool[power] -= 1
    return power


cdef void deal_league(const EpireiaRules* rules, EpireiaState* out, int league, uint8_t (*pool)[MAX_POWER + 2],
                      Rng* rng) noexcept nogil:
    """Give powers to all tokens of a league that lie face down: its army and its columns not revealed."""
    cdef uint8_t* column
    cdef int d, i, k, n, deck
    for d in range(<int>N_DECKS):
        n = out.army[league][d][0]
        memset(&out.army[league][d][1], 0, MAX_POWER)
        for _ in range(n):
            out.army[league][d][pick(pool[d], rng)] += 1
    for k in range(<int>out.revealed, <int>N_COLUMNS):
        column = &out.slot[league][k][0]
        for i in range(2):
            if column[i]:
                deck = deck_of_token(rules, k // COLUMNS_EACH, column[i])
                column[i] = army_token(army_level(column[i]), pick(pool[deck], rng))
        # A placed column is written downwards.
        if (league_places(rules, out, league) and army_level(column[0]) == army_level(column[1])
                and column[0] < column[1]):
            column[0], column[1] = column[1], column[0]


cdef void undo_choices(const EpireiaRules* rules, EpireiaState* out) noexcept nogil:
    """What was chosen and not shown yet is chosen anew: tokens go back to the armies, figures off the fronts."""
    cdef int league, front, column, i, deck, n
    if out.phase == FIGURE_PICK:
        memset(out.chosen, NONE, sizeof(out.chosen))
    elif out.phase == LEADERS:
        memset(out.leader, NONE, sizeof(out.leader))
    elif out.phase == PLACEMENT:
        for league in range(2):
            if not league_places(rules, out, league):
                continue
            for front in range(<int>N_FRONTS):
                n = 0
                for column in range(COLUMNS_EACH * front, COLUMNS_EACH * front + COLUMNS_EACH):
                    for i in range(2):
                        if out.slot[league][column][i]:
                            deck = deck_of_token(rules, front, out.slot[league][column][i])
                            out.army[league][deck][0] += 1
                            out.slot[league][column][i] = 0
                for i in range(2):
                    n += out.army[league][rules.deck_of[front][i]][0]
                out.n_columns[league][front] = 0 if n else COLUMNS_EACH


cdef void sample(const void* rules_, const void* obs_, bint resample_own, void* out_, Rng* rng) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaObs* obs = <const EpireiaObs*>obs_
    cdef EpireiaState* out = <EpireiaState*>out_
    cdef uint8_t pool[N_DECKS][MAX_POWER + 2]
    cdef int league, own = NOBODY if resample_own else own_league(obs)
    memcpy(out, &obs.known, sizeof(EpireiaState))
    memcpy(pool, &obs.covered[0][0] if resample_own else &obs.unseen[0][0], sizeof(pool))
    out.veiled = 0
    if resample_own:
        undo_choices(rules, out)
    for league in range(2):
        if league != own:
            deal_league(rules, out, league, pool, rng)
    memcpy(out.deck, pool, sizeof(pool))


# ---------------------------------------------------------------------------------------------------------------
# Folding: what each token tells the viewer.

cdef void obs_init(const void* rules_, void* obs_, int viewer) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef EpireiaObs* obs = <EpireiaObs*>obs_
    cdef int d
    memset(obs, 0, sizeof(EpireiaObs))
    init(rules, &obs.known)
    memcpy(obs.unseen, obs.known.deck, sizeof(obs.unseen))
    memcpy(obs.covered, obs.known.deck, sizeof(obs.covered))
    for d in range(<int>N_DECKS):
        memset(&obs.known.deck[d][1], 0, MAX_POWER)
    obs.known.veiled = 1
    obs.viewer = viewer


cdef void lean_init(const void* rules, void* obs, int viewer) noexcept nogil:
    obs_init(rules, obs, viewer)
    (<EpireiaObs*>obs).lean = 1


cdef bint is_legal(const EpireiaRules* rules, const EpireiaState* known, int seat, move_t move) noexcept nogil:
    """Whether a pending seat, or chance, can make the move, as far as the viewer can tell."""
    cdef move_t moves[MAX_OPTIONS]
    cdef int i
    for i in range(legal(rules, known, seat, moves)):
        if moves[i] == move:
            return True
    return False


cdef int fold_move(const EpireiaRules* rules, EpireiaObs* obs, int seat, move_t move, bint secret) noexcept nogil:
    """A move that all see, or one that only the seat or its league sees before the reveal."""
    cdef EpireiaState* known = &obs.known
    cdef int verb = move_verb(move)
    cdef bint hidden = verb == DO_PLACE or verb == DO_LEAD or (verb == DO_CHOOSE and known.phase == FIGURE_PICK)
    if verb == DO_DRAW or hidden != secret:
        return MALFORMED
    if not pending(rules, known) >> seat & 1:
        return NOT_NOW
    if hidden:
        if obs.viewer == SPECTATOR or known.board[seat].league != own_league(obs):
            return MALFORMED
        if verb == DO_CHOOSE and seat != obs.viewer:
            return MALFORMED
    if not obs.lean and not is_legal(rules, known, seat, move):
        return IMPOSSIBLE
    apply(rules, known, seat, move, NULL)
    return FITS


cdef int fold_draw(const EpireiaRules* rules, EpireiaObs* obs, int deck, int league, bint privy,
                   int power) noexcept nogil:
    cdef EpireiaState* known = &obs.known
    if pending(rules, known) != PENDING_CHANCE or due_deck(rules, known) != deck:
        return NOT_NOW
    if league != (task_who(known.agenda[0]) if known.n_agenda else known.board[1].league):
        return IMPOSSIBLE
    if privy != (league == own_league(obs)):
        return MALFORMED
    if privy:
        if not 1 <= power <= MAX_POWER:
            return MALFORMED
        if not obs.unseen[deck][power]:
            return IMPOSSIBLE
        obs.unseen[deck][0] -= 1
        obs.unseen[deck][power] -= 1
    elif power:                                   # nobody sees half of a secret
        return MALFORMED
    apply(rules, known, CHANCE, move_of(DO_DRAW, power, deck, 0), NULL)
    return FITS


cdef int fold_chosen(const EpireiaRules* rules, EpireiaState* known, int seat, int figure) noexcept nogil:
    if known.phase != FIGURE_PICK or seat >= (1 if rules.solo else <int>rules.n_boards):
        return NOT_NOW
    if known.chosen[seat] == NONE:
        if figure >= rules.n_figures or rules.figure_city[figure] != known.board[seat].city:
            return IMPOSSIBLE
        known.chosen[seat] = figure
    return FITS if known.chosen[seat] == figure else IMPOSSIBLE


cdef int fold_backs(const EpireiaRules* rules, EpireiaObs* obs, int league, int front, int levels) noexcept nogil:
    """The other league's tokens on a front are seen from behind; the own league's must be as placed."""
    cdef EpireiaState* known = &obs.known
    cdef int column, i, level, deck
    cdef bint own = league == own_league(obs)
    if known.phase != PLACEMENT or not league_places(rules, known, league):
        return NOT_NOW
    for column in range(<int>COLUMNS_EACH):
        for i in range(2):
            level = levels >> (4 * column + 2 * i) & 3
            if level > 2:
                return MALFORMED
            if own:
                if army_level(known.slot[league][COLUMNS_EACH * front + column][i]) != level:
                    return IMPOSSIBLE
            elif level:
                deck = rules.deck_of[front][level - 1]
                if known.army[league][deck][0] == 0:
                    return IMPOSSIBLE
                known.army[league][deck][0] -= 1
                known.slot[league][COLUMNS_EACH * front + column][i] = army_token(level, 0)
    if not own:
        known.n_columns[league][front] = COLUMNS_EACH
    return FITS


cdef int fold_leader(const EpireiaRules* rules, EpireiaObs* obs, int league, int front, int figure) noexcept nogil:
    cdef EpireiaState* known = &obs.known
    if known.phase != LEADERS or not league_places(rules, known, league):
        return NOT_NOW
    if figure != NO_LEADER and figure >= rules.n_figures:
        return MALFORMED
    if figure == NO_LEADER:
        figure = EMPTY
    if known.leader[league][front] == NONE:
        known.leader[league][front] = figure
    return FITS if known.leader[league][front] == figure else IMPOSSIBLE


cdef int fold_go(const EpireiaRules* rules, EpireiaState* known) noexcept nogil:
    """All secret choices have been shown: the game goes on."""
    if known.phase == FIGURE_PICK:
        if not all_have_chosen(rules, known):
            return NOT_NOW
        reveal_figures(rules, known, NULL)
    elif known.phase == PLACEMENT:
        if not placement_done(rules, known):
            return NOT_NOW
        end_placement(rules, known, NULL)
    elif known.phase == LEADERS:
        if not leaders_done(rules, known):
            return NOT_NOW
        end_leaders(rules, known, NULL)
    else:
        return NOT_NOW
    advance(rules, known, NULL)
    return FITS


cdef int fold_column(const EpireiaRules* rules, EpireiaObs* obs, int column, uint32_t tokens) noexcept nogil:
    """The tokens of a column are turned up."""
    cdef EpireiaState* known = &obs.known
    cdef int league, i, token, power, deck, before
    if known.phase != BATTLE or known.stage != NO_STAGE or column != known.revealed:
        return NOT_NOW
    for league in range(2):
        for i in range(2):
            token = tokens >> (10 * league + 5 * i) & 31
            power = army_power(token)
            before = known.slot[league][column][i]
            if army_level(token) != army_level(before) or power > MAX_POWER or (token != 0) != (power != 0):
                return IMPOSSIBLE
            if token == 0:
                continue
            deck = deck_of_token(rules, column // COLUMNS_EACH, token)
            if army_power(before) == 0:
                if not obs.unseen[deck][power]:
                    return IMPOSSIBLE
                obs.unseen[deck][0] -= 1
                obs.unseen[deck][power] -= 1
            elif before != token:
                return IMPOSSIBLE
            if not obs.covered[deck][power]:
                return IMPOSSIBLE
            obs.covered[deck][0] -= 1
            obs.covered[deck][power] -= 1
            known.slot[league][column][i] = token
    show_column(rules, known, NULL)
    advance(rules, known, NULL)
    return FITS


cdef int fold_news(const EpireiaRules* rules, const EpireiaState* known, int type, int seat,
                   uint32_t part) noexcept nogil:
    """What people are told, and the viewer has worked out already."""
    cdef bint about_seat = EV_REWARD <= type <= EV_MET
    if about_seat and seat >= rules.n_boards:
        return MALFORMED
    if type == EV_TURN:
        return FITS if part == known.turn else IMPOSSIBLE
    if type == EV_OVER:
        return FITS if part == known.outcome and known.outcome else IMPOSSIBLE
    if type == EV_FRONT:
        if (part & 3) >= N_FRONTS:
            return MALFORMED
        return FITS if known.front[part & 3] == part >> 2 else IMPOSSIBLE
    if type == EV_REWARD:
        return FITS if part < rules.n_empires and known.board[seat].empires >> part & 1 else IMPOSSIBLE
    if type == EV_JOINED:
        return FITS if part < rules.n_cities and known.joined[known.board[seat].league & 1] >> part & 1 else IMPOSSIBLE
    if type == EV_WON or type == EV_LOST:
        return FITS if part < rules.n_territories else MALFORMED
    if type == EV_HELD:
        return FITS if (part & 15) < rules.n_territories and part >> 4 < rules.n_cities else MALFORMED
    if type == EV_MET:
        return FITS if part < MAX_LIST else MALFORMED
    return MALFORMED


cdef int obs_fold(const void* rules_, void* obs_, token_t seen) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef EpireiaObs* obs = <EpireiaObs*>obs_
    cdef int type = token_type(seen), seat = token_seat(seen)
    cdef uint32_t part = token_open(seen)
    if seat >= rules.n_boards and seat != CHANCE:
        return MALFORMED
    if type == EV_DRAW:
        if (part & 7) >= N_DECKS or part >> 3 > 1:
            return MALFORMED
        return fold_draw(rules, obs, part & 7, part >> 3, token_privy(seen), token_secret(seen))
    if not token_privy(seen):
        return MALFORMED
    if type == EV_MOVE:
        return fold_move(rules, obs, seat, part, False)
    elif type == EV_CHOICE:
        return MALFORMED if seat == CHANCE else fold_move(rules, obs, seat, part, True)
    elif type == EV_CHOSEN:
        return fold_chosen(rules, &obs.known, seat, part)
    elif type == EV_BACKS:
        if (part >> 1 & 3) >= N_FRONTS:
            return MALFORMED
        return fold_backs(rules, obs, part & 1, part >> 1 & 3, part >> 3)
    elif type == EV_LEADER:
        if (part >> 1 & 3) >= N_FRONTS:
            return MALFORMED
        return fold_leader(rules, obs, part & 1, part >> 1 & 3, part >> 3)
    elif type == EV_GO:
        return fold_go(rules, &obs.known)
    elif type == EV_COLUMN:
        if (part & 15) >= N_COLUMNS:
            return MALFORMED
        return fold_column(rules, obs, part & 15, part >> 4)
    return fold_news(rules, &obs.known, type, seat, part)


cdef void add_observation(GameOps* ops) noexcept:
    enter_observation(ops, sizeof(EpireiaObs), obs_init, obs_fold, sample)
    ops.lean_init = lean_init

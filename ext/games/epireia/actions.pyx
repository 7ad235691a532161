"""Epireia: every move that a seat can ever make, in the order of the action ids."""

from petteia.ext.core.game cimport GameOps, listed
from petteia.ext.core.types cimport move_t
from petteia.ext.games.epireia.state cimport (
    army_token, CITY_0, DO_ABILITY, DO_ADMINISTRATOR, DO_BUILD, DO_CHOOSE, DO_CITY, DO_DONATE, DO_DONE,
    DO_ENGAGE, DO_EXCHANGE, DO_GIVE, DO_HOLD, DO_LEAD, DO_LEAGUE, DO_LEVY_FROM, DO_PLACE, DO_PRODUCE, DO_SEND, DO_STAY,
    EpireiaRules, MAX_POWER, move_of, N_COLUMNS, N_DECKS, N_FRONTS, N_RESOURCES, N_SPACES, NO_LEADER,
)

cdef enum:
    N_LEAGUES = 2


cdef int one_each(int verb, int count, move_t* out, int n) noexcept nogil:
    """One move for each thing of a kind."""
    cdef int i
    for i in range(count):
        n = listed(out, n, move_of(verb, i, 0, 0))
    return n


cdef int sendings(const EpireiaRules* rules, move_t* out, int n) noexcept nogil:
    cdef int figure, space
    for figure in range(rules.n_figures):
        for space in range(<int>N_SPACES):
            if rules.spaces >> space & 1 or CITY_0 <= space < CITY_0 + rules.n_cities:
                n = listed(out, n, move_of(DO_SEND, figure, space, 0))
    return one_each(DO_STAY, rules.n_figures, out, n)


cdef int placements(move_t* out, int n) noexcept nogil:
    """No token, one, or two with the higher first, into each column."""
    cdef int tokens[2 * MAX_POWER]
    cdef int column, i, k
    for i in range(2 * MAX_POWER):
        tokens[i] = army_token(1 + i // MAX_POWER, 1 + i % MAX_POWER)
    for column in range(<int>N_COLUMNS):
        n = listed(out, n, move_of(DO_PLACE, 0, 0, column))
        for i in range(2 * MAX_POWER):
            n = listed(out, n, move_of(DO_PLACE, tokens[i], 0, column))
            for k in range(i + 1):
                n = listed(out, n, move_of(DO_PLACE, tokens[i], tokens[k], column))
    return n


cdef int leaders(const EpireiaRules* rules, move_t* out, int n) noexcept nogil:
    cdef int front, figure
    for front in range(<int>N_FRONTS):
        for figure in range(rules.n_figures):
            n = listed(out, n, move_of(DO_LEAD, figure, front, 0))
        n = listed(out, n, move_of(DO_LEAD, NO_LEADER, front, 0))
    return n


cdef int all_moves(const void* rules_, move_t* out) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef int n = 0, i, k
    n = one_each(DO_CITY, rules.n_cities, out, n)
    n = one_each(DO_LEAGUE, N_LEAGUES, out, n)
    n = one_each(DO_ADMINISTRATOR, rules.n_administrators, out, n)
    n = one_each(DO_CHOOSE, rules.n_figures, out, n)
    for i in range(<int>N_RESOURCES):
        for k in range(rules.donate_min, rules.donate_max + 1):
            n = listed(out, n, move_of(DO_DONATE, k, i, 0))
    n = one_each(DO_BUILD, rules.n_buildings, out, n)
    n = one_each(DO_PRODUCE, N_DECKS, out, n)
    for i in range(<int>N_DECKS):
        n = listed(out, n, move_of(DO_PRODUCE, i, 1, 0))
    n = listed(out, n, DO_ABILITY)
    for i in range(<int>N_RESOURCES):
        for k in range(<int>N_RESOURCES):
            if k != i:
                n = listed(out, n, move_of(DO_EXCHANGE, i, k, 0))
    n = one_each(DO_LEVY_FROM, N_DECKS, out, n)
    n = listed(out, n, DO_DONE)
    n = sendings(rules, out, n)
    n = placements(out, n)
    n = leaders(rules, out, n)
    n = listed(out, n, DO_ENGAGE)
    n = listed(out, n, DO_HOLD)
    return one_each(DO_GIVE, rules.n_territories, out, n)


cdef void add_actions(GameOps* ops) noexcept:
    ops.all_moves = all_moves

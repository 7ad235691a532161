"""Epireia: what a viewer knows as numbers; engine/games/epireia/view.py has their layout."""

from libc.stdint cimport uint8_t

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.types cimport SPECTATOR
from petteia.ext.core.encoding cimport bits, number, one_hot
from petteia.ext.games.epireia.observation cimport EpireiaObs
from petteia.ext.games.epireia.rules cimport pending
from petteia.ext.games.epireia.state cimport (
    amount, army_level, army_power, Board, DELIAN, EMPTY, EpireiaRules, EpireiaState, FINISHED, goods_t, MAX_LIST,
    MAX_POWER, N_COLUMNS, N_DECKS, N_FRONTS, N_RESOURCES, N_SPACES,
)

cdef enum:
    N_PHASES = FINISHED + 1
    N_COUNTS = 4


cdef inline int n_cards(const EpireiaRules* rules) noexcept nogil:
    return popcount(rules.act_cards[0] | rules.act_cards[1] | rules.act_cards[2] | rules.act_cards[3])


cdef int n_features(const void* rules_) noexcept nogil:
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef int boards = N_RESOURCES + 1 + rules.n_buildings + rules.n_administrators + rules.n_cities + 3 + N_COUNTS + 1
    boards += rules.n_figures + N_SPACES + rules.n_territories
    return (rules.n_boards * boards + 2 * N_RESOURCES + rules.n_territories + 2 * rules.n_cities
            + N_DECKS * (2 + 2 * MAX_POWER) + 2 * N_COLUMNS * 4 + 2 * N_FRONTS + 4 + 2 * N_FRONTS + 2
            + 2 * n_cards(rules) + MAX_LIST + N_PHASES + 2)


cdef inline float* put_goods(float* out, goods_t goods) noexcept nogil:
    cdef int i
    for i in range(<int>N_RESOURCES):
        out[i] = amount(goods, i)
    return out + N_RESOURCES


cdef inline float* put_totals(float* out, const uint8_t (*counts)[MAX_POWER + 2]) noexcept nogil:
    """The tokens of each deck."""
    cdef int deck
    for deck in range(<int>N_DECKS):
        out[deck] = counts[deck][0]
    return out + N_DECKS


cdef inline float* put_powers(float* out, const uint8_t (*counts)[MAX_POWER + 2]) noexcept nogil:
    """The tokens of each deck and power."""
    cdef int deck, power
    for deck in range(<int>N_DECKS):
        for power in range(<int>MAX_POWER):
            out[power] = counts[deck][1 + power]
        out += MAX_POWER
    return out


# Where the parts begin that each board has.
cdef struct Parts:
    float* goods
    float* prestige
    float* buildings
    float* administrator
    float* city
    float* uses
    float* actions
    float* favour
    float* counts
    float* own_league
    float* figures
    float* destinations


cdef float* lay_out(const EpireiaRules* rules, float* out, Parts* parts) noexcept nogil:
    """The parts one after the other; the place after the last."""
    cdef int n = rules.n_boards
    parts.goods = out
    parts.prestige = parts.goods + n * N_RESOURCES
    parts.buildings = parts.prestige + n
    parts.administrator = parts.buildings + n * rules.n_buildings
    parts.city = parts.administrator + n * rules.n_administrators
    parts.uses = parts.city + n * rules.n_cities
    parts.actions = parts.uses + n
    parts.favour = parts.actions + n
    parts.counts = parts.favour + n
    parts.own_league = parts.counts + n * N_COUNTS
    parts.figures = parts.own_league + n
    parts.destinations = parts.figures + n * rules.n_figures
    return parts.destinations + n * N_SPACES


cdef void encode_board(const EpireiaRules* rules, const Board* board, int row, int own,
                       const Parts* parts) noexcept nogil:
    cdef float* counts = parts.counts + row * N_COUNTS
    cdef int i
    put_goods(parts.goods + row * N_RESOURCES, board.goods)
    parts.prestige[row] = board.prestige
    bits(parts.buildings + row * rules.n_buildings, board.buildings, rules.n_buildings)
    one_hot(parts.administrator + row * rules.n_administrators, board.administrator, rules.n_administrators)
    one_hot(parts.city + row * rules.n_cities, board.city, rules.n_cities)
    parts.uses[row], parts.actions[row], parts.favour[row] = board.uses, board.actions, board.favour
    counts[0], counts[1], counts[2], counts[3] = (
        board.donations, popcount(board.empires), board.cities, board.victories)
    parts.own_league[row] = board.league == own
    for i in range(board.n_figures):
        parts.figures[row * rules.n_figures + board.figure[i]] = 1
        if board.at[i] < N_SPACES:
            parts.destinations[row * N_SPACES + board.at[i]] = 1


cdef float* encode_armies(const EpireiaState* known, const EpireiaObs* obs, int own, float* out) noexcept nogil:
    """Decks and armies; the powers of the own army are not for a spectator."""
    out = put_totals(out, known.deck)
    if obs.viewer != SPECTATOR:
        put_powers(out, known.army[own])
    out = put_totals(out + N_DECKS * MAX_POWER, known.army[1 - own])
    return put_powers(out, obs.unseen)


cdef float* encode_battle(const EpireiaRules* rules, const EpireiaState* known, int own, float* out) noexcept nogil:
    cdef int side, league, column, i, front, figure
    for side in range(2):
        league = own ^ side
        for column in range(<int>N_COLUMNS):
            for i in range(2):
                out = number(out, army_level(known.slot[league][column][i]))
                out = number(out, army_power(known.slot[league][column][i]))
    for side in range(2):
        for front in range(<int>N_FRONTS):
            figure = known.leader[own ^ side][front]
            out = number(out, rules.figure_power[figure] if figure < EMPTY else 0)
    out = number(out, known.revealed)
    out = number(out, known.first == own)
    out = number(out, known.power[own])
    out = number(out, known.power[1 - own])
    for front in range(<int>N_FRONTS):
        out = number(out, known.won[front][own])
        out = number(out, known.won[front][1 - own])
    return out


cdef void encode(const void* rules_, const void* obs_, float* out) noexcept nogil:
    """A spectator sits with the first seat, but sees no powers."""
    cdef const EpireiaRules* rules = <const EpireiaRules*>rules_
    cdef const EpireiaObs* obs = <const EpireiaObs*>obs_
    cdef const EpireiaState* known = &obs.known
    cdef bint sees = obs.viewer != SPECTATOR
    cdef int first = obs.viewer if sees else 0, own = known.board[first].league & 1, cards = n_cards(rules), row, board
    cdef int n = rules.n_boards
    cdef Parts parts
    cdef float* held
    out = lay_out(rules, out, &parts)
    held = out + 2 * N_RESOURCES
    for row in range(n):
        board = first if row == 0 else row - (row <= first)             # the viewer's, then in seat order
        encode_board(rules, &known.board[board], row, own, &parts)
        bits(held + row * rules.n_territories, known.board[board].held, rules.n_territories)
    out = put_goods(out, known.treasury[own])
    put_goods(out, known.treasury[1 - own])
    out = held + n * rules.n_territories
    out = bits(out, known.brigands, rules.n_territories)
    out = bits(out, known.joined[own], rules.n_cities)
    out = bits(out, known.joined[1 - own], rules.n_cities)
    out = encode_armies(known, obs, own, out)
    out = encode_battle(rules, known, own, out)
    out = number(out, <double>known.turn / rules.turns)
    out = number(out, known.act)
    out = one_hot(out, known.card, cards)
    out = bits(out, known.drawn, cards)
    out = bits(out, known.goals, MAX_LIST)
    out = one_hot(out, known.phase, N_PHASES)
    out = number(out, own == DELIAN)
    number(out, sees and (pending(rules, known) >> obs.viewer) & 1)


cdef void add_encoding(GameOps* ops) noexcept:
    ops.n_features, ops.encode = n_features, encode

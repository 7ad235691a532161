"""Epix: what a viewer knows as numbers; engine/games/epix/view.py has their layout."""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.encoding cimport bits, number, one_hot, seat_hot
from petteia.ext.games.epix.observation cimport EpixObs
from petteia.ext.games.epix.rules cimport pending
from petteia.ext.games.epix.state cimport (
    AUCTION, BETWEEN, EpixRules, EpixState, FIGHT, in_supply, MAX_GUESSES, N_UNITS, NO_AMOUNT, NO_PROVINCE, NO_UNIT,
    PROVINCE, units_t, UNTOLD, where,
)

cdef enum:
    N_CARDS = 3
    N_PHASES = BETWEEN + 1
    N_DEFENDERS = PROVINCE + 1
    N_SECRETS = 1 + MAX_GUESSES

cdef double GOLD = 15                       # gold and bids are parts of what one starts with


cdef int n_features(const void* rules_) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef int n = rules.head.n_seats, provinces = rules.n_provinces, cards = rules.n_abilities
    return (provinces * ((n + 2) * N_UNITS + 2) + n * (1 + N_UNITS + 2 * cards + 2 + N_CARDS + 3) + cards
            + N_CARDS + N_SECRETS + rules.n_seasons + 1 + N_PHASES + 1 + N_DEFENDERS + 1 + 2 + 1)


cdef inline void put_units(float* out, units_t units, int step) noexcept nogil:
    """Units by province, `step` numbers each."""
    cdef int unit
    cdef uint32_t left
    for unit in range(<int>N_UNITS):
        left = where(units, unit)
        while left:
            out[ctz32(left) * step + unit] = 1
            left &= left - 1


cdef float* encode_board(const EpixRules* rules, const EpixState* known, int own, float* out) noexcept nogil:
    cdef int n = rules.head.n_seats, provinces = rules.n_provinces, place
    for place in range(n):
        put_units(out + place * N_UNITS, known.units[(own + place) % n], n * N_UNITS)
    out += provinces * n * N_UNITS
    put_units(out, known.spent, N_UNITS)
    return out + provinces * N_UNITS


cdef float* encode_players(const EpixRules* rules, const EpixState* known, int own, float* out) noexcept nogil:
    """What each player has, and the draft and the auction."""
    cdef int n = rules.head.n_seats, cards = rules.n_abilities, place, seat, i
    cdef float* supply = out + n
    cdef float* abilities = supply + n * N_UNITS
    cdef float* table = abilities + n * cards
    cdef float* offers = table + cards
    cdef float* passed = offers + cards * n
    cdef float* auction = passed + n
    cdef float* chosen = auction + n
    for place in range(n):
        seat = (own + place) % n
        out[place] = <float>(known.gold[seat] / GOLD)
        for i in range(<int>N_UNITS):
            supply[place * N_UNITS + i] = in_supply(rules, known, seat, i)
        bits(abilities + place * cards, known.owns[seat], cards)
        for i in range(known.n_table):
            if known.offerer[i] == seat:
                offers[known.table[i] * n + place] = <float>(known.offer[i] / GOLD)
        passed[place] = (known.passed >> seat) & 1
        if known.phase > AUCTION:
            auction[place] = <float>(known.bid[seat] / GOLD)
        bits(chosen + place * N_CARDS, known.card[seat], N_CARDS)
    for i in range(known.n_table):
        table[known.table[i]] = 1
    return chosen + n * N_CARDS


cdef float* encode_secret(const EpixState* known, int viewer, int n, float* out) noexcept nogil:
    """The own bid and guesses that are not decided yet."""
    cdef int i
    if known.phase == AUCTION and viewer < n and known.bid[viewer] != NO_AMOUNT:
        out[0] = <float>(known.bid[viewer] / GOLD)
    elif known.phase == FIGHT and viewer == known.turn and known.stake != NO_AMOUNT:
        out[0] = <float>(known.stake / GOLD)
    elif known.phase == FIGHT and viewer == known.defender:
        for i in range(known.n_named):
            out[1 + i] = <float>(known.named[i] / GOLD)
    return out + N_SECRETS


cdef float* encode_action(const EpixRules* rules, const EpixState* known, float* out) noexcept nogil:
    """The unit in action and its attack."""
    cdef int provinces = rules.n_provinces
    cdef bint acts = known.active != NO_UNIT, attacks = known.target != NO_PROVINCE
    if acts:
        out[known.at * N_UNITS + known.active] = 1
    out = number(out + provinces * N_UNITS, known.may_move if acts else 0)
    out = bits(out, known.barred, provinces)
    out = one_hot(out, known.target if attacks else -1, provinces)
    out = one_hot(out, known.against if attacks else -1, N_DEFENDERS)
    out = number(out, known.guesses if attacks else 0)
    return one_hot(out, known.parity if attacks and known.parity != UNTOLD else -1, 2)


cdef void encode(const void* rules_, const void* obs_, float* out) noexcept nogil:
    """A spectator sits with the first seat, but sees no secrets."""
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixObs* obs = <const EpixObs*>obs_
    cdef const EpixState* known = &obs.known
    cdef int n = rules.head.n_seats, own = obs.viewer if obs.viewer < n else 0, place
    out = encode_board(rules, known, own, out)
    out = encode_players(rules, known, own, out)
    out = bits(out, known.todo[0] | known.todo[1], N_CARDS)
    out = encode_secret(known, obs.viewer, n, out)
    out = one_hot(out, known.season, rules.n_seasons + 1)
    out = one_hot(out, known.phase, N_PHASES)
    out = seat_hot(out, known.first, own, n)
    out = seat_hot(out, known.turn, own, n)
    out = encode_action(rules, known, out)
    for place in range(n):
        out = number(out, known.valour[(own + place) % n])
    number(out, obs.viewer < n and (pending(rules, known) >> obs.viewer) & 1)


cdef void add_encoding(GameOps* ops) noexcept:
    ops.n_features, ops.encode = n_features, encode

"""Ephyran: what a viewer knows as numbers; engine/games/ephyran/view.py has their layout."""

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.encoding cimport bits64, number, one_hot, seat_hot
from petteia.ext.games.ephyran.observation cimport EphyranObs
from petteia.ext.games.ephyran.state cimport (
    CardSet, decider, DIONYSUS_CARD, DIONYSUS_HALF, EphyranRules, EphyranState, FINISHED, is_unknown, kind_of,
    MAX_PLAYERS, N_PHASES, N_PLACES, N_SUPPORTS, N_TERRITORIES, N_TOKENS, NO_CARD, NO_HALF, NO_TOKEN,
)

cdef enum:
    N_GODS = 4

cdef double TENTH = 10


cdef int n_features(const void* rules_) noexcept nogil:
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef int n = rules.head.n_seats, cards = rules.n_cards
    cdef int seat = cards + 2 + N_PLACES * (rules.n_creatures + 1 + 1 + N_TOKENS + 1) + N_TERRITORIES + N_GODS + 1 + 4
    return 4 * cards + 1 + n * seat + N_TOKENS + N_TOKENS + 1 + N_PHASES + N_SUPPORTS + 8


cdef inline float* put_cards(float* out, const CardSet* cards, int n) noexcept nogil:
    bits64(out, cards.at[0])
    bits64(out + 64, cards.at[1])
    return out + n


cdef inline int token_column(int token) noexcept nogil:
    """The last is for a kind not seen; none where there is no token."""
    if token == NO_TOKEN:
        return -1
    return N_TOKENS if is_unknown(token) else kind_of(token)


cdef void encode_city(const EphyranRules* rules, const EphyranState* known, int seat, float* creature, float* magic,
                      float* token) noexcept nogil:
    cdef int place, half, width = rules.n_creatures + 1
    for place in range(N_PLACES):
        half = known.area[seat][place]
        if half == DIONYSUS_HALF:
            creature[width * place + width - 1] = 1
        elif half != NO_HALF:
            creature[width * place + rules.creature[half]] = 1
            magic[place] = rules.magic[half]
        one_hot(token + (N_TOKENS + 1) * place, token_column(known.token[seat][place]), N_TOKENS + 1)


cdef float* encode_seats(const EphyranRules* rules, const EphyranState* known, int own, float* out) noexcept nogil:
    """Hands as all know them, cities and gods, seats from the viewer on."""
    cdef int n = rules.head.n_seats, cards = rules.n_cards, row, seat, i
    cdef float* dionysus = out + n * cards
    cdef float* size = dionysus + n
    cdef float* creature = size + n
    cdef float* magic = creature + n * N_PLACES * (rules.n_creatures + 1)
    cdef float* token = magic + n * N_PLACES
    cdef float* locked = token + n * N_PLACES * (N_TOKENS + 1)
    cdef float* god = locked + n * N_TERRITORIES
    cdef float* completed = god + n * N_GODS
    for row in range(n):
        seat = (own + row) % n
        put_cards(out + row * cards, &known.known[seat], cards)
        dionysus[row] = known.dionysus[seat]
        size[row] = <float>((known.n_hand[seat] + known.dionysus[seat]) / TENTH)
        encode_city(rules, known, seat, creature + row * N_PLACES * (rules.n_creatures + 1), magic + row * N_PLACES,
                    token + row * N_PLACES * (N_TOKENS + 1))
        for i in range(N_TERRITORIES):
            locked[row * N_TERRITORIES + i] = known.lock[seat][i] != NO_CARD
        one_hot(god + row * N_GODS, known.god[seat], N_GODS)
        for i in range(MAX_PLAYERS):
            if known.completed[i] == seat:
                completed[row] = 1
    return completed + n


cdef float* encode_cards(const EphyranRules* rules, const EphyranState* known, float* out) noexcept nogil:
    """What the viewer cannot place, the discard and what it looks at."""
    cdef int cards = rules.n_cards, card, i
    out = put_cards(out, &known.unseen, cards)
    for i in range(known.n_discard):
        card = known.discard[i]
        out[cards if card == DIONYSUS_CARD else card] += 1 + (i == known.n_discard - 1)
    out = put_cards(out + cards + 1, &known.looked, cards)
    for i in range(N_TOKENS):
        out = number(out, known.unseen_tokens[i])
    return one_hot(out, token_column(known.held), N_TOKENS + 1)


cdef void encode(const void* rules_, const void* obs_, float* out) noexcept nogil:
    """A spectator sits with the first seat, but sees no hand."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranObs* obs = <const EphyranObs*>obs_
    cdef const EphyranState* known = &obs.known
    cdef int n = rules.head.n_seats, own = obs.viewer if obs.viewer < n else 0
    if obs.viewer < n:
        put_cards(out, &known.hand[own], rules.n_cards)
    out = encode_seats(rules, known, own, out + rules.n_cards)
    out = encode_cards(rules, known, out)
    out = seat_hot(out, known.turn, own, n)
    out = seat_hot(out, known.first, own, n)
    out = seat_hot(out, known.target, own, n)
    out = seat_hot(out, known.asked, own, n)
    out = one_hot(out, known.phase, N_PHASES)
    out = one_hot(out, known.support, N_SUPPORTS)
    out = number(out, <double>known.round / rules.rounds)
    out = number(out, <double>known.pile / (rules.n_cards - rules.left_out))
    out = number(out, known.supply / TENTH)
    out = number(out, known.draws)
    out = number(out, <double>known.dry / rules.dry_turns)
    out = number(out, known.fresh)
    out = number(out, known.ending)
    number(out, obs.viewer < n and known.phase != FINISHED and decider(rules, known) == obs.viewer)


cdef void add_encoding(GameOps* ops) noexcept:
    ops.n_features, ops.encode = n_features, encode

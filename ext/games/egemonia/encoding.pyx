"""Egemonia: what a viewer knows as numbers; engine/games/egemonia/view.py has their layout."""

from libc.stdint cimport uint64_t

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.encoding cimport number, one_hot
from petteia.ext.games.egemonia.observation cimport EgemoniaObs
from petteia.ext.games.egemonia.state cimport (
    count_of, DRAW, EgemoniaRules, EgemoniaState, FINISHED, next_kind, NO_AREA, NO_KIND, PYTHIA_DRAW, without,
)

cdef enum:
    N_PHASES = FINISHED + 1


cdef int n_features(const void* rules_) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    return rules.n_areas * (4 + rules.n_kinds) + 4 * rules.n_kinds + 3 + N_PHASES + 9


cdef inline float* counts(float* out, uint64_t packed, int n) noexcept nogil:
    """How many of each kind."""
    cdef int kind
    while packed:
        kind = next_kind(packed)
        out[kind] = count_of(packed, kind)
        packed = without(packed, kind)
    return out + n


cdef inline float* pair(float* out, int who, int own) noexcept nogil:
    """1 for the own side or the enemy's; none for nobody."""
    return one_hot(out, 0 if who == own else 1 if who == 1 - own else 2, 2)


cdef float* encode_board(const EgemoniaRules* rules, const EgemoniaState* known, int own, float* out) noexcept nogil:
    """Influence, and what lies face down."""
    cdef int side, area, i, n = rules.n_areas
    cdef float* face_down = out + 2 * n
    cdef float* own_face_down = out + 4 * n
    for side in range(2):
        for area in range(n):
            out[2 * area + side] = ((known.one[own ^ side] >> area) & 1) + ((known.two[own ^ side] >> area) & 1)
    for i in range(known.n_placed):
        area = known.placed_area[i]
        if area != NO_AREA:
            face_down[2 * area + (known.placed_seat[i] ^ own)] += 1
            if known.placed_kind[i] != NO_KIND:
                own_face_down[area * rules.n_kinds + known.placed_kind[i]] += 1
    return own_face_down + n * rules.n_kinds


cdef void encode(const void* rules_, const void* obs_, float* out) noexcept nogil:
    """A spectator sits with Athens, but sees no hand."""
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef const EgemoniaObs* obs = <const EgemoniaObs*>obs_
    cdef const EgemoniaState* known = &obs.known
    cdef int own = obs.viewer if obs.viewer < 2 else 0, kinds = rules.n_kinds, i
    cdef bint draws = known.phase == DRAW or known.phase == PYTHIA_DRAW or known.phase == FINISHED
    out = encode_board(rules, known, own, out)
    out = counts(out, known.held[own], kinds)
    out = counts(out, obs.pool, kinds)
    for i in range(obs.n_revealed):
        if obs.revealed_area[i] != NO_AREA:
            out[(obs.revealed_seat[i] ^ own) * kinds + obs.revealed_kind[i]] += 1
    out = number(out + 2 * kinds, known.n_hand[1 - own])
    out = number(out, known.n_cup)
    out = number(out, <double>known.turn / rules.turns)
    out = one_hot(out, known.phase, N_PHASES)
    out = pair(out, known.favoured, own)
    out = pair(out, known.oracle, own)
    out = pair(out, obs.divine_help, own)
    out = number(out, known.syracuse)
    out = number(out, own == 0)
    number(out, not draws and known.active == obs.viewer)


cdef void add_encoding(GameOps* ops) noexcept:
    ops.n_features, ops.encode = n_features, encode

"""Egemonia: every move that a seat can ever make, in the order of the action ids."""

from petteia.ext.core.game cimport GameOps, listed
from petteia.ext.core.types cimport move_t
from petteia.ext.games.egemonia.state cimport (
    DO_KEEP, DO_PASS, DO_PLACE, DO_PYTHIA, DO_SETUP, EgemoniaRules, move_of,
)


cdef int all_moves(const void* rules_, move_t* out) noexcept nogil:
    cdef const EgemoniaRules* rules = <const EgemoniaRules*>rules_
    cdef int n = 0, area, kind
    for area in range(rules.n_areas):
        if (rules.choice[0] | rules.choice[1]) >> area & 1:
            n = listed(out, n, move_of(DO_SETUP, area, 0))
    n = listed(out, n, DO_KEEP)
    for kind in range(rules.n_kinds):
        n = listed(out, n, move_of(DO_PYTHIA, 0, kind))
    for kind in range(rules.n_kinds):
        for area in range(rules.n_areas):
            n = listed(out, n, move_of(DO_PLACE, area, kind))
    return listed(out, n, DO_PASS)


cdef void add_actions(GameOps* ops) noexcept:
    ops.all_moves = all_moves

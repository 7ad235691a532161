"""What the rest of Epireia uses of its rules kernel."""

from petteia.ext.core.bits cimport ctz32
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport CHANCE, Events, move_t, OVER, PENDING_CHANCE, pending_t
from petteia.ext.games.epireia.evaluation cimport evaluate, returns
from petteia.ext.games.epireia.state cimport enemy_army_stands, EpireiaRules, EpireiaState, MAX_OPTIONS, PLACEMENT

# How a playout chooses between two or more moves of a seat.
ctypedef move_t (*choose_t)(const EpireiaRules* rules, const EpireiaState* state, int seat, const move_t* moves, int n,
                            Rng* rng) noexcept nogil


cdef void init(const void* rules, void* state) noexcept nogil
cdef pending_t pending(const void* rules, const void* state) noexcept nogil
cdef int legal(const void* rules, const void* state, int seat, move_t* out) noexcept nogil
cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil
cdef void apply(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil
cdef void advance(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef void reveal_figures(const EpireiaRules* rules, EpireiaState* state, Events* events) noexcept nogil
cdef int due_deck(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef bint all_have_chosen(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil
cdef void add_rules(GameOps* ops) noexcept


cdef inline int play_out(const EpireiaRules* rules, EpireiaState* state, Rng* rng, int cutoff, float* per_team,
                         choose_t choose, bint only_where_judged) noexcept nogil:
    """Play the moves that `choose` picks, at most `cutoff` decisions of two or more options (-1: to the end), then
    write `evaluate` or `returns`. The result counts these decisions.

    With `only_where_judged` the playout ends where `evaluate` judges best. Once in the battle it goes on to the end,
    for `evaluate` sees what stands for a front, not how it is arranged. But against an army that stands already, a
    playout from before the battle ends there: only the player arranges an army, and `choose` would do it badly.
    """
    cdef move_t moves[MAX_OPTIONS]
    cdef int decisions = 0, n, seat
    cdef pending_t who
    cdef bint done, stop_at_battle = only_where_judged and enemy_army_stands(rules) and state.phase < PLACEMENT
    while True:
        who = pending(rules, state)
        if who == PENDING_CHANCE:
            apply(rules, state, CHANCE, draw(rules, state, rng), NULL)
            continue
        if who == OVER:
            returns(rules, state, per_team)
            return decisions
        done = decisions >= cutoff >= 0 and not (only_where_judged and state.phase >= PLACEMENT)
        if done or (stop_at_battle and state.phase == PLACEMENT):
            evaluate(rules, state, per_team)
            return decisions
        seat = ctz32(who)
        n = legal(rules, state, seat, moves)
        apply(rules, state, seat, choose(rules, state, seat, moves, n, rng) if n > 1 else moves[0], NULL)
        decisions += n > 1

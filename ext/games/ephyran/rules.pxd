"""What the rest of Ephyran uses of its rules kernel."""


from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport CHANCE, Events, MAX_MOVES, move_t
from petteia.ext.games.ephyran.evaluation cimport evaluate, returns
from petteia.ext.games.ephyran.moves cimport legal
from petteia.ext.games.ephyran.state cimport decider, EphyranRules, EphyranState, FINISHED


# How a playout chooses among two or more legal moves of a seat.
ctypedef move_t (*choose_t)(const EphyranRules* rules, const EphyranState* state, int seat, const move_t* moves, int n,
                            Rng* rng) noexcept nogil

cdef enum:
    ANY_PHASE = 255       # where a playout may end

cdef void init(const void* rules, void* state) noexcept nogil
cdef void step(const EphyranRules* rules, EphyranState* state, int seat, move_t move) noexcept nogil
cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil
cdef void apply(const void* rules, void* state, int seat, move_t move, Events* events) noexcept nogil
cdef void add_rules(GameOps* ops) noexcept


cdef inline int play_out(const EphyranRules* rules, EphyranState* state, Rng* rng, int cutoff, float* per_team,
                         choose_t choose, int until) noexcept nogil:
    """Play on by `choose` until the game is over, or `cutoff` decisions (-1: any number) were made and a decision of
    the phase `until` comes; then judge. The result counts the decisions that had two or more options.
    """
    cdef move_t moves[MAX_MOVES]
    cdef int decisions = 0, n, seat
    while state.phase != FINISHED:
        seat = decider(rules, state)
        if seat == CHANCE:
            step(rules, state, CHANCE, draw(rules, state, rng))
            continue
        if decisions >= cutoff >= 0 and (until == ANY_PHASE or until == state.phase):
            evaluate(rules, state, per_team)
            return decisions
        n = legal(rules, state, seat, moves)
        step(rules, state, seat, moves[0] if n == 1 else choose(rules, state, seat, moves, n, rng))
        decisions += n > 1
    returns(rules, state, per_team)
    return decisions

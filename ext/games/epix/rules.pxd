"""What the rest of Epix uses of its rules kernel."""

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.rng cimport Rng
from petteia.ext.core.types cimport CHANCE, Events, move_t, pending_t
from petteia.ext.games.epix.evaluation cimport evaluate, returns
from petteia.ext.games.epix.moves cimport Menu
from petteia.ext.games.epix.state cimport DEAL_ABILITY, EpixRules, EpixState, FINISHED


cdef void set_powers(const EpixRules* rules, EpixState* state, int seat) noexcept nogil
cdef void run_to_choice(const EpixRules* rules, EpixState* state, Menu* menu, Events* events) noexcept nogil
cdef void submit(EpixState* state, int seat, move_t move) noexcept nogil
cdef void perform(const EpixRules* rules, EpixState* state, int seat, move_t move, Events* events) noexcept nogil
cdef void end_auction(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil
cdef void begin_turn(const EpixRules* rules, EpixState* state, int seat, Events* events) noexcept nogil

# How a playout makes a decision of the first pending seat. In a public decision of many moves, `menu` holds them.
ctypedef void (*decide_t)(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil

cdef enum:
    ANY_PHASE = 255       # where a playout may end

cdef void decide_any(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil
cdef void init(const void* rules, void* state) noexcept nogil
cdef pending_t pending(const void* rules, const void* state) noexcept nogil
cdef move_t draw(const void* rules, const void* state, Rng* rng) noexcept nogil
cdef void add_rules(GameOps* ops) noexcept


cdef inline int play_out(const EpixRules* rules, EpixState* state, Rng* rng, int cutoff, float* per_team,
                         decide_t decide, int until) noexcept nogil:
    """Play on by `decide` until the game is over, or `cutoff` decisions (-1: any number) were made and a decision of
    the phase `until` comes; then judge. The result counts the decisions.
    """
    cdef Menu menu
    cdef int decisions = 0
    run_to_choice(rules, state, &menu, NULL)
    while state.phase != FINISHED:
        if state.phase <= DEAL_ABILITY:
            perform(rules, state, CHANCE, draw(rules, state, rng), NULL)
        else:
            if decisions >= cutoff >= 0 and (until == ANY_PHASE or until == state.phase):
                evaluate(rules, state, per_team)
                return decisions
            decide(rules, state, &menu, rng)
            decisions += 1                        # 9: nobody is asked without a choice
        run_to_choice(rules, state, &menu, NULL)
    returns(rules, state, per_team)
    return decisions

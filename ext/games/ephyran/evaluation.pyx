"""Ephyran: how a game stands, and who has won."""

from libc.stdint cimport uint32_t

from petteia.ext.core.bits cimport popcount
from petteia.ext.core.game cimport GameOps
from petteia.ext.core.win_chance cimport share_by_standing
from petteia.ext.games.ephyran.scoring cimport score
from petteia.ext.games.ephyran.state cimport (
    CardSet, EphyranRules, EphyranState, EXCHANGE, FINISHED, HECATE, is_empty, LAST_AREAS, MAX_PLAYERS, N_PLACES,
    N_TERRITORIES, next_areas, NO_GOD, pop_lowest, SCORE_SHIFT, size_of, STEAL, TAKE, territory_of,
)
from petteia.ext.games.ephyran.weights cimport (
    DIONYSUS_IN_HAND, FITTING_PLACE, LEAD_SOFTENING, LEAD_WEIGHT, LOCKED_UNFINISHED, ON_TURN, SUPPORT_IN_HAND,
)


cdef void returns(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """10.4: tied players share the win."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef int scores[MAX_PLAYERS]
    cdef int seat, best = -SCORE_SHIFT, n = 0
    for seat in range(rules.head.n_seats):
        scores[seat] = score(rules, state, seat, NULL)
        if scores[seat] > best:
            best = scores[seat]
            n = 0
        n += scores[seat] == best
    for seat in range(rules.head.n_seats):
        per_team[seat] = <float>1.0 / n if scores[seat] == best else 0


cdef float prospect(const EphyranRules* rules, const EphyranState* state, int seat) noexcept nogil:
    """What a seat's prestige may come to: what lies there, and what the hand promises."""
    cdef CardSet cards = state.hand[seat]
    cdef uint32_t places = next_areas(state, seat), fitting = 0, locked = state.locked[seat]
    cdef int half, card, word, fits, magic = 0, own = N_TERRITORIES
    cdef float worth = score(rules, state, seat, NULL) + DIONYSUS_IN_HAND * state.dionysus[seat]
    if state.god[seat] != NO_GOD:
        own = rules.god_territory[state.god[seat]]
    for word in range(2):                                                # supports that take something or keep it
        cards.at[word] &= (rules.support_cards[<int>EXCHANGE].at[word] | rules.support_cards[<int>TAKE].at[word]
                           | rules.support_cards[<int>STEAL].at[word] | rules.support_cards[<int>HECATE].at[word])
    worth += SUPPORT_IN_HAND * size_of(&cards)
    cards = state.hand[seat]
    while not is_empty(&cards):
        card = pop_lowest(&cards)
        for half in range(2 * card, 2 * card + 2):
            fits = places >> rules.place[half] & 1                       # no branch: a hand cannot be foreseen
            fitting |= <uint32_t>fits << rules.place[half]
            magic += fits * rules.magic[half] * (rules.own_times if territory_of(rules.place[half]) == own else 1)
    worth += FITTING_PLACE * popcount(fitting) + magic
    worth -= LOCKED_UNFINISHED * popcount(locked & ~<uint32_t>state.filled[seat] & LAST_AREAS)
    if state.turn == seat:
        worth += ON_TURN
    return worth


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Each seat's share is how well it stands against each other; a lead counts for more as pile and places run out."""
    cdef const EphyranRules* rules = <const EphyranRules*>rules_
    cdef const EphyranState* state = <const EphyranState*>state_
    cdef float worth[MAX_PLAYERS]
    cdef float left
    cdef int seat, fullest = 0, n = rules.head.n_seats
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    for seat in range(n):
        worth[seat] = prospect(rules, state, seat)
        fullest = max(fullest, popcount(state.filled[seat]))
    left = <float>state.pile / (rules.n_cards - rules.left_out)
    left = min(left, <float>(N_PLACES - fullest) / N_PLACES)
    share_by_standing(worth, n, LEAD_WEIGHT / (LEAD_SOFTENING + left), per_team)


cdef void add_evaluation(GameOps* ops) noexcept:
    """Enter the evaluation into the game's table of functions."""
    ops.evaluate = evaluate
    ops.returns = returns

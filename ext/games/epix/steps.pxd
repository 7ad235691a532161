"""Epix: small steps that turns and fights share."""

from libc.string cimport memset

from petteia.ext.core.types cimport CHANCE, Events, tell
from petteia.ext.games.epix.state cimport (
    EpixRules, EpixState, EV_GOLD, EV_OVER, FINISHED, MAX_GUESSES, MAX_PLAYERS, NO_AMOUNT, NO_PROVINCE, NO_SEAT,
    NO_UNIT, UNTOLD,
)


cdef inline int next_seat(const EpixRules* rules, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < rules.head.n_seats else 0


cdef inline void set_gold(EpixState* state, int seat, int gold, int why, Events* events) noexcept nogil:
    state.gold[seat] = gold
    tell(events, EV_GOLD, seat, gold | (why << 8))


cdef inline void clear_unit(EpixState* state) noexcept nogil:
    """No unit is in action."""
    state.active, state.at, state.may_move, state.barred = NO_UNIT, NO_PROVINCE, 0, 0


cdef inline void clear_bids(EpixState* state) noexcept nogil:
    """Nothing is bid and nothing named."""
    state.parity = UNTOLD
    state.stake = NO_AMOUNT
    state.n_named = 0
    memset(state.named, NO_AMOUNT, MAX_GUESSES)


cdef inline void clear_attack(EpixState* state) noexcept nogil:
    """No province is attacked."""
    state.target, state.defender, state.against, state.guesses = NO_PROVINCE, NO_SEAT, NO_UNIT, 0
    clear_bids(state)


cdef inline void clear_turns(EpixState* state) noexcept nogil:
    """All cards are back in hand."""
    state.turn = NO_SEAT
    state.shown = 0
    state.todo[0] = state.todo[1] = 0
    state.spent = 0
    memset(state.card, 0, MAX_PLAYERS)
    clear_unit(state)
    clear_attack(state)


cdef inline void finish(EpixState* state, int winners, int reason, Events* events) noexcept nogil:
    clear_turns(state)
    state.phase = FINISHED
    state.winners = winners
    state.reason = reason
    tell(events, EV_OVER, CHANCE, winners | (reason << 4))

"""Epix: what must hold in every state."""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memcpy

from petteia.ext.core.game cimport GameOps
from petteia.ext.games.epix.moves cimport Menu
from petteia.ext.games.epix.rules cimport run_to_choice, set_powers
from petteia.ext.games.epix.state cimport (
    ACT, anywhere, AUCTION, banned, CARDS, DEAL_FIRST, DRAFT, enemy_castles, EpixRules, EpixState, FIGHT, FINISHED,
    GIVE, in_supply, MAX_PLAYERS, N_UNITS, NO_AMOUNT, NO_PROVINCE, NO_SEAT, NO_UNIT, ORDER, Powers, PRESS, UNIT,
    unit_at, where,
)


cdef int check_board(const EpixRules* rules, const EpixState* state) noexcept nogil:
    cdef int seat, unit
    cdef uint32_t taken = 0, held, owned = 0
    cdef Powers derived
    cdef EpixState copy
    for seat in range(<int>MAX_PLAYERS):
        if seat >= rules.head.n_seats and (state.units[seat] or state.gold[seat] or state.owns[seat]):
            return 1                              # nobody sits there
        held = anywhere(state.units[seat])
        if held & taken or held & ~<uint32_t>rules.provinces:
            return 2                              # two colours in a province, or no such province
        taken |= held
    for seat in range(rules.head.n_seats):
        for unit in range(<int>N_UNITS):
            if in_supply(rules, state, seat, unit) < 0:
                return 3                          # more than there are
            if where(state.units[seat], unit) & banned(rules, state, seat, unit):
                return 4
        if state.phase != FINISHED and anywhere(state.units[seat]) & enemy_castles(rules, seat):
            return 5                              # the game would be over
        memcpy(&copy, state, sizeof(EpixState))
        set_powers(rules, &copy, seat)
        derived = copy.power[seat]
        if memcmp(&derived, &state.power[seat], sizeof(Powers)) != 0:
            return 6
        if state.owns[seat] & owned or state.owns[seat] >> rules.n_abilities:
            return 7                              # a card of two players, or no such card
        owned |= state.owns[seat]
        if state.valour[seat] > state.power[seat].valour:
            return 8
    return 0


cdef int check_turn(const EpixRules* rules, const EpixState* state) noexcept nogil:
    cdef bint in_turn = ORDER <= state.phase <= PRESS
    cdef bint acting = UNIT <= state.phase <= PRESS
    cdef bint fighting = state.phase == FIGHT or state.phase == PRESS
    cdef int seat
    if (state.turn != NO_SEAT) != (in_turn or state.phase == DRAFT or state.phase == GIVE):
        return 20
    if state.turn != NO_SEAT and state.turn >= rules.head.n_seats:
        return 21
    if (state.active != NO_UNIT) != acting or (state.target != NO_PROVINCE) != fighting:
        return 22
    if acting and not state.units[state.turn] & unit_at(state.active, state.at):
        return 23                                 # the unit in action is not there
    if state.spent and (state.phase < ACT or state.phase > PRESS or state.spent & ~state.units[state.turn]):
        return 24
    if fighting:
        if state.defender >= rules.head.n_seats or state.defender == state.turn or state.against == NO_UNIT:
            return 25
        if state.gold[state.turn] < rules.min_attack_bid and state.phase == FIGHT:
            return 26
        if state.stake != NO_AMOUNT and state.stake > state.gold[state.turn]:
            return 27
    elif state.stake != NO_AMOUNT or state.n_named:
        return 28
    for seat in range(rules.head.n_seats):
        if in_turn and not state.card[seat]:
            return 29                             # everybody has chosen
        if not in_turn and state.phase != CARDS and (state.card[seat] or state.shown):
            return 30
        if state.bid[seat] != NO_AMOUNT and state.season == 0:
            return 31
        if state.phase == AUCTION and state.bid[seat] != NO_AMOUNT and state.bid[seat] > max(
                state.gold[seat], rules.min_auction_bid):
            return 32
    return 0


cdef int check(const void* rules_, const void* state_) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef EpixState copy
    cdef Menu menu
    cdef int wrong = check_board(rules, state), card
    if wrong:
        return wrong
    if state.phase > FINISHED or state.season > rules.n_seasons or state.folding:
        return 10
    if (state.season == 0) != (state.phase <= DRAFT) or (state.first == NO_SEAT) != (state.phase == DEAL_FIRST):
        return 11
    if state.first != NO_SEAT and state.first >= rules.head.n_seats:
        return 12
    if (state.winners != 0) != (state.phase == FINISHED) or state.winners >> rules.head.n_seats:
        return 13
    if state.n_table > rules.n_dealt or (state.n_table and state.season):
        return 14
    for card in range(state.n_table):
        if state.table[card] >= rules.n_abilities:
            return 15
    wrong = check_turn(rules, state)
    if wrong:
        return wrong
    memcpy(&copy, state, sizeof(EpixState))
    run_to_choice(rules, &copy, &menu, NULL)
    if memcmp(&copy, state, sizeof(EpixState)) != 0:
        return 40                                 # 9: somebody is asked who has no choice
    return 0


cdef void add_checks(GameOps* ops) noexcept:
    """Enter the check into the game's table of functions."""
    ops.check = check

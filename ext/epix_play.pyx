"""Epix: how a game stands, random games, and whether a state is sound."""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memcpy

from petteia.ext.bits cimport popcount
from petteia.ext.epix cimport (
    ACT, anywhere, AUCTION, banned, bid_is_in, CAMP, CARDS, CATAPULT, DEAL_ABILITY, DEAL_FIRST, defended,
    DO_BACK, DO_FIRST, DO_ON, DRAFT, empower, enemy_castles, EpixRules, EpixState, FIGHT, FINISHED, foes, GIVE,
    in_supply, KNIGHT, MAX_PLAYERS, may_guess, Menu, move_a, move_of, n_amounts, N_UNITS, NO_AMOUNT, NO_PROVINCE,
    NO_SEAT, NO_UNIT, ORDER, perform, Powers, PRESS, RECRUIT, run, SOLDIER, UNIT, unit_at, units_t, where,
)
from petteia.ext.epix_moves cimport draw, guess_at_random, legal, legal_cards, pick
from petteia.ext.odds cimport odds
from petteia.ext.rng cimport Rng, rng_below
from petteia.ext.types cimport CHANCE, move_t


cdef void returns(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef int seat, n = popcount(state.winners)
    for seat in range(rules.head.n_seats):
        per_team[seat] = <float>1.0 / n if (state.winners >> seat) & 1 else 0


cdef float standing(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """How well a seat stands, in units of log odds: fitted to 800 games that the search played against itself.

    Units count for themselves and for the provinces that they hold; both, and gold, count for more the later it is. The
    First Player card is no boon in Winter, when who comes last knows what it takes.
    """
    cdef units_t own = state.units[seat], foe = foes(rules, state, seat)
    cdef float late = <float>state.season / rules.n_seasons
    cdef float found = state.gold[seat] * (<float>0.05 + <float>0.14 * late)
    found += popcount(where(own, SOLDIER)) * (<float>0.23 + <float>0.29 * late)
    found += popcount(where(own, KNIGHT)) * (<float>0.3 + <float>0.67 * late)
    found += popcount(where(own, CAMP)) * (<float>0.26 + <float>0.32 * late)
    found += <float>0.07 * popcount(where(own, CATAPULT)) + <float>0.15 * late * popcount(anywhere(own))
    found += popcount(anywhere(own) & rules.rich) * (<float>0.26 - <float>0.2 * late)
    found += <float>0.1 * (rules.n_seasons - state.season) * popcount(state.owns[seat])
    if state.first == seat:
        found -= <float>0.46 * late
    if ((where(foe, SOLDIER) | where(foe, KNIGHT)) & rules.next[rules.castle[seat]]
            and not (defended(own) >> rules.castle[seat]) & 1):
        found -= <float>0.35 - <float>0.23 * late
    return found


cdef void evaluate(const void* rules_, const void* state_, float* per_team) noexcept nogil:
    """Each seat's share is how well it stands against each other."""
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef const EpixState* state = <const EpixState*>state_
    cdef float stands[MAX_PLAYERS]
    cdef float total = 0
    cdef int seat, other, n = rules.head.n_seats
    if state.phase == FINISHED:
        returns(rules_, state_, per_team)
        return
    for seat in range(n):
        stands[seat] = standing(rules, state, seat)
    for seat in range(n):
        per_team[seat] = 1
        for other in range(n):
            if other != seat:
                per_team[seat] *= odds(stands[seat] - stands[other])
        total += per_team[seat]
    for seat in range(n):
        per_team[seat] /= total


# ---------------------------------------------------------------------------------------------------------------
# Random play.

cdef void decide_at_random(const EpixRules* rules, EpixState* state, const Menu* menu, Rng* rng) noexcept nogil:
    """A uniformly random move of the first pending seat."""
    cdef move_t moves[4]
    cdef int phase = state.phase, seat = 0, low, step, n
    if phase == DRAFT or phase == RECRUIT or phase == ACT or phase == UNIT:
        perform(rules, state, state.turn, pick(menu, rng), NULL)
    elif phase == AUCTION:
        while state.bid[seat] != NO_AMOUNT:
            seat += 1
        state.bid[seat] = rules.min_auction_bid + rng_below(rng, state.gold[seat] - rules.min_auction_bid + 1)
    elif phase == CARDS:
        while state.card[seat]:
            seat += 1
        legal_cards(rules, state, moves)
        state.card[seat] = move_a(moves[rng_below(rng, 3)])
    elif phase == GIVE:
        perform(rules, state, state.turn, move_of(DO_FIRST, rng_below(rng, rules.head.n_seats), 0, 0), NULL)
    elif phase == FIGHT:
        if may_guess(rules, state) and (bid_is_in(state) or state.defender < state.turn):
            guess_at_random(rules, state, rng)
        else:
            n = n_amounts(rules, state, &low, &step)
            state.stake = low + rng_below(rng, n)
    elif phase == PRESS:
        perform(rules, state, state.turn, DO_ON if rng_below(rng, 2) else DO_BACK, NULL)
    else:
        legal(rules, state, state.turn, moves)
        perform(rules, state, state.turn, moves[rng_below(rng, 2)], NULL)


cdef int playout(const void* rules_, void* state_, Rng* rng, int cutoff, float* per_team) noexcept nogil:
    cdef const EpixRules* rules = <const EpixRules*>rules_
    cdef EpixState* state = <EpixState*>state_
    cdef Menu menu
    cdef int decisions = 0
    run(rules, state, &menu, NULL)
    while state.phase != FINISHED:
        if state.phase <= DEAL_ABILITY:
            perform(rules, state, CHANCE, draw(rules, state, rng), NULL)
        else:
            if decisions == cutoff:
                evaluate(rules, state, per_team)
                return decisions
            decide_at_random(rules, state, &menu, rng)
            decisions += 1                        # 9: nobody is asked without a choice
        run(rules, state, &menu, NULL)
    returns(rules, state, per_team)
    return decisions


# ---------------------------------------------------------------------------------------------------------------
# Soundness.

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
        empower(rules, &copy, seat)
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
    run(rules, &copy, &menu, NULL)
    if memcmp(&copy, state, sizeof(EpixState)) != 0:
        return 40                                 # 9: somebody is asked who has no choice
    return 0

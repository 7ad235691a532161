"""Epix: Move & Attack and fights (RULES.md, 5.4 and 7)."""

from libc.stdint cimport uint32_t

from petteia.ext.core.types cimport Events, tell
from petteia.ext.games.epix.state cimport (
    ACT, all_at, AMOUNT_BITS, bit, BY_BID, BY_CASTLE, BY_PLUNDER, BY_REFUND, CAMP, CATAPULT, defended, EpixRules,
    EpixState, EV_BID, EV_CAPTURE, EV_GUESS, EV_LOSS, EV_PARITY, FIGHT, GARRISON, in_supply, KNIGHT, MAX_GUESSES,
    may_guess, n_amounts, N_UNITS, NO_AMOUNT, NO_SEAT, NO_UNIT, Powers, PRESS, PROVINCE, SOLDIER, UNIT, unit_at,
    units_t, UNTOLD,
)
from petteia.ext.games.epix.steps cimport clear_attack, clear_bids, clear_unit, finish, set_gold


# ---------------------------------------------------------------------------------------------------------------
# Units come and go.

cdef inline void remove(EpixState* state, int seat, int unit, int province, Events* events) noexcept nogil:
    """To its owner's supply."""
    state.units[seat] &= ~unit_at(unit, province)
    tell(events, EV_LOSS, seat, unit | (province << 4))


cdef inline int owner_of(const EpixRules* rules, const EpixState* state, int province) noexcept nogil:
    """Whose units are there; of an empty castle its owner; else NO_SEAT."""
    cdef int seat
    for seat in range(rules.head.n_seats):
        if state.units[seat] & all_at(province):
            return seat
    for seat in range(rules.head.n_seats):
        if rules.castle[seat] == province:
            return seat
    return NO_SEAT


cdef void raze(EpixState* state, int seat, int province, Events* events) noexcept nogil:
    """7: a catapult removes every unit there."""
    cdef int unit
    for unit in range(<int>N_UNITS):
        if state.units[seat] & unit_at(unit, province):
            remove(state, seat, unit, province, events)


cdef bint capture(const EpixRules* rules, EpixState* state, int seat, int province, Events* events) noexcept nogil:
    """5.4: camps and catapults where the seat walks in become its own while its supply lasts. Whether it found any."""
    cdef int owner = owner_of(rules, state, province), unit
    cdef bint replaced, found = False
    if owner == NO_SEAT or owner == seat:
        return False
    for unit in range(<int>CAMP, <int>N_UNITS):
        if state.units[owner] & unit_at(unit, province):
            found = True
            state.units[owner] &= ~unit_at(unit, province)
            replaced = in_supply(rules, state, seat, unit) > 0
            if replaced:
                state.units[seat] |= unit_at(unit, province)
                if unit == CATAPULT:
                    state.spent |= unit_at(unit, province)
            tell(events, EV_CAPTURE, seat, unit | (province << 4) | (replaced << 9))
    return found


cdef void unit_done(EpixState* state, bint alive) noexcept nogil:
    """The active unit has finished; it is spent if it is still there."""
    if alive:
        state.spent |= unit_at(state.active, state.at)
    clear_unit(state)
    state.phase = ACT


cdef void step_or_ride(const EpixRules* rules, EpixState* state, int unit, int at, int to,
                       Events* events) noexcept nogil:
    """5.4: a unit moves; 11: Forced march gives a soldier a step before its move."""
    cdef int seat = state.turn
    cdef bint extra = state.phase == ACT and state.power[seat].steps > 0
    cdef bint captured
    state.units[seat] &= ~unit_at(unit, at)
    captured = capture(rules, state, seat, to, events)
    state.units[seat] |= unit_at(unit, to)
    state.active, state.at = unit, to
    if unit == SOLDIER and (captured or not extra):
        unit_done(state, True)
    else:
        state.may_move = captured if unit == KNIGHT else 1
        state.phase = UNIT


# ---------------------------------------------------------------------------------------------------------------
# An attack begins (5.4, 7).

cdef int guesses_of(const EpixRules* rules, const EpixState* state, int seat, int unit, int province) noexcept nogil:
    """How many amounts the seat may name for that unit, or GARRISON, there."""
    cdef const Powers* power = &state.power[seat]
    cdef int found = rules.garrison_defence
    if unit != GARRISON:
        found = max(rules.single_defence, power.guesses[unit])
        if rules.double[unit] & bit(province):
            found = max(found, rules.double_defence)
    if rules.castle[seat] == province and unit != CAMP:                  # 11: Citadel
        found = max(found, power.castle_guesses)
    return found


cdef void face_defender(const EpixRules* rules, EpixState* state) noexcept nogil:
    """The next defender of the province attacked: soldier, knight, camp, then the garrison of an enemy castle."""
    cdef units_t there = state.units[state.defender] & all_at(state.target)
    cdef int unit
    clear_bids(state)
    if state.active == CATAPULT:
        state.against = PROVINCE
        state.guesses = 0
        for unit in range(<int>CATAPULT):
            if there & unit_at(unit, state.target):
                state.guesses = max(state.guesses, guesses_of(rules, state, state.defender, unit, state.target))
        return
    state.against = NO_UNIT
    for unit in range(<int>CATAPULT):
        if there & unit_at(unit, state.target):
            state.against = unit
            break
    if state.against == NO_UNIT and rules.castle[state.defender] == state.target:
        state.against = GARRISON
    state.guesses = 0
    if state.against != NO_UNIT:
        state.guesses = guesses_of(rules, state, state.defender, state.against, state.target)


cdef void begin_attack(const EpixRules* rules, EpixState* state, int unit, int at, int target,
                       Events* events) noexcept nogil:
    """5.4, 7: a fight, but a catapult needs none where nothing defends."""
    cdef int seat = state.turn, owner = owner_of(rules, state, target)
    if unit == CATAPULT and not (defended(state.units[owner]) >> target) & 1:
        raze(state, owner, target, events)
        remove(state, seat, CATAPULT, at, events)
        clear_unit(state)
        state.phase = ACT
        return
    state.active, state.at, state.may_move = unit, at, 0
    state.target, state.defender = target, owner
    face_defender(rules, state)
    state.phase = FIGHT


# ---------------------------------------------------------------------------------------------------------------
# How it ends (7).

cdef void move_in_after_attack(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """7: nothing defends any more, so the attacker must move in."""
    cdef int seat = state.turn, unit = state.active, to = state.target, owner = state.defender
    state.units[seat] &= ~unit_at(unit, state.at)
    capture(rules, state, seat, to, events)
    state.units[seat] |= unit_at(unit, to)
    state.at = to
    clear_attack(state)
    if rules.castle[owner] == to:
        finish(state, 1 << seat, BY_CASTLE, events)
    elif unit == SOLDIER:
        unit_done(state, True)
    else:
        state.may_move = 1
        state.phase = UNIT


cdef void win_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """7.3: the attack succeeds."""
    cdef int seat = state.turn, owner = state.defender, loot
    loot = min(state.power[seat].plunder, state.gold[owner])             # 11: Plunder
    if loot:
        set_gold(state, owner, state.gold[owner] - loot, BY_PLUNDER, events)
        set_gold(state, seat, state.gold[seat] + loot, BY_PLUNDER, events)
    if state.against == PROVINCE:
        raze(state, owner, state.target, events)
        remove(state, seat, CATAPULT, state.at, events)
        clear_attack(state)
        unit_done(state, False)
        return
    if state.against == GARRISON or state.against == CAMP:
        move_in_after_attack(rules, state, events)                       # the last to defend; a camp is captured
        return
    remove(state, owner, state.against, state.target, events)
    face_defender(rules, state)
    if state.against == NO_UNIT:
        move_in_after_attack(rules, state, events)
    else:
        state.phase = PRESS


cdef void lose_fight(EpixState* state, Events* events) noexcept nogil:
    """7.3: the attack fails."""
    cdef int seat = state.turn
    cdef bint alive = False
    if state.power[seat].refund:                                         # 11: Paymaster
        set_gold(state, seat, state.gold[seat] + state.stake, BY_REFUND, events)
    if state.active == KNIGHT and state.valour[seat] < state.power[seat].valour:
        state.valour[seat] += 1                                          # 11: Valour
        alive = True
    else:
        remove(state, seat, state.active, state.at, events)
    clear_attack(state)
    unit_done(state, alive)


cdef void end_fight(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """7.3, 7.4: the bid is spent; one of the amounts named is the bid, or the attack succeeds."""
    cdef int i
    cdef bint guessed = False
    for i in range(state.n_named):
        guessed |= state.named[i] == state.stake
    if state.stake:
        set_gold(state, state.turn, state.gold[state.turn] - state.stake, BY_BID, events)
    if guessed:
        lose_fight(state, events)
    else:
        win_fight(rules, state, events)


cdef void fall_back(EpixState* state) noexcept nogil:
    """7: a soldier is spent, a knight goes on, but not against that province."""
    cdef int from_there = state.target
    clear_attack(state)
    if state.active == SOLDIER:
        unit_done(state, True)
    else:
        state.barred |= bit(from_there)
        state.may_move = 1
        state.phase = UNIT


# ---------------------------------------------------------------------------------------------------------------
# Bids and guesses (7, 9).

cdef void name_the_only_ones(const EpixRules* rules, EpixState* state) noexcept nogil:
    """9: amounts that are named without being asked for, because no others are left."""
    cdef int low, step, i, n = n_amounts(rules, state, &low, &step), k = min(<int>state.guesses, n)
    if k == n:
        for i in range(k):
            state.named[i] = low + i * step
        state.n_named = k
    elif k == 3 and state.n_named == 2 and state.named[1] + 2 * step == low + n * step:
        state.named[2] = state.named[1] + step
        state.n_named = 3


cdef bint go_on_fighting(const EpixRules* rules, EpixState* state, Events* events) noexcept nogil:
    """Make forced bids and guesses, tell the parity, end the fight when both are complete. False: somebody is asked."""
    cdef int low, step, i
    cdef uint32_t all_named = 0
    if state.stake == NO_AMOUNT and state.parity == UNTOLD and n_amounts(rules, state, &low, &step) == 1:
        state.stake = low
    if (state.stake != NO_AMOUNT and state.power[state.defender].parity and state.parity == UNTOLD
            and not state.folding):
        state.parity = state.stake & 1
        tell(events, EV_PARITY, state.turn, state.parity)
    if may_guess(rules, state):
        name_the_only_ones(rules, state)
    if state.folding or state.stake == NO_AMOUNT or may_guess(rules, state):
        return False
    if state.power[state.defender].parity and state.parity == UNTOLD:
        return False
    tell(events, EV_BID, state.turn, state.stake)
    for i in range(<int>MAX_GUESSES):
        all_named |= <uint32_t>state.named[i] << (AMOUNT_BITS * i)
    tell(events, EV_GUESS, state.defender, all_named)
    end_fight(rules, state, events)
    return True

"""Epix: the layout of rules, state and moves. Section numbers are those of engine/games/epix/RULES.md."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.core.bits cimport ctz32, popcount
from petteia.ext.core.game cimport RulesHead
from petteia.ext.core.types cimport move_t

# Python uses the enums that are `cpdef`; it finds them in petteia.ext.games.epix.state. One without a name gives it
# plain numbers, one with a name a class whose members engine/games/epix turns into words.

cdef enum:
    MAX_PLAYERS = 4
    N_UNITS = 4           # kinds of unit, the first of Unit

cpdef enum:
    MAX_PROVINCES = 16    # a set of provinces is 16 bits
    MAX_RANGE = 7         # of a catapult
    MAX_ABILITIES = 24    # cards; a set of them is 24 bits
    MAX_TABLE = 8         # ability cards face up in the draft
    MAX_SEASONS = 7
    MAX_GUESSES = 3
    AMOUNT_BITS = 7       # of an amount that is bid or named
    MAX_BID = 90          # pairs of the 91 amounts 0..90 are 4,095 moves; nobody has more than 82 gold with our cards
    NO_SEAT = 7
    NO_PROVINCE = 31
    NO_UNIT = 7
    NO_AMOUNT = 127

cpdef enum Unit:
    SOLDIER = 0
    KNIGHT = 1
    CAMP = 2
    CATAPULT = 3
    GARRISON = 4          # as a defender only
    PROVINCE = 5          # as the target of a catapult

# Action cards; a choice of them is a set.
cpdef enum Card:
    RECRUIT_CARD = 1
    TAX_CARD = 2
    MOVE_CARD = 4

cpdef enum Phase:
    DEAL_FIRST = 0
    DEAL_ABILITY = 1
    DRAFT = 2
    AUCTION = 3
    GIVE = 4
    CARDS = 5
    ORDER = 6
    RECRUIT = 7
    ACT = 8
    UNIT = 9
    FIGHT = 10
    PRESS = 11
    FINISHED = 12
    BETWEEN = 13          # a turn is over and the next has not begun: only inside `apply`, and in observations

cpdef enum Parity:
    EVEN = 0
    ODD = 1
    UNTOLD = 2

# What an ability changes (11).
cpdef enum Effect:
    PRICE = 0
    TAX = 1
    INCOME = 2
    PROVINCE_INCOME = 3
    TRIBUTE = 4
    GUESSES = 5
    CASTLE_GUESSES = 6
    EXTRA_STEPS = 7
    CATAPULT_RANGE = 8
    VALOUR = 9
    PARITY = 10
    HERALD = 11
    REFUND = 12
    ENTER = 13
    VASSALS = 14
    PLUNDER = 15

# A move needs 23 bits.
#
#   bits  0-3   verb
#   bits  4-10  a: unit, seat, cards, ability or (first) amount
#   bits 11-17  b: province where the unit is or goes, ability bid for, second amount (NO_AMOUNT: none)
#   bits 18-22  c: province that it moves to or attacks
cpdef enum:
    DO_FIRST = 1          # seat (chance in the deal, then the winner of an auction)
    DO_ABILITY = 2        # ability (chance)
    DO_RECRUIT = 3        # unit, province
    DO_OFFER = 4          # amount, ability: a bid of the draft
    DO_PASS = 5
    DO_BID = 6            # amount: in an auction or a fight
    DO_CARD = 7           # cards chosen
    DO_PLAY = 8           # card to play first
    DO_DONE = 9
    DO_MOVE = 10          # unit, from, to
    DO_ATTACK = 11        # unit, from, to; of a catapult: it fires
    DO_STOP = 12
    DO_GUESS = 13         # amount, amount
    DO_ON = 14
    DO_BACK = 15

# Events, with their open part. Those down to EV_TURN are what happened; the rest follows from them, and helps people.
cpdef enum:
    EV_MOVE = 1           # the move that the seat made
    EV_SECRET = 2         # only the seat itself notices: the secret choice that it made (a move)
    EV_BID = 3            # amount: the seat's bid, of an auction or a fight, is shown
    EV_GUESS = 4          # three amounts of AMOUNT_BITS: what the seat named is shown, and the fight decided
    EV_PARITY = 5         # Parity of the seat's bid
    EV_TURN = 6           # cards: the seat shows them, its turn begins
    EV_FORCED = 7         # the only move that the seat had
    EV_LOSS = 8           # unit | province << 4: the seat's unit went to its supply
    EV_CAPTURE = 9        # unit | province << 4 | replaced << 9: the seat captured it
    EV_GOLD = 10          # gold | Why << 8: what the seat has now
    EV_OWNER = 11         # ability: the seat's from now on
    EV_SEASON = 12        # its number, from 1
    EV_SKIP = 13          # the seat cannot win any more and does not act
    EV_OVER = 14          # the set of winners | Reason << 4

# Why somebody's gold changed.
cpdef enum Why:
    BY_OFFER = 0
    BY_PRICE = 1
    BY_BID = 2
    BY_REFUND = 3
    BY_TAX = 4
    BY_TRIBUTE = 5
    BY_PLUNDER = 6
    BY_INCOME = 7
    BY_ABILITY = 8

# Why a game was won.
cpdef enum Reason:
    NO_REASON = 0
    BY_CASTLE = 1
    BY_PROVINCES = 2
    BY_GOLD = 3
    SPLIT = 4

# Why an observation refuses a token.
cpdef enum:
    FITS = 0
    MALFORMED = 1         # no such move, amount or seat
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # against the rules, or against what was seen before


# The units of one seat: 16 provinces for each of the four kinds, soldiers lowest.
ctypedef uint64_t units_t


# What a player's abilities come to; with none of them, the plain rules.
cdef struct Powers:
    uint8_t price[N_UNITS]
    uint8_t guesses[N_UNITS]                # at least this many for that unit, everywhere
    uint8_t castle_guesses                  # the same for soldiers, knights and garrison in the own castle
    uint8_t tax
    uint8_t income                          # more at income
    uint8_t province_income                 # of a province that has any, at least
    uint8_t tribute
    uint8_t steps                           # of a soldier before its move or attack
    uint8_t range                           # of catapults, at least
    uint8_t valour                          # failures a season that do not cost a knight
    uint8_t parity                          # 1: told the parity of a bid before guessing
    uint8_t herald                          # wins ties, pays 1/herald; 0: no herald
    uint8_t refund                          # 1: failed attacks are free
    uint8_t enter                           # a bit for each unit that is banned nowhere
    uint8_t vassals
    uint8_t plunder


cdef struct EpixRules:
    RulesHead head
    # The board.
    uint8_t n_provinces
    uint8_t castle[MAX_PLAYERS]
    uint16_t provinces                      # all of them
    uint16_t castles                        # those of players
    uint16_t lands[MAX_PLAYERS]             # a player's castle and two lands
    uint16_t next[MAX_PROVINCES]
    uint16_t within[MAX_PROVINCES][MAX_RANGE + 1]  # provinces at distance 1 to so many
    uint16_t bans[N_UNITS]                  # provinces where a unit is banned,
    uint16_t double[N_UNITS]                # where it has Double Defence
    uint16_t catapult_proof
    uint8_t range[MAX_PROVINCES]            # of a catapult there
    uint8_t income[MAX_PROVINCES]
    uint16_t with_income                    # provinces with an income
    # The units.
    uint8_t count[N_UNITS]
    uint8_t cost[N_UNITS]
    uint8_t camp_income
    # The ability cards. With the basic rules none is dealt.
    uint8_t n_abilities
    uint8_t effect[MAX_ABILITIES]
    uint8_t value[MAX_ABILITIES]
    uint8_t about[MAX_ABILITIES]            # a bit for each unit
    int8_t gold[MAX_ABILITIES]              # that it brings, or costs, when the draft is over
    uint8_t n_dealt
    # Settings.
    uint8_t n_seasons
    uint8_t cards_chosen[MAX_SEASONS + 1]   # by season, from 1
    uint8_t start_gold
    uint8_t start_unit
    uint8_t min_offer
    uint8_t min_auction_bid
    uint8_t min_attack_bid
    uint8_t tax
    uint8_t single_defence
    uint8_t double_defence
    uint8_t garrison_defence
    uint8_t last_player_rule
    uint8_t last_income                     # the last season has its income too
    uint8_t empty_castles                   # an empty castle counts as a province of its owner


cdef struct EpixState:
    # Public: the board and what belongs to whom.
    units_t units[MAX_PLAYERS]              # on the board; the others are in the supply
    uint32_t owns[MAX_PLAYERS]              # sets of ability cards
    Powers power[MAX_PLAYERS]               # derived from `owns`
    uint8_t gold[MAX_PLAYERS]
    uint8_t valour[MAX_PLAYERS]             # times it was used this season
    uint8_t season                          # 0: draft
    uint8_t phase
    uint8_t first                           # holder of the First Player card; NO_SEAT before the deal
    uint8_t turn                            # NO_SEAT while nobody acts alone
    uint8_t winners                         # set of seats
    uint8_t reason
    # Public: the draft.
    uint8_t n_table
    uint8_t table[MAX_TABLE]                # abilities face up, as dealt
    uint8_t offer[MAX_TABLE]                # standing bids,
    uint8_t offerer[MAX_TABLE]              # and whose; NO_SEAT
    uint8_t passed                          # set of seats
    # Public: the turn.
    uint8_t shown                           # set of seats that have revealed their cards
    uint8_t todo[2]                         # cards that `turn` still plays, the first being played; 0: none
    units_t spent                           # of the units of `turn`
    uint8_t active                          # the unit in action, or NO_UNIT
    uint8_t at                              # where it stands,
    uint8_t may_move                        # whether it may move (again),
    uint16_t barred                         # and what it may not attack
    uint8_t target                          # the province attacked, or NO_PROVINCE
    uint8_t defender                        # whose it is
    uint8_t against                         # a unit, GARRISON or PROVINCE; NO_UNIT
    uint8_t guesses                         # that the defender has
    uint8_t parity                          # of the bid, if it was told
    # Private until shown.
    uint8_t bid[MAX_PLAYERS]                # of this season's auction; NO_AMOUNT until made
    uint8_t card[MAX_PLAYERS]               # cards chosen this season; 0 until then
    uint8_t stake                           # the attacker's bid, NO_AMOUNT until made
    uint8_t n_named                         # amounts that the defender has named,
    uint8_t named[MAX_GUESSES]              # ascending; NO_AMOUNT
    # Bookkeeping.
    uint8_t folding                         # 1 in an observation: the rules wait where they need something hidden


cdef inline move_t move_of(int verb, int a, int b, int c) noexcept nogil:
    return verb | (a << 4) | (b << 11) | (c << 18)


cdef inline int move_verb(move_t move) noexcept nogil:
    return move & 15


cdef inline int move_a(move_t move) noexcept nogil:
    return (move >> 4) & 127


cdef inline int move_b(move_t move) noexcept nogil:
    return (move >> 11) & 127


cdef inline int move_c(move_t move) noexcept nogil:
    return (move >> 18) & 31


# Sets of provinces and of units.

cdef inline uint32_t bit(int n) noexcept nogil:
    return <uint32_t>1 << n


cdef inline units_t unit_at(int unit, int province) noexcept nogil:
    return <units_t>1 << (16 * unit + province)


cdef inline units_t all_at(int province) noexcept nogil:
    return <units_t>0x0001000100010001 << province


cdef inline uint32_t where(units_t units, int unit) noexcept nogil:
    """The provinces with that kind of unit."""
    return <uint32_t>(units >> (16 * unit)) & 0xFFFF


cdef inline uint32_t anywhere(units_t units) noexcept nogil:
    """The provinces with any of these units."""
    units |= units >> 32
    return <uint32_t>(units | (units >> 16)) & 0xFFFF


cdef inline uint32_t defended(units_t units) noexcept nogil:
    """The provinces with a soldier, knight or camp."""
    return <uint32_t>(units | (units >> 16) | (units >> 32)) & 0xFFFF


cdef inline units_t foes(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """The units of all others."""
    cdef units_t found = 0
    cdef int other
    for other in range(rules.head.n_seats):
        found |= state.units[other] & (<units_t>0 - <units_t>(other != seat))
    return found


cdef inline int in_supply(const EpixRules* rules, const EpixState* state, int seat, int unit) noexcept nogil:
    return rules.count[unit] - popcount(where(state.units[seat], unit))


cdef inline uint32_t banned(const EpixRules* rules, const EpixState* state, int seat, int unit) noexcept nogil:
    """Where that seat's units of that kind may never be (2; 11: Mountaineers)."""
    return 0 if (state.power[seat].enter >> unit) & 1 else rules.bans[unit]


cdef inline uint32_t enemy_castles(const EpixRules* rules, int seat) noexcept nogil:
    return rules.castles & ~bit(rules.castle[seat])


cdef inline uint32_t beside(const EpixRules* rules, uint32_t provinces) noexcept nogil:
    """The neighbours of any of these."""
    cdef uint32_t found = 0
    while provinces:
        found |= rules.next[ctz32(provinces)]
        provinces &= provinces - 1
    return found


cdef inline uint32_t in_range(const EpixRules* rules, const EpixState* state, int seat, int province) noexcept nogil:
    """What a catapult of that seat can aim at from there (5.4; 11: Long arm)."""
    cdef int reach = rules.range[province]
    if state.power[seat].range > reach:
        reach = state.power[seat].range
    return rules.within[province][reach] & ~<uint32_t>rules.catapult_proof


cdef inline uint32_t recruit_places(const EpixRules* rules, const EpixState* state, int seat) noexcept nogil:
    """5.2: where that seat may recruit, whatever the unit; with Vassals (11) also beside its units."""
    cdef uint32_t own = anywhere(state.units[seat]), foe = anywhere(foes(rules, state, seat))
    cdef uint32_t found = own | (rules.lands[seat] & ~foe)
    if state.power[seat].vassals:
        found |= beside(rules, own) & ~foe & ~enemy_castles(rules, seat)
    return found


cdef inline int income_of(const EpixRules* rules, const EpixState* state, int seat, uint32_t held,
                          int camps) noexcept nogil:
    """6: what a seat gets if it holds these provinces and has so many camps on the board."""
    cdef int found = state.power[seat].income + camps * rules.camp_income, province
    held &= rules.with_income
    while held:
        province = ctz32(held)
        held &= held - 1
        found += max(rules.income[province], state.power[seat].province_income)
    return found


cdef inline uint32_t counted(const EpixRules* rules, int seat, units_t units) noexcept nogil:
    """6: the provinces that count for a seat with these units."""
    return anywhere(units) | (bit(rules.castle[seat]) if rules.empty_castles else 0)


cdef inline int n_amounts(const EpixRules* rules, const EpixState* state, int* low, int* step) noexcept nogil:
    """9: the amounts that the bid of the fight may be are low, low + step, ...; how many there are."""
    cdef int most = state.gold[state.turn]
    if most > MAX_BID:
        most = MAX_BID
    low[0], step[0] = rules.min_attack_bid, 1
    if state.parity != UNTOLD:
        step[0] = 2
        if (low[0] & 1) != state.parity:
            low[0] += 1
    return (most - low[0]) // step[0] + 1 if most >= low[0] else 0


cdef inline int n_to_name(const EpixRules* rules, const EpixState* state) noexcept nogil:
    """9: how many amounts the defender names in all."""
    cdef int low, step
    return min(<int>state.guesses, n_amounts(rules, state, &low, &step))


cdef inline bint bid_is_in(const EpixState* state) noexcept nogil:
    """In an observation a bid whose parity was told is in, though not known."""
    return state.stake != NO_AMOUNT or state.parity != UNTOLD


cdef inline bint may_guess(const EpixRules* rules, const EpixState* state) noexcept nogil:
    """Whether the defender has to name an amount now; with Scouts (11) after the parity is told."""
    if state.power[state.defender].parity and state.parity == UNTOLD:
        return False
    return state.n_named < n_to_name(rules, state)

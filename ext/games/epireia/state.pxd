"""Epireia: the layout of rules, state and moves. The rules are in engine/games/epireia/RULES.md."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from petteia.ext.core.game cimport RulesHead
from petteia.ext.core.types cimport move_t

# The enums are `cpdef` and have no names: so Python reads the same numbers from the module `state`.

cpdef enum:
    DELIAN = 0
    PELOPONNESIAN = 1
    NOBODY = 2            # no league; of a front: finished and won by nobody
    UNDECIDED = 3         # of a front: not finished

cpdef enum:
    NONE = 255            # no city, administrator, card, deck or figure
    NO_LEADER = 127       # in a move or an event: the front goes without a figure
    EMPTY = 254           # in a state: the front was decided to go without a figure (NONE: not decided yet)

# The boards of a solo game.
cpdef enum:
    PLAYER = 0
    ENEMY = 1

cpdef enum:
    MAX_BOARDS = 4
    MAX_CITIES = 8
    MAX_FIGURES = 64
    MAX_IN_PLAY = 8       # figures of one board
    MAX_EMPIRES = 8
    MAX_TERRITORIES = 16
    MAX_BUILDINGS = 16
    MAX_ADMINISTRATORS = 8
    MAX_CARDS = 32        # of all acts, or augur cards
    MAX_EFFECTS = 4       # of a card or a scenario
    MAX_LIST = 4          # decks in a reward or brought by a city; objectives of a scenario
    MAX_MUSTER = 24       # tokens of a scenario's enemy army
    MAX_DIE = 20
    MAX_AGENDA = 32       # more than one step can put in: 16 bonuses, and two lists
    MAX_POWER = 6         # of a token
    MAX_OPTIONS = 256     # no decision has more

cpdef enum:
    N_ACTS = 3
    N_RESOURCES = 3       # wheat, wood and copper
    N_BONUSES = 4         # of an administrator
    N_DECKS = 6           # three kinds of two levels
    N_FRONTS = 3
    N_COLUMNS = 9         # of all fronts
    COLUMNS_EACH = 3      # of one front
    N_ROLLERS = 3         # both leagues and the brigands

# Spaces are numbered so that a set of them is one uint32_t: empires from 0, then territories, then cities.
cpdef enum:
    TERRITORY_0 = 8
    CITY_0 = 24
    N_SPACES = 32
    ROAD = 254            # where a figure can be beside a space
    HOME = 255

# Who decides for the solo enemy.
cpdef enum:
    DIE = 0
    AI = 1
    RIVAL = 2

# Phases.
cpdef enum:
    CITY_PICK = 0
    LEAGUE_PICK = 1
    ADMINISTRATOR_PICK = 2
    FIGURE_PICK = 3
    MUSTER = 4
    REVEAL = 5
    DEVELOPMENT = 6
    DIPLOMACY = 7
    EMPIRES = 8
    TERRITORIES = 9
    CITIES = 10
    COLLECTION = 11
    PLACEMENT = 12
    LEADERS = 13
    BATTLE = 14
    FINISHED = 15

# A task of the agenda: bits 0-1 which, bits 2-4 the league (draw) or board (figure, give), bits 5-7 the deck.
cpdef enum:
    TASK_DRAW = 1
    TASK_FIGURE = 2
    TASK_GIVE = 3

# In a column of the battle: which league is asked to engage its figure.
cpdef enum:
    NO_STAGE = 0
    ASK_FIRST = 1
    ASK_ANSWER = 2        # the second, after the first engaged
    ASK_SECOND = 3        # the second, after the first did not
    ASK_REPLY = 4         # the first, after the second engaged

# How the game ended.
cpdef enum:
    PLAYING = 0
    TEAM_0_WINS = 1
    TEAM_1_WINS = 2
    DRAWN = 3

# Once effects, bonuses, abilities and building effects.
cpdef enum:
    DO_NOTHING = 0
    DO_GAIN = 1
    DO_LOSE = 2
    DO_PRESTIGE = 3
    DO_TREASURY = 4
    DO_TOKEN = 5
    DO_BRIGANDS = 6
    DO_PACIFY = 7
    DO_FIGURE = 8
    DO_ACTIONS = 9
    DO_LEVY = 10
    DO_TRADE = 11
    DO_FAVOUR = 12

# Talents of figures: for what a figure counts more, or what it gains.
cpdef enum:
    NO_TALENT = 0
    LAND_TALENT = 1
    SEA_TALENT = 2
    BRIGAND_TALENT = 3
    EMPIRE_TALENT = 4
    CITY_TALENT = 5
    FRONT_TALENT = 6
    FORAGE_TALENT = 7
    GIFT_TALENT = 8
    HOME_TALENT = 9

# Objectives: what is counted.
cpdef enum:
    NO_OBJECTIVE = 0
    OBJ_BUILDINGS = 1     # of the set
    OBJ_TERRITORIES = 2   # of the set
    OBJ_HOLD = 3          # all of the set
    OBJ_PRESTIGE = 4
    OBJ_DONATIONS = 5
    OBJ_TREASURY = 6      # of each resource of the set
    OBJ_TOTAL = 7         # the treasury's resources together
    OBJ_TOKENS = 8        # of the decks of the set
    OBJ_EMPIRES = 9
    OBJ_CITIES = 10
    OBJ_VICTORIES = 11
    OBJ_FIGURES = 12

# A move needs 24 bits.
#
#   bits  0-4   verb
#   bits  5-11  a
#   bits 12-18  b
#   bits 19-23  c
cpdef enum:
    DO_CITY = 1           # a: city
    DO_LEAGUE = 2         # a: league
    DO_ADMINISTRATOR = 3  # a: administrator
    DO_CHOOSE = 4         # a: figure, at the start and when one more comes into play
    DO_DRAW = 5           # a: power (0 where the viewer does not know), b: deck
    DO_CARD = 6           # a: card
    DO_DONATE = 7         # a: amount, b: resource
    DO_BUILD = 8          # a: building
    DO_PRODUCE = 9        # a: deck, b: 1 if the league's treasury pays
    DO_ABILITY = 10       # the ability that asks nothing more
    DO_LEVY_FROM = 11     # a: deck
    DO_EXCHANGE = 12      # a: resource given, b: resource taken
    DO_DONE = 13
    DO_SEND = 14          # a: figure, b: space
    DO_STAY = 15          # a: figure
    DO_ROLL = 16          # a: number
    DO_PLACE = 17         # a, b: tokens (0: none), c: column of nine
    DO_LEAD = 18          # a: figure (NO_LEADER: none), b: front
    DO_ENGAGE = 19
    DO_HOLD = 20
    DO_GIVE = 21          # a: territory

# Events, with their open part. All that follows from a move without a secret, the viewer works out itself; the events
# from EV_TURN on are for people and change nothing.
cpdef enum:
    EV_MOVE = 1           # a move, or an outcome of chance, that all see
    EV_DRAW = 2           # deck | league << 3, + power, seen by the league
    EV_CHOICE = 3         # a move that the others do not notice yet
    EV_CHOSEN = 4         # the figure with which the seat starts
    EV_BACKS = 5          # league | front << 1 | levels << 3: of its six slots, two bits each
    EV_LEADER = 6         # league | front << 1 | (figure or NO_LEADER) << 3
    EV_GO = 7             # all that was chosen secretly has been shown
    EV_COLUMN = 8         # column | four tokens of 5 bits from bit 4: Delian, then Peloponnesian
    EV_TURN = 9           # turn
    EV_REWARD = 10        # the seat's figure is rewarded by this empire
    EV_WON = 11           # the seat's figure won its fight in this territory
    EV_LOST = 12          # the seat's figures left this territory
    EV_HELD = 13          # territory | city << 4: held by this city now
    EV_JOINED = 14        # the city joined the seat's league
    EV_MET = 15           # the seat met the open card's objective (solo: this objective of the scenario)
    EV_FRONT = 16         # front | league << 2
    EV_OVER = 17          # outcome

# Why a token cannot be; engine/games/epireia/notation.py has the words.
cpdef enum:
    FITS = 0
    MALFORMED = 1         # no such thing, seat or move
    NOT_NOW = 2           # not in this phase, or not this seat
    IMPOSSIBLE = 3        # against the rules, or against what is known

# Sources of chance. The first are the decks.
cdef enum:
    SOURCE_ACT = 5        # + act: its cards
    SOURCE_AUGUR = 9      # solo: the augur cards
    SOURCE_ROLL = 10      # + league, or BRIGANDS: its rolls
    SOURCE_ENEMY = 13     # solo, `die`: where the enemy's figures go
    N_SOURCES = 14

# What a figure is measured by.
cdef enum Trial:
    AT_EMPIRE = 0
    AT_TERRITORY = 1
    AT_BRIGANDS = 2
    AT_CITY = 3


# Packed resources: wheat, wood and copper in the bytes 0, 1 and 2, each at most 127.
ctypedef uint32_t goods_t


# The standing effects of one open card (in solo together with the scenario's constraint).
cdef struct Standing:
    goods_t building_cost[MAX_BUILDINGS]    # what each building costs now,
    goods_t deck_cost[N_DECKS]              # and a token of each deck
    goods_t harvest                         # collected more
    goods_t dearth                          # collected less
    goods_t famine                          # 255 in the bytes of what cities do not collect
    goods_t tax
    uint32_t barred                         # spaces that nobody can enter
    uint16_t may_build                      # set of buildings
    uint8_t may_produce                     # set of decks
    uint8_t may_donate
    int8_t actions
    int8_t donation
    int8_t empire_roll
    int8_t territory_roll
    int8_t city_roll
    int8_t enemy_roll
    uint8_t enemy_rests
    uint8_t territory_yield


# An effect that happens at once.
cdef struct Once:
    uint8_t what                            # one of the effects above
    int8_t n
    uint8_t deck
    goods_t goods                           # taken, lost or paid
    goods_t less                            # of the treasury: taken out
    uint16_t territories                    # set


cdef struct Objective:
    uint8_t kind
    uint8_t n
    uint8_t at_end                          # solo: must hold after the last turn
    uint16_t which                          # set of buildings, territories, resources or decks


cdef struct Card:
    uint8_t act
    uint8_t n_once
    uint8_t n_reward
    uint8_t reward[MAX_LIST]                # decks
    Once once[MAX_EFFECTS]
    Objective objective


cdef struct EpireiaRules:
    RulesHead head
    uint8_t solo
    uint8_t mode
    uint8_t n_boards
    uint8_t league[MAX_BOARDS]              # of each seat, for two to four players
    # Orders, for two to four players.
    uint8_t n_turns                         # development turns
    uint8_t dev_turn[8]                     # whose each is
    uint8_t dev_order[MAX_BOARDS]
    uint8_t dip_order[MAX_BOARDS]
    uint8_t lone_yield[MAX_BOARDS]          # how many times each city's yield is collected
    uint8_t n_late                          # tokens of the Peloponnesian league at the start,
    uint8_t late_army[MAX_LIST]             # because it develops last
    # Settings.
    uint8_t turns
    goods_t start_goods
    uint8_t start_prestige
    goods_t goods_cap                       # packed, the same in every byte
    goods_t treasury_cap
    uint8_t prestige_cap
    uint8_t actions
    uint8_t donate_min
    uint8_t donate_max
    uint8_t donate_prestige
    uint8_t trade_posts
    uint8_t figures_max
    uint8_t die
    uint8_t brigand_power
    uint8_t n_steps
    uint8_t prestige_steps[4]
    uint8_t treasury_pays                   # whether a league's treasury can pay for tokens
    uint8_t assembly_alone                  # solo: whether an Assembly helps in territories
    # Cities and figures.
    uint8_t n_cities
    goods_t city_yield[MAX_CITIES]
    uint8_t city_first[MAX_CITIES]
    uint8_t city_prestige[MAX_CITIES]       # every so many turns; 0: never
    uint8_t city_league[MAX_CITIES]         # solo: the only league it can be in, or NOBODY
    uint8_t city_target[MAX_CITIES]
    goods_t city_tribute[MAX_CITIES]
    uint8_t n_brings[MAX_CITIES]
    uint8_t brings[MAX_CITIES][MAX_LIST]
    uint64_t figures_of[MAX_CITIES]         # sets
    uint8_t n_figures
    uint8_t figure_city[MAX_FIGURES]
    uint8_t figure_power[MAX_FIGURES]
    uint8_t figure_diplomacy[MAX_FIGURES]
    uint8_t talent[MAX_FIGURES]
    uint8_t talent_at[MAX_FIGURES]          # space or front
    uint8_t talent_n[MAX_FIGURES]
    goods_t talent_goods[MAX_FIGURES]       # what forage, gift and home take
    # Spaces.
    uint8_t n_empires
    uint8_t empire_target[MAX_EMPIRES]
    goods_t empire_reward[MAX_EMPIRES]
    uint8_t empire_deck[MAX_EMPIRES]
    uint8_t n_territories
    uint16_t sea                            # set of territories
    goods_t territory_goods[MAX_TERRITORIES]
    uint32_t spaces                         # the set of all empires and territories
    # Buildings.
    uint8_t n_buildings
    uint8_t building_effect[MAX_BUILDINGS]  # DO_PRESTIGE, DO_FIGURE, or DO_NOTHING at once
    uint8_t building_prestige[MAX_BUILDINGS]
    goods_t building_harvest[MAX_BUILDINGS]
    int8_t building_empire[MAX_BUILDINGS]
    int8_t building_city[MAX_BUILDINGS]
    uint16_t harvesting                     # sets of the buildings with such effects
    uint16_t embassies
    uint16_t assemblies
    uint16_t abilities
    uint16_t barracks                       # and of those that allow level II
    # Army.
    uint8_t n_deck[N_DECKS]
    uint8_t power_count[N_DECKS][MAX_POWER + 1]
    uint8_t deck_level[N_DECKS]
    uint16_t level2_by[N_DECKS]             # buildings of which one is needed; 0: none is
    uint8_t level1                          # set of decks
    uint8_t deck_of[N_FRONTS][2]            # by front and level
    uint8_t front_seat[N_FRONTS]            # 0: the first seat of a league of two decides there, 1: the second
    uint8_t tie_front
    # Administrators.
    uint8_t n_administrators
    uint8_t bonus_at[MAX_ADMINISTRATORS][N_BONUSES]
    Once bonus[MAX_ADMINISTRATORS][N_BONUSES]
    Once ability[MAX_ADMINISTRATORS]        # of trade, `n` is given and `deck` is taken
    # Cards.
    uint32_t act_cards[4]                   # sets, by act; solo: the augur cards at 0
    Card card[MAX_CARDS]
    Standing force[MAX_CARDS + 1]           # by open card; the last: none is open
    Standing plain                          # no effects: what concerns the solo enemy
    # Solo.
    uint8_t city_choices                    # sets; one choice is not asked
    uint8_t league_choices
    uint16_t administrator_choices
    uint8_t enemy_cities                    # set
    uint8_t leader                          # the city that leads them
    uint8_t n_enemies
    uint8_t enemy_figure[MAX_IN_PLAY]
    uint8_t enemy_administrator
    goods_t rival_income
    uint8_t n_muster
    uint8_t muster_deck[MAX_MUSTER]
    uint8_t muster_column[MAX_MUSTER]       # of nine
    uint8_t n_constraint
    Once constraint[MAX_EFFECTS]
    uint8_t n_goals
    Objective goal[MAX_LIST]
    uint8_t die_space[MAX_DIE + 1][MAX_CITIES]


# What belongs to one seat.
cdef struct Board:
    goods_t goods
    uint16_t buildings                      # set
    uint16_t held                           # derived: territories held by its city (the solo enemy: its cities)
    uint8_t league                          # NOBODY while not chosen
    uint8_t city                            # NONE while not chosen; of the enemy the leading one
    uint8_t administrator
    uint8_t prestige
    uint8_t bonuses                         # reached
    uint8_t uses                            # of the ability
    uint8_t actions                         # left in the present development turn
    uint8_t favour
    uint8_t donations
    uint8_t empires                         # set of those that rewarded it
    uint8_t cities                          # that joined through its figures
    uint8_t victories
    uint8_t n_figures
    uint8_t figure[MAX_IN_PLAY]             # in the order of coming into play
    uint8_t at[MAX_IN_PLAY]                 # a space, HOME or ROAD


# An army token is level << 3 | power (see army_token); power 0: the viewer does not know it; all 0: no token.
cdef struct EpireiaState:
    # Public.
    Board board[MAX_BOARDS]
    goods_t treasury[2]                     # by league
    uint32_t there[2]                       # derived, by league: the spaces where it has figures
    uint32_t drawn                          # set of cards drawn so far
    uint16_t brigands                       # set of territories,
    uint16_t passing                        # and of those from which they leave when the turn ends
    uint8_t holder[MAX_TERRITORIES]         # city or NONE
    uint8_t since[MAX_TERRITORIES]          # the turn of its token
    uint8_t joined[2]                       # by league: set of cities
    uint8_t phase
    uint8_t turn
    uint8_t step
    uint8_t substep
    uint8_t act
    uint8_t card                            # the open one or NONE
    uint8_t met
    uint8_t goals                           # solo: set of the objectives that are met
    uint8_t rolls[N_ROLLERS]                # Delian, Peloponnesian, brigands; 0: not made
    uint8_t n_agenda
    uint8_t agenda[MAX_AGENDA]
    uint8_t revealed                        # columns of the battle
    uint8_t stage
    uint8_t first                           # league, or NOBODY before the battle
    uint8_t power[2]
    uint8_t engaged[N_FRONTS]               # set of leagues
    uint8_t won[N_FRONTS][2]                # columns
    uint8_t front[N_FRONTS]                 # who won it
    uint8_t outcome
    # Public numbers with private parts: [0] is how many there are, [1] to [6] how many of each power.
    uint8_t army[2][N_DECKS][MAX_POWER + 2]
    # The deck's parts are hidden from all.
    uint8_t deck[N_DECKS][MAX_POWER + 2]
    # Private: of a seat until all have chosen, of a league until both have.
    uint8_t chosen[MAX_BOARDS]              # starting figure or NONE
    uint8_t n_columns[2][N_FRONTS]          # decided, by league
    uint8_t slot[2][N_COLUMNS][2]           # powers are private until the column is revealed
    uint8_t leader[2][N_FRONTS]             # figure, EMPTY or NONE
    # Bookkeeping.
    uint8_t veiled                          # 1 in an observation: what is secret comes by events, not from here


cdef inline move_t move_of(int verb, int a, int b, int c) noexcept nogil:
    return verb | (a << 5) | (b << 12) | (c << 19)


cdef inline int move_verb(move_t move) noexcept nogil:
    return move & 31


cdef inline int move_a(move_t move) noexcept nogil:
    return (move >> 5) & 127


cdef inline int move_b(move_t move) noexcept nogil:
    return (move >> 12) & 127


cdef inline int move_c(move_t move) noexcept nogil:
    return (move >> 19) & 31


# Packed resources, three at once: bit 7 of each byte is spare, so a borrow or a carry can be seen there.

cdef inline int amount(goods_t goods, int resource) noexcept nogil:
    return (goods >> (8 * resource)) & 127


cdef inline goods_t goods_of(int resource, int n) noexcept nogil:
    return <goods_t>n << (8 * resource)


cdef inline int total_goods(goods_t goods) noexcept nogil:
    return amount(goods, 0) + amount(goods, 1) + amount(goods, 2)


cdef inline bint can_pay(goods_t have, goods_t cost) noexcept nogil:
    return ((have | <goods_t>0x808080) - cost) & 0x808080 == 0x808080


cdef inline goods_t capped(goods_t goods, goods_t cap) noexcept nogil:
    """The goods, none of them beyond its cap."""
    cdef goods_t over = (((goods | <goods_t>0x808080) - cap) & 0x808080) >> 7
    over *= 0xFF                            # 255 in the bytes that reach the cap
    return (goods & ~over) | (cap & over)


cdef inline goods_t minus(goods_t goods, goods_t loss) noexcept nogil:
    """The goods without the loss, or without what there is."""
    cdef goods_t left = (goods | <goods_t>0x808080) - loss
    return left & (((left & 0x808080) >> 7) * 0x7F)


cdef inline goods_t times(goods_t goods, int n) noexcept nogil:
    return goods * n


# Army tokens.

cdef inline int army_token(int level, int power) noexcept nogil:
    return level << 3 | power


cdef inline int army_level(int token) noexcept nogil:
    """1 or 2; 0 if there is no token."""
    return token >> 3


cdef inline int army_power(int token) noexcept nogil:
    """1 to 6; 0 where the viewer does not know it."""
    return token & 7


cdef inline int deck_of_token(const EpireiaRules* rules, int front, int token) noexcept nogil:
    """The deck from which an army token on that front came."""
    return rules.deck_of[front][army_level(token) - 1]


cdef inline int front_power(const EpireiaRules* rules, int figure, int front) noexcept nogil:
    """The power of a figure on a front, with its talent."""
    cdef int power = rules.figure_power[figure]
    if rules.talent[figure] == FRONT_TALENT and rules.talent_at[figure] == front:
        power += rules.talent_n[figure]
    return power


cdef inline int front_shown(const EpireiaState* state) noexcept nogil:
    """The front of the column that was turned up last."""
    return (state.revealed - 1) // COLUMNS_EACH


cdef inline int asked_league(const EpireiaState* state) noexcept nogil:
    """The league that is asked to engage its figure."""
    if state.stage == ASK_FIRST or state.stage == ASK_REPLY:
        return state.first
    return 1 - state.first


cdef inline const Standing* in_force(const EpireiaRules* rules, const EpireiaState* state) noexcept nogil:
    """The standing effects of the open card."""
    return &rules.force[state.card if state.card != NONE else <int>MAX_CARDS]


cdef inline const Standing* standing_for(const EpireiaRules* rules, const EpireiaState* state,
                                         int board) noexcept nogil:
    """The standing effects that concern a board: in solo, the enemy's by none."""
    if rules.solo and board == ENEMY:
        return &rules.plain
    return in_force(rules, state)


cdef inline bint enemy_army_stands(const EpireiaRules* rules) noexcept nogil:
    """Solo: whether the enemy army stands in its columns from the start."""
    return rules.solo and rules.mode != RIVAL


cdef inline int n_playing(const EpireiaRules* rules) noexcept nogil:
    """The boards that develop and collect."""
    return 1 if enemy_army_stands(rules) else rules.n_boards


cdef inline int nth_to_develop(const EpireiaRules* rules, const EpireiaState* state, int i) noexcept nogil:
    """The i-th board in development order: the Delian ones first."""
    if not rules.solo:
        return rules.dev_order[i]
    return i if rules.mode != RIVAL else i ^ state.board[PLAYER].league


cdef inline int dev_turn(const EpireiaRules* rules, const EpireiaState* state, int i) noexcept nogil:
    """Whose development turn number i is."""
    return rules.dev_turn[i] if not rules.solo else nth_to_develop(rules, state, i)


cdef inline int n_dev_turns(const EpireiaRules* rules) noexcept nogil:
    return rules.n_turns if not rules.solo else n_playing(rules)


cdef inline int nth_to_send(const EpireiaRules* rules, int i) noexcept nogil:
    """The i-th board in diplomacy order: the Peloponnesian ones first, in solo the player."""
    return rules.dip_order[i] if not rules.solo else i


cdef inline void add_task(EpireiaState* state, int task, int who, int deck) noexcept nogil:
    """A new task at the end of the agenda."""
    state.agenda[state.n_agenda] = task | (who << 2) | (deck << 5)
    state.n_agenda += 1


cdef inline int task_of(uint8_t task) noexcept nogil:
    return task & 3


cdef inline int task_who(uint8_t task) noexcept nogil:
    return (task >> 2) & 7


cdef inline int task_deck(uint8_t task) noexcept nogil:
    return task >> 5

"""Epix: every number that is an opinion, for the evaluation, the heuristics and the search. The rules need none.

A tuner changes the values below; the lists after them make their names known to Cython.

The weights of a position are in log odds: a lead of 1 is a chance to win of about 0.73. They are fitted to 800 games
that the search played against itself. Those named ..._LATE are multiplied by the part of the game that has been
played: 0 in the draft, 1 in the last season.

The worth of a move is in provinces: one that is gained, or taken from a rival, counts about 1; 0 is doing nothing.
"""

cdef extern from *:
    """
    /* A position, in log odds. */
    #define GOLD_WORTH ((float)0.05)                 /* a piece of gold */
    #define GOLD_LATE ((float)0.14)
    #define SOLDIER_WORTH ((float)0.23)              /* a soldier on the board */
    #define SOLDIER_LATE ((float)0.29)
    #define KNIGHT_WORTH ((float)0.3)                /* a knight on the board */
    #define KNIGHT_LATE ((float)0.67)
    #define CAMP_WORTH ((float)0.26)                 /* a camp on the board */
    #define CAMP_LATE ((float)0.32)
    #define CATAPULT_WORTH ((float)0.07)             /* a catapult on the board, early and late */
    #define PROVINCE_LATE ((float)0.15)              /* a province held; nothing in the draft */
    #define INCOME_PROVINCE_WORTH ((float)0.26)      /* a province held that has an income */
    #define INCOME_PROVINCE_LATE ((float)0.2)        /* taken off that: less income is to come */
    #define ABILITY_PER_SEASON ((float)0.1)          /* an ability card, for each season that it can still be used */
    #define FIRST_PLAYER_LATE ((float)0.46)          /* what the First Player card costs: who comes last knows more */
    #define CASTLE_THREAT ((float)0.35)              /* taken off for an enemy beside the own castle that none guards */
    #define CASTLE_THREAT_LATE ((float)0.23)         /* taken off that: fewer turns are left to take it */

    /* The worth of a province, as a share of the game: turns the worth of a move into a suggestion to the search. */
    #define PROVINCE_SHARE ((float)0.08)

    /* Recruiting. */
    #define RECRUIT_NEW_PROVINCE 1.1                 /* into a province that it gains */
    #define RECRUIT_REINFORCE 0.2                    /* into one that the seat holds */
    #define RECRUIT_CASTLE_GUARD 0.4                 /* on top: into the own castle, when none guards it */
    #define RECRUIT_KNIGHT 0.5                       /* on top: a knight is worth more than its price */
    #define RECRUIT_PER_GOLD 0.1                     /* taken off for each gold of the price */

    /* Moving. */
    #define MOVE_NEW_PROVINCE 1.0                    /* into a province that it gains */
    #define MOVE_CAPTURE 0.6                         /* on top: a rival loses it, and its catapult */
    #define MOVE_INCOME 0.2                          /* on top: the province has an income */
    #define MOVE_LEAVES_PROVINCE 1.0                 /* taken off if the unit was alone where it stood */
    #define MOVE_EFFORT 0.05                         /* taken off always: moving for nothing is worse than staying */

    /* Attacking. */
    #define ATTACK_WORTH 0.6                         /* with enough gold for a bid that is hard to guess */
    #define ATTACK_POOR_COST 0.3                     /* without it */
    #define ATTACK_PROVINCE 0.4                      /* on top: soldiers and knights may move in */
    #define ATTACK_OPEN_CASTLE 1.5                   /* on top: only the garrison is in the way of the win */
    #define ATTACK_HELD_CASTLE 0.3                   /* on top: a castle with defenders */
    #define FIRE_WITHOUT_BID 0.5                     /* on top: a catapult fires where nothing defends */
    #define GO_ON_WORTH 0.3                          /* going on against the next defender, with enough gold */
    #define GO_ON_POOR_COST 0.2                      /* without it */

    /* Amounts and the First Player card. */
    #define ABILITY_CARD_WORTH 0.5                   /* an ability card in the draft, before what is bid for it */
    #define OFFER_PER_GOLD 0.12                      /* taken off for each gold bid in the draft */
    #define BID_PER_GOLD 0.08                        /* for each gold bid in an auction or a fight */
    #define GUESS_PER_GOLD 0.03                      /* for each gold of an amount named: small bids are likelier */
    #define GIVE_TO_SELF 0.1                         /* keeping the First Player card, above giving it away */
    """
    const float GOLD_WORTH, GOLD_LATE, SOLDIER_WORTH, SOLDIER_LATE, KNIGHT_WORTH, KNIGHT_LATE, CAMP_WORTH, CAMP_LATE
    const float CATAPULT_WORTH, PROVINCE_LATE, INCOME_PROVINCE_WORTH, INCOME_PROVINCE_LATE, ABILITY_PER_SEASON
    const float FIRST_PLAYER_LATE, CASTLE_THREAT, CASTLE_THREAT_LATE
    const float PROVINCE_SHARE
    const double RECRUIT_NEW_PROVINCE, RECRUIT_REINFORCE, RECRUIT_CASTLE_GUARD, RECRUIT_KNIGHT, RECRUIT_PER_GOLD
    const double MOVE_NEW_PROVINCE, MOVE_CAPTURE, MOVE_INCOME, MOVE_LEAVES_PROVINCE, MOVE_EFFORT
    const double ATTACK_WORTH, ATTACK_POOR_COST, ATTACK_PROVINCE, ATTACK_OPEN_CASTLE, ATTACK_HELD_CASTLE
    const double FIRE_WITHOUT_BID, GO_ON_WORTH, GO_ON_POOR_COST
    const double ABILITY_CARD_WORTH, OFFER_PER_GOLD, BID_PER_GOLD, GUESS_PER_GOLD, GIVE_TO_SELF

cdef enum:
    ATTACK_GOLD = 3       # gold from which on a bid is hard to guess
    CASTLE_GOLD = 5       # gold from which on an attack on a castle counts as more than another

    # Playouts.
    PLAYOUT_CUTOFF = 1    # decisions after which one ends, where the evaluation can judge
    PLAYOUT_DRAWS = 3     # moves drawn at random, of which the one that looks best is made
    GO_ON_POOR_IN = 2     # without ATTACK_GOLD one goes on against the next defender once in so many times
    AUCTION_DIVISOR = 2   # nobody bids more than its gold divided by this

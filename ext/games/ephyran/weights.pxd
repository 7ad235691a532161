"""Ephyran: every number that is an opinion, for the evaluation, the heuristics and the search. The rules need none.

A tuner changes the values below; the lists after them make their names known to Cython.

All weights are in points of prestige unless they say otherwise. Those of a position are fitted to 500 games that the
search played against itself (log loss 0.541; by prestige alone 0.553).
"""

cdef extern from *:
    """
    /* A position: what a seat's prestige may come to, beside what lies there. */
    #define DIONYSUS_IN_HAND ((float)2.2)        /* a Dionysus in hand */
    #define SUPPORT_IN_HAND ((float)1.25)        /* a support in hand that takes something, or keeps it */
    #define FITTING_PLACE ((float)0.75)          /* a next area for which there is a half in hand */
    #define LOCKED_UNFINISHED ((float)2.4)       /* taken off for a locked territory that is not full */
    #define ON_TURN ((float)0.8)                 /* being the seat whose turn it is */

    /* A lead as log odds: LEAD_WEIGHT / (LEAD_SOFTENING + the part of the game that is left) for each point. */
    #define LEAD_WEIGHT ((float)0.07)
    #define LEAD_SOFTENING ((float)0.15)

    /* What a gain in prestige counts in a suggestion to the search, as a share of the game. A point is worth about a
       fiftieth of the game, but the gains below know little: with that share the search scored 0.80 against the greedy
       player (40 games), with a sixth of it 0.96. */
    #define GAIN_SHARE ((float)0.0035)

    /* A card in hand. */
    #define CARD_LEAST ((float)0.5)              /* any card, if only to discard it */
    #define CARD_SUPPORT ((float)1)              /* a card with a support */
    #define CARD_DIONYSUS ((float)1.5)           /* Dionysus */

    /* Building; on top of what the area itself brings. */
    #define ADD_GAIN ((float)0.5)                /* a place filled brings the end and its bonus nearer */
    #define ADD_DIONYSUS_COST ((float)0.5)       /* taken off: Dionysus fits everywhere, he can wait */
    #define REPLACE_COST ((float)0.5)            /* taken off for a change or an exchange with the hand */
    #define DISCARD_GAIN ((float)0.5)            /* a discard, before the worth of its card is taken off */
    #define DRAW_DISCARD_COST ((float)1)         /* taken off the worth of a card drawn from the discard */

    /* Supports. */
    #define TWINS_GAIN ((float)1)                /* the Twins: more cards and another action */
    #define GRAEAE_GAIN ((float)0.7)             /* the Graeae: a card of choice */
    #define TAKE_GAIN ((float)1)                 /* taking a token */
    #define EXCHANGE_COST ((float)0.5)           /* taken off the best exchange with an opponent: it can be stopped */
    #define DESTROY_GAIN ((float)0.8)            /* an opponent loses an area of its choice */
    #define STEAL_GAIN ((float)1.2)              /* stealing a token */
    #define TAKE_DIONYSUS_GAIN ((float)0.2)      /* taking an opponent's Dionysus, on top of the area */

    /* Locks and reactions. */
    #define LOCK_FULL_GAIN ((float)1)            /* locking a full territory: it has nothing to lose by it */
    #define LOCK_UNFINISHED_COST ((float)1)      /* locking one that still grows */
    #define UNLOCK_GAIN ((float)0.5)             /* unlocking an own territory that is not full */
    #define UNLOCK_COST ((float)0.5)             /* unlocking any other */
    #define STOP_TAKE_COST ((float)0.3)          /* a card spent to keep an opponent from a token of the supply */
    #define STOP_GAIN ((float)1)                 /* stopping anything that is aimed at the seat itself */
    """
    const float DIONYSUS_IN_HAND, SUPPORT_IN_HAND, FITTING_PLACE, LOCKED_UNFINISHED, ON_TURN
    const float LEAD_WEIGHT, LEAD_SOFTENING, GAIN_SHARE
    const float CARD_LEAST, CARD_SUPPORT, CARD_DIONYSUS
    const float ADD_GAIN, ADD_DIONYSUS_COST, REPLACE_COST, DISCARD_GAIN, DRAW_DISCARD_COST
    const float TWINS_GAIN, GRAEAE_GAIN, TAKE_GAIN, EXCHANGE_COST, DESTROY_GAIN, STEAL_GAIN, TAKE_DIONYSUS_GAIN
    const float LOCK_FULL_GAIN, LOCK_UNFINISHED_COST, UNLOCK_GAIN, UNLOCK_COST, STOP_TAKE_COST, STOP_GAIN

cdef enum:
    # Playouts.
    PLAYOUT_CUTOFF = 4    # decisions after which one ends, where the evaluation can judge
    PLAYOUT_DRAWS = 3     # moves drawn at random, of which the one that seems to bring most is made

    # The search.
    EXPAND_THROUGH = 4    # visits of a public node before the search passes through a new private node below it

"""Egemonia: what the evaluation, the heuristics and the search believe, as named numbers. None of them is a rule.

A tuner changes the values below; the list at the end only makes their names known to Cython.
"""

from petteia.ext.games.egemonia.state cimport N_TYPES

cdef extern from *:
    """
    /* The evaluation, fitted to a thousand games that the search played against itself. The unit is log odds to win.

       `near` is the part of Nike's areas that the leader has, `late` the part of the turns that have begun. */
    #define AREA_LEAD 0.21              /* one area more than the enemy, */
    #define AREA_LEAD_NEAR 0.66         /* more of it times `near`, */
    #define AREA_LEAD_LATE 0.17         /* and times `late` */
    #define SECOND_FROM 0.3             /* second influences count from this `late` on: */
    #define SECOND_LATE 1.1             /* one more than the enemy, times `late`, */
    #define SECOND_BASE 0.33            /* less this */
    #define SICILY_LATE 0.2             /* to stand in Sicily, which breaks ties, times `late` */
    #define ORACLE 0.22                 /* to hold the Oracle */

    /* Events in hand, in log odds before the factor that follows: */
    #define HAND_OWN_SPECIAL 0.12       /* a special event that acts for its owner, */
    #define HAND_ENEMY_SPECIAL (-0.54)  /* that acts for the enemy, */
    #define HAND_FALSE_ALARM (-0.65)    /* a False alarm, */
    #define HAND_STRONG 0.42            /* Divine help and Olympics, */
    #define HAND_COMMON 0.22            /* all others. */
    #define HAND_BASE 0.3               /* A hand counts this factor, and `near` more. */

    /* What placing an event promises. The unit is areas. */
    #define AREA_SHARE 0.1f             /* what an area is worth to `suggest`, as a share of the game */
    #define ACT_AGAINST_TWO 0.5         /* an act that takes one of the enemy's two influences, */
    #define ACT_TAKES_AREA 1.0          /* the last one of the enemy, */
    #define ACT_AGAINST_SYRACUSE 0.3    /* Syracuse from Sicily, */
    #define ACT_GAINS_AREA 1.0          /* or that adds the first own influence, */
    #define ACT_SECOND 0.35             /* the second, */
    #define ACT_WASTED 0.02             /* or none because two stand there */
    #define MAY_BE_ANSWERED 0.9         /* factor while the enemy can still place an event there */
    #define DIVINE_HELP_PASSES 0.3      /* cost of Divine help: the enemy will have it (4.5) */
    #define OLYMPICS_UNOPPOSED 0.1      /* cost of Olympics where no enemy event lies */

    /* The chance that an event beats, and that it loses to, one of unknown type, by its own type: Military, Influence,
       Coup, False alarm, Divine help, Olympics. */
    static const float WIN_CHANCE[6] = {0.35f, 0.35f, 0.35f, 0.0f, 0.9f, 0.0f};
    static const float LOSS_CHANCE[6] = {0.3f, 0.3f, 0.3f, 0.85f, 0.0f, 0.0f};

    /* Other moves. The unit is areas. */
    #define SETUP_NEIGHBOUR 0.1         /* each neighbour of the area that is chosen in the setup */
    #define PYTHIA_BAD 0.5              /* to give Pythia an event that helps the enemy or nobody, */
    #define PYTHIA_GOOD (-0.5)          /* one that is better kept, */
    #define PYTHIA_COMMON (-0.2)        /* any other */

    /* How much likelier a sensible player is to make a placement: exp(eagerness * areas that it promises). */
    #define EAGERNESS 3.0

    /* The search. */
    #define SEARCH_UCB 0.2              /* width of its confidence bounds, by matches; a share of the game */
    """
    const double AREA_LEAD, AREA_LEAD_NEAR, AREA_LEAD_LATE, SECOND_FROM, SECOND_LATE, SECOND_BASE, SICILY_LATE, ORACLE
    const double HAND_OWN_SPECIAL, HAND_ENEMY_SPECIAL, HAND_FALSE_ALARM, HAND_STRONG, HAND_COMMON, HAND_BASE
    const float AREA_SHARE
    const double ACT_AGAINST_TWO, ACT_TAKES_AREA, ACT_AGAINST_SYRACUSE, ACT_GAINS_AREA, ACT_SECOND, ACT_WASTED
    const double MAY_BE_ANSWERED, DIVINE_HELP_PASSES, OLYMPICS_UNOPPOSED
    const float WIN_CHANCE[N_TYPES]
    const float LOSS_CHANCE[N_TYPES]
    const double SETUP_NEIGHBOUR, PYTHIA_BAD, PYTHIA_GOOD, PYTHIA_COMMON, EAGERNESS
    const double SEARCH_UCB

cdef enum:
    PLAYOUT_TRIES = 5         # random placements of which a guided playout makes the best
    PLAYOUT_CUTOFF = 1        # decisions of a guided playout, which then goes on to the end of the turn

"""Epireia: what the evaluation, the heuristics and the search believe, as named numbers. None of them is a rule.

A tuner changes the values below; the lists after them only make the names known to Cython.
"""

cdef extern from *:
    """
    /* Evaluation: the turns that are still to come, where the acts decide it. Means of games that the engine played. */
    #define TURNS_IN_ACT_1 8.2          /* turns, with the objective of act I open, */
    #define TURNS_AFTER_ACT_1 7.3       /* or met */
    #define TURNS_IN_ACT_2 5.6
    #define TURNS_AFTER_ACT_2 3.7
    #define TURNS_IN_ACT_3 3.0
    #define TURNS_MANY_CITIES 0.7       /* factor with more than two players: more cities meet the objectives sooner */

    /* Evaluation: what a city has, in powers of tokens for each front, fitted to games of the engine against itself.
       This part counts times `left`, the turns to come divided by TURNS_UNIT: */
    #define BOARD_GOODS 0.12            /* each wheat, wood or copper, */
    #define BOARD_TERRITORY 0.3
    #define BOARD_INCOME 0.25           /* each resource that it collects a turn, without territories, */
    #define BOARD_BUILDING 0.3
    #define BOARD_EMBASSY 0.25          /* the embassy, for each figure; +2 on its rolls with empires, */
    #define BOARD_ASSEMBLY 0.15         /* the assembly, for each figure, */
    #define BOARD_PRESTIGE 0.05
    #define BOARD_FIGURE 0.55
    #define BOARD_ACTION 0.4            /* each action left in the present development turn, */
    #define BOARD_FIGURE_DIPLOMACY 0.13  /* each diplomacy of a figure, */
    #define LEAGUE_TREASURY 0.12        /* and each resource in the league's treasury. */
    /* This part counts at any time: */
    #define BOARD_FIGURE_NOW 0.3
    #define BOARD_BARRACKS 1.0          /* a building that allows level II */
    #define BOARD_ABILITY 0.7           /* each use of the administrator's ability that is left */
    #define BOARD_FAVOUR 0.08           /* each point of a favour that holds, for each figure */
    #define BOARD_FIGURE_POWER 0.15     /* each power of a figure on its best front */
    #define LEAGUE_OBJECTIVE 1.4        /* the open card's objective, times the part that is done */
    #define LONE_CITY_EXTRA 0.5         /* a lone city with two development turns counts so much more */

    /* The same in solo against an army that stands from the start: less, for nobody takes anything away. The first
       ones count times the part of the turns that is left. */
    #define STANDING_GOODS 0.1
    #define STANDING_TERRITORY 0.5
    #define STANDING_INCOME 0.25
    #define STANDING_BUILDING 0.2
    #define STANDING_EMBASSY 0.25       /* for each figure */
    #define STANDING_ASSEMBLY 0.3       /* for each figure */
    #define STANDING_BARRACKS 0.3
    #define STANDING_FIGURE 0.5
    #define STANDING_FIRST_FIGURE 3.0   /* the first figure, before it is chosen: so that the choice is no shock */
    #define STANDING_FIGURE_DIPLOMACY 0.5
    #define STANDING_PRESTIGE 0.1
    #define STANDING_TREASURY 0.06
    #define STANDING_ABILITY 0.5        /* this and the next count at any time */
    #define STANDING_FAVOUR 0.06
    #define STANDING_FIGURE_POWER 0.3
    /* A talent's points, in points of diplomacy: */
    #define TALENT_EMPIRE 0.5           /* with one empire, */
    #define TALENT_PLACE 0.4            /* in territories of one kind, against brigands or with cities, */
    #define TALENT_GOODS 0.6            /* goods that it brings, */
    #define STANDING_UNDUE 0.7          /* the part of that army that the player's need not match at the start */

    /* Evaluation: how sure a lead on a front is, as a factor before it becomes a chance to win the front. */
    #define SURE_BATTLE 0.3             /* in the battle, */
    #define SURE_STANDING 0.5           /* against an army that stands from the start, */
    #define SURE_BEFORE_BATTLE 0.4      /* before the battle, divided by 1 + `left`: a lead may be lost again. (Truer
                                           chances fall off four times as fast, and play worse.) */
    #define COLUMN_WON 6.0              /* a column won, in powers of tokens */
    #define GOAL_MISSING 0.9            /* solo: the part of the chance that an objective not begun costs at the end */

    /* Heuristics: the unit is a share of the game. */
    #define TOKEN 0.02                  /* a token, times its level, */
    #define TOKEN_STANDING 0.04         /* in solo against an army that stands */
    #define TOKEN_OF_EMPIRE 0.02        /* a token in an empire's reward */
    #define GOODS 0.005                 /* each resource that an empire or a territory gives */
    #define TERRITORY_TURNS 6.0         /* times that a territory taken in the first turn is expected to yield again */
    #define JOINED_CITY 0.05
    #define CONTESTED_TALKS 0.6         /* factor at an empire or a city where the other league stands, */
    #define CONTESTED_TERRITORY 0.5     /* and in a territory */
    #define DEFENDED_TERRITORY 0.8      /* factor for a territory that is held already and contested */
    #define TAKEN_TERRITORY 1.5         /* factor for one that is taken from somebody */
    /* Solo, where the enemy's army stands: what its figures can do to the player. Much more than it is worth,
       for the search hardly sees the difference in a thousand iterations. */
    #define MEET_AT_EMPIRE 0.4         /* to stand where the player's figure is, */
    #define MEET_IN_TERRITORY 0.4
    #define MEET_AT_HELD 0.5           /* in a territory that the player defends, */
    #define TAKE_FROM_PLAYER 0.6      /* to take one that nobody defends */
    #define IDLE_JOURNEY (-0.4)         /* to go where nobody of the player's is */
    #define BUILD_FIGURE 0.06           /* a building that brings a figure, times the part of the turns that is left, */
    #define BUILD_FIGURE_NONE (-0.01)   /* if none can come, */
    #define BUILD_PRESTIGE 0.012        /* that brings prestige, each, */
    #define BUILD_HARVEST 0.04          /* that brings resources, times the part of the turns that is left, */
    #define BUILD_ROLLS 0.015           /* that helps with rolls, for each figure, as well */
    #define BUILD_ABILITY 0.02          /* that allows the administrator's ability once more, */
    #define BUILD_OTHER 0.025           /* any other, times the part of the turns that is left */
    #define DONATION 0.012              /* a donation, */
    #define DONATION_STANDING 0.002     /* in solo against an army that stands, */
    #define DONATED_GOODS 0.003         /* less this for each resource */
    #define ABILITY 0.015               /* to use the administrator's ability */
    #define DONE_EARLY (-0.02)          /* to end a development turn with actions left */
    #define STAY_WITH_TALENT 0.005      /* to keep a figure at home that gains something there */
    #define GIVEN_GOODS 0.01            /* to give up a territory, for each resource that it yields */
    #define FIGURE_POWER 0.004          /* to choose a figure, or to have it lead a front: each power, */
    #define FIGURE_DIPLOMACY 0.004      /* and, when it is chosen, each diplomacy */
    #define ENGAGE_WON (-0.1)           /* to engage a figure in a column that is won already, */
    #define ENGAGE_TURNS 0.15           /* that it turns, */
    #define ENGAGE_LOST (-0.05)         /* that stays lost or drawn */
    #define COLUMN_LEAD 0.5             /* solo placement: a lead of so many powers is expected to win a column: */
    #define COLUMN_TAKEN 0.1            /* what that is worth, */
    #define COLUMN_POWER 0.01           /* less this for each power spent beyond the enemy's, or on a lost column */
    #define STEP_OF_GOAL 0.04           /* a step towards an objective of the solo scenario, */
    #define STEP_OF_CARD 0.02           /* of the open card */
    #define STEP_PER_GOODS 0.3          /* each resource donated towards a treasury, in steps */
    """
    const double TURNS_IN_ACT_1, TURNS_AFTER_ACT_1, TURNS_IN_ACT_2, TURNS_AFTER_ACT_2, TURNS_IN_ACT_3, TURNS_MANY_CITIES
    const double BOARD_GOODS, BOARD_TERRITORY, BOARD_BUILDING, BOARD_PRESTIGE, BOARD_FIGURE, BOARD_ACTION
    const double LEAGUE_TREASURY, BOARD_FIGURE_NOW, BOARD_BARRACKS, BOARD_FIGURE_POWER, LEAGUE_OBJECTIVE
    const double LONE_CITY_EXTRA, BOARD_INCOME, BOARD_EMBASSY, BOARD_ASSEMBLY, BOARD_ABILITY, BOARD_FIGURE_DIPLOMACY
    const double STANDING_GOODS, STANDING_TERRITORY, STANDING_BUILDING, STANDING_PRESTIGE, STANDING_TREASURY
    const double STANDING_FIGURE_POWER, STANDING_UNDUE, STANDING_INCOME, STANDING_EMBASSY, STANDING_ASSEMBLY
    const double STANDING_FIRST_FIGURE, STANDING_BARRACKS, STANDING_FIGURE, STANDING_FIGURE_DIPLOMACY, STANDING_ABILITY
    const double TALENT_EMPIRE, TALENT_PLACE, TALENT_GOODS, BOARD_FAVOUR, STANDING_FAVOUR
    const double SURE_BATTLE, SURE_STANDING, SURE_BEFORE_BATTLE, COLUMN_WON, GOAL_MISSING
    const double TOKEN, TOKEN_STANDING, TOKEN_OF_EMPIRE, GOODS, TERRITORY_TURNS, JOINED_CITY, CONTESTED_TALKS
    const double CONTESTED_TERRITORY, DEFENDED_TERRITORY, TAKEN_TERRITORY
    const double BUILD_FIGURE, BUILD_FIGURE_NONE, BUILD_PRESTIGE, BUILD_HARVEST, BUILD_OTHER
    const double BUILD_ROLLS, BUILD_ABILITY, MEET_AT_EMPIRE, MEET_IN_TERRITORY, MEET_AT_HELD, TAKE_FROM_PLAYER
    const double IDLE_JOURNEY
    const double DONATION, DONATION_STANDING, DONATED_GOODS, ABILITY, DONE_EARLY, STAY_WITH_TALENT, GIVEN_GOODS
    const double FIGURE_POWER, FIGURE_DIPLOMACY, ENGAGE_WON, ENGAGE_TURNS, ENGAGE_LOST
    const double COLUMN_LEAD, COLUMN_TAKEN, COLUMN_POWER, STEP_OF_GOAL, STEP_OF_CARD, STEP_PER_GOODS

cdef enum:
    TURNS_UNIT = 8            # evaluation: turns to come that count as 1
    STANDING_EDGE = 0         # evaluation, solo against an army that stands: what arranging the own army and figures in
    #                           the battle are worth to the player, in powers of tokens for each front
    USUAL_YIELD = 4           # of a city that is not chosen yet
    BRIGAND_ROLL = 7          # heuristics: what a figure must expect the brigands to roll
    PLAYOUT_TRIES = 8         # random moves of which a guided playout makes the best. Of three: 0.375 in 120 games at
    #                           equal nodes. Of sixteen: no better at equal time
    PLAYOUT_CUTOFF = 10       # decisions of a guided playout before the battle
    EXPAND_THROUGH = 1        # visits that a public node needs before the search passes a new private node below it

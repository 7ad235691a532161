"""The search's parameters: as the search reads them. What each one means stands in params.pyx."""

from petteia.ext.core.game cimport GameOps

cdef enum:
    MOST_REGRETS = 48     # moves that regret matching by importance weights can learn; those of more are too wild
    TO_THE_END = -1       # as a cutoff: no position is judged before the game is over,
    NO_PLAYOUT = -2       # or it is judged where the tree ends


cdef struct Params:
    double ucb
    double root_ucb
    double early_ucb
    double root_early_ucb
    double explore
    double prior
    double belief
    double widen
    int first_moves
    int regret_moves
    int borrow_until
    int expand_through
    int resample
    int same_worlds
    int cutoff
    int mix_root
    int guided


cdef int read_params(object given, const GameOps* ops, bint judged, Params* out) except -1

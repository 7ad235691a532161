"""The search's parameters, each declared once: what it does, what it is unless told otherwise, and what it may be.

`Searcher`, the options of the player ``ismcts``, their help and the table in docs/search.md are all made from this.
"""

from collections import namedtuple
from numbers import Real

from petteia.ext.core.game cimport GameOps
from petteia.ext.core.handles cimport Rules
from petteia.ext.search.tree cimport MAX_EDGES

MAX_THREADS = 256
MAX_MEMORY_MB = 1 << 20

# Where a parameter is left to the search.
cdef double USUAL_UCB = 0.45        # in a game that names no width
cdef double EARLY_UCB = 3           # where playouts go to the end: won or lost says less than a position judged


class Parameter(namedtuple("Parameter", "name default low high whole about special sensible", defaults=[None])):
    """One parameter: a number between two bounds, or one of a few `special` values that stand for something else.

    `sensible` are narrower bounds, between which a better value may lie (None: it is no question of more or less). From
    a lower one above 0 a value is looked for by factors, from 0 by differences.
    """

    __slots__ = ()

    @property
    def want(self) -> str:
        """What its value may be."""
        bounds = f"{'a whole number' if self.whole else 'a number'} from {self.low} to {self.high}"
        return bounds + "".join(f"; {value}: {meaning}" for value, meaning in self.special.items())

    def check(self, value: object) -> float:
        """The value, a whole number as an int; ValueError if it is none that this parameter may have."""
        if isinstance(value, Real) and (value in self.special or self.low <= value <= self.high):
            if not self.whole:
                return float(value)
            if value == int(value):
                return int(value)
        raise ValueError(f"{self.name}={value!r}: want {self.want}")


PARAMETERS = {parameter.name: parameter for parameter in (
    Parameter("ucb", 0, 0, 100, False, "Width of the confidence bounds by which open moves are chosen.",
              {0: "as the game says"}, (0.05, 4)),
    Parameter("root_ucb", 0, 0, 100, False, "That width among the moves of the seat itself, at the root.",
              {0: "as elsewhere"}, (0.05, 4)),
    Parameter("early_ucb", -1, 0, 100, False, "What is added to that width for a move that was never tried, against"
              " bad luck at first; it shrinks with each visit.",
              {-1: f"{EARLY_UCB:g} where playouts go to the end of the game, else 0"}, (0, 8)),
    Parameter("root_early_ucb", 8, 0, 100, False, "The same among the moves of the seat itself, at the root.", {},
              (0, 16)),
    Parameter("explore", 0.5, 0.001, 1, False, "Share of the choices that are made at random where a strategy is"
              " mixed.", {}, (0.05, 0.9)),
    Parameter("prior", 3, 0, 100, False, "How much the game's own opinion of a move counts while the move has few"
              " visits.", {}, (0.1, 30)),
    Parameter("belief", 0, 0, 1, False, "Share of the worlds that are drawn by how plausible the others' secret choices"
              " are in them.", {}, (0, 1)),
    Parameter("widen", 1, 0, 1000, False, "A node looks at this many moves, times the square root of its visits.", {},
              (0.25, 4)),
    Parameter("first_moves", 4, 1, MAX_EDGES, True, "A node looks at no fewer moves than this.", {}, (2, 32)),
    Parameter("regret_moves", 8, 0, MOST_REGRETS, True, "A hidden choice among at most so many moves is learnt by"
              " regret matching.", {}),
    Parameter("borrow_until", 16, 1, 1_000_000, True, "A node with fewer visits than this also uses what its public"
              " node has learnt.", {0: "never"}, (1, 256)),
    Parameter("expand_through", -1, 1, 1_000_000, True, "Visits that a public node needs before the search passes"
              " through a new private node below it.", {0: "never", -1: "as the game says"}),
    Parameter("resample", 4, 1, 1_000_000, True, "Every so many iterations the seat's own secrets are drawn anew.",
              {0: "never"}, (1, 32)),
    Parameter("same_worlds", 1, 0, 1, True, "In which worlds the seat's open moves are tried, at the root.",
              {0: "each try in another one", 1: "every move in the same ones, one after the other"}),
    Parameter("cutoff", 0, 1, 10_000, True, "Decisions of a playout before the position is judged.",
              {0: "as the game says", TO_THE_END: "to the end of the game",
               NO_PLAYOUT: "no playout, the position is judged where the tree ends"}, (1, 64)),
    Parameter("mix_root", 0, 0, 1, True, "How a hidden choice among more moves is learnt at the root.",
              {0: "as an open one", 1: "by regret matching"}),
    Parameter("guided", 1, 0, 1, True, "Which moves playouts make.",
              {0: "uniformly random ones", 1: "sensible ones where the game has an opinion"}),
)}


cdef int read_params(object given, const GameOps* ops, bint judged, Params* out) except -1:
    """All parameters, from those that are given by name (None: none of them) and from what the game says.

    `judged`: positions are judged by somebody else's evaluation, so there must be some to judge.
    """
    chosen = {name: parameter.default for name, parameter in PARAMETERS.items()}
    for name, value in (given or {}).items():
        if name not in PARAMETERS:
            raise ValueError(f"no parameter {name!r}: want {', '.join(PARAMETERS)}")
        chosen[name] = PARAMETERS[name].check(value)
    out[0] = chosen
    if judged and out.cutoff == TO_THE_END:
        raise ValueError("cutoff=-1 with an evaluation: playouts to the end of the game would never ask for it")
    if out.cutoff == 0:
        out.cutoff = ops.cutoff if ops.cutoff > 0 else NO_PLAYOUT if judged else TO_THE_END
    if out.ucb == 0:
        out.ucb = ops.ucb if ops.ucb > 0 else USUAL_UCB
    if out.root_ucb == 0:
        out.root_ucb = out.ucb
    if out.expand_through < 0:
        out.expand_through = ops.expand_through
    if out.early_ucb < 0:
        out.early_ucb = EARLY_UCB if out.cutoff == TO_THE_END else 0
    return 0


def as_the_game_says(Rules rules not None, object given=None) -> dict:
    """The value of every parameter that a search of this game uses, where those that are given stand for the game's."""
    cdef Params found
    read_params(given, rules.ops, False, &found)
    return found

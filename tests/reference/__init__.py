"""A second, slow, plain-Python reading of each game's rules, independent of the kernels.

Every game has a folder with the same files: `rules` (its class, under the game's name in `REFERENCES`), `worlds`
(every world that may lie behind what a seat saw, with its weight), `endings` (decisions near the end that can be solved
exactly: its class, under the game's name in `SOLVERS`), and further parts by their rulebook names.
"""

from .base import Reference
from .egemonia import Egemonia
from .egemonia.endings import Endings as EgemoniaEndings
from .ephyran import Ephyran
from .ephyran.endings import Endings as EphyranEndings
from .epireia import Epireia
from .epireia.endings import Endings as EpireiaEndings
from .epix import Epix
from .epix.endings import Endings as EpixEndings
from .solved import Solver

REFERENCES: dict[str, type[Reference]] = {game.NAME: game for game in (Epireia, Egemonia, Epix, Ephyran)}
SOLVERS: dict[str, type[Solver]] = {
    Epireia.NAME: EpireiaEndings,
    Egemonia.NAME: EgemoniaEndings,
    Epix.NAME: EpixEndings,
    Ephyran.NAME: EphyranEndings,
}

"""A second, slow, plain-Python reading of each game's rules, independent of the kernels.

Every game has a folder with the same files: `rules` (its class, under the game's name in `REFERENCES`) and `worlds`
(every world that may lie behind what a seat saw, with its weight), and further parts by their rulebook names.
"""

from .base import Reference
from .egemonia import Egemonia
from .ephyran import Ephyran
from .epireia import Epireia
from .epix import Epix

REFERENCES: dict[str, type[Reference]] = {game.NAME: game for game in (Epireia, Egemonia, Epix, Ephyran)}

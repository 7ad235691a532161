"""Games that are kept, of the terminal and of the browser's server: one SQLite database, ``games.db``.

Why a database, and not files that only grow (one a game, a line for each change)? Both survive a kill between any two
bytes. But two programs use the store at once, games are listed by result and date, a change and what follows from it
belong together, and a full disk must leave what was there. SQLite has all of that, tested far better than anything
written here would be, and comes with Python. What it costs: the games are no text files any more (`save` in the
terminal and the page write those), and damage to the file may touch several games (`petteia doctor` finds it).

WAL mode: a writer does not wait for readers. ``synchronous=FULL``: what was kept has reached the disk, so that a power
failure loses no more than a kill does.
"""

from .database import CannotKeep
from .games import Change, GameStore, KeptGame

__all__ = ["CannotKeep", "Change", "GameStore", "KeptGame"]

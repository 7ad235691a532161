"""petteia plays board games of hidden information, and plays them fairly.

It knows the rules of its games, keeps apart what each seat may know, and chooses moves by searching over worlds
that are consistent with one seat's knowledge; it never looks at the true state.
"""

from importlib.metadata import version

__version__ = version("petteia")

__all__ = ["__version__"]

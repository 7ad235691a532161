"""How a command ends when something cannot be: a sentence on standard error, and a status for scripts.

A wrong word on the command line (an unknown name, a value out of range, an option that does not fit the others) ends
with 2, as click's own checks do. What was right but failed (a file that is damaged or cannot be written, an engine that
died, a transcript that does not match) ends with 1.
"""

from __future__ import annotations

import click

from petteia.engine import BadData, BadPosition, GameError

from ..shared.errors import RunFailed

WRONG_CONTENT = (BadData, BadPosition)  # of a file, which was named rightly


def as_click_error(error: Exception) -> click.ClickException | None:
    """The same for click, which prints it and ends the program; None if it is no fault of the user's."""
    if isinstance(error, OSError):
        return None if error.filename is None else click.ClickException(f"{error.filename}: {error.strerror}")
    if isinstance(error, (RunFailed, *WRONG_CONTENT)):
        return click.ClickException(str(error))
    return click.UsageError(str(error)) if isinstance(error, GameError) else None

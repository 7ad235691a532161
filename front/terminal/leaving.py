"""Leaving a game at the terminal: what is asked at Ctrl-C, and how the loops above hear of the answer."""

from __future__ import annotations

from collections.abc import Callable

from .screen import Screen
from .store import Saved

SAVE, THROW_AWAY, GO_ON = 1, 2, 3  # the numbers that are shown


class Leave(Exception):
    """The person leaves the game; ``keep``: it is to be resumed later."""

    def __init__(self, keep: bool) -> None:
        super().__init__()
        self.keep = keep


class Switch(Exception):
    """The person goes on with another game."""

    def __init__(self, saved: Saved) -> None:
        super().__init__()
        self.saved = saved


def ask_whether_to_leave(screen: Screen, is_kept: bool, save: Callable[[], bool]) -> None:
    """Ask what to do at Ctrl-C. It returns if the game goes on, and raises `Leave` if not.

    ``is_kept``: the game has an autosave. If it has none, ``save`` writes it to a file and says whether that went well.
    """
    screen.say()
    screen.say("Leave the game?")
    labels = {
        SAVE: "save and quit",
        THROW_AWAY: "throw this game away" if is_kept else "quit without saving",
        GO_ON: "go on",
    }
    meanings = {label: number for number, label in labels.items()} | {str(number): number for number in labels}
    meanings |= {"": GO_ON, "save": SAVE, "quit": SAVE if is_kept else THROW_AWAY}  # `quit` in a game keeps it, too
    while True:
        screen.options([(number, label, "") for number, label in labels.items()])
        try:
            answer = screen.ask("1, 2 or 3 (Enter: go on)").strip().lower()
        except KeyboardInterrupt:
            screen.say()
            continue
        except EOFError:
            answer = "save"
        meant = meanings.get(answer)
        if meant == SAVE:
            if is_kept or save():
                raise Leave(keep=True)
        elif meant == THROW_AWAY:
            if not is_kept or _means_to_throw_it_away(screen):
                raise Leave(keep=False)
            return
        elif meant == GO_ON:
            return
        else:
            screen.say(f"{answer!r}: want 1, 2 or 3.")


def _means_to_throw_it_away(screen: Screen) -> bool:
    """Ask once more: what was kept, perhaps for days, is gone then."""
    screen.say("Then it cannot be resumed any more; only a file that you saved yourself stays.")
    try:
        answer = screen.ask("Type yes to throw it away (Enter: go on)").strip().lower()
    except KeyboardInterrupt:
        screen.say()
        return False
    except EOFError:
        raise Leave(keep=True) from None
    return answer in ("y", "yes")

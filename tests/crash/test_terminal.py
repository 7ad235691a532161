"""The terminal and its engine process are killed at random moments; the game ends as if nothing had happened."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from pathlib import Path
from typing import ClassVar

import pytest

from petteia.engine import Game

from ..terminal.terminal import RESULT, Terminal
from .games import IMPORTS, KINDS, LAUNCH, LEVEL, PERSON, Kind, choose, kept, moves_by_seat, undisturbed

NODES = 10
SOON = (0.0, 0.4)  # seconds after an answer, in which a kill may come
KILLS = 5  # a game
KILLS_BY_HAND = 75
BY_HAND = [pytest.mark.long, pytest.mark.timeout(3600)]


class Crashing(Terminal):
    program: ClassVar[list[str]] = LAUNCH


class Table:
    """One game at a terminal that does not live long."""

    def __init__(self, home: Path, kind: Kind, **env: str) -> None:
        self.home, self.kind, self.env = home, kind, env
        self.restarts = 0
        self.n_shown = 0  # moves of which the person has heard: these stand
        self.terminal = self.sit()

    def sit(self, **env: str) -> Crashing:
        """Begin, or go on with what was kept."""
        new = [self.kind.name, "--seats", str(self.kind.seats), "--level", str(LEVEL), "--seat", PERSON]
        new += ["--nodes", str(NODES), "--seed", "11"]
        for name, value in self.kind.options.items():
            new += ["-o", f"{name}={value}"]
        is_kept = (self.home / "petteia" / "games.db").exists() and self.has_game()
        begin = ["--resume"] if is_kept else new
        pids = str(self.home / "engine")
        return Crashing(self.home, *begin, "--plain", PYTHONPATH=IMPORTS, CRASH_PIDS=pids, **{**self.env, **env})

    def has_game(self) -> bool:
        with contextlib.suppress(ValueError):
            self.game()
            return True
        return False

    def game(self) -> Game:
        return kept(self.home / "petteia")

    def answer(self) -> bool:
        """One decision of the person; False if the game is over. EOF if the program has ended."""
        if self.terminal.wait() == RESULT:
            return False
        game = self.game()
        assert len(game.moves) >= self.n_shown
        self.n_shown = len(game.moves)
        move = choose(len(game.events(PERSON)), game.legal(PERSON))
        self.terminal.child.sendline(move)
        return True

    def kill(self) -> None:
        self.terminal.close()

    def kill_engine(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(int((self.home / "engine").read_text()), signal.SIGKILL)


def play_and_kill(table: Table, kills: int, rng: random.Random) -> int:
    """Play to the end; how often the engine alone was killed."""
    engine_kills = 0
    for _ in range(kills):
        for _ in range(rng.randrange(4)):
            if not table.answer():
                return engine_kills
        if not table.answer():
            return engine_kills
        time.sleep(rng.uniform(*SOON))
        if rng.random() < 0.4:
            table.kill_engine()
            engine_kills += 1
        else:
            table.kill()
            table.restarts += 1
            if table.game().result is not None:  # the last move was kept, and only the end was not shown any more
                return engine_kills
            table.terminal = table.sit()
    while table.answer():
        pass
    return engine_kills


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize(
    "kills", [KILLS, pytest.param(KILLS_BY_HAND, marks=[pytest.mark.long, pytest.mark.timeout(3600)])]
)
def test_a_game_that_is_killed_again_and_again(tmp_path: Path, kind: Kind, kills: int) -> None:
    done, seed = 0, 0
    while done < kills:  # a game may be shorter than all the kills
        home = tmp_path / str(seed)
        home.mkdir()
        table = Table(home, kind)
        engine_kills = play_and_kill(table, kills - done, random.Random(f"{kind.name} {seed}"))
        table.terminal.close()
        assert moves_by_seat(table.game()) == undisturbed(kind, NODES)
        done += engine_kills + table.restarts
        seed += 1
    print(f"{kind.name}: {done} kills, games lost: 0")


def test_people_are_told_that_the_engine_was_started_again(tmp_path: Path) -> None:
    table = Table(tmp_path, KINDS[1])
    table.answer()
    table.terminal.wait()
    table.kill_engine()
    table.terminal.child.sendline(choose(len(table.game().events(PERSON)), table.game().legal(PERSON)))
    table.terminal.wait()
    assert "The engine had stopped and was started again." in table.terminal.last
    table.kill()


def test_a_full_disk_ends_no_game_and_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    kind = KINDS[3]
    table = Table(tmp_path, kind, CRASH_BYTES=str(120 << 10))
    for _ in range(40):
        if table.terminal.wait() == RESULT or "cannot be kept" in table.terminal.output:
            break
        known = table.game()
        table.terminal.child.sendline(choose(len(known.events(PERSON)), known.legal(PERSON)))
    shown = " ".join(table.terminal.output.split())
    assert "The game cannot be kept:" in shown
    assert "It goes on" in shown
    assert "Traceback" not in shown
    table.kill()
    table.env = {}
    table.terminal = table.sit()
    while table.answer():
        pass
    table.terminal.end()
    assert moves_by_seat(table.game()) == undisturbed(kind, NODES)


def test_who_leaves_a_game_that_cannot_be_kept_gets_a_file(tmp_path: Path) -> None:
    (tmp_path / "petteia").write_text("where the folder should be")
    terminal = Crashing(
        tmp_path, "egemonia", "--seed", "9", "--nodes", "10", "--level", "1",
        PYTHONPATH=IMPORTS, CRASH_PIDS=str(tmp_path / "engine"),
    )  # fmt: skip
    terminal.wait()
    assert "The game cannot be kept:" in " ".join(terminal.output.split())
    terminal.type("argos")
    terminal.child.sendeof()
    assert terminal.end() == 0
    assert "petteia play --resume egemonia-" in " ".join(terminal.last.split())
    [file] = tmp_path.glob("egemonia-*.uhg")
    assert "setup:argos" in file.read_text()

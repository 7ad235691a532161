"""The server and its engine process are killed at random moments; all games end as if nothing had happened."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from petteia.engine import Game

from ..web.server import PATIENCE, Live, Server
from .games import IMPORTS, KINDS, LAUNCH, LEVEL, Kind, choose, kept, moves_by_seat, undisturbed

PAUSES = (0.0, 0.7)  # seconds until the next kill
KILLS = 20
KILLS_BY_HAND = 300
BY_HAND = [pytest.mark.long, pytest.mark.timeout(3600)]
GONE = (ConnectionClosed, InvalidHandshake, OSError)  # what a page sees of a server that is killed

Fields = dict[str, Any]


class Crashing(Server):
    program: ClassVar[list[str]] = LAUNCH

    def __init__(self, home: Path, **env: str) -> None:
        self.pids = home / "engine"
        super().__init__(home / "games", PYTHONPATH=IMPORTS, CRASH_PIDS=str(self.pids), **env)

    def revive(self) -> None:
        self.process.wait(PATIENCE)
        self.http.close()
        self.start()

    def kill_engine(self) -> None:
        with contextlib.suppress(ProcessLookupError, ValueError):
            os.kill(int(self.pids.read_text()), signal.SIGKILL)


@contextlib.contextmanager
def running(home: Path, **env: str) -> Iterator[Crashing]:
    server = Crashing(home, **env)
    try:
        yield server
    finally:
        server.stop()


class Killer:
    """Kills from a thread of its own, so that any moment may be the one."""

    def __init__(self, server: Crashing, kills: int, seed: object) -> None:
        self.server, self.left, self.rng = server, kills, random.Random(str(seed))
        self.done = 0
        self.timer: threading.Timer | None = None

    def arm(self) -> None:
        """Somebody dies soon."""
        if self.left > 0:
            self.left -= 1
            self.timer = threading.Timer(self.rng.uniform(*PAUSES), self.strike)
            self.timer.start()

    def strike(self) -> None:
        self.done += 1
        if self.rng.random() < 0.3:
            self.server.kill_engine()
            self.arm()
        else:
            self.server.process.send_signal(signal.SIGKILL)  # and it is armed again when the server is back

    def stop(self) -> None:
        self.left = 0
        if self.timer is not None:
            self.timer.cancel()
            self.timer.join()


def create(server: Crashing, kind: Kind) -> Fields:
    return server.create(kind.name, seats=kind.seats, level=LEVEL, help=False, **kind.options)


def step(live: Live) -> bool:
    """One decision of the person; False if the game is over."""
    if not live.asked():
        return False
    answer = live.play(choose(live.state["n"], live.state["view"]["legal"]))
    assert answer.get("ok") or answer["error"] in ("stale", "engine"), answer
    d = live.state.get("d")
    if answer.get("ok"):
        live.until(lambda state: state.get("d") != d)
    return True


def play_and_kill(server: Crashing, killer: Killer, games: dict[str, Fields]) -> None:
    """All games to their ends, one decision of each after the other."""
    open_ = dict(games)
    lives: dict[str, Live] = {}
    told = dict.fromkeys(games, 0)  # events that a page was told of: these stand
    killer.arm()
    while open_:
        for name, made in list(open_.items()):
            try:
                if name not in lives:
                    lives[name] = server.live(made)
                    assert lives[name].state["n"] >= told[name]
                is_over = not step(lives[name])
                told[name] = lives[name].state["n"]
                if is_over:
                    del open_[name]
                    lives.pop(name).close()
            except GONE:
                assert server.process.wait(PATIENCE) == -signal.SIGKILL
                server.revive()
                lives.clear()
                killer.arm()


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_BY_HAND, marks=BY_HAND)])
def test_four_games_that_are_killed_again_and_again(tmp_path: Path, kills: int) -> None:
    done = n_games = 0
    with running(tmp_path) as server:
        while done < kills:
            games = {kind.name: create(server, kind) for kind in KINDS}
            killer = Killer(server, kills - done, done)
            try:
                play_and_kill(server, killer, games)
            finally:
                killer.stop()
            done += killer.done
            n_games += len(games)
            if server.process.poll() is not None or killer.done:  # it may have died after the last move
                with contextlib.suppress(ProcessLookupError):
                    server.kill()
                server.revive()
            for kind in KINDS:
                assert moves_by_seat(finished(server, games[kind.name])) == undisturbed(kind, None)
    print(f"{done} kills of server or engine in {n_games} games, games lost: 0")


def finished(server: Crashing, made: Fields) -> Game:
    """The game as the store has it, after the server has put it together."""
    live = server.live(made)
    assert "result" in live.state
    live.close()
    return kept(server.folder, made["id"])


def test_a_full_disk_ends_no_game_and_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    kind = KINDS[3]
    with running(tmp_path, CRASH_BYTES=str(130 << 10)) as server:
        made = create(server, kind)
        live = server.live(made)
        until = time.monotonic() + 3 * PATIENCE
        while not any(message["type"] == "notice" for message in live.messages):
            assert step(live), "it went on to the end, and all was kept"
            assert time.monotonic() < until
        notice = next(message for message in live.messages if message["type"] == "notice")
        assert notice["bad"]  # another may have come since: the store has found room again
        assert "not being kept" in notice["sentence"]
        assert str(tmp_path) not in notice["sentence"]
        for _ in range(2):
            assert step(live)
        server.kill()
        live.socket.close()
        assert "Traceback" not in server.log.read_text()
        server.env.pop("CRASH_BYTES")
        server.revive()
        live = server.live(made)
        while step(live):
            pass
        live.close()
        server.stop()
        assert moves_by_seat(kept(server.folder, made["id"])) == undisturbed(kind, None)


def test_a_folder_that_cannot_be_written_ends_no_game(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "games.db").mkdir()  # where the database should be: nothing can be opened, also by root
    with running(tmp_path) as server:
        made = create(server, KINDS[1])
        live = server.live(made)
        assert live.next("notice")["bad"]
        for _ in range(3):
            assert step(live)
        live.close()
        again = server.live(made)  # it is still there, in this server
        assert again.state["view"] == live.state["view"] or again.state["n"] > live.state["n"]
        again.close()
        assert "games are not kept" in server.log.read_text()


def test_people_are_told_that_the_engine_was_started_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        live = server.live(create(server, KINDS[1]))
        assert step(live)
        assert live.asked()
        server.kill_engine()
        assert step(live)
        notice = next((message for message in live.messages if message["type"] == "notice"), None) or live.next(
            "notice"
        )
        assert notice["sentence"] == "The engine had stopped and was started again. The game goes on."
        live.close()


def test_a_game_is_open_in_one_server_only(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        made = create(first, KINDS[1])
        live = first.live(made)
        second = Crashing(tmp_path)
        try:
            token = made["seating"][0]["token"]
            headers = {"Authorization": f"Bearer {token}"}
            answer = second.http.get(f"/api/games/{made['id']}/seat", headers=headers)
            assert answer.status_code == 400
            assert "another server" in answer.json()["sentence"]
            live.close()
            first.kill()
            assert second.http.get(f"/api/games/{made['id']}/seat", headers=headers).status_code == 200
        finally:
            second.stop()

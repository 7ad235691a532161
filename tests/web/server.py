"""A server of its own for a test, and a page's connection without a browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import httpx
from websockets.sync.client import ClientConnection, connect

from ..kept import kept_record

Fields = dict[str, Any]
PATIENCE = 60.0  # seconds for an answer, on a machine that others use too


class Server:
    """`petteia web` as a process."""

    program: ClassVar[list[str]] = ["-m", "petteia"]

    def __init__(self, folder: Path, pace: float = 0.0, data: Path | None = None, *more: str, **env: str) -> None:
        self.folder = folder
        self.env = env
        self.pace = pace
        self.data = data
        self.more = more  # options of the command
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, or start again on the same port."""
        self.log = self.folder.parent / f"{self.folder.name}.log"
        command = [sys.executable, *self.program, "web", "--no-open", "--port", str(self.port), *self.more]
        if self.data is not None:
            command += ["--data", str(self.data)]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [*command, "--dir", str(self.folder), "--pace", str(self.pace)],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **self.env},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"{line!r}; {self.log.read_text()}"
        self.port = int(found.group(1))
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power failure would. The engine process ends when its input does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def create(
        self, game: str, people: int = 1, seats: int | None = None, level: int = 1, help: bool = True, **options: str
    ) -> Fields:
        """A new game with people at the first seats: its id, owner's token and seating."""
        seating: list[Fields] = [{"seat": f"s{n}", "player": "person"} for n in range(people)]
        seating += [
            {"seat": seat, "player": "engine", "level": level} for seat in ("s1", "s2", "s3", "enemy")[people - 1 :]
        ]
        body = {"game": game, "seats": seats, "options": options, "seating": seating, "help": help}
        made = self.http.post("/api/games", json=body)
        assert made.status_code == 201, made.text
        found: Fields = made.json()
        return found

    def live(self, made: Fields, seat: str = "s0", since: int = 0, epoch: str = "") -> Live:
        return Live(self, made["id"], token(made, seat), since, epoch)

    def record(self, id: str) -> str:
        """The referee's, with all secrets, as it stands in the store."""
        return kept_record(self.folder, id)[0]

    def is_written(self, id: str) -> bool:
        """Whether the record holds every change."""
        return not kept_record(self.folder, id)[2]


def token(made: Fields, seat: str) -> str:
    return str(next(each["token"] for each in made["seating"] if each["seat"] == seat))


def link(server: Server, made: Fields, seat: str = "s0") -> str:
    return f"{server.address}/g/{made['id']}#seat={token(made, seat)}"


class Live:
    """What a page's script does: follow a seat, decide for it."""

    def __init__(self, server: Server, id: str, word: str, since: int = 0, epoch: str = "") -> None:
        self.raw: list[str] = []
        self.messages: list[Fields] = []
        self.updates: list[Fields] = []
        self.events: dict[int, Fields] = {}
        address = f"ws://127.0.0.1:{server.port}/api/games/{id}/live?since={since}&epoch={epoch}"
        words: Any = ["petteia", word]
        self.socket: ClientConnection = connect(address, subprotocols=words, max_size=None).__enter__()
        self.hello = self.next("hello")
        self.state = self.next("update")

    def next(self, kind: str | None = None, seconds: float = PATIENCE) -> Fields:
        """The next message (of a kind)."""
        while True:
            text = self.socket.recv(timeout=seconds)
            assert isinstance(text, str)
            self.raw.append(text)
            message: Fields = json.loads(text)
            self.messages.append(message)
            if message["type"] == "update":
                self.state = message
                self.updates.append(message)
                self.events.update({event["n"]: event for event in message["events"]})
            if kind is None or message["type"] == kind:
                return message

    def ask(self, **request: Any) -> Fields:
        self.socket.send(json.dumps({**request, "to": 1}))
        return self.next("answer")

    def play(self, move: str) -> Fields:
        return self.ask(do="play", d=self.state["d"], move=move)

    def until(self, done: Callable[[Fields], bool]) -> Fields:
        """Updates until one is as wanted."""
        while not done(self.state):
            self.next("update")
        return self.state

    def asked(self) -> bool:
        """Wait for the seat's next decision; False if the game ends before."""
        state = self.until(lambda state: "d" in state or "result" in state)
        return "result" not in state

    def decide(self, move: str) -> None:
        """Play, and wait until it shows."""
        d = self.state["d"]
        answer = self.play(move)
        assert answer.get("ok"), answer
        self.until(lambda state: state.get("d") != d)

    def close(self) -> None:
        self.socket.close()

"""The targets: what is fuzzed, and which modules are watched for new branches meanwhile."""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

CORPUS = Path(__file__).parent / "corpus"


class Harness(Protocol):
    """The module of a target."""

    def run(self, data: bytes) -> None:
        """Do with an input what the program would do; any exception is a finding."""
        raise NotImplementedError

    def mutate(self, data: bytes, chooser: random.Random) -> bytes:
        """Another input, made by who knows the grammar."""
        raise NotImplementedError


@dataclass(frozen=True)
class Target:
    name: str
    about: str
    watched: tuple[str, ...]  # packages whose branches guide the search
    seconds: int = 10  # that one input may take on a busy machine
    megabytes: int = 512  # that the process may have in memory
    max_len: int = 4096

    @property
    def corpus(self) -> Path:
        """Inputs that are kept in the repository."""
        return CORPUS / self.name

    def load(self) -> Harness:
        return cast(Harness, importlib.import_module(f"{__package__}.{self.name}"))


PROTOCOL = ("petteia.protocols", "petteia.engine.game", "petteia.engine.codec", "petteia.engine.ruleset")
SERVER = ("petteia.web", "petteia.protocols.client")
TARGETS = {
    target.name: target
    for target in (
        Target("text", "UHI as lines: a session in the middle of games", PROTOCOL),
        Target("frames", "UHI as msgpack frames", PROTOCOL),
        Target("secrets", "what a seat may ask, in games that it cannot tell apart", PROTOCOL, seconds=20),
        Target("records", ".uhg records, of whole games and of seats", PROTOCOL, max_len=8192),
        Target("saves", "saved games, and pickles of handles", ("petteia.engine",), max_len=8192),
        Target("data", "component and language files of one's own", ("petteia.engine",), seconds=20),
        Target("handles", "the kernels' Python handles, with any numbers", ("petteia.ext", "tests.core")),
        Target("web", "the server's requests and live connections", SERVER, seconds=30),
    )
}

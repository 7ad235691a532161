"""Engine processes as players: ``uhi:"COMMAND",nodes=500,Level=5``.

Any engine that speaks UHI can be seated, in seat mode: its process is told the events of its own seat, and gets nothing
else of the game. So a new build meets an old one, or somebody else's engine. The registry of players finds this kind
by its entry point (`pyproject.toml`), because the layer of players knows no protocols.

A process is started for each command and set of options, once in every worker, and serves all games there: one engine
game for each seat. If it dies it is started again with its games as they were, and the question is repeated once (that
is the client's). Whatever else goes wrong ends the game with a `PlayerFailed` that names the command and quotes the
answer; a process that does not answer is killed.
"""

from __future__ import annotations

import atexit
import shlex
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..ai.kinds import PlayerKind, PlayerText
from ..ai.player import Analysis, Decision, Limits, Listener, Player, PlayerFailed, new_seed
from ..ai.settings import NODES, Number, PlayerSettings, Whole, setting
from ..ai.stop import Stop, stopping
from ..engine import GameError, Observation, Ruleset
from .client import EngineDied, EngineError, EngineTimeout, SimpleEngine, SimpleGame, Thought
from .messages import Message
from .open_game import team_names

SLOWEST = 1000  # nodes a second, of an engine that does not hang
ASK_AGAIN = 0.05  # seconds between two requests to stop
SEED = "AISeed"  # the option of UHI that makes an engine's choices repeatable
ANY_RULES = "any"  # said by an engine that chooses among the moves that it is given, whatever the rules
UNHURRIED = {"MoveOverhead": 0}  # nobody loses on time here, so an engine may use all that it is given


@dataclass(frozen=True)
class UhiSettings(PlayerSettings):
    """An engine, and what it is given for a decision if the caller says nothing."""

    name = "uhi"
    command: str = ""
    nodes: int | None = setting(None, NODES, "Iterations for a decision, where the caller gives no limit.")
    movetime: int | None = setting(None, Whole(1, 10**9), "Milliseconds for a decision, likewise.")
    timeout: float = setting(
        60.0,
        Number(0.01, 10**6),
        f"It is killed if it is so many seconds late; {SLOWEST} nodes may take a second.",
    )
    options: Mapping[str, str] = field(default_factory=dict, hash=False)  # of the engine

    def __str__(self) -> str:
        return f"{self.name}:{self.command}"

    @property
    def process(self) -> tuple[str, tuple[tuple[str, str], ...], float]:
        """Players for whom this is equal share a process."""
        return self.command, tuple(sorted(self.options.items())), self.timeout


class UhiKind(PlayerKind):
    """``uhi:"COMMAND",nodes=N,Option=value,...``"""

    has_what = True

    def settings(self, written: PlayerText) -> UhiSettings:
        values = UhiSettings.values()
        own: dict[str, Any] = {}
        for key in written.options.keys() & values.keys():
            try:
                own[key] = values[key].parse(written.options[key])
            except ValueError:
                got = written.options[key]
                raise GameError(f"{written.text!r}: {key}={got!r}: want {values[key].want}") from None
        try:
            if not shlex.split(written.what):
                raise ValueError("it is empty")
        except ValueError as error:
            raise GameError(f"{written.text!r}: {written.what!r} is no command: {error}") from None
        options = {key: value for key, value in written.options.items() if key not in values}
        return UhiSettings(written.what, **own, options=options)

    def make(self, settings: PlayerSettings, seed: int | None) -> Player:
        assert isinstance(settings, UhiSettings)
        return UhiPlayer(settings, seed)

    def help(self) -> list[tuple[str, str]]:
        values, about = UhiSettings.values(), UhiSettings.about()
        own = [(f"uhi:COMMAND,{key}=", f"{about[key]} Want {values[key].want}.") for key in values]
        first = "An engine process that speaks UHI, in seat mode. A command with commas is a JSON string."
        return [("uhi:COMMAND", first), *own, ("uhi:COMMAND,NAME=", "An option of the engine, such as Level.")]


KIND = UhiKind()


# ---------------------------------------------------------------------------------------------------------------
# Processes.


class Seating:
    """An engine process that seats players, one question at a time."""

    def __init__(self, settings: UhiSettings) -> None:
        self.settings = settings
        self.lock = threading.RLock()
        self._seed: int | None = None
        self._data: dict[Any, tempfile.TemporaryDirectory[str]] = {}  # folders of owners' files
        self._data_now: Any = None
        argv = shlex.split(settings.command)
        try:
            self.engine = SimpleEngine.popen(argv, timeout=settings.timeout, own_group=True)
        except OSError as error:
            raise GameError(f"{settings}: cannot start {argv[0]!r}: {error.strerror}") from None
        except (EngineDied, EngineTimeout, EngineError) as error:
            raise GameError(f"{settings}: no handshake: {error}") from None
        except (ValueError, KeyError) as error:
            raise GameError(f"{settings}: no handshake: it lacks a part that UHI asks for: {error}") from None
        self._known = {name.lower(): name for name in self.engine.hello.options}
        try:
            self._set_options()
        except (EngineDied, EngineTimeout) as error:
            self.end(kill=True)
            raise GameError(f"{settings}: the engine failed over its options: {error}") from None
        except BaseException:
            self.end()
            raise

    @property
    def takes_moves(self) -> bool:
        """Whether it can be told which moves to choose from, so that it needs no rules of its own."""
        return bool(self.engine.hello.caps.get("moves"))

    def _set_options(self) -> None:
        for name, value in self.settings.options.items():
            if name.lower() not in self._known:
                known = ", ".join(self._known.values()) or "none"
                raise GameError(f"{self.settings}: the engine has no option {name!r}; its options: {known}")
            self._set(name, value)
        chosen = {name.lower() for name in self.settings.options}
        for name, number in UNHURRIED.items():
            if name.lower() not in chosen and name.lower() in self._known:
                self._set(name, number)

    def _set(self, name: str, value: str | int) -> None:
        try:
            self.engine.set_option(self._known[name.lower()], value)
        except EngineError as error:
            raise GameError(f"{self.settings}: {name}={value}: the engine answers 'error {error}'") from None

    def use_seed(self, seed: int) -> None:
        """Let what follows depend on this seed, if the engine can and was given none by name."""
        named = SEED.lower() in (name.lower() for name in self.settings.options)
        if self._seed != seed and SEED.lower() in self._known and not named:
            self._set(SEED, seed)
        self._seed = seed

    def open(self, rules: Ruleset, seat: str) -> SimpleGame:
        """A game in which the engine sits at one seat."""
        offered = self.engine.hello.games.get(rules.name)
        if offered is None:
            there = ", ".join(self.engine.hello.games) or "none"
            raise GameError(f"{self.settings}: the engine does not play {rules.name}; its games: {there}")
        if offered.get("rules") != ANY_RULES and str(offered.get("rules")) != str(rules.version):
            raise GameError(
                f"{self.settings}: the engine plays version {offered.get('rules')} of {rules.name}'s rules: "
                f"want {rules.version}, as here"
            )
        self._use_data(rules)
        chosen = {name: value for name, value in rules.chosen.items() if value}
        try:
            return self.engine.new(rules.name, seats=rules.n_seats, seat=seat, **chosen)
        except EngineError as error:
            raise GameError(f"{self.settings}: the engine opens no game of {rules.name}: 'error {error}'") from None

    def _use_data(self, rules: Ruleset) -> None:
        """Give the engine the same component files as here."""
        replaced = rules.components.replaced
        if replaced == self._data_now:
            return
        if "datadir" not in self._known:
            raise GameError(f"{self.settings}: the engine has no option DataDir, so it cannot use your component files")
        if replaced is None:
            self._set("DataDir", "")
        else:
            if replaced not in self._data:
                self._data[replaced] = tempfile.TemporaryDirectory(prefix="petteia-data-")
                for name, content in replaced.files:
                    (Path(self._data[replaced].name) / name).write_bytes(content)
            self._set("DataDir", self._data[replaced].name)
        self._data_now = replaced

    def end(self, kill: bool = False) -> None:
        """End the process: ask it to, or make it."""
        with suppress(EngineDied, EngineTimeout, EngineError):
            if kill:
                self.engine.kill()
            else:
                self.engine.quit()
        for folder in self._data.values():
            folder.cleanup()


_running: dict[Any, Seating] = {}
_lock = threading.Lock()


def seating_for(settings: UhiSettings) -> Seating:
    """The process for these settings, started if it does not run."""
    with _lock:
        if settings.process not in _running:
            if not _running:
                atexit.register(end_engines)
            _running[settings.process] = Seating(settings)
        return _running[settings.process]


def end_engines(settings: UhiSettings | None = None, kill: bool = False) -> None:
    """End the processes that seat players: all of them, or one. The next decision starts a new one."""
    with _lock:
        keys = list(_running) if settings is None else [settings.process]
        ended = [_running.pop(key) for key in keys if key in _running]
    for seating in ended:
        seating.end(kill)


# ---------------------------------------------------------------------------------------------------------------
# Players.


class UhiPlayer(Player):
    """A seat that an engine process decides for. All that it is sent is what `Observation.events` holds."""

    name = "uhi"

    def __init__(self, settings: UhiSettings, seed: int | None = None) -> None:
        self.settings = settings
        self.seed = new_seed() >> 1 if seed is None else seed  # UHI's seeds have 63 bits
        self._seating: Seating | None = None
        self._game: SimpleGame | None = None
        self._of: tuple[Ruleset, str] | None = None  # what it was opened for
        self._told: list[str] = []  # what it knows

    def decide(
        self,
        observation: Observation,
        limits: Limits | None = None,
        listener: Listener | None = None,
        stop: Stop | None = None,
    ) -> Decision:
        moves = self._legal(observation, limits)
        seating = seating_for(self.settings)
        with seating.lock, self._failures(observation.seat):
            game = self._follow(seating, observation)
            seating.use_seed(self.seed)
            with _stopping(stop, seating.engine):
                best = game.go(
                    observation.seat,
                    listener=self._listener(observation, game, listener),
                    timeout=self._patience(limits),
                    **self._limits(limits, stop),
                    **({"moves": moves} if seating.takes_moves else {}),
                )
        if best.move not in moves:
            raise PlayerFailed(
                f"{self.settings} at {observation.seat} answered 'bestmove {best.move}', which is not legal: "
                f"want {', '.join(moves[:6])}{', ...' if len(moves) > 6 else ''}"
            )
        policy = best.policy if isinstance(best.policy, int | float) and 0 < best.policy <= 1 else 1.0
        return Decision(best.move, policy, _analysis(observation, game, best.thought))

    def begin(self) -> None:
        """Close the engine's game, if it is still there."""
        game, seating, self._game, self._told = self._game, self._seating, None, []
        if game is not None and seating is not None and _running.get(self.settings.process) is seating:
            with seating.lock, suppress(EngineError, EngineDied, EngineTimeout):
                game.close()

    def close(self) -> None:
        self.begin()

    def _follow(self, seating: Seating, observation: Observation) -> SimpleGame:
        """The engine's game, told all that the seat saw; a new one if this is no continuation of the last."""
        events, of = observation.events(), (observation.ruleset, observation.seat)
        game = self._game
        if game is None or self._seating is not seating or self._of != of or events[: len(self._told)] != self._told:
            self.begin()
            game = seating.open(*of)
            self._seating, self._game, self._of = seating, game, of
        new = events[len(self._told) :]
        game.observe_all(len(self._told) + 1, new)
        self._told = events
        return game

    def _limits(self, limits: Limits | None, stop: Stop | None) -> dict[str, Any]:
        """As `go` has them."""
        if stop is not None and stop.is_set():
            return {"nodes": 1}
        given = limits or Limits()
        if given.infinite:
            return {"infinite": True}
        found: dict[str, Any] = {}
        if given.nodes is not None or given.seconds is not None:
            found["nodes"] = given.nodes
            found["movetime"] = None if given.seconds is None else max(1, round(1000 * given.seconds))
        else:
            found = {"nodes": self.settings.nodes, "movetime": self.settings.movetime}
        return {key: value for key, value in found.items() if value is not None}

    def _patience(self, limits: Limits | None) -> float | None:
        """Seconds after which a search that has not answered never will; None: who asks for ever waits for ever."""
        given = self._limits(limits, None)
        if "infinite" in given:
            return None
        if "movetime" in given:
            return self.settings.timeout + float(given["movetime"]) / 1000
        return self.settings.timeout + float(given.get("nodes", 0)) / SLOWEST

    def _listener(
        self, observation: Observation, game: SimpleGame, listener: Listener | None
    ) -> Callable[[Message], None] | None:
        if listener is None:
            return None

        def hear(message: Message) -> None:
            if message.kind == "info" and "nodes" in message.fields:
                heard = Thought(message.fields["nodes"], message.fields.get("wp", []), message.fields)
                analysis = _analysis(observation, game, heard)
                if analysis is not None:
                    listener(analysis)

        return hear

    @contextmanager
    def _failures(self, seat: str) -> Iterator[None]:
        """Say whose fault it is when the engine fails in the body, and end a process that is of no use any more."""
        who = f"{self.settings} at {seat}"
        try:
            yield
        except EngineError as error:
            raise PlayerFailed(f"{who} answered 'error {error}'") from None
        except (EngineDied, EngineTimeout) as error:
            end_engines(self.settings, kill=True)
            raise PlayerFailed(f"{who}: {error}") from None
        except (KeyError, ValueError) as error:
            if isinstance(error, GameError):
                raise
            end_engines(self.settings, kill=True)
            raise PlayerFailed(f"{who} gave an answer without a part that UHI asks for: {error}") from None


def _analysis(observation: Observation, game: SimpleGame, thought: Thought | None) -> Analysis | None:
    """What the engine said that it thinks, with the teams in our order; None if it said nothing of use."""
    if thought is None:
        return None
    n_teams = observation.ruleset.rules.n_teams
    if len(thought.wp) != n_teams or sorted(game.teams) != sorted(team_names(observation.ruleset, n_teams)):
        return None
    shares = dict(zip(game.teams, thought.wp, strict=True))
    values = tuple(float(shares[team]) for team in team_names(observation.ruleset, n_teams))
    rate = thought.info.get("nps") or 0
    seconds = thought.nodes / rate if rate else 0.0
    return Analysis(observation.seat, thought.nodes, seconds, values, float(thought.info.get("se") or 0), ())


@contextmanager
def _stopping(stop: Stop | None, engine: SimpleEngine) -> Iterator[None]:
    """While the body waits for a search, stop it as soon as ``stop`` is set.

    The request is repeated until the body ends: the first one may come before the search.
    """
    done = threading.Event()

    def repeat() -> None:
        while not done.wait(ASK_AGAIN):
            with suppress(EngineError, EngineDied, EngineTimeout):
                engine.request("stop")

    def halt() -> None:
        threading.Thread(target=repeat, name="uhi-stop", daemon=True).start()

    try:
        with stopping(stop, halt):
            yield
    finally:
        done.set()

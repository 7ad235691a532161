"""All games of one server: setting them up, finding them again, also after a restart. One engine process runs them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..engine import GAMES, GameError, ruleset
from ..engine.languages import ENGLISH, brought_files, languages
from ..engine.registry import TOYS
from ..protocols.client import Engine, EngineError, Hello, RemoteGame
from ..protocols.records import uhg
from ..shared.rulebook import paragraphs
from ..shared.seating import seats_of
from ..shared.store.games import KeptGame
from .game import WATCHER, Refused, WebGame
from .store import DEFAULT_LEVEL, ENGINE, PERSON, CannotKeep, GameSetup, SeatSetup, Store

MAX_OPEN = 256  # games in memory; the others are in the store
MAX_THINKING = 1  # games in which people's decisions are searched at once; engines' moves do not wait for each other
MAX_NAME = 40  # characters of a person's name
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
NO_OPTIONS = {
    "deal",
    "seat",
    "chance",
    "analysis",
    "lang",
    "name",
    "with",
    "for",
}  # what `new` takes besides a game's own options

logger = logging.getLogger(__name__)

Fields = dict[str, Any]


def _token() -> str:
    return secrets.token_urlsafe(24)


class Lobby:
    """The games of one server."""

    def __init__(
        self,
        folder: Path,
        pace: float,
        command: list[str] | None = None,
        data: Path | None = None,
        lang: str = ENGLISH,
        toys: bool = False,
    ) -> None:
        self.epoch = secrets.token_hex(6)  # event numbers that a page remembers hold for one run of the server
        self.engine = Engine(command)
        self._store = Store(folder)
        self._pace = pace
        self._slot = asyncio.Semaphore(MAX_THINKING)
        self.data = data  # component files of the owner's
        self.lang = lang  # of games that are set up without one, if they are told in it
        self._toys = toys  # whether the small games are offered, too
        self._games: dict[str, WebGame] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._languages: dict[str, dict[str, str]] = {}  # by game
        self._hellos: dict[str, Hello] = {}  # by language
        self._components: dict[tuple[str, str], list[Fields]] = {}

    async def open(self) -> None:
        try:
            self._store.check()
        except CannotKeep as error:
            logger.warning("games are not kept: %s; they go on as long as this server runs", error)
        await self.engine.start()
        await self.engine.set_option("MaxGames", 4096)
        if self.data is not None:
            await self.engine.set_option("DataDir", str(self.data))
        if self._toys:
            await self.engine.set_option("Toys", True)
        await self.in_language(self.lang)

    async def close(self) -> None:
        for game in list(self._games.values()):
            await game.close()
        self._store.close()
        await self.engine.quit()

    @property
    def hello(self) -> Hello:
        assert self.engine.hello is not None
        return self.engine.hello

    def languages(self, name: str) -> dict[str, str]:
        """The languages that a game is told in: what each calls itself."""
        if name not in self._languages:
            game = (GAMES | TOYS)[name].folder or name
            self._languages[name] = languages(game, brought_files(game, self.data) if self.data is not None else ())
        return self._languages[name]

    def known_language(self, name: str, lang: object = None) -> str:
        """The language that a page asks for, or the server's own if the game is told in it; Refused if it is not."""
        known = self.languages(name)
        if lang in (None, ""):
            return self.lang if self.lang in known else ENGLISH
        if not isinstance(lang, str) or lang not in known:
            raise Refused("bad-lang", f"There is no language {str(lang)[:20]!r}: want {', '.join(known)}.")
        return lang

    async def in_language(self, lang: str) -> Hello:
        """What the engine says of itself and its games, in words of a language."""
        if lang not in self._hellos:
            self._hellos[lang] = await self.engine.greet(lang)
        return self._hellos[lang]

    async def components(self, name: str, lang: str) -> list[Fields]:
        """What a game is made of, as its data files have it."""
        if (name, lang) not in self._components:
            self._components[name, lang] = await self.engine.components(name, lang)
        return self._components[name, lang]

    async def primer(self, name: str, lang: str, seats: int | None = None) -> list[str]:
        """The short rules of a game, in paragraphs; a game for one player may have others."""
        try:
            return paragraphs(await self.engine.primer(name, seats, lang))
        except EngineError as error:
            raise Refused("bad-request", f"The game has no such number of players: {error}.") from None

    async def preview(self, asked: Fields) -> list[Fields]:
        """A game in words as it would begin, for the form that sets it up."""
        remote = await self._new(*self._wanted(asked))
        try:
            return [block.to_dict() for block in await remote.summary(WATCHER)]
        finally:
            await remote.close()

    def notes(self, asked: Fields) -> list[str]:
        """What the game of the form has beside the printed rules, in sentences."""
        name, seats, chosen, lang = self._wanted(asked)
        try:
            return ruleset(name, seats, self.data, lang=lang, **chosen).setup_notes()
        except GameError as error:
            raise Refused("bad-request", f"The game cannot be set up like this: {error}.") from None

    async def create(self, asked: Fields) -> WebGame:
        """Set up a game as the page asks."""
        name, seats, chosen, lang = self._wanted(asked)
        seating = asked.get("seating", [])
        if not isinstance(seating, list):
            raise Refused("bad-request", "Seating must be a list.")
        with_help = asked.get("help", True)
        if not isinstance(with_help, bool):
            raise Refused("bad-request", "Help must be true or false.")
        await self._make_room()
        remote = await self._new(name, seats, chosen, lang)
        try:
            sitting = _seating(remote, seating)
        except Refused:
            await remote.close()
            raise
        setup = GameSetup(self._new_id(), name, seats, chosen, _token(), with_help, lang)
        setup.seating = [*sitting, SeatSetup(WATCHER, PERSON, "", 0, _token())]
        return await self._begin(remote, setup)

    async def _begin(
        self, remote: RemoteGame, setup: GameSetup, history: list[tuple[str, str]] | None = None
    ) -> WebGame:
        game = WebGame(remote, setup, self._store, 0, self._pace, self._slot)
        game.history = history or []
        await game.save()
        game.searches.start()
        self._games[setup.id] = game
        return game

    # After a game.

    async def again(self, id: str, options: Fields, same_deal: bool) -> WebGame:
        """Another game with the same people and settings, but for some options; also with the same deal."""
        old = await self._finished(id)
        if not isinstance(options, dict) or options.keys() & NO_OPTIONS:
            raise Refused("bad-request", "That is no option of the game.")
        chosen = {**old.setup.options, **{str(key): str(value) for key, value in options.items()}}
        chosen = {key: value for key, value in chosen.items() if value}
        deal = uhg.read(await old.remote.save()).deal if same_deal else None
        await self._make_room()
        remote = await self._new(old.setup.game, old.setup.seats, chosen, old.setup.lang, deal)
        return await self._begin(remote, self._setup_like(old.setup, chosen))

    async def branch(self, id: str, step: object) -> WebGame:
        """A game that goes on from where an old one was after so many moves: what if?"""
        old = await self._finished(id)
        kept = uhg.read(await old.remote.save())
        if type(step) is not int or not 0 <= step < len(kept.moves):
            raise Refused("bad-request", f"step: want 0 to {len(kept.moves) - 1}.")
        record = uhg.write((await asyncio.to_thread(kept.replay, self.data)).with_moves(kept.moves[:step]))
        await self._make_room()
        try:
            remote = await self.engine.load(record=record, lang=old.setup.lang)
        except EngineError as error:
            raise Refused("bad-record", f"The game cannot go on from there: {error}.") from None
        setup = replace(self._setup_like(old.setup, dict(old.setup.options)), what_if=True)
        seats = {seat.seat for seat in setup.seating}
        return await self._begin(remote, setup, [(seat, move) for seat, move in kept.moves[:step] if seat in seats])

    async def _finished(self, id: str) -> WebGame:
        game = await self.find(id)
        if game.remote.result is None:
            raise Refused("not-over", "The game is not over yet.")
        return game

    def _setup_like(self, old: GameSetup, options: dict[str, str]) -> GameSetup:
        """The same people and levels, with links of its own."""
        seating = [replace(each, token=_token() if each.token else "") for each in old.seating]
        return replace(old, id=self._new_id(), options=options, owner=_token(), what_if=False, seating=seating)

    async def remove(self, id: str) -> None:
        """Throw a game away for good."""
        if id in self._games:
            game = self._games.pop(id)
            for channel in game.channels:
                channel.notify()
            await game.searches.stop()
            await game.close()
        try:
            self._store.remove(id)
        except CannotKeep as error:
            raise _cannot_read(error) from None

    def kept(self, id: str) -> KeptGame:
        """What the store knows of a game; KeyError if there is none."""
        try:
            return self._store.games.game(id)
        except CannotKeep as error:
            raise _cannot_read(error) from None

    def scenarios(self, name: str) -> list[str]:
        """Those of a game, in its order."""
        return list(self.hello.games.get(name, {}).get("options", {}).get("scenario", []))

    def _wanted(self, asked: Fields) -> tuple[str, int | None, dict[str, str], str]:
        """The game, the number of seats, the options and the language that a page asks for."""
        name, options = asked.get("game"), asked.get("options", {})
        if not isinstance(name, str) or name not in self.hello.games:
            raise Refused("bad-game", f"There is no game {str(name)[:40]!r}.")
        if not isinstance(options, dict):
            raise Refused("bad-request", "Options must be a map.")
        chosen = {str(key): str(value) for key, value in options.items() if value}
        if chosen.keys() & NO_OPTIONS:
            raise Refused("bad-request", "That is no option of the game.")
        return name, asked.get("seats"), chosen, self.known_language(name, asked.get("lang"))

    async def _new(
        self, name: str, seats: int | None, chosen: dict[str, str], lang: str, deal: int | None = None
    ) -> RemoteGame:
        given = {"seats": seats, "deal": deal}
        args: Fields = {"lang": lang, **chosen, **{key: value for key, value in given.items() if value is not None}}
        try:
            return await self.engine.new(name, **args)
        except EngineError as error:
            raise Refused("bad-request", f"The game cannot be set up like this: {error}.") from None

    def _new_id(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(12))

    def setup(self, id: str) -> GameSetup:
        """How a game was set up, without opening it; KeyError if there is none."""
        if id in self._games:
            return self._games[id].setup
        try:
            return self._store.setup(id)
        except CannotKeep as error:
            raise _cannot_read(error) from None

    async def find(self, id: str) -> WebGame:
        """A game that is open, or one from the store; KeyError if there is none."""
        if id in self._games:
            return self._games[id]
        setup = self.setup(id)
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self._games:
                await self._make_room()
                self._games[id] = await self._restore(setup)
        return self._games[id]

    async def _restore(self, setup: GameSetup) -> WebGame:
        self._claim(setup.id)
        try:
            record, n_changes, tail = self._store.record(setup.id)
        except CannotKeep as error:
            raise _cannot_read(error) from None
        if setup.lang not in self.languages(setup.game):  # its file is gone: the game itself is of no language
            setup.lang = self.known_language(setup.game)
        try:
            remote = await self.engine.load(record=record, lang=setup.lang)
        except EngineError as error:
            reason = error.keys.get("reason") or error
            raise Refused("bad-record", f"The game cannot be opened: {reason}.") from None
        game = WebGame(remote, setup, self._store, n_changes, self._pace, self._slot)
        seats = {seat.seat for seat in setup.seating}
        game.history = [(seat, move) for seat, move in uhg.read(record).moves if seat in seats]
        with contextlib.suppress(EngineError):  # what the engine refuses was never told to anybody
            for change in tail:
                await game.redo(change)
        if tail:
            await game.save()
        game.searches.start()  # not before: an engine's move may be in the tail, or it may be owed
        return game

    def _claim(self, id: str) -> None:
        """Two servers that go on with one game would both be right, and differ."""
        with contextlib.suppress(CannotKeep):  # then nobody writes it, and this is said to who plays
            if not self._store.claim(id):
                raise Refused("elsewhere", "This game is open in another server of this machine: stop that one first.")

    async def _make_room(self) -> None:
        """Put games away that nobody looks at; not those that are nowhere else."""
        idle = sorted(
            (game for game in self._games.values() if not game.channels and game.notices.is_kept),
            key=lambda game: game.used,
        )
        for game in idle[: max(0, len(self._games) - MAX_OPEN + 1)]:
            del self._games[game.setup.id]
            await game.close()


def _cannot_read(error: CannotKeep) -> Refused:
    """For people at a page; where games are kept is for the server's log."""
    logger.warning("the games that were kept cannot be read: %s", error)
    return Refused("store", "The games that were kept cannot be read at the moment; the server's log says why.")


def _seating(remote: RemoteGame, asked: list[Any]) -> list[SeatSetup]:
    """Who sits where: the engine, unless the page says that a person does."""
    by_seat = {str(entry.get("seat")): entry for entry in asked if isinstance(entry, dict)}
    seating = []
    for seat in seats_of(remote.teams):
        entry = by_seat.get(seat, {})
        level = entry.get("level", DEFAULT_LEVEL)
        if type(level) is not int or not 1 <= level <= 10:  # True is an int, but no level
            raise Refused("bad-request", f"level {str(level)[:20]}: want 1 to 10.")
        name = " ".join(str(entry.get("name") or "").split())[:MAX_NAME]
        if entry.get("player") == PERSON:
            seating.append(SeatSetup(seat, PERSON, name, level, _token()))
        else:
            seating.append(SeatSetup(seat, ENGINE, name, level))
    return seating

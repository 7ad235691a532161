"""How often the server asks the engine process, without a browser and without a server process."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from petteia.web.lobby import Lobby
from petteia.web.searches import Channel


def test_a_click_is_one_exchange_with_the_engine(tmp_path: Path) -> None:
    """Pages at two seats and one who watches: all that they are shown came with the answer to `play`."""

    async def click() -> None:
        lobby = Lobby(tmp_path, pace=0.0)
        await lobby.open()
        try:
            seating = [{"seat": seat, "player": "person"} for seat in ("s0", "s1")]
            game = await lobby.create({"game": "egemonia", "seating": seating})
            seats = ("s0", "s0", "s1", "pub")
            game.channels.update(Channel(seat) for seat in seats)
            first, *_ = [await game.update(seat, 0) for seat in seats]
            verbs: Counter[str] = Counter()
            request = lobby.engine.request

            async def counting(verb: str, *args: Any, **settings: Any) -> Any:
                verbs[verb] += 1
                return await request(verb, *args, **settings)

            lobby.engine.request = counting  # type: ignore[method-assign]
            await game.play("s0", first["d"], "setup:delos")
            pages = [await game.update(seat, first["n"]) for seat in seats]
            assert verbs == {"play": 1}
            assert pages[0] == pages[1]
            for page, name in zip(pages, ("You have", "You have", "Athens has", "Athens has"), strict=True):
                assert page["events"][0]["text"] == "influence delos athens 1"
                assert page["events"][0]["say"] == f"{name} 1 influence in Delos now."
                assert page["n"] == first["n"] + len(page["events"])
            assert [page["describe"]["asked"] for page in pages] == [False, False, True, False]
        finally:
            await lobby.close()

    asyncio.run(click())


def test_a_page_that_opens_is_one_exchange(tmp_path: Path) -> None:
    """Also at a seat whose page was closed while others moved."""

    async def watch() -> None:
        lobby = Lobby(tmp_path, pace=0.0)
        await lobby.open()
        try:
            seating = [{"seat": seat, "player": "person"} for seat in ("s0", "s1")]
            game = await lobby.create({"game": "egemonia", "seating": seating})
            await game.update("s1", 0)
            await game.play("s0", 1, "setup:delos")
            channel = Channel("s1")
            game.channels.add(channel)  # not looked at yet when the next change comes
            await game.play("s1", 1, "setup:corinth")
            verbs: Counter[str] = Counter()
            request = lobby.engine.request

            async def counting(verb: str, *args: Any, **settings: Any) -> Any:
                verbs[verb] += 1
                return await request(verb, *args, **settings)

            lobby.engine.request = counting  # type: ignore[method-assign]
            page = await game.update("s1", 0)
            assert verbs == {"look": 1}
            assert [event["n"] for event in page["events"]] == list(range(1, page["n"] + 1))
        finally:
            await lobby.close()

    asyncio.run(watch())


def test_a_game_from_its_files_tells_all_that_was_told(tmp_path: Path) -> None:
    """Also what stands in the record, which no answer carried."""

    async def both() -> None:
        known = []
        for made in (None, True):
            lobby = Lobby(tmp_path, pace=0.0)
            await lobby.open()
            try:
                if made is None:
                    seating = [{"seat": seat, "player": "person"} for seat in ("s0", "s1")]
                    game = await lobby.create({"game": "egemonia", "seating": seating})
                    await game.play("s0", 1, "setup:delos")
                    id = game.setup.id
                else:
                    game = await lobby.find(id)
                known.append([await game.update(seat, 0) for seat in ("s0", "s1", "pub")])
            finally:
                await lobby.close()
        assert known[0] == known[1]
        assert all(update["events"] for update in known[0])

    asyncio.run(both())

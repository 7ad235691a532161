"""How often the server asks the engine process, without a browser and without a server process."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

from petteia.web.lobby import Lobby


def test_a_click_asks_the_engine_for_nothing_twice(tmp_path: Path) -> None:
    """Two pages at one seat: the events came with the answer to `play`, the rest is asked for once."""

    async def click() -> None:
        lobby = Lobby(tmp_path, pace=0.0)
        await lobby.open()
        try:
            seating = [{"seat": seat, "player": "person"} for seat in ("s0", "s1")]
            game = await lobby.create({"game": "egemonia", "seating": seating})
            first = await game.update("s0", 0)
            verbs: Counter[str] = Counter()
            request = lobby.engine.request

            async def counting(verb: str, *args: Any, **settings: Any) -> Any:
                verbs[verb] += 1
                return await request(verb, *args, **settings)

            lobby.engine.request = counting  # type: ignore[method-assign]
            await game.play("s0", first["d"], "setup:delos")
            pages = [await game.update("s0", first["n"]) for _ in range(2)]
            assert verbs == {"play": 1, "view": 1, "story": 1}
            assert pages[0] == pages[1]
            assert pages[0]["events"][0]["text"] == "influence delos athens 1"
            assert pages[0]["events"][0]["say"] == "Athens has 1 influence in Delos now."
            assert pages[0]["n"] == first["n"] + len(pages[0]["events"])
        finally:
            await lobby.close()

    asyncio.run(click())


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

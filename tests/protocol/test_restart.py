"""An engine process that dies is started again, and every game is the one that it was."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from petteia.protocols.client import Engine, EngineError, RemoteGame

N_GAMES = 5


async def _play_first(game: RemoteGame) -> None:
    [seat, *_] = game.waiting
    await game.play(seat, (await game.legal(seat))[0])


async def _kill(engine: Engine) -> None:
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGKILL)
    await asyncio.sleep(0.2)


def test_games_are_not_mixed_up_while_they_are_opened_again() -> None:
    """The new process gives the old names to other games: who asks too early must not reach one of those."""

    async def talk() -> None:
        async with await Engine.popen() as engine:
            games = [await engine.new("egemonia", deal=number) for number in range(N_GAMES)]
            await games[0].close()  # so that g2 becomes g1
            games = games[1:]
            for game in games:
                await _play_first(game)
            before = [await game.hash() for game in games]
            await _kill(engine)

            async def look(number: int) -> str:
                await asyncio.sleep(0.1 * number)  # some ask while the games are being opened again
                return await games[number].hash()

            assert await asyncio.gather(*(look(number) for number in range(len(games)))) == before
            assert engine.n_restarts == 1
            assert len({game.handle for game in games}) == len(games)

    asyncio.run(talk())


def test_a_game_that_cannot_be_opened_again_harms_no_other() -> None:
    async def talk() -> None:
        async with await Engine.popen() as engine:
            bad, good = [await engine.new("egemonia", deal=number) for number in range(2)]
            await _play_first(good)
            before = await good.hash()
            bad._changes.append(("play", {"seat": "s0", "d": 1, "move": "nonsense"}))
            await _kill(engine)
            assert await good.hash() == before
            with pytest.raises(EngineError):  # it is refused, and not taken for another
                await bad.hash()

    asyncio.run(talk())

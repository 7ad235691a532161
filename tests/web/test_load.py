"""Many games at once on one server."""

from __future__ import annotations

import random
import statistics
import threading
import time

import pytest

from .server import Server

GAMES_AT_ONCE = 20
CLICKS = 12  # in each game
SETUPS = [("egemonia", 2), ("epix", 2), ("ephyran", 2), ("epireia", 2)]


@pytest.mark.long
def test_twenty_games_at_once_stay_responsive(server: Server) -> None:
    """From a click to its event, with people at all seats, so that no engine thinks: the median is under 100 ms."""
    waits: list[float] = []
    failures: list[BaseException] = []
    ready = threading.Barrier(GAMES_AT_ONCE)

    def people(number: int) -> None:
        try:
            game, seats = SETUPS[number % len(SETUPS)]
            made = server.create(game, people=seats, seats=seats)
            lives = [server.live(made, f"s{seat}") for seat in range(seats)]
            rng = random.Random(number)
            ready.wait(60)
            clicks = 0
            while clicks < CLICKS:
                for live in lives:
                    if "d" not in live.state or "result" in live.state:
                        continue
                    d, begun = live.state["d"], time.perf_counter()
                    live.socket.send(
                        f'{{"do":"play","d":{d},"move":"{rng.choice(live.state["view"]["legal"])}","to":1}}'
                    )
                    live.next("update")
                    waits.append(time.perf_counter() - begun)
                    clicks += 1
                    time.sleep(rng.uniform(0.3, 1.5))  # even quick people take a moment
                for live in lives:
                    try:
                        while True:
                            live.next(seconds=0.02)
                    except TimeoutError:
                        pass
            for live in lives:
                live.close()
        except BaseException as error:
            failures.append(error)
            ready.abort()

    threads = [threading.Thread(target=people, args=(number,)) for number in range(GAMES_AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    waits.sort()
    median, most, slowest = (1000 * wait for wait in (statistics.median(waits), waits[len(waits) * 9 // 10], waits[-1]))
    print(
        f"{len(waits)} clicks in {GAMES_AT_ONCE} games: median {median:.0f} ms, "
        f"nine of ten under {most:.0f} ms, slowest {slowest:.0f} ms"
    )
    assert median < 100

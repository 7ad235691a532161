"""What the engine owes: its own moves, hints, analyses and chances, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .server import Live, Server, link

QUIET_SECONDS = 2.0  # without a message: nothing more will come


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Server]:
    """A server whose engine takes its time, so that it can be interrupted."""
    found = Server(tmp_path / "games", pace=3.0)
    yield found
    found.stop()


def reach(live: Live, phase: str, rng: random.Random) -> None:
    """Random decisions until the seat is asked in a phase."""
    while live.asked() and live.state["view"]["phase"] != phase:
        live.decide(rng.choice(live.state["view"]["legal"]))
    assert "result" not in live.state


def test_a_server_that_was_killed_while_the_engine_thought_goes_on(slow: Server) -> None:
    made = slow.create("egemonia")
    live = slow.live(made)
    live.decide("setup:delos")
    assert live.state["view"]["pending"] == ["s1"]  # it waits for its pace
    slow.kill()
    live.socket.close()
    slow.start()
    again = slow.live(made)
    assert "delos" in again.state["view"]["influence"]
    assert again.asked()
    again.close()


def test_a_hint_for_a_simultaneous_decision_comes(server: Server) -> None:
    """Asked for at once, when the engine is about to decide as well."""
    live = server.live(server.create("epix", seats=2, level=4))
    rng = random.Random(4)
    reach(live, "auction", rng)
    hints = 0
    for _ in range(3):
        assert live.asked()
        assert live.ask(do="hint").get("ok")
        while not (thought := live.next("thought"))["hint"]:
            pass
        assert thought["lines"][0][0] in live.state["view"]["legal"]
        live.decide(rng.choice(live.state["view"]["legal"]))
        hints += 1
    assert hints == 3
    live.close()


def test_two_pages_of_one_seat_both_get_their_hint(server: Server) -> None:
    made = server.create("egemonia")
    pages = [server.live(made), server.live(made)]
    for page in pages:
        page.socket.send('{"do": "hint", "to": 1}')
    for page in pages:
        assert page.next("thought")["hint"]
        page.socket.send('{"do": "hint", "to": 2}')  # and who asks again is told again
        assert page.next("thought")["hint"]
        page.close()


def test_a_hint_that_was_asked_for_comes_after_a_restart(tmp_path: Path, pages: Any) -> None:
    server = Server(tmp_path / "games")
    try:
        page = pages()
        page.goto(link(server, server.create("egemonia")))
        page.wait_for_selector(".board .lit")
        server.process.send_signal(signal.SIGSTOP)  # so that it cannot answer before it is killed
        page.click("[data-tool=hint]")
        server.kill()
        assert page.inner_text(".hint") == "Thinking…"
        page.wait_for_function("() => document.body.classList.contains('offline')")
        server.start()
        page.wait_for_function("() => document.querySelector('.hint').innerText.startsWith('Perhaps')")
    finally:
        server.stop()


def test_playing_while_the_engine_thinks_about_chances_is_not_refused(server: Server) -> None:
    """The search behind the chances gives way at once."""
    live = server.live(server.create("egemonia"))
    rng = random.Random(8)
    for _ in range(12):
        if not live.asked():
            break
        live.decide(rng.choice(live.state["view"]["legal"]))
    live.close()


def test_the_chances_are_those_of_the_analysis(server: Server) -> None:
    """They come from the same search, only for decisions of the seat, and go on for a moment."""
    live = server.live(server.create("egemonia"))
    reach(live, "action", random.Random(3))
    first = live.next("chances")
    assert first["d"] == live.state["d"]
    assert sum(first["wp"]) == pytest.approx(1)
    assert live.ask(do="analyze").get("ok")
    live.next("thought")
    with contextlib.suppress(TimeoutError):  # the analysis has ended; how many reports it made, the machine decides
        while True:
            live.next(seconds=QUIET_SECONDS)
    told = {
        kind: {tuple(each["wp"]) for each in live.messages if each["type"] == kind} for kind in ("thought", "chances")
    }
    assert told["thought"]
    assert told["thought"] <= told["chances"]
    live.decide(live.state["view"]["legal"][0])
    live.asked()
    sent = [each for each in live.messages if each["type"] == "chances"]
    asked = {update["d"] for update in live.updates if "d" in update}
    assert {each["d"] for each in sent} <= asked
    live.close()

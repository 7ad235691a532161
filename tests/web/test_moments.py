"""What happened is shown at a pace that one can follow; whoever asked for less motion sees it at once."""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import pytest

from .robot import shoot
from .scenes import Scene, reach
from .server import Server, link

LAST = Scene("egemonia-last", "egemonia", "place")


def is_last_placement(state: Any) -> bool:
    """The next placement of the seat is its last of the turn: then all events are turned up."""
    legal = state["view"]["legal"] if "d" in state else []
    placed = state["view"].get("placed", [])
    return bool(legal) and legal[0].startswith("place") and len(placed) == 5


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_events_are_turned_up_one_after_the_other(server: Server, pages: Any, motion: str) -> None:
    made = reach(server, LAST, is_last_placement)
    page = pages(reduced_motion=motion)
    page.goto(link(server, made))
    page.wait_for_selector(".prompt.asked")
    page.evaluate(
        """() => {
          window.told = [];
          const place = document.querySelector(".moments");
          const note = () => {
            const words = place.hidden ? "" :
              [...place.querySelectorAll(".moment-words p")].map((each) => each.textContent).join("\\n");
            if (words && words !== window.told.at(-1)?.words)
              window.told.push({ words, at: performance.now(), lit: document.querySelectorAll(".board .lit").length,
                                 marked: document.querySelectorAll(".board .moment").length,
                                 down: [...document.querySelectorAll(".tile text")].length });
          };
          new MutationObserver(note).observe(place, { subtree: true, childList: true, attributes: true });
        }"""
    )
    rng = random.Random(1)
    while not page.evaluate("() => document.querySelector('.moments:not([hidden])') || window.told.length"):
        lit = page.query_selector_all(".board .lit, .hand .lit")
        if lit:
            rng.choice(lit).dispatch_event("click")
        page.wait_for_timeout(50)
        if motion == "reduce" and page.locator(".story >> text=reveals").count() >= 6:
            break
    if motion == "reduce":
        assert page.evaluate("window.told") == []
        return
    shoot(page, "moments-egemonia")
    page.wait_for_selector(".prompt.asked, .prompt.over", timeout=60_000)
    told = page.evaluate("window.told")
    reveals = [each for each in told if "reveal" in each["words"]]
    assert [len(each["words"].split("\n")) for each in reveals] == [2, 2, 2], "pair by pair"
    assert [each["down"] for each in reveals] == [2, 1, 0], "the others still lie face down"
    assert all(each["lit"] == 0 for each in told), "nothing is asked meanwhile"
    assert all(each["marked"] for each in reveals), "where it happens is marked"
    pauses = [after["at"] - before["at"] for before, after in itertools.pairwise(told)]
    assert min(pauses) >= 200
    assert page.locator(".board .moment").count() == 0


def test_it_can_be_skipped(server: Server, pages: Any) -> None:
    made = reach(server, LAST, is_last_placement)
    page = pages(reduced_motion="no-preference")
    page.goto(link(server, made))
    page.wait_for_selector(".prompt.asked")
    rng = random.Random(1)
    while not page.locator(".moments:not([hidden])").count():
        lit = page.query_selector_all(".board .lit, .hand .lit")
        if lit:
            rng.choice(lit).dispatch_event("click")
        page.wait_for_timeout(50)
    begun = time.monotonic()
    while not page.locator(".prompt.asked, .prompt.over").count():
        assert time.monotonic() - begun < 60
        page.keyboard.press("Escape")
        page.wait_for_timeout(20)
    assert page.locator(".moments[hidden]").count() == 1

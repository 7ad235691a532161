"""In a browser, after a game: the review, turning points in the replay, what if, rematch, the list of games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .robot import robot, shoot
from .server import Server, link
from .test_accessibility import check

OWNED = """([id, entry]) => localStorage.setItem("petteia.games", JSON.stringify({[id]: entry}))"""


def own(server: Server, page: Any, game: str, **settings: Any) -> dict[str, Any]:
    """A game that this browser set up, open at its page."""
    made = server.create(game, **settings)
    tokens = {"s0": next(each["token"] for each in made["seating"] if each["seat"] == "s0")}
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    page.evaluate(OWNED, [made["id"], {"game": game, "owner": made["owner"], "at": 1, "title": "", "tokens": tokens}])
    page.goto(f"{server.address}/g/{made['id']}")
    page.wait_for_selector(".prompt.asked, .prompt.over")
    return made


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("egemonia", {}),
        ("epix", {"seats": 2}),
        pytest.param("ephyran", {"seats": 2}, marks=pytest.mark.long),
        pytest.param("epireia", {"seats": 1, "enemy": "ai"}, marks=pytest.mark.long),
    ],
)
def test_review_and_rematch(server: Server, pages: Any, axe: str, game: str, settings: dict[str, Any]) -> None:
    page = pages()
    made = own(server, page, game, **settings)
    assert re.match("Your turn|Over", page.title())
    assert robot(page, seed=3)["over"]
    assert page.title().startswith("Over")
    page.wait_for_selector(".review-graph", timeout=240_000)
    shoot(page, f"review-{game}", full=True)
    check(page, axe, f"review-{game}")
    assert page.locator(".ledger tr").count() == 7
    if page.locator(".swings li").count():
        page.click(".swings li >> nth=0 >> text=Show me")
        page.wait_for_url("**/replay")
        page.wait_for_selector(".replay-marks .turn-mark, .replay-marks .judged-mark, .replay-marks", state="attached")
        page.wait_for_function("() => Number(document.querySelector('.slider').value) > 0")
        shoot(page, f"replay-{game}", full=True)
        page.go_back()
        page.wait_for_selector(".review-graph", timeout=60_000)
        page.click(".swings li >> nth=0 >> text=What if?")
        page.wait_for_url(lambda url: "/g/" in url and made["id"] not in url)
        page.wait_for_selector(".prompt.asked, .prompt.over")
        page.goto(f"{server.address}/g/{made['id']}")
    page.click("text=Rematch")
    page.wait_for_url(lambda url: "/g/" in url and made["id"] not in url)
    page.wait_for_selector(".prompt.asked, .prompt.over")
    page.goto(server.address)
    page.wait_for_selector(".outcome.won, .outcome.lost, .outcome.drawn")
    page.click("text=How they came out")
    check(page, axe, f"games-{game}")
    assert page.inner_text(".statistics tbody td >> nth=1") == "1"


def test_a_replay_by_keys(server: Server, pages: Any) -> None:
    page = pages()
    own(server, page, "egemonia")
    assert robot(page, seed=4)["over"]
    page.click("text=Replay the game")
    page.wait_for_url("**/replay")
    page.wait_for_selector(".where")
    place = "() => Number(document.querySelector('.slider').value)"
    page.keyboard.press("End")
    last = page.evaluate(place)
    assert last == int(page.get_attribute(".slider", "max"))
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(place) == last - 1
    page.keyboard.press("Home")
    assert page.evaluate(place) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(place) == 2
    page.keyboard.press("PageDown")
    turn = page.evaluate(place)
    assert turn > 2
    page.keyboard.press("PageDown")
    assert page.evaluate(place) > turn
    page.keyboard.press("PageUp")
    assert page.evaluate(place) == turn
    marks = page.locator(".turn-mark").count()
    assert marks >= 2
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    page.wait_for_selector(".analysis-lines li, .replay-analysis :text('nothing to decide')")


def test_a_suggestion_is_played(server: Server, pages: Any) -> None:
    page = pages()
    own(server, page, "epix", seats=2)
    assert robot(page, seed=3)["over"]
    page.goto(server.address)
    page.click(".suggestion button")
    page.wait_for_selector(".start")
    assert page.locator(".level-number").inner_text() == "1"
    page.click(".start")
    page.wait_for_selector(".prompt.asked, .prompt.over")


def test_a_game_is_deleted_when_that_is_meant(server: Server, pages: Any) -> None:
    page = pages()
    made = own(server, page, "epix", seats=2)
    page.goto(server.address)
    page.click("[aria-label='Forget Epix']")
    page.click("dialog >> text=Delete it for good")
    page.wait_for_selector(".known li", state="detached")
    page.goto(link(server, made))
    page.wait_for_selector("text=does not open anything")

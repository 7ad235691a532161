"""In a browser, after a game: the review, turning points in the replay, what if, rematch, the list of games."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from .robot import robot, shoot
from .server import Server, link
from .test_accessibility import check

OWNED = """([id, entry]) => localStorage.setItem("petteia.games", JSON.stringify({[id]: entry}))"""


def own(server: Server, page: Any, game: str, **settings: Any) -> dict[str, Any]:
    """A game that this browser set up, open at its page."""
    return sit_at(server, page, server.create(game, **settings))


def sit_at(server: Server, page: Any, made: dict[str, Any]) -> dict[str, Any]:
    game = made["game"]
    tokens = {"s0": next(each["token"] for each in made["seating"] if each["seat"] == "s0")}
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    page.evaluate(OWNED, [made["id"], {"game": game, "owner": made["owner"], "at": 1, "title": "", "tokens": tokens}])
    page.goto(f"{server.address}/g/{made['id']}")
    page.wait_for_selector(".prompt.asked, .prompt.over")
    return made


WAYS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "dark": {"color_scheme": "dark"},
    "motion": {"reduced_motion": "no-preference"},
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
    "zoomed": {"width": 640, "height": 512},  # 1280 by 1024 at 200 %
    "keys": {},
}
PLAYED: dict[str, dict[str, Any]] = {
    "egemonia": {},
    "epix": {"seats": 2},
    "ephyran": {"seats": 2},
    "epireia": {"seats": 1, "scenario": "harvest_road", "enemy": "ai"},
}
SHORT = {("egemonia", "motion"), ("epix", "phone"), ("epix", "keys")}  # the others are long
CASES = [
    pytest.param(game, way, marks=[] if (game, way) in SHORT else [pytest.mark.long], id=f"{game}-{way}")
    for game in PLAYED
    for way in WAYS
]


def is_near_the_end(game: str, view: Any) -> bool:
    """So that the browser plays the last part alone; reveals are in all of them."""
    match game:
        case "egemonia":
            return bool(view["turn"] >= 8)
        case "epix":
            return view["season"] == "winter"
        case "ephyran":
            return bool(view["pile_size"] <= 8)
    return bool(view["turn"] >= 8 or view["phase"] in ("placement", "leaders", "battle"))


def play_on(server: Server, made: Any, seed: int) -> bool:
    """Random decisions, until the end is near; False if the game is over before."""
    live: Any = server.live(made)
    rng = random.Random(seed)
    while (is_on := bool(live.asked())) and not is_near_the_end(made["game"], live.state["view"]):
        live.decide(rng.choice(live.state["view"]["legal"]))
    live.close()
    return is_on


def near_the_end(server: Server, game: str) -> Any:
    """A game of which the last part is left; the engine wins some before that."""
    for seed in range(5, 45):
        made = server.create(game, **PLAYED[game])
        if play_on(server, made, seed):
            return made
    raise AssertionError("all games are over too early")


def tab_to(page: Any, words: str) -> None:
    """Go on with the tabulator until what has the focus says so."""
    for _ in range(400):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''").startswith(
            words
        ):
            return
    raise AssertionError(f"{words!r} cannot be reached with the keyboard")


def finish_by_keys(page: Any, rng: random.Random) -> None:
    """With nothing but `Tab` and `Enter`."""
    is_on_a_choice = "() => Boolean(document.activeElement.closest('.board [role=button], .tray button'))"
    for _ in range(400):
        page.wait_for_selector(".prompt.asked, .prompt.over")
        if page.locator(".prompt.over").count():
            return
        for _ in range(rng.randrange(4)):
            page.keyboard.press("Tab")
        for _ in range(200):
            if page.evaluate(is_on_a_choice):
                break
            page.keyboard.press("Tab")
        if page.evaluate(is_on_a_choice):
            page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    raise AssertionError("the game does not end")


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "way"), CASES)
def test_reveals_review_and_rematch(server: Server, pages: Any, axe: str, game: str, way: str) -> None:
    page = pages(**WAYS[way])
    made = near_the_end(server, game)
    sit_at(server, page, made)
    assert re.match("Your turn|Over", page.title())
    if way == "motion":
        page.evaluate("""() => {
          window.cards = new Set();
          const place = document.querySelector(".moment-words");
          new MutationObserver(() => window.cards.add(place.innerText)).observe(place, { childList: true });
        }""")
    if way == "keys":
        finish_by_keys(page, random.Random(2))
    else:
        assert robot(page, seed=3)["over"]
    if way == "motion":
        assert page.evaluate("window.cards.size") > 4, "what happens is told bit by bit"
    assert page.title().startswith("Over")
    page.wait_for_selector(".review-graph", timeout=900_000)
    shoot(page, f"review-{game}-{way}", full=True)
    size = page.viewport_size
    check(page, axe, f"review-{game}")
    page.set_viewport_size(size)
    page.emulate_media(**({"color_scheme": "dark"} if way == "dark" else {}))
    assert page.locator(".ledger tr").count() == 7

    def press(words: str) -> None:
        if way == "keys":
            tab_to(page, words)
            page.keyboard.press("Enter")
        else:
            page.locator("button", has_text=words).and_(page.locator(":visible")).first.click()

    press("Show me")
    page.wait_for_url("**/replay")
    page.wait_for_function("() => document.querySelector('.slider')?.value > 0")
    page.wait_for_selector(".board svg")
    shoot(page, f"replay-{game}-{way}", full=True)
    page.go_back()
    page.wait_for_selector(".review-graph", timeout=60_000)
    press("What if?")
    page.wait_for_url(lambda url: "/g/" in url and made["id"] not in url)
    page.wait_for_selector(".prompt.asked, .prompt.over", timeout=60_000)
    page.goto(f"{server.address}/g/{made['id']}")
    page.wait_for_selector(".more-games")
    press("Rematch")
    page.wait_for_url(lambda url: "/g/" in url and made["id"] not in url)
    page.wait_for_selector(".prompt.asked", timeout=60_000)
    page.goto(server.address)
    page.wait_for_selector(".outcome.won, .outcome.lost, .outcome.drawn")
    page.click("text=How they came out")
    check(page, axe, f"games-{game}")
    assert page.inner_text(".statistics tbody td >> nth=1") == "1"


def test_what_was_hidden_is_shown_at_the_end(server: Server, pages: Any) -> None:
    page = pages()
    own(server, page, "egemonia")
    assert robot(page, seed=4)["over"]
    page.wait_for_selector(".uncovered li")
    assert page.locator(".uncovered li").first.inner_text().startswith("Sparta held")


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

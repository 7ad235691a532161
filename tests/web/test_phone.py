"""On a telephone, upright and on its side, and at twice the size: the board can be seen, and fingers hit."""

from __future__ import annotations

from typing import Any

import pytest

from .robot import shoot
from .scenes import SCENES, reach
from .server import Server, link

UPRIGHT = (390, 844)
SCENE = {scene.name: scene for scene in SCENES}

# How much of the window's height shows the drawing, with no panel over it.
SHOWN = """() => {
  const map = document.querySelector(".board .drawing").getBoundingClientRect();
  const panel = document.querySelector(".turn").getBoundingClientRect();
  const isBeside = panel.left >= map.right || panel.top >= innerHeight;
  return Math.min(map.bottom, isBeside ? innerHeight : panel.top) - Math.max(map.top, 0);
}"""
MOSTLY_IN_VIEW = """(selector) => {
  const bottom = document.querySelector(".turn").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const middles = boxes.map((box) => (box.top + box.bottom) / 2);
  return middles.filter((middle) => middle > 0 && middle < bottom).length / middles.length >= 0.5;
}"""
TARGETS = "button, a.button, .known a, .mark, summary, select, label.check, [role=button], "
TARGETS += "input:not([type=checkbox], [type=file])"
TOO_SMALL = """(targets) => {
  return [...document.querySelectorAll(targets)]
    .filter((each) => each.checkVisibility() && !each.closest("svg"))
    .map((each) => [each.innerText || each.getAttribute("aria-label"), each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
    .map(([words, { width, height }]) => `${words}: ${width} by ${height}`);
}"""


@pytest.mark.parametrize(("width", "height"), [(844, 390), (680, 450)])
@pytest.mark.parametrize("scene", ["egemonia-place", "epix-bid", "epireia-city"])
def test_a_low_window_shows_the_map(server: Server, pages: Any, scene: str, width: int, height: int) -> None:
    page = pages(width, height)
    page.goto(link(server, reach(server, SCENE[scene])))
    page.wait_for_selector(".prompt.asked")
    page.evaluate("document.querySelector('.board .drawing').scrollIntoView()")
    page.wait_for_function(f"(least) => ({SHOWN})() > least", arg=0.6 * height)
    shoot(page, f"low-{scene}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scene", ["egemonia-place", "epix-recruit", "epireia-city"])
def test_an_upright_phone_shows_the_map(server: Server, pages: Any, scene: str) -> None:
    page = pages(*UPRIGHT, has_touch=True, is_mobile=True)
    page.goto(link(server, reach(server, SCENE[scene])))
    page.wait_for_selector(".prompt.asked")
    page.evaluate("document.querySelector('.all-moves').open = true")
    page.wait_for_function(f"() => ({SHOWN})() > 300")
    assert page.evaluate("scrollY") == 0  # it opens at its top


def test_from_the_hand_back_to_the_map(server: Server, pages: Any) -> None:
    page = pages(*UPRIGHT, has_touch=True, is_mobile=True)
    page.goto(link(server, reach(server, SCENE["egemonia-place"])))
    page.wait_for_selector("[data-key^='hand:'].lit")
    page.evaluate("scrollBy(0, document.querySelector('.board .drawing').getBoundingClientRect().bottom - 250)")
    page.locator("[data-key^='hand:'].lit").last.dispatch_event("click")  # without scrolling; Melos can be seen
    page.wait_for_selector("[data-key^='area:'].lit")
    page.wait_for_function(MOSTLY_IN_VIEW, arg="[data-key^='area:'].lit .node")
    page.locator("[data-key^='area:'].lit").first.tap()
    page.wait_for_selector("[data-key^='hand:'].lit")
    page.wait_for_function(MOSTLY_IN_VIEW, arg="[data-key^='hand:'].lit")


@pytest.mark.parametrize(
    "scene", ["egemonia-place", "epix-recruit", "epix-bid", "ephyran-add", "epireia-build", "epireia-figure"]
)
def test_a_finger_hits_every_button(server: Server, pages: Any, scene: str) -> None:
    page = pages(*UPRIGHT, has_touch=True, is_mobile=True)
    page.goto(link(server, reach(server, SCENE[scene])))
    page.wait_for_selector(".prompt.asked")
    page.evaluate("document.querySelector('.all-moves').open = true")
    assert page.evaluate(TOO_SMALL, TARGETS) == []


@pytest.mark.parametrize("game", ["epix", "epireia"])
def test_a_finger_hits_every_field_of_a_setup(server: Server, pages: Any, game: str) -> None:
    page = pages(*UPRIGHT, has_touch=True, is_mobile=True)
    page.goto(link(server, server.create("epix")))
    page.wait_for_selector(".prompt.asked")
    page.goto(server.address)
    page.click(f"[data-game={game}]")
    page.wait_for_selector(".start")
    page.wait_for_selector(".known a")
    assert page.evaluate(TOO_SMALL, TARGETS) == []


def test_a_finger_beside_a_place_hits_it(server: Server, pages: Any) -> None:
    """Places are drawn smaller than fingers are; the nearest one that can be chosen is meant."""
    page = pages(*UPRIGHT, has_touch=True, is_mobile=True)
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector("[data-key='area:melos'].lit")
    page.evaluate("document.querySelector('.names').scrollIntoView({ block: 'center' })")
    box = page.locator("[data-key='area:melos'] .node").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2 - 20, box["y"] + box["height"] / 2 + 3)  # a tap would be adjusted
    page.wait_for_function("() => document.querySelector('.story').innerText.includes('influence in Melos')")

"""What things are is said beside them: to a mouse that rests, to keys, and to fingers. Nothing hides in tooltips."""

from __future__ import annotations

from typing import Any

import pytest

from .scenes import SCENES, reach
from .server import Server, link

SCENE = {scene.name: scene for scene in SCENES}
CARD = ".about-card:not([hidden])"


@pytest.mark.parametrize("scene", ["egemonia-place", "epix-recruit", "ephyran-add", "epireia-build"])
def test_there_are_no_tooltips(server: Server, pages: Any, scene: str) -> None:
    page = pages()
    page.goto(link(server, reach(server, SCENE[scene])))
    page.wait_for_selector(".prompt.asked")
    assert page.locator("[title], svg title").count() == 0
    assert page.locator(".board [data-about]").count() > 3


def test_a_finger_asks_what_a_place_is(server: Server, pages: Any) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    made = server.create("epireia", seats=1, scenario="harvest_road")
    page.goto(link(server, made))
    page.wait_for_selector(".board .lit")
    page.locator("[data-key='space:epirus'] .node").tap()
    page.wait_for_selector(CARD)
    assert page.inner_text(CARD).startswith("Epirus")
    assert "2 wood" in page.inner_text(CARD)
    page.locator("[data-key='space:illyria'] .node").tap()
    page.wait_for_selector(f"{CARD}:has-text('Illyria')")
    assert page.locator(".prompt.asked").count(), "nothing was chosen"


def test_a_mouse_and_the_keyboard_are_told_as_well(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    page.wait_for_selector(".board .lit")
    page.hover("[data-key='space:persia']")
    page.wait_for_selector(f"{CARD}:has-text('4 copper')")
    page.keyboard.press("Escape")
    assert page.locator(CARD).count() == 0
    page.keyboard.press("Tab")
    page.focus("[data-key='space:athens']")
    page.wait_for_selector(f"{CARD}:has-text('collects 1 wheat, 1 wood and 2 copper')")


def test_the_first_decision_is_in_words_on_a_phone(server: Server, pages: Any) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    page.wait_for_selector(".board .lit")
    assert page.locator(".all-moves .move:visible").count() == 5
    assert "collects 1 wheat" in page.inner_text(".all-moves")

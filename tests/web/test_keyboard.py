"""Without a mouse: the focus stays where one decides, and screen readers are told what is on."""

from __future__ import annotations

from typing import Any

import pytest

from .server import Server, link

PLACE = "(() => { const at = document.activeElement; return at.closest('.board, .tray')"
FOCUSED = f"{PLACE} ? at.dataset.key || 'else' : at.tagName; }})()"


def open_solo(page: Any, server: Server) -> None:
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    page.wait_for_selector(".board .lit")


def wait_for_focus(page: Any, start: str) -> None:
    """The key of what has the focus begins so."""
    page.wait_for_function(f"(start) => {FOCUSED}.startsWith(start)", arg=start)


def test_the_focus_goes_on_to_the_next_decision(server: Server, pages: Any) -> None:
    page = pages()
    open_solo(page, server)
    page.focus("[data-key='space:athens']")
    page.keyboard.press("Enter")
    wait_for_focus(page, "admin:")
    page.keyboard.press("Enter")
    wait_for_focus(page, "figure:")
    page.focus(".all-moves summary")
    page.keyboard.press("Enter")
    page.focus("[data-move]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key^='build:'].lit")
    page.wait_for_function("() => document.activeElement.dataset.move")  # who reads the list goes on in it


def test_the_focus_goes_through_a_choice_and_back(server: Server, pages: Any) -> None:
    page = pages()
    for _ in range(10):  # an augur may forbid donations, or take the wheat
        open_solo(page, server)
        for key in ("space:athens", "admin:", "figure:"):
            page.focus(f"[data-key^='{key}'].lit")
            page.keyboard.press("Enter")
            page.wait_for_function("(key) => !document.querySelector(`[data-key^='${key}'].lit`)", arg=key)
        page.wait_for_selector(".prompt.asked")
        page.wait_for_selector(".board .lit, .tray .choice")
        if page.query_selector("[data-key='donate:wheat'].lit"):
            break
    page.focus("[data-key='donate:wheat'].lit")
    page.keyboard.press("Enter")
    wait_for_focus(page, "n:")  # the amounts are buttons beside the board
    page.keyboard.press("Escape")
    wait_for_focus(page, "donate:wheat")


def test_the_focus_stays_on_a_tool(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".board .lit")
    page.focus("[data-tool=analysis]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".move.judged")
    assert page.evaluate("document.activeElement.dataset.tool") == "analysis"
    assert page.get_attribute("[data-tool=analysis]", "aria-pressed") == "true"
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-tool=analysis][aria-pressed=false]")
    assert page.evaluate("document.activeElement.dataset.tool") == "analysis"


def test_a_mouse_leaves_no_focus_on_the_next_thing(server: Server, pages: Any) -> None:
    """Or else the space bar, which scrolls a page, would play a move."""
    page = pages()
    open_solo(page, server)
    page.click("[data-key='space:athens']")
    page.wait_for_selector("[data-key^='admin:'].lit")
    page.wait_for_timeout(200)
    assert page.evaluate(FOCUSED) == "BODY"


def test_setting_up_keeps_the_focus(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.click("[data-game=epireia]")
    for group in ("Enemy", "Players"):
        radios = page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio")
        on = radios.and_(page.locator("[aria-checked=true]"))
        before = on.inner_text()
        on.focus()
        page.keyboard.press("ArrowRight")
        after = page.evaluate("[document.activeElement.innerText, document.activeElement.getAttribute('aria-checked')]")
        assert after[0] != before
        assert after[1] == "true"
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("document.activeElement.innerText") == before
        assert page.evaluate("[...document.activeElement.parentElement.children].map((e) => e.tabIndex)").count(0) == 1


@pytest.mark.parametrize("scenario", ["harvest_road"])
def test_a_telephone_shows_what_can_be_chosen(server: Server, pages: Any, scenario: str) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    page.goto(link(server, server.create("epireia", seats=1, scenario=scenario)))
    page.wait_for_selector(".board .lit")
    seen = """() => {
      const bottom = document.querySelector('.turn').getBoundingClientRect().top;
      const boxes = [...document.querySelectorAll('.board .lit')].map((each) => each.getBoundingClientRect());
      return boxes.some((box) => (box.top + box.bottom) / 2 > 0 && (box.top + box.bottom) / 2 < bottom);
    }"""
    for key in ("space:athens", "admin:", "figure:"):
        page.wait_for_function(seen)
        page.locator(f"[data-key^='{key}'].lit").last.tap()
        page.wait_for_function("(key) => !document.querySelector(`[data-key^='${key}'].lit`)", arg=key)
    page.wait_for_selector("[data-key^='build:'].lit")
    page.wait_for_function(seen)

"""Somebody who never played: a guided first game of solo Epireia, and what the icons mean."""

from __future__ import annotations

from typing import Any

import pytest

from .robot import shoot
from .server import Server, link
from .test_accessibility import check

MOST = 200  # decisions


@pytest.mark.parametrize("most", [8, pytest.param(MOST, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
def test_a_guided_first_game(server: Server, pages: Any, axe: str, most: int) -> None:
    """Whoever always does what the guide proposes finishes the game, and is told of every decision what it is for."""
    page = pages()
    page.goto(server.address)
    page.click("text=A guided first game")
    page.wait_for_url("**/g/*")
    seen: set[str] = set()
    for number in range(most):
        page.wait_for_selector(".guide:not([data-decision='']) :text('A good move:'), .prompt.over", timeout=60_000)
        if page.locator(".prompt.over").count():
            break
        words = page.inner_text(".guide")
        if not number:
            assert "prestige" in words or "Great Battle" in words, "what the game is about"
            check(page, axe, "guide")
            page.set_viewport_size({"width": 1360, "height": 900})
        seen.add(words.split("A good move")[0])
        page.evaluate("() => { document.querySelector('.all-moves').open = true; }")
        hinted = page.locator(".hint").inner_text().removeprefix("Perhaps: ").strip()
        decision = page.get_attribute(".guide", "data-decision")
        button = page.locator(".all-moves .move").filter(has=page.locator(f'.move-name:text-is("{hinted}")')).first
        button.dispatch_event("click")
        page.wait_for_function(
            "(d) => document.querySelector('.guide').dataset.decision !== d || document.querySelector('.prompt.over')",
            arg=decision,
        )
    assert len(seen) >= 4, "each kind of decision is explained"
    if most < MOST:
        return
    assert page.locator(".prompt.over").count() == 1
    page.wait_for_selector(".review-graph", timeout=240_000)
    shoot(page, "guided-over", full=True)


def test_the_guide_can_be_left(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.click("text=A guided first game")
    page.wait_for_selector(".guide")
    page.click("text=Leave the guide")
    page.wait_for_selector(".guide", state="detached")
    page.reload()
    page.wait_for_selector(".prompt.asked")
    assert page.locator(".guide").count() == 0


@pytest.mark.parametrize("game", ["egemonia", "epix", "ephyran", "epireia"])
def test_a_legend_of_all_icons(server: Server, pages: Any, axe: str, game: str) -> None:
    page = pages()
    page.goto(link(server, server.create(game, **({"seats": 1} if game == "epireia" else {}))))
    page.wait_for_selector(".prompt.asked")
    if game == "epireia":
        for _ in range(3):  # to the own board
            page.locator(".board .lit").first.dispatch_event("click")
            page.wait_for_timeout(400)
            page.wait_for_selector(".prompt.asked")
    page.click("text=Legend")
    page.wait_for_selector("dialog.legend")
    words = page.inner_text("dialog.legend")
    assert page.locator(".legend-icons li, dialog.legend details li").count() >= 3
    for each in {"epireia": ("Wheat", "Copper"), "epix": ("oldier",), "egemonia": ("Athens",)}.get(game, ()):
        assert each.lower() in words.lower() + page.evaluate(
            "() => document.querySelector('dialog.legend').textContent.toLowerCase()"
        )
    check(page, axe, f"legend-{game}")


SEEN = """(element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def test_the_guide_fits_the_first_screen(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.click("text=A guided first game")
    page.wait_for_selector(".guide :text('A good move:')", timeout=60_000)
    assert page.locator(".guide button:has-text('Play it')").evaluate(SEEN)
    assert "enemy cities" in page.inner_text(".guide"), "it is about playing alone"
    assert "three acts" not in page.content()
    page.click(".guide button:has-text('Play it')")
    page.wait_for_selector(".prompt.asked:not(:has-text('Which city'))")


@pytest.mark.parametrize(("width", "height"), [(1360, 900), (390, 844)])
@pytest.mark.parametrize("game", ["egemonia", "epix", "ephyran", "epireia"])
def test_a_game_begins_within_the_first_screen(server: Server, pages: Any, game: str, width: int, height: int) -> None:
    page = pages(width, height)
    page.goto(server.address)
    page.click(f"[data-game={game}]")
    page.wait_for_selector(".start")
    page.wait_for_timeout(200)
    assert page.locator(".start").evaluate(SEEN)
    page.click(".start")
    page.wait_for_selector(".prompt.asked")

"""Several people at one screen: nothing of the one may be seen or opened by the other."""

from __future__ import annotations

from typing import Any

import pytest

from .robot import shoot
from .server import Fields, Server, token


def sit(page: Any, server: Server, made: Fields, *seats: str) -> None:
    """Open a game whose links of several seats this browser knows."""
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    page.evaluate(
        "([id, game, tokens]) => localStorage.setItem('petteia.games', JSON.stringify({ [id]: { game, tokens } }))",
        [made["id"], made["game"], {seat: token(made, seat) for seat in seats}],
    )
    page.goto(f"{server.address}/g/{made['id']}")


def hand_over(page: Any, server: Server) -> None:
    """Athens has decided, and Sparta is next."""
    sit(page, server, server.create("egemonia", people=2), "s0", "s1")
    page.click("text=I am Athens")
    page.wait_for_selector(".prompt.asked")
    page.click("[data-key='area:delos']")
    page.wait_for_selector(".pass")


def test_a_hint_does_not_outlive_its_decision(server: Server, pages: Any) -> None:
    """Neither over the hand-over nor below it."""
    page = pages()
    sit(page, server, server.create("egemonia", people=2), "s0", "s1")
    page.click("text=I am Athens")
    page.wait_for_selector(".board .lit")
    page.click("text=Hint")
    page.wait_for_function("() => document.body.innerText.includes('Perhaps')")
    page.click("[data-key='area:delos']")
    page.click(".pass")
    page.wait_for_selector(".handover")
    shoot(page, "handover-after-hint")
    assert "Perhaps" not in page.content()
    assert page.inner_text("#notice") == ""


def test_whoever_opens_the_page_says_who_is_looking(tmp_path: Any, pages: Any) -> None:
    """Also while the engine thinks and neither of them is asked."""
    server = Server(tmp_path / "games", pace=10.0)
    try:
        page = pages()
        made = server.create("epix", people=2, seats=3)
        sit(page, server, made, "s0", "s1")
        for _ in range(40):
            page.wait_for_selector(".handover")
            shoot(page, "handover-at-first")
            assert page.locator(".handover button").count() == 2
            assert page.inner_text(".board") == page.inner_text(".story") == page.inner_text(".turn") == ""
            asked = [
                seat for seat in ("s0", "s1") if "d" in (live := server.live(made, seat)).state and not live.close()
            ]
            if not asked:
                return
            page.locator(".handover button").nth(int(asked[0][1])).click()
            page.wait_for_selector(".prompt.asked")
            page.evaluate("document.querySelector('.all-moves').open = true")
            page.locator("[data-move]").first.click()
            page.wait_for_function("() => !document.querySelector('.prompt.asked')")
            page.reload()
        pytest.fail("somebody at this screen was always asked")
    finally:
        server.stop()


def test_nothing_behind_the_hand_over_can_be_reached_by_keys(server: Server, pages: Any) -> None:
    page = pages()
    hand_over(page, server)
    page.focus("#top button:has-text('Replay')")
    page.keyboard.press("Enter")
    page.wait_for_selector(".slider")
    page.go_back()
    page.click("text=I am Athens")
    page.click(".pass")
    page.wait_for_selector(".handover")
    for key in ("Escape", "Escape", "Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Escape"):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.matches('body, .handover, .handover *')"), key
    assert page.locator(".handover").is_visible()
    assert page.evaluate("[...document.body.children].every((each) => each.inert || each.matches('.handover'))")
    page.goto(f"{server.address}/replay")
    page.wait_for_selector("text=Choose a record")  # Athens' own is forgotten


def test_the_back_button_does_not_bring_a_replay_back(server: Server, pages: Any) -> None:
    page = pages()
    hand_over(page, server)
    page.click("#top button:has-text('Replay')")
    page.wait_for_selector(".slider")
    page.click("text=Back to the game")
    page.click("text=I am Sparta")
    page.wait_for_selector(".prompt.asked")
    page.go_back()
    page.wait_for_selector("text=Choose a record")


def test_a_person_and_a_watcher_need_no_hand_over(server: Server, pages: Any) -> None:
    page = pages()
    sit(page, server, server.create("egemonia"), "s0", "pub")
    page.wait_for_selector(".prompt.asked")
    assert page.locator(".handover").count() == 0

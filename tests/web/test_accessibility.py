"""Everybody can use the page: axe finds nothing to complain of, in any scene, light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .robot import shoot
from .scenes import SCENES, Scene, reach
from .server import Server, link
from .test_people import hand_over

SIZES = {"desktop": (1360, 900), "phone": (390, 844), "zoomed": (640, 512)}  # the last: 1280 by 1024 at 200 %
VIOLATIONS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const checks = ({ any, all, none }) => [...any, ...all, ...none].map((check) => check.message).join("; ");
  const told = (node) => `${node.target.join(" ")}: ${checks(node)}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${told(node)}`));
}"""


def check(page: Any, axe: str, name: str) -> None:
    """Look at what is shown in all ways, with a picture of each."""
    page.evaluate(axe)
    found = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        for scheme in ("light", "dark") if size != "zoomed" else ("light",):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{size}, {scheme}: {violation}" for violation in page.evaluate(VIOLATIONS)]
            shoot(page, f"scene-{name}-{size}-{scheme}")
    assert found == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_of_a_game(server: Server, pages: Any, axe: str, scene: Scene) -> None:
    page = pages()
    page.goto(link(server, reach(server, scene)))
    page.wait_for_selector(".prompt.asked, .prompt.over")
    if scene.begin:
        page.click(scene.begin)
        page.wait_for_selector(".board .chosen")
    page.wait_for_timeout(100)
    check(page, axe, scene.name)


def test_chances_a_hint_and_an_analysis(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".board .lit")
    page.click("[data-tool=hint]")
    page.click("[data-tool=analysis]")
    page.wait_for_selector(".worth")
    page.wait_for_function("() => document.querySelector('.hint').innerText.startsWith('Perhaps')")
    page.wait_for_timeout(2500)
    check(page, axe, "analysis")


def test_the_first_page(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(link(server, server.create("epix")))
    page.wait_for_selector(".prompt.asked")
    page.goto(server.address)
    page.wait_for_selector(".known li")
    check(page, axe, "home")


@pytest.mark.parametrize("game", ["egemonia", "epix", "ephyran", "epireia"])
def test_setting_up(server: Server, pages: Any, axe: str, game: str) -> None:
    page = pages()
    page.goto(server.address)
    page.click(f"[data-game={game}]")
    page.wait_for_selector(".start")
    page.locator(".seat-setup").last.get_by_text("Person here").click()
    check(page, axe, f"setup-{game}")


@pytest.mark.parametrize("game", ["egemonia", "epix", "ephyran", "epireia"])
def test_rules(server: Server, pages: Any, axe: str, game: str) -> None:
    page = pages()
    page.goto(link(server, server.create(game)))
    page.wait_for_selector(".prompt.asked")
    page.click("#top button:has-text('Rules')")
    page.click(".rules-page summary")
    page.wait_for_selector(".rules-page h3")
    check(page, axe, f"rules-{game}")


def test_a_replay(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(link(server, reach(server, next(scene for scene in SCENES if scene.name == "epireia-solo-over"))))
    page.click("text=Replay the game")
    page.wait_for_selector(".board svg")
    check(page, axe, "replay")


def test_between_two_people(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    hand_over(page, server)
    page.click(".pass")
    page.wait_for_selector(".handover")
    check(page, axe, "handover")


def test_links(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(server.address)
    page.click("[data-game=egemonia]")
    page.locator(".seat-setup").nth(1).get_by_text("Person by link").click()
    page.click(".start")
    page.wait_for_selector("dialog.links")
    check(page, axe, "links")


def test_a_game_to_watch(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(link(server, server.create("ephyran"), "pub"))
    page.wait_for_selector("text=You are watching")
    check(page, axe, "watching")


def test_a_game_to_forget(server: Server, pages: Any, axe: str) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".prompt.asked")
    page.goto(server.address)
    page.click(".known button")
    page.wait_for_selector("dialog.forget")
    check(page, axe, "forget")


def test_without_a_server(tmp_path: Path, pages: Any, axe: str) -> None:
    server = Server(tmp_path / "games")
    try:
        page = pages()
        page.goto(link(server, server.create("egemonia")))
        page.wait_for_selector(".prompt.asked")
        server.kill()
        page.wait_for_function("() => document.body.classList.contains('offline')")
        check(page, axe, "offline")
    finally:
        server.stop()


@pytest.mark.parametrize("path", ["/nothing", "/g/000000000000", "/replay"])
def test_where_nothing_is(server: Server, pages: Any, axe: str, path: str) -> None:
    page = pages()
    page.goto(server.address + path)
    page.wait_for_selector(".narrow")
    check(page, axe, f"nothing{path.replace('/', '-')}")

"""What is done on the board itself: attacks look otherwise than moves, armies are placed, others leave tracks."""

from __future__ import annotations

import random
from typing import Any

from .robot import shoot
from .scenes import SCENES, Scene, reach
from .server import Server, link

SCENE = {scene.name: scene for scene in SCENES}


def can_do_both(state: Any) -> bool:
    """A unit can attack one place and go to another."""
    legal = state["view"]["legal"] if "d" in state else []
    units = [
        {move.split(":")[1].split(">")[0] for move in legal if move.startswith(verb)} for verb in ("move:", "attack:")
    ]
    return bool(units[0] & units[1])


def test_an_attack_looks_otherwise_than_a_move(server: Server, pages: Any) -> None:
    made = reach(server, Scene("epix-both", "epix", "attack", {"seats": 2}), can_do_both)
    live = server.live(made)
    legal = live.state["view"]["legal"]
    live.close()
    attack = next(
        move
        for move in legal
        if move.startswith("attack:") and any(f"move:{move[7:].split('>')[0]}>" in each for each in legal)
    )
    unit, _, target = attack.removeprefix("attack:").partition(">")
    page = pages()
    page.goto(link(server, made))
    page.wait_for_selector(".board .lit")
    page.locator(f"[data-key='unit:{unit}']").dispatch_event("click")
    page.wait_for_selector(f"[data-key='place:{target}'].strike .strike-sign")
    shoot(page, "epix-strike")
    places = page.locator("[data-key^='place:'].lit")
    assert 0 < page.locator(".strike").count() < places.count()


def test_an_army_is_placed_from_the_reserve(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, reach(server, SCENE["epireia-place"])))
    page.wait_for_selector(".reserve-token.lit")
    shoot(page, "epireia-reserve")
    before = page.locator(".reserve-token").count()
    page.locator(".reserve-token.lit").first.click()
    page.wait_for_selector(".column.lit")
    page.click(".column.lit")
    page.wait_for_function("(n) => document.querySelectorAll('.reserve-token').length < n", arg=before)
    assert page.locator(".column .battle-token").count() == 1


def test_others_leave_tracks_on_the_map(server: Server, pages: Any) -> None:
    """Also for whoever asked for less motion, and sees no move happen."""
    page = pages()
    for seed in range(6):
        made = server.create("epix", seats=2)
        live: Any = server.live(made)
        rng = random.Random(seed)
        while live.asked():
            own = [n for n, each in live.events.items() if each["text"].startswith(("move s0 ", "secret s0 "))]
            since = [each["text"] for n, each in live.events.items() if n > max(own, default=0)]
            if ways := [text for text in since if text.startswith("move s1 move:")]:
                page.goto(link(server, made))
                page.wait_for_selector(".prompt.asked")
                assert page.locator(".board .trail").count() >= min(len(ways), 6)
                shoot(page, "epix-trail")
                live.close()
                return
            live.decide(rng.choice(live.state["view"]["legal"]))
        live.close()
    raise AssertionError("the other one never moved")

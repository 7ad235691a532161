"""Hands for a page in a browser: clicks at random among what can be chosen, and pictures."""

from __future__ import annotations

import random
from typing import Any

from .conftest import SHOTS

# Chooses at random among what is lit, click by click, until the game is over; `stop` says after how many.
ROBOT = """
async ([seed, stop, listed]) => {
  let state = seed;
  const random = (n) => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n; };
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  let clicks = 0, idle = 0;
  while (clicks < stop) {
    if (document.querySelector(".prompt.over")) return { clicks, over: true };
    if (listed) for (const list of document.querySelectorAll(".all-moves")) list.open = true;
    const places = document.querySelectorAll(listed ? "[data-move]" : ".board .lit, .tray .choice");
    if (!document.querySelector(".prompt.asked") || !places.length) {
      idle += 1;
      if (idle > 9000) return { clicks, stuck: document.querySelector(".turn")?.innerText };
      await sleep(10);
      continue;
    }
    idle = 0;
    places[random(places.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    clicks += 1;
    await sleep(0);
  }
  return { clicks, over: false };
}
"""


def shoot(page: Any, name: str, full: bool = False) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SHOTS / f"{name}.png"), full_page=full)


def robot(page: Any, seed: int, stop: int = 5000, listed: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(ROBOT, [seed, stop, listed])
    assert "stuck" not in found, found
    return found


def by_hand(page: Any, rng: random.Random, clicks: int) -> None:
    """Real clicks of the mouse, which must reach what is lit: nothing may lie over it."""
    for _ in range(clicks):
        page.wait_for_selector(".prompt.asked, .prompt.over")
        if page.query_selector(".prompt.over"):
            return
        page.wait_for_selector(".board .lit, .tray .choice")
        lit = page.query_selector_all(".board .lit, .tray .choice")
        rng.choice(lit).click()

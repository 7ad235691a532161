"""The maps: no name lies over another, over a place, or over what lies at a place."""

from __future__ import annotations

from typing import Any

import pytest

from .robot import shoot
from .server import Server, link

# Every area of Egemonia with an event of each player; every territory of Epireia held by somebody.
QUIET = "telling: { past: null, told: [], current: [], untold: [] }, events: []"
DRAW_EGEMONIA = """async () => {
  const { components } = await import("/static/components.js");
  const { default: egemonia } = await import("/static/games/egemonia.js");
  const data = await components("egemonia");
  const placed = data.rows("area").flatMap(({ id }) => [["athens", "?", id], ["sparta", "?", id]]);
  const view = { influence: {}, placed, revealed: [], hands: {}, cup_size: 0 };
  const thing = (key) => ({ label: data.name(key.split(":")[1]), says: key, notes: [] });
  document.querySelector(".board").replaceChildren(...egemonia.board({ data, view, thing, you: "s0", QUIET }));
}"""
HOLD_EPIREIA = """async () => {
  const { components } = await import("/static/components.js");
  const { map } = await import("/static/games/epireia/map.js");
  const data = await components("epireia");
  const held = { holder: "athens", brigands: false };
  const territories = Object.fromEntries(data.rows("territory").map(({ id }) => [id, held]));
  const boards = [{ seat: "s0", city: "athens", league: "delian", figures: [], empires: [] }];
  const view = { territories, boards, joined: {}, options: { seats: 2 } };
  const thing = (key) => ({ label: data.name(key.split(":")[1]), says: key, notes: [] });
  document.querySelector(".board").replaceChildren(map({ data, view, thing, you: "s0", QUIET }));
}"""
OTHERS = ", ".join(f".board .{name}" for name in ("node", "city-node", "tile", "yield", "empire-plate"))
OVERLAPS = """(selector) => {
  const shrink = 2; // what only touches does not hide anything
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return [left + shrink, top + shrink, right - shrink, bottom - shrink];
  };
  const over = ([a, b, c, d], [e, f, g, h]) => Math.min(c, g) > Math.max(a, e) && Math.min(d, h) > Math.max(b, f);
  const told = (element) => element.textContent || element.getAttribute("class");
  const names = [...document.querySelectorAll(".board .place-name")];
  const others = [...document.querySelectorAll(selector)];
  const found = names.flatMap((name, i) =>
    [...names.slice(i + 1), ...others].filter((other) => over(box(name), box(other))).map((other) => [name, other]));
  return [names.length, found.map((pair) => pair.map(told).join(" and "))];
}"""


@pytest.mark.parametrize(("width", "height"), [(1360, 900), (390, 844)])
@pytest.mark.parametrize(("game", "draw"), [("egemonia", DRAW_EGEMONIA), ("epireia", HOLD_EPIREIA)])
def test_no_name_covers_anything(server: Server, pages: Any, game: str, draw: str, width: int, height: int) -> None:
    page = pages(width, height)
    page.goto(link(server, server.create(game, help=False)))
    page.wait_for_selector(".board .lit")
    page.evaluate(draw.replace("QUIET", QUIET))
    shoot(page, f"map-{game}-{width}", full=True)
    count, found = page.evaluate(OVERLAPS, OTHERS)
    assert count > 10
    assert found == []


# How many lines the longest name of a creature takes on a pile of cards.
LINES_OF_A_NAME = """() => {
  const pile = document.querySelector(".pile");
  const name = document.createElement("strong");
  name.textContent = "Hippocampus";
  pile.replaceChildren(name);
  const text = document.createRange();
  text.selectNodeContents(name);
  return new Set([...text.getClientRects()].map(({ top }) => top)).size;
}"""


@pytest.mark.parametrize(("width", "height"), [(1360, 900), (390, 844)])
def test_the_name_of_a_creature_is_not_broken(server: Server, pages: Any, width: int, height: int) -> None:
    page = pages(width, height)
    page.goto(link(server, server.create("ephyran", help=False)))
    page.wait_for_selector(".pile")
    assert page.evaluate(LINES_OF_A_NAME) == 1

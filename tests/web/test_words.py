"""What the page says: questions, hints, what happened, results, and at addresses where nothing is."""

from __future__ import annotations

from typing import Any

import pytest

from .robot import robot
from .scenes import Scene, reach
from .server import Fields, Server, link

LOG = """(() => {
  const at = document.querySelector('.story');
  return at.scrollHeight - at.scrollTop - at.clientHeight;
})()"""


def test_the_log_follows_unless_somebody_reads_it(server: Server, pages: Any) -> None:
    page = pages(1280, 800)
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    page.wait_for_selector(".prompt.asked")
    for seed in range(12):
        robot(page, seed, stop=5)
        page.wait_for_selector(".prompt.asked, .prompt.over")
        page.wait_for_function(f"() => {LOG} < 2")
        if page.locator(".prompt.over").count():
            break
    assert page.locator(".story li").count() > 30
    page.evaluate("document.querySelector('.story').scrollTop = 10")
    page.wait_for_timeout(100)
    page.set_viewport_size({"width": 1270, "height": 800})
    if page.locator(".prompt.asked").count():
        robot(page, 2, stop=1)
        page.wait_for_timeout(300)
    assert page.evaluate("document.querySelector('.story').scrollTop") == 10


def test_the_story_says_who_rolls_for_what(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    robot(page, 4)
    said = page.inner_text(".story")
    assert " rolls " in said
    assert "is rolled." not in said
    assert page.locator(".story .heading").first.inner_text().startswith("Turn 1.")


# Whether the first of them is drawn, and its middle neither above the window nor below the panel.
IN_VIEW = """(selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const middle = box && box.top + box.height / 2;
  return box?.height > 0 && middle > 0 && middle < document.querySelector(".turn").getBoundingClientRect().top;
}"""


def test_the_battle_asks_about_a_column_and_a_figure(server: Server, pages: Any) -> None:
    page = pages(390, 844, has_touch=True, is_mobile=True)
    page.goto(link(server, server.create("epireia", seats=2)))
    asked: dict[str, str] = {}
    for seed in range(2000):
        page.wait_for_selector(".prompt.asked, .prompt.over")
        if page.locator(".prompt.over").count():
            break
        words = page.inner_text(".prompt")
        kind = next((kind for kind in ("Engage", "Who leads", "Tokens for") if kind in words), None)
        if kind and kind not in asked:
            asked[kind] = words
            about = {"Engage": ".column.current", "Who leads": ".figure-card", "Tokens for": ".column.placing"}[kind]
            page.wait_for_function(IN_VIEW, arg=about)
        if not robot(page, seed, stop=1)["over"]:
            page.wait_for_timeout(5)
        if len(asked) == 3:
            break
    if "Engage" in asked:
        page.wait_for_selector(".tray [data-key=engage], .prompt:not(.asked)")
        assert ", column " in asked["Engage"]
        assert "against your" in asked["Engage"]
        assert "(+" in asked["Engage"]


def test_a_hint_stays_until_the_decision_is_made(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".board .lit")
    page.click("[data-tool=hint]")
    page.wait_for_function("() => document.querySelector('.hint').innerText.startsWith('Perhaps')")
    page.wait_for_timeout(5500)  # longer than what is said in passing
    assert page.inner_text(".hint").startswith("Perhaps")
    page.click("[data-key='area:delos']")
    page.wait_for_function("() => document.querySelector('.hint').innerText === ''")


def test_an_analysis_is_sorted_by_worth(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road")))
    page.wait_for_selector(".bar-label:has-text('Chances as you see them')")
    page.click("[data-tool=analysis]")
    page.wait_for_selector(".worth", state="attached")
    page.wait_for_timeout(2500)
    worth = [int(each.split()[0]) for each in page.locator(".worth").all_inner_texts()]
    assert len(worth) > 1
    assert worth == sorted(worth, reverse=True)


def test_places_on_a_map_say_what_they_are(server: Server, pages: Any) -> None:
    page = pages()
    for game in ("epireia", "egemonia", "epix", "ephyran"):
        page.goto(link(server, server.create(game)))
        page.wait_for_selector(".board svg [data-key][data-about]", state="attached")
        page.goto("about:blank")


@pytest.mark.parametrize("end", [")", ",", ">", "%20", "."])
def test_a_link_copied_with_its_punctuation(server: Server, pages: Any, end: str) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")) + end)
    page.wait_for_selector(".prompt.asked")


def test_a_link_that_cannot_be_one(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(f"{server.address}/g/{server.create('egemonia')['id']}#seat=(((")
    page.wait_for_selector("text=no link to a seat")


@pytest.mark.parametrize("path", ["/foo", "/g/ABC", "/g/", "/foo/bar"])
def test_an_address_with_nothing_at_it(server: Server, pages: Any, path: str) -> None:
    page = pages()
    page.goto(server.address + path)
    page.wait_for_selector("text=There is nothing at this address.")


def test_who_watches_is_offered_no_record(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia"), "pub"))
    page.wait_for_selector("text=You are watching")
    assert page.locator("#top button:visible").all_inner_texts()[0] == "Rules"
    assert not page.locator("#top button:has-text('Save')").is_visible()


def test_a_seat_by_link_shows_the_links_at_once(server: Server, pages: Any) -> None:
    page = pages(permissions=["clipboard-read", "clipboard-write"])
    page.goto(server.address)
    page.click("[data-game=egemonia]")
    page.locator(".seat-setup").nth(1).get_by_text("Person by link").click()
    page.click(".start")
    page.wait_for_selector("dialog.links")
    assert "this machine only" in page.inner_text("dialog.links")
    page.locator("dialog.links button:has-text('Copy')").first.click()
    page.wait_for_selector("dialog.links button:has-text('Copied')")
    page.reload()
    page.wait_for_selector(".prompt.asked")
    assert page.locator("dialog").count() == 0


def test_nobody_holds_a_territory_before_there_are_cities(server: Server, pages: Any) -> None:
    page = pages(390, 844)
    page.goto(link(server, server.create("epireia", seats=3)))
    page.wait_for_selector(".board .lit")
    assert page.locator("[class*=territory-] .node.neutral").count() == 9
    fits = page.evaluate(
        "(() => { const at = document.querySelector('#top h1'); return at.scrollWidth <= at.clientWidth; })()"
    )
    assert fits  # the game's name, beside all the buttons


# By key, the numbers of what is drawn: what it costs.
DRAWN = """() => Object.fromEntries(
  [...document.querySelectorAll(".board [data-priced]:not(.built)")].map((each) => [
    each.dataset.key,
    [...each.querySelectorAll(".goods .good")].map((good) => Number(good.textContent)),
  ]))"""


def test_cost_and_odds_stand_where_a_move_is_made(server: Server, pages: Any) -> None:
    """On what is drawn, in the list of all moves, and of what cannot be paid what is missing."""
    page = pages()
    scene = Scene("", "epireia", "build", {"seats": 1, "scenario": "the_helots"})
    made = reach(server, scene)
    page.goto(link(server, made))
    page.wait_for_selector(".prompt.asked")
    live = server.live(made)
    told = live.state["describe"]
    live.close()
    drawn = page.evaluate(DRAWN)
    assert len(drawn) > 15
    assert drawn == {key: list(told["things"][key]["cost"].values()) for key in drawn}
    page.click(".all-moves summary")
    for offer in told["moves"]:
        shown = page.inner_text(f"[data-move='{offer['move']}']")
        assert all(offer.get(part, "") in shown for part in ("label", "does", "price", "chance"))
    assert told["unpaid"]
    unpaid = page.locator(".move.unpaid").all_inner_texts()
    assert len(unpaid) == len(told["unpaid"])
    for thing, shown in zip(told["unpaid"], unpaid, strict=True):
        assert thing["price"] in shown
        assert thing["why"] in shown


def test_odds_stand_on_the_map(server: Server, pages: Any) -> None:
    page = pages()
    made = reach(server, Scene("", "epireia", "send", {"seats": 1, "scenario": "harvest_road"}))
    page.goto(link(server, made))
    page.wait_for_selector(".prompt.asked")
    live = server.live(made)
    odds = {each["key"]: each["odds"] for each in live.state["describe"]["moves"] if "odds" in each}
    live.close()
    assert odds
    for key, chance in odds.items():
        shown = page.text_content(f"[data-key='{key}'] .badge")
        assert shown.startswith(f"{round(100 * chance['n'] / chance['of'])} %")


def test_what_threatens_is_told(server: Server, pages: Any) -> None:
    """Before the last turn of a scenario that is not met."""
    page = pages()
    scene = Scene("", "epireia", "build", {"seats": 1, "scenario": "the_helots"})

    def is_late(state: Fields) -> bool:
        threats = state["describe"].get("threats", [])  # none if by luck all objectives are met
        return scene.reached(state) and state["view"]["turn"] >= 8 and any(each.get("grave") for each in threats)

    made = reach(server, scene, is_late)
    page.goto(link(server, made))
    page.wait_for_selector(".prompt.asked")
    live = server.live(made)
    told = live.state["describe"]["threats"]
    live.close()
    assert any(threat.get("grave") for threat in told)
    assert page.locator(".threats li").count() == len(told)
    assert page.locator(".threats .grave").count() == sum(threat.get("grave", False) for threat in told)


UNFOLDING = """async (limits) => {
  const { components } = await import("/static/components.js");
  const { battlefield } = await import("/static/games/epireia/battle.js");
  const data = await components("epireia");
  const fronts = data.rows("front").map(({ id }) => id);
  const each = (value) => Object.fromEntries(fronts.map((id) => [id, value]));
  const battle = { revealed: 3, columns: each([2, 1]), fronts: {}, engaged: each([false, false]) };
  const slots = [each([["i2"], ["i3"], ["i1"]]), each([["i1"], ["i1"], ["i4"]])];
  const view = { battle, slots, leaders: [{}, {}], boards: [], phase: "battle", legal: [] };
  const thing = (key) => ({ label: key, notes: key.startsWith("front:") ? ["columns 1 : 2"] : [] });
  return limits.map((limit) => battlefield({ data, view, thing, events: [] }, 0, limit).textContent);
}"""


def test_columns_are_counted_when_all_are_turned_up(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    before, after = page.evaluate(UNFOLDING, [2, 3])
    assert "columns" not in before  # the third one still lies face down
    assert "columns 1 : 2" in after


def test_what_was_unfolded_stays_so(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("epireia", seats=1, scenario="harvest_road", enemy="ai")))
    for seed in range(40):
        page.wait_for_selector(".prompt.asked")
        if page.locator(".standing").count():
            break
        robot(page, seed, stop=1)
    page.click(".standing summary")
    story = page.locator(".story li").count()
    for seed in range(20):
        robot(page, seed, stop=1)
        page.wait_for_selector(".prompt.asked")
        if page.locator(".story li").count() > story:
            break
    assert page.locator(".story li").count() > story
    assert page.get_attribute(".standing", "open") is not None


def test_a_game_is_forgotten_only_when_that_is_meant(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".prompt.asked")
    page.goto(server.address)
    page.click(".known button")
    assert "whoever has a link" in page.inner_text("dialog.forget")
    page.click("dialog.forget >> text=Close")
    page.reload()
    page.wait_for_selector(".known li")
    page.click(".known button")
    page.click("dialog.forget >> text=Forget it")
    page.wait_for_selector(".known li", state="detached")
    page.reload()
    page.wait_for_selector(".game-card")
    assert page.locator(".known li").count() == 0

"""The page in a real browser: whole games by clicks, keyboards, telephones, hand-overs, and what goes over the wire."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import ROOT
from .robot import by_hand, robot, shoot
from .server import Live, Server, link, token

GAMES_PLAYED = [
    ("egemonia", {}),
    ("epix", {"seats": 2}),
    ("epireia", {"seats": 1, "scenario": "harvest_road"}),
    pytest.param("ephyran", {"seats": 2}, marks=pytest.mark.long),
    pytest.param("epix", {"seats": 3, "rules": "advanced"}, marks=pytest.mark.long),
    pytest.param("epix", {"seats": 4}, marks=pytest.mark.long),
    pytest.param("ephyran", {"seats": 4, "gods": "choose"}, marks=pytest.mark.long),
    pytest.param("epireia", {"seats": 4}, marks=pytest.mark.long),
    pytest.param("epireia", {"seats": 1, "scenario": "the_helots", "enemy": "rival"}, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("game", "settings"), GAMES_PLAYED)
def test_a_whole_game_by_clicks(server: Server, pages: Any, game: str, settings: dict[str, Any]) -> None:
    made = server.create(game, **settings)
    page = pages()
    page.goto(link(server, made))
    name = "-".join([game, *map(str, settings.values())])
    page.wait_for_selector(".prompt.asked")
    shoot(page, f"{name}-start")
    by_hand(page, random.Random(4), 6)
    middle = robot(page, 7, stop=40)
    if not middle["over"]:
        shoot(page, f"{name}-middle")
        end = robot(page, 8)
        assert end["over"]
    page.wait_for_selector(".prompt.over")
    shoot(page, f"{name}-end", full=True)
    assert page.locator(".story li").count() > 10
    assert page.locator(".tray .choice").count() == 0
    live = server.live(made)
    result = live.state["describe"]["result"]
    live.close()
    assert page.inner_text(".prompt strong") == result["words"]
    assert result["words"].startswith("You win") == (result["winners"] == ["s0"])


def test_the_longest_game_goes_well_for_a_while(server: Server, pages: Any) -> None:
    """Ephyran; to its end only with the long tests."""
    page = pages()
    page.goto(link(server, server.create("ephyran", seats=3)))
    by_hand(page, random.Random(2), 6)
    robot(page, 9, stop=50)
    shoot(page, "ephyran-3-middle", full=True)
    assert page.locator(".city").count() == 3


def test_from_the_first_page_to_a_result(server: Server, pages: Any) -> None:
    """Setting up by clicks, then the list of moves alone, as somebody without a mouse would."""
    page = pages()
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    shoot(page, "home")
    page.click("[data-game=epix]")
    page.click("text=With abilities")
    shoot(page, "setup-epix", full=True)
    page.click(".start")
    page.wait_for_selector(".prompt.asked")
    assert robot(page, 3, listed=True)["over"]
    page.click("text=Replay the game")
    page.wait_for_selector(".slider")
    page.wait_for_selector(".board svg")
    top = int(page.get_attribute(".slider", "max"))
    assert top > 20
    page.evaluate(
        "n => { const s = document.querySelector('.slider'); s.value = n; s.dispatchEvent(new Event('input')); }",
        top // 2,
    )
    page.wait_for_function("n => document.querySelector('.where').textContent.startsWith(n + ' of')", arg=str(top // 2))
    page.wait_for_timeout(300)
    shoot(page, "replay")
    page.goto(server.address)
    page.wait_for_selector(".known li")


def test_the_solo_setup_tells_its_story(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.click("[data-game=epireia]")
    page.wait_for_selector(".scenario")
    assert page.locator(".scenario").count() == 8
    page.click("[data-scenario=the_helots]")
    page.wait_for_selector(".scenario-details :text('Escaped helots eat at your tables')")
    assert page.locator(".scenario-details tbody tr").count() == 3
    assert page.get_attribute("[data-choice='Enemy: ai']", "aria-checked") == "true"  # the library: die
    meanings = page.inner_text(".meanings")
    for said in ("The printed rule: a twelve-sided die", "the engine sends the enemy's figures", "a full opponent"):
        assert said in meanings
    page.click("text=More settings")
    page.wait_for_selector(".notes :text('helps in territories')")
    shoot(page, "setup-epireia", full=True)
    page.click(".start")
    page.wait_for_selector(".prompt.asked")
    assert "The helots" in page.inner_text(".objectives")


def test_by_keyboard_alone(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".board .lit")
    page.focus("[data-key='area:corinth']")
    outline = page.evaluate("getComputedStyle(document.activeElement.querySelector('.halo')).strokeWidth")
    assert outline == "7px"  # one can see where one is
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key^='hand:'].lit")
    assert page.get_attribute("[data-key^='hand:'].lit", "role") == "button"
    assert page.inner_text("[data-key^='hand:'].lit")
    page.focus("[data-key^='hand:'].lit")
    page.keyboard.press(" ")
    page.wait_for_selector("[data-key^='area:'].lit")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-key^='hand:'].lit")
    page.focus(".all-moves summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("thebes")
    page.wait_for_function("() => document.querySelectorAll('[data-move]').length < 10")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    before = page.locator(".story li").count()
    page.focus("[data-move]")
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=before)


@pytest.mark.parametrize(
    ("game", "settings"),
    [("egemonia", {}), ("epix", {"seats": 3}), ("ephyran", {"seats": 2}), ("epireia", {"seats": 1})],
)
def test_on_a_phone_in_the_dark(server: Server, pages: Any, game: str, settings: dict[str, Any]) -> None:
    page = pages(390, 844, color_scheme="dark", has_touch=True, is_mobile=True)
    page.goto(link(server, server.create(game, **settings)))
    page.wait_for_selector(".prompt.asked")
    robot(page, 5, stop=14)
    page.wait_for_selector(".prompt.asked, .prompt.over")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(21, 16, 13)"
    shoot(page, f"phone-dark-{game}")
    shoot(page, f"phone-dark-{game}-all", full=True)
    small = page.evaluate(
        "[...document.querySelectorAll('.turn button')]"
        ".filter(b => b.offsetParent && b.getBoundingClientRect().height < 36).length"
    )
    assert small == 0


def test_light_and_dark_by_the_button(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click(".theme")
    page.click(".theme")
    assert page.evaluate(ground) != light
    shoot(page, "home-dark")
    page.reload()
    page.wait_for_selector(".game-card")
    assert page.evaluate(ground) != light
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".prompt.asked")
    robot(page, 2, stop=20)
    shoot(page, "egemonia-dark")


def test_the_hand_over_between_two_people(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.click("[data-game=egemonia]")
    page.locator(".seat-setup").nth(1).get_by_text("Person here").click()
    page.locator(".player-name").nth(0).fill("Aspasia")
    page.locator(".player-name").nth(1).fill("Gorgo")
    page.click(".start")
    page.click("text=I am Aspasia")  # whoever opens the page says who is looking
    page.wait_for_selector(".prompt.asked")
    page.click("[data-key='area:delos']")
    page.click("text=Pass the device to Gorgo")
    page.wait_for_selector(".handover")
    shoot(page, "handover")
    assert page.inner_text(".board") == ""  # nothing of Aspasia's is left behind it
    assert page.inner_text(".story") == ""
    page.click("text=I am Gorgo")
    page.wait_for_selector(".prompt.asked")
    page.click("[data-key='area:melos']")
    page.wait_for_selector(".pass, [data-key^='hand:'].lit")  # who places first is the favoured one
    if page.locator(".pass").count():
        page.click(".pass")
        page.click("text=I am Aspasia")
    page.wait_for_selector("[data-key^='hand:'].lit")
    page.click("text=Links")
    page.wait_for_selector("dialog.links")
    shoot(page, "links")
    assert page.locator("dialog.links input").count() == 3


def test_a_seats_page_and_all_its_traffic_hold_no_other_seats_secrets(server: Server, pages: Any) -> None:
    """Sparta, played from here, lays events face down; everything that Athens' browser received is searched."""
    made = server.create("egemonia", people=2)
    page = pages()
    frames: list[str] = []
    bodies: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(str(payload))))
    page.on("response", lambda response: bodies.append(response.text()) if response.ok else None)
    page.goto(link(server, made))
    sparta = server.live(made, "s1")
    rng = random.Random(6)
    secret: list[tuple[str, str]] = []
    while len(secret) < 3:
        if "d" in sparta.state:
            move = rng.choice(sparta.state["view"]["legal"])
            sparta.decide(move)
            if move.startswith("place:"):
                event, area = move.removeprefix("place:").split("@")
                secret.append((event, area))
                hand = sparta.state["view"]["hands"]["sparta"]
                page.wait_for_function(
                    "() => document.querySelector('.story').innerText.includes('Sparta places an ev')"
                )
                traffic = "\n".join([*frames, *bodies, page.content()])
                for hidden, where in secret:
                    assert f"place s1 {where} {hidden}" not in traffic
                assert json.dumps({"sparta": hand}, separators=(",", ":"))[1:-1] not in traffic
                assert '"sparta":{"?"' in traffic
        elif page.locator(".prompt.asked").count():
            robot(page, len(secret) + 2, stop=1)
            page.wait_for_timeout(100)
        else:
            try:
                sparta.next(seconds=0.3)
            except TimeoutError:
                continue
        if len(secret) == 3:
            break
    traffic = "\n".join([*frames, *bodies, page.content()])
    assert len(frames) > 8
    draws = re.findall(r"(?<!next )draw s1 (\S+?)[\"\\]", traffic)
    assert draws
    assert set(draws) == {"?"}
    for word in (token(made, "s1"), made["owner"], token(made, "pub")):
        assert word not in traffic
    deal = re.search(r'\[Deal "(\d+)"\]', server.record(made["id"]))
    assert deal
    assert deal.group(1) not in traffic
    sparta.close()


def standing_still(page: Any) -> list[str]:
    """The story, the board and the question, when nothing comes any more."""
    shown: list[str] = []
    while True:
        before, shown = shown, [page.inner_text(part) for part in (".story", ".board", ".prompt")]
        if shown == before:
            return shown
        page.wait_for_timeout(1000)


def test_the_page_comes_back_after_the_server_was_killed(tmp_path: Path, pages: Any) -> None:
    server = Server(tmp_path / "games")
    try:
        made = server.create("epireia", seats=1, scenario="harvest_road")
        page = pages()
        page.goto(link(server, made))
        page.wait_for_selector(".prompt.asked")
        robot(page, 3, stop=10)
        page.wait_for_selector(".prompt.asked")
        shown = standing_still(page)
        server.kill()
        page.wait_for_function("() => document.body.classList.contains('offline')")
        shoot(page, "offline")
        server.start()
        page.wait_for_function("() => !document.body.classList.contains('offline')")
        assert standing_still(page) == shown
        robot(page, 4, stop=4)
        page.wait_for_function("(n) => document.querySelector('.story').innerText.length > n", arg=len(shown[0]))
    finally:
        server.stop()


def test_the_engines_reply_and_a_hint_appear_without_reload(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".board .lit")
    page.evaluate("window.same = true")
    page.click("text=Hint")
    page.wait_for_selector(".board .hinted")
    page.click("text=Analysis")
    page.wait_for_selector(".move.judged", state="attached")
    shoot(page, "analysis")
    page.click("[data-key='area:delos']")
    page.wait_for_function("() => document.querySelector('.story').innerText.includes('Sparta has 1 influence')")
    assert page.evaluate("window.same") is True


def test_a_link_that_opens_nothing_says_so(server: Server, pages: Any) -> None:
    page = pages()
    made = server.create("egemonia")
    page.goto(f"{server.address}/g/{made['id']}#seat=wrong")
    page.wait_for_selector("text=does not open anything")


@pytest.mark.parametrize(
    ("game", "settings"),
    [("egemonia", {}), ("epix", {"seats": 4}), ("ephyran", {"seats": 4}), ("epireia", {"seats": 1})],
)
def test_a_page_load_is_small(server: Server, pages: Any, game: str, settings: dict[str, Any]) -> None:
    """Everything together, from the empty cache to the first decision: under 300 KB, all of it from here."""
    page = pages()
    sizes: dict[str, int] = {}
    frames: list[int] = []
    page.on("response", lambda response: sizes.update({response.url: len(response.body())}))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: frames.append(len(payload))))
    page.goto(link(server, server.create(game, **settings)))
    page.wait_for_selector(".prompt.asked")
    page.wait_for_timeout(200)
    total = sum(sizes.values()) + sum(frames)
    print(f"{game}: {total / 1000:.0f} KB in {len(sizes)} files and {len(frames)} messages")
    assert all(url.startswith(server.address) for url in sizes)
    assert 50_000 < total < 300_000


MOST_COMPRESSED = 90_000
DEEPEST = 3
STATIC = ROOT / "front" / "web" / "static"
IMPORTS = re.compile(r"""(?:^|\n)(?:import|export) [^;]*?from "(\.[^"]+)";""")


@pytest.mark.parametrize("path", ["/", "epireia"])
def test_the_first_load_is_light(server: Server, pages: Any, path: str) -> None:
    """All that a new reader's browser gets until there is something to choose, as it goes over the wire."""
    page = pages()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    if path == "/":
        page.goto(server.address)
        page.wait_for_selector(".game-card")
    else:
        page.goto(link(server, server.create(path, seats=1)))
        page.wait_for_selector(".prompt.asked")
    page.wait_for_timeout(300)
    print(f"{path}: {sum(sizes) / 1000:.0f} kB in {len(sizes)} answers")
    assert 20_000 < sum(sizes) <= MOST_COMPRESSED


@pytest.mark.parametrize("path", ["/", "/g/abc", "/replay"])
def test_no_chain_of_imports_is_deep(server: Server, path: str) -> None:
    """What a page names is fetched at once, as what `games/index.js` names. From there on, three steps at most."""

    def imports(module: Path) -> list[Path]:
        return [(module.parent / name).resolve() for name in IMPORTS.findall(module.read_text("utf-8"))]

    def depth(module: Path, known: frozenset[Path]) -> int:
        return 1 + max((depth(each, known) for each in imports(module) if each not in known), default=0)

    named = re.findall(r'(?:href|src)="/static/([^"]+\.js)"', server.http.get(path).text)
    first = frozenset((STATIC / name).resolve() for name in named)
    assert all(each.exists() for each in first)
    assert len(first) > 8
    games = STATIC / "games" / "index.js"
    together = {(games.parent / name).resolve() for name in re.findall(r'import\("(.+?)"\)', games.read_text("utf-8"))}
    later = [each for each in STATIC.rglob("*.js") if each.resolve() not in first]
    deepest = {each.name: depth(each, first | (together - {each.resolve()})) for each in later}
    assert max(deepest.values()) <= DEEPEST, deepest
    assert max(depth(each, first) for each in first) == 1, "what is fetched at once waits for nothing that is not"


def test_the_page_can_be_installed(server: Server) -> None:
    manifest = server.http.get("/static/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = server.http.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
    page = server.http.get("/")
    assert '<link rel="manifest" href="/static/manifest.webmanifest" />' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


def test_two_windows_follow_each_other(server: Server, pages: Any) -> None:
    made = server.create("egemonia", people=2)
    athens, watcher = pages(), pages()
    athens.goto(link(server, made))
    watcher.goto(link(server, made, "pub"))
    watcher.wait_for_selector("text=You are watching")
    athens.click("[data-key='area:delos']")
    watcher.wait_for_function(
        "() => document.querySelector('.story').innerText.includes('Athens has 1 influence in Delos')"
    )
    live = Live(server, made["id"], token(made, "s1"))
    assert live.asked()
    live.close()

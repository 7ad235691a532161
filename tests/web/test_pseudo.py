"""Every word of a game that the page shows comes from the engine: in the pseudo-language there is no other."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from petteia.cli import main
from petteia.engine import GAMES
from tests.tools.pseudo import ACCENTED, LANG, accented, write_folder

from .robot import robot, shoot
from .server import Server, link

# Texts of the page as people see them or hear them. What the page itself says has `lang="en"`; people's names and what
# people would type are of no language.
SHOWN = """(root) => {
  const own = (element) => element.closest("[lang]").lang === "en" || element.closest(".person-name, code");
  const found = new Set([document.querySelector("#top h1")?.textContent || ""]);
  for (const details of document.querySelectorAll(".game-page details")) details.open = true;
  const texts = document.createTreeWalker(document.querySelector(root || ".game-page"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!own(text.parentElement)) found.add(text.data);
  // The regions of the page are its own, what stands in them is the game's.
  for (const part of document.querySelectorAll(".board, .tray, .all-moves, .threats, .players, .chances"))
    for (const element of part.querySelectorAll("[aria-label], [data-about]"))
      if (!own(element)) found.add(element.getAttribute("aria-label") || "").add(element.dataset.about || "");
  return [...found];
}"""
# The same in every language: numerals of levels, army tokens, and the ids of Epix's provinces, which moves name.
SAME = re.compile(r"\b(?:I{1,3}|i{1,2}[1-6?]?|[A-D][12]?|Br|K|L)(?!\w)")
ENGLISH = re.compile(r"[A-Za-z]")

PLAYED: list[tuple[str, dict[str, Any]]] = [
    ("egemonia", {}),
    ("epix", {"seats": 3, "rules": "advanced"}),
    ("ephyran", {"seats": 2}),
    ("epireia", {"seats": 1, "scenario": "the_helots", "enemy": "ai"}),
    ("epireia", {"seats": 2}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the pseudo-language, and small games."""
    data = write_folder(tmp_path_factory.mktemp("pseudo"))
    found = Server(tmp_path_factory.mktemp("web") / "games", 0.0, data, "--lang", LANG, "--toys")
    yield found
    found.stop()


def foreign(texts: list[str]) -> list[str]:
    return sorted(text for text in texts if ENGLISH.search(SAME.sub("", text)))


@pytest.mark.parametrize(("game", "settings"), PLAYED)
def test_no_word_of_a_game_is_the_pages_own(server: Server, pages: Any, game: str, settings: dict[str, Any]) -> None:
    page = pages()
    page.goto(link(server, server.create(game, **settings)))
    page.wait_for_selector(".prompt.asked")
    read: set[str] = set()
    for seed in range(24):
        texts = page.evaluate(SHOWN)
        read.update(texts)
        assert foreign(texts) == []
        if seed == 12:
            shoot(page, f"pseudo-{game}-{settings.get('seats', '')}")
        if robot(page, seed, stop=random.Random(seed).randint(1, 12))["over"]:
            break
        page.wait_for_selector(".prompt.asked, .prompt.over")
    assert sum(any(letter in ACCENTED for letter in text) for text in read) > 100


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_is_in_the_language_too(server: Server, pages: Any, game: str) -> None:
    page = pages()
    page.goto(server.address)
    page.click(f"[data-game={game}]")
    page.wait_for_selector(".start")
    if game == "epireia":
        page.wait_for_selector(".scenario-details tbody")
    words = [*page.evaluate(SHOWN, f".card-{game}"), *page.evaluate(SHOWN, ".setup")]
    assert len(words) > 5
    assert foreign(words) == []
    page.click(".segmented :text-is('English')")
    page.wait_for_selector(f".setup h2:text-is('{GAMES[game].title}')")


def test_rules_and_a_replay_are_in_the_language_too(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(link(server, server.create("egemonia")))
    page.wait_for_selector(".prompt.asked")
    robot(page, 3, stop=25)
    page.click("#top >> text=Rules")
    assert foreign(page.locator(f"dialog p[lang={LANG}]").all_inner_texts()) == []
    page.click("dialog >> text=Close")
    page.click("#top >> text=Replay")
    page.wait_for_selector(".story li")
    assert foreign([text for text in page.evaluate(SHOWN) if not text.endswith(": replay")]) == []


def test_what_the_page_would_say_itself_would_be_noticed() -> None:
    assert foreign([accented("Where to?"), "II", accented("Land") + " A1 12 %", "Choose it", "ii5 i?"]) == ["Choose it"]


def test_a_game_without_a_drawing_is_played(server: Server, pages: Any) -> None:
    """The siege, a small game for which the page has not a line: words, tables and buttons."""
    page = pages()
    page.goto(server.address)
    page.click("[data-game=siege]")
    page.click(".start")
    page.wait_for_selector(".prompt.asked")
    assert page.locator(".board .block").count() > 0
    assert foreign(page.evaluate(SHOWN)) == []
    shoot(page, "siege")
    assert robot(page, 5)["over"]
    assert page.locator(".story li").count() > 0
    assert foreign(page.evaluate(SHOWN)) == []


def test_a_language_that_is_not_there_is_refused(server: Server) -> None:
    refused = server.http.post("/api/games", json={"game": "egemonia", "lang": "zz"})
    assert refused.status_code == 400
    assert refused.json()["sentence"] == f"There is no language 'zz': want en, {LANG}."
    assert server.http.get("/api/catalog?lang=zz").status_code == 400


def test_the_command_refuses_a_language_that_nobody_brought() -> None:
    refused = CliRunner().invoke(main, ["web", "--no-open", "--lang", "zz"])
    assert refused.exit_code == 1
    assert "--lang zz: want en; --data FOLDER may bring others" in refused.output

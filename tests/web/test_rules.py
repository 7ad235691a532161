"""The rules in the page: what the terminal shows, from the same texts."""

from __future__ import annotations

from typing import Any

import pytest

from petteia.engine import GAMES

from .robot import shoot
from .server import Server, link


def test_the_server_has_every_games_rules(server: Server) -> None:
    for name in (game["name"] for game in server.http.get("/api/catalog").json()["games"]):
        found = server.http.get(f"/api/rules/{name}").json()
        assert found["title"] == GAMES[name].title
        primer, notes = " ".join(GAMES[name].primer.split()), GAMES[name]().setup_notes()
        assert " ".join(found["primer"]) == " ".join([primer, *notes])
        assert found["page"].startswith("# ")
    for wrong in ("chess", "..", "%2e%2e%2fepireia"):
        assert server.http.get(f"/api/rules/{wrong}").status_code == 404


@pytest.mark.parametrize("name", ["epireia", "egemonia", "epix", "ephyran"])
def test_a_button_opens_them(server: Server, pages: Any, name: str) -> None:
    page = pages()
    page.goto(link(server, server.create(name)))
    page.wait_for_selector(".prompt.asked")
    page.click("#top button:has-text('Rules')")
    page.wait_for_selector("dialog.rules p")
    page.click(".rules-page summary")
    page.wait_for_selector(".rules-page h3")
    shoot(page, f"rules-{name}")
    text = page.inner_text(".rules-page")
    assert "**" not in text
    assert "|---" not in text
    assert "## " not in text
    assert page.locator(".rules-page li").count() > 5
    for_programmers = ("The law of sampling", "Fields", "Hidden information")
    assert not any(words in page.locator(".rules-page :is(h3, h4)").all_inner_texts() for words in for_programmers)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_what_is_written_there_stays_text(server: Server, pages: Any) -> None:
    page = pages()
    page.goto(server.address)
    page.wait_for_selector(".game-card")
    written = (
        "## A\n<img src=x onerror=alert(1)> **b *c* d** `<i>`\n\n- one\n  more\n  - two\n- [x](javascript:y)\n\n"
        "| a | b |\n|---|---|\n| `1` | 2 |"
    )
    found = page.evaluate(
        """async (text) => {
          const { markdown } = await import("/static/markdown.js");
          const place = document.createElement("div");
          place.append(...markdown(text));
          return place.innerHTML;
        }""",
        written,
    )
    assert found == (
        "<h3>A</h3><p>&lt;img src=x onerror=alert(1)&gt; <strong>b <em>c</em> d</strong> <code>&lt;i&gt;</code></p>"
        "<ul><li>one more<ul><li>two</li></ul></li><li>x</li></ul>"
        '<div class="wide" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>'
        "<tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>"
    )

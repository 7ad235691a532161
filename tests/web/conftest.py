from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .server import PATIENCE, Server

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "build" / "screenshots"
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


def chromium() -> str:
    """Where a browser is. Without one the tests are skipped, unless PETTEIA_NEED_BROWSER says that they may not be."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        reason = "no chromium, chromium-browser or google-chrome on this machine (`make browser` installs one)"
        if os.environ.get("PETTEIA_NEED_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("web") / "games")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def pages(browser: Any) -> Iterator[Any]:
    """Pages in profiles of their own; a script that fails fails the test."""
    opened: list[Any] = []
    errors: list[str] = []

    def make(width: int = 1360, height: int = 900, **settings: Any) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, **{"reduced_motion": "reduce", **settings}
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        return page

    yield make
    for context in opened:
        context.close()
    assert errors == []


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker's script. Without it the tests are skipped, unless PETTEIA_NEED_NODE says that they may not be."""
    path = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not path.exists():
        reason = "axe-core is not installed (`make node` installs it)"
        if os.environ.get("PETTEIA_NEED_NODE"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path.read_text("utf-8")

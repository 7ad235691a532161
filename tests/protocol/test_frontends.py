"""The JavaScript client, its package, the quick starts of docs/frontends.md and the text frontend, as they stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..tools.layout import ROOT
from ..web.server import Server, token

ENGINE = json.dumps([sys.executable, "-m", "petteia.protocols"])
ENVIRONMENT = {**os.environ, "PETTEIA_ENGINE": ENGINE, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
ALWAYS_FIRST = "1\n" * 3000  # whatever is asked

needs_node = pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("PETTEIA_NEED_NODE"), reason="there is no Node"
)


def run(*command: str, cwd: Path = ROOT, text: str = "") -> str:
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, input=text, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def quick_start(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (ROOT / "docs" / "frontends.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1].replace("400", "5")  # as quick as it can be


@needs_node
def test_the_client_passes_its_tests() -> None:
    run("node", "--test", "--test-force-exit", "tests/js/")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which the packed client is installed."""
    folder = tmp_path_factory.mktemp("package")
    [packed] = json.loads(
        run("npm", "pack", "--json", "--pack-destination", str(folder), str(ROOT / "protocols" / "js"))
    )
    assert {"index.js", "index.d.ts", "types.d.ts", "socket.js"} <= {each["path"] for each in packed["files"]}
    (folder / "package.json").write_text('{"type": "module"}')
    run("npm", "install", "--offline", "--no-audit", f"./{packed['filename']}", cwd=folder)
    return folder


@needs_node
def test_the_quick_start_in_javascript_plays_a_game(package: Path) -> None:
    (package / "quick.js").write_text(quick_start("js"))
    said = run("node", "quick.js", cwd=package, text=ALWAYS_FIRST)
    assert said.startswith("You are a god")
    assert re.search(r"wins?\.$|draw", said.splitlines()[-1]), said[-200:]


@needs_node
def test_hints_taking_back_and_keeping_work_as_the_page_says(package: Path) -> None:
    found = re.search(r"## Hints.*?```js\n(.*?)```", (ROOT / "docs" / "frontends.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    before = """
import { Engine } from "petteia-uhi";
const me = "s0";
const told = { with: ["describe", "story"], for: [me] };
const engine = await Engine.start(JSON.parse(process.env.PETTEIA_ENGINE));
"""
    block = found[1].replace("2000", "5").replace("seats: 2", "seats: 2, deal: 0")  # in this deal s0 begins
    after = """
const { question } = again.updates[me].description;
console.log(JSON.stringify([hint, game.updates[me].description.question === question, record.slice(0, 9)]));
await engine.quit();
"""
    (package / "more.js").write_text(before + block + after)
    hint, same, record = json.loads(run("node", "more.js", cwd=package))
    assert hint
    assert same
    assert record == '[Format "'


def test_the_quick_start_in_python_plays_a_game(tmp_path: Path) -> None:
    (tmp_path / "quick.py").write_text(quick_start("python"))
    said = run(sys.executable, "quick.py", cwd=tmp_path, text=ALWAYS_FIRST)
    assert said.startswith("You are a god")
    assert re.search(r"wins?\.$|draw", said.splitlines()[-1]), said[-200:]


@needs_node
@pytest.mark.parametrize("game", ["ephyran", "epix"])
def test_the_text_frontend_plays_a_game(game: str) -> None:
    said = run("node", "examples/text_frontend.mjs", game, "s0", "5", text="?\nnonsense\n" + ALWAYS_FIRST)
    assert 'There is no "nonsense": want 1 to' in said
    assert re.search(r"win|draw", said.splitlines()[-1]), said[-200:]
    assert "You left the game." in run("node", "examples/text_frontend.mjs", game, "s0", "5", text="q\n")


@needs_node
def test_a_program_sits_down_at_the_web_server(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    try:
        made = server.create("egemonia")
        sit = (
            "node",
            "--experimental-websocket",
            "tests/js/sit_down.mjs",
            f"http://127.0.0.1:{server.port}",
            made["id"],
        )
        code, told = run(*sit, token(made, "s0")).split()
        assert code == "illegal"
        assert json.loads(told)["you"] == "s0"
        with pytest.raises(AssertionError, match="The link opens nothing"):
            run(*sit, "nonsense")
    finally:
        server.stop()

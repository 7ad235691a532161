"""The server without a browser: who is let in, what is told to whom, and that nothing is lost."""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from petteia.cli import main
from petteia.engine import GAMES, Game
from petteia.engine.components import READINGS
from petteia.protocols.records import uhg
from petteia.web.security import own_names

from .server import PATIENCE, Live, Server, token

ROOT = Path(__file__).resolve().parents[2]
CITIES = (ROOT / "engine" / "games" / "epireia" / "data" / "cities.toml").read_text("utf-8")


def replayed(server: Server, id: str) -> Game:
    """The referee's game from the record in the folder."""
    until = time.monotonic() + PATIENCE
    while not server.is_written(id) and time.monotonic() < until:
        time.sleep(0.1)  # the record is written when the game has been calm for a moment
    return uhg.read(server.record(id)).replay()


def play_out(live: Live, rng: random.Random, most: int = 10_000) -> int:
    """Random decisions; how many."""
    count = 0
    while count < most and live.asked():
        live.decide(rng.choice(live.state["view"]["legal"]))
        count += 1
    return count


# ---------------------------------------------------------------------------------------------------------------
# Who is let in.


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:8765"},  # DNS rebinding: their name, our address
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    ],
)
def test_foreign_pages_and_names_are_refused(server: Server, headers: dict[str, str]) -> None:
    for path in ("/", "/api/catalog", "/static/app.js"):
        assert server.http.get(path, headers=headers).status_code == 403
    made = server.http.post("/api/games", headers=headers, json={"game": "egemonia"})
    assert made.status_code == 403


def test_own_names_are_served(server: Server) -> None:
    for name in (f"127.0.0.1:{server.port}", f"localhost:{server.port}", f"[::1]:{server.port}"):
        headers = {"Host": name, "Origin": f"http://{name}"}
        assert server.http.get("/api/catalog", headers=headers).status_code == 200
    assert "games.example" in own_names(1, ["Games.Example"])


def test_a_foreign_page_cannot_open_a_live_connection(server: Server) -> None:
    made = server.create("egemonia")
    address = f"ws://127.0.0.1:{server.port}/api/games/{made['id']}/live"
    words: Any = ["petteia", token(made, "s0")]
    own, foreign = server.address, "http://evil.example"
    for name, origin in ((f"127.0.0.1:{server.port}", foreign), (f"evil.example:{server.port}", None)):
        with pytest.raises(InvalidStatus) as refused:
            connect(
                address.replace(f"127.0.0.1:{server.port}", name),
                sock=socket.create_connection(("127.0.0.1", server.port)),
                subprotocols=words,
                additional_headers={"Origin": origin} if origin else {},
            ).__enter__()
        assert refused.value.response.status_code == 403
    with connect(address, subprotocols=words, additional_headers={"Origin": own}) as socket_:
        assert socket_.subprotocol == "petteia"


@pytest.mark.parametrize("word", ["wrong", "x" * 32])
def test_a_wrong_token_gets_403(server: Server, word: str) -> None:
    made = server.create("egemonia")
    headers = {"Authorization": f"Bearer {word}"}
    for path in ("seat", "record", "links"):
        there = server.http.get(f"/api/games/{made['id']}/{path}", headers=headers)
        nowhere = server.http.get(f"/api/games/{'0' * 12}/{path}", headers=headers)
        assert there.status_code == nowhere.status_code == 403
        assert there.text == nowhere.text  # not even whether there is such a game
    with pytest.raises(InvalidStatus) as refused:
        Live(server, made["id"], word)
    assert refused.value.response.status_code == 403
    assert server.http.get(f"/api/games/{made['id']}/seat").status_code == 403  # without any
    body = {"id": made["id"]}
    assert server.http.post("/api/replays", headers=headers, json=body).status_code == 403


def test_a_seat_may_not_do_what_the_owner_may(server: Server) -> None:
    made = server.create("egemonia", people=2)
    own = {"Authorization": f"Bearer {token(made, 's0')}"}
    assert server.http.get(f"/api/games/{made['id']}/links", headers=own).status_code == 403
    owner = {"Authorization": f"Bearer {made['owner']}"}
    links = server.http.get(f"/api/games/{made['id']}/links", headers=owner).json()
    assert links["seating"] == made["seating"]
    # The whole record is for nobody before the end, the owner included.
    assert server.http.get(f"/api/games/{made['id']}/record", headers=owner).status_code == 403
    text = server.http.get(f"/api/games/{made['id']}/record", headers=own).text
    assert '[Seat "s0"]' in text
    assert "[Deal" not in text


def test_headers_keep_foreign_content_out(server: Server) -> None:
    for path in ("/", "/g/abc", "/api/catalog", "/static/app.js", "/nothing"):
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_paths_lead_nowhere_else(server: Server) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/api/replays/x/s0/1"):
        assert server.http.get(path).status_code in (404, 405)


def test_no_token_is_logged(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    try:
        made = server.create("egemonia")
        live = server.live(made)
        live.play("setup:corinth")
        live.close()
        server.http.get(f"/api/games/{made['id']}/seat", headers={"Authorization": "Bearer wrong-word"})
    finally:
        server.stop()
    log = server.log.read_text()
    for word in (made["owner"], token(made, "s0"), token(made, "pub"), "wrong-word"):
        assert word not in log
    for path in server.folder.iterdir():
        assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[1]",
        b"nonsense",
        b'{"game": "chess"}',
        b'{"game": "egemonia", "seats": 7}',
        b'{"game": "egemonia", "options": {"scenario": "no"}}',
        b'{"game": "egemonia", "options": {"deal": "7"}}',
        b'{"game": "egemonia", "options": {"seat": "s0"}}',
        b'{"game": "egemonia", "options": []}',
        b'{"game": "egemonia", "seating": {}}',
        b'{"game": "egemonia", "seating": [{"seat": "s1", "level": 11}]}',
        b'{"game": "egemonia", "seating": [{"seat": "s1", "level": true}]}',
        b'{"game": "egemonia", "seating": [{"seat": "s1", "name": "\\ud800"}]}',
        b'{"game": ["egemonia"]}',
        b'{"game": "egemonia", "help": "no"}',
    ],
)
def test_a_bad_setup_is_refused_with_a_sentence(server: Server, body: bytes) -> None:
    answer = server.http.post("/api/games", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize("name", GAMES)
def test_the_form_is_told_what_the_printed_rules_do_not_have(server: Server, name: str) -> None:
    for seats in GAMES[name].seat_counts:
        for readings in READINGS:
            body = {"game": name, "seats": seats, "options": {"readings": readings}}
            assert (
                server.http.post("/api/notes", json=body).json() == GAMES[name](seats, readings=readings).setup_notes()
            )
    refused = server.http.post("/api/notes", json={"game": name, "options": {"readings": "mine"}})
    assert refused.status_code == 400
    assert "'mine'" in refused.json()["sentence"]


def test_a_form_of_another_site_sets_nothing_up(server: Server) -> None:
    answer = server.http.post("/api/games", data={"game": "egemonia"})
    assert answer.status_code == 400


def test_bad_requests_are_answered_and_break_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    try:
        break_nothing(server)
    finally:
        server.stop()
    assert "Traceback" not in server.log.read_text()


def break_nothing(server: Server) -> None:
    live = server.live(server.create("egemonia"))
    for text in (
        "",
        "[",
        "[]",
        "{}",
        '{"do": "play"}',
        '{"do": "play", "d": "1", "move": "x"}',
        '{"do": "play", "d": true, "move": "setup:delos"}',
        '{"do": "play", "d": 1, "move": "\\ud800"}',
        '{"do": "undo", "to": "\\ud800"}',
        b"\x00\xff",
        b'{"do": "undo"}',
        "[" * 3000,
        "x" * 9000,
    ):
        live.socket.send(text)
        assert live.next("answer")["error"] == "bad-request"
    for move in ("setup:atlantis", "setup:sicily", "", "place:coup@athens", "é" * 100):
        answer = live.ask(do="play", d=1, move=move)
        assert answer["error"] in ("illegal", "bad-arg", "syntax"), answer
    assert live.ask(do="play", d=9, move="setup:delos")["error"] == "stale"
    assert live.play("setup:delos").get("ok")
    live.close()


# ---------------------------------------------------------------------------------------------------------------
# What is told to whom.


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("egemonia", {"seats": 2}),
        ("epix", {"seats": 3}),
        ("ephyran", {"seats": 2}),
        ("epireia", {"seats": 2}),
        ("epireia", {"seats": 1, "scenario": "wooden_walls", "enemy": "ai"}),
    ],
)
def test_a_seat_is_told_what_it_may_know_and_nothing_else(server: Server, game: str, settings: dict[str, Any]) -> None:
    """Everything that went over the wire is compared with what the referee's record says that seat saw."""
    made = server.create(game, **settings)
    live = server.live(made)
    play_out(live, random.Random(5), most=45)
    live.close()
    referee = replayed(server, made["id"])
    step = Game(referee.ruleset, referee.seed, "client")
    known = [step.view("s0")]
    for seat, move in referee.moves:
        step.play(seat, move)
        known.append(step.view("s0"))
    rules = referee.ruleset
    words = {json.dumps(view, sort_keys=True): (rules.describe(view), rules.summary(view)) for view in known}
    told = referee.events("s0")
    for update in live.updates:
        assert update.keys() <= {
            *("type", "epoch", "since", "n", "view", "describe", "summary", "events", "d", "kind", "result")
        }
        described, summary = words[json.dumps(update["view"], sort_keys=True)]
        assert update["describe"] == described.to_dict()
        assert update["summary"] == [block.to_dict() for block in summary]
    assert [live.events[n]["text"] for n in sorted(live.events)] == told[: len(live.events)]
    assert len(live.events) > 10
    traffic = "\n".join(live.raw)
    assert str(referee.seed) not in traffic
    assert made["owner"] not in traffic
    for each in made["seating"]:
        assert not each["token"] or each["token"] not in traffic


def test_a_planted_secret_is_not_told_before_it_is_revealed(server: Server) -> None:
    """Sparta lays an event face down: Athens, and who watches, get the area and never the event."""
    made = server.create("egemonia", people=2)
    athens, sparta, watcher = (server.live(made, seat) for seat in ("s0", "s1", "pub"))
    athens.decide("setup:corinth")
    sparta.until(lambda state: "d" in state)
    sparta.decide("setup:delos")
    rng = random.Random(1)
    planted = None
    while planted is None:
        for live in (athens, sparta):
            if "d" in live.until(lambda state: bool(state["view"]["pending"])):
                move = rng.choice(live.state["view"]["legal"])
                live.decide(move)
                if live is sparta and move.startswith("place:"):
                    planted = move.removeprefix("place:").split("@")
        for live in (athens, sparta):
            while True:
                try:
                    live.next(seconds=0.2)
                except TimeoutError:
                    break
    event, area = planted
    for live in (athens, watcher):
        while not any(e["text"].startswith(f"place s1 {area}") for e in live.events.values()):
            live.next("update")
        assert f"place s1 {area} ?" in [e["text"] for e in live.events.values()]
        assert f"place s1 {area} {event}" not in "\n".join(live.raw)
    assert f"place s1 {area} {event}" in "\n".join(sparta.raw)
    assert watcher.ask(do="play", d=1, move="pass")["error"] == "watching"
    for live in (athens, sparta, watcher):
        live.close()


def test_secret_choices_are_hidden_until_all_have_chosen(server: Server) -> None:
    made = server.create("epix", people=2, seats=2)
    lives = [server.live(made, seat) for seat in ("s0", "s1")]
    while lives[0].state["view"]["phase"] == "draft" or lives[1].state["view"]["phase"] == "draft":
        for live in lives:
            if "d" in live.state and live.state["view"]["phase"] == "draft":
                live.decide("pass")
        for live in lives:
            try:
                live.next(seconds=0.1)
            except TimeoutError:
                continue
    first, second = lives
    first.decide("bid:11")
    assert "s0" not in first.state["view"]["pending"]
    with pytest.raises(TimeoutError):  # not even that somebody has chosen
        second.next("update", seconds=0.5)
    assert '"secret s0' not in "\n".join(second.raw)
    # Taking it back is unnoticed too.
    assert first.ask(do="undo").get("ok")
    first.until(lambda state: "d" in state)
    first.decide("bid:3")
    with pytest.raises(TimeoutError):
        second.next("update", seconds=0.5)
    second.decide("bid:2")
    assert "bid s0 3" in [event["text"] for event in second.events.values()]
    for live in lives:
        live.close()


def test_hints_and_analysis_are_from_the_seats_own_knowledge(server: Server) -> None:
    live = server.live(server.create("egemonia"))
    assert live.ask(do="hint").get("ok")
    thought = live.next("thought")
    assert thought["lines"][0][0] in live.state["view"]["legal"]
    assert sum(thought["wp"]) == pytest.approx(1)
    assert live.ask(do="analyze").get("ok")
    assert live.next("thought")["lines"]
    live.decide("setup:corinth")  # playing ends the analysis
    live.close()
    quiet = server.live(server.create("egemonia", help=False))
    assert quiet.ask(do="hint")["error"] == "no-help"
    quiet.close()
    assert '"wp"' in "".join(live.raw)
    assert '"wp"' not in "".join(quiet.raw)


def test_undo_where_the_protocol_allows_it(server: Server) -> None:
    live = server.live(server.create("egemonia", people=2))
    live.decide("setup:corinth")
    assert live.ask(do="undo").get("ok")
    live.until(lambda state: "d" in state)
    assert "corinth" not in live.state["view"]["influence"]
    live.close()
    live = server.live(server.create("egemonia"))
    live.decide("setup:corinth")
    assert live.asked()
    before = live.state["view"]
    answer = live.ask(do="undo")
    assert answer["error"] == "denied"  # events were drawn since
    assert live.asked()
    assert live.state["view"] == before
    live.close()


# ---------------------------------------------------------------------------------------------------------------
# Nothing is lost.


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    try:
        made = server.create("epireia", seats=2)
        live = server.live(made)
        rng = random.Random(3)
        play_out(live, rng, most=12)
        assert live.asked()
        before = live.state
        told = [event["text"] for _, event in sorted(live.events.items())]
        server.kill()
        live.socket.close()
        server.start()
        again = server.live(made, since=before["n"], epoch=before["epoch"])
        assert again.hello["epoch"] != live.hello["epoch"]  # so all of it is told anew
        assert again.asked()
        assert again.state["view"] == before["view"]
        assert [event["text"] for _, event in sorted(again.events.items())] == told
        assert play_out(again, rng, most=3) == 3
        assert again.asked()  # the engine has answered, and nothing more happens by itself
        again.close()
        server.stop()
        server.start()  # and after an orderly end
        third = server.live(made)
        assert third.asked()
        assert third.state["view"] == again.state["view"]
        third.close()
    finally:
        server.stop()


def test_a_page_that_comes_back_gets_what_it_missed(server: Server) -> None:
    made = server.create("egemonia", people=2)
    first = server.live(made)
    n, epoch = first.state["n"], first.hello["epoch"]
    first.decide("setup:corinth")
    first.close()
    again = server.live(made, since=n, epoch=epoch)
    assert [event["n"] for event in again.state["events"]] == list(range(n + 1, again.state["n"] + 1))
    assert again.state["events"][0]["say"] == "You have 1 influence in Corinth now."
    again.close()
    last = server.live(made, since=again.state["n"], epoch=epoch)
    assert last.state["events"] == []
    last.close()


def test_undone_moves_survive_a_restart_as_undone(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    try:
        made = server.create("egemonia", people=2)
        live = server.live(made)
        live.decide("setup:corinth")
        live.ask(do="undo")
        live.until(lambda state: "d" in state)
        live.decide("setup:megara")
        server.kill()
        live.socket.close()
        server.start()
        again = server.live(made)
        assert "megara" in again.state["view"]["influence"]
        assert "corinth" not in again.state["view"]["influence"]
        again.close()
    finally:
        server.stop()


def test_replay_shows_each_position_as_the_seat_knew_it(server: Server) -> None:
    made = server.create("epix", seats=2)
    live = server.live(made)
    play_out(live, random.Random(2))
    headers = {"Authorization": f"Bearer {made['owner']}"}
    record = server.http.get(f"/api/games/{made['id']}/record", headers=headers).text
    found = server.http.post("/api/replays", json={"record": record}).json()
    assert set(found["seats"]) == {"s0", "s1"}
    n = len(found["seats"]["s0"])
    last = server.http.get(f"/api/replays/{found['id']}/s0/{n}").json()["view"]
    assert last["winners"] == live.state["result"]["winners"]
    middle = server.http.get(f"/api/replays/{found['id']}/s0/{n // 2}").json()["view"]
    assert middle["winners"] == []
    assert server.http.get(f"/api/replays/{found['id']}/s0/{n + 1}").status_code == 404
    assert server.http.post("/api/replays", json={"record": "no"}).status_code == 400
    live.close()


# ---------------------------------------------------------------------------------------------------------------
# The command and the layout.


def test_a_taken_port_and_a_missing_extra_are_told(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "petteia", "web", "--no-open", "--port", str(server.port), "--dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert f"--port {server.port}" in done.stderr
    missing = "import sys; sys.modules['uvicorn'] = None; from petteia.cli import main; main(['web', '--no-open'])"
    done = subprocess.run([sys.executable, "-c", missing], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "pip install 'petteia[web]'" in done.stderr


def test_ctrl_c_is_the_way_to_stop_it(tmp_path: Path) -> None:
    server = Server(tmp_path / "games")
    server.http.close()
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(PATIENCE) == 0
    server.stop()
    assert server.log.read_text() == ""  # before, it said "Aborted!"


def test_components_of_ones_own(tmp_path: Path) -> None:
    """An owner of the printed game plays with the printed values; games begun with others wait for those."""
    mine = tmp_path / "mine" / "epireia"
    mine.mkdir(parents=True)
    (mine / "cities.toml").write_text(CITIES.replace('name = "Corinth"', 'name = "Korinthos"'), "utf-8")
    server = Server(tmp_path / "games", data=mine.parent)
    try:
        found = server.http.get("/api/components/epireia").json()
        assert "Korinthos" in {component["row"].get("name") for component in found}
        made = server.create("epireia", seats=1, scenario="harvest_road")
        live = server.live(made)
        live.decide(live.state["view"]["legal"][0])
        live.close()
        server.create("egemonia", seats=2)  # it has no files there
        server.kill()
        server.data = None
        server.start()
        headers = {"Authorization": f"Bearer {token(made, 's0')}"}
        answer = server.http.get(f"/api/games/{made['id']}/seat", headers=headers)
        assert answer.status_code == 400
        assert "needs other components of epireia" in answer.json()["sentence"]
        assert "bad-record" not in answer.json()["sentence"]  # a code, for programs
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("file", "text", "status", "reason"),
    [
        ("cities.toml", CITIES, 1, "egemonia: cities.toml: egemonia has no such file"),
        ("cities.toml", CITIES, 1, "one game's files belong in a folder of its name"),
        ("epireia/cities.toml", '[[city]]\nid = "troy"', 1, "cities.toml, [[city]] 1 (troy): 'mark' is missing"),
        ("notes.txt", "", 2, "no game has files there; want a folder epireia or"),
    ],
)
def test_components_that_cannot_be_used_are_told(
    tmp_path: Path, file: str, text: str, status: int, reason: str
) -> None:
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text)
    done = CliRunner().invoke(main, ["web", "--no-open", "--data", str(tmp_path)])
    assert done.exit_code == status
    assert reason in done.output


def test_the_server_knows_no_game() -> None:
    for path in (ROOT / "front" / "web").glob("*.py"):
        for name in GAMES:
            assert name not in path.read_text("utf-8").lower(), f"{path.name}: {name}"


def test_nothing_comes_from_the_network() -> None:
    for path in (ROOT / "front" / "web" / "static").rglob("*"):
        if path.is_file():
            text = path.read_text("utf-8", "replace").replace("http://www.w3.org/2000/svg", "")  # pictures too
            assert "http://" not in text, path.name
            assert "https://" not in text, path.name

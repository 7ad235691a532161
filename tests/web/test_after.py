"""After a game: its review, another one like it, what if, the list of games, throwing one away."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from petteia.protocols.records import uhg

from .server import Fields, Server, token


def bearer(word: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {word}"}


def finish(server: Server, made: Fields, seed: int = 1, seat: str = "s0") -> None:
    """Play a game to its end at random."""
    live: Any = server.live(made, seat)
    rng = random.Random(seed)
    while live.asked():
        live.decide(rng.choice(live.state["view"]["legal"]))
    live.close()


def reviewed(server: Server, replay: str, seat: str = "s0") -> tuple[Fields, list[Fields]]:
    """A seat's review, and how far it was on the way."""
    on_the_way = []
    while True:
        answer = server.http.get(f"/api/replays/{replay}/{seat}/review")
        assert answer.status_code == 200, answer.text
        found: Fields = answer.json()
        if "review" in found:
            return found["review"], on_the_way
        on_the_way.append(found)
        time.sleep(0.1)


@pytest.fixture(scope="module")
def over(server: Server) -> Fields:
    """A short game that is over."""
    made = server.create("epix", seats=2)
    finish(server, made)
    return made


def open_replay(server: Server, made: Fields, word: str) -> Fields:
    answer = server.http.post("/api/replays", headers=bearer(word), json={"id": made["id"]})
    assert answer.status_code == 201, answer.text
    found: Fields = answer.json()
    return found


def test_a_seats_review(server: Server, over: Fields) -> None:
    replay = open_replay(server, over, token(over, "s0"))
    assert replay["is_whole"]
    found, on_the_way = reviewed(server, replay["id"])
    assert any(0 < each["done"] < each["of"] for each in on_the_way), "there is progress to show"
    assert found["seat"] == "s0"
    assert found["ledger"]["result"] in (0.0, 0.5, 1.0)
    assert len(found["graph"]) == len(replay["steps"]["s0"])
    assert sum(each["mark"] != "fine" for each in found["judged"]), "who plays at random errs"
    for swing in found["swings"]:
        assert replay["steps"]["s0"][swing["step"]] <= len(replay["seats"]["s0"])
    # Who asks again is answered at once, from any of the links, and in the same words.
    again = open_replay(server, over, over["owner"])
    assert again["id"] == replay["id"]
    assert reviewed(server, again["id"]) == (found, [])


def test_a_game_that_goes_on_is_not_reviewed(server: Server) -> None:
    made = server.create("ephyran", seats=2)
    for word in (token(made, "s0"),):
        replay = open_replay(server, made, word)
        assert not replay["is_whole"]
        assert replay["steps"] == {}
        answer = server.http.get(f"/api/replays/{replay['id']}/s0/review")
        assert answer.status_code == 400
        assert "over" in answer.json()["sentence"]
    for path, body in (("again", {"deal": "same"}), ("branch", {"step": 0})):
        answer = server.http.post(f"/api/games/{made['id']}/{path}", headers=bearer(made["owner"]), json=body)
        assert answer.status_code == 400, "the same deal would tell what comes"
        assert "not over" in answer.json()["sentence"]


def test_what_a_seat_was_asked_is_analysed(server: Server, over: Fields) -> None:
    replay = open_replay(server, over, token(over, "s0"))
    path = f"/api/replays/{replay['id']}/s0"
    asked = next(n for n in range(1, 40) if server.http.get(f"{path}/{n}").json()["was_asked"])
    found = server.http.get(f"{path}/{asked}/analysis").json()
    assert found["asked"]
    assert found["lines"]
    assert all(line["label"] and 0 <= line["ev"] <= 1 for line in found["lines"])
    assert sum(found["wp"]) == pytest.approx(1.0, abs=0.01)
    idle = next(n for n in range(1, 40) if not server.http.get(f"{path}/{n}").json()["was_asked"])
    assert server.http.get(f"{path}/{idle}/analysis").json() == {"asked": False, "lines": []}
    assert server.http.get(f"{path}/99999/analysis").status_code == 404


def test_the_same_deal_again_and_another_one(server: Server, over: Fields) -> None:
    old = uhg.read(server.record(over["id"]))
    for body, same in (({"deal": "same"}, True), ({}, False)):
        answer = server.http.post(f"/api/games/{over['id']}/again", headers=bearer(over["owner"]), json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        assert made["id"] != over["id"]
        assert [(s["seat"], s["player"], s["level"]) for s in made["seating"]] == [
            (s["seat"], s["player"], s["level"]) for s in over["seating"]
        ]
        words = {each["token"] for each in made["seating"] if each["token"]} | {made["owner"]}
        assert not words & ({each["token"] for each in over["seating"]} | {over["owner"]})
        new = uhg.read(server.record(made["id"]))
        assert (new.deal == old.deal) is same
        assert new.options == old.options
        live = server.live(made)
        assert live.asked()
        live.close()


def test_what_if(server: Server, over: Fields) -> None:
    old = uhg.read(server.record(over["id"]))
    step = len(old.moves) // 2
    answer = server.http.post(f"/api/games/{over['id']}/branch", headers=bearer(over["owner"]), json={"step": step})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    new = uhg.read(server.record(made["id"]))
    assert new.moves[:step] == old.moves[:step]
    finish(server, made, seed=5)
    for wrong in (-1, len(old.moves), "x", True, None):
        answer = server.http.post(
            f"/api/games/{over['id']}/branch", headers=bearer(over["owner"]), json={"step": wrong}
        )
        assert answer.status_code == 400


def test_the_list_of_games(server: Server, over: Fields) -> None:
    going = server.create("ephyran", seats=2)
    tokens = {over["id"]: token(over, "s0"), going["id"]: going["owner"], "0" * 12: "x", over["id"][::-1]: "y"}
    found = server.http.post("/api/known", json={"tokens": tokens}).json()
    by_id = {each["id"]: each for each in found["games"]}
    assert by_id.keys() == {over["id"], going["id"]}
    assert by_id[going["id"]]["outcome"] == "open"
    one = by_id[over["id"]]
    assert one["outcome"] in ("won", "lost", "drawn")
    assert one["length"] > 5
    assert one["opponent"] == "engine"
    [row] = found["statistics"]
    assert (row["name"], row["level"], row["played"]) == ("epix", 1, 1)
    assert row["won"] + row["lost"] + row["drawn"] == 1
    assert found["suggestion"]["name"] == "epix"
    assert found["suggestion"]["why"]
    for secret in (over["owner"], token(over, "s0"), str(uhg.read(server.record(over["id"])).deal)):
        assert secret not in str(found)
    assert server.http.post("/api/known", json={"tokens": []}).status_code == 400


def test_only_who_set_it_up_throws_a_game_away(server: Server) -> None:
    made = server.create("epix", seats=2)
    for word in (token(made, "s0"), "x"):
        for path in ("remove", "again", "branch"):
            answer = server.http.post(f"/api/games/{made['id']}/{path}", headers=bearer(word), json={})
            assert answer.status_code == 403
    owner = bearer(made["owner"])
    assert server.http.post(f"/api/games/{made['id']}/remove", headers=owner).status_code == 400, "no form of others"
    assert server.http.post(f"/api/games/{made['id']}/remove", headers=owner, json={}).status_code == 200
    assert server.http.get(f"/api/games/{made['id']}/links", headers=owner).status_code == 403
    with pytest.raises((KeyError, AssertionError, TypeError)):
        server.record(made["id"])

"""Journals: every finished deal is in the file, and a run goes on after whatever ended it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from petteia.ai.executor import make_executor
from petteia.ai.journal import Journal, Kept
from petteia.ai.match import Plan, Report, report_of, run_match
from petteia.engine import GameError

from .test_executors import needs_ray

PLAN = Plan("egemonia", ("greedy:worlds=2", "ismcts:nodes=30"), games=12, seed=5)


def play(path: Path, plan: Plan = PLAN, executor: str = "serial", resume: bool = False) -> Report:
    with make_executor(executor, jobs=2) as work, Journal(path, plan.to_dict(), resume) as journal:
        return run_match(plan, work, journal=journal)


def lines(path: Path) -> list[str]:
    return sorted(path.read_text("utf-8").splitlines())


def test_a_journal_has_every_deal_and_no_times(tmp_path: Path) -> None:
    play(tmp_path / "a")
    header, *entries = (tmp_path / "a").read_text("utf-8").splitlines()
    assert json.loads(header)["plan"]["players"] == list(PLAN.players)
    found = [json.loads(entry) for entry in entries]
    assert [entry["deal"] for entry in found] == list(range(6))
    for entry in found:
        for game in entry["games"]:
            assert set(game) == {"deal", "seed", "seating", "returns", "shares", "moves"}


@pytest.mark.parametrize("executor", ["processes", pytest.param("ray", marks=needs_ray)])
def test_whoever_plays_journals_and_reports_are_the_same(executor: str, tmp_path: Path) -> None:
    plain = play(tmp_path / "a")
    other = play(tmp_path / "b", executor=executor)
    assert lines(tmp_path / "a") == lines(tmp_path / "b")
    assert json.dumps(plain.to_dict()) == json.dumps(other.to_dict())


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole")
    play(tmp_path / "part", Plan(**{**vars(PLAN), "games": 4}))
    assert len(lines(tmp_path / "part")) == 3
    rest = play(tmp_path / "part", resume=True)
    assert lines(tmp_path / "part") == lines(tmp_path / "whole")
    assert rest.to_dict() == whole.to_dict()


@pytest.mark.parametrize("cut", [1, 30, 500])
def test_a_torn_last_line_is_played_again(cut: int, tmp_path: Path) -> None:
    whole = play(tmp_path / "a")
    before = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(before[:-cut])
    assert play(tmp_path / "a", resume=True).to_dict() == whole.to_dict()
    assert (tmp_path / "a").read_bytes() == before


def test_a_missing_deal_in_the_middle_is_played(tmp_path: Path) -> None:
    whole = play(tmp_path / "a")
    kept = lines(tmp_path / "a")
    text = (tmp_path / "a").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "a").write_text("".join([*text[:2], *text[4:]]), "utf-8")
    assert play(tmp_path / "a", executor="processes", resume=True).to_dict() == whole.to_dict()
    assert lines(tmp_path / "a") == kept


def test_what_cannot_be_gone_on_with_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a"
    play(path, Plan(**{**vars(PLAN), "games": 2}))
    with pytest.raises(GameError, match="--resume"):
        play(path)
    with pytest.raises(GameError, match="another plan: its seed is 5, here it is 6"):
        play(path, Plan(**{**vars(PLAN), "seed": 6}), resume=True)
    header, *rest = path.read_text("utf-8").splitlines()
    other = json.loads(header)
    other["build"]["signature"] = "0" * 12
    path.write_text("\n".join([json.dumps(other), *rest]) + "\n", "utf-8")
    with pytest.raises(GameError, match="another build: its signature is '000000000000'"):
        play(path, resume=True)
    path.write_text("something else\n", "utf-8")
    with pytest.raises(GameError, match="no journal"):
        play(path, resume=True)
    with pytest.raises(GameError, match="No such file"):
        play(tmp_path / "no" / "a")


def test_two_runs_do_not_write_to_one_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "a", PLAN.to_dict()), pytest.raises(GameError, match="another run"):
        Journal(tmp_path / "a", PLAN.to_dict(), resume=True)


def test_a_journal_does_not_grow_in_memory_with_every_deal(tmp_path: Path) -> None:
    with Journal(tmp_path / "a", PLAN.to_dict()) as journal:
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            for deal in range(5000):
                journal.append(deal, {"games": []})
            grown = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
    assert grown < 20_000  # bytes: four for each deal
    assert len(lines(tmp_path / "a")) == 5001


def test_a_journal_can_be_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    plan = Plan(**{**vars(PLAN), "options": {"scenario": "standard", "readings": "ours"}})
    played = play(path, plan)
    with Journal(path, plan.to_dict(), resume=True) as journal:
        journal.append(7, {"lost": "3 workers died of it", "seed": 1})
        kept = Kept.open(path)
        assert kept.plan == plan.to_dict()
        assert [entry["deal"] for entry in kept.entries()] == [0, 1, 2, 3, 4, 5, 7]
        found = report_of(kept)
    assert found.lost_deals == [(7, 1, "3 workers died of it")]
    found.lost_deals = []
    assert found.to_dict() == played.to_dict()
    (tmp_path / "b").write_text('{"journal": 1, "plan": {}}\n')
    with pytest.raises(GameError, match="wants a plan and a build"):
        Kept.open(tmp_path / "b")


DRIVER = """
import sys
from pathlib import Path
from tests.ai.test_journal import play
if __name__ == "__main__":
    play(Path(sys.argv[1]), executor=sys.argv[2], resume=True)
"""


def workers_of(driver: int) -> list[int]:
    """The process ids of a driver's workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == driver and b"spawn_main" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:  # it has just ended
            continue
    return found


def runs(process: int) -> bool:
    """Whether a process has not ended; one that ended may still wait for somebody to take note."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds the workers by /proc")
def test_killing_a_worker_and_then_the_driver_changes_nothing(tmp_path: Path) -> None:
    whole = play(tmp_path / "whole")
    path = tmp_path / "a"
    command = [sys.executable, "-c", DRIVER, str(path), "processes"]
    killed_worker = killed_driver = False
    orphans: list[int] = []
    for _ in range(20):
        if not killed_worker:  # on a busy machine the driver may be done before anybody looks
            path.unlink(missing_ok=True)
        driver = subprocess.Popen(command, cwd=Path(__file__).parents[2])
        while driver.poll() is None:
            n_lines = len(path.read_bytes().splitlines()) if path.exists() else 0
            workers = workers_of(driver.pid)
            if not killed_worker and n_lines >= 2 and workers:
                os.kill(workers[0], signal.SIGKILL)
                killed_worker = True
            elif killed_worker and not killed_driver and n_lines >= 4:
                os.kill(driver.pid, signal.SIGKILL)
                killed_driver = True
                orphans = workers
            time.sleep(0.002)
        if driver.returncode == 0 and killed_worker:
            break
    assert driver.returncode == 0
    assert killed_worker
    assert lines(path) == lines(tmp_path / "whole")
    assert play(path, resume=True).to_dict() == whole.to_dict()
    deadline = time.monotonic() + 60
    while any(map(runs, orphans)):  # nobody is left who wants them
        assert time.monotonic() < deadline, "workers outlive their driver"
        time.sleep(0.05)

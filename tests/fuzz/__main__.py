"""Fuzz a target for a while, or run one input again.

python -m tests.fuzz text --seconds 60
python -m tests.fuzz all --seconds 300
python -m tests.fuzz text --input build/fuzz/text/crash-0123abcd
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from .targets import TARGETS, Target

FOUND = Path("build/fuzz")  # where inputs that do harm are written
EVERY = 10.0  # seconds between two lines of progress

_STATUS = re.compile(r"#(\d+)\s+([A-Za-z]+)\s.*?cov: (\d+)(?:.*?corp: (\d+))?(?:.*?rss: (\d+)Mb)?")
_WRITTEN = re.compile(r"Test unit written to (\S+)")


@dataclass
class Outcome:
    """What came of fuzzing a target."""

    target: str
    status: int = 0
    runs: int = 0
    first_coverage: int = 0
    coverage: int = 0
    kept: int = 0
    megabytes: int = 0
    found: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # all that the process printed

    def read(self, line: str) -> None:
        self.said.append(line)
        if status := _STATUS.search(line):
            self.runs, self.coverage = int(status.group(1)), int(status.group(3))
            self.kept, self.megabytes = int(status.group(4) or self.kept), int(status.group(5) or self.megabytes)
            if status.group(2) == "INITED":
                self.first_coverage = self.coverage
        if written := _WRITTEN.search(line):
            self.found.append(written.group(1))

    def __str__(self) -> str:
        return (
            f"{self.target}: {self.runs} runs, coverage {self.first_coverage} -> {self.coverage}, "
            f"{self.kept} inputs kept, {self.megabytes} MB"
        )


def fuzz(target: Target, seconds: int, runs: int = -1, seed: int = 0, corpus: Path | None = None) -> Outcome:
    """Fuzz in a process of its own, beginning with the inputs of the repository; new ones go into ``corpus``."""
    found = FOUND / target.name
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="petteia-fuzz-") as away:
        kept = corpus or Path(away) / "corpus"
        kept.mkdir(parents=True, exist_ok=True)
        command = [
            *(sys.executable, "-m", f"{__package__}.child", target.name, str(kept), str(target.corpus)),
            *(f"-max_total_time={seconds}", f"-runs={runs}", f"-seed={seed}", f"-timeout={target.seconds}"),
            *(f"-rss_limit_mb={target.megabytes}", f"-max_len={target.max_len}", f"-artifact_prefix={found}/"),
            *("-print_final_stats=1", "-verbosity=1"),
        ]
        outcome, shown = Outcome(target.name), time.monotonic()
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "env": {**os.environ, "TMPDIR": away}}
        with subprocess.Popen(command, text=True, errors="replace", **quiet) as child:
            assert child.stdout is not None
            for line in child.stdout:
                outcome.read(line.rstrip("\n"))
                if time.monotonic() - shown > EVERY:
                    shown = time.monotonic()
                    print(outcome, flush=True)
        outcome.status = child.returncode
    return outcome


def tell(outcome: Outcome) -> None:
    """The end of a run: figures, and for each input that did harm how to run it again."""
    print(outcome)
    if outcome.status == 0:
        return
    print("\n".join(line for line in outcome.said[-60:] if not line.startswith(("INFO", "#"))))
    for path in outcome.found:
        print(f"An input did harm. To run it again: python -m tests.fuzz {outcome.target} --input {path}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument(
        "target", choices=[*TARGETS, "all"], help="; ".join(f"{t.name}: {t.about}" for t in TARGETS.values())
    )
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--runs", type=int, default=-1, help="inputs for each target; -1: as many as there is time for")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    parser.add_argument(
        "--corpus", type=Path, help="keep inputs that reach something new in DIR/TARGET, and begin with them"
    )
    parser.add_argument("--input", type=Path, help="run this one input, without fuzzing")
    asked = parser.parse_args()
    targets = list(TARGETS.values()) if asked.target == "all" else [TARGETS[asked.target]]
    if asked.input is not None:
        if len(targets) > 1:
            parser.error("--input goes with one target")
        harness = targets[0].load()
        from . import sandbox

        sandbox.close()
        harness.run(asked.input.read_bytes())
        print(f"{asked.input}: no harm done")
        return 0
    try:
        import atheris  # noqa: F401
    except ImportError:
        parser.error("atheris is not installed: pip install '.[fuzz]'")
    status = 0
    for target in targets:
        corpus = None if asked.corpus is None else asked.corpus / target.name
        outcome = fuzz(target, asked.seconds, asked.runs, asked.seed, corpus)
        tell(outcome)
        status = status or outcome.status
    return status


if __name__ == "__main__":
    sys.exit(main())

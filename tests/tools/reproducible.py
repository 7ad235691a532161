"""The same sources give the same files: ``python -m tests.tools.reproducible [--sdist]``.

The sources are copied into two folders with other names and other times, packed in each, and the results compared.
Without ``--sdist`` a wheel is built from each sdist, too; that compiles all kernels twice.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .layout import ROOT

LEFT_OUT = shutil.ignore_patterns(
    "build", "dist", ".git", ".venv", "node_modules", "__pycache__", "*.egg-info", "*.so", ".*_cache", ".benchmarks"
)
EPOCH = "1767225600"  # any time will do, if it is the same
KINDS = {"sdist": "*.tar.gz", "wheel": "*.whl"}


def pack(folder: Path, kind: str, hours_ago: int, hash_seed: str) -> Path:
    """Copy the sources and pack them: the sdist or the wheel."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    then = time.time() - 3600 * hours_ago
    for path in folder.rglob("*"):
        os.utime(path, (then, then))
    env = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(folder / "dist"), "."]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout[-3000:] + done.stderr[-3000:])
    [made] = (folder / "dist").glob(KINDS[kind])
    return made


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def differences(kind: str) -> list[str]:
    """What differs between two builds; a line on each file."""
    with tempfile.TemporaryDirectory() as away:
        made = [pack(Path(away, name), kind, hours, "0") for name, hours in (("one", 1), ("other", 50))]
        if made[0].name != made[1].name:
            return [f"{kind}: {made[0].name} and {made[1].name}"]
        if digest(made[0]) != digest(made[1]):
            return [f"{kind}: {made[0].name} is {digest(made[0])} and {digest(made[1])}"]
        print(f"{digest(made[0])}  {made[0].name}", flush=True)
    return []


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.reproducible", description=__doc__.split("\n")[0])
    parser.add_argument("--sdist", action="store_true", help="the sdist alone")
    asked = parser.parse_args()
    found = [line for kind in (["sdist"] if asked.sdist else KINDS) for line in differences(kind)]
    print("\n".join(found) or "The same bytes twice.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

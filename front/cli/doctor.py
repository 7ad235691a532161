"""``petteia doctor``: what is installed, whether it works, and whether the games that are kept are sound."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ..shared.checkup import EXTRA_USES, Installed, Test, look_at_installation, self_test
from ..shared.files import state_folder
from ..shared.store.check import Problem, StoreReport, check_store
from .output import make_console, print_json, print_pairs, progress_steps


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--quick", is_flag=True, help="Without the self-test.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games are kept, if `petteia web --dir` keeps them elsewhere.",
)
def doctor(as_json: bool, quick: bool, folder: Path | None) -> None:
    """Say what is installed, whether it works, and whether the games that are kept are sound.

    The self-test takes about ten seconds: the search must decide as it did where this version was made, a game of each
    kind is played to its end, and an engine process is talked to. Nothing is changed.

    The status is 1 if something is wrong; each problem comes with what to do about it.

    \b
    Examples:
      petteia doctor
      petteia doctor --json
      petteia doctor --quick --dir games
    """
    installed = look_at_installation()
    tests = [] if quick else _run_tests()
    store = check_store(folder or state_folder())
    problems = [*installed.problems, *(test.problem for test in tests if test.problem is not None), *store.problems]
    if as_json:
        print_json(_to_dict(installed, tests, store, problems))
    else:
        _print(installed, tests, store, problems)
    if problems:
        sys.exit(1)


def _run_tests() -> list[Test]:
    parts = self_test()
    found = []
    with progress_steps(len(parts)) as tell:
        for name, run in parts:
            tell(name)
            found.append(run())
    return found


def _to_dict(installed: Installed, tests: list[Test], store: StoreReport, problems: list[Problem]) -> dict[str, Any]:
    facts = asdict(installed)
    del facts["problems"]
    return {
        **facts,
        "tests": [{"name": test.name, "ok": test.ok, "found": test.found} for test in tests],
        "store": {"path": str(store.path), "games": store.n_games, "finished": store.n_finished},
        "problems": [asdict(problem) for problem in problems],
    }


def _print(installed: Installed, tests: list[Test], store: StoreReport, problems: list[Problem]) -> None:
    build = installed.build
    switches = [_switch(name, build) for name in ("checked", "sanitizer", "instructions") if build[name]]
    parts: dict[str, list[tuple[str, str]]] = {
        "Installed": [
            ("petteia", installed.version),
            ("in", installed.place),
            ("Python", f"{installed.python} on {installed.system}"),
            ("compiled by", ", ".join([f"{build['compiler']}, Cython {build['cython']}", *switches])),
            ("processor has", ", ".join(installed.cpu) or "features unknown"),
            ("needs", _list(installed.packages)),
        ],
        "Extras": [
            (f"{extra}: {EXTRA_USES[extra]}", _extra(extra, versions)) for extra, versions in installed.extras.items()
        ],
        "Self-test": [(test.name, f"ok ({test.found})" if test.ok else "FAILED") for test in tests],
        "Games": [
            ("kept in", str(store.path)),
            ("number", f"{store.n_games} ({store.n_finished} over)" if store.n_games else "none yet"),
        ],
    }
    console = make_console()
    for title, lines in parts.items():
        if lines:
            console.print(title)
            print_pairs([(f"  {name}", told) for name, told in lines])
            console.print()
    for problem in problems:
        console.print(f"{problem.what} {problem.advice}", soft_wrap=True)
    console.print("All is well." if not problems else f"Problems: {len(problems)}.")


def _switch(name: str, build: dict[str, Any]) -> str:
    return name if build[name] is True else f"{name} {build[name]}"


def _list(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def _extra(extra: str, modules: dict[str, str]) -> str:
    if all(version == "not installed" for version in modules.values()):
        return f"not installed: pip install 'petteia[{extra}]'"
    return _list(modules)

"""The recorded signatures of behaviour: ``python -m bench.signature`` writes them anew.

The file stands in the repository and a test compares with it, so that no change of behaviour goes in unnoticed. It does
not say that the new behaviour is wrong; it says that the commit has to mean it.
"""

from __future__ import annotations

from pathlib import Path

from petteia.ai.measure.signature import NODES, recorded, signatures

FILE = Path(__file__).parents[1] / "ai" / "measure" / "signature.toml"  # `petteia doctor` compares with it too
COMMAND = "make signature"  # or, in an environment of your own: python -m bench.signature


def record(found: dict[str, str]) -> None:
    lines = "".join(f'{name} = "{value}"\n' for name, value in found.items())
    FILE.write_text(f"# Written by `{COMMAND}`; {NODES} nodes for each position.\n\n[signature]\n{lines}", "utf-8")


def main() -> None:
    before = recorded() if FILE.exists() else {}
    found = signatures()
    record(found)
    for name, value in found.items():
        print(f"{name:10} {value}", "" if before.get(name) == value else f"was {before.get(name, 'not recorded')}")


if __name__ == "__main__":
    main()

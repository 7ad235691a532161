"""Compare a wheel's contents with the checkout: ``python -m tests.tools.wheel FILE.whl``."""

import sys
import zipfile

from .layout import CODE, DATA, KERNELS, package_files


def problems(names: list[str]) -> list[str]:
    """What is missing from a wheel with these files, and what should not be in it."""
    kernels = {str(place.with_suffix("")) for _, place in package_files(KERNELS)}
    compiled = {name.split(".")[0] for name in names if name.endswith(".so")}
    plain = {str(place) for _, place in package_files(CODE | DATA)}
    present = {name for name in names if name.startswith("petteia/") and not name.endswith(".so")}
    return [
        *(f"missing: {name}" for name in sorted(plain - present)),
        *(f"not compiled: {name}" for name in sorted(kernels - compiled)),
        *(f"unexpected: {name}" for name in sorted((present - plain) | (compiled - kernels))),
        *(f"outside the package: {name}" for name in names if not name.startswith(("petteia/", "petteia-"))),
    ]


def main() -> int:
    """Print what is wrong with the wheel named on the command line."""
    found = problems(zipfile.ZipFile(sys.argv[1]).namelist())
    print("\n".join(found) or f"{sys.argv[1]}: complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compare a wheel's contents with the checkout, and see whether other Linux systems can load it:
``python -m tests.tools.wheel FILE.whl``.
"""

import re
import subprocess
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


def platform_of(said: str) -> str:
    """The platform tag that a wheel may have, from what `auditwheel show` says of it."""
    [tag] = re.findall(r'following platform tag: "(\w+)"', " ".join(said.split()))
    return str(tag)


def audit(wheel: str) -> str:
    """On which Linux systems the compiled modules of a wheel can be loaded."""
    command = [sys.executable, "-m", "auditwheel", "show", wheel]
    return platform_of(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> int:
    """Print what is wrong with the wheel named on the command line."""
    found = problems(zipfile.ZipFile(sys.argv[1]).namelist())
    print("\n".join(found) or f"{sys.argv[1]}: complete")
    if sys.platform == "linux":
        platform = audit(sys.argv[1])
        print(f"auditwheel: {platform}")
        if not platform.startswith("manylinux_"):
            print("It needs libraries that not every Linux has.")
            return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Run mypy on the installed package: ``python -m tests.tools.types``.

mypy sees the package only as it is installed, so messages are translated back to the checkout's file names, and
the number of files it checked is compared with the number there are: a folder that mypy cannot see would
otherwise pass unnoticed.
"""

import re
import subprocess
import sys

from .layout import CODE, package_files, source_of


def main() -> int:
    """Print mypy's findings; 0 when there are none and every module was checked."""
    mypy = subprocess.run(
        [sys.executable, "-m", "mypy", "--package", "petteia", "--show-absolute-path"], capture_output=True, text=True
    )
    sys.stderr.write(mypy.stderr)
    # A path up to its last component "petteia" is the place of the install.
    sys.stdout.write(re.sub(r"^/.*/(petteia/[^:]*)", lambda m: source_of(m[1]), mypy.stdout, flags=re.MULTILINE))
    if mypy.returncode:
        return mypy.returncode
    expected = len({place.with_suffix("") for _, place in package_files(CODE)})
    checked = re.search(r"no issues found in (\d+) source file", mypy.stdout)
    if checked is None or int(checked[1]) != expected:
        print(f"mypy should have checked {expected} modules: is an __init__.py missing, or the install out of date?")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

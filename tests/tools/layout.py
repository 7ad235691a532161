"""Which source file of the checkout is which file of the package."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {
    "front": PurePosixPath("petteia"),
    "engine": PurePosixPath("petteia/engine"),
    "ext": PurePosixPath("petteia/ext"),
    "ai": PurePosixPath("petteia/ai"),
    "protocols": PurePosixPath("petteia/protocols"),
}
CODE = {".py", ".pyi"}
DATA = {".toml", ".md", ".pxd", ".typed", ".html", ".css", ".js", ".json", ".svg", ".png", ".txt"}
KERNELS = {".pyx"}


def package_files(suffixes: set[str]) -> Iterator[tuple[Path, PurePosixPath]]:
    """Every source file with one of the suffixes, and its place below site-packages."""
    for room, package in ROOMS.items():
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path.relative_to(ROOT), package / path.relative_to(ROOT / room).as_posix()


def source_of(installed: str) -> str:
    """The checkout's name for a file of the package: ``petteia/engine/game.py`` is ``engine/game.py``."""
    path = PurePosixPath(installed)
    for room, package in reversed(ROOMS.items()):  # petteia itself comes last: it is a prefix of all
        if path.is_relative_to(package):
            return str(PurePosixPath(room) / path.relative_to(package))
    return installed

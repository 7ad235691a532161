"""Which source file of the checkout is which file of the package."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]
LAYERS = {
    "front": PurePosixPath("petteia"),
    "engine": PurePosixPath("petteia/engine"),
    "ext": PurePosixPath("petteia/ext"),
    "ai": PurePosixPath("petteia/ai"),
    "protocols": PurePosixPath("petteia/protocols"),
}
CODE = {".py", ".pyi"}
DATA = {
    ".toml", ".md", ".pxd", ".h", ".typed", ".html", ".css", ".js", ".ts", ".json", ".svg", ".png", ".txt",
    ".webmanifest",
}  # fmt: skip
KERNELS = {".pyx"}


def package_files(suffixes: set[str]) -> Iterator[tuple[Path, PurePosixPath]]:
    """Every source file with one of the suffixes, and its place below site-packages."""
    for layer, package in LAYERS.items():
        for path in sorted((ROOT / layer).rglob("*")):
            if path.suffix in suffixes and path.is_file():
                yield path.relative_to(ROOT), package / path.relative_to(ROOT / layer).as_posix()


def source_of(installed: str) -> str:
    """The checkout's name for a file of the package: ``petteia/engine/game.py`` is ``engine/game.py``."""
    path = PurePosixPath(installed)
    for layer, package in reversed(LAYERS.items()):  # petteia itself comes last: it is a prefix of all
        if path.is_relative_to(package):
            return str(PurePosixPath(layer) / path.relative_to(package))
    return installed

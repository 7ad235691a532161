"""Build petteia: map the layers onto one import package and compile the kernels in ``ext``.

Everything static stands in ``pyproject.toml``. Environment switches select a build; each has its own folder
below ``build``, so none picks up another's objects:

    PETTEIA_NATIVE=1     tune for this machine (-march=native)
    PETTEIA_PROFILE=1    for a profiler: debug information, frame pointers, no function inlined that is called once
    PETTEIA_CHECKED=1    bounds checks, ``assert`` in kernels, the C macro PETTEIA_CHECKED=1
    PETTEIA_SANITIZE=1   the address and undefined-behaviour sanitizers, ``assert`` in kernels
    PETTEIA_TSAN=1       the thread sanitizer, ``assert`` in kernels
"""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

LAYERS = {
    "petteia": "front",
    "petteia.engine": "engine",
    "petteia.ext": "ext",
    "petteia.ai": "ai",
    "petteia.protocols": "protocols",
}

# What goes into the wheel beside the Python files, relative to the package.
PACKAGE_DATA = {
    "petteia": ["py.typed", "web/static/**/*"],
    "petteia.engine": ["**/*.toml", "**/*.md"],
    "petteia.ai": ["**/*.toml"],
    "petteia.ext": ["**/*.pxd", "**/*.pyi", "**/*.h"],
    "petteia.protocols": ["transcripts/*.txt", "js/*"],
}

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}

# Wraparound stays off, so that a negative index is an error too; cdivision stays on, because Python's division
# gives other results for negative numbers, and a checked build must behave like the one it checks.
CHECKED_DIRECTIVES = {"boundscheck": True, "initializedcheck": True}

# No value-changing float optimisation and no fused multiply-add: results must not depend on the machine.
COMPILE_ARGS = ["-O3", "-ffp-contract=off", "-fno-math-errno"]
MSVC_ARGS = ["/O2", "/fp:precise"]  # Microsoft's compiler has other names for the same, and fuses nothing by itself
PROFILE_ARGS = ["-g", "-fno-omit-frame-pointer", "-fno-inline-functions-called-once"]
SANITIZE_ARGS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
TSAN_ARGS = ["-fsanitize=thread", "-fno-omit-frame-pointer"]


# What is packed has this time, so that the same sources give the same bytes. Whoever sets SOURCE_DATE_EPOCH, as those
# do who compare builds, also gets objects that do not tell the folder in which they were compiled.
OLDEST = 315532800  # 1980, the first year that a zip file knows
COMPARED = "SOURCE_DATE_EPOCH" in os.environ
os.environ.setdefault("SOURCE_DATE_EPOCH", str(OLDEST))


def switch(name: str) -> bool:
    """Whether the environment switch PETTEIA_<name> is on."""
    return os.environ.get(f"PETTEIA_{name}", "0") not in ("", "0")


SWITCHES = {name: switch(name.upper()) for name in ("native", "profile", "checked", "sanitize", "tsan")}
NATIVE, PROFILE, CHECKED, SANITIZE, TSAN = SWITCHES.values()
VARIANT = "-".join(name for name, on in SWITCHES.items() if on)
BUILD = Path("build") / (VARIANT or "plain")


def find_packages() -> dict[str, str]:
    """Every package and its folder: the layers and the folders with an ``__init__.py`` in them."""
    packages = {}
    for package, layer in LAYERS.items():
        for init in sorted(Path(layer).rglob("__init__.py")):
            inner = init.parent.relative_to(layer).parts
            packages[".".join((package, *inner))] = init.parent.as_posix()
    return packages


def find_extensions() -> list[Extension]:
    """One extension module for each ``.pyx`` below ``ext``."""
    compile_args, link_args = list(COMPILE_ARGS), []
    macros = [("PETTEIA_CHECKED", str(int(CHECKED))), ("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")]
    if NATIVE:
        compile_args.append("-march=native")
    if PROFILE:
        compile_args += PROFILE_ARGS
    if SANITIZE:
        compile_args += [*SANITIZE_ARGS, "-g", "-O1"]
        link_args += SANITIZE_ARGS
    if TSAN:
        compile_args += [*TSAN_ARGS, "-g", "-O1"]
        link_args += TSAN_ARGS
    if COMPARED and os.name == "posix":
        compile_args.append(f"-ffile-prefix-map={Path.cwd()}=.")
    if not (CHECKED or SANITIZE or TSAN):
        macros.append(("CYTHON_WITHOUT_ASSERTIONS", "1"))
    return [
        Extension(
            ".".join(("petteia", *pyx.with_suffix("").parts)),
            [pyx.as_posix()],
            define_macros=macros,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for pyx in sorted(Path("ext").rglob("*.pyx"))
    ]


def copy_headers() -> Path:
    """Copy the headers below ``ext`` to where Cython looks for ``petteia.ext``: it finds them by folder name.

    Modification times are kept, so only a changed header makes its users compile again.
    """
    root = BUILD / "headers"
    package = root / "petteia"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree("ext", package / "ext", ignore=shutil.ignore_patterns("__pycache__", "*.pyx", "*.pyi", "*.so"))
    (package / "__init__.py").touch()
    return root


def directives_changed(translated: Path) -> bool:
    """Whether this file, which has the directives, is newer than a module's translation.

    Only modules that are there now count: what was left by one that is gone stays old for ever.
    """
    made_by = Path("setup.py").stat().st_mtime
    files = [translated / Path(extension.sources[0]).with_suffix(".c") for extension in find_extensions()]
    return any(file.exists() and file.stat().st_mtime < made_by for file in files)


class BuildExtensions(build_ext):
    """Translate with Cython into the build folder, then compile."""

    def run(self) -> None:
        # Imported here because making an sdist or reading the metadata needs neither.
        import numpy
        from Cython.Build import cythonize

        translated = BUILD / "c"
        modules = cythonize(
            find_extensions(),
            include_path=[str(copy_headers())],
            build_dir=str(translated),
            compiler_directives=DIRECTIVES | (CHECKED_DIRECTIVES if CHECKED else {}),
            nthreads=2,
            force=directives_changed(translated),
        )
        by_name = {module.name: module for module in modules}
        for extension in self.extensions:
            module = by_name[extension._full_name]
            extension.sources = module.sources
            extension.depends = [*module.depends, "setup.py"]
            extension.include_dirs = [*module.include_dirs, numpy.get_include()]
        if self.editable_mode:
            self.run_in_build_folder()
        else:
            super().run()

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            for extension in self.extensions:
                extension.extra_compile_args = list(MSVC_ARGS)
        super().build_extensions()

    def run_in_build_folder(self) -> None:
        """Compile where ordinary builds do; setuptools would use a fresh folder, hence compile all of it each time."""
        temporary = self.build_lib, self.build_temp
        platform = f"{self.plat_name}-{sys.implementation.cache_tag}"
        self.build_lib, self.build_temp = str(BUILD / f"lib.{platform}"), str(BUILD / f"temp.{platform}")
        super().run()
        self.build_lib, self.build_temp = temporary


class BuildPython(build_py):
    """Start from an empty package: a wheel must not carry modules whose source is gone."""

    def run(self) -> None:
        if not self.editable_mode:
            build_extensions = self.get_finalized_command("build_ext")
            keep = {Path(self.build_lib, build_extensions.get_ext_filename(e.name)) for e in find_extensions()}
            for path in Path(self.build_lib).rglob("*"):
                if path.is_file() and path not in keep:
                    path.unlink()
        super().run()


class SourceArchive(sdist):
    """Packed in the same order, with the same times and nobody's name."""

    def make_archive(self, base_name: str, format: str, root_dir=None, base_dir=None, owner=None, group=None) -> str:  # type: ignore[no-untyped-def]
        if format != "gztar":
            return str(super().make_archive(base_name, format, root_dir, base_dir, owner, group))
        top = Path(base_dir)
        made = Path(f"{base_name}.tar.gz")
        made.parent.mkdir(parents=True, exist_ok=True)
        with (
            open(made, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,  # type: ignore[arg-type]
        ):
            for path in [top, *sorted(top.rglob("*"))]:
                archive.add(path, path.as_posix(), recursive=False, filter=_nobodys)
        return str(made)


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


if __name__ == "__main__":  # tests look at the functions above
    setup(
        packages=list(find_packages()),
        package_dir=find_packages(),
        package_data=PACKAGE_DATA,
        ext_modules=find_extensions(),
        cmdclass={"build_ext": BuildExtensions, "build_py": BuildPython, "sdist": SourceArchive},
        options={"build": {"build_base": str(BUILD)}, "build_ext": {"parallel": 2}},
        zip_safe=False,
    )

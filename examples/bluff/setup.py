"""Compile the kernel against petteia's installed headers."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

import petteia

HEADERS = Path(petteia.__file__).parents[1]  # `petteia/ext/core/game.pxd` is below, with the C headers that it needs
CORE = HEADERS / "petteia" / "ext" / "core"

setup(
    ext_modules=cythonize(
        [
            Extension(
                "petteia_bluff.kernel",
                ["petteia_bluff/kernel.pyx"],
                include_dirs=[str(CORE)],
                extra_compile_args=["-O3"],
            )
        ],
        include_path=[str(HEADERS)],
        compiler_directives={"language_level": 3, "boundscheck": False, "cdivision": True},
    )
)

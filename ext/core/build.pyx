"""How the kernels were compiled: what `petteia doctor` says of a build."""

cdef extern from *:
    """
    #ifndef PETTEIA_CHECKED
    #define PETTEIA_CHECKED 0
    #endif
    """
    const int CHECKED "PETTEIA_CHECKED"
    const unsigned long CYTHON "CYTHON_HEX_VERSION"

cdef extern from "petteia_build.h":
    const char* COMPILER "PETTEIA_COMPILER"
    const char* SANITIZER "PETTEIA_SANITIZER"
    const char* INSTRUCTIONS "PETTEIA_INSTRUCTIONS"
    const int OPTIMIZED "PETTEIA_OPTIMIZED"
    const int FAST_MATH "PETTEIA_FAST_MATH"


def build_info() -> dict:
    """The compiler, and the switches that it was given as far as they can be seen from inside."""
    return {
        "compiler": COMPILER.decode("utf-8", "replace").strip(),
        "cython": f"{CYTHON >> 24}.{CYTHON >> 16 & 255}.{CYTHON >> 8 & 255}",
        "optimized": bool(OPTIMIZED),
        "checked": bool(CHECKED),
        "sanitizer": SANITIZER.decode(),
        "instructions": INSTRUCTIONS.decode(),
        "fast_math": bool(FAST_MATH),
    }

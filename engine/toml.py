"""TOML files of anybody's: what is in them, or a sentence that says where they are broken."""

from __future__ import annotations

import tomllib
from typing import Any

from .errors import BadData


def read_toml(name: str, raw: bytes) -> dict[str, Any]:
    """The tables of a file; BadData, with the file's name, if it is no TOML."""
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadData(f"{name}: not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{name}: not TOML: {error}") from None
    except RecursionError:
        raise BadData(f"{name}: lists or tables are too deep inside each other") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise BadData(f"{name}: a number has too many digits") from None

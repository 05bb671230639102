"""The one door to the files that ship with the app: colours, icons."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def root() -> Path:
    """The resource folder: inside the installed package, or beside it in a checkout."""
    installed = _PACKAGE / "resources"
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"


def read_bytes(*parts: str) -> bytes:
    """The bytes of one resource, e.g. `read_bytes("icons", "ui", "pin.svg")`. Raises FileNotFoundError."""
    return root().joinpath(*parts).read_bytes()

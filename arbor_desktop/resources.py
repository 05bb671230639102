"""Access to the files that ship with the program: icons, tokens, rules, sample data.

A checkout has them at its top, in ``resources/``; an installed wheel has the same tree inside the package as
``_resources/`` (``resources`` is this module's own name). Callers name a file the same way in both: a
relative path with forward slashes, such as ``"icons/ui/search.svg"``. The program never runs from an archive,
so every resource is a real file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path, PurePosixPath

_PACKAGE = Path(__file__).resolve().parent


@cache
def root() -> Path:
    """Return the folder of the resources.

    Raises FileNotFoundError if neither place exists: a damaged installation, not a missing file.
    """
    # A wheel's own tree goes first: beside an installed package may lie anything called "resources".
    for candidate in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"Arbor Desktop's resources are missing beside {_PACKAGE}: install it again")


def path(relative: str) -> Path:
    """Return the real path of a resource, file or folder.

    Raises FileNotFoundError if there is none, ValueError for a name that is absolute or leads out of the
    resources.
    """
    name = PurePosixPath(relative)
    if name.is_absolute() or ".." in name.parts or "\\" in relative:
        raise ValueError(f"not the name of a resource: {relative!r}")
    found = root().joinpath(*name.parts)
    if not found.exists():
        raise FileNotFoundError(f"no resource {relative!r} in {root()}")
    return found


def read_bytes(relative: str) -> bytes:
    """Return the content of a resource. Errors as `path`."""
    return path(relative).read_bytes()


def read_text(relative: str) -> str:
    """Return the content of a text resource (UTF-8). Errors as `path`."""
    return path(relative).read_text(encoding="utf-8")


def listing(folder: str = "") -> list[str]:
    """Return the names of all files below a folder, sorted, as the other functions take them.

    ``listing("icons/ui")`` → ``["icons/ui/branch.svg", …]``. Errors as `path`.
    """
    start, top = path(folder), root()
    return sorted(file.relative_to(top).as_posix() for file in start.rglob("*") if file.is_file())

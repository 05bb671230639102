"""Access to the files that ship with the program: icons, tokens, rules, sample data.

A checkout has them at its top, in ``resources/``; an installed wheel has the same tree inside the package as
``_resources/`` (``resources`` is this module's own name). Callers name a file the same way in both: a
relative path with forward slashes, such as ``"icons/ui/search.svg"``. The program never runs from an archive,
so every resource is a real file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

T = TypeVar("T")
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


def derived(relative: str, build: Callable[[str], T], *folders: str) -> T:
    """Return what `build` makes of a text resource, kept from run to run beside Python's bytecode.

    It is built again when the resource or a module in one of `folders` of the package changes. It must be
    picklable. As for bytecode, a folder that can't be written to or a damaged file costs nothing but time.
    Errors as `path`.
    """
    import importlib.util
    from _pickle import UnpicklingError, dumps, loads  # `pickle` would be imported in three times the time

    source = path(relative)
    state = repr([_version(source), *(sorted(_versions(_PACKAGE / folder)) for folder in folders)]).encode()
    bytecode = Path(importlib.util.cache_from_source(str(_PACKAGE / f"{source.stem}.py")))
    kept = bytecode.with_suffix(".pickle")
    with suppress(OSError, EOFError, ValueError, UnpicklingError):
        found, _, data = kept.read_bytes().partition(b"\n")
        if found == state:
            return loads(data)  # type: ignore[no-any-return]
    made = build(read_text(relative))
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            new = kept.with_suffix(f".{os.getpid()}")
            new.write_bytes(state + b"\n" + dumps(made, -1))
            new.replace(kept)
    return made


def _versions(folder: Path) -> list[tuple[Any, ...]]:
    with os.scandir(folder) as entries:
        return [_version(entry) for entry in entries if entry.name.endswith(".py")]


def _version(file: Path | os.DirEntry[str]) -> tuple[Any, ...]:
    stat = file.stat()
    return file.name, stat.st_size, stat.st_mtime_ns


def listing(folder: str = "") -> list[str]:
    """Return the names of all files below a folder, sorted, as the other functions take them.

    ``listing("icons/ui")`` → ``["icons/ui/branch.svg", …]``. Errors as `path`.
    """
    start, top = path(folder), root()
    return sorted(file.relative_to(top).as_posix() for file in start.rglob("*") if file.is_file())


@cache
def common_words() -> frozenset[str]:
    """Return the most frequent words of English."""
    return frozenset(read_text("common_words.txt").split())

"""What is never read: folders, projects and file patterns of the person's choice (spec 2.4)."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable
from pathlib import PurePath


def excluded_by(path: str, patterns: Iterable[str]) -> str | None:
    """Return the first pattern that excludes `path`, if any.

    A pattern with a separator names a folder or file with all below it, or is a glob over the whole path; one
    that does not begin at a root may begin anywhere in it. A pattern without a separator is a glob over the
    name of the file or of any folder above it. Symbolic links in `path` and in a folder that a pattern names
    are followed as well.
    """
    ways: tuple[str, ...] = ()
    for pattern in patterns:
        wanted = os.path.expanduser(pattern.strip()).rstrip("/\\")  # noqa: PTH111 - patterns are no paths
        if not wanted:
            continue
        ways = ways or tuple({path, _real(path)})
        if "/" in wanted or "\\" in wanted:
            forms = {wanted, _real(wanted)}
            if any(_covers(way, form) for way in ways for form in forms):
                return pattern
        elif any(fnmatch.fnmatch(part, wanted) for way in ways for part in PurePath(way).parts):
            return pattern
    return None


def _real(path: str) -> str:
    """Return a path without symbolic links; unchanged where it has no root or no system could open it."""
    try:
        return os.path.realpath(path) if os.path.isabs(path) else path  # noqa: PTH117 - called for each file
    except ValueError:
        return path


def _covers(path: str, wanted: str) -> bool:
    absolute = wanted[0] in "/\\*" or wanted[1:2] == ":"
    for form in (wanted,) if absolute else (wanted, f"*/{wanted}", f"*\\{wanted}"):
        literal = path == form or path.startswith((form + "/", form + "\\"))
        if literal or fnmatch.fnmatch(path, form) or fnmatch.fnmatch(path, f"{form}/*"):
            return True
    return False

"""What is never read: folders, projects and file patterns of the person's choice (spec 2.4)."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable
from pathlib import PurePath


def excluded_by(path: str, patterns: Iterable[str]) -> str | None:
    """The first pattern that excludes `path`, if any.

    A pattern with a separator names a folder or file with all below it, or is a glob over the whole path; one
    that does not begin at a root may begin anywhere in it. A pattern without a separator is a glob over the
    name of the file or of any folder above it.
    """
    parts = PurePath(path).parts
    for pattern in patterns:
        wanted = os.path.expanduser(pattern.strip()).rstrip("/\\")  # noqa: PTH111 - patterns are no paths
        if not wanted:
            continue
        if "/" in wanted or "\\" in wanted:
            if _covers(path, wanted):
                return pattern
        elif any(fnmatch.fnmatch(part, wanted) for part in parts):
            return pattern
    return None


def _covers(path: str, wanted: str) -> bool:
    absolute = wanted[0] in "/\\*" or wanted[1:2] == ":"
    for form in (wanted,) if absolute else (wanted, f"*/{wanted}", f"*\\{wanted}"):
        literal = path == form or path.startswith((form + "/", form + "\\"))
        if literal or fnmatch.fnmatch(path, form) or fnmatch.fnmatch(path, f"{form}/*"):
            return True
    return False

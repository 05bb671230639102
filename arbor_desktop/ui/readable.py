"""Sizes, paths and how large a task was, as people read them."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from arbor_desktop.ui.translation import tr

_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def size_words(count: int) -> str:
    """Return bytes as people read them: "812 bytes", "3.4 MB", "38 MB" (decimal units)."""
    if count < 1000:
        return tr("%n bytes", None, count)
    value, unit = float(count), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    number = f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
    return f"{number} {_UNITS[unit]}"


def task_size(complexity: int) -> str:
    """Return a complexity of 1 to 5 as a word."""
    sizes = (tr("tiny"), tr("small"), tr("medium"), tr("large"), tr("very large"))
    return sizes[max(1, min(5, complexity)) - 1]


def short_path(path: str | PurePath, home: str | PurePath | None = None) -> str:
    """Return the path with the person's own folder as `~`."""
    full, own = PurePath(path), PurePath(home or os.path.expanduser("~"))  # noqa: PTH111
    if full == own or not full.is_relative_to(own):
        return str(full)
    return str(Path("~") / full.relative_to(own))

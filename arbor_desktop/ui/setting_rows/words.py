"""How the page says things: sizes, counts, paths."""

from __future__ import annotations

from arbor_desktop.settings import Setting
from arbor_desktop.ui.readable import size_words
from arbor_desktop.ui.translation import tr


def files_words(files: int, size: int) -> str:
    """ "No conversation files", "1 file, 3.4 MB", "19 files, 3.4 MB"."""
    if not files:
        return tr("No conversation files")
    count = tr("%n files", None, files)
    return f"{count}, {size_words(size)}"


def captured_words(count: int) -> str:
    """Return how many conversations came from a place."""
    return tr("%n conversations", None, count)


def imported_words(count: int) -> str:
    """Return how many conversations came from exports of one service."""
    if not count:
        return tr("Nothing imported yet")
    return tr("%n conversations imported", None, count)


def range_words(setting: Setting, low: float | None = None) -> str:
    """Return what a number setting allows; `low` where its least value is no number to be typed."""
    low, high = setting.minimum if low is None else low, setting.maximum
    whole = setting.kind is int
    if low is None or high is None:
        return tr("Enter a whole number.") if whole else tr("Enter a number.")
    sentence = (
        tr("Enter a whole number from {low} to {high}.")
        if whole
        else tr("Enter a number from {low} to {high}.")
    )
    return sentence.format(low=number_words(low), high=number_words(high))


def number_words(value: float) -> str:
    """1440 → "1,440"; 0.1 → "0.1"."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:g}"

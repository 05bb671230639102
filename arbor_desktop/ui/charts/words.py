"""The words of the charts: numbers, and what is in their menus."""

from __future__ import annotations

from arbor_desktop.ui.translation import number, tr

_GROUPS = ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"))


def short_number(value: float) -> str:
    """`9,999`, `12k`, `3.9M`: for axes and small places."""
    if abs(value) < 10_000:
        return number(value)
    for size, letter in _GROUPS:
        if abs(value) >= size:
            part = value / size
            return f"{part:,.0f}{letter}" if part >= 100 or part == int(part) else f"{part:.1f}{letter}"
    raise AssertionError("ten thousand and more has a group")


def percent(share: float) -> str:
    """`86%`. What is not quite nothing or all is not rounded to it."""
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return tr("under 1%")
    return tr("{n}%").format(n=99 if whole == 100 and share < 1 else whole)

"""The figures of a chart as a table, for the clipboard and for files; its numbers and menus in words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbor_desktop.ui.translation import number

Cell = str | int | float | None

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for a formula (or strips to reach one)."""


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` are as long as `headers`; None where there is no figure."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = ()


def defused(text: str) -> str:
    """A text that no spreadsheet runs: one that looks like a formula gets an apostrophe before it."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


def to_csv(table: Table) -> str:
    """RFC 4180: a header line, CRLF after every line, quotes where they are needed. Numbers as they are."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([defused(header) for header in table.headers])
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def to_tsv(headers: Iterable[str], rows: Iterable[Iterable[Cell]]) -> str:
    """For the clipboard: what spreadsheets and mails take as a table."""
    lines: list[Sequence[Cell]] = [[defused(header) for header in headers]]
    lines += ([_plain(cell) for cell in row] for row in rows)
    return "\n".join("\t".join(_one_line(cell) for cell in line) for line in lines)


def _plain(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    return defused(cell) if isinstance(cell, str) else cell


def _one_line(cell: object) -> str:
    return " ".join(str(cell).split("\t")).replace("\r", " ").replace("\n", " ")


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

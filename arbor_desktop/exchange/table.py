"""A table with a memory in each row: CSV, as spreadsheets and other programs write it.

Its first row names the columns, parted by commas, semicolons or tabs. One is `content`, `text` or `memory`;
those of `TAKEN` are taken, too, others are not.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.exchange import text_list
from arbor_desktop.exchange.fields import TAKEN, usable
from arbor_desktop.exchange.model import Entries, Entry, Source
from arbor_desktop.exchange.selection import Selection

_TEXTS = ("content", "text", "memory")
_COLUMNS = ("id", "content", *TAKEN, "status", "created_at", "updated_at")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula; a spreadsheet takes it for text after an apostrophe."""


def text(selection: Selection) -> Iterator[str]:
    """Yield the rows of a table."""
    yield _row(_COLUMNS)
    for memory, _ in selection:
        yield _row(_cell(name, getattr(memory, name)) for name in _COLUMNS)


def read(source: Source) -> Entries | None:
    """Return the memories of a table; None if its first row names no column for the text, or only that."""
    head = source.text.lstrip("\n").partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    rows = csv.reader(io.StringIO(source.text), delimiter=delimiter)
    try:
        names = [name.strip().casefold().replace(" ", "_") for name in next(rows, ())]
        column = next((name for name in _TEXTS if name in names), None)
        if column is None or (len(names) == 1 and source.path.suffix.casefold() != ".csv"):
            return None
        return _entries((dict(zip(names, row, strict=False)) for row in rows if any(row)), column)
    except csv.Error:
        return None


def _entries(rows: Iterable[dict[str, str]], column: str) -> Entries:
    entries = Entries()
    for number, row in enumerate(rows, 2):
        content = _plain(row.get(column, "")).strip()
        if not content:
            entries.skip(f"row {number}", "no text")
        elif row.get("status", "active") not in ("active", ""):
            entries.skip(content[:80], f"{row['status']} there")
        else:
            given = usable({name: _plain(value).strip() for name, value in row.items()})
            entries.memories.append(Entry(text_list.memory(content).fields | given))
    return entries


def _cell(name: str, value: Any) -> Any:
    if name.endswith("_at"):
        value = to_iso(value)
    elif name == "tags":
        value = ", ".join(value)
    return f"'{value}" if isinstance(value, str) and value.lstrip("'")[:1] in _FORMULA else value


def _plain(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell.lstrip("'")[:1] in _FORMULA else cell


def _row(cells: Iterable[Any]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()

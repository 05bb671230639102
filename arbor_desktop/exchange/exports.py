"""Export of memories to a file, in a form that Arbor or another program reads."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from arbor_desktop.clock import Clock, to_iso
from arbor_desktop.editing.lookup import MemoryLookup
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.exchange import arbor_json, mcp_memory
from arbor_desktop.exchange.model import Exported
from arbor_desktop.memories.model import Memory, Privacy
from arbor_desktop.projects.names import project_name
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence

PRIVATE = (Privacy.NEVER_SHARE, Privacy.SENSITIVE)
_PAGE = 1000
_COLUMNS = ("id", "content", "type", "category", "scope", "scope_id", "tags", "confidence", "created_at")


class Exports:
    def __init__(self, lookup: MemoryLookup, clock: Clock) -> None:
        self._lookup, self._clock = lookup, clock

    def export_memories(
        self, path: str | Path, *, format: str = "json", everything: bool = False, **filters: Any
    ) -> Exported:
        """Write the memories that match the filters to a new file, as a whole or not at all.

        Sensitive memories and those never to be shared are left out, unless `everything` is wanted.

        Raises:
            InvalidInput: The file exists already, or the format is unknown.
            StorageError: The file can't be written.
        """
        file = Path(path).expanduser()
        wanted_format = next((one for one in FORMATS if one.name == format), None)
        if wanted_format is None:
            raise InvalidInput(
                f"There is no format {format!r}; there are {', '.join(one.name for one in FORMATS)}.",
                format=format,
            )
        if file.exists():
            raise InvalidInput(f"{file} exists already. Give another name.", path=str(file))
        left_out = dict.fromkeys(PRIVATE, 0)
        count = 0

        def wanted() -> Iterator[Memory]:
            nonlocal count
            for memory in self._all(filters):
                if memory.privacy_level in left_out and not everything:
                    left_out[memory.privacy_level] += 1
                else:
                    count += 1
                    yield memory

        _write(file, wanted_format.write(wanted(), self._clock()))
        return Exported(count, format, str(file), {level.value: left for level, left in left_out.items()})

    def _all(self, filters: dict[str, Any]) -> Iterator[Memory]:
        after = None
        while True:
            page = self._lookup.query(limit=_PAGE, after=after, **filters)
            yield from page.memories
            if (after := page.next) is None:
                return


def _json(memories: Iterable[Memory], now: int) -> Iterator[str]:
    yield f'{{"format": "{arbor_json.FORMAT}", "version": 1, "exported_at": "{to_iso(now)}", "memories": ['
    between = "\n"
    for memory in memories:
        yield between + json.dumps(memory.to_dict(), ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _markdown(memories: Iterable[Memory], _now: int) -> Iterator[str]:
    yield "# Memories\n"

    def place(memory: Memory) -> tuple[str, str]:
        return (project_name(memory.scope_id) if memory.scope_id else "", memory.category.value)

    for (project, category), some in groupby(sorted(memories, key=place), place):
        title = category.replace("_", " ")
        yield f"\n## {project}: {title}\n\n" if project else f"\n## {title}\n\n"
        for memory in some:
            yield f"- {' '.join(memory.content.split())}\n"


def _csv(memories: Iterable[Memory], _now: int) -> Iterator[str]:
    yield _row(_COLUMNS)
    for memory in memories:
        fields = memory.to_dict()
        yield _row([_cell(fields[name]) for name in _COLUMNS])


def _cell(value: Any) -> Any:
    """Return a value for a spreadsheet, which must take no text for a formula."""
    if isinstance(value, (list, tuple)):
        value = ", ".join(value)
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _row(cells: Iterable[Any]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of exports.

    Attributes:
        name: Its name for programs.
        title, description: Its name and use, for people.
        suffix: Of its file, such as ".json"; empty for a format that is a folder.
        write: Yields the parts of the file, from the memories and the time (in milliseconds).
    """

    name: str
    title: str
    description: str
    suffix: str
    write: Callable[[Iterable[Memory], int], Iterator[str]]


FORMATS = (
    ExportFormat(
        "json", "Arbor", Sentence("Everything Arbor knows of each memory, to import it again"), ".json", _json
    ),
    ExportFormat("markdown", "Markdown", Sentence("One file to read or print"), ".md", _markdown),
    ExportFormat("csv", Sentence("Table (CSV)"), Sentence("For a spreadsheet"), ".csv", _csv),
    ExportFormat(
        "mcp-memory", Sentence("MCP server “memory”"), Sentence("The memory.jsonl of that server"), ".jsonl",
        lambda memories, _now: mcp_memory.lines(memories),
    ),
)  # fmt: skip


def _write(file: Path, parts: Iterable[str]) -> None:
    partial = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        try:
            new = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(new, "w", encoding="utf-8", newline="") as out:
                out.writelines(parts)
                out.flush()
                os.fsync(out.fileno())
            partial.rename(file)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"{file} can't be written: {error.strerror}.") from error

"""Export of memories to a file or folder, in a form that Arbor or another program reads."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.exchange import (
    arbor_json,
    claude_code_memory,
    mcp_memory,
    mem0,
    obsidian,
    readable,
    table,
    yaml_folder,
)
from arbor_desktop.exchange.model import Exported
from arbor_desktop.exchange.selection import PRIVATE, Selection
from arbor_desktop.memories import checks
from arbor_desktop.memories.model import Privacy
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of exports.

    Attributes:
        name: Its name for programs.
        title, description: Its name and use, for people.
        suffix: Of its file, such as ".json"; empty for a format that is a folder.
        write: Writes it, given a path that is free.
        private: Whether private memories may be in it. Otherwise it is for AI tools, and has no expired ones
            either.
    """

    name: str
    title: str
    description: str
    suffix: str
    write: Callable[[Path, Selection], None]
    private: bool = True


def _file(parts: Callable[[Selection], Iterator[str]]) -> Callable[[Path, Selection], None]:
    """Return what writes a file of such parts."""

    def write(path: Path, some: Selection) -> None:
        new = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(new, "w", encoding="utf-8", newline="") as out:
            out.writelines(parts(some))
            out.flush()
            os.fsync(out.fileno())

    return write


def _folder(files: Callable[[Selection], Iterator[tuple[str, str]]]) -> Callable[[Path, Selection], None]:
    """Return what writes a folder of such files, each (name, text); further texts of a file are added to
    it."""

    def write(path: Path, some: Selection) -> None:
        path.mkdir(0o700)
        made = {path}
        for name, text in files(some):
            file = path / name
            if file.parent not in made:
                file.parent.mkdir(parents=True, exist_ok=True)
                made.add(file.parent)
            with file.open("a", encoding="utf-8", newline="") as out:
                out.write(text)

    return write


FORMATS = (
    ExportFormat(
        "json", "Arbor JSON", Sentence("All details of each memory; can be imported again"),
        ".json", _file(arbor_json.text),
    ),
    ExportFormat(
        "markdown", "Markdown", Sentence("One file to read or print"), ".md", _file(readable.markdown)
    ),
    ExportFormat(
        "obsidian", Sentence("Obsidian, basic-memory"), Sentence("A folder of notes with tags and links"),
        "", _folder(obsidian.files),
    ),
    ExportFormat(
        "agents-md", "AGENTS.md, CLAUDE.md", Sentence("Rules and facts for AI tools, never private ones"),
        ".md", _file(readable.instructions), private=False,
    ),
    ExportFormat("csv", Sentence("Table (CSV)"), Sentence("For a spreadsheet"), ".csv", _file(table.text)),
    ExportFormat(
        "mcp-memory", Sentence("MCP server “memory”"), Sentence("The memory.jsonl of that server"),
        ".jsonl", _file(mcp_memory.text),
    ),
    ExportFormat("mem0", "mem0", Sentence("The memories as mem0 lists them"), ".json", _file(mem0.text)),
    ExportFormat(
        "yaml", Sentence("YAML folder"),
        Sentence("Patterns, pitfalls, preferences and lessons from projects"),
        "", _folder(yaml_folder.files),
    ),
    ExportFormat(
        "claude-code-memory", "claude-code-memory", Sentence("One JSON file, without loss"),
        ".json", _file(claude_code_memory.text),
    ),
)  # fmt: skip


class Exports:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def export_memories(
        self, path: str | Path, *, format: str = "json", everything: bool = False, **filters: Any
    ) -> Exported:
        """Write the memories that match the filters to a new file or folder, as a whole or not at all.

        Memories never to be shared are left out unless `everything` is wanted; sensitive ones, too, unless
        the filter names that level.

        Raises:
            InvalidInput: The file exists already, or the format is unknown.
            StorageError: The file can't be written.
        """
        target = Path(path).expanduser()
        one = _format(format)
        if target.exists():
            raise InvalidInput(f"{target} exists already. Give another name.", path=str(target))
        return self._selected(
            one, everything, filters, lambda some: _write(target, lambda partial: one.write(partial, some)),
            str(target),
        )  # fmt: skip

    def count_export(self, *, format: str = "json", everything: bool = False, **filters: Any) -> Exported:
        """Return what an export would write, without writing it. Raises InvalidInput for an unknown
        format."""
        return self._selected(_format(format), everything, filters, lambda _some: None, "")

    def _selected(
        self,
        one: ExportFormat,
        everything: bool,
        filters: dict[str, Any],
        use: Callable[[Selection], None],
        path: str,
    ) -> Exported:
        wanted = checks.memory_filter(**filters)
        private: tuple[Privacy, ...] = ()
        if not one.private:
            wanted = replace(wanted, valid_at=self._rt.clock())
        elif everything:
            private = PRIVATE
        elif Privacy.SENSITIVE in wanted.privacy:
            private = (Privacy.SENSITIVE,)

        def read(conn: Connection) -> Exported:
            some = Selection(conn, wanted, self._rt.policy, self._rt.clock(), private=private)
            use(some)
            left_out = {level.value: count for level, count in some.left_out.items()}
            return Exported(len(some), one.name, path, left_out)

        return self._rt.db.read(read)


def _format(name: str) -> ExportFormat:
    found = next((one for one in FORMATS if one.name == name), None)
    if found is None:
        raise InvalidInput(
            f"There is no format {name!r}; there are {', '.join(one.name for one in FORMATS)}.", format=name
        )
    return found


def _write(target: Path, write: Callable[[Path], None]) -> None:
    """Make a file or folder beside `target`, and rename it once it is whole."""
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    try:
        try:
            write(partial)
            partial.rename(target)
        finally:
            if partial.is_dir():
                shutil.rmtree(partial)
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"{target} can't be written: {error.strerror}.") from error

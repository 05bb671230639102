"""Damaged files of every format: read in part or refused, and never half stored."""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Source
from arbor_desktop.service import MemoryService
from tests.exchange import test_exported_memories as exports
from tests.exchange import test_memory_databases as databases
from tests.exchange import test_memory_folders as folders
from tests.exchange import test_memory_import as imports
from tests.exchange import test_rules_files as rules

ROUNDS = 300
PIECES = [
    b"", b"\0", b"\xff\xfe", b"{", b"}", b"[", b"]", b'"', b"\\ud800", b"\n", b"---\n", b"null", b"-1",
    b"1e999", b"[" * 3000, b"NaN", b"\xf0\x9f\x8d\xb5", b"true", b"&a [*a, *a]",
    b"!!python/object:x", b"9" * 5000,
]  # fmt: skip


def database(make: Callable[[Path], Path]) -> Callable[[Path], bytes]:
    return lambda folder: make(folder).read_bytes()


def text(written: str) -> Callable[[Path], bytes]:
    return lambda _folder: written.encode()


def archive(folder: Path) -> bytes:
    members = {"memories.json": json.dumps([exports.CLAUDE]), "projects.json": json.dumps(exports.PROJECTS)}
    return exports.packed(folder / "whole.zip", dict(members)).read_bytes()


SAMPLES: dict[str, Callable[[Path], bytes]] = {
    **{f"{name}.md" if written.startswith("---") else name: text(written)
       for name, (written, _) in imports.SAMPLES.items()},
    "CLAUDE.md": text(rules.TEXT),
    "rule.mdc": text("---\nglobs: *.ts\nalwaysApply: true\n---\n- Use tabs everywhere\n"),
    "openmemory": text(exports.LINES),
    "openmemory.gz": lambda _folder: gzip.compress(exports.LINES.encode()),
    "claude.zip": archive,
    "claude-mem.db": database(lambda folder: databases.claude_mem(
        folder, *(databases.observation("discovery", f"Cup {n}", "Blue.", facts=["a"]) for n in range(40)))),
    "engram.db": database(lambda folder: databases.database(
        folder / "whole.db", databases.ENGRAM, "observations", databases.ENGRAM_ROWS)),
    "memory/branches/ui.md": text(folders.BRANCH),
    "memory/items/a.json": text('[{"content": "The port is 8040", "category": "facts", "confidence": 0.5}]'),
    "memory/current.json": text('{"timestamp": 1767225600000, "insights": ["The port is 8040"]}'),
}  # fmt: skip


def damaged(data: bytes, random: random.Random) -> bytes:
    """Return the bytes with up to four pieces cut out, changed, doubled or replaced."""
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice((1, 4, 40, 400)))
        piece = random.choice((random.choice(PIECES), random.randbytes(end - start), data[start:end] * 2))
        data = data[:start] + piece + data[end:]
    return data[: random.randrange(len(data) + 1)] if random.random() < 0.2 else data


def test_whole_samples_are_of_their_formats(tmp_path: Path) -> None:
    for number, (name, make) in enumerate(SAMPLES.items()):
        folder = tmp_path / str(number)
        file = folder / name
        file.parent.mkdir(parents=True)
        file.write_bytes(make(folder))
        found, entries = formats.read(folder / "memory" if name.startswith("memory/") else file)
        assert (name, bool(entries.memories)) == (name, True), found


@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_files_are_read_in_part_or_refused(tmp_path: Path, name: str) -> None:
    whole, chance = SAMPLES[name](tmp_path), random.Random(name)
    file = tmp_path / "damaged" / name
    file.parent.mkdir(parents=True)
    for _ in range(ROUNDS // len(SAMPLES) + 1):
        file.write_bytes(damaged(whole, chance))
        path = tmp_path / "damaged" / "memory" if name.startswith("memory/") else file
        try:
            _, entries = formats.read(path)
        except InvalidInput:
            continue
        assert all(isinstance(one.fields["content"], str) for one in entries.memories)
        assert {type(one.at) for one in entries.memories} <= {int, type(None)}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_damaged_files_are_never_half_stored(service: MemoryService, tmp_path: Path, name: str) -> None:
    whole, chance = SAMPLES[name](tmp_path), random.Random(f"{name}!")
    file = tmp_path / "damaged" / name
    file.parent.mkdir(parents=True)
    path = tmp_path / "damaged" / "memory" if name.startswith("memory/") else file
    for _ in range(8):
        before = service.query().total
        file.write_bytes(damaged(whole, chance))
        try:
            done = service.import_memories(path)
        except InvalidInput:
            assert service.query().total == before
            continue
        assert service.query().total == before + done.imported
        if done.action_id:
            service.undo()
            assert service.query().total == before


def test_every_kind_of_source_is_refused_where_it_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty.db").write_bytes(b"SQLite format 3\0")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    for name in ("empty.db", "empty.zip", "none"):
        with pytest.raises(InvalidInput):
            formats.read(tmp_path / name)


def test_a_damaged_schema_is_refused(tmp_path: Path) -> None:
    file = databases.claude_mem(tmp_path, databases.observation("discovery", "Cups"))
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE", b"CREATE \xff\xfe\x9e\xba"))
    with pytest.raises(InvalidInput, match="can't be read"):
        formats.read(file)


def test_the_types_of_columns_may_be_any(tmp_path: Path) -> None:
    file = databases.claude_mem(tmp_path, databases.observation("discovery", "Cups"))
    conn = sqlite3.connect(file)
    for name in (
        "title",
        "narrative",
        "facts",
        "concepts",
        "files_read",
        "type",
        "project",
        "created_at_epoch",
    ):
        for value in (3, 2.5, b"\xff\0", "[1, null, {}]", "\0"):
            conn.execute(f"UPDATE observations SET {name} = ?", (value,))
            conn.commit()
            formats.read(file)
    conn.close()
    assert Source(file).kind == "database"

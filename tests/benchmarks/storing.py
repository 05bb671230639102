"""Storing memories, against the same rows written with bare SQLite."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import apsw

from arbor_desktop.clock import system_clock
from arbor_desktop.database import fulltext, migrations
from arbor_desktop.service.memory_service import MemoryService
from arbor_desktop.text.words import query_terms
from tests.benchmarks.data import SEED, Stores, Talk, store_arguments, vocabulary
from tests.benchmarks.measure import Goal, Pairs, Result, timed
from tests.benchmarks.sizes import Sizes

_TABLES = ("memory", "memory_event")


@dataclass(frozen=True, slots=True)
class _Written:
    """Rows just stored, ready to be written once more elsewhere."""

    inserts: tuple[tuple[str, list[tuple[Any, ...]]], ...]


class _Bare:
    """A database of the same schema, written with nothing but SQL; and a look at what the service wrote."""

    def __init__(self, folder: Path, service: MemoryService) -> None:
        self._seen = apsw.Connection(str(service.home.database))
        self._marks = dict.fromkeys(_TABLES, 0)
        self._conn = apsw.Connection(str(folder / "bare.db"))
        self._conn.execute("PRAGMA journal_mode = WAL")
        self._conn.execute("PRAGMA synchronous = NORMAL")
        self._conn.execute("PRAGMA foreign_keys = ON")
        self._conn.execute("PRAGMA cache_size = -32768")
        migrations.migrate(self._conn, system_clock())

    def written(self) -> _Written:
        """What was stored since the last call."""
        inserts = []
        for table in _TABLES:
            key = "row" if table == "memory" else "seq"
            cursor = self._seen.execute(
                f"SELECT * FROM {table} WHERE {key} > ? ORDER BY {key}", (self._marks[table],)
            )
            rows = cursor.fetchall()
            if rows:
                self._marks[table] = rows[-1][0]
            width = self._seen.execute("SELECT count(*) FROM pragma_table_info(?)", (table,)).fetchone()[0]
            inserts.append((f"INSERT INTO {table} VALUES ({','.join('?' * width)})", rows))
        return _Written(tuple(inserts))

    def write(self, rows: _Written) -> None:
        self._conn.execute("BEGIN IMMEDIATE")
        for sql, values in rows.inserts:
            self._conn.executemany(sql, values)
        self._conn.execute("COMMIT")

    def close(self) -> None:
        self._seen.close()
        self._conn.close()


_FLOOR = "the same rows of memory, history and index with bare SQLite"


def store(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """One memory a transaction."""
    talk = Talk()
    pairs = Pairs()
    with (
        tempfile.TemporaryDirectory(dir=stores.folder) as name,
        MemoryService.open(Path(name) / "home") as service,
    ):
        service.settings.set("conflicts.detect", False)
        bare = _Bare(Path(name), service)
        for _ in range(sizes.stored):
            given = store_arguments(talk)
            pairs.samples.append(timed(service.store, **given))
            rows = bare.written()
            pairs.floor.append(timed(bare.write, rows))
        bare.close()
    yield pairs.result(f"store one a transaction, {sizes.stored:,}", 2, _FLOOR)


def store_many(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Many in one transaction."""
    talk = Talk()
    pairs = Pairs()
    for _ in range(sizes.repeats):
        given = [store_arguments(talk) for _ in range(sizes.stored_at_once)]
        with (
            tempfile.TemporaryDirectory(dir=stores.folder) as name,
            MemoryService.open(Path(name) / "home") as service,
        ):
            service.settings.set("conflicts.detect", False)
            bare = _Bare(Path(name), service)
            pairs.samples.append(timed(service.store_many, given))
            rows = bare.written()
            pairs.floor.append(timed(bare.write, rows))
            bare.close()
    yield pairs.result(f"store_many {sizes.stored_at_once:,}", 2, _FLOOR)


def importing(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """A file of very many memories, planned and imported."""
    talk = Talk()
    given = [store_arguments(talk) for _ in range(sizes.imported)]
    file = stores.folder / "memories.json"
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": given}), "utf-8")
    plans, imports = Pairs(), Pairs()
    for _ in range(sizes.repeats):
        with (
            tempfile.TemporaryDirectory(dir=stores.folder) as name,
            MemoryService.open(Path(name) / "one") as one,
            MemoryService.open(Path(name) / "other") as other,
        ):
            plans.samples.append(timed(one.plan_import, file))
            imports.take(partial(one.import_memories, file), partial(other.store_many, given))
            plans.floor.append(imports.floor[-1])
    floor = f"store_many {sizes.imported:,}"
    yield plans.result(f"plan an import of {sizes.imported:,}", 2, floor)
    yield imports.result(f"import {sizes.imported:,}", 2, floor)


def merging(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Storing where near-duplicates are looked for, in a full store: what is new, known texts in a few other
    words, and statements of one word that very many share. The floor stores as many without looking, and asks
    the index once for the best 20."""
    talk = Talk(SEED + 1)
    frequent = vocabulary()[0]
    new, known, short = Pairs(), Pairs(), Pairs()
    with MemoryService.open(stores.home(sizes.many)) as service:
        service.settings.set("conflicts.detect", False)
        seen = apsw.Connection(str(service.home.database))
        there = service.query(sort="created", limit=sizes.merged).memories

        def floor(given: dict[str, Any]) -> None:
            service.store_many([given])
            words = fulltext.words_of(seen, query_terms(given["content"]), prefix=False)
            fulltext.best(seen, words, 20, wanted=20)

        for memory in there:
            new.take(partial(service.store, **store_arguments(talk)), partial(floor, store_arguments(talk)))
            place = {"type": memory.type, "scope": memory.scope, "scope_id": memory.scope_id}
            again = place | {"content": f"Please, always: {memory.content}"}
            known.take(partial(_merged, service, again), partial(floor, store_arguments(talk)))
            one, other = (place | {"content": f"Use {frequent} {a} {frequent}"} for a in ("for", "with"))
            short.take(partial(service.store, **one), partial(floor, other))
        seen.close()
    floor_of = "storing without looking for near-duplicates, and one query of the index for the best 20"
    many = f"of {sizes.many:,}"
    yield new.result(f"store what is new, {many}", 1.5, floor_of)
    yield known.result(f"store what is known in other words, {many}", 1.5, floor_of)
    yield short.result(f"store a word that very many say, {many}", 1.5, floor_of)


def comparing(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """Storing where contradictions are looked for, in a full store: texts like all the others, and statements
    that name tools of which very many are named. The floor stores as many without looking, and asks the index
    once for the best 20."""
    talk = Talk(SEED + 2)
    plain, tools = Pairs(), Pairs()
    names = ("jest", "vitest", "mocha", "npm", "pnpm", "yarn", "tabs", "spaces")
    with MemoryService.open(stores.home(sizes.many)) as service:
        seen = apsw.Connection(str(service.home.database))

        def floor(given: dict[str, Any]) -> None:
            service.store(**given)
            words = fulltext.words_of(seen, query_terms(given["content"]), prefix=False)
            fulltext.best(seen, words, 20, wanted=20)

        def take(pairs: Pairs, one: dict[str, Any], other: dict[str, Any]) -> None:
            service.settings.set("conflicts.detect", True)
            pairs.samples.append(timed(service.store, **one))
            service.settings.set("conflicts.detect", False)
            pairs.floor.append(timed(floor, other))

        for number in range(sizes.merged):
            take(plain, store_arguments(talk), store_arguments(talk))
            name = names[number % len(names)]
            one, other = (store_arguments(talk) for _ in range(2))
            take(
                tools,
                one | {"content": f"Use {name} for {one['content']}"},
                other | {"content": f"Use {name} for {other['content']}"},
            )
        service.settings.set("conflicts.detect", True)
        seen.close()
    floor_of = "storing without looking for contradictions, and one query of the index for the best 20"
    many = f"of {sizes.many:,}"
    yield plain.result(f"store and compare, {many}", 1.5, floor_of)
    yield tools.result(f"store and compare what names a tool, {many}", 1.5, floor_of)


def _merged(service: MemoryService, given: dict[str, Any]) -> None:
    result = service.store(**given)
    if not result.merged:
        raise RuntimeError(f"it was not merged: {given}")


def changes(sizes: Sizes, stores: Stores) -> Iterator[Result]:
    """What a person does in the window: editing one, and deleting and undoing many at once."""
    with MemoryService.open(stores.home(sizes.many)) as service:
        ids = service.find_ids(sort="created")
        edits = [
            timed(service.update, ident, tags=["edited", "by", "hand"]) for ident in ids[: sizes.contexts]
        ]
        many = ids[: sizes.stored]
        bulk = [timed(service.delete, *many), timed(service.undo)]
    yield Result(f"edit one of {sizes.many:,}", tuple(edits), Goal("p95", 50))
    yield Result(f"delete {len(many):,} of {sizes.many:,}, and undo", tuple(bulk))

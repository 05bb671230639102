"""The models say what the migrations make."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from peewee import Model
from playhouse.apsw_ext import APSWDatabase
from playhouse.sqlite_ext import VirtualModel

from arbor_desktop import database as db
from arbor_desktop.database import migrations, models

MODELS: list[type[Model]] = [
    one
    for one in vars(models).values()
    if inspect.isclass(one) and issubclass(one, Model) and one.__module__ == models.__name__
    and one is not models.Table
]  # fmt: skip
TABLES = [one for one in MODELS if not issubclass(one, VirtualModel)]


@pytest.fixture(scope="module")
def migrated() -> Iterator[apsw.Connection]:
    conn = apsw.Connection(":memory:")
    migrations.migrate(conn, 0)
    yield conn
    conn.close()


@pytest.fixture(scope="module")
def modelled() -> Iterator[apsw.Connection]:
    """A file as the models would make it."""
    database = APSWDatabase(":memory:")
    with database.bind_ctx(MODELS, bind_refs=False, bind_backrefs=False):
        database.connect()
        database.create_tables([one for one in MODELS if one is not models.MemoryTerms])
        yield database.connection()
        database.close()


def name_of(model: type[Model]) -> str:
    return str(model._meta.table_name)


def names(conn: apsw.Connection, kind: str) -> set[str]:
    found = {name for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = ?", (kind,))}
    own = {name for name in found if not name.startswith("sqlite_")}
    return {
        name for name in own if not re.match(r"(memory|turn)_fts_(data|idx|docsize|config|content)", name)
    }


def columns(conn: apsw.Connection, table: str) -> list[tuple[str, str, bool, int]]:
    """Return name, type, nullability and place in the key; a key is never null."""
    rows = conn.execute(f'PRAGMA table_info("{table}")')
    return [(name, type or "TEXT", bool(required or key), key) for _, name, type, required, _, key in rows]


def indexes(conn: apsw.Connection, table: str) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    for _, name, unique, _, partial in conn.execute(f'PRAGMA index_list("{table}")').fetchall():
        parts = conn.execute(f'PRAGMA index_xinfo("{name}")').fetchall()
        keys = tuple(part[2:5] for part in parts if part[5])  # column, descending, collation
        sql = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).get
        # A unique column is a constraint here, and an index of peewee's there.
        found.add((unique, keys) if unique else (name, "".join(sql.split()), partial, keys))
    return found


def test_every_table_has_a_model(migrated: apsw.Connection) -> None:
    assert {name_of(one) for one in MODELS} == names(migrated, "table")


@pytest.mark.parametrize("model", TABLES, ids=name_of)
def test_a_model_has_its_tables_columns_with_types_keys_and_defaults(
    model: type[Model], migrated: apsw.Connection, modelled: apsw.Connection
) -> None:
    table = name_of(model)
    if table == "model_salt":  # made by a SELECT, which gives its column no type
        assert columns(migrated, table) == [("salt", "TEXT", False, 0)]
        return
    assert columns(modelled, table) == columns(migrated, table)
    rowless = [
        "WITHOUT ROWID" in conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).get
        for conn in (modelled, migrated)
    ]
    assert rowless[0] == rowless[1]
    for _, name, _, _, default, _ in migrated.execute(f'PRAGMA table_info("{table}")').fetchall():
        field = model._meta.columns[name]
        stored = None if field.default is None else field.db_value(field.default)
        assert stored == (None if default is None else migrated.execute(f"SELECT {default}").get), name


@pytest.mark.parametrize("model", TABLES, ids=name_of)
def test_a_model_has_its_tables_indexes_and_references(
    model: type[Model], migrated: apsw.Connection, modelled: apsw.Connection
) -> None:
    table = name_of(model)
    assert indexes(modelled, table) == indexes(migrated, table)

    def references(conn: apsw.Connection) -> set[tuple[str, ...]]:
        rows = conn.execute(f'PRAGMA foreign_key_list("{table}")')
        return {(column, other, key, on_delete) for _, _, other, column, key, _, on_delete, _ in rows}

    assert references(modelled) == references(migrated)


@pytest.mark.parametrize("table", ["memory_fts", "turn_fts"])
def test_full_text_indexes_are_the_same(
    table: str, migrated: apsw.Connection, modelled: apsw.Connection
) -> None:
    def parts(conn: apsw.Connection) -> set[str]:
        sql = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).get
        inside = sql[sql.index("(") + 1 : sql.rindex(")")]
        return {re.sub(r"[\s\"']", "", part) for part in inside.split(",")}

    assert parts(modelled) == parts(migrated)


def test_every_trigger_is_named_where_it_acts(migrated: apsw.Connection) -> None:
    found = migrated.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    named = {name_of(one): set(re.findall(r"\w+", one.__doc__ or "")) for one in MODELS}
    assert [(name, table) for name, table in found if name not in named[table]] == []


def test_a_constraint_of_a_model_holds_in_the_file(migrated: apsw.Connection) -> None:
    for model in TABLES:
        (sql,) = migrated.execute(
            "SELECT sql FROM sqlite_master WHERE name = ?", (name_of(model),)
        ).fetchone()
        for constraint in model._meta.constraints or ():
            assert constraint.sql in " ".join(sql.split())


def test_statements_run_on_the_callers_connection(migrated: apsw.Connection) -> None:
    migrated.execute("BEGIN")
    db.run(migrated, db.ProjectKind.insert(project="/nowhere/a", kind="private"))
    kinds = db.ProjectKind.select(db.ProjectKind.project, db.ProjectKind.kind, db.ProjectKind.group)
    assert db.run(migrated, kinds).fetchall() == [("/nowhere/a", "private", "")]
    with pytest.raises(apsw.ConstraintError):
        db.run(migrated, db.ProjectKind.insert(project="/nowhere/a"))
    migrated.execute("ROLLBACK")
    assert db.run(migrated, kinds).fetchall() == []


def test_peewee_is_not_imported_before_it_is_used() -> None:
    code = (
        "import sys; from arbor_desktop import database as db; import arbor_desktop.database.connection; "
        "assert not {'peewee', 'playhouse'} & set(sys.modules); db.Memory; assert 'peewee' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_short_commands_go_without_peewee(home: Path) -> None:
    code = (
        "import contextlib, sys; from arbor_desktop.__main__ import main\n"
        "for words in sys.argv[1:]:\n"
        "    with contextlib.suppress(SystemExit): main(words.split())\n"
        "assert 'arbor_desktop.memories.queries.memories' in sys.modules and 'peewee' not in sys.modules"
    )
    commands = [
        "add Tabs --type preference",
        "list",
        "show x",
        "stats",
        "status",
        "settings list",
        "search tabs",
    ]
    done = subprocess.run(
        [sys.executable, "-c", code, *commands],
        capture_output=True,
        timeout=120,
        env={**os.environ, "ARBOR_HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr

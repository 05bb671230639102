"""Permanent deletion (spec 1.3) from tables, history, full text, vectors and backups. It can't be undone.

Plain SQL: it clears whole tables.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import msgspec

from arbor_desktop.conflicts.queries import merges
from arbor_desktop.conflicts.queries.merges import MERGED_INTO, MERGED_MEMORY
from arbor_desktop.context.queries import receipts
from arbor_desktop.conversations.queries.conversations import refresh_insights as conversation_insights
from arbor_desktop.conversations.queries.conversations import row_of as conversation_row
from arbor_desktop.database import erased, fulltext, keyed, migrations
from arbor_desktop.database.erased import Erased
from arbor_desktop.errors import StorageError
from arbor_desktop.memories.queries import records
from arbor_desktop.memories.queries.memories import rows_of
from arbor_desktop.projects import queries as projects
from arbor_desktop.source_folders import project_folder_names
from arbor_desktop.summaries import queries as summaries

_troubles = msgspec.json.Decoder(list[dict[str, str]]).decode
GONE = "A memory that is deleted for good"
"""Its name in the log of maintenance from then on."""


def erase_memories(conn: apsw.Connection, rows: Sequence[int]) -> list[str]:
    """Erase memories with their history and what was merged into them, also from the insights of their
    conversations. Return their ids."""
    rows = with_merged(conn, rows)
    gone: list[str] = []
    summaries.forget_memories(conn, rows)
    for part in records.chunks(rows):
        marks = records.marks(part)
        ids = [ident for (ident,) in conn.execute(f"SELECT id FROM memory WHERE row IN ({marks})", part)]
        homes = _rows(conn, f"SELECT DISTINCT conversation FROM evidence WHERE memory IN ({marks})", *part)
        conn.execute(f"DELETE FROM embedding WHERE owner = 'memory' AND owner_row IN ({marks})", part)
        _keep_private(conn, part)
        words = _words_of(conn, part, ids)
        _drop_from_survivors(conn, ids, words)
        _drop_from_log(conn, words)
        conn.execute(f"DELETE FROM memory_event WHERE memory_id IN ({records.marks(ids)})", ids)
        _drop_conflicts(conn, part)
        conn.execute(f"DELETE FROM memory WHERE row IN ({marks})", part)
        for home in homes:
            conversation_insights(conn, home)
        gone.extend(ids)
    erased.note(conn, gone)
    return gone


def with_merged(conn: apsw.Connection, rows: Sequence[int]) -> list[int]:
    """Add the memories that were merged into one of `rows`: they say the same."""
    return _rows(
        conn,
        "WITH RECURSIVE gone (row) AS (SELECT value FROM json_each(?) UNION "
        "SELECT r.from_memory FROM relation r JOIN gone ON r.to_memory = gone.row "
        "JOIN memory m ON m.row = r.from_memory WHERE r.kind = ? AND m.status = 'superseded') "
        "SELECT row FROM gone",
        records.to_json(list(rows)),
        MERGED_INTO,
    )


def _keep_private(conn: apsw.Connection, rows: Sequence[int]) -> None:
    """Mark the conversations of private memories: their tasks are not shared (`projects.queries.past_tasks`),
    not even when the memories are gone."""
    conn.execute(
        "UPDATE conversation SET extra = json_set(extra, '$.private', json('true')) WHERE row IN ("
        "SELECT e.conversation FROM evidence e JOIN memory m ON m.row = e.memory "
        f"WHERE m.privacy_level IN ('sensitive', 'never_share') AND m.row IN ({records.marks(rows)}))",
        rows,
    )


def _words_of(conn: apsw.Connection, rows: Sequence[int], ids: Sequence[str]) -> set[str]:
    """Return all texts that memories have or ever had."""
    return {
        text
        for (text,) in conn.execute(
            f"SELECT content FROM memory WHERE row IN ({records.marks(rows)}) "
            "UNION SELECT json_extract(after, '$.content') FROM memory_event "
            f"WHERE memory_id IN ({records.marks(ids)}) "
            "UNION SELECT json_extract(before, '$.content') FROM memory_event "
            f"WHERE memory_id IN ({records.marks(ids)})",
            (*rows, *ids, *ids),
        )
        if text is not None
    }


def _drop_from_survivors(conn: apsw.Connection, ids: Sequence[str], words: set[str]) -> None:
    """Remove the words of memories from the history of those that they were merged into, also if the merge was
    undone. The present text of these stays: it is their own."""
    merged = (
        "SELECT DISTINCT memory_id FROM memory_event WHERE action = 'merged' "
        f"AND json_extract(after, '$.{MERGED_MEMORY}') IN ({records.marks(ids)})"
    )
    for survivor in [ident for (ident,) in conn.execute(merged, ids).fetchall()]:
        conn.execute(
            "UPDATE memory_event SET after = json_remove(after, '$.merged') WHERE memory_id = ? "
            f"AND json_extract(after, '$.{MERGED_MEMORY}') IN ({records.marks(ids)})",
            (survivor, *ids),
        )
        own = _own_texts(conn, survivor)
        for gone in words - own:
            # Undo needs a field on both sides of a change, or on neither.
            conn.execute(
                "UPDATE memory_event SET before = json_remove(before, '$.content'), "
                "after = json_remove(after, '$.content') WHERE memory_id = ?1 AND before IS NOT NULL "
                "AND ?2 IN (json_extract(before, '$.content'), json_extract(after, '$.content'))",
                (survivor, gone),
            )


def _own_texts(conn: apsw.Connection, ident: str) -> set[str]:
    """Return the texts that a memory has or had, except those that merging brought."""
    found = conn.execute(
        "SELECT content FROM memory WHERE id = ?1 UNION SELECT json_extract(after, '$.content') "
        "FROM memory_event WHERE memory_id = ?1 AND action NOT IN ('merged', 'undo') "
        "AND json_extract(after, '$.content') IS NOT NULL",
        (ident,),
    )
    return {text for (text,) in found}


def _drop_from_log(conn: apsw.Connection, words: set[str]) -> None:
    """Remove the words from the log of maintenance, which names memories by the beginning of their texts."""
    for row, text in conn.execute(
        "SELECT row, troubles FROM maintenance_run WHERE troubles != '[]'"
    ).fetchall():
        troubles = _troubles(text)
        gone = [one for one in troubles if _names_any(one["what"], words)]
        for one in gone:
            one["what"] = GONE
        if gone:
            told = records.to_json(troubles)
            conn.execute("UPDATE maintenance_run SET troubles = ? WHERE row = ?", (told, row))


def _names_any(what: str, words: set[str]) -> bool:
    quoted = what.removeprefix("“").removesuffix("”")
    return quoted != what and any(text.startswith(quoted) for text in words)


def _drop_conflicts(conn: apsw.Connection, rows: Sequence[int]) -> None:
    """Delete the conflicts of memories, whose notes and judgements may quote them. The other members of open
    conflicts are compared again; decisions on several remaining members stay, without their words."""
    marks = records.marks(rows)
    of_these = f"SELECT conflict FROM conflict_member WHERE memory IN ({marks})"
    conn.execute(
        "INSERT OR IGNORE INTO uncompared (memory) SELECT cm.memory FROM conflict_member cm "
        "JOIN conflict c ON c.row = cm.conflict JOIN memory m ON m.row = cm.memory "
        f"WHERE c.row IN ({of_these}) AND {records.OPEN_CONFLICT_SQL} AND m.status IN ('active', 'pending')",
        rows,
    )
    conn.execute(
        "UPDATE memory_event SET reason = NULL WHERE action_id IN (SELECT action_id FROM conflict_event "
        f"WHERE conflict IN ({of_these}))",
        rows,
    )
    left = (
        f"SELECT cm.conflict FROM conflict_member cm JOIN conflict c ON c.row = cm.conflict "
        f"WHERE cm.conflict IN ({of_these}) AND cm.memory NOT IN ({marks}) "
        "AND c.status IN ('kept_both_with_context', 'marked_outdated') GROUP BY cm.conflict HAVING count(*) > 1"
    )
    keep = [row for (row,) in conn.execute(left, (*rows, *rows)).fetchall()]
    conn.execute(
        f"DELETE FROM conflict WHERE row IN ({of_these}) AND row NOT IN ({records.marks(keep)})",
        (*rows, *keep),
    )
    kept = records.marks(keep)
    conn.execute(
        f"UPDATE conflict SET notes = NULL, suggestion = NULL, judgement = NULL WHERE row IN ({kept})", keep
    )
    conn.execute(f"DELETE FROM conflict_event WHERE conflict IN ({kept})", keep)


def erase(
    conn: apsw.Connection,
    *,
    ids: Sequence[str],
    kind: str | None,
    project: str | None,
    conversations_named: Sequence[str],
    everything: bool,
    now: int,
) -> tuple[list[str], int]:
    """Erase what is named. Return the ids of the erased memories and the number of erased conversations."""
    if ids:
        return erase_memories(conn, [row for row, _, _ in rows_of(conn, ids)]), 0
    if kind is not None:
        return erase_memories(conn, _rows(conn, "SELECT row FROM memory WHERE type = ?", kind)), 0
    if everything:
        gone = erase_memories(conn, _rows(conn, "SELECT row FROM memory"))
        count = erase_conversations(conn, _rows(conn, "SELECT row FROM conversation"), now)
        _erase_rest(conn)
        erased.note_everything(conn)
        return gone, count
    if project is not None:
        homes = _rows(conn, "SELECT row FROM conversation WHERE project = ?", project)
        own = _rows(conn, "SELECT row FROM memory WHERE scope = 'project' AND scope_id = ?", project)
        rows = sorted({*own, *memories_only_from(conn, homes)})
        _erase_project(conn, project)
    else:
        homes = [conversation_row(conn, ident) for ident in dict.fromkeys(conversations_named)]
        rows = memories_only_from(conn, homes)
    return erase_memories(conn, rows), erase_conversations(conn, homes, now)


def _erase_project(conn: apsw.Connection, path: str) -> None:
    projects.drop(conn, path)
    receipts.drop_project(conn, path)
    names = (path, *project_folder_names(path))
    conn.execute(
        f"DELETE FROM file_version WHERE path = ? OR project IN ({records.marks(names)})", (path, *names)
    )
    erased.note(conn, map(erased.of_project, names))


def _erase_again(conn: apsw.Connection, gone: Erased, now: int) -> None:
    """Erase from another memory file, of this version, what was erased from the one in use since."""
    known = erased.all_of(conn).keys
    keys = [key for key in gone.keys if key not in known]
    for path in erased.projects(conn, keys):
        _erase_project(conn, path)
    named = "SELECT row FROM {} WHERE id IN (SELECT value FROM json_each(?))"
    rows, homes = (
        _rows(conn, named.format(table), records.to_json(keys)) for table in ("memory", "conversation")
    )
    erase_memories(conn, rows)
    erase_conversations(conn, homes, now)
    erased.take_over(conn, gone)


def scrub(conn: apsw.Connection) -> None:
    """Overwrite what deleted rows left in the file; must run outside a transaction. Raises StorageError if
    others read for so long that it can't be finished."""
    for index in ("memory_fts", "turn_fts"):
        conn.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
    conn.execute("VACUUM")
    (busy, _, _) = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StorageError("Another program keeps the memory file busy.")


def _rows(conn: apsw.Connection, query: str, *values: object) -> list[int]:
    return [row for (row,) in conn.execute(query, values)]


def memories_only_from(conn: apsw.Connection, conversations: Sequence[int]) -> list[int]:
    """Return the memories that came only from `conversations`: not those that somebody stored, even if they
    were repeated there."""
    return _rows(
        conn,
        "WITH inside AS MATERIALIZED (SELECT value FROM json_each(?)) "
        "SELECT DISTINCT m.row FROM inside JOIN evidence e ON e.conversation = inside.value "
        "JOIN memory m ON m.row = e.memory WHERE NOT EXISTS (SELECT 1 FROM evidence o WHERE o.memory = m.row "
        "AND o.conversation NOT IN (SELECT value FROM inside)) AND NOT EXISTS (SELECT 1 FROM memory_event v "
        "WHERE v.memory_id = m.id AND v.before IS NULL AND v.actor NOT IN ('capture', 'agent')) ORDER BY m.row",
        records.to_json(list(conversations)),
    )


def erase_conversations(conn: apsw.Connection, rows: Sequence[int], now: int) -> int:
    """Erase conversations with their text. Their files and sessions stay known by name, so that they are not
    captured again. Return how many."""
    summaries.forget_conversations(conn, rows)
    for part in records.chunks(rows):
        marks = records.marks(part)
        ids = conn.execute(f"SELECT id FROM conversation WHERE row IN ({marks})", part)
        erased.note(conn, [ident for (ident,) in ids.fetchall()])
        for row in part:
            for home in merges.forget_words(conn, row):
                conversation_insights(conn, home)
        conn.execute(
            f"DELETE FROM embedding WHERE owner = 'turn' AND owner_row IN (SELECT row FROM turn WHERE conversation IN ({marks}))",
            part,
        )
        conn.execute(
            "INSERT OR REPLACE INTO erased_session (source, session_id, at) "
            f"SELECT source, session_id, ? FROM conversation WHERE row IN ({marks})",
            (now, *part),
        )
        receipts.drop_sessions(conn, part)
        conn.execute(f"DELETE FROM turn WHERE conversation IN ({marks})", part)
        conn.execute(f"DELETE FROM conversation WHERE row IN ({marks})", part)
    return len(rows)


def _erase_rest(conn: apsw.Connection) -> None:
    """Erase what remains after all memories and conversations: summaries, projects, logs."""
    for table in (
        "category_summary",
        "project",
        "project_kind",
        "activity",
        "receipt",
        "compared_session",
        "prepared_context",
        "project_switch",
        "branch_memory",
        "usage",
        "model_call",
        "model_told",
        "model_asked",
        "model_batch",
        "maintenance_run",
        "memory_event",
        "rule_reset",
        "file_version",
        "secret_look",
        "device_register",
        "device_project",
        "team_project",
    ):
        conn.execute(f"DELETE FROM {table}")


log = logging.getLogger(__name__)


def erase_from_all(folder: Path, gone: Erased, now: int, key: str | None) -> None:
    """Erase from the backups in `folder` what was erased from the memory file; a backup that can't be read is
    deleted, as nothing can be erased from it. `key`: of the memory file. The caller holds the lock of
    backups. Raises OSError, StorageError."""
    for path in sorted(folder.glob("*.db")):
        try:
            if erased.EVERYTHING not in gone.keys:
                if _holds_any(path, gone, key):
                    write_without(path, path, gone, now, key)
                continue
        except (StorageError, apsw.CorruptError, apsw.NotADBError) as error:
            log.warning("The backup %s can't be read and is deleted: %s", path, error)
        except apsw.Error as error:
            raise StorageError(f"{path} can't be changed: {error}.") from error
        path.unlink()


def _holds_any(path: Path, gone: Erased, key: str | None) -> bool:
    conn = keyed.connect(str(path), keyed.key_of(path, key), apsw.SQLITE_OPEN_READONLY)
    try:
        return erased.holds_any(conn, gone.keys)
    except apsw.SQLError:  # a file of another program
        return False
    finally:
        conn.close()


def write_without(
    source: Path, target: Path, gone: Erased, now: int, key: str | None, former: str | None = None
) -> None:
    """Write a backup again, in this version, without what was erased since; see `write_again`."""
    write_again(source, target, lambda conn: _erase_again(conn, gone, now), now, key, former)


def write_again(
    source: Path,
    target: Path,
    change: Callable[[apsw.Connection], object],
    now: int,
    key: str | None,
    former: str | None = None,
) -> None:
    """Write a backup again, in this version, changed by `change`, and with the memory file's `key`; `target`
    may be `source`. `former`: the backup's own key, if it has another one."""
    partial = target.with_name(f".{target.name}.partial")
    partial.unlink(missing_ok=True)
    if (own := keyed.key_of(source, former or key)) == key:
        shutil.copyfile(source, partial)
        partial.chmod(0o600)
    else:
        plain = keyed.connect(str(source), own, keyed.READ_ONLY)
        try:
            keyed.rewrite(plain, partial, key)
        finally:
            plain.close()
    conn = keyed.connect(str(partial), key)
    try:
        fulltext.register(conn)
        conn.execute("PRAGMA foreign_keys = ON")
        migrations.migrate(conn, now)
        with conn:
            change(conn)
        scrub(conn)
    finally:
        conn.close()
    made = source.stat()  # it is still the backup of its day
    os.utime(partial, ns=(made.st_atime_ns, made.st_mtime_ns))
    partial.replace(target)

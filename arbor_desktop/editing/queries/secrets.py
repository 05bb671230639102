"""Where a memory file has texts, secrets among them, and their replacement; what was found and purged.

Plain SQL: it goes through tables by their names, also those of older files.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from arbor_desktop.conversations.queries.conversations import INDEXED_KINDS
from arbor_desktop.database import keyed
from arbor_desktop.database.packed_text import pack, turn_text, unpack
from arbor_desktop.editing.queries import purge
from arbor_desktop.editing.removed import CONVERSATION, MEMORY, OTHER, Found, RemovedSecret, Spot
from arbor_desktop.memories.queries import records
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.words import identifier_parts

log = logging.getLogger(__name__)

_TEXTS = """
    memory.content memory.summary memory.technology memory.branch memory_event.reason conversation.title
    conversation.branch conversation.status_reason capture_file.error turn.text job.last_error
    evidence.error_text conflict.notes conflict.suggestion conflict_member.content conflict_member.context
    usage_event.context usage_event.note access_log.context feedback.comment proposal.reason
    category_summary.markdown session_outcome.task maintenance_run.error activity.title activity.reason
    model_call.trouble model_state.message model_state.detail model_answer.trouble summary_wording.statement
    receipt.branch receipt_memory.reason hook_state.trouble branch_memory.branch branch_memory.stem
    branch_memory.head branch_memory.trouble branch_line.section branch_line.text project.trouble
    project_file.trouble
""".split()  # noqa: SIM905
_TREES = """
    memory.details memory.tags memory_event.before memory_event.after conversation.paths
    conversation.insights conversation.extra capture_file.state conflict.judgement conflict_event.before
    conflict_event.after proposal.fields proposal.before session_outcome.commands session_outcome.decisions
    session_outcome.errors session_outcome.learnings session_outcome.files_created
    session_outcome.files_modified session_outcome.verification project.stack project.versions
    project.dependencies project.test_frameworks project.file_tree project.patterns project.commands
    project.entry_points project.test_folders project.config_files project.conventions project.quirks
    project.frequent_files project.frequent_commands project_switch.instructions maintenance_run.result
    maintenance_run.troubles model_answer.answer device_register.value team_memory.quote
""".split()  # noqa: SIM905
"""JSON, or text where it is none."""
_STATE, _STATE_WORDS = "capture_file.state", ("cwd", "branch", "lines")
"""A reader's state; the rest of it is keys of turns, which look like secrets and must not change."""
_PACKED, _FILES = ("turn.packed",), ("file_content.content", "project_file.before")
_DERIVED = "session_outcome."
COLUMNS = sorted((*_TEXTS, *_TREES, *_PACKED, *_FILES), key=lambda column: column.startswith(_DERIVED))
"""The columns that may have words of a person's or an AI's, derived ones last. prepared_context is emptied
instead."""
NAMES = """
    conversation.project memory.scope_id capture_file.path evidence.project activity.project receipt.project
    project.path project.name project_file.path project_switch.project project_kind.project
    branch_memory.project category_summary.scope_id summary_wording.scope_id file_version.path
    file_version.project device_project.path compared_session.project team_project.path
""".split()  # noqa: SIM905
"""The columns with paths and names of folders and projects, which say what belongs together: they stay."""
MARKER = re.compile(r"\[redacted:([a-z0-9-]{1,40})\]")
_AT_ONCE = 128 * 1024
_read_found = msgspec.json.Decoder(list[Found]).decode


Stored = tuple[int | None, Any]
"""A row and its value. Tables without row ids are small: there the value says which rows it is in."""


@dataclass(frozen=True, slots=True)
class Change:
    """A stored value without some secrets."""

    column: str
    row: int | None
    before: Any
    after: Any
    secrets: frozenset[str]

    @property
    def table(self) -> str:
        return self.column.partition(".")[0]

    @property
    def name(self) -> str:
        return self.column.partition(".")[2]

    @property
    def where(self) -> tuple[str, tuple[Any, ...]]:
        """SQL for its rows, unless they have another value by now, and the values in it."""
        if self.row is None:
            return f"{self.name} = ?", (self.before,)
        return f"rowid = ? AND {self.name} = ?", (self.row, self.before)


def size(conn: apsw.Connection) -> int:
    """Return how many values `stored` yields."""
    return sum(
        conn.execute(f"SELECT count({name}) FROM {table}").fetchone()[0] for table, name, _ in _columns(conn)
    )


def stored(conn: apsw.Connection) -> Iterator[tuple[str, list[Stored]]]:
    """Yield columns with some of their values, until all were there."""
    for table, name, row in _columns(conn):
        some: list[Stored] = []
        held = 0
        for one in conn.execute(f"SELECT {row}, {name} FROM {table} WHERE {name} IS NOT NULL"):
            some.append(one)
            held += len(one[1])
            if held > _AT_ONCE:
                yield f"{table}.{name}", some
                some, held = [], 0
        if some:
            yield f"{table}.{name}", some


def names(conn: apsw.Connection) -> list[str]:
    """Return what each of `NAMES` has, once."""
    return [
        name
        for table, column, _ in _columns(conn, NAMES)
        for (name,) in conn.execute(f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL")
    ]


def is_derived(column: str) -> bool:
    """Return whether the texts of a column were made from turns, perhaps without what stood around them."""
    return column.startswith(_DERIVED)


def _columns(conn: apsw.Connection, columns: Sequence[str] = COLUMNS) -> list[tuple[str, str, str]]:
    """Return the table, name and row id of those columns that a file, maybe of an older version, has."""
    there = {
        (table, name): "NULL" if without else "rowid"
        for table, name, without in conn.execute(
            "SELECT t.name, c.name, t.wr FROM pragma_table_list t, pragma_table_info(t.name) c "
            "WHERE t.schema = 'main' AND t.type = 'table'"
        )
    }
    split = [(table, name) for table, _, name in (one.partition(".") for one in columns)]
    return [(*one, there[one]) for one in split if one in there]


def texts_of(column: str, value: Any) -> list[str]:
    """Return the texts in a stored value."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    _rebuilt(column, value, note)
    return found


def change_of(column: str, one: Stored, clean: Callable[[str], tuple[str, set[str]]]) -> Change | None:
    """Return the change of a stored value to what `clean` returns for its texts: the text without secrets, and
    these. None if there are none."""
    gone: set[str] = set()

    def cleaned(text: str) -> str:
        kept, secrets = clean(text)
        gone.update(secrets)
        return kept

    row, value = one
    after = _rebuilt(column, value, cleaned)
    return Change(column, row, value, after, frozenset(gone)) if gone else None


def _rebuilt(column: str, value: Any, new: Callable[[str], str]) -> Any:
    if column in _PACKED:
        return new(unpack(value))  # `_change_turn` packs it
    if column in _FILES:
        try:
            return new(bytes(value).decode()).encode()
        except UnicodeDecodeError:  # no text
            return value
    if column in _TREES:
        try:
            tree = msgspec.json.decode(value)
        except msgspec.DecodeError:
            return value if column == _STATE else new(value)
        if column == _STATE:
            words = {name: tree[name] for name in _STATE_WORDS if isinstance(tree, dict) and name in tree}
            return msgspec.json.encode(tree | _with(words, new)).decode() if words else value
        return msgspec.json.encode(_with(tree, new)).decode()
    return new(value)


def _with(tree: Any, new: Callable[[str], str]) -> Any:
    if isinstance(tree, str):
        return new(tree)
    if isinstance(tree, dict):
        return {name: _with(one, new) for name, one in tree.items()}
    return [_with(one, new) for one in tree] if isinstance(tree, list) else tree


_SPOTS = {
    "turn": f"'{CONVERSATION}', (SELECT id FROM conversation WHERE row = t.conversation), t.number, t.at",
    "conversation": f"'{CONVERSATION}', t.id, 0, ifnull(t.started_at, t.created_at)",
    "memory": f"'{MEMORY}', t.id, 0, t.created_at",
    "memory_event": f"'{MEMORY}', t.memory_id, 0, t.at",
}


def spots(conn: apsw.Connection, change: Change) -> list[Spot]:
    """Return the places of a value."""
    what = _SPOTS.get(change.table, f"'{OTHER}', '', 0, NULL")
    where, values = change.where
    return [Spot(*row) for row in conn.execute(f"SELECT {what} FROM {change.table} t WHERE {where}", values)]


def apply(conn: apsw.Connection, changes: Iterable[Change]) -> None:
    """Make changes, with what is derived from the values."""
    for change in changes:
        where, values = change.where
        if conn.execute(f"SELECT 1 FROM {change.table} WHERE {where}", values).fetchone() is None:
            continue
        if change.table == "memory" and change.row is not None:
            records.write_columns(conn, change.row, {change.name: change.after})
        elif change.table == "turn" and change.row is not None:
            _change_turn(conn, change.row, change.after)
        elif change.table == "file_content":
            _change_file(conn, change)
        else:
            # Where two names become one, the second keeps its own: it says which row it is.
            conn.execute(
                f"UPDATE OR IGNORE {change.table} SET {change.name} = ? WHERE {where}",
                (change.after, *values),
            )
    conn.execute("DELETE FROM prepared_context")


def _change_turn(conn: apsw.Connection, row: int, text: str) -> None:
    conversation, number, kind, *before = conn.execute(
        "SELECT conversation, number, kind, text, packed FROM turn WHERE row = ?", (row,)
    ).fetchone()
    old, packed = turn_text(*before), None if before[1] is None else pack(text)
    conn.execute(
        "UPDATE turn SET text = ?, packed = ? WHERE row = ?", (text if packed is None else None, packed, row)
    )
    conn.execute("DELETE FROM embedding WHERE owner = 'turn' AND owner_row = ?", (row,))
    conn.execute("UPDATE vector_change SET gone = gone + 1 WHERE owner = 'turn'")
    if kind in INDEXED_KINDS:
        conn.execute("DELETE FROM turn_fts WHERE rowid = ?", (row,))
        parts = identifier_parts(text)
        conn.execute(
            "INSERT INTO turn_fts (rowid, text) VALUES (?, ?)", (row, f"{text}\n{parts}" if parts else text)
        )
    for evidence, start, end in conn.execute(
        "SELECT row, span_start, span_end FROM evidence WHERE conversation = ? AND first_turn = ? "
        "AND span_start IS NOT NULL",
        (conversation, number),
    ).fetchall():
        at = text.find(old[start:end])
        moved = (None, None) if at < 0 else (at, at + end - start)
        conn.execute(
            "UPDATE OR IGNORE evidence SET span_start = ?, span_end = ? WHERE row = ?", (*moved, evidence)
        )


def _change_file(conn: apsw.Connection, change: Change) -> None:
    before, after = (hashlib.sha256(content).hexdigest() for content in (change.before, change.after))
    conn.execute("INSERT OR IGNORE INTO file_content (hash, content) VALUES (?, ?)", (after, change.after))
    conn.execute(
        "UPDATE file_version SET hash = ?, size = ? WHERE hash = ?", (after, len(change.after), before)
    )
    conn.execute("DELETE FROM file_content WHERE hash = ?", (before,))


def read_backup(path: Path, read: Callable[[apsw.Connection], object], key: str | None) -> bool:
    """Read a backup; return False if that is not possible. `key`: of the memory file."""
    try:
        conn = keyed.connect(str(path), keyed.key_of(path, key), keyed.READ_ONLY)
        try:
            read(conn)
        finally:
            conn.close()
    except apsw.Error as error:
        log.warning("The backup %s can't be searched: %s", path.name, error)
        return False
    return True


def write_again(path: Path, change: Callable[[apsw.Connection], object], now: int, key: str | None) -> bool:
    """Write a backup again, changed; return False if that is not possible. Raises OSError, StorageError."""
    try:
        purge.write_again(path, path, change, now, key)
    except apsw.Error as error:
        log.warning("The backup %s can't be written again: %s", path.name, error)
        return False
    return True


def transcripts(conn: apsw.Connection, conversations: Sequence[str]) -> list[str]:
    """Return the files of AI tools that conversations were read from."""
    return [
        path
        for (path,) in conn.execute(
            "SELECT DISTINCT f.path FROM capture_file f JOIN file_conversation fc ON fc.file = f.row "
            "JOIN conversation c ON c.row = fc.conversation WHERE c.id IN (SELECT value FROM json_each(?)) "
            "ORDER BY f.path",
            (records.to_json(list(conversations)),),
        )
    ]


def kept_files(conn: apsw.Connection) -> list[str]:
    """Return the files of which versions are kept."""
    return [path for (path,) in conn.execute("SELECT DISTINCT path FROM file_version ORDER BY path")]


# -- what was found --


def count_conversations(conn: apsw.Connection) -> int:
    return int(conn.execute("SELECT count(*) FROM conversation").fetchone()[0])


def note(
    conn: apsw.Connection, found: Sequence[Found], purged: Sequence[Found], now: int, rewrite: bool = False
) -> None:
    """Store what a look found, instead of what the one before did, and what was purged. `rewrite`: the files
    for other devices are written again."""
    if rewrite:
        conn.execute("UPDATE device_self SET rewrite = 1")
    conn.execute("DELETE FROM secret_look WHERE NOT purged")
    count = count_conversations(conn)
    for some, gone in ((purged, True), (found, False)):
        if some or not gone:
            conn.execute(
                "INSERT INTO secret_look (at, conversations, found, purged) VALUES (?, ?, ?, ?)",
                (now, count, msgspec.json.encode(some).decode(), gone),
            )


def last_look(conn: apsw.Connection) -> tuple[int, int] | None:
    """Return when everything was searched last, and how many conversations there were."""
    found: tuple[int, int] | None = conn.execute(
        "SELECT at, conversations FROM secret_look ORDER BY row DESC LIMIT 1"
    ).fetchone()
    return found


def found_and_purged(conn: apsw.Connection) -> list[RemovedSecret]:
    """Return what looks found, purged or not, the newest first; without what is no longer stored."""
    removed = []
    for at, text, purged in conn.execute(
        "SELECT at, found, purged FROM secret_look ORDER BY row DESC"
    ).fetchall():
        for number, one in enumerate(_read_found(text)):
            found = place(conn, one.spot)
            if found is not None or not purged:
                title, project = found or ("", None)
                removed.append(
                    RemovedSecret(
                        one.kind, one.spot, title, project, one.spot.at or at, one.copies, at if purged else None,
                        None if purged else number, one.places,
                    )
                )  # fmt: skip
    return removed


def hidden(conn: apsw.Connection) -> set[str]:
    """Return the conversations and memories whose title or project can't be shown."""
    texts = conn.execute("SELECT found FROM secret_look")
    return {ident for (text,) in texts for one in _read_found(text) for ident in one.hidden}


def place(conn: apsw.Connection, spot: Spot) -> tuple[str, str | None] | None:
    """Return the title of a place and its project; None if it is gone."""
    if spot.where == CONVERSATION:
        sql = "SELECT title, project FROM conversation WHERE id = ?"
    elif spot.where == MEMORY:
        sql = "SELECT content, iif(scope = 'project', scope_id, NULL) FROM memory WHERE id = ?"
    else:
        return spot.id, None
    found: tuple[str, str | None] | None = conn.execute(sql, (spot.id,)).fetchone()
    return found


def never_saved(conn: apsw.Connection, limit: int) -> list[RemovedSecret]:
    """Return the secrets that were replaced before their texts were stored, in the last `limit` such turns and
    memories; they are known by the markers in the texts."""
    removed = []
    for where, ident, number, at, title, project, text, packed in conn.execute(
        f"SELECT * FROM (SELECT '{CONVERSATION}', c.id, t.number, coalesce(t.at, c.started_at, c.created_at) AS at, "
        "c.title, c.project, t.text, t.packed FROM turn t JOIN conversation c ON c.row = t.conversation "
        "WHERE instr(t.text, '[redacted:') OR t.packed IS NOT NULL "
        "AND t.row IN (SELECT rowid FROM turn_fts WHERE turn_fts MATCH 'redacted') UNION ALL "
        f"SELECT '{MEMORY}', id, 0, created_at, content, iif(scope = 'project', scope_id, NULL), content, NULL "
        "FROM memory m WHERE instr(content, '[redacted:') "
        "AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.memory = m.row)) ORDER BY at DESC LIMIT ?",
        (limit,),
    ):
        for kind in dict.fromkeys(MARKER.findall(turn_text(text, packed))):
            spot = Spot(where, ident, number, at)
            removed.append(RemovedSecret(kind, spot, title, project, at))
    return removed

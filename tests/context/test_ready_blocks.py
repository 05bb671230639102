"""Which changes make a block stale that lies ready, and which leave it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.service import MemoryService

PLACE = ("/nowhere/shop", "main")
DAY = 1_790_000_000_000 - 1_790_000_000_000 % 86_400_000

CHANGES = {
    "a new memory": "INSERT INTO memory (id, content, fold, type, category, scope, source, "
    "status, confidence, "
    "privacy_level, created_at, updated_at, reinforced_at) "
    "VALUES ('n', 'n', 'n', 'fact', 'facts', 'global', 'user_stated', 'active', 1, 'normal', 1, 1, 1)",
    "a memory that is gone": "DELETE FROM memory WHERE id = 'b'",
    "where it is said": "UPDATE evidence SET at = at + 1",
    "said once more": "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule) "
    "VALUES (1, 1, 9, 9, 'x')",
    "said once less": "DELETE FROM evidence",
    "in a conflict": "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
    "VALUES (1, 2, 'b', 1, 1)",
    "out of a conflict": "DELETE FROM conflict_member WHERE memory = 1",
    "when it came into a conflict": "UPDATE conflict_member SET at = at + 1",
    "a conflict that is decided": "UPDATE conflict SET status = 'resolved'",
    "what the project uses": "UPDATE project SET stack = '[\"go\"]'",
    "that a project can't be read": "UPDATE project SET trouble = 'gone'",
    "what kind a project is": "INSERT INTO project_kind VALUES ('/nowhere/shop', 'private', '')",
    "which group a project is in": "UPDATE project_kind SET \"group\" = 'x' WHERE project = '/nowhere/kiln'",
    "a kind that is gone": "DELETE FROM project_kind",
    "a new project": "INSERT INTO project (path, name, last_seen) VALUES ('/nowhere/new', 'new', 1)",
    "a project that is gone": "DELETE FROM project",
    "a session that moved past an archiving": "UPDATE conversation SET ended_at = 900",
    "a session from before an archiving that is gone": "DELETE FROM conversation",
} | {
    f"its {column}": f"UPDATE memory SET {column} = {value} WHERE id = 'a'"
    for column, value in {
        "content": "'x'", "summary": "'x'", "type": "'skill'", "category": "'x'",
        "details": "'{\"fix\": \"y\"}'",
        "scope": "'project'", "scope_id": "'x'", "branch": "'x'", "status": "'pending'", "confidence": "0.5",
        "privacy_level": "'never_share'", "technology": "'go'", "created_at": "2", "last_used_at": "2",
        "reinforced_at": "2", "confirmed_at": "2", "expires_at": "2", "archived_at": "2", "use_count": "2",
        "success_count": "2", "failure_count": "2", "decay_rate": "0.5", "needs_review": "1", "invalid": "1",
        "source": "'agent_stored'",
    }.items()
}  # fmt: skip
HARMLESS = {
    "that it was told": "UPDATE memory SET access_count = access_count + 1, accessed_at = 5",
    "its tags": "UPDATE memory SET tags = '[\"x\"]'",
    "a session that goes on": "UPDATE conversation SET ended_at = 5 WHERE id = 'late'",
    "when the project was seen": "UPDATE project SET last_seen = 7",
}


@pytest.fixture
def conn(home: Path) -> Any:
    with MemoryService.open(home) as service:
        database = service.home.database
    conn = ready_blocks.open_file(str(database), 1_000)
    assert conn is not None
    memory = (
        "INSERT INTO memory (id, content, fold, type, category, scope, scope_id, source, status, confidence, "
        "privacy_level, created_at, updated_at, reinforced_at, archived_at) "
        "VALUES (?, ?1, ?1, 'fact', 'facts', ?, ?, 'user_stated', ?, 1, 'normal', 1, 1, 1, ?)"
    )
    for values in (
        ("a", "global", None, "active", None),
        ("b", "global", None, "active", None),
        ("c", "project", "/nowhere/shop", "archived", 500),
    ):
        conn.execute(memory, values)
    for ident, ended in (("early", 100), ("late", 600)):
        conn.execute(
            "INSERT INTO conversation (id, source, session_id, project, ended_at, status, "
            "created_at, updated_at) "
            "VALUES (?1, 'x', ?1, '/nowhere/shop', ?2, 'memorized', 1, 1)",
            (ident, ended),
        )
    conn.execute(
        "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule, at) VALUES (1, "
        "1, 1, 1, 'x', 1)"
    )
    conn.execute(
        "INSERT INTO conflict (id, category, status, created_at) VALUES ('k', 'facts', 'unresolved', 1)"
    )
    conn.execute(
        "INSERT INTO conflict_member (conflict, memory, content, confidence, at) VALUES (1, 1, 'a', 1, 1)"
    )
    conn.execute("INSERT INTO project (path, name, last_seen) VALUES ('/nowhere/shop', 'shop', 1)")
    conn.execute("INSERT INTO project_kind VALUES ('/nowhere/kiln', 'work', '')")
    ready_blocks.begin(conn, *PLACE, 7, DAY)
    block = ready_blocks.Block("words", 2, '["a"]', "hash")
    ready_blocks.keep(conn, *PLACE, 7, block, day=DAY, until=DAY + 10, settings="s")
    yield conn
    conn.close()


def ready(conn: Any, now: int = DAY + 1, day: int = DAY, settings: str = "s") -> bool:
    return ready_blocks.find(conn, *PLACE, day, now, settings) is not None


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_could_alter_a_block_makes_it_stale_and_takes_its_words_away(conn: Any, change: str) -> None:
    assert ready(conn)
    conn.execute(change)
    assert not ready(conn)
    assert conn.execute("SELECT text, memories FROM prepared_context").fetchall() == [("", "[]")]


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_alters_nothing_leaves_it_ready(conn: Any, change: str) -> None:
    conn.execute(change)
    assert ready(conn)


def test_it_holds_for_its_day_its_settings_and_until_something_in_it_ends(conn: Any) -> None:
    assert ready(conn, now=DAY + 9)
    assert not ready(conn, now=DAY + 10)
    assert not ready(conn, day=DAY + 86_400_000)
    assert not ready(conn, settings="others")


def test_a_receipt_is_noted_once_with_its_memories_in_order(conn: Any) -> None:
    told = ready_blocks.Delivery(
        "r", "claude-code", "SessionStart", "s", 9, None, None, "h", 3, ready_blocks.ids(["b", "a", "gone"])
    )
    for _ in range(2):
        ready_blocks.transaction(conn, lambda c: ready_blocks.note_delivery(c, told))
    assert conn.execute(
        "SELECT m.id FROM receipt_memory t JOIN memory m ON m.row = t.memory ORDER BY t.position"
    ).fetchall() == [("b",), ("a",)]
    assert conn.execute("SELECT id, access_count FROM memory ORDER BY id").fetchall() == [
        ("a", 1),
        ("b", 1),
        ("c", 0),
    ]
    assert ready(conn)
    assert set(ready_blocks.delivered_before(conn, "claude-code", "s", "SessionStart")) == {"a", "b"}


def test_what_did_not_arrive_was_not_told(conn: Any) -> None:
    told = ready_blocks.Delivery(
        "r", "t", "UserPromptSubmit", "s", 9, None, None, "h", 3, ready_blocks.ids(["a"])
    )
    ready_blocks.transaction(conn, lambda c: ready_blocks.note_delivery(c, told))
    conn.execute("UPDATE receipt SET arrived = 0")
    assert ready_blocks.delivered_before(conn, "t", "s", "SessionStart") == []
    conn.execute("UPDATE receipt SET arrived = 1")
    assert ready_blocks.delivered_before(conn, "t", "s", "SessionStart") == ["a"]


def test_a_transaction_that_fails_leaves_nothing(conn: Any) -> None:
    def work(inner: Any) -> None:
        ready_blocks.note_called(inner, "t", "SessionStart", 1, True)
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        ready_blocks.transaction(conn, work)
    assert conn.execute("SELECT count(*) FROM hook_state").fetchone()[0] == 0

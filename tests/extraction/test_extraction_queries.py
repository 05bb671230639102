"""Rules in the store: a file from before knows their strength; what was said is found without reading all."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from arbor_desktop.database import migrations
from arbor_desktop.extraction import queries
from arbor_desktop.extraction.queries import CLEAR_NO, CLEAR_YES
from arbor_desktop.extraction.trust import WEAK_NO, WEAK_YES

OLD = tuple(m for m in migrations.MIGRATIONS if m.version < 4)
INSERT_MEMORY = (
    "INSERT INTO memory (row, id, content, fold, type, category, scope, source, status, confidence, "
    "privacy_level, created_at, updated_at, reinforced_at) "
    "VALUES (?, ?, ?, ?, 'fact', 'facts', 'global', 'user_stated', 'active', 0.95, 'normal', 0, 0, 0)"
)


@pytest.fixture
def old(tmp_path: Path) -> apsw.Connection:
    """A file as it was before: one memory that was said twice, and made stronger by that."""
    conn = apsw.Connection(str(tmp_path / "old.db"))
    migrations.migrate(conn, 0, OLD)
    conn.execute(INSERT_MEMORY, (1, "m1", "We use Redis.", "we use redis"))
    conn.execute(
        "INSERT INTO conversation (row, id, source, session_id, status, created_at, updated_at) "
        "VALUES (1, 'c1', 'claude-code', 's', 'memorized', 0, 0)"
    )
    for turn, rule in ((1, "project.we-use"), (5, "correction/project.we-use")):
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, span_start, span_end, rule) "
            "VALUES (1, 1, ?, ?, 0, 5, ?)",
            (turn, turn, rule),
        )
    say(conn, "m1", "capture", "captured", None, '{"confidence": 0.9}')
    return conn


def say(
    conn: apsw.Connection, memory: str, actor: str, action: str, before: str | None, after: str, at: int = 1
) -> None:
    conn.execute(
        "INSERT INTO memory_event (memory_id, at, actor, action, action_id, before, after) "
        "VALUES (?,?,?,?,?,?,?)",
        (memory, at, actor, action, f"{action}-{memory}-{at}", before, after),
    )


def test_a_file_from_before_knows_how_strong_its_first_evidence_is(old: apsw.Connection) -> None:
    migrations.migrate(old, 0)
    assert old.execute("SELECT confidence FROM evidence ORDER BY row").fetchall() == [(0.9,), (None,)]
    assert queries.made(old) == [queries.Made("project.we-use", 1, 0.9)]


def test_what_was_said_before_the_change_counts(old: apsw.Connection) -> None:
    say(old, "m1", "user", "incorrect", '{"confidence": 0.9}', '{"confidence": 0.6}')
    migrations.migrate(old, 0)
    assert [(s.rule, s.action, s.soon, s.count) for s in queries.feedback(old)] == [
        ("project.we-use", "incorrect", True, 1)
    ]


def test_every_word_that_counts_is_in_the_index(old: apsw.Connection) -> None:
    migrations.migrate(old, 0)
    (sql,) = old.execute("SELECT sql FROM sqlite_master WHERE name = 'memory_event_word'").fetchone()
    for action in CLEAR_YES | CLEAR_NO | WEAK_YES | WEAK_NO:
        assert f"'{action}'" in sql
        assert f"'{action}'" in queries.FEEDBACK


def test_what_was_said_is_found_by_its_index(old: apsw.Connection) -> None:
    """Not by reading the history, which has a line for every memory that was ever captured."""
    migrations.migrate(old, 0)
    plan = " ".join(row[3] for row in old.execute(f"EXPLAIN QUERY PLAN {queries.FEEDBACK}"))
    assert "memory_event_word" in plan
    assert "SCAN m " not in plan
    assert "SCAN e " not in plan
    assert "SCAN memory" not in plan


def test_a_reset_is_kept_replaced_and_taken_away(old: apsw.Connection) -> None:
    migrations.migrate(old, 0)
    before = queries.stamp(old)
    queries.set_resets(old, {"a": 5, "b": 6})
    assert queries.stamp(old) != before
    queries.set_resets(old, {"a": None, "b": 7})
    assert queries.resets(old) == {"b": 7}

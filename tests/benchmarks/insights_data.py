"""A store in which much has happened: what the figures, the graph and the timeline are counted over."""

from __future__ import annotations

import random
from pathlib import Path

import apsw

from arbor_desktop.clock import DAY_MS
from arbor_desktop.ids import new_id
from tests.benchmarks.data import SEED

EVENTS_EACH = 3
"""Changes of a memory on average, with its making."""
_ERRORS = '[{"text":"Error: port 5432 is in use","command":"make up","turn":3}]'


def live(database: Path, now: int) -> None:
    """Lets a store that was filled have lived: histories, use, links, conflicts, outcomes. What another
    benchmark stored since, at later times, is left as it is."""
    conn = apsw.Connection(str(database))
    conn.execute("PRAGMA synchronous = OFF")
    rng = random.Random(SEED)
    with conn:
        memories = conn.execute(
            "SELECT row, id, created_at, status FROM memory WHERE created_at <= ? ORDER BY created_at", (now,)
        ).fetchall()
        _history(conn, rng, memories, now)
        _use(conn, rng, [row for row, *_ in memories], now)
        _links(conn, rng, [row for row, _, _, status in memories if status == "active"], now)
        _sessions(conn, rng, now)
    conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()


def _history(
    conn: apsw.Connection, rng: random.Random, memories: list[tuple[int, str, int, str]], now: int
) -> None:
    """Two of three changes are of confidence; the third moves the memory."""
    rows = []
    for _, ident, made, status in memories:
        kind = rng.random()
        for _ in range(rng.randrange(2 * EVENTS_EACH - 2)):
            at = rng.randrange(made, now + 1)
            rows.append((ident, at, "user", "confirm", '{"confidence":0.8}', '{"confidence":0.9}'))
        if kind < 0.3 or status != "active":
            at = rng.randrange(made, now + 1)
            was = "pending" if status == "active" else "active"
            rows.append(
                (ident, at, "maintenance", "moved", f'{{"status":"{was}"}}', f'{{"status":"{status}"}}')
            )
    rows.sort(key=lambda row: row[1])
    conn.executemany(
        "INSERT INTO memory_event (memory_id, at, actor, action, before, after, action_id) "
        "VALUES (?,?,?,?,?,?,?)",
        ((*row, f"action-{number // 3}") for number, row in enumerate(rows)),
    )


def _use(conn: apsw.Connection, rng: random.Random, memories: list[int], now: int) -> None:
    conn.executemany(
        "INSERT INTO usage_event (memory, conversation, at, success) VALUES (?,?,?,?)",
        (
            (
                rng.choice(memories),
                rng.randrange(1, 500),
                now - rng.randrange(400 * DAY_MS),
                rng.random() < 0.85,
            )
            for _ in range(len(memories) // 5)
        ),
    )
    conn.executemany(
        "INSERT INTO access_log (memory, at, context) VALUES (?, ?, 'conversation_start')",
        ((rng.choice(memories), now - rng.randrange(200 * DAY_MS)) for _ in range(len(memories) // 5)),
    )


def _links(conn: apsw.Connection, rng: random.Random, memories: list[int], now: int) -> None:
    conn.executemany(
        "INSERT OR IGNORE INTO relation (from_memory, to_memory, kind, weight) VALUES (?,?,?,?)",
        (
            (
                *rng.sample(memories, 2),
                rng.choice(("related", "related", "supersedes", "merged_into")),
                rng.random(),
            )
            for _ in range(len(memories) // 4)
        ),
    )
    for number in range(max(1, len(memories) // 500)):
        decided = number % 2
        conn.execute(
            "INSERT INTO conflict (id, category, status, decision, suggestion, created_at, resolved_at) "
            "VALUES (?,?,?,?,?,?,?)",
            (
                new_id(now), "facts", "accepted_newer" if decided else "unresolved",
                "accepted_newer" if decided else None,
                '{"decision":"accepted_newer","winner":"x","scores":{}}',
                now - rng.randrange(100 * DAY_MS), now if decided else None,
            ),
        )  # fmt: skip
        row = conn.last_insert_rowid()
        for place, memory in enumerate(rng.sample(memories, 2)):
            conn.execute(
                "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
                "VALUES (?,?,'',0.9,?)",
                (row, memory, now - place),
            )


def _sessions(conn: apsw.Connection, rng: random.Random, now: int) -> None:
    for (row,) in conn.execute("SELECT row FROM conversation").fetchall():
        began = now - rng.randrange(200 * DAY_MS)
        conn.execute(
            "UPDATE conversation SET started_at = ?, ended_at = ?, created_at = ?, project = ? WHERE row = ?",
            (began, began + 60_000, began, f"/home/somebody/src/project-{row % 20}", row),
        )
        conn.execute(
            "INSERT INTO session_outcome "
            "(conversation, type, complexity, outcome, files_modified, errors, at) "
            "VALUES (?, 'FIX', ?, 'success', '[\"a.py\"]', ?, ?)",
            (row, 1 + row % 5, _ERRORS if row % 4 == 0 else "[]", began),
        )
    conn.execute(
        "UPDATE evidence SET error_text = 'Error: port 5432 is in use' WHERE row % 50 = 0 AND memory IN "
        "(SELECT row FROM memory WHERE category = 'bug_patterns')"
    )

"""Thousands of stores, each asked for a context: what must never be told never is, whatever they hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.block_text import CLOSE, OPEN
from arbor_desktop.context.model import EXCLUDED_KINDS, Context
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.model import Category, MemoryType, Privacy, Status
from arbor_desktop.service import MemoryService
from arbor_desktop.text.words import fold
from tests.conftest import ManualClock
from tests.properties import times

"""So many in all, and so many of them with more memories than the layers take."""
PROJECT, ABOVE, AWAY = "/src/shop/api", "/src/shop", "/src/other"
_PLACES = (
    ("global", None), ("global", None), ("project", PROJECT), ("project", PROJECT), ("project", ABOVE),
    ("project", AWAY), ("conversation", "here"), ("conversation", "there"),
)  # fmt: skip
_WORDS = (
    "deploy", "test", "database", "outbox", "tabs", "release", "never", "always", "user", "invoice", "retry",
    "cache", "Tuesday", "Berlin", "the", "of", "is", "with", "and", "port",
)  # fmt: skip
_WILD = (
    "</user_context>", "<user_context>", "＜/user_context＞", "&lt;/user_context&gt;",
    "\n## Facts\n- planted", "# Heading", "- item", "> quote", "```", "\u202egnitirw", "zero\u200bwidth",
    "\u2028", '"quoted"', "AND NOT (", "'; DROP TABLE memory; --", "日本語のメモ", "🙂", "x" * 300,
)  # fmt: skip
_PROMPTS = (
    None, None, "how do we deploy the database?", "retry outbox invoice", '"tabs" OR NEAR(cache',
    "</user_context>", "日本語", "", "?", "always never the of", "release " * 400,
)  # fmt: skip
_COLUMNS = (
    "id", "content", "summary", "fold", "type", "category", "scope", "scope_id", "branch", "source", "status",
    "confidence", "privacy_level", "created_at", "updated_at", "reinforced_at", "last_used_at", "expires_at",
    "decay_rate", "access_count", "technology", "tags",
)  # fmt: skip
_INSERT = f"INSERT INTO memory ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


@dataclass(frozen=True)
class Random:
    """A store, and what is asked of it."""

    rows: tuple[dict[str, Any], ...]
    conflicts: tuple[tuple[str, tuple[str, ...]], ...]
    asked: dict[str, Any]


def made(seed: int, size: int, now: int) -> Random:
    """A store of about `size` memories of every kind and place, with few different times and words."""
    rng = random.Random(seed)
    rows = tuple(_row(rng, now) for _ in range(size))
    ids = [row["id"] for row in rows]
    conflicts = tuple(
        (rng.choice(("unresolved", "pending_user_review", "accepted_newer")), tuple(rng.sample(ids, members)))
        for _ in range(rng.randrange(4))
        if (members := rng.randrange(2, 4)) <= len(ids)
    )
    asked = {
        "project": rng.choice((PROJECT, PROJECT, PROJECT, None)),
        "branch": rng.choice((None, "dev")),
        "conversation": rng.choice((None, "here")),
        "prompt": rng.choice(_PROMPTS),
        "max_tokens": rng.choice((1, 30, 40, 60, 100, 200, 2_000)),
    }
    return Random(rows, conflicts, asked)


def _row(rng: random.Random, now: int) -> dict[str, Any]:
    scope, scope_id = rng.choice(_PLACES)
    words = [rng.choice(_WILD if rng.random() < 0.1 else _WORDS) for _ in range(rng.randrange(2, 12))]
    content = " ".join(words)
    made_at = now - rng.choice((0, 0, 1, 40, 400)) * DAY_MS
    return {
        "id": f"{rng.getrandbits(128):032x}",
        "content": content,
        "summary": content[:20] if rng.random() < 0.1 else None,
        "fold": fold(content),
        "type": rng.choice(list(MemoryType)).value,
        "category": rng.choice(list(Category)).value,
        "scope": scope,
        "scope_id": scope_id,
        "branch": rng.choice((None, None, None, "dev", "other")),
        "source": "user_stated",
        "status": rng.choice(("active",) * 6 + tuple(Status)),
        "confidence": rng.choice((0.05, 0.2, 0.3, 0.5, 0.8, 1.0)),
        "privacy_level": rng.choice(("normal",) * 4 + tuple(Privacy)),
        "created_at": made_at,
        "updated_at": made_at,
        "reinforced_at": made_at,
        "last_used_at": rng.choice((None, made_at)),
        "expires_at": rng.choice((None,) * 6 + (now - 1, now, now + 1, now + DAY_MS)),
        "decay_rate": 0.1,
        "access_count": rng.choice((0, 99)),
        "technology": rng.choice((None, "vitest")),
        "tags": json.dumps(rng.sample(_WORDS, rng.randrange(2))),
    }


def put(service: MemoryService, store: Random, rows: Sequence[dict[str, Any]]) -> None:
    """Makes the service's store this one, its memories in the order of `rows`."""

    def write(conn: Connection) -> None:
        for table in ("conflict_member", "conflict", "access_log", "memory"):
            conn.execute(f"DELETE FROM {table}")
        conn.executemany(_INSERT, [tuple(row.values()) for row in rows])
        for number, (status, members) in enumerate(store.conflicts):
            conn.execute(
                "INSERT INTO conflict (row, id, category, status, created_at) VALUES (?, ?, 'facts', ?, 0)",
                (number, f"conflict-{number}", status),
            )
            conn.executemany(
                "INSERT INTO conflict_member (conflict, memory, content, confidence, at) "
                "SELECT ?, row, content, confidence, created_at FROM memory WHERE id = ?",
                [(number, ident) for ident in members],
            )

    service._rt.db.write(write)


def check(store: Random, context: Context, now: int) -> None:
    asked = store.asked
    known = {row["id"]: row for row in store.rows}
    assert context.tokens == -(-len(context.text) // 4) <= asked["max_tokens"]
    assert context.status == ("loaded" if context.included else "empty")
    lines = context.text.splitlines()
    assert (lines[0], lines[-1]) == (OPEN, CLOSE) if lines else not context.included
    assert all("user_context" not in line.replace("(user_context", "").replace("(/user_context", "")
               for line in lines[1:-1])  # fmt: skip
    assert sum(line.startswith("- ") for line in lines) == len(context.included) + sum(
        "contradicts" in line for line in lines
    )
    visible = {("global", None), ("conversation", asked["conversation"])}
    visible |= {("project", PROJECT), ("project", ABOVE)} if asked["project"] else set()
    for one in context.included:
        row = known[one.id]
        assert (row["scope"], row["scope_id"]) in visible
        assert row["status"] == "active" and row["privacy_level"] != "never_share"
        assert row["expires_at"] is None or row["expires_at"] > now
        assert row["branch"] in (None, None if row["scope_id"] == ABOVE else asked["branch"])
        assert (row["privacy_level"] != "sensitive") or (one.layer == 5 and asked["prompt"])
        assert lines[one.first_line - 1].startswith("- ")
    told = {one.id for one in context.included}
    left_out = [one.id for one in context.excluded]
    assert len(told) == len(context.included) and len(set(left_out)) == len(left_out) <= 200
    assert not told & set(left_out)
    assert {one.kind for one in context.excluded} <= set(EXCLUDED_KINDS)
    layers = [one.layer for one in context.included]
    assert all(layers.count(layer) <= most for layer, most in {1: 20, 2: 30, 3: 20, 4: 10, 5: 10}.items())
    for status, members in store.conflicts:
        if status != "accepted_newer":
            assert len(told & set(members)) <= 1


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MemoryService]:
    """One service for all stores of this module: opening a file takes longer than filling it."""
    home = tmp_path_factory.mktemp("stores") / "home"
    with MemoryService.open(Path(home), clock=ManualClock(now=1_767_225_600_000 + DAY_MS // 2)) as service:
        yield service


@given(st.integers(0, 2**32 - 1), st.integers(0, 24))
@times(10)
def test_no_store_tells_what_must_not_be_told(shared: MemoryService, seed: int, size: int) -> None:
    now = shared._rt.clock()
    store = made(seed, size, now)
    put(shared, store, store.rows)
    first = shared.get_context(**store.asked)
    check(store, first, now)
    assert shared.get_context(**store.asked, explain=False).text == first.text  # it was told meanwhile


@given(st.integers(0, 2**32 - 1), st.integers(100, 400))
@times(0.3)
def test_no_larger_store_does_and_the_order_of_its_rows_changes_nothing(
    shared: MemoryService, seed: int, size: int
) -> None:
    now = shared._rt.clock()
    store = made(seed, size, now)
    put(shared, store, store.rows)
    first = shared.get_context(**store.asked)
    check(store, first, now)
    again = list(store.rows)
    random.Random(seed).shuffle(again)
    put(shared, store, again)
    assert shared.get_context(**store.asked).text == first.text


_ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)
"""With halves of surrogate pairs, which names of files may hold."""


@given(prompt=_ANY_TEXT, name=_ANY_TEXT)
@times(4)
def test_any_prompt_and_any_name_is_safe(shared: MemoryService, prompt: str, name: str) -> None:
    now = shared._rt.clock()
    store = made(7, 40, now)
    if not shared.query(status="all", limit=1).total:
        put(shared, store, store.rows)
    context = shared.get_context(project=f"/src/{name}", branch=name, conversation=name, prompt=prompt)
    assert context.status in ("loaded", "empty")

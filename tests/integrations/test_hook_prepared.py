"""What lies ready for a session is, byte for byte, what would be told if it were put together now: whatever
happened to the memories meanwhile."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.block_cache import BlockCache
from arbor_desktop.context.hook_blocks import MOST_TOKENS
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.errors import ArborError
from arbor_desktop.memories.queries import memories
from arbor_desktop.service import MemoryService
from tests.properties import times

pytestmark = pytest.mark.slow

PROJECTS = (None, "/nowhere/work/shop", "/nowhere/work")
BRANCHES = (None, "main", "side")
TEXTS = (
    "Always uses tabs for indentation", "Never uses tabs for indentation", "Uses spaces for indentation",
    "The database is PostgreSQL", "The database is SQLite", "Deploys go through the staging cluster",
    "Prefers short answers", "Prefers long answers", "The exporter writes CSV files",
)  # fmt: skip
DECISIONS = ("accepted_older", "accepted_newer", "kept_both_with_context", "marked_outdated")
BEGAN = 1_790_000_000_000


class Life:
    """A store, with a clock that is told the time."""

    def __init__(self, home: Path) -> None:
        self.now = BEGAN
        self.service = MemoryService.open(home, clock=lambda: self.now)
        self.ids: list[str] = []

    def any(self, number: int) -> str:
        return self.ids[number % len(self.ids)] if self.ids else "none"

    def check(self) -> None:
        """Of every place: what lies ready, if anything does, against what is told now."""
        rt = self.service._rt
        day = self.now - self.now % DAY_MS
        stamp = ready_blocks.stamp(rt.settings.stored)
        for project in PROJECTS:
            for branch in BRANCHES if project else (None,):
                key = (project or "", branch or "")
                ready = rt.db.read(lambda c, key=key: ready_blocks.find(c, *key, day, self.now, stamp))
                if ready is None:
                    continue
                budget = min(rt.settings.get("context.max_tokens"), MOST_TOKENS)
                told = self.service.get_context(
                    project=project, branch=branch, max_tokens=budget, explain=False, log_access=True
                )
                assert ready.text == told.text, (project, branch)
                assert ready.memories == ready_blocks.ids(one.id for one in told.included)

    def warm(self) -> None:
        rt = self.service._rt

        def ask(conn: Any) -> None:
            for project in PROJECTS:
                for branch in BRANCHES if project else (None,):
                    ready_blocks.begin(conn, project or "", branch or "", 2, self.now)
                    ready_blocks.leave(conn, project or "", branch or "", 2)

        rt.db.write(ask)
        BlockCache(rt).warm()


def _deeds() -> dict[str, Callable[[Life, int, int], object]]:
    def store(life: Life, a: int, b: int) -> None:
        project = PROJECTS[b % 3]
        made = life.service.store(
            TEXTS[a % len(TEXTS)],
            type=("fact", "preference", "instruction", "context")[a % 4],
            scope="project" if project else "global",
            scope_id=project,
            branch=BRANCHES[(a + b) % 3] if project else None,
            privacy_level=("normal", "normal", "always_include", "sensitive", "never_share")[(a * 7 + b) % 5],
            confidence=(0.95, 0.6, 0.35)[b % 3],
            technology="postgresql" if a % 5 == 3 else None,
        )
        life.ids.append(made.id)

    def expire(life: Life, a: int, b: int) -> None:
        life.service.update(life.any(a), expires_at=life.now + 1 + b * 3_600_000)

    def edit(life: Life, a: int, b: int) -> None:
        life.service.update(life.any(a), content=TEXTS[b % len(TEXTS)] + " now")

    def change(life: Life, a: int, b: int) -> None:
        fields: tuple[dict[str, Any], ...] = (
            {"privacy_level": "normal"}, {"privacy_level": "never_share"}, {"type": "fact"},
            {"scope": "global", "scope_id": None}, {"confidence": 0.2},
        )  # fmt: skip
        life.service.update(life.any(a), **fields[b % len(fields)])

    def time(life: Life, a: int, b: int) -> None:
        life.now += (60_000, 3_600_000, DAY_MS, 20 * DAY_MS)[a % 4]

    def configure(life: Life, a: int, b: int) -> None:
        key, value = (
            ("context.max_tokens", 60 + 40 * (b % 3)), ("confidence.policy", "linear"),
            ("confidence.grace_days", float(b % 40)), ("confidence.floor", 0.3),
        )[a % 4]  # fmt: skip
        life.service.settings.set(key, value)

    def decide(life: Life, a: int, b: int) -> None:
        found = life.service.list_conflicts()
        if found:
            one = found[a % len(found)]
            life.service.resolve_conflict(one.id, DECISIONS[b % 4])

    def purge(life: Life, a: int, b: int) -> None:
        life.service.purge([life.any(a)])

    def sessions(life: Life, a: int, b: int) -> None:
        def put(conn: Any) -> None:
            conn.execute(
                "INSERT OR REPLACE INTO conversation "
                "(id, source, session_id, project, ended_at, status, created_at, updated_at) "
                "VALUES (?, 'x', ?, ?, ?, 'memorized', ?, ?)",
                (f"c{a % 3}", f"c{a % 3}", PROJECTS[1], life.now - (b % 60) * DAY_MS, life.now, life.now),
            )

        life.service._rt.db.write(put)

    def forget_session(life: Life, a: int, b: int) -> None:
        life.service._rt.db.write(
            lambda c: c.execute("DELETE FROM conversation WHERE id = ?", (f"c{a % 3}",))
        )

    def fade(life: Life, a: int, b: int) -> None:
        rt = life.service._rt

        def archive(conn: Any) -> None:
            row = memories.rows_of(conn, [life.any(a)])[0][0]
            fields = {"status": "archived", "archived_at": life.now}
            memories.change(
                conn, row, fields, rt.by("maintenance", "faded"), "archived", noted={"why": "faded"}
            )

        rt.db.write(archive)

    def stack(life: Life, a: int, b: int) -> None:
        def put(conn: Any) -> None:
            conn.execute(
                "INSERT INTO project (path, name, stack, last_seen) VALUES (?, 'shop', ?, 0) "
                "ON CONFLICT (path) DO UPDATE SET stack = excluded.stack",
                (PROJECTS[1], '["postgresql"]' if b % 2 else "[]"),
            )

        life.service._rt.db.write(put)

    return {
        "store": store,
        "edit": edit,
        "change": change,
        "expire": expire,
        "time": time,
        "configure": configure,
        "decide": decide,
        "purge": purge,
        "sessions": sessions,
        "forget session": forget_session,
        "fade": fade,
        "stack": stack,
        "archive": lambda life, a, b: life.service.archive(life.any(a)),
        "restore": lambda life, a, b: life.service.restore(life.any(a)),
        "delete": lambda life, a, b: life.service.delete(life.any(a)),
        "accept": lambda life, a, b: life.service.accept(life.any(a)),
        "use": lambda life, a, b: life.service.record_usage(life.any(a), success=b % 2 == 0),
        "feedback": lambda life, a, b: life.service.feedback(
            life.any(a), ("CONFIRM", "OUTDATED", "INCORRECT")[b % 3]
        ),
        "undo": lambda life, a, b: life.service.undo(),
        "maintain": lambda life, a, b: life.service.run_decay(),
        "warm": lambda life, a, b: life.warm(),
    }


DEEDS = _deeds()
STEPS = st.lists(
    st.tuples(
        st.sampled_from(sorted(DEEDS)) | st.sampled_from(("store", "warm")),
        st.integers(0, 50),
        st.integers(0, 50),
    ),
    min_size=5,
    max_size=30,
)


def live(steps: list[tuple[str, int, int]], home: Path) -> int:
    """Does the steps, and compares after each; answers how many of them the service refused."""
    life = Life(home)
    refused = 0
    try:
        for name, a, b in steps:
            try:
                DEEDS[name](life, a, b)
            except ArborError:  # there is no such memory, nothing to undo, it expired already: that is fine
                refused += 1
            life.now += 1
            life.check()
    finally:
        life.service.close()
    return refused


@given(STEPS)
@times(0.5)
def test_what_lies_ready_is_what_would_be_told(steps: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        live(steps, Path(folder))


@pytest.mark.parametrize("name", sorted(set(DEEDS) - {"warm"}))
def test_every_deed_is_seen_by_what_lies_ready(tmp_path: Path, name: str) -> None:
    stored = [("store", a, b) for a in range(len(TEXTS)) for b in (0, 1, 2)]
    setting_up = [("sessions", 0, 50), ("time", 3, 0)] if name in ("forget session", "sessions") else []
    for a in range(4):
        steps = [*setting_up, *stored, ("warm", 0, 0), (name, a, a), ("warm", 0, 0), (name, a + 7, a + 1)]
        live(steps, tmp_path / str(a))


def test_the_deeds_do_something(tmp_path: Path) -> None:
    steps = [("store", a, a % 3) for a in range(9)]
    assert live([*steps, *((name, 4, 4) for name in sorted(DEEDS) if name != "warm")], tmp_path) <= 3

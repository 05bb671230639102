"""Whatever ends maintenance: nothing is lost or double, the log says so, and the next run ends where the
undisturbed one did. Done once or ten times, it leaves the same."""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from arbor_desktop.clock import DAY_MS
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.properties import times
from tests.reliability import killable, killable_maintenance

pytestmark = pytest.mark.slow

PATIENCE = 60
"""Seconds until a process that hangs fails its test."""
SAMPLES = 4
LOGS = ("maintenance_run", "activity", "access_log", "sqlite_sequence", "schema_migration")
DERIVED = ("memory_fts", "turn_fts", "memory_terms", "turn_terms", "sqlite_stat")
"""Full text is compared by its own check: it may lie in other pieces."""


def dump(service: MemoryService) -> dict[str, list[Any]]:
    """All tables but logs."""

    def read(conn: Any) -> dict[str, list[Any]]:
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        wanted = [name for name in names if name not in LOGS and not name.startswith(DERIVED)]
        return {name: sorted(conn.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in wanted}

    return service._rt.db.read(read)


def state(service: MemoryService) -> tuple[Any, ...]:
    """Memories, their histories, links and conflicts as they are in words: every run has ids of its own."""
    memories = service.query(status="all", limit=1000).memories
    return (
        tuple(
            sorted(
                (
                    m.content, m.status.value, m.confidence, m.summary or "", m.invalid, m.tags,
                    tuple((e.action, e.actor) for e in service.history(m.id)),
                    tuple(sorted((r.memory.content, r.kind) for r in service.related(m.id))),
                )
                for m in memories
            )
        ),
        tuple(sorted(tuple(sorted(m.memory.content for m in c.members)) for c in service.list_conflicts())),
        tuple(turn for turn in service._rt.db.read(
            lambda c: c.execute("SELECT number, text IS NULL, packed IS NULL FROM turn ORDER BY 1").fetchall()
        )),
        [hit.turn for hit in service.search_turns("importer")],
    )  # fmt: skip


def sound(service: MemoryService) -> bool:
    return service.verification.problems() == {"integrity": [], "index": [], "references": []}


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("furnished") / "home"
    killable_maintenance.furnish(home)
    return home


@pytest.fixture(scope="module")
def undisturbed(furnished: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    home = tmp_path_factory.mktemp("undisturbed") / "home"
    shutil.copytree(furnished, home)
    with killable_maintenance.opened(home) as service:
        assert all(run.success for run in service.run_maintenance("full"))
        assert sound(service)
        return state(service)


def test_there_was_something_for_every_task(furnished: Path, tmp_path: Path) -> None:
    shutil.copytree(furnished, tmp_path / "home")
    with killable_maintenance.opened(tmp_path / "home") as service:
        counts: dict[str, int] = {}
        for run in service.run_maintenance("full"):
            counts |= {f"{run.task.value}.{name}": many for name, many in run.result.items()}
    for name in (
        "nightly.duplicates_merged", "nightly.contradictions_found", "daily.items_archived",
        "daily.items_compressed", "daily.backups_made", "monthly.items_invalid", "monthly.turns_indexed",
    ):  # fmt: skip
        assert counts[name], (name, counts)


@pytest.mark.soak
@pytest.mark.timeout(300)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here")
def test_killed_at_any_statement(
    furnished: Path, undisturbed: tuple[Any, ...], tmp_path: Path, seed: int
) -> None:
    shutil.copytree(furnished, tmp_path / "counted")

    def work() -> Iterator[None]:
        with killable_maintenance.opened(tmp_path / "counted") as service:
            service.run_maintenance("full")
        yield

    statements = killable.statements_of(work())
    interrupted = killed = 0
    for number, moment in enumerate(random.Random(seed).sample(range(20, statements), SAMPLES)):
        home = tmp_path / str(number)
        shutil.copytree(furnished, home)
        process = killable_maintenance.start(home, moment)
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (-signal.SIGKILL, 0), moment  # 0: it was done one statement earlier
        killed += process.returncode != 0
        with killable_maintenance.opened(home) as service:
            assert service.verification.problems()["integrity"] == [], moment
            assert service.verification.problems()["references"] == [], moment
            interrupted += any(run.ending is Ending.INTERRUPTED for run in service.maintenance_log())
            assert all(run.success for run in service.run_maintenance("full")), moment
            assert sound(service), moment
            assert state(service) == undisturbed, f"killed before statement {moment}"
    assert killed and interrupted


def test_ten_runs_leave_what_one_leaves(furnished: Path, tmp_path: Path) -> None:
    shutil.copytree(furnished, tmp_path / "home")
    with killable_maintenance.opened(tmp_path / "home") as service:
        service.run_maintenance("full")
        once = dump(service)
        for _ in range(9):
            assert all(run.success for run in service.run_maintenance("full"))
        assert dump(service) == once


WORDS = st.sampled_from(
    [
        "The staging server is in Frankfurt", "Our staging server is in Frankfurt", "Use pnpm for packages",
        "Use pnpm instead of npm for packages", "Never use pnpm for packages", "Deploys go out on Tuesdays",
        "The deploys go out on Tuesdays", "The deploys go out on Fridays", killable_maintenance.LONG,
        "I see: " + killable_maintenance.LONG * 2, "Editor is vim", "Editor is emacs",
    ]
)  # fmt: skip
MEMORY = st.fixed_dictionaries(
    {
        "content": WORDS,
        "type": st.sampled_from(["fact", "context", "preference", "instruction"]),
        "source": st.sampled_from(["user_stated", "ai_inferred"]),
        "confidence": st.sampled_from([0.2, 0.35, 0.5, 0.9, 1.0]),
        "privacy_level": st.sampled_from(["normal", "normal", "always_include", "sensitive", "never_share"]),
        "scope": st.sampled_from(["global", "project"]),
        "expires_at": st.sampled_from([None, None, "2026-01-20", "2027-01-01"]),
        "age": st.integers(0, 300),
        "odd": st.sampled_from([None, None, None, "decay_rate = 99", "use_count = -1"]),
    }
)


def store(service: MemoryService, clock: ManualClock, made: dict[str, Any]) -> None:
    clock.now = killable_maintenance.NOW - made["age"] * DAY_MS
    given = {name: value for name, value in made.items() if name not in ("age", "odd")}
    place = "/src/shop" if made["scope"] == "project" else None
    (result,) = service.store_many([given | {"scope_id": place}])
    if made["odd"]:
        sql = f"UPDATE memory SET {made['odd']} WHERE id = '{result.id}'"
        service._rt.db.write(lambda c: c.execute(sql))


@times(0.5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(MEMORY, min_size=2, max_size=8))
def test_whatever_the_store_the_second_run_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, memories: list[dict[str, Any]]
) -> None:
    clock = ManualClock()
    with MemoryService.open(tmp_path_factory.mktemp("any") / "home", clock=clock, environ={}) as service:
        for made in memories:
            store(service, clock, made)
        clock.now = killable_maintenance.NOW
        service.run_maintenance("full")
        once = dump(service)
        assert all(run.success for run in service.run_maintenance("full"))
        assert dump(service) == once
        for ident, status, privacy in service._rt.db.read(
            lambda c: c.execute("SELECT id, status, privacy_level FROM memory").fetchall()
        ):
            if privacy in ("always_include", "sensitive"):
                assert status in ("active", "pending"), ident
        assert sound(service)

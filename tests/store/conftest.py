"""A real database file for each test, and short ways to fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbor_desktop.core.confidence import DecayPolicy
from arbor_desktop.core.ids import new_id
from arbor_desktop.core.memory import Category, MemoryType, Scope
from arbor_desktop.store import memories
from arbor_desktop.store.database import Database
from arbor_desktop.store.memories import NewMemory, Write
from tests.conftest import ManualClock

POLICY = DecayPolicy()


@pytest.fixture
def db(tmp_path: Path, clock: ManualClock) -> Iterator[Database]:
    database = Database(tmp_path / "arbor_memory.db", clock)
    yield database
    database.close()


@pytest.fixture
def by(clock: ManualClock) -> Callable[..., Write]:
    def make(actor: str = "user", reason: str | None = None) -> Write:
        return Write(actor, new_id(clock()), clock(), POLICY, reason)

    return make


@pytest.fixture
def add(db: Database, by: Callable[..., Write]) -> Callable[..., str]:
    """Stores a memory and answers its id."""

    def store(content: str, *, actor: str = "user", **fields: object) -> str:
        values: dict[str, object] = {
            "type": MemoryType.FACT,
            "category": Category.FACTS,
            "scope": Scope.GLOBAL,
            "confidence": 0.9,
        }
        new = NewMemory(content=content, **(values | fields))  # type: ignore[arg-type]
        return db.write(lambda c: memories.insert(c, new, by(actor))[0])

    return store

"""What a search over memories finds, and in which order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbor_desktop.core.filters import MemoryFilter
from arbor_desktop.core.memory import MemoryType
from arbor_desktop.core.ranking import Weights
from arbor_desktop.core.results import Hit
from arbor_desktop.store import ranked
from arbor_desktop.store.database import Database
from arbor_desktop.store.ranked import Asking
from tests.conftest import ManualClock
from tests.store.conftest import POLICY

Add = Callable[..., str]


def find(
    db: Database, query: str, clock: ManualClock, *, limit: int = 20, prefix: bool = False, **f: object
) -> list[Hit]:
    wanted = MemoryFilter.build(**f)  # type: ignore[arg-type]
    return db.read(
        lambda c: ranked.search(
            c, query, wanted, Asking(Weights(), POLICY, clock()), limit=limit, prefix=prefix
        )
    )


def texts(hits: list[Hit]) -> list[str]:
    return [hit.memory.content for hit in hits]


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("Uses parseUserName in the reader", "user"),
        ("Uses parseUserName in the reader", "parseUserName"),
        ("The flag is max_retry_count", "retry"),
        ("The flag is max_retry_count", "max_retry_count"),
        ("Set data-test-id on buttons", "data-test-id"),
        ("Import from app.core.config", "config"),
        ("HTTPServer listens on 8080", "server"),
        ("Tests are running nightly", "run"),
        ("Prefers café au lait", "cafe"),
    ],
)
def test_words_inside_identifiers_are_found(
    db: Database, add: Add, clock: ManualClock, content: str, query: str
) -> None:
    add(content)
    add("Something else entirely")
    assert texts(find(db, query, clock)) == [content]


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "C++",
        "don't",
        "NEAR(a b)",
        "a AND",
        "foo:bar",
        "*",
        "(",
        "🙂",
        "-x",
        "'; DROP TABLE memory; --",
        "x" * 9999,
    ],
)
@pytest.mark.parametrize("prefix", [False, True])
def test_no_text_is_a_syntax_error(
    db: Database, add: Add, clock: ManualClock, query: str, prefix: bool
) -> None:
    add("Never use C++ here, don't")
    find(db, query, clock, prefix=prefix)


def test_typing_finds_unfinished_words(db: Database, add: Add, clock: ManualClock) -> None:
    add("Deployments go through staging")
    assert texts(find(db, "stag", clock, prefix=True)) == ["Deployments go through staging"]
    assert find(db, "stag", clock) == []


def test_more_matching_words_rank_higher_and_components_are_told(
    db: Database, add: Add, clock: ManualClock
) -> None:
    add("Release notes are written by hand")
    add("Release branches are cut on Friday by hand")
    for n in range(30):
        add(f"Filler sentence about topic {n}")
    best, *_ = find(db, "release friday", clock)
    assert best.memory.content.startswith("Release branches")
    for part in best.components.to_dict().values():
        assert 0 <= part <= 1


def test_search_fills_its_limit_past_filters(db: Database, add: Add, clock: ManualClock) -> None:
    for n in range(400):
        add(f"shared word number {n}", type=MemoryType.FACT)
    for n in range(10):
        add(f"shared word instruction {n}", type=MemoryType.INSTRUCTION)
    hits = find(db, "shared word", clock, limit=10, types=["instruction"])
    assert len(hits) == 10


def test_a_word_just_begun_does_not_change_what_the_others_find(
    db: Database, add: Add, clock: ManualClock
) -> None:
    add("Deployments go through staging")
    add("Something else entirely")
    assert texts(find(db, "staging s", clock, prefix=True)) == ["Deployments go through staging"]
    assert len(find(db, "s", clock, prefix=True)) == 2

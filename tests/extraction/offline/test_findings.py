"""Causes and fixes that an assistant tells: over several sentences, believed once something proves them."""

from __future__ import annotations

import pytest

from arbor_desktop.conversations.model import Role, Turn, TurnKind
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
from arbor_desktop.memories.model import Category, MemoryType, Scope, Source

CAUSE = "The root cause is in `queue.py`: `Worker.stop()` never releases the lock when a job raises."


@pytest.fixture(scope="module")
def extractor() -> OfflineExtractor:
    return OfflineExtractor.from_resources()


def talk(*said: tuple[str, str]) -> tuple[Turn, ...]:
    """Turns of ("A" | "U" | "tool", text)."""
    return tuple(
        Turn(
            number,
            Role.USER if who == "U" else Role.ASSISTANT,
            TurnKind.TOOL if who == "tool" else TurnKind.SAID,
            text,
        )
        for number, (who, text) in enumerate(said, 1)
    )


def found(extractor: OfflineExtractor, *said: tuple[str, str], project: str = "/src/kiln") -> list[Candidate]:
    return extractor.extract(Excerpt("c", "claude-code", talk(*said), project))


def test_a_cause_is_an_inferred_bug_pattern_of_the_project(extractor: OfflineExtractor) -> None:
    [memory] = found(extractor, ("A", CAUSE), ("U", "that fixed it, thanks"))
    assert memory.content == (
        "Root cause in `queue.py`: `Worker.stop()` never releases the lock when a job raises."
    )
    assert (memory.type, memory.category) == (MemoryType.FACT, Category.BUG_PATTERNS)
    assert (memory.source, memory.scope) == (Source.AI_INFERRED, Scope.PROJECT)
    assert memory.confidence == 0.75
    assert memory.details == {"pattern": "`Worker.stop()` never releases the lock when a job raises"}


@pytest.mark.parametrize(
    "after",
    [
        [
            ("U", "yes, fix it"),
            ("tool", "Edit: queue.py"),
            ("A", "Now the tests."),
            ("A", "All 14 tests pass."),
        ],
        [("U", "works now")],
        [("tool", "Bash: make check"), ("A", "The build succeeds again.")],
        [("A", "Let me apply the change."), ("tool", "Edit: queue.py"), ("U", "perfect, commit it")],
    ],
)
def test_what_happens_next_proves_it(extractor: OfflineExtractor, after: list[tuple[str, str]]) -> None:
    assert len(found(extractor, ("A", CAUSE), *after)) == 1


@pytest.mark.parametrize(
    "after",
    [
        [],
        [("U", "no, that's not it")],
        [("U", "still failing"), ("A", "All tests pass.")],
        [("A", "Hmm, that's not right. The lock is released."), ("A", "All tests pass.")],
        [("tool", "Bash: make check: all tests pass")],
        [("U", "ok, and what is a lock?")],
    ],
)
def test_without_proof_it_is_a_guess(extractor: OfflineExtractor, after: list[tuple[str, str]]) -> None:
    assert found(extractor, ("A", CAUSE), *after) == []


def test_only_what_was_said_counts(extractor: OfflineExtractor) -> None:
    turns = (
        Turn(1, Role.ASSISTANT, TurnKind.SUBAGENT, CAUSE),
        Turn(2, Role.USER, TurnKind.SAID, "that fixed it"),
    )
    assert extractor.extract(Excerpt("c", "claude-code", turns, "/src/kiln")) == []


def test_the_fix_of_a_later_summary_belongs_to_the_cause_it_names(extractor: OfflineExtractor) -> None:
    first, *_ = found(
        extractor,
        (
            "A",
            "**Root cause:** `save()` uses `DEFAULT_TYPE` when the session state is missing in `store.go`.",
        ),
        ("U", "go ahead"),
        ("A", "All tests pass.\n\n1. Fixed `save()` to use `context.type` instead of `DEFAULT_TYPE`."),
    )
    assert first.details["fix"] == "use `context.type` instead of `DEFAULT_TYPE`"
    assert first.content.endswith("Fix: use `context.type` instead of `DEFAULT_TYPE`.")


def test_the_span_runs_from_the_cause_to_its_fix(extractor: OfflineExtractor) -> None:
    told = "**Cause:** `load()` reads the file before it is flushed.\n**Fix:** call `flush()` first."
    text = f"Right.\n\n{told}\n\nTests pass."
    [memory] = found(extractor, ("A", text))
    assert text[memory.span_start : memory.span_end] == told


def test_a_long_cause_is_cut_where_it_may_be(extractor: OfflineExtractor) -> None:
    tail = ", which is why " + " and ".join(f"`step_{n}()` runs twice" for n in range(12))
    [memory] = found(extractor, ("A", CAUSE.rstrip(".") + tail + "."), ("U", "that fixed it"))
    assert len(memory.content) <= 300
    assert memory.content.endswith("when a job raises.")


@pytest.mark.parametrize(
    "said",
    [
        "The root cause is that I edited the wrong file.",
        "The issue is that this test was wrong.",
        "The problem was probably the cache in `store.py`.",
        "The root cause: the CI is still running on an older commit of `main`.",
        "The issue was with the way things were set up.",
        "```\nroot cause: `save()` runs twice in one transaction\n```",
        "> Root cause: `save()` runs twice in one transaction",
    ],
)
def test_what_has_no_meaning_later_is_no_memory(extractor: OfflineExtractor, said: str) -> None:
    assert found(extractor, ("A", said + "\n\nAll tests pass.")) == []


def test_what_an_assistant_says_of_a_project_is_no_memory(extractor: OfflineExtractor) -> None:
    assert found(extractor, ("A", "This project uses `just` for its task runner.")) == []


def test_the_name_of_the_projects_folder_binds_a_preference_to_it(extractor: OfflineExtractor) -> None:
    [here] = found(extractor, ("U", "I prefer tabs over spaces in kiln"))
    [elsewhere] = found(extractor, ("U", "I prefer tabs over spaces in kiln"), project="/src/other")
    assert (here.scope, elsewhere.scope) == (Scope.PROJECT, Scope.GLOBAL)


@pytest.mark.parametrize(
    ("said", "tags"),
    [
        ("I prefer short answers", ("communication",)),
        ("tests always query by role", ("testing",)),
        ("we use DuckDB for the reports", ("duckdb",)),
        ("my name is Ana Sousa", ()),
        ("always wrap migrations in a transaction", ("migrations", "database")),
    ],
)
def test_tags_are_topics(extractor: OfflineExtractor, said: str, tags: tuple[str, ...]) -> None:
    memories = found(extractor, ("U", said))
    assert [memory.tags for memory in memories] == [tags]

"""What is told of a memory is the same whether Python or SQL puts it together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.memories.model import Category
from arbor_desktop.memories.queries import records
from arbor_desktop.service import MemoryService

VALUES = st.sampled_from(
    ["", "Read first", "x" * 299, "y" * 300, "z" * 301, "Empty", "é…", 5, None, ["a"], {}]
)
DETAILS = st.fixed_dictionaries(
    {},
    optional={
        "fix": VALUES, "solution": VALUES, "condition": VALUES, "other": VALUES,
        "applies_to": st.none() | st.text(max_size=4)
        | st.lists(st.sampled_from(["src/**", "*.py", "Empty", "", 5, None]), max_size=3),
    },
)  # fmt: skip


@pytest.fixture
def service(home: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home) as opened:
        yield opened


@given(
    details=DETAILS,
    category=st.sampled_from(list(Category)),
    summary=st.none() | st.sampled_from(["Short.", "Read first, in short."]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_python_and_sql_tell_the_same(
    service: MemoryService, details: dict[str, Any], category: Category, summary: str | None
) -> None:
    ident = service.store("Empty exports of *.py", type="fact", category=category.value).id
    service._rt.db.write(
        lambda c: c.execute(
            "UPDATE memory SET details = ?, summary = ?, category = ? WHERE id = ?",
            (records.to_json(details), summary, category.value, ident),
        )
    )
    memory = service.get(ident)
    told = service._rt.db.read(
        lambda c: c.execute(f"SELECT {records.TOLD_SQL} FROM memory m WHERE id = ?", (ident,)).fetchone()[0]
    )
    assert told == memory.told_text


@pytest.mark.parametrize(
    ("category", "details", "told"),
    [
        ("bug_patterns", {"fix": "Read first"}, "Empty exports (fix: Read first)"),
        (
            "bug_patterns",
            {"solution": "Wait", "condition": "at night"},
            "Empty exports (fix: Wait) (only: at night)",
        ),
        ("bug_patterns", {"fix": "exports"}, "Empty exports"),
        ("facts", {"fix": "Read first"}, "Empty exports"),
        ("project_conventions", {"applies_to": ["src/**", "*.py"]}, "Empty exports (for src/**, *.py)"),
        ("architectural_decisions", {"rationale": "It is fast"}, "Empty exports"),
    ],
)
def test_what_an_ai_needs_of_the_details_is_told(
    service: MemoryService, category: str, details: dict[str, Any], told: str
) -> None:
    ident = service.store(
        "Empty exports", type="fact", category=category, details=details, privacy_level="always_include"
    ).id
    assert service.get(ident).told_text == told
    assert told in service.get_context().text

"""What a person types is stored without its secrets, whichever way it comes in, so nothing shares them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.service import MemoryService

SECRET = "Plover-" + "Meadow-48"
SAID = f"The password of the label printer is {SECRET}"
SAFE = "The password of the label printer is [redacted:password]"


@pytest.fixture
def kept(service: MemoryService) -> str:
    return service.store("Labels are printed on the Zebra", type="fact").id


def all_that_is_stored(service: MemoryService) -> str:
    conn = service._rt.db
    tables = conn.read(
        lambda c: [n for (n,) in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    )
    return "\n".join(
        str(row)
        for name in tables
        if "fts" not in name
        for row in conn.read(lambda c, name=name: c.execute(f"SELECT * FROM {name}").fetchall())
    )


def test_a_stored_text_says_that_a_secret_was_taken_out(service: MemoryService) -> None:
    result = service.store(SAID, type="fact")

    assert result.redacted
    assert service.get(result.id).content == SAFE
    assert not service.store("Labels are 62 mm wide", type="fact").redacted


def test_every_field_of_an_edit_is_redacted(service: MemoryService, kept: str) -> None:
    details = {"password": SECRET, "steps": [SAID], "n": 3}
    memory = service.update(kept, content=SAID, summary=SAID, branch=SAID, details=details, tags=["printer"])

    assert memory.content == memory.summary == memory.branch == SAFE
    assert memory.details == {"password": "[redacted:password]", "steps": [SAFE], "n": 3}
    assert SECRET not in all_that_is_stored(service)


def test_comments_and_notes_are_redacted(service: MemoryService, kept: str) -> None:
    service.feedback(kept, "CONFIRM", SAID)
    service.record_usage(kept, True, SAID)
    service.report_failure(kept, "LOW", SAID)
    service.adjust_confidence(kept, 0.1, SAID)
    stored = all_that_is_stored(service)

    assert stored.count(SAFE) >= 4
    assert SECRET not in stored


def test_summaries_and_branch_texts_are_redacted(service: MemoryService, kept: str, tmp_path: Path) -> None:
    service.edit_category("facts", f"# Facts\n\n- {SAID}\n")
    project = tmp_path / "kiln"
    project.mkdir()
    service.store("Kiln uses cone 6", type="fact", scope="project", scope_id=str(project))
    text = service.get_branch_memory(str(project), "main").text
    service.edit_branch_memory(str(project), "main", text + f"\n## Decisions\n\n- {SAID}\n")

    assert SECRET not in all_that_is_stored(service)


def test_what_is_shared_holds_none(service: MemoryService) -> None:
    service.store(SAID, type="instruction", privacy_level="always_include")

    text = service.get_context().text
    assert SAFE in text
    assert SECRET not in text

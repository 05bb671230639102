"""The page that explains a project to a colleague, and what must never be on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.branches.digest import MOST_OF_A_SECTION, LeftOut
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files.model import Standing
from tests.conftest import ManualClock
from tests.reliability.sessions import Session

CANARY = "heliotrope"
FILE = "ONBOARDING.md"


@pytest.fixture
def project(tmp_path: Path, service: MemoryService) -> Path:
    """A repository of a web service, whose files were read."""
    folder = tmp_path / "harbor-api"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "package.json").write_text(
        json.dumps(
            {"name": "harbor-api", "scripts": {"test": "vitest --run"}, "dependencies": {"react": "19"}}
        )
    )
    (folder / "src").mkdir()
    (folder / "src" / "clock.ts").write_text("export {}\n")
    service.read_project(str(folder))
    return folder


def remember(service: MemoryService, project: Path, text: str, **more: Any) -> str:
    more = {"type": "fact", "category": "facts", "scope": "project", "scope_id": str(project)} | more
    return service.store(text, **more).id


def page(service: MemoryService, project: Path) -> str:
    return service.digest(str(project)).text


def section(service: MemoryService, project: Path, heading: str) -> list[str]:
    _, _, below = page(service, project).partition(f"\n## {heading}\n\n")
    return below.split("\n\n")[0].split("\n") if below else []


def test_it_says_what_a_newcomer_needs_in_that_order(
    service: MemoryService, project: Path, clock: ManualClock
) -> None:
    remember(service, project, "The API sends webhooks through an outbox table.")
    remember(service, project, "Harbor-api is the backend of the ferry booking site.")
    remember(service, project, "Run `make check` before saying that a change is done.", type="instruction",
             category="project_conventions")  # fmt: skip
    remember(service, project, "Never call Date.now() outside of src/clock.ts.", type="instruction",
             category="project_conventions")  # fmt: skip
    remember(service, project, "The team chose Postgres because bookings must never overlap.",
             category="architectural_decisions")  # fmt: skip
    remember(service, project, "Tomasz owns the infrastructure.")
    remember(service, project, "The worker loses its connection after a deploy.", category="bug_patterns",
             details={"fix": "restart it"})  # fmt: skip
    assert page(service, project) == (
        "# How harbor-api works\n"
        "\n## What it is\n\n"
        "- Application: typescript, javascript, node, react ([`package.json`](<package.json>))\n"
        "- Harbor-api is the backend of the ferry booking site.\n"
        "- The API sends webhooks through an outbox table.\n"
        "\n## Run and test\n\n"
        "- install: `npm install`\n"
        "- test: `npm test`\n"
        "- Run `make check` before saying that a change is done.\n"
        "\n## Conventions\n\n"
        "- Never call Date.now() outside of [`src/clock.ts`](<src/clock.ts>).\n"
        "\n## Decisions, and why\n\n"
        "- The team chose Postgres because bookings must never overlap. (2026-01-01)\n"
        "\n## Who does what\n\n"
        "- Tomasz owns the infrastructure.\n"
        "\n## Pitfalls\n\n"
        "- The worker loses its connection after a deploy. (fix: restart it)"
    )
    clock.advance(days=200)
    assert page(service, project) == page(service, project), "it changes with the memories, not with time"


# -- what must not be on it --


@pytest.mark.parametrize(
    ("reason", "text", "more"),
    [
        (LeftOut.PRIVATE, f"The salary file is called {CANARY}.", {"privacy_level": "sensitive"}),
        (LeftOut.PRIVATE, f"The takeover is called {CANARY}.", {"privacy_level": "never_share"}),
        (LeftOut.UNDECIDED, f"The queue is called {CANARY}.", {"source": "agent_stored"}),
        (LeftOut.BRANCH, f"The queue is called {CANARY}.", {"branch": "feat/queue"}),
        (LeftOut.PERSONAL, f"User prefers {CANARY} as the colour of buttons.", {"type": "preference"}),
        (LeftOut.PERSONAL, f"Knows {CANARY} well.", {"type": "skill"}),
        (LeftOut.PERSONAL, f"The user's wife is called {CANARY}.", {"type": "relationship"}),
        (LeftOut.PERSONAL, f"My desk is beside {CANARY}.", {}),
        (LeftOut.PERSONAL, f"Ask {CANARY}@northquay.example before each release.", {}),
        (LeftOut.PERSONAL, f"The key of {CANARY} is [redacted:aws-key].", {}),
        (LeftOut.COMPUTER, f"The notes are in /home/ada/{CANARY}.", {}),
        (LeftOut.COMPUTER, f"The notes are in ~/{CANARY}/notes.", {}),
        (LeftOut.COMPUTER, f"The notes are in C:\\Users\\ada\\{CANARY}.", {}),
        (LeftOut.ELSEWHERE, f"It works as {CANARY}-billing does.", {}),
        (LeftOut.ELSEWHERE, "The client Dunesmith pays for the queue.", {}),
    ],
)
def test_what_is_not_for_colleagues_is_left_out(
    service: MemoryService, project: Path, tmp_path: Path, reason: LeftOut, text: str, more: dict[str, Any]
) -> None:
    other = tmp_path / f"{CANARY}-billing"
    remember(service, other, "The invoices are made at night.")
    service.set_project(str(other), group="Dunesmith")
    remember(service, project, "The API sends webhooks through an outbox table.")
    remember(service, project, text, **more)
    found = service.digest(str(project))
    assert found.left_out == {reason.value: 1}
    assert CANARY not in found.text.lower()
    assert "dunesmith" not in found.text.lower()
    assert "outbox" in found.text


def test_what_applies_everywhere_or_was_said_elsewhere_is_not_on_it(
    service: MemoryService, project: Path, tmp_path: Path
) -> None:
    service.store(f"User lives in {CANARY}.", type="fact")
    service.store(f"Always answer in {CANARY}.", type="instruction")
    remember(service, tmp_path / "other", f"The server is called {CANARY}.")
    assert CANARY not in page(service, project)
    assert service.digest(str(project)).left_out == {}


def test_what_needs_review_or_was_put_aside_is_left_out(
    service: MemoryService, project: Path, tmp_path: Path
) -> None:
    service.settings.set("review.mode", "everything")
    talk = Session("talk", str(project)).say("Always run the linter before you commit anything here.")
    service.capture([talk.reply("Understood, it runs before each commit.").write(tmp_path / "sessions")])
    (pending,) = service.query(status="pending").memories
    for put_aside in (service.archive, service.reject, service.delete):
        put_aside(remember(service, project, f"The queue is called {CANARY}."))
    found = service.digest(str(project))
    assert found.left_out == {"undecided": 1}
    assert CANARY not in found.text
    assert pending.content not in found.text
    service.accept(pending.id)
    assert pending.content in page(service, project)


def test_neither_side_of_an_open_conflict_is_on_it(service: MemoryService, project: Path) -> None:
    first = remember(service, project, "The project uses npm to install packages.", type="instruction",
                     category="project_conventions")  # fmt: skip
    second = remember(service, project, "The project uses pnpm to install packages.", type="instruction",
                      category="project_conventions")  # fmt: skip
    conflicts = service.list_conflicts()
    assert conflicts, "they contradict each other"
    assert {first, second}.isdisjoint(service.digest(str(project)).memories)
    assert service.digest(str(project)).left_out == {"undecided": 2}
    service.resolve_conflict(conflicts[0].id, "accepted_newer")
    assert "uses pnpm" in page(service, project)
    assert "uses npm" not in page(service, project)


def test_private_facts_of_a_private_project_are_left_out(service: MemoryService, project: Path) -> None:
    service.set_project(str(project), kind="private")
    remember(service, project, f"The doctor is called {CANARY}.")
    remember(service, project, "Never call Date.now() directly.", type="instruction",
             category="project_conventions")  # fmt: skip
    assert service.digest(str(project)).left_out == {"private": 1}
    assert "Date.now()" in page(service, project)


def test_an_expired_memory_is_not_on_it(service: MemoryService, project: Path, clock: ManualClock) -> None:
    remember(service, project, f"The freeze called {CANARY} ends soon.", expires_at="2026-01-05T00:00:00Z")
    assert CANARY in page(service, project)
    clock.advance(days=10)
    assert CANARY not in page(service, project)


def test_the_path_of_the_project_becomes_one_within_it(service: MemoryService, project: Path) -> None:
    remember(service, project, f"The clock is in {project}/src/clock.ts.")
    assert "- The clock is in [`src/clock.ts`](<src/clock.ts>)." in section(service, project, "What it is")
    assert str(project.parent) not in page(service, project)


def test_words_of_a_memory_are_no_markup_and_import_nothing(service: MemoryService, project: Path) -> None:
    remember(service, project, "Templates use <!-- slots --> and import @src/clock.ts as it is.")
    (line,) = [one for one in section(service, project, "What it is") if "Templates" in one]
    assert "<!--" not in line
    assert "`@src/clock.ts`" in line


def test_files_outside_of_the_project_are_no_links(service: MemoryService, project: Path) -> None:
    (project.parent / "secret.txt").write_text("x")
    remember(
        service, project, "Compare ../secret.txt and gone.ts with `src/clock.ts`, but not <src/clock.ts>."
    )
    (line,) = [one for one in section(service, project, "What it is") if "Compare" in one]
    assert line == (
        "- Compare ../secret.txt and gone.ts with [`src/clock.ts`](<src/clock.ts>), but not <src/clock.ts>."
    )


def test_only_the_surest_of_a_long_section_are_on_it(service: MemoryService, project: Path) -> None:
    for number in range(MOST_OF_A_SECTION + 3):
        remember(service, project, f"Pier {number * 7919} has {number} cranes and {number + 2} gates.",
                 confidence=0.5 + number / 100)  # fmt: skip
    found = service.digest(str(project))
    assert found.left_out == {"room": 3}
    assert f"Pier {0 * 7919} " not in found.text


def test_an_ignored_project_has_no_page(service: MemoryService, project: Path) -> None:
    service.exclude(str(project))
    with pytest.raises(InvalidInput, match="excluded"):
        service.digest(str(project))


def test_nothing_is_said_of_a_project_of_which_nothing_is_known(
    service: MemoryService, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    assert service.digest(str(tmp_path / "empty")).text == ""


# -- in the project's folder --


def test_the_file_is_made_only_once_that_is_switched_on_and_follows_the_memories(
    service: MemoryService, project: Path
) -> None:
    first = remember(service, project, "The API sends webhooks through an outbox table.")
    assert not (project / FILE).exists()
    service.keep_digest(str(project), True)
    assert "outbox table" in (project / FILE).read_text()
    assert not (project / "CLAUDE.md").exists()
    service.update(first, privacy_level="never_share")
    service.branch_memory.options.refresh(str(project))
    assert "outbox table" not in (project / FILE).read_text()
    service.keep_digest(str(project), False)
    assert not (project / FILE).exists()


def test_a_persons_own_words_in_the_file_stay(service: MemoryService, project: Path) -> None:
    (project / FILE).write_text("# Welcome\n\nAsk Priya for a badge.\n")
    remember(service, project, "The API sends webhooks through an outbox table.")
    service.keep_digest(str(project), True)
    written = (project / FILE).read_text()
    assert written.startswith("# Welcome\n\nAsk Priya for a badge.\n")
    assert "# How harbor-api works" in written
    service.keep_digest(str(project), False)
    assert (project / FILE).read_text() == "# Welcome\n\nAsk Priya for a badge.\n"


def test_other_files_are_left_as_they_are(service: MemoryService, project: Path) -> None:
    remember(service, project, "Never call Date.now() directly.", type="instruction",
             category="project_conventions")  # fmt: skip
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    claude = (project / "CLAUDE.md").read_text()
    service.keep_digest(str(project), True)
    assert (project / "CLAUDE.md").read_text() == claude
    assert "How harbor-api works" not in claude
    standing = {part.key: part.standing for part in service.instruction_states(str(project))}
    assert standing["CLAUDE.md"] is standing[FILE] is Standing.INSTALLED
    service.keep_digest(str(project), False)
    assert service.switches(str(project)).to_dict()["instructions"] == {"CLAUDE.md": "block"}


def test_deleting_everything_takes_the_file_along(service: MemoryService, project: Path) -> None:
    remember(service, project, "The API sends webhooks through an outbox table.")
    service.keep_digest(str(project), True)
    service.purge(everything=True)
    assert not (project / FILE).exists()

"""Entries that a model joined of several memories; the weekly task that asks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.branches.memory import MOST_A_WEEK, BranchMemory
from arbor_desktop.branches.model import BranchDocument, BranchUpdate, Change, ChangeKind, Entry, Section
from arbor_desktop.llm.model import ModelFailed, Trouble
from arbor_desktop.maintenance.model import Ending
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock

PORT = "The server listens on port 8080."
TLS = "The server needs TLS."
JOINED = "The server listens on port 8080 and needs TLS."


class Joining:
    """Stands in for a model: joins all facts to one entry."""

    refines = True

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], list[str]]] = []

    def update(
        self, document: BranchDocument, new: Sequence[Entry], project: str, *, cancel: Any = None
    ) -> BranchUpdate:
        there = document.entries()
        self.asked.append(([one.text for one in there], [one.text for one in new]))
        if not there or {one.text for one in (*there, *new)} != {PORT, TLS}:
            return BranchUpdate(
                BranchDocument.of([*there, *new]),
                (
                    *(Change(ChangeKind.KEPT, one.section, one.text) for one in there),
                    *(Change(ChangeKind.ADDED, one.section, one.text) for one in new),
                ),
            )
        joined = Change(ChangeKind.UPDATED, Section.FACTS, JOINED, tuple(one.text for one in there))
        return BranchUpdate(BranchDocument.of([Entry(Section.FACTS, JOINED)]), (joined,))


@pytest.fixture
def service(home: Path, clock: ManualClock) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        yield opened


@pytest.fixture
def project(tmp_path: Path) -> str:
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return str(folder)


@pytest.fixture
def model(service: MemoryService, monkeypatch: pytest.MonkeyPatch) -> Joining:
    joining = Joining()
    monkeypatch.setattr(service.branch_memory, "_updater", lambda: joining)
    return joining


def remember(service: MemoryService, project: str, text: str) -> str:
    return service.store(text, type="fact", scope="project", scope_id=project).id


def facts(service: MemoryService, project: str) -> tuple[str, ...]:
    return service.get_branch_memory(project, "main").sections[Section.FACTS]


@pytest.fixture
def both(service: MemoryService, project: str, model: Joining) -> tuple[str, str]:
    """Two memories whose entries were joined."""
    first = remember(service, project, PORT)
    service.memorize_branch(project, "main")
    second = remember(service, project, TLS)
    made = service.memorize_branch(project, "main")
    assert made.counts()["updated"] == 1
    assert facts(service, project) == (JOINED,)
    return first, second


def test_an_entry_joined_of_two_knows_both(
    service: MemoryService, project: str, both: tuple[str, str]
) -> None:
    document = service.get_branch_memory(project, "main")
    assert set(document.memory_ids[Section.FACTS][0]) == set(both)


def test_what_is_private_of_a_joined_entry_takes_it_apart(
    service: MemoryService, project: str, both: tuple[str, str]
) -> None:
    service.update(both[1], privacy_level="never_share")
    assert facts(service, project) == (PORT,)


def test_a_joined_entry_that_a_person_removes_goes_with_all_it_says(
    service: MemoryService, project: str, both: tuple[str, str]
) -> None:
    text = service.get_branch_memory(project, "main").text
    after = service.edit_branch_memory(
        project, "main", text.replace(f"- {JOINED}", "_No entries yet._"), was=text
    )
    assert after.empty
    assert {service.get(ident).status for ident in both} == {"archived"}
    service.undo()
    assert set(facts(service, project)) == {PORT, TLS}


def test_what_the_rules_took_in_is_given_to_the_model_later(
    service: MemoryService, project: str, model: Joining, clock: ManualClock
) -> None:
    service.switch(project, branch_files=True)
    remember(service, project, PORT)
    service.memorize_branch(project, "main")
    clock.advance(days=1)
    remember(service, project, TLS)
    service.branch_memory.sync(project, "main")
    assert facts(service, project) == (PORT, TLS)
    made = service.memorize_branch(project, "main")
    assert model.asked[-1] == ([PORT], [TLS])
    assert made.document.sections[Section.FACTS] == (JOINED,)
    clock.advance(days=1)
    service.memorize_branch(project, "main")
    assert model.asked[-1] == ([PORT], [TLS])  # there is nothing new since


def test_every_week_the_longest_waiting_are_gone_over(
    service: MemoryService, project: str, model: Joining, clock: ManualClock
) -> None:
    remember(service, project, PORT)
    for number in range(MOST_A_WEEK + 2):
        service.memorize_branch(project, f"branch-{number}")
        clock.advance(seconds=1)
    remember(service, project, TLS)
    clock.advance(days=8)
    (run,) = service.run_maintenance("weekly")
    assert (run.task, run.ending) == (Task.WEEKLY, Ending.DONE)
    assert run.result["branches_evolved"] == MOST_A_WEEK
    assert service.get_branch_memory(project, "branch-0").sections[Section.FACTS] == (JOINED,)
    assert service.get_branch_memory(project, f"branch-{MOST_A_WEEK}").sections[Section.FACTS] != (JOINED,)
    (run,) = service.run_maintenance("weekly")
    assert run.result["branches_evolved"] == 2


def test_a_branch_that_fails_does_not_keep_the_others(
    service: MemoryService, project: str, model: Joining, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(service, project, PORT)
    for branch in ("a", "b"):
        service.memorize_branch(project, branch)
    remember(service, project, TLS)
    memorize = BranchMemory.memorize_branch

    def failing(self: BranchMemory, path: str, branch: str, **more: Any) -> BranchUpdate:
        if branch == "a":
            raise ModelFailed("The service has too much to do.", Trouble.OVERLOADED)
        return memorize(self, path, branch, **more)

    monkeypatch.setattr(BranchMemory, "memorize_branch", failing)
    (run,) = service.run_maintenance("weekly")
    assert (run.result["branches_evolved"], run.result["failures"]) == (1, 1)
    assert "Branch a of" in run.troubles[0].what

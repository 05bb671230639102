"""Projects: what their files and sessions tell, read anew when they change."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.documents import document
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.projects.files import EXCLUDED, NO_PROJECT, NOT_HERE
from arbor_desktop.runtime.events import Changes
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock
from tests.reliability.sessions import Session


@pytest.fixture
def kiln(tmp_path: Path) -> Path:
    """A project of vitest and pnpm."""
    root = tmp_path / "kiln"
    (root / "src").mkdir(parents=True)
    (root / "src" / "index.ts").write_text("export {}")
    (root / "package.json").write_text(
        json.dumps({"name": "kiln", "scripts": {"test": "vitest"}, "devDependencies": {"vitest": "2"}})
    )
    (root / "pnpm-lock.yaml").write_text("")
    return root


@pytest.fixture
def announced(service: MemoryService) -> Iterator[list[Changes]]:
    heard: list[Changes] = []
    end = service.events.subscribe(heard.append)
    yield heard
    end()


def worked(
    service: MemoryService, project: Path, name: str, folder: Path, *, start: int = 1_762_160_400
) -> str:
    session = Session(name, str(project), start=start).say(f"Fix the {name} export, it comes out empty.")
    session.tool("pnpm test -- --run export", "1 failed, 3 passed").tool("ls -la src", "index.ts")
    session.reply("The cursor was closed before all of its rows were read.")
    session.tool("cd src && pnpm run test", "4 passed").reply("All of the rows are there again now.")
    (row,) = service.capture([session.write(folder)])
    assert row.conversation_id is not None
    return row.conversation_id


def remember(service: MemoryService, content: str, project: Path | str, **fields: object) -> str:
    values = {"type": "fact", "scope": "project", "scope_id": str(project)} | fields
    return service.store(content, **values).id  # type: ignore[arg-type]


def test_an_empty_folder_is_not_one_without_code(service: MemoryService, tmp_path: Path) -> None:
    """A project starts empty: until it has files, rules for code are shared there."""
    root = tmp_path / "infra"
    root.mkdir()
    rule = service.store("Write tests first.", type="instruction", scope="global").id
    remember(service, "The state is in a bucket.", root)

    def shared() -> bool:
        service.read_project(str(root))
        return rule in {one.id for one in service.get_context(project=str(root)).included}

    assert shared()
    (root / "notes.md").write_text("Minutes of the meeting.")
    assert not shared()
    (root / "main.tf").write_text('resource "aws_vpc" "main" {}')
    assert shared()


class TestLooking:
    def test_a_project_is_read_when_it_is_looked_at(
        self, service: MemoryService, kiln: Path, announced: list[Changes], clock: ManualClock
    ) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        (listed,) = service.list_projects()
        assert (listed.name, listed.memories, listed.there, listed.stack) == ("kiln", 1, True, ())
        found = service.get_project(str(kiln))
        assert found.facts.package_manager == "pnpm" and found.facts.commands["test"] == "pnpm test"
        assert found.read_at == clock() and found.trouble is None
        assert [one.projects for one in announced].count(True) == 1
        (listed,) = service.list_projects()
        assert "vitest" in listed.stack and listed.type == found.facts.type

    def test_it_is_called_as_its_package_is(self, service: MemoryService, kiln: Path) -> None:
        (kiln / "package.json").write_text('{"name": "glaze-shop"}')
        remember(service, "Kilns are fired on Fridays", kiln)
        assert [one.name for one in service.list_projects()] == ["kiln"]
        assert service.get_project(str(kiln)).summary.name == "glaze-shop"
        assert [one.name for one in service.list_projects()] == ["glaze-shop"]

    def test_it_is_read_again_only_after_its_files_changed(
        self, service: MemoryService, kiln: Path, announced: list[Changes], clock: ManualClock
    ) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        first = service.get_project(str(kiln))
        clock.advance(seconds=3600)
        (kiln / "src" / "more.ts").write_text("")
        assert service.get_project(str(kiln)).read_at == first.read_at
        (kiln / "package.json").write_text('{"devDependencies": {"jest": "29"}}')
        again = service.get_project(str(kiln))
        assert again.read_at == clock() and again.facts.test_frameworks == ("jest",)
        assert sum(one.projects for one in announced) == 2

    def test_after_a_day_its_folders_are_counted_anew(
        self, service: MemoryService, kiln: Path, clock: ManualClock
    ) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        assert service.get_project(str(kiln)).facts.file_tree["src"] == 1
        (kiln / "src" / "more.ts").write_text("")
        clock.advance(days=2)
        assert service.get_project(str(kiln)).facts.file_tree["src"] == 2

    def test_reading_it_now_reads_all(self, service: MemoryService, kiln: Path) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        service.get_project(str(kiln))
        (kiln / "src" / "more.ts").write_text("")
        assert service.read_project(str(kiln)).facts.file_tree["src"] == 2

    def test_a_folder_that_nothing_is_about_can_be_read(self, service: MemoryService, kiln: Path) -> None:
        with pytest.raises(NotFound):
            service.get_project(str(kiln))
        assert service.read_project(str(kiln)).facts.package_manager == "pnpm"
        assert [one.path for one in service.list_projects()] == [str(kiln)]

    def test_what_is_no_project_is_refused(self, service: MemoryService, tmp_path: Path) -> None:
        with pytest.raises(NotFound):
            service.read_project(str(tmp_path / "nowhere"))
        with pytest.raises(InvalidInput):
            service.read_project(str(Path.home()))
        with pytest.raises(InvalidInput):
            service.read_project("/")
        assert service.list_projects() == []

    def test_reading_does_not_bring_an_old_project_to_the_top(
        self, service: MemoryService, kiln: Path, clock: ManualClock
    ) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        clock.advance(days=3)
        remember(service, "Pollen is counted in May", "/srv/pollen")
        clock.advance(days=3)
        service.get_project(str(kiln))
        assert [one.name for one in service.list_projects()] == ["pollen", "kiln"]


class TestNotHere:
    def test_a_project_of_another_computer_stays_with_what_its_sessions_say(
        self, service: MemoryService, tmp_path: Path
    ) -> None:
        for project in ("/srv/was/here", "C:\\work\\kiln"):
            remember(service, f"Known of {project}", project)
            found = service.get_project(project)
            assert found.trouble == NOT_HERE and not found.summary.there and found.read_at is None
        assert {one.name for one in service.list_projects()} == {"here", "kiln"}

    def test_odd_paths_are_no_trouble(self, service: MemoryService) -> None:
        for project in ("/srv/" + "long" * 2_000, "/srv/new\nline", "\\\\share\\team\\kiln"):
            remember(service, f"Known of {project[-8:]} {len(project)}", project)
        assert [one.there for one in service.list_projects()] == [False] * 3
        for one in service.list_projects():
            assert service.get_project(one.path).trouble == NOT_HERE

    @pytest.mark.logs_warnings
    def test_a_bug_in_reading_fails_no_capture(
        self, service: MemoryService, kiln: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("a bug")

        monkeypatch.setattr("arbor_desktop.projects.stack.reader.read_project", broken)
        assert worked(service, kiln, "daily", tmp_path / "s")

    def test_what_was_read_before_it_went_is_kept(self, service: MemoryService, kiln: Path) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        service.get_project(str(kiln))
        kiln.rename(kiln.with_name("moved"))
        found = service.get_project(str(kiln))
        assert found.facts.package_manager == "pnpm" and found.trouble == NOT_HERE
        kiln.with_name("moved").rename(kiln)
        assert service.get_project(str(kiln)).trouble is None

    def test_an_excluded_project_is_never_read(self, service: MemoryService, kiln: Path) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        service.exclude(str(kiln))
        found = service.get_project(str(kiln))
        assert found.trouble == EXCLUDED and found.facts.stack == () and found.read_at is None
        assert service.read_project(str(kiln)).facts.stack == ()
        service.include(str(kiln))
        assert "vitest" in service.get_project(str(kiln)).facts.stack

    def test_what_is_excluded_within_it_is_not_read(self, service: MemoryService, kiln: Path) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        service.exclude("package.json")
        assert "vitest" not in service.get_project(str(kiln)).facts.stack

    def test_a_link_to_an_excluded_folder_is_not_read(
        self, service: MemoryService, kiln: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "link").symlink_to(kiln)
        remember(service, "Kilns are fired on Fridays", tmp_path / "link")
        service.exclude(str(kiln))
        assert service.get_project(str(tmp_path / "link")).trouble == EXCLUDED

    def test_a_folder_of_everything_is_read_only_if_it_is_a_project(self, service: MemoryService) -> None:
        downloads = Path.home() / "Downloads"
        downloads.mkdir()
        (downloads / "letter.py").write_text("")
        remember(service, "Letters lie in the downloads", downloads)
        assert service.get_project(str(downloads)).trouble == NO_PROJECT
        (downloads / "package.json").write_text("{}")
        assert service.get_project(str(downloads)).trouble is None

    def test_secrets_in_commands_are_taken_out(self, service: MemoryService, kiln: Path) -> None:
        token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
        (kiln / "Dockerfile").write_text(f"FROM node:20\nCMD node . --token={token}\n")
        remember(service, "Kilns are fired on Fridays", kiln)
        found = service.get_project(str(kiln))
        assert any("[redacted:" in one for one in found.facts.entry_points)
        raw = b"".join(path.read_bytes() for path in service.home.database.parent.glob("arbor_memory.db*"))
        assert token.encode() not in raw


class TestSessions:
    def test_frequent_files_and_commands(self, service: MemoryService, kiln: Path, tmp_path: Path) -> None:
        for number, name in enumerate(("daily", "weekly")):
            worked(service, kiln, name, tmp_path / "sessions", start=1_762_160_400 + number * 3600)
        found = service.get_project(str(kiln))
        assert [(one.name, one.sessions) for one in found.frequent_commands] == [("pnpm test", 2)]

    def test_sessions_with_what_they_came_to(
        self, service: MemoryService, kiln: Path, tmp_path: Path
    ) -> None:
        made = [
            worked(service, kiln, name, tmp_path / "s", start=1_762_160_400 + number * 3600)
            for number, name in enumerate(("daily", "weekly", "monthly"))
        ]
        (newest, middle), mark = service.project_sessions(str(kiln), limit=2)
        assert [newest.conversation_id, middle.conversation_id] == [made[2], made[1]]
        assert (newest.type, newest.status, newest.errors, newest.errors_solved) == ("FIX", "success", 1, 1)
        assert newest.checks == ("pnpm test passed",) and newest.branch == "main"
        (oldest,), end = service.project_sessions(str(kiln), limit=2, after=mark)
        assert oldest.conversation_id == made[0] and end is None
        for wrong in ("x", "WzEsMl0x", ""):
            with pytest.raises(InvalidInput):
                service.project_sessions(str(kiln), after=wrong)

    def test_branches_with_the_one_checked_out_first(
        self, service: MemoryService, kiln: Path, tmp_path: Path
    ) -> None:
        (kiln / ".git").mkdir()
        (kiln / ".git" / "HEAD").write_text("ref: refs/heads/feat/outbox\n")
        worked(service, kiln, "daily", tmp_path / "s")
        remember(service, "The outbox is a table", kiln, branch="feat/outbox")
        remember(service, "The old way is a queue", kiln, branch="feat/queue")
        found = service.get_project(str(kiln)).branches
        assert [(one.name, one.memories, one.conversations, one.checked_out) for one in found] == [
            ("feat/outbox", 1, 0, True), ("feat/queue", 1, 0, False), ("main", 0, 1, False),
        ]  # fmt: skip

    def test_quirks_are_conventions_for_parts_of_it(self, service: MemoryService, kiln: Path) -> None:
        ident = remember(
            service, "Old modules keep callbacks", kiln, category="project_conventions",
            details={"applies_to": ["src/legacy/**"]},
        )  # fmt: skip
        remember(service, "Everything else is async", kiln, category="project_conventions")
        (quirk,) = service.get_project(str(kiln)).quirks
        assert document(quirk) == {
            "memory_id": ident, "text": "Old modules keep callbacks", "applies_to": ["src/legacy/**"],
        }  # fmt: skip
        service.delete(ident)
        assert service.get_project(str(kiln)).quirks == ()

    def test_memorizing_a_session_reads_its_project(
        self, service: MemoryService, kiln: Path, tmp_path: Path
    ) -> None:
        worked(service, kiln, "daily", tmp_path / "s")
        (listed,) = service.list_projects()
        assert "vitest" in listed.stack

    def test_watching_reads_it_in_the_background(self, service: MemoryService, kiln: Path) -> None:
        done = threading.Event()
        service.events.subscribe(lambda changes: done.set() if changes.projects else None)
        service.start_watching()
        remember(service, "Kilns are fired on Fridays", kiln)
        assert done.wait(30)
        assert "vitest" in service.list_projects()[0].stack

    def test_daily_maintenance_reads_what_changed(self, service: MemoryService, kiln: Path) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        remember(service, "Pollen is counted in May", "/srv/pollen")
        (result,) = service.run_maintenance(Task.DAILY)
        assert result.success and result.result["projects_read"] == 1
        assert "vitest" in service.list_projects()[0].stack + service.list_projects()[1].stack
        (result,) = service.run_maintenance(Task.DAILY)
        assert result.result["projects_read"] == 0

    def test_deleting_a_project_for_good_forgets_what_was_read(
        self, service: MemoryService, kiln: Path
    ) -> None:
        remember(service, "Kilns are fired on Fridays", kiln)
        service.get_project(str(kiln))
        service.purge(project=str(kiln))
        assert service.list_projects() == []


class TestStack:
    """Technologies of the project count in conflicts and contexts (spec 5.3)."""

    def test_the_projects_own_test_runner_wins(self, service: MemoryService, kiln: Path) -> None:
        service.store("Test runner: jest", type="preference", confidence=0.85, technology="jest")
        here = remember(
            service, "Test runner: vitest", kiln, type="preference", confidence=0.95, technology="vitest"
        )
        used(service, "Test runner: jest", 20)
        used(service, "Test runner: vitest", 5)
        (conflict,) = service.list_conflicts()
        assert "stack" not in conflict.suggestion.reason
        service.get_project(str(kiln))
        (conflict,) = service.list_conflicts()
        assert conflict.suggestion.winner == here
        assert "kiln uses vitest" in conflict.suggestion.reason
        assert conflict.suggestion.scores[here].context == pytest.approx(1.15)

    def test_what_is_proven_everywhere_wins_over_what_was_tried_once(
        self, service: MemoryService, kiln: Path
    ) -> None:
        everywhere = service.store("Password hash: bcrypt, cost 12", type="preference", confidence=0.95).id
        remember(service, "Password hash: argon2", kiln, type="preference", confidence=0.70)
        used(service, "Password hash: bcrypt, cost 12", 50)
        used(service, "Password hash: argon2", 1)
        service.get_project(str(kiln))
        (conflict,) = service.list_conflicts()
        assert conflict.suggestion.winner == everywhere

    def test_a_context_follows_the_stack_without_a_restart(
        self, service: MemoryService, kiln: Path, clock: ManualClock
    ) -> None:
        remember(service, "Test runner: vitest", kiln, type="preference", confidence=0.7, technology="vitest")
        clock.advance(seconds=3600)
        remember(service, "Test runner: jest", kiln, type="preference", confidence=0.75, technology="jest")
        service.settings.set("confidence.grace_days", 365)
        assert "- Test runner: jest" in service.get_context(project=str(kiln)).text
        service.get_project(str(kiln))
        told = service.get_context(project=str(kiln)).text
        assert "\n- Test runner: vitest" in told and "\n- Test runner: jest" not in told


def used(service: MemoryService, content: str, times: int) -> None:
    """As if it had been used: without the confidence that use brings."""
    service._rt.db.write(
        lambda c: c.execute(
            "UPDATE memory SET use_count = ?, success_count = ?, last_used_at = ? WHERE content = ?",
            (times, times, service._rt.clock(), content),
        )
    )


def test_a_project_was_last_seen_when_it_was_talked_about_not_when_that_was_captured(
    service: MemoryService, kiln: Path, tmp_path: Path
) -> None:
    Session("old", str(kiln)).say("Always use pnpm instead of npm in this repository.").write(tmp_path / "in")
    assert service.capture([tmp_path / "in"])[0].items_extracted
    service.read_project(str(kiln))
    (project,) = service.list_projects()
    assert str(project.to_dict()["last_seen"]).startswith("2025-11-03")

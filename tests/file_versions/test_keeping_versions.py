"""A version is kept of each memory file that changed or vanished, for tools that were switched on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from arbor_desktop.clock import DAY_MS
from arbor_desktop.database.connection import Connection
from arbor_desktop.file_versions import model
from arbor_desktop.file_versions.model import FileVersion, surplus
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.file_versions.conftest import lines


def kept(versions: FileVersions, path: Path) -> list[bytes | None]:
    """Return the contents of all versions of a file, newest first."""
    return [versions.content(one.id) for one in versions.versions(str(path))]


def paths(versions: FileVersions) -> set[str]:
    return {file.path for tool in versions.tools() for file in tool.files}


def stored(service: MemoryService, sql: str) -> list[tuple[object, ...]]:
    def read(conn: Connection) -> list[tuple[object, ...]]:
        return conn.execute(sql).fetchall()

    return service._rt.db.read(read)


def test_nothing_is_kept_until_a_tool_is_switched_on(service: MemoryService, notes: Path) -> None:
    assert service.file_versions.look() == 0
    service.settings.set("file_versions.codex", True)
    assert service.file_versions.look() == 0
    service.settings.set("file_versions.claude_code", True)
    assert service.file_versions.look() == 1
    assert kept(service.file_versions, notes) == [lines(10)]


def test_each_change_is_a_version_and_an_unchanged_file_none(versions: FileVersions, notes: Path) -> None:
    versions.look()
    assert versions.look() == 0
    notes.write_bytes(lines(11))
    assert versions.look() == 1
    os.utime(notes, (1, 1))
    assert versions.look() == 0
    assert kept(versions, notes) == [lines(11), lines(10)]
    newest = versions.versions(str(notes))[0]
    assert (newest.added, newest.removed, newest.lines, newest.loss) == (1, 0, 11, False)


def test_what_changed_while_arbor_was_closed_is_kept_at_the_next_start(
    home: Path, clock: ManualClock, notes: Path
) -> None:
    for content in (lines(10), lines(4)):
        notes.write_bytes(content)
        with MemoryService.open(home, clock=clock) as service:
            service.settings.set("file_versions.claude_code", True)
            service.file_versions.look()
    with MemoryService.open(home, clock=clock) as service:
        assert service.file_versions.look() == 0
        assert kept(service.file_versions, notes) == [lines(4), lines(10)]
        assert [one.removed for one in service.file_versions.losses(0)] == [6]


def test_the_files_of_all_three_tools_are_known(
    home: Path, service: MemoryService, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = home.parent
    wanted = {
        ".claude/CLAUDE.md", ".claude/projects/-src-app/memory/MEMORY.md",
        ".claude/projects/-src-app/memory/topics/db.md", ".claude/agent-memory/reviewer/MEMORY.md",
        "Notes/claude/topic.md", ".codex/AGENTS.md", ".codex/memories/MEMORY.md",
        ".codex/memories/rollout_summaries/one.md", ".gemini/GEMINI.md", ".gemini/tmp/app/memory/MEMORY.md",
    }  # fmt: skip
    others = {
        ".claude/projects/-src-app/one.jsonl", ".claude/projects/-src-app/memory/picture.png",
        ".claude/plans/plan.md", ".codex/memories/.git/description.md", ".codex/sessions/rollout.md",
        ".gemini/tmp/app/chats/chat.md", "Notes/claude/deep/topic.md",
    }  # fmt: skip
    for name in (*wanted, *others):
        (person / name).parent.mkdir(parents=True, exist_ok=True)
        (person / name).write_text("words\n")
    (person / ".claude" / "settings.json").write_text('{"autoMemoryDirectory": "~/Notes/claude"}')
    for tool in ("claude_code", "codex", "gemini_cli"):
        service.settings.set(f"file_versions.{tool}", True)
    service.file_versions.look()
    assert paths(service.file_versions) == {str(person / name) for name in wanted}


def test_the_same_content_is_stored_once(service: MemoryService, versions: FileVersions, notes: Path) -> None:
    for content in (b"a\n", b"b\n", b"a\n", b"b\n"):
        notes.write_bytes(content)
        versions.look()
    notes.with_name("copy.md").write_bytes(b"a\n")
    versions.look()
    assert kept(versions, notes) == [b"b\n", b"a\n", b"b\n", b"a\n"]
    assert stored(service, "SELECT count(*) FROM file_content") == [(2,)]


@pytest.mark.parametrize(
    ("after", "loss"),
    [
        (lines(5), False),
        (lines(4), True),
        (b"", True),
        (lines(10, 10), True),
        (lines(5, 5) + lines(5), False),
    ],
)
def test_more_than_half_of_the_lines_removed_is_a_loss(
    versions: FileVersions, notes: Path, after: bytes, loss: bool
) -> None:
    versions.look()
    notes.write_bytes(after)
    versions.look()
    assert versions.versions(str(notes))[0].loss is loss


def test_a_file_of_two_lines_has_little_to_lose(versions: FileVersions, notes: Path) -> None:
    for content in (b"one\ntwo\n", b"other\n"):
        notes.write_bytes(content)
        versions.look()
    assert versions.losses(0) == []


def test_a_deleted_file_stays_listed_and_counts_as_a_loss(versions: FileVersions, notes: Path) -> None:
    versions.look()
    notes.unlink()
    assert versions.look() == 1
    assert versions.look() == 0
    [loss] = versions.losses(0)
    assert (loss.exists, loss.removed, loss.lines_before) == (False, 10, 10)
    notes.write_bytes(lines(3))
    versions.look()
    assert kept(versions, notes) == [lines(3), None, lines(10)]
    assert len(versions.losses(0)) == 1


def test_a_file_that_was_renamed_is_no_loss(versions: FileVersions, notes: Path) -> None:
    versions.look()
    notes.rename(notes.with_name("a-topic.md"))
    assert versions.look() == 2
    assert versions.losses(0) == []


def test_nothing_is_taken_for_deleted_where_the_folder_of_the_tool_is_not_there(
    versions: FileVersions, claude: Path, notes: Path
) -> None:
    versions.look()
    claude.rename(claude.with_name("elsewhere"))
    assert versions.look() == 0
    claude.with_name("elsewhere").rename(claude)
    assert versions.look() == 0


def test_what_is_no_file_is_said_and_others_are_kept(versions: FileVersions, notes: Path) -> None:
    odd = notes.with_name("folder.md")
    odd.mkdir()
    assert versions.look() == 1
    assert versions.look() == 0
    assert paths(versions) == {str(notes)}
    assert versions.tools()[0].troubles == (f"{odd} is not a file.",)
    odd.rmdir()
    versions.look()
    assert versions.tools()[0].troubles == ()


def test_a_large_file_is_noted_without_its_content(versions: FileVersions, notes: Path) -> None:
    versions.look()
    for size in (model.MOST_BYTES + 1, model.MOST_BYTES + 2):
        notes.write_bytes(b"x" * size)
        versions.look()
    newest, oldest = versions.versions(str(notes))
    assert (newest.exists, newest.kept, newest.size) == (True, False, model.MOST_BYTES + 1)
    assert oldest.kept
    notes.write_bytes(b"x" * model.MOST_BYTES)
    versions.look()
    assert versions.versions(str(notes))[0].kept


def test_a_link_to_the_persons_own_note_is_kept_and_one_to_anything_else_is_not(
    versions: FileVersions, home: Path, claude: Path, tmp_path: Path
) -> None:
    person = home.parent
    (person / "dotfiles").mkdir()
    (person / "dotfiles" / "CLAUDE.md").write_text("mine\n")
    (claude / "CLAUDE.md").symlink_to(person / "dotfiles" / "CLAUDE.md")
    (person / "key").write_text("secret\n")
    (claude / "projects" / "-src-app" / "memory" / "key.md").symlink_to(person / "key")
    (tmp_path / "other.md").write_text("not mine\n")
    (claude / "projects" / "-src-app" / "memory" / "other.md").symlink_to(tmp_path / "other.md")
    versions.look()
    assert paths(versions) == {str(claude / "CLAUDE.md")}
    assert len(versions.tools()[0].troubles) == 2


@pytest.mark.parametrize("pattern", ["/src/app", "/src", "app", "src/app", "/src/a*"])
def test_files_of_an_excluded_project_are_not_kept(
    service: MemoryService, versions: FileVersions, notes: Path, pattern: str
) -> None:
    service.settings.set("capture.excluded", [pattern])
    assert versions.look() == 0
    service.settings.set("capture.excluded", ["/src/other", "pp"])
    assert versions.look() == 1


def test_a_project_that_arbor_knows_is_named_and_excluded_by_its_path(
    service: MemoryService, versions: FileVersions, home: Path, claude: Path
) -> None:
    service.store("Use tabs in all of the code", type="fact", scope="project", scope_id="/src/my.app")
    note = claude / "projects" / "-src-my-app" / "memory" / "MEMORY.md"
    note.parent.mkdir(parents=True)
    note.write_text("words\n")
    versions.look()
    assert versions.file(str(note)).newest.project == "/src/my.app"
    note.write_text("other words\n")
    service.settings.set("capture.excluded", ["/src/my-app"])
    assert versions.look() == 1
    note.write_text("secret words\n")
    service.settings.set("capture.excluded", ["my.app"])
    assert versions.look() == 0


def test_gemini_names_its_projects(service: MemoryService, home: Path) -> None:
    memory = home.parent / ".gemini" / "tmp" / "app" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text("words\n")
    (memory.parent / ".project_root").write_text("/src/secret/app\n")
    service.settings.set("file_versions.gemini_cli", True)
    service.settings.set("capture.excluded", ["/src/secret"])
    assert service.file_versions.look() == 0
    service.settings.set("capture.excluded", [])
    service.file_versions.look()
    assert service.file_versions.file("MEMORY.md").newest.project == "/src/secret/app"


def test_versions_of_a_file_do_not_grow_for_ever(
    versions: FileVersions, notes: Path, clock: ManualClock
) -> None:
    versions.look()
    notes.write_bytes(b"")
    versions.look()
    for number in range(model.MOST_VERSIONS + 20):
        notes.write_bytes(b"%d\n" % number)
        versions.look()
    contents = kept(versions, notes)
    assert len(contents) == model.MOST_VERSIONS
    assert contents[0] == b"%d\n" % (number)
    assert contents[-1] == lines(10), "the last one before a loss is kept"


def test_the_last_version_of_a_day_outlives_others(version: Callable[..., FileVersion]) -> None:
    days = [version(id=3 * day + turn, at=day * DAY_MS + turn) for day in range(30) for turn in range(3)]
    newest_first = days[::-1]
    gone = set(surplus(newest_first))
    left = [one for one in newest_first if one.id not in gone]
    assert left[: model.MOST_RECENT] == newest_first[: model.MOST_RECENT]
    assert {one.at // DAY_MS for one in left} == set(range(30))
    assert len(left) == model.MOST_VERSIONS


@pytest.fixture
def version() -> Callable[..., FileVersion]:
    def make(**fields: object) -> FileVersion:
        values = {
            "tool": "codex", "path": "/a.md", "project": None, "size": 1, "kept": True, "mode": 0, "lines": 1,
            "added": 0, "removed": 0, "loss": False, "restored": False,
        }  # fmt: skip
        return FileVersion(**{**values, **fields})  # type: ignore[arg-type]

    return make


def test_deleting_everything_deletes_them_also_from_backups(
    service: MemoryService, versions: FileVersions, home: Path, notes: Path
) -> None:
    secret = b"the word is xylophone-4711\n"
    notes.write_bytes(secret)
    versions.look()
    service.backup()
    service.purge(everything=True)
    assert paths(versions) == set()
    assert versions.look() == 0
    service.close()
    assert [path for path in home.rglob("*") if path.is_file() and b"xylophone" in path.read_bytes()] == []


def test_deleting_a_project_deletes_the_versions_of_its_files(
    service: MemoryService, versions: FileVersions, claude: Path, notes: Path
) -> None:
    (claude / "CLAUDE.md").write_text("of all projects\n")
    service.store("Use tabs in all of the code", type="fact", scope="project", scope_id="/src/app")
    versions.look()
    backup = Path(str(service.backup()["path"]))
    service.purge(project="/src/app")
    assert paths(versions) == {str(claude / "CLAUDE.md")}
    conn = apsw.Connection(str(backup))
    assert conn.execute("SELECT path FROM file_version").fetchall() == [(str(claude / "CLAUDE.md"),)]
    conn.close()


def test_the_versions_of_one_file_can_be_forgotten(
    service: MemoryService, versions: FileVersions, home: Path, claude: Path, notes: Path
) -> None:
    notes.write_bytes(b"the word is xylophone-4711\n")
    (claude / "CLAUDE.md").write_text("other\n")
    versions.look()
    service.backup()
    elsewhere = str(service.backup(home.parent / "elsewhere.db")["path"])
    notes.write_bytes(b"clean\n")
    versions.look()
    assert versions.forget(str(notes)) == 2
    service.restore_backup(elsewhere)
    assert [path for path in home.rglob("*") if path.is_file() and b"xylophone" in path.read_bytes()] == []
    assert paths(versions) == {str(claude / "CLAUDE.md")}
    versions.look()
    assert kept(versions, notes) == [b"clean\n"]


def test_a_restored_backup_brings_its_versions_and_the_present_file_is_kept(
    service: MemoryService, versions: FileVersions, notes: Path
) -> None:
    versions.look()
    backup = str(service.backup()["path"])
    notes.write_bytes(lines(12))
    versions.look()
    service.restore_backup(backup)
    assert kept(versions, notes) == [lines(10)]
    versions.look()
    assert kept(versions, notes) == [lines(12), lines(10)]


def test_they_are_neither_searched_nor_exported_nor_shared(
    service: MemoryService, versions: FileVersions, notes: Path, tmp_path: Path
) -> None:
    notes.write_bytes(b"The kiln is called xylophone.\n")
    versions.look()
    assert service.search("xylophone") == []
    assert not service.search_turns("xylophone")
    service.export_memories(str(tmp_path / "all.json"))
    assert "xylophone" not in (tmp_path / "all.json").read_text()
    assert "xylophone" not in service.get_context().text


@pytest.mark.skipif(os.name == "nt", reason="no modes")
def test_the_memory_file_is_the_persons_alone(
    service: MemoryService, versions: FileVersions, notes: Path
) -> None:
    versions.look()
    assert service.home.database.stat().st_mode & 0o077 == 0

"""Instruction files carry the memory of the branch that is checked out; what is a person's stays."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files import managed_block, operations
from arbor_desktop.user_files.model import Standing
from arbor_desktop.user_files.operations import UserFiles
from tests.conftest import ManualClock
from tests.properties import times

TITLE = "## Branch Memory (auto-extracted)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with `main` checked out."""
    folder = tmp_path / "app"
    (folder / ".git").mkdir(parents=True)
    check_out(folder, "main")
    return folder


def check_out(project: Path, branch: str) -> None:
    (project / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n")


def remember(service: MemoryService, project: Path, text: str, **more: Any) -> str:
    more = {"type": "instruction", "category": "project_conventions"} | more
    return service.store(text, scope="project", scope_id=str(project), **more).id


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_at_first_nothing_is_switched_on_and_no_file_is_made(service: MemoryService, project: Path) -> None:
    remember(service, project, "Use tabs in all of the code")
    assert service.switches(str(project)).instructions == ()
    assert names(project) == [".git"]


def test_what_an_agent_stored_stands_in_a_file_once_it_is_confirmed(
    service: MemoryService, project: Path
) -> None:
    ident = remember(service, project, "Builds run in Docker", source="agent_stored")
    service.switch(str(project), instructions={"CLAUDE.md": "block"}, branch_files=True)
    file = project / ".arbor" / "memory" / "branches" / "main.md"
    assert not (project / "CLAUDE.md").exists()
    assert "Docker" not in (text_of(file) if file.exists() else "")
    service.feedback(ident, "CONFIRM")
    service.branch_memory.options.refresh(str(project))
    assert "Builds run in Docker" in text_of(project / "CLAUDE.md")


def test_switched_on_and_off_again_leaves_the_very_bytes(service: MemoryService, project: Path) -> None:
    mine = b"\xef\xbb\xbf# Mine\r\n\r\nText without an end"
    (project / "CLAUDE.md").write_bytes(mine)
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert TITLE in text_of(project / "CLAUDE.md")
    assert "- Use tabs in all of the code" in text_of(project / "CLAUDE.md")
    assert not (project / "AGENTS.md").exists()
    service.switch(str(project), instructions={})
    assert (project / "CLAUDE.md").read_bytes() == mine


def test_a_file_that_was_made_goes_away_again_and_an_empty_one_stays(
    service: MemoryService, project: Path
) -> None:
    (project / "CLAUDE.md").write_bytes(b"")
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"AGENTS.md": "block", "CLAUDE.md": "block"})
    assert TITLE in text_of(project / "AGENTS.md")
    service.switch(str(project), instructions={})
    assert not (project / "AGENTS.md").exists()
    assert (project / "CLAUDE.md").read_bytes() == b""


def test_the_sections_stand_in_order_and_facts_are_left_out(service: MemoryService, project: Path) -> None:
    remember(
        service, project, "The login page hung because of the cache", category="bug_patterns", type="fact"
    )
    remember(service, project, "We chose Postgres over MySQL for JSON", category="architectural_decisions")
    remember(service, project, "Use tabs in all of the code")
    remember(service, project, "The office is in Lyon these days", category="facts", type="fact")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    lines = [
        line for line in text_of(project / "CLAUDE.md").splitlines() if line and not line.startswith("<!--")
    ]
    assert lines == [
        TITLE,
        "### Conventions",
        "- Use tabs in all of the code",
        "### Architectural Decisions",
        "- We chose Postgres over MySQL for JSON",
        "### Bug Patterns",
        "- The login page hung because of the cache",
    ]


def test_what_is_private_pending_or_of_another_branch_never_stands_there(
    service: MemoryService, project: Path
) -> None:
    remember(service, project, "Use tabs in all of the code")
    remember(service, project, "The customer is called Meier", privacy_level="never_share")
    remember(service, project, "The salary table lies in the wiki", privacy_level="sensitive")
    remember(service, project, "Feature flags live in flags.py", branch="feature/login")
    gone = remember(service, project, "Deploy by hand on Fridays only")
    service.archive(gone)
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    text = text_of(project / "CLAUDE.md")
    assert "tabs" in text
    for word in ("Meier", "salary", "flags.py", "Fridays"):
        assert word not in text


def test_without_memory_there_is_no_block_and_no_file(service: MemoryService, project: Path) -> None:
    service.switch(str(project), instructions={"CLAUDE.md": "block", "GEMINI.md": "import"})
    assert names(project) == [".git"]
    known = remember(service, project, "Use tabs in all of the code")
    service.branch_memory.options.refresh(str(project))
    assert TITLE in text_of(project / "CLAUDE.md")
    service.delete(known)
    service.branch_memory.options.refresh(str(project))
    assert names(project) == [".git"]


def test_a_file_that_says_all_already_is_not_touched(service: MemoryService, project: Path) -> None:
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    os.utime(project / "CLAUDE.md", ns=(1, 1))
    assert service.branch_memory.options.refresh(str(project)) == []
    assert (project / "CLAUDE.md").stat().st_mtime_ns == 1


def test_the_import_stands_in_the_file_and_the_block_in_its_own(
    service: MemoryService, project: Path
) -> None:
    (project / "CLAUDE.md").write_text("# Mine\n")
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "import", "GEMINI.md": "import"})
    assert "@./.arbor/memory/instructions.md" in text_of(project / "CLAUDE.md").splitlines()
    assert "Use tabs" not in text_of(project / "CLAUDE.md")
    assert "- Use tabs in all of the code" in text_of(project / ".arbor/memory/instructions.md")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert not (project / ".arbor").exists()
    assert not (project / "GEMINI.md").exists()
    assert "- Use tabs in all of the code" in text_of(project / "CLAUDE.md")


@pytest.mark.parametrize(
    "fields",
    [
        {"instructions": {"README.md": "block"}},
        {"instructions": {"AGENTS.md": "import"}},
        {"instructions": {"CLAUDE.md": "somehow"}},
        {"instructions": "CLAUDE.md"},
        {"activation": "yes"},
        {"nonsense": True},
    ],
)
def test_what_is_no_switch_is_refused(service: MemoryService, project: Path, fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        service.switch(str(project), **fields)
    assert names(project) == [".git"]


def test_folders_that_are_no_project_are_refused(service: MemoryService, tmp_path: Path) -> None:
    for folder in (tmp_path / "gone", Path.home()):
        with pytest.raises(InvalidInput):
            service.switch(str(folder), instructions={"CLAUDE.md": "block"})


@pytest.mark.parametrize("mine", [b"", b"Text of mine, without an end"])
def test_the_imported_file_is_left_alone_where_only_blocks_are_switched_on(
    service: MemoryService, project: Path, mine: bytes
) -> None:
    # It came with a clone: another Arbor wrote its block, which is not this one's to take out.
    own = project / ".arbor" / "memory" / "instructions.md"
    own.parent.mkdir(parents=True)
    there = managed_block.put(mine, "Use spaces in all of the code")
    own.write_bytes(there)
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert TITLE in text_of(project / "CLAUDE.md")
    assert own.read_bytes() == there
    service.branch_memory.options.refresh(str(project))
    service.switch(str(project), instructions={})
    assert own.read_bytes() == there


def test_an_excluded_project_is_not_written_into(service: MemoryService, project: Path) -> None:
    service.exclude(str(project))
    with pytest.raises(InvalidInput, match="excluded"):
        service.switch(str(project), instructions={"CLAUDE.md": "block"})


def test_a_plan_changes_nothing_and_says_what_will_be(service: MemoryService, project: Path) -> None:
    (project / "CLAUDE.md").write_text("# Mine\n")
    remember(service, project, "Use tabs in all of the code")
    plan = service.plan_switch(str(project), instructions={"CLAUDE.md": "block"})
    assert text_of(project / "CLAUDE.md") == "# Mine\n"
    assert not service.switches(str(project)).instructions
    [change] = plan.changes
    assert change.before == b"# Mine\n"
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert (project / "CLAUDE.md").read_bytes() == change.after
    assert service.plan_switch(str(project), instructions={"CLAUDE.md": "block"}).empty


def test_the_states_say_where_each_file_stands(service: MemoryService, project: Path) -> None:
    def standing() -> dict[str, Standing]:
        return {part.key: part.standing for part in service.instruction_states(str(project))}

    remember(service, project, "Use tabs in all of the code")
    assert set(standing().values()) == {Standing.ABSENT}
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert standing()["CLAUDE.md"] is Standing.INSTALLED
    assert service.instruction_states(str(project))[0].note == ""
    remember(service, project, "Name tests after what they show")
    assert standing()["CLAUDE.md"] is Standing.PARTLY
    (project / "CLAUDE.md").write_text("<!-- arbor:end 0123456789ab -->\n")
    assert standing()["CLAUDE.md"] is Standing.BLOCKED


def test_a_link_within_the_project_stays_a_link_and_is_written_once(
    service: MemoryService, project: Path
) -> None:
    (project / "AGENTS.md").write_text("# Mine\n")
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block", "AGENTS.md": "block"})
    assert (project / "CLAUDE.md").is_symlink()
    assert text_of(project / "AGENTS.md").count(TITLE) == 1
    service.switch(str(project), instructions={"AGENTS.md": "block"})
    assert text_of(project / "AGENTS.md").count(TITLE) == 1
    service.switch(str(project), instructions={})
    assert text_of(project / "AGENTS.md") == "# Mine\n"


def test_a_link_out_of_the_project_is_left_alone(
    service: MemoryService, project: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere.md").write_text("# Mine\n")
    (project / "CLAUDE.md").symlink_to(tmp_path / "elsewhere.md")
    remember(service, project, "Use tabs in all of the code")
    with pytest.raises(StorageError, match="leads out"):
        service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert (tmp_path / "elsewhere.md").read_text() == "# Mine\n"
    assert not service.switches(str(project)).instructions


def test_a_read_only_file_is_left_alone_and_the_mode_of_others_stays(
    service: MemoryService, project: Path
) -> None:
    remember(service, project, "Use tabs in all of the code")
    (project / "CLAUDE.md").write_text("# Mine\n")
    (project / "CLAUDE.md").chmod(0o444)
    with pytest.raises(StorageError, match="read-only"):
        service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert text_of(project / "CLAUDE.md") == "# Mine\n"
    (project / "CLAUDE.md").chmod(0o640)
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert (project / "CLAUDE.md").stat().st_mode & 0o777 == 0o640


def test_a_damaged_block_is_left_alone_and_said_once(service: MemoryService, project: Path) -> None:
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    damaged = "\n".join(text_of(project / "CLAUDE.md").splitlines()[:-1])
    (project / "CLAUDE.md").write_text(damaged)
    for _ in range(2):
        [trouble] = service.branch_memory.options.refresh(str(project))
        assert "its end is missing" in trouble
    assert text_of(project / "CLAUDE.md") == damaged
    assert [one.title for one in service.activity()] == ["CLAUDE.md was not changed"]
    service.switch(str(project), instructions={})
    assert text_of(project / "CLAUDE.md") == damaged
    assert not service.switches(str(project)).instructions


def test_words_typed_into_the_block_are_moved_below_it_and_that_is_said(
    service: MemoryService, project: Path
) -> None:
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    text = text_of(project / "CLAUDE.md").replace("- Use tabs", "- My own rule\n- Use tabs")
    (project / "CLAUDE.md").write_text(text)
    remember(service, project, "Name tests after what they show")
    service.branch_memory.options.refresh(str(project))
    now = text_of(project / "CLAUDE.md")
    assert now.endswith("-->\n- My own rule\n")
    assert now.count("Use tabs") == 1
    assert [one.title for one in service.activity()] == ["Your words in CLAUDE.md were moved"]
    service.switch(str(project), instructions={})
    assert text_of(project / "CLAUDE.md") == "- My own rule\n"


def test_each_change_leaves_a_backup(service: MemoryService, project: Path, home: Path) -> None:
    (project / "CLAUDE.md").write_text("# Mine\n")
    remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    [copy] = (home / "backups" / "files").iterdir()
    assert copy.read_text() == "# Mine\n"
    assert copy.stat().st_mode & 0o777 == 0o600


def test_backups_keep_the_persons_words_and_nothing_of_memories(
    service: MemoryService, project: Path, home: Path
) -> None:
    """What is deleted for good would lie in them for ever."""
    (project / "CLAUDE.md").write_text("# Mine\n")
    ident = remember(service, project, "Use the secret code name Zanzibar in all of the code")
    service.switch(
        str(project), branch_files=True, instructions={"CLAUDE.md": "block", "GEMINI.md": "import"}
    )
    (project / "CLAUDE.md").write_text("# Mine too\n" + text_of(project / "CLAUDE.md"))
    service.update(ident, content="Use the secret code name Zanzibar in half of the code")
    service.branch_memory.options.refresh(str(project))
    claude = text_of(project / "CLAUDE.md")
    (project / "CLAUDE.md").write_text(claude.replace("### Conv", "My own line.\n### Conv"))
    assert "Zanzibar" in claude
    service.purge([ident])
    service.branch_memory.options.refresh(str(project))
    service.switch(str(project), branch_files=False, instructions={})
    texts = [path.read_text() for path in (home / "backups" / "files").iterdir()]
    assert "# Mine\n" in texts
    assert any("# Mine too\n" in text and "My own line.\n" in text for text in texts)
    assert not any("Zanzibar" in text for text in texts)


def test_a_backup_that_says_the_same_is_not_made_again(
    service: MemoryService, project: Path, home: Path
) -> None:
    (project / "CLAUDE.md").write_text("# Mine\n")
    ident = remember(service, project, "Use tabs in all of the code")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    for number in range(5):
        service.update(ident, content=f"Use {number} tabs in all of the code")
        service.branch_memory.options.refresh(str(project))
    assert [path.read_text() for path in (home / "backups" / "files").iterdir()] == ["# Mine\n"]


def test_an_excluded_project_keeps_nothing_that_arbor_wrote(service: MemoryService, project: Path) -> None:
    (project / "CLAUDE.md").write_text("# Mine\n")
    remember(service, project, "Use the secret code name Zanzibar in all of the code")
    service.switch(
        str(project), branch_files=True, instructions={"CLAUDE.md": "block", "GEMINI.md": "import"}
    )
    branch_file = next((project / ".arbor" / "memory" / "branches").iterdir())
    with_memory = text_of(project / "CLAUDE.md")
    service.settings.set("capture.excluded", [str(project)])
    assert service.branch_memory.options.refresh(str(project)) == []
    assert text_of(project / "CLAUDE.md") == "# Mine\n"
    assert not (project / "GEMINI.md").exists()
    assert not branch_file.exists()
    assert service.switches(str(project)).branch_files
    service.settings.set("capture.excluded", [])
    assert service.branch_memory.options.refresh(str(project)) == []
    assert text_of(project / "CLAUDE.md") == with_memory
    assert "Zanzibar" in branch_file.read_text()


def test_another_branch_has_another_block(service: MemoryService, project: Path) -> None:
    remember(service, project, "Feature flags live in flags.py", branch="feature/login")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert not (project / "CLAUDE.md").exists()
    check_out(project, "feature/login")
    service.branch_memory.options.refresh(str(project))
    assert "flags.py" in text_of(project / "CLAUDE.md")
    check_out(project, "main")
    service.branch_memory.options.refresh(str(project))
    assert not (project / "CLAUDE.md").exists()


def test_the_document_of_the_branch_is_told_where_one_is_kept(service: MemoryService, project: Path) -> None:
    remember(service, project, "Use tabs in all of the code")
    secret = remember(service, project, "The customer portal is called Nordwind")
    service.memorize_branch(str(project), "main")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert "Nordwind" in text_of(project / "CLAUDE.md")
    service.update(secret, privacy_level="never_share")
    service.branch_memory.options.refresh(str(project))
    assert "- Use tabs in all of the code" in text_of(project / "CLAUDE.md")
    assert "Nordwind" not in text_of(project / "CLAUDE.md")


def test_the_files_of_branches_come_and_go_with_their_switch(service: MemoryService, project: Path) -> None:
    remember(service, project, "Use tabs in all of the code")
    planned = service.plan_switch(str(project), branch_files=True)
    assert any(".arbor/memory/branches" in note for note in planned.notes)
    assert names(project) == [".git"]
    service.switch(str(project), branch_files=True)
    file = project / ".arbor" / "memory" / "branches" / "main.md"
    assert "- Use tabs in all of the code" in text_of(file)
    file.write_text(text_of(file).replace("- Use tabs", "- Name tests after what they show\n- Use tabs"))
    service.switch(str(project), branch_files=False)
    assert names(project) == [".git"]
    assert "Name tests after what they show" in {one.content for one in service.query().memories}


def test_of_what_contradicts_only_the_newest_is_told(
    service: MemoryService, project: Path, clock: ManualClock
) -> None:
    remember(service, project, "Always use npm to install packages here")
    clock.advance(days=1)
    remember(service, project, "Always use pnpm to install packages here, not npm")
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    text = text_of(project / "CLAUDE.md")
    assert "pnpm" in text
    assert "Always use npm" not in text


def test_a_file_that_can_not_be_written_leaves_all_as_it_was(
    service: MemoryService, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(service, project, "Use tabs in all of the code")
    real = operations.write

    def refused(path: str, content: bytes, **more: Any) -> None:
        if path.endswith("CLAUDE.md") and more.get("mode") is None:
            raise OSError(13, "Permission denied")
        real(path, content, **more)

    monkeypatch.setattr(operations, "write", refused)
    with pytest.raises(StorageError, match="Permission denied"):
        service.switch(str(project), instructions={"AGENTS.md": "block", "CLAUDE.md": "block"})
    assert names(project) == [".git"]
    assert not service.switches(str(project)).instructions


def test_a_file_that_changes_between_looking_and_writing_is_looked_at_again(
    service: MemoryService, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(service, project, "Use tabs in all of the code")
    real, times = UserFiles.carry_out, []

    def late(self: UserFiles, changes: Any, **more: Any) -> Any:
        if not times:
            times.append(1)
            (project / "CLAUDE.md").write_text("# Just typed\n")
        return real(self, changes, **more)

    monkeypatch.setattr(UserFiles, "carry_out", late)
    service.switch(str(project), instructions={"CLAUDE.md": "block"})
    assert text_of(project / "CLAUDE.md").startswith("# Just typed\n\n<!-- arbor:begin")
    assert service.activity() == []


@times(0.5)
@given(data=st.data())
def test_random_edits_of_real_files_never_cost_a_word(data: st.DataObject) -> None:
    """A person types into their files, memories come, Arbor is switched on and off: their words are all
    there, once and in order, and Arbor's part is whole or absent."""
    with tempfile.TemporaryDirectory() as there, MemoryService.open(Path(there) / "home") as service:
        project = Path(there) / "app"
        (project / ".git").mkdir(parents=True)
        check_out(project, "main")
        path = project / "CLAUDE.md"
        mine = data.draw(st.binary(max_size=30).map(lambda b: b"#" + b.replace(b"\0", b"")))
        path.write_bytes(mine)
        typed: list[bytes] = []
        for number in range(data.draw(st.integers(1, 6))):
            step = data.draw(st.sampled_from(["on", "off", "import", "remember", "above", "below", "inside"]))
            now = path.read_bytes() if path.exists() else b""
            word = b"word%d" % number
            if step == "remember":
                remember(service, project, f"Rule number {number} is to be followed here")
                service.branch_memory.options.refresh(str(project))
            elif step in ("on", "off", "import"):
                ways = {"on": {"CLAUDE.md": "block"}, "import": {"CLAUDE.md": "import"}, "off": {}}[step]
                service.switch(str(project), instructions=ways)
            elif step == "inside" and b"arbor:end" in now:
                at = now.index(b"<!-- arbor:end")
                path.write_bytes(now[:at] + word + b"\n" + now[at:])
                typed.append(word)
            elif step == "above":
                path.write_bytes(word + b"\n" + now)
                typed.append(word)
            elif step == "below":
                path.write_bytes(now + b"\n" + word)
                typed.append(word)
        service.switch(str(project), instructions={})
        left = path.read_bytes() if path.exists() else b""
        assert b"arbor:" not in left
        assert mine.strip(b"\r\n") in left
        assert all(left.count(word) == 1 for word in typed)
        if not typed:
            assert left == mine
        assert not (project / ".arbor").exists()

"""A version is restored byte for byte; the present file is kept before, so that this can be undone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.file_versions import model
from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files import operations
from arbor_desktop.user_files.operations import ChangedMeanwhile
from tests.file_versions.conftest import lines

BYTES = b"\xef\xbb\xbf- caf\xc3\xa9\r\n\x00\xff no end"


def ids(versions: FileVersions, path: Path) -> list[int]:
    """Return the ids of a file's versions, oldest first."""
    return [one.id for one in reversed(versions.versions(str(path)))]


@pytest.fixture
def first(versions: FileVersions, notes: Path) -> int:
    """The version of a file that has been overwritten since."""
    notes.write_bytes(BYTES)
    notes.chmod(0o640)
    versions.look()
    notes.write_bytes(b"gone\n")
    versions.look()
    return ids(versions, notes)[0]


def test_a_version_is_restored_byte_for_byte_and_undone(
    versions: FileVersions, notes: Path, first: int
) -> None:
    restored = versions.restore(first)
    assert notes.read_bytes() == BYTES
    assert versions.content(restored.now.id) == BYTES
    assert restored.now.restored and not restored.now.loss
    assert versions.content(restored.before.id) == b"gone\n"
    versions.restore(restored.before.id)
    assert notes.read_bytes() == b"gone\n"
    assert versions.look() == 0, "what was restored is no change"


@pytest.mark.skipif(os.name == "nt", reason="no modes")
def test_the_file_keeps_its_mode_and_a_deleted_one_gets_it_back(
    versions: FileVersions, notes: Path, first: int
) -> None:
    notes.chmod(0o600)
    versions.restore(first)
    assert notes.stat().st_mode & 0o777 == 0o600
    notes.unlink()
    versions.restore(first)
    assert notes.stat().st_mode & 0o777 == 0o640


def test_a_change_that_was_not_kept_yet_is_kept_before(
    versions: FileVersions, notes: Path, first: int
) -> None:
    notes.write_bytes(b"written a moment ago\n")
    restored = versions.restore(first)
    assert versions.content(restored.before.id) == b"written a moment ago\n"


def test_a_deleted_file_comes_back_with_its_folder_and_undo_deletes_it(
    versions: FileVersions, notes: Path, first: int
) -> None:
    notes.unlink()
    notes.parent.rmdir()
    restored = versions.restore(first)
    assert notes.read_bytes() == BYTES
    assert not restored.before.exists
    versions.restore(restored.before.id)
    assert not notes.exists()
    assert versions.look() == 0
    assert versions.losses(0) == []


def test_a_link_stays_a_link(versions: FileVersions, home: Path, claude: Path) -> None:
    target = home.parent / "dotfiles" / "CLAUDE.md"
    target.parent.mkdir()
    target.write_bytes(b"old\n")
    link = claude / "CLAUDE.md"
    link.symlink_to(target)
    versions.look()
    target.write_bytes(b"new\n")
    versions.restore(ids(versions, link)[0])
    assert link.is_symlink()
    assert target.read_bytes() == b"old\n"


def test_nothing_is_written_through_a_link_to_another_place(
    versions: FileVersions, notes: Path, first: int, home: Path, tmp_path: Path
) -> None:
    for target in (tmp_path / "other.md", home.parent / ".bashrc"):
        target.write_bytes(b"mine\n")
        notes.unlink()
        notes.symlink_to(target)
        with pytest.raises(InvalidInput, match="leads to"):
            versions.restore(first)
        assert target.read_bytes() == b"mine\n"


def test_nothing_is_written_into_a_folder_that_is_no_longer_the_tools(
    versions: FileVersions, home: Path, notes: Path, first: int, service: MemoryService, tmp_path: Path
) -> None:
    moved = {"HOME": str(home.parent), "CLAUDE_CONFIG_DIR": str(tmp_path)}
    with pytest.raises(InvalidInput, match="not a memory file of Claude Code"):
        FileVersions(service._rt, moved).restore(first)
    assert notes.read_bytes() == b"gone\n"


def test_a_file_that_changes_meanwhile_is_left_alone(
    versions: FileVersions, notes: Path, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = operations.os.fsync

    def tool_writes(handle: int) -> None:
        notes.write_bytes(b"the tool was quicker\n")
        real(handle)

    monkeypatch.setattr(operations.os, "fsync", tool_writes)
    with pytest.raises(ChangedMeanwhile):
        versions.restore(first)
    assert notes.read_bytes() == b"the tool was quicker\n"
    assert list(notes.parent.iterdir()) == [notes]


def test_what_cannot_be_restored_is_refused(
    service: MemoryService, versions: FileVersions, notes: Path, first: int
) -> None:
    with pytest.raises(NotFound):
        versions.restore(4711)
    notes.chmod(0o444)
    with pytest.raises(StorageError, match="read-only"):
        versions.restore(first)
    notes.chmod(0o644)
    notes.write_bytes(b"x" * (model.MOST_BYTES + 1))
    with pytest.raises(InvalidInput, match="too large now"):
        versions.restore(first)
    versions.look()
    with pytest.raises(InvalidInput, match="was too large"):
        versions.restore(ids(versions, notes)[-1])
    service.settings.set("capture.excluded", ["/src/app"])
    with pytest.raises(InvalidInput, match="ignored project"):
        versions.restore(first)


def test_a_file_is_found_by_the_end_of_its_path(versions: FileVersions, claude: Path, notes: Path) -> None:
    other = claude / "agent-memory" / "reviewer" / "MEMORY.md"
    other.parent.mkdir(parents=True)
    other.write_bytes(lines(1))
    versions.look()
    assert versions.file("reviewer/MEMORY.md").path == str(other)
    assert versions.file(str(notes)).path == str(notes)
    with pytest.raises(InvalidInput, match="several files"):
        versions.file("MEMORY.md")
    with pytest.raises(NotFound):
        versions.file("EMORY.md")


KILLED = """
import os, signal, sys
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files import operations
number, when = int(sys.argv[1]), sys.argv[2]
real = os.replace
def killed(*paths):
    if when == "after":
        real(*paths)
    os.kill(os.getpid(), signal.SIGKILL)
operations.os.replace = killed
with MemoryService.open() as service:
    service.file_versions.restore(number)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_while_restoring_leaves_the_old_file_or_the_new_one(
    service: MemoryService, versions: FileVersions, notes: Path, first: int, when: str
) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(first), when], timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert notes.read_bytes() == (b"gone\n" if when == "before" else BYTES)
    versions.look()
    assert versions.content(ids(versions, notes)[-1]) == notes.read_bytes()
    versions.restore(first)
    assert notes.read_bytes() == BYTES

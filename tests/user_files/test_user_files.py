"""A person's file is changed whole, with a backup, only as it was looked at, never outside of its folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.paths import Home
from arbor_desktop.user_files import operations
from arbor_desktop.user_files.model import FileChange
from arbor_desktop.user_files.operations import ChangedMeanwhile, UserFiles
from tests.conftest import ManualClock


@pytest.fixture
def files(home: Path, clock: ManualClock) -> UserFiles:
    return UserFiles(Home(home), clock)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "app").mkdir()
    return tmp_path / "app"


def test_made_changed_and_taken_away(files: UserFiles, folder: Path) -> None:
    path = str(folder / "deep" / "CLAUDE.md")
    [made] = files.carry_out([FileChange(path, None, b"one")], inside=str(folder))
    assert made.backup is None
    [changed] = files.carry_out([FileChange(path, b"one", b"two")], inside=str(folder))
    assert changed.backup and Path(changed.backup).read_bytes() == b"one"
    [gone] = files.carry_out([FileChange(path, b"two", None)])
    assert gone.backup and Path(gone.backup).read_bytes() == b"two"
    assert not os.path.lexists(path)
    assert files.carry_out([FileChange(path, None, None)]) == ()


def test_a_file_that_was_changed_meanwhile_is_left_alone(files: UserFiles, folder: Path) -> None:
    (folder / "a.md").write_bytes(b"mine")
    (folder / "b.md").write_bytes(b"theirs")
    changes = [
        FileChange(str(folder / "a.md"), b"mine", b"new"),
        FileChange(str(folder / "b.md"), b"as it was", b"new"),
    ]
    with pytest.raises(ChangedMeanwhile):
        files.carry_out(changes)
    assert (folder / "a.md").read_bytes() == b"mine"
    assert (folder / "b.md").read_bytes() == b"theirs"


def test_nothing_is_written_where_no_backup_can_be_made(files: UserFiles, folder: Path, home: Path) -> None:
    (home / "backups").write_text("in the way")
    (folder / "a.md").write_bytes(b"mine")
    with pytest.raises(StorageError, match="backup"):
        files.carry_out([FileChange(str(folder / "a.md"), b"mine", b"new")])
    assert (folder / "a.md").read_bytes() == b"mine"


def test_backups_of_a_file_do_not_grow_for_ever(
    files: UserFiles, folder: Path, home: Path, clock: ManualClock
) -> None:
    (folder / "other.md").write_bytes(b"other")
    files.carry_out([FileChange(str(folder / "other.md"), b"other", b"new")])
    path = folder / "a.md"
    path.write_bytes(b"0")
    for number in range(operations.KEPT_BACKUPS + 5):
        clock.advance(seconds=number % 2)
        files.carry_out([FileChange(str(path), str(number).encode(), str(number + 1).encode())])
    copies = list((home / "backups" / "files").iterdir())
    assert len(copies) == operations.KEPT_BACKUPS + 1
    assert b"other" in {copy.read_bytes() for copy in copies}


def test_a_failed_write_leaves_the_file_and_no_remains(
    files: UserFiles, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.md").write_bytes(b"mine")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left"):
        files.carry_out([FileChange(str(folder / "a.md"), b"mine", b"new")], backup=False)
    assert [one.name for one in folder.iterdir()] == ["a.md"]
    assert (folder / "a.md").read_bytes() == b"mine"


def test_links_are_followed_within_the_folder_alone(files: UserFiles, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (folder / "out.md").symlink_to(tmp_path / "secret")
    (folder / "dir").symlink_to(tmp_path)
    (folder / ".git").mkdir()
    (folder / "git.md").symlink_to(folder / ".git" / "config")
    for name in ("out.md", "dir/new.md", "git.md"):
        with pytest.raises(InvalidInput):
            operations.resolve_inside(str(folder / name), str(folder))
    (folder / "real.md").write_bytes(b"mine")
    (folder / "link.md").symlink_to("real.md")
    files.carry_out([FileChange(str(folder / "link.md"), b"mine", b"new")], inside=str(folder))
    assert (folder / "link.md").is_symlink()
    assert (folder / "real.md").read_bytes() == b"new"


def test_what_is_no_file_is_not_read(folder: Path) -> None:
    (folder / "nowhere.md").symlink_to("gone.md")
    os.mkfifo(folder / "pipe")
    for name in ("nowhere.md", "pipe", "."):
        with pytest.raises(StorageError):
            operations.read(str(folder / name))
    assert operations.read(str(folder / "none.md")) is None


@pytest.mark.parametrize("before", [b"mine", None])
def test_what_an_editor_saves_while_a_file_is_being_written_stays(
    files: UserFiles, folder: Path, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    """Getting the new file to the disk may take a while."""
    path = folder / "CLAUDE.md"
    if before is not None:
        path.write_bytes(before)
    to_disk = os.fsync

    def slow(number: int) -> None:
        to_disk(number)
        path.write_bytes(b"saved just now")

    monkeypatch.setattr("os.fsync", slow)
    with pytest.raises(ChangedMeanwhile):
        files.carry_out([FileChange(str(path), before, b"new")], backup=False)
    assert path.read_bytes() == b"saved just now"
    assert [one.name for one in folder.iterdir()] == ["CLAUDE.md"]


def test_what_a_killed_process_left_is_removed(files: UserFiles, folder: Path) -> None:
    left, just_now = folder / ".a.md.left.arbor-new", folder / ".a.md.now.arbor-new"
    left.touch()
    just_now.touch()
    os.utime(left, (1, 1))
    files.carry_out([FileChange(str(folder / "a.md"), None, b"new")])
    assert sorted(one.name for one in folder.iterdir()) == [".a.md.now.arbor-new", "a.md"]


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_backups_are_for_their_person_alone(files: UserFiles, folder: Path, home: Path) -> None:
    (folder / "a.md").write_bytes(b"mine")
    [changed] = files.carry_out([FileChange(str(folder / "a.md"), b"mine", b"new")])
    assert changed.backup is not None
    modes = [path.stat().st_mode & 0o777 for path in (home / "backups", home / "backups" / "files")]
    assert (modes, Path(changed.backup).stat().st_mode & 0o777) == ([0o700, 0o700], 0o600)

"""Finding files below a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arbor_desktop.conversations import files
from arbor_desktop.source_folders import Place


def names(folder: Path) -> list[str]:
    troubles: list[OSError] = []
    found = [str(path.relative_to(folder)) for path in files.walk(folder, troubles.append)]
    assert not troubles
    return found


def test_all_files_sorted_and_none_of_the_ignored_folders(tmp_path: Path) -> None:
    for name in ("b/two", "a/one", "z", ".git/config", "a/node_modules/x/y", "a/.venv/q"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert names(tmp_path) == ["z", "a/one", "b/two"]


def test_links_within_the_folder_are_files_and_those_out_of_it_are_not(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "inside-not"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "file").write_text("x")
    (inside / "near").symlink_to(inside / "file")
    (inside / "far").symlink_to(outside / "file")
    (inside / "loop").symlink_to(inside)
    (inside / "self").symlink_to(inside / "self")
    assert names(inside) == ["file", "near"]
    assert [files.belongs(inside / name, inside) for name in ("file", "near", "far")] == [True, True, False]
    assert not files.belongs(outside / "file", inside)


def test_a_watched_folder_may_be_a_link_itself(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert names(tmp_path / "link") == ["file"]
    assert files.belongs(tmp_path / "link" / "file", tmp_path / "link")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes_are_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    assert names(tmp_path) == []


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    troubles: list[OSError] = []
    assert list(files.walk(tmp_path / "nowhere", troubles.append)) == []
    assert [type(trouble) for trouble in troubles] == [FileNotFoundError]


def test_a_file_in_an_ignored_folder_does_not_belong(tmp_path: Path) -> None:
    assert not files.belongs(tmp_path / "node_modules" / "x.jsonl", tmp_path)
    assert files.belongs(tmp_path / "node_modules", tmp_path)


def test_size_counts_what_the_pattern_means(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"x" * 10)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.jsonl").write_bytes(b"x" * 5)
    (tmp_path / "c.txt").write_bytes(b"x")
    assert files.size_of(Place(tmp_path, ("*.jsonl",))) == (2, 15)
    assert files.size_of(Place(tmp_path, ("*.jsonl",), deep=False)) == (1, 10)
    assert files.size_of(Place(tmp_path)) == (3, 16)
    assert files.size_of(Place(tmp_path / "nowhere")) == (0, 0)

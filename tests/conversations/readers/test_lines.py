"""Lines with offsets, and telling a grown file from a rewritten one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Checkpoint
from arbor_desktop.conversations.readers.json_lines import Growth, Line, LogFile


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def lines_of(path: Path, start: int = 0, **options: int) -> list[Line]:
    with LogFile(path, **options) as file:
        return list(file.lines(start))


def growth(path: Path, since: Checkpoint | None) -> Growth:
    with LogFile(path) as file:
        return file.growth_since(since)


def checkpoint(path: Path, offset: int) -> Checkpoint:
    with LogFile(path) as file:
        return file.checkpoint(offset, path.stat().st_size)


def test_lines_come_with_the_bytes_they_stand_at(log: Path) -> None:
    log.write_bytes(b"one\ntwo\r\n\nlast")

    assert lines_of(log) == [
        Line(0, 4, b"one"),
        Line(4, 9, b"two"),
        Line(9, 10, b""),
        Line(10, 14, b"last", complete=False),
    ]


def test_bom_and_nul_padding_are_no_part_of_a_line(log: Path) -> None:
    log.write_bytes(b"\xef\xbb\xbffirst\n" + bytes(5) + b"second\n" + bytes(9))

    assert [line.data for line in lines_of(log)] == [b"first", b"second", b""]
    assert [line.offset for line in lines_of(log)] == [0, 9, 21]


def test_a_line_that_is_too_long_is_passed_over_with_its_place(log: Path) -> None:
    log.write_bytes(b"a\n" + b"x" * 5000 + b"\nb\n" + b"y" * 5000)

    found = lines_of(log, chunk_bytes=64, max_line=1000)

    assert [(line.data, line.too_long, line.complete) for line in found] == [
        (b"a", False, True),
        (b"", True, True),
        (b"b", False, True),
        (b"", True, False),
    ]
    assert found[2].offset == 5003


def test_a_line_that_is_too_long_is_never_held(log: Path) -> None:
    import tracemalloc

    with log.open("wb") as file:
        file.truncate(40 * 1024 * 1024)  # no newline anywhere
    tracemalloc.start()
    try:
        found = lines_of(log, max_line=1024 * 1024)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert [line.too_long for line in found] == [True]
    assert peak < 8 * 1024 * 1024


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.binary(max_size=40).map(lambda part: part.replace(b"\n", b"")), max_size=12),
    st.integers(1, 50),
)
def test_the_size_of_a_chunk_changes_nothing(log: Path, parts: list[bytes], chunk: int) -> None:
    log.write_bytes(b"\n".join(parts))

    found = lines_of(log, chunk_bytes=chunk)

    assert found == lines_of(log)
    assert [line.end for line in found][:-1] == [line.offset for line in found][1:]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60), st.binary(min_size=1, max_size=3), st.integers(1, 9), st.data())
def test_searching_finds_what_searching_in_memory_finds(
    log: Path, data: bytes, needle: bytes, chunk: int, draw: st.DataObject
) -> None:
    log.write_bytes(data)
    start = draw.draw(st.integers(0, len(data)))
    stop = draw.draw(st.integers(start, len(data)))
    with LogFile(log, chunk_bytes=chunk) as file:
        assert file.find(needle, start, stop) == data.find(needle, start, stop)
        assert file.line_start(start) == data.rfind(b"\n", 0, start) + 1


class TestGrowth:
    def test_never_read(self, log: Path) -> None:
        log.write_bytes(b"a\n")
        assert growth(log, None) is Growth.NEW

    def test_untouched(self, log: Path) -> None:
        log.write_bytes(b"a\nhalf")
        assert growth(log, checkpoint(log, 2)) is Growth.UNCHANGED

    def test_a_checkpoint_midway_is_not_the_end(self, log: Path) -> None:
        log.write_bytes(b"a\nb\n")
        with LogFile(log) as file:
            assert growth(log, file.checkpoint(2)) is Growth.GROWN

    @pytest.mark.parametrize("size", [1, 50, 4095, 4096, 4097, 9000])
    def test_appended_to(self, log: Path, size: int) -> None:
        log.write_bytes(b"x" * (size - 1) + b"\n")
        before = checkpoint(log, size)
        with log.open("ab") as file:
            file.write(b"more\n")
        assert growth(log, before) is Growth.GROWN

    def test_the_unfinished_line_may_change(self, log: Path) -> None:
        log.write_bytes(b"a\nhalf")
        before = checkpoint(log, 2)
        log.write_bytes(b"a\nother and longer")
        assert growth(log, before) is Growth.GROWN

    def test_shorter(self, log: Path) -> None:
        log.write_bytes(b"aaaa\nbbbb\n")
        before = checkpoint(log, 10)
        log.write_bytes(b"aaaa\n")
        assert growth(log, before) is Growth.REWRITTEN

    @pytest.mark.parametrize("place", [0, 4000, 19_990])
    def test_changed_at_the_head_or_before_the_offset(self, log: Path, place: int) -> None:
        data = bytearray(b"x" * 19_999 + b"\n")
        log.write_bytes(data)
        before = checkpoint(log, 20_000)
        data[place] = ord("y")
        log.write_bytes(bytes(data) + b"more\n")
        assert growth(log, before) is Growth.REWRITTEN

    def test_moved_to_a_new_inode_with_the_same_content(self, log: Path) -> None:
        log.write_bytes(b"a\n")
        before = checkpoint(log, 2)
        copy = log.with_suffix(".copy")
        copy.write_bytes(b"a\nb\n")
        os.replace(copy, log)  # noqa: PTH105
        assert growth(log, before) is Growth.GROWN

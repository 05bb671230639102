"""What all exports share: streaming, ZIPs, damage."""

from __future__ import annotations

import io
import json
import tempfile
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest
from chatgpt_builder import Seen, locked, packed, read, saved, talks
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.readers import exports
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.chatgpt import ChatGptReader
from arbor_desktop.conversations.readers.claude_ai import ClaudeAiReader
from arbor_desktop.conversations.readers.exports import arrange, conversations, peek
from arbor_desktop.conversations.readers.registry import detect

SHARDS = {f"conversations-{n:03}.json": talks(6)[n * 2 : n * 2 + 2] for n in range(3)}
CLAUDE = [
    {
        "uuid": "c1",
        "name": "Looms",
        "created_at": "2026-01-02T03:04:05Z",
        "chat_messages": [{"uuid": "m1", "sender": "human", "text": "Hello", "content": []}],
    }
]


def of(content: bytes | str, **skip: Any) -> list[Any]:
    data = content.encode() if isinstance(content, str) else content
    return list(conversations(io.BytesIO(data), **skip))


def source_of(path: Path) -> str | None:
    reader = detect(path)
    return reader.source if reader else None


class Slowly(io.BytesIO):
    """Gives few bytes at a time, whatever it is asked for."""

    def __init__(self, content: bytes, step: int) -> None:
        super().__init__(content)
        self._step = step

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self._step if size is None or size < 0 else min(size, self._step))


# -- streaming --


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ('[{"a": 1}, {"b": [1, [2], {"c": null}]}]', [{"a": 1}, {"b": [1, [2], {"c": None}]}]),
        ('{"a": {"b": 1.5}}', [{"a": {"b": 1.5}}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('[{"a": 1}][{"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('[1, "x", [{"a": 1}], {"a": 2}, null]', [{"a": 2}]),
        ("[]", []),
        ('\ufeff[{"a": "\u00e4"}]\r\n', [{"a": "\u00e4"}]),
        (b'[{"a": 1}]\x00\x00\x00', [{"a": 1}]),
        (b'[{"a": "x\xff y"}]', [{"a": "x\ufffd y"}]),
        (r'[{"a": "\ud83d\ude00 \ude00 \ud83d"}]', [{"a": "\U0001f600 \ufffd ?"}]),
    ],
)
def test_objects_come_one_by_one_whatever_surrounds_them(content: bytes | str, found: list[Any]) -> None:
    assert of(content) == found


def test_pairs_of_escapes_survive_every_place_where_a_read_may_end() -> None:
    value = {"a": "\U0001f600\\\U0001f600\U0001f600\n\u00e4\u6f22"}
    for ascii_only in (True, False):
        content = json.dumps([value], ensure_ascii=ascii_only).encode()
        for step in range(1, 20):
            assert list(conversations(Slowly(content, step))) == [value]


def test_lists_and_objects_that_are_not_wanted_are_never_built() -> None:
    content = '[{"big": [{"x": [1]}, 2], "small": {"big": {"y": 1}, "z": 1}, "big2": 1}]'

    assert of(content, skip={"big"}) == [{"small": {"z": 1}, "big2": 1}]


def test_depth_has_an_end() -> None:
    content = '[{"a": ' + "[" * 100_000 + "]" * 100_000 + ', "b": 1}]'

    assert of(content)[0]["b"] == 1


def test_a_conversation_that_is_too_large_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_CONVERSATION", 300_000)
    huge = {"rows": [{"text": "x" * 1000} for _ in range(2000)]}

    assert of(json.dumps([{"a": 1}, huge, {"b": 2}])) == [{"a": 1}, None, {"b": 2}]


def test_a_value_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_CONVERSATION", 300_000)

    with pytest.raises(Damaged, match="larger than"):
        of('[{"a": "' + "x" * 2_000_000)


@pytest.mark.slow
def test_memory_holds_one_conversation_and_not_the_file(tmp_path: Path) -> None:
    path = saved(tmp_path, talks(3000, turns=6))
    size = path.stat().st_size

    tracemalloc.start()
    for _ in ChatGptReader()._conversations(path):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < size / 8


def test_a_head_tells_of_a_conversation_that_goes_on_after_it() -> None:
    whole = json.dumps([{"mapping": {"root": {"children": ["a", "b"]}}, "rest": "x" * 100}])

    head = whole[: whole.index('"b"')]

    assert list(peek(head.encode())) == [{"mapping": {"root": {"children": ["a"]}}}]


@pytest.mark.slow
def test_many_conversations_come_in_batches_that_are_finished_only_at_the_end(tmp_path: Path) -> None:
    exported = talks(40, turns=100)
    for node in (node for talk in exported for node in talk["mapping"].values() if node["message"]):
        node["message"]["content"]["parts"][0] += "." * 500
    path = saved(tmp_path, exported)
    seen = read(ChatGptReader(), path)

    assert len(seen.batches) > 1
    assert [batch.checkpoint.size for batch in seen.batches[:-1]] == [0] * (len(seen.batches) - 1)
    assert seen.batches[-1].checkpoint.size == path.stat().st_size
    assert max(sum(len(t.text) for p in b.sessions for t in p.turns) for b in seen.batches) < 3 * 1024 * 1024
    assert len(seen.keys) == len(seen.turns) == 40 * 100 * 2


def test_an_unchanged_file_is_not_read_again(tmp_path: Path) -> None:
    path = saved(tmp_path, talks(2))
    since = read(ChatGptReader(), path).batches[-1].checkpoint
    again = read(ChatGptReader(), path, since)

    assert again.turns == [] and [batch.checkpoint for batch in again.batches] == [since]


# -- ZIPs --


def test_a_zip_gives_the_same_turns_as_its_files(tmp_path: Path) -> None:
    export = {"chat.html": b"<html>", "user.json": {"id": "u"}, **SHARDS, "file-1.png": b"\x89PNG"}
    path = saved(tmp_path, packed(export), "anything.bin")
    whole = saved(tmp_path, talks(6), "conversations.json")

    assert source_of(path) == "chatgpt"
    assert read(ChatGptReader(), path).turns == read(ChatGptReader(), whole).turns


@pytest.mark.parametrize(
    "name", ["conversations.json", "a/b/Chats.JSON", "../../etc/x.json", "C:\\x\\y.json"]
)
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_content_decides_what_a_zip_is_and_nothing_is_unpacked(
    tmp_path: Path, name: str, method: int
) -> None:
    folder = tmp_path / "dropped"
    folder.mkdir()
    members = {"users.json": [{"uuid": "u"}], "projects/p.json": {"uuid": "p"}, name: CLAUDE}
    path = saved(folder, packed(members, method), "data.zip")

    assert source_of(path) == "claude-ai"
    assert read(ClaudeAiReader(), path).said == ["Hello"]
    assert list(folder.iterdir()) == [path]


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"memories/m.json": {"conversations_memory": "x"}},
        {"projects/p.json": {"uuid": "p", "name": "n"}, "__MACOSX/._conversations.json": b"\x00\x05"},
        {"conversations.json": [{"role": "user", "content": "x"}]},
        {"notes.md": b"# User: hello"},
    ],
)
def test_other_zips_are_not_claimed(tmp_path: Path, members: dict[str, Any]) -> None:
    path = saved(tmp_path, packed(members), "conversations.zip")

    assert source_of(path) is None


@pytest.mark.parametrize(
    ("members", "source"),
    [
        ({"conversations.json": talks(1), "chat.html": b"x"}, "chatgpt"),
        ({"conversations.json": CLAUDE, "users.json": []}, "claude-ai"),
        ({"conversations.json": CLAUDE}, "claude-ai"),
        ({"secrets.json": CLAUDE}, None),
    ],
)
def test_a_locked_zip_says_so(tmp_path: Path, members: dict[str, Any], source: str | None) -> None:
    path = saved(tmp_path, locked(packed(members)), "locked.zip")
    reader = detect(path)

    assert (reader.source if reader else None) == source
    if reader:
        seen = read(reader, path)
        assert isinstance(seen.error, Damaged) and "password" in str(seen.error)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_that_is_not_whole_says_so(tmp_path: Path, method: int) -> None:
    data = packed({"conversations.json": talks(50)}, method)
    path = saved(tmp_path, data[: len(data) // 2], "half.zip")
    reader = detect(path)

    assert reader is not None and reader.source == "chatgpt"
    seen = read(reader, path)
    assert isinstance(seen.error, Damaged) and "download it again" in str(seen.error)


def test_a_zip_with_damaged_content_gives_what_stands_before(tmp_path: Path) -> None:
    data = bytearray(packed({"conversations.json": talks(2000)}, zipfile.ZIP_STORED))
    middle = len(data) // 2
    data[middle : middle + 1000] = b"\x7f" * 1000
    seen = read(ChatGptReader(), saved(tmp_path, bytes(data), "rot.zip"))

    assert isinstance(seen.error, Damaged)
    assert len(seen.turns) > 1000


def test_a_bomb_is_left_alone(tmp_path: Path) -> None:
    bomb = json.dumps(talks(1))[:-1].encode() + b" " * 40_000_000 + b"]"
    path = saved(tmp_path, packed({"conversations.json": bomb}), "bomb.zip")
    seen = read(ChatGptReader(), path)

    assert isinstance(seen.error, Damaged) and "unpack to far more" in str(seen.error)


# -- damage --


def test_a_file_that_breaks_off_gives_the_conversations_before_and_is_read_again_later(
    tmp_path: Path,
) -> None:
    whole = json.dumps(talks(30)).encode()
    path = saved(tmp_path, whole[: len(whole) // 2])
    seen = read(ChatGptReader(), path)

    assert isinstance(seen.error, Damaged)
    assert 10 <= len(seen.parts) <= 15
    assert {batch.checkpoint.size for batch in seen.batches} == {0}
    path.write_bytes(whole)
    after = read(ChatGptReader(), path)
    assert after.error is None and seen.keys < after.keys and len(after.parts) == 30


def both(data: bytes) -> list[Seen]:
    """Whatever the bytes are: nothing but OSError, unique keys, and nothing new when read twice."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = saved(Path(folder), data)
        for reader in (ChatGptReader(), ClaudeAiReader()):
            reader.recognises(path, data[: 64 * 1024])
            first, again = read(reader, path), read(reader, path)
            assert [turn.key for turn in first.turns] == [turn.key for turn in again.turns]
            assert len(first.keys) == len(first.turns)
            assert all(turn.text.strip() for turn in first.turns)
            found.append(first)
    return found


PLAIN = json.dumps(talks(3) + CLAUDE, indent=1).encode()
ZIPPED = packed(SHARDS | {"claude.json": CLAUDE})


@given(st.sampled_from([PLAIN, ZIPPED]), st.data())
def test_any_cut_does_no_harm(whole: bytes, data: st.DataObject) -> None:
    both(whole[: data.draw(st.integers(0, len(whole)))])


@given(st.sampled_from([PLAIN, ZIPPED]), st.data())
def test_any_corruption_does_no_harm(whole: bytes, data: st.DataObject) -> None:
    damaged = bytearray(whole)
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=8)):
        damaged[place] = data.draw(st.integers(0, 255))
    both(bytes(damaged))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(-1e9, 1e9)
    | st.sampled_from(["user", "assistant", "human", "text", "a", ""]) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["mapping", "message", "author", "role", "content", "parts", "content_type", "metadata", "parent",
             "id", "uuid", "chat_messages", "sender", "text", "type", "input", "attachments", "name"]
        ),
        inner, max_size=6,
    ),
    max_leaves=25,
)  # fmt: skip


@given(JSON)
def test_any_json_does_no_harm(value: Any) -> None:
    both(json.dumps([value, *talks(1)]).encode())


@given(st.permutations(talks(5) + CLAUDE))
def test_the_order_of_conversations_changes_nothing(order: list[Any]) -> None:
    chatgpt, claude = both(json.dumps(order).encode())

    assert len(chatgpt.parts) == 5 and len(chatgpt.keys) == 20
    assert claude.said == ["Hello"]


# -- trees --


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from([*"abcdefghx", None])),
    st.sampled_from([*"abcdefghx", None]),
)
def test_every_node_of_any_graph_is_told_once(parents: dict[str, str | None], leaf: str | None) -> None:
    order = arrange(parents, leaf)

    assert sorted(name for name, _ in order) == sorted(parents)
    places = {name: place for place, (name, _) in enumerate(order)}
    node = leaf
    for _ in parents:
        if node is None or node not in parents:
            break
        assert (node, False) in order
        parent = parents[node]
        if parent in places and leaf is not None and _ends(parents, leaf):
            assert places[parent] < places[node]
        node = parent


def _ends(parents: dict[str, str | None], leaf: str) -> bool:
    node: str | None = leaf
    for _ in range(len(parents) + 1):
        if node is None or node not in parents:
            return True
        node = parents[node]
    return False

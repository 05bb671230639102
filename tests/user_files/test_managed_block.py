"""Arbor's block in a person's file: what is outside stays byte for byte, the block is whole or absent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.user_files import managed_block
from arbor_desktop.user_files.managed_block import Damaged
from tests.properties import times

TEXT = "## Branch Memory (auto-extracted)\n\n### Conventions\n- Use tabs.\n- Ünïcode stays."
OTHER = "## Branch Memory (auto-extracted)\n\n### Bug Patterns\n- It was the cache."

FILES = [
    b"",
    b"\xef\xbb\xbf",
    b"\n",
    b"\n\n",
    b"# Mine\n",
    b"# Mine",
    b"# Mine\r\n\r\nText\r\n",
    b"# Mine\r\nText",
    b"one\r\ntwo\nthree\r\n",
    b"one\ntwo\r\nthree",
    b"old mac\rline",
    b"ends with a return\r",
    b"\xef\xbb\xbf# Mine\n",
    b"latin-1: caf\xe9 \xff\xc3(\n",
    b"```\nan open fence\n",
    b"```\n<!-- arbor:begin 1:0123456789ab -->\n<!-- arbor:end 0123456789ab -->\n```\n",
    b"    <!-- arbor:begin 1:0123456789ab -->\n",
    b"> <!-- arbor:begin 1:0123456789ab -->\n",
    b"The marker is `<!-- arbor:end 0123456789ab -->`, they say.\n",
    b"<!-- arbor:begin -->\n<!-- arbor:end -->\n",
    b"x" * 300_000 + b"\n",
]


@pytest.mark.parametrize("data", FILES, ids=range(len(FILES)))
def test_taking_out_gives_back_the_very_bytes(data: bytes) -> None:
    there = managed_block.put(data, TEXT)
    assert there.startswith(data)
    assert managed_block.inside(there) == TEXT
    assert managed_block.put(there, TEXT) == there
    replaced = managed_block.put(there, OTHER, known=managed_block.marks(TEXT))
    assert replaced.startswith(data)
    assert managed_block.inside(replaced) == OTHER
    assert managed_block.remove(replaced) == data
    assert managed_block.put(replaced, "") == data


def test_a_blank_line_stands_before_it_and_line_ends_are_as_in_the_file() -> None:
    assert managed_block.put(b"# Mine\n", "a\nb").startswith(b"# Mine\n\n<!-- arbor:begin ")
    windows = managed_block.put(b"# Mine\r\n", "a\nb")
    assert windows.count(b"\n") == windows.count(b"\r\n")
    assert not managed_block.put(b"# Mine", "a").endswith(b"\n")


def test_text_added_around_it_stays() -> None:
    there = managed_block.put(b"# Mine", TEXT)
    there = b"above\n" + there + b"\nbelow"
    updated = managed_block.put(there, OTHER)
    assert updated.startswith(b"above\n# Mine\n")
    assert updated.endswith(b"\nbelow")
    assert managed_block.remove(updated) == b"above\n# Mine\nbelow"


def test_lines_are_never_joined_when_the_blank_line_before_was_deleted() -> None:
    there = managed_block.put(b"# Mine\n", TEXT).replace(b"\n\n<!--", b"\n<!--") + b"below\n"
    assert managed_block.remove(there) == b"# Mine\nbelow\n"


@pytest.mark.parametrize("known", [managed_block.marks(TEXT), frozenset[str]()])
def test_what_was_typed_inside_stands_below_it(known: frozenset[str]) -> None:
    there = managed_block.put(b"# Mine\n", TEXT).replace(
        b"- Use tabs.\n", b"- Use tabs.\nMy own line.  \n\nAnother.\n"
    )
    assert managed_block.edited(there)
    updated = managed_block.put(there, TEXT + "\n- New.", known=known)
    assert managed_block.inside(updated) == TEXT + "\n- New."
    assert updated.endswith(b"-->\nMy own line.  \n\nAnother.\n")
    assert not managed_block.edited(updated)
    assert managed_block.remove(updated) == b"# Mine\nMy own line.  \n\nAnother.\n"


def test_what_was_typed_inside_stays_when_the_block_goes() -> None:
    there = managed_block.put(b"# Mine", TEXT).replace(b"- Use tabs.", b"- Use tabs, always.")
    gone = managed_block.remove(there, known=managed_block.marks(TEXT))
    assert b"- Use tabs, always." in gone
    assert b"Branch Memory" not in gone
    assert b"arbor:" not in gone


def test_what_arbor_wrote_before_is_not_taken_for_a_persons() -> None:
    there = managed_block.put(b"", TEXT).replace(b"- Use tabs.\n", b"- Use tabs.\nMine.\n")
    assert managed_block.put(there, OTHER, known=managed_block.marks(TEXT)).count(b"Use tabs") == 0


def test_changed_line_ends_and_trailing_blanks_are_no_edit() -> None:
    there = managed_block.put(b"# Mine\n", TEXT)
    assert not managed_block.edited(there.replace(b"\n", b"\r\n"))
    assert not managed_block.edited(there.replace(b"- Use tabs.", b"- Use tabs.  "))
    assert managed_block.remove(there.replace(b"\n", b"\r\n")) == b"# Mine\r\n"


BLOCK = managed_block.put(b"", TEXT)
BEGIN, END = BLOCK.split(b"\n")[0], BLOCK.split(b"\n")[-2]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (BLOCK.replace(END, b""), "its end is missing"),
        (BLOCK.replace(BEGIN, b"gone"), "its begin is missing"),
        (END + b"\n" + BEGIN + b"\n", "Line 1 is the end"),
        (BLOCK + BLOCK, "2 times"),
        (BEGIN + b"\n" + BLOCK + END + b"\n", "Line 1 is the begin"),
        (BLOCK.replace(END, b"<!-- arbor:end 0123456789ab -->"), "of another block"),
        ("# Mine\n".encode("utf-16"), "UTF-8"),
        (BLOCK.decode().encode("utf-16-le"), "UTF-8"),
    ],
)
def test_damaged_markers_are_not_guessed_at(data: bytes, says: str) -> None:
    for change in (managed_block.find, managed_block.remove, lambda d: managed_block.put(d, OTHER)):
        with pytest.raises(Damaged, match=says):
            change(data)


def test_markers_with_blanks_around_them_are_markers() -> None:
    there = (
        managed_block.put(b"# Mine\n", TEXT)
        .replace(BEGIN[:10], b"  " + BEGIN[:10])
        .replace(b"-->\n", b"--> \t\n")
    )
    assert managed_block.inside(there) == TEXT
    assert managed_block.remove(there) == b"# Mine\n"


def test_a_block_shown_as_code_is_not_the_block() -> None:
    shown = b"This is how it looks:\n\n~~~md\n" + BLOCK.replace(b"Use tabs", b"...") + b"~~~\n"
    there = managed_block.put(shown, OTHER)
    assert there.startswith(shown)
    assert managed_block.remove(there) == shown


def test_a_block_that_came_to_lie_in_a_fence_is_not_written_twice() -> None:
    there = b"```\n" + managed_block.put(b"# Mine\n", TEXT) + b"```\n"
    with pytest.raises(Damaged, match="code fence"):
        managed_block.put(there, OTHER)
    beside = there + BLOCK
    assert managed_block.remove(beside) == there


def test_a_fence_that_was_opened_in_the_block_does_not_hide_its_end() -> None:
    there = managed_block.put(b"# Mine\n", TEXT).replace(b"- Use tabs.", b"```")
    assert managed_block.put(there + b"```\n", OTHER).count(b"arbor:begin") == 1


@pytest.mark.slow
def test_many_fences_that_never_close_take_no_long_time() -> None:
    data = b"".join(b"`" * (3 + n % 7) + b"a\n~~~~~~~~~ b\n" for n in range(50_000))
    assert managed_block.remove(managed_block.put(data, TEXT)) == data


def test_a_text_that_holds_a_marker_is_refused() -> None:
    with pytest.raises(ValueError, match="marker"):
        managed_block.put(b"", f"- a\n{END.decode()}\n- b")


pieces = st.one_of(
    st.binary(max_size=12),
    st.sampled_from(
        [b"\n", b"\r\n", b"\r", b"```\n", b"~~~\n", b"- Use tabs.\n", b" ", b"# Mine\n", b"arbor:begin",
         b"<!-- ", b"<!-- arbor:begin -->\n", b"`<!-- arbor:end 0123456789ab -->`", "ä\u2028".encode()]
    ),
)  # fmt: skip
texts = st.lists(st.sampled_from(["- a", "- b", "", "### H", "- ü"]), min_size=1, max_size=6).map(
    lambda lines: "- first\n" + "\n".join(lines)
)


def _is_plain(data: bytes) -> bool:
    try:
        return managed_block.find(data) is None
    except Damaged:
        return False


@pytest.mark.slow
@times(20)
@given(st.data())
def test_a_thousand_random_edits_never_cost_a_byte(data: st.DataObject) -> None:
    """A person edits above, below and inside; Arbor writes and takes out. After each step, what the person
    has is there byte for byte, and the block is whole or absent."""
    mine = b"".join(data.draw(st.lists(pieces, max_size=6))).replace(b"\0", b"")
    if not _is_plain(mine):
        return
    text = data.draw(texts)
    there = managed_block.put(mine, text)
    assert managed_block.remove(there) == mine
    block = managed_block.find(there)
    assert block is not None
    above, below = b"", b""
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.sampled_from(["above", "below", "inside", "nowhere"]))
        typed = data.draw(pieces).replace(b"\0", b"")
        new = data.draw(texts)
        now = managed_block.find(there)
        assert now is not None
        if where == "above":
            candidate, first, last = typed + b"\n" + there, typed + b"\n" + above, below
        elif where == "below":
            candidate, first, last = there + b"\n" + typed, above, below + b"\n" + typed
        elif where == "inside":
            spot = there.index(b"- first", now.start)
            candidate, first, last = there[:spot] + b"mine: " + typed + b"\n" + there[spot:], above, below
        else:
            candidate, first, last = there, above, below
        try:
            updated = managed_block.put(candidate, new, known=managed_block.marks(text))
        except Damaged:
            continue  # left as it is
        found = managed_block.find(updated)
        assert found is not None and found.whole
        assert managed_block.inside(updated) == new.strip("\n")
        outside = updated[: found.start] + updated[found.end :]
        if where == "inside":
            # what was typed may be several lines; each that has words and is not Arbor's stands below
            for line in (b"mine: " + typed).split(b"\n"):
                assert (
                    line.rstrip(b" \t\r").decode(errors="surrogateescape")
                    in new.split("\n") + text.split("\n")
                    or line.rstrip(b" \t\r") in outside
                )
        else:
            before = managed_block.find(candidate)
            assert before is not None
            assert updated[: found.start] == candidate[: before.start]
            assert updated[found.end :] == candidate[before.end :]
        assert managed_block.put(updated, new) == updated
        above, below, there, text = first, last, updated, new
    gone = managed_block.remove(there)
    assert _is_plain(gone)
    for words in (above.strip(), below.strip()):
        assert words in gone
    assert mine.strip(b"\r\n") in gone


@times(20)
@given(pieces, texts, texts, st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60), pieces), max_size=4))
def test_a_thousand_edits_anywhere_leave_it_whole_or_alone(
    mine: bytes, text: str, new: str, edits: list[tuple[int, int, bytes]]
) -> None:
    """Bytes are cut and typed anywhere, in the markers too: either nothing is written, or the block is whole
    and all that was outside of it is where it was."""
    try:
        now = managed_block.put(mine, text)
    except Damaged:
        return
    for at, cut, typed in edits:
        now = now[:at] + typed + now[at + cut :]
    try:
        before = managed_block.find(now)
        updated = managed_block.put(now, new, known=managed_block.marks(text))
        gone = managed_block.remove(now, known=managed_block.marks(text))
    except Damaged:
        return
    after = managed_block.find(updated)
    assert after is not None and after.whole
    assert managed_block.inside(updated) == new.strip("\n")
    assert managed_block.put(updated, new) == updated
    if before is None:
        assert updated.startswith(now)
        assert gone == now
        assert managed_block.remove(updated) == now
    else:
        assert updated[: after.start] == now[: before.start]
        assert updated.endswith(now[before.end :].lstrip(b"\r\n"))
        assert gone.startswith(now[: before.start].rstrip(b"\r\n"))
        assert gone.endswith(now[before.end :].lstrip(b"\r\n"))
        assert managed_block.find(gone) is None


def test_words_that_would_change_how_the_rest_is_read_are_not_moved() -> None:
    """A fence that was opened in the block would, below it, show a marker that another fence hides."""
    there = managed_block.put(b"# Mine\n", TEXT).replace(b"- Use tabs.", b"```")
    there += b"~\n```\n<!-- arbor:end 0123456789ab -->\n```\n"
    for change in (managed_block.remove, lambda data: managed_block.put(data, OTHER)):
        with pytest.raises(Damaged, match="code fence"):
            change(there)

"""What an instruction file says: in its order, within its room, and no entry breaks out of its line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.branches.instructions import block_text, entry_line, import_text
from arbor_desktop.branches.model import Entry, Section
from arbor_desktop.memories.model import Privacy
from arbor_desktop.user_files import managed_block

IMPORT = re.compile(r"(?:^|\s)@((?:[^\s\\]|\\ )+)")
"""What Claude Code takes for an import outside of code."""


def test_nothing_to_say_is_no_text() -> None:
    assert block_text([]) == ""
    assert block_text([Entry(Section.FACTS, "The office is in Lyon")]) == ""


@pytest.mark.parametrize("level", [Privacy.SENSITIVE, Privacy.NEVER_SHARE])
def test_what_is_private_never_stands_there(level: Privacy) -> None:
    assert block_text([Entry(Section.CONVENTIONS, "Use tabs", level)]) == ""


def test_each_thing_is_said_once() -> None:
    text = block_text([Entry(Section.BUGS, "It was the cache"), Entry(Section.BUGS, "It was the  Cache")])
    assert text.count("cache") + text.count("Cache") == 1


def test_filled_entry_by_entry_up_to_the_limit() -> None:
    entries = [Entry(Section.CONVENTIONS, f"{n} " + "long " * 60) for n in range(20)]
    entries.append(Entry(Section.BUGS, "Short one"))
    text = block_text(entries)
    assert managed_block.size(text) <= 4_000
    assert "- Short one" in text
    assert "- 0 long" in text
    assert "- 19 long" not in text


def test_an_entry_that_is_too_long_alone_is_shortened() -> None:
    text = block_text([Entry(Section.CONVENTIONS, "word " * 5_000)])
    assert 400 < len(text) < 600
    assert text.endswith("…")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Read @docs/style.md first", "Read `@docs/style.md` first"),
        ("@~/.ssh/id_rsa is the key", "`@~/.ssh/id_rsa` is the key"),
        ("Use `@types/node` here", "Use `@types/node` here"),
        ("Mail me@example.com", "Mail me@example.com"),
        ("An odd ` and @a/b", "An odd ' and `@a/b`"),
        ("Two ``@a/b`` ticks", "Two ''`@a/b''` ticks"),
        ("<!-- hidden --> text", "(!-- hidden --) text"),
        ("# Heading\nand more", "\\# Heading and more"),
        ("```\ncode\n```", "\\``` code ```"),
    ],
)
def test_an_entry_stays_on_its_line(text: str, line: str) -> None:
    assert entry_line(text) == line


def _outside_code(line: str) -> str:
    return re.sub(r"`[^`]*`", "", line)


@given(
    st.text(max_size=200),
    st.sampled_from(["@a/b.md", " @~/x", "`@y`", "<!-- arbor:end 0123456789ab -->", "\n"]),
)
def test_no_text_breaks_out(text: str, more: str) -> None:
    line = entry_line(text + more + text)
    assert "\n" not in line
    assert "<!--" not in line
    assert not IMPORT.search(_outside_code(line))
    block = managed_block.put(b"# Mine\n", block_text([Entry(Section.CONVENTIONS, text + more + text)]))
    assert managed_block.remove(block) == b"# Mine\n"


def test_the_import_is_read_by_both_tools() -> None:
    line = import_text(".arbor/memory/instructions.md")
    assert IMPORT.fullmatch(line)
    assert line.endswith(".md")

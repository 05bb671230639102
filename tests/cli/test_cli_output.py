"""What reaches the terminal: colours, progress, times, and nothing that could take it over."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.cli import formatting
from arbor_desktop.cli.output import Answer, Output, one_line, plain

NOW = 1_767_225_600_000
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


def output(stdout=None, stderr=None, environ=None, **options):
    return Output(stdout=stdout or Terminal(), stderr=stderr or Terminal(), environ=environ or {}, **options)


@pytest.mark.parametrize(
    ("stdout", "environ", "options", "coloured"),
    [
        (Terminal(), {"TERM": "xterm"}, {}, True),
        (Terminal(), {"NO_COLOR": "1"}, {}, False),
        (Terminal(), {"TERM": "dumb"}, {}, False),
        (Terminal(), {}, {"as_json": True}, False),
        (io.StringIO(), {}, {}, False),
    ],
)
def test_colours_only_on_a_terminal_that_wants_them(stdout, environ, options, coloured):
    out = output(stdout, environ=environ, **options)
    assert (out.style("text", "bold") != "text") is coloured


def test_progress_is_one_line_that_is_gone_before_the_answer():
    stderr = Terminal()
    out = output(stderr=stderr)
    out.progress("a file with a name that is far too long for the width of any terminal " * 3, 0, 100)
    out.answer(Answer([], list))
    shown = stderr.getvalue()
    assert "\n" not in shown
    assert "  1/100" in shown
    assert len(shown.split("\x1b[K")[1]) < out.width + 1
    assert shown.endswith("\r\x1b[K")


@pytest.mark.parametrize("options", [{"quiet": True}, {"stderr": io.StringIO()}])
def test_no_progress_where_nobody_looks(options):
    stderr = options.pop("stderr", None) or Terminal()
    out = output(stderr=stderr, **options)
    out.progress("file", 0, 2)
    assert stderr.getvalue() == ""


def test_notes_follow_the_answer_and_quiet_drops_them():
    both = Terminal()
    answer = Answer([], lambda: ["the answer"], notes=("a remark",))
    output(both, both).answer(answer)
    assert both.getvalue() == "the answer\na remark\n"
    silent = Terminal()
    output(silent, silent, quiet=True).answer(answer)
    assert silent.getvalue() == "the answer\n"


@given(st.text())
def test_no_text_moves_the_cursor_or_turns_the_reading_order(text):
    for char in plain(text):
        assert char == "\n" or unicodedata.category(char) != "Cc"
        assert char not in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u200b"


@given(st.text(), st.integers(min_value=5, max_value=60))
def test_one_line_is_one_line_within_the_width(text, width):
    line = one_line(text, width)
    assert "\n" not in line
    assert len(line) <= width


@given(st.text(), st.text())
def test_any_text_can_be_written_to_a_narrow_encoding(text, other):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    out = output(stream)
    out.line(plain(text))
    out.document({text: other})
    assert raw.getvalue().endswith(b"}\n")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (None, "never"),
        (NOW, "just now"),
        (NOW - 59_000, "just now"),
        (NOW - 5 * MINUTE, "5 min ago"),
        (NOW - 23 * HOUR, "23 h ago"),
        (NOW - DAY, "1 day ago"),
        (NOW - 30 * DAY, "30 days ago"),
        (NOW - 400 * DAY, "2024-11-2"),
        (NOW + 400 * DAY, "2027-02-0"),
    ],
)
def test_times_are_told_as_people_do(at, said):
    assert formatting.ago(at, NOW).startswith(said)


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_500, "1.5 KB"), (840_000, "840 KB"), (2_000_000_000, "2.0 GB")],
)
def test_sizes_are_told_in_fitting_units(number, said):
    assert formatting.size(number) == said


def test_counts_have_the_right_ending():
    assert formatting.count(1, "memory") == "1 memory"
    assert formatting.count(2_000, "memory") == "2,000 memories"
    assert formatting.count(0, "new turn") == "0 new turns"

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase

from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.memory.text import Block, Fonts, hits, lay_out, search_terms, words_at


def fonts() -> Fonts:
    code = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    code.setPixelSize(17)
    return Fonts(QFont(), code)


def shown(block: Block) -> list[str]:
    return [layout.text() for layout, _spans in block.lines]


def marked(block: Block) -> list[str]:
    return [layout.text()[a:b] for layout, spans in block.lines for a, b in spans]


def lines_of(text: str, width: float, query: str = "", lines: int = 2) -> Block:
    return lay_out(text, fonts(), width, 20, lines=lines, terms=search_terms(query))


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Uses pytest and Pytest-qt", "PYTEST", ["pytest", "Pytest"]),
        ("call parseUserName twice", "user", ["User"]),
        ("the snake_case_name", "case", ["case"]),
        ("a showcase is none", "case", []),
        ("prefix of prefixes", "pre", ["pre", "pre"]),
        ("Le café ferme", "cafe", ["café"]),
        ("x+y not x*y", "x+y (", ["x", "y", "x", "y"]),
        ("nothing here", "", []),
    ],
)
def test_search_words_are_found_where_a_word_or_its_part_begins(
    text: str, query: str, found: list[str]
) -> None:
    assert [text[a:b] for a, b in hits(text, search_terms(query))] == found


@given(st.text(max_size=80), st.text(max_size=12))
def test_hits_are_ordered_apart_and_inside_the_text(text: str, query: str) -> None:
    last = -1
    for start, end in hits(text, search_terms(query)):
        assert last < start < end <= len(text)
        last = end


def test_a_long_text_takes_two_lines_and_ends_in_an_ellipsis(qapp: QCoreApplication) -> None:
    block = lines_of("Run the whole check before saying that a change is done. " * 4, 300)
    assert len(block.lines) == 2
    assert block.height == 40
    assert shown(block)[1].endswith("…")
    assert all(layout.lineAt(0).naturalTextWidth() <= 300 for layout, _spans in block.lines)


def test_a_short_text_takes_one_line_without_an_ellipsis(qapp: QCoreApplication) -> None:
    assert shown(lines_of("Uses\n  tabs.", 300)) == ["Uses tabs."]


def test_hits_are_marked_in_the_line_where_they_stand(qapp: QCoreApplication) -> None:
    block = lines_of("Prefers outbox tables. " * 3, 240, "outbox")
    assert marked(block) == ["outbox"] * len(marked(block))
    assert len(marked(block)) >= 2


def test_a_hit_far_down_the_text_is_brought_into_view(qapp: QCoreApplication) -> None:
    block = lines_of("filler words here " * 60 + "then the needle stands " + "and more " * 40, 300, "needle")
    assert shown(block)[0].startswith("… ")
    assert marked(block) == ["needle"]


@given(st.text(alphabet="ab \n\u3042é-", max_size=120), st.integers(20, 400))
def test_no_text_is_lost_before_the_ellipsis(text: str, width: int) -> None:
    block = lines_of(text, width, lines=3)
    flat = " ".join(text.split())
    said = " ".join(shown(block))
    if not said.endswith("…"):
        assert said.replace(" ", "") == flat.replace(" ", "")


def in_code(block: Block) -> list[str]:
    return [
        layout.text()[part.start : part.start + part.length]
        for layout, _spans in block.lines
        for part in layout.formats()
        if part.format.font().pixelSize() == 17
    ]


def test_code_is_painted_in_its_own_font_and_without_backticks(qapp: QCoreApplication) -> None:
    block = lines_of("Run `make check` and ``a ` b`` before a commit.", 900)
    assert shown(block) == ["Run make check and a ` b before a commit."]
    assert in_code(block) == ["make check", "a ` b"]


def test_code_that_breaks_over_two_lines_is_code_on_both(qapp: QCoreApplication) -> None:
    block = lines_of("`one two three four five six seven eight`", 190, lines=4)
    assert len(block.lines) > 1
    assert in_code(block) == shown(block)
    assert all(layout.lineAt(0).naturalTextWidth() <= 190 for layout, _spans in block.lines)


def test_a_line_with_code_is_elided_by_its_real_width(qapp: QCoreApplication) -> None:
    block = lines_of("`" + "wide_name " * 40 + "`", 300)
    assert shown(block)[-1].endswith("…")
    assert all(layout.lineAt(0).naturalTextWidth() <= 300 for layout, _spans in block.lines)


def test_a_search_hit_in_code_is_marked(qapp: QCoreApplication) -> None:
    block = lines_of("Run `make check` before a commit.", 900, "check")
    assert marked(block) == ["check"]
    assert "".join(in_code(block)) == "make check"


@given(st.text("ab `", max_size=60))
def test_code_spans_take_away_backticks_alone(text: str) -> None:
    words, spans = code_spans(text)
    assert words.replace("`", "").replace(" ", "") == text.replace("`", "").replace(" ", "")
    last = 0
    for start, end in spans:
        assert last <= start < end <= len(words)
        last = end


@pytest.mark.parametrize("text", ["a lone ` stays", "``", "a `` b ` c", "no ticks"])
def test_what_is_no_code_is_left_as_it_is(text: str) -> None:
    assert code_spans(text) == (text, [])


def test_emoji_lose_no_letter_at_the_end_of_a_line(qapp: QCoreApplication) -> None:
    text = "🦀🦀🦀🦀 rust here, " * 6 + "🐍 snake `code 🐢 here` end"
    block = lines_of(text, 220, "snake", lines=20)
    assert "".join(shown(block)).replace(" ", "") == text.replace("`", "").replace(" ", "")
    assert marked(block) == ["snake"]
    assert "".join(in_code_units(block)).replace(" ", "") == "code🐢here"


def in_code_units(block: Block) -> list[str]:
    """As `in_code`, with places as Qt counts them."""
    found = []
    for layout, _spans in block.lines:
        units = layout.text().encode("utf-16-le")
        for part in layout.formats():
            if part.format.font().pixelSize() == 17:
                found.append(units[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le"))
    return found


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("tests", "Testing is what a test and its tests do.", ["Testing", "test", "tests"]),
        ("cancelation", "The cancellation of 48 hours", ["cancellation"]),
        ("caching", "The cache was cached.", ["cache", "cached"]),
        ("deploy", "Deployed; a redeployment.", ["Deploy"]),
        ("used", "User uses us", []),
        ("bus", "The business", ["bus"]),
    ],
)
def test_words_in_another_form_are_marked_too(query: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in hits(text, search_terms(query))] == marked


def test_of_a_question_the_words_that_mean_something_are_marked() -> None:
    assert search_terms("how long may the tests take?") == ("tests",)
    assert search_terms("may take") == ("take", "may"), "where there are no others"
    assert words_at("It may take the tests", [(3, 6), (16, 21)]) == ("tests",)
    assert words_at("It may", [(3, 6)]) == ()

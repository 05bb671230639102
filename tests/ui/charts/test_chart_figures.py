"""Figures leave as tables that every program reads, and none runs."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.ui.charts.figures import Table, defused, to_csv, to_tsv

texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=30)
cells = st.one_of(st.none(), st.integers(0, 10**15), texts)


@given(st.lists(st.tuples(cells, cells), max_size=8))
def test_a_csv_file_reads_back_as_it_was(rows: list[tuple[str | int | None, str | int | None]]) -> None:
    written = to_csv(Table("t", ("Day", "Memories"), tuple(rows)))
    read = list(csv.reader(io.StringIO(written, newline="")))
    assert read[0] == ["Day", "Memories"]
    assert read[1:] == [
        ["" if c is None else defused(c) if isinstance(c, str) else str(c) for c in row] for row in rows
    ]


def test_lines_end_as_the_standard_says() -> None:
    written = to_csv(Table("t", ("A", "B"), (("x,y", 1.5), ('say "hi"', None))))
    assert written == 'A,B\r\n"x,y",1.5\r\n"say ""hi""",\r\n'


def test_what_looks_like_a_formula_is_text() -> None:
    for risky in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =cmd|' /C calc'!A0"):
        assert defused(risky) == f"'{risky}"
    for plain in ("Facts", "", "a=b", "3 of 4"):
        assert defused(plain) == plain
    assert to_csv(Table("t", ("=A",), (("=1",), (-1,)))) == "'=A\r\n'=1\r\n-1\r\n"


def test_the_clipboard_gets_one_line_a_row() -> None:
    assert to_tsv(("A", "B"), [("one\ttwo\nthree", 2), ("=x", None)]) == "A\tB\none two three\t2\n'=x\t"

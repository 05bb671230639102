"""Where the rows of a transcript lie after some of them changed: as if all had been laid out anew."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.ui.conversations.canvas import TranscriptLayout
from arbor_desktop.ui.conversations.model import Line, build, opened
from arbor_desktop.ui.conversations.turn import RowPainter
from arbor_desktop.ui.icons import Icons

KINDS = (TurnKind.SAID, TurnKind.TOOL, TurnKind.SUMMARY, TurnKind.TOOL)


def lines(count: int) -> list[Line]:
    roles = Role.ASSISTANT, Role.USER
    return [
        Line(number, roles[number % 2], KINDS[number * 7 % 11 % 4], False, 90 * number, 1)
        for number in range(1, count + 1)
    ]


def places(layout: TranscriptLayout) -> list[tuple[object, int, int]]:
    return [(row.key, layout.place_of(row.key), layout.top(n)) for n, row in enumerate(layout.rows)]


turns = st.frozensets(st.integers(1, 60), max_size=12)


@pytest.mark.slow
@given(steps=st.lists(st.tuples(st.integers(0, 60), turns, turns, st.booleans()), min_size=1, max_size=8))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_rows_lie_where_they_would_if_all_were_new(
    icons: Icons, steps: list[tuple[int, frozenset[int], frozenset[int], bool]]
) -> None:
    layout = TranscriptLayout(RowPainter(icons))
    layout.set_width(420)
    for count, open_turns, open_folds, again in steps:
        rows = build(lines(count), ())
        for shown in (rows, opened(rows, open_turns, open_folds), rows if again else []):
            layout.set_rows(shown)
            fresh = TranscriptLayout(RowPainter(icons))
            fresh.set_width(420)
            fresh.set_rows(shown)
            assert places(layout) == places(fresh)
            assert layout.height == fresh.height


def test_a_row_that_did_not_change_keeps_its_measured_height(icons: Icons) -> None:
    layout = TranscriptLayout(RowPainter(icons))
    layout.set_width(420)
    rows = build(lines(30), ())
    layout.set_rows(rows)
    quiet = [place for place, row in enumerate(rows) if not row.shows_text]
    layout.measure(quiet[0], quiet[0])
    layout.measure(quiet[-1], quiet[-1])
    changed = rows[quiet[0]]
    layout.set_rows(opened(rows, {changed.line.number}, {changed.line.number}))
    assert not layout.is_measured(layout.place_of(changed.key))
    assert layout.is_measured(layout.place_of(rows[quiet[-1]].key))

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from arbor_desktop.memories.model import Category, Memory, MemoryType, Privacy, Scope, Source, Status
from arbor_desktop.ui.memory.list import MemoryListModel, MemoryRole

NOW = 1_760_000_000_000


def a_memory(id_: str, content: str = "Uses tabs.") -> Memory:
    return Memory(
        id=id_,
        content=content,
        type=MemoryType.PREFERENCE,
        category=Category.CODING_PREFERENCES,
        scope=Scope.GLOBAL,
        source=Source.USER_STATED,
        status=Status.ACTIVE,
        confidence=1.0,
        current_confidence=1.0,
        privacy_level=Privacy.NORMAL,
        created_at=NOW,
        updated_at=NOW,
        reinforced_at=NOW,
    )


class Desk:
    """Answers requests when told to, and remembers them."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self._open: list[
            tuple[list[str], Callable[[Sequence[Memory]], None], Callable[[Exception], None]]
        ] = []
        self.content = "Uses tabs."

    def fetch(self, ids: list[str], loaded: Callable[..., None], failed: Callable[..., None]) -> None:
        self.asked.append(ids)
        self._open.append((ids, loaded, failed))

    def answer(self) -> None:
        ids, loaded, _failed = self._open.pop(0)
        loaded([a_memory(id_, self.content) for id_ in ids])

    def refuse(self, error: Exception) -> None:
        self._open.pop(0)[2](error)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def model(qapp: QCoreApplication, desk: Desk) -> MemoryListModel:
    return MemoryListModel(desk.fetch, lambda: NOW, window=10, keep=40)


def look(model: MemoryListModel, *rows: int) -> list[Memory | None]:
    return [model.data(model.index(row), MemoryRole) for row in rows]


def ids(count: int) -> list[str]:
    return [f"m{n:06}" for n in range(count)]


def test_a_list_of_any_size_loads_only_the_windows_that_are_looked_at(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    model.start(ids(100_000))
    assert model.rowCount() == 100_000
    assert desk.asked == []
    assert look(model, 3, 12) == [None, None]
    qapp.processEvents()
    assert desk.asked == [ids(20)]
    desk.answer()
    assert [m.id for m in look(model, 3, 12) if m] == ["m000003", "m000012"]
    qapp.processEvents()
    assert len(desk.asked) == 1


def test_a_flight_over_the_list_loads_where_it_stopped_not_what_it_passed(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    model.start(ids(1000))
    look(model, 0)
    qapp.processEvents()
    look(model, *range(0, 1000, 10))
    qapp.processEvents()
    assert len(desk.asked) == 1, "one request is under way at a time"
    desk.answer()
    qapp.processEvents()
    assert desk.asked[1] == ids(1000)[970:1000]


def test_rows_not_seen_for_long_are_forgotten(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    model.start(ids(200))
    for row in range(0, 80, 10):
        look(model, row)
        qapp.processEvents()
        desk.answer()
    assert look(model, 75)[0] is not None
    assert model.loaded("m000000") is None


def test_a_changed_row_is_loaded_again_and_shown_as_it_was_until_then(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    model.start(ids(5))
    look(model, 0)
    qapp.processEvents()
    desk.answer()
    changed: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    desk.content = "Uses spaces."
    model.refresh(["m000002", "unknown"])
    before = look(model, 2)[0]
    assert before is not None and before.content == "Uses tabs."
    qapp.processEvents()
    assert desk.asked[-1] == ["m000002"]
    desk.answer()
    after = look(model, 2)[0]
    assert after is not None and after.content == "Uses spaces."
    assert changed == [(2, 2)]


def test_a_failed_request_is_told_and_the_next_look_asks_again(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    told: list[object] = []
    model.load_failed.connect(told.append)
    model.start(ids(5))
    look(model, 0)
    qapp.processEvents()
    trouble = OSError("disk")
    desk.refuse(trouble)
    assert told == [trouble]
    look(model, 0)
    qapp.processEvents()
    assert len(desk.asked) == 2


def test_what_a_screen_reader_says_of_a_card(
    model: MemoryListModel, desk: Desk, qapp: QCoreApplication
) -> None:
    model.start(["m1"])
    look(model, 0)
    qapp.processEvents()
    desk.answer()
    said = model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Preference, global, confidence 1.00 high. Uses tabs. Not used yet."


LISTS = st.lists(st.integers(0, 12), unique=True, max_size=13)


@given(LISTS, LISTS)
def test_following_a_changed_list_keeps_every_index_on_its_memory(old: list[int], new: list[int]) -> None:
    model = MemoryListModel(Desk().fetch, lambda: NOW)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    before, after = [f"m{n}" for n in old], [f"m{n}" for n in new]
    model.start(before)
    kept = {id_: QPersistentModelIndex(model.index(row)) for row, id_ in enumerate(before)}
    followed = model.follow(after)
    assert list(model.ids) == after
    assert [model.row_of(id_) for id_ in after] == list(range(len(after)))
    assert not followed or all(
        not index.isValid() or model.id_at(index.row()) == id_ for id_, index in kept.items()
    )
    assert tester.model() is model


def test_an_insertion_at_the_top_keeps_the_rest_in_place(model: MemoryListModel) -> None:
    model.start(ids(5))
    held = QPersistentModelIndex(model.index(3))
    assert model.follow(["new", *ids(5)])
    assert held.row() == 4
    assert model.follow(["new", *ids(5)[1:]])
    assert held.row() == 3


def test_following_a_list_with_nothing_in_common_starts_anew(model: MemoryListModel) -> None:
    model.start(ids(5))
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    assert not model.follow(["a", "b"])
    assert resets == [True]


def test_a_long_list_that_grows_out_of_its_beginning_comes_in_blocks(qtbot: QtBot) -> None:
    model = MemoryListModel(lambda ids, loaded, failed: None, lambda: 0)
    ids = [f"id-{n}" for n in range(5000)]
    model.start(ids[100:148])
    blocks: list[int] = []
    model.rowsInserted.connect(lambda _parent, first, last: blocks.append(last - first + 1))
    assert model.follow(ids)
    assert list(model.ids) == ids and model.rowCount() == 5000
    assert max(blocks) <= 1024

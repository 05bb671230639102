"""The summaries of all categories: the list at left, a summary at right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFontMetrics, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.memories.model import Category
from arbor_desktop.runtime.events import Changes
from arbor_desktop.summaries.model import TITLES, CategorySummary
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.components import AskDialog, ComboBox, Hairline, IconButton, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.style import RING_PROPERTY
from arbor_desktop.ui.summaries import model
from arbor_desktop.ui.summaries.document_pane import DocumentPane
from arbor_desktop.ui.summaries.model import Opened, Overview
from arbor_desktop.ui.summaries.words import count_words, place_words, tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class CategoryList(QFrame):
    """`chosen(name)` when a person picks a category; arrow keys go through them."""

    chosen = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        px = icons.theme.px
        self.setAccessibleName(tr("Categories"))
        self.setFixedWidth(px(212))
        self._group = QButtonGroup(self)
        self.items: dict[str, CategoryItem] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(12), px(9), px(12))
        column.setSpacing(px(2))
        for category in Category:
            item = CategoryItem(icons, tr(TITLES[category]), self)
            item.clicked.connect(lambda _=False, name=category.value: self.chosen.emit(name))
            self._group.addButton(item)
            self.items[category.value] = item
            column.addWidget(item)
        column.addStretch(1)

    def select(self, name: str) -> None:
        self.items[name].setChecked(True)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        for name, item in self.items.items():
            item.set_count(counts.get(name, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = self._icons.theme
        painter.fillRect(self.rect(), theme.color("rail"))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), theme.color("border"))


class CategoryItem(QAbstractButton):
    """One category; the chosen one has a bar at its left."""

    def __init__(self, icons: Icons, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.count = 0
        self.setText(title)
        self.setAccessibleName(title)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RING_PROPERTY, "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_count(self, count: int) -> None:
        self.count = count
        self.setAccessibleName(f"{self.text()}, {count_words(count)}")
        self.update()

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        return QSize(px(160), px(34))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Moving with the arrows shows the summary at once, as a list's selection would.
        super().keyPressEvent(event)
        button = self.group().checkedButton()
        if button is not None and button is not self and button.hasFocus():
            button.clicked.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        px = theme.px
        painter = QPainter(self)
        on = self.isChecked()
        if on:
            rounded(painter, self.rect(), px(8), theme.color("accentSoft"))
            bar = QRectF(0, px(9), px(3), self.height() - 2 * px(9))
            rounded(painter, bar, px(2), theme.color("accent"))
        elif self.underMouse() or self.isDown():
            rounded(painter, self.rect(), px(8), theme.color("railhover"))
        number = f"{self.count:,}" if self.count else ""
        small = theme.font("small500")
        box = self.rect().adjusted(px(12), 0, -px(10), 0)
        painter.setFont(small)
        painter.setPen(theme.color("accentText" if on else "text3"))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)
        room = box.width() - QFontMetrics(small).horizontalAdvance(number) - px(8)
        font = theme.font("body600" if on else "body500")
        painter.setFont(font)
        painter.setPen(theme.color("accentText" if on else "text2" if self.count else "text3"))
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(box.x(), 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, words)


Place = tuple[str, str | None]
EVERYWHERE: Place = ("global", None)
SIZE = (1060, 740)


class SummariesDialog(QDialog):
    """`memory_wanted(id)` when the source of a fact is chosen; the dialog closes then."""

    memory_wanted = Signal(str)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        parent: QWidget,
        *,
        clock: Clock = system_clock,
        category: str | None = None,
        project: str | None = None,
        snackbar_ms: int = 8000,
    ) -> None:
        """Begins with `category` and `project`, where they are given."""
        super().__init__(parent)
        self._icons, self._theme, self._bridge, self._host = icons, icons.theme, bridge, parent
        self._place: Place = ("project", project) if project else EVERYWHERE
        self._name = category or Category.CODING_PREFERENCES.value
        self._overview = Overview((), {})
        self._wants_filled = category is None
        self._undo: Callable[[], None] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Summaries"))
        self.setModal(True)
        self.scope = ComboBox(icons, tr("Applies to"))
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc")
        self.categories = CategoryList(icons, self)
        self.pane = DocumentPane(icons, clock, snackbar_ms, self)
        self._lay_out()
        self._connect()
        self._fill_places()
        self.categories.select(self._name)
        self.categories.items[self._name].setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _lay_out(self) -> None:
        px = self._theme.px
        head = QHBoxLayout()
        head.setContentsMargins(px(20), px(10), px(12), px(10))
        head.setSpacing(px(16))
        head.addWidget(Label(self._theme, tr("Summaries"), "title"))
        head.addWidget(self.scope)
        head.addStretch(1)
        head.addWidget(self.close_button)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.categories)
        body.addWidget(self.pane, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(self._theme))
        column.addLayout(body, 1)
        room = self._host.window().size()
        self.resize(min(px(SIZE[0]), room.width() - px(40)), min(px(SIZE[1]), room.height() - px(40)))

    def _connect(self) -> None:
        self.scope.activated.connect(self._choose_place)
        self.close_button.clicked.connect(self.reject)
        self.categories.chosen.connect(self._choose_category)
        pane = self.pane
        pane.edit_saved.connect(self._save)
        pane.review_wanted.connect(self._review)
        pane.clear_wanted.connect(self._clear)
        pane.version_wanted.connect(self._bring_back)
        pane.memory_wanted.connect(self._show_memory)
        pane.retry_wanted.connect(self.refresh)
        pane.undo_wanted.connect(self._take_back)
        self._bridge.changed.connect(self._store_changed)
        QShortcut(QKeySequence.StandardKey.Save, self).activated.connect(pane.save_edit)
        QShortcut(QKeySequence.StandardKey.Undo, self.categories).activated.connect(self._take_back)
        QShortcut(QKeySequence(Qt.Key.Key_F5), self).activated.connect(self.refresh)

    @property
    def _service(self) -> MemoryService:
        service: MemoryService = self._bridge.service
        return service

    # What is shown

    def refresh(self) -> None:
        """Looks at everything anew."""
        self._bridge.run(
            model.overview, self._service, done=self._listed, key="summaries.overview", owner=self
        )
        self._open()

    def _open(self) -> None:
        self._bridge.run(
            model.opened, self._service, self._name, *self._place,
            done=self._opened, failed=self._failed, key="summaries.open", owner=self,
        )  # fmt: skip

    def _listed(self, overview: Overview) -> None:
        self._overview = overview
        self._fill_places()
        counts = self._counts()
        self.categories.set_counts(counts)
        if self._wants_filled:  # nobody asked for this category, so one that says something comes first
            self._wants_filled = False
            best = max(counts, key=lambda name: counts[name], default=self._name)
            if not counts.get(self._name) and counts.get(best):
                self._go(best, self._place)

    def _counts(self) -> dict[str, int]:
        return {i.name: i.item_count for i in self._overview.infos if (i.scope, i.scope_id) == self._place}

    def _opened(self, opened: Opened) -> None:
        summary = opened.summary
        if (summary.name, (summary.scope, summary.scope_id)) == (self._name, self._place):
            self.pane.show_opened(opened)

    def _failed(self, error: BaseException) -> None:
        self.pane.show_failure(failure(error, "summaries").message)

    def _fill_places(self) -> None:
        infos = self._overview.infos
        places = dict.fromkeys([EVERYWHERE, *((i.scope, i.scope_id) for i in infos), self._place])
        self.scope.clear()
        for place in places:
            number = sum(i.item_count for i in infos if (i.scope, i.scope_id) == place)
            words = place_words(*place, self._overview.titles)
            if number:
                words = f"{words} · {count_words(number)}"
            icon = {"project": "folder", "conversation": "conversations"}.get(place[0], "globe")
            self.scope.add(words, place, icon=icon)
        self.scope.set_current_data(self._place)

    def _store_changed(self, changes: Changes) -> None:
        if changes.memories or changes.all_memories:
            self.refresh()

    # Going elsewhere

    def _choose_place(self) -> None:
        place = self.scope.current_data
        if isinstance(place, tuple) and place != self._place:
            self._wants_filled = True
            self._leave(partial(self._go, self._name, place), self._stay)

    def _choose_category(self, name: str) -> None:
        self._wants_filled = False
        if name != self._name:
            self._leave(partial(self._go, name, self._place), self._stay)

    def _go(self, name: str, place: Place) -> None:
        self.pane.end_edit()
        self._name, self._place = name, place
        self.categories.select(name)
        self.scope.set_current_data(place)
        self.categories.set_counts(self._counts())
        self.refresh()

    def _stay(self) -> None:
        self._wants_filled = False
        self.pane.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self, go: Callable[[], None], stay: Callable[[], None]) -> AskDialog | None:
        """Asks before what was typed is lost."""
        if not self.pane.changed:
            go()
            return None
        self.categories.select(self._name)
        self.scope.set_current_data(self._place)
        ask = AskDialog(
            self._icons,
            tr("Discard what you changed?"),
            (tr("Your changes of this summary are not saved."),),
            tr("Discard"),
            danger=True,
            keep_words=tr("Keep editing"),
            parent=self,
        )
        ask.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ask.confirmed.connect(ask.finish)
        ask.accepted.connect(go)
        ask.rejected.connect(stay)
        ask.open()
        return ask

    def _show_memory(self, memory_id: str) -> None:
        self.memory_wanted.emit(memory_id)
        self.accept()

    def reject(self) -> None:
        """Esc: first out of the editing, then out of the dialog."""
        if self.pane.editing and not self.pane.changed:
            self.pane.end_edit()
        else:
            self._leave(self._close, self._stay)

    def _close(self) -> None:
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.pane.changed:
            event.ignore()
            self._leave(self._close, self._stay)
        else:
            super().closeEvent(event)

    def save_unsaved(self) -> None:
        """The app ends: what is being written is given to the bridge."""
        if self.pane.changed:
            self._save(self.pane.editor.toPlainText())

    # What is done

    def _do(
        self, call: Callable[..., Any], *arguments: Any, done: Callable[[CategorySummary], None], **more: Any
    ) -> None:
        self._bridge.run(
            call, self._name, *arguments, *self._place, done=done, failed=self._refused, owner=self, **more
        )

    def _refused(self, error: BaseException) -> None:
        self.pane.refuse(failure(error, "summaries").message)

    def _save(self, text: str) -> None:
        version = self.pane.base_version
        self._do(self._service.edit_category, text, version=version, done=partial(self._saved, version))

    def _saved(self, before: int, summary: CategorySummary) -> None:
        words = tr("Saved, and marked as reviewed")
        if summary.problems:
            words = tr("Saved. {problem}").format(problem=summary.problems[0])
        self._undo = partial(self._restore, before) if before else None
        self._changed(words, summary)

    def _review(self) -> None:
        self._undo = None
        self._do(
            self._service.mark_category_reviewed,
            done=lambda summary: self._changed(tr("Marked as reviewed"), summary),
        )

    def _clear(self) -> None:
        if self.pane.summary is None:
            return
        before = self.pane.summary
        self._do(self._service.clear_category, done=partial(self._cleared, before.item_count, before.version))

    def _cleared(self, count: int, version: int, summary: CategorySummary) -> None:
        if not count:  # no memory changed, so undo would take back something else
            self._undo = partial(self._restore, version)
            self._changed(tr("The summary is empty now"), summary)
            return
        self._undo = self._undo_clearing
        words = tr("Archived 1 memory") if count == 1 else tr("Archived %n memories", count)
        self._changed(words, summary)

    def _bring_back(self, version: int) -> None:
        before = self.pane.summary
        if before is not None:
            done = partial(self._brought_back, before.version)
            self._do(self._service.restore_category, version, done=done)

    def _brought_back(self, before: int, summary: CategorySummary) -> None:
        self._undo = partial(self._restore, before)
        self._changed(tr("The version is there again"), summary)

    def _restore(self, version: int) -> None:
        self._do(
            self._service.restore_category,
            version,
            done=lambda summary: self._changed(tr("Undone"), summary),
        )

    def _undo_clearing(self) -> None:
        self._bridge.run(
            self._service.undo,
            done=lambda _: self._changed(tr("Undone"), None),
            failed=self._refused,
            owner=self,
        )

    def _take_back(self) -> None:
        """Undo: once for what was done last in here."""
        if self._undo is not None:
            undo, self._undo = self._undo, None
            undo()

    def _changed(self, words: str, _summary: CategorySummary | None) -> None:
        self.pane.end_edit()
        self.pane.snackbar.show_message(words, action=tr("Undo") if self._undo is not None else None)
        self.refresh()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.color("surface"))

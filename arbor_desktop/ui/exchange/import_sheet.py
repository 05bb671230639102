"""The sheet that shows what an import would do with each entry, and imports those that are ticked."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.errors import Cancelled
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Button,
    Card,
    Chip,
    ComboBox,
    ElidedLabel,
    EmptyState,
    InlineError,
    Label,
    ProgressBar,
    SearchField,
)
from arbor_desktop.ui.components.boxes import CENTRE, STRETCH, hbox, stacked, vbox
from arbor_desktop.ui.components.dialogs import WindowDialog
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.controller import Controller, error_words
from arbor_desktop.ui.exchange.entries import (
    EVERYWHERE,
    Counts,
    EntryDelegate,
    EntryList,
    EntryModel,
    place_label_of,
)
from arbor_desktop.ui.exchange.words import OUTCOMES, file_words, held, outcome_label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr, translated

if TYPE_CHECKING:
    from arbor_desktop.exchange.model import Imported, Plan

_WIDTH, _HEIGHT = 880, 780
_LOOK_EVERY_MS = 100


class Run:
    """A plan or an import that is under way: how far it is, and whether it is to stop.

    The thread that works calls it; the window looks at it from time to time, even while it closes.
    """

    def __init__(self, closing: threading.Event) -> None:
        self._closing = closing
        self._stop = threading.Event()
        self.done, self.total = 0, 0

    def __call__(self, done: int, total: int) -> None:
        """Raise Cancelled to stop."""
        if self._stop.is_set() or self._closing.is_set():
            raise Cancelled
        self.done, self.total = done, total

    def stop(self) -> None:
        self._stop.set()


class ImportSheet(WindowDialog):
    """`imported(Imported)` when the chosen entries are saved; the sheet is closed by then."""

    imported = Signal(object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        path: Path,
        parent: QWidget,
        *,
        clock: Clock,
        project: str | None = None,
    ) -> None:
        """`project`: the one that all memories of the file belong to, if it is known."""
        super().__init__(icons, tr("Import memories"), parent, width=_WIDTH, height=_HEIGHT)
        self._bridge = bridge
        self._controller = Controller(bridge, self)
        self._run: Run | None = None
        self._importing = False
        self._path, self._project = path, project
        self.model = EntryModel(clock, self)
        self.view = EntryList(self.model, EntryDelegate(icons, clock, self))
        self.counts = Counts(icons, self)
        self._make_head()
        self._make_filters()
        self.busy = Label(icons.theme, "", "body", "text2")
        self.bar = ProgressBar(icons.theme, tr("Progress"))
        self.state = EmptyState(icons, "error", "")
        self._planned = self._plan_part()
        self.stack = stacked(self._busy_part(), self._planned, self.state)
        self.column.addWidget(self.stack, 1)
        self._add_foot()
        self._timer = QTimer(self, interval=_LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        self.model.ticked.connect(self._count)
        self.show_file(path)

    # Parts

    def _make_head(self) -> None:
        icons = self._icons
        self.title = ElidedLabel(icons.theme, "", "title")
        self.about = ElidedLabel(icons.theme, "", "small", "text2", Qt.TextElideMode.ElideMiddle)
        self.other = Button(icons, tr("Choose another file…"), variant="quiet", size="small")
        self.other.clicked.connect(self.choose)

    def _make_filters(self) -> None:
        icons = self._icons
        self.chips: dict[str, Chip] = {}
        group = QButtonGroup(self)
        for outcome in ("", *OUTCOMES):
            chip = Chip(icons, outcome_label(outcome) if outcome else tr("All"))
            chip.clicked.connect(self._filter)
            group.addButton(chip)
            self.chips[outcome] = chip
        self.search = SearchField(icons, tr("Search"))
        self.search.setMinimumWidth(icons.theme.px(120))
        self.search.setMaximumWidth(icons.theme.px(220))
        self.search.text_edited.connect(self._filter)
        self.search.list_wanted.connect(lambda: self.view.setFocus(Qt.FocusReason.ShortcutFocusReason))
        self.place = ComboBox(icons, tr("Project"), quiet=True, small=True)
        self.place.activated.connect(self._filter)

    def _busy_part(self) -> QWidget:
        px = self._theme.px
        part = QWidget()
        self.busy.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bar.setFixedWidth(px(320))
        vbox(STRETCH, self.busy, (self.bar, CENTRE), STRETCH, on=part, margins=None, gap=px(12))
        return part

    def _plan_part(self) -> QWidget:
        px = self._theme.px
        words = vbox(self.title, self.about)
        head = hbox(_FileGlyph(self._icons), (words, 1), self.other, gap=px(12))
        filters = hbox(*self.chips.values(), STRETCH, (self.search, 1), self.place, gap=px(6))
        self.nothing = Label(self._theme, tr("No matching entries."), "body", "text2")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.nothing.setContentsMargins(0, px(24), 0, 0)
        card = Card(self._theme)
        vbox((self.view, 1), (self.nothing, 1), on=card, margins=1, gap=None)
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(px(20), px(16), px(20), px(12))
        column.setSpacing(px(10))
        column.addLayout(head)
        column.addWidget(self.counts)
        column.addLayout(filters)
        column.addWidget(card, 1)
        return part

    def _add_foot(self) -> None:
        icons = self._icons
        self.note = GlyphLine(icons, "undo", "")
        self.error = InlineError(icons.theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", clicked=self.reject)
        self.do = Button(icons, "", variant="primary", clicked=self._import)
        self.do.setDefault(True)
        self.add_foot(self.note, self.error, self.cancel, self.do)

    # Plan

    def show_file(self, path: Path) -> None:
        """Show what importing a file or folder would do."""
        self._path = path
        self._work(tr("Reading {what}…").format(what=path.name))
        self._show_buttons(False)
        self._controller.start(self._plan(path), self._not_planned)

    def refresh(self) -> None:
        """Read the file again."""
        if self._run is None:
            self.show_file(self._path)

    def choose(self) -> QFileDialog:
        """Let the person choose another file."""
        dialog = QFileDialog(self, tr("Import memories"), str(self._path.parent))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._chosen)
        return opened(dialog)

    def _chosen(self, path: str) -> None:
        self._project = None
        self.show_file(Path(path))

    async def _plan(self, path: Path) -> None:
        run, service = self._run, self._controller.service
        plan = await self._bridge.call(
            service.plan_import, path, project=self._project, progress=run, ordered=False
        )
        if run is self._run:  # no other file was chosen meanwhile
            self._rest()
            self._show_plan(plan)

    def _not_planned(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            return
        self._rest()
        self._controller.report(error)
        title = tr("Couldn't import {file}").format(file=self._path.name)
        self._show_state("error", title, error_words(error))

    def _show_state(self, kind: str, title: str, text: str) -> None:
        again = Button(self._icons, tr("Choose another file…"), variant="primary", clicked=self.choose)
        self.state.show_state(kind, title, text, actions=(again,))
        self.stack.setCurrentWidget(self.state)
        self.cancel.set_label(tr("Close"))

    def _show_plan(self, plan: Plan) -> None:
        if not plan.entries:
            words = tr("{file} has no memories.").format(file=self._path.name)
            self._show_state("memories", tr("Nothing to import"), words)
            return
        self.title.setText(tr("From {format}").format(format=translated(plan.title)))
        self.about.setText(f"{file_words(self._path)} · {held(plan)}")
        self.model.show(plan.entries)
        self.counts.show_counts(self.model.counts)
        words = tr("Nothing in this file is new.")
        if self.model.ticks:
            words = tr("Nothing added yet. One undo removes the whole import.")
        self.note.label.setText(words)
        self.note.setAccessibleName(words)
        for outcome, chip in self.chips.items():
            chip.set_count(self.model.counts[outcome] if outcome else len(plan.entries))
            chip.setChecked(not outcome)
        places = self.model.places()
        self.place.clear()
        self.place.add(tr("All projects"), EVERYWHERE)
        for place in places:
            self.place.addItem(place_label_of(place), place)
        self.place.setVisible(len(places) > 1)
        self.search.clear_search()
        self._filter()
        self.stack.setCurrentWidget(self._planned)
        self._show_buttons(True)
        self._count()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model.rowCount():
            self.view.setCurrentIndex(self.model.index(0))

    def _show_buttons(self, shown: bool) -> None:
        """Show what only a plan needs below it."""
        self.note.setVisible(shown)
        self.do.setVisible(shown)

    def _filter(self) -> None:
        outcome = next(name for name, chip in self.chips.items() if chip.isChecked())
        place = self.place.current_data
        self.model.filter(outcome, self.search.text(), None if place is None else str(place))
        self.view.setVisible(self.model.rowCount() > 0)
        self.nothing.setVisible(self.model.rowCount() == 0)

    def _count(self) -> None:
        ticks = self.model.ticks
        self.do.set_label(tr("Import %n memories", None, ticks) if ticks else tr("Nothing to import"))
        self.do.setEnabled(ticks > 0)

    # Import

    def _import(self) -> None:
        self.error.show_error("")
        self._importing = True
        self._work(tr("Importing %n memories…", None, self.model.ticks))
        self._controller.start(self._imported(self.model.wanted()), self._not_imported)

    async def _imported(self, wanted: dict[int, str]) -> None:
        service = self._controller.service
        done: Imported = await self._controller.change(
            service.import_memories, self._path, project=self._project, only=wanted, progress=self._run
        )
        self._rest()
        self.accept()
        self.imported.emit(done)

    def _not_imported(self, error: BaseException) -> None:
        self._rest()
        self.stack.setCurrentWidget(self._planned)
        self._count()
        if isinstance(error, Cancelled):
            self.error.show_error(tr("Import cancelled. Nothing was added."))
            return
        self._controller.report(error)
        self.error.show_error(error_words(error))

    # Work that takes a while

    def _work(self, words: str) -> None:
        if self._run is not None:
            self._run.stop()
        self._run = Run(self._bridge.closing)
        self.cancel.set_label(tr("Cancel"))
        self.busy.setText(words)
        self.bar.set_value(0, 0)
        self.stack.setCurrentIndex(0)
        self.do.setEnabled(False)
        self._timer.start()

    def _rest(self) -> None:
        self._run, self._importing = None, False
        self._timer.stop()
        self.cancel.setEnabled(True)

    def _look(self) -> None:
        if self._run is not None:
            self.bar.set_value(self._run.done, self._run.total)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter imports, but after words to search for it goes to what was found."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.search.hasFocus():
            self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Stop what is under way, and close the sheet; an import that stops says so first."""
        if self._run is not None:
            self._run.stop()
        if self._importing:
            self.cancel.setEnabled(False)
        else:
            super().reject()


class _FileGlyph(QWidget):
    """A file on a soft square."""

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self._icons = icons
        self.setFixedSize(icons.theme.px(40), icons.theme.px(40))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, painter = self._icons.theme, QPainter(self)
        rounded(painter, self.rect(), theme.px(8), theme.color("accentSoft"))
        self._icons.paint(painter, "file", "accentText", theme.px(10), theme.px(10), 20)

"""Memories as they were on an earlier day: the slider, the list, and what changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QSizePolicy, QWidget, QWidgetAction

from arbor_desktop.clock import Clock, local_day
from arbor_desktop.editing.time_machine import Comparison, Day, Days
from arbor_desktop.errors import NotFound
from arbor_desktop.memories.model import Memory
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Badge,
    Button,
    Chip,
    ComboBox,
    ElidedLabel,
    EmptyState,
    IconButton,
    KeyHint,
    Label,
    Message,
    SearchField,
    Snackbar,
    Splitter,
)
from arbor_desktop.ui.components.boxes import STRETCH, hbox, stacked, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.menus import Menu, opened
from arbor_desktop.ui.controller import Controller, RefreshTimer, error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.time_machine.calendar import DayCalendar
from arbor_desktop.ui.memories.time_machine.pane import SincePane
from arbor_desktop.ui.memories.time_machine.sheets import MOST, RestoreSheet, SeveralSheet
from arbor_desktop.ui.memories.time_machine.slider import DaySlider
from arbor_desktop.ui.memories.time_machine.words import (
    ADDED,
    ORDER,
    day_name,
    long_label,
    look,
    short_label,
    total_words,
)
from arbor_desktop.ui.memory.history_words import undone_words
from arbor_desktop.ui.memory.list import CardDelegate, CardPainter, MemoryList, MemoryListModel
from arbor_desktop.ui.memory.text import search_terms
from arbor_desktop.ui.memory.words import card_sentence
from arbor_desktop.ui.translation import tr

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService

_LIST_MS, _DETAIL_MS = 80, 40
_FIRST_DAYS = 30
"""So many days back is shown first."""
_ROOMY = 1010
"""From this width on, all that the top says stands in one row."""
ALL = ""


class DayCards(CardPainter):
    """Cards that say what became of a memory, and how often it was used by then."""

    became: dict[str, str]

    def badges(self, memory: Memory) -> list[tuple[str, str, str]]:
        became = self.became.get(memory.id, ADDED)
        return [(long_label(became), *look(became))]

    def use_words(self, memory: Memory) -> str:
        return tr("Used %n× by then", None, memory.use_count) if memory.use_count else tr("Not used by then")


class DayModel(MemoryListModel):
    """`became` says what became of each."""

    became: dict[str, str]

    def spoken(self, item: Memory) -> str:
        return f"{long_label(self.became.get(item.id, ADDED))}. {card_sentence(item, self._clock())}"


def opened_on(service: MemoryService, project: str | None) -> tuple[Days, list[str]]:
    """Return the days, and the projects that have memories."""
    return service.time_machine.days(project), list(service.facets().projects)


class TimeMachine(QWidget):
    """`today_wanted`: back to the present; `conversation_wanted(id, None)`. Nothing here changes before the
    person restores something."""

    today_wanted = Signal()
    conversation_wanted = Signal(str, object)

    def __init__(
        self,
        icons: Icons,
        bridge: Bridge,
        *,
        clock: Clock,
        refresh_ms: int = 250,
        snackbar_ms: int = 8000,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._do = Controller(bridge, self)
        self._project: str | None = None
        self._began = False
        self.found = Day(local_day(clock()), {}, (), 0)
        """The memories of the day that is listed."""
        self.became = ALL
        """The filter."""
        self.comparison: Comparison | None = None
        self._lay_out(snackbar_ms)
        self._list_soon = QTimer(self, singleShot=True, interval=_LIST_MS)
        self._list_soon.timeout.connect(self._look)
        self._detail_soon = QTimer(self, singleShot=True, interval=_DETAIL_MS)
        self._detail_soon.timeout.connect(self._compare)
        self._again = RefreshTimer(self, self._reload, refresh_ms)
        self._connect(bridge)

    def _lay_out(self, snackbar_ms: int) -> None:
        icons, theme, px = self._icons, self._theme, self._theme.px
        self.day_button = Button(icons, "", icon="calendar", trailing="chevron-down", parent=self)
        self.day_button.setToolTip(tr("Choose a day"))
        self.before = IconButton(icons, "chevron-left", tr("Day before"), parent=self)
        self.after = IconButton(icons, "chevron-right", tr("Day after"), parent=self)
        self.counts = ElidedLabel(theme, "", "small", "text2", parent=self)
        self.search = SearchField(icons, tr("Search this day"), parent=self)
        self.search.setFixedWidth(px(196))
        self.back = Button(icons, tr("Back to today"), variant="primary", keycap="Esc", parent=self)
        self.title = Label(theme, tr("What your AI believed on"), "title", parent=self)
        for button in (self.day_button, self.back):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        top = Bar(theme, self, fill="rail")
        top.setFixedHeight(px(52))
        self._top = hbox(
            _Glyph(icons, top), self.title, self.day_button, hbox(self.before, self.after),
            self.counts, STRETCH, self.search, self.back, on=top, margins=(px(16), 0, px(16), 1), gap=px(12),
        )  # fmt: skip
        self._below = Bar(theme, self, fill="rail")
        self._below.hide()
        self._second = hbox(STRETCH, on=self._below, margins=(px(16), px(6), px(16), px(7)), gap=px(12))
        self.slider = DaySlider(theme, self)
        strip = Bar(theme, self, fill="rail")
        vbox(self.slider, on=strip, margins=(px(16), px(10), px(16), px(7)))
        self.chips = {ALL: Chip(icons, short_label(ALL), parent=self)}
        self.chips |= {became: Chip(icons, short_label(became), parent=self) for became in ORDER}
        self.read_only = Badge(icons, tr("Read only"), "neutral", "lock", self)
        self.projects = ComboBox(icons, tr("Project"), parent=self)
        self.projects.add(tr("All projects"), "", icon="folder")
        self.projects.setMaximumWidth(px(200))
        filters = Bar(theme, self)
        self._filters = hbox(
            *self.chips.values(), STRETCH, self.read_only, self.projects,
            on=filters, margins=(px(16), px(7), px(16), px(8)), gap=px(6),
        )  # fmt: skip
        self.cards = DayCards(icons, self._clock)
        self.model = DayModel(self._fetch, self._clock, parent=self)
        self.view = MemoryList(self.model, CardDelegate(theme, self.cards, self), theme)
        self.cards.became = self.model.became = {}
        self.empty = EmptyState(icons, "memories", tr("No memories on this day"), parent=self)
        self.stack = stacked(self.view, self.empty, parent=self)
        self.snackbar = Snackbar(icons, stay_ms=snackbar_ms, parent=self)
        left = QWidget()
        vbox((self.stack, 1), self.snackbar, on=left)
        left.setMinimumWidth(px(320))
        self.pane = SincePane(icons, self._clock)
        self.splitter = Splitter(theme, left, self.pane, name="timeSplitter", sizes=(px(700), px(456)))
        self.foot = Bar(theme, self, fill="rail", line="top")
        self.foot.setFixedHeight(px(36))
        self.note = ElidedLabel(theme, "", "small", "text2", parent=self.foot)
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        shift = tr("Shift")
        hbox(
            KeyHint(theme, ("←", "→"), tr("A day"), self.foot),
            KeyHint(theme, (f"{shift} ←", f"{shift} →"), tr("A change"), self.foot),
            KeyHint(theme, ("Alt R",), tr("Restore"), self.foot),
            KeyHint(theme, ("Esc",), tr("Today"), self.foot),
            (self.note, 1), on=self.foot, margins=(px(16), 1, px(16), 0), gap=px(16),
        )  # fmt: skip
        vbox(top, self._below, strip, filters, (self.splitter, 1), self.foot, on=self)

    def _connect(self, bridge: Bridge) -> None:
        bridge.changed.connect(self._store_changed)
        self._do.refused.connect(self._refuse)
        self.slider.valueChanged.connect(self._moved)
        self.before.clicked.connect(lambda: self.slider.step(-1))
        self.after.clicked.connect(lambda: self.slider.step(1))
        self.day_button.clicked.connect(self.choose_day)
        for part in (self.stack, self.pane):  # elsewhere, arrows go from button to button, or through a text
            for keys, move in (
                ("Left", lambda: self.slider.step(-1)), ("Right", lambda: self.slider.step(1)),
                ("Shift+Left", lambda: self.slider.step_change(-1)),
                ("Shift+Right", lambda: self.slider.step_change(1)),
            ):  # fmt: skip
                context = Qt.ShortcutContext.WidgetWithChildrenShortcut
                QShortcut(QKeySequence(keys), part, context=context).activated.connect(move)
        self.search.text_edited.connect(self._search)
        self.search.list_wanted.connect(self.focus_main)
        self.back.clicked.connect(self.today_wanted)
        self.projects.activated.connect(
            lambda _row: self.show_project(str(self.projects.current_data) or None)
        )
        for became, chip in self.chips.items():
            chip.clicked.connect(lambda _on=False, became=became: self.filter(became))
        self.view.selection_changed.connect(self._detail_soon.start)
        self.pane.chosen.connect(self.filter)
        self.pane.open_wanted.connect(lambda ident: self.conversation_wanted.emit(ident, None))
        self.pane.restore_wanted.connect(self.restore)
        self.pane.copy_wanted.connect(self.copy)
        self.pane.several_wanted.connect(self.restore_several)

    # What the page asks

    def show_project(self, project: str | None) -> None:
        """Show an earlier day of a project; of everything without it."""
        self._project, self.became = project, ALL
        note = tr("Nothing changes until you restore. You can undo it.")
        if project is not None:
            note = tr("What applied in this project that day. Context shows what sessions received.")
        self.note.setText(note)
        self._reload()

    def focus_main(self) -> None:
        self.slider.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_groups(self) -> Sequence[QWidget]:
        return (self.search, self.slider, self.chips[ALL], self.view, self.pane)

    # The day

    @property
    def day(self) -> date:
        """The chosen day."""
        return self.slider.day

    def _reload(self) -> None:
        self._again.caught_up()
        self._do.start(self._read(), self._failed)

    async def _read(self) -> None:
        days, projects = await self._do.ask("days", opened_on, self._do.service, self._project)
        day = self.day if self._began else local_day(self._clock()) - timedelta(days=_FIRST_DAYS)
        last = days.first + timedelta(days=len(days.changes) - 1)
        self._began = True
        self.slider.show_days(days, min(max(day, days.first), last))
        while self.projects.count() > 1:
            self.projects.removeItem(1)
        for path in dict.fromkeys([*projects, *([self._project] if self._project else ())]):
            self.projects.add(project_name(path), path, icon="folder")
        self.projects.set_current_data(self._project or "")
        self._show_day()
        self._look()

    def _moved(self) -> None:
        self._show_day()
        self._list_soon.start()

    def _show_day(self) -> None:
        """What can be told without a question."""
        days, at = self.slider.days, self.slider.value()
        self.day_button.set_label(day_name(self.day))
        self.before.setEnabled(at > 0)
        self.after.setEnabled(at < self.slider.maximum())
        self.counts.setText(total_words(days.active[at], days.active[-1]))

    def choose_day(self) -> DayCalendar:
        """Open the calendar."""
        menu, days = Menu(self), self.slider.days
        last = days.first + timedelta(days=len(days.changes) - 1)
        calendar = DayCalendar(self._icons, days.first, last, self.day, menu)
        action = QWidgetAction(menu)
        action.setDefaultWidget(calendar)
        menu.addAction(action)
        calendar.chosen.connect(lambda day: self._choose(day, menu))
        menu.popup(self.day_button.mapToGlobal(QPoint(0, self.day_button.height() + self._theme.px(4))))
        calendar.setFocus(Qt.FocusReason.PopupFocusReason)
        return calendar

    def _choose(self, day: date, menu: Menu) -> None:
        menu.close()
        self.slider.step((day - self.day).days)

    # The list

    def _search(self, text: str) -> None:
        self.view.mark(search_terms(text))
        self._look()

    def _look(self) -> None:
        self._list_soon.stop()
        self._do.start(self._list(), self._failed)

    async def _list(self) -> None:
        machine, words = self._do.service.time_machine, self.search.text().strip()
        self.found = await self._do.ask("day", machine.on, self.day, self._project, words)
        counts = Counter(self.found.became.values())
        for became, chip in self.chips.items():
            count = counts[became] if became else len(self.found.became)
            chip.set_count(count)
            chip.setVisible(bool(count) or became in (ALL, self.became))
        self.pane.show_counts(self.found.day, {**counts, ADDED: len(self.found.added)}, self.found.purged)
        if not words:
            self.counts.setText(total_words(len(self.found.became), self.found.today))
        self.filter(self.became)

    def filter(self, became: str) -> None:
        """List those of which this became; all without it."""
        self.became = became
        for name, chip in self.chips.items():
            chip.setChecked(name == became)
        self.pane.check(became)
        ids = list(self.found.added) if became == ADDED else self.found.ids(became)
        self.cards.became = self.model.became = self.found.became
        kept = self.view.current_id()
        self.model.start(ids)
        self.model.refresh_all()
        if ids:
            self.stack.setCurrentWidget(self.view)
            self.view.go_to(max(0, self.model.row_of(kept or "")))
        else:
            self.empty.show_state("memories", *self._nothing())
            self.stack.setCurrentWidget(self.empty)
        self._compare()

    def _nothing(self) -> tuple[str, str]:
        if self.search.text().strip():
            return tr("No matches on this day"), tr("Only the words of that day are searched.")
        if self.became:
            return tr("No memories match these filters"), tr("Remove a filter to see more.")
        if not any(self.slider.days.active):
            return tr("No memories yet"), tr(
                "Once there are memories, you can see those of earlier days here."
            )
        return tr("No memories on this day"), tr("Choose another day.")

    def _fetch(
        self,
        ids: list[str],
        loaded: Callable[[Sequence[Memory]], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._do.start(self._load(ids, loaded), failed)

    async def _load(self, ids: list[str], loaded: Callable[[Sequence[Memory]], None]) -> None:
        loaded(await self._do.ask("rows", memories_of, self._do.service, ids, self.found))

    # One memory

    def _compare(self) -> None:
        self._detail_soon.stop()
        self._do.start(self._show_one(), self._failed)

    async def _show_one(self) -> None:
        ident = self.view.current_id() if self.model.rowCount() else None
        if ident is None:
            self.comparison = None
            self.pane.show_nothing()
            return
        day = self.found.day
        try:
            found = await self._do.ask("compare", self._do.service.time_machine.compare, ident, day)
        except NotFound:  # deleted permanently meanwhile: the list follows
            return
        self.comparison = found
        self.pane.show_comparison(found, self.found.became.get(ident, ADDED), day)

    def copy(self) -> None:
        """Put the texts of the selected memories on the clipboard, several as a list."""
        self._do.start(self._copy())

    async def _copy(self) -> None:
        ids = self.view.selected_ids()
        found = await self._do.ask("copy", memories_of, self._do.service, ids, self.found)
        texts = [memory.content for memory in found]
        lines = texts if len(texts) == 1 else [f"- {text}" for text in texts]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.snackbar.say(Message(tr("%n memories copied", None, len(texts)), "copy"))

    # Restoring

    def restore(self) -> RestoreSheet | None:
        """Ask how to restore the selected memory; several, if several are selected."""
        found = self.comparison
        if len(self.view.selected_ids()) > 1:
            self.restore_several()
        elif found is not None and self.pane.restore.isEnabled():
            sheet = opened(RestoreSheet(self._icons, found, self.found.day, self.window()))
            sheet.confirmed.connect(lambda: self._restore(sheet, [found.now.id], **sheet.options))
            return sheet
        return None

    def restore_several(self) -> None:
        """List what differs from today, of what is listed, to be ticked."""
        self._do.start(self._offer_several())

    async def _offer_several(self) -> None:
        ids = [ident for ident in self.model.ids if self.found.became.get(ident, "same") != "same"]
        found = await self._do.ask("several", memories_of, self._do.service, ids[:MOST], self.found)
        chosen = self.view.selected_ids()
        chosen = chosen if len(chosen) > 1 else [memory.id for memory in found] if self.became else []
        sheet = SeveralSheet(
            self._icons,
            found,
            self.found.became,
            self.found.day,
            chosen,
            len(ids) - len(found),
            self.window(),
        )
        sheet.confirmed.connect(lambda: self._restore(sheet, sheet.ids()))
        opened(sheet)

    def _restore(self, sheet: RestoreSheet | SeveralSheet, ids: list[str], **options: Any) -> None:
        self._do.try_to(self._restored(sheet, ids, options), sheet.fail)

    async def _restored(
        self, sheet: RestoreSheet | SeveralSheet, ids: list[str], options: dict[str, Any]
    ) -> None:
        done = await self._do.change_many(
            self._do.service.time_machine.restore, ids, self.found.day,
            count=len(ids), said=self.snackbar.say, **options,
        )  # fmt: skip
        sheet.accept()
        if done is None:
            return
        count = sum(memory.id != options.get("instead_of") for memory in done)
        if not count:
            self.snackbar.say(Message(tr("Nothing to restore: another memory says the same"), "info"))
            return
        self.snackbar.say(Message(tr("%n memories restored", None, count), "undo", self.undo))

    def undo(self) -> None:
        self._do.start(self._undo())

    async def _undo(self) -> None:
        undone = await self._do.change(self._do.service.undo, here=True)
        self.snackbar.say(Message(undone_words(undone)[0], "undo"))

    # Events

    def _failed(self, error: BaseException) -> None:
        self.empty.show_failed(tr("Couldn't load this day"), error, self._reload)
        self.stack.setCurrentWidget(self.empty)
        self._do.report(error)

    def _refuse(self, error: BaseException) -> None:
        self.snackbar.say(Message(error_words(error), "warning"))

    def _store_changed(self, changes: Changes) -> None:
        if self._began and (changes.memories or changes.all_memories):
            self._again.changed()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if self._began:
            self._again.shown()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.today_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= self._theme.px(_ROOMY)
        if roomy != self._below.isHidden():
            self._below.setHidden(roomy)
            counts, search = (self._top, 4), (self._top, 6)
            mode = (self._filters, len(self.chips) + 1)
            if not roomy:
                counts, mode, search = (self._second, 0), (self._second, 1), (self._second, 3)
            for widget, (row, at) in ((self.counts, counts), (self.read_only, mode), (self.search, search)):
                row.insertWidget(at, widget)


def memories_of(service: MemoryService, ids: Sequence[str], found: Day) -> list[Memory]:
    """Return memories as they were on the day, and those that were added since as they are."""
    added = [ident for ident in ids if ident not in found.became]
    then = service.time_machine.memories([ident for ident in ids if ident in found.became], found.day)
    known = {memory.id: memory for memory in [*then, *service.get_many(added)]}
    return [known[ident] for ident in ids if ident in known]


class _Glyph(QWidget):
    """The sign of this mode."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        side = icons.theme.px(18)
        self.setFixedSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._icons.paint(QPainter(self), "history", "accentText", 0, 0, 18)

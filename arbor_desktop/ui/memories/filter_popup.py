"""The menu of further filters: status, category, privacy, origin and tags."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.memories.model import Category, Facets, Privacy, Source, Status
from arbor_desktop.ui.components import Chip, FlowLayout, Label, TagEditor
from arbor_desktop.ui.components.painting import rounded, rounded_region
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.menu_reads import MenuCounts
from arbor_desktop.ui.memories.query import ACTIVE, MemoryQuery
from arbor_desktop.ui.memories.query_state import QueryState
from arbor_desktop.ui.memories.words import category_label, privacy_label, source_label, status_label, tr

_MOST_TAGS = 12


class FilterPopup(QFrame):
    """Opens under its button; what is chosen holds at once. Closes by Esc or a click elsewhere.

    `counts_wanted(query)` when it opens, and with every other query while it is open.
    """

    counts_wanted = Signal(object)

    def __init__(self, icons: Icons, state: QueryState, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._icons, self._state, self._theme = icons, state, icons.theme
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAccessibleName(tr("Filters"))
        px = self._theme.px
        self.setFixedWidth(px(400))
        self.chips: dict[tuple[str, str], Chip] = {}
        self._counts: MenuCounts = {}
        self._button: QWidget | None = None
        self._boxes: list[QWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(px(16), px(12), px(16), px(16))
        self._column.setSpacing(px(6))
        self._section("status", tr("Status"), [(s.value, status_label(s)) for s in Status])
        self._section("categories", tr("Category"), [(c.value, category_label(c)) for c in Category])
        self._section("privacy", tr("Privacy"), [(p.value, privacy_label(p)) for p in Privacy])
        self._section("sources", tr("Origin"), [(s.value, source_label(s)) for s in Source])
        self._column.addWidget(self._heading(tr("Tags")))
        self._tags = self._flow()
        self.more_tags = TagEditor(icons, tr("Filter by tag"), add_text=tr("Another tag"), parent=self)
        self.more_tags.changed.connect(self._tags_typed)
        self._column.addWidget(self.more_tags)
        state.changed.connect(self._show)
        state.changed.connect(self._ask)
        self._show(state.query)

    def open_below(self, button: QWidget) -> None:
        """Shows the popup right-aligned under `button`, within its screen."""
        self._button = button
        self._place()
        self.show()
        self.counts_wanted.emit(self._state.query)
        first = next(iter(self.chips.values()))
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def _place(self) -> None:
        button = self._button
        if button is None:
            return
        # A flow's height follows its width, which a window's own size hint does not ask for.
        for box in self._boxes:
            box.updateGeometry()
        self._column.invalidate()
        self.resize(self.width(), self._column.totalHeightForWidth(self.width()))
        corner = button.mapToGlobal(
            QPoint(button.width() - self.width(), button.height() + self._theme.px(4))
        )
        screen = QGuiApplication.screenAt(corner) or button.screen()
        room: QRect = screen.availableGeometry()
        x = max(room.left(), min(corner.x(), room.right() - self.width()))
        y = max(room.top(), min(corner.y(), room.bottom() - self.height()))
        self.move(x, y)

    def set_known(self, everywhere: Facets) -> None:
        """What there is to choose from: the tags used most, in an order that no filter changes."""
        self._fill_tags(everywhere.tags)
        self.more_tags.set_suggestions(everywhere.tags)

    def set_counts(self, counts: MenuCounts) -> None:
        """How many memories each chip leaves, or adds."""
        self._counts = counts
        for (field, value), chip in self.chips.items():
            chip.set_count(counts.get(field, {}).get(value, 0))
        if self.isVisible():  # wider chips may need another line
            self._place()

    def _ask(self, query: MemoryQuery) -> None:
        if self.isVisible():
            self.counts_wanted.emit(query)

    def _fill_tags(self, tags: dict[str, int]) -> None:
        most = sorted(tags.items(), key=lambda item: (-item[1], item[0]))[:_MOST_TAGS]
        wanted = [("tags", tag) for tag, _ in most]
        here = self._counts.get("tags", {})
        for key in [key for key in self.chips if key[0] == "tags" and key not in wanted]:
            chip = self.chips.pop(key)
            self._tags.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for key in wanted:
            if key not in self.chips:
                self._add_chip(self._tags, "tags", key[1], key[1])
            self.chips[key].set_count(here.get(key[1], 0))
        self._show(self._state.query)

    def _section(self, field: str, name: str, values: list[tuple[str, str]]) -> None:
        self._column.addWidget(self._heading(name))
        flow = self._flow()
        for value, text in values:
            self._add_chip(flow, field, value, text)
        self._column.addSpacing(self._theme.px(6))

    def _heading(self, text: str) -> Label:
        return Label(self._theme, text, "small500", "text3", parent=self)

    def _flow(self) -> FlowLayout:
        box = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        box.setSizePolicy(policy)
        flow = FlowLayout(box, self._theme.px(6), self._theme.px(6))
        self._boxes.append(box)
        self._column.addWidget(box)
        return flow

    def _add_chip(self, flow: FlowLayout, field: str, value: str, text: str) -> None:
        chip = Chip(self._icons, text, parent=self)
        toggle: Callable[..., None] = lambda _on=False: self._toggle(field, value)  # noqa: E731
        chip.clicked.connect(toggle)
        flow.addWidget(chip)
        chip.show()
        self.chips[(field, value)] = chip

    def _toggle(self, field: str, value: str) -> None:
        if field == "status":
            chosen = self._state.query.status
            rest = tuple(v for v in chosen if v != value)
            # Nothing chosen means what is active, never "nothing at all".
            self._state.set(status=(rest or ACTIVE) if value in chosen else (*chosen, value))
        else:
            self._state.toggle(field, value)
        self._show(self._state.query)

    def _tags_typed(self, tags: tuple[str, ...]) -> None:
        shown = {value for field, value in self.chips if field == "tags"}
        kept = tuple(tag for tag in self._state.query.tags if tag in shown)
        self._state.set(tags=(*kept, *(tag for tag in tags if tag not in kept)))

    def _show(self, query: MemoryQuery) -> None:
        for (field, value), chip in self.chips.items():
            chip.setChecked(value in getattr(query, field))
        shown = {value for field, value in self.chips if field == "tags"}
        others = tuple(tag for tag in query.tags if tag not in shown)
        if others != self.more_tags.tags:
            self.more_tags.set_tags(others)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMask(rounded_region(self.size(), self._theme.px(8)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color("card"), theme.color("borderStrong"))

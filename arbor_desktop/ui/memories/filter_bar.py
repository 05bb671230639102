"""Type chips with counts, least confidence, further filters, and the order of the list."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.memories.model import Category, Facets, MemoryType, Privacy, Source, Status
from arbor_desktop.ui.components import Button, Chip, ComboBox, FlowLayout, Label, Slider, TagChip
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.filter_popup import FilterPopup
from arbor_desktop.ui.memories.query import ACTIVE, SORTS, MemoryQuery
from arbor_desktop.ui.memories.query_state import QueryState
from arbor_desktop.ui.memories.words import (
    TYPE_ORDER,
    category_label,
    privacy_label,
    sort_label,
    source_label,
    status_label,
    tr,
    type_label,
)

_SQUARES = {
    MemoryType.PREFERENCE: "chPref",
    MemoryType.FACT: "chFact",
    MemoryType.INSTRUCTION: "chInstr",
    MemoryType.SKILL: "chSkill",
    MemoryType.CONTEXT: "chCtx",
    MemoryType.RELATIONSHIP: "chRel",
}


class FilterBar(QWidget):
    """Shows and changes the state's query. A click on a chip shows one type, Ctrl and click adds one."""

    def __init__(self, icons: Icons, state: QueryState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._state, self._theme = icons, state, icons.theme
        px = self._theme.px
        self.all_chip = Chip(icons, tr("All"), parent=self)
        self.all_chip.clicked.connect(lambda: self._choose(()))
        self.chips: dict[MemoryType, Chip] = {}
        chips = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        chips.setSizePolicy(policy)
        flow = FlowLayout(chips, px(6), px(6))
        flow.addWidget(self.all_chip)
        for kind in TYPE_ORDER:
            chip = Chip(icons, type_label(kind), square=_SQUARES[kind], parent=chips)
            chip.clicked.connect(lambda _on=False, kind=kind: self._chip_clicked(kind))
            self.chips[kind] = chip
            flow.addWidget(chip)
        self.confidence_label = Label(self._theme, "", "small", "text2", parent=self)
        self.confidence = Slider(self._theme, tr("Least confidence"), fill="right", parent=self)
        self.confidence.setFixedWidth(px(84))
        self.confidence.valueChanged.connect(self._slid)
        self._slide_soon = QTimer(self, singleShot=True, interval=60)
        self._slide_soon.timeout.connect(self._slide)
        self.filter_button = Button(
            icons, tr("Filter"), variant="quiet", size="small", icon="filter", parent=self
        )
        self.filter_button.setAccessibleName(tr("More filters"))
        self.filter_button.clicked.connect(self._open_popup)
        self.sort = ComboBox(icons, tr("Order"), quiet=True, small=True, parent=self)
        self.sort.activated.connect(self._sort_chosen)
        self.popup = FilterPopup(icons, state, self)

        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(px(4))
        top.addWidget(chips, 1, Qt.AlignmentFlag.AlignVCenter)
        top.addWidget(self.confidence_label)
        top.addSpacing(px(4))
        top.addWidget(self.confidence)
        top.addWidget(self.filter_button)
        top.addWidget(self.sort)
        self.active = QWidget(self)
        self.active.setSizePolicy(policy)
        self._active_flow = FlowLayout(self.active, px(6), px(6))
        self.active.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(9) - 1, px(12), px(9))
        column.setSpacing(px(8))
        column.addLayout(top)
        column.addWidget(self.active)
        self.setSizePolicy(policy)
        state.changed.connect(self._show)
        self._show(state.query)

    def set_counts(self, here: Facets, everywhere: Facets) -> None:
        """`here` counts under the other filters, `everywhere` over everything; the menu counts for itself."""
        self.all_chip.set_count(sum(here.types.values()))
        for kind, chip in self.chips.items():
            chip.set_count(here.types.get(kind, 0))
        self.popup.set_known(everywhere)

    # What a person does

    def _chip_clicked(self, kind: MemoryType) -> None:
        chosen = self._state.query.types
        adds = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
        if adds:
            chosen = tuple(t for t in chosen if t != kind) if kind in chosen else (*chosen, kind.value)
        else:
            chosen = () if chosen == (kind.value,) else (kind.value,)
        self._choose(chosen)

    def _choose(self, types: tuple[str, ...]) -> None:
        self._state.set(types=types)
        self._check(self._state.query)  # the button toggled itself, whatever the answer

    def _slid(self, _value: int) -> None:
        self._say_confidence(self.confidence.fraction)
        self._slide_soon.start()

    def _slide(self) -> None:
        self._state.set(min_confidence=self.confidence.fraction or None)

    def _sort_chosen(self, _row: int) -> None:
        chosen = self.sort.current_data
        if isinstance(chosen, str):
            self._state.set(sort="created" if chosen == "relevance" else chosen)

    def _open_popup(self) -> None:
        self.popup.open_below(self.filter_button)

    # What is shown

    def _show(self, query: MemoryQuery) -> None:
        self._check(query)
        if not self._slide_soon.isActive():
            blocked = self.confidence.blockSignals(True)
            self.confidence.set_fraction(query.min_confidence or 0)
            self.confidence.blockSignals(blocked)
            self._say_confidence(query.min_confidence or 0)
        self._show_sorts(query)
        self._show_active(query)

    def _check(self, query: MemoryQuery) -> None:
        self.all_chip.setChecked(not query.types)
        for kind, chip in self.chips.items():
            chip.setChecked(kind.value in query.types)

    def _say_confidence(self, value: float) -> None:
        self.confidence_label.setText(f"{tr('Confidence')} ≥ {value:.2f}")

    def _show_sorts(self, query: MemoryQuery) -> None:
        # With a search the best match takes the place of "Newest": both are what one expects unasked.
        wanted = ("relevance", *SORTS[1:]) if query.words else SORTS
        if [self.sort.itemData(row) for row in range(self.sort.count())] != list(wanted):
            self.sort.clear()
            for sort in wanted:
                self.sort.add(sort_label(sort), sort)
        self.sort.set_current_data("relevance" if query.words and query.sort == "created" else query.sort)
        self.sort.setFixedWidth(self._sort_width())

    def _sort_width(self) -> int:
        """As wide as the chosen words: the chips beside need the room."""
        px = self._theme.px
        words = QFontMetrics(self._theme.font("small500")).horizontalAdvance(self.sort.currentText())
        return px(10) + words + px(4) + px(16) + px(4) + 2

    def _show_active(self, query: MemoryQuery) -> None:
        while (item := self._active_flow.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        shown = _further(query)
        for field, value, text in shown:
            chip = TagChip(self._icons, text, False, self.active)
            chip.removed.connect(lambda _t, field=field, value=value: self._remove(field, value))
            self._active_flow.addWidget(chip)
            chip.show()
        if shown:
            clear = Button(self._icons, tr("Clear filters"), variant="link", parent=self.active)
            clear.clicked.connect(lambda: self._state.put(self._state.query.without_filters()))
            self._active_flow.addWidget(clear)
            clear.show()
        self.active.setVisible(bool(shown))
        self.updateGeometry()

    def _remove(self, field: str, value: str) -> None:
        if field in ("conversation", "rule"):
            self._state.set(**{field: None})
        elif field == "status":
            rest = tuple(v for v in self._state.query.status if v != value)
            self._state.set(status=rest or ACTIVE)
        else:
            self._state.toggle(field, value)

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


def _further(query: MemoryQuery) -> list[tuple[str, str, str]]:
    """(field, value, words) of the filters that have no place of their own in the bar."""
    out = []
    if query.status != ACTIVE:
        out += [("status", v, f"{tr('Status')}: {status_label(Status(v))}") for v in query.status]
    out += [("categories", v, category_label(Category(v))) for v in query.categories]
    out += [("tags", v, f"#{v}") for v in query.tags]
    out += [("privacy", v, privacy_label(Privacy(v))) for v in query.privacy]
    out += [("sources", v, source_label(Source(v))) for v in query.sources]
    if query.conversation:
        out.append(("conversation", query.conversation, tr("From one conversation")))
    if query.rule:
        out.append(("rule", *query.rule))
    return out

"""Type chips with counts, further filters in a menu, and the order of the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.memories.confidence import HIGH, MEDIUM
from arbor_desktop.memories.model import Category, Facets, MemoryType, Privacy, Source, Status
from arbor_desktop.ui.components import Button, Chip, ComboBox, FlowLayout, Label, Segment, TagChip, TagEditor
from arbor_desktop.ui.components.boxes import MIDDLE, TOP, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Bar, PopupFrame
from arbor_desktop.ui.components.painting import confidence_word
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import Body, BodyArea
from arbor_desktop.ui.memories.model import ACTIVE, MINE, SORTS, TEAM, MemoryQuery, MenuCounts
from arbor_desktop.ui.memories.search import QueryState
from arbor_desktop.ui.memory.words import (
    TYPE_ORDER,
    category_label,
    privacy_label,
    sort_label,
    source_label,
    status_label,
    type_label,
)
from arbor_desktop.ui.translation import tr

_MOST_TAGS = 12
_LEAST_HEIGHT = 320
"""The menu is at least so high, also where it is taller than the window (pixels at 100 %)."""
_NARROW = 900
"""Below this width, types that nothing is of have no chip: the others stand in one row."""
_LEAST = {"any": None, "medium": MEDIUM, "high": HIGH}


class FilterPopup(PopupFrame):
    """Opens under its button; what is chosen holds at once. Closes by Esc or a click elsewhere.

    `counts_wanted(query)` when it opens, and with every other query while it is open.
    """

    counts_wanted = Signal(object)

    def __init__(self, icons: Icons, state: QueryState, parent: QWidget) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._state = icons, state
        self.setAccessibleName(tr("Filters"))
        px = self._theme.px
        self.setFixedWidth(px(400))
        self.chips: dict[tuple[str, str], Chip] = {}
        self._counts: MenuCounts = {}
        self._button: QWidget | None = None
        self._boxes: list[QWidget] = []
        self._area = BodyArea(self)
        body = Body(self._area)
        self._area.setWidget(body)
        self._area.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        vbox(self._area, on=self, margins=1)
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(px(16) - 1, px(12) - 1, px(16) - 1, px(16) - 1)
        self._column.setSpacing(px(6))
        self._section("status", tr("Status"), [(s.value, status_label(s)) for s in Status])
        self._section("categories", tr("Category"), [(c.value, category_label(c)) for c in Category])
        self._section("privacy", tr("Privacy"), [(p.value, privacy_label(p)) for p in Privacy])
        self._section("sources", tr("Origin"), [(s.value, source_label(s)) for s in Source])
        self._column.addWidget(self._heading(tr("Tags")))
        self._tags = self._flow()
        self.more_tags = TagEditor(icons, tr("Filter by tag"), add_text=tr("Add tag"), parent=self)
        self.more_tags.changed.connect(self._tags_typed)
        self._column.addWidget(self.more_tags)
        self._column.addSpacing(px(6))
        self._column.addWidget(self._heading(tr("Minimum confidence")))
        self.confidence = Segment(icons, tr("Minimum confidence"), self)
        for level, least in _LEAST.items():
            self.confidence.add(level, least_words(least))
        self.confidence.changed.connect(self._least_chosen)
        self._column.addWidget(self.confidence, 0, Qt.AlignmentFlag.AlignLeft)
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
        wanted = self._column.totalHeightForWidth(self.width() - 2) + 2
        corner = button.mapToGlobal(
            QPoint(button.width() - self.width(), button.height() + self._theme.px(4))
        )
        screen = QGuiApplication.screenAt(corner) or button.screen()
        room: QRect = screen.availableGeometry()
        window = button.window().frameGeometry().bottom() - self._theme.px(8)
        bottom = min(room.bottom(), max(window, corner.y() + self._theme.px(_LEAST_HEIGHT)))
        self.resize(self.width(), min(wanted, bottom - max(room.top(), corner.y())))
        x = max(room.left(), min(corner.x(), room.right() - self.width()))
        self.move(x, max(room.top(), corner.y()))

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

    def _least_chosen(self, level: object) -> None:
        if level != _least_level(self._state.query):
            self._state.set(min_confidence=_LEAST[str(level)])

    def _tags_typed(self, tags: tuple[str, ...]) -> None:
        shown = {value for field, value in self.chips if field == "tags"}
        kept = tuple(tag for tag in self._state.query.tags if tag in shown)
        self._state.set(tags=(*kept, *(tag for tag in tags if tag not in kept)))

    def _show(self, query: MemoryQuery) -> None:
        for (field, value), chip in self.chips.items():
            chip.setChecked(value in getattr(query, field))
        self.confidence.set_current(_least_level(query))
        shown = {value for field, value in self.chips if field == "tags"}
        others = tuple(tag for tag in query.tags if tag not in shown)
        if others != self.more_tags.tags:
            self.more_tags.set_tags(others)


_SQUARES = {
    MemoryType.PREFERENCE: "chPref",
    MemoryType.FACT: "chFact",
    MemoryType.INSTRUCTION: "chInstr",
    MemoryType.SKILL: "chSkill",
    MemoryType.CONTEXT: "chCtx",
    MemoryType.RELATIONSHIP: "chRel",
}


class FilterBar(Bar):
    """Shows and changes the state's query. A click on a chip shows one type, Ctrl and click adds one.
    `counts_wanted(query)`: see `FilterPopup`."""

    counts_wanted = Signal(object)

    def __init__(self, icons: Icons, state: QueryState, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._state = icons, state
        px = self._theme.px
        self.all_chip = Chip(icons, tr("All"), parent=self)
        self.all_chip.clicked.connect(lambda: self._choose(()))
        self.chips: dict[MemoryType, Chip] = {}
        self._here: Mapping[str, int] | None = None
        """How many there are of each type, as soon as that is counted."""
        self._everywhere = Facets()
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
        self.team_chip = Chip(icons, tr("Team"), icon="team", parent=chips)
        self.mine_chip = Chip(icons, tr("Mine"), parent=chips)
        for chip, sources in ((self.team_chip, TEAM), (self.mine_chip, MINE)):
            chip.clicked.connect(lambda _on=False, sources=sources: self._choose_sources(sources))
            chip.hide()
            flow.addWidget(chip)
        self.filter_button = Button(
            icons, tr("Filters"), variant="quiet", size="small", icon="filter", parent=self
        )
        self.filter_button.setAccessibleName(tr("More filters"))
        self.filter_button.clicked.connect(self._open_popup)
        self.sort = ComboBox(icons, tr("Sort order"), quiet=True, small=True, parent=self)
        self.sort.activated.connect(self._sort_chosen)
        top = hbox((chips, 1, MIDDLE), self.filter_button, self.sort, gap=px(4))
        self.active = QWidget(self)
        chosen = QWidget(self.active)
        chosen.setSizePolicy(policy)
        self._active_flow = FlowLayout(chosen, px(6), px(6))
        clear = Button(icons, tr("Clear filters"), variant="link", parent=self.active)
        clear.clicked.connect(lambda: state.put(state.query.without_filters()))
        hbox((chosen, 1), (clear, TOP), on=self.active, margins=(0, 0, px(4), 0), gap=px(8))
        self.active.hide()
        vbox(top, self.active, on=self, margins=(px(16), px(9) - 1, px(12), px(9)), gap=px(8))
        self.setSizePolicy(policy)
        state.changed.connect(self._show)
        self._show(state.query)

    @cached_property
    def popup(self) -> FilterPopup:
        """Further filters; built with its first use."""
        popup = FilterPopup(self._icons, self._state, self)
        popup.counts_wanted.connect(self.counts_wanted)
        popup.set_known(self._everywhere)
        return popup

    def show_team(self, there: bool) -> None:
        """Offer the team's memories and one's own, where there is a team."""
        for chip in (self.team_chip, self.mine_chip):
            chip.setVisible(there or chip.isChecked())

    def set_counts(self, here: Facets, everywhere: Facets, sources: Mapping[str, int]) -> None:
        """`here` counts under the other filters, `everywhere` over everything; the menu counts for itself."""
        self.team_chip.set_count(sum(sources.get(one, 0) for one in TEAM))
        self.mine_chip.set_count(sum(sources.get(one, 0) for one in MINE))
        self.all_chip.set_count(sum(here.types.values()))
        for kind, chip in self.chips.items():
            chip.set_count(here.types.get(kind, 0))
        self._here = here.types
        self._fit()
        self._everywhere = everywhere
        if "popup" in vars(self):
            self.popup.set_known(everywhere)

    def _fit(self) -> None:
        narrow = self._here is not None and self.width() < self._theme.px(_NARROW)
        for kind, chip in self.chips.items():
            chip.setVisible(not narrow or chip.isChecked() or bool((self._here or {}).get(kind)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

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

    def _choose_sources(self, sources: tuple[str, ...]) -> None:
        self._state.set(sources=() if self._state.query.sources == sources else sources)
        self._check(self._state.query)

    def _sort_chosen(self, _row: int) -> None:
        chosen = self.sort.current_data
        if isinstance(chosen, str):
            self._state.set(sort="created" if chosen == "relevance" else chosen)

    def _open_popup(self) -> None:
        self.popup.open_below(self.filter_button)

    # What is shown

    def _show(self, query: MemoryQuery) -> None:
        self._check(query)
        self._show_sorts(query)
        self._show_active(query)

    def _check(self, query: MemoryQuery) -> None:
        self.all_chip.setChecked(not query.types)
        for kind, chip in self.chips.items():
            chip.setChecked(kind.value in query.types)
        self.team_chip.setChecked(query.sources == TEAM)
        self.mine_chip.setChecked(query.sources == MINE)

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
        clear(self._active_flow)
        shown = _further(query)
        self.filter_button.set_label(
            tr("Filters ({count})").format(count=len(shown)) if shown else tr("Filters")
        )
        for field, value, text in shown:
            chip = TagChip(self._icons, text, False, self.active)
            chip.removed.connect(lambda _t, field=field, value=value: self._remove(field, value))
            self._active_flow.addWidget(chip)
            chip.show()
        self.active.setVisible(bool(shown))
        self.updateGeometry()

    def _remove(self, field: str, value: str) -> None:
        if field in ("conversation", "rule", "stored", "min_confidence"):
            self._state.set(**{field: None})
        elif field == "status":
            rest = tuple(v for v in self._state.query.status if v != value)
            self._state.set(status=rest or ACTIVE)
        else:
            self._state.toggle(field, value)


def _least_level(query: MemoryQuery) -> str:
    least = query.min_confidence or 0.0
    return "high" if least >= HIGH else "medium" if least >= MEDIUM else "any"


def least_words(value: float | None) -> str:
    """`Any`, `Medium or higher`, `High`."""
    if not value:
        return tr("Any")
    return (
        confidence_word(value)
        if value >= HIGH
        else tr("{level} or higher").format(level=confidence_word(value))
    )


def _further(query: MemoryQuery) -> list[tuple[str, str, str]]:
    """(field, value, words) of the filters that have no place of their own in the bar."""
    out = []
    if query.status != ACTIVE:
        out += [("status", v, f"{tr('Status')}: {status_label(Status(v))}") for v in query.status]
    out += [("categories", v, category_label(Category(v))) for v in query.categories]
    out += [("tags", v, f"#{v}") for v in query.tags]
    out += [("privacy", v, privacy_label(Privacy(v))) for v in query.privacy]
    if query.sources not in (TEAM, MINE):
        out += [("sources", v, source_label(Source(v))) for v in query.sources]
    if query.min_confidence:
        out.append(("min_confidence", "", f"{tr('Confidence')}: {least_words(query.min_confidence)}"))
    if query.conversation:
        out.append(("conversation", query.conversation, tr("From one conversation")))
    if query.rule:
        out.append(("rule", *query.rule))
    if query.stored:
        out.append(("stored", "", tr("Saved {when}").format(when=query.stored[2])))
    return out

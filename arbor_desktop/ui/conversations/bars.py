"""Search, pickers and capture above; status chips, the month's figures and the order below."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.conversations.model import ConversationFacets, ConversationStatus
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.status import ServiceStatus
from arbor_desktop.ui.components import BackForward, Button, Chip, ComboBox, FlowLayout, Label, SearchField
from arbor_desktop.ui.components.boxes import hbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.conversations.model import ConversationQuery
from arbor_desktop.ui.conversations.words import FILTERS, filter_label, filter_tip, month_line
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.source_words import source_words
from arbor_desktop.ui.translation import tr

_ALWAYS = frozenset(
    {
        ConversationStatus.MEMORIZED,
        ConversationStatus.PENDING,
        ConversationStatus.ERROR,
    }
)
"""Chips that stay where there is nothing of their kind."""
_ORDERS = (
    ("started", "desc"),
    ("started", "asc"),
    ("memories", "desc"),
    ("turns", "desc"),
    ("tokens", "desc"),
    ("title", "asc"),
    ("project", "asc"),
    ("status", "asc"),
)


def order_label(sort: str, order: str) -> str:
    return {
        ("started", "desc"): tr("Newest first"),
        ("started", "asc"): tr("Oldest first"),
        ("memories", "desc"): tr("Most memories"),
        ("memories", "asc"): tr("Fewest memories"),
        ("turns", "desc"): tr("Most messages"),
        ("turns", "asc"): tr("Fewest messages"),
        ("tokens", "desc"): tr("Most tokens"),
        ("tokens", "asc"): tr("Fewest tokens"),
        ("title", "asc"): tr("Title"),
        ("title", "desc"): tr("Title, Z–A"),
        ("project", "asc"): tr("Project"),
        ("project", "desc"): tr("Project, Z–A"),
        ("status", "asc"): tr("Status"),
        ("status", "desc"): tr("Status, reversed"),
    }[sort, order]


class TopBar(Bar):
    """`wanted(query)` after a search or a choice; `paused`, `resumed`, `process_wanted` for the buttons."""

    wanted = Signal(object)
    paused = Signal()
    resumed = Signal()
    process_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        arrows = BackForward(icons, self)  # the first that Tab meets
        self._icons = icons
        self._query = ConversationQuery()
        self._status = ServiceStatus("ready")
        self._waiting = 0
        px = icons.theme.px
        self.title = Label(icons.theme, tr("Conversations"), "title", parent=self)
        self.search = SearchField(icons, tr("Search"), parent=self)
        self.search.setMaximumWidth(px(280))
        name = tr("Search titles and messages")
        self.search.setAccessibleName(name)
        self.search.setToolTip(f"{name}  {_native('Ctrl+K')}")
        self.search.text_edited.connect(lambda text: self._put(text=text))
        self.source = ComboBox(icons, tr("Source"), parent=self)
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.source.activated.connect(lambda _row: self._put(source=self.source.current_data or None))
        self.project.activated.connect(lambda _row: self._put(project=self.project.current_data or None))
        self.pause = Button(icons, tr("Pause"), variant="quiet", icon="pause", parent=self)
        self.pause.clicked.connect(self._pause_clicked)
        self.process = Button(icons, "", icon="play", parent=self, clicked=self.process_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(8), 0, px(16), 1)
        row.setSpacing(px(12))
        row.addWidget(arrows)
        row.addWidget(self.title)
        row.addSpacing(px(8))
        row.addWidget(self.search, 100)
        row.addWidget(self.source)
        row.addWidget(self.project)
        row.addStretch(1)
        row.addWidget(self.pause)
        row.addWidget(self.process)
        self.setFixedHeight(px(52))
        # What there is no room for is left out: it must not make the window wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_choices(ConversationFacets())
        self.show_status(self._status)

    def show_query(self, query: ConversationQuery) -> None:
        """Follows changes that came from elsewhere."""
        self._query = query
        for combo, chosen in ((self.source, query.source), (self.project, query.project)):
            if chosen and combo.findData(chosen) < 0:
                text = source_words(chosen).label if combo is self.source else project_name(chosen)
                combo.add(text, chosen)
            combo.set_current_data(chosen or "")
            self._fit(combo)
        if self.search.text() != query.text and not self.search.hasFocus():
            self.search.set_search(query.text)

    def set_choices(self, everywhere: ConversationFacets) -> None:
        """Fills the pickers, what there is most of first."""
        self._fill(self.source, tr("All sources"), {s: source_words(s).label for s in everywhere.sources})
        names = {path: project_name(path) for path in everywhere.projects}
        known = list(names.values())
        shown = {path: name if known.count(name) == 1 else path for path, name in names.items()}
        self._fill(self.project, tr("All projects"), shown, icon="folder")
        self.show_query(self._query)

    def _fill(self, combo: ComboBox, every: str, choices: dict[str, str], icon: str | None = None) -> None:
        wanted = [("", every), *choices.items()]
        if [(combo.itemData(n), combo.itemText(n)) for n in range(combo.count())] == wanted:
            return
        combo.clear()
        for data, text in wanted:
            combo.add(text, data, icon=icon)
        # The choice of everything is always read whole; a long name gives way to the search field.
        self._fit(combo)

    def _fit(self, combo: ComboBox) -> None:
        px = self._theme.px
        shown = QFontMetrics(self._theme.font("body")).horizontalAdvance(
            combo.currentText() or combo.itemText(0)
        )
        icon = px(24) if combo is self.project else 0
        combo.setFixedWidth(min(shown + icon + px(46), px(180)))

    def show_status(self, status: ServiceStatus) -> None:
        """What capture does: whether it can be paused or resumed."""
        self._status = status
        resting = status.state == "paused"
        self.pause.set_glyph("play" if resting else "pause")
        self._name_buttons()
        tip = (
            tr("Resume reading. While paused, no new conversations are read.")
            if resting
            else tr("Pause reading")
        )
        self.pause.setToolTip(tip)

    def show_waiting(self, count: int) -> None:
        """How many conversations are still to be memorized."""
        self._waiting = count
        self.process.setVisible(count > 0)
        self._name_buttons()

    def _name_buttons(self) -> None:
        """Short words where there is little room."""
        resting, waits = self._status.state == "paused", self._waiting
        short = self.width() < self._theme.px(900)
        words = tr("Resume") if resting else tr("Pause")
        self.pause.set_label("" if short and waits else words)
        self.pause.setAccessibleName(words)
        words = tr("Read %n", None, waits) if short else tr("Read %n conversations", None, waits)
        self.process.set_label(words)
        self.process.setAccessibleName(tr("Read %n conversations", None, waits))
        self.title.setVisible(self.width() >= self._theme.px(760))

    def _pause_clicked(self) -> None:
        (self.resumed if self._status.state == "paused" else self.paused).emit()

    def _put(self, **fields: object) -> None:
        self._query = replace(self._query, **fields)  # type: ignore[arg-type]
        self.wanted.emit(self._query)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_buttons()


class StatusBar(Bar):
    """The chips of the states, what this month cost, and the order. `wanted(query)` after a choice."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._query = ConversationQuery()
        px = icons.theme.px
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        chips = QWidget(self)
        chips.setSizePolicy(policy)
        flow = FlowLayout(chips, px(6), px(6))
        self.all_chip = Chip(icons, tr("All"), parent=chips)
        self.all_chip.clicked.connect(lambda: self._choose(None))
        flow.addWidget(self.all_chip)
        self.chips: dict[str, Chip] = {}
        for status in FILTERS:
            chip = Chip(icons, filter_label(status), parent=chips)
            chip.setToolTip(filter_tip(status))
            chip.clicked.connect(lambda _on=False, status=status: self._choose(status))
            self.chips[status] = chip
            flow.addWidget(chip)
        self.month = Label(icons.theme, "", "small", "text2", parent=self)
        self.sort = ComboBox(icons, tr("Sort order"), quiet=True, small=True, parent=self)
        self.sort.activated.connect(self._sort_chosen)
        hbox(
            (chips, 1), self.month, self.sort, on=self, margins=(px(16), px(9) - 1, px(12), px(9)), gap=px(6)
        )
        self.setSizePolicy(policy)
        self.set_counts(ConversationFacets(), ConversationFacets())
        self.show_query(self._query)

    def set_counts(
        self,
        here: ConversationFacets,
        everywhere: ConversationFacets,
        *,
        best_only: bool = False,
        costs: bool = False,
    ) -> None:
        """`best_only`: a search found more than are listed; `costs`: a model is used, so that it says what
        this month cost."""
        self.all_chip.set_count(here.total, more=best_only)
        tip = tr("Only the best matches are shown. Add a word to narrow the search.") if best_only else ""
        self.all_chip.setToolTip(tip)
        for status, chip in self.chips.items():
            count = here.states.get(status, 0)
            chip.set_count(count)
            chip.setVisible(bool(count) or status in _ALWAYS or self._query.status == status)
        self.month.setText(month_line(everywhere.tokens, everywhere.cost) if costs else "")
        self._fit()

    def show_query(self, query: ConversationQuery) -> None:
        self._query = query
        self.all_chip.setChecked(query.status is None)
        for status, chip in self.chips.items():
            chip.setChecked(query.status == status)
        self._show_orders(query)

    def _show_orders(self, query: ConversationQuery) -> None:
        orders = list(_ORDERS)
        if (query.sort, query.order) not in orders:
            orders.append((query.sort, query.order))
        self.sort.clear()
        for sort, order in orders:
            text = order_label(sort, order)
            # With a search the best match takes the place of the newest: both are what one expects unasked.
            if query.words and (sort, order) == ("started", "desc"):
                text = tr("Best match")
            self.sort.add(text, f"{sort} {order}")
        self.sort.set_current_data(f"{query.sort} {query.order}")
        px = self._theme.px
        words = QFontMetrics(self._theme.font("small500")).horizontalAdvance(self.sort.currentText())
        self.sort.setFixedWidth(px(10) + words + px(4) + px(16) + px(4) + 2)

    def _sort_chosen(self, _row: int) -> None:
        chosen = self.sort.current_data
        if isinstance(chosen, str):
            sort, order = chosen.split(" ")
            self.wanted.emit(replace(self._query, sort=sort, order=order))

    def _choose(self, status: str | None) -> None:
        self.wanted.emit(replace(self._query, status=None if status == self._query.status else status))
        self.show_query(self._query)  # the button toggled itself, whatever the answer

    def _fit(self) -> None:
        """The month's figures give way to the chips."""
        self.month.setVisible(bool(self.month.text()) and self.width() >= self._theme.px(860))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")

"""Every field of a memory but its text, and the panel that folds the rare ones away. A choice holds at once
and can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.clock import Clock, from_iso, to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import details as core_details
from arbor_desktop.memories.model import Memory, Scope, Status
from arbor_desktop.ui.components import (
    Button,
    ConfidenceBar,
    ElidedLabel,
    InlineError,
    Label,
    TagEditor,
    TextField,
)
from arbor_desktop.ui.components.boxes import TOP, ScrollArea, hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.formatting import age, day
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import (
    ConfidenceSlider,
    PickBox,
    fill_categories,
    fill_privacy,
    fill_scopes,
    fill_types,
)
from arbor_desktop.ui.memory.words import label as called
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr, translated

_MOST_CONDITION = 200


def names_width(theme: Theme) -> int:
    """The width of the names of all fields, so that what they hold begins at one edge."""
    names = (tr("Applies to"), tr("Applies when"), tr("Technology"), tr("Confidence"))
    metrics = QFontMetrics(theme.font("small500"))
    return max(theme.px(80), *(metrics.horizontalAdvance(name) + 2 for name in names))


_WIDE = 660
"""From this width on two fields stand beside each other."""


class FieldsForm(QWidget):
    """How sure it is, type, place, tags and privacy; `more` holds what is rarely wanted.

    `changed(fields)` with what a person chose, as the service's `update` takes it; `confirm_wanted` by its
    button; `more_wanted` something in `more` is wrong.
    """

    changed = Signal(object)
    confirm_wanted = Signal()
    more_wanted = Signal()

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._memory: Memory | None = None
        self._projects: tuple[str, ...] = ()
        # In the order in which Tab goes through them.
        self.sure = ConfidenceBar(self._theme, parent=self)
        self.confirm = Button(icons, tr("Confirm"), size="small", icon="check", parent=self)
        self.confirm.setToolTip(tr("Confirm") + "  Alt C")
        self.confidence_note = ElidedLabel(self._theme, "", "caption", "text3", parent=self)
        self.type = PickBox(icons, tr("Type"), parent=self)
        self.scope = PickBox(icons, tr("Applies to"), parent=self)
        self.tags = TagEditor(icons, tr("Tags"), parent=self)
        self.privacy = PickBox(icons, tr("Privacy"), parent=self)
        self.more = QWidget()
        self.technology = TextField(icons, tr("Technology"), tr("None"), parent=self.more)
        self.expires = TextField(icons, tr("Expires"), tr("Never"), parent=self.more)
        self.condition = TextField(icons, tr("Applies when"), tr("Always"), parent=self.more)
        self.condition.setMaxLength(_MOST_CONDITION)
        self.category = PickBox(icons, tr("Category"), parent=self.more)
        self.confidence = ConfidenceSlider(self._theme, self.more)
        self.confidence_number = Label(self._theme, "", "small600", parent=self.more)
        self.ident = ElidedLabel(self._theme, "", "mono_small", "text2", parent=self.more)
        self.error = InlineError(self._theme, self.more)
        fill_types(self.type)
        fill_categories(self.category)
        fill_privacy(self.privacy)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        px = self._theme.px
        self.tags.setContentsMargins(0, px(3), 0, px(3))  # chips in the middle of a row of 30
        self.beside = QHBoxLayout()
        """Room for another button."""
        sure = hbox(self.sure, (self.confidence_note, 1), self.beside, self.confirm, gap=px(10))
        self._rows = [
            self._row(tr("Type"), self.type),
            self._row(tr("Applies to"), self.scope),
            self._row(tr("Tags"), self.tags),
            self._row(tr("Privacy"), self.privacy),
        ]
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(px(24))
        self._grid.setVerticalSpacing(px(6))
        vbox(sure, self._grid, on=self, margins=(px(16), 0, px(16), px(12)), gap=px(6))
        self._columns = 0
        self._place_rows(1)
        figures = hbox(self.confidence, (self.confidence_number, 1), gap=px(8))
        rare = QVBoxLayout(self.more)
        rare.setContentsMargins(px(16), 0, px(16), px(12))
        rare.setSpacing(px(6))
        rare.addWidget(self.error)
        rare.addLayout(self._row(tr("Technology"), self.technology))
        rare.addLayout(self._row(tr("Expires"), self.expires))
        rare.addLayout(self._row(tr("Applies when"), self.condition))
        rare.addLayout(self._row(tr("Category"), self.category))
        rare.addLayout(self._row(tr("Confidence"), figures))
        rare.addLayout(self._row(tr("ID"), self.ident))

    def _place_rows(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for place, row in enumerate(self._rows):
            self._grid.removeItem(row)
            self._grid.addLayout(row, *divmod(place, columns))
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, columns - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_rows(2 if event.size().width() >= self._theme.px(_WIDE) else 1)

    def _row(self, name: str, field: QWidget | QHBoxLayout) -> QHBoxLayout:
        px = self._theme.px
        label = Label(self._theme, name, "small500", "text3")
        label.setFixedWidth(names_width(self._theme))
        label.setMinimumHeight(px(30))
        row = hbox((label, TOP), gap=px(8))
        if isinstance(field, QWidget):
            label.setBuddy(field)
            row.addWidget(field, 1)
        else:
            row.addLayout(field, 1)
        return row

    def _connect(self) -> None:
        self.type.activated.connect(lambda: self._chose("type", self.type.current_data))
        self.category.activated.connect(lambda: self._chose("category", self.category.current_data))
        self.privacy.activated.connect(lambda: self._chose("privacy_level", self.privacy.current_data))
        self.scope.activated.connect(self._scope_chosen)
        self.tags.changed.connect(lambda tags: self._chose("tags", tuple(tags)))
        self.technology.editingFinished.connect(self._technology_typed)
        self.expires.editingFinished.connect(self._expiry_typed)
        self.condition.editingFinished.connect(self._condition_typed)
        self.confidence.chosen.connect(lambda value: self._chose("confidence", value))
        self.confidence.valueChanged.connect(lambda _value: self._show_figure(self.confidence.fraction))
        self.confirm.clicked.connect(self.confirm_wanted)

    # What is shown

    def set_projects(self, projects: Sequence[str]) -> None:
        self._projects = tuple(projects)
        if self._memory is not None:
            self._show_scope(self._memory)

    def set_tag_suggestions(self, tags: Iterable[str]) -> None:
        self.tags.set_suggestions(tags)

    def show_memory(self, memory: Memory) -> None:
        """Shows the fields as they are stored."""
        self._memory = memory
        self.type.set_current_data(memory.type.value)
        self.category.set_current_data(memory.category.value)
        self.privacy.set_current_data(memory.privacy_level.value)
        self._show_scope(memory)
        if self.tags.tags != memory.tags:
            self.tags.set_tags(memory.tags)
        if not self.technology.hasFocus():
            self.technology.setText(memory.technology or "")
        if not self.expires.hasFocus():
            self.expires.setText(_date(memory.expires_at))
        if not self.condition.hasFocus():
            self.condition.setText(memory.condition or "")
        self.confidence.show_value(memory.current_confidence)
        self.sure.set_value(memory.current_confidence)
        # How sure it is, is what is decided just now of a memory that waits for a yes or no.
        self.sure.setVisible(memory.status is not Status.PENDING)
        self.confirm.setVisible(memory.status is Status.ACTIVE)
        self._show_figure(memory.current_confidence)
        self.confidence_note.setText(self._note(memory))
        self.ident.setText(memory.id)
        self.show_error("")

    def show_error(self, text: str, *fields: TextField) -> None:
        self.error.show_error(text, *fields)
        if text:
            self.more_wanted.emit()
        else:
            for field in (self.technology, self.expires, self.condition):
                field.set_error(False)

    def _show_scope(self, memory: Memory) -> None:
        own = [memory.scope_id] if memory.scope is Scope.PROJECT else []
        fill_scopes(self.scope, (*self._projects, *own), memory.conversation_id)
        self.scope.set_current_data((memory.scope.value, memory.scope_id))

    def _show_figure(self, value: float) -> None:
        memory, figure = self._memory, number(value, 2)
        if memory is not None and memory.confidence - memory.current_confidence >= 0.01:
            on = day(memory.reinforced_at, self._clock())
            figure += " · " + tr("was {value} on {day}").format(value=number(memory.confidence, 2), day=on)
        self.confidence_number.setText(figure)

    def _note(self, memory: Memory) -> str:
        parts = [tr("Needs review")] if memory.status is Status.PENDING else []
        if memory.confirmed_at:
            parts.append(tr("confirmed {when}").format(when=age(memory.confirmed_at, self._clock())))
        places = len({e.conversation_id for e in memory.evidence})
        if places:
            parts.append(tr("%n conversations", None, places))
        return " · ".join(parts)

    # What a person does

    def _chose(self, field: str, value: object) -> None:
        memory = self._memory
        if memory is None or value == getattr(memory, field):
            return
        self.changed.emit({field: value})

    def _scope_chosen(self) -> None:
        choice = self.scope.current_data
        memory = self._memory
        if memory is None or not isinstance(choice, tuple) or choice == (memory.scope.value, memory.scope_id):
            return
        self.changed.emit({"scope": choice[0], "scope_id": choice[1]})

    def commit(self) -> None:
        """Takes what stands in the text fields, as leaving them would."""
        self._technology_typed()
        self._expiry_typed()
        self._condition_typed()

    def _technology_typed(self) -> None:
        self._chose("technology", self.technology.text().strip() or None)

    def _condition_typed(self) -> None:
        """Under which condition alone it holds; with one it contradicts nothing that holds under another."""
        memory, typed = self._memory, self.condition.text().strip()
        if memory is None or typed == (memory.condition or ""):
            return
        others = {name: value for name, value in memory.details.items() if name != "condition"}
        self.changed.emit({"details": others | ({"condition": typed} if typed else {})})

    def _expiry_typed(self) -> None:
        text = self.expires.text().strip()
        try:
            value = from_iso(text) if text else None
        except InvalidInput as error:
            self.show_error(translated(error.message), self.expires)
            return
        self.show_error("")
        if self._memory is not None and text != _date(self._memory.expires_at):
            self.changed.emit({"expires_at": value})


def _date(ms: int | None) -> str:
    return (to_iso(ms) or "")[:10]


def further(memory: Memory) -> list[tuple[str, str]]:
    """Name and value of what is known beside the fields and the details of its category; nothing of what is
    not there."""
    rows = [(tr("Short form"), memory.summary or ""), (tr("Branch"), memory.branch or "")]
    others = core_details.further(memory.details, memory.category)
    if not (core_details.is_empty(others.get("key")) or core_details.is_empty(others.get("value"))):
        rows.append((called("key"), f"{_line(others.pop('key'))} = {_line(others.pop('value'))}"))
    rows += [(called(key), _line(value)) for key, value in others.items()]
    return [(name, value) for name, value in rows if value]


def _line(value: object) -> str:
    return core_details.as_text(value).replace("\n", ", ")


class FurtherFacts(QWidget):
    """Read-only lines under the fields; not there at all where there is nothing to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, str]] = []
        self.labels: list[tuple[Label, Label]] = []
        px = theme.px
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(px(16), 0, px(16), px(12))
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(4))
        self._grid.setColumnMinimumWidth(0, names_width(theme))
        self._grid.setColumnStretch(1, 1)
        self.hide()

    def show_memory(self, memory: Memory) -> None:
        rows = further(memory)
        if rows == self._rows:
            return
        self._rows = rows
        for pair in self.labels:
            for label in pair:
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
        self.labels = [self._add(number, *row) for number, row in enumerate(rows)]
        self.setVisible(bool(rows))

    def _add(self, number: int, name: str, value: str) -> tuple[Label, Label]:
        heading = Label(self._theme, name, "small500", "text3", self)
        words = Label(self._theme, value, "small", "text2", self, wrap=True)
        words.setAccessibleName(f"{name}: {value}")
        if name == tr("Short form"):
            words.setToolTip(
                tr("This short form is shown in lists and shared with your AI. The full text is kept.")
            )
        self._grid.addWidget(heading, number, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(words, number, 1)
        for label in (heading, words):
            label.show()
        return heading, words


class Body(QWidget):
    """As high as its width makes it: its layout would ask for the height that its least width needs."""

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


class BodyArea(ScrollArea):
    """Scrolls up and down; its bar lies in the margin of the content, so that nothing moves when it comes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent=parent)
        # A common bar takes its width from the content, which may then be so low that it needs no bar.
        self.bar = OverlayBar(self)


class MorePanel(Bar):
    """What is rarely wanted, folded away under "More"; `opened` when a person, or an error, opens it."""

    opened = Signal()

    def __init__(self, icons: Icons, parts: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(icons.theme, parent, line="top")
        px = icons.theme.px
        self.button = Button(
            icons, tr("More"), variant="quiet", size="small", icon="chevron-right", parent=self
        )
        self._said = tr("Technology, expiry, condition, category, confidence, links, ID")
        self._words = ElidedLabel(self._theme, self._said, "caption", "text3", parent=self)
        self.body = QWidget(self)
        vbox(*parts, on=self.body, margins=(0, px(4), 0, 0))
        self.body.hide()
        self.button.clicked.connect(lambda: self.open(self.body.isHidden()))
        head = hbox(self.button, (self._words, 1), margins=(px(8), px(6) + 1, px(16), px(6)), gap=px(6))
        vbox(head, self.body, on=self)
        self.button.setAccessibleName(f"{tr('More')}: {self._said}")

    def open(self, opened: bool) -> None:
        self.body.setVisible(opened)
        self._words.setText("" if opened else self._said)
        self.button.set_glyph("chevron-down" if opened else "chevron-right")
        if opened:
            self.opened.emit()

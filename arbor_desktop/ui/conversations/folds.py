"""Lines in the head of a transcript that open: the session's outcome, and the memories shared with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.context.model import Delivered, Receipt, Use
from arbor_desktop.conversations.outcome import Outcome
from arbor_desktop.memories.model import MemoryType
from arbor_desktop.ui.components import Label, painting
from arbor_desktop.ui.components.boxes import ScrollArea, vbox
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.conversations.fold_words import (
    Line,
    arrival,
    arrival_ink,
    became,
    ended_words,
    fold_tip,
    has_outcome,
    heading,
    outcome_look,
    outcome_words,
    parts,
    told_words,
    told_words_short,
    use_look,
)
from arbor_desktop.ui.conversations.model import Told
from arbor_desktop.ui.formatting import plain, task_size
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import type_label
from arbor_desktop.ui.translation import tr

_ROW, _SMALL_ROW, _LINE, _GLYPH = 24, 20, 42, 14
_MOST_LINES = 120
"""So many memories are listed; how many more there are is said below."""
_REST, _LEAST = 80, 48
_SHARE = 3
"""It takes no more than this part of the height of the pane; the rest scrolls."""
_ORDER = {Use.FAILED: 0, Use.USED: 1, None: 2, Use.UNUSED: 3}


class Fold(QWidget):
    """A quiet line that opens; hidden where there is nothing to say. `turn_wanted(number)` for a click on
    what has a place."""

    turn_wanted = Signal(int)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.line = _Summary(icons, self)
        self.line.toggled.connect(self._open)
        self.details = ScrollArea(clear=True, parent=self)
        self.details.hide()
        vbox(self.line, self.details, on=self, margins=(0, icons.theme.px(2), 0, 0))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def _fill(self, column: QVBoxLayout, content: QWidget) -> None:
        """Put what is shown when it is open into the column."""
        raise NotImplementedError

    def _refill(self) -> None:
        if not self.line.isChecked():
            return
        px = self._icons.theme.px
        content = QWidget()
        content.setAutoFillBackground(False)
        column = vbox(on=content, margins=(px(18), px(2), px(6), px(4)))
        self._fill(column, content)
        self.details.setWidget(content)
        self.details.setFixedHeight(min(self._room(), content.sizeHint().height()))

    def _open(self, opened: bool) -> None:
        self._refill()
        self.details.setVisible(opened)

    def _room(self) -> int:
        """How high the list may be, by what its head stands in: the rest of that is to be read, too."""
        head = self.parentWidget()
        pane = head.parentWidget() if head is not None else None
        if head is None or pane is None:
            return self.window().height() // _SHARE
        px = self._icons.theme.px
        taken = head.height() - (self.details.height() if self.details.isVisible() else 0)
        return max(min(pane.height() // _SHARE, pane.height() - taken - px(_REST)), px(_LEAST))

    def _note(self, text: str, parent: QWidget) -> Label:
        return Label(self._icons.theme, text, "caption", "text3", parent)


class OutcomeFold(Fold):
    """What a session came to."""

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._outcome: Outcome | None = None
        self.lines: list[OutcomeLine] = []

    def show_outcome(self, outcome: Outcome | None) -> None:
        if outcome == self._outcome:
            return
        self._outcome = outcome
        self.setVisible(has_outcome(outcome))
        if outcome is None:
            return
        text = outcome_words(outcome)
        said = [part for part in (text, ended_words(outcome.status), task_size(outcome.complexity)) if part]
        self.line.setToolTip("\n".join([outcome.task, *said] if outcome.task else said))
        self.line.setAccessibleName(f"{tr('Outcome')}: {', '.join(said)}")
        self.line.show_words(text, text, outcome_look(outcome.status))
        self._refill()

    def _fill(self, column: QVBoxLayout, content: QWidget) -> None:
        assert self._outcome is not None
        theme, px = self._icons.theme, self._icons.theme.px
        self.lines = []
        for number, part in enumerate(parts(self._outcome)):
            if number:
                column.addSpacing(px(6))
            column.addWidget(Label(theme, part.heading, "caption600", "text3", content))
            for line in part.lines:
                widget = OutcomeLine(self._icons, line, content)
                if line.turn is not None:
                    widget.clicked.connect(lambda _=False, turn=line.turn: self.turn_wanted.emit(turn))
                column.addWidget(widget)
                self.lines.append(widget)
            if part.more:
                column.addWidget(self._note(tr("and %n more", None, part.more), content))
        if not self.lines:
            column.addWidget(self._note(tr("Nothing was changed or run."), content))


class ToldFold(Fold):
    """The memories that were shared with a session. `memory_wanted(id)` for what has no place."""

    memory_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, parent)
        self._told = Told()
        self.lines: list[ToldLine] = []
        self.arrivals: list[Label] = []

    def show_told(self, told: Told) -> None:
        if told == self._told:
            return
        self._told = told
        self.setVisible(bool(told.receipts))
        if not told.receipts:
            return
        text = told_words(told)
        failed = told.became(Use.FAILED) or any(one.arrived is False for one in told.receipts)
        self.line.setToolTip(f"{fold_tip(told)}\n{text}")
        self.line.setAccessibleName(text)
        glyph = "flask" if told.withheld else "context"
        self.line.show_words(text, told_words_short(told), (glyph, "warn" if failed else "text3"))
        self._refill()

    def _fill(self, column: QVBoxLayout, content: QWidget) -> None:
        self.lines, self.arrivals = [], []
        for number, receipt in enumerate(self._told.receipts):
            if number:
                column.addSpacing(self._icons.theme.px(8))
            self._receipt(column, content, receipt)
        column.addStretch(1)
        left = sum(len(one.delivered) for one in self._told.receipts) - len(self.lines)
        if left > 0:
            column.addWidget(self._note(tr("and %n more", None, left), content))

    def _receipt(self, column: QVBoxLayout, content: QWidget, receipt: Receipt) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        title = Label(theme, heading(receipt), "caption600", "text3", content, wrap=True)
        column.addWidget(title)
        said = Label(theme, arrival(receipt), "caption", arrival_ink(receipt), content, wrap=True)
        self.arrivals.append(said)
        column.addWidget(said)
        column.addSpacing(px(2))
        for one in sorted(receipt.delivered, key=lambda one: _ORDER[one.use]):
            if len(self.lines) == _MOST_LINES:
                return
            line = ToldLine(self._icons, one, self._told.type_of(one.memory_id), content)
            line.clicked.connect(partial(self._follow, one))
            line.memory_wanted.connect(self.memory_wanted)
            line.turn_wanted.connect(self.turn_wanted)
            column.addWidget(line)
            self.lines.append(line)

    def _follow(self, one: Delivered, _on: bool = False) -> None:
        """To the turn where it was used, else to the memory."""
        if one.turn is not None:
            self.turn_wanted.emit(one.turn)
        else:
            self.memory_wanted.emit(one.memory_id)


class _Summary(QAbstractButton):
    """Chevron, glyph and words."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self._look = ("info", "text3")
        self._short = ""
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("focusRing", "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_words(self, text: str, short: str, look: tuple[str, str]) -> None:
        """`short` takes the place of `text` where there is little room; `look`: glyph and colour."""
        self.setText(text)
        self._short, self._look = short, look
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(120), self._icons.theme.px(_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        ink = "text2" if self.underMouse() or self.isChecked() else "text3"
        top = (self.height() - px(12)) / 2
        self._icons.paint(painter, "chevron-down" if self.isChecked() else "chevron-right", ink, 0, top, 12)
        glyph, token = self._look
        self._icons.paint(painter, glyph, token, px(16), (self.height() - px(_GLYPH)) / 2, _GLYPH)
        box = self.rect().adjusted(px(16 + _GLYPH + 6), 0, -px(4), 0)
        fits = QFontMetrics(theme.font("caption")).horizontalAdvance(self.text()) <= box.width()
        painting.paint_text(painter, theme, box, self.text() if fits else self._short, "caption", ink)


class OutcomeLine(QAbstractButton):
    """One file, run, error or decision. A click leads to its place, where it has one."""

    def __init__(self, icons: Icons, line: Line, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._line = icons, line
        self.setText(" ".join(line.text.split()))
        self.setToolTip(f"{line.tip}\n{line.text}" if line.mono else line.tip)
        self.setAccessibleName(f"{line.tip}: {self.text()}" if line.mono else self.text())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        leads = line.turn is not None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        if leads:
            self.setAttribute(Qt.WidgetAttribute.WA_Hover)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setProperty("focusRing", "inside")

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(80), self._icons.theme.px(_SMALL_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        self._icons.paint(
            painter, self._line.glyph, self._line.token, 0, (self.height() - px(_GLYPH)) / 2, _GLYPH
        )
        box = self.rect().adjusted(px(_GLYPH + 6), 0, 0, 0)
        ink = "text" if self._line.turn is not None and self.underMouse() else "text2"
        mode = Qt.TextElideMode.ElideLeft if self._line.mono else Qt.TextElideMode.ElideRight
        style = "mono_small" if self._line.mono else "small"
        painting.paint_text(painter, theme, box, self.text(), style, ink, mode=mode)


class ToldLine(QAbstractButton):
    """One memory: its type and text, and below what became of it. A click leads to where it was used, or to
    the memory; the context menu offers both."""

    memory_wanted = Signal(str)
    turn_wanted = Signal(int)

    def __init__(self, icons: Icons, one: Delivered, kind: MemoryType | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self.one, self._kind = icons, one, kind
        self.setText(plain(" ".join(one.content.split())))
        self.said = became(one)
        self.setToolTip(f"{one.content}\n{self.said}")
        name = f"{type_label(kind)}: {self.text()}" if kind is not None else self.text()
        self.setAccessibleName(f"{name.rstrip('.')}. {self.said}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("focusRing", "inside")

    def sizeHint(self) -> QSize:
        return QSize(self._icons.theme.px(80), self._icons.theme.px(_LINE))

    def menu(self) -> QMenu:
        """Where it leads."""
        menu = Menu(self)
        icon, turn, memory = self._icons.icon, self.one.turn, self.one.memory_id
        if turn is not None:
            menu.addAction(
                icon("conversations"), tr("Show in transcript"), lambda: self.turn_wanted.emit(turn)
            )
        menu.addAction(icon("memories"), tr("Open memory"), lambda: self.memory_wanted.emit(memory))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu().popup(self.mapToGlobal(QPoint(0, self.height())) if by_key else event.globalPos())

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        if self.underMouse():
            painting.rounded(painter, self.rect(), px(6), theme.color("hover"))
        top, left = px(2), px(4)
        room = self.width() - 2 * left
        taken = 0
        if self._kind is not None:
            label = type_label(self._kind)
            wide = painting.badge_width(theme, label)
            painting.paint_badge(painter, self._icons, left + room - wide, top, label, self._kind.value)
            taken = wide + px(8)
        text = QRect(left, top, room - taken, px(20))
        painting.paint_text(painter, theme, text, self.text(), "small", "text")
        glyph, token = use_look(self.one.use)
        below = top + px(20)
        self._icons.paint(painter, glyph, token, left, below + (px(18) - px(12)) / 2, 12)
        ink = "text3" if token == "ok" else token
        said = QRect(left + px(17), below, room - px(17), px(18))
        painting.paint_text(painter, theme, said, self.said, "caption", ink)

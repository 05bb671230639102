"""The panel of an answer above the list of memories, and the line that offers to ask."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop.chat.model import AskResult, Citation, Outcome, Stage, Step
from arbor_desktop.clock import Clock, system_clock
from arbor_desktop.llm.model import Readiness, Trouble
from arbor_desktop.ui.components import Button, ElidedLabel, IconButton, KeyCap, Label
from arbor_desktop.ui.components.boxes import TOP, ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.keyboard import follow
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.asking.answer import AnswerView, CitationRow
from arbor_desktop.ui.memories.asking.words import (
    cost_words,
    dispute_words,
    end_words,
    lead_words,
    list_words,
    readiness_of,
    seconds_words,
    spoken,
    step_words,
)
from arbor_desktop.ui.model_status.words import Wish, trouble_look
from arbor_desktop.ui.translation import tr, translated

_LOOKS = {"danger": ("danger", "dangerSoft"), "warn": ("warn", "warnSoft"), "info": ("text2", "sunken")}
_OF_THE_QUESTION = frozenset((Trouble.REFUSED, Trouble.PRIVATE, Trouble.INVALID, Trouble.TOO_LONG))
"""What is about this question, not about the model: its own words say it best."""
_WITHOUT = frozenset((Wish.OFFLINE,))
"""The rules on this computer can't answer."""


class TroubleLine(QFrame):
    """`wanted(Wish)` for a button."""

    wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._glyph, self._tone = "info", "info"
        self.buttons: dict[Wish, Button] = {}
        theme, px = icons.theme, icons.theme.px
        self.title = Label(theme, "", "body600", parent=self)
        self.text = Label(theme, "", "body", "text2", parent=self)
        self.code = Label(theme, "", "mono_small", "text2", parent=self)
        for label in (self.title, self.text, self.code):
            label.setWordWrap(True)
        self._actions = hbox(margins=(0, px(4), 0, 0), gap=px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12) + px(18) + px(10), px(8), px(12), px(8))
        column.setSpacing(px(2))
        for label in (self.title, self.text, self.code):
            column.addWidget(label)
        column.addLayout(self._actions)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_readiness(self, readiness: Readiness, asked: AskResult, server: str = "") -> None:
        """Tells why. `server`: the address that was asked where it is not Anthropic's own."""
        if asked.trouble in _OF_THE_QUESTION:
            self._fill(tr("The model couldn't answer"), translated(asked.reason), "", "info", "info", ())
            return
        look = trouble_look(readiness, self._clock(), server=server)
        text = look.text
        if readiness.backend == "offline":
            text = tr("A language model could answer this from the memories below.")
        actions = tuple(action for action in look.actions if action[0] not in _WITHOUT)
        self._fill(look.title, text, look.code, look.glyph, look.tone, actions)

    def _fill(
        self, title: str, text: str, code: str, glyph: str, tone: str, actions: tuple[tuple[Wish, str], ...]
    ) -> None:
        self._glyph, self._tone = glyph, tone
        self.title.setText(title)
        self.text.setText(text)
        self.code.setText(code)
        self.code.setVisible(bool(code))
        self.setAccessibleName(" ".join(part for part in (f"{title}.", text, code) if part))
        clear(self._actions)
        self.buttons = {}
        for wish, words in actions:
            button = Button(self._icons, words, size="small", parent=self)
            button.clicked.connect(lambda _on=False, wish=wish: self.wanted.emit(wish))
            self._actions.addWidget(button)
            self.buttons[wish] = button
            button.show()
        self._actions.addStretch(1)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        ink, back = _LOOKS[self._tone]
        painter = QPainter(self)
        rounded(painter, QRectF(self.rect()), theme.px(6), theme.color(back))
        top = self.title.y() + (theme.line("body") - theme.px(18)) / 2
        self._icons.paint(painter, self._glyph, ink, theme.px(12), top, 18)


class OfferLine(QWidget):
    """`taken` when the question is to be asked."""

    taken = Signal()

    def __init__(self, icons: Icons, keys: str, parent: QWidget | None = None) -> None:
        """`keys` are those that ask, as they are shown."""
        super().__init__(parent)
        self._icons = icons
        px = icons.theme.px
        self.label = Label(icons.theme, tr("This looks like a question."), "small", "text2", parent=self)
        self.link = Button(icons, tr("Ask your memories"), variant="link", parent=self, clicked=self.taken)
        self.link.setAutoDefault(True)  # Return presses it, as Space does
        self.keys = KeyCap(icons.theme, keys, parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(14) + px(6), px(4), px(16), px(4) + 1)
        row.setSpacing(px(8))
        row.addWidget(self.label)
        row.addWidget(self.link)
        row.addWidget(self.keys)
        row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("sunken"))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), theme.color("border"))
        self._icons.paint(painter, "sparkle", "accentText", px(16), (self.height() - px(14)) / 2, 14)


class AskPanel(QFrame):
    """Hidden until something is asked. `memory_wanted(id)`, `conflict_wanted(conflict id)`; `wish(Wish)` of a
    model's trouble; the rest are its buttons."""

    memory_wanted = Signal(str)
    conflict_wanted = Signal(str)
    wish = Signal(object)
    stop_wanted = Signal()
    again_wanted = Signal()
    copy_wanted = Signal()
    close_wanted = Signal()
    resized = Signal()
    """It took or gave room."""

    def __init__(self, icons: Icons, clock: Clock = system_clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._clock = icons, clock
        self._theme = icons.theme
        self._room = 0
        self._coming = ""
        self._through = 0
        self.asked: AskResult | None = None
        self.rows: list[CitationRow] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        self._make_parts()
        self._lay_out()
        self.setAccessibleName(tr("Answer from your memories"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def _make_parts(self) -> None:
        theme, icons = self._theme, self._icons
        self.question = ElidedLabel(theme, "", "body600", parent=self)
        self.stop_button = Button(icons, tr("Stop"), size="small", keycap="Esc", parent=self)
        self.copy_button = IconButton(icons, "copy", tr("Copy answer"), parent=self)
        self.again_button = IconButton(icons, "refresh", tr("Ask again"), parent=self)
        self.close_button = IconButton(icons, "x", tr("Close answer"), shortcut="Esc", parent=self)
        for button, wanted in (
            (self.stop_button, self.stop_wanted),
            (self.copy_button, self.copy_wanted),
            (self.again_button, self.again_wanted),
            (self.close_button, self.close_wanted),
        ):
            button.clicked.connect(wanted)
        self.body = QWidget(self)
        self.status = Label(theme, "", "small", "text3", parent=self.body)
        self.lead = Label(theme, "", "body600", parent=self.body)
        self.why = Label(theme, "", "body", "text2", parent=self.body)
        self.trouble = TroubleLine(icons, self._clock, self.body)
        self.trouble.wanted.connect(self.wish)
        self.answer = AnswerView(theme, self.body)
        self.end = Label(theme, "", "small", "warn", parent=self.body)
        self.dispute = Label(theme, "", "small500", "warn", parent=self.body)
        self.resolve = Button(icons, tr("Resolve conflict"), variant="link", parent=self.body)
        self.heading = Label(theme, "", "small500", "text3", parent=self.body)
        self.cost = Label(theme, "", "caption", "text3", parent=self.body)
        for label in (self.status, self.lead, self.why, self.end, self.dispute):
            label.setWordWrap(True)
        self.answer.citation_wanted.connect(self._open_number)
        self.answer.citation_lit.connect(self._light)
        self.resolve.clicked.connect(self._resolve)

    def _lay_out(self) -> None:
        px = self._theme.px
        head = QHBoxLayout()
        head.setContentsMargins(px(12) + px(16) + px(8), px(8), px(8), px(4))
        head.setSpacing(px(4))
        head.addWidget(self.question, 1)
        for button in (self.stop_button, self.copy_button, self.again_button, self.close_button):
            head.addWidget(button)
        settle = hbox((self.dispute, 1), (self.resolve, TOP), gap=px(8))
        self._list = vbox()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(px(12), 0, px(12), px(4))
        column.setSpacing(px(6))
        for part in (self.status, self.lead, self.why, self.trouble, self.answer, self.end):
            column.addWidget(part)
        column.addLayout(settle)
        column.addWidget(self.heading)
        column.addLayout(self._list)
        column.addWidget(self.cost)
        column.addStretch(1)
        self.area = ScrollArea(self.body, clear=True, parent=self)
        self.body.setAutoFillBackground(False)
        self.body.installEventFilter(self)
        self.area.setMinimumHeight(1)  # else it takes what Qt thinks a scroll area needs
        vbox(head, (self.area, 1), on=self, margins=(px(16), px(12), px(16), px(6)))

    # What is shown

    def show_question(self, question: str, place: str) -> None:
        """A question is asked now; `place` names the project that is asked, if it is one."""
        self.asked, self._coming, self._through = None, "", 0
        self.question.setText(question)
        where = f" · {place}" if place else ""
        self.question.setAccessibleName(f"{tr('Question')}: {question}{where}")
        self._fill_list(())
        for part in (self.lead, self.why, self.trouble, self.answer, self.end, self.dispute, self.resolve):
            part.hide()
        self.heading.hide()
        self.answer.show_text("", 0)
        self.status.setText(tr("Searching your memories…"))
        self.status.show()
        self.cost.setText(place)
        self.cost.setVisible(bool(place))
        self._running(True)
        self.show()
        self._fit()

    def show_step(self, step: Step) -> None:
        self.status.setText(step_words(step, self._through))
        if step.stage in (Stage.SUMMARIES, Stage.READING):
            self.announce(self.status.text())
        self._through = self._through or step.count
        self._fit()

    def add(self, piece: str) -> None:
        """A piece of the answer that is coming."""
        bar = self.area.verticalScrollBar()
        follows = bar.value() >= bar.maximum()  # who scrolled up to read stays there
        self._coming += piece
        self.status.hide()
        self.answer.show()
        self.answer.show_text(self._coming, 99)
        self._fit()
        if follows:
            bar.setValue(bar.maximum())

    def show_asked(self, asked: AskResult, server: str = "") -> None:
        """What came of it. `server`: the address that was asked where it is not Anthropic's own."""
        self.asked = asked
        title, why, token = lead_words(asked)
        self.lead.setText(title)
        self.lead.set_token("warn" if token == "warn" else "text")
        self.why.setText(why)
        self.end.setText(end_words(asked))
        self.dispute.setText(dispute_words(asked))
        self.heading.setText(list_words(asked))
        self.cost.setText(cost_words(asked))
        ink = "text" if asked.outcome is not Outcome.UNSUPPORTED else "text2"
        self.answer.show_text(asked.text, len(asked.citations), ink)
        listed = asked.outcome is Outcome.LISTED or (asked.outcome is Outcome.NOTHING and bool(asked.reason))
        self.trouble.setVisible(listed)
        if listed:
            self.trouble.show_readiness(readiness_of(asked, self._clock()), asked, server)
        self.status.hide()
        self.lead.setVisible(bool(title))
        self.why.setVisible(bool(why))
        self.answer.setVisible(bool(asked.text))
        self.end.setVisible(bool(self.end.text()))
        self.dispute.setVisible(bool(asked.disputes))
        self.resolve.setVisible(bool(self._conflict()))
        self.heading.setVisible(bool(asked.citations))
        self.cost.setVisible(bool(self.cost.text()))
        self._fill_list(asked.citations)
        follow(
            self.close_button,
            (*self.trouble.buttons.values(), self.answer, self.resolve, *self.rows),
        )
        self._running(False)
        self._fit()
        self.area.verticalScrollBar().setValue(0)
        self.announce(spoken(asked))

    def show_error(self, words: str) -> None:
        """The question could not even be looked at."""
        for part in (self.status, self.answer):
            part.hide()
        self.lead.setText(tr("Couldn't answer"))
        self.why.setText(words)
        self.lead.show()
        self.why.show()
        self.cost.hide()
        self._running(False)
        self._fit()
        self.announce(f"{self.lead.text()}. {words}")

    def announce(self, words: str) -> None:
        """Read aloud; the focus stays where the person works."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def show_elapsed(self, seconds: float) -> None:
        """So long it is under way."""
        self.cost.setText(seconds_words(int(seconds) * 1000, whole=True))
        self.cost.show()

    def set_room(self, height: int) -> None:
        """It may be so high at most."""
        if height != self._room:
            self._room = height
            self._fit()

    @property
    def running(self) -> bool:
        """Whether an answer is on its way."""
        return not self.stop_button.isHidden()

    @property
    def buttons(self) -> tuple[QWidget, ...]:
        """Those of the head, from left to right."""
        return (self.stop_button, self.copy_button, self.again_button, self.close_button)

    def first_focus(self) -> QWidget:
        """Where F6 and the tab key enter."""
        if self.running:
            return self.stop_button
        return self.rows[0] if self.rows else self.close_button

    def _running(self, on: bool) -> None:
        held = any(part.hasFocus() for part in (self.stop_button, self.again_button))
        self.stop_button.setVisible(on)
        for button in (self.copy_button, self.again_button):
            button.setVisible(not on)
        self.copy_button.setEnabled(bool(self.asked and (self.asked.text or self.asked.citations)))
        if held:
            (self.stop_button if on else self.again_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_list(self, citations: tuple[Citation, ...]) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for citation in citations:
            row = CitationRow(self._icons, citation, self.body)
            row.wanted.connect(self.memory_wanted)
            row.lit.connect(self.answer.light)
            row.moved.connect(self._move)
            self._list.addWidget(row)
            self.rows.append(row)
            row.show()

    def _fit(self) -> None:
        """As high as what it holds, as far as there is room."""
        margins = self.layout().contentsMargins()  # type: ignore[union-attr]
        width = max(1, self.width() - margins.left() - margins.right())
        column = self.body.layout()
        assert column is not None
        for part in (self.trouble.layout(), column):
            if part is not None:
                part.activate()
        wanted = column.heightForWidth(width) if column.hasHeightForWidth() else column.sizeHint().height()
        head = max(self.stop_button.sizeHint().height(), self._theme.px(28)) + self._theme.px(12)
        height = margins.top() + head + wanted + margins.bottom() + 2
        height = min(height, self._room) if self._room else height
        if height != self.height():
            self.setFixedHeight(height)
            self.resized.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self._soon.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    # What a person does

    def _open_number(self, number: int) -> None:
        for row in self.rows:
            if row.citation.number == number:
                self.memory_wanted.emit(row.citation.memory_id)

    def _light(self, number: int) -> None:
        for row in self.rows:
            row.mark(row.citation.number == number)

    def _move(self, by: int) -> None:
        focus = self.focusWidget()
        at = self.rows.index(focus) + by if isinstance(focus, CitationRow) and focus in self.rows else 0
        if 0 <= at < len(self.rows):
            self.rows[at].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(self.rows[at], 0, 0)

    def _conflict(self) -> str:
        if self.asked is None or not self.asked.disputes:
            return ""
        numbers = self.asked.disputes[0]
        first = next(one.memory for one in self.asked.citations if one.number == numbers[0])
        return first.conflict_ids[0] if first.conflict_ids else ""

    def _resolve(self) -> None:
        if conflict := self._conflict():
            self.conflict_wanted.emit(conflict)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            (self.stop_wanted if self.running else self.close_wanted).emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        painter = QPainter(self)
        box = QRect(px(16), px(12), self.width() - 2 * px(16), self.height() - px(12))
        rounded(painter, box, px(8), theme.color("card"), theme.color("borderStrong"))
        top = self.question.y() + (self.question.height() - px(16)) / 2
        self._icons.paint(painter, "sparkle", "accentText", px(16) + px(12), top)

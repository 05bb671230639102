"""Why did my AI do that? The memories that an answer followed or ignored, to be corrected beside it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.context.explanation import Explained, Explanation, Remedy, Seen
from arbor_desktop.context.following import Regard
from arbor_desktop.conversations.model import Conversation, Role
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components import (
    Button,
    Chip,
    EmptyState,
    IconButton,
    Label,
    Message,
)
from arbor_desktop.ui.components.boxes import ScrollArea, clear, hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.painting import paint_badge, paint_text, rounded
from arbor_desktop.ui.controller import Controller
from arbor_desktop.ui.conversations.model import Why, why
from arbor_desktop.ui.conversations.why_card import WhyCard, regard_words
from arbor_desktop.ui.conversations.words import memories, speaker
from arbor_desktop.ui.formatting import moment
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.actions import MemoryActions
from arbor_desktop.ui.translation import number, tr, translated

WIDTH = 424


def context_words(one: Explanation) -> str:
    """`17 memories were in its context, shared at 16:02 and read.`"""
    count = memories(len(one.memories))
    if one.shared_at is None:
        return tr("{memories} in its context, looked up by the AI.").format(memories=count)
    clock = datetime.fromtimestamp(one.shared_at / 1000).strftime("%H:%M")
    words = tr("{memories} in its context, shared at {time} and read.")
    if one.seen is Seen.UNKNOWN:
        words = tr("{memories} shared at {time}. Not known whether it saw them.")
    return words.format(memories=count, time=clock)


class _Rest(QAbstractButton):
    """The memories that were not needed; a click shows or hides them."""

    def __init__(self, icons: Icons, count: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setText(tr("%n memories on other topics", None, count))
        self.setAccessibleName(f"{regard_words(Regard.NOT_NEEDED)[0]}, {self.text()}")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("focusRing", "inside")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(icons.theme.px(38))

    def paintEvent(self, _event: QPaintEvent) -> None:
        icons, theme, px, painter = self._icons, self._icons.theme, self._icons.theme.px, QPainter(self)
        rounded(painter, self.rect(), px(8), theme.color("card"), theme.color("border"))
        glyph = "chevron-down" if self.isChecked() else "chevron-right"
        icons.paint(painter, glyph, "text2", px(12), (self.height() - px(14)) / 2, 14)
        top = (self.height() - px(20)) // 2
        wide = paint_badge(painter, icons, px(34), top, regard_words(Regard.NOT_NEEDED)[0], "neutral")
        box = QRect(px(34) + wide + px(8), 0, self.width() - px(54) - wide, self.height())
        paint_text(painter, theme, box, self.text(), "small", "text2")


# The panel


class WhyPanel(Bar):
    """The memories of one answer.

    Signals: `opened`, `closed`, `command(name, memory id)`, `save_wanted(memory id, text)`, `add_wanted`,
    `remedy_wanted(Remedy)`.
    """

    opened = Signal()
    closed = Signal()
    command = Signal(str, str)
    save_wanted = Signal(str, str)
    add_wanted = Signal()
    remedy_wanted = Signal(object)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget) -> None:
        super().__init__(icons.theme, parent)
        self._icons, self._clock = icons, clock
        theme, px = icons.theme, icons.theme.px
        self.cards: list[WhyCard] = []
        self.rest: _Rest | None = None
        self._why: Why | None = None
        self.setAccessibleName(tr("Why did my AI do that?"))
        self.close_button = IconButton(icons, "x", tr("Close"), shortcut="Esc", parent=self)
        self.close_button.clicked.connect(self.closed)
        self.place = Label(theme, "", "small", "text2", self)
        self.chips: dict[Regard | None, Chip] = {
            None: Chip(icons, tr("All"), parent=self),
            Regard.FOLLOWED: Chip(icons, tr("Followed"), parent=self),
            Regard.IGNORED: Chip(icons, tr("Ignored"), parent=self),
            Regard.NOT_NEEDED: Chip(icons, tr("Not needed"), parent=self),
        }
        group = QButtonGroup(self)
        self._chip_row = QWidget(self)
        row = hbox(on=self._chip_row, gap=px(6), margins=(0, px(8), 0, px(2)))
        for chip in self.chips.values():
            group.addButton(chip)
            row.addWidget(chip)
        row.addStretch(1)
        group.buttonClicked.connect(self._filter)
        self.chips[None].setChecked(True)
        self.list = QWidget(self)
        self.list.setAutoFillBackground(False)
        self._column = vbox(on=self.list, margins=(px(16), px(8), px(16), px(12)), gap=px(8))
        self.scrolled = ScrollArea(self.list, name=tr("Memories"), clear=True, parent=self)
        self.empty = EmptyState(icons, "memories", "", parent=self)
        self.add = Button(
            icons, tr("Add a memory"), size="small", icon="plus", clicked=self.add_wanted, parent=self
        )
        title = Label(theme, tr("Why did my AI do that?"), "section", parent=self)
        head = vbox(
            hbox((title, 1), self.close_button), self.place, self._chip_row,
            margins=(px(16), px(10), px(10), 0),
        )  # fmt: skip
        foot = Bar(theme, self, line="top")
        based = tr("Based on what it wrote and ran. Arbor can't see its reasoning.")
        missing = Label(theme, tr("Missing something?"), "body500", parent=self)
        vbox(
            hbox((missing, 1), self.add), Label(theme, based, "small", "text2", self, wrap=True), on=foot,
            margins=(px(16), px(10), px(16), px(12)), gap=px(2),
        )  # fmt: skip
        vbox(head, (self.scrolled, 1), (self.empty, 1), foot, on=self, margins=(1, 0, 0, 0))
        self.setFixedWidth(px(WIDTH))
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 1, self.height(), self._theme.color("border"))

    @property
    def asked(self) -> int | None:
        """The turn that is explained."""
        return self._why.turn if self._why is not None and not self.isHidden() else None

    @property
    def current(self) -> WhyCard | None:
        return next((card for card in self.cards if card.current), None)

    def show_why(self, found: Why, conversation: Conversation) -> None:
        """Show the memories of an answer; the card that had the focus keeps it."""
        same = self._why is not None and self._why.turn == found.turn and not self.isHidden()
        former = self.current.one.memory_id if same and self.current is not None else None
        unfolded = same and self.rest is not None and self.rest.isChecked()
        focus = self.window().focusWidget()
        working = not same or (focus is not None and self.isAncestorOf(focus))
        self._why = found
        explained = found.explanation
        parts = (
            tr("Line {line}").format(line=number(found.turn)),
            speaker(Role.ASSISTANT, conversation.source),
            moment(explained.at, self._clock()) if explained.at is not None else "",
        )
        self.place.setText(" · ".join(part for part in parts if part))
        any_here = bool(explained.memories)
        self._chip_row.setVisible(any_here)
        self.scrolled.setVisible(any_here)
        self.empty.setVisible(not any_here)
        for regard, chip in self.chips.items():
            chip.set_count(len(explained.memories) if regard is None else explained.count(regard))
        if not same:
            self.chips[None].setChecked(True)
        self._fill(found)
        if not any_here:
            self._show_nothing(explained)
        if self.rest is not None and unfolded:
            self.rest.click()
        self._filter()
        if not same:
            self.show()
            self.opened.emit()
        if working:
            self._take_focus(former)

    def _take_focus(self, memory_id: str | None) -> None:
        shown = [card for card in self.cards if not card.isHidden()]
        same = next((card for card in shown if card.one.memory_id == memory_id), None)
        if (card := same or next(iter(shown), None)) is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            (self.rest or self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, found: Why) -> None:
        clear(self._column)
        self.cards, self.rest = [], None
        for one in found.explanation.memories:
            if one.regard is not Regard.NOT_NEEDED:
                self._add_card(one)
        if count := found.explanation.count(Regard.NOT_NEEDED):
            self.rest = _Rest(self._icons, count, self.list)
            self.rest.toggled.connect(self._toggle_rest)
            self._column.addWidget(self.rest)
        self.context = GlyphLine(self._icons, "context", context_words(found.explanation), self.list)
        self._column.addWidget(self.context)
        self._column.addStretch(1)

    def _add_card(self, one: Explained, at: int = -1) -> None:
        assert self._why is not None
        card = WhyCard(self._icons, one, self._why.memories.get(one.memory_id), self.list)
        card.command.connect(self.command)
        card.save_wanted.connect(self.save_wanted)
        card.moved.connect(self._move)
        card.left.connect(self.closed)
        for widget in (card, *card.findChildren(QWidget)):
            widget.installEventFilter(self)
        self._column.insertWidget(at if at >= 0 else self._column.count(), card)
        self.cards.append(card)

    def _toggle_rest(self, shown: bool) -> None:
        """Make the cards of what was not needed when they are first wanted."""
        assert self._why is not None and self.rest is not None
        rest = [card for card in self.cards if card.one.regard is Regard.NOT_NEEDED]
        if not rest:
            at = self._column.indexOf(self.rest) + 1
            unneeded = [one for one in self._why.explanation.memories if one.regard is Regard.NOT_NEEDED]
            for place, one in enumerate(unneeded):
                self._add_card(one, at + place)
        for card in rest:
            card.setVisible(shown)

    def _filter(self) -> None:
        """Show the cards that the chip wants."""
        wanted = next(regard for regard, chip in self.chips.items() if chip.isChecked())
        if self.rest is not None:
            self.rest.setVisible(wanted is None)
            if wanted is Regard.NOT_NEEDED and not self.rest.isChecked():
                self.rest.click()
        opened = self.rest is not None and self.rest.isChecked()
        for card in self.cards:
            unneeded = card.one.regard is Regard.NOT_NEEDED
            card.setVisible(opened or not unneeded if wanted is None else card.one.regard is wanted)

    def _show_nothing(self, one: Explanation) -> None:
        words = {
            Remedy.SHARING: tr("Sharing settings"),
            Remedy.CONNECTION: tr("Check connection"),
            Remedy.ADD: tr("Add a memory"),
        }
        title = tr("No memories reached this session")
        if one.seen is Seen.UNKNOWN:
            title = tr("Not known whether it saw memories")
        actions: tuple[Button, ...] = ()
        if (remedy := one.remedy) is not None:
            actions = (Button(self._icons, words[remedy], clicked=lambda: self.remedy_wanted.emit(remedy)),)
        self.empty.show_state("memories", title, translated(one.reason), actions=actions)

    def _move(self, step: int) -> None:
        shown = [card for card in self.cards if not card.isHidden()]
        shown.sort(key=lambda card: self._column.indexOf(card))
        at = next((at for at, card in enumerate(shown) if card.current), -step) + step
        if 0 <= at < len(shown):
            shown[at].setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card that has the focus, or holds what has it, is the current one."""
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            for card in self.cards:
                mine = card is watched or card.isAncestorOf(watched)
                card.set_current(mine)
                if mine:
                    self.scrolled.ensureWidgetVisible(card, 0, self._theme.px(8))
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class WhyController(Controller):
    """Explains answers in the panel, and corrects their memories. `said(Message)` for the snackbar."""

    said = Signal(object)

    def __init__(self, icons: Icons, bridge: Bridge, panel: WhyPanel, clock: Clock) -> None:
        super().__init__(bridge, panel)
        self._panel = panel
        self._asked: tuple[Conversation, int] | None = None
        self._actions = MemoryActions(icons, bridge, panel, clock=clock)
        self._actions.said.connect(self.said)
        self._actions.refused.connect(self.refused)
        panel.command.connect(self._run)
        panel.save_wanted.connect(self._save)
        panel.add_wanted.connect(self.add)

    def explain(self, conversation: Conversation, turn: int) -> None:
        """Show why the AI did what it did at a turn."""
        self._asked = conversation, turn
        self.start(self._explain(conversation, turn))

    def changed(self) -> None:
        """What is shown may be another than before."""
        editing = self._panel.current is not None and self._panel.current.is_editing
        if self._asked is not None and not self._panel.isHidden() and not editing:
            self.start(self._explain(*self._asked))

    def forget_asked(self) -> None:
        """Nobody asks any more."""
        self.forget("why")
        self._asked = None

    async def _explain(self, conversation: Conversation, turn: int) -> None:
        found = await self.ask("why", why, self.service, conversation.id, turn)
        self._panel.show_why(found, conversation)

    def add(self) -> None:
        """Add a memory that is missing there."""
        project = self._asked[0].project if self._asked is not None else None
        self._actions.open_dialog(project=project)

    def _run(self, name: str, memory_id: str) -> None:
        card = next((card for card in self._panel.cards if card.one.memory_id == memory_id), None)
        if card is None:
            return
        if name == "remind":
            text = tr("Please keep this in mind: {memory}").format(memory=card.one.content)
            QGuiApplication.clipboard().setText(text)
            self.said.emit(Message(tr("Copied. Paste it into the session."), "copy"))
        elif card.memory is not None:
            self._actions.run(name, [memory_id], card.memory)

    def _save(self, memory_id: str, text: str) -> None:
        card = next((card for card in self._panel.cards if card.one.memory_id == memory_id), None)
        if card is not None:
            self.try_to(self._correct(card, text), card.show_error)

    async def _correct(self, card: WhyCard, text: str) -> None:
        await self.change(self.service.update, card.one.memory_id, content=text)
        card.stop_editing()
        self.said.emit(Message(tr("Memory corrected"), "edit", self._actions.undo))
        self.changed()

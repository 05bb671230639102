"""One conflict: what is wrong, the suggestion, the memories side by side, the actions and their effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arbor_desktop.clock import Clock
from arbor_desktop.conflicts.model import EDITED_APART, Conflict, Member
from arbor_desktop.memories.model import Memory
from arbor_desktop.text.diff import Kind, Span, contrast
from arbor_desktop.ui.components import Hairline, IconButton, Label, TextField
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.menus import Menu
from arbor_desktop.ui.components.row_list import OverlayBar
from arbor_desktop.ui.conflicts import places, words
from arbor_desktop.ui.conflicts.cards import ActionButton, Decided, MemberCard, Suggestion, shown
from arbor_desktop.ui.conflicts.model import (
    Action,
    Choice,
    Effect,
    Sheet,
    effect,
    label,
    only_said,
    settled,
    suggested,
)
from arbor_desktop.ui.conflicts.words import members_of, name_of, side_name
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import tr


class Scroll(QScrollArea):
    """Qt's own way asks how high wrapped texts are at the least width that they could have, and shows a bar
    for nothing. Here the width is known, and the bar lies over the pane: nothing moves when it comes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.bar = OverlayBar(self)

    def put(self, content: QWidget) -> None:
        """Shows this, from its top."""
        former = self.takeWidget()
        if former is not None:
            former.removeEventFilter(self)
            former.hide()
            former.deleteLater()
        content.setAutoFillBackground(False)
        content.installEventFilter(self)
        self.setWidget(content)
        content.setAutoFillBackground(False)
        self.fit()
        content.show()

    def needed(self, width: int) -> int:
        """How high the content is at a width."""
        content = self.widget()
        layout = content.layout() if content is not None else None
        return layout.totalHeightForWidth(width) if layout is not None else 0

    def fit(self) -> None:
        content = self.widget()
        if content is not None:
            width, height = self.viewport().width(), self.viewport().height()
            content.resize(width, max(height, self.needed(width)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


_MOST = 300
"""So many characters of a line are shown: the rest is in its tooltip."""


class After(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[QWidget] = []
        self.effect: Effect | None = None
        self.title = Label(theme, "", "small500", "text3", self)
        self._column = vbox(Hairline(theme, parent=self), theme.px(6), self.title, on=self, gap=theme.px(4))

    @property
    def lines(self) -> list[str]:
        """The lines as an AI reads them."""
        return [line.text for line in self.effect.lines] if self.effect is not None else []

    def show_effect(self, effect: Effect) -> None:
        if effect == self.effect:
            return
        self.effect = effect
        self.title.setText(effect.title)
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts = []
        theme = self._theme
        for line in effect.lines:
            if line.where:
                self._add(Label(theme, line.where, "caption", "text3", self))
            text = line.text if len(line.text) <= _MOST else line.text[: _MOST - 1] + "…"
            shown = Label(theme, text, "mono", "text", self)
            shown.setToolTip(line.text if text != line.text else "")
            self._add(shown)
        if not effect.lines:
            self._add(Label(theme, tr("None of these memories"), "body", "text2", self))
        for note in effect.notes:
            self._add(Label(theme, note, "caption", "text3", self))
        self.setAccessibleName(" ".join((f"{effect.title}:", *self.lines, *effect.notes)))

    def _add(self, label: Label) -> None:
        label.setWordWrap(True)
        self._parts.append(label)
        self._column.addWidget(label)
        label.show()


MOST_NOTE = 2_000
_STACKED = 720
"""Narrower than this, the memories stand below each other; in pixels of the design."""
_LOW = 640
"""Lower than this, only the lines that said it are shown of a conversation."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a conflict is shown: whether keys are told on the buttons and a conversation can be opened, and how
    much room there is."""

    keys: bool = True
    can_open: bool = True
    stacked: bool = False
    low: bool = False


class NoteField(TextField):
    """`left` by Enter, Esc or the down key: back to the decision."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Down):
            event.accept()
            self.left.emit()
            return
        super().keyPressEvent(event)


class ConflictView(Scroll):
    """`acted(action)` by a button or the menu; nothing is applied here."""

    acted = Signal(object)
    reopen_wanted = Signal()
    note_written = Signal(str)
    open_wanted = Signal(str, object)
    memory_wanted = Signal(str)
    earlier_wanted = Signal(bool)
    """Whether decided ones of before are to be listed."""

    def __init__(self, icons: Icons, clock: Clock) -> None:
        super().__init__()
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self.sheet: Sheet | None = None
        self.look = Look()
        self.shows_earlier = False
        self._note = ""
        self._effects: dict[Action, Effect] = {}
        self._prepared: Mapping[str, Memory] | None = None
        self.cards: list[MemberCard] = []
        self.buttons: dict[Action, ActionButton] = {}
        self.note: NoteField | None = None
        self.after: After | None = None
        self.suggestion: Suggestion | None = None
        self.decided: Decided | None = None
        self.more: IconButton | None = None

    # What is shown

    @property
    def conflict(self) -> Conflict | None:
        return self.sheet.conflict if self.sheet is not None else None

    def show_sheet(self, sheet: Sheet, note: str, look: Look) -> None:
        """Another conflict, from its top; `note`: what was written to it so far."""
        same = self.sheet is not None and self.sheet.id == sheet.id
        at = self.verticalScrollBar().value() if same else 0
        self.sheet, self._note = sheet, note
        # The keys keep their meaning while windows change: only what is laid out changes with them.
        self.look = look
        self._build()
        self.verticalScrollBar().setValue(at)

    def clear(self) -> None:
        self.sheet = None
        self.buttons = {}

    def looks_like(self, sheet: Sheet, keys: bool) -> bool:
        """Whether a sheet looks as the one that is shown. That a conflict was seen is not seen."""
        before = self.sheet
        if before is None or self.look.keys != keys:
            return False
        if before.conflict.is_open and sheet.conflict.is_open:
            before = replace(before, conflict=replace(before.conflict, status=sheet.conflict.status))
        return before == sheet

    def write_note(self) -> None:
        """Puts the cursor into the note."""
        if self.note is not None:
            self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.ensureWidgetVisible(self.note)

    def main_button(self) -> QWidget | None:
        """Where the focus goes: what is suggested, or the way back."""
        if self.decided is not None:
            return self.decided.reopen
        conflict = self.conflict
        action = suggested(conflict) if conflict is not None else None
        return self.buttons[action] if action else None

    def actions(self) -> dict[str, Action]:
        """Return the action of each digit key: first the cards from left to right, then the buttons below."""
        if self.conflict is None or not self.conflict.is_open:
            return {}
        members = members_of(self.conflict)
        keeping = [self._keeping(place, len(members), member) for place, member in enumerate(members)]
        return {
            str(number): act for number, act in enumerate((*keeping, *map(Action, self._below())), start=1)
        }

    def _below(self) -> dict[Choice, str]:
        """Return the choices below the cards, with their icons."""
        assert self.sheet is not None
        back = {Choice.BACK: "undo"} if self.sheet.before else {}
        apart = self.sheet.conflict.rule == EDITED_APART
        return (
            {Choice.BOTH: "branch"}
            | (back if apart else {Choice.OUTDATED: "clock"})
            | {Choice.MERGE: "merge"}
        )

    def set_room(self, *, stacked: bool, low: bool) -> None:
        """Lays out anew where there is more or less room than before."""
        wanted = Look(self.look.keys, self.look.can_open, stacked, low)
        if wanted != self.look:
            self.look = wanted
            if self.sheet is not None:
                focus = self._focused_part()
                self._build()
                self._focus_part(focus)

    def room_for(self, width: int, height: int) -> tuple[bool, bool]:
        """Whether a page so large stacks the memories, and whether it is low."""
        return width < self._theme.px(_STACKED), height < self._theme.px(_LOW)

    def _focused_part(self) -> Action | str | None:
        focus = self.focusWidget()
        if isinstance(focus, ActionButton) and focus.hasFocus():
            return focus.action
        return "note" if self.note is not None and self.note.hasFocus() else None

    def _focus_part(self, part: Action | str | None) -> None:
        widget = self.note if part == "note" else self.buttons.get(part) if isinstance(part, Action) else None
        if widget is not None:
            widget.setFocus(Qt.FocusReason.OtherFocusReason)

    # How it is built

    def _build(self) -> None:
        assert self.sheet is not None
        conflict, px = self.sheet.conflict, self._theme.px
        self.cards, self.buttons, self._effects = [], {}, {}
        self.note = self.after = self.suggestion = self.decided = self.more = None
        self._prepared = self._keep_both_prepared(conflict)
        content = QWidget()
        column = QVBoxLayout(content)
        edge = px(8 if self.look.low else 14)
        column.setContentsMargins(px(20), edge, px(20), edge)
        column.setSpacing(px(8 if self.look.low else 12))
        column.addLayout(self._heading(conflict, content))
        if conflict.is_open and (action := suggested(conflict)):
            self.suggestion = Suggestion(self._icons, conflict, action, content, low=self.look.low)
            column.addWidget(self.suggestion)
        elif not conflict.is_open:
            self.decided = Decided(self._icons, conflict, self._clock(), content)
            self.decided.reopen_wanted.connect(self.reopen_wanted)
            column.addWidget(self.decided)
        column.addLayout(self._side_by_side(content))
        if conflict.is_open:
            column.addLayout(self._actions(conflict, content))
            column.addLayout(self._note_row(content))
        self.after = After(self._theme, content)
        column.addWidget(self.after)
        column.addStretch(1)
        self._show_effect()
        self.put(content)

    def _heading(self, conflict: Conflict, parent: QWidget) -> QVBoxLayout:
        head = vbox()
        self.title = Label(self._theme, words.title(conflict), "title", parent=parent)
        self.sentence = Label(self._theme, words.sentence(conflict), "body", "text2", parent)
        # In a low window the buttons of the memories are to be in view.
        self.sentence.setHidden(self.look.low or not conflict.is_open)
        for part in (self.title, self.sentence):
            part.setWordWrap(True)
            head.addWidget(part)
        if said := words.why(conflict):
            if self.look.low:
                self.title.setToolTip(said)
                return head
            why = GlyphLine(self._icons, "info", said, parent)
            if conflict.rule.startswith("model:"):
                why.setToolTip(tr("Found by the model"))
            head.addSpacing(self._theme.px(4))
            head.addWidget(why)
        return head

    def _side_by_side(self, parent: QWidget) -> QBoxLayout:
        assert self.sheet is not None
        conflict = self.sheet.conflict
        way = QBoxLayout.Direction.TopToBottom if self.look.stacked else QBoxLayout.Direction.LeftToRight
        box = QBoxLayout(way)
        box.setSpacing(self._theme.px(12))
        members = members_of(conflict)
        marks = marks_of(members)
        wanted = suggested(conflict) if conflict.is_open else None
        for place, member in enumerate(members):
            newest = place == len(members) - 1 or conflict.rule == EDITED_APART  # there neither is newer
            action = self._keeping(place, len(members), member)
            card = MemberCard(
                self._icons, member, side_name(members, place), self._clock(), marks[place],
                Kind.ADDED if newest else Kind.REMOVED, suggested=action == wanted,
                crowded=len(members) > 2 and not self.look.stacked,
                can_open=self.look.can_open, parent=parent,
            )  # fmt: skip
            card.open_wanted.connect(self.open_wanted)
            excerpt = self.sheet.excerpts.get(member.memory.id)
            card.add_source(only_said(excerpt) if excerpt and self.look.low else excerpt, self._clock())
            if conflict.is_open:
                keep = self._button(conflict, action, "check", parent=card)
                keep.setAccessibleDescription(card.accessibleName())
                card.add_keep(keep)
            else:
                card.column.addStretch(1)
            self.cards.append(card)
            box.addWidget(card, 1)
        return box

    def _keeping(self, place: int, count: int, member: Member) -> Action:
        if place == 0:
            return Action(Choice.OLDER)
        return Action(Choice.NEWER) if place == count - 1 else Action(Choice.THIS, member.memory.id)

    def _button(self, conflict: Conflict, action: Action, icon: str, parent: QWidget) -> ActionButton:
        key = next((key for key, known in self.actions().items() if known == action), None)
        button = ActionButton(
            self._icons, action, label(conflict, action), icon=icon, keycap=key if self.look.keys else None,
            primary=action == suggested(conflict), parent=parent,
        )  # fmt: skip
        button.clicked.connect(lambda: self.acted.emit(action))
        button.pointed.connect(self._pointed)
        self.buttons[action] = button
        return button

    def _actions(self, conflict: Conflict, parent: QWidget) -> QGridLayout:
        """In a row; two in each where there is little room."""
        grid = QGridLayout()
        grid.setSpacing(self._theme.px(8))
        columns = 2 if self.look.stacked else 3
        for place, (act, icon) in enumerate(self._below().items()):
            button = self._button(conflict, Action(act), icon, parent)
            grid.addWidget(button, place // columns, place % columns)
            grid.setColumnStretch(place % columns, 1)
        self.more = IconButton(
            self._icons, "more", tr("More options for this conflict"), side=34, parent=parent
        )
        self.more.clicked.connect(lambda: self.open_menu())
        grid.addWidget(self.more, 0, columns)
        return grid

    def _note_row(self, parent: QWidget) -> QHBoxLayout:
        self.note = NoteField(
            self._icons,
            tr("Note"),
            tr("Reason for your choice (optional)"),
            self._note,
            parent,
        )
        self.note.setMaxLength(MOST_NOTE)
        self.note.textEdited.connect(self.note_written)
        self.note.left.connect(self._back_to_decision)
        name = Label(self._theme, tr("Note"), "small500", "text3", parent)
        name.setBuddy(self.note)
        return hbox(name, (self.note, 1), gap=self._theme.px(12))

    def _back_to_decision(self) -> None:
        button = self.main_button()
        if button is not None:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What follows

    def _keep_both_prepared(self, conflict: Conflict) -> Mapping[str, Memory] | None:
        if self.sheet is None or not conflict.is_open:
            return None
        parting = places.prefilled(conflict)
        return None if places.problem(conflict, parting) else places.after(conflict, parting)

    def _effect(self, action: Action) -> Effect:
        assert self.sheet is not None and self.conflict is not None
        if action not in self._effects:
            self._effects[action] = effect(self.conflict, action, self._prepared, self.sheet.before)
        return self._effects[action]

    def _pointed(self, action: Action | None) -> None:
        """The pointer is on an action, or the focus; where neither is, the suggested one."""
        if action is None:
            focus = self.focusWidget()
            action = focus.action if isinstance(focus, ActionButton) and focus.hasFocus() else None
        self._show_effect(action)

    def _show_effect(self, action: Action | None = None) -> None:
        conflict = self.conflict
        if self.after is None or conflict is None:
            return
        if not conflict.is_open:
            self.after.show_effect(settled(conflict, self.sheet.merged if self.sheet is not None else None))
            return
        action = action or suggested(conflict)
        self.after.setVisible(action is not None)
        if action is not None:
            self.after.show_effect(self._effect(action))

    # More

    def open_menu(self) -> QMenu:
        """What is rarely wanted."""
        menu = Menu(self)
        conflict = self.conflict
        assert conflict is not None
        for action in (Action(Choice.CERTAIN), Action(Choice.NO_CONFLICT)):
            icon = "check" if action.choice is Choice.CERTAIN else "x"
            item = menu.addAction(self._icons.icon(icon), label(conflict, action))
            item.triggered.connect(lambda _on=False, action=action: self.acted.emit(action))
            item.hovered.connect(lambda action=action: self._show_effect(action))
        menu.aboutToHide.connect(lambda: self._pointed(None))
        menu.addSeparator()
        members = members_of(conflict)
        for member in members:
            name = tr("Open {name} memory").format(name=name_of(members, member))
            wanted = partial(self.memory_wanted.emit, member.memory.id)
            menu.addAction(self._icons.icon("memories"), name, wanted)
        menu.addSeparator()
        earlier = menu.addAction(tr("Show resolved"))
        earlier.setCheckable(True)
        earlier.setChecked(self.shows_earlier)
        earlier.triggered.connect(self.earlier_wanted)
        assert self.more is not None
        below = QPoint(self.more.width() - menu.sizeHint().width(), self.more.height() + self._theme.px(4))
        menu.popup(self.more.mapToGlobal(below))
        return menu

    def fit(self) -> None:
        super().fit()
        self.verticalScrollBar().setSingleStep(self._theme.px(24))


def marks_of(members: Sequence[Member]) -> list[list[Span]]:
    """What sets each apart: of several, each from the newest, and that from all."""
    texts = [shown(member)[0] for member in members]
    out: list[list[Span]] = []
    newest: list[Span] = []
    for text, member in zip(texts[:-1], members[:-1], strict=True):
        older, newer = contrast(text, texts[-1], (member.value, members[-1].value))
        out.append(older)
        newest += newer
    return [*out, _joined(newest)]


def _joined(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out

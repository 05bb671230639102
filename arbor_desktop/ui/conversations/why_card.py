"""A memory in the panel that explains an answer: the words that count, what the AI did, and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from arbor_desktop.context.answers import Deed
from arbor_desktop.context.explanation import Explained
from arbor_desktop.context.following import Regard
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.ui.components import (
    Button,
    IconButton,
    InlineError,
    Label,
    TextArea,
)
from arbor_desktop.ui.components.boxes import STRETCH, FlowLayout, hbox, vbox
from arbor_desktop.ui.components.chips import Badge
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.components.text_runs import Run, RunsView, code_runs
from arbor_desktop.ui.formatting import code_spans
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.words import content_error, status_label, type_label
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr

_INK = {Regard.FOLLOWED: ("ins", "insBg"), Regard.IGNORED: ("warn", "warnSoft")}
_SAVES = (Qt.Key.Key_S, Qt.Key.Key_Return, Qt.Key.Key_Enter)


# Words


def regard_words(regard: Regard) -> tuple[str, str, str | None]:
    """Name, kind of badge, and icon."""
    return {
        Regard.FOLLOWED: (tr("Followed"), "ok", "check"),
        Regard.IGNORED: (tr("Ignored"), "warn", "x"),
        Regard.NOT_NEEDED: (tr("Not needed here"), "neutral", None),
    }[regard]


def did_runs(one: Explained) -> list[Run]:
    """`It ran npm install on line 44. You corrected it on line 47.`, its code as code."""
    if one.deed is None or one.turn is None:
        return []
    template = {
        Deed.RAN: tr("It ran {what} on line {line}."),
        Deed.CHANGED: tr("It changed {what} on line {line}."),
        Deed.WROTE: tr("It wrote {what} on line {line}."),
        Deed.SAID: tr("It said “{what}” on line {line}."),
        Deed.ANSWERED: tr("It answered “{what}” on line {line}."),
    }[one.deed].replace("{line}", number(one.turn))
    before, _, after = template.partition("{what}")
    code = one.deed in (Deed.RAN, Deed.CHANGED, Deed.WROTE)
    quote = [Run(one.quote, code=True)] if code else code_runs(one.quote.removesuffix("."))
    runs = [Run(before), *quote, Run(after)]
    if one.before:
        before, _, after = tr("It didn't run {command} first.").partition("{command}")
        runs += [Run(f" {before}"), Run(one.before, code=True), Run(after)]
    if one.corrected is not None:
        runs.append(Run(" " + tr("You corrected it on line {line}.").format(line=number(one.corrected))))
    return runs


def marked_runs(text: str, words: Sequence[str], regard: Regard) -> list[Run]:
    """A memory's text, in which the words that count stand out."""
    shown, codes = code_spans(text)
    wanted = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    found = re.finditer(rf"(?<![\w.])(?:{wanted})(?!\w|\.\w)", shown, re.IGNORECASE) if wanted else ()
    marks = [match.span() for match in found]
    edges = sorted({0, len(shown), *(place for span in (*codes, *marks) for place in span)})
    ink, tint = _INK.get(regard, (None, None))
    runs = []
    for left, right in pairwise(edges):
        code = any(first <= left < last for first, last in codes)
        if any(first <= left < last for first, last in marks):
            ignored = regard is Regard.IGNORED
            weight = QFont.Weight.Medium
            runs.append(
                Run(shown[left:right], ink, tint, weight, code, underline=not ignored, dotted=ignored)
            )
        else:
            runs.append(Run(shown[left:right], code=code))
    return runs


def _state_words(one: Explained, memory: Memory | None) -> str:
    """What became of a memory since the answer."""
    if memory is None:
        return tr("Deleted since")
    if memory.status is not Status.ACTIVE:
        return status_label(memory.status)
    if memory.told_text != one.content:
        return tr("Changed since: {text}").format(text=memory.shown_text)
    return ""


# One memory


class _Quote(QWidget):
    """What the AI did, beside a line."""

    def __init__(self, theme: Theme, runs: Sequence[Run], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.text = RunsView(theme, runs, line=18, ink="text2", parent=self)
        vbox(self.text, on=self, margins=(theme.px(13), 0, 0, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self._theme.px(3), self.height(), self._theme.color("borderStrong"))


class WhyCard(QFrame):
    """A memory, and what the answer did with it. The one with the focus has the actions.

    Signals: `command(name, memory id)`, `save_wanted(memory id, text)`, `moved(+1 or -1)`, `left`.
    """

    command = Signal(str, str)
    save_wanted = Signal(str, str)
    moved = Signal(int)
    left = Signal()

    def __init__(self, icons: Icons, one: Explained, memory: Memory | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self._theme, self.one, self.memory = icons, icons.theme, one, memory
        theme, px = icons.theme, icons.theme.px
        self.current = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("focusRing", "none")
        name, kind, icon = regard_words(one.regard)
        did = did_runs(one)
        self.did = "".join(run.text for run in did)
        self.state = _state_words(one, memory)
        plain = code_spans(one.content)[0]
        said = (name, type_label(one.type), plain, self.did, self.state)
        self.setAccessibleName(", ".join(part for part in said if part))
        head = hbox(STRETCH, Badge(icons, type_label(one.type), one.type.value, parent=self))
        if one.regard is not Regard.NOT_NEEDED:
            head.insertWidget(0, Badge(icons, name, kind, icon, self))
        runs = marked_runs(one.content, one.words, one.regard)
        self.text = RunsView(theme, runs, style="body", parent=self)
        column = vbox(head, px(6), self.text, on=self, margins=(px(12), px(9), px(12), px(10)))
        if did:
            column.addSpacing(px(6))
            column.addWidget(_Quote(theme, did, self))
        if self.state:
            column.addSpacing(px(6))
            column.addWidget(Label(theme, self.state, "small", "text2", self, wrap=True))
        self._add_actions(column)
        self._add_editor(column)
        self.set_current(False)

    def _add_actions(self, column: QBoxLayout) -> None:
        icons, px = self._icons, self._theme.px
        pinned = self.memory is not None and self.memory.privacy_level is Privacy.ALWAYS_INCLUDE
        self.correct = Button(
            icons, tr("Correct"), size="small", icon="edit", keycap="⏎", clicked=self.edit, parent=self
        )
        self.pin = Button(
            icons, tr("Unpin") if pinned else tr("Always include"), size="small", icon="pin", keycap="Alt I",
            clicked=lambda: self._tell("pin"), parent=self,
        )  # fmt: skip
        self.wrong = IconButton(
            icons, "x", tr("Mark as wrong"), shortcut="Alt W", side=26,
            clicked=lambda: self._tell("incorrect"), parent=self,
        )  # fmt: skip
        self.copy = IconButton(
            icons,
            "copy",
            tr("Copy as a reminder"),
            side=26,
            clicked=lambda: self._tell("remind"),
            parent=self,
        )
        for button in (self.correct, self.pin, self.wrong):
            button.setEnabled(self._is_active)
        self.actions_row = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.actions_row.setSizePolicy(policy)
        flow = FlowLayout(self.actions_row, px(4), px(6))
        flow.setContentsMargins(0, px(9), 0, 0)
        for button in (self.correct, self.pin, self.wrong, self.copy):
            flow.addWidget(button)
        column.addWidget(self.actions_row)

    def _add_editor(self, column: QBoxLayout) -> None:
        icons, px = self._icons, self._theme.px
        self.area = TextArea(self._theme, tr("Memory text"), lines=2, max_lines=8, parent=self)
        self.error = InlineError(self._theme, self)
        self.cancel = Button(
            icons, tr("Cancel"), variant="quiet", size="small", clicked=self.stop_editing, parent=self
        )
        self.save = Button(
            icons,
            tr("Save"),
            variant="primary",
            size="small",
            keycap="Ctrl S",
            clicked=self._save,
            parent=self,
        )
        self.editor = QWidget(self)
        vbox(
            self.area, self.error, hbox(STRETCH, self.cancel, self.save, gap=px(8)), on=self.editor,
            margins=(0, px(9), 0, 0), gap=px(6),
        )  # fmt: skip
        self.editor.hide()
        column.addWidget(self.editor)

    @property
    def _is_active(self) -> bool:
        return self.memory is not None and self.memory.status is Status.ACTIVE

    @property
    def is_editing(self) -> bool:
        return not self.editor.isHidden()

    def set_current(self, current: bool) -> None:
        """Show the actions, or hide them."""
        self.current = current
        self.actions_row.setVisible(current and not self.is_editing)
        self.update()

    # Correct it

    def edit(self) -> None:
        """Offer today's text to be changed."""
        if self.memory is None or not self._is_active:
            return
        self.area.setPlainText(self.memory.content)
        self.error.show_error("", self.area)
        self.save.setEnabled(True)
        self.editor.show()
        self.actions_row.hide()
        self.area.moveCursor(QTextCursor.MoveOperation.End)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_editing(self) -> None:
        """Leave the memory as it is."""
        self.editor.hide()
        self.set_current(self.current)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, words: str) -> None:
        """It was not saved."""
        self.save.setEnabled(True)
        self.error.show_error(words, self.area)

    def _save(self) -> None:
        text = self.area.toPlainText()
        wrong = content_error(text)
        self.error.show_error(wrong, self.area)
        if wrong or self.memory is None or not self.save.isEnabled():
            return
        if text.strip() == self.memory.content:
            self.stop_editing()
            return
        self.save.setEnabled(False)
        self.save_wanted.emit(self.one.memory_id, text)

    def _tell(self, name: str) -> None:
        if name == "remind" or self._is_active:
            self.command.emit(name, self.one.memory_id)

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        alt = modifiers == Qt.KeyboardModifier.AltModifier
        if self.is_editing:
            if key == Qt.Key.Key_Escape:
                self.stop_editing()
            elif modifiers == Qt.KeyboardModifier.ControlModifier and key in _SAVES:
                self._save()
            else:
                super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit()
        elif alt and key in (Qt.Key.Key_I, Qt.Key.Key_W):
            self._tell("pin" if key == Qt.Key.Key_I else "incorrect")
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, on = self._theme, self.current
        fill, edge = ("accentSoft", "accent") if on else ("card", "border")
        rounded(QPainter(self), self.rect(), theme.px(8), theme.color(fill), theme.color(edge))

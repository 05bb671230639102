"""The text of a memory and the bars around it: why it was found, what is wrong with it, what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
)
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.memories.model import MAX_CONTENT, HistoryEntry, Memory, Related, Status
from arbor_desktop.search.model import Hit
from arbor_desktop.team.model import Shared
from arbor_desktop.text.words import clean
from arbor_desktop.ui.components import Button, ElidedLabel, InlineError, Label, TextArea
from arbor_desktop.ui.components.boxes import hbox, vbox
from arbor_desktop.ui.components.cards import Bar
from arbor_desktop.ui.components.labels import GlyphLine
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.formatting import age, code_places, plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.history_words import reason_words
from arbor_desktop.ui.memory.text import hits, search_terms, units
from arbor_desktop.ui.memory.words import GONE, content_error, in_conflict, short, status_label, status_look
from arbor_desktop.ui.theme import Theme
from arbor_desktop.ui.translation import number, tr


class FeedbackBar(Bar):
    """`given(command)`: incorrect, outdated, archive or delete."""

    given = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent, line="top")
        px = icons.theme.px
        self.buttons: dict[str, Button] = {}
        row = hbox(on=self, margins=(px(16), px(12) + 1, px(16), px(12)), gap=px(8))
        for command, text, icon, key in (
            ("incorrect", tr("Wrong"), "x", "Alt W"),
            ("outdated", tr("Outdated"), "clock", "Alt O"),
            ("archive", tr("Archive"), "archive", "Alt A"),
            ("delete", tr("Delete"), "trash", tr("Del")),
        ):
            button = Button(icons, text, variant="danger" if command == "delete" else "secondary", icon=icon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setToolTip(f"{text}  {key}".rstrip())
            button.clicked.connect(lambda _on=False, command=command: self.given.emit(command))
            self.buttons[command] = button
            row.addWidget(button, 1)


class TheirsBar(QWidget):
    """Says that another member of the team shared the memory, who alone changes it."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        px = icons.theme.px
        self.line = GlyphLine(icons, "team", "", token="text2")
        hbox(self.line, on=self, margins=(px(16), 0, px(16), px(6)))

    def show_shared(self, shared: Shared | None) -> None:
        """Name the author, once that is known."""
        words = tr("From your team. If you edit it, you get a copy of your own.")
        if shared is not None:
            words = tr("Shared by {name}. If you edit it, you get a copy of your own.").format(
                name=shared.author
            )
        self.line.label.setText(words)


class PendingBar(QWidget):
    """`given(command)`: accept or reject."""

    given = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = icons.theme
        px = icons.theme.px
        words = Label(self._theme, tr("Needs review. Not shared until you accept it."), "small", wrap=True)
        self.accept = Button(icons, tr("Accept"), variant="primary", size="small", icon="check")
        self.reject = Button(icons, tr("Reject"), size="small", icon="x")
        self.accept.setToolTip(tr("Accept") + "  Alt C")
        self.reject.setToolTip(tr("Reject") + "  Alt W")
        self.accept.clicked.connect(lambda: self.given.emit("accept"))
        self.reject.clicked.connect(lambda: self.given.emit("reject"))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(12), px(8), px(16) + px(8), px(8) + px(8))
        row.setSpacing(px(8))
        row.addWidget(words, 1)
        row.addWidget(self.accept)
        row.addWidget(self.reject)

    def paintEvent(self, _event: QPaintEvent) -> None:
        px = self._theme.px
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(QPainter(self), box, px(8), self._theme.color("accentSoft"))


_ONE_LINE = 520


class GoneBar(QWidget):
    """ "Archived 3 days ago: faded to 0.28 without being used". `restore_wanted` by its button,
    `open_wanted(id)` by the one that leads to what replaced it. Not there while the memory counts."""

    restore_wanted = Signal()
    open_wanted = Signal(str)

    def __init__(self, icons: Icons, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme, self._clock = icons, icons.theme, clock
        self._memory: Memory | None = None
        self._glyph = "archive"
        px = icons.theme.px
        self.label = Label(self._theme, "", "small", parent=self, wrap=True)
        self.restore = Button(icons, tr("Restore"), size="small", icon="undo", parent=self)
        self.restore.clicked.connect(self.restore_wanted)
        self._replacement = ""
        self.open = Button(icons, tr("Show newer memory"), size="small", icon="chevron-right", parent=self)
        self.open.clicked.connect(lambda: self.open_wanted.emit(self._replacement))
        self.open.hide()
        buttons = hbox(gap=px(8))
        for button in (self.open, self.restore):
            buttons.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        buttons.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(px(16) + px(36), px(8), px(16) + px(8), px(8) + px(8))
        self._row.setSpacing(px(8))
        self._row.addWidget(self.label, 1)
        self._row.addLayout(buttons)
        self.hide()

    def _fit(self) -> None:
        """Two buttons leave the words no room in a narrow pane: then they are below."""
        below = not self.open.isHidden() and self.width() < self._theme.px(_ONE_LINE)
        way = QBoxLayout.Direction
        self._row.setDirection(way.TopToBottom if below else way.LeftToRight)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_memory(self, memory: Memory) -> None:
        """That it is gone is known with the memory; why, is said by `show_history`."""
        known = self._memory is not None and self._memory.id == memory.id
        same = known and self._memory is not None and self._memory.status is memory.status
        self._memory = memory
        gone = memory.status in GONE
        self.setVisible(gone)
        if gone and not same:
            self._glyph = status_look(memory.status)[1]
            self.open.hide()
            self._fit()
            self._say(gone_words(memory, (), self._clock()))

    def show_history(self, history: Sequence[HistoryEntry], related: Sequence[Related]) -> None:
        """`history`: of the memory that is shown, the newest first; `related`: to it."""
        if self._memory is not None and self._memory.status in GONE:
            self._say(gone_words(self._memory, history, self._clock()))
            self._replacement = replacement(self._memory, related)
            self.open.setVisible(bool(self._replacement))
            self._fit()

    def _say(self, words: str) -> None:
        self.label.setText(words)
        self.restore.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter = self._theme.px, QPainter(self)
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(painter, box, px(8), self._theme.color("sunken"))
        label = self.label.geometry()
        top = label.top() + (label.height() - px(16)) / 2
        self._icons.paint(painter, self._glyph, "text2", box.left() + px(12), top, 16)


def replacement(memory: Memory, related: Sequence[Related]) -> str:
    """Return the id of the memory that replaced this one; empty where none did."""
    if memory.status is not Status.SUPERSEDED:
        return ""
    kinds = ("supersedes", "merged_into")
    return next((r.memory.id for r in related if r.kind in kinds and r.memory.status in _LIVING), "")


def gone_words(memory: Memory, history: Sequence[HistoryEntry], now: int) -> str:
    """Since when it is gone, and why, as far as that is known. `history`: the newest first."""
    went = next((one for one in history if _put_away(one, memory.status)), None)
    at = went.at if went is not None else memory.archived_at
    words = status_label(memory.status)
    if at is not None:
        words = f"{words} {age(at, now)}"
    reason = reason_words(went).strip().rstrip(".") if went is not None else ""
    if not reason:
        return words
    return f"{words}: {_lowered(reason)}"


def _put_away(entry: HistoryEntry, status: Status) -> bool:
    """Whether this change made it what it is."""
    return not entry.undone and (entry.after or {}).get("status") == status


def _lowered(reason: str) -> str:
    """As it goes on after a colon; what is no common word ("Node 18 …") keeps its capital."""
    first = reason.split(maxsplit=1)[0]
    return reason if first[1:] != first[1:].lower() else reason[:1].lower() + reason[1:]


_LONGEST = 110
_LIVING = (Status.ACTIVE, Status.PENDING)


class ConflictBar(QWidget):
    """`resolve_wanted(conflict id)`. Not there where nothing is contradicted."""

    resolve_wanted = Signal(str)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        self._conflict = ""
        px = icons.theme.px
        self.label = Label(self._theme, "", "small", parent=self, wrap=True)
        self.resolve = Button(icons, tr("Resolve"), size="small", parent=self)
        self.resolve.clicked.connect(lambda: self.resolve_wanted.emit(self._conflict))
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16) + px(36), px(8), px(16) + px(8), px(8) + px(8))
        row.setSpacing(px(8))
        row.addWidget(self.label, 1)
        row.addWidget(self.resolve, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    def show_memory(self, memory: Memory) -> None:
        """That it contradicts something is known with the memory; what, is said by `show_conflicts`."""
        if not in_conflict(memory):
            self._conflict = ""
            self.hide()
        elif self._conflict not in memory.conflict_ids:
            self._say(memory.conflict_ids[0], tr("Contradicts another memory"))

    def show_conflicts(self, memory: Memory, conflicts: Sequence[Conflict]) -> None:
        """`conflicts`: the open ones of the memory that is shown."""
        others = contradicted(memory, conflicts)
        if others:
            self._say(conflicts[0].id, conflict_words(others))

    def _say(self, conflict: str, words: str) -> None:
        self._conflict = conflict
        self.label.setText(words)
        self.resolve.setAccessibleName(f"{tr('Resolve')}: {words}")
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        px, painter = self._theme.px, QPainter(self)
        box = self.rect().adjusted(px(16), 0, -px(16), -px(8))
        rounded(painter, box, px(8), self._theme.color("warnSoft"))
        top = box.top() + (box.height() - px(16)) / 2
        self._icons.paint(painter, "conflicts", "warn", box.left() + px(12), top, 16)


def contradicted(memory: Memory, conflicts: Sequence[Conflict]) -> list[Memory]:
    """The living memories that it contradicts, those of the first conflict first, each once."""
    found: dict[str, Memory] = {}
    for conflict in conflicts:
        for member in conflict.members:
            if member.memory.id != memory.id and member.memory.status in _LIVING:
                found.setdefault(member.memory.id, member.memory)
    return list(found.values())


def conflict_words(others: Sequence[Memory]) -> str:
    """ "Contradicts “Use vitest.”", "Contradicts “Use vitest.” and 2 more"."""
    said = tr("Contradicts “{text}”").format(text=short(plain(others[0].shown_text), _LONGEST))
    return f"{said} {tr('and %n more', None, len(others) - 1)}" if len(others) > 1 else said


_LONGEST_FOUND_LINE = 28
_SAYS = "says "
"""How the reason begins that names the words a memory holds."""


def reasons_in_words(hit: Hit) -> str:
    """`says deploy · something like “firday” · recent`, in the person's language."""
    said: list[str] = []
    for reason in hit.reasons:
        said += _words_said(hit) if reason.startswith(_SAYS) else [_translated(reason)]
    return " · ".join(said)


def _words_said(hit: Hit) -> list[str]:
    """The words that are really there; those whose spelling is only near are told as what they are."""
    memory = hit.memory
    text = " ".join((memory.content, memory.summary or "", *memory.tags))
    there = [term for term in hit.terms if hits(text, search_terms(term))]
    near = [f"“{term}”" for term in hit.terms if term not in there]
    told = []
    if there:
        told.append(tr("contains {words}").format(words=", ".join(there)))
    if near:
        told.append(tr("similar to {words}").format(words=", ".join(near)))
    return told


def _translated(reason: str) -> str:
    """A reason of the search that has the same words every time; another one as it came."""
    return {
        "alike in meaning": tr("similar meaning"),
        "noted beside a better match": tr("from the same conversation as a better match"),
        "shared often": tr("shared often"),
        "recent": tr("recent"),
    }.get(reason, reason)


class FoundLine(QWidget):
    """There while there is a search, so that nothing moves when the reasons come; gone without one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        self.label = ElidedLabel(theme, "", "caption", "text3", parent=self)
        hbox(self.label, on=self, margins=(px(16), 0, px(16), px(6)))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_found(self, words: str, hit: Hit | None = None) -> None:
        """`words`: what was searched for; nothing: it does not come from a search. `hit`: as soon as it is
        known."""
        said = tr("Matches “{words}”").format(words=short(words, _LONGEST_FOUND_LINE))
        if hit is not None and hit.reasons:
            said += f": {reasons_in_words(hit)}"
        self.label.setText(said)
        self.setVisible(bool(words))


class ContentEditor(QWidget):
    """The text, plain until it is clicked.

    `save_wanted(text)` when a valid change is to be saved; `left` by Esc with nothing to take back.
    """

    save_wanted = Signal(str)
    left = Signal()
    dirty_changed = Signal(bool)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme, px = icons.theme, icons.theme.px
        self._saved = ""
        self._was_dirty = False
        self.area = _Area(theme, tr("Memory text"), lines=1, parent=self)
        self.area.textChanged.connect(self._edited)
        self.area.escaped.connect(self._escape)
        self.counter = Label(theme, "", "caption", "text3", parent=self)
        self.error = InlineError(theme, self)
        save_key = QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")
        self.cancel_button = Button(icons, tr("Cancel"), variant="quiet", size="small", parent=self)
        self.save_button = Button(
            icons, tr("Save"), variant="primary", size="small", keycap=save_key, parent=self
        )
        self.cancel_button.clicked.connect(self.revert)
        self.save_button.clicked.connect(self.save)
        self._foot = QWidget(self)
        hbox((self.counter, 1), self.cancel_button, self.save_button, on=self._foot, gap=px(8))
        vbox(self.area, self.error, self._foot, on=self, margins=(px(16), 0, px(16), px(8)), gap=px(6))
        self._edited()

    @property
    def text(self) -> str:
        return self.area.toPlainText()

    @property
    def dirty(self) -> bool:
        return self.text != self._saved

    def set_content(self, text: str) -> None:
        """Shows another text as saved."""
        self._saved = text
        if self.area.toPlainText() != text:
            self.area.setPlainText(text)
        self._edited()

    def set_saved(self, text: str) -> None:
        """The stored text is `text` now; what is being typed stays as it is."""
        saved = text != self._saved and clean(self.text) == text
        follows = saved or (not self.dirty and self.text != text)
        self._saved = text
        if follows:  # what was typed can't be undone any more: Ctrl+Z takes back what was saved
            at = self.area.textCursor().position()
            self.area.setPlainText(text)
            cursor = self.area.textCursor()
            cursor.setPosition(min(at, len(text)))
            self.area.setTextCursor(cursor)
        self._edited()

    def save(self) -> None:
        """Asks for saving if there is anything to save and it is valid."""
        if self.dirty and not content_error(self.text):
            self.save_wanted.emit(self.text)

    def revert(self) -> None:
        self.area.setPlainText(self._saved)
        self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_error(self, text: str) -> None:
        """What the service refused."""
        self.error.show_error(text, self.area)

    def _escape(self) -> None:
        if self.dirty:
            self.revert()
        else:
            self.left.emit()

    def _edited(self) -> None:
        length = len(clean(self.text))
        self.counter.setText(
            tr("{count} of {total} characters").format(count=number(length), total=number(MAX_CONTENT))
        )
        dirty = self.dirty
        self._foot.setVisible(dirty)
        problem = content_error(self.text) if dirty else ""
        self.error.show_error(problem, self.area)
        self.save_button.setEnabled(not problem)
        if dirty != self._was_dirty:
            self._was_dirty = dirty
            self.dirty_changed.emit(dirty)


class _Area(TextArea):
    """Plain text where all else begins, code as code; while it is edited, a field."""

    escaped = Signal()

    def __init__(self, theme: Theme, name: str, *, lines: int, parent: QWidget) -> None:
        super().__init__(theme, name, lines=lines, parent=parent)
        self._code = _CodeLook(self, theme)
        self._fit()

    @property
    def _plain(self) -> bool:
        return not (self.hasFocus() or self.has_error)

    def _fit(self) -> None:
        """Inside the frame the text moves by its padding; it is as wide as without it."""
        px, left = self._theme.px, 0 if self._plain else 12
        self.setViewportMargins(px(left), px(8), px(20) - px(left), px(8))
        self._code.hide_ticks(self._plain)

    def set_error(self, error: bool) -> None:
        super().set_error(error)
        self._fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._fit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._plain:
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
            return
        super().keyPressEvent(event)


class _CodeLook(QSyntaxHighlighter):
    """Draws code in its font; the backticks around it take no room while nobody edits."""

    def __init__(self, area: TextArea, theme: Theme) -> None:
        super().__init__(area.document())
        self._theme, self._hidden = theme, False

    def hide_ticks(self, hidden: bool) -> None:
        if hidden != self._hidden:
            self._hidden = hidden
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        code, ticks = QTextCharFormat(), QTextCharFormat()
        code.setFont(self._theme.font("mono"))
        if self._hidden:
            font = self._theme.font("mono")
            font.setPixelSize(1)
            ticks.setFont(font)
            ticks.setForeground(QColor(0, 0, 0, 0))
        for whole, inside in code_places(text):
            start, end = (units(text[:place]) for place in inside)
            self.setFormat(units(text[: whole[0]]), units(text[slice(*whole)]), ticks)
            self.setFormat(start, end - start, code)

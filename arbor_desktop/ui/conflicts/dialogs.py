"""The dialogs that keep all with context and that merge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.conflicts.model import Decision, Member
from arbor_desktop.memories.model import Scope
from arbor_desktop.projects.names import project_name
from arbor_desktop.text.diff import Kind, Span, marked_pieces
from arbor_desktop.ui.components import (
    Button,
    Card,
    ComboBox,
    ConfidenceBar,
    Hairline,
    InlineError,
    Label,
    Segment,
    TextArea,
    TextField,
)
from arbor_desktop.ui.components.boxes import STRETCH, TOP, hbox, vbox
from arbor_desktop.ui.components.text_runs import RunsView, side_runs
from arbor_desktop.ui.conflicts import places
from arbor_desktop.ui.conflicts.cards import Box, shown
from arbor_desktop.ui.conflicts.model import Sheet, lost_elsewhere
from arbor_desktop.ui.conflicts.places import ELSEWHERE, EVERYWHERE, OTHER_BRANCHES, Parting, Split
from arbor_desktop.ui.conflicts.view import MOST_NOTE, Scroll, marks_of
from arbor_desktop.ui.conflicts.words import members_of, side_name
from arbor_desktop.ui.formatting import plain
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memory.choices import PickBox, fill_scopes, fill_types
from arbor_desktop.ui.memory.words import content_error
from arbor_desktop.ui.translation import tr


class ConflictDialog(QDialog):
    """`wanted(call)` with the rest of what `resolve_conflict` is given, by the button or Ctrl+Enter. It stays
    open until it is done or `fail` says why not. `note_written(text)` while a note is typed."""

    wanted = Signal(object)
    note_written = Signal(str)

    def __init__(
        self, icons: Icons, title: str, heading: str, do_words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._theme = icons, icons.theme
        px = self._theme.px
        self.setWindowTitle(title)
        self.setModal(True)
        self.setFixedWidth(px(620))
        self.heading = Label(self._theme, heading, "title", parent=self)
        self.about = Label(self._theme, "", "body", "text2", self, wrap=True)
        self.error = InlineError(self._theme, self)
        self.cancel = Button(icons, tr("Cancel"), variant="quiet", parent=self, clicked=self.reject)
        keys = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        keycap = keys.replace("+Return", " ⏎").replace("+", " ")
        self.do = Button(icons, do_words, variant="primary", keycap=keycap, parent=self, clicked=self.confirm)
        self.do.setAutoDefault(True)
        self.body = QWidget()
        self.column = vbox(
            self.heading, self.about, px(14), on=self.body, margins=(px(20), px(18), px(20), px(14))
        )
        self.area = Scroll(self)
        self.area.put(self.body)
        self.foot = QWidget(self)
        self.buttons = hbox(
            STRETCH, self.cancel, self.do, on=self.foot, margins=(px(20), px(14), px(16), px(14)), gap=px(8)
        )
        vbox((self.area, 1), self.foot, on=self)
        # What is typed changes how high the body is: once for all that changes at a time.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(self.confirm)

    def call(self) -> dict[str, object] | None:
        """What is to be done; None while something is still missing, which is said then."""
        raise NotImplementedError

    def confirm(self) -> None:
        if not self.do.isEnabled():
            return
        call = self.call()
        if call is not None:
            self.error.show_error("")
            self.do.setEnabled(False)
            self.wanted.emit(call)

    def fail(self, words: str) -> None:
        """It was not done; the person may try again."""
        self.error.show_error(words)
        self.do.setEnabled(True)
        self.fit_soon()

    def fit_soon(self) -> None:
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its words need, as far as the window has room; and not wider than that."""
        parent = self.parentWidget()
        wide = parent.window().width() - self._theme.px(16) if parent is not None else self.width()
        self.setFixedWidth(max(self._theme.px(360), min(self._theme.px(620), wide)))
        wanted = self.area.needed(self.width()) + self.foot.sizeHint().height()
        room = parent.window().height() if parent is not None else wanted
        self.setFixedHeight(min(wanted, max(room, self._theme.px(360))))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = QRect(0, self.foot.y(), self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


_MOST_TEXT = 240


class KeepBothDialog(ConflictDialog):
    """`wanted(call)` for `kept_both_with_context`."""

    def __init__(self, icons: Icons, sheet: Sheet, note: str, parent: QWidget | None = None) -> None:
        members = members_of(sheet.conflict)
        two = len(members) == 2
        super().__init__(
            icons,
            tr("Keep both, with conditions") if two else tr("Keep all, with conditions"),
            tr("When does each memory apply?"),
            tr("Keep both") if two else tr("Keep all"),
            parent,
        )
        px = self._theme.px
        self._sheet, self._members = sheet, members
        self.sides: dict[str, Side] = {}
        self._partings: dict[Split, Parting] = {}
        self._tried = False
        first = places.prefilled(sheet.conflict)
        self._project = first.project
        self.column.addLayout(self._split_row(first.split))
        self.column.addSpacing(px(14))
        grid = QGridLayout()
        grid.setSpacing(px(12))
        for place, member in enumerate(members):
            side = Side(icons, member, side_name(members, place), self.body)
            side.changed.connect(self._changed)
            self.sides[member.memory.id] = side
            grid.addWidget(side, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        self.column.addLayout(grid)
        self.column.addSpacing(px(14))
        self.follows = Box(icons, "info", parent=self.body)
        self.sentence = Label(self._theme, "", "body", "text", self.follows)
        self.lines = Label(self._theme, "", "mono", "text", self.follows)
        for label in (self.sentence, self.lines):
            label.setWordWrap(True)
            self.follows.column.addWidget(label)
        self.column.addWidget(self.follows)
        self.column.addWidget(self.error)
        self.column.addSpacing(px(14))
        self.column.addLayout(self._note_row(note))
        self.column.addStretch(1)
        self._show(first)
        next(iter(self.sides.values())).focus_field()

    def _split_row(self, first: Split) -> QHBoxLayout:
        px = self._theme.px
        self.split = Segment(self._icons, tr("Distinguish by"), self.body)
        for split, text, icon in (
            (Split.PROJECT, tr("Project"), "folder"), (Split.BRANCH, tr("Branch"), "branch"),
            (Split.PATH, tr("Folder"), ""), (Split.WORDS, tr("Custom"), ""),
        ):  # fmt: skip
            self.split.add(split.value, text, icon=icon)
        self.split.set_current(first.value)
        if not self._branches():
            branch = self.split.button(Split.BRANCH.value)
            branch.setEnabled(False)
            branch.setToolTip(
                tr("No branches found in this project")
                if self._project
                else tr("Available only for memories from one project")
            )
        self.split.changed.connect(self._split_chosen)
        row = QHBoxLayout()
        row.setSpacing(px(12))
        row.addWidget(Label(self._theme, tr("Distinguish by"), "small500", "text3", self.body))
        row.addWidget(self.split)
        row.addStretch(1)
        return row

    def _note_row(self, note: str) -> QHBoxLayout:
        px = self._theme.px
        self.note = TextField(self._icons, tr("Note"), tr("Optional"), note, self.body)
        self.note.setMaxLength(MOST_NOTE)
        self.note.textEdited.connect(self.note_written)
        label = Label(self._theme, tr("Note"), "small500", "text3", self.body)
        label.setBuddy(self.note)
        return hbox(label, (self.note, 1), gap=px(12))

    def _branches(self) -> tuple[str, ...]:
        """Branches that could be meant, those of the memories and their conversations first."""
        if not self._project:
            return ()
        own = [m.memory.branch for m in self._members]
        said = [e.conversation.branch for e in self._sheet.excerpts.values() if e.conversation is not None]
        return tuple(dict.fromkeys(name for name in (*own, *said, *self._sheet.branches) if name))

    # What is chosen

    @property
    def parting(self) -> Parting:
        split = Split(self.split.current or Split.PROJECT)
        values = {ident: side.value for ident, side in self.sides.items()}
        return Parting(split, values, self._project)

    def _split_chosen(self, key: object) -> None:
        split = Split(str(key))
        known = self._partings.get(split)
        self._show(known or places.prefilled(self._sheet.conflict, split))

    def _show(self, parting: Parting) -> None:
        about = {
            Split.PROJECT: tr("Each memory stays active. Choose its project."),
            Split.BRANCH: tr("Each memory stays active. Choose its branch."),
            Split.PATH: tr("Each memory stays active, and your AI sees which folder each memory applies in."),
            Split.WORDS: tr("Each memory stays active, and your AI sees when each memory applies."),
        }[parting.split]
        self.about.setText(about)
        for side in self.sides.values():
            side.offer(parting, self._sheet.projects, self._branches())
        self._changed()

    def _changed(self) -> None:
        parting = self.parting
        self._partings[parting.split] = parting
        problem = places.problem(self._sheet.conflict, parting)
        warn = bool(problem) and self._tried  # who has just come is told what to do, not what is wrong
        self.follows.set_look("warning" if warn else "info", "warnSoft" if warn else "accentSoft")
        self.sentence.setText(problem or places.sentence(self._sheet.conflict, parting))
        lines = (
            []
            if problem or not places.shows_lines(parting.split)
            else places.lines(self._sheet.conflict, parting)
        )
        self.lines.setText("\n".join(lines))
        self.lines.setVisible(bool(lines))
        self.follows.setAccessibleName(" ".join((self.sentence.text(), *lines)))
        self.error.show_error("")
        self.fit_soon()

    def call(self) -> dict[str, object] | None:
        parting = self.parting
        problem = places.problem(self._sheet.conflict, parting)
        if problem:
            self._tried = True
            self._changed()
            empty = next((s for s in self.sides.values() if not s.value), next(iter(self.sides.values())))
            empty.focus_field()
            return None
        return {
            "decision": Decision.KEPT_BOTH_WITH_CONTEXT.value,
            "places": places.fields_of(self._sheet.conflict, parting),
            "note": self.note.text().strip() or None,
        }


class Side(Card):
    """A memory and what it is for; `changed` when that was chosen or typed."""

    changed = Signal()

    def __init__(self, icons: Icons, member: Member, name: str, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        theme, px = icons.theme, icons.theme.px
        self._member = member
        self._split = Split.PROJECT
        self.setAccessibleName(name)
        text = " ".join(plain(member.memory.shown_text).split())
        shown = text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 1].rstrip() + "…"
        self.text = Label(theme, shown, "body", parent=self, wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setMinimumHeight(px(60))
        if shown != text:
            self.text.setToolTip(text)
        self.pick: ComboBox = PickBox(
            icons, tr("Where the {name} memory applies").format(name=name.lower()), parent=self
        )
        self.pick.activated.connect(self.changed)
        self.field = TextField(
            icons, tr("When the {name} memory applies").format(name=name.lower()), parent=self
        )
        self.field.textEdited.connect(self.changed)
        self.label = Label(theme, tr("Applies to"), "small500", "text3", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(12), px(14), px(12))
        column.setSpacing(px(8))
        column.addWidget(Label(theme, name, "small500", "text3", self))
        column.addWidget(self.text, 1)
        column.addWidget(Hairline(theme, parent=self))
        for part in (self.label, self.pick, self.field):
            column.addWidget(part)

    @property
    def value(self) -> str:
        """What it is for; empty while nothing was said."""
        if self._split in (Split.PROJECT, Split.BRANCH):
            return str(self.pick.current_data or "") if self.pick.currentIndex() >= 0 else ""
        return self.field.text().strip()

    def focus_field(self) -> None:
        field = self.pick if not self.pick.isHidden() else self.field
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def offer(self, parting: Parting, projects: Sequence[str], branches: Sequence[str]) -> None:
        """Shows what can be chosen, and what is."""
        self._split = parting.split
        value = parting.value(self._member)
        picks = self._split in (Split.PROJECT, Split.BRANCH)
        self.pick.setVisible(picks)
        self.field.setVisible(not picks)
        if not picks:
            by_path = self._split is Split.PATH
            self.label.setText(tr("Applies in") if by_path else tr("Applies when"))
            self.field.setPlaceholderText("src/legacy/**" if by_path else tr("For example, in the old app"))
            self.field.setText(value)
            return
        self.label.setText(tr("Applies to"))
        self.pick.clear()
        if self._split is Split.PROJECT:
            names = [project_name(path) for path in projects]
            for path, name in zip(projects, names, strict=True):
                self.pick.add(name if names.count(name) == 1 else path, path, icon="folder")
            self.pick.add(tr("All other projects"), ELSEWHERE, icon="globe")
            self.pick.add(tr("All projects"), EVERYWHERE, icon="globe")
        else:
            for name in branches:
                self.pick.add(name, name, icon="branch")
            self.pick.add(tr("All other branches"), OTHER_BRANCHES, icon="branch")
        self.pick.set_current_data(value)


class MergeDialog(ConflictDialog):
    """`wanted(call)` for `merged`."""

    def __init__(self, icons: Icons, sheet: Sheet, note: str, parent: QWidget | None = None) -> None:
        super().__init__(
            icons, tr("Merge & edit"), tr("Merge into one memory"), tr("Save memory"), parent
        )  # fmt: skip
        px = self._theme.px
        self._note = note
        self._members = members_of(sheet.conflict)
        self._newest = self._members[-1].memory
        two = len(self._members) == 2
        self.about.setText(
            tr("Start with the newer text. Click a highlighted word below to add it.") if two
            else tr("Start with the newest text. Click a highlighted word below to add it.")
        )  # fmt: skip
        self.area_text = TextArea(
            self._theme, tr("Merged memory text"), lines=4, max_lines=8, parent=self.body
        )
        self.area_text.setPlainText(self._newest.content)
        self.area_text.moveCursor(QTextCursor.MoveOperation.End)
        self.area_text.textChanged.connect(self._edited)
        self.column.addWidget(self.area_text)
        self.column.addWidget(self.error)
        self.column.addSpacing(px(12))
        self.pickers: list[WordPicker] = []
        for place, member in enumerate(self._members):
            self.column.addLayout(self._side(icons, place, member))
            self.column.addSpacing(px(8))
        self.column.addSpacing(px(6))
        self.column.addWidget(Hairline(self._theme, parent=self.body))
        self.column.addSpacing(px(12))
        self.column.addLayout(self._fields(sheet))
        self.column.addSpacing(px(6))
        self.column.addLayout(self._confidence())
        self.column.addSpacing(px(8))
        self.fate = Label(self._theme, "", "small", "text2", self.body, wrap=True)
        self.scope.currentIndexChanged.connect(self._say_fate)
        self._say_fate()
        self.column.addWidget(self.fate)
        self.column.addStretch(1)
        self.reset = Button(icons, tr("Reset text"), variant="quiet", icon="undo", parent=self)
        self.reset.clicked.connect(self._reset)
        self.buttons.insertWidget(0, self.reset)
        self._edited()
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _side(self, icons: Icons, place: int, member: Member) -> QHBoxLayout:
        px = self._theme.px
        marks = marks_of(self._members)[place]
        name = side_name(self._members, place)
        kind = Kind.ADDED if place == len(self._members) - 1 else Kind.REMOVED
        picker = WordPicker(icons, member, marks, kind, name, self.body)
        picker.picked.connect(self.insert)
        self.pickers.append(picker)
        label = Label(self._theme, name, "small500", "text3", self.body)
        label.setMinimumHeight(px(22))
        label.setMinimumWidth(px(44))
        return hbox((label, TOP), (picker, 1, TOP), gap=px(10))

    def _fields(self, sheet: Sheet) -> QHBoxLayout:
        px = self._theme.px
        self.type: ComboBox = PickBox(self._icons, tr("Type"), parent=self.body)
        fill_types(self.type)
        self.type.set_current_data(self._newest.type.value)
        self.scope: ComboBox = PickBox(self._icons, tr("Applies to"), parent=self.body)
        conversation = next(
            (m.memory.scope_id for m in self._members if m.memory.scope.value == "conversation"), None
        )
        fill_scopes(self.scope, sheet.projects, conversation)
        self.scope.set_current_data((self._newest.scope.value, self._newest.scope_id))
        row = hbox(gap=px(8))
        for name, field in ((tr("Type"), self.type), (tr("Applies to"), self.scope)):
            label = Label(self._theme, name, "small500", "text3", self.body)
            label.setMinimumWidth(px(72))
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, 1)
            if field is self.type:
                row.addSpacing(px(8))
        return row

    def _confidence(self) -> QHBoxLayout:
        px = self._theme.px
        label = Label(self._theme, tr("Confidence"), "small500", "text3", self.body)
        label.setMinimumWidth(px(72))
        label.setMinimumHeight(px(30))
        whence = tr("from the newer memory") if len(self._members) == 2 else tr("from the newest memory")
        row = QHBoxLayout()
        row.setSpacing(px(8))
        row.addWidget(label)
        row.addWidget(ConfidenceBar(self._theme, self._newest.current_confidence, parent=self.body))
        row.addWidget(Label(self._theme, whence, "caption", "text3", self.body))
        row.addStretch(1)
        return row

    def _say_fate(self) -> None:
        """What becomes of the originals, and who loses one by that."""
        said = tr("The originals are archived. Find them in the new memory's Related tab.")
        if len(self._members) == 2:
            said = tr("Both originals are archived. Find them in the new memory's Related tab.")
        scope, _scope_id = self._place()
        self.fate.setText(f"{said} {lost_elsewhere(self._members, Scope(scope), self._members)}".strip())
        self.fit_soon()

    def _place(self) -> tuple[str, str | None]:
        chosen = self.scope.current_data
        return chosen if isinstance(chosen, tuple) else (self._newest.scope.value, self._newest.scope_id)

    # What is written

    def insert(self, words: str) -> None:
        """Puts words at the cursor, with a space at each side that has none."""
        cursor = self.area_text.textCursor()
        text, at, end = self.area_text.toPlainText(), cursor.selectionStart(), cursor.selectionEnd()
        before = " " if at > 0 and not text[at - 1].isspace() else ""
        after = " " if end < len(text) and (text[end].isalnum() or text[end] in "*`'\"(") else ""
        cursor.insertText(f"{before}{words}{after}")
        self.area_text.setTextCursor(cursor)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        cursor = self.area_text.textCursor()  # as an edit: Ctrl+Z brings back what was there
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(self._newest.content)
        self.area_text.setTextCursor(cursor)
        self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edited(self) -> None:
        self.reset.setEnabled(self.area_text.toPlainText() != self._newest.content)
        if not self.error.isHidden():
            self.error.show_error(content_error(self.area_text.toPlainText()), self.area_text)
        self.fit_soon()

    def call(self) -> dict[str, object] | None:
        problem = content_error(self.area_text.toPlainText())
        if problem:
            self.error.show_error(problem, self.area_text)
            self.area_text.setFocus(Qt.FocusReason.OtherFocusReason)
            self.fit_soon()
            return None
        scope, scope_id = self._place()
        fields: dict[str, object] = {"type": self.type.current_data, "scope": scope, "scope_id": scope_id}
        return {
            "decision": Decision.MERGED.value,
            "content": self.area_text.toPlainText(),
            "fields": fields,
            "note": self._note.strip() or None,
        }


class WordPicker(RunsView):
    """A text whose marked words are taken by a click, or with the arrow keys and Enter. `picked(words)`."""

    picked = Signal(str)

    def __init__(
        self,
        icons: Icons,
        member: Member,
        marks: list[Span],
        kind: Kind,
        name: str,
        parent: QWidget | None = None,
    ) -> None:
        text, codes = shown(member)
        runs = side_runs(marked_pieces(text, marks, kind), codes)
        super().__init__(icons.theme, runs, line=22, pad=3, spoken=f"{name}: {text}", parent=parent)
        self.set_clickable()
        self.run_clicked.connect(self._pick)
        self._at = 0
        self._plain_name = f"{name}: {text}"
        if self.tinted():
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.setAccessibleDescription(
                tr("Press ← or → to select a highlighted word, and Enter to add it.")
            )

    def _pick(self, number: int) -> None:
        self.picked.emit(self.run_text(number))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._go(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.light(None)
        self.setAccessibleName(self._plain_name)

    def _go(self, at: int) -> None:
        words = self.tinted()
        self._at = max(0, min(at, len(words) - 1))
        self.light(words[self._at])
        self.setAccessibleName(self.run_text(words[self._at]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._go(self._at + (1 if key == Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()
                return
            self._pick(self.tinted()[self._at])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

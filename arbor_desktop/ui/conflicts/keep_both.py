"""Keep both with context: by project, branch, path or in own words, when each memory applies."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.conflicts.model import Decision, Member
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import Card, ComboBox, Hairline, Label, Segment, TextField
from arbor_desktop.ui.conflicts import places
from arbor_desktop.ui.conflicts.banner import Box
from arbor_desktop.ui.conflicts.dialog import ConflictDialog
from arbor_desktop.ui.conflicts.places import ELSEWHERE, EVERYWHERE, OTHER_BRANCHES, Parting, Split
from arbor_desktop.ui.conflicts.reads import Sheet
from arbor_desktop.ui.conflicts.view import MOST_NOTE
from arbor_desktop.ui.conflicts.words import members_of, side_name, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.memories.fields import PickBox

_MOST_TEXT = 240


class KeepBothDialog(ConflictDialog):
    """`wanted(call)` for `kept_both_with_context`."""

    def __init__(self, icons: Icons, sheet: Sheet, note: str, parent: QWidget | None = None) -> None:
        members = members_of(sheet.conflict)
        two = len(members) == 2
        super().__init__(
            icons,
            tr("Keep both with context") if two else tr("Keep all with context"),
            tr("When does each one apply?"),
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
            side = Side(icons, member, side_name(place, len(members)), self.body)
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
        self.split = Segment(self._icons, tr("Split by"), self.body)
        for split, text, icon in (
            (Split.PROJECT, tr("Project"), "folder"), (Split.BRANCH, tr("Branch"), "branch"),
            (Split.PATH, tr("Path"), ""), (Split.WORDS, tr("Own words"), ""),
        ):  # fmt: skip
            self.split.add(split.value, text, icon=icon)
        self.split.set_current(first.value)
        if not self._branches():
            branch = self.split.button(Split.BRANCH.value)
            branch.setEnabled(False)
            branch.setToolTip(
                tr("No branch of this project is known")
                if self._project
                else tr("Branches belong to one project")
            )
        self.split.changed.connect(self._split_chosen)
        row = QHBoxLayout()
        row.setSpacing(px(12))
        row.addWidget(Label(self._theme, tr("Split by"), "small500", "text3", self.body))
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
        row = QHBoxLayout()
        row.setSpacing(px(12))
        row.addWidget(label)
        row.addWidget(self.note, 1)
        return row

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
            Split.PROJECT: tr("Both stay active. Your AI reads each in its own project."),
            Split.BRANCH: tr("Both stay active. Your AI reads each on its own branch."),
            Split.PATH: tr("Both stay active, each with the path that it is for."),
            Split.WORDS: tr("Both stay active, each with the words that say when it applies."),
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
        self.text = Label(theme, shown, "body", parent=self)
        self.text.setWordWrap(True)
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
            self.label.setText(tr("Applies in") if by_path else tr("Applies"))
            self.field.setPlaceholderText("src/legacy/**" if by_path else tr("for example: in the old app"))
            self.field.setText(value)
            return
        self.label.setText(tr("Applies to"))
        self.pick.clear()
        if self._split is Split.PROJECT:
            names = [project_name(path) for path in projects]
            for path, name in zip(projects, names, strict=True):
                self.pick.add(name if names.count(name) == 1 else path, path, icon="folder")
            self.pick.add(tr("Every other project"), ELSEWHERE, icon="globe")
            self.pick.add(tr("Every project"), EVERYWHERE, icon="globe")
        else:
            for name in branches:
                self.pick.add(name, name, icon="branch")
            self.pick.add(tr("Every other branch"), OTHER_BRANCHES, icon="branch")
        self.pick.set_current_data(value)

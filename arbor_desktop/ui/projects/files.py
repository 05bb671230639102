"""The sheet that shows what switching an instruction file on or off changes, before it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from arbor_desktop.branches.model import IMPORTING, INSTRUCTION_FILES, OWN_FILE, Way
from arbor_desktop.ui.components import (
    EmptyState,
    Label,
    SectionCard,
    Segment,
    SettingRow,
    Switch,
)
from arbor_desktop.ui.components.boxes import ScrollArea, stacked, vbox
from arbor_desktop.ui.components.dialogs import Sheet
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.integrations.sheet import FileSection
from arbor_desktop.ui.projects.controller import FILES, ProjectsController
from arbor_desktop.ui.projects.model import JOINING, Files, Shown, files, planned, switched, with_way
from arbor_desktop.ui.projects.words import standing_words
from arbor_desktop.ui.translation import tr
from arbor_desktop.user_files.model import Standing


class SwitchSheet(Sheet):
    """What switching an instruction file on or off changes."""

    def __init__(
        self, icons: Icons, title: str, shown: Shown, do_words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(icons, title, do_words, parent=parent)
        self.setObjectName("switchSheet")
        self.shown = shown
        self.files = [FileSection(icons.theme, change, lines) for change, lines in shown.changes]
        notes = list(shown.plan.notes)
        if not self.files:
            notes.insert(0, tr("No files will change for now."))
        self.notes = [Label(icons.theme, note, "small", "text2") for note in notes]
        for label in self.notes:
            label.setWordWrap(True)
        for part in (*self.notes, *self.files):
            self.column.addWidget(part)
        self.column.addStretch(1)


_OFF = "off"


class FilesView(QWidget):
    """`said(words, icon, undo)` after something was switched, `refused(words)` when it was not."""

    said = Signal(str, str, object)
    refused = Signal(str)

    def __init__(self, icons: Icons, controller: ProjectsController) -> None:
        super().__init__()
        self._icons, self._theme, self._controller = icons, icons.theme, controller
        self._project = ""
        self.files: Files | None = None
        self.ways: dict[str, Segment] = {}
        self.rows: dict[str, SettingRow] = {}
        self._filling = False
        self.area = ScrollArea(self._content(), clear=True, parent=self)
        self.state = EmptyState(icons, "error", "", parent=self)
        self.blank = QWidget(self)
        self.stack = stacked(self.blank, self.area, self.state, parent=self)
        vbox(self.stack, on=self)

    def _content(self) -> QWidget:
        px = self._theme.px
        content = QWidget()
        content.setAutoFillBackground(False)
        column = QVBoxLayout(content)
        column.setContentsMargins(px(16), px(12), px(16), px(16))
        column.setSpacing(px(16))
        column.addWidget(self._branch_card(content))
        column.addWidget(self._instruction_card(content))
        column.addStretch(1)
        return content

    def _branch_card(self, content: QWidget) -> SectionCard:
        card = SectionCard(self._theme, tr("Branch memory"), content)
        self.branch_files = self._switch(
            card,
            tr("Keep a Markdown file for each branch in this project"),
            tr("Writes .arbor/memory/branches/<branch>.md in the project folder. You can edit these "
                "files, and Arbor reads your changes. Turning this off removes the files."),
            lambda on: self._set({"branch_files": on}),
        )  # fmt: skip
        self.share = self._switch(
            card,
            tr("Treat all worktrees as one project"),
            tr("All worktrees of this repository use the same memories."),
            lambda on: self._set({"share_worktrees": on}),
        )
        return card

    def _instruction_card(self, content: QWidget) -> SectionCard:
        note = tr(
            "Your AI tools read these files. “Text block” writes the branch memory into the file. "
            "“Import line” adds one line that loads the branch memory from {file}."
        ).format(file=OWN_FILE)
        card = SectionCard(self._theme, tr("Instruction files"), content, note=note)
        for file in INSTRUCTION_FILES:
            segment = Segment(self._icons, tr("Branch memory in {file}").format(file=file), card)
            segment.add(_OFF, tr("Off"))
            segment.add(Way.BLOCK.value, tr("Text block"))
            if file in IMPORTING:
                segment.add(Way.IMPORT.value, tr("Import line"))
            segment.changed.connect(partial(self._way_chosen, file))
            self.ways[file] = segment
            self.rows[file] = SettingRow(self._theme, file, standing_words(None), segment)
            card.add(self.rows[file])
        self.joining = self._switch(
            card,
            tr("Build CLAUDE.md from a base file and a branch file"),
            tr("Combines CLAUDE_base.md with CLAUDE_<branch>.md of the checked-out branch. Rebuilds "
                "CLAUDE.md whenever you switch branches."),
            self._join,
        )  # fmt: skip
        return card

    def _switch(
        self, card: SectionCard, title: str, description: str, chosen: Callable[[bool], object]
    ) -> Switch:
        switch = Switch(self._theme, title)
        switch.clicked.connect(chosen)  # by a person, not by what is shown
        self.rows[title] = SettingRow(self._theme, title, description, switch)
        card.add(self.rows[title])
        return switch

    # What is shown

    @property
    def focus_target(self) -> QWidget:
        return self.branch_files if self.stack.currentWidget() is self.area else self.state

    def show_project(self, project: str) -> None:
        """Reads where everything stands."""
        if project != self._project:
            self._project, self.files = project, None
            self.stack.setCurrentWidget(self.blank)
        self._controller.start(self._read(project), self._failed)

    async def _read(self, project: str) -> None:
        self._show_files(await self._controller.ask(FILES, files, self._controller.service, project))

    def _show_files(self, files: Files) -> None:
        if files.project != self._project:
            return
        self.files = files
        self._filling = True
        switches = files.switches
        self.branch_files.setChecked(switches.branch_files)
        self.share.setChecked(switches.share_worktrees)
        self.joining.setChecked(switches.activation)
        for file, segment in self.ways.items():
            way = switches.way(file)
            segment.set_current(way.value if way is not None else _OFF)
            part = files.part(file)
            row = self.rows[file]
            row.description.setText(standing_words(part))
            blocked = part is not None and part.standing is Standing.BLOCKED
            row.error.show_error(part.note if part is not None and blocked else "")
            row.description.setVisible(not blocked)
        joined = files.part(JOINING)
        trouble = joined is not None and joined.standing is Standing.BLOCKED
        self.rows[self.joining.accessibleName()].error.show_error(joined.note if joined and trouble else "")
        self._filling = False
        self.stack.setCurrentWidget(self.area)

    def _failed(self, error: BaseException) -> None:
        again = partial(self.show_project, self._project)
        self.state.show_failed(tr("Couldn't load the file settings"), error, again)
        self.stack.setCurrentWidget(self.state)

    def _show_stored(self) -> None:
        """As it is, after something was not done."""
        if self.files is not None:
            self._show_files(self.files)

    # What a person switches

    def _way_chosen(self, file: str, key: str) -> None:
        if self._filling or self.files is None:
            return
        way = None if key == _OFF else Way(key)
        if way is self.files.switches.way(file):
            return
        words = {
            None: tr("Remove branch memory from {file}"),
            Way.BLOCK: tr("Add branch memory to {file}"),
            Way.IMPORT: tr("Add import line to {file}"),
        }[way].format(file=file)
        self._ask(with_way(self.files.switches, file, way), words)

    def _join(self, on: bool) -> None:
        words = tr("Build CLAUDE.md from its parts") if on else tr("Split CLAUDE.md back into its parts")
        self._ask({"activation": on}, words)

    def _ask(self, fields: Mapping[str, Any], title: str) -> None:
        """Shows what would change, and does it when that is confirmed."""
        self._controller.start(self._plan(fields, title), self._refuse)

    def _refuse(self, error: BaseException) -> None:
        self._show_stored()
        self.refused.emit(error_words(error))

    async def _plan(self, fields: Mapping[str, Any], title: str) -> None:
        do = self._controller
        shown: Shown = await do.change(planned, do.service, self._project, fields, ordered=False)
        label = tr("Remove") if shown.plan.verb == "remove" else tr("Turn on")
        sheet = SwitchSheet(self._icons, title, shown, label, self.window())
        sheet.rejected.connect(self._show_stored)
        sheet.confirmed.connect(lambda: self._confirm(sheet, title))
        opened(sheet)

    def _confirm(self, sheet: SwitchSheet, title: str) -> None:
        def failed(error: BaseException) -> None:
            if isValid(sheet):
                sheet.fail(error_words(error))
            else:
                self._refuse(error)

        self._controller.start(self._switch_to(sheet.shown.fields, title, sheet), failed)

    def _set(self, fields: Mapping[str, Any]) -> None:
        """Switch what changes no file of the person's."""
        self._controller.start(self._switch_to(fields, tr("Setting changed")), self._refuse)

    async def _switch_to(
        self, fields: Mapping[str, Any], words: str, sheet: SwitchSheet | None = None
    ) -> None:
        do, project, before = self._controller, self._project, self._reverse(fields)
        found = await do.change(switched, do.service, project, fields)
        if sheet is not None and isValid(sheet):
            sheet.accept()
        self._show_files(found)
        self.said.emit(words, "check", lambda: do.start(self._switch_back(project, before), self._refuse))

    def _reverse(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return the same fields with their present values."""
        now = {} if self.files is None else self.files.switches.to_dict()
        return {name: now[name] for name in fields if name in now}

    async def _switch_back(self, project: str, fields: Mapping[str, Any]) -> None:
        do = self._controller
        self._show_files(await do.change(switched, do.service, project, fields))
        self.said.emit(tr("Setting restored"), "undo", None)

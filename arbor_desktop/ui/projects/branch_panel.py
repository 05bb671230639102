"""The memory of one branch: its four sections to read and copy, its file, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arbor_desktop.branches.model import BranchUpdate, KeptDocument, Section
from arbor_desktop.clock import Clock
from arbor_desktop.projects.model import Branch
from arbor_desktop.ui.components import Button, ElidedLabel, EmptyState, FlowLayout, Hairline, Label
from arbor_desktop.ui.components.boxes import TOP, ScrollArea, hbox, vbox
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.formatting import moment
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.branch_text import BranchAudit, BranchEditor
from arbor_desktop.ui.projects.cards import CopyButton
from arbor_desktop.ui.projects.controller import BRANCH, ProjectsController
from arbor_desktop.ui.projects.model import branch_memory, markdown, take_back_clear
from arbor_desktop.ui.projects.words import entries, entry_count, memories, section_label, shown_file
from arbor_desktop.ui.translation import tr

_SLOW_MS = 150


class BranchPanel(QWidget):
    """`belongs_wanted(branch)`: only what belongs to it is to be shown. `open_wanted(path)`.
    `said(words, icon, undo)` after something was done, `refused(words)` when it was not."""

    belongs_wanted = Signal(object)
    open_wanted = Signal(str)
    said = Signal(str, str, object)
    refused = Signal(str)

    def __init__(self, icons: Icons, controller: ProjectsController, clock: Clock) -> None:
        super().__init__()
        self._icons, self._theme, self._controller, self._clock = icons, icons.theme, controller, clock
        self._project = ""
        self.branch: Branch | None = None
        self.document: KeptDocument | None = None
        self.audit: BranchAudit | None = None
        self._memorizing: set[tuple[str, str]] = set()
        self._drafts: dict[tuple[str, str], tuple[str, str]] = {}
        """Of branches whose text was being edited when another was chosen: the text, and what it was."""
        self._lay_out()
        self.slow = QTimer(self, singleShot=True, interval=_SLOW_MS)
        self.slow.timeout.connect(lambda: self.meta.setText(tr("Loading…")))
        self.clear()

    def _lay_out(self) -> None:
        theme, px = self._theme, self._theme.px
        self.name = ElidedLabel(theme, "", "section", "text", Qt.TextElideMode.ElideMiddle, self)
        self.meta = Label(theme, "", "small", "text3", parent=self, wrap=True)
        self.file = ElidedLabel(theme, "", "mono_small", "text2", Qt.TextElideMode.ElideLeft, self)
        self.note = Label(theme, "", "small", "warn", parent=self, wrap=True)
        self.memorize = Button(self._icons, tr("Update now"), icon="play", parent=self, size="small")
        self.open_file = Button(self._icons, tr("Open file"), icon="folder", parent=self, size="small")
        self.belongs = Button(self._icons, tr("Show memories"), icon="memories", parent=self, size="small")
        self.edit = Button(self._icons, tr("Edit"), icon="edit", parent=self, size="small")
        self.empty_it = Button(
            self._icons, tr("Clear"), icon="trash", variant="quiet", parent=self, size="small"
        )
        self.copy = CopyButton(self._icons, tr("Copy branch memory"), "", self)
        self.memorize.clicked.connect(self._memorize)
        self.open_file.clicked.connect(self._open)
        self.belongs.clicked.connect(lambda: self.belongs_wanted.emit(self.branch))
        self.empty_it.clicked.connect(self._clear_it)
        self.edit.clicked.connect(self._begin_edit)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, px(6), px(6))
        for button in (self.memorize, self.edit, self.open_file, self.belongs):
            flow.addWidget(button)
        head = QVBoxLayout()
        head.setContentsMargins(px(16), px(12), px(12), px(10))
        head.setSpacing(px(2))
        top = hbox((self.name, 1), self.empty_it, self.copy, gap=px(8))
        head.addLayout(top)
        for widget in (self.meta, self.file, self.note):
            head.addWidget(widget)
        head.addSpacing(px(6))
        head.addWidget(buttons)
        self.area = ScrollArea(name=tr("Branch memory"), focusable=True, clear=True, parent=self)
        self.area.setProperty("focusRing", "inside")
        self.state = EmptyState(self._icons, "memories", "", parent=self)
        self.stack = QStackedWidget(self)
        self.stack.setMinimumHeight(px(64))  # what is in it scrolls
        self.stack.addWidget(self.area)
        self.stack.addWidget(self.state)
        self.editor = BranchEditor(self._icons, self)
        self.editor.save_wanted.connect(self._save_edit)
        self.editor.left.connect(self._leave_edit)
        self.stack.addWidget(self.editor)
        self.stack.currentChanged.connect(lambda _: self._show_working())
        vbox(head, Hairline(theme, parent=self), (self.stack, 1), on=self)

    # What is shown

    def clear(self) -> None:
        """No branch selected."""
        self._keep_draft()
        self.branch = self.document = self.audit = None
        for widget in (self.name, self.meta, self.file, self.note):
            widget.setText("")
            widget.setVisible(widget in (self.name, self.meta))
        for button in (self.memorize, self.edit, self.open_file, self.belongs, self.empty_it, self.copy):
            button.setEnabled(False)
        self.state.show_state("memories", tr("No branch selected"))
        self.stack.setCurrentWidget(self.state)

    def show_branch(self, project: str, branch: Branch) -> None:
        """Another branch, or the same one looked at anew."""
        other = self.branch is None or (self._project, self.branch.name) != (project, branch.name)
        if other:
            self._keep_draft()
        self._project, self.branch = project, branch
        if other:
            self.document = self.audit = None
            self.name.setText(branch.name)
            self.belongs.setEnabled(bool(branch.memories or branch.conversations))
        self.slow.start()
        self._controller.start(self._read(project, branch.name), self._failed)
        self._show_working()

    async def _read(self, project: str, branch: str) -> None:
        do = self._controller
        document: KeptDocument = await do.ask(BRANCH, branch_memory, do.service, project, branch)
        self.slow.stop()
        if self.branch is None or document.branch != self.branch.name:
            return
        same = document == self.document
        self.document = document
        self._show_head(document)
        draft = self._drafts.pop((self._project, document.branch), None)
        if draft is not None:
            self._open_editor(*draft)
        elif not self._editing and (not same or self.stack.currentWidget() is not self.area):
            self._show_text(document)

    def _failed(self, error: BaseException) -> None:
        self.slow.stop()
        self.meta.setText("")
        self.state.show_failed(
            tr("Couldn't load this branch's memory"),
            error,
            self._again,
        )
        self.stack.setCurrentWidget(self.state)

    def _again(self) -> None:
        if self.branch is not None:
            self.show_branch(self._project, self.branch)

    def _show_head(self, document: KeptDocument) -> None:
        parts = [entries(entry_count(document))] if not document.empty else []
        if document.updated_at is not None:
            parts.append(tr("updated {when}").format(when=moment(document.updated_at, self._clock())))
        if document.left_out:
            parts.append(tr("%n project memories hidden from this branch", None, document.left_out))
        self.meta.setToolTip(tr("Memories from this branch and the whole project"))
        self.meta.setText(" · ".join(parts) or tr("Nothing saved yet"))
        file = shown_file(document.path, self._project) if document.path else ""
        if document.has_file:
            self.file.setText(file)
        elif document.switched_on and file:
            self.file.setText(tr("{file} (not written yet)").format(file=file))
        else:
            self.file.setText("")
        self.file.setToolTip(document.path or "")
        self.file.setVisible(bool(self.file.text()))
        self.note.setText("\n".join(_notes(document)))
        self.note.setVisible(bool(self.note.text()))
        self.open_file.setEnabled(document.has_file)
        self.open_file.setToolTip(
            "" if document.has_file else tr("There is no file yet. Check the settings under Files.")
        )
        self.copy.setEnabled(not document.empty)
        self.copy.set_text(markdown(document))
        self._show_working()

    def _show_working(self) -> None:
        branch = self.branch.name if self.branch is not None else ""
        working = (self._project, branch) in self._memorizing
        document, editing = self.document, self._editing
        self.memorize.setEnabled(self.branch is not None and not working and not editing)
        self.edit.setEnabled(document is not None and document.trouble is None and not editing)
        self.empty_it.setEnabled(document is not None and not document.empty and not editing)
        self.memorize.set_label(tr("Updating…") if working else tr("Update now"))

    def _show_text(self, document: KeptDocument) -> None:
        if document.empty and self.audit is None:
            self.state.show_state(
                "memories",
                tr("No branch memory yet"),
                tr("Choose “Update now” to collect this branch's facts, architecture, conventions and "
                    "bug patterns."),
            )  # fmt: skip
            self.stack.setCurrentWidget(self.state)
            return
        theme, px = self._theme, self._theme.px
        at = self.area.verticalScrollBar().value()
        if self.audit is not None:
            self.audit.setParent(None)
        content = QWidget()
        content.setAutoFillBackground(False)
        column = vbox(on=content, margins=(px(16), px(12), px(16), px(16)), gap=px(4))
        if self.audit is not None:
            column.addWidget(self.audit)
            column.addSpacing(px(10))
        for section in Section:
            texts = document.sections.get(section, ())
            if column.count():
                column.addSpacing(px(8))
            column.addWidget(Label(theme, section_label(section), "body600", parent=content))
            for text in texts:
                column.addLayout(self._entry(text, content))
            if not texts:
                column.addWidget(Label(theme, tr("No entries yet"), "small", "text3", content))
        column.addStretch(1)
        self.area.setWidget(content)
        self.area.verticalScrollBar().setValue(at)
        self.stack.setCurrentWidget(self.area)

    def _entry(self, text: str, content: QWidget) -> QHBoxLayout:
        dot = Label(self._theme, "•", "body", "text3", content)
        words = Label(self._theme, text, "body", parent=content, wrap=True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setCursor(Qt.CursorShape.IBeamCursor)
        return hbox((dot, TOP), (words, 1), gap=self._theme.px(8))

    # Editing

    @property
    def _editing(self) -> bool:
        return self.stack.currentWidget() is self.editor

    def _begin_edit(self) -> None:
        if self.document is not None and not self._editing:
            self._open_editor(self.document.text, self.document.text)
            self.editor.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_editor(self, text: str, was: str) -> None:
        self.editor.begin(text, was)
        self.stack.setCurrentWidget(self.editor)

    def _keep_draft(self) -> None:
        """What was typed is there again when the branch is."""
        if self._editing and self.branch is not None:
            if self.editor.dirty:
                self._drafts[self._project, self.branch.name] = (self.editor.text, self.editor.was)
            self.stack.setCurrentWidget(self.area)

    def _leave_edit(self) -> None:
        if self.document is not None:
            self._show_text(self.document)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _save_edit(self) -> None:
        if self.branch is None:
            return
        self.editor.set_saving(True)
        self._controller.start(
            self._edit(self._project, self.branch.name, self.editor.text, self.editor.was),
            lambda error: self.editor.fail(error_words(error)),
        )

    async def _edit(self, project: str, branch: str, text: str, was: str) -> None:
        """Store the person's text in place of `was`, which they began from."""
        do = self._controller
        document: KeptDocument = await do.change(
            do.service.edit_branch_memory, project, branch, text, was=was
        )
        if self.branch is None or document.branch != self.branch.name or document.project != self._project:
            self._drafts.pop((document.project, document.branch), None)
            return
        self.audit = None
        self.document = document
        self._show_head(document)
        self._show_text(document)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.said.emit(tr("Branch memory for {branch} saved").format(branch=document.branch), "edit", None)

    # What a person does

    def _memorize(self) -> None:
        if self.branch is None:
            return
        place = (self._project, self.branch.name)
        self._memorizing.add(place)
        self._show_working()
        self._controller.start(self._evolve(place), self._refuse)

    async def _evolve(self, place: tuple[str, str]) -> None:
        """Update the branch's memory: a model may be asked, and no change waits for that."""
        do = self._controller
        try:
            evolved: BranchUpdate = await do.change(do.service.memorize_branch, *place, ordered=False)
        except Exception:  # not where it is cancelled: then there is no panel any more
            self._ended(place)
            raise
        self._ended(place)
        if self.branch is None or place != (self._project, self.branch.name):
            return
        self.audit = BranchAudit(self._icons, evolved)
        self.audit.closed.connect(self._close_audit)
        self.document = None  # what it is now, with what changed above it
        self.area.verticalScrollBar().setValue(0)
        self._again()

    def _ended(self, place: tuple[str, str]) -> None:
        self._memorizing.discard(place)
        self._show_working()

    def _close_audit(self) -> None:
        audit, self.audit = self.audit, None
        if audit is not None and self.document is not None:
            audit.hide()
            self._show_text(self.document)
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _clear_it(self) -> None:
        if self.branch is None:
            return
        self.audit = None
        self._controller.start(self._empty(self._project, self.branch.name), self._refuse)

    async def _empty(self, project: str, branch: str) -> None:
        do = self._controller
        archived: int = await do.change(do.service.clear_branch_memory, project, branch)
        words = tr("Branch memory for {branch} cleared").format(branch=branch)
        if archived:
            words += " · " + tr("{memories} archived").format(memories=memories(archived))
        self.said.emit(
            words, "trash", lambda: do.start(self._undo_empty(project, branch, archived), self._refuse)
        )
        self._again()

    async def _undo_empty(self, project: str, branch: str, archived: int) -> None:
        do = self._controller
        await do.change(take_back_clear, do.service, project, branch, archived, ordered=False)
        self.said.emit(tr("Branch memory restored"), "undo", None)
        self._again()

    def _refuse(self, error: BaseException) -> None:
        self.refused.emit(error_words(error))

    def _open(self) -> None:
        if self.document is not None and self.document.path:
            self.open_wanted.emit(self.document.path)


def _notes(document: KeptDocument) -> list[str]:
    """What a person should know of the file."""
    notes = [document.trouble] if document.trouble else []
    if document.edited and not document.trouble:
        notes.append(tr("The file was edited outside Arbor. Choose “Update now” to read the changes."))
    if document.waiting:
        n = document.waiting
        notes.append(tr("%n entries were added to the file outside Arbor and need review.", None, n))
    return notes

"""The title above; project, branch and prompt below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.components import ComboBox, ElidedLabel, Label, SearchField
from arbor_desktop.ui.context.branch_field import BranchField
from arbor_desktop.ui.context.question import Question
from arbor_desktop.ui.context.words import tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.theme import Theme

PROMPT_DELAY_MS = 250
"""A prompt is asked when nothing was typed for so long."""
_NARROW = 780


class _Bar(QWidget):
    """A row of 52 with a line below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(theme.px(16), 0, theme.px(16), 1)
        self.row.setSpacing(theme.px(12))
        self.setFixedHeight(theme.px(52))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = QRect(0, self.height() - 1, self.width(), 1)
        QPainter(self).fillRect(line, self._theme.color("border"))


class TitleBar(_Bar):
    """What the page is, and that it only looks."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.row.addWidget(Label(theme, tr("Context"), "title", parent=self))
        self.row.addWidget(Label(theme, tr("What your AI would be told"), "body", "text2", parent=self))
        note = ElidedLabel(theme, tr("Read-only preview. Nothing is sent."), "small", "text3", parent=self)
        note.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.row.addWidget(note, 1)


class QuestionBar(_Bar):
    """`wanted(question)` after a choice or while a prompt is typed; `project_chosen(path or None)` apart, as
    the branch goes with the project."""

    wanted = Signal(object)
    project_chosen = Signal(object)

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons.theme, parent)
        self._icons = icons
        self._question = Question()
        theme, px = icons.theme, icons.theme.px
        self.project = ComboBox(icons, tr("Project"), parent=self)
        self.project.activated.connect(self._project_activated)
        self.branch = BranchField(icons, self)
        self.branch.chosen.connect(lambda name: self._put(branch=name or None))
        self.prompt = SearchField(
            icons, tr("What you would ask your AI"), glyph="sparkle", delay_ms=PROMPT_DELAY_MS, parent=self
        )
        self.prompt.setAccessibleName(tr("Prompt"))
        self.prompt.text_edited.connect(lambda text: self._put(prompt=text))
        self._labels = []
        for name, field, keys, stretch in (
            (tr("Project"), self.project, "Alt+P", 0),
            (tr("Branch"), self.branch, "Alt+B", 0),
            (tr("Prompt"), self.prompt, "Alt+Q", 1),
        ):
            label = Label(theme, name, "small500", "text3", parent=self)
            label.setToolTip(f"{name}  {_native(keys)}")
            label.setBuddy(field)
            self._labels.append(label)
            self.row.addWidget(label)
            self.row.addWidget(field, stretch)
        self.prompt.setMinimumWidth(px(120))
        self.set_projects(())

    def show_question(self, question: Question) -> None:
        """Follows a question that came from elsewhere; nothing is sent."""
        self._question = question
        if question.project and self.project.findData(question.project) < 0:
            self._add(question.project, project_name(question.project))
        self.project.set_current_data(question.project or "")
        self.project.setToolTip(question.project or tr("What is told in every project"))
        self.branch.setEnabled(question.project is not None)
        self.branch.show_branch(question.branch or "")
        if question.project is None:
            self.branch.setToolTip(tr("Branches belong to a project"))
        if self.prompt.text() != question.prompt and not self.prompt.hasFocus():
            self.prompt.set_search(question.prompt)
            self.prompt.setCursorPosition(0)  # of a long one the beginning is seen
        self._fit()

    def set_projects(self, projects: Sequence[str]) -> None:
        """Fills the picker; two folders of one name are told apart by their paths."""
        names = [project_name(path) for path in projects]
        wanted = [("", tr("No project (global only)"))]
        wanted += [(p, n if names.count(n) == 1 else p) for p, n in zip(projects, names, strict=True)]
        combo = self.project
        if [(combo.itemData(n), combo.itemText(n)) for n in range(combo.count())] == wanted:
            return
        self.project.clear()
        for path, text in wanted:
            self._add(path, text)
        self.show_question(self._question)

    def _add(self, path: str, text: str) -> None:
        self.project.add(text, path, icon="folder" if path else "globe")
        self.project.setItemData(
            self.project.count() - 1, path or tr("What is told in every project"), Qt.ItemDataRole.ToolTipRole
        )

    def _project_activated(self, _row: int) -> None:
        chosen = self.project.current_data or None
        if chosen != self._question.project:
            self.project_chosen.emit(chosen)

    def _put(self, **fields: object) -> None:
        self._question = replace(self._question, **fields)  # type: ignore[arg-type]
        self.wanted.emit(self._question)

    def _fit(self) -> None:
        """Labels give way first; names get the room they need, within reason."""
        px, narrow = self._theme.px, self.width() < self._theme.px(_NARROW)
        for label in self._labels:
            label.setVisible(not narrow)
        metrics = QFontMetrics(self._theme.font("body"))
        project = metrics.horizontalAdvance(self.project.currentText()) + px(24) + px(46)
        branch = (
            metrics.horizontalAdvance(self.branch.branch or self.branch.placeholderText()) + px(34) + px(34)
        )
        most = px(150) if narrow else px(220)
        self.project.setFixedWidth(max(min(px(150), most), min(project, most)))
        self.branch.setFixedWidth(max(px(130), min(branch, px(150) if narrow else px(240))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText).replace("+", " ")

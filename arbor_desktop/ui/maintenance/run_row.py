"""One run in the log."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.maintenance.model import Run
from arbor_desktop.task_times import Task
from arbor_desktop.ui.components import Badge, Button, FlowLayout, InlineError, Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.maintenance.results import result_words
from arbor_desktop.ui.maintenance.words import (
    by_words,
    day_words,
    duration_of,
    ending_words,
    task_title,
    tr,
    undone_words,
)
from arbor_desktop.ui.status import ago

_CHANGES = ("items_archived", "duplicates_merged", "items_compressed", "memories_promoted")


def can_undo(run: Run) -> bool:
    """Whether the run changed memories, which can be taken back. What the daily task compresses is the text
    of conversations: nothing of it is lost, and there is nothing to bring back."""
    changed = [name for name in _CHANGES if run.result.get(name)]
    if run.task is Task.DAILY and "items_compressed" in changed:
        changed.remove("items_compressed")
    return bool(changed) and run.action_id is not None and run.undone_at is None and run.ending is not None


class RunRow(QWidget):
    """What, when, by whom, how long, what came of it. `undo_wanted(run)`, `archived_wanted`."""

    undo_wanted = Signal(object)
    archived_wanted = Signal()

    def __init__(self, icons: Icons, run: Run, now: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons, self.run = icons, run
        theme = icons.theme
        words, kind, icon = ending_words(run)
        self.badge = Badge(icons, words, kind, icon=icon, parent=self)
        self.about = Label(theme, _about(run, now), "small", "text2", parent=self)
        self.about.setWordWrap(True)
        self.result = Label(theme, result_words([run]), "body", "text", parent=self)
        self.result.setWordWrap(True)
        self.result.setVisible(run.ending is not None)
        self.error = InlineError(theme, self)
        self.error.show_error(run.error or "")
        if run.error and run.ending is not None and run.ending.value != "failed":
            self.error.set_token("text2")  # stopped by the person: nothing is wrong
        self.undone = Label(theme, _undone(run, now), "small", "text2", parent=self)
        self.undone.setVisible(run.undone_at is not None)
        self.troubles = _Troubles(icons, run, self)
        self.more = Button(icons, "", variant="link", trailing="chevron-down", parent=self)
        self.more.setVisible(bool(run.troubles))
        self.more.clicked.connect(self._unfold)
        self.show_button = Button(icons, tr("Show archived memories"), variant="link", parent=self)
        self.show_button.setVisible(bool(run.result.get("items_archived")) and run.undone_at is None)
        self.show_button.clicked.connect(self.archived_wanted)
        self.undo_button = Button(icons, tr("Undo"), size="small", icon="undo", parent=self)
        self.undo_button.setVisible(can_undo(run))
        self.undo_button.clicked.connect(lambda: self.undo_wanted.emit(self.run))
        self._lay_out()
        self._name(now)
        self._fold()

    def _lay_out(self) -> None:
        theme = self._icons.theme
        head = QHBoxLayout()
        head.setSpacing(theme.px(8))
        head.addWidget(Label(theme, task_title(self.run.task), "body600", parent=self))
        head.addWidget(self.badge)
        head.addWidget(self.about, 1)
        links = FlowLayout(spacing=theme.px(16), line_spacing=theme.px(4))
        links.addWidget(self.more)
        links.addWidget(self.show_button)
        left = QVBoxLayout()
        left.setSpacing(theme.px(3))
        left.addLayout(head)
        for part in (self.result, self.error, self.undone):
            left.addWidget(part)
        left.addLayout(links)
        left.addWidget(self.troubles)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(10))
        row.setSpacing(theme.px(16))
        row.addLayout(left, 1)
        row.addWidget(self.undo_button, 0, Qt.AlignmentFlag.AlignTop)

    def _name(self, now: int) -> None:
        run = self.run
        title = f"{task_title(run.task)}, {day_words(run.started_at, now)}"
        said = [title, self.badge.accessibleName(), self.about.text(), self.result.text(), self.error.text()]
        self.setAccessibleName(". ".join(part for part in said if part))
        self.undo_button.setAccessibleName(tr("Undo {what}").format(what=title))

    def _unfold(self) -> None:
        self.troubles.setVisible(self.troubles.isHidden())
        self._fold()

    def _fold(self) -> None:
        opened = not self.troubles.isHidden()
        what = _troubles_words(self.run)
        words = tr("Hide {what}") if opened else tr("Show {what}")
        self.more.set_label(words.format(what=what))

    def wait(self) -> None:
        """While it is being taken back."""
        self.undo_button.setEnabled(False)


class _Troubles(QWidget):
    """What failed while the rest went on, with the reasons; folded at first."""

    def __init__(self, icons: Icons, run: Run, parent: QWidget) -> None:
        super().__init__(parent)
        theme = icons.theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(4), 0, 0)
        column.setSpacing(theme.px(4))
        for trouble in run.troubles:
            label = Label(theme, f"{trouble.what}: {trouble.why}", "small", "text2", parent=self)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        hidden = run.result.get("failures", 0) + run.result.get("items_left", 0) - len(run.troubles)
        if hidden > 0 and run.troubles:
            words = tr("and 1 more") if hidden == 1 else tr("and %n more", hidden)
            column.addWidget(Label(theme, words, "small", "text3", parent=self))
        self.hide()

    @property
    def text(self) -> str:
        """All of it, a line each."""
        return "\n".join(label.text() for label in self.findChildren(Label))


def _about(run: Run, now: int) -> str:
    parts = [day_words(run.started_at, now), by_words(run.actor), duration_of(run)]
    return " · ".join(part for part in parts if part)


def _undone(run: Run, now: int) -> str:
    if run.undone_at is None:
        return ""
    return tr("Taken back {when}: {what}").format(when=ago(run.undone_at, now), what=undone_words(run))


def _troubles_words(run: Run) -> str:
    """What is folded: what failed, what was left when the run was taken back, or both."""
    failed, left = run.result.get("failures", 0), run.result.get("items_left", 0)
    if failed and left:
        return tr("%n details", failed + left)
    if left:
        return tr("what was left as it is")
    number = max(failed, len(run.troubles))
    return tr("1 thing that failed") if number == 1 else tr("%n things that failed", number)

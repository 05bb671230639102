"""What decides which memories a project's sessions see: its kind and its group."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arbor_desktop.projects.gate import PRIVATE, WORK
from arbor_desktop.projects.model import Project
from arbor_desktop.ui.components import Button, SectionCard, Segment, TextField
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.parts import named_row, wrapped
from arbor_desktop.ui.projects.words import tr


class SharingCard(SectionCard):
    """`kind_wanted(kind)` and `group_wanted(name)` are what a person chooses."""

    kind_wanted = Signal(object)
    group_wanted = Signal(str)

    def __init__(self, icons: Icons, project: Project) -> None:
        super().__init__(icons.theme, tr("Sharing"))
        theme, summary = icons.theme, project.summary
        self.kind = Segment(icons, tr("Kind"))
        for key, words in ((WORK, tr("Work")), (PRIVATE, tr("Private"))):
            self.kind.add(key, words)
        self.kind.set_current(summary.kind)
        self.kind.setToolTip(tr("Private facts are shared freely only in private projects."))
        self.kind.changed.connect(self.kind_wanted)
        box = QWidget()
        line = QHBoxLayout(box)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.kind)
        line.addStretch(1)
        self.add(named_row(theme, tr("Kind"), box, drop=7))
        self.group = TextField(icons, tr("Group"), tr("None"), summary.group)
        self.group.setToolTip(tr("Projects of one client or group share what applies to all of them."))
        self._group = summary.group
        self.group.editingFinished.connect(self._typed)
        self.add(named_row(theme, tr("Group"), self.group, drop=8))
        if summary.kind == WORK and project.read_at is not None and not project.facts.stack:
            self._propose(icons)

    def _propose(self, icons: Icons) -> None:
        """A folder without code may well be private: nobody but the person knows."""
        row = QWidget()
        line = QHBoxLayout(row)
        px = icons.theme.px
        line.setContentsMargins(px(16), px(8), px(14), px(10))
        words = wrapped(icons.theme, tr("This folder has no code. Is it private?"), "small", "text2")
        line.addWidget(words, 1)
        self.proposal = Button(icons, tr("Set to Private"), size="small", parent=row)
        self.proposal.clicked.connect(lambda: self.kind.set_current(PRIVATE))
        line.addWidget(self.proposal)
        self.add(row)

    def _typed(self) -> None:
        wanted = " ".join(self.group.text().split())
        if wanted != self._group:
            self._group = wanted
            self.group_wanted.emit(wanted)

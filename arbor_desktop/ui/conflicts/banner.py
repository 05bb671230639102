"""What Arbor would do and why, with all its figures; or what was decided, when and by whom."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from arbor_desktop.conflicts.model import Conflict
from arbor_desktop.ui.components import Button, Label
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.conflicts import words
from arbor_desktop.ui.conflicts.deeds import label, suggested
from arbor_desktop.ui.conflicts.words import members_of, side_name, tr
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.runs import Run, RunsView
from arbor_desktop.ui.theme import Theme


class Box(QFrame):
    """A glyph, and what stands beside it, on the accent's tint."""

    def __init__(
        self, icons: Icons, glyph: str, tint: str = "accentSoft", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons, self._glyph, self._tint = icons, glyph, tint
        self.top = 9
        """Where the glyph is, in pixels of the design."""
        px = icons.theme.px
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(px(14) + px(18) + px(8), px(8), px(14), px(8))
        self.column.setSpacing(0)

    def set_look(self, glyph: str, tint: str) -> None:
        if (glyph, tint) != (self._glyph, self._tint):
            self._glyph, self._tint = glyph, tint
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._icons.theme
        painter = QPainter(self)
        rounded(painter, self.rect(), theme.px(8), theme.color(self._tint))
        ink = "warn" if self._tint == "warnSoft" else "accentText"
        self._icons.paint(painter, self._glyph, ink, theme.px(12), theme.px(self.top), 18)


class Suggestion(Box):
    """ "Suggests: keep newer — effective confidence 0.93 vs 0.71; …", and under it what that is."""

    def __init__(self, icons: Icons, conflict: Conflict, parent: QWidget | None = None) -> None:
        super().__init__(icons, "sparkle", parent=parent)
        theme, px = icons.theme, icons.theme.px
        action = label(conflict, suggested(conflict)).lower()
        lead = tr("Suggests: {action}").format(action=action)
        reason = f" — {conflict.suggestion.reason}"
        bold = theme.font("body600").weight()
        self.words = RunsView(
            theme,
            [Run(lead, weight=bold), Run(reason)],
            line=20,
            style="body",
            spoken=lead + reason,
            parent=self,
        )
        self.column.addWidget(self.words)
        about = QHBoxLayout()
        about.setSpacing(px(8))
        self.about = Label(theme, words.explained(), "small", "text2", self)
        self.about.setWordWrap(True)
        self.about.setContentsMargins(0, px(1), 0, px(1))
        self.more = Button(icons, tr("Show figures"), variant="link", size="small", parent=self)
        self.more.setAutoDefault(True)
        self.more.clicked.connect(self.toggle)
        about.addWidget(self.about, 1)
        about.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(about)
        self.figures = Figures(theme, conflict, self)
        self.figures.hide()
        self.column.addWidget(self.figures)
        self.setAccessibleName(f"{lead}{reason}")
        self.setToolTip(_tip(conflict))

    def toggle(self) -> None:
        """Shows or hides the table of all factors."""
        shown = self.figures.isHidden()
        self.figures.setVisible(shown)
        self.more.set_label(tr("Hide figures") if shown else tr("Show figures"))


def _tip(conflict: Conflict) -> str:
    members = members_of(conflict)
    lines = [" × ".join(words.figure_name(name) for name in words.FIGURES)]
    for place, member in enumerate(members):
        score = conflict.suggestion.scores.get(member.memory.id)
        if score is not None:
            lines.append(f"{side_name(place, len(members))}: {words.formula(score)}")
    return "\n".join(lines)


class Figures(QWidget):
    """The factors of each member, as a table whose rows are products."""

    def __init__(self, theme: Theme, conflict: Conflict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        grid = QGridLayout(self)
        grid.setContentsMargins(0, px(8), 0, px(2))
        grid.setHorizontalSpacing(px(14))
        grid.setVerticalSpacing(px(2))
        for column, name in enumerate(words.FIGURES, start=1):
            head = Label(theme, words.figure_name(name), "caption", "text3", self)
            head.setToolTip(words.figure_tip(name))
            grid.addWidget(head, 0, column)
        grid.addWidget(Label(theme, tr("Effective"), "caption600", "text3", self), 0, len(words.FIGURES) + 1)
        members = members_of(conflict)
        said = []
        for row, member in enumerate(members, start=1):
            score = conflict.suggestion.scores.get(member.memory.id)
            if score is None:
                continue
            name = side_name(row - 1, len(members))
            grid.addWidget(Label(theme, name, "small500", "text2", self), row, 0)
            for column, figure in enumerate(words.FIGURES, start=1):
                sign = "" if column == 1 else "× "
                cell = Label(theme, f"{sign}{getattr(score, figure):.2f}", "small", "text", self)
                cell.setToolTip(words.figure_tip(figure))
                grid.addWidget(cell, row, column)
            grid.addWidget(
                Label(theme, f"= {score.score:.2f}", "small600", "text", self), row, len(words.FIGURES) + 1
            )
            said.append(f"{name}: {words.formula(score)}")
        grid.setColumnStretch(len(words.FIGURES) + 2, 1)
        self.setAccessibleName(". ".join(said))


class Decided(Box):
    """What became of it, the note, and the way back. `reopen_wanted` by its button."""

    reopen_wanted = Signal()

    def __init__(self, icons: Icons, conflict: Conflict, now: int, parent: QWidget | None = None) -> None:
        super().__init__(icons, "check", parent=parent)
        theme, px = icons.theme, icons.theme.px
        line = QHBoxLayout()
        line.setSpacing(px(12))
        said = QVBoxLayout()
        said.setSpacing(px(2))
        self.words = Label(theme, words.decision_sentence(conflict, now), "body600", "text", self)
        self.words.setWordWrap(True)
        self.words.setMinimumHeight(px(30))
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.top = 14
        said.addWidget(self.words)
        if conflict.notes:
            self.note = Label(theme, f"{tr('Note')}: {conflict.notes}", "body", "text2", self)
            self.note.setWordWrap(True)
            said.addWidget(self.note)
        line.addLayout(said, 1)
        self.reopen = Button(icons, tr("Reopen"), icon="undo", parent=self)
        self.reopen.setAutoDefault(True)
        self.reopen.setToolTip(tr("Takes the decision back: its memories are as they were before"))
        self.reopen.clicked.connect(self.reopen_wanted)
        line.addWidget(self.reopen, 0, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(line)
        self.setAccessibleName(self.words.text())

"""An avatar, and the question before a member is trusted."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.components.painting import rounded
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.team.words import first_name, initials
from arbor_desktop.ui.translation import tr


class RowMark(QWidget):
    """What stands at the left of a row: the letters of a person or a team, or a glyph."""

    def __init__(
        self, icons: Icons, *, name: str = "", glyph: str = "", token: str = "text2", team: bool = False
    ) -> None:
        """`token`: the colour of the glyph; `team`: larger, and a square."""
        super().__init__()
        self._icons, self._glyph, self._token, self._team = icons, glyph, token, team
        self._letters = initials(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self._letters = initials(name)
        self.update()

    def sizeHint(self) -> QSize:
        side = self._icons.theme.px(18 if self._glyph else 36 if self._team else 24)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        if self._glyph:
            self._icons.paint(painter, self._glyph, self._token, 0, 0, 18)
            return
        radius = theme.px(8) if self._team else self.width() / 2
        rounded(painter, self.rect(), radius, theme.color("sunken"), theme.color("border"))
        painter.setFont(theme.font("body600" if self._team else "caption600"))
        painter.setPen(theme.color("text2"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letters)


def trust_dialog(icons: Icons, name: str, parent: QWidget) -> AskDialog:
    """Return the question before instructions of a member are used without review."""
    return AskDialog(
        icons,
        tr("Trust {name}?").format(name=name),
        (
            tr("Instructions that {name} shares from now on are used right away, without review.").format(
                name=first_name(name)
            ),
            tr("What looks like an attack still needs your review."),
        ),
        tr("Trust"),
        parent=parent,
    )

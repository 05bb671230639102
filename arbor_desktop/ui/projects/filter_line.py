"""Says that only one branch is shown, and takes that back."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from arbor_desktop.ui.components import painting
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import tr

_MOST = 200


class BranchFilter(QToolButton):
    """A chip with the branch's name; a click shows all branches again. Hidden without a branch."""

    cleared = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.cleared)
        self.hide()

    def show_branch(self, branch: str | None) -> None:
        self.setText(branch or "")
        said = tr("Only branch {name}. Show all branches").format(name=branch)
        self.setAccessibleName(said)
        self.setToolTip(said)
        self.setVisible(branch is not None)
        self.updateGeometry()

    def _words(self) -> str:
        metrics = QFontMetrics(self._icons.theme.font("mono_small"))
        room = self._icons.theme.px(_MOST)
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, room)

    def sizeHint(self) -> QSize:
        px = self._icons.theme.px
        words = QFontMetrics(self._icons.theme.font("mono_small")).horizontalAdvance(self._words())
        return QSize(px(9) + px(14) + px(6) + words + px(6) + px(14) + px(7), px(26))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, px = self._icons.theme, self._icons.theme.px
        painter = QPainter(self)
        fill = "hover" if self.underMouse() else "accentSoft"
        painting.rounded(painter, self.rect(), px(8), theme.color(fill), theme.color("accent"))
        top = (self.height() - px(14)) / 2
        self._icons.paint(painter, "branch", "accentText", px(9), top, 14)
        painter.setFont(theme.font("mono_small"))
        painter.setPen(theme.color("accentText"))
        box = self.rect().adjusted(px(29), 0, -px(27), 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, self._words())
        self._icons.paint(painter, "x", "accentText", self.width() - px(7) - px(14), top, 14)

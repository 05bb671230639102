"""A quirk: what holds in one part of a project, and where. A click opens the memory."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout

from arbor_desktop.projects.model import Quirk
from arbor_desktop.ui.code_spans import plain
from arbor_desktop.ui.components import Label, painting
from arbor_desktop.ui.projects.words import tr
from arbor_desktop.ui.theme import Theme


class QuirkRow(QAbstractButton):
    def __init__(self, theme: Theme, quirk: Quirk) -> None:
        super().__init__()
        self._theme = theme
        px = theme.px
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("focusRing", "inside")
        where = ", ".join(quirk.applies_to)
        self.setAccessibleName(f"{plain(quirk.text)} {where}".strip())
        self.setToolTip(tr("Open memory"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(8), px(14), px(8))
        column.setSpacing(0)
        for text, style, token in ((plain(quirk.text), "body", "text"), (where, "mono_small", "text3")):
            if text:
                label = Label(theme, text, style, token, self)
                label.setWordWrap(True)
                label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
                column.addWidget(label)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.underMouse() or self.isDown():
            fill = self._theme.color("sunken" if self.isDown() else "hover")
            painting.rounded(QPainter(self), self.rect().adjusted(1, 1, -1, -1), self._theme.px(6), fill)

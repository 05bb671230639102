"""A failure of the program itself, with a report that can be copied."""

from __future__ import annotations

import platform
import sys
import traceback

import PySide6
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from arbor_desktop import __version__
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.fields import TextArea
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons


def crash_report(error: BaseException, where: str) -> str:
    """What a developer needs to know: versions, place, traceback. Holds no memory or conversation text."""
    lines = [
        f"Arbor Desktop {__version__}",
        f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, {platform.platform()}",
        f"Where: {where}",
        "",
        *(_frames(error)),
    ]
    return "\n".join(lines)


def _frames(error: BaseException) -> list[str]:
    text = "".join(traceback.format_exception(error)).rstrip()
    home = sys.prefix
    return text.replace(home, "…").splitlines()


class ErrorPanel(QWidget):
    """Stands where a page failed; `retried` asks for another try."""

    retried = Signal()

    def __init__(
        self, icons: Icons, title: str, text: str, report: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        theme = icons.theme
        self._report = TextArea(theme, self.tr("Crash report"), lines=6, max_lines=10_000, style="mono_small")
        self._report.setPlainText(report)
        self._report.setReadOnly(True)
        self._report.setLineWrapMode(TextArea.LineWrapMode.NoWrap)
        self._report.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._report.setMinimumHeight(theme.px(80))
        self.setAccessibleName(title)
        heading = Label(theme, title, "title", parent=self)
        words = Label(theme, text, "body", "text2", parent=self)
        words.setWordWrap(True)
        self.copy_button = Button(icons, self.tr("Copy report"), icon="copy", parent=self)
        self.copy_button.clicked.connect(self._copy)
        self.retry_button = Button(
            icons, self.tr("Try again"), variant="primary", icon="refresh", parent=self
        )
        self.retry_button.clicked.connect(self.retried)
        self._said = Label(theme, "", "small", "ok", parent=self)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.px(8))
        buttons.addWidget(self.retry_button)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self._said, 1, Qt.AlignmentFlag.AlignVCenter)
        self._buttons = buttons
        column = QVBoxLayout(self)
        margin = theme.px(28)
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(theme.px(8))
        column.addWidget(heading)
        column.addWidget(words)
        column.addWidget(self._report, 1)
        column.addLayout(buttons)

    def offer(self, button: Button) -> None:
        """Puts a way out of the failure before the other buttons."""
        self._buttons.insertWidget(0, button)

    @property
    def report(self) -> str:
        return self._report.toPlainText()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)
        self._said.setText(self.tr("Copied."))

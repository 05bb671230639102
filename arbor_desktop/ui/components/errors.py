"""A failure of the program itself, with a report that can be copied."""

from __future__ import annotations

import sys
import traceback

import PySide6
from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QWidget

from arbor_desktop import __version__
from arbor_desktop.ui.components.boxes import MIDDLE, STRETCH, hbox, vbox
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.empty import EmptyState
from arbor_desktop.ui.components.fields import TextArea
from arbor_desktop.ui.components.labels import Label
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.translation import tr


def crash_report(error: BaseException, where: str) -> str:
    """What a developer needs to know: versions, place, traceback. Holds no memory or conversation text."""
    import platform  # few starts have anything to report

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
    """Stands where a page failed: what, why, and at most two ways out; `retried` asks for another try. The
    report is behind "Details"."""

    retried = Signal()

    def __init__(
        self, icons: Icons, title: str, text: str, report: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        theme = icons.theme
        self._report = TextArea(theme, tr("Crash report"), lines=6, max_lines=10_000, style="mono_small")
        self._report.setPlainText(report)
        self._report.setReadOnly(True)
        self._report.setLineWrapMode(TextArea.LineWrapMode.NoWrap)
        self._report.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._report.setMinimumHeight(theme.px(80))
        self.setAccessibleName(title)
        self.retry_button = Button(icons, tr("Try again"), variant="primary", icon="refresh")
        self.retry_button.clicked.connect(self.retried)
        self.details_button = Button(icons, tr("Details"), variant="quiet")
        actions = (self.retry_button, self.details_button)
        self._state = EmptyState(icons, "error", title, text, actions=actions, parent=self)
        self.details_button.setCheckable(True)
        self.details_button.toggled.connect(self._show_details)
        self.copy_button = Button(icons, tr("Copy report"), icon="copy", parent=self, clicked=self._copy)
        self._said = Label(theme, "", "small", "ok", parent=self)
        self._foot = foot = hbox(self.copy_button, (self._said, MIDDLE), STRETCH, gap=theme.px(8))
        margin = theme.px(16)
        vbox((self._state, 1), (self._report, 1), foot, on=self, margins=margin, gap=theme.px(8))
        self._show_details(False)

    def offer(self, button: Button) -> None:
        """Puts a better way out of the failure before "Try again"."""
        self.retry_button.set_variant("secondary")
        self._foot.insertWidget(0, self.details_button)
        self._state.set_actions((button, self.retry_button))

    def add_way_out(self, button: Button) -> None:
        """Add what else a person may want to do, below."""
        self._foot.addWidget(button)

    def show_report_alone(self) -> None:
        """Shows only the report: what happened was said elsewhere."""
        self._state.hide()
        self.details_button.hide()
        self._show_details(True)

    @property
    def text(self) -> str:
        """What a person reads first."""
        return self._state.accessibleName()

    @property
    def report(self) -> str:
        return self._report.toPlainText()

    def _show_details(self, shown: bool) -> None:
        for part in (self._report, self.copy_button, self._said):
            part.setVisible(shown)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report)
        self._said.setText(tr("Copied"))

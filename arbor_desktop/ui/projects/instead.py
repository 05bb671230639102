"""What stands in the place of the projects: there are none yet, or they could not be read."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from arbor_desktop.ui.components import Button, EmptyState
from arbor_desktop.ui.controller import error_words
from arbor_desktop.ui.icons import Icons
from arbor_desktop.ui.projects.words import tr


class Instead(EmptyState):
    """Signals are what its buttons ask for."""

    retry_wanted = Signal()
    capture_settings_wanted = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(icons, "conversations", "", parent=parent)

    def show_none(self) -> None:
        choose = Button(self._icons, tr("Choose what Arbor may read"), variant="primary")
        choose.clicked.connect(self.capture_settings_wanted)
        self.show_state(
            "conversations",
            tr("No projects yet"),
            tr("A project appears here once you and your AI worked in its folder: what it is made with, "
               "what is remembered of it, and how its sessions ended."),
            actions=(choose,),
        )  # fmt: skip

    def show_error(self, error: BaseException) -> None:
        retry = Button(self._icons, tr("Try again"), icon="refresh")
        retry.clicked.connect(self.retry_wanted)
        self.show_state(
            "error",
            tr("The projects can't be read"),
            tr("They are still on this computer. Nothing was changed."),
            code=error_words(error),
            actions=(retry,),
        )

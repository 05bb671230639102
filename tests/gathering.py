"""Whether the window still gathers news of maintenance before it asks what became of it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from arbor_desktop.ui.maintenance.controller import MaintenanceController


def gathering() -> bool:
    return any(
        controller.gathering
        for top in QApplication.topLevelWidgets()
        for controller in top.findChildren(MaintenanceController)
    )

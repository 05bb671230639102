"""Whether the window still gathers news of maintenance before it asks what became of it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from arbor_desktop.ui.maintenance.desk import MaintenanceDesk


def gathering() -> bool:
    return any(
        desk._soon.isActive()
        for top in QApplication.topLevelWidgets()
        for desk in top.findChildren(MaintenanceDesk)
    )

"""When the memory file is damaged: the newest good backup is offered, and nothing is deleted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QObject, Signal

from arbor_desktop.core.clock import Clock
from arbor_desktop.paths import Home
from arbor_desktop.service.housekeeping import newest_good_backup, recover
from arbor_desktop.ui.bridge import Bridge
from arbor_desktop.ui.components.buttons import Button
from arbor_desktop.ui.components.errors import ErrorPanel
from arbor_desktop.ui.icons import Icons


def tr(text: str) -> str:
    return QCoreApplication.translate("recovery", text)


class Recovery(QObject):
    """Adds its offer to the panel that says why the memory can't be opened; `recovered` when it was taken."""

    recovered = Signal()

    def __init__(self, icons: Icons, bridge: Bridge, home: Home, panel: ErrorPanel, clock: Clock) -> None:
        super().__init__(panel)
        self._icons, self._bridge, self._home, self._panel, self._clock = icons, bridge, home, panel, clock
        self._button: Button | None = None
        bridge.run(newest_good_backup, home, done=self._offer, key="recovery", owner=self)

    def _offer(self, found: tuple[Path, int] | None) -> None:
        if found is None:
            source, text = None, tr("Keep the damaged file aside and start anew")
        else:
            source, modified = found
            moment = QLocale().toString(
                QDateTime.fromMSecsSinceEpoch(modified), QLocale.FormatType.ShortFormat
            )
            text = tr("Restore the backup of {time}").replace("{time}", moment)
        self._button = Button(self._icons, text, variant="primary", icon="history", parent=self._panel)
        self._button.setToolTip(tr("The damaged file is kept beside it under a dated name."))
        self._button.clicked.connect(lambda: self._take(source))
        self._panel.offer(self._button)

    def _take(self, source: Path | None) -> None:
        if self._button is not None:
            self._button.setEnabled(False)
        self._bridge.run(
            recover, self._home, source, self._clock(), done=lambda _: self.recovered.emit(), owner=self
        )

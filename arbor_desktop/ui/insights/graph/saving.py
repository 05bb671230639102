"""Saves the graph as a picture and as tables; where to is asked without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.charts.figures import Table
from arbor_desktop.ui.charts.words import local_day
from arbor_desktop.ui.insights import files
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.settings.words import short_path


class Saving(QObject):
    """`said(words, icon)` tells what came of it."""

    said = Signal(str, str)

    def __init__(self, bridge: Bridge, clock: Clock, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge, self._clock, self._widget = bridge, clock, parent

    def picture(self, image: QImage) -> QFileDialog:
        return self._ask("png", tr("Save picture"), tr("Picture (*.png)"),
                         lambda path: partial(files.write_picture, path, image))  # fmt: skip

    def tables(self, memories: Table, links: Table) -> QFileDialog:
        named = [("memories", memories), ("links", links)]
        return self._ask("zip", tr("Save tables"), tr("ZIP file with tables (*.zip)"),
                         lambda path: partial(files.write_tables, path, named))  # fmt: skip

    def _ask(
        self, suffix: str, title: str, kinds: str, write: Callable[[Path], Callable[[], Path]]
    ) -> QFileDialog:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        dialog = QFileDialog(self._widget.window(), title, folder)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(kinds)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"arbor-memory-graph-{local_day(self._clock()).isoformat()}.{suffix}")
        dialog.fileSelected.connect(lambda chosen: self._write(Path(chosen), write))
        dialog.open()
        return dialog

    def _write(self, path: Path, write: Callable[[Path], Callable[[], Path]]) -> None:
        def saved(done: Path) -> None:
            self.said.emit(tr("Saved as {file}").format(file=short_path(done)), "check")

        def failed(error: BaseException) -> None:
            if isinstance(error, OSError):
                self.said.emit(files.failure_words(error, path.parent), "warning")
            else:
                self._bridge.failed.emit(failure(error, "insights.graph"))

        self._bridge.run(write(path), done=saved, failed=failed, owner=self, ordered=False)

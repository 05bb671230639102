"""Charts and figures as files: the dialogs that ask where to, and what is written."""

from __future__ import annotations

import errno
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QStandardPaths
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.clock import Clock, local_day
from arbor_desktop.ui.charts.figures import Table, to_csv
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.insights.controller import InsightsController
from arbor_desktop.ui.translation import tr
from arbor_desktop.ui.window_state import WindowState


def write_picture(path: Path, image: QImage) -> Path:
    """Writes a PNG. Raises OSError."""
    return _write(path, _png(image))


def write_pictures(folder: Path, images: Mapping[str, QImage]) -> list[Path]:
    """Writes each as `NAME.png`; what is there already stays: the new one gets a number. Raises OSError."""
    return [_write(_free(folder / f"{name}.png"), _png(image)) for name, image in images.items()]


def write_table(path: Path, table: Table) -> Path:
    """Writes a CSV file (RFC 4180, UTF-8, with a heading). Raises OSError."""
    return _write(path, to_csv(table).encode("utf-8"))


def write_tables(path: Path, tables: Sequence[tuple[str, Table]]) -> Path:
    """Writes a ZIP file with a CSV file for each table. Raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, table in tables:
            archive.writestr(f"{name}.csv", to_csv(table).encode("utf-8"))
    return _write(path, packed.getvalue())


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(errno.EINVAL, tr("the image couldn't be created"))
    return bytes(data.data())


def _write(path: Path, content: bytes) -> Path:
    """Whole or not at all: a half written file never has the name that was asked for."""
    half = path.with_name(f".{path.name}.part")
    try:
        half.write_bytes(content)
        half.replace(path)
    except OSError:
        half.unlink(missing_ok=True)
        raise
    return path


def _free(path: Path) -> Path:
    found, number = path, 2
    while found.exists():
        found, number = path.with_stem(f"{path.stem}-{number}"), number + 1
    return found


_FOLDER = "insights/folder"


class Exports(QObject):
    """Ask where to, and have the files written: each method opens a dialog and returns it."""

    def __init__(
        self, controller: InsightsController, clock: Clock, state: WindowState | None, parent: QWidget
    ) -> None:
        """`state` remembers the folder."""
        super().__init__(parent)
        self._controller, self._clock, self._state, self._page = controller, clock, state, parent

    def picture(self, name: str, image: QImage, title: str) -> QFileDialog:
        """Save one picture as a PNG file."""
        return self._ask(name, "png", title, tr("Image (*.png)"), partial(write_picture, image=image))

    def pictures(self, images: Mapping[str, QImage]) -> QFileDialog:
        """Save each of these as a PNG file, into one folder."""
        dated = {self._dated(name): image for name, image in images.items()}
        dialog = QFileDialog(self._page.window(), tr("Save all charts to a folder"), self._folder())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return self._open(dialog, lambda folder: partial(write_pictures, folder, dated), lambda path: path)

    def table(self, name: str, table: Table) -> QFileDialog:
        """Save one table as a CSV file."""
        words = tr("Save data"), tr("Table (*.csv)")
        return self._ask(name, "csv", *words, partial(write_table, table=table))

    def tables(self, name: str, tables: Sequence[tuple[str, Table]], title: str) -> QFileDialog:
        """Save several tables as one ZIP file."""
        kinds = tr("ZIP file with tables (*.zip)")
        return self._ask(name, "zip", title, kinds, partial(write_tables, tables=tables))

    def _ask(
        self, name: str, suffix: str, title: str, kinds: str, write: Callable[[Path], Path]
    ) -> QFileDialog:
        dialog = QFileDialog(self._page.window(), title, self._folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(kinds)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{self._dated(name)}.{suffix}")
        return self._open(dialog, lambda path: partial(write, path), lambda path: path.parent)

    def _open(
        self,
        dialog: QFileDialog,
        write: Callable[[Path], Callable[[], Path | list[Path]]],
        folder_of: Callable[[Path], Path],
    ) -> QFileDialog:
        def accepted(chosen: str) -> None:
            path = Path(chosen)
            folder = folder_of(path)
            if self._state is not None:
                self._state.set_value(_FOLDER, str(folder))
            self._controller.write(write(path), folder)

        dialog.fileSelected.connect(accepted)
        return opened(dialog)

    def _dated(self, name: str) -> str:
        return f"arbor-{name}-{local_day(self._clock()).isoformat()}"

    def _folder(self) -> str:
        kept = self._state.value(_FOLDER) if self._state is not None else ""
        if kept and Path(kept).is_dir():
            return kept
        return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)

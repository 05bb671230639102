"""Export of charts and figures: the menu of the page, and what it writes."""

from __future__ import annotations

import errno
import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QPoint, QSize, QStandardPaths, Qt, Signal
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QFileDialog, QWidget

from arbor_desktop.clock import Clock
from arbor_desktop.ui.bridge import Bridge, failure
from arbor_desktop.ui.charts.card import PICTURE_RATIO, ChartCard
from arbor_desktop.ui.charts.figures import Table, to_csv
from arbor_desktop.ui.charts.words import local_day
from arbor_desktop.ui.insights.charts_view import ChartsView
from arbor_desktop.ui.insights.words import tr
from arbor_desktop.ui.readable import short_path
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


def failure_words(error: OSError, where: Path) -> str:
    """Why a file could not be written, and what helps."""
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return tr("Nothing was saved: {folder} can't be written to. Choose another folder.").format(
            folder=where
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return tr("Nothing was saved: the disk is full.")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return tr("Nothing was saved: {folder} is not there any more.").format(folder=where)
    return tr("Nothing was saved: {why}.").format(why=error.strerror or str(error))


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(errno.EINVAL, tr("the picture could not be made"))
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


class Exporting(QObject):
    """Every method opens a dialog and answers it; the file is written when it is accepted."""

    said = Signal(str, str)
    """What came of it, and the icon that goes with it."""

    def __init__(
        self, view: ChartsView, bridge: Bridge, clock: Clock, state: WindowState | None, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._view, self._bridge, self._clock, self._state = view, bridge, clock, state
        self._page = parent
        for card in view.cards.values():
            card.picture_wanted.connect(partial(self.save_picture, card))
            card.figures_wanted.connect(partial(self.save_figures, card))
            card.copied.connect(lambda: self.said.emit(tr("Figures copied"), "copy"))

    # One chart

    def save_picture(self, card: ChartCard) -> QFileDialog:
        image = card.picture()
        return self._ask_file(card.name, "png", tr("Save picture"), tr("Picture (*.png)"),
                              lambda path: partial(write_picture, path, image))  # fmt: skip

    def save_figures(self, card: ChartCard) -> QFileDialog:
        table = card.figures()
        return self._ask_file(card.name, "csv", tr("Save figures"), tr("Table (*.csv)"),
                              lambda path: partial(write_table, path, table))  # fmt: skip

    # All of them

    def save_pictures(self) -> QFileDialog:
        """Each chart as a picture, into a folder."""
        images = {self._name(card.name): card.picture() for card in self._view.cards.values()}
        dialog = QFileDialog(self._page.window(), tr("Save all charts into a folder"), self._folder())
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)

        def accepted(chosen: str) -> None:
            folder = Path(chosen)
            self._remember(folder)
            self._run(partial(write_pictures, folder, images), folder, self._saved_pictures)

        return self._open(dialog, accepted)

    def save_tables(self) -> QFileDialog:
        """All figures, as one ZIP file with a table for each chart."""
        tables = [("at-a-glance", self._view.stats.table())]
        tables += [(card.name, card.figures()) for card in self._view.cards.values()]
        return self._ask_file("insights", "zip", tr("Save all figures"), tr("ZIP file with tables (*.zip)"),
                              lambda path: partial(write_tables, path, tables))  # fmt: skip

    def save_page(self) -> QFileDialog:
        """The page as it is, all of it, as one picture."""
        image = self.page_picture()
        return self._ask_file("insights", "png", tr("Save page as picture"), tr("Picture (*.png)"),
                              lambda path: partial(write_picture, path, image))  # fmt: skip

    def page_picture(self) -> QImage:
        """Also what is scrolled away, twice as sharp as at 100 %."""
        content = self._view.content
        ratio = PICTURE_RATIO
        image = QImage(QSize(content.size()) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(self._view.icons.theme.color("surface"))
        content.render(image, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return image

    # How

    def _name(self, name: str) -> str:
        return f"arbor-{name}-{local_day(self._clock()).isoformat()}"

    def _folder(self) -> str:
        kept = self._state.value(_FOLDER) if self._state is not None else ""
        if kept and Path(kept).is_dir():
            return kept
        return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)

    def _remember(self, folder: Path) -> None:
        if self._state is not None:
            self._state.set_value(_FOLDER, str(folder))

    def _ask_file(
        self, name: str, suffix: str, title: str, kinds: str, write: Callable[[Path], Callable[[], Path]]
    ) -> QFileDialog:
        dialog = QFileDialog(self._page.window(), title, self._folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(kinds)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{self._name(name)}.{suffix}")

        def accepted(chosen: str) -> None:
            path = Path(chosen)
            self._remember(path.parent)
            self._run(write(path), path.parent, self._saved)

        return self._open(dialog, accepted)

    def _open(self, dialog: QFileDialog, accepted: Callable[[str], None]) -> QFileDialog:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(accepted)
        dialog.open()
        return dialog

    def _run(self, write: Callable[[], Any], folder: Path, done: Callable[[Any], None]) -> None:
        self._bridge.run(write, done=done, failed=partial(self._failed, folder), owner=self, ordered=False)

    def _saved(self, path: Path) -> None:
        self.said.emit(tr("Saved as {file}").format(file=short_path(path)), "check")

    def _saved_pictures(self, paths: list[Path]) -> None:
        words = tr("%n pictures saved in {folder}", len(paths))
        self.said.emit(words.format(folder=short_path(paths[0].parent)), "check")

    def _failed(self, folder: Path, error: BaseException) -> None:
        if isinstance(error, OSError):
            self.said.emit(failure_words(error, folder), "warning")
        else:
            self._bridge.failed.emit(failure(error, "insights"))

"""Writes pictures and figures to files, off the GUI thread."""

from __future__ import annotations

import errno
import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from arbor_desktop.ui.charts.figures import Table, to_csv
from arbor_desktop.ui.insights.words import tr


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

"""Text and files that are dropped on the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData

from arbor_desktop.core.results import CaptureRow
from arbor_desktop.ui.memories.words import tr


def takes(data: QMimeData) -> bool:
    """Whether something can be done with what is dragged."""
    return bool(files(data)) or (data.hasText() and not data.hasUrls())


def files(data: QMimeData) -> list[Path]:
    """Files and folders of this computer."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


def reading_words(paths: Sequence[Path]) -> str:
    if len(paths) == 1:
        return f"{tr('Reading')} {paths[0].name} …"
    return tr("Reading %n files …", len(paths))


def result_words(rows: Sequence[CaptureRow]) -> str:
    """What came of it, in one line."""
    errors = [row for row in rows if row.status == "error"]
    read = sum(row.status in ("success", "empty") for row in rows)
    found = sum(row.items_extracted for row in rows)
    if not rows:
        return tr("Nothing to read there.")
    if not read and not errors:
        reasons = ", ".join(dict.fromkeys(row.reason for row in rows if row.reason))
        return f"{tr('Nothing new')}: {reasons}" if reasons else tr("Nothing new")
    parts = [tr("1 conversation read") if read == 1 else tr("%n conversations read", read)] if read else []
    if read:
        parts.append(tr("1 memory found") if found == 1 else tr("%n memories found", found))
    if errors:
        said = tr("1 file could not be read") if len(errors) == 1 else tr("%n could not be read", len(errors))
        parts.append(f"{said}: {errors[0].error or errors[0].reason}" if len(errors) == 1 else said)
    return " · ".join(parts)

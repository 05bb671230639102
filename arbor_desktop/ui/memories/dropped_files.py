"""Text and files that are dropped on the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal

from arbor_desktop.capture.file_reader import NOT_A_CONVERSATION
from arbor_desktop.capture.model import STOPPED, CaptureRow
from arbor_desktop.conversations.unrecognized import why_unrecognized
from arbor_desktop.errors import InvalidInput
from arbor_desktop.ui.components import Message, Snackbar
from arbor_desktop.ui.components.file_drop import local_files
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
    from arbor_desktop.exchange.model import Imported
    from arbor_desktop.service import MemoryService

_TELL_EVERY = 0.1
"""Seconds: small files are read faster than anybody reads their names."""


def takes(data: QMimeData) -> bool:
    """Whether something can be done with what is dragged."""
    return bool(local_files(data)) or (data.hasText() and not data.hasUrls())


def reading_words(paths: Sequence[Path]) -> str:
    if len(paths) == 1:
        return tr("Reading {what}…").format(what=paths[0].name)
    return tr("Reading %n files…", None, len(paths))


def progress_words(what: str, done: int, total: int) -> str:
    """`Reading 3 of 20: notes.jsonl`; how many conversations an export holds shows when it was opened."""
    if total == 1:
        return tr("Reading {what}…").format(what=what)
    return tr("Reading {n} of {total}: {what}").format(n=number(done + 1), total=number(total), what=what)


def why_nothing(rows: Sequence[CaptureRow]) -> str:
    """Return why the only file is no conversation, from its content; nothing if it is one, or not alone."""
    if len(rows) != 1 or not rows[0].path or rows[0].reason != NOT_A_CONVERSATION:
        return ""
    path = Path(rows[0].path)
    return tr("{name} is not a conversation: {why}").format(name=path.name, why=why_unrecognized(path))


def importable(service: MemoryService, rows: Sequence[CaptureRow]) -> Imported | None:
    """Return what importing the only file would do; None if it holds no memories of another tool, or is a
    conversation."""
    if len(rows) != 1 or not rows[0].path or rows[0].reason != NOT_A_CONVERSATION:
        return None
    try:
        return service.import_memories(rows[0].path, dry_run=True)
    except InvalidInput:
        return None


def import_words(found: Imported) -> tuple[str, ...]:
    """What an import would do, in sentences."""
    parts = []
    if found.duplicates:
        parts.append(tr("%n memories are already saved.", None, found.duplicates))
    if found.conflicts:
        parts.append(
            tr(
                "The import adds %n conflicts. You can resolve them in Conflicts.",
                None,
                found.conflicts,
            )
        )
    if found.skipped:
        parts.append(tr("%n entries in the file will be skipped.", None, len(found.skipped)))
    return (*parts, tr("You can undo the import."))


def result_words(rows: Sequence[CaptureRow], why: str = "", *, stopped: bool = False) -> str:
    """What came of it, in one line; `why` nothing did, where that is known."""
    if stopped:
        read = sum(row.status in ("success", "empty") for row in rows)
        left = sum(row.reason == STOPPED for row in rows)
        if not read and not left:
            return tr("Stopped before anything was read")
        parts = [tr("Stopped"), tr("%n conversations read", None, read)]
        if left:
            parts.append(tr("%n not read yet", None, left))
        return " · ".join(parts)
    errors = [row for row in rows if row.status == "error"]
    read = sum(row.status in ("success", "empty") for row in rows)
    found = sum(row.items_extracted for row in rows)
    if not rows:
        return tr("Arbor found nothing to read")
    if not read and not errors:
        if why:
            return why
        reasons = ", ".join(dict.fromkeys(row.reason for row in rows if row.reason))
        return f"{tr('Nothing new')}: {reasons}" if reasons else tr("Nothing new")
    parts = [tr("%n conversations read", None, read)] if read else []
    if read:
        parts.append(tr("%n memories found", None, found))
    if conflicts := sum(row.conflicts for row in rows):
        parts.append(tr("%n conflicts", None, conflicts))
    if errors:
        said = tr("%n files could not be read", None, len(errors))
        parts.append(f"{said}: {errors[0].error or errors[0].reason}" if len(errors) == 1 else said)
    return " · ".join(parts)


class Reading(QObject):
    """Files that are being read: says how far it is, and stops when it is told to.

    What else is said there meanwhile is left standing, and a notice that was closed stays closed.
    """

    _progressed = Signal(str, int, int)

    def __init__(
        self, snackbar: Snackbar, paths: Sequence[Path], closing: threading.Event, parent: QObject
    ) -> None:
        """`closing` is set when the window ends."""
        super().__init__(parent)
        self._snackbar, self._closing = snackbar, closing
        self._stop = threading.Event()
        self._told_at = time.monotonic()
        self._text = reading_words(paths)
        self._wanted = True
        self._progressed.connect(self._show_progress)
        snackbar.closed.connect(self._closed)
        self._say()

    def progress(self, what: str, done: int, total: int) -> None:
        """Called on the reading thread. Raises the service's Cancelled to stop before the next file or
        conversation; what was read stays."""
        from arbor_desktop.errors import Cancelled

        if self._stop.is_set() or self._closing.is_set():
            raise Cancelled
        now = time.monotonic()
        if what and now - self._told_at >= _TELL_EVERY:
            self._told_at = now
            self._progressed.emit(what, done, total)

    def end(self) -> None:
        """It is done, or has failed."""
        self._snackbar.closed.disconnect(self._closed)
        if self._snackbar.message == self._text:
            self._snackbar.close_message()
        self.deleteLater()

    def result(self, rows: Sequence[CaptureRow], why: str) -> str:
        return result_words(rows, why, stopped=self._stop.is_set())

    def _show_progress(self, what: str, done: int, total: int) -> None:
        free = self._snackbar.message in ("", self._text)
        self._text = progress_words(what, done, total) if free else self._text
        if self._wanted and free and not self._stop.is_set():
            self._say()

    def _say(self) -> None:
        self._snackbar.say(Message(self._text, "download", cancel=self._stop.set))

    def _closed(self) -> None:
        if self._snackbar.text == self._text:
            self._wanted = False

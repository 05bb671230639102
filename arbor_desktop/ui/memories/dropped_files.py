"""Text and files that are dropped on the page."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import is_zipfile

from PySide6.QtCore import QMimeData, QObject, Signal

from arbor_desktop.capture.file_reader import NOT_A_CONVERSATION
from arbor_desktop.capture.model import STOPPED, CaptureRow
from arbor_desktop.conversations.unrecognized import why_unrecognized
from arbor_desktop.errors import InvalidInput
from arbor_desktop.ui.components import Message, Snackbar
from arbor_desktop.ui.components.file_drop import local_files
from arbor_desktop.ui.translation import number, tr

if TYPE_CHECKING:
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


def with_memories(
    service: MemoryService, paths: Sequence[Path], rows: Sequence[CaptureRow]
) -> tuple[list[Path], str]:
    """Return which of the files and folders have memories of another tool; and why not, if none has
    conversations either."""
    read = {row.path for row in rows if row.reason != NOT_A_CONVERSATION}
    found, why = [], ""
    for path in paths:
        whole = Path(os.path.abspath(path))  # noqa: PTH100 - as the rows have it
        if str(whole) in read and not is_zipfile(whole):
            continue
        try:
            service.find_memories(whole)
        except InvalidInput:
            if len(paths) == 1 and not read:
                why = why_nothing(whole)
        else:
            found.append(whole)
    if len(paths) > 1 and not found and not read:
        why = tr("No conversations or memories that Arbor knows in these files")
    return found, why


def why_nothing(path: Path) -> str:
    """Return why a file or folder has neither conversations nor memories."""
    if path.is_dir() or is_zipfile(path):
        return tr("{name} has no conversations or memories that Arbor knows").format(name=path.name)
    words = tr("{name} has no conversations or memories that Arbor knows: {why}")
    return words.format(name=path.name, why=why_unrecognized(path))


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

    @property
    def stopped(self) -> bool:
        """Whether the person stopped it."""
        return self._stop.is_set()

    def result(self, rows: Sequence[CaptureRow], why: str) -> str:
        return result_words(rows, why, stopped=self.stopped)

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

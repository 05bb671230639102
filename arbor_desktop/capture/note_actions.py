"""Does what a note of a hook asks for. Doing it twice changes nothing more."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path

from arbor_desktop.capture.capture import Capture
from arbor_desktop.capture.hook_notes import Note
from arbor_desktop.capture.sources import Sources
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context import arrival
from arbor_desktop.context.health import title_of
from arbor_desktop.context.queries import hook_state, prepared, receipts
from arbor_desktop.conversations.queries import captures
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Runtime

log = logging.getLogger(__name__)

TROUBLE = "The {} hook met trouble"
"""The title of the line in the activity list; its reason says which."""


class Noted:
    def __init__(self, runtime: Runtime, capture: Capture, sources: Sources) -> None:
        self._rt = runtime
        self._capture = capture
        self._sources = sources

    def do(self, note: Note, *, memorize: bool, stopping: Callable[[], bool]) -> None:
        """Raises StorageError, and Stopped where the reading of a session was ended."""
        match note.kind:
            case "ended" | "look":
                self._rt.db.write(lambda c: hook_state.heard(c, note.tool, note.at))
                self._read(note, memorize, stopping)
            case "told":
                self._rt.db.write(lambda c: self._told(c, note))
            case "called":
                self._rt.db.write(
                    lambda c: prepared.note_called(c, note.tool, note.event, note.at, note.answered)
                )
            case _:
                message = checks.without_secrets(note.message) or "It did not say which."
                self._rt.db.write(
                    lambda c: prepared.note_called(c, note.tool, note.event, note.at, False, message)
                )

    # -- sessions --

    def _read(self, note: Note, memorize: bool, stopping: Callable[[], bool]) -> None:
        path = self._session_file(note)
        if path is None:
            return
        read = self._capture.read_file(path, source=note.tool, stopping=stopping)
        if note.kind == "look" or read.status == "error":
            return  # a file that can't be read now is found again by its change
        now = self._rt.clock()
        rows = self._rt.db.write(lambda c: captures.hurry_file(c, read.path, now))
        for row in rows if memorize and self._capture.ready else ():
            if (job := self._capture.next_job(conversation=row)) is not None:
                self._capture.run_job(job, path=read.path)
        self._rt.announce(status=True)

    def _session_file(self, note: Note) -> str | None:
        """The file that a note names, if it may be read: a plain file, no link, that is a session of that
        tool. The hook that the person set up names it, which is consent, unless they said otherwise."""
        path = note.transcript_path or ""
        if not path or not os.path.isabs(path):  # noqa: PTH117 - it may be of another system
            return None
        if not self._rt.settings.get("capture.hook_sessions") and not self._is_watched(Path(path)):
            return None
        from arbor_desktop.conversations.readers.registry import detect  # it costs more than most notes

        try:
            if not stat.S_ISREG(Path(path).lstat().st_mode):
                log.info("A hook named %s, which is no plain file", path)
                return None
            reader = detect(Path(path), hint=note.tool)
        except (OSError, ValueError):  # a session in which nothing was said has no file
            return None
        if reader is None or reader.source != note.tool:
            log.info("A hook named %s, which is no session of %s", path, note.tool)
            return None
        return path

    def _is_watched(self, path: Path) -> bool:
        return any(root.place.holds(path) for root in self._sources.roots())

    # -- receipts and troubles --

    def _told(self, conn: Connection, note: Note) -> None:
        prepared.note_told(
            conn,
            prepared.Told(
                note.id, note.tool, note.event, note.session_id, note.at, note.project, note.branch,
                note.text_hash, note.tokens, note.memories,
            ),
        )  # fmt: skip
        row = receipts.conversation_of(conn, note.tool, note.session_id)
        if row is not None:
            receipts.join(conn, row)
            arrival.settle(conn, row, self._rt.by("capture"))

    def has_trouble(self) -> bool:
        """Whether a hook met trouble that the activity list does not tell of."""
        return bool(self._rt.db.read(hook_state.unsaid_troubles))

    def say_troubles(self) -> None:
        """A line in the activity list for each hook that met trouble since; the same one again is told once
        a day."""
        if not self.has_trouble():
            return
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for state in hook_state.unsaid_troubles(conn):
                title = TROUBLE.format(title_of(state.tool))
                if not captures.noted_since(conn, "hook", title, state.trouble, now - DAY_MS):
                    captures.note(conn, now, "hook", title, "error", reason=state.trouble)
                hook_state.said(conn, state.tool, state.trouble_at or now)

        self._rt.db.write(write)
        self._rt.announce(status=True)

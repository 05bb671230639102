"""The scanner: which files of the chosen folders changed since they were read last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from arbor_desktop.capture.file_reader import EMPTY_FILE, NOT_A_CONVERSATION, NOTHING_SAID, FileRead
from arbor_desktop.capture.sources import Root, Sources
from arbor_desktop.conversations import files
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.readers.companions import holder, stamp
from arbor_desktop.database.connection import Connection
from arbor_desktop.runtime.runtime import Runtime

NO_CONVERSATION = frozenset((NOT_A_CONVERSATION, NOTHING_SAID, EMPTY_FILE))
"""Reasons for which a file need not be opened again until it changes."""


class Scanner:
    """`failed` gets messages about folders that can't be listed. Not thread-safe."""

    def __init__(self, runtime: Runtime, sources: Sources, failed: Callable[[str], None]) -> None:
        self._rt = runtime
        self._sources = sources
        self._failed = failed
        self._without_result: dict[str, tuple[int, int]] = {}
        """Files that left nothing in the store (no conversation, excluded, empty), as they were when read."""
        self._to_save: dict[str, tuple[int, int]] = {}
        """Those of them without a conversation, to be stored: the next start need not open them either."""

    def forget(self) -> None:
        """Scan all files again: settings changed."""
        self._without_result.clear()

    def note(self, path: str, state: tuple[int, int], result: FileRead) -> None:
        """Note the result of reading a file in a state (its stamp)."""
        self._without_result.pop(path, None)
        if result.status in ("skipped", "empty"):
            self._without_result[path] = state
        if result.reason in NO_CONVERSATION:
            self._to_save[path] = state

    def save(self) -> None:
        """Store which files have no conversation."""
        if not self._to_save:
            return
        files_read, self._to_save = self._to_save, {}
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.save_in_vain(c, files_read, now))

    def changed_files(self) -> list[tuple[int, str]]:
        """Return (time, path) of each file to read, in all chosen folders."""
        return [found for root in self._sources.roots() for found in self._changed_in(root)]

    def root_of(self, path: str) -> Root | None:
        """Return the chosen folder that a file lies in."""
        file = Path(path)
        return next(
            (
                root
                for root in self._sources.roots()
                if root.place.holds(file) and files.belongs(file, root.folder)
            ),
            None,
        )

    def _changed_in(self, root: Root) -> list[tuple[int, str]]:
        """Return (time, path) of each file to read in a folder; store which files vanished or are back."""
        folder = str(root.folder)
        patterns = self._rt.settings.get("capture.excluded")
        known, there = self._rt.db.read(
            lambda c: (captures.files_under(c, folder, patterns), captures.presence(c, folder))
        )
        found, seen, complete = [], set(), root.folder.is_dir()

        def failed(error: OSError) -> None:
            nonlocal complete
            complete = False
            if not isinstance(error, FileNotFoundError):  # not there, or no more: no reason to worry
                self._failed(f"{error.filename}: {error.strerror}")

        for path in files.walk(root.folder, failed, deep=root.place.deep):
            name = str(path)
            seen.add(name)
            if not root.place.holds(path) or holder(path) != path:
                continue
            try:
                state = stamp(path)
            except OSError:  # it vanished meanwhile
                continue
            if state not in (known.get(name), self._without_result.get(name)):
                found.append((state[1], name))
        moved = {path: was for path, was in there.items() if was != (path in seen)} if complete else {}
        moved = {path: was for path, was in moved.items() if root.place.holds(Path(path))}
        if moved:
            now = self._rt.clock()

            def write(conn: Connection) -> None:
                for path, was_there in moved.items():
                    if was_there:
                        captures.mark_gone(conn, path, now)
                    else:
                        captures.mark_back(conn, path)

            self._rt.db.write(write)
        return found

"""Which files of the chosen folders have to be read: those that changed since they were read last."""

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
"""The results of a file that stay what they are until it changes."""


class Looking:
    """`failed` hears of a folder that can't be listed. Not safe for threads by itself."""

    def __init__(self, runtime: Runtime, sources: Sources, failed: Callable[[str], None]) -> None:
        self._rt = runtime
        self._sources = sources
        self._tell_failed = failed
        self._in_vain: dict[str, tuple[int, int]] = {}
        """Files that left nothing in the store (no conversation, excluded, empty), as they were: a scan need
        not open them again."""
        self._to_keep: dict[str, tuple[int, int]] = {}
        """Those of them that hold no conversation, which the next start need not open either."""

    def forget(self) -> None:
        """What was read in vain may be wanted now."""
        self._in_vain.clear()

    def read(self, path: str, state: tuple[int, int], result: FileRead) -> None:
        """A file was read as it was then."""
        self._in_vain.pop(path, None)
        if result.status in ("skipped", "empty"):
            self._in_vain[path] = state
        if result.reason in NO_CONVERSATION:
            self._to_keep[path] = state

    def keep(self) -> None:
        """Stores which files hold no conversation."""
        if not self._to_keep:
            return
        kept, self._to_keep = self._to_keep, {}
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.save_in_vain(c, kept, now))

    def everywhere(self) -> list[tuple[int, str]]:
        """(time, path) of each file that has to be read, in all folders."""
        return [found for root in self._sources.roots() for found in self._changed_files(root)]

    def root_of(self, path: str) -> Root | None:
        """The folder by which a file is chosen."""
        file = Path(path)
        return next(
            (
                root
                for root in self._sources.roots()
                if root.place.holds(file) and files.belongs(file, root.folder)
            ),
            None,
        )

    def _changed_files(self, root: Root) -> list[tuple[int, str]]:
        """(time, path) of each file that has to be read; notes which ones vanished and which are back."""
        folder = str(root.folder)
        patterns = self._rt.settings.get("capture.excluded")
        known, there = self._rt.db.read(
            lambda c: (captures.files_under(c, folder, patterns), captures.presence(c, folder))
        )
        found, seen, complete = [], set(), root.folder.is_dir()

        def failed(error: OSError) -> None:
            nonlocal complete
            complete = False
            if not isinstance(error, FileNotFoundError):  # not there, or no more: nothing to be worried about
                self._tell_failed(f"{error.filename}: {error.strerror}")

        for path in files.walk(root.folder, failed, deep=root.place.deep):
            name = str(path)
            seen.add(name)
            if not root.place.holds(path) or holder(path) != path:
                continue
            try:
                state = stamp(path)
            except OSError:  # it vanished meanwhile
                continue
            if state not in (known.get(name), self._in_vain.get(name)):
                found.append((state[1], name))
        if complete:
            changed = {path: was for path, was in there.items() if was != (path in seen)}
            self._note_presence({path: was for path, was in changed.items() if root.place.holds(Path(path))})
        return found

    def _note_presence(self, changed: dict[str, bool]) -> None:
        """Path → whether the file was there before, which is another now."""
        gone = [path for path, was in changed.items() if was]
        back = [path for path, was in changed.items() if not was]
        if not gone and not back:
            return
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for path in gone:
                captures.mark_gone(conn, path, now)
            for path in back:
                captures.mark_back(conn, path)

        self._rt.db.write(write)

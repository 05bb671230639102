"""Which files of the chosen folders have to be read: those that changed since they were read last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from arbor_desktop.formats.companions import holder, stamp
from arbor_desktop.service import files
from arbor_desktop.service.runtime import Runtime
from arbor_desktop.service.sources import Root, Sources
from arbor_desktop.store import captures
from arbor_desktop.store.database import Connection


class Looking:
    """`failed` hears of a folder that can't be listed. Not safe for threads by itself."""

    def __init__(self, runtime: Runtime, sources: Sources, failed: Callable[[str], None]) -> None:
        self._rt = runtime
        self._sources = sources
        self._tell_failed = failed
        self._in_vain: dict[str, tuple[int, int]] = {}
        """Files that left nothing in the store (no conversation, excluded, empty), as they were: a scan need
        not open them again."""

    def forget(self) -> None:
        """What was read in vain may be wanted now."""
        self._in_vain.clear()

    def read(self, path: str, state: tuple[int, int], *, in_vain: bool) -> None:
        """A file was read as it was then."""
        if in_vain:
            self._in_vain[path] = state
        else:
            self._in_vain.pop(path, None)

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
            here = {path: was for path, was in there.items() if root.place.holds(Path(path))}
            self._note_presence(here, seen)
        return found

    def _note_presence(self, there: dict[str, bool], seen: set[str]) -> None:
        gone = [path for path, was in there.items() if was and path not in seen]
        back = [path for path, was in there.items() if not was and path in seen]
        if not gone and not back:
            return
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for path in gone:
                captures.mark_gone(conn, path, now)
            for path in back:
                captures.mark_back(conn, path)

        self._rt.db.write(write)

"""Keeping and restoring versions of AI tools' memory files."""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property

from arbor_desktop.capture.queries import projects
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.operations import finish_erasing
from arbor_desktop.errors import InvalidInput, NotFound, StorageError
from arbor_desktop.file_versions import places, queries
from arbor_desktop.file_versions.model import (
    FEWEST_LINES,
    MOST_BYTES,
    FileVersion,
    KeptFile,
    Restored,
    ToolFiles,
    changed_lines,
    lines_of,
    surplus,
)
from arbor_desktop.locks import held
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.runtime import REDACTED, Runtime
from arbor_desktop.source_folders import MemoryFiles, memory_files
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.user_files.operations import ChangedMeanwhile, write

log = logging.getLogger(__name__)

LOCK_SECONDS = 10.0
Stamp = tuple[int, int, int, int]
"""File id, bytes, time of the last change of the content and of anything, in ns."""


def setting_of(tool: str) -> str:
    """Return the key of a tool's switch."""
    return f"file_versions.{tool.replace('-', '_')}"


@dataclass(frozen=True, slots=True)
class _State:
    """A file as it is. `content` is None if there is none, or it is too large; `size` None if there is no
    file."""

    content: bytes | None
    size: int | None
    mode: int = 0


class FileVersions:
    """Safe to use from several threads; among processes, one keeps or restores at a time."""

    def __init__(self, runtime: Runtime, environ: Mapping[str, str]) -> None:
        self._rt = runtime
        self._environ = environ
        self._looking = threading.Lock()
        self._excluded: list[str] = []
        self._seen: dict[str, tuple[Stamp | None, int | None]] = {}
        """The files as they were when they were kept last, or could not be, with their newest version."""
        self._last: dict[str, Stamp | None] = {}
        self._troubles: dict[str, tuple[str, str]] = {}

    @cached_property
    def _tools(self) -> tuple[MemoryFiles, ...]:
        return memory_files(self._environ)

    @property
    def wanted(self) -> bool:
        """Whether any tool is switched on."""
        return any(self._is_on(tool) for tool in self._tools)

    def _is_on(self, tool: MemoryFiles) -> bool:
        return bool(self._rt.settings.get(setting_of(tool.name)))

    # -- what is kept --

    @property
    def settings(self) -> dict[str, str]:
        """The keys of the switches, by the tools' names."""
        return {tool.name: setting_of(tool.name) for tool in self._tools}

    def tools(self) -> list[ToolFiles]:
        """Return the tools whose files can be kept."""
        files = self._rt.db.read(queries.files)
        return [
            ToolFiles(
                tool.name, tool.label, setting_of(tool.name), self._is_on(tool),
                str(tool.folder), tool.folder.is_dir(),
                tuple(file for file in files if file.newest.tool == tool.name),
                tuple(why for name, why in self._troubles.copy().values() if name == tool.name),
            )
            for tool in self._tools
        ]  # fmt: skip

    def file(self, path: str) -> KeptFile:
        """Return a file by its path or the end of it. Raises NotFound, and InvalidInput if it is one of
        several."""
        files = self._rt.db.read(queries.files)
        exact = os.path.abspath(os.path.expanduser(path))  # noqa: PTH100, PTH111 - a link stays
        found = [file for file in files if file.path == exact]
        found = found or [file for file in files if f"/{file.path}".replace(os.sep, "/").endswith(f"/{path}")]
        if not found:
            raise NotFound(f"No versions of {path} are kept.", path=path)
        if len(found) > 1:
            names = ", ".join(file.path for file in found[:5])
            raise InvalidInput(f"{path} is the name of several files: {names}. Give more of the path.")
        return found[0]

    def versions(self, path: str) -> list[FileVersion]:
        """Return the versions of a file, newest first."""
        return self._rt.db.read(lambda c: queries.of_path(c, path))

    def content(self, id: int) -> bytes | None:
        """Return the bytes of a version; None if they are not kept or there was no file."""
        return self._rt.db.read(lambda c: queries.content(c, id))

    def losses(self, since: int) -> list[FileVersion]:
        """Return the versions that lost much since a moment (milliseconds), oldest first."""
        return self._rt.db.read(lambda c: queries.losses(c, since))

    def title_of(self, tool: str) -> str:
        """Return the name of a tool for people."""
        return next((one.label for one in self._tools if one.name == tool), tool)

    # -- keeping --

    def look(self, *, settled: bool = False) -> int:
        """Keep a version of each file that changed since the last look, or vanished. Return how many.

        `settled`: leave out files that changed since the last look only, as they may be half written.
        """
        if not self.wanted:
            return 0
        with self._looking:
            excluded = self._rt.settings.get("capture.excluded")
            if excluded != self._excluded:
                self._excluded = excluded
                self._seen.clear()
            before = self._rt.db.read(queries.files)
            changed = [
                (tool, path)
                for tool in self._tools
                if self._is_on(tool)
                for path in self._due(tool, before, settled)
            ]
            if not changed:
                return 0
            count = 0
            with self._alone():
                known = list(self._rt.db.read(projects))
                # What vanished comes last: its content may have moved to another file.
                for tool, path in sorted(changed, key=lambda one: (self._last[one[1]] is None, one[1])):
                    count += self._guarded_keep(tool, path, known)
        if count:
            self._rt.announce(file_versions=True)
        return count

    def _due(self, tool: MemoryFiles, files: list[KeptFile], settled: bool) -> list[str]:
        if not tool.folder.is_dir():  # on a disk that is not there, or the tool was removed: nothing vanished
            return []
        newest = {file.path: file.newest for file in files}
        folders = places.roots(tool)
        there = {
            path
            for path, version in newest.items()
            if version.tool == tool.name and version.exists and places.belongs(path, folders)
        }
        due = []
        wanted = places.paths_of(tool) | there
        for path in [path for path, (name, _) in self._troubles.items() if name == tool.name]:
            if path not in wanted:
                del self._troubles[path]
        for path in sorted(wanted):
            try:
                stamp = _stamp(path)
            except OSError:  # it can't be said whether it is there
                continue
            quiet = not settled or self._last.get(path, ()) == stamp
            self._last[path] = stamp
            if quiet and self._seen.get(path) != (stamp, newest[path].id if path in newest else None):
                due.append(path)
        return due

    def _guarded_keep(self, tool: MemoryFiles, path: str, known: list[str]) -> int:
        """Keep a version; what is wrong with one file must not keep the others from being kept."""
        self._troubles.pop(path, None)
        made = None
        stamp = self._last.get(path)
        try:
            stamp = _stamp(path)
            made = self._keep(tool, path, known)
            if _stamp(path) != stamp:  # it changed meanwhile, and is due again
                return int(made is not None)
        except (OSError, InvalidInput) as error:
            why = error.message if isinstance(error, InvalidInput) else f"{path}: {error.strerror}"
            self._troubles[path] = tool.name, why
            log.info("No version is kept: %s", why)
        newest = made or self._rt.db.read(lambda c: queries.newest(c, path))
        self._seen[path] = stamp, None if newest is None else newest.id
        return int(made is not None)

    def _keep(self, tool: MemoryFiles, path: str, known: list[str]) -> FileVersion | None:
        """Store a version if the file is not as its newest one. Under the lock."""
        project = places.project_of(path, tool, known)
        if places.is_excluded(path, project, self._rt.settings.get("capture.excluded")):
            return None
        places.resolve(path, tool, self._environ)
        state = _read(path)
        return self._rt.db.write(lambda c: self._store(c, tool, path, project, state))

    def _store(
        self,
        conn: Connection,
        tool: MemoryFiles,
        path: str,
        project: str | None,
        state: _State,
        *,
        restored: bool = False,
    ) -> FileVersion | None:
        last = queries.newest(conn, path)
        before = None if last is None else queries.content(conn, last.id)
        state = self._without_purged(before, state)
        if not restored and _same(last, before, state):
            return None
        added, removed = changed_lines(before, state.content)
        if state.content is None and state.size is not None:
            added = removed = 0  # its lines are not known
        loss = not restored and self._is_loss(conn, path, state, before, removed)
        made = queries.add(
            conn, state.content, tool=tool.name, path=path, project=project, at=self._rt.clock(),
            size=state.size, mode=state.mode, lines=len(lines_of(state.content)),
            added=added, removed=removed, loss=loss, restored=restored,
        )  # fmt: skip
        queries.delete(conn, surplus(queries.of_path(conn, path)))
        return made

    def _without_purged(self, before: bytes | None, state: _State) -> _State:
        """Return a file without its secrets if one was purged from its newest version: none is kept again."""
        if state.content is not None and before is not None and REDACTED.encode() in before:
            with suppress(UnicodeDecodeError):
                return replace(state, content=self._rt.redact(state.content.decode()).encode())
        return state

    def _is_loss(
        self, conn: Connection, path: str, state: _State, before: bytes | None, removed: int
    ) -> bool:
        count = len(lines_of(before))
        if before is None or count < FEWEST_LINES or 2 * removed <= count:
            return False
        return state.size is not None or not queries.is_elsewhere(conn, before, path)

    # -- restoring --

    def restore(self, id: int) -> Restored:
        """Write a version's content into its file, or delete the file if the version is that there was none.

        The file as it is now is kept first; restoring that undoes it. Raises NotFound, InvalidInput,
        StorageError with a message for people.
        """
        version = self._rt.db.read(lambda c: queries.get(c, id))
        if version is None:
            raise NotFound(Sentence("This version was deleted."), id=id)
        content = self.content(id)
        if content is None and version.exists:
            raise InvalidInput(Sentence("This version was too large, so its content was not kept."), id=id)
        tool = next((one for one in self._tools if one.name == version.tool), None)
        if tool is None:
            why = Sentence("{path} belongs to no tool that Arbor knows.", path=version.path)
            raise InvalidInput(why, path=version.path)
        if places.is_excluded(version.path, version.project, self._rt.settings.get("capture.excluded")):
            why = Sentence(
                "{path} belongs to an ignored project. Stop ignoring it, then try again.", path=version.path
            )
            raise InvalidInput(why, path=version.path)
        places.resolve(version.path, tool, self._environ)
        with self._alone():
            try:
                restored = self._restore(version, tool, content)
            except OSError as error:
                why = Sentence(
                    "{path} could not be changed: {reason}.",
                    path=version.path, reason=error.strerror or str(error),
                )  # fmt: skip
                raise StorageError(why, path=version.path) from error
        self._rt.announce(file_versions=True)
        return restored

    def _restore(self, version: FileVersion, tool: MemoryFiles, content: bytes | None) -> Restored:
        path, project = version.path, version.project
        present = _read(path)
        if present.size is not None and present.content is None:
            why = Sentence("{path} is too large now to be kept. Move it away, then try again.", path=path)
            raise InvalidInput(why, path=path)
        if present.size is not None and not present.mode & 0o222:
            raise StorageError(Sentence("{path} is read-only, so it was not changed.", path=path), path=path)
        self._rt.db.write(lambda c: self._store(c, tool, path, project, present))
        before = self._rt.db.read(lambda c: queries.newest(c, path))
        assert before is not None

        def check() -> None:
            if _read(path).content != present.content:
                why = Sentence("{path} was changed in the meantime. Check it, then try again.", path=path)
                raise ChangedMeanwhile(why, path=path)

        if content is not None:
            write(path, content, new_mode=version.mode, check=check)
        elif present.size is not None:
            check()
            os.unlink(path)  # noqa: PTH108 - a text
        after = _read(path)
        now = self._rt.db.write(lambda c: self._store(c, tool, path, project, after, restored=True))
        assert now is not None
        return Restored(now, before)

    def forget(self, path: str) -> int:
        """Delete the versions of a file for good, also from backups, without undo. Return how many. Raises
        StorageError."""
        count = self._rt.db.write(lambda c: queries.forget(c, path))
        self._rt.announce(file_versions=True)
        finish_erasing(self._rt)
        return count

    def _alone(self) -> AbstractContextManager[None]:
        busy = StorageError(Sentence("Another Arbor process is working on these files. Try again later."))
        return held(self._rt.home.folder / ".file-versions.lock", LOCK_SECONDS, busy)


def _stamp(path: str) -> Stamp | None:
    """Return the stamp of a file; None if there is none. Raises OSError if that can't be found out."""
    try:
        found = os.stat(path)  # noqa: PTH116 - called for each file every few seconds
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _read(path: str) -> _State:
    """Read a file. Raises OSError, and InvalidInput if it is none."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return _State(None, None)
    if not stat.S_ISREG(found.st_mode):
        raise InvalidInput(Sentence("{path} is not a file.", path=path), path=path)
    mode = stat.S_IMODE(found.st_mode)
    if found.st_size > MOST_BYTES:
        return _State(None, found.st_size, mode)
    with open(path, "rb") as file:  # noqa: PTH123
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        return _State(None, len(content), mode)
    return _State(content, len(content), mode)


def _same(last: FileVersion | None, before: bytes | None, state: _State) -> bool:
    """Return whether a file is as its newest version. A file that was never there needs no version, and of
    one that stays too large one is enough."""
    if last is None:
        return state.size is None
    if state.size is None or last.size is None:
        return state.size is last.size
    return before == state.content

"""What hooks left to be done: `<home>/spool/<id>.json`, each written whole, then renamed (spec 7.4).

A note is one JSON object: `v` 1, `kind`, `tool`, `event`, `session_id`, `at` (milliseconds), and by its kind

- `ended`: a session ended: `transcript_path`, `cwd`, `reason`. It is captured now, without waiting for quiet.
- `look`: a session goes on, but its record is to be read: `transcript_path`, `cwd` (before it is compacted).
- `told`: a session was told a block, and the store was busy: the fields of `context.queries.prepared.Told`.
- `called`: a hook was called while the store was busy: `answered`.
- `trouble`: a hook met trouble and kept silent: `message` for people.

Whoever does a note first renames it to `<id>.json.<pid>-<start>.taken`, so that of two processes one does it;
it is deleted once it is done. What a process that is gone had taken is put back. Doing a note twice changes
nothing more, so a kill at any moment neither loses nor doubles.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from arbor_desktop.capture.capture import Capture
from arbor_desktop.capture.hook_notes import Broken, Newer, Note, read_note
from arbor_desktop.capture.intake import Stopped, never
from arbor_desktop.capture.note_actions import Noted
from arbor_desktop.capture.sources import Sources
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.queries.captures import Owner
from arbor_desktop.errors import ArborError
from arbor_desktop.runtime.runtime import Alive, Runtime, is_alive, this_process

log = logging.getLogger(__name__)

NOTE, TAKEN, BROKEN = ".json", ".taken", "broken"
MOST_BROKEN = 50
"""So many notes that can't be read are kept, for whoever looks into it."""
BEGUN_SECONDS = 600.0
"""A note that was begun so long ago is never finished."""
UNTIL_RESUMED = -1
LOOK_SECONDS = 1.0
"""How often it is looked whether a hook noted trouble in the store by itself."""


class Spool:
    """Drained by the window, `watch` and `capture`."""

    def __init__(
        self,
        runtime: Runtime,
        capture: Capture,
        sources: Sources,
        alive: Alive = is_alive,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rt = runtime
        self._folder = runtime.home.spool
        self._noted = Noted(runtime, capture, sources)
        self._alive = alive
        self._lock = threading.Lock()
        self._newer: set[str] = set()
        self._waiting: set[str] = set()
        self._version = -1
        self._monotonic = monotonic
        self._look_at = 0.0

    def due(self) -> bool:
        """Whether there is something to do, at the price of a look into a folder and a number."""
        left = self._newer | (self._waiting if self._paused() else set())
        if any(name not in left for name in self._names()):
            return True
        if self._monotonic() < self._look_at:
            return False
        self._look_at = self._monotonic() + LOOK_SECONDS
        version = self._rt.db.data_version()
        changed, self._version = version != self._version, version
        return changed and self._noted.has_trouble()

    def drain(self, *, memorize: bool = False, stopping: Callable[[], bool] = never) -> int:
        """Does what lies there, each once, and answers how many. What can't be read is put aside, with a line
        in the activity list; what a newer Arbor wrote is left, and sessions while capture is paused.
        `memorize`: sessions that ended are memorized here, not by the queue.

        Raises StorageError where nothing can be stored, and Stopped; then what is not done lies there still.
        """
        done = 0
        with self._lock:
            names = self._names()
            if names:
                self._put_back_lost()
                self._remove_begun()
            for name in self._names() if names else ():
                if stopping():
                    break
                done += self._do(name, memorize, stopping)
            self._noted.say_troubles()
        return done

    def _names(self) -> list[str]:
        """The notes, the oldest first: their names begin with their time."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except OSError:  # no hook ever left one
            return []
        return sorted(name for name in names if name.endswith((NOTE, TAKEN)) and name[0] != ".")

    def _paused(self) -> bool:
        until = self._rt.settings.get("capture.paused_until")
        return bool(until == UNTIL_RESUMED or until > self._rt.clock())

    def _do(self, name: str, memorize: bool, stopping: Callable[[], bool]) -> int:
        """Answers 1 for a note that was done, 0 for one that was left or that somebody else does."""
        if not name.endswith(NOTE):
            return 0
        path = self._folder / name
        try:
            note = read_note(path)
        except FileNotFoundError:
            return 0
        except Newer:
            self._newer.add(name)
            return 0
        except Broken as error:
            self._put_aside(path, str(error))
            return 0
        if note.of_session and self._paused():
            self._waiting.add(name)
            return 0
        taken = self._take(path)
        return 0 if taken is None else self._do_taken(path, taken, memorize, stopping)

    def _do_taken(self, path: Path, taken: Path, memorize: bool, stopping: Callable[[], bool]) -> int:
        try:
            note: Note = read_note(taken)  # it may have been written anew before it was taken
            self._noted.do(note, memorize=memorize, stopping=stopping)
        except Broken as error:
            self._put_aside(taken, str(error), path.name)
            return 0
        except (ArborError, Stopped):
            _rename(taken, path)
            raise
        except Exception as error:  # a bug that one note meets must not stop the others
            log.exception("A note of a hook could not be done")
            self._put_aside(taken, f"{type(error).__name__}: {error}", path.name)
            return 0
        taken.unlink(missing_ok=True)
        self._waiting.discard(path.name)
        return 1

    def _take(self, path: Path) -> Path | None:
        owner = this_process()
        taken = path.with_name(f"{path.name}.{owner.pid}-{owner.start:.3f}{TAKEN}")
        try:
            path.rename(taken)
        except OSError:  # another process was first
            return None
        return taken

    def _put_back_lost(self) -> None:
        """What was taken by a process that is gone; or by this one, which does nothing now."""
        for name, owner in list(self._taken()):
            if owner.pid == os.getpid() or not self._alive(owner):
                _rename(self._folder / name, self._folder / name[: name.index(NOTE) + len(NOTE)])

    def _remove_begun(self) -> None:
        """What a killed hook had begun to write; a hook is over within seconds."""
        for path in self._folder.glob(".*.partial"):
            with suppress(OSError):
                if time.time() - path.lstat().st_mtime > BEGUN_SECONDS:
                    path.unlink()

    def _taken(self) -> Iterator[tuple[str, Owner]]:
        for name in self._names():
            if name.endswith(TAKEN) and NOTE in name:
                pid, _, start = name[name.index(NOTE) + len(NOTE) + 1 : -len(TAKEN)].partition("-")
                with suppress(ValueError):
                    yield name, Owner(int(pid), float(start))

    def _put_aside(self, path: Path, why: str, name: str | None = None) -> None:
        folder = self._folder / BROKEN
        kept = folder / (name or path.name)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            path.replace(kept)
            for old in sorted(folder.iterdir())[:-MOST_BROKEN]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("A note of a hook can't be put aside: %s", error)
            self._newer.add(path.name)  # it is not looked at again
        now = self._rt.clock()
        title = "A note of a hook could not be read; it was put aside"
        self._rt.db.write(
            lambda c: captures.note(c, now, "hook", title, "error", reason=f"{kept.name}: {why}")
        )
        self._rt.announce(status=True)


def _rename(taken: Path, path: Path) -> None:
    """Puts a note back; one that was left in its place since says the same, and is newer."""
    with suppress(OSError):
        if path.exists():
            taken.unlink()
        else:
            taken.rename(path)

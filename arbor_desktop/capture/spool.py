"""The spool: notes that hooks leave in `<home>/spool/<id>.json`, each written whole, then renamed (spec 7.4).

A note is one JSON object: `v` 1, `kind`, `tool`, `event`, `session_id`, `at` (milliseconds), and by its kind

- `ended`: a session ended: `transcript_path`, `cwd`, `reason`. It is captured at once.
- `look`: a session continues, but its file should be read (it is about to be compacted): `transcript_path`,
  `cwd`.
- `told`: a session received its context while the memory file was busy: the fields of
  `ready_blocks.Delivery`.
- `drawn`: a session was drawn for the comparison while the memory file was busy: `project`, `shared`,
  `one_in`.
- `called`: a hook was called while the memory file was busy: `answered`.
- `trouble`: a hook failed without printing anything: `message` for people.

If the memory is encrypted, notes are sealed (`encryption/sealing`).

A process that handles a note first renames it to `<id>.json.<pid>-<start>.taken`, so that only one of several
does, and deletes it afterwards. Notes taken by a process that died are put back. Handling a note twice
changes nothing more, so a kill at any moment neither loses nor doubles.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from arbor_desktop.capture.file_reader import Stopped, never
from arbor_desktop.capture.manual import ManualCapture
from arbor_desktop.capture.sources import Sources, is_paused
from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.queries import ready_blocks, receipts
from arbor_desktop.context.receipts import check_arrival, title_of
from arbor_desktop.conversations.queries import captures
from arbor_desktop.conversations.queries.captures import Owner
from arbor_desktop.database.connection import Connection, data_version
from arbor_desktop.encryption.sealing import Unreadable, unseal
from arbor_desktop.errors import ArborError
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Alive, Runtime, is_alive, this_process

log = logging.getLogger(__name__)

NOTE, TAKEN, BROKEN = ".json", ".taken", "broken"
KEPT_BROKEN = 50
"""Maximum number of unreadable notes kept for inspection."""
PARTIAL_SECONDS = 600.0
"""Age from which a half-written note will never be finished."""
CHECK_SECONDS = 1.0
"""Time between two checks for failures that a hook recorded in the memory file itself."""
TROUBLE = "The {} hook failed"
"""Title of the activity line; its reason says which."""
VERSION = 1
NOTE_BYTES = 1_000_000
KINDS = frozenset(("ended", "look", "told", "drawn", "called", "trouble"))


class Broken(Exception):
    """The file is not a note; the message says why."""


class Newer(Exception):
    """A newer Arbor wrote the note."""


class Note(msgspec.Struct, frozen=True):
    """The fields of all kinds of notes; those of other kinds are empty."""

    v: int
    kind: str
    tool: str
    event: str = ""
    session_id: str = ""
    at: int = 0
    transcript_path: str | None = None
    cwd: str | None = None
    id: str = ""
    project: str | None = None
    branch: str | None = None
    text_hash: str = ""
    tokens: int = 0
    memories: str = "[]"
    shared: bool = True
    one_in: int = 0
    answered: bool = False
    message: str = ""

    @property
    def of_session(self) -> bool:
        """Return whether the note asks to capture a session's file."""
        return self.kind in ("ended", "look")


class _Version(msgspec.Struct):
    """The version of a note, which may have other fields than those of this version."""

    v: int


_version = msgspec.json.Decoder(_Version).decode
_decode = msgspec.json.Decoder(Note).decode
_ids = msgspec.json.Decoder(list[str]).decode


def read_note(path: Path, key: str | None = None) -> Note:
    """Read and validate a note. `key`: of an encrypted memory. Raises FileNotFoundError, Newer, and Broken
    with a reason for people."""
    try:
        data = unseal(_bytes(path), key)
    except Unreadable as error:
        raise Broken(str(error)) from error
    try:
        if _version(data).v > VERSION:
            raise Newer
        note = _decode(data)
        if note.v != VERSION or note.kind not in KINDS:
            raise Broken(f"unknown: {note.kind!r}, version {note.v}")
        if note.kind == "told":
            if not note.id:
                raise Broken("it has no id")
            _ids(note.memories)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Broken(str(error)) from error
    return note


def _bytes(path: Path) -> bytes:
    """Read a plain file, following no link: others may be able to write into the folder."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > NOTE_BYTES:
            raise Broken("it is not a file, or too large")
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            return file.read(NOTE_BYTES)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Broken(error.strerror or str(error)) from error


class Spool:
    """The folder of notes, handled by the window, `watch` and `capture`."""

    def __init__(
        self,
        runtime: Runtime,
        capture: ManualCapture,
        sources: Sources,
        alive: Alive = is_alive,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rt = runtime
        self._folder = runtime.home.spool
        self._actions = NoteActions(runtime, capture, sources)
        self._alive = alive
        self._lock = threading.Lock()
        self._newer: set[str] = set()
        self._paused_names: set[str] = set()
        self._version = -1
        self._monotonic = monotonic
        self._check_at = 0.0

    def due(self) -> bool:
        """Return whether there is something to do, at the price of listing a folder and reading a number."""
        left = self._newer | (self._paused_names if is_paused(self._rt) else set())
        if any(name not in left for name in self._names()):
            return True
        if self._monotonic() < self._check_at:
            return False
        self._check_at = self._monotonic() + CHECK_SECONDS
        version = self._rt.db.read(data_version)
        changed, self._version = version != self._version, version
        return changed and self._actions.has_trouble()

    def drain(self, *, memorize: bool = False, stopping: Callable[[], bool] = never) -> int:
        """Handle all notes, each once, and return how many were handled.

        Unreadable notes are put aside, with a line in the activity list; notes of a newer Arbor are left, and
        those of sessions while capture is paused. `memorize`: sessions that ended are memorized here instead
        of by the queue. Raises StorageError where nothing can be stored, and Stopped; the remaining notes
        stay.
        """
        done = 0
        with self._lock:
            names = self._names()
            if names:
                self._put_back_lost()
                self._remove_partial()
            for name in self._names() if names else ():
                if stopping():
                    break
                done += self._handle(name, memorize, stopping)
            self._actions.note_troubles()
        return done

    def _names(self) -> list[str]:
        """Return the notes, oldest first: their names begin with their time."""
        try:
            names = [path.name for path in self._folder.iterdir()]
        except OSError:  # no hook ever left one
            return []
        return sorted(name for name in names if name.endswith((NOTE, TAKEN)) and name[0] != ".")

    def _handle(self, name: str, memorize: bool, stopping: Callable[[], bool]) -> int:
        """Return 1 if the note was handled, 0 if it was left or another process handles it."""
        if not name.endswith(NOTE):
            return 0
        path = self._folder / name
        try:
            note = read_note(path, self._rt.db.key)
        except FileNotFoundError:
            return 0
        except Newer:
            self._newer.add(name)
            return 0
        except Broken as error:
            self._put_aside(path, str(error))
            return 0
        if note.of_session and is_paused(self._rt):
            self._paused_names.add(name)
            return 0
        owner = this_process()
        taken = path.with_name(f"{name}.{owner.pid}-{owner.start:.3f}{TAKEN}")
        try:
            path.rename(taken)
        except OSError:  # another process was first
            return 0
        try:
            note = read_note(taken, self._rt.db.key)  # it may have been rewritten before it was taken
            self._actions.perform(note, memorize=memorize, stopping=stopping)
        except Broken as error:
            self._put_aside(taken, str(error), name)
            return 0
        except (ArborError, Stopped):
            _put_back(taken, path)
            raise
        except Exception as error:  # a bug that one note meets must not stop the others
            log.exception("A note of a hook could not be done")
            self._put_aside(taken, f"{type(error).__name__}: {error}", name)
            return 0
        taken.unlink(missing_ok=True)
        self._paused_names.discard(name)
        return 1

    def _put_back_lost(self) -> None:
        """Put back what was taken by a process that died; or by this one, which handles nothing now."""
        for name, owner in list(self._taken()):
            if owner.pid == os.getpid() or not self._alive(owner):
                _put_back(self._folder / name, self._folder / name[: name.index(NOTE) + len(NOTE)])

    def _remove_partial(self) -> None:
        """Remove what a killed hook had begun to write; a hook ends within seconds."""
        for path in self._folder.glob(".*.partial"):
            with suppress(OSError):
                if time.time() - path.lstat().st_mtime > PARTIAL_SECONDS:
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
            for old in sorted(folder.iterdir())[:-KEPT_BROKEN]:
                old.unlink(missing_ok=True)
        except OSError as error:
            log.warning("A note of a hook can't be put aside: %s", error)
            self._newer.add(path.name)  # not tried again
        now = self._rt.clock()
        title = "A note of a hook could not be read; it was put aside"
        self._rt.db.write(
            lambda c: captures.note(c, now, "hook", title, "error", reason=f"{kept.name}: {why}")
        )
        self._rt.announce(status=True)


def _put_back(taken: Path, path: Path) -> None:
    """Rename a note back; one that was left in its place since says the same, and is newer."""
    with suppress(OSError):
        if path.exists():
            taken.unlink()
        else:
            taken.rename(path)


class NoteActions:
    """Does what notes ask for. Performing a note twice changes nothing more."""

    def __init__(self, runtime: Runtime, capture: ManualCapture, sources: Sources) -> None:
        self._rt = runtime
        self._capture = capture
        self._sources = sources

    def perform(self, note: Note, *, memorize: bool, stopping: Callable[[], bool]) -> None:
        """Do what a note asks for. Raises StorageError, and Stopped if reading a session was stopped."""
        match note.kind:
            case "ended" | "look":
                self._rt.db.write(lambda c: receipts.note_contact(c, note.tool, note.at))
                self._read_session(note, memorize, stopping)
            case "told":
                self._rt.db.write(lambda c: self._note_sent(c, note))
                self._rt.announce(status=True)
            case "drawn":
                one = ready_blocks.Drawn(
                    note.tool, note.session_id, note.at, note.project or "", note.shared, note.one_in
                )
                self._rt.db.write(lambda c: ready_blocks.note_drawn(c, one))
                self._rt.announce(status=True)
            case "called":
                self._rt.db.write(
                    lambda c: ready_blocks.note_called(c, note.tool, note.event, note.at, note.answered)
                )
            case _:
                message = checks.without_secrets(note.message) or "It did not say which."
                self._rt.db.write(
                    lambda c: ready_blocks.note_called(c, note.tool, note.event, note.at, False, message)
                )

    def _read_session(self, note: Note, memorize: bool, stopping: Callable[[], bool]) -> None:
        path = self._session_file(note)
        if path is None:
            return
        read = self._capture.reader.read(path, source=note.tool, stopping=stopping)
        if note.kind == "look" or read.status == "error":
            return  # an unreadable file is found again when it changes
        now = self._rt.clock()
        rows = self._rt.db.write(lambda c: captures.hurry_file(c, read.path, now))
        for row in rows if memorize and self._capture.queue.ready else ():
            if (job := self._capture.queue.claim(conversation=row)) is not None:
                self._capture.queue.run(job, path=read.path)
        self._rt.announce(status=True)

    def _session_file(self, note: Note) -> str | None:
        """Return the file a note names, if it may be read: a plain file, no link, a session of that tool.

        The person set the hook up, which is consent unless settings say otherwise.
        """
        path = note.transcript_path or ""
        if not path or not os.path.isabs(path):  # noqa: PTH117 - it may be of another system
            return None
        if not self._rt.settings.get("capture.hook_sessions") and not any(
            root.place.holds(Path(path)) for root in self._sources.roots()
        ):
            return None
        from arbor_desktop.conversations.readers.registry import detect  # it costs more than most notes

        try:
            if not stat.S_ISREG(Path(path).lstat().st_mode):
                log.info("A hook named %s, which is no plain file", path)
                return None
            reader = detect(Path(path), hint=note.tool)
        except (OSError, ValueError):  # an empty session has no file
            return None
        if reader is None or reader.source != note.tool:
            log.info("A hook named %s, which is no session of %s", path, note.tool)
            return None
        return path

    def _note_sent(self, conn: Connection, note: Note) -> None:
        ready_blocks.note_delivery(
            conn,
            ready_blocks.Delivery(
                note.id, note.tool, note.event, note.session_id, note.at, note.project, note.branch,
                note.text_hash, note.tokens, note.memories,
            ),
        )  # fmt: skip
        row = receipts.conversation_of(conn, note.tool, note.session_id)
        if row is not None:
            receipts.join(conn, row)
            check_arrival(conn, row, self._rt.by("capture"))

    def has_trouble(self) -> bool:
        """Return whether a hook had trouble that is not in the activity list yet."""
        return bool(self._rt.db.read(receipts.unreported_troubles))

    def note_troubles(self) -> None:
        """Add a line to the activity list for each hook with new trouble; the same one at most once a day."""
        if not self.has_trouble():
            return
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for state in receipts.unreported_troubles(conn):
                title = TROUBLE.format(title_of(state.tool))
                if not captures.noted_since(conn, "hook", title, state.trouble, now - DAY_MS):
                    captures.note(conn, now, "hook", title, "error", reason=state.trouble)
                receipts.note_reported(conn, state.tool, state.trouble_at or now)

        self._rt.db.write(write)
        self._rt.announce(status=True)

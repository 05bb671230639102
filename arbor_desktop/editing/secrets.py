"""Removed secrets: their list, a search of everything with today's rules, and the purge of what is found.

A secret is held only while one of these calls runs. A purge changes the memory file last, in one transaction:
cut off before, the next one finds everything that is left by its rules; cut off after, the next start removes
the traces in the file (`erased`).
"""

from __future__ import annotations

import contextlib
import json
import logging
import mmap
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from arbor_desktop.database import backup, erased
from arbor_desktop.database.connection import Connection
from arbor_desktop.editing.queries import purge as erasing
from arbor_desktop.editing.queries import secrets as stored
from arbor_desktop.editing.queries.secrets import Change
from arbor_desktop.editing.removed import (
    BACKUP,
    CONVERSATION,
    FILE,
    MEMORY,
    NAME,
    OTHER,
    Found,
    PurgeReport,
    RemovedSecret,
    RemovedSecrets,
    Spot,
)
from arbor_desktop.encryption import sealing, wiping
from arbor_desktop.errors import InvalidInput, StorageError
from arbor_desktop.extraction.worker import Worker
from arbor_desktop.ids import new_id
from arbor_desktop.locks import held
from arbor_desktop.memories.queries import events
from arbor_desktop.paths import Home
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text.sentence import Sentence
from arbor_desktop.text.words import names_in

log = logging.getLogger(__name__)

LONG = 8
"""A secret as long as this, with more than letters, is no word: it is removed wherever it stands, also where
nothing tells that it is one."""
LARGEST = 16 << 20
"""Bytes of the largest other file that is read: all that Arbor writes are much smaller."""
LISTED = 200
_SIGNS = ".,;:!?)]}\"'"
_UNPRINTABLE = re.compile(rb"[^\x20-\x7e]+")


class Step(StrEnum):
    """What is being done."""

    LOOKING = "looking"
    FILES = "files"
    BACKUPS = "backups"
    MEMORY = "memory"


Progress = Callable[[Step, int, int], None]
"""Called with how much is done of how much. It stops the work by raising Cancelled, up to `Step.MEMORY`."""


def _nothing(step: Step, done: int, total: int) -> None:
    """Tell nobody."""


class Secrets:
    """Safe to use from several threads; one search or purge at a time, among all processes."""

    def __init__(self, runtime: Runtime, worker: Callable[[], Worker]) -> None:
        self._rt, self._worker = runtime, worker

    def removed(self, limit: int = LISTED) -> RemovedSecrets:
        """Return the removed secrets, at most `limit` that were never stored."""

        def read(conn: Connection) -> RemovedSecrets:
            known = stored.found_and_purged(conn)
            places = {(one.kind, *place) for one in known for place in one.places}
            kept = [
                one
                for one in stored.never_saved(conn, limit + 1)
                if (one.kind, one.spot.id, one.spot.number) not in places
            ]
            purged = [one for one in known if one.number is None]
            rest = sorted([*purged, *kept[:limit]], key=lambda one: -one.at)
            saved = [one for one in known if one.number is not None]
            at, conversations = stored.last_look(conn) or (None, 0)
            shown = self._shown(conn, [*saved, *rest])
            return RemovedSecrets(shown, len(kept) > limit, at, conversations)

        return self._rt.db.read(read)

    def _shown(self, conn: Connection, found: Sequence[RemovedSecret]) -> tuple[RemovedSecret, ...]:
        """Return them as people may see them: no title, project or path with a secret."""
        hidden, path = stored.hidden(conn), self._rt.redact_path

        def shown(one: RemovedSecret) -> RemovedSecret:
            if one.spot.where not in (CONVERSATION, MEMORY):
                spot = replace(one.spot, id=path(one.spot.id))
                return replace(one, spot=spot, title=spot.id)
            if one.spot.id in hidden:
                return replace(one, title="", project=None)
            name = self._rt.redact(project_name(one.project))
            project = one.project and path(one.project)
            return replace(one, title=self._rt.redact(one.title), project=project, project_name=name)

        return tuple(map(shown, found))

    def look(self, progress: Progress = _nothing) -> RemovedSecrets:
        """Search everything stored, with today's rules, and return the list. Raises InvalidInput if a search
        is under way, StorageError, and what `progress` raises, with nothing changed."""
        with self._alone():
            work = _Work(self._rt, self._worker(), progress)
            work.look()
            found = list(work.found().values())
            self._rt.db.write(lambda c: stored.note(c, work.noted(c, found), (), self._rt.clock()))
        self._rt.announce(status=True)
        return self.removed()

    def purge(self, progress: Progress = _nothing, only: Collection[int] | None = None) -> PurgeReport:
        """Search as `look` does, and remove what is found from everything stored, backups included. `only`:
        what has these numbers in the list. It can't be undone.

        Raises as `look`. What `progress` raises leaves the memory file unchanged, so that the next purge
        finds the same; files and backups may be changed already.
        """
        with self._alone(), backup.locked(self._rt.home.backups):
            work = _Work(self._rt, self._worker(), progress)
            work.look()
            found = work.found()
            if only is not None:
                listed = self._rt.db.read(stored.found_and_purged)
                wanted = {(one.kind, one.spot) for one in listed if one.number in only}
                work.keep({secret for secret, one in found.items() if (one.kind, one.spot) in wanted})
            report = work.purge(found)
            purged, kept = self._rt.db.read(
                lambda c: (self._shown(c, report.purged), self._shown(c, report.kept))
            )
        self._rt.events.announce(
            Changes(
                all_memories=True, all_conversations=True, status=True, conflicts=True, file_versions=True
            )
        )
        return replace(report, purged=purged, kept=kept)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        busy = InvalidInput(Sentence("Arbor is already looking for secrets."))
        try:
            with held(self._rt.home.folder / ".secrets.lock", 0, busy):
                yield
        except OSError as error:
            folder = self._rt.home.folder
            raise StorageError(
                Sentence("{folder} can't be changed: {error}.", folder=folder, error=error.strerror or error)
            ) from error


class _Work:
    """One search, and the purge of what it found."""

    def __init__(self, runtime: Runtime, worker: Worker, progress: Progress) -> None:
        self._rt, self._worker, self._progress = runtime, worker, progress
        self._home, self._key = runtime.home, runtime.db.key
        self._personal = bool(runtime.settings.get("redaction.personal"))
        self._kinds: dict[str, str] = {}
        """The secrets, with their kinds."""
        self._clean: set[int] = set()
        self._told: dict[int, set[str]] = {}
        """By the hash of a text, the secrets in it that the rules found."""
        self._spots: dict[str, list[Spot]] = defaultdict(list)
        self._fixed: dict[str, list[Spot]] = defaultdict(list)
        """Of the spots, those that a purge can't change."""
        self._everything: Collection[str] = ()
        """All secrets, also those that are to stay."""
        self._changes: list[Change] = []
        self._unreadable: list[str] = []
        self._done = self._total = 0

    # -- searching --

    def look(self) -> None:
        """Find all secrets, then all places that have them."""
        backups = sorted(self._home.backups.glob("*.db"))
        files = list(_files(self._home))
        self._total = self._rt.db.read(stored.size) * (len(backups) + 1)

        def note(conn: Connection) -> None:
            for column, values in stored.stored(conn):
                texts = [text for _, value in values for text in stored.texts_of(column, value)]
                self._note(texts, whole=not stored.is_derived(column))
                self._tick(len(values))
            self._note(_all_names(conn), whole=False)

        self._rt.db.read(note)
        for path in backups:
            if not stored.read_backup(path, note, self._key):
                self._unreadable.append(path.name)
        for path in files:
            text, whole = self._text_of(path)
            self._note([text], whole)
        self._changes = self._rt.db.read(self._changes_in)
        self._rt.db.read(self._note_spots)
        for path in backups if self._kinds else ():
            for secret in self._secrets_in(path):
                self._spots[secret].append(Spot(BACKUP, path.name))
        for path in files if self._kinds else ():
            text, whole = self._text_of(path)
            for secret in self._without(text)[1]:
                spot = Spot(FILE, str(path.relative_to(self._home.folder)))
                self._spots[secret].append(spot)
                self._fixed[secret] += () if whole else (spot,)
        self._everything = tuple(self._kinds)

    def _tick(self, values: int = 0) -> None:
        self._done = min(self._done + values, self._total)
        self._progress(Step.LOOKING, self._done, self._total)

    def _note(self, texts: Sequence[str], whole: bool = True) -> None:
        """Find the secrets in texts. Not `whole`: of a text that lost what stood around it, or is none, only
        what is a secret wherever it stands."""
        new = [text for text in dict.fromkeys(texts) if text and hash(text) not in self._clean]
        found = self._worker.secrets(new, self._personal) if new else {}
        for number, text in enumerate(new):
            for kind, secret in found.get(number, ()):
                if not (whole or secret in self._kinds or is_telling(secret)):
                    continue
                self._kinds.setdefault(secret, kind)
                self._told.setdefault(hash(text), set()).add(secret)
            self._clean.add(hash(text))

    def _changes_in(self, conn: Connection) -> list[Change]:
        if not self._kinds:
            return []
        changes: list[Change] = []
        for column, values in stored.stored(conn):
            made = (stored.change_of(column, one, self._without) for one in values)
            changes += (change for change in made if change is not None)
            self._tick()
        return changes

    def _secrets_in(self, path: Path) -> set[str]:
        """Return the secrets in a backup."""
        gone: set[str] = set()

        def read(conn: Connection) -> None:
            gone.update(secret for change in self._changes_in(conn) for secret in change.secrets)
            self._note_names(conn)

        if path.name not in self._unreadable:
            stored.read_backup(path, read, self._key)
        return gone

    def _note_spots(self, conn: Connection) -> None:
        for change in self._changes:
            here = stored.spots(conn, change)
            for secret in change.secrets:
                self._spots[secret] += here
        self._note_names(conn)

    def _note_names(self, conn: Connection) -> None:
        for name in _all_names(conn):
            for secret in self._without(name)[1]:
                self._spots[secret].append(Spot(NAME, ""))
                self._fixed[secret].append(Spot(NAME, ""))

    def _without(self, text: str) -> tuple[str, set[str]]:
        """Return a text without the secrets, and those that were in it."""
        told = self._told.get(hash(text), set())
        gone = {one for one in self._kinds if (one in told or is_telling(one)) and one in text}
        for secret in sorted(gone, key=len, reverse=True):
            marker = f"[redacted:{self._kinds[secret]}]"
            whole = rf"(?<!\w){re.escape(secret)}(?!\w)"
            alone = text if is_telling(secret) else re.sub(whole, marker, text)
            text = text.replace(secret, marker) if alone == text else alone
        return text, gone

    def found(self) -> dict[str, Found]:
        """Return what was found, by the secret: the place in a turn first, if there is one."""

        def read(conn: Connection) -> dict[str, Found]:
            found = {}
            for secret, spots in self._spots.items():
                if self._owner(secret) == secret:
                    spot = next((one for one in spots if one.number), spots[0])
                    places = ((one.id, one.number) for one in spots if one.where not in (FILE, NAME, OTHER))
                    found[secret] = Found(self._kinds[secret], spot, len(spots), tuple(dict.fromkeys(places)))
            return found

        return self._rt.db.read(read)

    def noted(self, conn: Connection, found: Sequence[Found]) -> list[Found]:
        """Return what was found with the places whose title or project has a secret."""
        idents = {(spot.where, spot.id) for some in self._spots.values() for spot in some}
        hidden = {ident for where, ident in idents if self._is_telling_place(conn, Spot(where, ident))}
        return [
            replace(one, hidden=tuple(sorted(hidden & {ident for ident, _ in one.places}))) for one in found
        ]

    def _is_telling_place(self, conn: Connection, spot: Spot) -> bool:
        title, project = stored.place(conn, spot) or ("", None)
        shown = self._rt.redact(title) + "\n" + self._rt.redact_path(project or "")
        return any(secret in shown for secret in self._everything)

    def _owner(self, secret: str) -> str:
        """Return the secret that this one is with signs of a sentence behind it."""
        bare = secret.rstrip(_SIGNS)
        return bare if bare in self._kinds else secret

    def keep(self, secrets: Collection[str]) -> None:
        """Leave all other secrets where they are."""
        self._kinds = {one: kind for one, kind in self._kinds.items() if self._owner(one) in secrets}
        self._changes = self._rt.db.read(self._changes_in)

    # -- purging --

    def purge(self, found: dict[str, Found]) -> PurgeReport:
        """Remove the secrets: from other files, from backups, and last from the memory file. The caller holds
        the lock of backups."""
        files = self._purge_files()
        backups = self._names(BACKUP)
        written = 0
        for number, name in enumerate(backups):
            self._progress(Step.BACKUPS, number, len(backups))
            path = self._home.backups / name
            if stored.write_again(path, self._apply_to, self._rt.clock(), self._key):
                written += 1
            else:
                self._unreadable.append(name)
        self._progress(Step.MEMORY, 0, 0)
        gone = [one for secret, one in found.items() if secret in self._kinds and not self._fixed[secret]]
        kept = [
            _fixed(one, self._fixed[secret])
            for secret, one in found.items()
            if secret in self._kinds and self._fixed[secret]
        ]
        rest = [one for secret, one in found.items() if secret not in self._kinds]
        self._purge_memory(gone, [*kept, *rest])
        counts = Counter(change.table for change in self._changes)
        listed = self._rt.db.read(stored.found_and_purged)
        purged = [one for one in listed if one.purged_at is not None][: len(gone)]
        still = [one for one in listed if one.number is not None][: len(kept)]
        return PurgeReport(
            tuple(purged), len(self._changes), counts["turn"] + counts["memory"], written,
            len(list(self._home.backups.glob("*.db"))), tuple(self._unreadable), files,
            *self._left([*gone, *kept]), tuple(still),
        )  # fmt: skip

    def _names(self, where: str) -> list[str]:
        """Return the files that have a secret which is to go."""
        return sorted({spot.id for one in self._kinds for spot in self._spots[one] if spot.where == where})

    def _purge_files(self) -> int:
        changed = 0
        names = self._names(FILE)
        for number, name in enumerate(names):
            self._progress(Step.FILES, number, len(names))
            path = self._home.folder / name
            before, whole = self._text_of(path)
            text, gone = self._without(before)
            if not gone or not whole:
                continue
            changed += 1
            data = text.encode()
            if path.is_relative_to(self._home.logs):  # a log is being written: it stays the same file
                with path.open("rb+") as file:
                    file.write(data)
                    file.truncate()
            elif sealing.is_sealed(path.read_bytes()):
                wiping.write_over(path, sealing.seal_for(str(self._home.folder), data))
            else:
                wiping.write_over(path, data)
        return changed

    def _apply_to(self, conn: Connection) -> None:
        stored.apply(conn, self._changes_in(conn))

    def _purge_memory(self, gone: Sequence[Found], rest: Sequence[Found]) -> None:
        now = self._rt.clock()
        trace = new_id(now)  # until it is finished, the next start removes what is left in the file

        def write(conn: Connection) -> None:
            stored.apply(conn, self._changes)
            stored.note(conn, self.noted(conn, rest), self.noted(conn, gone), now, rewrite=bool(self._kinds))
            erased.note(conn, [trace] if self._kinds else ())
            if gone:
                events.record_purge(conn, trace, now)

        self._rt.db.write(write)
        if not self._kinds:
            return
        self._rt.db.outside_transaction(erasing.scrub)
        self._rt.db.write(lambda c: erased.finish(c, [trace]))

    # -- what remains --

    def _left(self, gone: Sequence[Found]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the files in Arbor's folder that still have a secret, and those of AI tools."""
        own = [path for path in sorted(self._home.folder.rglob("*")) if path.is_file()]
        ids = list(dict.fromkeys(ident for one in gone for ident, _ in one.places))
        paths = self._rt.db.read(lambda c: [*stored.transcripts(c, ids), *stored.kept_files(c)])
        written = [
            form.encode()
            for secret in self._kinds
            if is_telling(secret)
            for form in {secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
        ]
        here, outside = (
            tuple(
                self._without(self._rt.redact_path(path))[0] for path in some if _has_any(Path(path), written)
            )
            for some in (map(str, own), paths)
        )
        return here, outside

    def _text_of(self, path: Path) -> tuple[str, bool]:
        """Return the text of a small file, and whether it is all of it; "" if it has none, or is gone."""
        try:
            data = path.read_bytes() if path.stat().st_size <= LARGEST else b""
            data = sealing.unseal(data, self._key)
        except (OSError, sealing.Unreadable):
            return "", True
        try:
            return data.decode(), True
        except UnicodeDecodeError:
            return _UNPRINTABLE.sub(b"\n", data).decode(), False


def is_telling(secret: str) -> bool:
    """Return whether a secret is none of the words that may stand anywhere."""
    return len(secret) >= LONG and not secret.isalpha() and not secret.isdigit()


def _files(home: Home) -> Iterator[Path]:
    """Yield the files of a home, beside its memory file, its backups and what says how to open them."""
    apart = {home.settings, home.encryption, home.encryption_change, home.backups / home.encryption.name}
    for path in sorted(home.folder.rglob("*")):
        names = (home.database.name, *(f"{home.database.name}{end}" for end in ("-wal", "-shm")))
        if (
            path.is_file()
            and not path.is_symlink()
            and path not in apart
            and path.name not in names
            and path.suffix not in (".db", ".lock")
        ):
            yield path


def _all_names(conn: Connection) -> list[str]:
    return [name for path in stored.names(conn) for name in names_in(path)]


def _fixed(one: Found, spots: Sequence[Spot]) -> Found:
    """Return what is left after a purge of a secret that also is in these places."""
    places = tuple(place for place in one.places if not place[0].endswith(".db"))
    return replace(one, spot=spots[0], copies=len(spots), places=places)


def _has_any(path: Path, written: Sequence[bytes]) -> bool:
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return any(data.find(secret) >= 0 for secret in written)
    except (OSError, ValueError):  # it is gone, or empty
        return False

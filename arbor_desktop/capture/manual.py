"""Manual capture: files and folders are read and memorized at once (spec 7.2 `capture`)."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbor_desktop.capture.conversations import NOT_REMEMBERED
from arbor_desktop.capture.file_reader import (
    EXCLUDED,
    NO_TURNS,
    UNREADABLE,
    FileRead,
    FileReader,
    Prefetch,
    Stopped,
    printable,
    why,
)
from arbor_desktop.capture.memorization import HEADLESS, Memorizer, gate
from arbor_desktop.capture.model import NOT_A_CONVERSATION, STOPPED, CaptureRow
from arbor_desktop.capture.queue import JobQueue
from arbor_desktop.capture.sources import source_names
from arbor_desktop.capture.turn_storage import ReadState
from arbor_desktop.conversations import files
from arbor_desktop.conversations.model import TRIVIAL, ConversationStatus, ReadTurn, Turn
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.queries.captures import Job
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import Cancelled, InvalidInput
from arbor_desktop.extraction.model import Excerpt
from arbor_desktop.extraction.with_model.extraction import BACKENDS
from arbor_desktop.extraction.worker import NotAConversation, Worker, WorkerDied, WorkerFailed
from arbor_desktop.llm.model import ModelFailed
from arbor_desktop.memories import checks
from arbor_desktop.runtime.runtime import Runtime

Progress = Callable[[str, int, int], None]
"""`progress(name, done, total)`; may raise Cancelled."""


@dataclass(frozen=True, slots=True)
class _Run:
    """One call of `capture`: its options, rows and progress."""

    source: str | None
    backend: str | None
    project: str | None
    progress: Progress | None
    total: int
    rows: list[CaptureRow]

    def stops(self, name: str, done: int, number: int = 0, conversations: int = 0) -> bool:
        """Report the progress, `number` of the file's `conversations`; return whether to stop.

        Where one file holds all conversations, they are counted instead of files.
        """
        if self.progress is None:
            return False
        try:
            if self.total == 1 and conversations > 1:
                self.progress(name, number, conversations)
            else:
                self.progress(name, done, self.total)
        except Cancelled:
            return True
        return False


@dataclass(slots=True)
class _Preview:
    """A session of a file that is only looked at, with its new turns."""

    turns: list[Turn] = field(default_factory=list)
    place: str | None = None
    headless: bool = False

    def add(self, turns: Iterable[ReadTurn]) -> None:
        for t in turns:
            self.turns.append(Turn(len(self.turns) + 1, t.role, t.kind, t.text, t.at, t.key, t.unsaid))


class ManualCapture:
    """Reads and memorizes what the person names. `reader` and `queue` are shared with background
    capture."""

    def __init__(self, runtime: Runtime, worker: Worker, memorizer: Memorizer) -> None:
        self._rt = runtime
        self._worker = worker
        self._memorizer = memorizer
        self.reader = FileReader(runtime, worker)
        self.queue = JobQueue(runtime, memorizer)

    def capture(
        self,
        paths: Sequence[str | Path],
        *,
        source: str | None = None,
        backend: str | None = None,
        project: str | None = None,
        dry_run: bool = False,
        progress: Progress | None = None,
    ) -> list[CaptureRow]:
        """Read and memorize files and folders at once; naming a path is consent.

        Raises InvalidInput for a path that does not exist; an unreadable file becomes a row that says so.
        """
        if backend is not None and backend not in BACKENDS:
            raise InvalidInput(
                f"There is no backend {backend!r}; there are: {', '.join(BACKENDS)}.", field="backend"
            )
        if source is not None and source not in (known := source_names()):
            raise InvalidInput(
                f"There is no source {source!r}; there are: {', '.join(known)}.", field="source"
            )
        place = None if project is None else checks.project_path(project)
        rows: list[CaptureRow] = []

        def failed(error: OSError) -> None:
            here = printable(str(error.filename))
            if isinstance(error, FileNotFoundError):
                rows.append(CaptureRow(here, status="skipped", reason="gone"))
            else:
                rows.append(CaptureRow(here, status="error", reason=UNREADABLE, error=why(error)))

        found = _oldest_first(files.meant_by(paths, failed))
        run = _Run(source, backend, place, progress, len(found), rows)
        with contextlib.suppress(Cancelled), Prefetch(self._worker) as prefetch:
            for done, path in enumerate(found):
                if progress:
                    progress(path.name, done, len(found))
                if dry_run:
                    rows.extend(self._preview(path, source, place))
                    continue
                for following in found[done + 1 : done + 2] if self._worker.apart else ():
                    if (request := self.reader.prefetch_request(str(following), source)) is not None:
                        prefetch.begin(request)
                self._capture_file(path, run, prefetch, functools.partial(run.stops, path.name, done))
        if progress:
            with contextlib.suppress(Cancelled):
                progress("", len(found), len(found))
        return rows

    def _capture_file(self, path: Path, run: _Run, prefetch: Prefetch, stops: Callable[..., bool]) -> None:
        """Add a row for each conversation of the file.

        Raises Cancelled where the run was stopped: what it stored by then stays, but is memorized only when
        somebody asks for it.
        """
        stopped = False
        try:
            read = self.reader.read(
                str(path), source=run.source, project=run.project, stopping=stops, prefetch=prefetch
            )
        except Stopped as stop:
            read, stopped = stop.read, True
        held = self._rt.db.read(lambda c: _conversations_in(c, read.path))
        for number, (row, ident, turns) in enumerate(held):
            if stopped or stops(number, len(held)):
                run.rows.extend(self._leave(read, held[number:]))
                raise Cancelled
            new = read.new_turns.get(ident, 0)
            job = self.queue.claim(conversation=row) or self._claim_unqueued(row)
            if job is not None:
                done = self.queue.run(job, path=read.path, backend=run.backend)
                run.rows.append(replace(done, source=read.source, new_turns=new, turns=turns))
                continue
            status, reason = read.status, read.reason
            if new and self._rt.db.read(functools.partial(conversations.is_left_out, row=row)):
                status, reason = "skipped", NOT_REMEMBERED
            elif status == "success" and not new:  # another conversation of the file has grown
                status, reason = "skipped", "nothing new"
            run.rows.append(
                CaptureRow(read.path, read.source, ident, status, reason, turns, new, error=read.error)
            )
        if stopped:
            raise Cancelled
        if not held:
            run.rows.append(
                CaptureRow(read.path, read.source, None, read.status, read.reason, error=read.error)
            )

    def _leave(self, read: FileRead, held: Sequence[tuple[int, str, int]]) -> list[CaptureRow]:
        """Return the rows of conversations that were read but not memorized, and take them out of the queue.

        Whoever stops a long import does not want it to go on in the background.
        """
        left = [(row, ident, turns) for row, ident, turns in held if read.new_turns.get(ident)]
        self._rt.db.write(lambda c: captures.drop(c, [row for row, _, _ in left]))
        self._rt.announce((), tuple(ident for _, ident, _ in left), status=True)
        return [
            CaptureRow(read.path, read.source, ident, "skipped", STOPPED, turns, read.new_turns[ident])
            for _, ident, turns in left
        ]

    def _claim_unqueued(self, row: int) -> Job | None:
        """Queue and lease a pending conversation that is in no queue, as after a stopped import."""
        if self._rt.settings.get("capture.only_when_asked"):
            return None
        if self._rt.db.read(lambda c: conversations.status_of(c, row)) is not ConversationStatus.PENDING:
            return None
        now = self._rt.clock()
        self._rt.db.write(lambda c: captures.queue(c, row, due=now, now=now))
        return self.queue.claim(conversation=row)

    def _preview(self, path: Path, source: str | None, project: str | None) -> list[CaptureRow]:
        """Return a row for each conversation in the file, storing nothing; known turns do not count."""
        here, refused = self.reader.locate(str(path))
        if refused == UNREADABLE:
            return [
                CaptureRow(here, source, status="error", reason=refused, error="Its name is not valid text.")
            ]
        if refused is not None:
            return [CaptureRow(here, source, status="skipped", reason=refused)]
        state = ReadState(here, source, project, self._rt.settings.get("capture.excluded"))
        sessions: dict[str, _Preview] = {}
        try:
            if not Path(here).is_file():  # reading a pipe or a device might wait for ever
                return [CaptureRow(here, source, status="skipped", reason="not a file")]
            for batch in self._worker.read(self.reader.request(here, None, source)):
                for kept in self.reader.kept_parts(state, batch):
                    part = kept.part
                    source = part.source
                    if part.extra.get("arbor_internal"):
                        continue
                    keys = [turn.key for turn in part.turns]
                    known = self._rt.db.read(functools.partial(conversations.known_keys, keys=keys))
                    preview = sessions.setdefault(kept.session, _Preview())
                    preview.add([turn for turn in part.turns if turn.key not in known])
                    preview.place = preview.place or kept.place
                    preview.headless |= part.headless
        except NotAConversation:
            return [CaptureRow(here, source, status="skipped", reason=NOT_A_CONVERSATION)]
        except (OSError, WorkerDied, WorkerFailed) as error:
            message = why(error) if isinstance(error, OSError) else str(error)
            return [CaptureRow(here, source, status="error", reason=UNREADABLE, error=message)]
        rows = [self._preview_row(here, source or "", session, one) for session, one in sessions.items()]
        if state.left_out and not rows:
            return [CaptureRow(here, source, status="skipped", reason=EXCLUDED)]
        return rows or [CaptureRow(here, source, status="empty", reason=NO_TURNS)]

    def _preview_row(self, path: str, source: str, session: str, preview: _Preview) -> CaptureRow:
        turns, count = preview.turns, len(preview.turns)
        if not turns:
            return CaptureRow(path, source, None, "skipped", "nothing new")
        status, reason = gate(turns, 0, HEADLESS if preview.headless else None)
        memorized, items = status is ConversationStatus.MEMORIZED, 0
        excerpt = Excerpt(session, source, tuple(turns), preview.place)
        if memorized or reason == TRIVIAL:
            items = len(self._worker.extract(excerpt))
        if memorized or items:
            reason = "dry run" if items else self._worker.why_nothing(excerpt)
            return CaptureRow(path, source, None, "success", reason, count, count, items)
        return CaptureRow(path, source, None, status.value, reason, count, count)

    def memorize(
        self, conversation_id: str, *, again: bool = False, backend: str | None = None
    ) -> CaptureRow:
        """Memorize one conversation now. Raises NotFound; another failure is a row that says so."""
        try:
            return self._memorizer.memorize(conversation_id, again=again, backend=backend)
        except (WorkerDied, WorkerFailed) as error:
            return CaptureRow(None, None, conversation_id, "error", "extraction failed", error=str(error))
        except ModelFailed as error:
            reason = f"model: {error.trouble.value}"
            return CaptureRow(None, None, conversation_id, "error", reason, error=error.message)


def _conversations_in(conn: Connection, path: str) -> list[tuple[int, str, int]]:
    """Return (row, id, number of turns) of each conversation that was read from a file."""
    known = captures.file(conn, path)
    if known is None:
        return []
    return [
        (row, ident, conversations.get(conn, ident).turn_count)
        for row, ident in captures.conversations_of(conn, known.row)
    ]


def _oldest_first(found: Iterable[Path]) -> list[Path]:
    """Return each file once, sorted by its time, so that later conversations come later."""

    def age(path: Path) -> tuple[int, Path]:
        try:
            return path.stat().st_mtime_ns, path
        except OSError:  # it vanished meanwhile; its row will say so
            return 0, path

    return sorted(dict.fromkeys(found), key=age)

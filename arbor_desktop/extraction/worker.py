"""Reading and redacting files, and extraction without a model: on the calling thread, or in a process of its
own.

This work would hold Python's lock too long for a window. The process is started when first needed and dies
with its parent. Parent and child exchange length-prefixed pickles over the child's standard streams; the
child is this very module, run by the same interpreter. Nothing here knows the database.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from arbor_desktop.conversations.model import Batch, Checkpoint, SessionPart
from arbor_desktop.errors import ArborError
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.runtime.child_process import die_with, receive, send
from arbor_desktop.text.words import storable

if TYPE_CHECKING:
    from arbor_desktop.conversations.readers.base import Reader
    from arbor_desktop.extraction.offline.pipeline import OfflineExtractor
    from arbor_desktop.redaction.redactor import Screen


log = logging.getLogger(__name__)

LATEST = 253_402_300_799_999
"""The last moment that has a date (in the year 9999), in milliseconds."""
MOST = 1 << 40
"""Larger numbers are cut: no session has so many tokens, and sums of it fit the store's integers."""


class NotAConversation(Exception):
    """The file is readable, but no source's reader knows its format."""


class WorkerDied(Exception):
    """The worker process ended in the middle of a task (killed, out of memory). It may be tried again."""


class WorkerFailed(Exception):
    """The worker met a bug; the message says which."""


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """Read `path` from `since` on. `source` names the reader where it is known; `personal` also removes
    e-mail addresses and phone numbers."""

    path: str
    since: Checkpoint | None = None
    source: str | None = None
    personal: bool = False


class Worker(Protocol):
    apart: bool
    """Whether it works in a process of its own, beside this one."""

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        """Yield redacted batches. Raises NotAConversation, OSError, WorkerDied, WorkerFailed."""
        ...

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        """Raises WorkerDied, WorkerFailed."""
        ...

    def why_nothing(self, excerpt: Excerpt) -> str:
        """Say why nothing is found in `excerpt`. Raises WorkerDied, WorkerFailed."""
        ...

    def secrets(self, texts: Sequence[str], personal: bool) -> dict[int, list[tuple[str, str]]]:
        """Return the secrets in texts: see `Screen.secrets`. Raises WorkerDied, WorkerFailed."""
        ...

    def close(self) -> None: ...


class InlineWorker:
    """Does the work on the calling thread. Readers, rules and extractor are imported when first needed: the
    window, whose worker has a process of its own, and most commands never need them."""

    apart = False

    def __init__(self) -> None:
        self._readers: tuple[Reader, ...] = ()
        self._extractor: OfflineExtractor | None = None

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        try:
            yield from self._read(request)
        except (NotAConversation, OSError):
            raise
        except Exception as error:  # a reader's bug concerns its file, and no other
            log.exception("Reading %s failed", request.path)
            raise WorkerFailed(f"{type(error).__name__}: {error}") from error

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        try:
            return self._extract(excerpt)
        except ArborError as error:  # the language model is not installed
            raise WorkerFailed(error.message) from error
        except Exception as error:  # an extractor's bug concerns its conversation, and no other
            log.exception("Extracting from %s failed", excerpt.conversation_id)
            raise WorkerFailed(f"{type(error).__name__}: {error}") from error

    def why_nothing(self, excerpt: Excerpt) -> str:
        try:
            return self._offline().why_nothing(excerpt)
        except ArborError as error:
            raise WorkerFailed(error.message) from error
        except Exception as error:  # as above
            log.exception("Looking why %s gave nothing failed", excerpt.conversation_id)
            raise WorkerFailed(f"{type(error).__name__}: {error}") from error

    def secrets(self, texts: Sequence[str], personal: bool) -> dict[int, list[tuple[str, str]]]:
        from arbor_desktop.redaction.redactor import screen

        return screen(personal).secrets(texts)

    def _read(self, request: ReadRequest) -> Iterator[Batch]:
        path = Path(request.path)
        reader = self._reader(path, request)
        if reader is None:
            raise NotAConversation(request.path)
        from arbor_desktop.redaction.redactor import screen

        rules = screen(request.personal)
        for batch in reader.read(path, request.since):
            yield _handed_over(batch, rules)

    def _reader(self, path: Path, request: ReadRequest) -> Reader | None:
        from arbor_desktop.conversations.readers.registry import all_readers, detect

        if not self._readers:
            self._readers = all_readers()
        found = detect(path, self._readers, hint=request.source)
        if found is None and request.since is not None:  # it was recognised when it was read first
            return next((reader for reader in self._readers if reader.source == request.source), None)
        return found

    def _extract(self, excerpt: Excerpt) -> list[Candidate]:
        return self._offline().extract(excerpt)

    def _offline(self) -> OfflineExtractor:
        if self._extractor is None:
            from arbor_desktop.extraction.offline.pipeline import OfflineExtractor

            self._extractor = OfflineExtractor.from_resources()
        return self._extractor

    def close(self) -> None:
        """Do nothing: there is no process."""


def _handed_over(batch: Batch, screen: Screen) -> Batch:
    """Return the batch without secrets, and with numbers and texts that the store takes."""
    from arbor_desktop.conversations.readers.values import without_colours

    texts: list[str] = []
    for part in batch.sessions:
        texts.append(part.title or "")
        texts.extend(without_colours(turn.text) for turn in part.turns)
    cleaned = iter(screen.clean(texts))

    def clean(text: str) -> str:
        return screen.clean([text])[0]

    clean_path = cache(screen.clean_path)

    return replace(
        batch,
        sessions=tuple(_storable_part(part, cleaned, clean, clean_path) for part in batch.sessions),
        checkpoint=replace(batch.checkpoint, state=_clean_state(batch.checkpoint.state, clean, clean_path)),
    )


def _clean_state(state: str, clean: Callable[[str], str], clean_path: Callable[[str], str]) -> str:
    """Return a reader's state without secrets: see `Checkpoint.state`."""
    if not state.startswith("{"):
        return state
    saved: dict[str, Any] = json.loads(state)
    told = {name: clean_path(saved[name]) for name in ("cwd", "branch") if isinstance(saved.get(name), str)}
    lines = saved.get("lines")
    kept = saved | told | ({"lines": clean("\n".join(lines)).split("\n")} if lines else {})
    return state if kept == saved else json.dumps(kept, separators=(",", ":"))


def _storable_part(
    part: SessionPart,
    cleaned: Iterator[str],
    clean: Callable[[str], str],
    clean_path: Callable[[str], str],
) -> SessionPart:
    """`cleaned`: its title (empty where there is none) and the text of each turn, in this order."""
    from arbor_desktop.conversations.readers.values import title_of

    title = next(cleaned)
    return replace(
        part,
        title=title_of(title) or None,
        turns=tuple(
            replace(
                turn,
                text=next(cleaned),
                at=turn.at if turn.at is not None and 0 <= turn.at <= LATEST else None,
                cwd=clean_path(turn.cwd) if turn.cwd else None,
                branch=clean_path(turn.branch) if turn.branch else None,
            )
            for turn in part.turns
        ),
        session_id=storable(part.session_id),
        cwd=clean_path(part.cwd) if part.cwd else None,
        branch=clean_path(part.branch) if part.branch else None,
        input_tokens=max(0, min(part.input_tokens, MOST)),
        output_tokens=max(0, min(part.output_tokens, MOST)),
        paths=tuple(map(clean_path, part.paths)),
        extra=_storable_tree(part.extra, clean),
    )


def _storable_tree(value: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int):
        return max(-MOST, min(value, MOST))
    if isinstance(value, dict):
        return {key: _storable_tree(item, clean) for key, item in value.items()}
    return [_storable_tree(item, clean) for item in value] if isinstance(value, list) else value


log = logging.getLogger(__name__)

_ITEM, _END, _FAILED = "item", "end", "failed"


class ProcessWorker:
    """Runs tasks in the worker process, one at a time; safe to call from several threads."""

    apart = True

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def read(self, request: ReadRequest) -> Iterator[Batch]:
        yield from self._call("read", request)

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        return list(self._call("extract", excerpt))

    def why_nothing(self, excerpt: Excerpt) -> str:
        return "".join(self._call("why_nothing", excerpt))

    def secrets(self, texts: Sequence[str], personal: bool) -> dict[int, list[tuple[str, str]]]:
        (found,) = self._call("secrets", (texts, personal))
        return dict(found)

    def close(self) -> None:
        """Ends the process, also in the middle of a task."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._lock:
            self._discard()

    def _call(self, task: str, argument: Any) -> Iterator[Any]:
        with self._lock:
            process = self._started()
            finished = False
            try:
                assert process.stdin is not None and process.stdout is not None
                send(process.stdin, (task, argument))
                while True:
                    kind, value = receive(process.stdout)
                    if kind == _ITEM:
                        yield value
                        continue
                    finished = True
                    if kind == _FAILED:
                        raise value
                    return
            except (EOFError, OSError) as error:
                if finished:  # the task's own OSError, carried over
                    raise
                raise WorkerDied("The worker process ended unexpectedly.") from error
            finally:
                if not finished:  # the caller stopped half way: what is still in the pipe is stale
                    self._discard()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerDied("The worker is closed.")
        if self._process is None or self._process.poll() is not None:
            self._discard()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "arbor_desktop.extraction.worker", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=Path(__file__).resolve().parents[2],
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return self._process

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # unsent bytes to a process that is gone
                    log.debug("The worker's pipe was closed with unsent bytes")
        process.wait()


def _serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    worker = InlineWorker()
    tasks: dict[str, Callable[[Any], Iterable[Any]]] = {
        "read": worker.read,
        "extract": worker.extract,
        "why_nothing": lambda excerpt: [worker.why_nothing(excerpt)],
        "secrets": lambda asked: [worker.secrets(*asked)],
    }
    while True:
        try:
            task, argument = receive(requests)
        except EOFError:
            return
        try:
            for item in tasks[task](argument):
                send(answers, (_ITEM, item))
            send(answers, (_END, None))
        except (NotAConversation, OSError, WorkerFailed) as error:
            send(answers, (_FAILED, error))
        except Exception as error:  # every other bug must reach the parent too, which reports it
            log.exception("Task %s failed", task)
            send(answers, (_FAILED, WorkerFailed(f"{type(error).__name__}: {error}")))


def main() -> None:
    parent = int(sys.argv[1])
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not break the protocol
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the parent to handle
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=die_with, args=(parent,), daemon=True).start()
    _serve(requests, answers)


if __name__ == "__main__":
    # Pickles name classes by their module, so the code must run under its real name.
    from arbor_desktop.extraction.worker import main as run

    run()

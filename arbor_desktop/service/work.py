"""The heavy work: read and redact files, extract offline. Knows no database.

The window hands it to a worker process (`worker.py`), the command line runs it in its own.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from arbor_desktop import resources
from arbor_desktop.core.reading import Batch, Checkpoint, ReadTurn, SessionPart
from arbor_desktop.extract.base import Candidate, Excerpt, Extractor

if TYPE_CHECKING:
    from arbor_desktop.core.redaction import Redactor
    from arbor_desktop.formats.base import Reader

log = logging.getLogger(__name__)

PERSONAL = ("email", "phone")
"""Kinds that are taken out only if the person wants it."""


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
    def read(self, request: ReadRequest) -> Iterator[Batch]:
        """Redacted batches. Raises NotAConversation, OSError, WorkerDied, WorkerFailed."""
        ...

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        """Raises WorkerDied, WorkerFailed."""
        ...

    def close(self) -> None: ...


class InlineWorker:
    """Does the work on the calling thread. Readers, rules and extractor are imported when first needed: the
    window, whose worker has a process of its own, and most commands never need them."""

    def __init__(self) -> None:
        self._readers: tuple[Reader, ...] = ()
        self._redactors: dict[bool, Redactor] = {}
        self._extractor: Extractor | None = None

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
        except Exception as error:  # an extractor's bug concerns its conversation, and no other
            log.exception("Extracting from %s failed", excerpt.conversation_id)
            raise WorkerFailed(f"{type(error).__name__}: {error}") from error

    def _read(self, request: ReadRequest) -> Iterator[Batch]:
        path = Path(request.path)
        reader = self._reader(path, request)
        if reader is None:
            raise NotAConversation(request.path)
        redactor = self._redactor(request.personal)
        for batch in reader.read(path, request.since):
            yield replace(batch, sessions=tuple(_redacted(part, redactor) for part in batch.sessions))

    def _reader(self, path: Path, request: ReadRequest) -> Reader | None:
        from arbor_desktop.formats.registry import all_readers, detect

        if not self._readers:
            self._readers = all_readers()
        found = detect(path, self._readers, hint=request.source)
        if found is None and request.since is not None:  # it was recognised when it was read first
            return next((reader for reader in self._readers if reader.source == request.source), None)
        return found

    def _extract(self, excerpt: Excerpt) -> list[Candidate]:
        if self._extractor is None:
            from arbor_desktop.extract.offline import OfflineExtractor

            self._extractor = OfflineExtractor.from_resources()
        return self._extractor.extract(excerpt)

    def close(self) -> None:
        """Nothing is held."""

    def _redactor(self, personal: bool) -> Redactor:
        if personal not in self._redactors:
            from arbor_desktop.core.redaction import Redactor

            rules = resources.read_text("redaction.toml")
            self._redactors[personal] = Redactor.from_toml(rules, PERSONAL if personal else ())
        return self._redactors[personal]


def _redacted(part: SessionPart, redactor: Redactor) -> SessionPart:
    title = None if part.title is None else storable(redactor.redact(part.title).text)
    return replace(
        part,
        title=title,
        turns=tuple(_redacted_turn(turn, redactor) for turn in part.turns),
        session_id=storable(part.session_id),
        cwd=_storable_or_none(part.cwd),
        branch=_storable_or_none(part.branch),
        paths=tuple(storable(path) for path in part.paths),
        extra=_storable_tree(part.extra),
    )


def _redacted_turn(turn: ReadTurn, redactor: Redactor) -> ReadTurn:
    text = storable(redactor.redact(turn.text).text)
    return turn if text is turn.text else replace(turn, text=text)


_SURROGATE = re.compile("[\ud800-\udfff]")


def storable(text: str) -> str:
    """Lone surrogates (broken escapes in a source) can't be written as UTF-8."""
    return _SURROGATE.sub("\ufffd", text) if _SURROGATE.search(text) else text


def _storable_or_none(text: str | None) -> str | None:
    return None if text is None else storable(text)


def _storable_tree(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {key: _storable_tree(item) for key, item in value.items()}
    return [_storable_tree(item) for item in value] if isinstance(value, list) else value

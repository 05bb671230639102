"""Collects what a reader finds until it is a batch's worth."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from arbor_desktop.conversations.arrival import SeenBlock, blocks_in, holds_block, without_escaped
from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, ReadTurn, SessionPart
from arbor_desktop.conversations.readers.speech import ARBOR_MARKER, first_line, without_context

log = logging.getLogger(__name__)

BATCH_CHARS = 2 * 1024 * 1024
_MISSHAPEN = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError)
"""Raised where a value is of another type than its format says."""


def content_key(source: str, session: str, *parts: object) -> str:
    """A record id for records that have none: the same words at the same place are the same turn.

    Pass whatever tells two turns of the session apart, for example the message's number and its text.
    """
    digest = hashlib.blake2b(
        "\0".join(str(part) for part in parts).encode("utf-8", "replace"), digest_size=12
    )
    return f"{source}:{session}:{digest.hexdigest()}"


@dataclass(slots=True)
class _Part:
    turns: list[ReadTurn] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)
    paths: dict[str, None] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    title: str | None = None
    cwd: str | None = None
    branch: str | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    parent: str | None = None
    headless: bool = False
    whole: bool = False
    shown: dict[SeenBlock, None] = field(default_factory=dict)


class Gathering:
    """Sessions in the making. `source` is the reader's; sessions are told apart by their ids."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: dict[str, _Part] = {}
        self._places: dict[str, tuple[_Part, int]] = {}
        self.chars = 0
        self.skipped = self.broken = self.unknown = 0

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Within it a record is taken: one that is not as its format says is counted as broken, and costs no
        other record."""
        try:
            yield
        except _MISSHAPEN:
            log.debug("A record is not as its format says", exc_info=True)
            self.broken += 1

    def turn(self, session: str, turn: ReadTurn) -> None:
        """Takes a turn; one whose key was taken before, and one without words, says nothing."""
        if turn.role is Role.USER and turn.kind is not TurnKind.TOOL and holds_block(turn.text):
            self._part(session).shown.update(dict.fromkeys(blocks_in(turn.text)))
            turn = replace(turn, text=without_escaped(turn.text))
        text = without_context(turn.text).strip()
        if not text or turn.key in self._places:
            return
        if text is not turn.text:
            turn = replace(turn, text=text)
        part = self._part(session)
        self._places[turn.key] = (part, len(part.turns))
        part.turns.append(turn)
        self.chars += len(text)
        if turn.role is Role.USER and turn.kind is TurnKind.SAID and text.startswith(ARBOR_MARKER):
            part.extra["arbor_internal"] = True
            part.headless = True

    def say(
        self,
        session: str,
        key: str,
        role: Role,
        text: str,
        *,
        kind: TurnKind = TurnKind.SAID,
        at: int | None = None,
        line: int = 0,
        unsaid: bool = False,
        cwd: str | None = None,
        branch: str | None = None,
    ) -> None:
        self.turn(session, ReadTurn(key, role, kind, text, at, unsaid, cwd, branch, line))

    def unsay(self, session: str, keys: Iterable[str]) -> None:
        """Turns that were taken back, of this batch or of earlier ones."""
        for key in keys:
            if key in self._places:
                part, number = self._places[key]
                part.turns[number] = replace(part.turns[number], unsaid=True)
            else:
                self._part(session).unsaid.append(key)

    def about(
        self,
        session: str,
        *,
        title: str | None = None,
        cwd: str | None = None,
        branch: str | None = None,
        parent: str | None = None,
        headless: bool = False,
        whole: bool = False,
        **extra: Any,
    ) -> None:
        """What is known of the session; None and "" mean "nothing new". `extra` is kept as it is."""
        part = self._part(session)
        part.title = first_line(title or "") or part.title
        part.cwd = cwd or part.cwd
        part.branch = branch or part.branch
        part.parent = parent or part.parent
        part.headless |= headless
        part.whole |= whole
        part.extra.update({name: value for name, value in extra.items() if value is not None})

    def tokens(self, session: str, input_tokens: int, output_tokens: int) -> None:
        """Adds to the session's tokens."""
        part = self._part(session)
        part.input_tokens += max(0, input_tokens)
        part.output_tokens += max(0, output_tokens)

    def edited(self, session: str, path: str) -> None:
        """A file that the session changed."""
        if path:
            self._part(session).paths[path] = None

    def batch(self, checkpoint: Checkpoint, *, restarted: bool = False) -> Batch:
        """All that was gathered since the last batch, which leaves this empty."""
        batch = Batch(
            checkpoint,
            tuple(self._session(session, part) for session, part in self._parts.items()),
            restarted=restarted,
            skipped_lines=self.skipped,
            broken_lines=self.broken,
            unknown_records=self.unknown,
        )
        self._parts, self._places = {}, {}
        self.chars = self.skipped = self.broken = self.unknown = 0
        return batch

    def _session(self, session: str, part: _Part) -> SessionPart:
        return SessionPart(
            source=self._source,
            session_id=session,
            turns=tuple(part.turns),
            unsaid_keys=tuple(part.unsaid),
            title=part.title,
            cwd=part.cwd,
            branch=part.branch,
            input_tokens=part.input_tokens,
            output_tokens=part.output_tokens,
            paths=tuple(part.paths),
            parent_session_id=part.parent,
            whole=part.whole,
            headless=part.headless,
            extra=part.extra,
            shown=tuple(part.shown),
        )

    def _part(self, session: str) -> _Part:
        part = self._parts.get(session)
        if part is None:
            part = self._parts[session] = _Part()
        return part

"""Captured conversations: lists, turns, and keeping conversations out of the memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from arbor_desktop.conversations.model import (
    IGNORED,
    NOTHING_TO_REMEMBER,
    Conversation,
    ConversationFacets,
    ConversationPage,
    ConversationStatus,
    Turn,
    TurnMark,
)
from arbor_desktop.conversations.queries import captures, conversations
from arbor_desktop.conversations.queries.conversations import Wanted
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.llm.queries import ledger
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.runtime.runtime import Runtime

NOT_REMEMBERED = "not remembered"
"""The reason of a conversation that the person ignores."""


class Conversations:
    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime

    def page(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        status: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> ConversationPage:
        """Return captured conversations, newest first."""
        path = None if project is None else checks.project_path(project)
        state = None if status is None else parse_enum(ConversationStatus, status, "status")
        return self._rt.db.read(
            lambda c: conversations.page(
                c, project=path, source=source, status=state, limit=limit, after=after
            )
        )

    def ids(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        state: str | None = None,
        only: Sequence[str] | None = None,
        sort: str = "started",
        order: str = "desc",
    ) -> list[str]:
        """Return the ids of all that match, for a list that loads its rows as they are shown.

        `state`: a status, NOTHING_TO_REMEMBER or IGNORED, as `facets` counts them.
        `sort`: started, title, project, turns, status, memories, tokens, or `given` (the order of `only`).
        """
        if sort not in (*conversations.SORTS, "given"):
            raise InvalidInput(f"Conversations can't be sorted by {sort!r}.", field="sort")
        wanted = _wanted(project, source, state, only)
        return self._rt.db.read(lambda c: conversations.ids(c, wanted, sort=sort, descending=order == "desc"))

    def many(self, ids: Sequence[str]) -> list[Conversation]:
        """Return conversations in the order of `ids`, without those that were deleted."""
        return self._rt.db.read(lambda c: conversations.many(c, ids))

    def facets(
        self,
        *,
        project: str | None = None,
        source: str | None = None,
        state: str | None = None,
        only: Sequence[str] | None = None,
    ) -> ConversationFacets:
        """Count conversations of each state, source and project; tokens and cost of this month (UTC)."""
        now = datetime.fromtimestamp(self._rt.clock() / 1000, UTC)
        month = datetime(now.year, now.month, 1, tzinfo=UTC)
        wanted = _wanted(project, source, state, only)
        since = int(month.timestamp() * 1000)
        return self._rt.db.read(lambda c: conversations.facets(c, wanted, since))

    def get(self, id: str, *, with_turns: bool = False) -> Conversation:
        """Return one conversation. Raises NotFound."""
        return self._rt.db.read(lambda c: conversations.get(c, id, with_turns=with_turns))

    def read_with(self, id: str) -> str | None:
        """Return the model that read the conversation last; None if only the rules on this computer did."""
        return self._rt.db.read(lambda c: ledger.read_with(c, id))

    def turns(self, conversation_id: str, first: int = 1, last: int | None = None) -> list[Turn]:
        """Return turns `first` to `last`, both included. Raises NotFound."""
        return self._rt.db.read(
            lambda c: conversations.turns(c, conversations.row_of(c, conversation_id), first, last)
        )

    def marks(self, conversation_id: str) -> list[TurnMark]:
        """Return the places that made memories. Raises NotFound."""
        return self._rt.db.read(lambda c: conversations.marks(c, conversations.row_of(c, conversation_id)))

    def files(self, conversation_id: str) -> list[str]:
        """Return the files it was read from, existing ones first. Raises NotFound."""
        return self._rt.db.read(lambda c: conversations.files(c, conversations.row_of(c, conversation_id)))

    def process_waiting(self) -> int:
        """Make all queued conversations due now. Return how many."""
        now = self._rt.clock()
        count = self._rt.db.write(lambda c: captures.hurry(c, now))
        self._rt.announce(status=True)
        return count

    def leave_out(self, *ids: str) -> None:
        """Keep conversations out of the memory: new turns are neither read nor memorized. Memories they made
        stay. Raises NotFound, with nothing changed."""
        self._mark(ids, True)

    def take_in(self, *ids: str) -> None:
        """Undo `leave_out`: captured turns that were not memorized are queued. Turns since are captured when
        the file is written to again. Raises NotFound, with nothing changed."""
        self._mark(ids, False)

    def _mark(self, ids: Sequence[str], left_out: bool) -> None:
        now = self._rt.clock()

        def write(conn: Connection) -> None:
            for row in [conversations.row_of(conn, ident) for ident in ids]:
                keep_out(conn, row, now) if left_out else _let_in(conn, row, now)

        self._rt.db.write(write)
        self._rt.announce((), tuple(ids), status=True)


def keep_out(conn: Connection, row: int, now: int) -> None:
    """Mark a conversation as one that must not be remembered, and remove it from the queue."""
    conversations.set_left_out(conn, row, True)
    captures.finish(conn, row)
    conversations.set_status(conn, row, ConversationStatus.SKIPPED, NOT_REMEMBERED, now)


def _let_in(conn: Connection, row: int, now: int) -> None:
    conversations.set_left_out(conn, row, False)
    conversations.set_status(conn, row, ConversationStatus.PENDING, None, now)
    captures.queue(conn, row, due=now, now=now)
    captures.read_again(conn, row)


def _wanted(project: str | None, source: str | None, state: str | None, only: Sequence[str] | None) -> Wanted:
    path = None if project is None else checks.project_path(project)
    if state is not None and state not in (NOTHING_TO_REMEMBER, IGNORED):
        state = parse_enum(ConversationStatus, state, "state")
    return Wanted(path, source, state=state, only=only)

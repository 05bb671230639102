"""Search over turns and conversations (spec 4.5)."""

from __future__ import annotations

from collections.abc import Callable

from arbor_desktop.conversations.model import ConversationStatus, Role
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import parse_enum
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.model import ConversationHit, SimilarTurns, TurnHit
from arbor_desktop.search.queries import turns
from arbor_desktop.search.queries.turns import TurnFilter


def turn_filter(
    *,
    project: str | None = None,
    conversation: str | None = None,
    source: str | None = None,
    role: str | None = None,
    since: int | str | None = None,
    until: int | str | None = None,
) -> TurnFilter:
    """Return the filters of `search_turns`, checked. Raises InvalidInput."""
    return TurnFilter(
        project=None if project is None else checks.project_path(project),
        conversation=conversation,
        source=source,
        role=None if role is None else parse_enum(Role, role, "role"),
        since=checks.moment(since, "since"),
        until=checks.moment(until, "until"),
    )


class TurnSearch:
    def __init__(self, runtime: Runtime, similar: Callable[[str], SimilarTurns | None]) -> None:
        """`similar` compares a text with all turns in meaning, None where there are no vectors."""
        self._rt = runtime
        self._similar = similar

    def search_turns(
        self,
        query: str,
        *,
        limit: int = 20,
        project: str | None = None,
        conversation: str | None = None,
        source: str | None = None,
        role: str | None = None,
        since: int | str | None = None,
        until: int | str | None = None,
    ) -> list[TurnHit]:
        """Return the turns that answer any text best, up to `limit`, over all captured conversations.

        Among them are turns without any of the words, if those around them have them or, with a model, if
        they mean the same; such a hit has no marks. For one or two words only turns that contain one or mean
        them are found. `since` (included) and `until` (not included) are milliseconds or ISO 8601.
        """
        checks.limit(limit)
        wanted = turn_filter(
            project=project, conversation=conversation, source=source, role=role, since=since, until=until
        )
        similar = self._similar(query)
        return self._rt.db.read(lambda c: turns.search_turns(c, query, wanted, limit=limit, similar=similar))

    def search_conversations(
        self,
        query: str,
        *,
        project: str | None = None,
        source: str | None = None,
        status: str | None = None,
        limit: int = 200,
    ) -> list[ConversationHit]:
        """Return the conversations for a search field while one types: the last word may be unfinished,
        and titles are searched too. Empty for a query without a word."""
        checks.limit(limit)
        wanted = TurnFilter(
            project=None if project is None else checks.project_path(project),
            source=source,
            status=None if status is None else parse_enum(ConversationStatus, status, "status"),
        )
        return self._rt.db.read(lambda c: turns.search_conversations(c, query, wanted, limit=limit))

"""Search over memories (spec 4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arbor_desktop.context.block_text import Dispute, Offered, pack
from arbor_desktop.context.layers import PROMPT, Asked, Place, disputes_among, gate_of, visible
from arbor_desktop.context.model import Retrieval as Retrieved
from arbor_desktop.database.connection import Connection
from arbor_desktop.errors import InvalidInput
from arbor_desktop.memories import checks
from arbor_desktop.memories.checks import check_sort
from arbor_desktop.memories.model import Memory, MemoryFilter, Privacy, Scope
from arbor_desktop.memories.queries import memories, search, sharing
from arbor_desktop.projects.gate import TRIVIA, Gate, asks_who_one_is
from arbor_desktop.projects.names import project_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.search.model import Components, Hit
from arbor_desktop.search.queries import ranked
from arbor_desktop.search.relevance import Relevance
from arbor_desktop.text.words import storable

MOST_RETRIEVED = 100
FOUND_IN_LIST = 500
"""Hits for a list view; nobody scrolls further."""
SURE_IN_LIST = 100
"""Good hits that are enough for a list; hits that only share a frequent word are then left out."""


class Retrieval:
    def __init__(self, runtime: Runtime, relevance: Relevance, typed: Relevance) -> None:
        """`typed` is for a person who types, and waits for no model to be loaded."""
        self._rt = runtime
        self._relevance, self._typed = relevance, typed

    def search(self, query: str, *, limit: int = 20, **filters: Any) -> list[Hit]:
        """Return the best memories for a text, up to `limit`."""
        wanted = checks.memory_filter(**filters)
        checks.limit(limit)
        asking = self._relevance.options(query, self._rt.clock())
        return self._rt.db.read(lambda conn: ranked.search(conn, query, wanted, asking, limit=limit))

    def retrieve(
        self,
        query: str,
        *,
        max_results: int = 5,
        project: str | None = None,
        branch: str | None = None,
        elsewhere: bool = True,
    ) -> Retrieved:
        """Return what is relevant to a query and may be shared with an AI: up to `max_results` (1 to 100),
        often fewer or none. "What do you know about me?" gets facts about the person, private ones only if
        it is asked without a project and from `elsewhere` too.

        With a project, what is visible there (global, the project, projects above it), and of branches only
        `branch`; without one, from everywhere, or only global memories if not `elsewhere`. Memories that must
        never be shared, have expired or need review are left out.
        """
        if not 1 <= max_results <= MOST_RETRIEVED:
            raise InvalidInput(f"max_results must be from 1 to {MOST_RETRIEVED}.", field="max_results")
        now = self._rt.clock()
        here = None if project is None else storable(checks.project_path(project))
        asked = Asked(here, storable(branch) if branch else None, None, None, now, now)
        shared = [privacy for privacy in Privacy if privacy is not Privacy.NEVER_SHARE]
        anywhere = replace(checks.memory_filter(privacy=shared), valid_at=now)

        def find(conn: Connection) -> tuple[list[Hit], tuple[Dispute, ...]]:
            places = () if here is None and elsewhere else visible(conn, asked)
            wanted = _at(anywhere, places) if places else anywhere
            if asks_who_one_is(query):
                gate = None if here is None and elsewhere else gate_of(conn, here)
                hits = self._about_person(conn, wanted, gate, now)[:max_results]
            else:
                hits = self._relevance.relevant(conn, query, wanted, limit=max_results, now=now)
            if places:  # the branches of a folder above are its own
                of = {(place.scope, place.scope_id): place for place in places}
                hits = [hit for hit in hits if of[hit.memory.scope, hit.memory.scope_id].shows(hit.memory)]
            gone = sharing.outdated(conn, [hit.memory.id for hit in hits])
            hits = [hit for hit in hits if hit.memory.id not in gone]
            found = [hit.memory.id for hit in hits]
            return hits, disputes_among(conn, found, here, self._rt.policy, now)

        hits, disputes = self._rt.db.read(find)
        offered = [
            Offered(
                hit.memory, PROMPT, "Matches the query", hit.components.relevance, _where(hit.memory, here)
            )
            for hit in hits
        ]
        packed = pack(offered, self._rt.settings.get("context.max_tokens"), disputes)
        conflicts = dict.fromkeys(conflict for hit in hits for conflict in hit.memory.conflict_ids)
        return Retrieved(tuple(hits), tuple(conflicts), packed.text, packed.tokens)

    def _about_person(self, conn: Connection, wanted: MemoryFilter, gate: Gate | None, now: int) -> list[Hit]:
        """Return the facts about the person, the most certain first; with a gate, none that is private."""
        wanted = replace(wanted, types=tuple(TRIVIA), scope=Scope.GLOBAL)
        policy = self._rt.policy
        ids = search.list_ids(conn, wanted, sort="confidence", order="desc", policy=policy, now=now)
        return [
            Hit(one, 1.0, Components(1.0, one.current_confidence, 0.0, 0.0))
            for one in memories.get_many(conn, ids[:MOST_RETRIEVED], policy, now)
            if gate is None or not gate.private(one)
        ]

    def explain(self, query: str, memory_id: str) -> Hit | None:
        """Return why a search finds a memory; None if it does not match."""
        asking = self._typed.options(query, self._rt.clock())
        return self._rt.db.read(lambda conn: ranked.explained(conn, query, memory_id, asking))

    def find_ids(
        self, query: str | None = None, *, sort: str = "relevance", order: str = "desc", **filters: Any
    ) -> list[str]:
        """Return the ids for a list view: all within the filters, or the best hits for a query."""
        check_sort(sort, order)
        wanted = checks.memory_filter(**filters)
        asking = self._typed.options(query, self._rt.clock())

        def find(conn: Connection) -> list[str]:
            def listed() -> list[str]:
                return search.list_ids(
                    conn, wanted, sort=sort, order=order, policy=asking.policy, now=asking.now
                )

            if not query or not query.strip():
                return listed()
            found = ranked.listed(conn, query, wanted, asking, limit=FOUND_IN_LIST, enough=SURE_IN_LIST)
            hits = search.ids_of_rows(conn, found)
            if sort == "relevance":
                return hits
            kept = set(hits)
            return [ident for ident in listed() if ident in kept]

        return self._rt.db.read(find)


def _at(anywhere: MemoryFilter, places: Sequence[Place]) -> MemoryFilter:
    """Return the filter `anywhere`, limited to places and their branches."""
    branches = dict.fromkeys([None, *(place.branch for place in places)])
    return replace(
        anywhere,
        places=tuple((place.scope, place.scope_id) for place in places),
        branches=tuple(branches),
    )


def _where(memory: Memory, project: str | None) -> str:
    """Return where a memory applies, in words for an AI, unless that is obvious."""
    if memory.scope is not Scope.PROJECT or memory.scope_id is None or memory.scope_id == project:
        return ""
    return f"project {project_name(memory.scope_id)}"

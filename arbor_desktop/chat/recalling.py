"""What a model may be told for a question: memories that fit, those that contradict them, and summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbor_desktop.chat.questions import Statement, with_rivals
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.context.layers import TELLABLE
from arbor_desktop.context.retrieval import Retrieval
from arbor_desktop.conversations.exclusions import excluded_by
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.checks import memory_filter
from arbor_desktop.memories.model import Category, Memory, Scope, Status
from arbor_desktop.memories.queries import memories, search
from arbor_desktop.memories.queries import visible as contexts
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries.document import blocks
from arbor_desktop.summaries.model import TOLD, CategoryInfo
from arbor_desktop.summaries.operations import Summaries

MOST = 20
"""Memories that are told for a question."""
_MOST_RIVALS = 6
"""More are told only where they contradict one of those."""
_RANK = 60
"""Of reciprocal rank fusion: how much less the next one is worth."""
_MOST_SUMMARIES, _MOST_STATEMENTS, _MOST_CHARACTERS = 8, 60, 16_000


@dataclass(frozen=True, slots=True)
class Recalled:
    """Memories, the best first, and the groups among them that contradict each other, by their ids."""

    memories: tuple[Memory, ...] = ()
    disputes: tuple[tuple[str, ...], ...] = ()
    fitting: int = 0
    """So many of them, the first ones, fit by themselves."""
    full: bool = False
    """Whether more fits than is told."""


class Recalling:
    """Reads only. `project`: only what holds everywhere, in it and above it; None: of all projects."""

    def __init__(self, runtime: Runtime, retrieval: Retrieval, summaries: Summaries) -> None:
        self._rt = runtime
        self._retrieval = retrieval
        self._summaries = summaries

    def count(self, project: str | None) -> int:
        """How many memories are looked through."""
        wanted = memory_filter(project=project, privacy=list(TELLABLE))
        now = self._rt.clock()
        wanted = replace(wanted, valid_at=now)
        page = self._rt.db.read(
            lambda conn: search.page(
                conn,
                wanted,
                sort="created",
                order="desc",
                limit=1,
                after=None,
                policy=self._rt.policy,
                now=now,
            )
        )
        return page.total

    def find(self, queries: Sequence[str], project: str | None) -> Recalled:
        """What is relevant to the queries, taken together; the first is the question, others are a model's.
        What is sensitive is there only because the question itself asks for it, what is never shared never;
        nothing that waits for review, is archived, outdated or has expired."""
        worth: dict[str, float] = {}
        found: dict[str, Memory] = {}
        full = False
        for query in dict.fromkeys(queries):
            hits = self._retrieval.retrieve(query, max_results=MOST, project=project).memories
            full = full or len(hits) == MOST
            for rank, hit in enumerate(hits, 1):
                if query != queries[0] and hit.memory.privacy_level not in TOLD:
                    continue
                found[hit.memory.id] = hit.memory
                worth[hit.memory.id] = worth.get(hit.memory.id, 0.0) + 1 / (_RANK + rank)
        best = sorted(found, key=lambda ident: (-worth[ident], ident))[:MOST]
        chosen = [found[ident] for ident in best]
        fitting = len(chosen)
        if chosen:
            chosen += self._near(queries[0], project, set(best))[: MOST - len(chosen)]
        every, disputes = self._rt.db.read(lambda conn: self._with_rivals(conn, chosen, project))
        return Recalled(every, disputes, fitting, full)

    def _near(self, query: str, project: str | None, known: set[str]) -> list[Memory]:
        """What comes next in a search, relevant or not: a model can tell. Nothing sensitive. Measured on 345
        questions of LoCoMo: what is relevant by words held 0.49 of the evidence, with the next ones 0.78."""
        levels = [level.value for level in TOLD]
        hits = self._retrieval.search(query, limit=MOST, project=project, privacy=levels)
        now = self._rt.clock()
        near = [hit.memory for hit in hits if hit.memory.id not in known and _tellable(hit.memory, now)]
        near = [memory for memory in near if project is None or memory.branch is None]
        gone = self._rt.db.read(lambda conn: contexts.outdated(conn, [memory.id for memory in near]))
        return [memory for memory in near if memory.id not in gone]

    def leaving(self, recalled: Recalled) -> Recalled:
        """What of it may leave this computer: nothing of a project that is excluded by now."""
        kept = tuple(one for one in recalled.memories if not self._excluded(one.scope_id))
        return replace(recalled, memories=kept, disputes=_among(recalled.disputes, kept))

    def _with_rivals(
        self, conn: Connection, chosen: list[Memory], project: str | None
    ) -> tuple[tuple[Memory, ...], tuple[tuple[str, ...], ...]]:
        """Both sides of an open conflict are told: one alone would look settled."""
        ids = [memory.id for memory in chosen]
        missing = [ident for ident in conflicts.with_others(conn, ids) if ident not in set(ids)]
        now = self._rt.clock()
        loaded = memories.get_many(conn, missing, self._rt.policy, now)
        visible = {memory.scope_id for memory in chosen} | {project}
        others = [one for one in loaded if _tellable(one, now) and (project is None or _seen(one, visible))]
        gone = contexts.outdated(conn, [one.id for one in others])
        every = (*chosen, *[one for one in others if one.id not in gone][:_MOST_RIVALS])
        groups = contexts.open_conflicts(conn, [memory.id for memory in every])
        return every, tuple(group.members for group in groups)

    def _excluded(self, place: str | None) -> bool:
        patterns = self._rt.settings.get("capture.excluded")
        return place is not None and excluded_by(place, patterns) is not None

    # -- summaries --

    def summed_up(self, categories: Sequence[Category], project: str | None) -> tuple[Statement, ...]:
        """The key facts of the summaries of these categories, each with the first memory that says it."""
        told: list[tuple[str, tuple[str, ...]]] = []
        for info in self._places(categories, project):
            summary = self._summaries.get(info.name, info.scope, info.scope_id)
            told += [(block.statement, block.sources) for block in blocks(summary.markdown)]
        sources = [ident for _, idents in told for ident in idents]
        now = self._rt.clock()
        loaded = {
            memory.id: memory
            for memory in self._rt.db.read(
                lambda conn: memories.get_many(conn, list(dict.fromkeys(sources)), self._rt.policy, now)
            )
            if _tellable(memory, now) and not self._excluded(memory.scope_id)
        }
        found: list[Statement] = []
        size = 0
        for text, idents in told:
            memory = next((loaded[ident] for ident in idents if ident in loaded), None)
            size += len(text)
            if memory is not None and text and len(found) < _MOST_STATEMENTS and size <= _MOST_CHARACTERS:
                found.append(Statement(memory, text))
        ids = list(dict.fromkeys(one.memory.id for one in found))
        groups = self._rt.db.read(lambda conn: contexts.open_conflicts(conn, ids))
        return with_rivals(found, [group.members for group in groups])

    def _places(self, categories: Sequence[Category], project: str | None) -> list[CategoryInfo]:
        """The likeliest category first, in it what holds everywhere, then the places with most to tell."""
        order = {category.value: number for number, category in enumerate(categories)}
        scopes = {Scope.GLOBAL.value, Scope.PROJECT.value}
        wanted = [
            info
            for info in self._summaries.infos()
            if info.name in order
            and info.item_count
            and info.scope in scopes
            and (project is None or info.scope_id in (None, project))
            and not self._excluded(info.scope_id)
        ]
        wanted.sort(
            key=lambda info: (info.scope_id is not None, order[info.name], -info.item_count, info.title)
        )
        return wanted[:_MOST_SUMMARIES]


def _tellable(memory: Memory, now: int) -> bool:
    """Whether it may be told though the question does not match it."""
    expired = memory.expires_at is not None and memory.expires_at <= now
    return memory.status is Status.ACTIVE and memory.privacy_level in TOLD and not expired


def _seen(memory: Memory, places: set[str | None]) -> bool:
    return memory.branch is None and (memory.scope is Scope.GLOBAL or memory.scope_id in places)


def _among(disputes: Sequence[tuple[str, ...]], kept: Sequence[Memory]) -> tuple[tuple[str, ...], ...]:
    ids = {memory.id for memory in kept}
    left = (tuple(ident for ident in members if ident in ids) for members in disputes)
    return tuple(members for members in left if len(members) > 1)

"""Evidence for a question to one's memory: the memories and summaries that a model is sent, and the prompts
with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from arbor_desktop.clock import to_iso
from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.context.layers import SHAREABLE
from arbor_desktop.context.retrieval import Retrieval
from arbor_desktop.database.connection import Connection
from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import Unusable, read_as, schema_of
from arbor_desktop.memories.checks import memory_filter
from arbor_desktop.memories.model import Category, Memory, Scope, Status
from arbor_desktop.memories.queries import memories, search, sharing
from arbor_desktop.projects.names import folder_name
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.summaries.document import blocks
from arbor_desktop.summaries.model import SUMMARIZED, CategoryInfo
from arbor_desktop.summaries.operations import Summaries

LONGEST_QUESTION = 4_000
NOT_IN_MEMORY = "NOT_IN_MEMORY"
"""First word of an answer: the memories don't say it."""
INSUFFICIENT = "INSUFFICIENT"
"""First word of an answer: summaries are not enough."""
MOST = 20
"""Most memories sent for a question…"""
_MOST_RIVALS = 6
"""…besides those that contradict one of them."""
_RANK = 60
"""Constant of reciprocal rank fusion: the greater, the less ranks differ."""
_MOST_SUMMARIES, _MOST_STATEMENTS, _MOST_CHARACTERS = 8, 60, 16_000
MOST_QUERIES = 6
_LONGEST_QUERY = 300
_LONGEST_TEXT = 2_000
"""Most characters of one memory that are sent."""
_ANSWER_TOKENS, _REWRITING_TOKENS = 1_200, 400
_MOST_WORDS = 18
_REFERS = re.compile(
    r"^(?:and|but|so|then)\b|\b(?:it|its|that one|this one|they|them|there|the same|former|latter)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[.!?;]\s+\S|\n\s*\S")
_QUERY = Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST_QUERY)]


# -- prompts --


class SearchPlan(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A model's plan of what to search for. `overview`: the question asks for much at once."""

    queries: Annotated[list[_QUERY], msgspec.Meta(min_length=1, max_length=MOST_QUERIES)]
    categories: list[Category] = []
    overview: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence for the model, and the memory that it is from. `rivals` are the numbers, counted from 1, of
    the statements that contradict it."""

    memory: Memory
    text: str
    rivals: tuple[int, ...] = ()


def is_searchable(question: str) -> bool:
    """Return whether a question can be searched for as it is: one short sentence without references."""
    text = question.strip()
    return len(text.split()) <= _MOST_WORDS and not (_SENTENCES.search(text) or _REFERS.search(text))


def search_plan_ask(question: str, project: str | None) -> Ask:
    """Return the request for a SearchPlan."""
    return Ask(
        Purpose.REWRITING,
        prompt("rewriting").text,
        (Message("user", fenced(question, "question")),),
        schema=schema_of(SearchPlan),
        max_tokens=_REWRITING_TOKENS,
        project=project,
    )


def read_search_plan(text: str) -> SearchPlan:
    """Read the answer to that. Raises Unusable."""
    found = read_as(text, SearchPlan)
    queries = list(dict.fromkeys(" ".join(query.split()) for query in found.queries))
    if not all(queries):
        raise Unusable("A query was empty.")
    return SearchPlan(queries, list(dict.fromkeys(found.categories)), found.overview)


def answer_ask(
    purpose: Purpose, question: str, given: Sequence[Statement], now: int, project: str | None
) -> Ask:
    """Return the request for an answer from memories (Purpose.ANSWER) or from summaries (SUFFICIENCY)."""
    parts = [f"Today is {_day(now)}."]
    parts += [_fenced(number, statement) for number, statement in enumerate(given, 1)]
    parts.append(fenced(question, "question"))
    parts.append("Answer the question from these memories alone, naming them by their ids.")
    return Ask(
        purpose,
        prompt(purpose.value).text,
        (Message("user", "\n\n".join(parts)),),
        max_tokens=_ANSWER_TOKENS,
        project=project,
    )


def with_rivals(given: Sequence[Statement], disputes: Sequence[Collection[str]]) -> tuple[Statement, ...]:
    """Return the statements with their rivals; `disputes` are groups of memories by their ids."""
    places: dict[str, list[int]] = {}
    for number, one in enumerate(given, 1):
        places.setdefault(one.memory.id, []).append(number)
    rivals: dict[str, set[int]] = {}
    for members in disputes:
        for ident in members:
            others = (places.get(other, ()) for other in members if other != ident)
            rivals.setdefault(ident, set()).update(*others)
    return tuple(replace(one, rivals=tuple(sorted(rivals.get(one.memory.id, ())))) for one in given)


def _fenced(number: int, statement: Statement) -> str:
    memory = statement.memory
    marks = {
        "id": f"m{number}",
        "kind": memory.type.value,
        "holds": _place(memory),
        "noted": _day(memory.confirmed_at or memory.updated_at),
    }
    if statement.rivals:
        marks["contradicts"] = " ".join(f"m{rival}" for rival in statement.rivals)
    text = statement.text
    return fenced(text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…", "memory", **marks)


def _place(memory: Memory) -> str:
    if memory.scope is Scope.GLOBAL:
        return "everywhere"
    if memory.scope is Scope.CONVERSATION:
        return "in one conversation"
    name = folder_name(memory.scope_id)
    branch = f", branch {memory.branch}" if memory.branch else ""
    return re.sub(r'[<>"\s]+', " ", f"in project {name}{branch}").strip()


def _day(at: int) -> str:
    return (to_iso(at) or "")[:10]


# -- search --


@dataclass(frozen=True, slots=True)
class Evidence:
    """Memories, best first, of which the first `matching` match by themselves, and the groups among them that
    contradict each other, by their ids. `full`: more memories match than were taken."""

    memories: tuple[Memory, ...] = ()
    disputes: tuple[tuple[str, ...], ...] = ()
    matching: int = 0
    full: bool = False

    def statements(self) -> tuple[Statement, ...]:
        """Return the memories as statements for the model."""
        return with_rivals([Statement(memory, memory.told_text) for memory in self.memories], self.disputes)


class EvidenceFinder:
    """Reads only. `project`: only what applies everywhere, in it and above it; None: all projects."""

    def __init__(self, runtime: Runtime, retrieval: Retrieval, summaries: Summaries) -> None:
        self._rt = runtime
        self._retrieval = retrieval
        self._summaries = summaries

    def count(self, project: str | None) -> int:
        """Return the number of memories that are searched."""
        now = self._rt.clock()
        wanted = replace(memory_filter(project=project, privacy=list(SHAREABLE)), valid_at=now)
        policy = self._rt.policy
        return self._rt.db.read(
            lambda conn: (
                search.page(
                    conn, wanted, sort="created", order="desc", limit=1, after=None, policy=policy, now=now
                ).total
            )
        )

    def find(self, queries: Sequence[str], project: str | None) -> Evidence:
        """Return what is relevant to the queries together: the question first, then a model's queries.

        Sensitive memories are found by the question alone, those that are never shared by nothing; pending,
        archived, outdated and expired ones are left out.
        """
        worth: dict[str, float] = {}
        found: dict[str, Memory] = {}
        full = False
        for query in dict.fromkeys(queries):
            hits = self._retrieval.retrieve(query, max_results=MOST, project=project).memories
            full = full or len(hits) == MOST
            for rank, hit in enumerate(hits, 1):
                if query != queries[0] and hit.memory.privacy_level not in SUMMARIZED:
                    continue
                found[hit.memory.id] = hit.memory
                worth[hit.memory.id] = worth.get(hit.memory.id, 0.0) + 1 / (_RANK + rank)
        best = sorted(found, key=lambda ident: (-worth[ident], ident))[:MOST]
        chosen = [found[ident] for ident in best]
        matching = len(chosen)
        if chosen:
            chosen += self._near(queries[0], project, set(best))[: MOST - len(chosen)]
        every, disputes = self._rt.db.read(lambda conn: self._with_rivals(conn, chosen, project))
        return Evidence(every, disputes, matching, full)

    def _near(self, query: str, project: str | None, known: set[str]) -> list[Memory]:
        """Return the next results of a search, relevant or not, for the model to judge; nothing sensitive.

        Measured on 345 questions of LoCoMo: results relevant by words had 0.49 of the evidence, with the next
        ones 0.78.
        """
        levels = [level.value for level in SUMMARIZED]
        hits = self._retrieval.search(query, limit=MOST, project=project, privacy=levels)
        now = self._rt.clock()
        near = [hit.memory for hit in hits if hit.memory.id not in known and _is_usable(hit.memory, now)]
        near = [memory for memory in near if project is None or memory.branch is None]
        gone = self._rt.db.read(lambda conn: sharing.outdated(conn, [memory.id for memory in near]))
        return [memory for memory in near if memory.id not in gone]

    def _with_rivals(
        self, conn: Connection, chosen: list[Memory], project: str | None
    ) -> tuple[tuple[Memory, ...], tuple[tuple[str, ...], ...]]:
        """Add the other sides of open conflicts: one side alone would look settled."""
        ids = [memory.id for memory in chosen]
        missing = [ident for ident in conflicts.with_others(conn, ids) if ident not in set(ids)]
        now = self._rt.clock()
        loaded = memories.get_many(conn, missing, self._rt.policy, now)
        places = {memory.scope_id for memory in chosen} | {project}
        others = [
            one
            for one in loaded
            if _is_usable(one, now)
            and (
                project is None
                or (one.branch is None and (one.scope is Scope.GLOBAL or one.scope_id in places))
            )
        ]
        gone = sharing.outdated(conn, [one.id for one in others])
        every = (*chosen, *[one for one in others if one.id not in gone][:_MOST_RIVALS])
        groups = sharing.open_conflicts(conn, [memory.id for memory in every])
        return every, tuple(groups)

    def shareable(self, evidence: Evidence) -> Evidence:
        """Return what may leave this computer: nothing of a project that is excluded by now."""
        kept = tuple(one for one in evidence.memories if not self._rt.is_excluded(one.scope_id))
        ids = {memory.id for memory in kept}
        left = (tuple(ident for ident in members if ident in ids) for members in evidence.disputes)
        return replace(evidence, memories=kept, disputes=tuple(group for group in left if len(group) > 1))

    def in_summaries(self, categories: Sequence[Category], project: str | None) -> tuple[Statement, ...]:
        """Return the key facts of the categories' summaries, each with the first memory that it is from."""
        facts: list[tuple[str, tuple[str, ...]]] = []
        for info in self._infos(categories, project):
            summary = self._summaries.get(info.name, info.scope, info.scope_id)
            facts += [(block.statement, block.sources) for block in blocks(summary.markdown)]
        sources = list(dict.fromkeys(ident for _, idents in facts for ident in idents))
        now = self._rt.clock()
        found = self._rt.db.read(lambda conn: memories.get_many(conn, sources, self._rt.policy, now))
        usable = {
            memory.id: memory
            for memory in found
            if _is_usable(memory, now) and not self._rt.is_excluded(memory.scope_id)
        }
        given: list[Statement] = []
        size = 0
        for text, idents in facts:
            source = next((usable[ident] for ident in idents if ident in usable), None)
            size += len(text)
            if source is not None and text and len(given) < _MOST_STATEMENTS and size <= _MOST_CHARACTERS:
                given.append(Statement(source, text))
        ids = list(dict.fromkeys(one.memory.id for one in given))
        groups = self._rt.db.read(lambda conn: sharing.open_conflicts(conn, ids))
        return with_rivals(given, groups)

    def _infos(self, categories: Sequence[Category], project: str | None) -> list[CategoryInfo]:
        """Return the summaries to read: global ones first, by likely category, then by size."""
        order = {category.value: number for number, category in enumerate(categories)}
        scopes = {Scope.GLOBAL.value, Scope.PROJECT.value}
        wanted = [
            info
            for info in self._summaries.infos()
            if info.name in order
            and info.item_count
            and info.scope in scopes
            and (project is None or info.scope_id in (None, project))
            and not self._rt.is_excluded(info.scope_id)
        ]
        wanted.sort(
            key=lambda info: (info.scope_id is not None, order[info.name], -info.item_count, info.title)
        )
        return wanted[:_MOST_SUMMARIES]


def _is_usable(memory: Memory, now: int) -> bool:
    """Return whether a memory may be sent though the question does not match it."""
    expired = memory.expires_at is not None and memory.expires_at <= now
    return memory.status is Status.ACTIVE and memory.privacy_level in SUMMARIZED and not expired

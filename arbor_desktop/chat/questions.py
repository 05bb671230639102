"""What a model is asked for a question to one's memory: to prepare the search, to answer from summaries, to
answer from memories. Text in, `Ask` out; no store, no network."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from arbor_desktop.clock import to_iso
from arbor_desktop.memories.model import Category, Memory, Scope
from arbor_desktop.models.json_answers import Unusable, read_as, schema_of
from arbor_desktop.models.model import Ask, Message, Purpose
from arbor_desktop.models.prompts import fenced, prompt

LONGEST_QUESTION = 4_000
NOT_IN_MEMORY = "NOT_IN_MEMORY"
"""An answer that begins so says that the memories do not hold it."""
INSUFFICIENT = "INSUFFICIENT"
"""An answer that begins so says that summaries are not enough."""
MOST_QUERIES = 6
_LONGEST_QUERY = 300
_LONGEST_TEXT = 2_000
"""Characters of one memory that a model is told."""
_ANSWER_TOKENS, _REWRITING_TOKENS = 1_200, 400
_PLAIN_WORDS = 18
_REFERS = re.compile(
    r"^(?:and|but|so|then)\b|\b(?:it|its|that one|this one|they|them|there|the same|former|latter)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[.!?;]\s+\S|\n\s*\S")
_QUERY = Annotated[str, msgspec.Meta(min_length=1, max_length=_LONGEST_QUERY)]


class Rewritten(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What to search for. `overview`: the question asks for much at once."""

    queries: Annotated[list[_QUERY], msgspec.Meta(min_length=1, max_length=MOST_QUERIES)]
    categories: list[Category] = []
    overview: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that a model is told, with the memory that says it. `rivals` are the places, counted from 1,
    of those that contradict it."""

    memory: Memory
    text: str
    rivals: tuple[int, ...] = ()


def plain(question: str) -> bool:
    """Whether a question can be searched for as it is: one short sentence that refers to nothing before."""
    text = question.strip()
    return len(text.split()) <= _PLAIN_WORDS and not (_SENTENCES.search(text) or _REFERS.search(text))


def rewriting(question: str, project: str | None) -> Ask:
    """Asks what to search for."""
    return Ask(
        Purpose.REWRITING,
        prompt("rewriting").text,
        (Message("user", fenced(question, "question")),),
        schema=schema_of(Rewritten),
        max_tokens=_REWRITING_TOKENS,
        project=project,
    )


def read_rewritten(text: str) -> Rewritten:
    """Raises Unusable."""
    found = read_as(text, Rewritten)
    queries = list(dict.fromkeys(" ".join(query.split()) for query in found.queries))
    if not all(queries):
        raise Unusable("A query was empty.")
    return Rewritten(queries, list(dict.fromkeys(found.categories)), found.overview)


def answering(
    purpose: Purpose, question: str, told: Sequence[Statement], now: int, project: str | None
) -> Ask:
    """Asks for an answer from memories (Purpose.ANSWER) or from statements of summaries (SUFFICIENCY)."""
    parts = [f"Today is {_day(now)}."]
    parts += [_fenced(number, statement) for number, statement in enumerate(told, 1)]
    parts.append(fenced(question, "question"))
    parts.append("Answer the question from these memories alone, naming them by their ids.")
    return Ask(
        purpose,
        prompt(purpose.value).text,
        (Message("user", "\n\n".join(parts)),),
        max_tokens=_ANSWER_TOKENS,
        project=project,
    )


def statements(memories: Sequence[Memory], disputes: Sequence[Collection[str]]) -> tuple[Statement, ...]:
    """Memories as they are told, each with those that contradict it."""
    return with_rivals([Statement(memory, memory.told_text) for memory in memories], disputes)


def with_rivals(told: Sequence[Statement], disputes: Sequence[Collection[str]]) -> tuple[Statement, ...]:
    """Each statement with those that contradict it; `disputes` are groups of memories by their ids."""
    places: dict[str, list[int]] = {}
    for number, one in enumerate(told, 1):
        places.setdefault(one.memory.id, []).append(number)
    rivals: dict[str, set[int]] = {}
    for members in disputes:
        for ident in members:
            others = (places.get(other, ()) for other in members if other != ident)
            rivals.setdefault(ident, set()).update(*others)
    return tuple(replace(one, rivals=tuple(sorted(rivals.get(one.memory.id, ())))) for one in told)


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
    path = (memory.scope_id or "").replace("\\", "/").rstrip("/")
    name = path.rpartition("/")[2] or path
    branch = f", branch {memory.branch}" if memory.branch else ""
    return re.sub(r'[<>"\s]+', " ", f"in project {name}{branch}").strip()


def _day(at: int) -> str:
    return (to_iso(at) or "")[:10]

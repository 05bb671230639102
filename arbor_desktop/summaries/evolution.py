"""The wording of a summary's facts by a model: the question, and which of its answers may be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from arbor_desktop.llm.model import Ask, Message, Purpose
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import Unusable, read_as, schema_of
from arbor_desktop.summaries.document import LONGEST_STATEMENT
from arbor_desktop.text import support

MOST_JOINED = 6
LEAST_KEPT = 0.6
"""So much of each source's words a joined statement has, beside all names, numbers, denials and limits."""
LEAST_TOKENS, TOKENS_A_FACT = 400, 120


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A fact as it is now: `statement`, made of `texts`."""

    statement: str
    texts: tuple[str, ...]
    new: bool = False


@dataclass(frozen=True, slots=True)
class WordedFact:
    """A fact as it should be: the places of the facts that it is made of, and its text."""

    of: tuple[int, ...]
    statement: str
    time_bound: bool


class _One(msgspec.Struct, forbid_unknown_fields=True):
    sources: list[str] = msgspec.field(name="from")
    statement: str
    time_bound: bool


class _All(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[_One]


def version() -> int:
    return prompt("category").version


def question(title: str, facts: Sequence[GivenFact], project: str | None = None) -> Ask:
    shown = [
        fenced(fact.statement, id=f"f{number}", new="yes" if fact.new else "no")
        for number, fact in enumerate(facts, 1)
    ]
    return Ask(
        Purpose.CATEGORY,
        prompt("category").filled(most=str(MOST_JOINED)),
        (Message("user", "\n".join([f"Category: {title}", *shown])),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_A_FACT * len(facts),
        project=project,
    )


def read(text: str, facts: Sequence[GivenFact]) -> list[WordedFact]:
    """Return the facts as they should be. Raises Unusable if a given fact is missing or used twice, or if
    a statement says more or less than its sources."""
    places = {f"f{number}": number - 1 for number in range(1, len(facts) + 1)}
    answered = read_as(text, _All).facts
    named = [name for one in answered for name in one.sources]
    problems = [f"{name[:20]} is no fact." for name in dict.fromkeys(named) if name not in places]
    problems += [f"{name} is in no “from”." for name in places if name not in named]
    problems += [f"{name} is in two “from”." for name in places if named.count(name) > 1]
    if problems:
        raise Unusable(*problems)
    found = []
    for one in answered:
        of = tuple(places[name] for name in one.sources)
        statement = " ".join(one.statement.split())
        problems += _problems(one.sources, statement, [facts[place] for place in of])
        found.append(WordedFact(of, statement, one.time_bound))
    if problems:
        raise Unusable(*problems)
    return found


def _problems(names: Sequence[str], statement: str, facts: Sequence[GivenFact]) -> Iterator[str]:
    who = "+".join(names)[:40]
    if not facts:
        yield "A fact names no source."
        return
    if len(facts) > MOST_JOINED:
        yield f"{who}: at most {MOST_JOINED} facts may be joined."
    if not 3 <= len(statement) <= LONGEST_STATEMENT:
        yield f"{who}: a statement has 3 to {LONGEST_STATEMENT} characters."
    if len(facts) == 1 and statement == facts[0].statement:
        return
    texts = [text for fact in facts for text in fact.texts]
    if added := support.unsupported(statement, texts):
        yield f"{who}: these words are in none of its sources: {', '.join(added[:8])}."
    lost = dict.fromkeys(
        word for text in texts for word in support.missing(statement, text, least=LEAST_KEPT)
    )
    if lost:
        yield f"{who}: these words of its sources are missing: {', '.join(list(lost)[:8])}."

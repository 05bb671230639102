"""A summary that a person edited goes on with its memories, and keeps their words.

What Arbor wrote and the person left as it was is renewed: facts, figures, whole sections. What the person
wrote or changed stays to the letter. Memories that are new since are added as facts at the end of
`Key Facts`. Only what must not be told any more is taken out of their text too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from arbor_desktop.summaries.document import (
    CONFLICTS,
    FACTS,
    NO_FACTS,
    NOTHING,
    REVIEW,
    SECTIONS,
    Block,
    blocks,
    bodies,
    fact_text,
    head_of,
    is_more_line,
    more_line,
    quoted,
    sections,
    with_head,
)
from arbor_desktop.summaries.model import ARBOR, Document, Fact
from arbor_desktop.text.stems import stem

T = TypeVar("T")

HIDDEN = "“(not told)”"
_QUOTE = re.compile(r"“[^“”\n]*”")
_BOUNDS = re.compile(r" \((?:on branch |until |[a-z ]*…$)")
"""Where the words of a memory end and its bounds begin, as a statement has them."""
_TOPICS = re.compile(r"They name (?P<topics>[^;\n]+) most often; t(?=he most certain )")
_WORD = re.compile(r"\w[\w+#.-]*[\w+#]|\w")


@dataclass(frozen=True, slots=True)
class Ours:
    """What Arbor wrote in versions so far, and no person wrote before it: facts, texts of sections, lines."""

    facts: frozenset[str]
    bodies: frozenset[tuple[str, str]]
    lines: frozenset[str]


def written_by_arbor(versions: Iterable[tuple[str, str]]) -> Ours:
    """`versions` are (who wrote it, its text), the oldest first; who wrote something first is its author."""
    facts: dict[str, str] = {}
    parts: dict[tuple[str, str], str] = {}
    lines: dict[str, str] = {}
    for actor, text in versions:
        for block in blocks(text):
            facts.setdefault(block.text, actor)
        for section in sections(text):
            parts.setdefault((section.name, section.body), actor)
            for line in section.body.split("\n"):
                lines.setdefault(line, actor)
    return Ours(_arbors(facts), _arbors(parts), _arbors(lines))


def _arbors(written: dict[T, str]) -> frozenset[T]:
    return frozenset(what for what, actor in written.items() if actor == ARBOR)


def renewed(
    text: str,
    fresh: Document,
    *,
    ours: Ours,
    left_out: Collection[str] = (),
    private: Collection[str] = (),
    hidden: Collection[str] = (),
) -> str:
    """The person's `text`, brought up to `fresh`.

    `left_out` are ids of memories whose facts the person took out; `private` of those that must not be told
    any more, `hidden` what these say and ever said.
    """
    facts = _Facts(fresh, ours, private)
    text = facts.renew(text)
    text = _with_sections(text, fresh, ours)
    added = [fact for fact in facts.left() if not any(one in left_out for one in fact.sources)]
    text = _with_facts(text, added)
    text = _with_more(text, fresh, facts.told | {one for fact in added for one in fact.sources})
    head = {name: value for name, value in head_of(fresh).items() if name != REVIEW}
    return with_head(without_words(text, Hidden(facts.hidden.union(hidden))), head)


class _Facts:
    """Puts each fact of the newest document to where it stands in a text already."""

    def __init__(self, fresh: Document, ours: Ours, private: Collection[str]) -> None:
        self._ours, self._private = ours, private
        self._left = list(fresh.facts)
        self.told: set[str] = set()
        self.hidden: set[str] = set()
        """Statements of facts that were taken out because they must not be told."""

    def left(self) -> list[Fact]:
        """Facts of which the text tells nothing."""
        return [fact for fact in self._left if not self.told.intersection(fact.sources)]

    def renew(self, text: str) -> str:
        found = blocks(text)
        kept = {block.start for block in found if self._is_persons(block)}
        for block in found:
            if block.start in kept:
                self.told.update(block.sources)
            elif any(one in self._private for one in block.sources):
                self.hidden.add(block.statement)
        lines = text.split("\n")
        now = [(block, self._now(block)) for block in found if block.start not in kept]
        for block, written in reversed(now):
            _replace(lines, block, written)
        return "\n".join(lines)

    def _is_persons(self, block: Block) -> bool:
        return block.text not in self._ours.facts and not any(one in self._private for one in block.sources)

    def _now(self, block: Block) -> str | None:
        """What stands in the place of a fact now; None: nothing does."""
        named = set(block.sources)
        for fact in self._left:
            if named.intersection(fact.sources) and not self.told.intersection(fact.sources):
                self._left.remove(fact)
                self.told.update(fact.sources)
                return fact_text(fact)
        return None


def _replace(lines: list[str], block: Block, text: str | None) -> None:
    if text is not None:
        lines[block.start : block.end] = text.split("\n")
        return
    end = block.end
    if end < len(lines) and not lines[end].strip():  # with the empty line that parts it from the next
        end += 1
    del lines[block.start : end]


def _with_sections(text: str, fresh: Document, ours: Ours) -> str:
    """Sections that the person left as they were are those of `fresh`; where they wrote about conflicts,
    those that are over go, and new ones are added."""
    now = bodies(fresh)
    lines = text.split("\n")
    for section in reversed(sections(text)):
        if section.name == FACTS or section.name not in SECTIONS:
            continue
        body = now[section.name]
        if (section.name, section.body) not in ours.bodies:
            if section.name != CONFLICTS:
                continue
            body = _with_conflicts(section.body, fresh, ours)
        lines[section.start + 1 : section.end] = ["", *([body, ""] if body else [])]
    return "\n".join(lines)


def _with_conflicts(body: str, fresh: Document, ours: Ours) -> str:
    open_ones = [f"- {one}" for one in fresh.conflicts]
    arbors = {line for line in ours.lines if line.startswith("- ") or line == NOTHING}
    kept = [line for line in body.split("\n") if line not in arbors or line in open_ones]
    added = [one for one in open_ones if one not in ours.lines and one not in kept]
    return "\n".join([*kept, *added]).strip("\n")


def _with_facts(text: str, added: list[Fact]) -> str:
    """Facts at the end of `Key Facts`; that section comes at the end of a text without it."""
    if not added:
        return text
    written = "\n\n".join(fact_text(fact) for fact in added)
    section = next((one for one in sections(text) if one.name == FACTS), None)
    if section is None:
        head = text.rstrip("\n")
        return f"{head}\n\n## {FACTS}\n\n{written}\n"
    lines = text.split("\n")
    body = "\n".join(
        line for line in lines[section.start + 1 : section.end] if line.strip() != NO_FACTS
    ).strip("\n")
    head, _, last = body.rpartition("\n")
    if is_more_line(last):
        body, written = head.rstrip("\n"), f"{written}\n\n{last}"
    lines[section.start + 1 : section.end] = ["", *([body, ""] if body else []), written, ""]
    return "\n".join(lines)


def _with_more(text: str, fresh: Document, told: Collection[str]) -> str:
    """Says how many memories no fact tells of, where the text says so."""
    count = fresh.more + sum(
        len(fact.sources) + fact.more_sources
        for fact in fresh.facts
        if not any(s in told for s in fact.sources)
    )
    lines = [
        more_line(count) if is_more_line(line) else line
        for line in text.split("\n")
        if count or not is_more_line(line)
    ]
    return "\n".join(lines)


class Hidden:
    """Texts whose words must not be told."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = frozenset(texts)

    @cached_property
    def _quotes(self) -> frozenset[str]:
        return frozenset(quoted(text) for text in self._texts)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(root for text in self._texts for root in _stems(text))

    def quoted_by(self, quote: str) -> bool:
        """Whether it quotes one of the texts, with or without bounds, which an ellipsis may have cut."""
        inner = quote[1:-1]
        ends = [found.start() for found in _BOUNDS.finditer(inner)]
        if inner.endswith("…"):
            ends.append(len(inner) - 1)
        return quote in self._quotes or any(f"“{inner[:end].rstrip()}”" in self._quotes for end in ends)

    def name(self, topics: str) -> bool:
        """Whether one of the texts names one of the topics, in whatever form."""
        return not self._stems.isdisjoint(_stems(topics))


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(text)} - {"and"}


def without(text: str, ids: Collection[str], hidden: Hidden) -> str:
    """The text without the facts that name one of `ids`, and without hidden words."""
    lines = text.split("\n")
    for block in reversed(blocks(text)):
        if any(one in ids for one in block.sources):
            _replace(lines, block, None)
    return without_words("\n".join(lines), hidden)


def without_words(text: str, hidden: Hidden) -> str:
    """The text without quotations of what is hidden, also where these add until when or on which branch it
    holds, and without saying what is named most often where that is named in what is hidden."""
    text = _QUOTE.sub(lambda found: HIDDEN if hidden.quoted_by(found[0]) else found[0], text)
    return _TOPICS.sub(lambda found: "T" if hidden.name(found["topics"]) else found[0], text)

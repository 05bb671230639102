"""A summary as Markdown (spec 4.4): writing, reading and checking it, and renewing one that a person edited.

What comes from memories and conversations is
always within one line behind a label, so no text of theirs can be taken for a part of the document.

In an edited summary, what Arbor wrote and the person left unchanged is renewed: facts, figures, whole
sections. What the person wrote or changed stays to the letter. New memories are added as facts at the end of
`Key Facts`. Only what must not be shared any more is removed from their text too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from arbor_desktop.clock import from_iso, to_iso
from arbor_desktop.errors import InvalidInput
from arbor_desktop.summaries.model import ARBOR, Document, Fact

SUMMARY, FACTS, CONFLICTS, USAGE = (
    "Summary", "Key Facts", "Contradictions and Conflicts", "Usage Notes",
)  # fmt: skip
SECTIONS = (SUMMARY, FACTS, CONFLICTS, USAGE)
UPDATED, COUNT, RANGE, REVIEW = "Last Updated", "Item Count", "Confidence Range", "Last Review"
HEAD = (UPDATED, COUNT, RANGE, REVIEW)
STATEMENT, EVIDENCE, CONFIDENCE, SOURCES = "Statement", "Evidence", "Confidence", "Source item ids"
FIELDS = (STATEMENT, EVIDENCE, CONFIDENCE, UPDATED, SOURCES)
NEVER, NO_RANGE, NO_FACTS, NOTHING = "never", "none", "No facts yet.", "None known."
LONGEST_STATEMENT = 600
LONGEST_QUOTE = 140

_INNER = str.maketrans("“”", '""')
_LABELLED = re.compile(r"(?P<indent> *)- \*\*(?P<label>[^*\n]+?):\*\*(?: (?P<value>.*))?")
_MORE = re.compile(r"And [\d,]+ more memor(?:y|ies), less certain than these\.")
_MORE_SOURCES = re.compile(r" and [\d,]+ more$")
_RANGE = re.compile(r"([01]\.\d\d) to ([01]\.\d\d)")
_SECTION = "## "


def one_line(text: str, limit: int = LONGEST_STATEMENT) -> str:
    """Return a text with all white space folded to single spaces; beyond `limit` it ends in an ellipsis."""
    folded = " ".join(text.split())
    return folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"


def quoted(text: str) -> str:
    """Return “text”, in one line; quotation marks of the same kind within it become plain ones."""
    return f"“{one_line(text.translate(_INNER), LONGEST_QUOTE)}”"


# -- writing --


def compose(document: Document) -> str:
    """Return the Markdown of a document, in the one form in which it is written."""
    span = document.confidence
    head = {
        UPDATED: _iso(document.updated_at),
        COUNT: f"{document.item_count}",
        RANGE: NO_RANGE if span is None else f"{span[0]:.2f} to {span[1]:.2f}",
        REVIEW: NEVER if document.reviewed_at is None else _iso(document.reviewed_at),
    }
    lines = [f"# {document.title}", "", *(f"- **{name}:** {value}" for name, value in head.items()), ""]
    for name, body in bodies(document).items():
        lines += [f"{_SECTION}{name}", "", body, ""]
    return "\n".join(lines)


def bodies(document: Document) -> dict[str, str]:
    """Return the text of each section."""
    facts = "\n\n".join(fact_text(fact) for fact in document.facts) or NO_FACTS
    if document.more:
        facts += f"\n\n{more_line(document.more)}"
    return {
        SUMMARY: document.summary,
        FACTS: facts,
        CONFLICTS: _bullets(document.conflicts),
        USAGE: _bullets(document.usage),
    }


def fact_text(fact: Fact) -> str:
    """Return a key fact as its lines."""
    more = f" and {fact.more_sources:,} more" if fact.more_sources else ""
    values = {
        EVIDENCE: fact.evidence,
        CONFIDENCE: f"{fact.confidence:.2f}",
        UPDATED: _iso(fact.updated_at),
        SOURCES: ", ".join(fact.sources) + more,
    }
    return "\n".join(
        (f"- **{STATEMENT}:** {fact.statement}", *(f"  - **{n}:** {v}" for n, v in values.items()))
    )


def more_line(count: int) -> str:
    """Return the line on memories that are in no fact."""
    return f"And {count:,} more memor{'y' if count == 1 else 'ies'}, less certain than these."


def is_more_line(line: str) -> bool:
    return _MORE.fullmatch(line.strip()) is not None


def _bullets(entries: Sequence[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries) or NOTHING


def _iso(at: int) -> str:
    return to_iso(at) or ""


# -- reading --


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one fact in a text, from `start` up to `end` (excluded), with the values of its labels."""

    start: int
    end: int
    text: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def statement(self) -> str:
        return self.values.get(STATEMENT, "")

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids that are named."""
        named = _MORE_SOURCES.sub("", self.values.get(SOURCES, ""))
        return tuple(ident for part in named.split(",") if (ident := part.strip(" `")))


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the lines under it: from `start` (the heading's own) up to `end` (excluded)."""

    name: str
    start: int
    end: int
    body: str


def sections(text: str) -> list[Section]:
    """Return the parts of a text that begin with a heading of the second rank, in their order."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith(_SECTION)]
    ends = [*starts, len(lines)][1:]
    return [
        Section(
            lines[start].removeprefix(_SECTION).strip(),
            start,
            end,
            "\n".join(lines[start + 1 : end]).strip("\n"),
        )
        for start, end in zip(starts, ends, strict=True)
    ]


def blocks(text: str) -> list[Block]:
    """Return the facts of a text, wherever they are and however complete."""
    lines = text.split("\n")
    found: list[Block] = []
    number = 0
    while number < len(lines):
        first = _LABELLED.fullmatch(lines[number])
        if first is None or first["indent"] or first["label"] != STATEMENT:
            number += 1
            continue
        end = number + 1
        while end < len(lines) and lines[end].startswith(" ") and lines[end].strip():
            end += 1
        found.append(Block(number, end, "\n".join(lines[number:end]), dict(_labelled(lines[number:end]))))
        number = end
    return found


def _labelled(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield labels with their values; lines without a label continue the one before."""
    label, value = "", ""
    for line in lines:
        found = _LABELLED.fullmatch(line)
        if found is None:
            value += f" {line.strip()}"
            continue
        if label:
            yield label, value
        label, value = found["label"], found["value"] or ""
    if label:
        yield label, value


def is_head_line(line: str) -> bool:
    found = _LABELLED.fullmatch(line)
    return found is not None and found["label"] in HEAD


def head_values(text: str) -> dict[str, str]:
    """Return the values between the title and the first section, by label."""
    values: dict[str, str] = {}
    for line in text.split("\n"):
        if line.startswith(_SECTION):
            break
        found = _LABELLED.fullmatch(line)
        if found is not None and found["label"] in HEAD:
            values.setdefault(found["label"], found["value"] or "")
    return values


def with_head(text: str, values: Mapping[str, str]) -> str:
    """Return the text with other values in its head; labels that it lacks are not added."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith(_SECTION):
            break
        found = _LABELLED.fullmatch(line)
        if found is not None and found["label"] in values:
            lines[number] = f"{found['indent']}- **{found['label']}:** {values[found['label']]}"
    return "\n".join(lines)


def sources_of(text: str) -> tuple[str, ...]:
    """Return the ids of all memories that a text's facts name, each once."""
    return tuple(dict.fromkeys(ident for block in blocks(text) for ident in block.sources))


# -- checking --


def validate(text: str, known_ids: Collection[str] | None) -> tuple[str, ...]:
    """Return what is wrong with a document, for people; nothing for a valid one.

    All sections are there, once and in their order; every fact is complete and has a source among `known_ids`
    (None: any will do); every time is an ISO timestamp.
    """
    found = [] if text.startswith("# ") and text.partition("\n")[0][2:].strip() else ["It has no title."]
    found += _head_problems(head_values(text))
    parts = sections(text)
    names = [part.name for part in parts if part.name in SECTIONS]
    found += [f"The section “{name}” is missing." for name in SECTIONS if name not in names]
    found += [f"The section “{name}” is there twice." for name in SECTIONS if names.count(name) > 1]
    if not found and names != list(SECTIONS):
        found.append(f"The sections are not in their order: {', '.join(SECTIONS)}.")
    inside = [block for part in parts if part.name == FACTS for block in blocks(part.body)]
    for number, block in enumerate(inside, 1):
        found += (f"Fact {number}: {problem}" for problem in _fact_problems(block, known_ids))
    if len(inside) < len(blocks(text)):
        found.append(f"A fact stands outside of “{FACTS}”.")
    return tuple(found)


def _head_problems(head: Mapping[str, str]) -> Iterator[str]:
    wanted: dict[str, tuple[Callable[[str], bool], str]] = {
        UPDATED: (_is_time, "an ISO timestamp"),
        COUNT: (lambda value: value.isascii() and value.isdigit(), "a number"),
        RANGE: (_is_range, f"like “0.40 to 0.95”, or “{NO_RANGE}”"),
        REVIEW: (lambda value: value == NEVER or _is_time(value), f"an ISO timestamp, or “{NEVER}”"),
    }
    for name, (fits, form) in wanted.items():
        if name not in head:
            yield f"“{name}” is missing."
        elif not fits(head[name]):
            yield f"“{name}” must be {form}, not “{head[name]}”."


def _fact_problems(block: Block, known_ids: Collection[str] | None) -> Iterator[str]:
    values = block.values
    yield from (f"“{name}” is missing." for name in FIELDS if not values.get(name, "").strip())
    if values.get(CONFIDENCE) and not _is_share(values[CONFIDENCE]):
        yield f"“{CONFIDENCE}” must be between 0 and 1, not “{values[CONFIDENCE]}”."
    if values.get(UPDATED) and not _is_time(values[UPDATED]):
        yield f"“{UPDATED}” must be an ISO timestamp, not “{values[UPDATED]}”."
    if known_ids is not None and block.sources and not any(one in known_ids for one in block.sources):
        yield f"none of its sources exists ({', '.join(block.sources[:3])})."


def _is_time(value: str) -> bool:
    try:
        from_iso(value)
    except (InvalidInput, OverflowError):
        return False
    return True


def _is_range(value: str) -> bool:
    found = _RANGE.fullmatch(value)
    return value == NO_RANGE or (found is not None and float(found[1]) <= float(found[2]) <= 1)


def _is_share(value: str) -> bool:
    try:
        return 0 <= float(value) <= 1
    except ValueError:
        return False


# -- a person's edits --


T = TypeVar("T")

HIDDEN = "“(not told)”"
_QUOTE = re.compile(r"“[^“”\n]*”")
_BOUNDS = re.compile(r" \((?:on branch |until |[a-z ]*…$)")
"""Where the words of a memory end and its bounds begin, as a statement has them."""


@dataclass(frozen=True, slots=True)
class Ours:
    """What Arbor wrote in all versions, and no person wrote before it: facts, texts of sections, lines."""

    facts: frozenset[str]
    bodies: frozenset[tuple[str, str]]
    lines: frozenset[str]


def written_by_arbor(versions: Iterable[tuple[str, str]]) -> Ours:
    """Return what Arbor wrote of `versions`, given as (author, text), the oldest first; who wrote
    something first is its author."""
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
    """Return the person's `text`, updated to `fresh`.

    `left_out` are ids of memories whose facts the person removed; `private` of those that must not be shared
    any more, `hidden` their texts now and before.
    """
    facts = _Facts(fresh, ours, private)
    text = facts.renew(text)
    text = _with_sections(text, fresh, ours)
    added = [fact for fact in facts.left() if not any(one in left_out for one in fact.sources)]
    text = _with_facts(text, added)
    text = _with_more(text, fresh, facts.told | {one for fact in added for one in fact.sources})
    head = {name: value for name, value in head_values(compose(fresh)).items() if name != REVIEW}
    return with_head(without_words(text, Hidden(facts.hidden.union(hidden))), head)


class _Facts:
    """Puts each fact of the newest document where it is in a text already."""

    def __init__(self, fresh: Document, ours: Ours, private: Collection[str]) -> None:
        self._ours, self._private = ours, private
        self._left = list(fresh.facts)
        self.told: set[str] = set()
        self.hidden: set[str] = set()
        """Statements of facts that were taken out because they must not be told."""

    def left(self) -> list[Fact]:
        """Return the facts that are not in the text."""
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
        """Return the present text of a fact; None if it is gone."""
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
    """Renew the sections that the person left unchanged; where they wrote about conflicts, remove resolved
    ones and add new ones."""
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
    """Add facts at the end of `Key Facts`; in a text without it that section comes last."""
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
    """Update how many memories are in no fact, if the text says so."""
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
    """Texts that must not be shared."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = frozenset(texts)

    @cached_property
    def _quotes(self) -> frozenset[str]:
        return frozenset(quoted(text) for text in self._texts)

    def quoted_by(self, quote: str) -> bool:
        """Return whether a quotation is of one of the texts, with or without bounds, which an ellipsis may
        have cut."""
        inner = quote[1:-1]
        ends = [found.start() for found in _BOUNDS.finditer(inner)]
        if inner.endswith("…"):
            ends.append(len(inner) - 1)
        return quote in self._quotes or any(f"“{inner[:end].rstrip()}”" in self._quotes for end in ends)


def without(text: str, ids: Collection[str], hidden: Hidden) -> str:
    """Return the text without the facts that name one of `ids`, and without hidden texts."""
    lines = text.split("\n")
    for block in reversed(blocks(text)):
        if any(one in ids for one in block.sources):
            _replace(lines, block, None)
    return without_words("\n".join(lines), hidden)


def without_words(text: str, hidden: Hidden) -> str:
    """Return the text without quotations of hidden texts, also with bounds (end date, branch)."""
    return _QUOTE.sub(lambda found: HIDDEN if hidden.quoted_by(found[0]) else found[0], text)

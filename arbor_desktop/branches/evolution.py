"""The memory of a branch brought up to date by a model: the question, and what its answer may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from arbor_desktop.branches.sections import BranchDocument, Change, ChangeKind, Entry, EvolvedBranch, Section
from arbor_desktop.conflicts.adjudication import LONGEST_REASON, cut
from arbor_desktop.models.json_answers import Unusable, read_as, schema_of
from arbor_desktop.models.model import Ask, Message, Purpose
from arbor_desktop.models.prompts import fenced, prompt
from arbor_desktop.text import support

MOST_CHARACTERS = 60_000
"""Of all entries together; more is not asked."""
LEAST_KEPT = 0.6
"""So much of each source's words a joined entry has, beside all names, numbers, denials and limits."""
SAME_MATTER = 0.5
"""So much of the shorter one's words two entries share where one takes the other's place."""
LEAST_TOKENS, TOKENS_AN_ENTRY = 600, 120


class _One(msgspec.Struct, forbid_unknown_fields=True):
    section: str
    text: str
    sources: list[str] = msgspec.field(name="from")


class _Gone(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    by: str
    reason: str


class _All(msgspec.Struct, forbid_unknown_fields=True):
    entries: list[_One]
    removed: list[_Gone]


@dataclass(frozen=True, slots=True)
class Shown:
    """All entries of a question, by their names in it; the document's first, in its order."""

    by_name: dict[str, Entry]

    @classmethod
    def of(cls, document: BranchDocument, new: Sequence[Entry]) -> Shown:
        old = {f"e{number}": one for number, one in enumerate(document.entries(), 1)}
        return cls(old | {f"n{number}": one for number, one in enumerate(new, 1)})

    @property
    def size(self) -> int:
        return sum(len(one.text) for one in self.by_name.values())


def question(shown: Shown, project: str | None = None) -> Ask:
    lines = [fenced(one.text, id=name, section=one.section.value) for name, one in shown.by_name.items()]
    return Ask(
        Purpose.BRANCH,
        prompt("branch").filled(sections=", ".join(Section)),
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_AN_ENTRY * len(shown.by_name),
        project=project,
    )


def read(text: str, shown: Shown) -> EvolvedBranch:
    """The document as it should be, with what changed. Raises Unusable where an entry is lost, invented or
    told twice, or says more or less than its sources."""
    answer = read_as(text, _All)
    problems = [*_names(answer, shown)]
    if problems:
        raise Unusable(*problems)
    for one in answer.entries:
        problems += _entry_problems(one, shown)
    for gone in answer.removed:
        problems += _removal_problems(gone, answer, shown)
    if problems:
        raise Unusable(*problems)
    return _evolved(answer, shown)


def _names(answer: _All, shown: Shown) -> Iterator[str]:
    named = [name for one in answer.entries for name in one.sources] + [one.id for one in answer.removed]
    yield from (f"{name[:20]} is no entry." for name in dict.fromkeys(named) if name not in shown.by_name)
    yield from (f"{name} is named nowhere." for name in shown.by_name if name not in named)
    yield from (f"{name} is named twice." for name in shown.by_name if named.count(name) > 1)
    yield from (f"{one.by[:20]} is no entry." for one in answer.removed if one.by not in shown.by_name)


def _entry_problems(one: _One, shown: Shown) -> Iterator[str]:
    who = "+".join(one.sources)[:40]
    sources = [shown.by_name[name] for name in one.sources]
    if not sources:
        yield "An entry names no source."
        return
    if one.section not in [source.section.value for source in sources]:
        yield f"{who}: the section must be one that its sources have."
    if len(sources) == 1:
        if " ".join(one.text.split()) != " ".join(sources[0].text.split()):
            yield f"{who} must stay as it is, word for word."
        return
    texts = [source.text for source in sources]
    if added := support.unsupported(one.text, texts):
        yield f"{who}: these words are in none of its sources: {', '.join(added[:8])}."
    lost = dict.fromkeys(w for text in texts for w in support.missing(one.text, text, least=LEAST_KEPT))
    if lost:
        yield f"{who}: these words of its sources are missing: {', '.join(list(lost)[:8])}."


def _removal_problems(gone: _Gone, answer: _All, shown: Shown) -> Iterator[str]:
    """What was there goes only for something newer about the same; what is new only where it is known."""
    stays = {name for one in answer.entries for name in one.sources}
    if gone.by not in stays:
        yield f"{gone.id}: {gone.by} does not stay itself."
        return
    was, by = shown.by_name[gone.id].text, shown.by_name[gone.by].text
    known = not support.missing(by, was, least=LEAST_KEPT)
    if gone.id.startswith("n") and not known:
        yield f"{gone.id} is new, and {gone.by} does not say all of it."
    if gone.id.startswith("e") and not known:
        if not gone.by.startswith("n"):
            yield f"{gone.id} can only be removed because of a new entry."
        elif support.overlap(was, by) < SAME_MATTER:
            yield f"{gone.id} and {gone.by} are not about the same thing: both stay."


def _evolved(answer: _All, shown: Shown) -> EvolvedBranch:
    order = {name: number for number, name in enumerate(shown.by_name)}
    entries, changes = [], []
    for one in sorted(answer.entries, key=lambda one: min(order[name] for name in one.sources)):
        section = Section(one.section)
        names = sorted(one.sources, key=order.__getitem__)
        text = shown.by_name[names[0]].text if len(names) == 1 else " ".join(one.text.split())
        old = tuple(shown.by_name[name].text for name in names if name.startswith("e"))
        entries.append(Entry(section, text))
        if not old:
            changes.append(Change(ChangeKind.ADDED, section, text))
        elif old == (text,):
            changes.append(Change(ChangeKind.KEPT, section, text))
        else:
            changes.append(Change(ChangeKind.UPDATED, section, text, old))
    for gone in answer.removed:
        was = shown.by_name[gone.id]
        if gone.id.startswith("e"):
            reason = cut(gone.reason, LONGEST_REASON)
            changes.append(Change(ChangeKind.REMOVED, was.section, was.text, (), reason))
    return EvolvedBranch(BranchDocument.of(entries), tuple(changes))

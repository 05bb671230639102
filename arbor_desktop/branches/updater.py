"""Updating the document of a branch with new memories: by rules, or with a model (spec 6.3, 3.5, 5.7)."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import msgspec

from arbor_desktop.branches.model import BranchDocument, BranchUpdate, Change, ChangeKind, Entry, Section
from arbor_desktop.conflicts.model import Judge
from arbor_desktop.conflicts.model_questions import LONGEST_REASON, cut
from arbor_desktop.llm.calls import Cancel
from arbor_desktop.llm.client import ModelClient
from arbor_desktop.llm.model import Ask, Message, ModelFailed, Purpose, Trouble
from arbor_desktop.llm.prompts import fenced, prompt
from arbor_desktop.llm.structured import OPEN_TO_MODELS, Unusable, ask_structured, read_as, schema_of
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text import likeness, support
from arbor_desktop.text.likeness import Statement
from arbor_desktop.text.stems import stem
from arbor_desktop.text.words import fold, search_terms

log = logging.getLogger(__name__)


# -- by rules --


def grouped(document: BranchDocument, new: Sequence[Entry], warning: str | None = None) -> BranchUpdate:
    """Return the document with each new entry at the end of its section, unless the same words are there."""
    there = document.entries()
    known = {(one.section, fold(one.text)) for one in there}
    changes = [Change(ChangeKind.KEPT, one.section, one.text) for one in there]
    for one in new:
        if (one.section, fold(one.text)) not in known:
            known.add((one.section, fold(one.text)))
            there.append(one)
            changes.append(Change(ChangeKind.ADDED, one.section, one.text))
    return BranchUpdate(BranchDocument.of(there), tuple(changes), warning)


NEAREST = 12
"""A new entry is compared with this many others: those that share the most words or topics with it."""
MOST_COMPARED = 500
"""The number of new entries that are compared. The older rest is added unless the same words are there: each
memory was compared with all others when it was stored."""
MOST_BY_TOPIC = 2_000
"""A document with more entries is searched by words only: finding all their topics takes seconds."""
_MOST_TERMS = 400


def merged_by_rules(document: BranchDocument, new: Sequence[Entry], judge: Judge) -> BranchUpdate:
    """Return the document with the `new` entries (newer than all in it, oldest first): known ones are
    discarded, a fuller one replaces its like, a newer one replaces what it contradicts, all others stay."""
    uncompared = max(0, len(new) - MOST_COMPARED)
    lines = _Lines(document.entries(), judge, uncompared)
    for number, one in enumerate(new):
        line = _Line(one.section, one.text, added=True)
        if line.key not in lines.keys:
            if number < uncompared:
                lines.add(line)
            else:
                lines.merge(line)
    changes = (*(line.change() for line in lines.lines), *lines.removed)
    return BranchUpdate(BranchDocument.of(Entry(one.section, one.text) for one in lines.lines), changes)


@dataclass(eq=False)
class _Line:
    section: Section
    text: str
    before: tuple[str, ...] = ()
    added: bool = False
    reason: str = ""
    terms: frozenset[str] | None = None

    def change(self) -> Change:
        kind = ChangeKind.UPDATED if self.before else ChangeKind.ADDED if self.added else ChangeKind.KEPT
        return Change(kind, self.section, self.text, self.before, self.reason)

    @property
    def key(self) -> tuple[Section, str]:
        return self.section, fold(self.text)

    @cached_property
    def statement(self) -> Statement:
        return likeness.read(self.text)


class _Lines:
    """The lines of a document, in their order, while new ones are merged into them."""

    def __init__(self, entries: Sequence[Entry], judge: Judge, uncompared: int) -> None:
        self.lines = [_Line(one.section, one.text) for one in entries]
        self.keys = {line.key for line in self.lines}
        self.removed: list[Change] = []
        self._judge = judge
        self._by_topic = len(entries) + uncompared <= MOST_BY_TOPIC

    def add(self, line: _Line) -> None:
        self.lines.append(line)
        self.keys.add(line.key)

    def merge(self, new: _Line) -> None:
        near = self._nearest(new)
        for line in near:
            if line.section is new.section and likeness.same(new.statement, line.statement):
                if likeness.fuller(new.statement, line.statement):
                    self._replace(line, new, "It says the same, and more.")
                return
        beaten = [(line, verdict) for line in near if (verdict := self._judge.judge(line.text, new.text))]
        here = next(((line, verdict) for line, verdict in beaten if line.section is new.section), None)
        for line, verdict in beaten:
            if here is None or line is not here[0]:
                self.lines.remove(line)
                self.keys.discard(line.key)
                if not line.added:
                    was = line.before[0] if line.before else line.text
                    self.removed.append(Change(ChangeKind.REMOVED, line.section, was, (), verdict.reason))
        if here is not None:
            self._replace(here[0], new, here[1].reason)
        else:
            self.add(new)

    def _replace(self, old: _Line, new: _Line, reason: str) -> None:
        """Put `new` in the place of `old`; a line of the document becomes an update of it."""
        if not old.added:
            new = _Line(new.section, new.text, old.before or (old.text,), reason=reason)
        self.lines[self.lines.index(old)] = new
        self.keys.discard(old.key)
        self.keys.add(new.key)

    def _nearest(self, new: _Line) -> list[_Line]:
        """Return the lines that share the most words and topics with the new one, in their order."""
        mine = self._terms(new)
        shared = [(len(mine & self._terms(line)), -number) for number, line in enumerate(self.lines)]
        best = heapq.nlargest(NEAREST, (one for one in shared if one[0]))
        return [self.lines[number] for number in sorted(-number for _, number in best)]

    def _terms(self, line: _Line) -> frozenset[str]:
        if line.terms is None:
            line.terms = frozenset(stem(term) for term in search_terms(line.text, _MOST_TERMS))
            if self._by_topic:
                line.terms |= {f"topic:{topic}" for topic in self._judge.topics(line.text)}
        return line.terms


# -- with a model --

MOST_CHARACTERS = 60_000
"""The most characters of all entries together; longer documents are updated by the rules."""
LEAST_KEPT = 0.6
"""The share of each source's words that a merged entry keeps, besides all names, numbers, negations and
limits."""
SAME_MATTER = 0.5
"""The share of the shorter entry's words that two entries have in common if one replaces the other."""
LEAST_TOKENS, TOKENS_AN_ENTRY = 600, 120
PLAIN = "It was only put together, not joined: {}"


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


Shown = dict[str, Entry]
"""All entries of a question, by their names in it; those of the document first, in its order."""


def named(document: BranchDocument, new: Sequence[Entry]) -> Shown:
    old = {f"e{number}": one for number, one in enumerate(document.entries(), 1)}
    return old | {f"n{number}": one for number, one in enumerate(new, 1)}


def question(shown: Shown, project: str | None = None) -> Ask:
    lines = [fenced(one.text, id=name, section=one.section.value) for name, one in shown.items()]
    return Ask(
        Purpose.BRANCH,
        prompt("branch").filled(sections=", ".join(Section)),
        (Message("user", "\n".join(lines)),),
        schema=schema_of(_All),
        max_tokens=LEAST_TOKENS + TOKENS_AN_ENTRY * len(shown),
        project=project,
    )


def read(text: str, shown: Shown) -> BranchUpdate:
    """Return the document that a model's answer describes.

    Raises Unusable: an entry is lost, invented or repeated, or says more or less than its sources.
    """
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
    return _described(answer, shown)


def _names(answer: _All, shown: Shown) -> Iterator[str]:
    named = [name for one in answer.entries for name in one.sources] + [one.id for one in answer.removed]
    yield from (f"{name[:20]} is no entry." for name in dict.fromkeys(named) if name not in shown)
    yield from (f"{name} is named nowhere." for name in shown if name not in named)
    yield from (f"{name} is named twice." for name in shown if named.count(name) > 1)
    yield from (f"{one.by[:20]} is no entry." for one in answer.removed if one.by not in shown)


def _entry_problems(one: _One, shown: Shown) -> Iterator[str]:
    who = "+".join(one.sources)[:40]
    sources = [shown[name] for name in one.sources]
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
    """Yield why an entry must not be removed: an old one gives way only to a newer one about the same matter,
    a new one only to one that says all of it."""
    stays = {name for one in answer.entries for name in one.sources}
    if gone.by not in stays:
        yield f"{gone.id}: {gone.by} does not stay itself."
        return
    was, by = shown[gone.id].text, shown[gone.by].text
    known = not support.missing(by, was, least=LEAST_KEPT)
    if gone.id.startswith("n") and not known:
        yield f"{gone.id} is new, and {gone.by} does not say all of it."
    if gone.id.startswith("e") and not known:
        if not gone.by.startswith("n"):
            yield f"{gone.id} can only be removed because of a new entry."
        elif support.overlap(was, by) < SAME_MATTER:
            yield f"{gone.id} and {gone.by} are not about the same thing: both stay."


def _described(answer: _All, shown: Shown) -> BranchUpdate:
    order = {name: number for number, name in enumerate(shown)}
    entries, changes = [], []
    for one in sorted(answer.entries, key=lambda one: min(order[name] for name in one.sources)):
        section = Section(one.section)
        names = sorted(one.sources, key=order.__getitem__)
        text = shown[names[0]].text if len(names) == 1 else " ".join(one.text.split())
        old = tuple(shown[name].text for name in names if name.startswith("e"))
        entries.append(Entry(section, text))
        if not old:
            changes.append(Change(ChangeKind.ADDED, section, text))
        elif old == (text,):
            changes.append(Change(ChangeKind.KEPT, section, text))
        else:
            changes.append(Change(ChangeKind.UPDATED, section, text, old))
    for gone in answer.removed:
        was = shown[gone.id]
        if gone.id.startswith("e"):
            reason = cut(gone.reason, LONGEST_REASON)
            changes.append(Change(ChangeKind.REMOVED, was.section, was.text, (), reason))
    return BranchUpdate(BranchDocument.of(entries), tuple(changes))


class DocumentUpdater:
    """Updates documents with the chosen model, else by the rules. `judge` makes the rules' judge."""

    def __init__(self, runtime: Runtime, model: ModelClient, judge: Callable[[], Judge]) -> None:
        self._rt = runtime
        self._model = model
        self._judge = judge

    @property
    def refines(self) -> bool:
        """Return whether a model takes part."""
        return self._model.refines

    def update(
        self,
        document: BranchDocument,
        new: Sequence[Entry],
        project: str,
        *,
        cancel: Cancel | None = None,
    ) -> BranchUpdate:
        """Return the document with the new entries, except private ones.

        If the model gives no usable answer, the new entries are only grouped, with a warning. Must not be
        called within a transaction. Raises ModelFailed: `cancel` was called.
        """
        public = [one for one in new if one.privacy_level in OPEN_TO_MODELS]
        shown = named(document, public)
        if (
            not document.entries()
            or not public
            or self._rt.is_excluded(project)
            or not self._model.refines
            or sum(len(one.text) for one in shown.values()) > MOST_CHARACTERS
        ):
            return merged_by_rules(document, public, self._judge())
        try:
            asked = question(shown, project)
            return ask_structured(self._model, asked, partial(read, shown=shown), cancel=cancel).value
        except ModelFailed as error:
            if error.trouble is Trouble.STOPPED:
                raise
            log.info("The memory of a branch was only grouped: %s", error.message)
            return grouped(document, public, PLAIN.format(error.message))

"""The entries of a branch's memory with the memories they come from, and how both stay together. Pure.

An entry stands as long as the memories that it says are as they were when it was made. A memory that says
nothing of its own (it was known already, or a newer one beats it) stands behind the entry that says it
better, and comes forth again when that goes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from arbor_desktop.branches.sections import BranchDocument, Change, ChangeKind, Entry, EvolvedBranch, Section
from arbor_desktop.memories.model import Privacy
from arbor_desktop.text import support

ALIKE = 0.5
"""So alike are two texts of which one is the other, changed by a person."""
COMPARED, MOST_PAIRS = 400, 40_000
"""So many characters of each are compared for that; where a file was written anew, nothing is."""
SAID = 0.5
"""So much of its words a memory shares with an entry that says it too."""

Evolve = Callable[[BranchDocument, Sequence[Entry]], EvolvedBranch]


@dataclass(frozen=True, slots=True)
class Told:
    """A memory as a document tells it. `own`: it holds on this very branch, not in the whole project; `at`:
    when it was changed last, in milliseconds."""

    id: str
    section: Section
    text: str
    privacy_level: Privacy = Privacy.NORMAL
    own: bool = False
    at: int = 0

    @property
    def mark(self) -> str:
        return mark(self.section, self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """One entry. `sources`: each memory with its `mark` as it was then; of the one whose words these are it
    is that of the line, and where they are of none, several were joined. `by_hand`: a person wrote it into
    the file. `held`: it came into the file by no person's hand, and waits for their yes."""

    section: Section
    text: str
    sources: tuple[tuple[str, str], ...] = ()
    by_hand: bool = False
    held: bool = False
    mark: str = ""
    """Says what stood there, also where its words are gone."""

    def __post_init__(self) -> None:
        if not self.mark:
            object.__setattr__(self, "mark", mark(self.section, self.text))

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(ident for ident, _ in self.sources)

    @property
    def owner(self) -> str | None:
        """The memory whose words it has; None where it was joined of several."""
        return next((ident for ident, was in self.sources if was == self.mark), None)


@dataclass(frozen=True, slots=True)
class Grown:
    """Lines after a step, and what changed in it."""

    lines: tuple[Line, ...]
    changes: tuple[Change, ...]
    warning: str | None = None

    @property
    def document(self) -> BranchDocument:
        return document(self.lines)


def mark(section: Section, text: str) -> str:
    """Says what stood there, also where the words are gone."""
    return hashlib.sha256(f"{section.value}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def line_of(told: Told, *, by_hand: bool = False, held: bool = False) -> Line:
    return Line(told.section, told.text, ((told.id, told.mark),), by_hand, held)


def document(lines: Sequence[Line]) -> BranchDocument:
    """What an AI may be told of them: what waits for a yes is left out."""
    return BranchDocument.of([Entry(line.section, line.text) for line in lines if not line.held])


def written(lines: Sequence[Line]) -> dict[Section, tuple[str, ...]]:
    """What stands in the file."""
    return {section: tuple(one.text for one in lines if one.section is section) for section in Section}


# -- with what became of the memories --


def settled(lines: Sequence[Line], told: Mapping[str, Told], waiting: Collection[str] = ()) -> Grown:
    """The lines as their memories are now. `waiting` are memories that wait for a person's yes."""
    kept: list[Line] = []
    changes: list[Change] = []
    for line in lines:
        after = _settled(line, told, waiting)
        if after is None:
            if line.text and not line.held:
                reason = "It is no longer among what is remembered here."
                changes.append(Change(ChangeKind.REMOVED, line.section, line.text, (), reason))
            continue
        if (after.section, after.text) != (line.section, line.text):
            reason = "The memory was changed."
            changes.append(Change(ChangeKind.UPDATED, after.section, after.text, (line.text,), reason))
        kept.append(after)
    return Grown(_once(kept), tuple(changes))


def _settled(line: Line, told: Mapping[str, Told], waiting: Collection[str]) -> Line | None:
    if line.held:
        if all(ident in waiting for ident in line.ids):
            return line
        line = replace(line, held=False)
    if not line.text:  # one of its memories was deleted for good
        return None
    as_was = tuple((ident, was) for ident, was in line.sources if ident in told and told[ident].mark == was)
    owner = line.owner
    if owner is None:
        return line if as_was == line.sources else None
    if owner in dict(as_was):
        return replace(line, sources=as_was)
    if owner in told:
        return replace(
            line_of(told[owner], by_hand=line.by_hand), sources=((owner, told[owner].mark), *as_was)
        )
    return None


def _once(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Each entry once; what stood behind the second stands behind the first."""
    there: dict[tuple[Section, str], int] = {}
    kept: list[Line] = []
    for line in lines:
        at = there.setdefault((line.section, line.text), len(kept))
        if at == len(kept):
            kept.append(line)
        else:
            first = kept[at]
            sources = tuple(dict([*line.sources, *first.sources]).items())
            ordered = (*first.sources, *(one for one in sources if one[0] not in first.ids))
            kept[at] = replace(
                first, sources=ordered, by_hand=first.by_hand or line.by_hand, held=first.held and line.held
            )
    return tuple(kept)


# -- with what is new --


def unknown(lines: Sequence[Line], told: Mapping[str, Told], left_out: Mapping[str, str]) -> list[Told]:
    """What stands in no line, in the order of `told`. `left_out`: what a person cleared, with its mark."""
    known = {ident for line in lines for ident in line.ids}
    return [one for one in told.values() if one.id not in known and left_out.get(one.id) != one.mark]


def grown(lines: Sequence[Line], new: Sequence[Told], evolve: Evolve) -> Grown:
    """The lines with what is `new`, the oldest first, as `evolve` puts them together. What a person wrote
    into the file never gives way."""
    held = [line for line in lines if line.held]
    old = [line for line in lines if not line.held]
    if not new:
        kept = tuple(Change(ChangeKind.KEPT, line.section, line.text) for line in old)
        return Grown(tuple(lines), kept)
    entries = [Entry(one.section, one.text, one.privacy_level) for one in new]
    result = _without_loss(old, evolve(document(old), entries))
    made = _lined(result, old, new)
    return Grown((*made, *held), result.changes, result.warning)


def _without_loss(old: Sequence[Line], result: EvolvedBranch) -> EvolvedBranch:
    """A person's own lines are put back where they gave way, and what took their place stands beside them."""
    mine = {(line.section, line.text) for line in old if line.by_hand}
    entries = result.document.entries()
    there = {(one.section, one.text) for one in entries}
    changes: list[Change] = []
    for change in result.changes:
        lost = [text for text in change.before if (change.section, text) in mine - there]
        if change.kind is ChangeKind.REMOVED and (change.section, change.text) in mine - there:
            lost = [change.text]
        elif lost:
            before = tuple(text for text in change.before if text not in lost)
            kind = ChangeKind.UPDATED if before else ChangeKind.ADDED
            changes.append(replace(change, kind=kind, before=before, reason=change.reason if before else ""))
        else:
            changes.append(change)
        for text in lost:
            entries.insert(0, Entry(change.section, text))
            changes.append(Change(ChangeKind.KEPT, change.section, text, (), "You wrote it into the file."))
    return replace(result, document=BranchDocument.of(entries), changes=tuple(changes))


def _lined(result: EvolvedBranch, old: Sequence[Line], new: Sequence[Told]) -> tuple[Line, ...]:
    by_place = {(line.section, line.text): line for line in old}
    fresh = {(one.section, one.text): one for one in reversed(new)}
    before = {(one.section, one.text): one.before for one in result.changes if one.kind is ChangeKind.UPDATED}
    lines: list[Line] = []
    for entry in result.document.entries():
        place = (entry.section, entry.text)
        if place in by_place and place not in before:
            lines.append(by_place[place])
            continue
        sources = {fresh[place].id: fresh[place].mark} if place in fresh else {}
        for text in before.get(place, ()):
            sources |= _sources_of(text, entry.section, old)
        lines.append(Line(entry.section, entry.text, tuple(sources.items())))
    order = {(line.section, line.text): number for number, line in enumerate(old)}
    lines.sort(key=lambda line: _order(line, order, before))
    return _with_behind(lines, old, new)


def _order(
    line: Line,
    order: Mapping[tuple[Section, str], int],
    before: Mapping[tuple[Section, str], Sequence[str]],
) -> int:
    """Where an old line stood, or the first of those in whose place it is; new ones come after all."""
    texts = (line.text, *before.get((line.section, line.text), ()))
    return min(
        (order[line.section, text] for text in texts if (line.section, text) in order), default=len(order)
    )


def _sources_of(text: str, section: Section, old: Sequence[Line]) -> dict[str, str]:
    found = [line for line in old if line.text == text]
    found.sort(key=lambda line: line.section is not section)
    return dict(found[0].sources) if found else {}


def _with_behind(lines: list[Line], old: Sequence[Line], new: Sequence[Told]) -> tuple[Line, ...]:
    """What has no line of its own now stands behind every one that says it, at least behind the nearest."""
    stands = {ident for line in lines for ident in line.ids}
    homeless = [(ident, was, line.text) for line in old for ident, was in line.sources if ident not in stands]
    homeless += [(one.id, one.mark, one.text) for one in new if one.id not in stands]
    topics = [support.topic(line.text) for line in lines] if homeless else []
    for ident, was, text in homeless:
        mine = support.topic(text)
        shares = [support.shared(mine, topic) for topic in topics]
        best = max(shares, default=0.0)
        for number, share in enumerate(shares):
            if share == best or (share >= SAID and lines[number].owner is None):
                lines[number] = replace(lines[number], sources=(*lines[number].sources, (ident, was)))
                if share == best and best < SAID:
                    break
    return tuple(lines)


# -- with what a person made of the file --


@dataclass(frozen=True, slots=True)
class Difference:
    """One bullet of the file (`text` None: it is gone) beside the line that it was (None: it is new)."""

    section: Section
    text: str | None
    was: Line | None

    @property
    def same(self) -> bool:
        return (
            self.was is not None and self.text is not None and mark(self.section, self.text) == self.was.mark
        )


def differences(filed: Sequence[Line], read: BranchDocument) -> list[Difference]:
    """What the file says now beside what it said: each bullet in the order of the file, then what is gone. A
    bullet is known by its words, then by the likest words that are gone."""
    bullets = read.entries()
    left = list(filed)
    matched: dict[int, Line] = {}
    for same_section in (True, False):
        for number, one in enumerate(bullets):
            found = next((line for line in left if _is(one, line, same_section)), None)
            if number not in matched and found is not None:
                left.remove(found)
                matched[number] = found
    pairs = _alike(bullets, left, matched)
    taken: set[int] = set()
    for number, place in pairs:
        if number not in matched and place not in taken:
            matched[number] = left[place]
            taken.add(place)
    gone = [line for place, line in enumerate(left) if place not in taken]
    return [
        *(Difference(one.section, one.text, matched.get(number)) for number, one in enumerate(bullets)),
        *(Difference(line.section, None, line) for line in gone),
    ]


def _is(one: Entry, line: Line, same_section: bool) -> bool:
    if same_section:
        return one.section is line.section and (
            one.text == line.text if line.text else mark(one.section, one.text) == line.mark
        )
    return bool(line.text) and one.text == line.text


def _alike(bullets: Sequence[Entry], left: Sequence[Line], matched: Collection[int]) -> list[tuple[int, int]]:
    """Pairs of a bullet and a line that may be the same in other words, the likest first."""
    new = [number for number in range(len(bullets)) if number not in matched]
    if len(new) * len(left) > MOST_PAIRS:
        return []
    found: list[tuple[float, int, int]] = []
    for place, line in enumerate(left):
        if not line.text:
            continue
        matcher = SequenceMatcher(None, autojunk=False)
        matcher.set_seq2(line.text[:COMPARED])
        for number in new:
            one = bullets[number]
            matcher.set_seq1(one.text[:COMPARED])
            # Another section makes it less likely to be the same.
            least = ALIKE if line.section is one.section else ALIKE / 0.8
            if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
                continue
            ratio = matcher.ratio()
            if ratio >= least:
                found.append((-ratio * ALIKE / least, number, place))
    return [(number, place) for _, number, place in sorted(found)]

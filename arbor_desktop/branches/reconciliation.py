"""The entries of a branch's document, and the memories that they come from.

An entry stays as long as its memories are unchanged. A memory without an entry of its own (another entry says
the same, or a newer one contradicts it) is kept behind that entry, and gets its own again if that one goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from arbor_desktop.branches import queries
from arbor_desktop.branches.document import entry_of
from arbor_desktop.branches.model import (
    BranchDocument,
    BranchUpdate,
    Change,
    ChangeKind,
    Entry,
    Line,
    MemoryEntry,
    Section,
    mark,
    section_of,
)
from arbor_desktop.branches.queries import Kept
from arbor_desktop.database.connection import Connection
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.text import support

ALIKE = 0.5
"""Similarity of two texts from which one is taken for an edit of the other."""
COMPARED, MOST_PAIRS = 400, 40_000
"""Characters of each text that are compared for that, and pairs of texts up to which any are compared."""
SAID = 0.5
"""The share of its words that a memory has in common with an entry that says it too."""

Merge = Callable[[BranchDocument, Sequence[Entry]], BranchUpdate]


@dataclass(frozen=True, slots=True)
class LinesUpdate:
    """Lines after an update, and what changed."""

    lines: tuple[Line, ...]
    changes: tuple[Change, ...]
    warning: str | None = None

    @property
    def document(self) -> BranchDocument:
        """Return what an AI may see: without entries that need review."""
        return document(self.lines)


def line_of(memory: MemoryEntry, *, by_hand: bool = False) -> Line:
    return Line(memory.section, memory.text, ((memory.id, memory.mark),), by_hand)


def document(lines: Sequence[Line]) -> BranchDocument:
    return BranchDocument.of(line for line in lines if not line.held)


def written(lines: Sequence[Line]) -> Mapping[Section, tuple[str, ...]]:
    """Return the entries of the file, with those that need review."""
    return BranchDocument.of(lines).sections


# -- the kept document and the memories as they are now --


@dataclass(frozen=True, slots=True)
class BranchState:
    """The kept document of a branch, and the memories that apply to it now, oldest first. `waiting`: ids of
    its memories that need review."""

    kept: Kept
    memories: dict[str, MemoryEntry]
    waiting: frozenset[str]


def load(conn: Connection, runtime: Runtime, project: str, branch: str) -> BranchState:
    kept = queries.get(conn, project, branch) or Kept(project, branch)
    held = [ident for line in kept.lines if line.held for ident in line.ids]
    memories = applicable(conn, runtime, project, branch)
    return BranchState(kept, memories, queries.pending(conn, held))


def applicable(conn: Connection, runtime: Runtime, project: str, branch: str) -> dict[str, MemoryEntry]:
    """Return the project's memories that belong in the branch's document: those of the whole project and
    those of this branch (spec 1.1)."""
    found: dict[str, MemoryEntry] = {}
    for memory in queries.applicable(conn, project, branch, runtime.policy, runtime.clock()):
        section = section_of(memory.category, memory.details)
        if section is not None:
            found[memory.id] = MemoryEntry(
                memory.id, section, entry_of(memory.told_text), memory.privacy_level,
                memory.branch is not None, memory.updated_at,
            )  # fmt: skip
    return found


def update(state: BranchState, merge: Merge, *, again: bool = False) -> LinesUpdate:
    """Return the lines as they should be now, with all changes. `again`: `merge` also gets what was added by
    the rules since the document was last merged."""
    settled = settle(state.kept.lines, state.memories, state.waiting)
    lines = _without_news(state, settled.lines) if again else settled.lines
    made = add(lines, missing(lines, state.memories, state.kept.left_out), merge)
    there = {line.place for line in settled.lines}
    changed = {(one.section, one.text) for one in settled.changes if one.kind is ChangeKind.UPDATED}
    changes = list(settled.changes)
    for one in made.changes:
        place = (one.section, one.text)
        kind = ChangeKind.KEPT if one.kind is ChangeKind.ADDED and place in there else one.kind
        if kind is not ChangeKind.KEPT or place not in changed:
            changes.append(replace(one, kind=kind))
    return LinesUpdate(made.lines, tuple(changes), made.warning)


def _without_news(state: BranchState, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that were merged before, at least one, and those written by hand."""
    last = state.kept.evolved_at or 0
    kept = tuple(
        line
        for line in lines
        if line.by_hand or line.held or line.owner is None or state.memories[line.owner].at <= last
    )
    return kept if any(not line.held for line in kept) else lines[:1]


def save(
    conn: Connection, runtime: Runtime, state: BranchState, made: LinesUpdate, *, merged_now: bool = False
) -> bool:
    """Store the lines unless something changed since `state` was loaded. Return whether they were stored."""
    now = load(conn, runtime, state.kept.project, state.kept.branch)
    if now != state:
        return False
    at = runtime.clock()
    differs = [line.place for line in now.kept.lines] != [line.place for line in made.lines]
    kept = replace(
        now.kept,
        lines=made.lines,
        updated_at=at if differs else now.kept.updated_at,
        evolved_at=at if merged_now else now.kept.evolved_at,
    )
    if kept != now.kept:
        queries.put(conn, kept)
    return True


# -- lines whose memories changed --


def settle(
    lines: Sequence[Line], memories: Mapping[str, MemoryEntry], waiting: Collection[str] = ()
) -> LinesUpdate:
    """Return the lines with the current words of their memories, without those whose memories are gone.
    `waiting`: ids of memories that need review."""
    kept: dict[tuple[Section, str], Line] = {}
    changes: list[Change] = []
    for line in lines:
        after = _settled(line, memories, waiting)
        if after is None:
            if line.text and not line.held:
                reason = "It is no longer saved here."
                changes.append(Change(ChangeKind.REMOVED, line.section, line.text, (), reason))
            continue
        if after.place != line.place:
            reason = "The memory was changed."
            changes.append(Change(ChangeKind.UPDATED, after.section, after.text, (line.text,), reason))
        if (first := kept.get(after.place)) is not None:
            sources = dict([*first.sources, *after.sources, *first.sources])
            after = replace(
                first,
                sources=tuple(sources.items()),
                by_hand=first.by_hand or after.by_hand,
                held=first.held and after.held,
            )
        kept[after.place] = after
    return LinesUpdate(tuple(kept.values()), tuple(changes))


def _settled(line: Line, memories: Mapping[str, MemoryEntry], waiting: Collection[str]) -> Line | None:
    if line.held:
        if all(ident in waiting for ident in line.ids):
            return line
        line = replace(line, held=False)
    if not line.text:  # one of its memories was deleted for good
        return None
    unchanged = tuple(
        (ident, was) for ident, was in line.sources if ident in memories and memories[ident].mark == was
    )
    owner = line.owner
    if owner is None:
        return line if unchanged == line.sources else None
    if owner in dict(unchanged):
        return replace(line, sources=unchanged)
    if owner in memories:
        after = line_of(memories[owner], by_hand=line.by_hand)
        return replace(after, sources=(*after.sources, *unchanged))
    return None


# -- lines with new memories --


def missing(
    lines: Sequence[Line], memories: Mapping[str, MemoryEntry], left_out: Mapping[str, str]
) -> list[MemoryEntry]:
    """Return the memories that are in no line. `left_out`: the ids of those that a person cleared, each with
    its mark then."""
    known = {ident for line in lines for ident in line.ids}
    return [one for one in memories.values() if one.id not in known and left_out.get(one.id) != one.mark]


def add(lines: Sequence[Line], new: Sequence[MemoryEntry], merge: Merge) -> LinesUpdate:
    """Return the lines with `new` memories (oldest first) as `merge` merges them. What a person wrote into
    the file never gives way."""
    held = [line for line in lines if line.held]
    old = [line for line in lines if not line.held]
    if not new:
        kept = tuple(Change(ChangeKind.KEPT, line.section, line.text) for line in old)
        return LinesUpdate(tuple(lines), kept)
    entries = [Entry(one.section, one.text, one.privacy_level) for one in new]
    result = _restore_handwritten(old, merge(document(old), entries))
    return LinesUpdate((*_lines_of(result, old, new), *held), result.changes, result.warning)


def _restore_handwritten(old: Sequence[Line], result: BranchUpdate) -> BranchUpdate:
    """Put lines back that a person wrote; what replaced them is kept beside them."""
    mine = {line.place for line in old if line.by_hand}
    entries = result.document.entries()
    lost_places = mine - {(one.section, one.text) for one in entries}
    changes: list[Change] = []
    for change in result.changes:
        lost = [text for text in change.before if (change.section, text) in lost_places]
        if change.kind is ChangeKind.REMOVED and (change.section, change.text) in lost_places:
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


def _lines_of(result: BranchUpdate, old: Sequence[Line], new: Sequence[MemoryEntry]) -> tuple[Line, ...]:
    """Return the lines of a merged document, in the order of the old ones, with their memories."""
    by_place = {line.place: line for line in old}
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
            same = sorted(
                (line for line in old if line.text == text),
                key=lambda line: line.section is not entry.section,
            )
            sources |= dict(same[0].sources) if same else {}
        lines.append(Line(entry.section, entry.text, tuple(sources.items())))
    order = {line.place: number for number, line in enumerate(old)}

    def position(line: Line) -> int:
        """Return the position of the first line that this one was or replaces; new ones come last."""
        texts = (line.text, *before.get(line.place, ()))
        return min(order.get((line.section, text), len(order)) for text in texts)

    lines.sort(key=position)
    return _with_hidden(lines, old, new)


def _with_hidden(lines: list[Line], old: Sequence[Line], new: Sequence[MemoryEntry]) -> tuple[Line, ...]:
    """Add each memory that has no line of its own now to the merged lines that say it, or to the line that
    is most like it."""
    shown = {ident for line in lines for ident in line.ids}
    hidden = [(ident, was, line.text) for line in old for ident, was in line.sources if ident not in shown]
    hidden += [(one.id, one.mark, one.text) for one in new if one.id not in shown]
    topics = [support.topic(line.text) for line in lines] if hidden else []
    for ident, was, text in hidden:
        mine = support.topic(text)
        shares = [support.shared(mine, topic) for topic in topics]
        best = max(shares, default=0.0)
        for number, share in enumerate(shares):
            if share == best or (share >= SAID and lines[number].owner is None):
                lines[number] = replace(lines[number], sources=(*lines[number].sources, (ident, was)))
                if share == best and best < SAID:
                    break
    return tuple(lines)


# -- lines and a file that a person edited --


@dataclass(frozen=True, slots=True)
class Difference:
    """A bullet of the file (`text` None: removed) beside the line that it was (`was` None: new)."""

    section: Section
    text: str | None
    was: Line | None

    @property
    def same(self) -> bool:
        return (
            self.was is not None and self.text is not None and mark(self.section, self.text) == self.was.mark
        )


def differences(filed: Sequence[Line], read: BranchDocument) -> list[Difference]:
    """Return the bullets of a file beside the lines that it had, in the file's order, then the removed lines.
    A bullet is recognized by its words, else by the most similar line that is left."""
    bullets = read.entries()
    left = list(filed)
    matched: dict[int, Line] = {}
    for same_section in (True, False):
        for number, one in enumerate(bullets):
            found = next((line for line in left if _is(one, line, same_section)), None)
            if number not in matched and found is not None:
                left.remove(found)
                matched[number] = found
    taken: set[int] = set()
    for number, place in _similar(bullets, left, matched):
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


def _similar(
    bullets: Sequence[Entry], left: Sequence[Line], matched: Collection[int]
) -> list[tuple[int, int]]:
    """Return the positions of bullets and lines that may be the same in other words, most similar first."""
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

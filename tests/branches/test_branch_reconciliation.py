"""Entries of a branch's memory and the memories behind them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.branches.model import (
    BranchDocument,
    BranchUpdate,
    Change,
    ChangeKind,
    Entry,
    Line,
    MemoryEntry,
    Section,
)
from arbor_desktop.branches.reconciliation import add, differences, line_of, missing, settle, written
from arbor_desktop.branches.updater import grouped

FACTS = Section.FACTS
NPM = MemoryEntry("a", FACTS, "The shop is built with npm.")
PNPM = MemoryEntry("b", FACTS, "The shop is built with pnpm.")
PORT = MemoryEntry("c", FACTS, "The server listens on port 8080.")

words = st.lists(st.sampled_from("shop server port cache needs reads 1 2".split()), min_size=1, max_size=5)  # noqa: SIM905
entries = st.builds(Entry, st.sampled_from(Section), words.map(" ".join))
documents = st.lists(entries, max_size=8).map(BranchDocument.of)


def told(*some: MemoryEntry) -> dict[str, MemoryEntry]:
    return {one.id: one for one in some}


def beaten(document: BranchDocument, new: object) -> BranchUpdate:
    """As the rules do where pnpm took npm's place."""
    change = Change(ChangeKind.UPDATED, FACTS, PNPM.text, (NPM.text,), "The newer one counts.")
    return BranchUpdate(BranchDocument.of([Entry(FACTS, PNPM.text)]), (change,))


def test_what_is_beaten_waits_behind_and_comes_forth_again() -> None:
    lines = add((line_of(NPM),), [PNPM], beaten).lines
    assert [(line.text, line.ids) for line in lines] == [(PNPM.text, ("b", "a"))]
    assert missing(lines, told(NPM, PNPM), {}) == []
    gone = settle(lines, told(NPM))
    assert gone.lines == ()
    assert missing(gone.lines, told(NPM), {}) == [NPM]


def test_what_a_person_wrote_into_the_file_never_gives_way() -> None:
    made = add((line_of(NPM, by_hand=True),), [PNPM], beaten)
    assert {line.text for line in made.lines} == {NPM.text, PNPM.text}
    assert Counter(one.kind for one in made.changes) == {ChangeKind.KEPT: 1, ChangeKind.ADDED: 1}


def test_a_memory_that_changes_changes_its_line_in_its_place() -> None:
    lines = (line_of(NPM), line_of(PORT))
    moved = MemoryEntry("a", FACTS, "The shop is built with make.")
    made = settle(lines, told(moved, PORT))
    assert [line.text for line in made.lines] == [moved.text, PORT.text]
    assert [(one.kind, one.before) for one in made.changes] == [(ChangeKind.UPDATED, (NPM.text,))]


def test_a_joined_line_is_taken_apart_when_one_of_its_memories_changes() -> None:
    joined = Line(FACTS, "npm, and port 8080.", (("a", NPM.mark), ("c", PORT.mark)))
    assert joined.owner is None
    assert settle((joined,), told(NPM, PORT)).lines == (joined,)
    assert settle((joined,), told(PORT)).lines == ()


def test_what_was_cleared_stays_out_until_it_changes() -> None:
    assert missing((), told(NPM), {"a": NPM.mark}) == []
    moved = MemoryEntry("a", FACTS, "The shop is built with make.")
    assert missing((), told(moved), {"a": NPM.mark}) == [moved]


def test_what_waits_for_a_yes_is_in_the_file_alone() -> None:
    held = replace(line_of(NPM), held=True)
    made = settle((held,), {}, waiting={"a"})
    assert made.document.entries() == []
    assert written(made.lines)[FACTS] == (NPM.text,)
    assert settle((held,), told(NPM)).document.entries() == [Entry(FACTS, NPM.text)]
    assert settle((held,), {}).lines == ()


@given(documents, documents)
def test_each_bullet_and_each_line_is_told_of_once(before: BranchDocument, after: BranchDocument) -> None:
    lines = [Line(one.section, one.text, ((str(n), "x"),)) for n, one in enumerate(before.entries())]
    found = differences(lines, after)
    bullets = [(one.section, one.text) for one in found if one.text is not None]
    assert bullets == [(one.section, one.text) for one in after.entries()]
    there = [one.was.ids for one in found if one.was is not None]
    assert sorted(there) == sorted(line.ids for line in lines)
    # Whatever stands in both word for word is the same entry.
    common = Counter((line.section, line.text) for line in lines) & Counter(bullets)
    assert sum(one.same for one in found) >= common.total()


@given(documents)
def test_nothing_changed_is_no_difference(document: BranchDocument) -> None:
    lines = [Line(one.section, one.text) for one in document.entries()]
    assert all(one.same for one in differences(lines, document))


@given(st.lists(entries, max_size=6), st.lists(entries, max_size=6))
def test_no_memory_is_lost_or_told_twice(old: list[Entry], new: list[Entry]) -> None:
    known = [MemoryEntry(f"old-{n}", one.section, one.text) for n, one in enumerate(old)]
    fresh = [MemoryEntry(f"new-{n}", one.section, one.text) for n, one in enumerate(new)]
    lines = add((), known, grouped).lines
    lines = add(lines, fresh, grouped).lines
    places = [(line.section, line.text) for line in lines]
    assert len(set(places)) == len(places)
    ids = {ident for line in lines for ident in line.ids}
    assert ids == {one.id for one in (*known, *fresh)}

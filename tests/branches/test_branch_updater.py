"""The memory of a branch, brought up to date by rules or by a model: nothing valid is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.branches.model import BranchDocument, BranchUpdate, ChangeKind, Entry, Section, section_of
from arbor_desktop.branches.updater import (
    MOST_COMPARED,
    DocumentUpdater,
    grouped,
    merged_by_rules,
    named,
    read,
)
from arbor_desktop.conflicts.detection import offline_judge
from arbor_desktop.llm.structured import Unusable
from arbor_desktop.memories.model import Category, Privacy
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.standin.server import Fail, Say, StandIn

LUND = "The clay comes from the pit near Lund."
MONDAY = "The clay is delivered every second Monday."
BOTH = "The clay comes from the pit near Lund and is delivered every second Monday."
NPM = "We use npm for package management."
PNPM = "We use pnpm for package management."


def document(*facts: str, conventions: tuple[str, ...] = ()) -> BranchDocument:
    return BranchDocument({Section.FACTS: facts, Section.CONVENTIONS: conventions})


def fact(text: str, **fields: Any) -> Entry:
    return Entry(Section.FACTS, text, **fields)


def texts(found: BranchUpdate) -> list[str]:
    return [one.text for one in found.document.entries()]


def kinds(found: BranchUpdate) -> dict[str, ChangeKind]:
    return {change.text: change.kind for change in found.changes}


class TestSections:
    def test_every_category_has_its_place(self) -> None:
        assert section_of(Category.CODING_PREFERENCES, {}) is Section.CONVENTIONS
        assert section_of(Category.IMPLEMENTATION_NOTES, {}) is None
        told = {"problem": "It stalls.", "solution": "Wait."}
        assert section_of(Category.IMPLEMENTATION_NOTES, told) is Section.BUGS


class TestByTheRules:
    def test_what_is_known_is_discarded(self) -> None:
        found = merged_by_rules(document(LUND), [fact(LUND.upper()), fact(LUND)], offline_judge())
        assert texts(found) == [LUND] and kinds(found) == {LUND: ChangeKind.KEPT}

    def test_the_newer_wins_over_what_it_contradicts(self) -> None:
        old = document(LUND, conventions=(NPM,))
        found = merged_by_rules(old, [Entry(Section.CONVENTIONS, PNPM)], offline_judge())
        assert texts(found) == [LUND, PNPM]
        (change,) = (one for one in found.changes if one.kind is ChangeKind.UPDATED)
        assert change.before == (NPM,) and change.reason

    def test_also_over_what_stands_in_another_section(self) -> None:
        found = merged_by_rules(document(NPM), [Entry(Section.CONVENTIONS, PNPM)], offline_judge())
        assert texts(found) == [PNPM]
        assert kinds(found) == {PNPM: ChangeKind.ADDED, NPM: ChangeKind.REMOVED}

    def test_all_else_is_added(self) -> None:
        found = merged_by_rules(document(LUND), [fact(MONDAY)], offline_judge())
        assert texts(found) == [LUND, MONDAY] and kinds(found)[MONDAY] is ChangeKind.ADDED

    @pytest.mark.slow
    def test_of_very_much_that_is_new_at_once_the_newest_is_compared(self) -> None:
        old = [NPM, PNPM, "We use ruff for linting."]
        many = [f"Glaze{n} melts best beside kiln{n}." for n in range(MOST_COMPARED)]
        last = ["We use flake8 for linting.", NPM.upper()]
        new = [Entry(Section.CONVENTIONS, text) for text in (*old, *many, *last)]
        found = texts(merged_by_rules(document(), new, offline_judge()))
        assert found[:3] == [NPM, PNPM, "We use flake8 for linting."]  # the first two: taken in as they are
        assert found[3:] == many


def answer(entries: list[tuple[str, str]], *removed: tuple[str, str]) -> str:
    return json.dumps(
        {
            "entries": [{"section": "Facts", "text": text, "from": ids.split()} for ids, text in entries],
            "removed": [{"id": ident, "by": by, "reason": "It is so now."} for ident, by in removed],
        }
    )


class TestByAModel:
    def test_what_completes_each_other_is_joined(self) -> None:
        shown = named(document(LUND), [fact(MONDAY)])
        found = read(answer([("e1 n1", BOTH)]), shown)
        assert texts(found) == [BOTH]
        (change,) = found.changes
        assert (change.kind, change.before) == (ChangeKind.UPDATED, (LUND,))

    def test_what_is_contradicted_goes(self) -> None:
        shown = named(document(LUND, NPM), [fact(PNPM)])
        found = read(answer([("n1", PNPM), ("e1", LUND)], ("e2", "n1")), shown)
        assert texts(found) == [LUND, PNPM]
        assert kinds(found) == {
            LUND: ChangeKind.KEPT, PNPM: ChangeKind.ADDED, NPM: ChangeKind.REMOVED,
        }  # fmt: skip

    @pytest.mark.parametrize(
        "said",
        [
            answer([("e1", LUND)]),
            answer([("e1", LUND), ("e1 n1", BOTH)]),
            answer([("e1", LUND), ("n1", MONDAY), ("n7", MONDAY)]),
            answer([("e1", "The clay comes from Malmö."), ("n1", MONDAY)]),
            answer([("e1 n1", BOTH + " Call Bo.")]),
            answer([("e1 n1", "The clay is delivered.")]),
            answer([("n1", MONDAY)], ("e1", "n1")),
            answer([("e1", LUND)], ("n1", "e1")),
            answer([], ("e1", "n1"), ("n1", "e1")),
            answer([("", LUND), ("e1", LUND), ("n1", MONDAY)]),
            answer([("e1", LUND), ("n1", MONDAY)]).replace("Facts", "Secrets"),
            "All is well.",
        ],
    )
    def test_nothing_is_lost_invented_or_turned_round(self, said: str) -> None:
        with pytest.raises(Unusable):
            read(said, named(document(LUND), [fact(MONDAY)]))


NOUNS = ("kiln", "clay", "glaze", "wheel", "shelf")
entries = st.lists(
    st.builds(
        lambda section, noun, n: Entry(section, f"The {noun} is kept on shelf {n}."),
        st.sampled_from(list(Section)), st.sampled_from(NOUNS), st.integers(1, 3),
    ),
    max_size=6,
)  # fmt: skip


@given(entries, entries)
def test_the_rules_lose_nothing_that_they_do_not_tell_of(old: list[Entry], new: list[Entry]) -> None:
    begun = grouped(BranchDocument(), old).document
    found = merged_by_rules(begun, new, offline_judge())
    told = {change.text for change in found.changes if change.kind is not ChangeKind.REMOVED}
    assert told == set(texts(found))
    accounted = told | {text for change in found.changes for text in (change.text, *change.before)}
    assert {one.text for one in begun.entries()} <= accounted


@given(entries, entries)
def test_grouping_keeps_everything(old: list[Entry], new: list[Entry]) -> None:
    begun = grouped(BranchDocument(), old).document
    found = grouped(begun, new).document
    for one in (*begun.entries(), *new):
        assert one.text in found.sections[one.section]


class TestTheService:
    @pytest.fixture
    def server(self) -> Iterator[StandIn]:
        with StandIn() as running:
            yield running

    @pytest.fixture
    def branches(self, home: Path, clock: ManualClock, server: StandIn) -> Iterator[DocumentUpdater]:
        with MemoryService.open(home, clock=clock) as service:
            service.settings.set("extraction.backend", "anthropic")
            service.settings.set("model.base_url", server.url)
            yield service.models.branches

    def test_a_model_joins_what_belongs_together(self, branches: DocumentUpdater, server: StandIn) -> None:
        server.mind = lambda body: answer([("e1 n1", BOTH)])
        found = branches.update(document(LUND), [fact(MONDAY)], "/srv/kiln")
        assert texts(found) == [BOTH] and found.warning is None

    @pytest.mark.parametrize("said", [Say("No.", anyway=True), Fail(500), Fail(401)])
    def test_one_that_fails_leaves_the_plain_grouping_with_a_warning(
        self, branches: DocumentUpdater, server: StandIn, said: Say | Fail
    ) -> None:
        server.mind = lambda body: said
        found = branches.update(document(LUND), [fact(MONDAY)], "/srv/kiln")
        assert texts(found) == [LUND, MONDAY]
        assert found.warning is not None and "only put together" in found.warning

    @pytest.mark.parametrize("level", [Privacy.SENSITIVE, Privacy.NEVER_SHARE])
    def test_what_is_private_is_neither_sent_nor_written(
        self, branches: DocumentUpdater, server: StandIn, level: Privacy
    ) -> None:
        server.mind = lambda body: answer([("e1", LUND), ("n1", PNPM)])
        found = branches.update(document(LUND), [fact(MONDAY, privacy_level=level), fact(PNPM)], "/srv/kiln")
        assert texts(found) == [LUND, PNPM]
        assert not any("Monday" in one.raw for one in server.received)

    def test_nothing_new_asks_nobody(self, branches: DocumentUpdater, server: StandIn) -> None:
        assert texts(branches.update(document(LUND), [], "/srv/kiln")) == [LUND]
        assert server.received == []

"""Whatever people do in whatever order, in two programs at once: nothing vanishes, nothing is asked twice,
and undo brings back exactly what was."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.memories.model import Memory, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import use_judge

TOPICS, VALUES = ("Test runner", "Editor"), ("alpha", "beta", "gamma", "now delta")
APP, SHOP = "/home/someone/app", "/home/someone/shop"
PLACES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {"scope": "project", "scope_id": APP},
    {"scope": "project", "scope_id": APP, "branch": "next"},
    {"scope": "project", "scope_id": SHOP},
)
PRIVACY = ("normal", "normal", "normal", "sensitive", "never_share", "always_include")
DECISIONS = (
    "accepted_older", "accepted_newer", "accepted_higher_confidence", "kept_both_with_context",
    "marked_outdated", "merged",
)  # fmt: skip
STEPS = 60
LIVING = (Status.ACTIVE, Status.PENDING)
UNIMPORTANT = ("updated_at", "conflict_ids", "accessed_at", "access_count")


def everything(service: MemoryService) -> dict[str, Any]:
    """All that an undo must bring back."""
    memories = service.query(status="all", limit=1000).memories
    return {
        "memories": {one.id: essence(one) for one in memories if one.status is not Status.DELETED},
        "links": {
            (one.id, other.memory.id)
            for one in memories
            for other in service.related(one.id)
            if other.kind == "supersedes"
        },
        "asked": asked(service),
        "decided": {
            (one.id, one.status, tuple(member.condition for member in one.members))
            for one in service.list_conflicts(include_resolved=True)
            if one.decision is not None
        },
    }


def essence(memory: Memory) -> dict[str, Any]:
    return {name: value for name, value in memory.to_dict().items() if name not in UNIMPORTANT}


def asked(service: MemoryService) -> set[tuple[str, str]]:
    """The pairs of living memories that the person is asked about."""
    found = service.list_conflicts()
    pairs = [
        pair
        for one in found
        for pair in combinations(sorted(m.memory.id for m in one.members if m.memory.status in LIVING), 2)
    ]
    assert len(pairs) == len(set(pairs)), "asked about twice"
    assert all(one.is_open and sum(m.memory.status in LIVING for m in one.members) > 1 for one in found)
    return set(pairs)


def events(service: MemoryService) -> int:
    """How much the history of all memories has grown by what people did."""
    histories = [service.history(ident) for ident in service.find_ids(status="all")]
    return max((entry.seq for one in histories for entry in one if entry.actor == "user"), default=0)


class Person:
    """Does something at random. Each action is one that undo takes back, but for those that end in `_`."""

    def __init__(self, service: MemoryService, clock: ManualClock, chance: random.Random) -> None:
        self.service, self.clock, self.chance = service, clock, chance

    def text(self) -> str:
        return f"{self.chance.choice(TOPICS)}: {self.chance.choice(VALUES)}"

    def one(self, *statuses: str) -> str:
        found = self.service.find_ids(status=list(statuses) if statuses else "all", sort="created")
        if not found:
            raise NotFound("There is no memory.")
        return self.chance.choice(found)

    def conflict(self, *, is_open: bool) -> Any:
        found = [one for one in self.service.list_conflicts(include_resolved=True) if one.is_open is is_open]
        if not found:
            raise NotFound("No conflicts.")
        return self.chance.choice(found)

    def store(self) -> None:
        text, confidence = self.text(), self.chance.choice((0.4, 0.7, 0.9))
        fields = self.chance.choice(PLACES) | {"privacy_level": self.chance.choice(PRIVACY)}
        self.service.store(text, type="preference", confidence=confidence, **fields)

    def edit(self) -> None:
        self.service.update(self.one("active", "pending"), content=self.text())

    def move(self) -> None:
        self.service.update(
            self.one("active"), **{"scope": "global", "branch": None} | self.chance.choice(PLACES)
        )

    def condition(self) -> None:
        condition = self.chance.choice(({}, {"condition": "in old code"}))
        self.service.update(self.one("active"), details=condition)

    def doubt(self) -> None:
        self.service.update(self.one("active"), status="pending")

    def archive(self) -> None:
        self.service.archive(self.one("active", "pending"))

    def delete(self) -> None:
        self.service.delete(self.one("active", "pending"))

    def restore(self) -> None:
        self.service.restore(self.one("archived", "superseded", "rejected"))

    def accept(self) -> None:
        self.service.accept(self.one("pending"))

    def accept_edited(self) -> None:
        self.service.accept_edited(self.one("pending"), self.text())

    def accept_certain(self) -> None:
        if not self.service.accept_certain(0.5).accepted:
            raise NotFound("Nothing is certain.")

    def reject(self) -> None:
        self.service.reject(self.one("active", "pending"))

    def feedback(self) -> None:
        self.service.feedback(self.one("active"), self.chance.choice(("CONFIRM", "OUTDATED", "FORGET")))

    def resolve(self) -> None:
        conflict = self.conflict(is_open=True)
        decision, options = self.chance.choice(DECISIONS), {}
        living = [m.memory.id for m in conflict.members if m.memory.status in LIVING]
        if decision == "merged":
            options = {"content": self.text()}
        elif decision == "kept_both_with_context" and self.chance.random() < 0.6:
            options = {"older_context": "here", "newer_context": "there"}
        elif decision.startswith("accepted") and self.chance.random() < 0.5:
            options = {"keep": self.chance.choice(living)}
        self.service.resolve_conflict(conflict.id, decision, **options)

    def reopen(self) -> None:
        self.service.reopen_conflict(self.conflict(is_open=False).id)

    def restore_version(self) -> None:
        ident = self.one("active")
        entry = self.chance.choice(self.service.history(ident))
        self.service.restore_version(ident, entry.seq)

    def see_(self) -> None:
        self.service.mark_conflict_seen(self.conflict(is_open=True).id)

    def purge_(self) -> None:
        self.service.purge([self.one()])

    def import_(self) -> None:
        self.service.settings.set("conflicts.detect", False)
        self.store()
        self.service.settings.set("conflicts.detect", True)


ACTIONS = [
    name for name in vars(Person) if not name.startswith("_") and name not in ("text", "one", "conflict")
]
OFTEN = ["store"] * 6 + ["resolve"] * 5 + ["reopen"] * 2 + ["edit"] * 2


def sound(service: MemoryService) -> None:
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}
    found = service.list_conflicts()
    assert service.get_stats()["open_conflicts"] == service.get_status().open_conflicts == len(found)
    named = {ident: set(service.get(ident).conflict_ids) for ident in service.find_ids(status="all")}
    for one in found:
        assert all(one.id in named[member.memory.id] for member in one.members)
    text = service.get_context(project=APP).text
    for one in found:
        living = {m.memory.id: m.memory for m in one.members if m.memory.status in LIVING}
        told = [m for m in living.values() if f"- {m.content}\n" in text and m.scope.value == "global"]
        assert len({m.content for m in told}) < 2, "both sides are told"


@pytest.fixture
def two(home: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[MemoryService]]:
    use_judge(monkeypatch)
    with ExitStack() as stack:
        yield [stack.enter_context(MemoryService.open(home, clock=clock)) for _ in range(2)]


def did(action: Callable[[], None], clock: ManualClock) -> bool:
    """Whether there was something to do."""
    clock.advance(seconds=3600)
    with suppress(NotFound, InvalidInput):
        action()
        return True
    return False


@pytest.mark.parametrize("alone", [False, True], ids=["asked", "decided alone"])
@pytest.mark.soak
def test_nothing_vanishes_and_undo_brings_back_what_was(
    two: list[MemoryService], clock: ManualClock, seed: int, alone: bool
) -> None:
    chance = random.Random(seed)
    for service in two:
        service.settings.set("conflicts.auto_resolve", alone)
    known: set[str] = set()
    done: set[str] = set()
    for step in range(STEPS):
        service = chance.choice(two)
        person, name = Person(service, clock, chance), chance.choice(ACTIONS + OFTEN)
        before, written = everything(service), events(service)
        acted = did(getattr(person, name), clock)
        # To say what is so already is nothing to take back.
        acted &= name.endswith("_") or events(service) > written
        done |= {name} if acted else set()
        now = set(service.find_ids(status="all"))
        gone = {ident for ident in known - now if service.get_many([ident]) == []}
        assert len(gone) <= (name == "purge_"), f"{name} in step {step} lost something"
        known = now | {ident for ident in known if service.get_many([ident])}
        if not acted:
            assert everything(service) == before, f"{name} in step {step} was refused, and changed something"
        elif not name.endswith("_") and chance.random() < 0.6:
            chance.choice(two).undo()
            assert everything(service) == before, f"undo of {name} in step {step}"
        asked(service)
    assert len(done) > 4, "hardly anything was done"
    sound(two[0])
    _undo_all(two[0])
    sound(two[1])


def _undo_all(service: MemoryService) -> None:
    """Until there is nothing left, or it says what stands in the way."""
    with suppress(NotFound, InvalidInput):
        while True:
            service.undo()
            asked(service)

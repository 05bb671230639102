"""Whatever people do in whatever order, in two programs at once, with maintenance between any two steps and
the clock leaping: nothing vanishes, a second run changes nothing, and a run that is taken back leaves what
was."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.maintenance.model import Run
from arbor_desktop.memories.model import Memory, Privacy, Status
from arbor_desktop.memories.queries import records
from arbor_desktop.service import MemoryService
from arbor_desktop.task_times import Task
from tests.conftest import ManualClock
from tests.reliability.sessions import Session

APP, SHOP = "/home/someone/app", "/home/someone/shop"
TEXTS = (
    "The staging server is in Frankfurt", "Our staging server is in Frankfurt",
    "Our staging server is in Frankfurt because the users are there", "Deploys go out on Tuesdays",
    "The deploys go out on Tuesdays", "The deploys go out on Fridays", "Always use pnpm for packages",
    "Never use pnpm for packages", "Use pnpm for packages",
    "Never restart the queue while a job runs, for the job is lost then and nobody notices it. " * 3,
    "Always pin the versions of actions, because a moved tag once broke every build for a day",
)  # fmt: skip
SAID = (
    "Always use pnpm for packages in this project.", "We deploy on Tuesdays, never on Fridays.",
    "I prefer tabs for indentation because they are accessible.", "The staging server is in Frankfurt.",
)  # fmt: skip
PLACES: tuple[dict[str, Any], ...] = (
    {}, {"scope": "project", "scope_id": APP}, {"scope": "project", "scope_id": SHOP},
)  # fmt: skip
KINDS = ("fact", "fact", "context", "preference")
PRIVACY = ("normal", "normal", "normal", "sensitive", "never_share", "always_include")
KEPT = (Privacy.ALWAYS_INCLUDE, Privacy.SENSITIVE)
LIVING = (Status.ACTIVE, Status.PENDING)
STEPS = 60
LOGS = ("maintenance_run", "activity", "access_log", "sqlite_sequence", "schema_migration")
SESSIONS = ("turn", "conversation", "session_outcome", "activity")
"""What is told of conversations, which stay when a memory of theirs goes."""
PASSING = ("conversation", "project", "uncompared")
"""Tables that say what was looked at; what a run looked at may be looked at again."""


def dump(service: MemoryService, leaving: tuple[str, ...] = LOGS) -> dict[str, list[Any]]:
    def read(conn: Any) -> dict[str, list[Any]]:
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        wanted = [n for n in names if n not in leaving and "_fts" not in n and not n.endswith("_terms")]
        wanted = [n for n in wanted if not n.startswith("sqlite_stat")]
        return {name: sorted(conn.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in wanted}

    return service._rt.db.read(read)


def lasting(service: MemoryService) -> dict[str, Any]:
    """What taking back must bring back: memories, what they rest on, what is linked, what is asked."""

    def read(conn: Any) -> dict[str, Any]:
        names = [row[1] for row in conn.execute("PRAGMA table_info(memory)")]
        unimportant = {"updated_at", "accessed_at", "access_count", "search_text", "fold"}
        kept = [name for name in names if name not in unimportant]
        at = kept.index("id")
        return {
            "memories": {row[at]: dict(zip(kept, row, strict=True)) for row in conn.execute(
                f"SELECT {', '.join(kept)} FROM memory")},
            "evidence": sorted(conn.execute(
                "SELECT memory, conversation, first_turn, last_turn, rule FROM evidence").fetchall()),
            "links": sorted(conn.execute("SELECT from_memory, to_memory, kind FROM relation").fetchall()),
        }  # fmt: skip

    return service._rt.db.read(read) | {"asked": asked(service)}


def everyone(service: MemoryService) -> dict[str, Memory]:
    ids = service._rt.db.read(lambda c: [i for (i,) in c.execute("SELECT id FROM memory")])
    return {one.id: one for one in service.get_many(ids)}


def asked(service: MemoryService) -> set[tuple[str, str]]:
    found = service.list_conflicts()
    pairs = [
        pair
        for one in found
        for pair in combinations(sorted(m.memory.id for m in one.members if m.memory.status in LIVING), 2)
    ]
    assert len(pairs) == len(set(pairs)), "asked about twice"
    assert all(sum(m.memory.status in LIVING for m in one.members) > 1 for one in found), "a dead side"
    return set(pairs)


class Life:
    """Somebody, two programs, and time."""

    def __init__(self, two: list[MemoryService], clock: ManualClock, chance: random.Random, folder: Path):
        self.two, self.clock, self.chance, self.folder = two, clock, chance, folder
        self.service = two[0]
        self.apart: set[frozenset[str]] = set()
        """Pairs that the person took apart."""
        self.sessions = 0

    def one(self, *statuses: str) -> str:
        found = self.service.find_ids(status=list(statuses) or "all", sort="created")
        if not found:
            raise NotFound("There is no memory.")
        return self.chance.choice(found)

    def merged(self) -> list[tuple[str, str]]:
        """What was merged, and into what."""
        return self.service._rt.db.read(
            lambda c: c.execute(
                "SELECT f.id, t.id FROM relation r JOIN memory f ON f.row = r.from_memory "
                "JOIN memory t ON t.row = r.to_memory "
                "WHERE r.kind = 'merged_into' AND f.status = 'superseded'"
            ).fetchall()
        )

    # -- what people do --

    def store(self) -> None:
        place = self.chance.choice(PLACES)
        given = {
            "content": self.chance.choice(TEXTS), "type": self.chance.choice(KINDS),
            "confidence": self.chance.choice((0.35, 0.5, 0.9)), "source": self.chance.choice(
                ("user_stated", "ai_inferred")), "privacy_level": self.chance.choice(PRIVACY),
            "category": self.chance.choice(("facts", "bug_patterns")),
        }  # fmt: skip
        again = given | {"content": self.chance.choice(TEXTS[:5])}  # side by side, as imports bring them
        self.service.store_many([given | place, again | place])

    def edit(self) -> None:
        self.service.update(self.one("active", "pending"), content=self.chance.choice(TEXTS))

    def retag(self) -> None:
        self.service.update(self.one("active"), tags=[self.chance.choice(("one", "two", "three"))])

    def privacy(self) -> None:
        self.service.update(self.one("active"), privacy_level=self.chance.choice(PRIVACY))

    def term(self) -> None:
        self.service.update(
            self.one("active"), expires_at=self.clock() + self.chance.choice((1, 40)) * 86_400_000
        )

    def feedback(self) -> None:
        kind = self.chance.choice(("CONFIRM", "INCORRECT", "OUTDATED", "FORGET"))
        self.service.feedback(self.one("active"), kind)

    def use(self) -> None:
        self.service.record_usage(self.one("active"), self.chance.random() < 0.7)

    def archive(self) -> None:
        self.service.archive(self.one("active", "pending"))

    def delete(self) -> None:
        self.service.delete(self.one("active", "pending"))

    def restore(self) -> None:
        merged = [loser for loser, _ in self.merged()]
        ident = self.chance.choice(merged) if merged else self.one("archived", "superseded", "rejected")
        into = {frozenset(pair) for pair in self.merged() if pair[0] == ident}
        self.service.restore(ident)
        self.apart |= into

    def accept(self) -> None:
        self.service.accept(self.one("pending"))

    def reject(self) -> None:
        self.service.reject(self.one("active", "pending"))

    def resolve(self) -> None:
        found = self.service.list_conflicts()
        if not found:
            raise NotFound("There is none.")
        self.service.resolve_conflict(self.chance.choice(found).id, self.chance.choice(
            ("accepted_older", "accepted_newer", "kept_both_with_context", "marked_outdated")))  # fmt: skip

    def reopen(self) -> None:
        found = [one for one in self.service.list_conflicts(include_resolved=True) if not one.is_open]
        if not found:
            raise NotFound("There is none.")
        self.service.reopen_conflict(self.chance.choice(found).id)

    def shorten(self) -> None:
        self.service.apply_compaction(self.one("active"), "In short")

    def lengthen(self) -> None:
        self.service.undo_compaction(self.one("active"))

    def promote(self) -> None:
        self.service.promote(self.one("active"))

    def keep_here(self) -> None:
        self.service.keep_to_project(self.one("active"), project=self.chance.choice((APP, SHOP)))

    def purge_(self) -> None:
        ident = self.one()
        words = self.service.get(ident).content
        self.service.purge([ident])
        others = {one.content for one in everyone(self.service).values()}
        if words not in others and words not in self.once_said():
            assert not left_of(self.service, words, ident), "its words are still there"

    def once_said(self) -> set[str]:
        """Words in the histories of those that are still there: theirs, too."""
        told = [
            (entry.before or {}).get("content") or (entry.after or {}).get("content")
            for ident in everyone(self.service)
            for entry in self.service.history(ident)
            if entry.actor != "maintenance" and "merged_memory" not in (entry.after or {})
        ]
        return {words for words in told if words}

    def capture_(self) -> None:
        self.sessions += 1
        cwd = self.chance.choice((APP, SHOP))
        session = Session(f"walk-{self.sessions}", cwd, start=self.clock() // 1000)
        for said in self.chance.sample(SAID, 2):
            session.say(said).reply("Understood.")
        path = self.folder / f"{session.id}.jsonl"
        path.write_bytes(session.lines())
        self.service.capture([path])

    # -- what time does --

    def months_(self) -> None:
        self.clock.advance(days=self.chance.choice((1, 8, 35, 95, 200)))

    def clock_back_(self) -> None:
        self.clock.advance(days=-self.chance.choice((1, 3)))

    def settings_(self) -> None:
        name, values = self.chance.choice(
            [
                ("confidence.policy", ("exponential", "linear")),
                ("conflicts.auto_resolve", (True, False)),
                ("lifecycle.compact", (True, False)),
            ]
        )
        self.service.settings.set(name, self.chance.choice(values))
        for each in self.two:  # a program that runs looks every second
            each.settings.refresh()

    # -- maintenance --

    def maintain_(self) -> None:
        task = self.chance.choice([Task.NIGHTLY, *Task])
        before, was = everyone(self.service), lasting(self.service)
        (run,) = self.service.run_maintenance(task.value)
        assert run.success, (run.error, run.troubles)
        assert not run.troubles
        self._kept_its_word(before)
        self._same_again(task)
        if self.chance.random() < 0.5:
            self._taken_back(run, was)

    def _kept_its_word(self, before: dict[str, Memory]) -> None:
        after = everyone(self.service)
        assert before.keys() <= after.keys(), "maintenance lost something"
        for ident, memory in before.items():
            if memory.privacy_level in KEPT and memory.status in LIVING:
                assert after[ident].status is not Status.ARCHIVED, "it was to be kept"
            if memory.status not in LIVING:
                assert after[ident].status is memory.status, "what was dead lives"
            assert after[ident].privacy_level is memory.privacy_level, "it is easier or harder to see"
        for loser, survivor in self.merged():
            if loser in before and before[loser].status in LIVING and self._was_merged_last(loser):
                assert {loser, survivor} not in self.apart, "merged against the person's word"

    def _was_merged_last(self, ident: str) -> bool:
        last = self.service.history(ident)[-1]
        return (last.actor, last.action) == ("maintenance", "superseded")

    def _same_again(self, task: Task) -> None:
        other = self.chance.choice(self.two)
        once = dump(other, LOGS + PASSING)
        (again,) = other.run_maintenance(task.value)
        assert again.success
        assert dump(other, LOGS + PASSING) == once, f"a second {task.value} changes something"

    def _taken_back(self, run: Run, was: dict[str, Any]) -> None:
        pairs = self.merged()
        try:
            undone = self.chance.choice(self.two).undo_maintenance(run.id)
        except InvalidInput:
            return
        assert undone.result["items_left"] == 0, undone.troubles
        now = lasting(self.service)
        anew = {ident for ident in now["memories"] if self.service.history(ident)[-1].action == "restored"}
        for ident, memory in was["memories"].items():
            if ident not in anew:
                assert now["memories"][ident] == memory, "not as it was"
        assert now["evidence"] == was["evidence"]
        assert now["links"] == was["links"]
        assert now["asked"] >= was["asked"]
        self.apart |= {frozenset(pair) for pair in pairs} - {frozenset(pair) for pair in self.merged()}

    def take_back_old_(self) -> None:
        found = [run for run in self.service.maintenance_log(100) if run.undone_at is None]
        if not found:
            raise NotFound("There is none.")
        pairs = {frozenset(pair) for pair in self.merged()}
        self.service.undo_maintenance(self.chance.choice(found).id)
        self.apart |= pairs - {frozenset(pair) for pair in self.merged()}


def left_of(service: MemoryService, words: str, ident: str) -> list[str]:
    """Tables in which words or a memory's id still stand, but for what was said and other memories."""

    def read(conn: Any) -> list[str]:
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        names = [
            n for n in names if "_fts" not in n and n not in SESSIONS and not n.startswith("sqlite_stat")
        ]
        return [
            name
            for name in names
            for row in conn.execute(f'SELECT * FROM "{name}"').fetchall()
            if any(isinstance(value, str) and (value == words or f'"{words}"' in value) for value in row)
        ]

    return service._rt.db.read(read)


ACTIONS = [n for n in vars(Life) if not n.startswith("_") and n not in ("one", "merged", "once_said")]
OFTEN = ["store"] * 7 + ["maintain_"] * 7 + ["months_"] * 3 + ["capture_"] + ["restore"] * 2


REPLAYED = (
    "content", "status", "confidence", "privacy_level", "tags", "scope", "scope_id", "summary",
    "reinforced_at", "use_count", "needs_review", "decay_rate", "confirmed_at", "expires_at", "archived_at",
    "invalid",
)  # fmt: skip


def replays(service: MemoryService) -> None:
    """What the history tells, event by event, is what is there."""
    for ident in everyone(service):
        told: dict[str, Any] = {}
        for entry in service.history(ident):
            for name, value in (entry.before or {}).items():
                assert told.get(name, value) == value, f"{name} changed without a word before {entry.action}"
            told |= entry.after or {}
        names = [name for name in told if name in REPLAYED]
        now = service._rt.db.read(lambda c, i=ident, n=names: records.current(c, i, n))
        assert now == {name: told[name] for name in names}


@pytest.fixture
def two(home: Path, clock: ManualClock) -> Iterator[list[MemoryService]]:
    with ExitStack() as stack:
        yield [stack.enter_context(MemoryService.open(home, clock=clock)) for _ in range(2)]


def did(action: Callable[[], None], clock: ManualClock) -> bool:
    clock.advance(seconds=3600)
    with suppress(NotFound, InvalidInput):
        action()
        return True
    return False


@pytest.mark.timeout(300)
@pytest.mark.soak
def test_nothing_vanishes_whatever_is_done_and_maintained(
    two: list[MemoryService], clock: ManualClock, seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    life = Life(two, clock, chance, tmp_path)
    known: set[str] = set()
    worth: dict[str, tuple[float, int]] = {}
    for step in range(STEPS):
        life.service = chance.choice(two)
        name = chance.choice(ACTIONS + OFTEN)
        was = lasting(life.service)
        seen = _persons_last(life.service)
        did(getattr(life, name), clock)
        now = everyone(life.service)
        assert len(known - now.keys()) <= (name == "purge_"), f"{name} in step {step} lost something"
        known = set(now)
        asked(life.service)
        for ident, memory in now.items():
            events = len(life.service.history(ident))
            old, count = worth.get(ident, (1.0, 0))
            if name not in ("settings_", "clock_back_") and events == count:
                assert memory.current_confidence <= old + 1e-9, f"{name} raised what it is worth"
            worth[ident] = (memory.current_confidence, events)
        if not name.endswith("_") and _persons_last(life.service) > seen and chance.random() < 0.4:
            if chance.random() < 0.5:
                chance.choice(two).run_maintenance("monthly")
            with suppress(InvalidInput):
                chance.choice(two).undo()
                back = lasting(life.service)
                assert back["evidence"] == was["evidence"], f"undo of {name} in step {step}"
    assert two[0].verification.problems() == {"integrity": [], "index": [], "references": []}
    replays(two[1])


def _persons_last(service: MemoryService) -> int:
    return service._rt.db.read(
        lambda c: c.execute("SELECT ifnull(max(seq), 0) FROM memory_event WHERE actor = 'user'").fetchone()[0]
    )

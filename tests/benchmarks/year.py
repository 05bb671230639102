"""A made-up person's year with the app: what they teach it, what of that they use, and what they say of it.

The pattern, and why it is like this:

* Sessions are spread over the working days, each in one project (or in none). A project is worked on for some
  weeks (half of them more than six), then rests; of those that rest, three in ten come back weeks or months
  later for a short time. That is how side projects, customers and old services behave.
* Each session teaches eight things: of ten, four are facts, two preferences, one an instruction, one a
  context (what matters now), two what an assistant concluded. A quarter of them hold everywhere, the rest in
  the project.
* How useful a memory is differs widely: of what somebody wants done or prefers one in five is never needed
  again, of all else one half; of the rest some are needed often and most seldom (a lognormal spread). What
  matters now is only needed in its first month; what holds everywhere is needed everywhere; the rest while
  its project is worked on.
* In each session some memories are needed, drawn by their usefulness: three with light use, eight typically,
  24 with heavy use; for each new memory 0.4, 1 or 3. One of fourteen uses does not help. What is needed and
  was archived is missed; of what they miss, people restore three in ten.
* One of twelve things taught was taught before, in the same words. One of a hundred is pinned, one sensitive,
  two confirmed, one is said to be wrong, and two contradict each other; half of these conflicts are decided.
* One of twenty has a date until which it holds.

Everything is drawn by one generator of random numbers with a fixed seed. No person's real year was counted:
the numbers are guesses, so three patterns of use are told beside each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from arbor_desktop.clock import DAY_MS
from arbor_desktop.memories.model import Category, MemoryType, Source, Status
from arbor_desktop.service import MemoryService
from tests.benchmarks.data import SEED, Talk

BEGIN = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)
HOUR_MS = 3_600_000
TAUGHT = 8
"""New memories a session."""
ASIDE = (
    " It was decided long ago, after a discussion that took a whole afternoon and of which nobody remembers "
    "more than the cake, and it had been quite different in the years before, as people like to tell."
)
Speed = Callable[[MemoryType, Source, Category], float]
_KINDS = (
    (4, MemoryType.FACT, Source.USER_STATED, Category.FACTS),
    (2, MemoryType.PREFERENCE, Source.USER_STATED, Category.CODING_PREFERENCES),
    (1, MemoryType.INSTRUCTION, Source.USER_STATED, Category.PROJECT_CONVENTIONS),
    (1, MemoryType.CONTEXT, Source.USER_STATED, Category.FACTS),
    (1, MemoryType.FACT, Source.AI_INFERRED, Category.BUG_PATTERNS),
    (1, MemoryType.FACT, Source.AI_INFERRED, Category.IMPLEMENTATION_NOTES),
)


@dataclass(frozen=True, slots=True)
class Use:
    """`needed` memories a session."""

    name: str
    needed: int


LIGHT, TYPICAL, HEAVY = Use("light", 3), Use("typical", 8), Use("heavy", 24)


@dataclass(slots=True)
class Known:
    """A memory as the person knows it: how useful it is, and whether only for a month."""

    id: str
    useful: float
    born: int
    brief: bool


@dataclass(slots=True)
class Clock:
    now: int = BEGIN

    def __call__(self) -> int:
        return self.now


@dataclass(slots=True)
class Year:
    """`size` memories are taught; `stale` is the share at the end of each month. `needed` counts what the
    sessions asked for, `missed` what of that was archived."""

    service: MemoryService
    clock: Clock
    size: int
    use: Use
    speed: Speed
    days: int = 365
    taught: int = 0
    needed: int = 0
    missed: int = 0
    restored: int = 0
    stale: list[float] = field(default_factory=list)
    _talk: Talk = field(default_factory=Talk)
    _rng: random.Random = field(default_factory=lambda: random.Random(SEED))
    _everywhere: list[Known] = field(default_factory=list)
    _of: dict[str, list[Known]] = field(default_factory=dict)
    _said: list[tuple[dict[str, object], Known]] = field(default_factory=list)
    _worked_on: dict[str, int] = field(default_factory=dict)
    """Projects under way, with the day of their end."""

    def live(self, each_day: Callable[[int], None]) -> None:
        """The whole year; `each_day` does what is due at night, before the day begins."""
        owed = 0.0
        working_days = sum(self._works(day) for day in range(self.days))
        for day in range(self.days):
            self.clock.now = BEGIN + day * DAY_MS
            each_day(day)
            if day % 30 == 29 or day == self.days - 1:
                self.stale.append(self.service.stale().share or 0.0)
            if not self._works(day):
                continue
            owed += self.size / TAUGHT / working_days
            while owed >= 1:
                owed -= 1
                self._session(day)

    def _works(self, day: int) -> bool:
        return datetime.fromtimestamp((BEGIN + day * DAY_MS) / 1000, UTC).weekday() < 5

    def _session(self, day: int) -> None:
        self.clock.now = BEGIN + day * DAY_MS + self._rng.randrange(9 * HOUR_MS, 18 * HOUR_MS)
        project = self._project(day)
        self.service.get_context(project=project)  # what an assistant is told as the session begins
        for _ in range(TAUGHT):
            self._teach(project, day)
        there = [*self._everywhere, *self._of[project]]
        weights = [0.0 if known.brief and day - known.born > 30 else known.useful for known in there]
        if any(weights):
            for known in self._rng.choices(there, weights, k=self.use.needed):
                self._need(known)

    def _project(self, day: int) -> str:
        """The project of a session: one under way, a new one, or one that comes back."""
        rng = self._rng
        for done in [name for name, end in self._worked_on.items() if end <= day]:
            del self._worked_on[done]
        resting = [name for name in self._of if name not in self._worked_on]
        while len(self._worked_on) < 3:
            if resting and rng.random() < 0.3:
                back = resting.pop(rng.randrange(len(resting)))
                self._worked_on[back] = day + rng.randint(5, 28)
            else:
                name = f"/work/{len(self._of)}-{'-'.join(self._talk.words(1))}"
                self._of[name] = []
                self._worked_on[name] = day + max(7, int(rng.lognormvariate(3.75, 0.7)))
        return rng.choice(list(self._worked_on))

    def _teach(self, project: str, day: int) -> None:
        rng = self._rng
        self.taught += 1
        if self._said and rng.random() < 1 / 12:
            again, known = rng.choice(self._said[-2_000:])
            known.id = self.service.store(**again).id  # type: ignore[arg-type]
            return
        _, kind, source, category = rng.choices(_KINDS, [kind[0] for kind in _KINDS])[0]
        everywhere = rng.random() < 0.25
        concluded, words = source is Source.AI_INFERRED, self._talk.sentence()
        fields: dict[str, object] = {
            "content": words + ASIDE if rng.random() < 0.05 else words,
            "type": kind.value,
            "category": category.value,
            "scope": "global" if everywhere else "project",
            "scope_id": None if everywhere else project,
            "source": source.value,
            "confidence": round(rng.uniform(0.55, 0.8) if concluded else rng.uniform(0.8, 0.95), 2),
            "privacy_level": rng.choices(("normal", "always_include", "sensitive"), (98, 1, 1))[0],
            "expires_at": self.clock() + rng.randint(2, 60) * DAY_MS if rng.random() < 0.05 else None,
            "decay_rate": self.speed(kind, source, category),
        }  # fmt: skip
        ident = self.service.store(**fields).id  # type: ignore[arg-type]
        wish = kind in (MemoryType.PREFERENCE, MemoryType.INSTRUCTION)
        useful = 0.0 if rng.random() < (0.2 if wish else 0.5) else rng.lognormvariate(0, 1.5)
        known = Known(ident, useful, day, kind is MemoryType.CONTEXT)
        self._said.append((fields, known))
        (self._everywhere if everywhere else self._of[project]).append(known)
        self._judge(ident, fields)

    def _judge(self, ident: str, fields: dict[str, object]) -> None:
        """What a person says of a new memory, sometimes."""
        dice = self._rng.random()
        if dice < 0.02:
            self.service.feedback(ident, "CONFIRM")
        elif dice < 0.03:
            self.service.feedback(ident, "INCORRECT")
        elif dice < 0.05:
            this, that = self._talk.words(2)
            one = fields | {"content": f"Always use {this} for {that}.", "privacy_level": "normal"}
            self.service.store(**one)  # type: ignore[arg-type]
            new = self.service.store(**one | {"content": f"Never use {this} for {that}."})  # type: ignore[arg-type]
            if new.conflicts and dice < 0.04:
                self.service.resolve_conflict(new.conflicts[0], "accepted_newer")

    def _need(self, known: Known) -> None:
        """Something is needed now: it is used if it is there, and else missed."""
        self.needed += 1
        memory = self.service.get(known.id)
        if memory.status is Status.ACTIVE:
            self.service.record_usage(known.id, self._rng.random() > 1 / 14, "a session", actor="agent")
        elif memory.status is Status.ARCHIVED:
            self.missed += 1
            if self._rng.random() < 0.3:
                self.service.restore(known.id)
                self.restored += 1

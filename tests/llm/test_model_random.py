"""Whatever people do in whatever order, in two programs at once, with a model that fails as it likes: in the
end every conversation is memorized, each statement is one memory, every answer is in the ledger once, and
nothing private was sent (`tests/conftest.py` looks for that)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.conversations.model import ConversationStatus
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.llm.model import ModelFailed
from arbor_desktop.memories.model import Memory
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.reliability.sessions import Session
from tests.standin.canaries import PRIVATE
from tests.standin.server import Body, Break, Fail, Say, StandIn, purpose_of, said_to

STEPS = 40
PROJECTS = ("/home/someone/app", "/home/someone/shop")
COLOURS = ("blue", "coral", "dun", "ebony", "fawn", "green", "hazel")
WISH = re.compile(r"In every project I prefer the (\w+) theme of editor (\d+)")
FAILURES = (
    Fail(429), Fail(500), Fail(529), Fail(401), Fail(402), Fail(400), Fail(413), Break("cut"), Break("reset"),
    Break("error"), Break("garbage"), Say("no JSON", anyway=True),
    Say('{"items": [', stop="max_tokens", anyway=True), Say("", stop="refusal", anyway=True),
)  # fmt: skip


class Mind:
    """Finds every wish that it is shown as evidence, and judges as the dice fall."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.answered = 0

    def __call__(self, body: Body) -> Say:
        self.answered += 1
        if purpose_of(body) == "extraction":
            return Say(json.dumps(self._found(said_to(body))))
        if purpose_of(body) == "adjudication":
            return Say(json.dumps(self._judged(said_to(body))), anyway=True)
        return Say("Understood.", anyway=True)

    def _found(self, told: str) -> dict[str, Any]:
        items = []
        for number, text in re.findall(
            r'<turn number="(\d+)" speaker="user" evidence="yes"[^>]*>\n(.*?)\n</turn>', told, re.DOTALL
        ):
            for found in WISH.finditer(text):
                items.append({
                    "content": f"User prefers the {found[1]} theme of editor {found[2]} in every project.",
                    "type": "preference", "category": "coding_preferences", "confidence": 0.95,
                    "scope": "user", "turns": [int(number)], "quote": found[0], "tags": [],
                    "sensitive": False, "technology": None, "expires": None, "details": {},
                })  # fmt: skip
        return {"items": items} if items else {"no_content_to_extract": True}

    def _judged(self, told: str) -> dict[str, Any]:
        """Now and then of use, now and then not."""
        new = re.findall(r'item="?(\w+)', told) or ["n1"]
        known = re.findall(r'memory="?(\w+)', told) or ["m1"]
        return {
            "judgements": [
                {"item": one, "action": self.dice.choice(("ADD", "NOOP", "UPDATE", "CONFLICT")),
                 "memory": self.dice.choice(known), "reason": "It seems so."}
                for one in new
            ]
        }  # fmt: skip


class Walk:
    """Two programs on one store. Each step is one of `deeds`."""

    def __init__(
        self,
        dice: random.Random,
        home: Path,
        server: StandIn,
        clock: ManualClock,
        folder: Path,
        open_: ExitStack,
    ) -> None:
        self.dice, self.home, self.server, self.clock, self.folder = dice, home, server, clock, folder
        self._open = open_
        self.both = [self._opened(), self._opened()]
        self.sessions: list[Session] = []
        self.wishes: list[str] = []
        first = self.both[0]
        first.settings.set("model.base_url", server.url)
        first.settings.set("extraction.backend", "anthropic")
        secret = f"User knows that {PRIVATE}."
        first.store(secret, type="fact", category="facts", privacy_level="never_share")
        self.deeds: list[Callable[[MemoryService], object]] = [
            self.talk, self.talk, self.talk, self.go_on, self.go_on, self.capture_all, self.catch_up,
            self.by_hand, self.switch, self.fall_back, self.refine, self.fail, self.fail, self.fail,
            self.try_again, self.wait, self.edit, self.forget, self.undo, self.hide, self.keep_out,
            self.let_in, self.exclude, self.include, self.restart, self.budget, self.chat, self.ask,
        ]  # fmt: skip

    def _opened(self) -> MemoryService:
        return self._open.enter_context(MemoryService.open(self.home, clock=self.clock, environ={}))

    def step(self) -> None:
        for service in self.both:
            service.settings.refresh()  # as programs do that look at each other
        self.dice.choice(self.deeds)(self.dice.choice(self.both))
        self.clock.advance(seconds=1)

    # -- deeds --

    def _wish(self) -> str:
        number = len(self.wishes) + 1
        wish = f"In every project I prefer the {self.dice.choice(COLOURS)} theme of editor {number}"
        self.wishes.append(wish)
        return f"{wish}, so set it up like that everywhere. By the way, User knows that {PRIVATE}."

    def talk(self, service: MemoryService) -> None:
        start = self.clock.now // 1000 - 60
        session = Session(f"talk {len(self.sessions)}", cwd=self.dice.choice(PROJECTS), start=start)
        self.sessions.append(session.say(self._wish()).reply("Understood, it is set up."))
        service.capture([session.write(self.folder)])

    def go_on(self, service: MemoryService) -> None:
        if self.sessions:
            session = self.dice.choice(self.sessions)
            session.say(self._wish()).reply("Understood, that too.")
            path = session.append(self.folder)
            if self.dice.random() < 0.7:
                service.capture([path])

    def capture_all(self, service: MemoryService) -> None:
        service.capture([self.folder])

    def catch_up(self, service: MemoryService) -> None:
        service.process_waiting()
        service.watch_once()

    def _any(self, service: MemoryService) -> str | None:
        ids = [one.id for one in service.conversations(limit=200).conversations if one.source != "arbor"]
        return self.dice.choice(ids) if ids else None

    def by_hand(self, service: MemoryService) -> None:
        if (ident := self._any(service)) is not None:
            backend = self.dice.choice((None, None, "offline", "anthropic"))
            service.memorize(ident, again=self.dice.random() < 0.5, backend=backend)

    def switch(self, service: MemoryService) -> None:
        service.settings.set("extraction.backend", self.dice.choice(("offline", "anthropic", "anthropic")))

    def fall_back(self, service: MemoryService) -> None:
        service.settings.set("extraction.fall_back", self.dice.random() < 0.5)

    def refine(self, service: MemoryService) -> None:
        service.settings.set("model.refine", self.dice.random() < 0.5)

    def fail(self, service: MemoryService) -> None:
        del service
        failure = self.dice.choice(FAILURES)
        self.server.fail_next(*[failure] * self.dice.choice((1, 1, 3, 4)))

    def try_again(self, service: MemoryService) -> None:
        service.model.try_again()

    def wait(self, service: MemoryService) -> None:
        del service
        self.clock.advance(seconds=self.dice.choice((-3600, 30, 300, 7200, 86_400)))

    def _memory(self, service: MemoryService) -> Memory | None:
        found = service.query(status="all", limit=200).memories
        return self.dice.choice(found) if found else None

    def edit(self, service: MemoryService) -> None:
        if (memory := self._memory(service)) is not None and PRIVATE not in memory.content:
            service.update(memory.id, content=f"{memory.content.rstrip('.')} and always.")

    def forget(self, service: MemoryService) -> None:
        if (memory := self._memory(service)) is not None and PRIVATE not in memory.content:
            service.delete(memory.id)

    def undo(self, service: MemoryService) -> None:
        service.undo()

    def hide(self, service: MemoryService) -> None:
        if (memory := self._memory(service)) is not None and PRIVATE not in memory.content:
            service.update(memory.id, privacy_level="sensitive")

    def keep_out(self, service: MemoryService) -> None:
        if (ident := self._any(service)) is not None and self.dice.random() < 0.3:
            service.leave_out(ident)

    def let_in(self, service: MemoryService) -> None:
        out = [one.id for one in service.conversations(limit=200).conversations if one.left_out]
        if out:
            service.take_in(*out)

    def exclude(self, service: MemoryService) -> None:
        service.exclude(self.dice.choice(PROJECTS))

    def include(self, service: MemoryService) -> None:
        for pattern in service.settings.get("capture.excluded"):
            service.include(pattern)

    def budget(self, service: MemoryService) -> None:
        service.settings.set("model.monthly_budget", self.dice.choice((0.0, 0.0, 0.001, 5.0)))

    def chat(self, service: MemoryService) -> None:
        with suppress(ModelFailed):
            service.models.chats.say(
                None, "Which theme do I prefer?", project=self.dice.choice((None, *PROJECTS))
            )

    def ask(self, service: MemoryService) -> None:
        service.models.questions.ask("Which theme do I prefer in editor 1?")

    def restart(self, service: MemoryService) -> None:
        self.both[self.both.index(service)] = self._opened()
        service.close()

    # -- the end --

    def settle(self) -> MemoryService:
        """Nothing stands in the way any more, and all that waits is read."""
        service = self.both[0]
        self.server.failing.clear()
        service.settings.set("extraction.backend", "anthropic")
        service.settings.set("model.monthly_budget", 0.0)
        self.include(service)
        self.let_in(service)
        service.model.try_again()
        self.clock.advance(days=1)
        service.capture([self.folder])
        for one in service.conversations(limit=200).conversations:
            if one.status is ConversationStatus.ERROR:
                assert service.memorize(one.id).status == "success"
        self.catch_up(service)
        return service


@pytest.fixture
def walk(seed: int, home: Path, clock: ManualClock, tmp_path: Path) -> Iterator[tuple[Walk, Mind]]:
    dice = random.Random(seed)
    mind = Mind(dice)
    with StandIn(mind) as server, ExitStack() as open_:
        yield Walk(dice, home, server, clock, tmp_path / "talks", open_), mind
        server.problems.clear()


@pytest.mark.logs_warnings
@pytest.mark.soak
def test_each_conversation_is_memorized_once_whatever_happens(walk: tuple[Walk, Mind]) -> None:
    steps, mind = walk
    for _ in range(STEPS):
        with suppress(InvalidInput, NotFound):
            steps.step()
    service = steps.settle()
    found = [one for one in service.conversations(limit=200).conversations if one.source != "arbor"]
    assert len(found) == len(steps.sessions)
    assert {one.status for one in found} <= {ConversationStatus.MEMORIZED}, found
    assert not service._rt.db.read(lambda conn: conn.execute("SELECT count(*) FROM job").fetchone()[0])
    _each_wish_is_one_memory(service, steps.wishes)
    _each_answer_is_paid_once(service, mind)
    assert service.verification.problems() == {"integrity": [], "index": [], "references": []}


def _each_wish_is_one_memory(service: MemoryService, wishes: list[str]) -> None:
    texts: list[tuple[str, str]] = service._rt.db.read(
        lambda conn: conn.execute("SELECT content, status FROM memory").fetchall()
    )
    for number in range(1, len(wishes) + 1):
        named = [one for one in texts if re.search(rf"\beditor {number}\b", one[0])]
        assert len(named) == 1, named


def _each_answer_is_paid_once(service: MemoryService, mind: Mind) -> None:
    def read(conn: Any) -> tuple[Any, Any, Any]:
        calls = conn.execute(
            "SELECT sum(cost), sum(input_tokens), sum(output_tokens) FROM model_call"
        ).fetchone()
        days = conn.execute("SELECT sum(cost), sum(input_tokens), sum(output_tokens) FROM usage").fetchone()
        return (
            calls,
            days,
            conn.execute("SELECT count(*) FROM model_call WHERE trouble IS NULL").fetchone()[0],
        )

    calls, days, answered = service._rt.db.read(read)
    assert calls == pytest.approx(days)
    assert answered >= mind.answered

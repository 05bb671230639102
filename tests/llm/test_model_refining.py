"""What a model refines by night and week: contradictions and short forms, quietly, within bounds."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.maintenance.model import Ending, Run
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.standin.server import Fail, Say, StandIn, purpose_of, said_to

pytestmark = pytest.mark.slow

Answer = Callable[[str], Any]
FERRY = "The ferry to the island leaves from the old harbour."
PIER = "The ferry to the island leaves from pier nine."
DIFFER = {
    "verdict": "CONFLICT", "topic": "ferry", "old_value": "old harbour", "new_value": "pier nine",
    "replaces": False, "reason": "It leaves from one place alone.",
}  # fmt: skip
FINE = {"verdict": "COMPATIBLE", "reason": "There are two ferries."}


class Mind:
    """A model that answers each purpose as it is told, by default with nothing to say."""

    def __init__(self, server: StandIn) -> None:
        self.server = server
        self.pairs: Answer = lambda asked: FINE
        self.short: Answer = lambda text: ""
        self.raw: Answer | None = None
        server.mind = self._answer

    def _answer(self, body: dict[str, Any]) -> Say | Fail | str:
        asked, purpose = said_to(body), purpose_of(body)
        if purpose == "category":
            facts = re.findall(r'<data id="(f\d+)"[^>]*>\n(.*?)\n</data>', asked)
            as_is = [{"from": [name], "statement": text, "time_bound": False} for name, text in facts]
            return json.dumps({"facts": as_is})
        if self.raw is not None:
            answer = self.raw(asked)
            if isinstance(answer, Fail):
                return answer
            return Say(answer if isinstance(answer, str) else json.dumps(answer), anyway=True)
        if purpose == "conflict":
            names = re.findall(r"^Pair (p\d+)", asked, re.MULTILINE)
            return json.dumps({"pairs": [{"pair": name, **self.pairs(asked)} for name in names]})
        assert purpose == "compaction", purpose
        texts = re.findall(r'<data id="(t\d+)">\n(.*?)\n</data>', asked, re.DOTALL)
        return json.dumps({"texts": [{"id": name, "short": self.short(text)} for name, text in texts]})

    def asked(self, purpose: str) -> list[str]:
        return [said_to(body) for body in self.server.asked(purpose)]


@pytest.fixture
def mind() -> Iterator[Mind]:
    with StandIn() as server:
        yield Mind(server)


@pytest.fixture
def service(home: Path, clock: ManualClock, mind: Mind) -> Iterator[MemoryService]:
    with MemoryService.open(home, clock=clock) as opened:
        opened.settings.set("extraction.backend", "anthropic")
        opened.settings.set("model.base_url", mind.server.url)
        yield opened
        assert opened.verification.problems() == {"integrity": [], "index": [], "references": []}


def add(service: MemoryService, text: str, **fields: Any) -> str:
    return service.store(text, **{"type": "fact", "confidence": 0.9} | fields).id


def night(service: MemoryService) -> Run:
    (run,) = service.run_maintenance("nightly")
    assert run.ending is Ending.DONE, run
    return run


def week(service: MemoryService) -> Run:
    (run,) = service.run_maintenance("weekly")
    assert run.ending is Ending.DONE, run
    return run


class TestContradictions:
    def test_a_pair_that_the_rules_let_pass_becomes_a_conflict(
        self, service: MemoryService, mind: Mind, clock: ManualClock
    ) -> None:
        add(service, FERRY)
        clock.advance(seconds=5)
        add(service, PIER)
        assert service.list_conflicts() == []
        mind.pairs = lambda asked: DIFFER
        run = night(service)
        (conflict,) = service.list_conflicts()
        assert conflict.rule == "model:conflict/1" and conflict.topic == "ferry"
        assert [member.value for member in conflict.members] == ["old harbour", "pier nine"]
        assert run.result["contradictions_found"] == 1 and run.result["pairs_judged"] == 1

    def test_a_pair_is_asked_about_once_as_long_as_it_says_the_same(
        self, service: MemoryService, mind: Mind
    ) -> None:
        one = add(service, FERRY)
        add(service, PIER)
        night(service)
        night(service)
        assert len(mind.asked("conflict")) == 1
        service.update(one, content="The ferry to the island leaves from the new harbour.")
        night(service)
        assert len(mind.asked("conflict")) == 2

    def test_what_was_decided_is_not_asked_again(self, service: MemoryService, mind: Mind) -> None:
        add(service, FERRY)
        add(service, PIER)
        mind.pairs = lambda asked: DIFFER
        night(service)
        (conflict,) = service.list_conflicts()
        service.resolve_conflict(conflict.id, "kept_both_with_context", older_context="in winter")
        night(service)
        assert service.list_conflicts() == [] and len(mind.asked("conflict")) == 1

    def test_a_conflict_of_the_rules_is_only_doubted(self, service: MemoryService, mind: Mind) -> None:
        add(service, "We use npm for package management.")
        one = add(service, "We use pnpm for package management.")
        run = night(service)
        (conflict,) = service.list_conflicts()
        assert conflict.is_open and "There are two ferries." in conflict.suggestion.reason
        assert run.result["contradictions_doubted"] == 1
        night(service)
        assert len(mind.asked("conflict")) == 1
        service.update(one, content="We use yarn for package management.")
        (conflict,) = service.list_conflicts()
        assert "ferries" not in conflict.suggestion.reason

    @pytest.mark.parametrize("level", ["sensitive", "never_share"])
    def test_nothing_private_is_sent(self, service: MemoryService, mind: Mind, level: str) -> None:
        add(service, FERRY, privacy_level=level)
        add(service, PIER)
        night(service)
        assert not any("old harbour" in one.raw for one in mind.server.received)

    def test_nothing_of_an_excluded_project_is_sent(self, service: MemoryService, mind: Mind) -> None:
        for text in (FERRY, PIER):
            add(service, text, scope="project", scope_id="/srv/hidden")
        service.exclude("/srv/hidden")
        night(service)
        assert mind.server.received == []

    def test_so_many_a_night(
        self, service: MemoryService, mind: Mind, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from arbor_desktop.maintenance import refinement

        monkeypatch.setattr(refinement, "MOST_PAIRS", 3)
        monkeypatch.setattr(refinement, "PAIRS_AT_ONCE", 2)
        for word in ("amber", "basalt", "cobalt", "dolomite"):
            add(service, f"The ferry to the island carries much {word}.")
        assert night(service).result["pairs_judged"] == 3
        assert night(service).result["pairs_judged"] == 3
        assert night(service).result.get("pairs_judged", 0) == 0

    def test_a_memory_that_changed_meanwhile_is_in_no_conflict(
        self, service: MemoryService, mind: Mind
    ) -> None:
        one = add(service, FERRY)
        add(service, PIER)

        def meanwhile(asked: str) -> dict[str, Any]:
            service.update(one, content="The ferry to the island has a bar.")
            return DIFFER

        mind.pairs = meanwhile
        night(service)
        assert service.list_conflicts() == []


LIST = (
    "Oven 1 has three doors. Oven 2 has four. The blue kiln belongs to the school, the green one to the "
    "city, and the red one must not be used before the chimney was swept. Glazes are kept beside the stairs. "
    "The key to the store is with Lena."
)
PLAIN = (
    "The town museum stores its largest paintings in the cellar. Visitors see the copies, which hang in "
    "the great hall. Painters from four countries made these. Restorers come every spring and look "
    "at the frames, "
    "the varnish and the nails."
)
SHORT = "The town museum stores its largest paintings in the cellar."


class TestShortForms:
    @pytest.fixture(autouse=True)
    def switched_on(self, service: MemoryService) -> None:
        service.settings.set("lifecycle.compact", True)

    @pytest.fixture
    def old(self, service: MemoryService, clock: ManualClock) -> str:
        ident = add(service, PLAIN)
        clock.advance(days=40)
        return ident

    def test_one_in_the_text_s_own_words_is_taken(self, service: MemoryService, mind: Mind, old: str) -> None:
        mind.short = lambda text: SHORT
        assert week(service).result["items_compressed"] == 1
        memory = service.get(old)
        assert (memory.content, memory.summary) == (PLAIN, SHORT)
        told = service.history(old)[-1]
        assert told.actor == "maintenance" and told.reason is not None and "model" in told.reason
        service.undo_compaction(old)
        week(service)
        assert service.get(old).summary is None and len(mind.asked("compaction")) == 1

    @pytest.mark.parametrize(
        "short",
        [
            "The town museum stores its largest paintings in the attic of the mayor.",
            "The town museum stores its 12 largest paintings in the cellar.",
            "The town museum never stores its largest paintings in the cellar.",
            "The town museum stores paintings only in the cellar.",
            SHORT * 3,
            "",
        ],
    )
    def test_one_that_says_more_is_not(
        self, service: MemoryService, mind: Mind, old: str, short: str
    ) -> None:
        mind.short = lambda text: short
        week(service)
        assert service.get(old).summary is None
        week(service)
        assert len(mind.asked("compaction")) == 1

    def test_a_condition_is_not_left_out(
        self, service: MemoryService, mind: Mind, clock: ManualClock
    ) -> None:
        ident = add(service, LIST)
        clock.advance(days=40)
        mind.short = lambda text: "Oven 1 has three doors, oven 2 has four."
        week(service)
        assert service.get(ident).summary is None and len(mind.asked("compaction")) == 1

    @pytest.mark.parametrize("level", ["sensitive", "never_share"])
    def test_nothing_private_is_sent(
        self, service: MemoryService, mind: Mind, clock: ManualClock, level: str
    ) -> None:
        add(service, PLAIN, privacy_level=level)
        clock.advance(days=40)
        week(service)
        assert mind.server.received == []


class TestWhenItIsAsked:
    @pytest.fixture(autouse=True)
    def pair(self, service: MemoryService) -> None:
        add(service, FERRY)
        add(service, PIER)

    @pytest.mark.parametrize(
        ("key", "value"),
        [("extraction.backend", "offline"), ("model.refine", False), ("model.paused", True)],
    )
    def test_not_where_the_person_does_not_want_it(
        self, service: MemoryService, mind: Mind, key: str, value: object
    ) -> None:
        service.settings.set(key, value)
        night(service)
        assert mind.server.received == []

    @pytest.mark.parametrize("status", [401, 402, 429, 529])
    def test_a_model_that_fails_ends_the_step_and_no_more(
        self, service: MemoryService, mind: Mind, status: int
    ) -> None:
        mind.raw = lambda asked: Fail(status)
        run = night(service)
        assert [trouble.what for trouble in run.troubles] == ["Refining with the model"]
        assert run.error is None and "failures" not in run.result

    @pytest.mark.parametrize(
        "answer",
        [
            "I would rather not.",
            {"pairs": []},
            {"pairs": [{"pair": "p2", **FINE}]},
            {"pairs": [{"pair": "p1", **DIFFER, "delete": True}]},
            {"pairs": [{"pair": "p1", "verdict": "CONFLICT", "reason": "Because."}]},
        ],
    )
    def test_an_answer_of_no_use_is_put_right_twice_and_then_let_be(
        self, service: MemoryService, mind: Mind, answer: object
    ) -> None:
        mind.raw = lambda asked: answer
        run = night(service)
        assert len(mind.asked("conflict")) == 3 and service.list_conflicts() == []
        assert len(run.troubles) == 1
        night(service)
        assert len(mind.asked("conflict")) == 3

    def test_stopping_does_not_wait_for_the_model(self, service: MemoryService, mind: Mind) -> None:
        asked, go_on = threading.Event(), threading.Event()

        def slow(body: str) -> str:
            asked.set()
            go_on.wait(30)
            return "too late"

        mind.raw = slow

        def stop() -> None:
            asked.wait(30)
            service.cancel_maintenance()

        thread = threading.Thread(target=stop)
        thread.start()
        (run,) = service.run_maintenance("nightly")
        go_on.set()
        thread.join()
        assert run.ending is Ending.STOPPED
        assert service.list_conflicts() == []

"""What sessions taught becomes global where it holds everywhere, and goes back by a click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.extraction.model import Candidate, Excerpt
from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.memories.model import Category, Memory, MemoryType, Scope, Source, Status
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock
from tests.judges import use_judge
from tests.reliability.sessions import Session
from tests.retaining import retain

PATTERN = "Retry with exponential backoff and jitter, and give up after five tries."
GOTCHA = "Python evaluates default arguments once, so a list as default is shared between calls."
OWN = "The dashboard polls every thirty seconds."
AGREED = "Payments are taken before the seat is reserved."


class ScriptedWorker(InlineWorker):
    """Reads as ever; what it extracts is what was said beforehand, wherever that stands."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Sequence[Candidate] = ()

    def extract(self, excerpt: Excerpt) -> list[Candidate]:
        said = {turn.number: turn.text for turn in excerpt.turns if turn.number > excerpt.context_through}
        return [one for one in self.found if one.content in said.get(one.first_turn, "")]


def learned(content: str, category: Category = Category.IMPLEMENTATION_NOTES, **fields: object) -> Candidate:
    values = {
        "type": MemoryType.FACT,
        "source": Source.AI_INFERRED,
        "confidence": 0.85,
        "scope": Scope.PROJECT,
    }
    values |= fields
    return Candidate(
        content=content, category=category, rule="test.rule", first_turn=4, last_turn=4,
        span_start=0, span_end=len(content), **values,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.fixture
def worker() -> ScriptedWorker:
    return ScriptedWorker()


@pytest.fixture
def service(
    home: Path, clock: ManualClock, worker: ScriptedWorker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MemoryService]:
    use_judge(monkeypatch)
    with MemoryService.open(home, clock=clock, worker=worker) as opened:
        yield opened


class Teacher:
    """Sessions in which an assistant learns something and proves it by a test, or does not."""

    def __init__(self, service: MemoryService, worker: ScriptedWorker, folder: Path) -> None:
        self._service, self._worker, self._folder = service, worker, folder
        self._count = 0

    def __call__(
        self, content: str, category: Category = Category.IMPLEMENTATION_NOTES, *, project: str = "tally",
        proven: bool = True, **fields: object,
    ) -> Memory:  # fmt: skip
        self._count += 1
        self._worker.found = [learned(content, category, **fields)]
        session = Session(f"session{self._count}").say("Look into the nightly job, it comes out empty.")
        session.tool("pytest -q", "3 passed").reply(content)
        session.tool("pytest -q", "4 passed" if proven else "1 failed, 3 passed").reply("That is how it is.")
        (row,) = self._service.capture([session.write(self._folder)], project=f"/src/{project}")
        assert row.conversation_id is not None
        found = self._service.query(conversation=row.conversation_id, status="all").memories
        return next(memory for memory in found if memory.content == content)


@pytest.fixture
def teach(service: MemoryService, worker: ScriptedWorker, tmp_path: Path) -> Teacher:
    return Teacher(service, worker, tmp_path)


def last(service: MemoryService, memory: Memory) -> tuple[str, str, str | None]:
    entry = service.history(memory.id)[-1]
    return entry.actor, entry.action, entry.reason


def maintain(service: MemoryService) -> dict[str, int]:
    (run,) = service.run_maintenance("nightly")
    assert run.success, run.error
    return run.result


# -- by itself --


def test_a_pattern_that_names_nothing_of_its_project_is_global_from_the_start(
    service: MemoryService, teach: Teacher
) -> None:
    memory = teach(PATTERN)
    assert (memory.scope, memory.scope_id) == (Scope.GLOBAL, None)
    assert last(service, memory) == (
        "maintenance", "promoted", "Made global: mentions no technology specific to the project",
    )  # fmt: skip
    noted = next(line for line in service.activity() if line.kind == "learning")
    assert (noted.title, noted.project) == ("A pattern of tally is told everywhere", "/src/tally")
    service.purge(ids=[memory.id])
    assert PATTERN not in str(service.activity()), "what is deleted for good is told nowhere"


def test_a_gotcha_of_a_common_technology_is_global(service: MemoryService, teach: Teacher) -> None:
    memory = teach(GOTCHA, Category.BUG_PATTERNS, technology="python")
    assert memory.scope is Scope.GLOBAL
    assert last(service, memory)[2] == "Made global: a pitfall of python, whatever the project"


def test_which_technologies_are_common_is_a_setting(service: MemoryService, teach: Teacher) -> None:
    service.settings.set("learning.common_technologies", ["rust"])
    assert teach(GOTCHA, Category.BUG_PATTERNS, technology="python").scope is Scope.PROJECT


@pytest.mark.parametrize(
    ("content", "category", "fields"),
    [
        (OWN, Category.IMPLEMENTATION_NOTES, {}),
        (f"In tally: {PATTERN}", Category.IMPLEMENTATION_NOTES, {}),
        (PATTERN, Category.IMPLEMENTATION_NOTES, {"technology": "fastapi"}),
        (PATTERN, Category.IMPLEMENTATION_NOTES, {"details": {"code_example": "from booking import retry"}}),
        (PATTERN, Category.PROJECT_CONVENTIONS, {"details": {"applies_to": ["src/**"]}}),
        (AGREED, Category.ARCHITECTURAL_DECISIONS, {}),
        (GOTCHA, Category.BUG_PATTERNS, {"technology": "fastapi"}),
        (PATTERN, Category.FACTS, {}),
    ],
)
def test_what_is_of_its_project_stays_there(
    service: MemoryService, teach: Teacher, content: str, category: Category, fields: dict[str, object]
) -> None:
    assert teach(content, category, **fields).scope is Scope.PROJECT
    assert maintain(service)["memories_promoted"] == 0


def test_what_nothing_proved_stays_until_somebody_confirms_it(service: MemoryService, teach: Teacher) -> None:
    memory = teach(PATTERN, proven=False)
    assert (memory.scope, memory.status.value) == (Scope.PROJECT, "pending")
    assert maintain(service)["memories_promoted"] == 0
    service.accept(memory.id)
    assert maintain(service)["memories_promoted"] == 1
    assert service.get(memory.id).scope is Scope.GLOBAL
    assert [run.promoted for run in service.maintenance_log() if run.promoted] == [(memory.content,)]


def test_a_learning_of_two_projects_is_one_global_memory(service: MemoryService, teach: Teacher) -> None:
    first = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="harbor-api")
    assert first.scope is Scope.PROJECT
    second = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="tally")
    found = service.query(status="active").memories
    assert [(one.content, one.scope) for one in found] == [(AGREED, Scope.GLOBAL)]
    (kept,) = found
    other = service.get(first.id if kept.id == second.id else second.id)
    assert other.status.value == "superseded"
    assert {place.project for place in kept.evidence} == {"/src/harbor-api", "/src/tally"}
    reasons = [entry.reason for entry in service.history(kept.id) if entry.action == "promoted"]
    assert reasons == ["Seen in 2 projects: tally, harbor-api"]
    assert [one.kind for one in service.related(kept.id)] == ["merged_into"]


RULE = "Write commit messages as one plain sentence."


@pytest.mark.parametrize(("group", "scope"), [("", Scope.GLOBAL), ("Northquay", Scope.PROJECT)])
def test_a_rule_said_in_two_projects_applies_everywhere_unless_both_are_one_clients(
    service: MemoryService, teach: Teacher, group: str, scope: Scope
) -> None:
    said = {"type": MemoryType.INSTRUCTION, "source": Source.USER_STATED}
    for project in ("tally", "harbor-api"):
        service.set_project(f"/src/{project}", group=group)
    first = teach(RULE, Category.PROJECT_CONVENTIONS, project="tally", **said)
    assert first.scope is Scope.PROJECT
    teach(RULE, Category.PROJECT_CONVENTIONS, project="harbor-api", **said)
    assert {one.scope for one in service.query(status="active").memories} == {scope}


def test_a_global_memory_that_says_the_same_takes_the_evidence(
    service: MemoryService, teach: Teacher
) -> None:
    known = service.store(PATTERN, type="fact", category="implementation_notes", confidence=0.8)
    memory = teach(PATTERN)
    assert service.get(memory.id).status.value == "superseded"
    kept = service.get(known.id)
    assert kept.confidence == pytest.approx(0.85)
    assert [place.project for place in kept.evidence] == ["/src/tally"]
    assert "Also learned in tally" in (service.history(known.id)[-1].reason or "")


def test_what_a_person_turned_down_everywhere_is_not_told_everywhere(
    service: MemoryService, teach: Teacher
) -> None:
    known = service.store(PATTERN, type="fact", category="implementation_notes")
    service.delete(known.id)
    assert teach(PATTERN).scope is Scope.PROJECT


def test_what_would_contradict_another_project_is_not_promoted_by_itself(
    service: MemoryService, teach: Teacher
) -> None:
    service.store("Tries: three", type="fact", scope="project", scope_id="/src/ferry")
    memory = teach("Tries: five", Category.IMPLEMENTATION_NOTES)
    assert memory.scope is Scope.PROJECT
    assert [entry.action for entry in service.history(memory.id)] == ["captured", "verified"]
    assert service.list_conflicts() == []
    (made,) = service.promote(memory.id)
    assert made.scope is Scope.GLOBAL and made.conflict_ids
    service.undo()
    assert service.get(memory.id).scope is Scope.PROJECT
    assert [c for c in service.list_conflicts() if c.status.open] == []


def test_promoting_can_be_switched_off(service: MemoryService, teach: Teacher) -> None:
    service.settings.set("learning.promote", False)
    memory = teach(PATTERN)
    assert memory.scope is Scope.PROJECT
    assert maintain(service)["memories_promoted"] == 0
    assert service.promote(memory.id)[0].scope is Scope.GLOBAL


@pytest.mark.parametrize(
    "fields",
    [
        {"privacy_level": "sensitive"},
        {"privacy_level": "never_share"},
        {"privacy_level": "always_include"},
        {"branch": "next"},
        {"expires_at": "2030-01-01"},
        {"details": {"condition": "in the old app"}},
    ],
)
def test_what_a_person_set_apart_stays(
    service: MemoryService, teach: Teacher, fields: dict[str, object]
) -> None:
    service.settings.set("learning.promote", False)
    memory = teach(PATTERN)
    service.update(memory.id, **fields)
    service.settings.set("learning.promote", True)
    assert maintain(service)["memories_promoted"] == 0


def test_what_was_typed_into_a_project_stays_there(service: MemoryService, teach: Teacher) -> None:
    service.store(
        PATTERN, type="fact", category="implementation_notes", scope="project", scope_id="/src/tally"
    )
    teach(PATTERN)  # says it again, and proves it
    assert maintain(service)["memories_promoted"] == 0


# -- by a person --


def test_a_person_makes_anything_of_a_project_global_and_takes_it_back(
    service: MemoryService, teach: Teacher
) -> None:
    memory = teach(OWN)
    (made,) = service.promote(memory.id)
    assert (made.scope, made.scope_id) == (Scope.GLOBAL, None)
    assert last(service, memory) == ("user", "promoted", "Made global by you")
    service.undo()
    assert service.get(memory.id).scope_id == "/src/tally"


def test_several_are_made_global_and_undone_as_one(service: MemoryService) -> None:
    stored = [
        service.store(text, type="fact", scope="project", scope_id="/src/tally").id
        for text in ("The map is grey.", "The legend is at the left.")
    ]
    assert len(service.promote(*stored)) == 2
    service.undo()
    assert {one.scope for one in service.get_many(stored)} == {Scope.PROJECT}


def test_what_was_promoted_goes_back_and_stays(service: MemoryService, teach: Teacher) -> None:
    memory = teach(PATTERN)
    assert service.homes(memory.id) == ["/src/tally"]
    (back,) = service.keep_to_project(memory.id)
    assert (back.scope, back.scope_id) == (Scope.PROJECT, "/src/tally")
    assert last(service, memory) == ("user", "kept to project", "Kept to tally")
    assert maintain(service)["memories_promoted"] == 0
    service.undo()
    assert service.get(memory.id).scope is Scope.GLOBAL


def test_what_was_merged_is_itself_again(service: MemoryService, teach: Teacher) -> None:
    first = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="harbor-api")
    second = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="tally")
    (kept,) = service.query(status="active").memories
    service.keep_to_project(kept.id)
    found = {one.id: (one.status.value, one.scope_id) for one in service.get_many([first.id, second.id])}
    assert found == {first.id: ("active", "/src/harbor-api"), second.id: ("active", "/src/tally")}
    assert [one.kind for one in service.related(kept.id)] == []


def test_undo_takes_a_merge_apart_again(service: MemoryService) -> None:
    known = service.store("The map is grey.", type="fact", confidence=0.8)
    own = service.store("The map is grey.", type="fact", scope="project", scope_id="/src/tally")
    (made,) = service.promote(own.id)
    assert made.id == known.id and service.get(own.id).status.value == "superseded"
    service.undo()
    assert service.get(own.id).status.value == "active"
    assert service.get(known.id).confidence == pytest.approx(0.8)
    assert service.related(known.id) == [] and service.get(known.id).evidence == ()


def test_what_was_merged_and_is_deleted_for_good_is_in_no_history(service: MemoryService) -> None:
    known = service.store("The map is grey.", type="fact")
    own = service.store("The map is GREY!", type="fact", scope="project", scope_id="/src/tally")
    service.promote(own.id)
    assert "GREY" in str(service.history(known.id))
    service.purge(ids=[own.id])
    assert "GREY" not in str(service.history(known.id))


def test_a_night_that_promoted_can_be_taken_back(service: MemoryService, teach: Teacher) -> None:
    service.settings.set("learning.promote", False)
    first = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="harbor-api")
    second = teach(AGREED, Category.ARCHITECTURAL_DECISIONS, project="tally")
    service.settings.set("learning.promote", True)
    (run,) = service.run_maintenance("nightly")
    assert run.result["memories_promoted"] == 1
    service.undo_maintenance(run.id)
    for memory in (first, second):
        now = service.get(memory.id)
        assert (now.status, now.scope_id, now.evidence) == (memory.status, memory.scope_id, memory.evidence)
        assert [one.kind for one in service.related(now.id)] == []
    assert maintain(service)["memories_promoted"] == 0, "it is not done again the next night"


@pytest.mark.logs_warnings
def test_a_fault_in_promoting_keeps_no_session_from_being_memorized(
    service: MemoryService, teach: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise ValueError("the list is damaged")

    monkeypatch.setattr("arbor_desktop.maintenance.learning.common_terms", broken)
    memory = teach(PATTERN)
    assert (memory.scope, memory.status.value) == (Scope.PROJECT, "active")


def test_a_global_memory_of_no_project_asks_for_one(service: MemoryService) -> None:
    known = service.store("Answers are short.", type="preference")
    with pytest.raises(InvalidInput, match="Say which project"):
        service.keep_to_project(known.id)
    (back,) = service.keep_to_project(known.id, project="/src/tally")
    assert back.scope_id == "/src/tally"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"status": "pending"}, "accept it first"),
        ({"status": "archived"}, "restore it first"),
        ({"privacy_level": "sensitive"}, "choose another privacy"),
        ({"privacy_level": "never_share"}, "choose another privacy"),
        ({"branch": "next"}, "only on branch next"),
        (
            {"category": "project_conventions", "details": {"applies_to": ["src/**"]}},
            "certain files",
        ),
    ],
)
def test_not_even_a_person_makes_these_global(
    service: MemoryService, fields: dict[str, object], said: str
) -> None:
    one = service.store("The map is grey.", type="fact", scope="project", scope_id="/src/tally")
    other = service.store("The legend is at the left.", type="fact", scope="project", scope_id="/src/tally")
    service.update(other.id, **fields)
    with pytest.raises(InvalidInput, match=said):
        service.promote(one.id, other.id)
    assert service.get(one.id).scope is Scope.PROJECT, "all or none"


def test_what_contradicts_another_one_is_decided_first(service: MemoryService) -> None:
    service.store("Map: grey", type="fact", scope="project", scope_id="/src/tally")
    one = service.store("Map: blue", type="fact", scope="project", scope_id="/src/tally")
    with pytest.raises(InvalidInput, match="decide that first"):
        service.promote(one.id)


def test_what_is_not_there_or_global_already(service: MemoryService) -> None:
    with pytest.raises(NotFound):
        service.promote("0" * 8)
    known = service.store("Answers are short.", type="preference")
    with pytest.raises(InvalidInput, match="memory of one project"):
        service.promote(known.id)
    with pytest.raises(InvalidInput):
        service.promote()
    with pytest.raises(InvalidInput):
        service.keep_to_project()


# -- outcomes of before --


def test_outcomes_that_are_missing_or_of_older_rules_are_read_at_night(
    service: MemoryService, teach: Teacher, clock: ManualClock
) -> None:
    memory = teach(OWN)
    ident = memory.evidence[0].conversation_id
    before = service.outcome(ident)
    assert before is not None and maintain(service)["outcomes_derived"] == 0
    _forget_outcomes(service)
    assert service.outcome(ident) is None
    assert maintain(service)["outcomes_derived"] == 1
    after = service.outcome(ident)
    assert after is not None and after.task == before.task and after.learnings == before.learnings
    assert after.at == service.conversation(ident).ended_at, "it is kept as long as if it had been there"
    assert maintain(service)["outcomes_derived"] == 0


def test_an_outcome_that_was_kept_long_enough_does_not_come_back(
    service: MemoryService, teach: Teacher, clock: ManualClock
) -> None:
    memory = teach(OWN)
    clock.advance(days=100_000)
    assert retain(service)["outcomes_removed"] == 1
    assert maintain(service)["outcomes_derived"] == 0
    assert service.outcome(memory.evidence[0].conversation_id) is None


def test_older_rules_are_replaced_and_the_outcome_is_as_old_as_it_was(
    service: MemoryService, teach: Teacher, clock: ManualClock
) -> None:
    memory = teach(OWN)
    ident = memory.evidence[0].conversation_id
    made = clock()
    service._rt.db.write(
        lambda c: c.execute("UPDATE session_outcome SET task = 'old', verification = '{\"checks\":[]}'")
    )
    clock.advance(days=2)
    assert maintain(service)["outcomes_derived"] == 1
    outcome = service.outcome(ident)
    assert outcome is not None and (outcome.task != "old", outcome.at) == (True, made)


def _forget_outcomes(service: MemoryService) -> None:
    service._rt.db.write(lambda c: c.execute("DELETE FROM session_outcome"))


def test_what_a_person_brought_back_to_its_project_stays_there(
    service: MemoryService, teach: Teacher
) -> None:
    teach(PATTERN)
    mine = teach(PATTERN, project="other")
    assert mine.status is Status.SUPERSEDED
    service.restore(mine.id)
    assert maintain(service)["memories_promoted"] == 0
    assert service.get(mine.id).status is Status.ACTIVE


@pytest.mark.parametrize("how", ["project excluded", "conversation left out"])
def test_what_is_kept_out_of_the_memory_is_not_told_everywhere(
    service: MemoryService, teach: Teacher, how: str
) -> None:
    service.settings.set("learning.promote", False)
    memory = teach(PATTERN, project="secret")
    service.settings.set("learning.promote", True)
    if how == "project excluded":
        service.settings.set("capture.excluded", ["/src/secret"])
    else:
        service.leave_out(*service.conversation_ids())
    assert maintain(service)["memories_promoted"] == 0
    assert service.get(memory.id).scope is Scope.PROJECT
    other = teach(PATTERN, project="other")
    assert service.get(other.id).scope is Scope.GLOBAL
    assert maintain(service)["memories_promoted"] == 0
    assert service.get(memory.id).scope is Scope.PROJECT, "nor is it merged into that one"


def test_a_night_looks_at_what_changed_and_a_week_at_everything(
    service: MemoryService, teach: Teacher, clock: ManualClock
) -> None:
    service.settings.set("learning.promote", False)
    old = teach(PATTERN)
    assert maintain(service)["memories_promoted"] == 0
    clock.advance(days=2)
    assert maintain(service)["memories_promoted"] == 0
    service.settings.set("learning.promote", True)
    fresh = teach(GOTCHA, Category.BUG_PATTERNS, project="harbor-api")
    assert fresh.scope is Scope.GLOBAL
    clock.advance(days=2)
    assert maintain(service)["memories_promoted"] == 0
    assert service.get(old.id).scope is Scope.PROJECT
    service.add_tags([old.id], ["network"])
    assert maintain(service)["memories_promoted"] == 1, "a change is looked at"
    (run,) = service.run_maintenance("weekly")
    assert (run.success, run.result["memories_promoted"]) == (True, 0)


def test_what_waited_unchanged_is_made_global_within_a_week(
    service: MemoryService, teach: Teacher, clock: ManualClock
) -> None:
    service.settings.set("learning.promote", False)
    old = teach(PATTERN)
    maintain(service)
    clock.advance(days=2)
    maintain(service)
    clock.advance(days=2)
    service.settings.set("learning.promote", True)
    assert maintain(service)["memories_promoted"] == 0
    (run,) = service.run_maintenance("weekly")
    assert run.result["memories_promoted"] == 1
    assert service.get(old.id).scope is Scope.GLOBAL

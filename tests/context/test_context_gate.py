"""Which session gets which memory: by technology, client, and whom it is about (spec 4.3, "The gate")."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.agents.model import Agent
from arbor_desktop.context.model import Context
from arbor_desktop.errors import InvalidInput
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock

Store = Callable[..., str]
Made = Callable[..., str]
PYTHON = {"pyproject.toml": '[project]\nname = "x"\ndependencies = ["pytest"]\n', "x/main.py": "print(1)\n"}
RUST = {"Cargo.toml": '[package]\nname = "y"\n', "src/main.rs": "fn main() {}\n"}
JAVASCRIPT = {"package.json": '{"name": "z", "devDependencies": {"jest": "30", "vitest": "4"}}'}
VITEST = {"package.json": '{"name": "z", "devDependencies": {"vitest": "4"}}'}
LETTERS = {"notes.txt": "Dear Ada\n"}


@pytest.fixture
def store(service: MemoryService) -> Store:
    """Store an instruction and return its id; `path`: only of that project."""

    def stored(content: str, kind: str = "instruction", *, path: str | None = None, **fields: Any) -> str:
        place = {} if path is None else {"scope": "project", "scope_id": path}
        return service.store_many([{"content": content, "type": kind} | place | fields])[0].id

    return stored


@pytest.fixture
def made(service: MemoryService, tmp_path: Path) -> Made:
    """Write a project's files, read them and return its path."""

    def make(name: str, files: dict[str, str], **how: str) -> str:
        for file, text in files.items():
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        service.set_project(str(tmp_path / name), **how)
        service.read_project(str(tmp_path / name))
        return str(tmp_path / name)

    return make


def told(context: Context) -> set[str]:
    return {one.id for one in context.included}


def why(context: Context) -> dict[str, tuple[str, str]]:
    return {one.id: (one.kind, one.reason) for one in context.excluded}


class TestTechnology:
    def test_a_rule_goes_where_its_technology_is_and_the_others_say_why_not(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        python, rust, letters = made("kiln", PYTHON), made("loom", RUST), made("letters", LETTERS)
        typed = store("Use type hints everywhere", technology="python")
        borrow = store("Explain borrow errors first", technology="rust")
        plain = store("Answer in German")
        commits = store("Small commits, please")
        assert told(service.get_context(project=python)) == {typed, plain, commits}
        assert told(service.get_context(project=rust)) == {borrow, plain, commits}
        assert told(service.get_context(project=letters)) == {plain}
        assert why(service.get_context(project=python))[borrow] == (
            "other_technology", "About Rust, but this project uses Python",
        )  # fmt: skip
        assert why(service.get_context(project=letters))[commits] == (
            "other_technology", "About coding, but this folder has no code",
        )  # fmt: skip

    def test_a_project_nobody_read_gets_what_names_no_technology(
        self, service: MemoryService, store: Store
    ) -> None:
        typed = store("Use type hints everywhere", technology="python")
        commits = store("Small commits, please")
        for project in ("/nowhere/shop", None):
            context = service.get_context(project=project)
            assert told(context) == {commits}
            assert why(context)[typed] == (
                "other_technology",
                "About Python, but this project's technologies are unknown",
            )

    def test_a_rule_goes_where_one_of_the_technologies_is_that_its_words_name(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        python, rust, web = made("kiln", PYTHON), made("loom", RUST), made("web", JAVASCRIPT)
        unwrap = store("In Rust, prefer ? over unwrap")
        runner = store("Use vitest, not jest")
        spring = store("User prefers to start early in spring", "preference")
        assert told(service.get_context(project=python)) == {spring}
        assert told(service.get_context(project=rust)) == {spring, unwrap}
        assert told(service.get_context(project=web)) == {spring, runner}
        assert told(service.get_context(project="/nowhere/shop")) == {spring}
        assert told(service.get_context(project=python, prompt="Port the parser to Rust")) == {spring, unwrap}
        assert why(service.get_context(project=python))[runner] == (
            "other_technology", "About Vitest, but this project uses Python",
        )  # fmt: skip

    def test_what_is_stored_for_a_project_is_told_there_whatever_its_technology(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        python = made("kiln", PYTHON)
        own = store("The old parser is in Rust", path=python, technology="rust")
        assert told(service.get_context(project=python)) == {own}

    def test_a_prompt_about_it_opens_a_rule_of_another_technology(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        python = made("kiln", PYTHON)
        borrow = store("Explain Rust borrow errors first", technology="rust")
        context = service.get_context(project=python, prompt="Explain these Rust borrow errors")
        assert told(context) == {borrow}
        assert borrow not in told(service.get_context(project=python, prompt="Explain these borrow errors"))


class TestClients:
    def test_what_names_another_project_or_client_stays_there(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        portal = made("harborline", PYTHON, group="northquay")
        own = made("kiln", PYTHON)
        of_project = store("In harborline, amounts are in rappen")
        of_client = store("Northquay wants invoices in Swiss style")
        context = service.get_context(project=own)
        assert told(context) == set()
        assert why(context) == {
            of_project: ("other_project", "About harborline"),
            of_client: ("other_project", "About Northquay"),
        }
        assert told(service.get_context(project=portal)) == {of_project, of_client}
        asked = service.get_context(project=own, prompt="How does Northquay want its invoices?")
        assert told(asked) == set()

    def test_projects_of_one_group_share_what_names_all_of_it(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        portal = made("harborline", PYTHON, group="northquay")
        other = made("mole", PYTHON, group="northquay")
        own = made("kiln", PYTHON)
        everywhere = store("All Northquay projects log in JSON", path=portal)
        alone = store("The portal logs to a file", path=portal)
        assert told(service.get_context(project=portal)) == {everywhere, alone}
        context = service.get_context(project=other)
        assert [(one.id, one.reason) for one in context.included] == [
            (everywhere, "All projects in northquay")
        ]
        kind, reason = why(context)[alone]
        assert kind == "other_project"
        assert reason.startswith("Other project · ") and reason.rstrip(")").endswith("harborline")
        assert told(service.get_context(project=own)) == set()
        service.set_project(other, group="")
        assert told(service.get_context(project=other)) == set()

    def test_a_prompt_gets_what_another_project_of_the_group_answers_clearly(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        portal = made("harborline", PYTHON, group="northquay")
        other = made("mole", PYTHON, group="northquay")
        answer = store("Errors of the portal are problem+json", path=portal)
        store("Sessions of the portal end after an hour", path=portal, privacy_level="sensitive")
        for prompt, shared in (
            ("Which format do errors of the portal have, problem+json?", {answer}),
            ("When do sessions of the portal end, after an hour?", set()),
            ("Rename the errors of this page", set()),
        ):
            assert told(service.get_context(project=other, prompt=prompt)) == shared
            assert told(service.get_context(project=made("kiln", PYTHON), prompt=prompt)) == set()
        service.set_project(portal, kind="private")
        prompt = "Which format do errors of the portal have, problem+json?"
        assert told(service.get_context(project=other, prompt=prompt)) == set()


class TestPerson:
    def test_facts_about_the_person_come_only_with_a_prompt(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        project = made("kiln", PYTHON)
        cello = store("Plays the cello", "skill")
        context = service.get_context(project=project)
        assert told(context) == set()
        assert why(context)[cello] == ("about_person", "About you: shared when your prompt asks")
        assert told(service.get_context(project=project, prompt="Do I play the cello?")) == {cello}

    @pytest.mark.parametrize(
        ("prompt", "work", "private"),
        [
            ("Do I have a peanut allergy?", True, True),
            ("Write a recipe without peanuts, for a peanut allergy", False, True),
            ("Fix the parser", False, False),
        ],
    )
    def test_something_sensitive_comes_at_work_only_when_asked_for(
        self, service: MemoryService, store: Store, made: Made, prompt: str, work: bool, private: bool
    ) -> None:
        allergy = store("Has a peanut allergy", "fact", privacy_level="sensitive")
        office, home = made("kiln", PYTHON), made("family", LETTERS, kind="private")
        assert (allergy in told(service.get_context(project=office, prompt=prompt))) is work
        assert (allergy in told(service.get_context(project=home, prompt=prompt))) is private
        for project in (office, home, None):
            assert told(service.get_context(project=project)) == set()

    @pytest.mark.parametrize("privacy", ["normal", "sensitive"])
    def test_what_was_said_in_a_private_project_is_shared_there_from_the_start(
        self, service: MemoryService, store: Store, made: Made, privacy: str
    ) -> None:
        office, home = made("kiln", PYTHON), made("family", LETTERS, kind="private")
        other = made("papers", LETTERS, kind="private")
        dose = store("The cat gets 2 units of insulin", "fact", privacy_level=privacy)
        _said_in(service, dose, home)
        knee = store("The knee hurts", "fact", scope="project", scope_id=home, privacy_level=privacy)
        assert told(service.get_context(project=home)) == {dose, knee}
        for project in (office, other, None):
            assert told(service.get_context(project=project)) == set()
        service.set_project(home, kind="work")
        assert told(service.get_context(project=home)) == ({knee} if privacy == "normal" else set())

    def test_where_no_project_is_known_nothing_sensitive_is_shared(
        self, service: MemoryService, store: Store
    ) -> None:
        store("User is allergic to penicillin.", "fact", privacy_level="sensitive")
        asked = "Am I allergic to penicillin?"
        assert told(service.get_context(prompt=asked)) == set()
        assert told(service.get_context(project="/src/somewhere", prompt=asked))

    def test_what_was_said_only_in_a_private_project_is_guarded_at_work(
        self, service: MemoryService, store: Store, made: Made
    ) -> None:
        office, home = made("kiln", PYTHON), made("family", LETTERS, kind="private")
        moving = store("Moves to Bergen in May", "fact")
        _said_in(service, moving, home)
        asking, working = "When do I move to Bergen?", "Add Bergen to the list of towns to move to in May"
        assert told(service.get_context(project=office, prompt=asking)) == {moving}
        assert told(service.get_context(project=office, prompt=working)) == set()
        known = "What do you know about me?"
        assert told(service.get_context(project=office, prompt=known)) == set()
        assert not service.retrieve(known, project=office).memories
        service.set_project(home, kind="work")
        assert told(service.get_context(project=office, prompt=working)) == {moving}
        assert [hit.memory.id for hit in service.retrieve(known, project=office).memories] == [moving]


def _said_in(service: MemoryService, ident: str, project: str) -> None:
    def put(conn: Any) -> None:
        conn.execute(
            "INSERT INTO conversation (id, source, session_id, project, status, created_at, updated_at) "
            "VALUES ('c', 'x', 'c', ?, 'memorized', 1, 1)",
            (project,),
        )
        conn.execute(
            "INSERT INTO evidence (memory, conversation, first_turn, last_turn, rule, project, at) "
            "SELECT m.row, c.row, 1, 1, 'x', ?, 1 FROM memory m, conversation c WHERE m.id = ?",
            (project, ident),
        )

    service._rt.db.write(put)


class TestReplaced:
    @pytest.fixture
    def pair(self, service: MemoryService, store: Store, clock: ManualClock) -> tuple[str, str]:
        """An older memory and a newer one, in review, that says that it replaces the older."""
        older = store("Test runner: jest", "preference", path="/p")
        clock.advance(days=1)
        newer = store("Test runner: now vitest", "preference", path="/p", confidence=0.9)
        service.update(newer, status="pending")
        service.list_conflicts()
        return older, newer

    def test_it_is_not_told_while_the_newer_one_is_in_review_and_comes_back_if_that_is_rejected(
        self, service: MemoryService, pair: tuple[str, str]
    ) -> None:
        older, newer = pair
        context = service.get_context(project="/p")
        assert told(context) == set()
        assert why(context)[older] == ("replaced", "Replaced by “Test runner: now vitest”")
        assert why(context)[newer][0] == "pending"
        service.reject(newer)
        assert told(service.get_context(project="/p")) == {older}

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("Marit Holm is the chair of the board.", "Yusuf is the chair now."),
            ("The standup is at 9:15.", "Standup moved to 9:30."),
            ("We deploy on AWS.", "We deploy on Hetzner now, no longer on AWS."),
        ],
    )
    def test_another_name_or_number_leaves_at_once(
        self, service: MemoryService, store: Store, clock: ManualClock, before: str, after: str
    ) -> None:
        older = store(before, "fact", path="/p")
        assert told(service.get_context(project="/p")) == {older}
        clock.advance(days=1)
        newer = store(after, "fact", path="/p", confidence=0.9)
        service.update(newer, status="pending")
        service.list_conflicts()
        context = service.get_context(project="/p")
        assert told(context) == set()
        assert why(context)[older] == ("replaced", f"Replaced by “{after}”")

    def test_it_is_not_told_either_where_the_newer_one_is_only_probable(
        self, service: MemoryService, pair: tuple[str, str]
    ) -> None:
        service.update(pair[1], confidence=0.75)
        assert told(service.get_context(project="/p")) == set()

    def test_what_changed_twice_does_not_come_back(
        self, service: MemoryService, store: Store, clock: ManualClock
    ) -> None:
        for said in (
            "The team deploys on Tuesdays.",
            "The team deploys on Thursdays now, not Tuesdays.",
            "Actually the team deploys on Wednesdays now.",
        ):
            newest = store(said, "fact", path="/p")
            clock.advance(days=1)
        service.list_conflicts()
        context = service.get_context(project="/p")
        assert told(context) == {newest} and "Undecided" not in context.text

    def test_accepted_the_newer_one_is_told(self, service: MemoryService, pair: tuple[str, str]) -> None:
        service.accept(pair[1])
        assert told(service.get_context(project="/p")) == {pair[1]}

    @pytest.mark.parametrize("fields", [{"confidence": 0.69}, {"source": "agent_stored"}])
    def test_only_what_a_person_probably_said_replaces_anything(
        self, service: MemoryService, store: Store, clock: ManualClock, fields: dict[str, Any]
    ) -> None:
        older = store("Test runner: jest", "preference", path="/p")
        clock.advance(days=1)
        newer = store("Test runner: now vitest", "preference", path="/p", **({"confidence": 0.9} | fields))
        service.update(newer, status="pending")
        service.list_conflicts()
        assert told(service.get_context(project="/p")) == {older}


class TestUndecided:
    def test_a_side_that_is_not_for_this_session_leaves_the_other_one(
        self, service: MemoryService, store: Store, made: Made, clock: ManualClock
    ) -> None:
        jest = store("Test runner: jest", "preference", technology="jest")
        clock.advance(days=1)
        vitest = store("Test runner: vitest", "preference")
        assert len(service.list_conflicts()) == 1
        context = service.get_context(project=made("web", VITEST))
        assert told(context) == {vitest} and "Undecided" not in context.text
        assert why(context)[jest][0] == "other_technology"

    def test_a_prompt_about_one_side_settles_nothing(
        self, service: MemoryService, store: Store, made: Made, clock: ManualClock
    ) -> None:
        web = made("web", JAVASCRIPT)
        store("Test runner: jest", "preference")
        clock.advance(days=1)
        store("Test runner: vitest", "preference")
        assert len(service.list_conflicts()) == 1
        for prompt in (None, "Add a test with the vitest runner"):
            text = service.get_context(project=web, prompt=prompt).text
            assert "## Undecided" in text and "\n- Test runner" not in text
            assert "“Test runner: jest”" in text and "“Test runner: vitest”" in text


class TestSettingIt:
    def test_kind_and_group_are_kept_and_each_alone_can_change(
        self, service: MemoryService, made: Made
    ) -> None:
        project = made("kiln", PYTHON)
        summary = service.get_project(project).summary
        assert (summary.kind, summary.group) == ("work", "")
        service.set_project(project, kind="private")
        service.set_project(project, group="  north   quay ")
        summary = service.get_project(project).summary
        assert (summary.kind, summary.group) == ("private", "north quay")
        service.set_project(project, kind="work", group="")
        assert service.list_projects()[0].kind == "work"

    def test_another_kind_is_refused(self, service: MemoryService) -> None:
        with pytest.raises(InvalidInput, match="work or private"):
            service.set_project("/p", kind="secret")


class TestTheirPersonsWord:
    """What the person calls wrong or outdated is shared with nobody, until they think otherwise."""

    @pytest.mark.parametrize("word", ["INCORRECT", "OUTDATED"])
    def test_it_leaves_at_once_and_undo_brings_it_back(
        self, service: MemoryService, store: Store, word: str
    ) -> None:
        memory = store("Always indent with tabs in every file.")
        assert told(service.get_context()) == {memory}
        service.feedback(memory, word)
        assert told(service.get_context()) == set()
        service.undo()
        assert told(service.get_context()) == {memory}

    def test_outdated_is_shared_again_once_it_is_kept_in_review(
        self, service: MemoryService, store: Store
    ) -> None:
        memory = store("Always indent with tabs in every file.")
        service.feedback(memory, "OUTDATED")
        service.accept(memory)
        assert told(service.get_context()) == {memory}

    def test_what_an_ai_tool_doubts_is_shared_until_the_person_decides(
        self, service: MemoryService, store: Store
    ) -> None:
        memory = store("Always indent with tabs in every file.")
        service.feedback(memory, "OUTDATED")
        service.undo()
        service.agents().feedback(Agent("a tool"), memory, "outdated", "It said spaces.")
        assert service.get(memory).needs_review
        assert told(service.get_context()) == {memory}

"""The gate: which session a memory is for, by technology, client, and whom it is about."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop import resources
from arbor_desktop.memories.model import (
    Category,
    Evidence,
    Memory,
    MemoryType,
    Privacy,
    Scope,
    Source,
    Status,
)
from arbor_desktop.projects.gate import (
    PRIVATE,
    WORK,
    Gate,
    Here,
    Stacks,
    asks_about_oneself,
    names_group,
    names_of,
)
from tests.properties import times

STACKS = Stacks.from_toml(resources.read_text("stacks.toml"))


def memory(content: str = "Run the checks first", kind: str = "instruction", **fields: Any) -> Memory:
    given = {"category": Category.FACTS, "scope": Scope.GLOBAL, "privacy_level": Privacy.NORMAL} | fields
    return Memory(
        id="m", content=content, type=MemoryType(kind), source=Source.USER_STATED, status=Status.ACTIVE,
        confidence=0.9, current_confidence=0.9, created_at=0, updated_at=0, reinforced_at=0, **given,
    )  # fmt: skip


def gate(
    *stack: str,
    kind: str = WORK,
    elsewhere: tuple[str, ...] = (),
    private: tuple[str, ...] = (),
    prompt: str | None = None,
    project: str = "/src/here",
) -> Gate:
    return Gate(STACKS, Here(frozenset(stack), kind, frozenset(elsewhere), project), private, prompt)


UNKNOWN = Gate(STACKS, Here())


def kind(found: Any) -> str | None:
    return found.kind if found else None


class TestTechnology:
    @pytest.mark.parametrize(
        ("technology", "stack", "passes"),
        [
            ("python", ("python",), True),
            ("Python", ("python", "pytest"), True),
            ("uv", ("python",), True),  # comes with the language
            ("pytest", ("python", "pytest"), True),
            ("pytest", ("python",), False),  # the files would say so
            ("rust", ("python",), False),
            ("cargo", ("python",), False),
            ("pnpm", ("react",), True),  # of a language that a framework implies
            ("javascript", ("typescript",), True),
            ("typescript", ("javascript",), False),
            ("golang", ("go",), True),
            ("c++", ("python",), False),
            ("haskell", ("python",), False),
            ("docker", ("python",), False),
            ("docker", ("python", "docker"), True),
            ("slack", ("python",), True),  # no technology of code
            ("python", ("playwright", "typescript"), False),  # there it is for JavaScript
            ("python", ("playwright",), True),
        ],
    )
    def test_a_rule_is_for_the_projects_that_have_its_technology(
        self, technology: str, stack: tuple[str, ...], passes: bool
    ) -> None:
        found = gate(*stack).barred(memory(technology=technology))
        assert kind(found) == (None if passes else "other_technology")

    def test_the_reason_names_both_technologies(self) -> None:
        found = gate("python").barred(memory(technology="rust"))
        assert found is not None and found.reason == "About Rust, but this project uses Python"

    def test_of_a_project_nobody_read_only_what_names_no_technology_is_for_it(self) -> None:
        assert UNKNOWN.barred(memory()) is None
        found = UNKNOWN.barred(memory(technology="python"))
        assert (
            found is not None and found.reason == "About Python, but this project's technologies are unknown"
        )

    @pytest.mark.parametrize(
        ("globs", "passes"),
        [(["*.py"], True), (["*.rs"], False), (["*.rs", "*.py"], True), (["docs/**"], True)],
    )
    def test_files_of_a_language_bind_as_its_name_does(self, globs: list[str], passes: bool) -> None:
        found = gate("python").barred(memory(details={"applies_to": globs}))
        assert (found is None) is passes

    def test_a_prompt_that_names_the_technology_opens_it(self) -> None:
        rule = memory(technology="rust")
        for prompt, answers in (("rewrite this in Rust", True), ("rewrite this without trust", False)):
            here = gate("python", prompt=prompt)
            assert (here.barred(rule, answers=True) is None) is answers
            barred = here.barred(rule)
            assert barred is not None and barred.asked is answers

    def test_what_is_pinned_is_for_every_technology(self) -> None:
        assert gate("python").barred(memory(technology="rust", privacy_level=Privacy.ALWAYS_INCLUDE)) is None

    def test_what_is_of_the_project_is_not_looked_at(self) -> None:
        assert gate("python").barred(memory(technology="rust", scope=Scope.PROJECT, scope_id="/p")) is None


class TestOwnWords:
    @pytest.mark.parametrize(
        ("content", "named"),
        [
            ("In Rust, prefer ? over unwrap", ("rust",)),
            ("Use vitest, not jest", ("vitest", "jest")),
            ("User prefers Rust over Go", ("rust", "go")),
            ("Type hints in every Python function", ("python",)),
            ("Dockerfiles pin their base image", ("docker",)),
            ("In Go, wrap errors", ("go",)),
            ("Go: wrap errors", ("go",)),
            ("Table-driven tests in Go", ("go",)),
            ("Write Swift code with guard", ("swift",)),
            ("Write the API with Express", ("express",)),
            ("In Ruby tests, use `let`", ("ruby",)),
            ("Install packages with yarn", ("yarn",)),
            ("Never use Yarn", ("yarn",)),
            ("Never push to main", ()),
            ("Answer in three sentences", ()),
            ("Make the tests run before you go on", ()),
            ("Say what you click", ()),
            ("State a hypothesis before you change a test", ()),
            ("Use GitHub and Slack", ()),
        ],
    )
    def test_a_rule_is_bound_to_the_technologies_that_it_names(
        self, content: str, named: tuple[str, ...]
    ) -> None:
        assert STACKS.technologies(memory(content)) == named
        found = UNKNOWN.barred(memory(content))
        assert kind(found) == ("other_technology" if named else None)

    @pytest.mark.parametrize(
        "content",
        [
            "User prefers to go by bike in spring",
            "User prefers a trip in Spring to one in July",
            "User prefers the Express to the slow train",
            "User prefers a swift answer",
            "User prefers Swift's early songs",
            "User prefers games of Go to chess",
            "User prefers mocha to black coffee",
            "User prefers Julia to drive",
            "Call Ruby before lunch",
            "Remind User to take rust off the chain",
            "Cook without celery for Jasmine",
            "User wants yarn for a birthday",
            "User prefers Android phones",
            "User likes to make bread and react calmly",
        ],
    )
    @pytest.mark.parametrize("type_", ["preference", "instruction"])
    def test_a_word_of_a_persons_life_binds_nothing(self, content: str, type_: str) -> None:
        assert STACKS.technologies(memory(content, type_)) == ()

    @pytest.mark.parametrize("trivia", ["fact", "skill", "relationship", "context"])
    def test_what_is_known_of_the_person_is_never_bound_by_its_words(self, trivia: str) -> None:
        one = memory("Learned Python in Lisbon", trivia)
        assert STACKS.technologies(one) == ()
        asked = gate("rust", prompt="Fix the python tests").barred(one)
        assert asked is not None and asked.kind == "about_person" and not asked.asked

    def test_it_is_for_the_projects_that_have_one_of_them(self) -> None:
        either = memory("Use vitest, not jest")
        assert gate("javascript", "jest").barred(either) is None
        found = gate("python").barred(either)
        assert found is not None and found.reason == "About Vitest, but this project uses Python"
        assert gate("typescript").barred(memory("Install with pnpm")) is None
        assert gate("python").barred(memory("Install with pnpm")) is not None

    def test_a_language_of_things_is_meant_whatever_its_letters(self) -> None:
        for text in (
            "Table tests with t.Run, same in every go thing the user does",
            "No panics in any rust code",
        ):
            assert gate("python").barred(memory(text)) is not None
        assert gate("python").barred(memory("Ask before you go")) is None

    def test_how_commands_are_typed_is_for_every_project_with_code(self) -> None:
        for text in ("User's shell is fish, so no bash arrays", "Give commands in fish syntax, not in bash"):
            assert gate("rust").barred(memory(text)) is None
        found = gate("rust").barred(memory("Begin bash scripts with set -euo pipefail"))
        assert found is not None and found.reason == "About Bash, but this project uses Rust"

    def test_its_own_technology_counts_before_its_words(self) -> None:
        assert gate("python").barred(memory("Like cargo, but for wheels", technology="python")) is None

    def test_a_prompt_that_names_it_brings_it_in(self) -> None:
        rule = memory("In Rust, prefer ? over unwrap")
        for prompt, asked in (("Port this to rust", True), ("Port this to Zig", False)):
            found = gate("python", prompt=prompt).barred(rule)
            assert found is not None and found.asked is asked

    @pytest.mark.parametrize(
        ("prompt", "named"),
        [
            ("How do I wrap errors in Go?", ("go",)),
            ("go on", ()),
            ("Which node version? See `Express`", ("javascript", "express")),
            ("Click the three buttons", ()),
            ("rust", ("rust",)),
        ],
    )
    def test_which_technologies_a_prompt_names(self, prompt: str, named: tuple[str, ...]) -> None:
        assert STACKS.named_in(prompt, asked=True) == named


class TestNoCode:
    @pytest.mark.parametrize(
        "rule",
        [
            memory("Write tests first"),
            memory("Small commits, please"),
            memory("Docstrings are imperative", category=Category.CODING_PREFERENCES),
            memory("Anything", technology="slack"),
        ],
    )
    def test_a_folder_without_code_gets_no_rule_for_code(self, rule: Memory) -> None:
        found = gate().barred(rule)
        assert found is not None and found.reason == "About coding, but this folder has no code"
        assert UNKNOWN.barred(rule) is None or rule.technology

    def test_it_gets_the_others(self) -> None:
        assert gate().barred(memory("Answer in German")) is None


class TestPerson:
    @pytest.mark.parametrize("trivia", ["fact", "skill", "relationship", "context"])
    def test_what_is_about_the_person_comes_with_a_prompt_alone(self, trivia: str) -> None:
        one = memory("Plays the cello", trivia)
        assert kind(gate("python").barred(one)) == "about_person"
        assert gate("python", prompt="which instrument do I play?").barred(one, answers=True) is None

    @pytest.mark.parametrize(
        ("content", "technology"),
        [
            ("User is new to Rust", "rust"),
            ("User has done Rust for ten years", "rust"),
            ("User commits and pushes themselves", None),
        ],
    )
    def test_what_says_how_to_work_with_them_here_comes_always(
        self, content: str, technology: str | None
    ) -> None:
        one = memory(content, "fact", technology=technology)
        assert gate("rust").barred(one) is None
        assert gate("python").barred(memory("User is new to Rust", "skill", technology="rust")) is not None

    @pytest.mark.parametrize("wish", ["instruction", "preference"])
    def test_what_they_want_comes_always(self, wish: str) -> None:
        assert gate("python").barred(memory("Short answers", wish)) is None

    def test_sensitive_ones_are_guarded_everywhere(self) -> None:
        one = memory("Has a peanut allergy", "fact", privacy_level=Privacy.SENSITIVE)
        assert gate().private(one) and gate(kind=PRIVATE).private(one)

    def test_what_was_said_only_in_private_is_guarded(self) -> None:
        def said(*projects: str | None) -> Memory:
            places = tuple(Evidence("c", 1, 1, "rule", project=one) for one in projects)
            return memory("Moves to Bergen", "fact", evidence=places)

        one = gate(private=("/home",))
        assert one.private(said("/home")) and one.private(said("/home", None))
        assert (
            not one.private(said("/home", "/work"))
            and not one.private(said(None))
            and not one.private(said())
        )
        assert one.barred(said("/home")) is not None
        assert gate(kind=PRIVATE, private=("/home", "/src/here")).private(said("/home"))
        there = gate(kind=PRIVATE, private=("/home",), project="/home")
        assert not there.private(said("/home")) and there.barred(said("/home")) is None

    @pytest.mark.parametrize(
        ("prompt", "asks"),
        [
            ("Do I have an allergy?", True),
            ("what is my salary", True),
            ("Remind me where I live", True),
            ("Fix the allergy table", False),
            ("What does the allergy table hold?", False),
            ("I fixed it", False),
        ],
    )
    def test_at_work_only_a_question_about_oneself_opens_them(self, prompt: str, asks: bool) -> None:
        assert asks_about_oneself(prompt) is asks
        assert gate(prompt=prompt).about_oneself is asks
        assert gate(kind=PRIVATE, prompt=prompt).in_private

    @pytest.mark.parametrize(
        ("prompt", "asks"),
        [
            ("Who am I?", True),
            ("What do you know about me?", True),
            ("tell me everything you remember about me, please", True),
            ("what have you saved about me so far", True),
            ("what do I sing? for the two lines about me", False),
            ("Do I have an allergy?", False),
            ("Who am I waiting for?", False),
            ("Does the page tell them about me and Ana?", False),
            ("Write down what you know about memory", False),
        ],
    )
    def test_a_prompt_can_ask_for_all_that_is_known_about_oneself(self, prompt: str, asks: bool) -> None:
        assert gate(prompt=prompt).who_am_i is asks


class TestOtherProjects:
    @pytest.mark.parametrize(
        ("content", "passes"),
        [
            ("For Northquay, invoices are Swiss", False),
            ("for northquay: never push", False),
            ("northquay-style layout", True),
            ("See src/northquay/app", True),
            ("Answer in German", True),
        ],
    )
    def test_what_names_another_client_is_not_shared(self, content: str, passes: bool) -> None:
        found = gate("python", elsewhere=("northquay",)).barred(memory(content))
        assert (found is None) is passes
        if found is not None:
            assert found.kind == "other_project" and found.reason.casefold() == "about northquay"

    def test_pinned_or_asked_for_it_stays_with_them(self) -> None:
        here = gate("python", elsewhere=("northquay",))
        assert here.barred(memory("Northquay pays late", privacy_level=Privacy.ALWAYS_INCLUDE)) is not None
        assert here.barred(memory("Northquay pays late"), answers=True) is not None

    def test_a_name_that_is_anybodys_or_short_names_nobody(self) -> None:
        assert (
            gate(elsewhere=("docs", "app", "api")).barred(memory("Answer as in the docs of the app")) is None
        )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("All Northquay projects use pnpm", True),
        ("For northquay, every invoice is Swiss", True),
        ("Northquay's portal uses pnpm", False),
        ("All projects use pnpm", False),
        ("All of northquay-old is archived", False),
        ("A Northquay invoice number has six digits", True),
        ("Times are in UTC, the same rule in both systems", True),
        ("Decisions are numbered in docs/adr, in each repo", True),
        ("In all three repos a ward is its code", True),
        ("Both are kept", False),
    ],
)
def test_a_group_is_meant_where_it_is_named(text: str, named: bool) -> None:
    assert names_group(text, "northquay") is named
    assert names_group(text.replace("Northquay", "North Quay"), "northquay") is named
    assert names_group(text, "nórthquay") is named
    assert not names_group(text, "")


def test_projects_and_groups_go_by_their_names() -> None:
    assert names_of(["/src/kiln", "C:\\src\\shop"], ["northquay", ""]) == {"kiln", "shop", "northquay"}


def test_every_language_that_a_project_may_have_is_known() -> None:
    languages = tomllib.loads(resources.read_text("projects.toml"))["languages"]
    assert set(languages) <= STACKS.languages | set(STACKS.frameworks)
    assert set(STACKS.aliases.values()) <= STACKS.languages | set(STACKS.frameworks)
    assert all(STACKS.languages_of([language]) >= {language} for language in STACKS.languages)


@given(
    st.text(max_size=80),
    st.sampled_from(MemoryType),
    st.none() | st.sampled_from(["rust", "C++", "uv", "x" * 50, "("]) | st.text(max_size=10),
    st.none() | st.lists(st.sampled_from(sorted(STACKS.languages))),
    st.lists(st.text(max_size=12), max_size=3),
    st.none() | st.text(max_size=40),
)
@times(4)
def test_any_text_has_an_answer_and_its_reason_is_in_words(
    content: str,
    type_: MemoryType,
    technology: str | None,
    stack: list[str] | None,
    elsewhere: list[str],
    prompt: str | None,
) -> None:
    here = Here(None if stack is None else frozenset(stack), WORK, frozenset(elsewhere))
    asked = Gate(STACKS, here, (), prompt)
    found = asked.barred(memory(content, type_.value, technology=technology), answers=prompt is not None)
    assert found is None or (
        found.reason and found.kind in {"other_project", "other_technology", "about_person"}
    )

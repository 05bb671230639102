"""Files, decisions, and what the person says of the work."""

from __future__ import annotations

import pytest
from outcome_turns import MARKS, assistant, call, edited, outcome, person, ran, result, wrote

from arbor_desktop.extraction.outcome.derivation import Say, derive, verdict

PATCH = """apply_patch <<'EOF'
*** Begin Patch
*** Add File: src/new.py
+x = 1
*** Update File: src/old.py
@@
-a
+b
*** End Patch
EOF"""


def test_files_are_told_apart_by_what_their_tools_say() -> None:
    found = outcome(
        person("go"), edited("/p/a.py"), wrote("/p/b.py"), edited("/p/b.py"), call("Read: /p/c.md"),
        result("ok"), call("Write: /p/c.md"), result("ok"), call("write_file: /p/d.md"), result("ok"),
        project="/p",
    )  # fmt: skip
    assert found.files_created == ("b.py", "d.md")
    assert found.files_modified == ("a.py", "c.md"), "what was read before was there"


def test_patches_name_their_files() -> None:
    found = outcome(person("go"), ran(PATCH))
    assert (found.files_created, found.files_modified) == (("src/new.py",), ("src/old.py",))
    assert found.commands == ()
    told = outcome(
        person("go"),
        call("apply_patch: src/a.py\nsrc/b.py"),
        result("ok\nSuccess. Updated the following files:\nA src/a.py\nM src/b.py"),
    )
    assert (told.files_created, told.files_modified) == (("src/a.py",), ("src/b.py",))


def test_files_written_by_the_shell_and_by_aider() -> None:
    found = outcome(
        person("go"), ran("cat > src/a.sql <<'EOF'\nselect 1\nEOF"), ran("cat > /tmp/x <<EOF\ny\nEOF"),
        call("Applied edit to lib/b.py"), call("Creating empty file lib/c.py\nApplied edit to lib/c.py"),
    )  # fmt: skip
    assert found.files_created == ("src/a.sql", "lib/c.py")
    assert found.files_modified == ("lib/b.py",)


def test_what_a_reader_knows_and_no_tool_told() -> None:
    found = derive([], MARKS, project="/p", paths=["/p/src/a.py", "/p/src/a.py"]).outcome
    assert found.files_modified == ("src/a.py",)


def test_an_assistants_own_notes_are_no_work() -> None:
    assert outcome(person("go"), wrote("/home/ada/.claude/plans/brave-fox.md")).files_created == ()


@pytest.mark.parametrize(
    ("text", "say"),
    [
        ("works now, thanks", Say.WORKS),
        ("That fixed it!", Say.WORKS),
        ("Yes, all tests pass. Now add a flag for verbose output", Say.WORKS),
        ("perfect, the login works. next: the menu", Say.WORKS),
        ("the bug is gone", Say.WORKS),
        ("still broken", Say.BROKEN),
        ("It doesn't work", Say.BROKEN),
        ("the login works but the menu still fails", Say.BROKEN),
        ("same error as before", Say.BROKEN),
        ("something broke streaming, the events aren't making it to the page", Say.BROKEN),
        ("look:\n> web@1.0 dev\n> the server works on port 3000", None),
        ("nope, still the same", Say.BROKEN),
        ("thanks!", Say.CONTENT),
        ("looks good to me", Say.CONTENT),
        ("does it work now?", None),
        ("make sure it works on Windows too", None),
        ("how does the cache work", None),
        ("now add the export", None),
        ("let me know when it works", None),
        ("I work on the backend", None),
        ("the login works like this: a token is sent", None),
        ("something broke streaming, it is as if the server were gone, " + "and so on, " * 20, Say.BROKEN),
        ("explain how it works", None),
    ],
)
def test_what_the_person_says_of_the_work(text: str, say: Say | None) -> None:
    assert verdict(text, MARKS) is say


def test_a_tool_that_asks_tells_what_was_chosen() -> None:
    found = outcome(
        person("go"),
        call("AskUserQuestion"),
        result('ok\nUser has answered: "Which database?"="Postgres", "Cache \\"hot\\" rows?"="No".'),
    )
    assert [(d.question, d.answer) for d in found.decisions] == [
        ("Which database?", "Postgres"), ('Cache "hot" rows?', "No"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "answer", "choice", "reason"),
    [
        ("I can do that. Should I use Redis or keep the cache in memory?",
         "in memory, because we run one process only", "in memory, because we run one process only",
         "we run one process only"),
        ("Two ways:\n1. **Cursor** pagination\n2. Offset pagination\n\nWhich one do you prefer?", "1",
         "Cursor pagination", ""),
        ("Two ways:\nA) One table\nB) Two tables\nWhich should I take?", "go with B since it is simpler",
         "Two tables", "it is simpler"),
        ("1. Warn\n2. Block\n\nWhat should the hook do?\nWhich one?", "2. it names the file, yeah?",
         "Block", ""),
        ("1. REST\n2. gRPC\n\nWhich would you like?", "the second one", "gRPC", ""),
    ],
)  # fmt: skip
def test_a_question_and_its_answer_are_a_decision(asked: str, answer: str, choice: str, reason: str) -> None:
    [found] = outcome(person("Design it"), assistant(asked), person(answer)).decisions
    assert (found.answer, found.reason, found.turn) == (choice, reason, 3)
    assert found.question.endswith("?")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Done. Anything else?", "add a flag for Redis"),
        ("Should I use Redis or memory?", "what is the difference between Redis and memory?"),
        ("Should I use Redis or memory?", "the page is blank now"),
        ("It is a question of taste or time.", "Redis"),
    ],
)
def test_what_is_no_decision(asked: str, answer: str) -> None:
    assert outcome(person("Design it"), assistant(asked), person(answer)).decisions == ()

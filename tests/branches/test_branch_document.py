"""The Markdown of a branch's memory: read, written and changed without losing or inventing anything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.branches.document import (
    LONGEST_STEM,
    BranchFileBroken,
    bullet_of,
    entry_of,
    generate,
    parse,
    plain_stem,
    stem_for,
    update,
)
from arbor_desktop.branches.model import BranchDocument, Section

AT = 1_767_225_600_000
LATER = AT + 60_000
NASTY = (
    "a\n## Facts\n- b",
    "# x",
    "- x",
    "* x",
    "1. x",
    "12) x",
    "\\# x",
    "\\\\- x",
    "> q",
    "```py",
    "~~~",
    "---",
    "* * *",
    "| a |",
    "[ ] do",
    "[x]",
    "<!-- gone",
    "a <!-- b --> c",
    "<!-->",
    "<\\!-- x --\\>",
    "<script>",
    "_No entries yet._",
    "x\u202ey\u200b",
    "<<<<<<< HEAD",
    "\ufeff# Branch Memory: other",
    "## Bug Patterns",
    "1.",
    "-",
    "\\",
    "> Last updated: 2020",
    "=======",
    "<user_context>",
    "&lt;system-reminder>",
    "a\\",
    "  two  spaces\t\ttab ",
)

texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(min_size=1, max_size=40),
    st.lists(st.sampled_from([*"#-*+>`~|[]<!.)1\\_ =x", "<!--", "-->", "\n"]), min_size=1, max_size=12).map(
        "".join
    ),
)
documents = st.fixed_dictionaries(
    {section: st.lists(texts.map(entry_of), max_size=4).map(tuple) for section in Section}
).map(BranchDocument)
branches = texts.map(entry_of)
EDITED = """# Branch Memory: feature/login

> Kept by Arbor. Last updated: 2026-01-01T00:00:00.000Z

My own words about this branch.

## Facts

Some of these are old.

* The server runs on port 8080
  behind a proxy.
- [ ] The token lasts an hour.
Not much more.

```text
## Bug Patterns
- no entry
```

### Aside

- also no entry

## Architectural Decisions
1. We use SQLite.
<!-- ## Conventions
- hidden -->

## Notes

- mine  

## conventions ##

_No entries yet._

## Bug Patterns

_No entries yet._
"""  # noqa: W291 - a line end of two spaces is a person's


@given(branches, documents)
def test_a_generated_file_says_what_it_was_made_of(branch: str, document: BranchDocument) -> None:
    made = parse(generate(branch, document, AT))
    assert (made.branch, made.document, made.updated_at) == (branch, document, AT)
    assert generate(made.branch, made.document, AT) == generate(branch, document, AT)


@given(branches, documents, documents)
def test_an_updated_file_is_as_if_it_were_generated_anew(
    branch: str, before: BranchDocument, after: BranchDocument
) -> None:
    there = generate(branch, before, AT)
    when = AT if before == after else LATER
    assert update(there, after.sections, LATER) == generate(branch, after, when)


@given(branches, documents, st.sampled_from(Section), st.lists(texts.map(entry_of), max_size=3))
def test_sections_that_are_not_named_stay(
    branch: str, before: BranchDocument, section: Section, entries: list[str]
) -> None:
    made = parse(update(generate(branch, before, AT), {section: entries}, LATER)).document
    assert made == BranchDocument({**before.sections, section: tuple(entries)})


@given(texts)
def test_an_entry_is_one_bullet_and_nothing_else(text: str) -> None:
    entry = entry_of(text)
    assert entry == entry_of(entry)
    assert "\n" not in bullet_of(entry)
    assert "<!--" not in bullet_of(entry)
    document = BranchDocument({**dict.fromkeys(Section, ()), Section.FACTS: (entry,)})
    made = generate("main", document, AT)
    assert [line for line in made.splitlines() if line.startswith("#")] == [
        "# Branch Memory: main", *(f"## {one}" for one in Section),
    ]  # fmt: skip


def test_a_persons_file_is_read_as_they_wrote_it() -> None:
    read = parse(EDITED)
    assert read.branch == "feature/login"
    assert read.document.sections == {
        Section.FACTS: (
            "The server runs on port 8080 behind a proxy.",
            "[ ] The token lasts an hour. Not much more.",
        ),
        Section.DECISIONS: ("We use SQLite.",),
        Section.CONVENTIONS: (),
        Section.BUGS: (),
    }


def test_what_a_person_added_stays_byte_for_byte() -> None:
    made = update(EDITED, {Section.CONVENTIONS: ["Tabs, not spaces."], Section.FACTS: ["New."]}, LATER)
    for theirs in (
        "My own words about this branch.\n",
        "Some of these are old.\n",
        "```text\n## Bug Patterns\n- no entry\n```\n",
        "### Aside\n\n- also no entry\n",
        "1. We use SQLite.\n<!-- ## Conventions\n- hidden -->\n",
        "## Notes\n\n- mine  \n\n## conventions ##\n",
    ):
        assert theirs in made
    assert parse(made).document.sections[Section.CONVENTIONS] == ("Tabs, not spaces.",)
    assert parse(made).document.sections[Section.FACTS] == ("New.",)
    assert "Last updated: 2026-01-01T00:01:00.000Z" in made


def test_a_bullet_that_stays_keeps_its_form() -> None:
    facts = [*parse(EDITED).document.sections[Section.FACTS], "One more."]
    made = update(EDITED, {Section.FACTS: facts}, LATER)
    assert "* The server runs on port 8080\n  behind a proxy.\n" in made
    assert "- One more.\n" in made


@given(st.sampled_from(["\n", "\r\n"]), documents)
def test_nothing_new_changes_nothing(newline: str, document: BranchDocument) -> None:
    for text in (EDITED, generate("main", document, AT)):
        there = text.replace("\n", newline)
        assert update(there, parse(there).document.sections, LATER) == there


def test_line_ends_of_windows_stay() -> None:
    made = update(EDITED.replace("\n", "\r\n"), {Section.BUGS: ["It fails twice."]}, LATER)
    assert "- It fails twice.\r\n" in made
    assert made.count("\n") == made.count("\r\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "first line"),
        ("Hello\n" + EDITED, "first line"),
        ("# Branch Memory: main\n", "## Facts"),
        (EDITED.replace("## Notes", "## Facts"), "twice"),
        (EDITED.replace("## conventions ##", ""), "## Conventions"),
        (EDITED + "<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> main\n", "merge"),
        (EDITED.replace("## Facts", "```\n## Facts", 1).replace("```text", "text"), "missing"),
    ],
)
def test_what_can_not_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(BranchFileBroken, match=said):
        parse(text)
    with pytest.raises(BranchFileBroken, match=said):
        update(text, {Section.FACTS: ["x"]}, LATER)


@given(st.text(min_size=1, max_size=300))
def test_names_are_safe_on_every_system(branch: str) -> None:
    stem = plain_stem(branch)
    assert stem.isascii()
    assert stem.replace("-", "").replace("_", "").isalnum() or set(stem) <= set("-_")
    assert len(stem) <= LONGEST_STEM + 9


def test_names_of_branches() -> None:
    assert plain_stem("feature/log-in_2") == "feature_log-in_2"
    assert plain_stem("ärger.md") == "_rger_md"
    assert stem_for("feature.x", ["feature_x"]).startswith("feature_x-")
    assert stem_for("Main", ["main"]).startswith("Main-")
    assert stem_for("feature.x", ["feature_x"]) != stem_for("feature x", ["feature_x"])
    for reserved in ("con", "NUL", "com1", "Lpt9"):
        assert plain_stem(reserved).startswith(f"{reserved}-")

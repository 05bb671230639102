"""category: summaries read, edited, reviewed, cleared and brought back from the command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from arbor_cli import added

from tests.summaries.reading import parse

SUMMARY = {
    "name", "scope", "scope_id", "title", "markdown", "version", "actor", "edited", "item_count",
    "confidence_range", "updated_at", "reviewed_at", "sources", "problems",
}  # fmt: skip
NAME = "coding_preferences"


class Terminal(io.StringIO):
    """Standard input at which a person sits."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def two(run):
    return added(run, "I prefer tabs over spaces"), added(run, "Always use pnpm")


def test_without_memories_the_answer_is_empty(run):
    said = run("category", "show", NAME, "--json")
    assert (said.code, said.json.keys(), said.json["markdown"]) == (3, SUMMARY, "")
    assert "No summary of" in run("category", "show", NAME).err
    said = run("category", "list", "--json")
    assert (said.code, len(said.json)) == (3, 6)


def test_a_summary_is_shown_as_its_markdown(run, two):
    said = run("category", "show", NAME, "--json")
    assert said.code == 0
    assert parse(said.json["markdown"]).item_count == 2
    assert run("category", "show", NAME).out == said.json["markdown"]


def test_the_list_names_every_category_by_place(run, two, project: Path):
    added(run, "Fire at cone six", "--scope", "project", "--scope-id", str(project))
    said = run("category", "list", "--json")
    assert [(one["name"], one["scope_id"], one["item_count"]) for one in said.json if one["item_count"]] == [
        (NAME, None, 2), (NAME, str(project), 1),
    ]  # fmt: skip
    lines = run("category", "list").out.splitlines()
    assert lines[0] == "Everywhere"
    assert lines[1].split() == [NAME, "2", "memories"]
    assert str(project) in lines
    only = run("category", "list", "--project", str(project), "--json").json
    assert {one["scope_id"] for one in only} == {str(project)}
    shown = run("category", "show", NAME, "--scope", "project", "--scope-id", str(project), "--json")
    assert shown.json == run("category", "show", NAME, "--project", str(project), "--json").json
    assert shown.json["item_count"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "weather"),
        ("show",),
        ("show", NAME, "--scope", "project"),
        ("show", NAME, "--scope-id", "x"),
        ("show", NAME, "--project", ".", "--scope", "global"),
        ("edit", NAME, "--content", "a", "--file", "b"),
        ("edit", NAME, "--content", "  "),
        ("restore", NAME),
    ],
)
def test_wrong_usage_is_told(run, two, arguments):
    said = run("category", *arguments, "--json")
    assert (said.code, said.json["code"]) == (2, "INVALID_INPUT")


def test_unknown_names_are_refused_with_those_there_are(run):
    assert "implementation_notes" in run("category", "show", "weather").err


@pytest.mark.parametrize("way", ["content", "file", "stdin", "dash"])
def test_a_persons_text_is_kept(run, two, tmp_path: Path, monkeypatch, way):
    text = run("category", "show", NAME).out.replace("I prefer tabs over spaces", "Tabs.")
    file = tmp_path / "mine.md"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    options = {"content": ("--content", text), "file": ("--file", str(file)), "dash": ("--file", "-")}
    said = run("category", "edit", NAME, *options.get(way, ()), "--json")
    assert said.code == 0
    assert (said.json["edited"], said.json["actor"], said.json["problems"]) == (True, "user", [])
    assert "**Statement:** Tabs." in run("category", "show", NAME).out


def test_what_is_no_whole_summary_is_kept_and_said(run, two):
    said = run("category", "edit", NAME, "--content", "My notes")
    assert (said.code, said.out) == (0, "Kept: Coding preferences: everywhere.\n")
    assert "It has no title." in said.err
    assert run("category", "show", NAME).out == "My notes\n"


def test_a_file_that_can_not_be_read_fails(run, two, tmp_path: Path):
    assert run("category", "edit", NAME, "--file", str(tmp_path / "none.md")).code == 1
    (tmp_path / "bytes.md").write_bytes(b"\xff\xfe\xff")
    said = run("category", "edit", NAME, "--file", str(tmp_path / "bytes.md"))
    assert (said.code, "not UTF-8" in said.err) == (1, True)


@pytest.fixture
def editor(tmp_path: Path, monkeypatch):
    """`editor(code)` sets an editor that does this to the file; a person sits at the terminal."""

    def make(code: str) -> None:
        script = tmp_path / "editor.py"
        script.write_text(f"import sys, pathlib\nfile = pathlib.Path(sys.argv[1])\n{code}\n")
        monkeypatch.setenv("EDITOR", f'"{sys.executable}" "{script}"')
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.setattr(sys, "stdin", Terminal())

    return make


def test_a_person_at_a_terminal_writes_in_their_editor(run, two, editor):
    editor("file.write_text(file.read_text() + '\\nMine.\\n')")
    assert run("category", "edit", NAME).code == 0
    assert run("category", "show", NAME).out.endswith("\nMine.\n")


def test_an_editor_that_changes_nothing_or_fails_changes_nothing(run, two, editor, monkeypatch):
    editor("pass")
    said = run("category", "edit", NAME)
    assert (said.code, "Nothing was changed." in said.err) == (0, True)
    editor("file.write_text('x'); sys.exit(7)")
    assert run("category", "edit", NAME).code == 1
    monkeypatch.setenv("EDITOR", "/nowhere/editor")
    assert run("category", "edit", NAME).code == 1
    monkeypatch.delenv("EDITOR")
    said = run("category", "edit", NAME)
    assert (said.code, "No editor is set" in said.err) == (2, True)
    assert run("category", "show", NAME, "--json").json["edited"] is False


def test_reviewing_says_when(run, two):
    said = run("category", "review", NAME, "--json")
    assert said.json["reviewed_at"] is not None
    assert f"**Last Review:** {said.json['reviewed_at']}" in run("category", "show", NAME).out
    assert run("category", "review", "facts").code == 3


def test_clearing_archives_and_undo_brings_back(run, two):
    added(run, "I keep a diary in vim", "--privacy", "never_share")
    before = run("category", "show", NAME, "--json").json
    said = run("category", "clear", NAME)
    assert said.code == 0
    assert "Archived 2 memories of Coding preferences: everywhere." in said.out
    assert "1 private memory is kept" in said.out
    assert {m["id"] for m in run("list", "--status", "archived", "--json").json["memories"]} == set(two)
    assert run("category", "show", NAME).code == 3
    said = run("category", "clear", NAME, "--json")
    assert (said.code, said.json["archived"], said.json["markdown"]) == (3, 0, "")
    assert run("undo").code == 0
    assert set(run("category", "show", NAME, "--json").json["sources"]) == set(before["sources"])


def test_clearing_words_without_memories_names_what_brings_them_back(run):
    first = added(run)
    run("delete", first)
    run("category", "edit", "facts", "--content", "My own words.")
    version = run("category", "show", "facts", "--json").json["version"]
    said = run("category", "clear", "facts")
    assert said.code == 0
    assert "arbor undo" not in said.out, "it would bring back the memory that was deleted before"
    assert f"arbor category restore, version {version}" in said.out
    assert run("category", "restore", "facts", "--version", str(version)).code == 0
    assert "My own words." in run("category", "show", "facts").out
    assert run("show", first, "--json").json["status"] == "deleted"


def test_clearing_asks_a_person_and_takes_no_for_an_answer(run, two, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
    said = run("category", "clear", NAME)
    assert (said.code, "Archive 2 memories" in said.err) == (1, True)
    assert run("list", "--json").json["total"] == 2
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert run("category", "clear", NAME).code == 0
    assert run("list", "--json").json["total"] == 0


def test_versions_are_listed_and_brought_back(run, two):
    assert run("category", "versions", NAME).code == 3
    first = run("category", "show", NAME, "--json").json
    run("category", "edit", NAME, "--content", "Mine")
    listed = run("category", "versions", NAME, "--json").json
    assert [(one["version"], one["actor"]) for one in listed] == [(2, "user"), (1, "maintenance")]
    assert "yours, 2 memories" in run("category", "versions", NAME).out
    said = run("category", "restore", NAME, "--version", "1", "--json")
    assert (said.code, said.json["markdown"]) == (0, first["markdown"])
    assert run("category", "restore", NAME, "--version", "99").code == 3


def test_what_a_terminal_could_take_for_a_command_is_not_written(run):
    added(run, "Colour \x1b[31mred\x1b[0m‮ is nice")
    assert "\x1b" not in run("category", "show", NAME).out
    assert "‮" not in run("category", "show", NAME).out

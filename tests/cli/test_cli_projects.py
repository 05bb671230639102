"""Projects and similar tasks on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reliability.sessions import START, Session

SUMMARY = {
    "path",
    "name",
    "type",
    "stack",
    "memories",
    "conversations",
    "last_seen",
    "there",
    "kind",
    "group",
}
FACTS = {
    "runtime", "package_manager", "database", "versions", "dependencies", "test_frameworks", "file_tree",
    "patterns", "commands", "entry_points", "test_folders", "config_files", "conventions",
}  # fmt: skip
BRANCH = {"name", "memories", "conversations", "last_seen", "checked_out"} | {
    "path", "updated_at", "edited", "trouble",
}  # fmt: skip
KNOWN = {"quirks", "frequent_files", "frequent_commands", "branches", "read_at", "trouble"}
SIMILAR = {
    "conversation_id", "task", "similarity", "type", "status", "complexity", "project", "at", "files",
    "learnings", "checks",
}  # fmt: skip
TASK = "Fix the export in the nightly job, it comes out empty."


@pytest.fixture
def kiln(tmp_path: Path) -> Path:
    root = tmp_path / "kiln"
    root.mkdir()
    (root / "package.json").write_text(
        json.dumps({"name": "kiln", "scripts": {"test": "vitest"}, "devDependencies": {"vitest": "^2.1"}})
    )
    (root / ".prettierrc").write_text('{"singleQuote": true}')
    return root


def session(folder: Path, project: Path | str, name: str = "one") -> str:
    made = Session(name, str(project), start=START).say(TASK).tool("npm test", "1 failed, 3 passed")
    made.reply("The cursor was closed before all of the rows were read.").tool("npm test", "4 passed")
    return str(made.reply("All of the rows are there again.").write(folder))


def test_projects_are_listed_with_what_they_are(run, kiln: Path, tmp_path: Path) -> None:
    assert run("projects").code == 3
    assert run("projects", "--json").json == []
    run("capture", session(tmp_path / "s", kiln), session(tmp_path / "s", "/srv/gone", "two"))
    listed = run("projects", "--json").json
    assert all(one.keys() == SUMMARY for one in listed)
    assert {one["name"]: one["there"] for one in listed} == {"kiln": True, "gone": False}
    said = run("projects").out
    assert (
        str(kiln) in said and "vitest" in said and "1 conversation" in said and "not on this computer" in said
    )


def test_a_project_is_shown_by_the_name_of_its_package(run, kiln: Path, tmp_path: Path) -> None:
    (kiln / "package.json").write_text('{"name": "tile-shop"}')
    run("capture", session(tmp_path / "s", kiln))
    for arguments in (["projects"], ["project", str(kiln)]):
        first, *others = run(*arguments).out.splitlines()
        assert first == "tile-shop"
        assert str(kiln) in others[0]


def test_a_project_tells_all_that_is_known(run, kiln: Path, tmp_path: Path) -> None:
    run("capture", session(tmp_path / "s", kiln))
    answer = run("project", str(kiln), "--json").json
    assert answer.keys() == SUMMARY | FACTS | KNOWN
    assert answer["commands"]["test"] == "npm test" and answer["versions"]["vitest"] == "^2.1"
    assert answer["frequent_commands"] == [{"name": "npm test", "sessions": 1}]
    assert answer["branches"][0].keys() == BRANCH
    said = run("project", str(kiln)).out
    for text in ("Commands", "npm test", "Quotes: single (.prettierrc)", "Often run", "Packages by", "main"):
        assert text in said, text


def test_lines_keep_to_the_width_of_the_terminal(run, kiln: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    (kiln / "pyproject.toml").write_text(
        '[tool.ruff]\nline-length=100\n[tool.ruff.lint]\nselect=["E","F","W","I","UP"]\n'
    )
    run("capture", session(tmp_path / "s", kiln))
    for arguments in (["projects"], ["project", str(kiln)], ["similar", TASK]):
        for line in run(*arguments).out.splitlines():
            assert len(line) <= 50 or " " not in line.strip(), line


def test_a_project_is_read_anew_on_demand(run, kiln: Path) -> None:
    assert run("project", str(kiln)).code == 3
    assert run("project", str(kiln), "--refresh").code == 0
    (kiln / "src").mkdir()
    (kiln / "src" / "a.ts").write_text("")
    assert "src" not in run("project", str(kiln), "--json").json["file_tree"]
    assert run("project", str(kiln), "--refresh", "--json").json["file_tree"]["src"] == 1


def test_an_unknown_project_is_not_found(run, tmp_path: Path) -> None:
    answer = run("project", str(tmp_path / "nowhere"), "--json")
    assert answer.code == 3 and answer.json["code"] == "NOT_FOUND"
    assert run("project").code == 2


def test_similar_tasks(run, kiln: Path, tmp_path: Path) -> None:
    run("capture", session(tmp_path / "s", kiln))
    (found,) = run("similar", "fix the nightly job: its export comes out empty", "--json").json
    assert found.keys() == SIMILAR
    assert found["task"] == TASK and found["similarity"] > 0.7 and found["checks"] == ["npm test passed"]
    said = run("similar", "fix", "the", "empty", "export", "in", "the", "nightly", "job").out
    assert TASK in said and "npm test passed" in said and "kiln" in said
    assert run("similar", TASK, "--project", "/srv/other", "--json").json == []
    assert run("similar", "write a poem about rivers").code == 3
    assert run("similar", " ").code == 2


def test_a_projects_kind_and_group_are_set_and_said(run, kiln: Path) -> None:
    answer = run("project", str(kiln), "--kind", "private", "--group", " north  quay ", "--json").json
    assert (answer["kind"], answer["group"]) == ("private", "north quay")
    said = run("project", str(kiln)).out
    assert "private" in said and "north quay" in said
    answer = run("project", str(kiln), "--group", "", "--json").json
    assert (answer["kind"], answer["group"]) == ("private", "")


def test_a_kind_that_there_is_not_is_refused_and_nothing_changes(run, kiln: Path) -> None:
    run("project", str(kiln), "--refresh")
    wrong = run("project", str(kiln), "--kind", "secret")
    assert wrong.code == 2 and "private" in wrong.err
    assert run("project", str(kiln), "--json").json["kind"] == "work"


def test_a_folder_that_is_not_there_has_no_kind(run, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert run("project", str(gone), "--kind", "private").code != 0
    gone.mkdir()
    assert run("project", str(gone), "--refresh", "--json").json["kind"] == "work"


def test_a_page_for_a_colleague_is_printed_and_kept(run, kiln: Path) -> None:
    run("add", "The kiln is booked in slots of two hours.", "--type", "fact", "--scope", "project",
        "--scope-id", str(kiln))  # fmt: skip
    run("add", "The alarm code is 4711.", "--type", "fact", "--scope", "project", "--scope-id", str(kiln),
        "--privacy", "never_share")  # fmt: skip
    printed = run("project", "digest", str(kiln))
    assert printed.out.startswith("# How kiln works\n\n## What it is\n")
    assert "- The kiln is booked in slots of two hours." in printed.out
    assert "4711" not in printed.out
    assert "Left out: 1 memory" in printed.err
    assert not (kiln / "ONBOARDING.md").exists()
    found = run("project", "digest", str(kiln), "--write", "--json").json
    assert (found["written"], found["left_out"]) == (True, {"private": 1})
    assert found["text"] in (kiln / "ONBOARDING.md").read_text()
    run(
        "add",
        "The glaze is mixed on Fridays.",
        "--type",
        "fact",
        "--scope",
        "project",
        "--scope-id",
        str(kiln),
    )
    assert "glaze" in (kiln / "ONBOARDING.md").read_text()
    run("instructions", "off", "ONBOARDING.md", "--project", str(kiln))
    assert not (kiln / "ONBOARDING.md").exists()


def test_a_page_of_which_nothing_is_known_and_a_wrong_call(run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert run("project", "digest", str(tmp_path / "empty")).code == 3
    assert run("projects", "--json").json == []
    for wrong in (
        ["project", "digestion", "."],
        ["project", ".", "--write"],
        ["project", "digest", ".", "."],
    ):
        assert run(*wrong).code == 2


def test_a_project_is_known_by_its_name(run, kiln: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path / "..")
    project = ("--scope", "project", "--scope-id")
    run("add", "Bake at noon", "--type", "fact", *project, str(kiln))
    run("add", "Bake at dusk", "--type", "fact", *project, "kiln")
    for chosen in (["--project", "Kiln"], [*project, "kiln"], ["--scope-id", "kiln"]):
        listed = run("list", *chosen, "--json")
        assert [one["scope_id"] for one in listed.json["memories"]] == [str(kiln)] * 2
        assert listed.err == ""
    assert "Bake at noon" in run("context", "--project", "kiln").out
    assert run("project", "kiln", "--json").json["path"] == str(kiln)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other" / "kiln").mkdir(parents=True)
    run("add", "Bake at dawn", "--type", "fact", *project, "other/kiln")
    assert run("list", "--project", "kiln", "--json").json["total"] == 2, "a folder comes first"
    monkeypatch.chdir(tmp_path / "..")
    ambiguous = run("list", "--project", "kiln")
    assert ambiguous.code == 2
    assert str(tmp_path / "other" / "kiln") in ambiguous.err


def test_an_unknown_project_is_said_to_be(run, tmp_path: Path) -> None:
    run("add", "I prefer tabs", "--type", "preference")
    listed = run("list", "--project", str(tmp_path / "klin"), "--json")
    assert (listed.code, listed.json["total"]) == (0, 1)
    assert str(tmp_path / "klin") in listed.err
    run("add", "Gone", "--type", "fact", "--scope", "project", "--scope-id", "/srv/gone")
    assert run("list", "--project", "/srv/gone").err == ""

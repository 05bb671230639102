"""Making memories global and back, and the details of a memory, from the command line."""

from __future__ import annotations

import json

from arbor_cli import MEMORY, UNKNOWN, added


def of_project(run, project, text="The map is grey.", *more):
    return added(run, text, "--category", "facts", "--scope", "project", "--scope-id", str(project), *more)


def test_promote_makes_global_and_back_takes_it_to_its_project(run, project):
    ident = of_project(run, project)
    said = run("promote", ident, "--json")
    assert said.code == 0 and said.json[0].keys() >= MEMORY
    assert (said.json[0]["scope"], said.json[0]["scope_id"]) == ("global", None)
    people = run("history", ident).out
    assert "promoted by you" in people and "Made global by you" in people
    back = run("promote", ident, "--back", "--json").json[0]
    assert (back["scope"], back["scope_id"]) == ("project", str(project))
    assert "Undone" in run("undo").out
    assert run("show", ident, "--json").json["scope"] == "global"


def test_promote_says_why_not(run, project):
    ident = of_project(run, project, "The map is grey.", "--privacy", "sensitive")
    said = run("promote", ident)
    assert said.code == 1 and "choose another privacy first" in said.err
    assert run("show", ident, "--json").json["scope"] == "project"
    known = added(run, "Answers are short.")
    assert "Say which project" in run("promote", known, "--back").err
    moved = run("promote", known, "--back", "--project", str(project), "--json").json[0]
    assert moved["scope_id"] == str(project)


def test_promote_called_wrongly(run, project):
    ident = of_project(run, project)
    assert run("promote").code == 2
    assert run("promote", ident, "--project", str(project)).code == 2
    assert run("promote", UNKNOWN).code == 3


def test_details_are_added_changed_and_read(run):
    ident = added(
        run, "The export is empty.", "--category", "bug_patterns",
        "--details", json.dumps({"pattern": "The cursor is closed", "occurrences": 2, "made_up": [1]}),
    )  # fmt: skip
    edited = run("edit", ident, "--details", '{"fix": "Read first", "occurrences": null}', "--json").json
    assert edited["details"] == {"pattern": "The cursor is closed", "made_up": [1], "fix": "Read first"}
    people = run("show", ident).out
    assert "Details:" in people
    rows = [line.split(maxsplit=1) for line in people.splitlines() if line.startswith("    ")]
    assert ["Cause", "The cursor is closed"] in rows and ["Fix", "Read first"] in rows
    history = run("history", ident).out
    assert "fix: nothing → Read first" in history and "occurrences: 2 → nothing" in history
    assert "made_up" not in history


def test_details_that_do_not_fit_are_refused(run):
    ident = added(run, "The export is empty.", "--category", "bug_patterns")
    for wrong in ("{", "[]", '"text"'):
        said = run("edit", ident, "--details", wrong)
        assert said.code == 2 and "--details" in said.err
    said = run("edit", ident, "--details", '{"occurrences": "often"}')
    assert said.code == 2 and "whole number" in said.err
    assert run("show", ident, "--json").json["details"] == {}

"""Commands on memories: the shapes that scripts rely on, and what they do."""

from __future__ import annotations

import io

import pytest
from arbor_cli import MEMORY, UNKNOWN, added


def test_add_answers_the_id_of_the_memory_that_holds_the_text(run):
    said = run("add", "I prefer tabs over spaces", "--type", "preference", "--json")
    assert said.code == 0
    assert said.json == {
        "success": True, "id": said.json["id"], "duplicate": False, "merged": False, "existing_id": None,
        "conflicts": [], "redacted": False,
    }  # fmt: skip
    again = run("add", "I prefer tabs over spaces.", "--type", "preference", "--json").json
    assert (again["id"], again["duplicate"], again["existing_id"]) == (said.json["id"], True, said.json["id"])


@pytest.mark.parametrize(
    ("text", "type"),
    [("Always use pnpm", "instruction"), ("I prefer tabs", "preference"), ("We deploy on Mondays", "fact")],
)
def test_without_a_type_its_words_decide(run, text, type):
    ident = run("add", text, "--json").json["id"]
    assert run("show", ident, "--json").json["type"] == type


def test_a_typed_secret_is_replaced_and_said_to_be(run):
    typed = "The password of the seed vault is " + "Rowan-" + "Kettle-29"
    said = run("add", typed, "--type", "fact", "--json")
    assert said.json["redacted"] is True
    assert "no secrets" in said.err
    ident = said.json["id"]
    assert "[redacted:password]" in run("show", ident, "--json").json["content"]
    assert "no secrets" not in run("edit", ident, "--tag", "vault").err
    assert "no secrets" in run("edit", ident, "--content", f"{typed}!").err
    assert "no secrets" in run("feedback", ident, "CONFIRM", "--comment", typed).err


def test_add_takes_every_field(run, project):
    ident = added(
        run, "Deploys go out on Tuesdays", "--category", "facts", "--scope", "project",
        "--scope-id", str(project), "--privacy", "sensitive", "--tag", "deploy", "--tag", "ops",
        "--confidence", "0.7", "--expires", "2030-01-01", "--technology", "kubernetes",
    )  # fmt: skip
    memory = run("show", ident, "--json").json
    assert memory.keys() >= MEMORY
    wanted = {
        "category": "facts", "scope": "project", "scope_id": str(project), "privacy_level": "sensitive",
        "tags": ["deploy", "ops"], "confidence": 0.7, "expires_at": "2030-01-01T00:00:00.000Z",
        "technology": "kubernetes", "source": "user_stated", "status": "active",
    }  # fmt: skip
    assert {name: memory[name] for name in wanted} == wanted


def test_add_in_other_words_is_merged_and_undo_takes_it_back(run):
    ident = added(run)
    again = run(
        "add", "User prefers tabs rather than spaces", "--type", "preference", "--tag", "x", "--json"
    ).json
    assert (again["id"], again["merged"], again["duplicate"], again["existing_id"]) == (
        ident,
        True,
        False,
        ident,
    )
    assert "x" in run("show", ident, "--json").json["tags"]
    assert run("undo", "--json").json["undone"] | {"at": 0} == {"action": "merged", "ids": [ident], "at": 0}
    assert "x" not in run("show", ident, "--json").json["tags"]
    assert (
        "Merged with a similar memory"
        in run("add", "User prefers tabs to spaces", "--type", "preference").out
    )


def test_add_reads_standard_input(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("Releases are tagged by hand\n"))
    ident = run("add", "-", "--type", "fact", "--json").json["id"]
    assert run("show", ident, "--json").json["content"] == "Releases are tagged by hand"


def test_edit_changes_what_is_named_and_undo_takes_it_back(run):
    ident = added(run)
    edited = run("edit", ident, "--content", "I prefer two spaces", "--tag", "style", "--json")
    assert (edited.json["content"], edited.json["tags"]) == ("I prefer two spaces", ["style"])
    undone = run("undo", "--json").json["undone"]
    assert undone["ids"] == [ident]
    assert undone.keys() == {"action", "ids", "at"}
    assert run("show", ident, "--json").json["content"] == "I prefer tabs over spaces"


def test_edit_without_a_change_is_wrong_usage(run):
    assert run("edit", added(run)).code == 2


@pytest.mark.parametrize(
    ("command", "status"), [("archive", "archived"), ("delete", "deleted"), ("restore", "active")]
)
def test_one_id_answers_a_memory_several_a_list(run, command, status):
    first, second = added(run), added(run, "Deploys go out on Tuesdays")
    one = run(command, first, "--json")
    assert (one.code, one.json["status"]) == (0, status)
    both = run(command, first, second, "--json")
    assert [(m["id"], m["status"]) for m in both.json] == [(first, status), (second, status)]


def test_deleted_memories_are_only_in_the_list_of_all(run):
    ident = added(run)
    run("delete", ident)
    assert run("list", "--json").code == 3
    assert [m["id"] for m in run("list", "--status", "all", "--json").json["memories"]] == [ident]


def test_a_bulk_action_is_undone_as_one(run):
    ids = [added(run), added(run, "Deploys go out on Tuesdays")]
    run("delete", *ids)
    assert sorted(run("undo", "--json").json["undone"]["ids"]) == sorted(ids)
    assert run("list", "--json").json["total"] == 2


def test_nothing_to_undo_exits_3_with_an_empty_document(run):
    said = run("undo", "--json")
    assert (said.code, said.json) == (3, {"undone": None})


def test_an_undo_that_would_overwrite_a_later_change_is_refused(run):
    ident = added(run)
    run("edit", ident, "--content", "I prefer two spaces")
    from arbor_desktop.service import MemoryService

    with MemoryService.open() as service:
        service.update(ident, actor="capture", content="I prefer four spaces")
    said = run("undo", "--json")
    assert said.code == 1
    assert said.json["context"]["ids"] == [ident]


def test_history_tells_every_change(run):
    ident = added(run)
    run("edit", ident, "--content", "I prefer two spaces")
    entries = run("history", ident, "--json").json
    assert all(
        entry.keys() >= {"at", "actor", "action", "before", "after", "reason", "action_id"}
        for entry in entries
    )
    assert entries[0]["before"] is None
    assert entries[1]["before"]["content"] == "I prefer tabs over spaces"
    assert entries[1]["after"]["content"] == "I prefer two spaces"


def test_a_list_says_when_it_was_said_and_in_the_windows_words(run, captured):
    run("add", "I prefer tabs over spaces", "--type", "preference")
    listed = run("list").out
    for words in ("from 2026-01-01", "added just now", "global"):
        assert words in listed


def test_times_in_a_history_are_iso_8601_as_everywhere(run):
    ident = added(run, "I prefer tabs over spaces", "--confidence", "0.8")
    confirmed = run("feedback", ident, "CONFIRM", "--json").json["confirmed_at"]
    entry = run("history", ident, "--json").json[-1]
    assert (entry["before"]["confirmed_at"], entry["after"]["confirmed_at"]) == (None, confirmed)
    assert run("undo").code == 0
    assert run("show", ident, "--json").json["confirmed_at"] is None


@pytest.mark.parametrize("kind", ["CONFIRM", "INCORRECT", "OUTDATED", "FORGET", "confirm"])
def test_feedback_answers_the_memory(run, kind):
    ident = added(run, "I prefer tabs over spaces", "--confidence", "0.8")
    memory = run("feedback", ident, kind, "--comment", "because", "--json").json
    assert memory["id"] == ident
    assert {
        "CONFIRM": memory["confirmed_at"] is not None and memory["confidence"] == 0.9,
        "INCORRECT": memory["status"] == "rejected" and memory["confidence"] == 0.5,
        "OUTDATED": memory["needs_review"] is True,
        "FORGET": memory["status"] == "archived",
    }[kind.upper()]


def test_used_counts_success_and_failure(run):
    ident = added(run, "I prefer tabs over spaces", "--confidence", "0.8")
    assert run("used", ident, "--context", "an answer", "--json").json["use_count"] == 1
    failed = run("used", ident, "--failed", "--json").json
    worse = run("used", ident, "--failed", "--severity", "high", "--json").json
    assert worse["confidence"] < failed["confidence"] < 0.81
    assert run("used", ident, "--severity", "HIGH").code == 2


def test_review_lists_what_waits_and_takes_a_yes_or_no(run, captured):
    assert (run("review", "--json").code, run("review", "--json").json) == (3, [])
    run("settings", "set", "review.mode", "everything")
    text = captured.read_text()
    other = captured.with_name("two.jsonl")
    other.write_text(
        text.replace("pnpm instead of npm", "tabs instead of spaces")
        .replace('"sessionId": "', '"sessionId": "x')
        .replace('"uuid": "', '"uuid": "x')
    )
    assert run("capture", str(other), "--json").json[0]["pending_review"] == 1
    waiting = run("review", "--json").json
    assert [m["status"] for m in waiting] == ["pending"]
    assert run("list", "--status", "needs-review", "--json").json["memories"] == waiting
    ident = waiting[0]["id"]
    assert [m["status"] for m in run("review", "accept", ident, "--json").json] == ["active"]
    run("undo")
    assert [m["status"] for m in run("review", "reject", ident, "--json").json] == ["rejected"]
    assert run("review", "--json").code == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", UNKNOWN],
        ["history", UNKNOWN],
        ["edit", UNKNOWN, "--content", "something else"],
        ["delete", UNKNOWN],
        ["feedback", UNKNOWN, "CONFIRM"],
        ["used", UNKNOWN],
        ["conversation", UNKNOWN],
        ["memorize", UNKNOWN],
        ["purge", UNKNOWN, "--yes"],
    ],
)
def test_an_unknown_id_exits_3_and_is_named(run, arguments):
    said = run(*arguments, "--json")
    assert said.code == 3
    assert said.json["code"] == "NOT_FOUND"
    assert UNKNOWN in said.err


def test_purge_is_for_good_and_only_with_a_yes(run, monkeypatch):
    ident = added(run)
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))  # no terminal: never asked
    refused = run("purge", ident, "--json")
    assert (refused.code, refused.json["code"]) == (2, "INVALID_INPUT")
    gone = run("purge", ident, "--yes", "--json")
    assert (gone.code, gone.json["memories"]) == (0, 1)
    assert run("show", ident).code == 3
    assert run("undo").code == 3
    assert run("purge", "--type", "fact", "--yes", "--json").code == 3
    assert run("purge", "--yes").code == 2
    assert run("purge", ident, "--all", "--yes").code == 2


def test_undo_skips_no_purge(run, captured):
    kept = added(run)
    home = run("conversations", "--json").json["conversations"][0]["id"]
    run("purge", "--conversation", home, "--yes")
    refused = run("undo", "--json")
    assert (refused.code, refused.json["error"]) == (1, True)
    assert "permanently" in refused.err
    assert "I prefer tabs over spaces" in refused.err
    assert run("show", kept, "--json").json["status"] == "active"
    assert run("undo", "--before-purge", "--json").json["undone"]["ids"] == [kept]
    later = added(run, "I prefer short functions")
    assert run("undo", "--json").json["undone"]["ids"] == [later]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_purge_of_a_project_says_how_much_it_deletes(run, captured, project, monkeypatch):
    for text in ("Deploys go out on Tuesdays", "The build takes nine minutes"):
        run("add", text, "--type", "fact", "--scope", "project", "--scope-id", str(project))
    (told,) = run("projects", "--json").json
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    said = run("purge", "--project", str(project))
    assert said.code == 1
    assert f"Delete {told['memories']} memories and 1 conversation of {project}, " in said.err
    assert run("projects", "--json").json == [told]


@pytest.mark.parametrize(("typed", "code"), [("y\n", 0), ("n\n", 1), ("", 1)])
def test_purge_asks_at_a_terminal(run, monkeypatch, typed, code):
    added(run)
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    said = run("purge", "--all")
    assert said.code == code
    assert "ALL memories" in said.err
    assert run("stats", "--json").json["total_memories"] == (0 if code == 0 else 1)


def test_words_of_the_window_are_accepted(run):
    ident = added(run)
    assert run("feedback", ident, "wrong", "--json").json["status"] == "rejected"
    assert run("list", "--status", "in-review").code == 2

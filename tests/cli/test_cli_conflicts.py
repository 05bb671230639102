"""Memories that contradict each other, through the command line: found, shown, decided, taken back."""

from __future__ import annotations

import pytest
from arbor_cli import MEMORY, UNKNOWN

CONFLICT = {
    "id", "category", "status", "decision", "created_at", "resolved_at", "topic", "reason", "members",
    "suggestion", "rule", "notes",
}  # fmt: skip
MEMBER = {"memory_id", "content", "confidence", "at", "scope", "scope_id"}
FACTORS = {"effective", "current", "recency", "frequency", "context", "success"}


@pytest.fixture
def sessions(run, write_session):
    """Two sessions captured from two files: the second says the opposite of the first. Their rows."""
    rows = []
    for name, said in (("spring", "Prefer async/await"), ("summer", "Promise.then() is better for us")):
        rows += run("capture", str(write_session(name, said)), "--json").json
    return rows


@pytest.fixture
def pair(run):
    """Two memories in conflict: their ids, the older first, and the conflict's."""
    older = added(run, "We use Jest for unit tests")
    newer = added(run, "Unit tests are written with Vitest")
    (conflict,) = run("conflicts", "--json").json
    return older, newer, conflict["id"]


def added(run, text, *more):
    return run("add", text, "--type", "fact", *more, "--json").json["id"]


def status(run, ident):
    return run("show", ident, "--json").json["status"]


# -- the story of two sessions --


def test_two_sessions_that_say_the_opposite_surface_as_one_conflict(run, sessions):
    assert [row["conflicts"] for row in sessions] == [0, 1]
    said = run("conflicts", "--json")
    (conflict,) = said.json
    assert said.code == 0
    assert "async/await" in conflict["members"][0]["content"]
    assert "Promise.then()" in conflict["members"][1]["content"]
    assert conflict["category"] == "coding_preferences"
    assert conflict["status"] == "unresolved"
    shown = [run("show", member["memory_id"], "--json").json for member in conflict["members"]]
    assert [memory["conflict_ids"] for memory in shown] == [[conflict["id"]]] * 2
    assert {memory["conversation_id"] for memory in shown} == {row["conversation_id"] for row in sessions}


def test_capture_says_so(run, sessions, write_session):
    said = run("capture", str(write_session("autumn", "We use Jest for tests", "We use Vitest for tests")))
    assert "contradiction" in said.out
    assert "arbor conflicts" in said.out


@pytest.mark.parametrize(
    ("said", "query", "category"),
    [
        ("Prefer async/await", "async pattern", "coding_preferences"),
        (
            "Let's go with PostgreSQL because an exclusion constraint guards the bookings.",
            "architecture decision",
            "architectural_decisions",
        ),
        ("Branch names start with feat/ or fix/.", "naming convention", "project_conventions"),
    ],
)
def test_what_was_said_is_found_by_what_it_is_about(run, write_session, said, query, category):
    others = ["We ship on Tuesdays.", "I work at Claybank as a nurse.", "The API runs on port 8040."]
    run("capture", str(write_session("all", said, *others)))
    (found, *_) = run("search", query, "--json").json
    assert found["category"] == category


# -- the shapes --


def test_a_conflict_has_the_shape_of_the_contract(run, pair):
    older, newer, _ = pair
    (conflict,) = run("conflicts", "--json").json
    assert conflict.keys() >= CONFLICT
    assert [member["memory_id"] for member in conflict["members"]] == [older, newer]
    assert all(member.keys() >= MEMBER for member in conflict["members"])
    assert (conflict["status"], conflict["decision"], conflict["resolved_at"]) == ("unresolved", None, None)
    assert conflict["rule"] and conflict["reason"]
    suggestion = conflict["suggestion"]
    assert suggestion["decision"] in ("accepted_older", "accepted_newer", "accepted_higher_confidence")
    assert suggestion["reason"]
    assert suggestion["scores"].keys() == {older, newer}
    assert all(score.keys() >= FACTORS for score in suggestion["scores"].values())


@pytest.mark.parametrize("arguments", [["conflicts"], ["conflicts", "--all"]])
def test_without_a_conflict_there_is_nothing(run, arguments):
    added(run, "We use Jest for unit tests")
    said = run(*arguments, "--json")
    assert (said.code, said.json) == (3, [])
    plain = run(*arguments)
    assert (plain.code, plain.out) == (3, "")
    assert plain.err.strip()
    assert run(*arguments, "--quiet").err == ""


def test_add_and_edit_name_what_they_contradict(run):
    first = run("add", "We use Jest for unit tests", "--type", "fact", "--json").json
    second = run("add", "Unit tests are written with Vitest", "--type", "fact", "--json").json
    (conflict,) = run("conflicts", "--json").json
    assert (first["conflicts"], second["conflicts"]) == ([], [conflict["id"]])
    third = added(run, "Deploys go out on Tuesdays")
    assert "contradicts" not in run("show", third).out
    changed = run("edit", third, "--content", "Unit tests run with Mocha")
    assert "contradicts" in changed.out
    assert "arbor conflicts" in changed.out


@pytest.mark.parametrize("command", ["show", "search", "add", "list"])
def test_people_are_told_of_an_open_conflict(run, pair, command):
    _, newer, ident = pair
    arguments = {
        "show": [newer],
        "search": ["vitest"],
        "list": [],
        "add": ["Unit tests are written with Vitest", "--type", "fact"],
    }[command]

    def told():
        said = run(command, *arguments).out
        return "in conflict" in said if command == "list" else "contradicts “We use Jest" in said

    assert told()
    run("resolve", ident, "accepted_newer")
    assert not told()


def test_status_and_stats_count_open_conflicts(run, pair):
    assert run("stats", "--json").json["open_conflicts"] == 1
    assert "arbor conflicts" in run("status").out
    run("resolve", pair[2], "newer")
    assert run("stats", "--json").json["open_conflicts"] == 0
    assert "Conflicts" not in run("status").out


# -- for people --


def test_a_long_memory_is_cut_and_says_where_all_of_it_is(run, pair, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    long = "Use Vitest for unit tests. Here it is written down" + " once more" * 24 + "."
    run("edit", pair[1], "--content", long)
    lines = run("conflicts").out.splitlines()
    assert len(lines) < 24
    assert any(line.strip() == f"… arbor show {pair[1]}" for line in lines)


def test_a_block_shows_both_sides_and_the_suggestion(run, pair):
    said = run("conflicts")
    (conflict,) = run("conflicts", "--json").json
    assert said.code == 0
    for part in ("older", "We use Jest", "newer", "Vitest", "today", "global", "effective", "Suggests"):
        assert part in said.out
    assert conflict["suggestion"]["reason"][1:] in " ".join(said.out.split())
    assert conflict["rule"] in said.out
    hint = said.err.splitlines()[-1].split("arbor ")[1].split()
    assert hint[2] in ("older", "newer", "certain", "both", "outdated")
    refused = run("resolve", hint[1], "latest")
    assert (refused.code, "'newer'" in refused.err) == (2, True)
    assert run(*hint).code == 0


def test_a_person_who_saw_it_is_waited_for(run, pair):
    assert run("conflicts", "--json").json[0]["status"] == "unresolved"
    run("conflicts")
    assert run("conflicts", "--json").json[0]["status"] == "pending_user_review"


def test_the_short_id_that_is_shown_is_enough(run, pair):
    for text in ("The staging logs are kept in CloudWatch", "The staging logs are kept in Loki"):
        added(run, text)
    found = [conflict["id"] for conflict in run("conflicts", "--json").json]
    assert len(found) == 2
    shown = [line.split()[-1] for line in run("conflicts").out.splitlines() if " · found " in line]
    for short, ident in zip(shown, found, strict=True):
        assert ident.endswith(short)
        assert run("resolve", short, "accepted_newer", "--json").json["id"] == ident
    assert run("reopen", shown[0], "--json").json["id"] == found[0]


# -- decisions --


@pytest.mark.parametrize(
    ("decision", "statuses"),
    [
        ("accepted_older", ("active", "superseded")),
        ("accepted_newer", ("superseded", "active")),
        ("accepted_higher_confidence", ("superseded", "active")),
        ("kept_both_with_context", ("active", "active")),
        ("marked_outdated", ("active", "active")),
        ("merged", ("superseded", "superseded")),
    ],
)
def test_each_decision_is_one_action_that_undo_takes_back(run, pair, decision, statuses):
    older, newer, ident = pair
    run("edit", newer, "--confidence", "1")
    run("edit", older, "--confidence", "0.9")
    before = [run("show", one, "--json").json for one in (older, newer)]
    more = {
        "merged": ["--content", "Unit tests run with Vitest, only packages/legacy has Jest"],
        "kept_both_with_context": ["--older-context", "in packages/legacy"],
    }.get(decision, [])
    said = run("resolve", ident, decision, "--note", "we talked it over", *more, "--json")
    conflict = said.json
    assert said.code == 0
    assert conflict.keys() >= CONFLICT
    assert (conflict["status"], conflict["decision"], conflict["notes"]) == (
        decision, decision, "we talked it over",
    )  # fmt: skip
    assert conflict["resolved_at"] is not None
    assert (status(run, older), status(run, newer)) == statuses
    assert run("conflicts", "--json").code == 3
    assert [one["id"] for one in run("conflicts", "--all", "--json").json] == [ident]
    assert "the decision of a conflict" in run("undo").out
    assert [one["status"] for one in run("conflicts", "--json").json] == ["unresolved"]
    after = [run("show", one, "--json").json for one in (older, newer)]
    times = {"updated_at": None, "accessed_at": None, "access_count": None}
    assert [memory | times for memory in after] == [memory | times for memory in before]


def test_what_is_marked_outdated_is_reviewed(run, pair):
    older, _, ident = pair
    run("resolve", ident, "marked_outdated")
    (listed,) = run("review", "--json").json
    assert listed.keys() >= MEMORY
    assert (listed["id"], listed["status"], listed["needs_review"]) == (older, "active", True)
    assert "needs review" in run("review").out
    assert run("review", "reject", older, "--json").json[0]["status"] == "superseded"
    said = run("show", older).out
    assert "replaced" in said and "superseded" not in said
    assert run("review", "--json").code == 3


def test_what_is_marked_outdated_can_be_confirmed(run, pair):
    older, _, ident = pair
    run("resolve", ident, "marked_outdated")
    (accepted,) = run("review", "accept", older, "--json").json
    assert (accepted["status"], accepted["needs_review"]) == ("active", False)


def test_a_condition_is_told_with_the_memory(run, pair):
    older, _, ident = pair
    said = run("resolve", ident, "kept_both_with_context", "--older-context", "in packages/legacy")
    assert "only in packages/legacy" in said.out
    assert "only in packages/legacy" in run("search", "jest").out
    assert run("show", older, "--json").json["details"]["condition"] == "in packages/legacy"


def test_merging_makes_one_memory_of_both(run, pair):
    merged = "Unit tests run with Vitest, only packages/legacy has Jest"
    run("resolve", pair[2], "merged", "--content", merged)
    (memory,) = run("list", "--json").json["memories"]
    assert memory["content"] == merged


def test_of_three_the_one_to_keep_is_named(run, pair):
    older, newer, _ = pair
    middle = added(run, "We run our unit tests with Mocha")
    (conflict,) = run("conflicts", "--json").json
    assert len(conflict["members"]) == 3
    shown = run("conflicts").out
    assert all(name in shown for name in ("oldest", "later", "newest", middle))
    run("resolve", conflict["id"], "accepted_newer", "--keep", newer[:20])
    assert [status(run, one) for one in (older, newer, middle)] == ["superseded", "active", "superseded"]


def test_reopening_brings_the_memories_back(run, pair):
    older, newer, ident = pair
    run("resolve", ident, "accepted_newer", "--note", "for good")
    said = run("reopen", ident, "--json")
    assert (said.code, said.json["status"], said.json["decision"]) == (0, "pending_user_review", None)
    assert (status(run, older), status(run, newer)) == ("active", "active")
    assert "Open again" in (run("resolve", ident, "accepted_older") and run("reopen", ident)).out


def test_decisions_are_in_the_history_with_their_note(run, pair):
    older, _, ident = pair
    run("resolve", ident, "accepted_newer", "--note", "we moved in March")
    assert "we moved in March" in " ".join(run("history", older).out.split())
    assert "kept the newer" in run("conflicts", "--all").out
    assert "we moved in March" in run("conflicts", "--all").out


def test_without_one_of_its_memories_it_is_over_until_that_is_back(run, pair):
    older, _, ident = pair
    run("delete", older)
    assert run("conflicts", "--json").code == 3
    said = run("conflicts", "--all")
    assert "Closed" in said.out
    assert "arbor resolve" not in said.err
    run("undo")
    assert [one["id"] for one in run("conflicts", "--json").json] == [ident]


def test_restoring_what_lost_opens_the_conflict_again(run, pair):
    older, _, ident = pair
    run("resolve", ident, "accepted_newer")
    run("restore", older)
    (conflict,) = run("conflicts", "--json").json
    assert (conflict["id"], conflict["status"], conflict["decision"]) == (ident, "unresolved", None)


def test_an_edit_that_lets_both_hold_settles_it(run, pair):
    older, _, ident = pair
    run("edit", older, "--content", "Deploys go out on Tuesdays")
    assert run("conflicts", "--json").code == 3
    (conflict,) = run("conflicts", "--all", "--json").json
    assert (conflict["id"], conflict["status"], conflict["decision"]) == (ident, "auto_resolved", None)
    assert "resolved automatically" in run("conflicts", "--all").out


def test_clear_ones_are_decided_by_themselves_if_that_is_wanted(run):
    run("settings", "set", "conflicts.auto_resolve", "true")
    older = added(run, "We use Jest for unit tests", "--confidence", "0.5")
    newer = added(run, "Unit tests are written with Vitest")
    assert run("conflicts", "--json").code == 3
    assert (status(run, older), status(run, newer)) == ("superseded", "active")
    (conflict,) = run("conflicts", "--all", "--json").json
    assert conflict["status"] == "auto_resolved"
    assert conflict["notes"]
    assert run("reopen", conflict["id"], "--json").json["status"] == "pending_user_review"
    assert status(run, older) == "active"


def test_quiet_only_decides(run, pair):
    said = run("resolve", pair[2], "accepted_newer", "--quiet")
    assert (said.code, said.out, said.err) == (0, "", "")


# -- what goes wrong --


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["accepted_both"], 2),
        (["merged"], 2),
        (["accepted_newer", "--content", "text"], 2),
        (["accepted_newer", "--older-context", "in the old app"], 2),
        (["accepted_newer", "--keep", UNKNOWN], 2),
        ([], 2),
    ],
)
def test_a_decision_asked_wrongly_is_refused_and_changes_nothing(run, pair, arguments, code):
    older, newer, ident = pair
    said = run("resolve", ident, *arguments, "--json")
    assert said.code == code
    assert said.json.keys() == {"error", "code", "message", "context", "timestamp"}
    assert (said.json["error"], said.json["code"]) == (True, "INVALID_INPUT")
    assert (status(run, older), status(run, newer)) == ("active", "active")


@pytest.mark.parametrize("arguments", [["resolve", UNKNOWN, "accepted_newer"], ["reopen", UNKNOWN]])
def test_an_unknown_conflict_is_not_found(run, arguments):
    said = run(*arguments, "--json")
    assert (said.code, said.json["code"]) == (3, "NOT_FOUND")
    assert run(*arguments).out == ""


def test_what_is_decided_is_not_decided_again_and_what_is_open_not_opened(run, pair):
    ident = pair[2]
    assert run("reopen", ident, "--json").code == 1
    run("resolve", ident, "accepted_newer")
    again = run("resolve", ident, "accepted_older", "--json")
    assert (again.code, again.json["code"]) == (1, "INVALID_INPUT")
    assert again.json["context"]["status"] == "accepted_newer"


def test_what_waits_to_be_compared_is_compared_first(run):
    run("settings", "set", "conflicts.detect", "false")
    added(run, "We use Jest for unit tests")
    added(run, "Unit tests are written with Vitest")
    off = run("conflicts")
    assert off.code == 3
    assert "conflicts.detect" in off.err
    run("settings", "set", "conflicts.detect", "true")
    quiet = run("conflicts", "--quiet", "--json")
    assert (len(quiet.json), quiet.err) == (1, "")


def test_it_says_that_it_compares_first(run):
    run("settings", "set", "conflicts.detect", "false")
    added(run, "We use Jest for unit tests")
    added(run, "Unit tests are written with Vitest")
    run("settings", "set", "conflicts.detect", "true")
    said = run("conflicts", "--json")
    assert "Comparing 2 memories" in said.err
    assert len(said.json) == 1
    assert "Comparing" not in run("conflicts", "--json").err


@pytest.mark.slow
def test_commands_work_as_processes_of_their_own(process):
    """The exit code and the one document that a script gets."""
    for text in ("We use Jest for unit tests", "Unit tests are written with Vitest"):
        assert process("add", text, "--type", "fact", "--quiet").code == 0
    (conflict,) = process("conflicts", "--json").json
    assert process("resolve", conflict["id"], "accepted_newer", "--json").json["decision"] == "accepted_newer"
    assert process("conflicts", "--json").code == 3

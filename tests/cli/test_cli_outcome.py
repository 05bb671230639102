"""What a session came to, on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.reliability.sessions import Session

SHAPE = {
    "task", "type", "complexity", "status", "files_created", "files_modified", "commands", "errors",
    "verification", "decisions", "learnings", "at",
}  # fmt: skip


def fixed() -> Session:
    made = Session("fixed").say("Fix the export in the nightly job, it comes out empty.")
    made.tool("pytest -q", "E   RuntimeError: cursor closed\n1 failed, 3 passed")
    made.reply("Should I keep one cursor open or read all rows at once?").say("read all rows at once")
    return made.tool("pytest -q", "4 passed").reply("All rows are there now.")


def test_a_conversation_tells_what_it_came_to(run, tmp_path: Path) -> None:
    (row,) = run("capture", str(fixed().write(tmp_path)), "--json").json
    outcome = run("conversation", row["conversation_id"], "--json").json["outcome"]
    assert outcome.keys() == SHAPE
    assert (outcome["type"], outcome["status"], outcome["verification"]["last"]) == (
        "FIX", "success", "passed",
    )  # fmt: skip
    assert outcome["errors"] == [
        {"text": "RuntimeError: cursor closed", "command": "pytest -q", "turn": 3, "solved": True,
         "solved_turn": 7}
    ]  # fmt: skip
    said = run("conversation", row["conversation_id"]).out
    for words in ("fix, tiny, success", "pytest passed", "1 met, 1 solved", "read all rows"):
        assert words in said, words


def test_before_it_is_memorized_there_is_none(run, tmp_path: Path) -> None:
    (row,) = run("capture", str(Session("brief").say("hi").write(tmp_path)), "--json").json
    assert run("conversation", row["conversation_id"], "--json").json["outcome"] is None

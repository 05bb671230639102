"""Capturing, sources, settings, figures, backups, doctor: shapes and what they do."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

import pytest
from arbor_cli import added

from arbor_desktop.extraction.worker import InlineWorker
from tests.standin.server import StandIn

ROW = {
    "path", "source", "conversation_id", "status", "reason", "turns", "new_turns", "items_extracted",
    "duplicates", "merged", "conflicts", "pending_review", "error", "backend", "tokens", "cost",
    "fell_back",
}  # fmt: skip
SOURCE = {"name", "path", "enabled", "conversations", "bytes"}


# -- capture, memorize, watch --


def test_capture_answers_a_row_for_every_file_on_every_run(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    (path.parent / "notes.txt").write_text("no conversation")
    (path.parent / "empty.jsonl").touch()
    said = run("capture", str(path.parent), "--json")
    rows = {Path(row["path"]).name: row for row in said.json}
    assert said.code == 0
    assert all(row.keys() == ROW for row in said.json)
    one = rows["one.jsonl"]
    assert (one["status"], one["turns"], one["new_turns"], one["items_extracted"]) == ("success", 2, 2, 1)
    assert (rows["notes.txt"]["status"], rows["notes.txt"]["reason"]) == ("skipped", "not a conversation")
    assert rows["empty.jsonl"]["status"] == "empty"
    again = {Path(row["path"]).name: row for row in run("capture", str(path.parent), "--json").json}
    assert again.keys() == rows.keys()
    assert (again["one.jsonl"]["status"], again["one.jsonl"]["reason"]) == ("skipped", "unchanged")
    assert again["one.jsonl"]["items_extracted"] == 0


def test_capture_says_what_it_read_before(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    assert "Read 1 conversation: 1 new memory." in run("capture", str(path)).out
    assert "Nothing new. Already read: 1 conversation with 2 turns." in run("capture", str(path)).out
    (path.parent / "notes.txt").write_text("no conversation")
    assert run("capture", str(path.parent / "notes.txt")).out.startswith("Nothing new.\n")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("cut.jsonl", b'{"type": "user"}\n{"type": "us', "line 2 isn't JSON"),
        ("broken.json", b'[\n{"a": 1},\n', "line 3 isn't JSON"),
        ("ls", b"\x7fELF\x00\x01", "it's a binary file"),
        ("export.zip", b"a text", "it isn't really a .zip file"),
        ("notes.txt", b"no conversation", "its format isn't supported"),
    ],
)
def test_capture_says_why_a_named_file_is_no_conversation(run, tmp_path, name, content, why):
    (tmp_path / name).write_bytes(content)
    said = run("capture", str(tmp_path / name))
    told = f"{tmp_path / name}: {why}"
    assert "".join(told.split()) in "".join(said.out.split())  # however it is wrapped


def test_capture_exits_0_with_rows_that_say_error(run, write_session, monkeypatch):
    def broken_disk(self, request):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(InlineWorker, "read", broken_disk)
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    said = run("capture", str(path), "--json")
    assert (said.code, said.json[0]["status"], said.json[0]["error"]) == (0, "error", "Input/output error")
    told = run("capture", str(path)).out
    assert told.startswith("1 file could not be read:\n")
    assert "".join(f"{path}: Input/output error".split()) in "".join(told.split())  # however it is wrapped


def test_capture_tells_people_what_it_brought(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    (path.parent / "notes.txt").write_text("no conversation")
    said = run("capture", str(path.parent))
    assert "Read 1 conversation: 1 new memory." in said.out
    assert "1 not a conversation" in said.out
    assert said.err == ""


def test_capture_says_why_nothing_was_saved_and_what_helps(run, write_session):
    path = write_session(
        "one", "Bitte benutze in diesem Projekt immer pnpm statt npm, das ist für uns wichtig."
    )
    for more in (["--dry-run"], []):
        said = run("capture", str(path), *more).out
        assert "0 new memories.\nNothing saved from 1 conversation: 1 not in English.\n" in said
        assert "arbor model" in said


def test_a_dry_run_stores_nothing(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    (row,) = run("capture", str(path), "--dry-run", "--json").json
    assert (row["status"], row["items_extracted"]) == ("success", 1)
    assert run("conversations").code == 3


def test_captured_conversations_can_be_put_into_a_project(run, write_session, tmp_path):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    run("capture", str(path), "--project", str(tmp_path / "elsewhere"))
    assert run("list", "--json").json["memories"][0]["scope_id"] == str(tmp_path / "elsewhere")


@pytest.mark.parametrize("more", [["--backend", "telepathy"], ["--source", "nobody"], []])
def test_capture_refuses_what_it_does_not_know(run, tmp_path, more):
    path = tmp_path if more else tmp_path / "missing"
    said = run("capture", str(path), *more, "--json")
    assert (said.code, said.json["error"], said.json["code"]) == (2, True, "INVALID_INPUT")
    assert said.json.keys() == {"error", "code", "message", "context", "timestamp"}


def test_an_empty_folder_is_nothing_found(run, tmp_path):
    (tmp_path / "nothing").mkdir()
    said = run("capture", str(tmp_path / "nothing"), "--json")
    assert (said.code, said.json) == (3, [])


def test_memorize_again_adds_nothing_twice(run, captured, write_session):
    other = write_session("two", "Never commit directly to the main branch of this repository.")
    run("capture", str(other))
    ids = [row["id"] for row in run("conversations", "--json").json["conversations"]]
    before = run("stats", "--json").json["total_memories"]
    rows = run("memorize", *ids, "--again", "--json").json
    assert [(row.keys() == ROW, row["status"]) for row in rows] == [(True, "success")] * 2
    assert run("stats", "--json").json["total_memories"] == before


def test_watch_once_takes_what_the_enabled_sources_hold(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    assert run("watch", "--once", "--json").json == {
        "files": 0, "conversations": 0, "items_extracted": 0, "errors": 0,
    }  # fmt: skip
    run("sources", "add", str(path.parent))
    said = run("watch", "--once", "--json")
    assert (said.code, said.json["files"], said.json["conversations"], said.json["items_extracted"]) == (
        0,
        1,
        1,
        1,
    )
    assert run("watch", "--once", "--json").json["conversations"] == 0


def test_watch_once_ends_and_says_what_waits_where_the_model_can_not_be_asked(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    run("sources", "add", str(path.parent))
    with StandIn(key="sk-ant-another") as server:
        run("settings", "set", "model.base_url", server.url)
        run("settings", "set", "extraction.backend", "anthropic")
        said = run("watch", "--once")
        assert said.code == 1
        assert "1 conversation still to be read" in said.err
        assert "did not accept the API key" in said.err
        assert run("watch", "--once", "--quiet").code == 1
        run("settings", "set", "extraction.backend", "offline")
        said = run("watch", "--once", "--json")
    assert (said.code, said.json["items_extracted"]) == (0, 1)
    assert len(server.asked()) == 1


# -- sources, exclude, settings --


def test_sources_are_enabled_added_and_removed(run, tmp_path):
    known = run("sources", "list", "--json").json
    assert all(source.keys() >= SOURCE for source in known)
    assert {"claude-code", "codex", "chatgpt"} <= {s["name"] for s in known}
    assert not any(s["enabled"] for s in known)
    assert run("sources", "enable", "claude-code", "--json").json[0]["enabled"] is True
    assert run("sources", "disable", "claude-code", "--json").json[0]["enabled"] is False
    mine = run("sources", "add", str(tmp_path), "--source", "claude-code", "--json").json
    assert [(s["path"], s["enabled"]) for s in mine if s["added"]] == [(str(tmp_path), True)]
    assert run("sources", "enable", "chatgpt").code == 3, "an export is imported, not watched"
    assert not [s for s in run("sources", "remove", str(tmp_path), "--json").json if s["added"]]
    assert run("sources", "enable", "nobody").code == 3
    assert run("sources", "remove", str(tmp_path)).code == 3
    assert run("sources", "add", str(tmp_path / "missing")).code == 2


def test_ignoring_a_folder_that_is_not_there_says_so(run, tmp_path):
    missing = str(tmp_path / "clinet")
    said = run("exclude", "add", missing, "--json")
    assert (said.code, said.json) == (0, [missing])
    assert f"Arbor knows nothing that matches {missing} now." in said.err
    for pattern in ("*-private", f"{tmp_path}/*/drafts"):
        assert f"Arbor knows nothing that matches {pattern} now." in run("exclude", "add", pattern).err
    assert run("exclude", "add", str(tmp_path)).err == ""


def test_a_pattern_may_begin_at_the_working_folder(run, captured, write_session, project, monkeypatch):
    monkeypatch.chdir(project)
    (project / "drafts" / "old").mkdir(parents=True)
    for pattern, whole in (
        (".", project),
        ("drafts/old", project / "drafts" / "old"),
        ("./drafts/", project / "drafts"),
        ("..", project.parent),
        ("~", Path.home()),
    ):
        assert run("exclude", "add", pattern, "--json").json == [str(whole)]
        assert run("exclude", "remove", pattern, "--json").json == []
    said = run("exclude", "add", f"{project.name[:-1]}*")
    assert said.err == "", "a known project"
    path = write_session("two", "Always use pnpm instead of npm in this repository.")
    assert run("capture", str(path), "--json").json[0]["reason"] == "excluded"


def test_excluded_folders_are_not_read(run, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    assert run("exclude", "add", str(path.parent), "--json").json == [str(path.parent)]
    assert run("capture", str(path), "--json").json[0]["reason"] == "excluded"
    assert run("exclude", "list", "--json").json == [str(path.parent)]
    assert run("exclude", "remove", str(path.parent), "--json").json == []
    assert run("capture", str(path), "--json").json[0]["status"] == "success"
    assert run("exclude", "remove", "unknown").code == 3


def test_settings_are_read_set_and_reset(run, home):
    listed = run("settings", "list", "--json").json
    keys = [setting["key"] for setting in listed]
    assert "review.mode" in keys
    assert "capture.enabled_sources" not in keys
    assert run("settings", "get", "capture.enabled_sources", "--json").json["value"] == []
    changed = run("settings", "set", "capture.settle_seconds", "5", "--json").json
    assert (changed["key"], changed["value"], changed["default"]) == ("capture.settle_seconds", 5.0, 90.0)
    assert json.loads((home / "settings.json").read_text())["capture.settle_seconds"] == 5.0
    assert run("settings", "get", "capture.settle_seconds").out == "5\n"
    assert run("settings", "set", "notify.errors", "off", "--json").json["value"] is False
    assert run("settings", "reset", "notify.errors", "--json").json["value"] is True


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["set", "review.mode", "sometimes"], "everything, uncertain, nothing"),
        (["set", "capture.settle_seconds", "soon"], "a number"),
        (["set", "capture.settle_seconds", "-1"], "between 0 and"),
        (["set", "nothing.such", "1"], "arbor settings list"),
        (["get", "review.mod"], "Did you mean review.mode?"),
        (["set", "backend", "offline"], "extraction.backend"),
    ],
)
def test_wrong_settings_are_refused_with_what_is_allowed(run, arguments, told):
    said = run("settings", *arguments, "--json")
    assert said.code == 2
    assert told in said.json["message"]
    assert len(said.json["message"]) < 200
    if "no setting" in said.json["message"]:
        assert "review.mode" in said.json["context"]["allowed"]


# -- figures --


def test_stats_have_every_figure(run, captured):
    figures = run("stats", "--json").json
    assert figures.keys() >= {
        "total_memories", "by_type", "by_category", "by_scope", "by_source", "by_status", "avg_confidence",
        "oldest", "newest", "total_access_count", "compacted_count", "conversations", "turns",
        "last_memorized_at", "next_maintenance_at", "open_conflicts", "pending_review",
    }  # fmt: skip
    assert (figures["total_memories"], figures["conversations"], figures["turns"]) == (1, 1, 2)
    assert "Memories       1" in run("stats").out


def test_status_tells_what_is_watched(run, tmp_path):
    status = run("status", "--json").json
    assert status.keys() >= {"state", "queue", "watching", "last_error", "backend", "maintenance"}
    assert status["backend"].keys() == {"name", "ready", "reason"}
    assert (status["state"], status["queue"], status["watching"]) == ("ready", 0, [])
    run("sources", "add", str(tmp_path))
    assert len(run("status", "--json").json["watching"]) == 1


def test_status_and_stats_count_what_review_lists(run):
    ident = added(run)
    assert "Needs review" not in run("status").out + run("stats").out
    run("feedback", ident, "OUTDATED")
    assert [memory["id"] for memory in run("review", "--json").json] == [ident]
    for command in ("status", "stats"):
        assert "1 memory, 1 marked outdated" in run(command).out


# -- backups --


def test_a_backup_brings_back_what_was(run, tmp_path):
    ident = added(run)
    made = run("backup", str(tmp_path / "kept.db"), "--json")
    assert made.json == {"path": str(tmp_path / "kept.db"), "bytes": (tmp_path / "kept.db").stat().st_size}
    assert run("backup", str(tmp_path / "kept.db")).code == 2
    assert run("backup", str(tmp_path / "no folder" / "kept.db")).code == 2
    assert not (tmp_path / "no folder").exists()
    run("purge", "--all", "--yes")
    restored = run("restore-backup", str(tmp_path / "kept.db"), "--json")
    assert restored.json.keys() >= {"path", "bytes"}
    assert run("show", ident).code == 0
    (tmp_path / "no.db").write_text("no database")
    assert run("restore-backup", str(tmp_path / "no.db")).code == 2
    assert run("restore-backup", str(tmp_path / "missing.db")).code == 2


def test_a_backup_without_a_path_is_made_in_the_folder_of_backups(run, home):
    added(run)
    made = Path(run("backup", "--json").json["path"])
    assert made.parent == home / "backups"
    assert made.exists()


# -- ids --


def test_the_beginning_or_end_of_an_id_is_enough_where_it_is_unique(run, captured):
    ident = added(run)
    other = added(run, "Deploys go out on Tuesdays")
    assert run("show", ident[:-1].upper(), "--json").json["id"] == ident
    both = run("show", ident[:8], "--json")
    assert (both.code, both.json["code"]) == (2, "INVALID_INPUT")
    assert set(both.json["context"]["ids"]) >= {ident, other}
    short = run("show", ident[:7])
    assert (short.code, "too short" in short.err) == (3, True)
    assert "too short" not in run("show", "nothing").err
    assert [m["id"] for m in run("archive", ident[:-2], ident, "--json").json] == [ident]
    assert ident[-8:] != other[-8:]
    assert run("show", ident[-8:], "--json").json["id"] == ident
    assert "last 8 characters" in both.err
    conversation = run("conversations", "--json").json["conversations"][0]["id"]
    assert run("conversation", conversation[:8], "--json").json["id"] == conversation
    assert run("memorize", conversation[:8], "--json").json[0]["conversation_id"] == conversation


@pytest.mark.parametrize("command", ["sources", "exclude", "settings", "integrate", "branch", "instructions"])
def test_a_command_that_lists_needs_no_word_for_it(run, command):
    alone, listed = run(command, "--json"), run(command, "list", "--json")
    assert (alone.code, alone.json) == (listed.code, listed.json)
    assert alone.code != 2


# -- doctor --


def checks(said):
    return {check["name"]: check for check in said.json["checks"]}


def test_doctor_finds_a_used_home_well(run, captured):
    said = run("doctor", "--json")
    assert said.code == 0
    assert all(check.keys() == {"name", "status", "message", "mend"} for check in said.json["checks"])
    found = checks(said)
    for name in (
        "home", "privacy", "database", "search index", "references", "format", "memories", "settings",
        "program files", "round trip",
    ):  # fmt: skip
        assert found[name]["status"] == "ok", found[name]
    assert all(check["mend"] for check in said.json["checks"] if check["status"] != "ok")
    assert "No problems that matter" in run("doctor").out or "All is well" in run("doctor").out


def test_no_display_tray_or_keyring_is_a_warning(run, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    said = run("doctor", "--json")
    assert said.code == 0
    assert [checks(said)[name]["status"] for name in ("display", "tray")] == ["warning", "warning"]


def test_doctor_tells_a_damaged_memory_file_and_how_to_mend_it(run, home, tmp_path):
    added(run)
    run("backup", str(home / "backups" / "kept.db"))
    (home / "arbor_memory.db").write_bytes(
        b"This is no database at all, but some text of another kind.\n" * 100
    )
    said = run("doctor", "--json")
    assert said.code == 1
    damaged = checks(said)["database"]
    assert damaged["status"] == "failed"
    assert "damaged" in damaged["message"]
    assert str(home / "backups" / "kept.db") in damaged["mend"]
    other = run("list", "--json")
    assert (other.code, other.json["code"], other.json["context"]["damaged"]) == (1, "STORAGE_ERROR", True)


def test_doctor_offers_the_newest_good_backup_of_an_emptied_memory_file(run, home):
    added(run)
    run("backup", str(home / "backups" / "kept.db"))
    (home / "backups" / "newer.db").write_text("no backup")
    (home / "arbor_memory.db").write_bytes(b"")
    found = checks(run("doctor", "--json"))["database"]
    assert (found["status"], "empty" in found["message"]) == ("failed", True)
    assert found["mend"].endswith(f'arbor restore-backup "{home / "backups" / "kept.db"}"')
    assert run("restore-backup", str(home / "backups" / "kept.db")).code == 0
    assert run("list", "--json").json["total"] == 1


@pytest.mark.logs_warnings
def test_where_nothing_can_be_saved_the_rest_is_still_told(run, home):
    added(run)
    (home / "arbor_memory.db-shm").unlink(missing_ok=True)
    (home / "arbor_memory.db-shm").symlink_to("nowhere")  # SQLite can't write, not even for root
    for command in (["list"], ["search", "tabs"], ["context"]):
        said = run(*command)
        assert (said.code, "tabs over spaces" in said.out) == (0, True)
        assert "nothing can be saved" in said.err
    refused = run("add", "Tests run before a push", "--type", "fact", "--json")
    assert (refused.code, refused.json["code"]) == (1, "STORAGE_ERROR")
    assert checks(run("doctor", "--json"))["database"]["status"] == "failed"


def test_a_backup_replaces_a_damaged_memory_file_which_is_kept(run, home, tmp_path):
    ident = added(run)
    run("backup", str(tmp_path / "kept.db"))
    database = home / "arbor_memory.db"
    database.write_bytes(b"damaged" * 1000)
    (tmp_path / "no.db").write_text("no backup")
    assert run("restore-backup", str(tmp_path / "no.db")).code == 2
    assert database.read_bytes() == b"damaged" * 1000
    said = run("restore-backup", str(tmp_path / "kept.db"), "--json")
    assert said.code == 0
    assert Path(said.json["previous"]).read_bytes() == b"damaged" * 1000
    assert run("show", ident).code == 0
    assert run("doctor").code == 0


def test_doctor_finds_damage_inside_the_file(run, home, tmp_path):
    for number in range(60):
        added(run, f"The service number {number} listens on port {8000 + number} of the host")
    run("backup", str(tmp_path / "kept.db"))
    path = home / "arbor_memory.db"
    content = bytearray(path.read_bytes())
    for page in range(len(content) // 4096 // 2, len(content) // 4096):
        content[page * 4096 + 200 : page * 4096 + 900] = b"\xff" * 700
    path.write_bytes(content)
    said = run("doctor", "--json")
    assert said.code == 1
    assert checks(said)["database"]["status"] == "failed"
    assert run("restore-backup", str(tmp_path / "kept.db")).code == 0
    assert checks(run("doctor", "--json"))["database"]["status"] == "ok"
    assert run("stats", "--json").json["total_memories"] == 60


def test_doctor_refuses_a_file_of_a_newer_version(run, home):
    import apsw

    added(run)
    connection = apsw.Connection(str(home / "arbor_memory.db"))
    connection.execute("PRAGMA user_version = 9999")
    connection.close()
    said = run("doctor", "--json")
    assert said.code == 1
    assert "Update Arbor" in checks(said)["database"]["mend"]


def test_doctor_asks_for_updates_only_when_told_to(run, release_server):
    assert "version" not in checks(run("doctor", "--json"))
    assert release_server.asked == []
    assert "99.1.0 is available" in checks(run("doctor", "--updates", "--json"))["version"]["message"]
    release_server.answer = {"tag_name": "v0.0.1"}
    assert checks(run("doctor", "--updates", "--json"))["version"]["status"] == "ok"
    release_server.code = 404
    assert "no released version" in checks(run("doctor", "--updates", "--json"))["version"]["message"]


def test_doctor_tells_of_a_damaged_settings_file(run, home):
    (home / "settings.json").write_text("{ broken")
    found = checks(run("doctor", "--json"))["settings"]
    assert found["status"] == "warning"
    assert "damaged" in found["message"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no modes")
def test_doctor_warns_of_a_home_that_others_can_read(run, home):
    added(run)
    home.chmod(0o755)
    said = run("doctor", "--json")
    assert (said.code, checks(said)["privacy"]["status"]) == (0, "warning")
    assert "chmod" in checks(said)["privacy"]["mend"]


def test_doctor_tells_which_sources_can_not_be_read(run, tmp_path):
    folder = tmp_path / "exports"
    folder.mkdir()
    run("sources", "add", str(folder))
    assert checks(run("doctor", "--json"))["source exports"]["status"] == "ok"
    folder.rmdir()
    found = checks(run("doctor", "--json"))["source exports"]
    assert (found["status"], str(folder) in found["message"]) == ("warning", True)


def test_a_conversation_is_left_out_and_taken_in_again(run, captured):
    (one,) = run("conversations", "--json").json["conversations"]
    (left,) = run("leave-out", one["id"], "--json").json
    assert (left["status"], left["status_reason"], left["left_out"]) == ("skipped", "not remembered", True)
    (taken,) = run("take-in", one["id"][:13], "--json").json
    assert (taken["status"], taken["left_out"]) == ("pending", False)
    assert "will be ignored" in run("leave-out", one["id"]).out
    assert run("leave-out", "nowhere").code == 3

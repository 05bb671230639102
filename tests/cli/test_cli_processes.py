"""Commands as processes of their own: clean streams, signals, several at once, killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from arbor_cli import CHECKOUT, arbor

pytestmark = pytest.mark.slow
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def test_stdout_holds_nothing_but_the_document(process, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    said = process("capture", str(path.parent), "--json", "-v")
    assert said.code == 0
    assert said.json[0]["status"] == "success"
    assert "Traceback" not in said.err
    missing = process("show", "no-such-id", "--json")
    assert (missing.code, missing.json["code"]) == (3, "NOT_FOUND")
    wrong = process("show", "--json")
    assert (wrong.code, wrong.json["code"]) == (2, "INVALID_INPUT")


def test_no_command_imports_qt_or_a_model_and_help_not_even_the_service():
    code = (
        "import sys\nfrom arbor_desktop.__main__ import main\nmain(sys.argv[1:])\n"
        "print(sorted(m for m in sys.modules "
        "if m.split('.')[0] in ('PySide6', 'shiboken6', 'apsw', 'asyncio', 'numpy', 'tokenizers')), "
        "file=sys.stderr)"
    )
    for arguments, loaded in (
        (["stats", "--json"], ["apsw"]),
        (["search", "--help"], []),
        (["search", "tea", "--json"], ["apsw"]),  # there is nothing yet that a model has read
        (["add", "I drink tea", "--type", "preference", "--json"], ["apsw"]),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            cwd=CHECKOUT,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode in (0, 3), done.stderr
        modules = json.loads(done.stderr.splitlines()[-1].replace("'", '"'))
        assert [name for name in modules if "." not in name] == loaded


@posix
def test_a_reader_that_has_enough_is_no_error(run, start):
    for number in range(40):
        text = f"The service number {number} listens on port {8000 + number} " + "of the host " * 100
        assert run("add", text, "--type", "fact").code == 0
    with start("list", "--json") as child:
        child.stdout.close()
        err = child.stderr.read()
        code = child.wait()
    assert (code, err) == (0, "")


def test_two_processes_write_at_once_and_nothing_is_lost(run):
    script = (
        "import sys\nfrom arbor_desktop.cli import main\n"
        "text = 'The {} service number {} keeps its files in folder {}'\n"
        "add = lambda n: main(['add', text.format(sys.argv[1], n, n), '--type', 'fact', '--quiet'])\n"
        "codes = {add(n) for n in range(25)}\n"
        "sys.exit(max(codes))"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", script, name], cwd=CHECKOUT, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8",
        )
        for name in ("first", "second", "third")
    ]  # fmt: skip
    for child in children:
        out, err = child.communicate()
        assert (child.returncode, out, err) == (0, "", "")
    assert run("stats", "--json").json["total_memories"] == 75
    assert run("doctor", "--json").code == 0


def test_two_captures_of_the_same_files_add_nothing_twice(start, run, write_session):
    for number in range(12):
        path = write_session(f"s{number}", *_rules(number))
    children = [start("capture", str(path.parent), "--json") for _ in range(2)]
    rows = []
    for child in children:
        out, err = child.communicate()
        assert (child.returncode, err) == (0, "")
        rows += json.loads(out)
    assert {row["status"] for row in rows} <= {"success", "skipped"}
    _whole_and_once(run, path.parent, 12)


@posix
@pytest.mark.parametrize("commits", [1, 4, 9, 17, 26])
def test_killed_in_the_middle_of_a_capture_nothing_is_lost_or_double(run, write_session, commits):
    """SIGKILL in the middle of the transaction after so many others; then it is run again."""
    for number in range(12):
        path = write_session(f"s{number}", *_rules(number))
    script = (
        "import os, signal, sys\nfrom arbor_desktop.database.connection import Database\n"
        "from arbor_desktop.cli import main\n"
        "left = int(sys.argv[1])\nplain = Database._transaction\n"
        "def deadly(self, work):\n"
        "    def killed(connection):\n"
        "        global left\n"
        "        result = work(connection)\n"
        "        left -= 1\n"
        "        if left < 0:\n            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        return result\n"
        "    return plain(self, killed)\n"
        "Database._transaction = deadly\nmain(['capture', sys.argv[2]])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(commits), str(path.parent)], cwd=CHECKOUT, check=False
    )
    assert done.returncode == -signal.SIGKILL
    again = run("capture", str(path.parent), "--json")
    assert again.code == 0
    assert {row["status"] for row in again.json} <= {"success", "skipped"}
    _whole_and_once(run, path.parent, 12)


def _rules(number):
    return (
        f"Always use port {8100 + number} for service number {number} of this repository.",
        f"Never restart service number {number} without asking me first.",
    )


def _whole_and_once(run, folder, sessions):
    """All sessions are captured and memorized, each memory is there once, and another run adds nothing."""
    stats = run("stats", "--json").json
    assert (stats["conversations"], stats["turns"]) == (sessions, sessions * 4)
    pages = run("conversations", "--json").json["conversations"]
    assert {row["status"] for row in pages} == {"memorized"}
    found = run("list", "--status", "all", "--limit", "1000", "--json").json["memories"]
    said = [memory["content"] for memory in found]
    assert len(said) == len(set(said)) == sessions * 2
    assert all(memory["confidence"] == found[0]["confidence"] for memory in found)  # nothing was said twice
    assert run("doctor", "--json").code == 0
    again = run("capture", str(folder), "--json").json
    assert {row["reason"] for row in again} == {"unchanged"}
    assert run("stats", "--json").json == stats


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("as_json", [True, False])
def test_watch_tells_what_it_captures_until_it_is_stopped(run, start, write_session, number, as_json):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    run("sources", "add", str(path.parent))
    run("settings", "set", "capture.settle_seconds", "0")
    with start("watch", *(["--json"] if as_json else [])) as child:
        told = child.stderr if as_json else child.stdout
        lines = iter(told.readline, "")
        line = next(line for line in lines if "new memor" in line)
        assert "shop" in line
        os.kill(child.pid, number)
        out, err = child.communicate()
    assert child.returncode == 0
    assert "Traceback" not in err
    if as_json:
        assert json.loads(out)["items_extracted"] == 1
    else:
        assert "1 conversation, 1 new memory." in out


@posix
def test_ctrl_c_in_a_command_is_no_traceback(home, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    script = (
        "import os, signal, sys\nfrom arbor_desktop.cli import main\n"
        "from arbor_desktop.extraction.worker import InlineWorker\n"
        "def read(self, request):\n    os.kill(os.getpid(), signal.SIGINT)\n    yield from ()\n"
        "InlineWorker.read = read\nsys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arbor("capture", str(path))[3:]], cwd=CHECKOUT, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 130
    assert done.stderr == "Stopped. What was done so far is kept.\n"


def test_the_sample_conversations_are_captured_and_a_second_run_adds_nothing(process, run, corpus):
    folder = corpus / "claude_code"
    first = process("capture", str(folder), "--json")
    assert (first.code, first.err) == (0, "")
    files = {str(path) for path in folder.rglob("*") if path.is_file()}
    assert {row["path"] for row in first.json} == files
    assert {row["status"] for row in first.json} <= {"success", "skipped", "empty"}
    before = run("stats", "--json").json
    second = run("capture", str(folder), "--json")
    assert {row["status"] for row in second.json} <= {"skipped", "empty"}
    assert sum(row["new_turns"] + row["items_extracted"] for row in second.json) == 0
    assert run("stats", "--json").json == before
    assert run("doctor", "--json").code == 0


def test_what_is_captured_is_found_by_meaning_at_once(process, write_session):
    path = write_session("one", "Always use pnpm instead of npm in this repository.")
    process("capture", str(path.parent), "--json")
    state = process("vectors", "--json").json
    assert (state["choice"], state["done"]) == ("all-MiniLM-L6-v2", state["total"])
    assert state["total"] > 0
    assert "pnpm" in process("search", "which package manager", "--json").json[0]["content"]

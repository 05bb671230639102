"""Carrying a plan out: all or nothing, never over somebody's change, whole at any moment."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from setup_stage import files, install

from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.setup import setup as steps
from arbor_desktop.integrations.setup import tool_files
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.user_files.model import FileChange
from arbor_desktop.user_files.operations import ChangedMeanwhile, unified_diff

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).resolve().parents[2]


def test_nothing_is_written_over_a_change_made_since(setup: Setup, person: Path) -> None:
    plan = setup.plan("claude-code", "install")
    (person / ".claude").mkdir()
    (person / ".claude" / "settings.json").write_text('{"model": "opus"}')
    before = files(person)
    with pytest.raises(ChangedMeanwhile, match=r"settings\.json was changed in the meantime"):
        setup.apply(plan)
    assert files(person) == before
    setup.apply(setup.plan("claude-code", "install"))


def test_a_plan_changes_nothing_by_itself(setup: Setup, person: Path, tmp_path: Path) -> None:
    setup.plan("claude-code", "install")
    setup.list()
    assert files(person) == {}
    assert not (tmp_path / "arbor").exists()


@pytest.mark.parametrize("there", [True, False])
def test_the_first_file_is_put_back_if_the_second_fails(
    setup: Setup, person: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        (person / ".claude").mkdir()
        (person / ".claude" / "settings.json").write_text('{"model": "opus"}')
    before = files(person)
    replace = tool_files.replace

    def fail(path: Path, data: bytes | None, within: Path | None = None, **more: Any) -> None:
        if path.name == ".claude.json":
            raise StorageError("The disk is full.")
        replace(path, data, within, **more)

    monkeypatch.setattr(tool_files, "replace", fail)
    with pytest.raises(StorageError, match="disk is full"):
        setup.apply(setup.plan("claude-code", "install"))
    assert files(person) == before
    assert (person / ".claude").exists() is there


def test_a_write_that_fails_leaves_the_file_and_no_litter(
    setup: Setup, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (person / ".cursor").mkdir()
    (person / ".cursor" / "mcp.json").write_text("{}")
    plan = setup.plan("cursor", "install")
    rename = os.replace

    def full(path: str, other: str) -> None:
        if other.endswith("mcp.json"):
            raise OSError(28, "No space left on device")
        rename(path, other)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StorageError, match="can't be written: No space left on device"):
        setup.apply(plan)
    assert files(person) == {".cursor/mcp.json": b"{}"}


def test_what_can_not_be_put_back_is_said_with_where_it_is_kept(
    setup: Setup, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (person / ".claude").mkdir()
    (person / ".claude" / "settings.json").write_text('{"model": "opus"}')
    replace, calls = tool_files.replace, 0

    def fail(path: Path, data: bytes | None, within: Path | None = None, **more: Any) -> None:
        nonlocal calls
        calls += path.is_relative_to(person / ".claude") or path.name == ".claude.json"
        if calls > 1:
            raise tool_files.Refused("The disk is gone.")
        replace(path, data, within, **more)

    monkeypatch.setattr(tool_files, "replace", fail)
    with pytest.raises(StorageError, match=r"was already changed; its backup: .*settings\.json"):
        setup.apply(setup.plan("claude-code", "install"))


def test_as_it_was_is_kept_and_says_what_it_was(setup: Setup, person: Path, tmp_path: Path) -> None:
    file = person / ".claude.json"
    file.write_text('{"oauthAccount": "secret"}')
    changed = setup.apply(setup.plan("claude-code", "install"))
    by_path = {Path(one.path).name: one.backup for one in changed}
    assert by_path["settings.json"] is None
    copy = Path(by_path[".claude.json"] or "")
    assert copy.read_bytes() == b'{"oauthAccount": "secret"}'
    assert copy.name.endswith("Z-claude-code-claude.json")
    if os.name != "nt":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(copy.parent.parent.stat().st_mode) == 0o700
    (told,) = json.loads((copy.parent / "index.json").read_bytes())["copies"]
    assert (told["copy"], told["path"], told["before"]) == (copy.name, str(file), "install")
    assert sorted(files(person)) == [".claude.json", ".claude/settings.json"]  # nothing beside them


def test_only_so_many_copies_are_kept_and_the_first_one_as_long_as_it_is_needed(
    setup: Setup, person: Path, tmp_path: Path
) -> None:
    file = person / ".gemini" / "settings.json"
    file.parent.mkdir()
    file.write_text("{ }")
    install(setup, "gemini", parts=["hooks"])
    for _ in range(15):
        install(setup, "gemini", parts=["mcp"])
        setup.apply(setup.plan("gemini", "remove", ["mcp"]))
    assert len(list((tmp_path / "arbor" / "backups" / "files").iterdir())) <= 22
    setup.apply(setup.plan("gemini", "remove"))
    assert file.read_text() == "{ }"


def test_a_damaged_index_of_copies_stops_nothing(setup: Setup, person: Path, tmp_path: Path) -> None:
    install(setup, "claude-code")
    (tmp_path / "arbor" / "backups" / "files" / "index.json").write_text("{")
    setup.apply(setup.plan("claude-code", "remove"))
    assert b"arbor_desktop" not in b"".join(files(person).values())


def test_two_at_once_wait_for_each_other(
    setup: Setup, person: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "LOCK_WAIT_SECONDS", 0)
    plan = setup.plan("cursor", "install")
    (tmp_path / "arbor").mkdir()
    with (
        FileLock(tmp_path / "arbor" / ".integrations.lock"),
        pytest.raises(StorageError, match="right now"),
    ):
        setup.apply(plan)
    assert files(person) == {}
    setup.apply(plan)


KILLED_AT = """
import os, signal, sys
from pathlib import Path
from arbor_desktop.integrations.setup.setup import Setup
from arbor_desktop.integrations.setup.invocation import Caller
from arbor_desktop.paths import Home
home, steps, last = Path(sys.argv[1]), 0, int(sys.argv[2])
def at(frame, event, argument):
    global steps
    if not frame.f_code.co_filename.endswith(("operations.py", "tool_files.py")):
        return None
    steps += 1
    if steps == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return at
setup = Setup(Home(home / "arbor"), {"HOME": str(home)}, "linux", caller=Caller("/new/py"))
plan = setup.plan("claude-code", sys.argv[3])
sys.settrace(at)
setup.apply(plan)
"""


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL")
@pytest.mark.parametrize("verb", ["install", "remove"])
@pytest.mark.parametrize("last", range(25, 400, 50))
def test_killed_at_any_moment_each_file_is_the_old_or_the_new_one(
    make: Callable[..., Setup], person: Path, tmp_path: Path, verb: str, last: int
) -> None:
    (person / ".claude").mkdir()
    paths = [person / ".claude" / "settings.json", person / ".claude.json"]
    for path in paths:
        path.write_text('{"model": "opus", "text": "ü"}')
    before = [path.read_bytes() for path in paths]
    arguments = [sys.executable, "-c", KILLED_AT, str(person)]
    full = [*arguments, "-1", "install"]
    if verb == "remove":
        subprocess.run(full, cwd=CHECKOUT, check=True)
        before = [path.read_bytes() for path in paths]
    killed = subprocess.run([*arguments, str(last), verb], cwd=CHECKOUT, check=False).returncode
    assert killed == -signal.SIGKILL
    now = [path.read_bytes() for path in paths]
    subprocess.run([*arguments, "-1", verb], cwd=CHECKOUT, check=True)  # again, to its end
    after = [path.read_bytes() for path in paths]
    for old, found, new in zip(before, now, after, strict=True):
        assert found in (old, new)
    assert sorted(path.name for path in paths[0].parent.iterdir()) == ["settings.json"]  # no litter
    subprocess.run([*arguments, "-1", "remove"], cwd=CHECKOUT, check=True)
    assert [json.loads(path.read_bytes()) for path in paths] == [{"model": "opus", "text": "ü"}] * 2


# -- shown before it is made --


def shown(before: str | None, after: str | None) -> list[str]:
    return list(unified_diff(FileChange("/f", before and before.encode(), after and after.encode())))


def test_a_change_is_shown_as_a_diff() -> None:
    lines = [f"line {n}" for n in range(1, 21)]
    after = [*lines[:9], "new", *lines[9:]]
    assert shown("\n".join(lines) + "\n", "\n".join(after) + "\n") == [
        "--- /f", "+++ /f", "@@ -7,6 +7,7 @@",
        " line 7", " line 8", " line 9", "+new", " line 10", " line 11", " line 12",
    ]  # fmt: skip


def test_a_file_that_comes_or_goes_is_shown_as_that() -> None:
    assert shown(None, "{}\n") == ["--- (no file)", "+++ /f", "@@ -0,0 +1 @@", "+{}"]
    assert shown("{}\n", None) == ["--- /f", "+++ (no file)", "@@ -1 +0,0 @@", "-{}"]


def test_the_end_of_the_last_line_is_shown_where_it_changes() -> None:
    assert shown("a", "a\n") == ["--- /f", "+++ /f", "@@ -1 +1 @@", "-a (no line end)", "+a"]


def test_the_diff_is_one_that_patch_understands(tmp_path: Path) -> None:
    old = [f"  {n % 7}" for n in range(60)]
    new = [*old[:10], "x", *old[12:40], "y", "z", *old[40:]]
    lines = shown("\n".join(old) + "\n", "\n".join(new) + "\n")
    (tmp_path / "f").write_text("\n".join(old) + "\n")
    diff = "\n".join(lines).replace("/f", "f") + "\n"
    done = subprocess.run(["git", "apply", "-p0", "-"], cwd=tmp_path, input=diff, text=True, check=False)
    assert done.returncode == 0
    assert (tmp_path / "f").read_text() == "\n".join(new) + "\n"


def test_what_a_tool_saves_while_its_settings_are_being_written_stays(
    setup: Setup, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claude Code writes its settings at any time; getting a file to the disk may take a while."""
    (person / ".claude").mkdir()
    settings = person / ".claude" / "settings.json"
    settings.write_text("{}")
    plan = setup.plan("claude-code", "install")
    to_disk = os.fsync

    def slow(number: int) -> None:
        to_disk(number)
        if any(settings.parent.glob(".settings.json.*")):
            settings.write_text('{"model": "opus"}')

    monkeypatch.setattr("os.fsync", slow)
    with pytest.raises(StorageError, match="in the meantime"):
        setup.apply(plan)
    assert settings.read_text() == '{"model": "opus"}'

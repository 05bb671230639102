"""arbor key: a key goes in unseen and never comes out; doctor tells of it and of the claude command."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from arbor_cli import CHECKOUT, arbor

from arbor_desktop.llm import credentials
from tests.keyring_daemon import KeyringDaemon, skip_without_programs

KEY = "sk-ant-api03-aaaaaaaaaaaaaaaa1111"
Run = Callable[..., Any]


class InMemory:
    """In place of the system's keyring."""

    keys: ClassVar[dict[str, str]] = {}

    def get(self, account: str) -> str | None:
        return self.keys.get(account)

    def set(self, account: str, key: str) -> None:
        self.keys[account] = key

    def delete(self, account: str) -> None:
        del self.keys[account]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setattr(InMemory, "keys", {})
    monkeypatch.setattr(credentials, "SystemKeyring", InMemory)
    return InMemory.keys


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What comes in on standard input."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_key_is_piped_in_and_never_shown(run: Run, keys: dict[str, str], typed: Any) -> None:
    typed(f"{KEY}\n")
    said = run("key", "set")
    assert said.code == 0 and KEY in keys.values()
    assert "…1111" in said.out and KEY not in said.out + said.err
    shown = run("key", "status", "--json")
    assert shown.json == {
        "where": "keyring", "hint": "…1111", "address": "https://api.anthropic.com", "trouble": None,
    }  # fmt: skip
    assert shown.code == 0


def test_without_an_action_it_is_the_status(run: Run, keys: dict[str, str]) -> None:
    said = run("key")
    assert said.code == 3 and "none" in said.out


def test_a_key_is_removed(run: Run, keys: dict[str, str], typed: Any) -> None:
    typed(KEY)
    run("key", "set")
    said = run("key", "clear", "--json")
    assert said.code == 0 and said.json["cleared"] is True and keys == {}
    again = run("key", "clear", "--json")
    assert again.code == 3 and again.json["cleared"] is False


def test_the_environments_key_is_told_apart(
    run: Run, keys: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert run("key", "status", "--json").json["where"] == "environment"
    said = run("key", "clear")
    assert said.code == 3 and "environment still has one" in said.out


def test_a_key_is_for_the_address_that_is_set(run: Run, keys: dict[str, str], typed: Any) -> None:
    run("settings", "set", "model.base_url", "http://localhost:4000")
    typed(KEY)
    assert run("key", "set", "--json").json["address"] == "http://localhost:4000"
    run("settings", "reset", "model.base_url")
    assert run("key", "status", "--json").json["where"] == "none"


@pytest.mark.parametrize("text", ["", "\n", "two words", "two\nlines", "schlüssel"])
def test_what_can_not_be_a_key_is_wrong_usage(run: Run, keys: dict[str, str], typed: Any, text: str) -> None:
    typed(text)
    said = run("key", "set", "--json")
    assert said.code == 2 and said.json["error"] and keys == {}


@pytest.mark.parametrize("arguments", [("set", KEY), (KEY,), ("status", KEY)])
def test_a_key_is_no_argument_and_is_not_said_back(
    run: Run, keys: dict[str, str], arguments: tuple[str, ...]
) -> None:
    said = run("key", *arguments)
    assert said.code == 2 and keys == {}
    assert KEY not in said.out + said.err and "history" in said.err


def test_without_a_keyring_it_says_what_else_there_is(run: Run, typed: Any) -> None:
    typed(KEY)
    said = run("key", "set", "--json")
    assert said.code == 1 and said.json["code"] == "NO_KEYRING"
    assert "ANTHROPIC_API_KEY" in said.json["message"] and KEY not in said.out + said.err


def test_setting_a_key_says_when_nothing_uses_it(run: Run, keys: dict[str, str], typed: Any) -> None:
    typed(KEY)
    assert "extraction.backend anthropic" in run("key", "set").err
    run("settings", "set", "extraction.backend", "anthropic")
    typed(KEY)
    assert "extraction.backend" not in run("key", "set").err


def test_a_running_window_learns_of_it(run: Run, keys: dict[str, str], typed: Any, home: Path) -> None:
    from arbor_desktop.service import MemoryService

    with MemoryService.open(home) as window:
        window.settings.set("extraction.backend", "anthropic")
        assert not window.model.readiness().ready
        typed(KEY)
        run("key", "set")
        window.settings.refresh()  # as it does every second
        assert window.model.readiness().ready


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX systems")
def test_at_a_terminal_it_is_typed_unseen(home: Path) -> None:
    """There is no keyring in this process: what matters is that the key was taken, and not echoed."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        arbor("key", "set"), cwd=CHECKOUT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as child:
        os.close(theirs)
        shown = b""
        while b"nothing is shown" not in shown:
            shown += os.read(ours, 1000)
        os.write(ours, KEY.encode() + b"\n")
        while chunk := _read(ours):
            shown += chunk
    os.close(ours)
    assert child.returncode == 1 and b"keyring" in shown
    assert KEY.encode() not in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1000)
    except OSError:  # Linux: the other side is closed
        return b""


# -- with a real keyring --


@pytest.fixture
def daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyringDaemon]:
    skip_without_programs()
    running = KeyringDaemon(tmp_path / "keyring")
    for name, value in running.environ.items():
        monkeypatch.setenv(name, value)
    yield running
    running.close()


@pytest.mark.slow
def test_a_real_keyring_set_asked_and_cleared(daemon: KeyringDaemon, process: Run, home: Path) -> None:
    daemon.start()

    def set_key() -> int:
        piped = subprocess.run(
            arbor("key", "set", "--quiet"),
            input=KEY,
            text=True,
            cwd=CHECKOUT,
            capture_output=True,
            check=False,
        )
        assert KEY not in piped.stdout + piped.stderr
        return piped.returncode

    assert process("key", "status").code == 3
    assert set_key() == 0
    assert process("key", "status", "--json").json["where"] == "keyring"
    daemon.lock()
    locked = process("key", "status", "--json")
    assert locked.code == 3 and "locked" in locked.json["trouble"]
    assert set_key() == 1
    daemon.stop()
    daemon.start()
    assert process("key", "clear").code == 0
    assert process("key", "status").code == 3


# -- doctor --


def checks(run: Run) -> dict[str, dict[str, Any]]:
    return {check["name"]: check for check in run("doctor", "--json").json["checks"]}


def test_doctor_says_nothing_of_a_model_where_none_was_chosen(run: Run) -> None:
    assert not {"model", "key", "claude"} & checks(run).keys()


def test_doctor_says_what_is_missing_for_a_model_and_how_to_mend_it(run: Run, keys: dict[str, str]) -> None:
    run("settings", "set", "extraction.backend", "anthropic")
    found = checks(run)
    assert found["model"]["status"] == found["key"]["status"] == "warning"
    assert found["key"]["mend"] == "Run: arbor key set"
    assert run("doctor").code == 0


def test_doctor_says_where_the_key_is(run: Run, keys: dict[str, str], typed: Any) -> None:
    run("settings", "set", "extraction.backend", "anthropic")
    typed(KEY)
    run("key", "set")
    found = checks(run)
    assert found["model"]["status"] == found["key"]["status"] == "ok"
    assert "…1111" in found["key"]["message"] and KEY not in str(found)


def test_doctor_looks_for_the_claude_command(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("settings", "set", "extraction.backend", "claude-cli")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    found = checks(run)
    assert found["claude"]["status"] == found["model"]["status"] == "warning"
    assert "Install Claude Code" in found["claude"]["mend"]
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", str(program.parent))
    script = "#!/bin/sh\n[ $1 = auth ] && echo '{\"loggedIn\": %s}' || echo '%s'\n"
    for version, signed_in, status, word in (
        ("2.1.289 (Claude Code)", "true", "ok", "signed in"),
        ("2.1.289 (Claude Code)", "false", "warning", "not signed in"),
        ("2.0.80 (Claude Code)", "false", "ok", "2.0.80"),
        ("1.0.3", "true", "warning", "newer"),
        ("what?", "true", "warning", "version"),
    ):
        program.write_text(script % (signed_in, version))
        program.chmod(0o755)
        told = checks(run)["claude"]
        assert told["status"] == status and word in told["message"]

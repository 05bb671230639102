"""Hooks, MCP server, command line and doctor with a key and without one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop import doctor
from arbor_desktop.encryption.keyfile import NewKey, new_key
from arbor_desktop.encryption.keys import Locked
from arbor_desktop.encryption.operations import Encryption
from arbor_desktop.errors import StorageError
from arbor_desktop.integrations.mcp.session import Backend
from arbor_desktop.paths import Home
from arbor_desktop.search import similarity_client
from arbor_desktop.service import MemoryService
from tests.encryption import stage
from tests.encryption.stage import MARKER, Ring

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such sockets")
PASSPHRASE = "correct horse battery"


def arbor(*arguments: str, said: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arbor_desktop", *arguments],
        input=said, capture_output=True, text=True, check=False, timeout=60,
        cwd=stage.CHECKOUT, env=dict(os.environ) | environ,
    )  # fmt: skip


def hook(event: str, **fields: str) -> str:
    said = {"session_id": "s-1", "cwd": "/", "hook_event_name": event, "transcript_path": "/none"} | fields
    done = arbor("hook", event, said=json.dumps(said))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def notes(place: Home) -> list[bytes]:
    return [path.read_bytes() for path in sorted(place.spool.glob("*.json"))]


@pytest.fixture
def place(home: Path) -> Home:
    """A home with one instruction, and nothing in the spool."""
    with MemoryService.open(home) as service:
        service.store(f"Always light the {MARKER} at dusk", type="instruction")
    return Home(home)


@pytest.fixture
def locked(place: Home, ring: Ring) -> NewKey:
    """The store is encrypted, and a passphrase opens it."""
    made = new_key(PASSPHRASE)
    Encryption(place).turn_on(made)
    return made


@contextmanager
def running(place: Home, key: str) -> Iterator[MemoryService]:
    """A process that has the memory unlocked, as the window does; here it is this one."""
    with MemoryService.open(place, key=key) as service:
        service.vectors.start()
        yield service


@pytest.mark.slow
@posix
def test_a_hook_gets_the_key_from_a_running_process(place: Home, locked: NewKey) -> None:
    with running(place, locked.key) as service:
        assert MARKER in hook("SessionStart", source="startup")
        (receipt,) = service.latest_receipts()
        assert receipt.session_id == "s-1"
    assert notes(place) == []
    assert stage.with_marker(place) == []


@pytest.mark.slow
def test_a_hook_without_a_key_shares_nothing_and_loses_nothing(place: Home, locked: NewKey) -> None:
    assert hook("SessionStart", source="startup") == ""
    assert hook("UserPromptSubmit", prompt="When do I light the lighthouse, please?") == ""
    assert hook("SessionEnd", reason="exit", transcript_path=f"/{MARKER}.jsonl") == ""
    assert len(notes(place)) == 3
    assert stage.with_marker(place) == []
    with MemoryService.open(place, key=locked.key) as service:
        assert service.spool.drain() == 3
        (health,) = service.hook_health(["claude-code"])
        assert health.called_at is not None
        assert not [one for one in service.activity() if one.status == "error"]
    assert notes(place) == []


def test_only_the_right_key_of_a_running_process_is_taken(
    place: Home, locked: NewKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_client, "keys", lambda home: iter(["", "nonsense", "0" * 64]))
    with pytest.raises(Locked):
        MemoryService.open(place)
    monkeypatch.setattr(similarity_client, "keys", lambda home: iter(["0" * 64, locked.key]))
    MemoryService.open(place).close()


@posix
def test_another_users_process_is_not_told_the_key(
    place: Home, locked: NewKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_client, "KEY_PATIENCE_SECONDS", 10.0)
    with running(place, locked.key):
        assert list(similarity_client.keys(str(place.folder))) == [locked.key]
        with monkeypatch.context() as patched:
            patched.setattr("arbor_desktop.search.similarity_server.is_own", lambda connection: False)
            assert list(similarity_client.keys(str(place.folder))) == []


@posix
def test_a_process_with_a_plain_memory_tells_no_key(place: Home) -> None:
    with MemoryService.open(place) as service:
        service.vectors.start()
        assert list(similarity_client.keys(str(place.folder))) == []


def test_a_locked_keyring_is_never_asked(place: Home, ring: Ring) -> None:
    encryption = Encryption(place)
    encryption.turn_on(new_key())
    asked, ring.locked = ring.asked, True
    with pytest.raises(Locked, match="keyring is locked"):
        MemoryService.open(place)
    assert "keyring is locked" in encryption.state().locked
    assert ring.asked == asked
    assert encryption.key(ask=True)  # a person is there
    assert ring.asked == asked + 1


def test_a_keyring_that_does_not_answer_holds_nobody_up(
    place: Home, ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    Encryption(place).turn_on(new_key())
    answered = threading.Event()
    monkeypatch.setattr(ring, "get_quietly", lambda account: answered.wait() and None)
    monkeypatch.setattr("arbor_desktop.encryption.keys.QUIET_SECONDS", 0.05)
    with pytest.raises(Locked, match="does not respond"):
        MemoryService.open(place)
    answered.set()


def test_the_doctor_says_why_nothing_is_shared(place: Home, locked: NewKey) -> None:
    with pytest.raises(Locked) as caught:
        MemoryService.open(place)
    check = next(one for one in doctor.without_service(place, caught.value, {}) if one.name == "encryption")
    assert check.status == doctor.FAILED and "passphrase" in check.message and "AI tools" in check.message
    with MemoryService.open(place, key=locked.key) as service:
        check = next(one for one in doctor.examine(service, {}) if one.name == "encryption")
        assert check.status == doctor.WARNING and "not running" in check.message


def test_the_mcp_server_waits_for_the_key(place: Home, locked: NewKey, ring: Ring) -> None:
    backend = Backend(lambda: MemoryService.open(place))
    try:
        with pytest.raises(Locked, match="locked"):
            backend.agents()
        Encryption(place, ring).recover(locked.code)
        assert backend.agents()
    finally:
        backend.close()


def test_the_mcp_server_lets_go_of_the_memory_while_its_encryption_changes(place: Home, ring: Ring) -> None:
    backend = Backend(lambda: MemoryService.open(place))
    try:
        assert backend.agents()
        Encryption(place).turn_on(new_key())
        assert backend.agents()
        Encryption(place).turn_off(Encryption(place).key())
        assert backend.agents()
    finally:
        backend.close()


def test_during_a_change_nobody_opens_the_memory(place: Home, ring: Ring) -> None:
    said: list[str] = []

    def progress(*_: Any) -> None:
        if place.encryption_change.exists() and not said:
            with pytest.raises(StorageError, match="being changed") as caught:
                MemoryService.open(place)
            said.append(caught.value.message)

    Encryption(place).turn_on(new_key(), progress)
    assert said


@pytest.mark.slow
def test_the_command_line_encrypts_recovers_and_decrypts(place: Home) -> None:
    assert "not encrypted" in arbor("encrypt").stdout
    assert arbor("encrypt", "on").returncode == 2  # nobody could write down the code
    done = arbor("encrypt", "on", "--passphrase", "--yes-i-wrote-it-down", "--json", said=f"{PASSPHRASE}\n")
    code = json.loads(done.stdout)["recovery_code"]
    assert stage.with_marker(place) == []
    refused = arbor("list")
    assert refused.returncode == 1 and "locked" in refused.stderr and MARKER not in refused.stdout
    assert arbor("encrypt", "on", "--yes-i-wrote-it-down").returncode == 1
    wrong = arbor("encrypt", "recover", said="ABC\n")
    assert wrong.returncode == 1 and "8 groups" in wrong.stderr
    assert arbor("encrypt", "recover", said=f"{code}\nanother battery\n").returncode == 0
    assert json.loads(arbor("encrypt", "--json").stdout)["mode"] == "passphrase"
    again = arbor("encrypt", "rekey", "--yes-i-wrote-it-down", said="another battery\na third battery\n")
    assert again.returncode == 0 and "Recovery code: " in again.stdout and code not in again.stdout
    wrong = arbor("encrypt", "off", said="another battery\n")
    assert wrong.returncode == 1 and "passphrase is wrong" in wrong.stderr
    assert arbor("encrypt", "off", said="a third battery\n").returncode == 0
    assert MARKER in arbor("list").stdout


class Terminal:
    """A command that a person runs on a terminal."""

    def __init__(self, *arguments: str) -> None:
        import pty

        self._process, self._terminal = pty.fork()
        if self._process == 0:
            os.execv(sys.executable, [sys.executable, "-m", "arbor_desktop", *arguments])
        self.shown = ""
        self._read = 0

    def answer(self, question: str, text: str) -> None:
        """Wait for a question and type the answer."""
        while question not in self.shown[self._read :]:
            self.shown += os.read(self._terminal, 10_000).decode()
        self._read = len(self.shown)
        os.write(self._terminal, text.encode() + b"\n")

    def ended(self) -> int:
        """Wait until it has ended and return the exit code."""
        try:
            while chunk := os.read(self._terminal, 10_000):
                self.shown += chunk.decode()
        except OSError:  # it has
            pass
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


@pytest.mark.slow
@posix
def test_on_a_terminal_the_passphrase_is_asked_for(place: Home, locked: NewKey) -> None:
    terminal = Terminal("list")
    terminal.answer("nothing is shown): ", "a wrong passphrase")
    terminal.answer("nothing is shown): ", PASSPHRASE)
    assert terminal.ended() == 0
    assert "The passphrase is wrong." in terminal.shown and MARKER in terminal.shown
    assert PASSPHRASE not in terminal.shown


@pytest.mark.slow
@posix
def test_on_a_terminal_the_recovery_code_has_to_be_typed_back(place: Home) -> None:
    terminal = Terminal("encrypt", "on", "--passphrase")
    terminal.answer("nothing is shown): ", PASSPHRASE)
    terminal.answer("Again: ", PASSPHRASE)
    for _ in range(3):
        terminal.answer("Type the recovery code: ", "I did not write it down")
    assert terminal.ended() == 1
    assert "nothing was changed" in terminal.shown
    assert not Encryption(place).state().on
    terminal = Terminal("encrypt", "on", "--passphrase")
    terminal.answer("nothing is shown): ", PASSPHRASE)
    terminal.answer("Again: ", PASSPHRASE)
    terminal.answer("Type the recovery code: ", "")
    code = next(line.strip() for line in terminal.shown.splitlines() if line.count("-") == 7)
    terminal.answer("Type the recovery code: ", code.lower())
    assert terminal.ended() == 0
    assert Encryption(place).unlock(code)
    assert PASSPHRASE not in terminal.shown

"""Where keys lie, to whom they are sent, and keyrings that are missing, locked, slow or odd."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import InvalidInput
from arbor_desktop.llm.credentials import (
    AGAIN_SECONDS,
    LOCKED,
    NO_KEYRING,
    SLOW,
    Credentials,
    KeyringUnusable,
    SystemKeyring,
    Where,
    checked_key,
    hint,
    keyring_trouble,
    origin_of,
    unencrypted,
)

KEY, OTHER = "sk-ant-api03-aaaaaaaaaaaaaaaa1111", "sk-ant-api03-bbbbbbbbbbbbbbbb2222"
GATEWAY = "https://gateway.example:8443/anthropic"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Held:
    """A keyring in memory. `asked` counts how often it was read; `gate` holds it up; `trouble` is raised."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}
        self.asked = 0
        self.trouble: str | None = None
        self.locked = False
        self.gate = threading.Event()
        self.gate.set()
        self.reading = threading.Event()

    def _open(self) -> None:
        self.reading.set()
        self.gate.wait()
        if self.trouble:
            raise KeyringUnusable(self.trouble, locked=self.locked)

    def get(self, account: str) -> str | None:
        self.asked += 1
        self._open()
        return self.keys.get(account)

    def set(self, account: str, key: str) -> None:
        self._open()
        self.keys[account] = key

    def delete(self, account: str) -> None:
        self._open()
        del self.keys[account]


@pytest.fixture
def keyring() -> Iterator[Held]:
    held = Held()
    yield held
    held.gate.set()


def credentials(keyring: Held, *, address: Callable[[], str] = str, **environ: str) -> Credentials:
    return Credentials(environ, keyring, address=address, patience=30.0)


# -- which key --


def test_without_any_key(keyring: Held) -> None:
    held = credentials(keyring)
    assert held.key() is None
    assert held.status().where is Where.NOWHERE


def test_a_key_is_kept_in_the_keyring_and_used(keyring: Held) -> None:
    held = credentials(keyring)
    held.set(f"  {KEY}\n")
    assert held.key() == KEY and list(keyring.keys.values()) == [KEY]
    assert (held.status().where, held.status().hint) == (Where.KEYRING, "…1111")
    assert credentials(keyring).key() == KEY, "another process finds it"


def test_a_key_for_this_session_is_nowhere_else(keyring: Held) -> None:
    held = credentials(keyring)
    held.set(KEY, session_only=True)
    assert held.key() == KEY and held.status().where is Where.SESSION
    assert keyring.keys == {} and credentials(keyring).key() is None


def test_a_key_that_is_kept_takes_the_place_of_the_sessions(keyring: Held) -> None:
    held = credentials(keyring)
    held.set(OTHER, session_only=True)
    held.set(KEY)
    assert held.key() == KEY and held.status().where is Where.KEYRING


def test_the_session_goes_before_the_keyring_and_that_before_the_environment(keyring: Held) -> None:
    held = credentials(keyring, ANTHROPIC_API_KEY="from-the-environment-1234")
    assert (held.key(), held.status().where) == ("from-the-environment-1234", Where.ENVIRONMENT)
    held.set(KEY)
    assert held.key() == KEY
    held.set(OTHER, session_only=True)
    assert held.key() == OTHER


def test_clearing_forgets_it_in_the_keyring_and_of_the_session(keyring: Held) -> None:
    held = credentials(keyring)
    held.set(KEY)
    held.set(OTHER, session_only=True)
    assert held.clear() is True
    assert held.key() is None and keyring.keys == {}
    assert held.clear() is False


# -- to whom it is sent --


def test_a_key_is_sent_to_the_address_it_was_entered_for_alone(keyring: Held) -> None:
    address = [""]
    held = credentials(keyring, address=lambda: address[0])
    held.set(KEY)
    address[0] = GATEWAY
    assert held.key() is None and held.status().where is Where.NOWHERE
    held.set(OTHER)
    assert held.key() == OTHER
    address[0] = ""
    assert held.key() == KEY
    assert held.key(GATEWAY) == OTHER
    assert held.clear(GATEWAY) and held.key() == KEY


def test_a_key_of_this_session_too_belongs_to_its_address(keyring: Held) -> None:
    held = credentials(keyring)
    held.set(KEY, session_only=True, address=GATEWAY)
    assert held.key() is None and held.key(GATEWAY) == KEY
    assert held.key("https://gateway.example/anthropic") is None, "another port is another address"


def test_the_environments_key_is_anthropics_unless_it_names_an_address(keyring: Held) -> None:
    assert credentials(keyring, ANTHROPIC_API_KEY=KEY).key(GATEWAY) is None
    named = credentials(keyring, ANTHROPIC_API_KEY=KEY, ANTHROPIC_BASE_URL=GATEWAY)
    assert named.key(GATEWAY) == KEY
    assert named.key() is None, "a gateway's key is not sent to Anthropic"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", "https://api.anthropic.com"),
        ("https://API.anthropic.com:443/", "https://api.anthropic.com/v1"),
        ("http://localhost:11434", "http://LOCALHOST:11434/"),
        ("http://[::1]:80/x", "http://[::1]"),
    ],
)
def test_addresses_of_the_same_server(one: str, other: str) -> None:
    assert origin_of(one) == origin_of(other)


@pytest.mark.parametrize(
    "other",
    [
        "http://api.anthropic.com", "https://api.anthropic.com:8443", "https://api.anthropic.com.evil.example",
        "https://evil.example/api.anthropic.com", "https://api.anthropic.com@evil.example", "http://x:99999",
    ],
)  # fmt: skip
def test_addresses_of_other_servers(other: str) -> None:
    assert origin_of(other) != origin_of("")


@given(st.text(max_size=60))
def test_whatever_an_address_is_it_has_one_owner(text: str) -> None:
    assert origin_of(text) == origin_of(f" {text} ")
    if urlsplit_host(text) not in ("", "api.anthropic.com"):
        assert origin_of(text) != origin_of("")


def urlsplit_host(text: str) -> str:
    try:
        return urlsplit(text.strip()).hostname or ""
    except ValueError:
        return ""


# -- how often it is asked --


def test_the_keyring_is_asked_once(keyring: Held) -> None:
    held = credentials(keyring)
    for _ in range(5):
        held.key()
        held.status()
    assert keyring.asked == 1


def test_it_is_asked_again_when_told_to(keyring: Held) -> None:
    held = credentials(keyring)
    assert held.key() is None
    credentials(keyring).set(KEY)
    assert held.key() is None
    held.forget()
    assert held.key() == KEY


def test_a_keyring_that_does_not_answer_holds_nobody_up(keyring: Held) -> None:
    changed = threading.Event()
    keyring.keys["anthropic-api-key"] = KEY
    keyring.gate.clear()
    held = Credentials({"ANTHROPIC_API_KEY": OTHER}, keyring, patience=0.0, changed=changed.set)
    assert held.key() == OTHER, "what is known meanwhile is used"
    assert held.status().trouble == SLOW
    held.forget()
    held.key()
    assert keyring.asked == 1, "one question is under way, not one for each call"
    keyring.gate.set()
    changed.wait()
    held.key()
    keyring.reading.wait()


def test_the_answer_that_comes_late_is_used_and_told(keyring: Held) -> None:
    changed = threading.Event()
    keyring.keys["anthropic-api-key"] = KEY
    keyring.gate.clear()
    held = Credentials({}, keyring, patience=0.0, changed=changed.set)
    assert held.key() is None
    keyring.gate.set()
    changed.wait()
    assert held.key() == KEY and held.status().trouble == ""


def test_many_threads_ask_the_keyring_once(keyring: Held) -> None:
    keyring.keys["anthropic-api-key"] = KEY
    keyring.gate.clear()
    held = credentials(keyring)
    found: list[str | None] = []
    threads = [threading.Thread(target=lambda: found.append(held.key())) for _ in range(8)]
    for thread in threads:
        thread.start()
    keyring.reading.wait()
    keyring.gate.set()
    for thread in threads:
        thread.join()
    assert found == [KEY] * 8 and keyring.asked == 1


def test_another_process_is_told_of_a_change(keyring: Held) -> None:
    told: list[str] = []
    held = Credentials({}, keyring, patience=30.0, kept=lambda: told.append("kept"))
    held.set(KEY)
    held.clear()
    held.set(KEY, session_only=True)
    assert told == ["kept", "kept"], "a key of this session is nobody else's"


# -- keyrings that fail --


def test_a_keyring_that_starts_after_arbor_is_found(keyring: Held) -> None:
    clock, changed = Clock(), threading.Event()
    keyring.trouble, keyring.keys = "There is none.", {"anthropic-api-key": KEY}
    held = Credentials({}, keyring, patience=30.0, changed=changed.set, clock=clock)
    assert held.key() is None
    keyring.trouble = None
    clock.now = AGAIN_SECONDS - 1
    assert held.key() is None and keyring.asked == 1
    clock.now = AGAIN_SECONDS + 1
    held.key()
    changed.wait()
    assert held.key() == KEY and keyring.asked == 2


def test_a_locked_keyring_does_not_ask_the_person_again_and_again(keyring: Held) -> None:
    clock = Clock()
    keyring.trouble, keyring.locked = LOCKED, True
    held = Credentials({}, keyring, patience=30.0, clock=clock)
    for hours in range(10):
        clock.now = hours * 3600.0
        assert held.status().trouble == LOCKED
    assert keyring.asked == 1


def test_a_key_of_this_session_can_be_removed_without_a_keyring(keyring: Held) -> None:
    keyring.trouble = "There is none."
    held = credentials(keyring)
    held.set(KEY, session_only=True)
    assert held.clear() is True and held.key() is None
    with pytest.raises(KeyringUnusable):
        held.clear()


def test_a_keyring_that_can_not_be_used_leaves_the_environment(keyring: Held) -> None:
    keyring.trouble = "It is locked."
    held = credentials(keyring, ANTHROPIC_API_KEY=KEY)
    assert held.key() == KEY
    assert (held.status().where, held.status().trouble) == (Where.ENVIRONMENT, "It is locked.")
    with pytest.raises(KeyringUnusable, match="It is locked"):
        held.set(OTHER)
    assert held.key() == KEY


def test_a_keyring_that_keeps_nothing_is_noticed(keyring: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "set", lambda account, key: None)
    with pytest.raises(KeyringUnusable, match="did not save"):
        credentials(keyring).set(KEY)


class Backend:
    """What keyring calls a backend, which fails as it is told."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error

    def get_password(self, service: str, account: str) -> str | None:
        if self.error:
            raise self.error
        return None

    def set_password(self, service: str, account: str, key: str) -> None:
        if self.error:
            raise self.error

    def delete_password(self, service: str, account: str) -> None:
        raise AssertionError("there is nothing to delete")


def use(monkeypatch: pytest.MonkeyPatch, backend: object) -> None:
    import keyring

    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)


class PromptDismissedException(Exception):
    """As secretstorage has it."""


class Weird(Exception):
    def __str__(self) -> str:
        return ""


def test_whatever_a_backend_raises_it_is_a_trouble_of_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    from keyring.errors import InitError, KeyringLocked, NoKeyringError, PasswordSetError

    for error, words in (
        (NoKeyringError(), NO_KEYRING),
        (KeyringLocked("no"), LOCKED),
        (InitError("no"), LOCKED),
        (PromptDismissedException("dismissed"), LOCKED),
        (PasswordSetError("Can't store password"), "Can't store password"),
        (RuntimeError("org.freedesktop.DBus.Error.ServiceUnknown"), "ServiceUnknown"),
        (OSError(1312, "A specified logon session does not exist"), "logon session"),
        (ConnectionResetError(), "ConnectionResetError"),
        (Weird(), "Weird"),
    ):
        use(monkeypatch, Backend(error))
        for call in (lambda: SystemKeyring().get("x"), lambda: SystemKeyring().set("x", KEY)):
            with pytest.raises(KeyringUnusable) as failure:
                call()
            assert words in failure.value.message
            assert failure.value.locked == (words == LOCKED)


def test_an_error_that_names_the_key_is_told_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import traceback

    use(monkeypatch, Backend(ValueError(f"can't write {KEY} there")))
    with pytest.raises(KeyringUnusable) as failure:
        SystemKeyring().set("x", KEY)
    assert KEY not in "".join(traceback.format_exception(failure.value))


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("keyrings.alt.file", "PlaintextKeyring", "programs can read"),
        ("keyrings.alt.Gnome", "Keyring", "programs can read"),
        ("my.own", "MyPlaintextKeyring", "programs can read"),
        ("keyring.backends.null", "Keyring", "keeps nothing"),
    ],
)
def test_a_keyring_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str, words: str
) -> None:
    use(monkeypatch, type(name, (Backend,), {"__module__": module})())
    with pytest.raises(KeyringUnusable, match=words):
        SystemKeyring().set("x", KEY)
    assert words in (keyring_trouble() or "")


def test_of_several_keyrings_the_safe_ones_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = type("PlaintextKeyring", (Backend,), {})(AssertionError("the plain one was used"))
    safe = Backend()
    use(monkeypatch, types.SimpleNamespace(backends=[plain, safe]))
    assert SystemKeyring().get("x") is None
    use(monkeypatch, types.SimpleNamespace(backends=[plain]))
    with pytest.raises(KeyringUnusable):
        SystemKeyring().get("x")


def test_a_file_that_the_environment_names_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The whole way through keyring itself."""
    import keyring

    module = types.ModuleType("plain_keyring")
    backend = type(
        "PlaintextKeyring",
        (keyring.backend.KeyringBackend,),
        {
            "priority": 1,
            "get_password": lambda self, service, name: None,
            "set_password": lambda self, service, name, key: (tmp_path / "kept").write_text(key),
            "__module__": "plain_keyring",
        },
    )
    module.PlaintextKeyring = backend  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "plain_keyring", module)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "plain_keyring.PlaintextKeyring")
    monkeypatch.setattr(keyring.core, "_keyring_backend", None)
    try:
        with pytest.raises(KeyringUnusable, match="programs can read"):
            SystemKeyring().set("x", KEY)
        assert not (tmp_path / "kept").exists()
    finally:
        keyring.backend.KeyringBackend._classes.discard(backend)


def test_keyring_is_imported_when_a_key_is_asked_for() -> None:
    import subprocess

    code = (
        "import sys, arbor_desktop.llm.credentials as c; c.Credentials({}); print('keyring' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


# -- what can be a key --


@pytest.mark.parametrize("key", ["", "   ", "two words", "sk-ünicode", "a\tb", "a\x00b", "x" * 9000])
def test_what_can_not_be_a_key(key: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        checked_key(key)
    assert not key.strip() or key not in refused.value.message


def test_a_short_key_shows_nothing_of_itself() -> None:
    assert hint("short") == "…" and hint(KEY) == "…1111"


@pytest.mark.parametrize("address", ["http://models.example.com", "http://8.8.8.8:11434/v1", "http://a.b"])
def test_http_through_the_internet_is_unencrypted(address: str) -> None:
    assert unencrypted(address)


@pytest.mark.parametrize(
    "address",
    [
        "", "https://models.example.com", "http://localhost:11434", "http://127.0.0.1:1", "http://[::1]:1",
        "http://192.168.1.20", "http://nas.local", "http://tower", "models.example.com",
    ],
)  # fmt: skip
def test_https_and_the_network_at_home_are_not_unencrypted(address: str) -> None:
    assert not unencrypted(address)

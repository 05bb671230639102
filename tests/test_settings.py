from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from arbor_desktop.errors import InvalidInput
from arbor_desktop.settings import SETTINGS, Settings


@pytest.fixture
def settings(home: Path) -> Settings:
    return Settings(home / "settings.json")


def test_defaults_hold_until_something_is_set(settings: Settings, home: Path) -> None:
    assert settings.get("review.mode") == "uncertain"
    assert not (home / "settings.json").exists()
    settings.set("review.mode", "everything")
    assert Settings(home / "settings.json").get("review.mode") == "everything"
    assert settings.reset("review.mode") == "uncertain"
    assert json.loads((home / "settings.json").read_text()) == {}


@pytest.mark.parametrize(
    ("key", "value", "stored"),
    [
        ("capture.settle_seconds", "12.5", 12.5),
        ("capture.settle_seconds", 3, 3.0),
        ("capture.every_turns", "7", 7),
        ("notify.errors", "off", False),
        ("capture.excluded", '["a", "b"]', ["a", "b"]),
    ],
)
def test_texts_are_read_as_values(settings: Settings, key: str, value: object, stored: object) -> None:
    assert settings.set(key, value) == stored
    assert settings.get(key) == stored


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("no.such.key", 1, "arbor settings list"),
        ("review.mode", "sometimes", "everything, uncertain, nothing"),
        ("capture.settle_seconds", -1, "between 0 and 3600"),
        ("capture.settle_seconds", "soon", "a number"),
        ("search.threshold", float("nan"), "a number"),
        ("search.recency_half_life_days", "inf", "a number"),
        ("capture.every_turns", 1.5, "a whole number"),
        ("notify.errors", 2, "true or false"),
        ("capture.every_turns", True, "a whole number"),
        ("capture.excluded", "plain", "a list"),
    ],
)
def test_bad_values_are_refused_with_what_is_allowed(
    settings: Settings, home: Path, key: str, value: object, said: str
) -> None:
    with pytest.raises(InvalidInput, match=said):
        settings.set(key, value)
    assert not (home / "settings.json").exists()


def test_a_change_by_another_process_is_noticed(settings: Settings, home: Path) -> None:
    heard: list[frozenset[str]] = []
    settings.subscribe(heard.append)
    Settings(home / "settings.json").set("notify.errors", False)
    assert settings.refresh() is True
    assert settings.get("notify.errors") is False
    assert heard == [frozenset({"notify.errors"})]
    assert settings.refresh() is False


def test_two_writers_do_not_lose_each_others_keys(settings: Settings, home: Path) -> None:
    other = Settings(home / "settings.json")
    settings.set("notify.errors", False)
    other.set("review.mode", "nothing")
    settings.set("notify.new_memories", False)
    final = Settings(home / "settings.json")
    assert (final.get("notify.errors"), final.get("review.mode")) == (False, "nothing")


def test_many_updates_at_once_all_count(home: Path) -> None:
    def add(name: str) -> None:
        Settings(home / "settings.json").update("capture.excluded", lambda old: [*old, name])

    threads = [threading.Thread(target=add, args=(f"p{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(Settings(home / "settings.json").get("capture.excluded")) == [f"p{n}" for n in range(8)]


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b"\0\0", b"", b'{"a": "\xe4"}', b'{"a": ' * 100_000, b"[" * 50_000 + b"]" * 50_000],
    ids=["cut", "list", "zeros", "empty", "latin-1", "deep", "deep and whole"],
)
def test_a_damaged_file_is_set_aside_and_said(home: Path, content: bytes) -> None:
    (home / "settings.json").write_bytes(content)
    settings = Settings(home / "settings.json")
    assert settings.damaged and "damaged" in settings.damaged
    assert settings.get("review.mode") == "uncertain"
    (aside,) = home.glob("settings.damaged-*.json")
    assert aside.read_bytes() == content


def test_keys_of_a_newer_version_are_kept(home: Path) -> None:
    (home / "settings.json").write_text('{"future.thing": 1, "review.mode": "bad value"}')
    settings = Settings(home / "settings.json")
    assert settings.get("review.mode") == "uncertain"
    settings.set("notify.errors", False)
    assert json.loads((home / "settings.json").read_text())["future.thing"] == 1


def test_every_default_passes_its_own_check() -> None:
    for setting in SETTINGS:
        assert setting.check(setting.default) == setting.default


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here")
def test_a_killed_writer_does_not_keep_the_next_from_writing(home: Path) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path; from arbor_desktop.settings import Settings\n"
        "def die(old): os.kill(os.getpid(), signal.SIGKILL)\n"
        "Settings(Path(sys.argv[1])).update('capture.excluded', die)\n"
    )
    path = home / "settings.json"
    done = subprocess.run([sys.executable, "-c", script, str(path)], timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert Settings(path).set("notify.errors", False) is False

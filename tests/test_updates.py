"""The newest version, asked of a real server on this computer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop import __version__, resources, updates
from arbor_desktop.settings import Settings
from tests.releases import ReleaseServer


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


def test_nothing_but_the_question_is_sent(release_server: ReleaseServer, settings: Settings) -> None:
    assert updates.check(settings, 5) == "99.1.0"
    ((path, headers),) = release_server.asked
    assert path == "/repos/somebody/arbor/releases/latest"
    host = headers.pop("host")
    assert host in release_server.releases.newest
    assert headers == {"accept-encoding": "identity", "connection": "close", "user-agent": "arbor-desktop"}


def test_the_answer_is_kept(release_server: ReleaseServer, settings: Settings, tmp_path: Path) -> None:
    updates.check(settings, 5)
    again = Settings(tmp_path / "settings.json")
    assert (again.get("updates.newest"), again.get("updates.checked_at")) == ("99.1.0", 5)


@pytest.mark.parametrize(
    ("code", "answer", "why"),
    [
        (404, {}, "no released version"),
        (403, {}, "too many requests"),
        (429, {}, "too many requests"),
        (500, {}, "answered with error 500"),
        (200, b"<html>Sign in", "unexpected answer"),
        (200, [], "unexpected answer"),
        (200, {"name": "1.0"}, "unexpected answer"),
        (200, {"tag_name": None}, "unexpected answer"),
        (200, {"tag_name": "v1.0; rm -r"}, "unexpected answer"),
    ],
)
def test_what_is_no_version_is_said_and_not_kept(
    release_server: ReleaseServer, settings: Settings, code: int, answer: Any, why: str
) -> None:
    release_server.code, release_server.answer = code, answer
    with pytest.raises(updates.UpdateCheckFailed, match=why):
        updates.check(settings, 5)
    assert settings.get("updates.checked_at") == 0


def test_nobody_answers(release_server: ReleaseServer, settings: Settings) -> None:
    release_server.close()
    with pytest.raises(updates.UpdateCheckFailed, match=r"127\.0\.0\.1 can't be reached: Connection refused"):
        updates.check(settings, 5)


@pytest.mark.parametrize(
    ("version", "newer"), [("0.0.9", False), (__version__, False), (f"{__version__}.1", True), ("99", True)]
)
def test_versions_are_compared_by_their_numbers(version: str, newer: bool) -> None:
    assert updates.is_newer(version) is newer
    assert not updates.is_newer("")


def test_ten_follows_nine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "__version__", "1.9.3")
    assert updates.is_newer("1.10.0")


def test_the_addresses_are_those_that_the_package_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> None:
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    assert updates.releases() is None
    with pytest.raises(updates.UpdateCheckFailed, match="not built for a release"):
        updates.check(settings, 5)
    (tmp_path / updates.RESOURCE).write_text(json.dumps({"newest": "https://a", "page": "https://b"}))
    assert updates.releases() == updates.Releases("https://a", "https://b")

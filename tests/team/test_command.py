"""The command `arbor team`, and the watcher of the window."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import psycopg
import pytest

from arbor_desktop.cli import run
from arbor_desktop.encryption import secret_store
from arbor_desktop.team.watcher import TeamWatcher
from tests.devices.stage import Keyring
from tests.team.postgres import Postgres
from tests.team.stage import people, postgres, until

__all__ = ["postgres"]


def test_without_a_team(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["team", "--home", str(home)]) == 0
    assert "no team" in capsys.readouterr().out
    assert run.main(["team", "now", "--home", str(home)]) == 1
    assert run.main(["team", "join", "nonsense", "--home", str(home)]) == 2
    assert run.main(["team", "create", "no address", "--team", "A", "--name", "B", "--home", str(home)]) == 2


@pytest.mark.slow
def test_all_commands(
    home: Path,
    tmp_path: Path,
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = Keyring()
    monkeypatch.setattr(secret_store, "SystemKeyring", lambda: kept)
    second = tmp_path / "second"
    project = tmp_path / "api"
    project.mkdir()

    def arbor(*arguments: str, at: Path = home, code: int = 0) -> str:
        assert run.main([*arguments, "--home", str(at)]) == code, capsys.readouterr().err
        return capsys.readouterr().out

    url = postgres.database("commands")
    created = json.loads(arbor("team", "create", url, "--team", "Harbor", "--name", "Maya", "--json"))
    assert (created["team"], created["me"]["role"]) == ("Harbor", "owner")
    string = arbor("team", "invite", "Jonas Weber").strip()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{string}\n"))
    assert "Jonas Weber" in arbor("team", "join", at=second)
    arbor("team", "project", str(project), "on")
    arbor(
        "add", "The API runs on port 8080", "--type", "fact", "--scope", "project", "--scope-id", str(project)
    )
    ident = json.loads(arbor("list", "--json"))["memories"][0]["id"]
    assert "port 8080" in arbor("team", "check", ident)
    assert "1 change to send" in arbor("team")
    assert json.loads(arbor("team", "now", "--json"))["sent"] == 1
    assert json.loads(arbor("team", "now", "--json", at=second))["received"] == 1
    listed = json.loads(arbor("list", "--source", "team", "--json", at=second))
    assert [one["id"] for one in listed["memories"]] == [ident]
    assert "Shared by Maya" in arbor("show", ident, at=second)
    arbor("team", "project", str(project), code=2)  # on or off?
    named = json.loads(arbor("team", "project", "api", "off", "--json"))
    assert named == {"path": str(project), "everything": False}
    shown = arbor("team", at=second)
    assert "no folder here" in shown and "1 memory from others" in shown
    key = json.loads(arbor("team", "--json", at=second))["projects"][0]["key"]
    arbor("team", "project", str(project), "--key", key, at=second)
    assert "Jonas" in arbor("team", "trust", "Jonas Weber")
    arbor("team", "search", "port", at=second)
    arbor("team", "search", "kubernetes", at=second, code=3)
    address = arbor("team", "invite", "Grafana", "--sql").strip()
    with psycopg.connect(address) as conn:
        assert conn.execute("SELECT text FROM arbor.shared").fetchall() == [("The API runs on port 8080",)]
    arbor("team", "withdraw", ident)
    arbor("team", "share", ident, "--no-quote")
    arbor("team", "role", "Jonas Weber", "reader")
    arbor("team", "remove", "Jonas Weber", code=1)
    arbor("team", "remove", "Jonas Weber", "--withdraw", "--yes")
    arbor("team", "now", at=second, code=1)
    assert "removed" in arbor("team", at=second)
    arbor("team", "leave", "--yes", at=second)
    assert "no team" in arbor("team", at=second)


@pytest.mark.slow
def test_the_watcher_sends_and_receives_at_once(tmp_path: Path, postgres: Postgres) -> None:
    with people(tmp_path, "maya", "jonas") as (maya, jonas):
        maya.team.create(postgres.database("watched"), "Harbor", "Maya")
        jonas.team.join(maya.team.invite("Jonas"))
        watchers = [TeamWatcher(one.service._rt, one.team) for one in (maya, jonas)]
        try:
            for one in watchers:
                one.start()
            until(lambda: all(one._connected for one in watchers))
            ident = maya.says("The API runs on port 8080")
            began = time.monotonic()
            maya.team.share(ident)
            until(lambda: jonas.has(ident) is not None)
            assert time.monotonic() - began < 10  # far below the time between two looks
            postgres.stop("immediate")
            until(lambda: maya.team.state().unreachable_since is not None)
            second = maya.says("The API has two replicas")
            maya.team.share(second)
            postgres.start()
            until(lambda: jonas.has(second) is not None)
            assert maya.team.state().unreachable_since is None
        finally:
            for one in watchers:
                one.close()
